//! What a company's own systems are told (rule B24): each thing once in its own shape, signed, again until it is taken, and
//! nobody any more who is gone. A stub on a port of its own stands for such a system.

use std::collections::{BTreeMap, BTreeSet};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use hmac::{Hmac, Mac as _};
use serde_json::{Value, json};
use sha2::Sha256;

use super::{
    ADMIN, MARINA,
    bot_peer::{Asked, OWN, Peer, Reply},
    open_ticket,
    support::{Backend, Session, TestDesk, TestSocket, backends, until},
};

/// How long an event may take.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(30);

pub(super) const ALL: [&str; 8] = [
    "message.received",
    "message.sent",
    "message.status",
    "ticket.created",
    "ticket.updated",
    "ticket.closed",
    "contact.created",
    "contact.updated",
];

/// A desk of its own that tells a system.
pub(super) struct Stage {
    pub(super) desk: TestDesk,
    pub(super) admin: Session,
    pub(super) peer: Peer,
    pub(super) hook: Value,
    pub(super) secret: String,
}

pub(super) fn takes(_: &Asked) -> Reply {
    Reply::Json(json!({ "ok": true }))
}

impl Stage {
    pub(super) async fn start(backend: Backend, peer: Peer, events: &[&str]) -> Self {
        let desk = TestDesk::start(backend, &[OWN]).await;
        let admin = desk.session(ADMIN).await;
        let wish =
            json!({ "name": "ERP", "url": format!("{}/guiche", peer.url), "events": events });
        let made = admin.post("/webhooks", &wish).await.ok();
        Self {
            desk,
            admin,
            peer,
            secret: made["secret"].as_str().expect("a secret").to_owned(),
            hook: made["id"].clone(),
        }
    }

    pub(super) fn path(&self, rest: &str) -> String {
        format!("/webhooks/{}{rest}", self.hook)
    }

    pub(super) async fn hook(&self) -> Value {
        self.admin.get(&self.path("")).await.ok()
    }

    /// What it was told, newest first, of one state.
    pub(super) async fn log(&self, state: &str) -> Vec<Value> {
        let page = self
            .admin
            .get(&self.path(&format!("/deliveries?state={state}")))
            .await
            .ok();
        page["deliveries"].as_array().expect("a list").clone()
    }

    pub(super) async fn test(&self) -> Value {
        self.admin.post(&self.path("/test"), &json!({})).await.ok()
    }

    pub(super) async fn delivery(&self, told: &Value) -> Value {
        self.admin
            .get(&format!("/webhooks/deliveries/{}", told["id"]))
            .await
            .ok()
    }

    /// Waits until a delivery was tried so often, and nobody has it.
    pub(super) async fn tried(&self, told: &Value, times: usize) -> Value {
        until(&format!("it was tried {times} times"), async || {
            let tries = self.delivery(told).await["tries"].as_array().map(Vec::len);
            tries >= Some(times)
        })
        .await;
        self.delivery(told).await
    }

    /// Lets the time of what waits come.
    pub(super) fn hasten(&self) {
        self.desk.execute(
            "UPDATE webhook_deliveries SET due_at = created_at WHERE state = 'waiting' AND claimed_by IS NULL",
        );
    }

    /// How long a delivery waits after its last attempt, in seconds.
    pub(super) async fn waits(&self, told: &Value) -> i64 {
        let told = self.delivery(told).await;
        let time = |name: &str| {
            let text = told[name].as_str().expect("a time").to_owned();
            chrono::DateTime::parse_from_rfc3339(&text).expect("a time")
        };
        (time("dueAt") - time("lastAt")).num_seconds()
    }
}

/// What a system of the company's does to believe a call (Standard Webhooks).
pub(super) fn signature(secret: &str, asked: &Asked) -> String {
    let key = STANDARD.decode(secret.strip_prefix("whsec_").expect("its beginning"));
    let mac = Hmac::<Sha256>::new_from_slice(&key.expect("base64")).expect("any length");
    let signed = format!(
        "{}.{}.{}",
        asked.headers["webhook-id"], asked.headers["webhook-timestamp"], asked.text
    );
    let bytes = mac.chain_update(signed.as_bytes()).finalize().into_bytes();
    format!("v1,{}", STANDARD.encode(bytes))
}

