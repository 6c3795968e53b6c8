//! Who believes a delivery: the library that the Standard Webhooks project made, in another language and with nothing of ours
//! (rule B24, `tests/webhooks/peer`).

use std::{
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
};

use serde_json::{Value, json};

use super::{
    bot_peer::{Asked, Peer},
    support::{backends, told, until},
    webhooks_out::{ALL, Stage, signature, takes},
};

/// Where `scripts/install-test-peers` installs the library.
const PEER: &str = "tests/webhooks/peer";

/// Whether the library can run here. `make test` requires it.
#[expect(
    clippy::print_stderr,
    reason = "somebody should know that less was tested"
)]
fn is_there() -> bool {
    let library = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(PEER)
        .join("node_modules/standardwebhooks");
    let has_node = Command::new("node").arg("--version").output();
    if has_node.is_ok_and(|it| it.status.success()) && library.is_dir() {
        return true;
    }
    assert!(
        told("GUICHE_TEST_REQUIRE_ALL").is_none(),
        "node or the library is missing although everything is required: npm --prefix {PEER} ci"
    );
    eprintln!("the library of Standard Webhooks was left out: npm --prefix {PEER} ci");
    false
}

/// What the library says of a call.
fn judged(secret: &str, asked: &Asked) -> Value {
    let call = json!({ "secret": secret, "headers": asked.headers, "text": asked.text });
    let mut process = Command::new("node")
        .arg("verify.mjs")
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(PEER))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("node starts");
    let mut input = process.stdin.take().expect("its input");
    input
        .write_all(call.to_string().as_bytes())
        .expect("it reads");
    drop(input);
    let output = process.wait_with_output().expect("it ends");
    assert!(output.status.success(), "the library itself failed");
    serde_json::from_slice(&output.stdout).expect("an answer")
}

fn refused(secret: &str, asked: &Asked) -> String {
    let answer = judged(secret, asked);
    let reason = answer["refused"].as_str();
    reason
        .unwrap_or_else(|| panic!("it believed {answer}"))
        .to_owned()
}

/// The same call as somebody sends it who has it from elsewhere.
fn forged(asked: &Asked, change: impl FnOnce(&mut Asked)) -> Asked {
    let mut forged = asked.clone();
    change(&mut forged);
    forged
}

/// The seconds that a call says it was made at.
fn made_at(asked: &Asked) -> i64 {
    let text = &asked.headers["webhook-timestamp"];
    text.parse().expect("seconds")
}

#[tokio::test]
async fn the_library_of_the_scheme_believes_a_delivery_and_no_forgery_of_it() {
    if !is_there() {
        return;
    }
    for backend in backends() {
        let stage = Stage::start(backend, Peer::start(takes), &ALL).await;
        stage.test().await;
        until("it was told", async || stage.peer.asked().len() == 1).await;
        let asked = &stage.peer.asked()[0];
        assert_eq!(
            judged(&stage.secret, asked),
            json!({ "believed": asked.body })
        );

        let no_match = "No matching signature found";
        let body = forged(asked, |call| {
            call.text = call.text.replacen('{', "{ ", 1);
        });
        assert_eq!(
            refused(&stage.secret, &body),
            no_match,
            "one space more in the body"
        );
        let other = forged(asked, |call| {
            call.headers.insert("webhook-id".into(), "msg_outro".into());
        });
        assert_eq!(refused(&stage.secret, &other), no_match, "another name");
        let later = forged(asked, |call| {
            let time = (made_at(asked) + 1).to_string();
            call.headers.insert("webhook-timestamp".into(), time);
        });
        assert_eq!(refused(&stage.secret, &later), no_match, "another second");
        // kept and sent again later, even by who could sign
        let old = forged(asked, |call| {
            let time = (made_at(asked) - 301).to_string();
            call.headers.insert("webhook-timestamp".into(), time);
            let signed = signature(&stage.secret, call);
            call.headers.insert("webhook-signature".into(), signed);
        });
        assert_eq!(refused(&stage.secret, &old), "Message timestamp too old");
        let stranger = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
        assert_eq!(refused(stranger, asked), no_match, "another secret");
    }
}

#[tokio::test]
async fn while_a_secret_is_renewed_the_library_believes_with_the_new_and_with_the_old_one() {
    if !is_there() {
        return;
    }
    for backend in backends() {
        let stage = Stage::start(backend, Peer::start(takes), &ALL).await;
        let renewed = stage.admin.post(&stage.path("/secret"), &json!({})).await;
        let renewed = renewed.ok()["secret"]
            .as_str()
            .expect("a secret")
            .to_owned();
        stage.test().await;
        until("it was told", async || stage.peer.asked().len() == 1).await;
        let asked = &stage.peer.asked()[0];
        for secret in [&renewed, &stage.secret] {
            assert_eq!(judged(secret, asked), json!({ "believed": asked.body }));
        }
        stage
            .desk
            .execute("UPDATE webhooks SET previous_until = created_at");
        stage.test().await;
        until("it was told", async || stage.peer.asked().len() == 2).await;
        let asked = &stage.peer.asked()[1];
        assert_eq!(judged(&renewed, asked), json!({ "believed": asked.body }));
        assert_eq!(refused(&stage.secret, asked), "No matching signature found");
    }
}
