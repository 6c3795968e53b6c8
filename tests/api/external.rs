//! The message API: a program that has the token of a number sends, and can do nothing else.

use guiche_storage::model::{Clock as _, SystemClock};
use reqwest::{
    Client,
    header::{HeaderMap, HeaderValue},
    multipart::{Form, Part},
};
use serde_json::{Value, json};

use super::{
    ADMIN, MARINA,
    companies::{company, plan},
    connection,
    first_hour::{new_line, until_connected},
    messages, new_number, open_ticket,
    support::{Answer, SUPER, Session, TestDesk, on_both, unique, until},
    ticket_of,
};

pub(super) const SEND: &str = "/messages/send";
const REFUSED: (u16, &str) = (401, "ERR_API_TOKEN");

/// Gives a number a token. Answers a program that has it.
pub(super) async fn program(desk: &TestDesk, admin: &Session, line: i64) -> Session {
    let token = format!("gch_{}", unique());
    let path = format!("/whatsapp/{line}");
    admin.put(&path, &json!({ "token": token })).await.ok();
    let mut program = desk.stranger();
    program.token = Some(token);
    program
}

/// A number of a company that is connected, and a program that speaks for it.
pub(super) async fn another(desk: &TestDesk, admin: &Session) -> (i64, Session) {
    let line = json!({ "name": format!("Linha {}", new_number()), "provider": "simulator" });
    let line = admin.post("/whatsapp", &line).await.ok();
    let line = line["id"].as_i64().expect("an id");
    until_connected(desk, admin, line).await;
    (line, program(desk, admin, line).await)
}

/// A new company's admin, with a number and a program that speaks for it.
pub(super) async fn connected(desk: &TestDesk) -> (Session, i64, Session) {
    let host = desk.session(SUPER).await;
    let large = plan(&host, &json!({})).await;
    let (_, admin) = company(&host, &json!({ "planId": large["id"] })).await;
    let (line, program) = another(desk, &admin).await;
    (admin, line, program)
}

/// Calls with a key.
pub(super) async fn with_key(program: &Session, key: &str, body: &Value) -> Answer {
    let mut headers = HeaderMap::new();
    let token = format!("Bearer {}", program.token.as_deref().expect("a token"));
    headers.insert("authorization", HeaderValue::from_str(&token).unwrap());
    headers.insert("idempotency-key", HeaderValue::from_str(key).unwrap());
    let client = Client::builder().default_headers(headers).build().unwrap();
    let request = client.post(format!("{}/api{SEND}", program.base));
    let answer = request.json(body).send().await.expect("an answer");
    let (status, headers) = (answer.status(), answer.headers().clone());
    let text = answer.text().await.expect("a whole answer");
    Answer {
        status,
        headers,
        body: serde_json::from_str(&text).unwrap_or_default(),
        text,
    }
}

pub(super) async fn until_reached(
    desk: &TestDesk,
    line: i64,
    number: &str,
    count: usize,
) -> Vec<String> {
    until("the phone has the messages", async || {
        desk.reached(line, number).await.len() == count
    })
    .await;
    desk.reached(line, number).await
}

