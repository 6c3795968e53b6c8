//! A line that is cut comes back with what it has missed; a session that has ended says why, and what helps.

use guiche_storage::model::{Clock as _, SystemClock};
use serde_json::{Value, json};

use super::{
    support::until,
    talk::assert_nothing_was_lost,
    world::{Number, on_both},
};

#[tokio::test]
async fn what_came_while_the_line_was_cut_is_here_once_and_marked() {
    on_both(async |number| {
        let talk = number.talk(json!({ "text": "Oi" })).await;
        number.of_phone("close", json!({ "closed": true })).await;
        number.until_status("TIMEOUT").await;
        let missed = ["Alguém aí?", "Estou esperando", "Vou ligar"];
        for text in missed {
            number.says(&talk.customer, json!({ "text": text })).await;
        }
        // what is written meanwhile goes when the line is back
        let sent = number.answer(&talk, &json!({ "body": "Já volto" })).await;
        number.of_phone("close", json!({ "closed": false })).await;
        number.until_status("CONNECTED").await;
        for text in missed {
            let shown = number.until_shown(&talk, text).await;
            assert_eq!(shown["details"]["recovered"], true);
        }
        number.until_ack(&talk, &sent["id"], 3).await;
        let all = number.messages(&talk).await;
        let theirs: Vec<_> = all.iter().filter(|it| it["fromMe"] == false).collect();
        let bodies: Vec<_> = theirs
            .iter()
            .map(|it| it["body"].as_str().unwrap())
            .collect();
        assert_eq!(bodies, [["Oi"].as_slice(), missed.as_slice()].concat());
        assert_nothing_was_lost(number, &talk).await;

        // a line that is only cut is back by itself, and misses nothing either
        number.of_phone("cut", json!({})).await;
        number
            .says(&talk.customer, json!({ "text": "Ainda está aí?" }))
            .await;
        number.until_shown(&talk, "Ainda está aí?").await;
        assert_nothing_was_lost(number, &talk).await;
    })
    .await;
}

async fn until_ended(number: &Number<'_>, reason: &str) -> Value {
    until(&format!("it has ended: {reason}"), async || {
        let shown = number.shown().await;
        let said = shown["statusReason"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        shown["status"] == "DISCONNECTED" && said.starts_with(reason)
    })
    .await;
    number.shown().await
}

#[tokio::test]
async fn a_session_that_another_program_has_taken_over_waits_for_a_person() {
    on_both(async |number| {
        number.of_phone("replace", json!({})).await;
        until_ended(number, "replaced").await;
        let before = number.device().await["signIns"].clone();
        number.switch_on().await;
        number.until_status("CONNECTED").await;
        assert_eq!(
            number.device().await["signIns"],
            before.as_i64().unwrap() + 1
        );
    })
    .await;
}

#[tokio::test]
async fn a_ban_says_until_when_and_an_old_program_that_it_is_old() {
    on_both(async |number| {
        let ban = json!({ "reason": "402", "code": "101", "expire": "3600" });
        number
            .of_phone("refuseSignIn", json!({ "attrs": ban }))
            .await;
        let banned = until_ended(number, "banned:").await;
        let said = banned["statusReason"].as_str().expect("a reason");
        let (_, until) = said.split_once(':').expect("a time");
        let until = chrono::DateTime::parse_from_rfc3339(until).expect("a time");
        let left = (until.to_utc() - SystemClock.now()).num_minutes();
        assert!((50..=60).contains(&left), "{left} minutes");

        let old = json!({ "reason": "405" });
        number
            .of_phone("refuseSignIn", json!({ "attrs": old }))
            .await;
        number.switch_on().await;
        until_ended(number, "outdated").await;
        number.of_phone("refuseSignIn", json!({})).await;
        number.switch_on().await;
        number.until_status("CONNECTED").await;
    })
    .await;
}

#[tokio::test]
async fn a_device_that_is_removed_on_the_phone_needs_a_new_code() {
    on_both(async |number| {
        let talk = number.talk(json!({ "text": "Oi" })).await;
        number.of_phone("unlink", json!({})).await;
        until_ended(number, "logged_out").await;
        number.switch_on().await;
        number.pair().await;
        assert_eq!(number.devices().await.len(), 2);
        number
            .says(&talk.customer, json!({ "text": "Voltaram?" }))
            .await;
        number.until_shown(&talk, "Voltaram?").await;
        until("nothing is open", async || {
            number.device().await["waiting"] == json!([])
        })
        .await;
    })
    .await;
}
