//! The simulator's face: what customers may do, and what is refused.

use std::sync::{Arc, Mutex};

use actix_web::{
    App,
    http::{Method, StatusCode},
    test::{self, TestRequest},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use guiche_storage::{
    connections::{self, ConnectionForm},
    media::MediaStore,
    model::{
        ConnectionId,
        connection::{ConnectionTexts, ProviderKind},
    },
};
use serde_json::{Value, json};

use super::{
    support::TestDesk,
    uploads::{form, multipart},
};
use crate::simulator::{self, Simulator};

const NUMBER: &str = "5511988887777";

struct Phones {
    desk: TestDesk,
    store: MediaStore,
    cid: ConnectionId,
    woken: Arc<Mutex<usize>>,
}

impl Phones {
    async fn new() -> Self {
        let desk = TestDesk::new().await;
        let store = MediaStore::open(&desk.app.config.data_dir, "node", b"key").unwrap();
        let connection = ConnectionForm {
            name: "Matriz".into(),
            is_default: true,
            queue_ids: Vec::new(),
            texts: ConnectionTexts::default(),
            phone_number_id: None,
            waba_id: None,
            prompt_id: None,
            integration_id: None,
        };
        let (company, now) = (desk.company, desk.app.clock.now());
        let written = desk
            .app
            .db
            .write(async |conn| {
                connections::insert(conn, company, ProviderKind::Simulator, &connection, now).await
            })
            .await
            .unwrap();
        Self {
            desk,
            store,
            cid: written.connection.id,
            woken: Arc::default(),
        }
    }

    async fn send(&self, request: TestRequest) -> (StatusCode, Value) {
        let woken = Arc::clone(&self.woken);
        let simulator = Simulator {
            db: self.desk.app.db.clone(),
            clock: self.desk.app.clock.clone(),
            media: self.store.clone(),
            wake_inbox: Arc::new(move |_, _| *woken.lock().unwrap() += 1),
            wake_session: Arc::new(|_, _| ()),
            bank: None,
            billing: self.desk.app.billing.clone(),
            upload_bytes_max: 1000,
        };
        let app = App::new().configure(simulator::configure(simulator, "/simulator"));
        let response =
            test::call_service(&test::init_service(app).await, request.to_request()).await;
        let status = response.status();
        (
            status,
            serde_json::from_slice(&test::read_body(response).await).unwrap_or_default(),
        )
    }

    async fn post(&self, path: &str, body: Value) -> (StatusCode, Value) {
        let uri = format!("/simulator/{}/{path}", self.cid);
        self.send(TestRequest::post().uri(&uri).set_json(body))
            .await
    }

    async fn get(&self, path: &str) -> Value {
        self.send(TestRequest::get().uri(&format!("/simulator/{path}")))
            .await
            .1
    }

    async fn shown(&self) -> Value {
        self.get(&format!("{}/phones/{NUMBER}/messages", self.cid))
            .await
    }
}

#[actix_web::test]
async fn a_customer_writes_everything_that_whatsapp_has() {
    let phones = Phones::new().await;
    let write = |more: Value| {
        let mut body = json!({ "from": NUMBER, "pushName": "Beatriz" });
        body.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        phones.post("messages", body)
    };
    let (status, text) = write(json!({ "type": "text", "body": "Oi" })).await;
    assert_eq!(status, StatusCode::OK, "{text}");
    let id = text["id"].as_str().unwrap();
    for more in [
        json!({ "type": "text", "body": "sim", "quotedId": id }),
        json!({ "type": "location", "location": { "latitude": -23.5, "longitude": -46.6, "name": "Praça" } }),
        json!({ "type": "contacts", "contacts": [{ "name": "Ana", "number": "5511911112222" }] }),
        json!({ "type": "document", "media": { "data": "JVBERi0xLjQK", "name": "nota.pdf" } }),
        json!({ "type": "call" }),
        json!({ "type": "reaction", "targetId": id, "emoji": "💚" }),
        json!({ "type": "edit", "targetId": id, "body": "Olá" }),
    ] {
        let (status, answer) = write(more).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
    }
    let shown = phones.shown().await;
    let kinds: Vec<_> = shown
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["type"].clone())
        .collect();
    assert_eq!(
        json!(kinds),
        json!(["text", "text", "location", "contacts", "document", "call"])
    );
    assert_eq!(
        (&shown[0]["body"], &shown[0]["direction"]),
        (&json!("Olá"), &json!("in"))
    );
    assert_eq!(shown[1]["quotedId"], text["id"]);
    assert_eq!(shown[2]["location"]["name"], "Praça");
    assert_eq!(shown[4]["mime"], "application/pdf");
    assert!(
        shown[4]["mediaUrl"]
            .as_str()
            .unwrap()
            .starts_with("/media/")
    );
    assert_eq!(*phones.woken.lock().unwrap(), 8);
    let (status, _) = phones
        .post(&format!("messages/{id}/revoke"), json!({}))
        .await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(phones.shown().await[0]["deleted"], true);
    assert_eq!(
        phones.get(&format!("{}/phones", phones.cid)).await[0]["pushName"],
        "Beatriz"
    );
    assert_eq!(phones.get("connections").await[0]["companyName"], "Aurora");
}

