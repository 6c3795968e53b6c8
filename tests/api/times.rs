//! How long customers wait for a first answer and for the end, on the dashboard.

use serde_json::{Value, json};

use super::{
    ADMIN, MARINA, new_number, open_ticket,
    support::{Session, on_both, unique},
};

/// A new tag on the ticket.
async fn tag(marina: &Session, ticket: &Value) -> Value {
    let tag = marina
        .post("/tags", &json!({ "name": format!("Tempo {}", unique()) }))
        .await
        .ok();
    let wish = json!({ "ticketId": ticket["id"], "tags": [{ "id": tag["id"] }] });
    marina.post("/tags/sync", &wish).await.ok();
    tag
}

/// The row of a tag.
async fn row(admin: &Session, tag: &Value) -> Value {
    let told = admin.get("/dashboard/times?days=1&by=tag").await.ok();
    let rows = told["data"].as_array().unwrap();
    rows.iter()
        .find(|row| row["id"] == tag["id"])
        .unwrap()
        .clone()
}

#[tokio::test]
async fn an_answer_counts_once_it_reached_for_a_customer_who_asked() {
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let (ticket, _) = open_ticket(desk, &marina).await;
        let tag = tag(&marina, &ticket).await;
        let seen = row(&admin, &tag).await;
        assert_eq!((&seen["tickets"], &seen["answers"]), (&json!(1), &json!(0)));
        assert_eq!(
            (&seen["name"], &seen["color"]),
            (&tag["name"], &tag["color"])
        );

        // what colleagues tell each other answers nobody
        let path = format!("/messages/{}", ticket["id"]);
        let whisper = json!({ "body": "\u{200d}Cliente antigo", "isPrivate": true });
        marina.post(&path, &whisper).await.ok();
        assert_eq!(row(&admin, &tag).await["answers"], 0);
        marina.post(&path, &json!({ "body": "Já vejo" })).await.ok();
        let answered = row(&admin, &tag).await;
        assert_eq!(
            (&answered["answers"], &answered["endings"]),
            (&json!(1), &json!(0))
        );
        assert!(
            answered["answerMedian"].as_i64().unwrap() < 60,
            "{answered}"
        );

        let closed = json!({ "status": "closed" });
        marina
            .put(&format!("/tickets/{}", ticket["id"]), &closed)
            .await
            .ok();
        let ended = row(&admin, &tag).await;
        assert_eq!(
            (&ended["answers"], &ended["endings"]),
            (&json!(1), &json!(1))
        );
        assert!(ended["endingMedian"].is_i64() && ended["endingNinth"].is_i64());

        let answer = admin.get("/dashboard/times/export?days=1&by=tag").await;
        let table = answer.text;
        let line = format!("{},1,1,", tag["name"].as_str().unwrap());
        assert!(table.contains(&line), "{table}");
    })
    .await;
}

#[tokio::test]
async fn whoever_writes_first_has_not_answered() {
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let person = json!({ "name": "Beatriz", "number": new_number() });
        let contact = marina.post("/contacts", &person).await.ok();
        let queue = marina.user["queues"][0]["id"].clone();
        let wish = json!({ "contactId": contact["id"], "userId": marina.id(), "status": "open", "queueId": queue });
        let ticket = marina.post("/tickets", &wish).await.ok();
        let tag = tag(&marina, &ticket).await;
        let path = format!("/messages/{}", ticket["id"]);
        marina.post(&path, &json!({ "body": "Seu pedido chegou" })).await.ok();
        let seen = row(&admin, &tag).await;
        assert_eq!((&seen["tickets"], &seen["answers"]), (&json!(1), &json!(0)));
    })
    .await;
}

#[tokio::test]
async fn the_course_of_a_period_ends_today_and_this_moment_knows_who_serves() {
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        open_ticket(desk, &marina).await;
        let course = admin.get("/dashboard/course?days=1").await.ok();
        let days = course["days"].as_array().unwrap();
        assert_eq!(days.len(), 2, "yesterday and today");
        let began: i64 = days.iter().map(|day| day["began"].as_i64().unwrap()).sum();
        let hours = course["hours"].as_array().unwrap();
        let hours = hours.iter().flat_map(|day| day.as_array().unwrap());
        let hours: Vec<i64> = hours.map(|hour| hour.as_i64().unwrap()).collect();
        assert_eq!((hours.len(), hours.iter().sum()), (7 * 24, began));
        assert!(began > 0, "{course}");

        let all = admin.get("/dashboard/course?date_to=2100-01-01").await.ok();
        let all = all["days"].as_array().unwrap();
        assert_eq!((all.len(), &all[365]["day"]), (366, &days[1]["day"]));

        let now = admin.get("/dashboard/now").await.ok();
        let serving = now["held"]["attendants"].as_array().unwrap();
        let hers = serving.iter().find(|one| one["id"] == marina.user["id"]);
        let hers = hers.expect("Marina serves");
        assert!(hers["open"].as_i64().unwrap() > 0, "{hers}");
        let names = hers["names"].as_array().unwrap();
        assert!((1..=3).contains(&names.len()), "{hers}");
        let longest = now["waiting"]["longest"].as_array().unwrap();
        let since: Vec<&str> = longest
            .iter()
            .map(|one| one["since"].as_str().unwrap())
            .collect();
        assert!(since.is_sorted(), "{since:?}");
        assert!(longest.len() <= 5);
    })
    .await;
}