pub(super) fn kinds(peer: &Peer) -> BTreeMap<String, Vec<Value>> {
    let mut kinds: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for asked in peer.asked() {
        let kind = asked.body["type"].as_str().expect("a kind").to_owned();
        kinds
            .entry(kind)
            .or_default()
            .push(asked.body["data"].clone());
    }
    kinds
}

#[tokio::test]
#[expect(
    clippy::too_many_lines,
    reason = "one conversation, and all that is told of it"
)]
async fn each_thing_is_told_once_in_its_own_shape_and_signed() {
    for backend in backends() {
        let stage = Stage::start(backend, Peer::start(takes), &ALL).await;
        let marina = stage.desk.session(MARINA).await;
        let (ticket, number) = open_ticket(&stage.desk, &marina).await;
        let say = format!("/messages/{}", ticket["id"]);
        marina.post(&say, &json!({ "body": "Já vejo" })).await.ok();
        let whisper = json!({ "body": "só entre nós", "isPrivate": true });
        marina.post(&say, &whisper).await.ok();
        let contact = format!("/contacts/{}", ticket["contactId"]);
        marina
            .put(
                &contact,
                &json!({ "name": "Beatriz N.", "email": "bia@exemplo.com.br" }),
            )
            .await
            .ok();
        let close = json!({ "status": "closed" });
        marina
            .put(&format!("/tickets/{}", ticket["id"]), &close)
            .await
            .ok();
        until("everything is told", async || {
            let kinds = kinds(&stage.peer);
            ALL.iter().all(|kind| kinds.contains_key(*kind))
        })
        .await;
        let kinds = kinds(&stage.peer);
        // a phone that is fast has it before the desk hears that it was sent
        let status = &kinds["message.status"][0]["message"]["status"];
        assert!(*status == "sent" || *status == "delivered", "{status}");
        for kind in [
            "message.received",
            "message.sent",
            "ticket.created",
            "ticket.closed",
            "contact.created",
        ] {
            assert_eq!(kinds[kind].len(), 1, "{kind} {:?}", kinds[kind]);
        }
        let received = &kinds["message.received"][0];
        let message = &received["message"];
        assert_eq!(
            (
                &message["body"],
                &message["direction"],
                &message["kind"],
                &message["author"]
            ),
            (
                &json!("Oi, meu pedido não chegou"),
                &json!("in"),
                &json!("text"),
                &json!("contact")
            )
        );
        assert_eq!(
            (
                &message["ticket_id"],
                &message["contact_id"],
                &message["status"]
            ),
            (&ticket["id"], &ticket["contactId"], &json!("received"))
        );
        assert_eq!(received["ticket"]["contact"]["number"], *number);
        let sent = &kinds["message.sent"][0]["message"];
        assert_eq!(
            (
                &sent["body"],
                &sent["direction"],
                &sent["status"],
                &sent["author"]
            ),
            (
                &json!("Já vejo"),
                &json!("out"),
                &json!("queued"),
                &json!("user")
            )
        );
        assert_eq!(kinds["ticket.created"][0]["ticket"]["status"], "pending");
        let closed = &kinds["ticket.closed"][0]["ticket"];
        assert_eq!(
            (&closed["id"], &closed["status"]),
            (&ticket["id"], &json!("closed"))
        );
        assert!(closed["closed_at"].is_string() && closed["user"]["name"].is_string());
        assert!(
            kinds["ticket.updated"]
                .iter()
                .any(|data| data["ticket"]["status"] == "open")
        );
        let renamed = kinds["contact.updated"].iter().map(|data| &data["contact"]);
        assert!(
            renamed
                .into_iter()
                .any(|it| it["name"] == "Beatriz N." && it["number"] == *number)
        );
        let mut names = BTreeSet::new();
        for asked in stage.peer.asked() {
            assert_eq!(asked.line, "POST /guiche");
            assert_eq!(asked.headers["content-type"], "application/json");
            assert_eq!(
                asked.headers["webhook-signature"],
                signature(&stage.secret, &asked)
            );
            assert!(
                !asked.text.contains("só entre nós"),
                "whispers stay in the company"
            );
            assert!(asked.body["timestamp"].is_string());
            names.insert(asked.headers["webhook-id"].clone());
        }
        assert_eq!(
            names.len(),
            stage.peer.asked().len(),
            "each has a name of its own"
        );
        until("all are noted", async || {
            stage.log("waiting").await.is_empty()
        })
        .await;
        assert_eq!(stage.log("delivered").await.len(), names.len());
    }
}