#[actix_web::test]
async fn a_file_comes_as_a_form_too() {
    let phones = Phones::new().await;
    let uri = format!("/simulator/{}/messages", phones.cid);
    let parts = |size: usize| {
        let file = vec![b'a'; size];
        form(&[
            ("from", "", NUMBER.as_bytes()),
            ("type", "", b"image"),
            ("body", "", b"legenda"),
            (
                "media",
                "; filename=\"foto.png\"\r\nContent-Type: image/png",
                &file,
            ),
        ])
    };
    let (status, answer) = phones.send(multipart(&uri, parts(20))).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    let shown = phones.shown().await;
    assert_eq!(
        (&shown[0]["type"], &shown[0]["body"]),
        (&json!("document"), &json!("legenda"))
    );
    let (status, answer) = phones.send(multipart(&uri, parts(2000))).await;
    assert_eq!(
        (status, &answer["error"]),
        (
            StatusCode::PAYLOAD_TOO_LARGE,
            &json!("ERR_PAYLOAD_TOO_LARGE")
        )
    );
    assert_eq!(phones.shown().await.as_array().unwrap().len(), 1);
}

#[actix_web::test]
async fn nonsense_is_refused_and_nothing_is_stored() {
    let phones = Phones::new().await;
    for body in [
        json!({ "type": "text", "body": "Oi" }),
        json!({ "from": "abc", "body": "Oi" }),
        json!({ "from": "1234567", "body": "Oi" }),
        json!({ "from": NUMBER, "body": " " }),
        json!({ "from": NUMBER, "body": "x".repeat(4097) }),
        json!({ "from": NUMBER, "body": "a\u{0}b" }),
        json!({ "from": NUMBER, "pushName": "", "body": "Oi" }),
        json!({ "from": NUMBER, "type": "dance" }),
        json!({ "from": NUMBER, "type": "image" }),
        json!({ "from": NUMBER, "type": "image", "media": { "link": "http://127.0.0.1/x" } }),
        json!({ "from": NUMBER, "type": "image", "media": { "data": "%%%" } }),
        json!({ "from": NUMBER, "type": "location", "location": { "latitude": 91.0, "longitude": 0.0 } }),
        json!({ "from": NUMBER, "type": "contacts", "contacts": [] }),
        json!({ "from": NUMBER, "type": "reaction", "emoji": "💚" }),
        json!([1, 2]),
    ] {
        let (status, answer) = phones.post("messages", body.clone()).await;
        assert_eq!(
            (status, &answer["error"]),
            (StatusCode::BAD_REQUEST, &json!("ERR_VALIDATION")),
            "{body}"
        );
    }
    assert_eq!(phones.shown().await, json!([]));
    assert_eq!(*phones.woken.lock().unwrap(), 0);
    let (status, answer) = phones.post("receipts", json!({ "id": "x" })).await;
    assert_eq!(
        (status, &answer["error"]),
        (StatusCode::BAD_REQUEST, &json!("ERR_VALIDATION"))
    );
    let (status, answer) = phones
        .post("receipts", json!({ "id": "x", "ack": 9 }))
        .await;
    assert_eq!(
        (status, &answer["error"]),
        (StatusCode::BAD_REQUEST, &json!("ERR_VALIDATION"))
    );
    let (status, answer) = phones
        .post("receipts", json!({ "id": "x", "ack": 4 }))
        .await;
    assert_eq!(
        (status, &answer["error"]),
        (StatusCode::NOT_FOUND, &json!("ERR_NO_MESSAGE_FOUND"))
    );
    let elsewhere = TestRequest::get().uri("/simulator/999/ledger");
    let (status, answer) = phones.send(elsewhere).await;
    assert_eq!(
        (status, &answer["error"]),
        (StatusCode::NOT_FOUND, &json!("ERR_NO_WAPP_FOUND"))
    );
}