#[tokio::test]
async fn a_program_sends_a_text_by_the_number_whose_token_it_has() {
    // spec: A108
    on_both(async |desk| {
        let (admin, line, program) = connected(desk).await;
        let number = new_number();
        let (country, rest) = number.split_at(2);
        let wish = json!({ "number": format!("+{country} {rest}"), "body": "Seu pedido saiu" });
        let said = program.post(SEND, &wish).await.ok();
        assert_eq!(said["mensagem"], "Mensagem enviada");
        assert_eq!(said["status"], "queued");
        assert_eq!(said["ids"], json!([said["id"]]));
        assert_eq!(
            until_reached(desk, line, &number, 1).await,
            ["Seu pedido saiu"]
        );

        let contact = format!("/contacts/{}", said["contactId"]);
        let contact = admin.get(&contact).await.ok();
        assert_eq!(
            (&contact["number"], &contact["name"]),
            (&json!(number), &json!(number))
        );
        let ticket = ticket_of(&admin, &number, "closed").await;
        assert_eq!(ticket["id"], said["ticketId"], "it is history");
        assert_eq!(ticket["unreadMessages"], 0);
        let shown = messages(&admin, &ticket).await;
        assert_eq!(shown[0]["author"], "api");
        assert_eq!(shown[0]["userId"], Value::Null);
        let path = format!("{SEND}/{}", said["id"]);
        until("the program reads that it was sent", async || {
            let state = program.get(&path).await.ok()["status"].clone();
            ["sent", "delivered", "read"].contains(&state.as_str().expect("a word"))
        })
        .await;

        // the customer answers: now somebody has to look
        desk.say(line, &number, "Beatriz", "Obrigada!").await;
        let waiting = ticket_of(&admin, &number, "pending").await;
        let again = program.post(SEND, &wish).await.ok();
        assert_eq!(again["ticketId"], waiting["id"]);
        let after = ticket_of(&admin, &number, "pending").await;
        assert_eq!(after["unreadMessages"], waiting["unreadMessages"]);
    })
    .await;
}

#[tokio::test]
async fn files_go_with_the_text_or_their_names_as_captions() {
    // spec: A108
    on_both(async |desk| {
        let (admin, line, program) = connected(desk).await;
        let file = |name: &'static str| Part::bytes(&b"%PDF-1.4\n%%EOF\n"[..]).file_name(name);
        let number = new_number();
        let form = Form::new()
            .text("number", number.clone())
            .text("body", "A sua nota")
            .part("medias", file("nota.pdf"))
            .part("medias[]", file("boleto.pdf"));
        let said = program.upload(SEND, form).await.ok();
        assert_eq!(said["ids"].as_array().map(Vec::len), Some(2));
        until_reached(desk, line, &number, 2).await;
        let ticket = ticket_of(&admin, &number, "closed").await;
        let shown = messages(&admin, &ticket).await;
        let bodies: Vec<_> = shown.iter().map(|it| it["body"].clone()).collect();
        assert_eq!(bodies, ["A sua nota", "A sua nota"]);
        assert_eq!(shown[0]["mediaName"], "nota.pdf");
        let other = new_number();
        let form = Form::new()
            .text("number", other.clone())
            .part("medias", file("boleto.pdf"));
        program.upload(SEND, form).await.ok();
        let ticket = ticket_of(&admin, &other, "closed").await;
        assert_eq!(messages(&admin, &ticket).await[0]["body"], "boleto.pdf");
        let form = Form::new().text("number", other).text("body", "Só texto");
        program.upload(SEND, form).await.ok();
    })
    .await;
}

#[tokio::test]
async fn a_token_opens_its_own_number_and_nothing_else() {
    // spec: A108
    on_both(async |desk| {
        let (admin, line, program) = connected(desk).await;
        let wish = json!({ "number": new_number(), "body": "Oi" });
        let said = program.post(SEND, &wish).await.ok();
        for path in ["/tickets", "/contacts", "/messages-api", "/whatsapp"] {
            let refused = program.get(path).await;
            assert_eq!(refused.refusal(), (403, "ERR_TOKEN_INVALID"), "{path}");
        }
        let mut stranger = desk.stranger();
        for token in [None, Some("x".to_owned()), admin.token.clone()] {
            stranger.token = token;
            let refused = stranger.post(SEND, &wish).await;
            assert_eq!(refused.body["error"], "Acesso não permitido");
            assert_eq!(refused.refusal(), REFUSED);
            let path = format!("{SEND}/{}", said["id"]);
            assert_eq!(stranger.get(&path).await.refusal(), REFUSED);
        }
        // what another number sent is unknown, of the same company and of another one
        let own = another(desk, &admin).await.1;
        let (_, _, foreign) = connected(desk).await;
        for stranger in [&own, &foreign] {
            let refused = stranger.get(&format!("{SEND}/{}", said["id"])).await;
            assert_eq!(refused.refusal(), (404, "ERR_NO_MESSAGE_FOUND"));
        }
        // what an attendant said is not the program's
        let marina = desk.session(MARINA).await;
        let (ticket, _) = open_ticket(desk, &marina).await;
        let path = format!("/messages/{}", ticket["id"]);
        let typed = marina.post(&path, &json!({ "body": "Bom dia" })).await.ok();
        let aurora = desk.session(ADMIN).await;
        let matriz = connection(&aurora, "Matriz").await;
        let of_matriz = super::external::program(desk, &aurora, matriz).await;
        let path = format!("{SEND}/{}", typed["message"]["id"]);
        assert_eq!(
            of_matriz.get(&path).await.refusal(),
            (404, "ERR_NO_MESSAGE_FOUND")
        );
        // another token: the old one is nothing any more, and the record says that it was changed
        let renewed = super::external::program(desk, &admin, line).await;
        assert_eq!(program.post(SEND, &wish).await.refusal(), REFUSED);
        renewed.post(SEND, &wish).await.ok();
        let record = admin.get("/audit").await;
        assert!(
            record.text.contains("\"field\":\"token\""),
            "{}",
            record.text
        );
        assert!(!record.text.contains("gch_"), "{}", record.text);
        let gone = json!({ "token": "" });
        admin.put(&format!("/whatsapp/{line}"), &gone).await.ok();
        assert_eq!(renewed.post(SEND, &wish).await.refusal(), REFUSED);
    })
    .await;
}

