//! A browser that was away gets what it missed, or is told to read everything anew.

use serde_json::{Value, json};

use super::{
    audience::desk_of,
    settle,
    support::{ADMIN, MARINA, TestDesk, backends, connection, new_number},
};

/// As long as a text may be; a hundred of them are more than a gap may carry.
const LONG: usize = 4_000;

fn after(events: Vec<(String, Value)>, seq: i64) -> Vec<(String, Value)> {
    let later = events
        .into_iter()
        .filter(|(_, payload)| payload["seq"].as_i64() > Some(seq));
    later.collect()
}

#[tokio::test]
async fn a_browser_that_was_cut_off_gets_exactly_the_gap_in_order() {
    // spec: S069 S132
    for backend in backends() {
        let desk = TestDesk::start(backend, &[]).await;
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let matriz = connection(&admin, "Matriz").await;
        let mut witness = desk_of(&desk, &marina).await;
        let mut unlucky = desk_of(&desk, &marina).await;
        desk.say(matriz, &new_number(), "Ana", "Antes").await;
        settle(&admin, [&mut witness, &mut unlucky]).await;
        let known = unlucky.last_seq;
        unlucky.cut();

        let numbers = [new_number(), new_number(), new_number()];
        for (place, number) in numbers.iter().enumerate() {
            desk.say(matriz, number, "Ana", &format!("Perdida {place}"))
                .await;
            super::support::ticket_of(&marina, number, "pending").await;
        }
        settle(&admin, [&mut witness]).await;

        let mut back = desk_of(&desk, &marina).await;
        let answer = back.ask("resume", json!({ "lastSeq": known })).await;
        assert_eq!(answer["ok"], true, "{answer}");
        let last = answer["lastSeq"].as_i64().unwrap();
        // the witness took one event out to settle
        let missed = back.take_seen();
        assert_eq!(answer["missed"], missed.len());
        let marco = missed
            .iter()
            .filter(|(_, it)| it["contact"]["name"] == "Marco")
            .count();
        assert_eq!(marco, 1);
        let missed: Vec<_> = missed
            .into_iter()
            .filter(|(_, it)| it["contact"]["name"] != "Marco")
            .collect();
        assert_eq!(missed, after(witness.take_seen(), known));
        assert!(
            missed
                .iter()
                .all(|(_, it)| it["seq"].as_i64() <= Some(last))
        );
        assert!(missed.len() >= 9, "contact, ticket and message of each");

        // and from here it goes on as if nothing had been
        let number = new_number();
        desk.say(matriz, &number, "Ana", "Depois").await;
        let name = super::event(&admin, "appMessage");
        let next = back
            .event_where(&name, |it| it["message"]["body"] == "Depois")
            .await;
        assert!(next["seq"].as_i64() > Some(last));
        let none = back
            .ask("resume", json!({ "lastSeq": back.last_seq }))
            .await;
        assert_eq!((&none["ok"], &none["missed"]), (&json!(true), &json!(0)));
    }
}

#[tokio::test]
async fn a_gap_is_also_given_by_a_server_that_was_killed_meanwhile() {
    // spec: S069
    for backend in backends() {
        let desk = TestDesk::start(backend, &[]).await;
        let admin = desk.session(ADMIN).await;
        let matriz = connection(&admin, "Matriz").await;
        let mut tab = desk_of(&desk, &admin).await;
        settle(&admin, [&mut tab]).await;
        let known = tab.last_seq;
        tab.cut();
        let number = new_number();
        desk.say(matriz, &number, "Ana", "Antes da queda").await;
        super::support::ticket_of(&admin, &number, "pending").await;
        desk.kill();
        desk.run().await;

        let mut back = desk_of(&desk, &admin).await;
        let answer = back.ask("resume", json!({ "lastSeq": known })).await;
        assert_eq!(answer["ok"], true, "{answer}");
        let name = super::event(&admin, "appMessage");
        let bodies = back.seen.iter().filter(|(seen, _)| *seen == name);
        let bodies: Vec<_> = bodies
            .map(|(_, it)| it["message"]["body"].clone())
            .collect();
        assert_eq!(bodies, ["Antes da queda"]);
    }
}

#[tokio::test]
async fn a_gap_that_is_unknown_or_too_large_is_read_anew() {
    // spec: S069
    for backend in backends() {
        let desk = TestDesk::start(backend, &[]).await;
        let admin = desk.session(ADMIN).await;
        let matriz = connection(&admin, "Matriz").await;
        let mut tab = desk_of(&desk, &admin).await;
        let known = tab.last_seq;
        let never = tab
            .ask("resume", json!({ "lastSeq": known + 1_000_000 }))
            .await;
        assert_eq!(
            never,
            json!({ "resync": true }),
            "a number that was never given"
        );

        let number = new_number();
        for place in 0..100 {
            let body = format!("{place} {}", "x".repeat(LONG));
            desk.say(matriz, &number, "Ana", &body).await;
        }
        let name = super::event(&admin, "appMessage");
        let last = |it: &Value| {
            it["message"]["body"]
                .as_str()
                .is_some_and(|body| body.starts_with("99 "))
        };
        tab.event_where(&name, last).await;
        let answer = tab.ask("resume", json!({ "lastSeq": known })).await;
        assert_eq!(answer, json!({ "resync": true }));
        tab.join("userStatus", json!(null)).await;
    }
}
