//! `Idempotency-Key` (rule B25): what a request with a name did is done once, whoever asks how often, and whatever dies meanwhile.

use std::sync::Arc;

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use super::{
    integrators::{ALL, Firm},
    new_number,
    support::{Answer, Backend, Session, backends, on_both, until},
};

async fn named(program: &Session, path: &str, body: &Value, name: &str) -> Answer {
    let answer = program.try_call(Method::POST, path, Some(body), name).await;
    answer.expect("an answer")
}

#[tokio::test]
#[expect(
    clippy::too_many_lines,
    reason = "three requests, repeated in every way"
)]
async fn a_repeated_request_does_nothing_and_hears_the_same() {
    on_both(async |desk| {
        let firm = Firm::new(desk).await;
        let (program, _) = firm.program(&ALL).await;
        let (other, _) = firm.program(&ALL).await;
        let contact = json!({ "name": "Beatriz", "number": new_number() });
        let made = named(&program, "/v1/contacts", &contact, "pedido-1")
            .await
            .ok();
        let ticket = json!({ "contact_id": made["id"] });
        let opened = named(&program, "/v1/tickets", &ticket, "pedido-2")
            .await
            .ok();
        let path = format!("/v1/tickets/{}/messages", opened["id"]);
        let text = json!({ "body": "Seu pedido saiu" });
        let sent = named(&program, &path, &text, "pedido-3").await.ok();
        // meanwhile things went on; the answer is that of then
        until("it was sent", async || {
            let own = format!("/v1/messages/{}", sent["id"]);
            program.get(&own).await.ok()["status"] != "queued"
        })
        .await;
        for (path, body, name, first) in [
            ("/v1/contacts", &contact, "pedido-1", &made),
            ("/v1/tickets", &ticket, "pedido-2", &opened),
            (path.as_str(), &text, "pedido-3", &sent),
        ] {
            let again = named(&program, path, body, name).await;
            assert_eq!(again.status.as_u16(), 201, "{path}");
            assert_eq!(again.headers["idempotent-replayed"], "true");
            assert_eq!(&again.ok(), first);
            // the same name for something else
            let mut changed = body.clone();
            changed["name"] = json!("Outra");
            changed["body"] = json!("Outro texto");
            let refused = named(&program, path, &changed, name).await;
            assert_eq!(refused.refusal(), (422, "ERR_IDEMPOTENCY_KEY"), "{path}");
        }
        // a name is one key's own
        let theirs = named(&other, "/v1/contacts", &contact, "pedido-1").await;
        assert_eq!(theirs.refusal(), (400, "ERR_DUPLICATED_CONTACT"));
        // what was refused may be tried again under its name
        let refused = json!({ "name": "Beatriz", "number": "123" });
        let answer = named(&program, "/v1/contacts", &refused, "pedido-4").await;
        assert_eq!(answer.refusal(), (400, "ERR_VALIDATION"));
        let answer = named(&program, "/v1/contacts", &contact, "pedido-4").await;
        assert_eq!(answer.refusal(), (400, "ERR_DUPLICATED_CONTACT"));
        let fresh = json!({ "name": "Carla", "number": new_number() });
        named(&program, "/v1/contacts", &fresh, "pedido-4")
            .await
            .ok();
        for bad in ["", &"x".repeat(101)] {
            let refused = named(&program, "/v1/contacts", &fresh, bad).await;
            assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"));
        }
        let number = made["number"].as_str().expect("a number");
        let reached = desk.reached(firm.line, number).await;
        assert_eq!(reached, ["Seu pedido saiu"]);
        // and it goes with the person
        let rows = format!(
            "SELECT COUNT(*) FROM api_requests WHERE contact_id = {}",
            made["id"]
        );
        assert_eq!(desk.number(&rows), 3);
        let data = format!("/contacts/{}/data", made["id"]);
        firm.admin.delete(&data).await.ok();
        assert_eq!(desk.number(&rows), 0);
    })
    .await;
}