#[tokio::test]
async fn the_same_key_sends_once_and_another_message_under_it_is_refused() {
    on_both(async |desk| {
        let (_, line, program) = connected(desk).await;
        let (number, key) = (new_number(), unique());
        let wish = json!({ "number": number, "body": "Uma vez só" });
        let first = with_key(&program, &key, &wish).await.ok();
        until_reached(desk, line, &number, 1).await;
        let again = with_key(&program, &key, &wish).await.ok();
        for field in ["id", "ids", "ticketId", "contactId", "mensagem"] {
            assert_eq!(again[field], first[field], "{field}");
        }
        for (field, value) in [("body", json!("Outra")), ("number", json!(new_number()))] {
            let mut other = wish.clone();
            other[field] = value;
            let refused = with_key(&program, &key, &other).await;
            assert_eq!(refused.refusal(), (422, "ERR_IDEMPOTENCY_KEY"), "{field}");
        }
        let long = with_key(&program, &"k".repeat(101), &wish).await;
        assert_eq!(long.refusal(), (400, "ERR_VALIDATION"));
        with_key(&program, &unique(), &wish).await.ok();
        until_reached(desk, line, &number, 2).await;
        // asked at once: one message
        let (number, key) = (new_number(), unique());
        let wish = json!({ "number": number, "body": "Depressa" });
        let calls = (0..5).map(|_| with_key(&program, &key, &wish));
        let all = futures_util::future::join_all(calls).await;
        let ids: Vec<_> = all
            .into_iter()
            .map(|answer| answer.ok()["id"].clone())
            .collect();
        assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
        assert_eq!(until_reached(desk, line, &number, 1).await, ["Depressa"]);
    })
    .await;
}

#[tokio::test]
async fn a_number_that_is_not_connected_refuses_unless_the_message_may_wait() {
    on_both(async |desk| {
        let (admin, line, program) = connected(desk).await;
        admin.delete(&format!("/whatsappsession/{line}")).await.ok();
        let path = format!("/whatsapp/{line}");
        until("the number is off", async || {
            admin.get(&path).await.ok()["status"] == "DISCONNECTED"
        })
        .await;
        let number = new_number();
        let mut wish = json!({ "number": number, "body": "Oi" });
        let refused = program.post(SEND, &wish).await;
        assert_eq!(refused.refusal(), (409, "ERR_WAPP_NOT_INITIALIZED"));
        let found = format!("/contacts?searchParam={number}");
        assert_eq!(admin.get(&found).await.ok()["count"], 0, "nothing was made");
        wish["queue"] = json!(true);
        assert_eq!(program.post(SEND, &wish).await.ok()["status"], "queued");
        admin
            .post(&format!("/whatsappsession/{line}"), &json!({}))
            .await
            .ok();
        until_connected(desk, &admin, line).await;
        assert_eq!(until_reached(desk, line, &number, 1).await, ["Oi"]);
    })
    .await;
}

