//! The drill: a copy is made while everybody writes, and a second desk comes out of it that has all that was there.

use std::{
    path::Path,
    process::{Command, Output},
};

use serde_json::json;

use super::{
    provider::Provider,
    support::{
        ADMIN, Backend, Session, TestDesk, backends, connection, new_number, ticket_of, until,
    },
    traffic::{Class, Traffic},
    verdict,
};

/// Tables whose rows only come and never change their number: a copy has a beginning of each.
const GROWING: [&str; 4] = ["messages", "outbox", "inbox", "events"];
/// Tables that nobody touches during the drill.
const STILL: [&str; 6] = [
    "companies",
    "users",
    "queues",
    "connections",
    "tags",
    "media",
];

/// Runs a command of the program beside the test's own traffic.
async fn run(mut command: Command) -> Output {
    let output = tokio::task::spawn_blocking(move || command.output()).await;
    output.expect("no panic").expect("it runs")
}

fn said(output: &Output) -> String {
    let (out, err) = (&output.stdout, &output.stderr);
    String::from_utf8_lossy(out).into_owned() + &String::from_utf8_lossy(err)
}

fn count(desk: &TestDesk, table: &str) -> i64 {
    desk.number(&format!("SELECT COUNT(*) FROM {table}"))
}

/// Makes a copy while messages go in and out. Answers the rows of the growing tables before it began.
async fn copy_under_load(traffic: &Traffic<'_>, into: &Path) -> Vec<i64> {
    let copying = async {
        traffic.allow(traffic.outbound() / 2);
        traffic.say(0..60).await;
        let begun = traffic.provider.done().await;
        until("some of it is done", async || {
            traffic.provider.done().await > begun + 10
        })
        .await;
        let before = GROWING.map(|table| count(traffic.desk, table)).to_vec();
        traffic.allow(traffic.outbound());
        let arguments = ["backup", into.to_str().expect("text")];
        let made = run(traffic.desk.command(&arguments)).await;
        assert!(made.status.success(), "{}", said(&made));
        before
    };
    let (before, ()) = tokio::join!(copying, traffic.send_all());
    traffic.provider.until_all_taken().await;
    verdict::until_finished(traffic).await;
    before
}

async fn drill(backend: Backend) {
    let provider = Provider::start().await;
    let extra = [("GUICHE__WHATSAPP__GRAPH_URL", provider.url.as_str())];
    let desk = TestDesk::start(backend, &extra).await;
    let classes = [Class::B, Class::C, Class::A];
    let traffic = Traffic::open(&desk, &provider, &classes, 12, 10).await;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let copy = folder.path().join("copy");
    let before = copy_under_load(&traffic, &copy).await;

    let arguments = ["backup", copy.to_str().expect("text")];
    let again = run(desk.command(&arguments)).await;
    assert!(
        !again.status.success() && said(&again).contains("is not empty"),
        "{}",
        said(&again)
    );

    let second = TestDesk::prepare(backend, &extra);
    let arguments = ["restore", copy.to_str().expect("text")];
    let restored = run(second.command(&arguments)).await;
    assert!(restored.status.success(), "{}", said(&restored));
    let again = run(second.command(&arguments)).await;
    assert!(
        !again.status.success(),
        "a second restore over the first: {}",
        said(&again)
    );

    for (table, before) in GROWING.iter().zip(before) {
        let (then, now) = (count(&second, table), count(&desk, table));
        assert!(
            (before..=now).contains(&then),
            "{table}: {before} <= {then} <= {now}"
        );
    }
    for table in STILL {
        assert_eq!(count(&second, table), count(&desk, table), "{table}");
    }
    // what was waiting may have gone out since: nothing is sent by itself
    let waiting = "SELECT COUNT(*) FROM outbox WHERE state IN ('queued', 'attempting')";
    assert_eq!(second.number(waiting), 0);
    desk.kill();
    second.run().await;
    verdict::tables_are_sound(&second);
    works(&second).await;
    for wire in &traffic.wires {
        if wire.line.is_some() {
            // panics where an intent had two effects
            traffic.effects(wire).await;
        }
    }
}

/// People sign in, files are there, numbers have their tokens, messages come and go.
async fn works(desk: &TestDesk) {
    let session = Session::sign_in(&desk.base, ADMIN, "Aurora123").await;
    let files = desk.rows("SELECT path, company_id FROM media WHERE state = 'ready' LIMIT 50");
    assert!(!files.is_empty(), "the demonstration has files");
    for file in files {
        let path = desk.data_dir().join("media").join(&file[1]);
        assert!(find(&path, &file[0]), "{} of company {}", file[0], file[1]);
    }
    let all = session.get("/whatsapp?session=0").await.ok();
    let numbers = all
        .as_array()
        .expect("a list")
        .iter()
        .filter(|one| one["provider"] == "cloud");
    for number in numbers {
        let path = format!("/whatsapp/{}", number["id"]);
        let connected = async || session.get(&path).await.ok()["status"] == "CONNECTED";
        until("a number has its token", connected).await;
    }
    let (matriz, number) = (connection(&session, "Matriz").await, new_number());
    desk.say(matriz, &number, "Ana", "Ainda estão aí?").await;
    let ticket = ticket_of(&session, &number, "pending").await;
    let accept = json!({ "status": "open", "userId": session.id() });
    let path = format!("/tickets/{}", ticket["id"]);
    session.put(&path, &accept).await.ok();
    let path = format!("/messages/{}", ticket["id"]);
    session.post(&path, &json!({ "body": "Sim" })).await.ok();
    until("the answer is on the phone", async || {
        desk.reached(matriz, &number).await == ["Sim"]
    })
    .await;
}

/// Whether a file of this name is somewhere in a folder.
fn find(folder: &Path, name: &str) -> bool {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.into_iter().any(|entry| {
        let path = entry.path();
        if path.is_dir() {
            find(&path, name)
        } else {
            path.ends_with(name)
        }
    })
}

#[tokio::test]
async fn a_desk_comes_back_from_a_copy_that_was_made_under_load() {
    let each = backends().into_iter().map(drill);
    futures_util::future::join_all(each).await;
}

#[tokio::test]
async fn half_a_copy_and_a_copy_of_the_other_database_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let desk = TestDesk::prepare(Backend::Sqlite, &[]);
    let path = folder.path().to_str().expect("text");
    let nothing = run(desk.command(&["restore", path])).await;
    assert!(
        said(&nothing).contains("manifest.json is missing"),
        "{}",
        said(&nothing)
    );
    let manifest = json!({ "version": "0.1.0", "database": "postgres", "madeAt": "", "made_at": "2026-11-21T12:00:00Z",
        "files": 0, "bytes": 0 });
    std::fs::write(folder.path().join("manifest.json"), manifest.to_string()).expect("a file");
    let other = run(desk.command(&["restore", path])).await;
    assert!(
        said(&other).contains("is of a postgres database"),
        "{}",
        said(&other)
    );
    let missing = run(desk.command(&["backup", path])).await;
    assert!(
        said(&missing).contains("is not empty"),
        "{}",
        said(&missing)
    );
}
