//! What a ticket is made of, and what of it is changed by hand.

use serde_json::{Value, json};

use super::{
    ADMIN, MARINA, VIDA, connection, new_number, open_ticket,
    support::{Session, on_both, until},
};

/// The fields of a ticket, as the requirement has them.
const FIELDS: [&str; 22] = [
    "id",
    "uuid",
    "status",
    "queueId",
    "queue",
    "userId",
    "user",
    "contactId",
    "contact",
    "whatsappId",
    "whatsapp",
    "tags",
    "informations",
    "useIntegration",
    "promptId",
    "integrationId",
    "chatbot",
    "isGroup",
    "lastMessage",
    "unreadMessages",
    "updatedAt",
    "messages",
];

async fn prompt(admin: &Session) -> Value {
    let queues = admin.get("/queue").await.ok();
    let wish = json!({
        "name": format!("Vendas {}", new_number()), "prompt": "Você atende a loja.",
        "apiKey": "sk-aurora-0123456789-3kQ9", "queueId": queues[0]["id"],
    });
    admin.post("/prompt", &wish).await.ok()["id"].clone()
}

fn bodies(ticket: &Value) -> Vec<&str> {
    let all = ticket["messages"].as_array().expect("messages").iter();
    all.map(|one| one["body"].as_str().expect("a body"))
        .collect()
}

/// What is written of the customer of a ticket.
async fn describe(session: &Session, ticket: &Value) -> Value {
    let wish = json!({
        "email": "bia@exemplo.example", "extraInfo": [{ "name": "CPF", "value": "123" }],
    });
    let path = format!("/contacts/{}", ticket["contactId"]);
    session.put(&path, &wish).await.ok();
    wish
}

/// Has every field, and this queue.
fn assert_whole(read: &Value, queue: &Value) {
    for field in FIELDS {
        assert!(read.get(field).is_some(), "{field}");
    }
    for field in ["id", "name", "color"] {
        assert_eq!(read["queue"][field], queue[field]);
    }
    for (part, fields) in [
        ("user", ["id", "name"].as_slice()),
        ("contact", &["id", "name", "number"]),
        ("whatsapp", &["id", "name"]),
    ] {
        for field in fields {
            assert!(!read[part][field].is_null(), "{part}.{field}");
        }
    }
    for (id, part) in [
        ("queueId", "queue"),
        ("userId", "user"),
        ("contactId", "contact"),
        ("whatsappId", "whatsapp"),
    ] {
        assert_eq!(read[id], read[part]["id"]);
    }
}

#[tokio::test]
async fn a_ticket_by_its_number_has_every_field_and_what_was_said_in_it_last() {
    // spec: S044 S045 S096 S098
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let (ticket, number) = open_ticket(desk, &marina).await;
        let matriz = connection(&marina, "Matriz").await;
        let path = format!("/tickets/{}", ticket["id"]);
        let queue = marina.user["queues"][0].clone();
        let to_queue = json!({ "queueId": queue["id"], "userId": marina.id() });
        marina.put(&path, &to_queue).await.ok();
        let described = describe(&marina, &ticket).await;
        let read = marina.get(&path).await.ok();
        assert_eq!(ticket["queueId"], Value::Null);
        assert!(read["updatedAt"].as_str() > ticket["updatedAt"].as_str());
        assert_whole(&read, &queue);
        assert_eq!(read["user"]["name"], marina.user["name"]);
        let customer = &read["contact"];
        for line in [&read["whatsapp"], &customer["whatsapp"]] {
            assert_eq!(line["name"], "Matriz");
        }
        for field in ["email", "extraInfo"] {
            assert_eq!(customer[field], described[field]);
        }
        let name = read["uuid"].as_str().expect("a name");
        let by_name = marina.get(&format!("/tickets/u/{name}")).await.ok();
        assert_eq!(by_name["id"], read["id"]);
        assert_eq!(bodies(&read), ["Oi, meu pedido não chegou"]);

        let said = format!("/messages/{}", ticket["id"]);
        let whisper = json!({ "body": "Cliente VIP", "isPrivate": true });
        marina.post(&said, &whisper).await.ok();
        let mut expected = Vec::new();
        for place in 0..20 {
            let body = format!("Linha {place}");
            marina.post(&said, &json!({ "body": body })).await.ok();
            expected.push(body);
        }
        let read = marina.get(&path).await.ok();
        assert_eq!(bodies(&read), expected, "the last 20, no whisper");
        assert_eq!(read["lastMessage"], "Linha 19");
        // of this ticket alone, although its customer had another one
        marina
            .put(&path, &json!({ "status": "closed", "silently": true }))
            .await
            .ok();
        until("all is on the phone", async || {
            desk.reached(matriz, &number).await.len() == 20
        })
        .await;
        desk.say(matriz, &number, "Beatriz Nogueira", "Voltei")
            .await;
        let again = super::ticket_of(&marina, &number, "pending").await;
        let again = marina.get(&format!("/tickets/{}", again["id"])).await.ok();
        assert_eq!(bodies(&again), ["Voltei"]);
    })
    .await;
}

