//! One event in a thousand that cannot be applied: it is set aside with its reason, and nobody else notices.

use std::time::{Duration, Instant};

use serde_json::json;

use super::{
    note,
    provider::Provider,
    support::{
        Backend, MARINA, TestDesk, backends, connection, new_number, open_ticket, until,
        until_within,
    },
    verdict,
};

/// Events, and chats among which they are spread.
const EVENTS: usize = 1_000;
const CHATS: usize = 20;
/// Five tries, with 2, 4, 8 and 16 seconds between them, and the others.
const APPLIED_MAX: Duration = Duration::from_mins(3);
/// The text that the database does not take.
const POISON: &str = "veneno";

/// Makes the database refuse one text, as a fault in a statement would.
fn refuse(desk: &TestDesk) {
    let sql = if desk.backend == Backend::Sqlite {
        format!(
            "CREATE TRIGGER poison BEFORE INSERT ON messages WHEN NEW.body = '{POISON}'
             BEGIN SELECT RAISE(ABORT, 'poison'); END"
        )
    } else {
        format!(
            "CREATE FUNCTION poison() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'poison'; END $$ LANGUAGE plpgsql;
             CREATE TRIGGER poison BEFORE INSERT ON messages FOR EACH ROW WHEN (NEW.body = '{POISON}')
             EXECUTE FUNCTION poison()"
        )
    };
    desk.execute(&sql);
}

async fn poison(backend: Backend) {
    let provider = Provider::start().await;
    let extra = [("GUICHE__WHATSAPP__GRAPH_URL", provider.url.as_str())];
    let desk = TestDesk::start(backend, &extra).await;
    let line = provider.line(&desk, true, 1).await;
    refuse(&desk);
    let (pid, started) = (desk.pid(), Instant::now());
    let numbers: Vec<String> = (0..CHATS).map(|_| new_number()).collect();
    let said: Vec<_> = (0..EVENTS)
        .map(|at| {
            let body = if at == EVENTS / 2 {
                POISON.to_owned()
            } else {
                format!("{at}")
            };
            (numbers[at % CHATS].clone(), body)
        })
        .collect();
    provider.say(&line, &said).await;
    provider.until_all_taken().await;
    let state = |state: &str| {
        let of = line.connection;
        desk.number(&format!(
            "SELECT COUNT(*) FROM inbox WHERE connection_id = {of} AND state = '{state}'"
        ))
    };
    until_within(APPLIED_MAX, "all but one are applied", async || {
        state("done") == 999 && state("dead") == 1
    })
    .await;
    assert_eq!(desk.pid(), pid, "the process is up");
    let dead = desk.rows("SELECT attempts, last_error FROM inbox WHERE state = 'dead'");
    assert_eq!(dead[0][0], "5");
    assert!(dead[0][1].contains("poison"), "{dead:?}");
    let rows = desk.rows(&format!(
        "SELECT c.number, m.body FROM messages m JOIN contacts c ON c.company_id = m.company_id AND c.id = m.contact_id
         WHERE m.connection_id = {} ORDER BY m.id",
        line.connection
    ));
    for (place, number) in numbers.iter().enumerate() {
        let shown = rows
            .iter()
            .filter(|row| row[0] == *number)
            .map(|row| row[1].clone());
        let told = (place..EVENTS)
            .step_by(CHATS)
            .filter(|at| *at != EVENTS / 2)
            .map(|at| at.to_string());
        assert_eq!(
            shown.collect::<Vec<_>>(),
            told.collect::<Vec<_>>(),
            "a chat in its order"
        );
    }
    verdict::tables_are_sound(&desk);
    note(&format!(
        "{backend:?}: poison: 999 applied in order, 1 dead, in {:.0} s",
        started.elapsed().as_secs_f64()
    ));
}

/// Makes the database refuse to note that one text was sent, as a fault in a statement would; nor that it came: a phone that says so
/// first would end the doubt, and nothing would be lost.
fn refuse_ack(desk: &TestDesk) {
    let when = format!("NEW.body = '{POISON}' AND NEW.ack >= 2");
    let sql = if desk.backend == Backend::Sqlite {
        format!(
            "CREATE TRIGGER poison BEFORE UPDATE OF ack ON messages WHEN {when}
             BEGIN SELECT RAISE(ABORT, 'poison'); END"
        )
    } else {
        format!(
            "CREATE FUNCTION poison() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'poison'; END $$ LANGUAGE plpgsql;
             CREATE TRIGGER poison BEFORE UPDATE OF ack ON messages FOR EACH ROW WHEN ({when})
             EXECUTE FUNCTION poison()"
        )
    };
    desk.execute(&sql);
}

/// Without an end to the tries nothing would be sent by the number any more.
#[tokio::test]
async fn a_send_of_which_the_end_cannot_be_recorded_is_unknown_and_the_number_goes_on() {
    for backend in backends() {
        let desk = TestDesk::start(backend, &[]).await;
        let marina = desk.session(MARINA).await;
        let (ticket, number) = open_ticket(&desk, &marina).await;
        let matriz = connection(&marina, "Matriz").await;
        refuse_ack(&desk);
        let path = format!("/messages/{}", ticket["id"]);
        for body in [POISON, "Depois"] {
            marina.post(&path, &json!({ "body": body })).await.ok();
        }
        until("what comes after it is sent", async || {
            desk.reached(matriz, &number).await == [POISON, "Depois"]
        })
        .await;
        until("a person is asked", async || {
            let page = marina.get(&path).await.ok();
            let all = page["messages"].as_array().expect("messages");
            let sent = all.iter().find(|one| one["body"] == POISON);
            let sent = sent.expect("it is there");
            sent["sendState"] == "unknown"
        })
        .await;
        let sent = desk.reached(matriz, &number).await;
        assert_eq!(sent, [POISON, "Depois"], "nothing is sent again");
        let alarm = "guiche_send_outcomes_lost_total 1";
        until("the alarm is raised", async || {
            desk.metrics().await.contains(alarm)
        })
        .await;
    }
}

#[tokio::test]
async fn one_poisonous_event_is_set_aside_and_nobody_else_notices() {
    let each = backends().into_iter().map(poison);
    futures_util::future::join_all(each).await;
}
