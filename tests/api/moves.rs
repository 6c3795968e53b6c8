//! Moving and deleting tickets: what may be named, what a repetition does, what goes with a deleted one.

use serde_json::{Value, json};

use super::{
    ADMIN, MARINA, RAFAEL, VIDA, connection, messages, new_number, open_ticket,
    support::{Session, on_both, until},
    ticket_of,
};

fn queues(session: &Session) -> Vec<i64> {
    let queues = session.user["queues"].as_array().unwrap();
    queues
        .iter()
        .map(|queue| queue["id"].as_i64().unwrap())
        .collect()
}

/// A queue of one who does not share it with the other.
fn only_of(one: &Session, other: &Session) -> i64 {
    let others = queues(other);
    let own = queues(one)
        .into_iter()
        .find(|queue| !others.contains(queue));
    own.expect("a queue that they do not share")
}

#[tokio::test]
async fn a_new_ticket_names_only_what_the_company_has() {
    // spec: S066 S097
    on_both(async |desk| {
        let (admin, vida) = (desk.session(ADMIN).await, desk.session(VIDA).await);
        let contact = json!({ "name": "Cliente", "number": new_number() });
        let contact = admin.post("/contacts", &contact).await.ok()["id"].clone();
        let other = json!({ "name": "Cliente", "number": new_number() });
        let other = vida.post("/contacts", &other).await.ok()["id"].clone();
        let foreign_queue = vida.get("/queue").await.ok()[0]["id"].clone();
        let foreign_connection = vida.get("/whatsapp").await.ok()[0]["id"].clone();
        let unknown = json!(999_999_999);
        for (field, foreign, code) in [
            ("contactId", other, "ERR_NO_CONTACT_FOUND"),
            ("queueId", foreign_queue, "ERR_NO_QUEUE_FOUND"),
            ("userId", json!(vida.id()), "ERR_NO_USER_FOUND"),
            ("whatsappId", foreign_connection, "ERR_NO_WAPP_FOUND"),
        ] {
            for id in [&foreign, &unknown] {
                let mut wish = json!({ "contactId": contact });
                wish[field] = id.clone();
                let answer = admin.post("/tickets", &wish).await;
                assert_eq!(answer.refusal(), (404, code), "{field} {id}");
            }
        }
        let ticket = admin
            .post("/tickets", &json!({ "contactId": contact }))
            .await
            .ok();
        assert_eq!(
            (&ticket["status"], &ticket["userId"]),
            (&json!("open"), &json!(admin.id()))
        );
    })
    .await;
}