#[tokio::test]
async fn a_number_that_whatsapp_does_not_know_is_refused_once_that_is_known() {
    on_both(async |desk| {
        let (_, _, program) = connected(desk).await;
        // the simulator has no such customers
        let number = format!("{}00000", new_number().get(..8).expect("digits"));
        let wish = json!({ "number": number, "body": "Oi" });
        let said = program.post(SEND, &wish).await;
        let path = format!("{SEND}/{}", said.ok()["id"]);
        until("it has failed", async || {
            program.get(&path).await.ok()["status"] == "failed"
        })
        .await;
        let refused = program.post(SEND, &wish).await;
        assert_eq!(refused.refusal(), (400, "ERR_WAPP_INVALID_CONTACT"));
    })
    .await;
}

#[tokio::test]
async fn a_ticket_is_closed_in_silence_and_a_blocked_contact_gets_nothing() {
    on_both(async |desk| {
        let (admin, line, program) = connected(desk).await;
        let farewell = json!({ "complationMessage": "Até logo!" });
        admin
            .put(&format!("/whatsapp/{line}"), &farewell)
            .await
            .ok();
        let number = new_number();
        desk.say(line, &number, "Beatriz", "Oi").await;
        let ticket = ticket_of(&admin, &number, "pending").await;
        let wish = json!({ "number": number, "body": "Resolvido", "closeTicket": true });
        let said = program.post(SEND, &wish).await.ok();
        assert_eq!(said["ticketId"], ticket["id"]);
        let closed = ticket_of(&admin, &number, "closed").await;
        assert_eq!(closed["id"], ticket["id"]);
        assert_eq!(until_reached(desk, line, &number, 1).await, ["Resolvido"]);

        let contact = format!("/contacts/{}", said["contactId"]);
        admin.put(&contact, &json!({ "blocked": true })).await.ok();
        let refused = program.post(SEND, &wish).await;
        assert_eq!(refused.refusal(), (400, "ERR_CONTACT_BLOCKED"));
    })
    .await;
}

#[tokio::test]
async fn bad_calls_are_refused_and_the_last_ones_are_shown_without_their_texts() {
    // spec: A017
    on_both(async |desk| {
        let (admin, line, program) = connected(desk).await;
        let number = new_number();
        program
            .post(SEND, &json!({ "number": number, "body": "Segredo" }))
            .await
            .ok();
        for body in [
            json!({ "body": "Oi" }),
            json!({ "number": "", "body": "Oi" }),
            json!({ "number": "1234567", "body": "Oi" }),
            json!({ "number": "1234567890123456", "body": "Oi" }),
            json!({ "number": number }),
            json!({ "number": number, "body": " " }),
            json!({ "number": number, "body": "a".repeat(4097) }),
            json!({ "number": "x@g.us", "body": "Oi" }),
        ] {
            let refused = program.post(SEND, &body).await;
            assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"), "{body}");
            assert!(
                refused.body["message"]
                    .as_str()
                    .is_some_and(|text| !text.is_empty())
            );
        }
        let huge = json!({ "number": number, "body": "a".repeat(5_000_000) });
        let refused = program.post(SEND, &huge).await;
        assert_eq!(refused.refusal(), (413, "ERR_PAYLOAD_TOO_LARGE"));

        let path = format!("/messages-api/{line}/calls");
        until("the calls are noted", async || {
            admin.get(&path).await.ok().as_array().map(Vec::len) == Some(10)
        })
        .await;
        let answer = admin.get(&path).await;
        for secret in [
            "Segredo",
            &number,
            program.token.as_deref().expect("a token"),
        ] {
            assert!(!answer.text.contains(secret), "{}", answer.text);
        }
        let calls = answer.ok();
        assert_eq!(
            (&calls[0]["status"], &calls[0]["code"]),
            (&json!(413), &json!("ERR_PAYLOAD_TOO_LARGE"))
        );
        let first = &calls[9];
        assert_eq!(
            (&first["status"], &first["code"], &first["kind"]),
            (&json!(200), &Value::Null, &json!("text"))
        );
    })
    .await;
}

