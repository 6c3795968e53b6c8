//! The message API to the letter: numbers and captions at their borders, forms, variables, keys, what is believed of a number,
//! what is kept of a token, and who may not use it any more.

use chrono::TimeDelta;
use guiche_storage::model::{Clock as _, SystemClock};
use reqwest::{
    Client,
    multipart::{Form, Part},
};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::{
    external::{SEND, another, connected, until_reached, with_key},
    messages, new_number,
    support::{Session, TestSocket, on_both, unique, until},
    ticket_of,
};

/// A sheet of paper, so many bytes longer than the shortest.
fn paper(more: usize) -> Vec<u8> {
    let mut bytes = b"%PDF-1.4\n%%EOF\n".to_vec();
    bytes.extend(vec![b'\n'; more]);
    bytes
}

fn file(name: &str) -> Part {
    Part::bytes(paper(0)).file_name(name.to_owned())
}

#[tokio::test]
async fn a_number_has_eight_to_fifteen_digits_and_a_text_its_letters() {
    // spec: A108
    on_both(async |desk| {
        let (_, _, program) = connected(desk).await;
        let number = new_number();
        let (_, short) = number.split_at(number.len() - 8);
        let long = format!("{number}77");
        assert_eq!((short.len(), long.len()), (8, 15));
        for number in [short, &long] {
            let wish = json!({ "number": number, "body": "Oi" });
            program.post(SEND, &wish).await.ok();
        }
        let wish = json!({ "number": number, "body": "é".repeat(4096) });
        program.post(SEND, &wish).await.ok();
        for (letters, status) in [(1024, 200), (1025, 400)] {
            let form = Form::new()
                .text("number", number.clone())
                .text("body", "é".repeat(letters))
                .part("medias", file("nota.pdf"));
            let answer = program.upload(SEND, form).await;
            assert_eq!(answer.status.as_u16(), status, "{letters}");
        }
    })
    .await;
}

#[tokio::test]
async fn each_file_has_its_own_caption_where_there_is_one_for_each() {
    // spec: A108
    on_both(async |desk| {
        let (admin, line, program) = connected(desk).await;
        let number = new_number();
        let form = Form::new()
            .text("number", number.clone())
            .text("body", "A nota")
            .text("body", " ")
            .text("body", "O boleto")
            .part("medias", file("nota.pdf"))
            .part("medias", file("recibo.pdf"))
            .part("medias", file("boleto.pdf"));
        program.upload(SEND, form).await.ok();
        until_reached(desk, line, &number, 3).await;
        let ticket = ticket_of(&admin, &number, "closed").await;
        let shown = messages(&admin, &ticket).await;
        let bodies: Vec<_> = shown.iter().map(|it| it["body"].clone()).collect();
        assert_eq!(bodies, ["A nota", "recibo.pdf", "O boleto"]);
    })
    .await;
}

#[tokio::test]
async fn a_form_closes_the_ticket_and_waits_for_the_number_as_json_does() {
    // spec: A108
    on_both(async |desk| {
        let (admin, line, program) = connected(desk).await;
        let number = new_number();
        desk.say(line, &number, "Beatriz", "Oi").await;
        ticket_of(&admin, &number, "pending").await;
        let form = |more: &'static str| {
            Form::new()
                .text("number", number.clone())
                .text("body", "Olá, {{firstName}}!")
                .text(more, "true")
        };
        program.upload(SEND, form("closeTicket")).await.ok();
        ticket_of(&admin, &number, "closed").await;
        let reached = until_reached(desk, line, &number, 1).await;
        assert_eq!(reached, ["Olá, Beatriz!"], "variables are filled");

        admin.delete(&format!("/whatsappsession/{line}")).await.ok();
        let path = format!("/whatsapp/{line}");
        until("the number is off", async || {
            admin.get(&path).await.ok()["status"] == "DISCONNECTED"
        })
        .await;
        let refused = program.upload(SEND, form("closeTicket")).await;
        assert_eq!(refused.refusal(), (409, "ERR_WAPP_NOT_INITIALIZED"));
        let kept = program.upload(SEND, form("queue")).await.ok();
        assert_eq!(kept["status"], "queued");
    })
    .await;
}