#[tokio::test]
async fn only_what_was_chosen_is_told_and_nobody_without_the_plan() {
    for backend in backends() {
        let stage = Stage::start(backend, Peer::start(takes), &["ticket.closed"]).await;
        let marina = stage.desk.session(MARINA).await;
        for (flag, told) in [(true, 1), (false, 1)] {
            stage
                .desk
                .execute(&format!("UPDATE plans SET use_external_api = {flag}"));
            let (ticket, _) = open_ticket(&stage.desk, &marina).await;
            let close = json!({ "status": "closed" });
            marina
                .put(&format!("/tickets/{}", ticket["id"]), &close)
                .await
                .ok();
            let rows = stage.desk.number("SELECT COUNT(*) FROM webhook_deliveries");
            assert_eq!(
                rows, told,
                "in the transaction of the change, and only then"
            );
        }
        until("it was told", async || stage.peer.asked().len() == 1).await;
        assert_eq!(stage.peer.asked()[0].body["type"], "ticket.closed");
    }
}

#[tokio::test]
async fn what_is_not_taken_is_tried_again_later_each_time_and_sent_again_by_hand() {
    for backend in backends() {
        let stage = Stage::start(backend, Peer::start(|_| Reply::Status(503)), &ALL).await;
        let told = stage.test().await;
        let waits = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];
        for (attempt, wait) in waits.into_iter().enumerate() {
            stage.tried(&told, attempt + 1).await;
            assert_eq!(
                stage.waits(&told).await,
                wait,
                "after attempt {}",
                attempt + 1
            );
            assert!(stage.hook().await["failingSince"].is_string());
            stage.hasten();
        }
        let last = stage.tried(&told, 8).await;
        assert_eq!(
            (
                &last["state"],
                &last["lastStatus"],
                &last["dueAt"],
                &last["attempts"]
            ),
            (&json!("failed"), &json!(503), &Value::Null, &json!(8))
        );
        assert_eq!(stage.log("failed").await.len(), 1);
        // once it is mended, one and then all are sent again
        stage.peer.turn(|_| Reply::Json(json!({ "taken": "sim" })));
        let other = stage.test().await;
        stage.tried(&other, 1).await;
        let path = format!("/webhooks/deliveries/{}/replay", other["id"]);
        stage.admin.post(&path, &json!({})).await.ok();
        let twice = stage.tried(&other, 2).await;
        assert_eq!(
            (&twice["state"], &twice["answer"]),
            (&json!("delivered"), &json!(r#"{"taken":"sim"}"#))
        );
        let all = stage
            .admin
            .post(&stage.path("/replay"), &json!({}))
            .await
            .ok();
        assert_eq!(all["count"], 1);
        assert_eq!(stage.tried(&told, 9).await["state"], "delivered");
        assert_eq!(stage.hook().await["failingSince"], Value::Null);
        let asked = stage.peer.asked();
        let names: BTreeSet<_> = asked.iter().map(|one| &one.headers["webhook-id"]).collect();
        assert_eq!(
            (asked.len(), names.len()),
            (11, 2),
            "the same name in every attempt"
        );
        let list = stage.admin.get("/webhooks").await.ok();
        assert_eq!(
            list[0]["day"],
            json!({ "delivered": 2, "failed": 0, "waiting": 0 })
        );
    }
}

#[tokio::test]
#[expect(
    clippy::too_many_lines,
    reason = "one address until it is switched off"
)]
async fn one_that_is_gone_or_takes_nothing_for_five_days_is_told_nothing_any_more() {
    for backend in backends() {
        let stage = Stage::start(backend, Peer::start(|_| Reply::Status(503)), &ALL).await;
        let first = stage.test().await;
        stage.tried(&first, 1).await;
        assert_eq!(stage.hook().await["active"], true);
        let time = match backend {
            Backend::Sqlite => "strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-5 days', '-1 minutes')",
            Backend::Postgres => "now() - INTERVAL '5 days 1 minute'",
        };
        stage
            .desk
            .execute(&format!("UPDATE webhooks SET failing_since = {time}"));
        let mut socket = TestSocket::open(&stage.desk, &stage.admin).await;
        let waiting = stage.test().await;
        stage.tried(&waiting, 1).await;
        // whoever looks at it sees that it is off
        let event = format!("company-{}-webhook", stage.admin.company());
        let is_it = |told: &Value| told["action"] == "update" && told["webhookId"] == stage.hook;
        let told = tokio::time::timeout(PATIENCE, socket.event_where(&event, is_it));
        told.await.expect("its pages hear that it is off");
        let off = stage.hook().await;
        assert_eq!(
            (&off["active"], &off["offReason"]),
            (&json!(false), &json!("failing"))
        );
        assert!(
            stage.log("waiting").await.is_empty(),
            "nothing waits for it"
        );
        assert_eq!(stage.log("failed").await.len(), 2);
        // its admins have a mail, which nobody can send here
        until("a mail was tried", async || {
            stage
                .desk
                .number("SELECT COUNT(*) FROM webhooks WHERE mail_attempts > 0")
                == 1
        })
        .await;
        let marina = stage.desk.session(MARINA).await;
        open_ticket(&stage.desk, &marina).await;
        assert_eq!(
            stage.desk.number("SELECT COUNT(*) FROM webhook_deliveries"),
            2
        );
        // one that is switched on begins anew; 410 ends it at once
        let on = stage
            .admin
            .put(&stage.path(""), &json!({ "active": true }))
            .await
            .ok();
        assert_eq!(
            (&on["active"], &on["offReason"], &on["failingSince"]),
            (&json!(true), &Value::Null, &Value::Null)
        );
        stage.peer.turn(|_| Reply::Status(410));
        let last = stage.test().await;
        let last = stage.tried(&last, 1).await;
        assert_eq!(
            (&last["state"], &last["lastStatus"]),
            (&json!("failed"), &json!(410))
        );
        let off = stage.hook().await;
        assert_eq!(
            (&off["active"], &off["offReason"]),
            (&json!(false), &json!("gone"))
        );
        // it can be tried out, and fails once only
        let tried = stage.test().await;
        assert_eq!(stage.tried(&tried, 1).await["state"], "failed");
    }
}

#[tokio::test]
async fn of_several_that_are_gone_at_once_each_has_its_mail() {
    for backend in backends() {
        let stage = Stage::start(backend, Peer::start(|_| Reply::Status(410)), &ALL).await;
        let mut hooks = vec![stage.hook.clone()];
        for name in ["CRM", "Loja", "Frete", "Estoque"] {
            let wish =
                json!({ "name": name, "url": format!("{}/guiche", stage.peer.url), "events": ALL });
            hooks.push(stage.admin.post("/webhooks", &wish).await.ok()["id"].clone());
        }
        for hook in &hooks {
            let path = format!("/webhooks/{hook}/test");
            stage.admin.post(&path, &json!({})).await.ok();
        }
        until("a mail was tried about each", async || {
            stage
                .desk
                .number("SELECT COUNT(*) FROM webhooks WHERE mail_attempts > 0")
                == 5
        })
        .await;
    }
}