#[tokio::test]
async fn ten_at_once_under_one_name_send_once() {
    on_both(async |desk| {
        let firm = Firm::new(desk).await;
        let (program, _) = firm.program(&ALL).await;
        let contact = firm.contact().await;
        let wish = json!({ "contact_id": contact["id"] });
        let ticket = program.post("/v1/tickets", &wish).await.ok();
        let path = format!("/v1/tickets/{}/messages", ticket["id"]);
        let program = Arc::new(program);
        let text = json!({ "body": "Uma vez só" });
        let asks = (0..10).map(|_| named(&program, &path, &text, "uma-vez"));
        let answers = join_all(asks).await;
        for answer in &answers {
            let running = answer.refusal() == (409, "ERR_IDEMPOTENCY_RUNNING");
            assert!(
                answer.status.as_u16() == 201 || (running && answer.retry_after()),
                "{} {}",
                answer.status,
                answer.text
            );
        }
        let number = contact["number"].as_str().expect("a number");
        until("the phone has it", async || {
            !desk.reached(firm.line, number).await.is_empty()
        })
        .await;
        let count = format!(
            "SELECT COUNT(*) FROM messages WHERE ticket_id = {}",
            ticket["id"]
        );
        assert_eq!(desk.number(&count), 1);
        let last = named(&program, &path, &text, "uma-vez").await;
        assert_eq!(last.headers["idempotent-replayed"], "true");
    })
    .await;
}

/// A server that dies between its claim and its transaction leaves the claim and has done nothing.
#[tokio::test]
async fn a_claim_that_was_left_behind_is_taken_over_once_its_server_is_given_up() {
    for backend in backends() {
        let desk = super::support::TestDesk::start(backend, &[]).await;
        let firm = Firm::new(&desk).await;
        let (program, _) = firm.program(&ALL).await;
        let number = new_number();
        let wish = json!({ "name": "Beatriz", "number": number });
        // what a first request leaves that got no further than its claim
        named(&program, "/v1/contacts", &wish, "caiu").await.ok();
        desk.execute("UPDATE api_requests SET status = NULL, body = NULL, contact_id = NULL");
        desk.execute(&format!("DELETE FROM contacts WHERE number = '{number}'"));
        let at_once = named(&program, "/v1/contacts", &wish, "caiu").await;
        assert_eq!(at_once.refusal(), (409, "ERR_IDEMPOTENCY_RUNNING"));
        assert!(at_once.retry_after());
        let ago = |seconds: i64| match backend {
            Backend::Sqlite => {
                format!("strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-{seconds} seconds')")
            }
            Backend::Postgres => format!("now() - INTERVAL '{seconds} seconds'"),
        };
        desk.execute(&format!("UPDATE api_requests SET created_at = {}", ago(31)));
        let other = json!({ "name": "Carla", "number": number });
        let other = named(&program, "/v1/contacts", &other, "caiu").await;
        assert_eq!(other.refusal(), (422, "ERR_IDEMPOTENCY_KEY"));
        let done = named(&program, "/v1/contacts", &wish, "caiu").await;
        assert_eq!(done.status.as_u16(), 201, "{}", done.text);
        assert!(!done.headers.contains_key("idempotent-replayed"));
        let count = format!("SELECT COUNT(*) FROM contacts WHERE number = '{number}'");
        assert_eq!(desk.number(&count), 1);
        let again = named(&program, "/v1/contacts", &wish, "caiu").await;
        assert_eq!(again.headers["idempotent-replayed"], "true");
        // after a day the name is free
        desk.execute(&format!(
            "UPDATE api_requests SET created_at = {}",
            ago(86_401)
        ));
        let next = json!({ "name": "Carla", "number": new_number() });
        named(&program, "/v1/contacts", &next, "caiu").await.ok();
    }
}