#[tokio::test]
async fn a_new_contact_is_told_and_a_repeated_key_says_that_the_message_was_sent() {
    // spec: A108
    on_both(async |desk| {
        let (admin, line, program) = connected(desk).await;
        let mut socket = TestSocket::open(desk, &admin).await;
        let (number, key) = (new_number(), unique());
        let wish = json!({ "number": number, "body": "Uma vez só" });
        let first = with_key(&program, &key, &wish).await.ok();
        let event = format!("company-{}-contact", admin.company());
        socket
            .event_where(&event, |told| {
                told["action"] == "create" && told["contact"]["number"] == number
            })
            .await;
        let path = format!("{SEND}/{}", first["id"]);
        until("it is on the phone", async || {
            program.get(&path).await.ok()["status"] == "delivered"
        })
        .await;
        let again = with_key(&program, &key, &wish).await.ok();
        assert_eq!(
            (&again["id"], &again["status"]),
            (&first["id"], &json!("sent"))
        );
        // the key of one number is another message's with another number
        let (_, other) = another(desk, &admin).await;
        let own = with_key(&other, &key, &wish).await.ok();
        assert_ne!(own["id"], first["id"]);
        until_reached(desk, line, &number, 1).await;
    })
    .await;
}

/// Sends a file under a key. Answers status and body.
async fn file_with_key(program: &Session, number: &str, key: &str, more: usize) -> (u16, Value) {
    let part = Part::bytes(paper(more)).file_name("nota.pdf");
    let form = Form::new()
        .text("number", number.to_owned())
        .text("body", "A sua nota")
        .part("medias", part);
    let request = Client::new()
        .post(format!("{}/api{SEND}", program.base))
        .bearer_auth(program.token.as_deref().expect("a token"))
        .header("idempotency-key", key);
    let answer = request.multipart(form).send().await.expect("an answer");
    let status = answer.status().as_u16();
    (status, answer.json().await.expect("JSON"))
}

#[tokio::test]
async fn another_file_under_the_same_key_is_refused() {
    // spec: A108
    on_both(async |desk| {
        let (_, line, program) = connected(desk).await;
        let (number, key) = (new_number(), unique());
        let (_, first) = file_with_key(&program, &number, &key, 0).await;
        until_reached(desk, line, &number, 1).await;
        let (status, again) = file_with_key(&program, &number, &key, 0).await;
        assert_eq!((status, &again["ids"]), (200, &first["ids"]));
        let (status, refused) = file_with_key(&program, &number, &key, 1).await;
        assert_eq!(
            (status, &refused["error"]),
            (422, &json!("ERR_IDEMPOTENCY_KEY"))
        );
    })
    .await;
}

#[tokio::test]
async fn that_a_number_is_not_on_whatsapp_is_believed_for_thirty_days() {
    // spec: A108
    on_both(async |desk| {
        let (_, _, program) = connected(desk).await;
        // the simulator has no such customers
        let number = format!("{}00000", new_number().get(..8).expect("digits"));
        let wish = json!({ "number": number, "body": "Oi" });
        let said = program.post(SEND, &wish).await.ok();
        let path = format!("{SEND}/{}", said["id"]);
        until("it has failed", async || {
            program.get(&path).await.ok()["status"] == "failed"
        })
        .await;
        let asked_ago = |days: i64| {
            let at = (SystemClock.now() - TimeDelta::days(days)).to_rfc3339();
            desk.execute(&format!(
                "UPDATE messages SET created_at = '{at}' WHERE id = {}",
                said["id"]
            ));
        };
        asked_ago(29);
        let refused = program.post(SEND, &wish).await;
        assert_eq!(refused.refusal(), (400, "ERR_WAPP_INVALID_CONTACT"));
        asked_ago(31);
        assert_eq!(program.post(SEND, &wish).await.ok()["status"], "queued");
    })
    .await;
}

#[tokio::test]
async fn a_token_is_kept_as_a_hash_and_shown_by_its_first_letters() {
    // spec: A108
    on_both(async |desk| {
        let (admin, line, _) = connected(desk).await;
        let token = format!("gch_{}", unique());
        let path = format!("/whatsapp/{line}");
        let changed = admin.put(&path, &json!({ "token": token })).await;
        let beginning = token.get(..5).expect("letters");
        assert_eq!(changed.body["token"], format!("{beginning}…"));
        for told in [changed, admin.get(&path).await] {
            assert!(told.body["tokenSet"] == true && !told.text.contains(&token));
        }
        let hash = hex::encode(Sha256::digest(token.as_bytes()));
        let kept = format!("SELECT COUNT(*) FROM connections WHERE token_hash = '{hash}'");
        assert_eq!(desk.number(&kept), 1);
    })
    .await;
}