#[tokio::test]
async fn the_page_says_when_a_token_was_used_last_and_a_new_one_never_was() {
    // spec: A017
    on_both(async |desk| {
        let (admin, line, program) = connected(desk).await;
        let before = SystemClock.now();
        let wish = json!({ "number": new_number(), "body": "Oi" });
        program.post(SEND, &wish).await.ok();
        let about = admin.get("/messages-api").await.ok();
        let all = about["connections"].as_array().expect("connections");
        let own = all
            .iter()
            .find(|one| one["id"] == line)
            .expect("the number");
        assert_eq!(
            (&about["perMinute"], &own["tokenSet"]),
            (&json!(60), &json!(true))
        );
        let used: chrono::DateTime<chrono::Utc> =
            serde_json::from_value(own["usedAt"].clone()).expect("a time");
        assert!(used >= before);
        super::external::program(desk, &admin, line).await;
        let about = admin.get("/messages-api").await.ok();
        let all = about["connections"].as_array().expect("connections");
        let own = all
            .iter()
            .find(|one| one["id"] == line)
            .expect("the number");
        assert_eq!(own["usedAt"], Value::Null, "another token was never used");
    })
    .await;
}

#[tokio::test]
async fn a_token_sends_sixty_a_minute_and_each_has_its_own_count() {
    // spec: A108
    on_both(async |desk| {
        let (admin, _, program) = connected(desk).await;
        let (_, other) = another(desk, &admin).await;
        // what is refused counts too
        let wish = json!({ "number": "1", "body": "Oi" });
        let mut refused = program.post(SEND, &wish).await;
        let mut taken = 0;
        while refused.refusal().0 != 429 && taken < 90 {
            assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"));
            taken += 1;
            refused = program.post(SEND, &wish).await;
        }
        // one more becomes free each second
        assert!(taken >= 60, "{taken}");
        assert_eq!(refused.refusal(), (429, "ERR_TOO_MANY_REQUESTS"));
        assert!(refused.retry_after());
        assert_eq!(
            other.post(SEND, &wish).await.refusal(),
            (400, "ERR_VALIDATION")
        );
    })
    .await;
}

#[tokio::test]
async fn the_plan_and_the_company_decide_at_once() {
    // spec: A108
    on_both(async |desk| {
        let host = desk.session(SUPER).await;
        let large = plan(&host, &json!({})).await;
        let (made, admin) = company(&host, &json!({ "planId": large["id"] })).await;
        let line = new_line(&admin).await;
        until_connected(desk, &admin, line).await;
        let program = program(desk, &admin, line).await;
        let wish = json!({ "number": new_number(), "body": "Oi" });
        let said = program.post(SEND, &wish).await.ok();
        let status = format!("{SEND}/{}", said["id"]);
        program.get(&status).await.ok();
        let path = format!("/plans/{}", large["id"]);
        host.put(&path, &json!({ "useExternalApi": false }))
            .await
            .ok();
        for refused in [program.post(SEND, &wish).await, program.get(&status).await] {
            assert_eq!(refused.refusal(), (403, "ERR_PLAN_FEATURE"));
        }
        host.put(&path, &json!({ "useExternalApi": true }))
            .await
            .ok();
        program.post(SEND, &wish).await.ok();
        let path = format!("/companies/{}", made["id"]);
        for (due, heard) in [
            ("2020-01-01T00:00:00Z", Some("ERR_COMPANY_EXPIRED")),
            ("2033-05-10T00:00:00Z", None),
        ] {
            host.put(&path, &json!({ "dueDate": due })).await.ok();
            let answer = program.post(SEND, &wish).await;
            assert_eq!(answer.body["error"].as_str(), heard, "{due}");
        }
        host.put(&path, &json!({ "status": false })).await.ok();
        assert_eq!(
            program.post(SEND, &wish).await.refusal(),
            (403, "ERR_COMPANY_INACTIVE")
        );
    })
    .await;
}
