//! The main flow against a Graph API that is not ours: the npm package `@openclaw/crabline`.

use std::{
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use serde_json::{Value, json};

use super::{
    support::{Backend, TestDesk, backends, told, until, until_connection},
    world::{ADMIN, Line, Talk, World, new_number, unique},
};

/// Where `scripts/test` installs the package.
const PACKAGE: &str = "tests/cloud/peer/node_modules/@openclaw/crabline/dist/src/bin/crabline.js";

/// The other side's process; it ends with its standard input, which closes when the test ends, however it ends.
struct Peer {
    process: Child,
    folder: tempfile::TempDir,
    manifest: Value,
}

impl Drop for Peer {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        let _ = self.process.wait();
    }
}

/// The package's program, if it can run here. `make test` requires it.
fn program() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(PACKAGE);
    let has_node = Command::new("node")
        .arg("--version")
        .output()
        .is_ok_and(|it| it.status.success());
    if has_node && path.is_file() {
        return Some(path);
    }
    assert!(
        told("GUICHE_TEST_REQUIRE_ALL").is_none(),
        "node or {PACKAGE} is missing although everything is required: npm --prefix tests/cloud/peer ci"
    );
    note("node or the package is missing: npm --prefix tests/cloud/peer ci");
    None
}

#[expect(
    clippy::print_stderr,
    reason = "somebody should know that less was tested"
)]
fn note(text: &str) {
    eprintln!("the flow with a foreign Graph API was left out: {text}");
}

impl Peer {
    async fn start(program: &Path, line: &Line) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (ready, recorder) = (
            folder.path().join("ready.json"),
            folder.path().join("calls.jsonl"),
        );
        let process = Command::new("sh")
            .args([
                "-c",
                r#"node "$@" >/dev/null 2>&1 & cat >/dev/null; kill -9 $! 2>/dev/null"#,
                "sh",
            ])
            .arg(program)
            .args(["serve", "whatsapp", "--port", "0", "--ready-file"])
            .arg(&ready)
            .arg("--recorder")
            .arg(recorder)
            .env("CRABLINE_ACCESS_TOKEN", &line.access_token)
            .env("CRABLINE_ADMIN_TOKEN", "peer-admin")
            .stdin(Stdio::piped())
            .spawn()
            .expect("the peer starts");
        let manifest = async || {
            let text = std::fs::read_to_string(&ready).unwrap_or_default();
            serde_json::from_str::<Value>(&text).ok()
        };
        until("the peer is ready", async || manifest().await.is_some()).await;
        let manifest = manifest().await.expect("a manifest");
        Self {
            process,
            folder,
            manifest,
        }
    }

    fn text(&self, place: &str) -> &str {
        self.manifest
            .pointer(place)
            .and_then(Value::as_str)
            .expect("a text")
    }

    /// A customer writes; the peer makes the webhook that Meta would send.
    async fn webhook(&self, from: &str, body: &str) -> Value {
        let customer = format!("{from}@s.whatsapp.net");
        let message = json!({ "chatJid": customer, "senderJid": customer, "text": body, "pushName": "Beatriz Nogueira" });
        let request = reqwest::Client::new()
            .post(self.text("/endpoints/adminInboundUrl"))
            .bearer_auth("peer-admin")
            .json(&message);
        let answer = request.send().await.expect("an answer");
        let (code, body) = (
            answer.status(),
            answer.json::<Value>().await.unwrap_or_default(),
        );
        assert!(code.is_success(), "{code} {body}");
        body["webhook"].clone()
    }

    /// The calls that it took, oldest first, and whether it accepted them.
    fn calls(&self) -> Vec<Value> {
        let text =
            std::fs::read_to_string(self.folder.path().join("calls.jsonl")).unwrap_or_default();
        let lines = text
            .lines()
            .filter_map(|line| serde_json::from_str::<Value>(line).ok());
        lines
            .filter(|call| call["type"] == "api" && call["method"] == "POST")
            .collect()
    }
}

async fn flow(world: &World<'_>, peer: &Peer) {
    let number = new_number();
    let webhook = peer.webhook(&number, "Oi, meu pedido não chegou").await;
    let text = webhook.to_string();
    assert_eq!(world.post_webhook(&text, Some("sha256=00")).await, 401);
    let wamid = world.take(&webhook).await;
    let waiting = world.ticket_of(&number, "pending").await;
    assert_eq!(waiting["contact"]["name"], "Beatriz Nogueira");
    let talk = Talk {
        ticket: world.accept(&waiting).await,
        number,
        wamid: wamid.as_str().unwrap().to_owned(),
    };

    let first = world.messages(&talk.ticket).await[0].clone();
    let reply = json!({ "body": "Bom dia! Vou verificar.", "quotedMsg": { "id": first["id"] } });
    let path = format!("/messages/{}", talk.ticket["id"]);
    let sent = world.marina.post(&path, &reply).await.ok()["message"].clone();
    let shown = world.until_state(&talk, &sent, "accepted").await;
    assert_eq!(shown["ack"], 2);

    // one more that is only looked at: the peer takes read marks of messages that it knows
    let webhook = peer.webhook(&talk.number, "Obrigada").await;
    let thanks = world.take(&webhook).await;
    until("it is shown", async || {
        world.messages(&talk.ticket).await.len() == 3
    })
    .await;
    until("the peer knows that it was read", async || {
        peer.calls()
            .iter()
            .any(|call| call["body"]["message_id"] == thanks && call["accepted"] == true)
    })
    .await;

    let texts: Vec<_> = peer
        .calls()
        .into_iter()
        .filter(|call| call["body"]["type"] == "text")
        .collect();
    assert_eq!(texts.len(), 1);
    assert_eq!(
        (&texts[0]["accepted"], &texts[0]["body"]["to"]),
        (&json!(true), &json!(talk.number))
    );
    assert_eq!(
        texts[0]["body"]["context"]["message_id"],
        talk.wamid.as_str()
    );
    assert!(peer.calls().iter().all(|call| call["accepted"] == true));
}

#[tokio::test]
async fn the_main_flow_works_with_a_graph_api_that_is_not_ours() {
    // spec: S045 S046 S101
    let Some(program) = program() else { return };
    let each = backends().into_iter().map(async |backend: Backend| {
        let id = unique();
        let mut line = Line {
            connection: 0,
            number_id: String::new(),
            access_token: format!("EAAG{id}"),
            app_secret: format!("app-{id}"),
            verify_token: format!("verify-{id}"),
        };
        let peer = Peer::start(&program, &line).await;
        peer.text("/phoneNumberId").clone_into(&mut line.number_id);
        let url = peer.text("/endpoints/apiRoot");
        let desk = TestDesk::start(backend, &[("GUICHE__WHATSAPP__GRAPH_URL", url)]).await;
        let admin = desk.session(ADMIN).await;
        let made = admin.post("/whatsapp", &line.form()).await.ok();
        line.connection = made["id"].as_i64().expect("an id");
        let connected = until_connection(&admin, &line, "CONNECTED").await;
        assert_eq!(connected["number"], "15550000000");
        flow(&World::of(&desk, line).await, &peer).await;
    });
    futures_util::future::join_all(each).await;
}
