//! A machine whose clock jumps: nothing is sent early, and numbers send and receive as before.

use std::path::PathBuf;

use chrono::TimeDelta;
use guiche_storage::model::{Clock as _, SystemClock};
use serde_json::json;

use super::{
    is_long, note,
    support::{ADMIN, Backend, MARINA, TestDesk, backends, connection, open_ticket, until},
};

/// What a server says that trusts its clock no more.
const WRONG: &str = "the clock of this machine is wrong";

/// The library that changes the time for one process, where Debian keeps it.
fn faketime() -> Option<PathBuf> {
    let places = std::fs::read_dir("/usr/lib").ok()?.flatten();
    places
        .map(|place| place.path().join("faketime/libfaketimeMT.so.1"))
        .find(|library| library.exists())
}

/// A desk whose clock the test sets, by a file; `None` where the library is not there.
async fn desk_with_a_clock(backend: Backend) -> Option<(TestDesk, PathBuf)> {
    let Some(library) = faketime() else {
        assert!(!is_long(), "libfaketime is missing");
        note("clocks that jump were left out: there is no libfaketime");
        return None;
    };
    let mut desk = TestDesk::prepare(backend, &[]);
    let clock = desk.data_dir().with_file_name("clock");
    std::fs::write(&clock, "+0\n").expect("a file");
    for (name, value) in [
        ("LD_PRELOAD", library.to_str().expect("a path")),
        ("FAKETIME_TIMESTAMP_FILE", clock.to_str().expect("a path")),
        ("FAKETIME_NO_CACHE", "1"),
        // time goes on as it does: only what it is called changes
        ("FAKETIME_DONT_FAKE_MONOTONIC", "1"),
        ("NO_FAKE_STAT", "1"),
    ] {
        desk.extra.push((name.to_owned(), value.to_owned()));
    }
    desk.run().await;
    desk.close().await;
    Some((desk, clock))
}

#[tokio::test]
async fn what_is_due_in_half_an_hour_is_not_sent_when_the_clock_jumps_an_hour_ahead() {
    for backend in backends() {
        let Some((desk, clock)) = desk_with_a_clock(backend).await else {
            return;
        };
        let marina = desk.session(MARINA).await;
        let matriz = connection(&marina, "Matriz").await;
        let (ticket, number) = open_ticket(&desk, &marina).await;
        let at = SystemClock.now() + TimeDelta::minutes(30);
        let wish =
            json!({ "contactId": ticket["contactId"], "body": "Daqui a pouco!", "sendAt": at });
        let made = marina.post("/schedules", &wish).await.ok();
        let path = format!("/schedules/{}", made["id"]);

        std::fs::write(&clock, "+1h\n").expect("a file");
        until("the server sees that its clock is wrong", async || {
            desk.log().contains(WRONG)
        })
        .await;
        // by its clock the tokens have ended
        desk.forget_sessions().await;
        let marina = desk.session(MARINA).await;
        let said = json!({ "body": "Estou aqui" });
        let messages = format!("/messages/{}", ticket["id"]);
        marina.post(&messages, &said).await.ok();
        until("the number sends", async || {
            desk.reached(matriz, &number).await.len() == 1
        })
        .await;
        desk.say(matriz, &number, "Bea", "Que bom").await;
        until("the number receives", async || {
            let page = marina.get(&messages).await.ok();
            page["messages"].to_string().contains("Que bom")
        })
        .await;
        let seen = desk.log().matches(WRONG).count();
        std::fs::write(&clock, "+0\n").expect("a file");
        until("the server sees it again", async || {
            desk.log().matches(WRONG).count() > seen
        })
        .await;
        desk.forget_sessions().await;
        let admin = desk.session(ADMIN).await;
        assert_eq!(admin.get(&path).await.ok()["status"], "PENDENTE");
        assert_eq!(desk.reached(matriz, &number).await, ["Estou aqui"]);
    }
}
