//! Codes of the core document that only come up when something goes wrong, each brought about.

use serde_json::json;

use super::{
    ADMIN, MARINA, connection, new_number, open_ticket,
    support::{TestDesk, backends, on_both, until},
};

#[tokio::test]
async fn a_connection_is_missing_or_not_ready() {
    // spec: S116
    for backend in backends() {
        let desk = TestDesk::start(backend, &[]).await;
        let admin = desk.session(ADMIN).await;
        let contact = json!({ "name": "Cliente Novo", "number": new_number() });
        let contact = admin.post("/contacts", &contact).await.ok();
        let mut wish = json!({ "contactId": contact["id"], "whatsappId": 999_999_999 });
        let refused = admin.post("/tickets", &wish).await;
        assert_eq!(refused.refusal(), (404, "ERR_NO_WAPP_FOUND"));

        let all = admin.get("/whatsapp?session=0").await.ok();
        for line in all.as_array().expect("connections") {
            let session = format!("/whatsappsession/{}", line["id"]);
            if line["status"] == "CONNECTED" {
                // its numbers are shown letters only while it waits for a phone
                let number = json!({ "number": new_number() });
                let refused = admin
                    .post(&format!("{session}/pairing-code"), &number)
                    .await;
                assert_eq!(refused.refusal(), (409, "ERR_WAPP_NOT_INITIALIZED"));
            }
            admin.delete(&session).await;
        }
        until("no number is connected", async || {
            let all = admin.get("/whatsapp?session=0").await.ok();
            let mut all = all.as_array().expect("connections").iter();
            all.all(|line| line["status"] != "CONNECTED")
        })
        .await;
        wish["whatsappId"] = json!(null);
        let refused = admin.post("/tickets", &wish).await;
        assert_eq!(refused.refusal(), (400, "ERR_NO_DEF_WAPP_FOUND"));
    }
}

#[tokio::test]
async fn a_message_cannot_be_written_or_its_send_exists_already() {
    // spec: S120
    for backend in backends() {
        let desk = TestDesk::start(backend, &[]).await;
        let marina = desk.session(MARINA).await;
        let (ticket, _) = open_ticket(&desk, &marina).await;
        let path = format!("/messages/{}", ticket["id"]);
        let first = marina.post(&path, &json!({ "body": "Um" })).await.ok();
        let id = first["message"]["id"].as_i64().expect("an id");
        // the name of the next message's send is taken
        desk.execute(&format!(
            "UPDATE outbox SET dedupe_key = 'message:{}' WHERE dedupe_key = 'message:{id}'",
            id + 1
        ));
        let refused = marina.post(&path, &json!({ "body": "Dois" })).await;
        assert_eq!(refused.refusal(), (400, "ERR_CREATING_MESSAGE"));
        let page = marina.get(&path).await.ok();
        let said = page["messages"].as_array().expect("messages");
        assert!(said.iter().all(|it| it["body"] != "Dois"), "all or nothing");
    }
}

#[tokio::test]
async fn a_ticket_cannot_be_made_although_none_is_in_the_way() {
    // spec: S123
    for backend in backends() {
        let desk = TestDesk::start(backend, &[]).await;
        let admin = desk.session(ADMIN).await;
        let contact = json!({ "name": "Cliente Novo", "number": new_number() });
        let contact = admin.post("/contacts", &contact).await.ok();
        // by its name: no number may be connected yet
        let line = connection(&admin, "Matriz").await;
        let wish = json!({
            "contactId": contact["id"], "whatsappId": line, "status": "open", "userId": admin.id(),
        });
        let first = admin.post("/tickets", &wish).await.ok();
        let path = format!("/tickets/{}", first["id"]);
        admin.put(&path, &json!({ "status": "closed" })).await.ok();
        // as if another node had made one and closed it again in between
        desk.execute(&format!(
            "CREATE UNIQUE INDEX one_for_ever ON tickets (contact_id) WHERE contact_id = {}",
            contact["id"]
        ));
        let refused = admin.post("/tickets", &wish).await;
        assert_eq!(refused.refusal(), (400, "ERR_CREATING_TICKET"));
        admin.delete(&path).await.ok();
        let refused = admin.get(&path).await;
        assert_eq!(refused.refusal(), (404, "ERR_NO_TICKET_FOUND"));
        admin.post("/tickets", &wish).await.ok();
    }
}

#[tokio::test]
async fn a_contacts_fields_have_the_bounds_of_its_form() {
    // spec: S073
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let made = json!({ "name": "Cliente Novo", "number": new_number() });
        let made = admin.post("/contacts", &made).await.ok();
        let path = format!("/contacts/{}", made["id"]);
        let random = new_number();
        let digits = |count: usize| {
            random
                .chars()
                .chain("9999".chars())
                .take(count)
                .collect::<String>()
        };
        for (field, value, is_taken) in [
            ("name", "B".to_owned(), false),
            ("name", "Bi".to_owned(), true),
            ("name", "B".repeat(50), true),
            ("name", "B".repeat(51), false),
            ("number", digits(7), false),
            // its end, where it differs from all others
            ("number", random.chars().skip(5).collect(), true),
            ("number", digits(15), true),
            ("number", format!("{:50}", digits(15)), true),
            ("number", format!("{:51}", digits(15)), false),
            ("number", digits(16), false),
            ("email", "bia@".to_owned(), false),
            ("email", String::new(), true),
            ("email", "bia@exemplo.example".to_owned(), true),
        ] {
            let answer = admin.put(&path, &json!({ field: value })).await;
            if is_taken {
                answer.ok();
            } else {
                assert_eq!(answer.refusal(), (400, "ERR_VALIDATION"), "{field} {value}");
                assert!(answer.body["details"][field].is_array(), "{}", answer.body);
            }
        }
    })
    .await;
}