#[tokio::test]
async fn a_ticket_is_given_to_a_chosen_prompt_and_taken_from_it() {
    // spec: S045 S098
    on_both(async |desk| {
        let (admin, vida) = (desk.session(ADMIN).await, desk.session(VIDA).await);
        let (own, foreign) = (prompt(&admin).await, prompt(&vida).await);
        let (ticket, _) = open_ticket(desk, &admin).await;
        let path = format!("/tickets/{}", ticket["id"]);
        let to = |id: &Value| json!({ "useIntegration": true, "promptId": id });
        let refused = admin.put(&path, &to(&foreign)).await;
        assert_eq!(refused.refusal(), (404, "ERR_NO_PROMPT_FOUND"));
        let of = |it: &Value| {
            [&it["useIntegration"], &it["promptId"], &it["integrationId"]].map(Clone::clone)
        };
        let given = admin.put(&path, &to(&own)).await.ok();
        assert_eq!(of(&given), [json!(true), own.clone(), Value::Null]);
        let read = admin.get(&path).await.ok();
        assert_eq!(of(&read), of(&given), "it is kept");
        let none = [json!(false), Value::Null, Value::Null];
        for (closed, nothing) in [
            (false, json!(null)),
            (false, json!(false)),
            (true, json!(false)),
        ] {
            admin.put(&path, &to(&own)).await.ok();
            let mut away =
                json!({ "useIntegration": false, "promptId": nothing, "integrationId": nothing });
            if closed {
                away["status"] = json!("closed");
            }
            let taken = admin.put(&path, &away).await.ok();
            assert_eq!(of(&taken), none, "{away}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_ticket_is_moved_to_another_number_of_the_company_alone() {
    // spec: S064 S098
    on_both(async |desk| {
        let (admin, vida) = (desk.session(ADMIN).await, desk.session(VIDA).await);
        let (ticket, _) = open_ticket(desk, &admin).await;
        let path = format!("/tickets/{}", ticket["id"]);
        let lines = admin.get("/whatsapp").await.ok();
        let lines = lines.as_array().expect("numbers").iter();
        let other = lines
            .map(|line| &line["id"])
            .find(|id| **id != ticket["whatsappId"])
            .expect("another number");
        let foreign = vida.get("/whatsapp").await.ok()[0]["id"].clone();
        let refused = admin.put(&path, &json!({ "whatsappId": foreign })).await;
        assert_eq!(refused.refusal(), (404, "ERR_NO_WAPP_FOUND"));
        let moved = admin.put(&path, &json!({ "whatsappId": other })).await.ok();
        assert_eq!(
            (&moved["whatsappId"], &moved["whatsapp"]["id"]),
            (other, other)
        );
        assert_eq!(
            (&moved["status"], &moved["userId"], &moved["queueId"]),
            (&ticket["status"], &ticket["userId"], &ticket["queueId"])
        );
    })
    .await;
}
