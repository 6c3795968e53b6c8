//! The server is killed again and again while it stores what a phone handed over of its past: each message becomes history once.

use std::time::Instant;

use serde_json::{Value, json};

use super::{
    note, size,
    support::{Backend, Session, TestDesk, backends, new_number, until},
    verdict,
};

const ADMIN: &str = "admin@aurora.example";
/// Messages that the phone knows.
const MESSAGES: u64 = 240;
/// Times that the server is killed meanwhile.
const KILLS: i64 = 3;

/// A number of the simulator that shows its code.
async fn new_line(admin: &Session) -> i64 {
    let wish = json!({ "name": format!("Linha {}", new_number()), "provider": "simulator" });
    let made = admin.post("/whatsapp", &wish).await.ok();
    let id = made["id"].as_i64().expect("an id");
    until("it shows a code", async || {
        admin.get(&format!("/whatsapp/{id}")).await.ok()["qrcode"] != ""
    })
    .await;
    id
}

/// The phone knows messages of a customer and of a group, in which two people write.
async fn know(desk: &TestDesk, line: i64, count: u64) {
    let group = format!("1203{}", new_number());
    let people = [new_number(), new_number(), new_number()];
    for place in 0..count {
        let (from, is_group) = match place % 3 {
            0 => (&people[0], false),
            1 => (&people[1], true),
            _ => (&people[2], true),
        };
        let mut message = json!({ "from": from, "pushName": format!("Gente {}", place % 3), "type": "text",
            "body": format!("Linha {place}"), "past": true, "minutesAgo": 1_440 + count - place });
        if is_group {
            message["group"] = json!({ "id": group, "name": "Equipe" });
        }
        desk.simulator_post(line, "messages", &message).await;
    }
}

/// Each message became history once, in its order, and nobody was told.
async fn all_are_history(desk: &TestDesk, line: i64, count: i64) {
    let rows = desk.rows(&format!(
        "SELECT m.body, COALESCE(a.number, ''), t.is_group FROM messages m
         JOIN tickets t ON t.company_id = m.company_id AND t.id = m.ticket_id
         LEFT JOIN contacts a ON a.company_id = m.company_id AND a.id = m.author_id
         WHERE m.connection_id = {line} ORDER BY m.id"
    ));
    let bodies: Vec<_> = rows.iter().map(|row| row[0].clone()).collect();
    let told: Vec<_> = (0..count).map(|place| format!("Linha {place}")).collect();
    assert_eq!(bodies, told, "in the order of time, each once");
    for (place, row) in rows.iter().enumerate() {
        assert_eq!(
            row[1].is_empty(),
            place % 3 == 0,
            "who wrote in a group is known: {row:?}"
        );
        assert_eq!(matches!(row[2].as_str(), "0" | "f"), place % 3 == 0);
    }
    let tickets = desk.rows(&format!(
        "SELECT status FROM tickets WHERE connection_id = {line}"
    ));
    assert_eq!(tickets, [["closed"], ["closed"]]);
    assert_eq!(
        desk.ledger(line).await,
        Vec::<Value>::new(),
        "nobody is answered"
    );
}

async fn killed_meanwhile(backend: Backend, count: u64) {
    let desk = TestDesk::start(backend, &[]).await;
    let line = new_line(&desk.session(ADMIN).await).await;
    know(&desk, line, count).await;
    let wish = format!("/whatsappsession/{line}/history");
    let admin = desk.session(ADMIN).await;
    admin.put(&wish, &json!({ "days": 7 })).await.ok();
    desk.simulator_post(line, "session/scan", &json!({})).await;

    let stored = || {
        desk.number(&format!(
            "SELECT history_brought FROM connections WHERE id = {line}"
        ))
    };
    let waiting = || {
        desk.number(&format!(
            "SELECT COUNT(*) FROM past_messages WHERE connection_id = {line}"
        ))
    };
    let count = i64::try_from(count).expect("small");
    until("the phone has handed over everything", async || {
        stored() + waiting() == count
    })
    .await;
    let started = Instant::now();
    for kill in 1..=KILLS {
        until("some more are stored", async || {
            stored() > (kill - 1) * count / (KILLS + 1)
        })
        .await;
        desk.kill();
        assert_eq!(stored() + waiting(), count, "each is kept or stored");
        desk.run().await;
    }
    until("all are stored", async || stored() == count).await;
    assert_eq!(waiting(), 0);
    all_are_history(&desk, line, count).await;
    verdict::tables_are_sound(&desk);
    note(&format!(
        "{backend:?}: a phone's past: {count} messages over {KILLS} kills, each once, in {:.0} s",
        started.elapsed().as_secs_f64()
    ));
}

#[tokio::test]
async fn a_server_that_is_killed_while_it_stores_a_phones_past_loses_and_doubles_nothing() {
    for backend in backends() {
        killed_meanwhile(backend, size("GUICHE_PAST_MESSAGES", MESSAGES)).await;
    }
}
