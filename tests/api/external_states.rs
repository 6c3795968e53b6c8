//! How far a message of a program is, in the words of both APIs, and messages to groups.

use serde_json::{Value, json};

use super::{
    external::{SEND, connected, until_reached},
    integrators::{ALL, Firm},
    new_number,
    support::{TestDesk, on_both, until},
};

/// Where a message stands in the desk, and what a program reads of it.
const STATES: [(&str, i64, &str); 11] = [
    ("queued", 0, "queued"),
    ("attempting", 0, "queued"),
    ("accepted", 1, "sent"),
    ("accepted", 2, "sent"),
    ("accepted", 3, "delivered"),
    ("accepted", 4, "read"),
    ("accepted", 5, "read"),
    ("rejected", 0, "failed"),
    ("expired", 0, "failed"),
    ("unknown", 0, "unknown"),
    ("cancelled", 0, "cancelled"),
];

/// Puts a message behind the desk's back where it would be.
fn put(desk: &TestDesk, message: &Value, (state, ack): (&str, i64)) {
    desk.execute(&format!(
        "UPDATE messages SET send_state = '{state}', ack = {ack} WHERE id = {message}"
    ));
}

#[tokio::test]
async fn a_program_reads_how_far_its_message_is_in_one_word() {
    // spec: A108
    on_both(async |desk| {
        let (_, line, program) = connected(desk).await;
        let number = new_number();
        let wish = json!({ "number": number, "body": "Seu pedido saiu" });
        let said = program.post(SEND, &wish).await.ok();
        let path = format!("{SEND}/{}", said["id"]);
        until_reached(desk, line, &number, 1).await;
        // nothing of the phone comes any more
        until("it is on the phone", async || {
            program.get(&path).await.ok()["status"] == "delivered"
        })
        .await;
        for (state, ack, word) in STATES {
            put(desk, &said["id"], (state, ack));
            let read = program.get(&path).await.ok();
            assert_eq!(read["status"], word, "{state} {ack}");
            for field in ["ticketId", "contactId"] {
                assert_eq!(read[field], said[field]);
            }
        }

        let firm = Firm::new(desk).await;
        let (program, _) = firm.program(&ALL).await;
        let wish = json!({ "contact_id": firm.contact().await["id"] });
        let ticket = program.post("/v1/tickets", &wish).await.ok();
        let path = format!("/v1/tickets/{}/messages", ticket["id"]);
        let said = program.post(&path, &json!({ "body": "Oi" })).await.ok();
        let path = format!("/v1/messages/{}", said["id"]);
        until("it is on the phone", async || {
            program.get(&path).await.ok()["status"] == "delivered"
        })
        .await;
        for (state, ack, word) in STATES {
            put(desk, &said["id"], (state, ack));
            assert_eq!(
                program.get(&path).await.ok()["status"],
                word,
                "{state} {ack}"
            );
        }
    })
    .await;
}

#[tokio::test]
async fn a_group_is_written_to_by_its_id() {
    // spec: A108
    on_both(async |desk| {
        let (admin, line, program) = connected(desk).await;
        let group = format!("12036{}", new_number());
        let wish = json!({ "number": format!("{group}@g.us"), "body": "Bom dia a todos" });
        let said = program.post(SEND, &wish).await.ok();
        assert_eq!(
            until_reached(desk, line, &group, 1).await,
            ["Bom dia a todos"]
        );
        let contact = format!("/contacts/{}", said["contactId"]);
        let contact = admin.get(&contact).await.ok();
        assert_eq!(
            (&contact["isGroup"], &contact["number"]),
            (&json!(true), &json!(group))
        );
    })
    .await;
}
