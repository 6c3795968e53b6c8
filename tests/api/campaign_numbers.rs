//! A campaign by several numbers in turn: each person by one of them, from the first question to the last text.

use serde_json::{Value, json};

use super::{
    ADMIN,
    campaigns::{hurry, list_of, make, numbers, path, until_reached, until_status},
    connection,
    first_hour::until_connected,
    new_number,
    support::{Session, TestDesk, backends, on_both, until},
    ticket_of,
};

/// A connected number that no other test uses.
async fn new_line(desk: &TestDesk, admin: &Session) -> i64 {
    let line = json!({ "name": format!("Linha {}", new_number()), "provider": "simulator" });
    let line = admin.post("/whatsapp", &line).await.ok();
    let id = line["id"].as_i64().expect("an id");
    until_connected(desk, admin, id).await;
    id
}

async fn start(admin: &Session, campaign: &Value) {
    admin.post(&path(campaign, "/start"), &json!({})).await.ok();
}

/// By which connection each of these people was written to, as the report says.
async fn lines_of(admin: &Session, campaign: &Value, people: &[String]) -> Vec<Value> {
    let mut lines = Vec::new();
    for number in people {
        let found = format!("/recipients?searchParam={number}");
        let found = admin.get(&path(campaign, &found)).await.ok();
        lines.push(found["records"][0]["whatsappId"].clone());
    }
    lines
}

#[tokio::test]
async fn two_numbers_take_turns_and_the_first_stays_the_campaigns_own() {
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        hurry(&admin).await;
        let (one, two) = (new_line(desk, &admin).await, new_line(desk, &admin).await);
        let people = numbers(4);
        let list = list_of(desk, admin.company(), &people);
        let made = make(&admin, one, list, json!({ "whatsappIds": [one, two] })).await;
        assert_eq!(made["whatsappIds"], json!([one, two]));
        assert_eq!(made["whatsappId"], json!(one));
        assert_eq!(made["whatsapps"].as_array().map(Vec::len), Some(2));
        start(&admin, &made).await;
        until_status(&admin, &made, "FINALIZADA").await;
        for (place, number) in people.iter().enumerate() {
            let (by, not) = if place % 2 == 0 {
                (one, two)
            } else {
                (two, one)
            };
            let text = format!("Oi Pessoa {place}, use NATAL10!");
            until_reached(desk, by, number, &[text.as_str()]).await;
            assert!(desk.reached(not, number).await.is_empty());
        }
        let by: Vec<Value> = [one, two, one, two].map(|id| json!(id)).into();
        assert_eq!(lines_of(&admin, &made, &people).await, by);
        let known = admin.get("/campaigns/numbers").await.ok();
        let mut known = known["records"].as_array().expect("numbers").iter();
        let number = known.find(|it| it["id"] == json!(one)).expect("the number");
        assert_eq!(
            (&number["today"], &number["cap"], &number["warmUp"]),
            (&json!(2), &json!(200), &Value::Null)
        );

        // a client that knows one number alone changes that one
        let idle = make(&admin, one, list, json!({ "whatsappIds": [two, one] })).await;
        assert_eq!(
            idle["whatsappIds"],
            json!([one, two]),
            "the first is the one that is named"
        );
        let same = admin
            .put(&path(&idle, ""), &json!({ "whatsappId": one }))
            .await
            .ok();
        assert_eq!(same["whatsappIds"], json!([one, two]));
        let other = admin
            .put(&path(&idle, ""), &json!({ "whatsappId": two }))
            .await
            .ok();
        assert_eq!(other["whatsappIds"], json!([two]));
        let unknown = json!({ "whatsappIds": [two, 999_999_999] });
        let refused = admin.put(&path(&idle, ""), &unknown).await;
        assert_eq!(refused.refusal(), (404, "ERR_NO_WAPP_FOUND"));
        let many: Vec<i64> = (1..=11).collect();
        let refused = admin
            .put(&path(&idle, ""), &json!({ "whatsappIds": many }))
            .await;
        assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"));
        admin.delete(&path(&idle, "")).await.ok();
    })
    .await;
}