#[tokio::test]
async fn a_new_ticket_is_held_by_whom_it_names_where_it_is_open_and_by_nobody_where_it_waits() {
    // spec: S097
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let wish = async |status: &str| {
            let contact = json!({ "name": "Cliente", "number": new_number() });
            let contact = admin.post("/contacts", &contact).await.ok();
            json!({
                "contactId": contact["id"], "queueId": queues(&marina)[0],
                "userId": marina.id(), "status": status,
            })
        };
        for (status, holder) in [("open", json!(marina.id())), ("pending", Value::Null)] {
            let ticket = admin.post("/tickets", &wish(status).await).await.ok();
            assert_eq!(
                (&ticket["status"], &ticket["userId"]),
                (&json!(status), &holder)
            );
        }
        for status in ["closed", "lead"] {
            let refused = admin.post("/tickets", &wish(status).await).await;
            assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"), "{status}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_ticket_goes_only_to_somebody_who_can_see_it_there() {
    // spec: S064 S087
    on_both(async |desk| {
        let (marina, rafael) = (desk.session(MARINA).await, desk.session(RAFAEL).await);
        let (ticket, _) = open_ticket(desk, &marina).await;
        let path = format!("/tickets/{}", ticket["id"]);
        let not_his = only_of(&marina, &rafael);
        let wish = json!({ "userId": rafael.id(), "queueId": not_his });
        assert_eq!(
            marina.put(&path, &wish).await.refusal(),
            (403, "ERR_NO_PERMISSION")
        );
        let kept = marina.get(&path).await.ok();
        assert_eq!(kept["userId"], marina.id());

        let his = queues(&rafael)[0];
        let moved = marina
            .put(&path, &json!({ "userId": rafael.id(), "queueId": his }))
            .await
            .ok();
        assert_eq!(
            (&moved["userId"], &moved["queueId"]),
            (&json!(rafael.id()), &json!(his))
        );
        assert_eq!(moved["status"], "open");
        assert_eq!(rafael.get(&path).await.ok()["id"], ticket["id"]);

        let contact = json!({ "name": "Cliente", "number": new_number() });
        let contact = marina.post("/contacts", &contact).await.ok();
        let wish = json!({ "contactId": contact["id"], "queueId": not_his, "userId": rafael.id() });
        assert_eq!(
            marina.post("/tickets", &wish).await.refusal(),
            (403, "ERR_NO_PERMISSION")
        );
    })
    .await;
}

#[tokio::test]
async fn a_move_that_is_repeated_is_made_once() {
    // spec: S059 S060 S061 S098
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let matriz = connection(&marina, "Matriz").await;
        let number = new_number();
        desk.say(matriz, &number, "Téo", "Bom dia").await;
        let ticket = ticket_of(&marina, &number, "pending").await;
        let path = format!("/tickets/{}", ticket["id"]);
        let said = async || messages(&admin, &ticket).await.len();
        for wish in [
            json!({ "status": "open", "userId": marina.id() }),
            json!({ "status": "pending", "userId": null }),
            json!({ "status": "open", "userId": marina.id() }),
            json!({ "queueId": queues(&marina)[0], "userId": null, "status": "pending" }),
            json!({ "status": "closed" }),
        ] {
            let once = marina.put(&path, &wish).await.ok();
            let words = said().await;
            let mut twice = marina.put(&path, &wish).await.ok();
            assert!(twice["updatedAt"].as_str() >= once["updatedAt"].as_str());
            twice["updatedAt"] = once["updatedAt"].clone();
            assert_eq!(twice, once, "{wish}");
            assert_eq!(said().await, words, "{wish} says nothing twice");
        }
        let note = json!({ "informations": "{\"instagram\":\"@bia\"}" });
        let noted = marina.put(&path, &note).await.ok();
        assert_eq!(noted["informations"], note["informations"]);
        assert_eq!(noted["status"], "closed");
        let kept = marina.put(&path, &json!({})).await.ok();
        assert_eq!(kept["informations"], note["informations"]);
        let cleared = marina
            .put(&path, &json!({ "informations": null }))
            .await
            .ok();
        assert_eq!(cleared["informations"], Value::Null);
    })
    .await;
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "one story, read from top to bottom")]
async fn a_deleted_ticket_takes_its_messages_and_what_was_to_be_sent_along() {
    // spec: S099
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let name = format!("Reserva {}", new_number());
        let wish =
            json!({ "name": name, "provider": "simulator", "queueIds": [queues(&marina)[0]] });
        let line = admin.post("/whatsapp", &wish).await.ok()["id"]
            .as_i64()
            .unwrap();
        let status = async |wanted: &str| {
            let path = format!("/whatsapp/{line}");
            until(&format!("the line is {wanted}"), async || {
                admin.get(&path).await.ok()["status"] == wanted
            })
            .await;
        };
        desk.pair(line).await;
        status("CONNECTED").await;
        let numbers = [new_number(), new_number()];
        let mut tickets = Vec::new();
        for number in &numbers {
            desk.say(line, number, "Ana", "Oi").await;
            let ticket = ticket_of(&admin, number, "pending").await;
            let take = json!({ "status": "open", "userId": admin.id() });
            tickets.push(
                admin
                    .put(&format!("/tickets/{}", ticket["id"]), &take)
                    .await
                    .ok(),
            );
        }
        let session = format!("/whatsappsession/{line}");
        admin.delete(&session).await.ok();
        status("DISCONNECTED").await;
        let mut sent = Vec::new();
        for ticket in &tickets {
            let path = format!("/messages/{}", ticket["id"]);
            sent.push(
                admin
                    .post(&path, &json!({ "body": "Já respondo" }))
                    .await
                    .ok()["message"]
                    .clone(),
            );
        }
        let [gone, kept] = &tickets[..] else {
            panic!("two tickets")
        };
        admin.delete(&format!("/tickets/{}", gone["id"])).await.ok();
        admin.post(&session, &json!({})).await.ok();
        desk.pair(line).await;
        until("the other one is on its phone", async || {
            desk.reached(line, &numbers[1]).await == ["Já respondo"]
        })
        .await;
        assert!(
            desk.reached(line, &numbers[0]).await.is_empty(),
            "nothing of a deleted ticket is sent"
        );

        let again = admin.delete(&format!("/tickets/{}", gone["id"])).await;
        assert_eq!(again.refusal(), (404, "ERR_NO_TICKET_FOUND"));
        let path = format!("/messages/{}", gone["id"]);
        assert_eq!(
            admin.get(&path).await.refusal(),
            (404, "ERR_NO_TICKET_FOUND")
        );
        let path = format!("/messages/{}/retry", sent[0]["id"]);
        assert_eq!(
            admin.post(&path, &json!({})).await.refusal(),
            (404, "ERR_NO_MESSAGE_FOUND")
        );
        assert_eq!(messages(&admin, kept).await.len(), 2);

        let contact = format!("/contacts/{}", gone["contactId"]);
        assert_eq!(
            admin.get(&contact).await.ok()["number"],
            numbers[0].as_str()
        );
        admin.delete(&contact).await.ok();
        let contact = format!("/contacts/{}", kept["contactId"]);
        assert_eq!(
            admin.delete(&contact).await.refusal(),
            (409, "ERR_CONTACT_IN_USE")
        );
    })
    .await;
}
