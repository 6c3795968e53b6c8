//! A customer's conversation over several episodes: page by page, and only what the reader may see.

use serde_json::{Value, json};

use super::{
    ADMIN, MARINA, connection, messages, new_number, open_ticket,
    support::{on_both, until},
    ticket_of,
};

fn ids(page: &Value) -> Vec<i64> {
    let messages = page["messages"].as_array().unwrap();
    messages
        .iter()
        .map(|message| message["id"].as_i64().unwrap())
        .collect()
}

#[tokio::test]
async fn a_long_conversation_is_paged_without_gap_or_double_while_it_goes_on() {
    // spec: S100 S135
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let matriz = connection(&marina, "Matriz").await;
        let number = new_number();
        for place in 0..55 {
            desk.say(matriz, &number, "Bia", &format!("Linha {place}"))
                .await;
        }
        let ticket = ticket_of(&marina, &number, "pending").await;
        let path = format!("/messages/{}", ticket["id"]);
        until("all are there", async || {
            marina.get(&path).await.ok()["count"] == 55
        })
        .await;

        let mut page = marina.get(&path).await.ok();
        let mut bodies: Vec<Value> = Vec::new();
        let mut round = 0;
        loop {
            let found = ids(&page);
            assert!(found.is_sorted(), "ascending inside a page");
            assert_eq!(page["hasMore"], round < 2, "page {round}");
            let texts = page["messages"]
                .as_array()
                .unwrap()
                .iter()
                .map(|m| m["body"].clone());
            bodies.splice(..0, texts);
            if page["hasMore"] == false {
                break;
            }
            // what comes meanwhile does not shift the pages
            desk.say(matriz, &number, "Bia", &format!("Depois {round}"))
                .await;
            until("it is there", async || {
                marina.get(&path).await.ok()["count"] == 56 + round
            })
            .await;
            page = marina
                .get(&format!("{path}?before={}", found[0]))
                .await
                .ok();
            round += 1;
        }
        let expected: Vec<_> = (0..55)
            .map(|place| json!(format!("Linha {place}")))
            .collect();
        assert_eq!(bodies, expected);
        assert!(ids(&marina.get(&format!("{path}?before=1")).await.ok()).is_empty());
    })
    .await;
}

#[tokio::test]
async fn page_numbers_reach_the_same_messages() {
    // spec: S100 S135
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let matriz = connection(&marina, "Matriz").await;
        let number = new_number();
        for place in 0..40 {
            desk.say(matriz, &number, "Bia", &format!("Linha {place}"))
                .await;
        }
        let ticket = ticket_of(&marina, &number, "pending").await;
        let path = format!("/messages/{}", ticket["id"]);
        until("all are there", async || {
            marina.get(&path).await.ok()["count"] == 40
        })
        .await;
        let mut all = Vec::new();
        // the second page is full, and nothing is before it
        for (page, has_more) in [(2, false), (1, true)] {
            let found = marina.get(&format!("{path}?pageNumber={page}")).await.ok();
            assert_eq!(
                (ids(&found).len(), &found["hasMore"]),
                (20, &json!(has_more))
            );
            all.extend(ids(&found));
        }
        assert!(all.is_sorted() && all.len() == 40);
        for (query, size) in [
            ("pageNumber=3", 0),
            ("pageNumber=0", 20),
            ("pageNumber=-5", 20),
            ("pageNumber=999999999", 0),
        ] {
            let found = marina.get(&format!("{path}?{query}")).await.ok();
            assert_eq!(ids(&found).len(), size, "{query}");
        }
    })
    .await;
}

#[tokio::test]
async fn an_episode_in_a_queue_of_others_stays_with_them() {
    // spec: S034 S080 S087 S100
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let (old, number) = open_ticket(desk, &marina).await;
        let queues = admin.get("/queue").await.ok();
        let own = marina.user["queues"].as_array().unwrap();
        let is_foreign = |queue: &&Value| own.iter().all(|mine| mine["id"] != queue["id"]);
        let foreign = queues.as_array().unwrap().iter().find(is_foreign).unwrap();
        let away = json!({ "queueId": foreign["id"], "userId": null, "status": "pending" });
        let path = format!("/tickets/{}", old["id"]);
        admin.put(&path, &away).await.ok();
        let take = json!({ "status": "open", "userId": admin.id() });
        admin.put(&path, &take).await.ok();
        admin
            .post(
                &format!("/messages/{}", old["id"]),
                &json!({ "body": "Só entre nós" }),
            )
            .await
            .ok();
        admin.put(&path, &json!({ "status": "closed" })).await.ok();

        let matriz = connection(&marina, "Matriz").await;
        desk.say(matriz, &number, "Beatriz Nogueira", "Outra coisa")
            .await;
        let new = ticket_of(&marina, &number, "pending").await;
        assert_ne!(new["id"], old["id"]);
        let seen = marina.get(&format!("/messages/{}", new["id"])).await.ok();
        let bodies: Vec<_> = seen["messages"]
            .as_array()
            .unwrap()
            .iter()
            .map(|m| &m["body"])
            .collect();
        assert_eq!(bodies, ["Outra coisa"]);
        assert_eq!(seen["count"], 1);
        let episodes: Vec<_> = seen["tickets"]
            .as_array()
            .unwrap()
            .iter()
            .map(|t| &t["id"])
            .collect();
        assert_eq!(episodes, [&new["id"]]);
        let refused = marina.get(&format!("/messages/{}", old["id"])).await;
        assert_eq!(refused.refusal(), (403, "ERR_NO_PERMISSION"));
        assert_eq!(messages(&admin, &new).await.len(), 3);
        let whole = admin.get(&format!("/messages/{}", new["id"])).await.ok();
        for field in ["id", "name", "color"] {
            assert_eq!(whole["tickets"][0]["queue"][field], foreign[field]);
        }
    })
    .await;
}
