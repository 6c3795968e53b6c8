//! Sessions from the first code to the end, with a phone that the simulator plays.

use std::time::Duration;

use chrono::TimeDelta;
use guiche_storage::{
    connections,
    fixtures::simulator::{self, Shown},
    model::connection::{Connection as Row, ConnectionStatus as Status},
};

use super::Line;
use crate::{
    connection::{NewSession, StopSession},
    registry::MayEnd,
};

#[actix::test]
async fn a_phone_that_scans_the_code_is_paired_and_connected() {
    // spec: A053 A059
    let line = Line::unpaired().await;
    line.start().await;
    let shown = line.until_code(1).await;
    assert!(shown.qrcode.starts_with("2@"));
    let expires = line.company.now() + TimeDelta::minutes(1);
    assert_eq!(shown.qrcode_expires_at, Some(expires));
    assert!(line.scan().await);
    let paired = line.until_status(Status::Connected).await;
    assert_eq!((paired.qrcode.as_str(), paired.retries), ("", 0));
    assert_eq!(paired.number.as_deref(), Some("5511900000001"));
    assert_eq!(paired.account_name.as_deref(), Some("Joana"));
    // it begins as OPENING, which is no news; what is written is told a moment later
    line.until("it is told", |_| line.statuses().len() == 3)
        .await;
    assert_eq!(line.statuses(), ["qrcode", "PAIRING", "CONNECTED"]);
}

#[actix::test]
async fn codes_take_turns_and_after_three_that_nobody_scans_the_session_ends() {
    let line = Line::unpaired().await;
    line.start().await;
    let id = line.id;
    let mut codes = Vec::new();
    for shown in 1..=3 {
        codes.push(line.until_code(shown).await.qrcode);
        line.phone(async |c, company| {
            simulator::show_code(c, company, id, "")
                .await
                .map(|()| true)
        })
        .await;
    }
    codes.dedup();
    assert_eq!(codes.len(), 3, "each is another one");
    let ended = line.until_status(Status::Disconnected).await;
    assert_eq!(
        (ended.qrcode.as_str(), ended.status_reason.as_deref()),
        ("", Some("unscanned"))
    );
    // what the phone shows is forgotten a moment after it is told
    line.until_nothing_is_shown().await;
    assert!(!line.scan().await, "nothing is shown any more");
    // somebody tries again: the count begins anew
    line.start().await;
    line.until_code(1).await;
    assert!(line.scan().await);
    line.until_status(Status::Connected).await;
}

#[actix::test]
async fn letters_that_are_typed_on_the_phone_pair_it_too() {
    let line = Line::unpaired().await;
    let (id, company) = (line.id, line.company.id);
    line.start().await;
    let code = line.until_code(1).await.qrcode;
    let wish = line
        .company
        .db
        .write(async |c| connections::ask_pairing_code(c, company, id, "5511977770000").await);
    wish.await.unwrap();
    line.look().await;
    let shown = line
        .until("letters", |row| !row.pairing_code.is_empty())
        .await;
    assert_eq!(shown.qrcode, code, "the code stays beside them");
    assert_eq!(shown.pairing_code.len(), 8);
    assert!(
        shown
            .pairing_code
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric())
    );
    let letters = shown.pairing_code;
    let typed = line
        .phone(async |c, company| {
            let who = ("5511900000001", "Joana");
            simulator::pair(c, company, id, Shown::Letters(&letters), who).await
        })
        .await;
    assert!(typed);
    let paired = line.until_status(Status::Connected).await;
    assert_eq!(paired.number.as_deref(), Some("5511977770000"));
    assert_eq!(paired.pairing_code, "");
}

#[actix::test]
async fn letters_that_were_wanted_before_there_is_a_code_come_with_it() {
    let line = Line::unpaired().await;
    let (id, company) = (line.id, line.company.id);
    let wish = line
        .company
        .db
        .write(async |c| connections::ask_pairing_code(c, company, id, "5511977770000").await);
    wish.await.unwrap();
    line.start().await;
    line.until("letters", |row| !row.pairing_code.is_empty())
        .await;
}