#[tokio::test]
async fn a_number_that_is_down_is_left_out_and_a_talk_keeps_its_number() {
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        hurry(&admin).await;
        let (one, two) = (new_line(desk, &admin).await, new_line(desk, &admin).await);
        // the first of the list talks by the second number
        let people = numbers(3);
        desk.say(two, &people[0], "Beatriz", "Oi").await;
        ticket_of(&admin, &people[0], "pending").await;
        let list = list_of(desk, admin.company(), &people);
        let more = json!({ "whatsappIds": [one, two] });
        let made = make(&admin, one, list, more.clone()).await;
        start(&admin, &made).await;
        until_status(&admin, &made, "FINALIZADA").await;
        let lines = lines_of(&admin, &made, &people).await;
        assert_eq!(lines[0], json!(two));
        assert!(
            lines.contains(&json!(one)),
            "the others take turns: {lines:?}"
        );

        let wish = json!({ "seconds": 3600 });
        desk.simulator_post(two, "session/drop", &wish).await;
        until("it is down", async || {
            admin.get(&format!("/whatsapp/{two}")).await.ok()["status"] != "CONNECTED"
        })
        .await;
        let made = make(&admin, one, list, more).await;
        start(&admin, &made).await;
        until_status(&admin, &made, "FINALIZADA").await;
        let lines = lines_of(&admin, &made, &people).await;
        assert!(lines.iter().all(|line| *line == json!(one)), "{lines:?}");
        desk.simulator_post(two, "session/restore", &json!({}))
            .await;
    })
    .await;
}

#[tokio::test]
async fn the_text_follows_by_the_number_that_has_asked() {
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        hurry(&admin).await;
        let (one, two) = (new_line(desk, &admin).await, new_line(desk, &admin).await);
        let people = numbers(2);
        let list = list_of(desk, admin.company(), &people);
        let more = json!({
            "whatsappIds": [one, two], "confirmation": true, "confirmationMessage1": "Posso enviar?",
        });
        let made = make(&admin, one, list, more).await;
        start(&admin, &made).await;
        until_reached(desk, two, &people[1], &["Posso enviar?"]).await;
        until_reached(desk, one, &people[0], &["Posso enviar?"]).await;
        for (line, number) in [(two, &people[1]), (one, &people[0])] {
            desk.say(line, number, "Pessoa", "Sim").await;
        }
        for (line, place) in [(two, 1), (one, 0)] {
            let text = format!("Oi Pessoa {place}, use NATAL10!");
            until("the text follows by the same number", async || {
                desk.reached(line, &people[place]).await.contains(&text)
            })
            .await;
        }
        let not = desk.reached(one, &people[1]).await;
        assert!(not.is_empty(), "{not:?}");
        until_status(&admin, &made, "FINALIZADA").await;
    })
    .await;
}

#[tokio::test]
async fn each_number_has_its_own_day() {
    // a desk of its own: the days of its numbers are counted
    for backend in backends() {
        let desk = &TestDesk::start(backend, &[]).await;
        let admin = desk.session(ADMIN).await;
        hurry(&admin).await;
        let (one, two) = (
            connection(&admin, "Matriz").await,
            new_line(desk, &admin).await,
        );
        let people = numbers(6);
        let list = list_of(desk, admin.company(), &people);
        let more = json!({ "whatsappIds": [one, two], "dailyCap": 2 });
        let made = make(&admin, one, list, more).await;
        start(&admin, &made).await;
        until("both days are full", async || {
            admin.get(&path(&made, "")).await.ok()["pausedReason"] == "cap"
        })
        .await;
        let known = admin.get(&path(&made, "")).await.ok();
        assert_eq!(known["counts"]["pending"], 2);
        let lines = lines_of(&admin, &made, &people[..4]).await;
        for line in [one, two] {
            let count = lines.iter().filter(|it| **it == json!(line)).count();
            assert_eq!(count, 2, "{lines:?}");
        }
        let refused = admin.delete(&format!("/whatsapp/{two}")).await;
        assert_eq!(refused.refusal().1, "ERR_CAMPAIGN_RUNNING");
        admin.post(&path(&made, "/cancel"), &json!({})).await.ok();
    }
}