#[actix_web::test]
async fn a_phone_is_named_and_silenced() {
    let phones = Phones::new().await;
    let put = |body: Value| {
        let uri = format!("/simulator/{}/phones/+{NUMBER}", phones.cid);
        phones.send(
            TestRequest::with_uri(&uri)
                .method(Method::PUT)
                .set_json(body),
        )
    };
    let (status, phone) = put(json!({ "pushName": "Bia", "readReceipts": false })).await;
    assert_eq!((status, &phone["number"]), (StatusCode::OK, &json!(NUMBER)));
    let (_, phone) = put(json!({ "readReceipts": true })).await;
    assert_eq!(
        (&phone["pushName"], &phone["readReceipts"]),
        (&json!("Bia"), &json!(true))
    );
}

#[actix_web::test]
async fn the_own_phone_takes_only_what_is_shown_to_it() {
    let phones = Phones::new().await;
    let shown = async || phones.get(&format!("{}/session", phones.cid)).await;
    assert_eq!(
        shown().await["isPaired"],
        true,
        "as those of the demonstration"
    );
    let (status, _) = phones.post("session/logout", json!({})).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(shown().await["isPaired"], false);
    for (path, body) in [
        ("session/scan", json!({})),
        ("session/pair", json!({ "code": "ABCD1234" })),
    ] {
        let (status, answer) = phones.post(path, body).await;
        let refused = (StatusCode::CONFLICT, &json!("ERR_WAPP_NOT_INITIALIZED"));
        assert_eq!((status, &answer["error"]), refused, "nothing is shown");
    }
    for (path, body) in [
        ("session/pair", json!({})),
        ("session/scan", json!({ "number": "abc" })),
        ("session/drop", json!({ "seconds": -1 })),
        ("session/drop", json!({ "seconds": 86_401 })),
        ("session/close", json!({ "reason": "x".repeat(201) })),
    ] {
        let (status, answer) = phones.post(path, body).await;
        let refused = (StatusCode::BAD_REQUEST, &json!("ERR_VALIDATION"));
        assert_eq!((status, &answer["error"]), refused, "{path}");
    }
}

#[actix_web::test]
async fn people_write_in_groups_and_the_business_on_its_own_phone() {
    let phones = Phones::new().await;
    let group = json!({ "id": "120363000000000001", "name": "Fornecedores" });
    let in_group = json!({ "from": NUMBER, "pushName": "Beatriz", "body": "Oi", "group": group });
    let own = json!({ "from": NUMBER, "body": "Já ligo", "fromMe": true });
    for body in [in_group, own] {
        let (status, answer) = phones.post("messages", body).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
    }
    let path = format!("{}/phones/120363000000000001/messages", phones.cid);
    let shown = phones.get(&path).await;
    assert_eq!(shown[0]["authorName"], "Beatriz");
    let shown = phones.shown().await;
    assert_eq!(
        (&shown[0]["direction"], &shown[0]["fromOwnPhone"]),
        (&json!("out"), &json!(true))
    );
    assert_eq!(
        phones.get(&format!("{}/ledger", phones.cid)).await,
        json!([])
    );
}

#[actix_web::test]
async fn a_customer_shows_a_picture_and_takes_it_away() {
    const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    let png = STANDARD.decode(PNG).unwrap();
    let phones = Phones::new().await;
    let uri = format!("/simulator/{}/phones/{NUMBER}/picture", phones.cid);
    let put = async |bytes: &[u8]| {
        let name = "; filename=\"eu.png\"\r\nContent-Type: image/png";
        let body = form(&[("picture", name, bytes)]);
        phones.send(multipart(&uri, body).method(Method::PUT)).await
    };
    let shown = async || {
        let phones = phones.get(&format!("{}/phones", phones.cid)).await;
        phones[0]["pictureUrl"].clone()
    };
    let (status, _) = put(&png).await;
    assert_eq!(status, StatusCode::NOT_FOUND, "there is no such phone");
    phones
        .post("messages", json!({ "from": NUMBER, "body": "Oi" }))
        .await;
    assert_eq!(shown().await, Value::Null);
    let (status, answer) = put(&png).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    let first = shown().await;
    assert!(first.as_str().unwrap().starts_with("/media/"));
    let (status, answer) = put(b"not a picture").await;
    assert_eq!(status, StatusCode::BAD_REQUEST, "{answer}");
    assert_eq!(shown().await, first, "the one before stays");
    let (status, _) = phones.send(TestRequest::delete().uri(&uri)).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(shown().await, Value::Null);
    assert_eq!(*phones.woken.lock().unwrap(), 3);
}