#[actix::test]
async fn a_lost_connection_comes_back_by_itself_and_keeps_its_number_meanwhile() {
    let line = Line::unpaired().await;
    line.start().await;
    line.until_code(1).await;
    line.scan().await;
    line.until_status(Status::Connected).await;
    line.breaks_off("no network", None, false).await;
    let lost = line.until_status(Status::Timeout).await;
    assert_eq!(lost.status_reason.as_deref(), Some("no network"));
    let back = line.until_status(Status::Connected).await;
    assert_eq!(back.status_reason, None);
    assert!(!line.lease_is_free().await);

    // a phone that stays away is tried again and again, by the same node
    line.breaks_off("no network", Some(TimeDelta::hours(1)), false)
        .await;
    let away = |row: &Row| row.status_reason.as_deref() == Some("the phone cannot be reached");
    line.until("it was tried again", away).await;
    assert!(!line.lease_is_free().await);
    // a person who tries again need not wait
    let id = line.id;
    line.phone(async |c, company| simulator::come_back(c, company, id).await.map(|()| true))
        .await;
    line.start().await;
    line.until_status(Status::Connected).await;
}

#[actix::test]
async fn what_the_phone_ends_stays_ended_until_somebody_acts() {
    // spec: A055
    let line = Line::unpaired().await;
    let id = line.id;
    line.start().await;
    line.until_code(1).await;
    line.scan().await;
    line.until_status(Status::Connected).await;
    line.phone(async |c, company| simulator::unpair(c, company, id).await.map(|()| true))
        .await;
    let ended = line.until_status(Status::Disconnected).await;
    assert_eq!(ended.status_reason.as_deref(), Some("logged_out"));
    line.start().await;
    line.until_code(1).await;
    line.scan().await;
    line.until_status(Status::Connected).await;

    line.breaks_off("the account was blocked", None, true).await;
    let closed = line.until_status(Status::Disconnected).await;
    assert_eq!(
        closed.status_reason.as_deref(),
        Some("the account was blocked")
    );
    // it is still paired
    line.start().await;
    line.until_status(Status::Connected).await;
}

#[actix::test]
async fn trying_again_keeps_the_pairing_and_a_new_code_or_switching_off_forgets_it() {
    let line = Line::unpaired().await;
    line.start().await;
    line.until_code(1).await;
    line.scan().await;
    line.until_status(Status::Connected).await;
    let forgets = false;
    line.actor.send(NewSession { forgets }).await.unwrap();
    line.until_status(Status::Connected).await;

    let forgets = true;
    line.actor.send(NewSession { forgets }).await.unwrap();
    line.until_code(1).await;
    line.scan().await;
    line.until_status(Status::Connected).await;

    line.actor.send(StopSession).await.unwrap().unwrap();
    assert_eq!(line.row().await.status, Status::Disconnected);
    line.start().await;
    line.until_code(1).await;
}

#[actix::test]
async fn a_session_that_is_switched_off_while_it_shows_a_code_says_nothing_more() {
    let line = Line::unpaired().await;
    line.start().await;
    line.until_code(1).await;
    line.actor.send(StopSession).await.unwrap().unwrap();
    let off = line.row().await;
    assert_eq!(
        (off.status, off.qrcode.as_str()),
        (Status::Disconnected, "")
    );
    assert!(!line.scan().await);
    assert!(line.lease_is_free().await);
}

#[actix::test]
async fn an_actor_without_a_session_may_end_after_ten_minutes_and_one_with_a_session_never() {
    let line = Line::unpaired().await;
    let may_end = async || line.actor.send(MayEnd).await.unwrap();
    line.start().await;
    line.until_code(1).await;
    tokio::time::pause();
    tokio::time::advance(Duration::from_mins(11)).await;
    assert!(!may_end().await);
    tokio::time::resume();
    line.actor.send(StopSession).await.unwrap().unwrap();
    assert!(!may_end().await);
    tokio::time::pause();
    tokio::time::advance(Duration::from_mins(10)).await;
    assert!(may_end().await);
}
