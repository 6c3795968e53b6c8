//! A campaign stops by itself when too much of what it sends fails, says why, and goes on when a person resumes it.

use serde_json::{Value, json};

use super::{
    ADMIN,
    campaigns::{hurry, list_of, make, numbers, path, until_status},
    connection,
    support::{Session, TestDesk, backends, on_both, until},
};

/// A number that the simulated network does not know.
fn unreachable(number: &str) -> String {
    let (beginning, _) = number.split_at(number.len() - 5);
    format!("{beginning}00000")
}

async fn until_paused(admin: &Session, campaign: &Value) -> Value {
    until("it has stopped for its failures", async || {
        admin.get(&path(campaign, "")).await.ok()["pausedReason"] == "failures"
    })
    .await;
    admin.get(&path(campaign, "")).await.ok()
}

#[tokio::test]
async fn a_share_of_failures_stops_a_campaign_until_a_person_resumes_it() {
    // a desk of its own: the day of its number is counted
    for backend in backends() {
        let desk = &TestDesk::start(backend, &[]).await;
        let admin = desk.session(ADMIN).await;
        hurry(&admin).await;
        let line = connection(&admin, "Matriz").await;
        let mut people = numbers(60);
        for wrong in [5, 9, 14] {
            people[wrong] = unreachable(&people[wrong]);
        }
        let list = list_of(desk, admin.company(), &people);
        // its day ends after 40 people: somebody is left when it stops
        let made = make(&admin, line, list, json!({ "dailyCap": 40 })).await;
        admin.post(&path(&made, "/start"), &json!({})).await.ok();
        let paused = until_paused(&admin, &made).await;
        let why = &paused["pausedFailures"];
        assert_eq!((&why["kind"], &why["failed"]), (&json!("share"), &json!(3)));
        assert!((20..=40).contains(&why["sent"].as_i64().expect("a number")));
        assert_eq!(paused["status"], "EM_ANDAMENTO");
        assert!(paused["counts"]["pending"].as_i64().expect("a number") >= 20);

        desk.execute(&format!(
            "UPDATE campaigns SET daily_cap = 5000 WHERE id = {}",
            made["id"]
        ));
        admin.post(&path(&made, "/resume"), &json!({})).await.ok();
        let ended = until_status(&admin, &made, "FINALIZADA").await;
        assert_eq!(ended["pausedFailures"], Value::Null);
        assert_eq!(ended["counts"]["failed"], 3, "{}", ended["counts"]);
        for number in people.iter().filter(|number| !number.ends_with("00000")) {
            assert_eq!(desk.reached(line, number).await.len(), 1);
        }
    }
}

#[tokio::test]
async fn five_failures_in_a_row_stop_a_campaign() {
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        hurry(&admin).await;
        let line = connection(&admin, "Matriz").await;
        let people: Vec<String> = numbers(6)
            .iter()
            .map(|number| unreachable(number))
            .collect();
        let list = list_of(desk, admin.company(), &people);
        let made = make(&admin, line, list, json!({})).await;
        admin.post(&path(&made, "/start"), &json!({})).await.ok();
        let paused = until_paused(&admin, &made).await;
        let why = json!({ "kind": "inRow", "failed": 5, "sent": 5 });
        assert_eq!(paused["pausedFailures"], why);
        admin.post(&path(&made, "/cancel"), &json!({})).await.ok();
    })
    .await;
}
