//! The statuses of a campaign, from its first to its last: what people move it to, and what it moves to by itself.

use chrono::TimeDelta;
use guiche_storage::model::{Clock as _, SystemClock};
use serde_json::{Value, json};

use super::{
    ADMIN,
    campaigns::{hurry, list_of, make, numbers, path, until_reached, until_status},
    connection,
    support::{Session, TestSocket, on_both, until},
};

const ALL_DAY_LONG: [u8; 7] = [0, 1, 2, 3, 4, 5, 6];

/// The status of the answer, and that of the campaign where it is asked for.
async fn status(admin: &Session, campaign: &Value) -> Value {
    admin.get(&path(campaign, "")).await.ok()["status"].clone()
}

#[tokio::test]
async fn a_campaign_has_five_statuses_and_people_stop_it_and_let_it_go_on() {
    // spec: A065 A067
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        hurry(&admin).await;
        let line = connection(&admin, "Matriz").await;
        let list = list_of(desk, admin.company(), &numbers(1));
        let closed = json!({ "weekdays": ALL_DAY_LONG, "start": "00:00", "end": "00:02", "skipHolidays": false });
        let made = make(&admin, line, list, json!({ "window": closed })).await;
        assert_eq!(made["status"], "INATIVA", "what a new one is");
        let step = async |word: &str| admin.post(&path(&made, word), &json!({})).await;
        for word in ["/cancel", "/restart"] {
            assert_eq!(step(word).await.refusal(), (400, "ERR_CAMPAIGN_STATE"), "{word}");
        }
        let later = json!({ "scheduledAt": SystemClock.now() + TimeDelta::days(1) });
        let planned = admin.put(&path(&made, ""), &later).await.ok();
        assert_eq!(planned["status"], "PROGRAMADA");
        for word in ["/cancel", "/restart"] {
            assert_eq!(step(word).await.refusal(), (400, "ERR_CAMPAIGN_STATE"), "{word}");
        }
        step("/start").await.ok();
        assert_eq!(status(&admin, &made).await, "EM_ANDAMENTO");
        assert_eq!(step("/restart").await.refusal(), (400, "ERR_CAMPAIGN_STATE"));
        step("/cancel").await.ok();
        assert_eq!(status(&admin, &made).await, "CANCELADA");
        step("/restart").await.ok();
        assert_eq!(status(&admin, &made).await, "EM_ANDAMENTO");
        step("/cancel").await.ok();
        admin.put(&path(&made, ""), &json!({ "window": null })).await.ok();
        assert_eq!(status(&admin, &made).await, "CANCELADA", "writing it does not begin it");
        step("/restart").await.ok();
        until_status(&admin, &made, "FINALIZADA").await;
        for word in ["/start", "/cancel", "/restart"] {
            assert_eq!(step(word).await.refusal(), (400, "ERR_CAMPAIGN_STATE"), "{word}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_planned_campaign_begins_writes_and_ends_by_itself_never_before_its_time() {
    // spec: A069
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        hurry(&admin).await;
        let line = connection(&admin, "Matriz").await;
        let people = numbers(3);
        let list = list_of(desk, admin.company(), &people);
        let mut page = TestSocket::open(desk, &admin).await;
        let at = SystemClock.now() + TimeDelta::milliseconds(1500);
        let made = make(&admin, line, list, json!({ "scheduledAt": at })).await;
        assert_eq!(made["status"], "PROGRAMADA");
        let name = format!("company-{}-campaign", admin.company());
        // nobody asks for anything from here on: the page hears how it moves
        for status in ["EM_ANDAMENTO", "FINALIZADA"] {
            page.event_where(&name, |event| {
                event["record"]["id"] == made["id"] && event["record"]["status"] == status
            })
            .await;
        }
        let ended = admin.get(&path(&made, "")).await.ok();
        let time = |field: &str| {
            let text = ended[field].as_str().expect("a time");
            text.parse::<chrono::DateTime<chrono::Utc>>()
                .expect("a time")
        };
        assert!(time("startedAt") >= at, "not an hour early: {ended}");
        assert!(time("completedAt") >= time("startedAt"));
        for (place, number) in people.iter().enumerate() {
            let text = format!("Oi Pessoa {place}, use NATAL10!");
            until_reached(desk, line, number, &[text.as_str()]).await;
        }
        until("everybody has it", async || {
            let counts = admin.get(&path(&made, "")).await.ok()["counts"].clone();
            counts["pending"] == 0 && counts["queued"] == 0
        })
        .await;
    })
    .await;
}

#[tokio::test]
async fn the_list_counts_how_campaigns_stand_and_shows_those_of_one_way() {
    // spec: A023
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let line = connection(&admin, "Matriz").await;
        let word = format!("Chip{}", super::new_number());
        let later = SystemClock.now() + TimeDelta::days(1);
        let mut ids = Vec::new();
        for more in [json!({}), json!({ "scheduledAt": later }), json!({}), json!({}), json!({})] {
            let list = list_of(desk, admin.company(), &numbers(1));
            let mut more = more;
            more["name"] = json!(word);
            ids.push(make(&admin, line, list, more).await["id"].clone());
        }
        // ended and stopped ones, behind the desk's back: nothing else moves them
        for (id, set) in [
            (&ids[2], "status = 'FINALIZADA'"),
            (&ids[3], "status = 'CANCELADA'"),
            (&ids[4], "status = 'EM_ANDAMENTO', paused_reason = 'person', paused_at = updated_at"),
        ] {
            desk.execute(&format!("UPDATE campaigns SET {set} WHERE id = {id}"));
        }
        let read = async |more: &str| admin.get(&format!("/campaigns?searchParam={word}{more}")).await.ok();
        let all = read("").await;
        assert_eq!(all["count"], 5);
        let one = |standing: &str| json!({ "standing": standing, "count": 1 });
        let each = ["CANCELADA", "FINALIZADA", "INATIVA", "PAUSADA", "PROGRAMADA"];
        assert_eq!(all["standings"], Value::from(each.map(one).to_vec()));
        for (standing, id) in [("INATIVA", &ids[0]), ("PROGRAMADA", &ids[1]), ("FINALIZADA", &ids[2]), ("CANCELADA", &ids[3]), ("PAUSADA", &ids[4])] {
            let page = read(&format!("&standing={standing}")).await;
            assert_eq!((&page["count"], &page["records"][0]["id"]), (&json!(1), id), "{standing}");
            assert_eq!(page["standings"], all["standings"], "the others are counted too");
        }
        assert_eq!(read("&standing=EM_ANDAMENTO").await["count"], 0, "it is paused");
        let refused = admin.get("/campaigns?standing=ABERTA").await;
        assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"));
        desk.execute(&format!("UPDATE campaigns SET status = 'CANCELADA', paused_at = NULL, paused_reason = NULL WHERE id = {}", ids[4]));
    })
    .await;
}
