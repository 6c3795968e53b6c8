//! The board: lanes, the order of their cards, moves, and who may see them.

use serde_json::{Value, json};

use super::{
    ADMIN, MARINA, new_number, open_ticket,
    support::{Session, TestDesk, on_both},
};

/// A tag that is a lane of its own.
async fn lane(admin: &Session, priority: i64) -> Value {
    let wish =
        json!({ "name": format!("Etapa {}", new_number()), "kanban": 1, "priority": priority });
    admin.post("/tags", &wish).await.ok()
}

async fn cards(session: &Session, lane: &str) -> Vec<Value> {
    let page = session
        .get(&format!("/ticket/kanban?{lane}&page=1"))
        .await
        .ok();
    let tickets = page["tickets"].as_array().expect("tickets");
    assert_eq!(page["count"], tickets.len());
    tickets.iter().map(|ticket| ticket["id"].clone()).collect()
}

async fn put(session: &Session, ticket: &Value, wish: Value) -> Value {
    let path = format!("/ticket/kanban/{}", ticket["id"]);
    session.put(&path, &wish).await.ok()
}

/// Three new tickets in a lane of tags, the oldest first.
async fn three_in(desk: &TestDesk, marina: &Session, lane: &Value) -> [Value; 3] {
    let (first, _) = open_ticket(desk, marina).await;
    let (second, _) = open_ticket(desk, marina).await;
    let (third, _) = open_ticket(desk, marina).await;
    for ticket in [&first, &second, &third] {
        let path = format!("/ticket-tags/{}/{}", ticket["id"], lane["id"]);
        let put = marina.put(&path, &json!({})).await;
        assert_eq!(put.status, 201, "{path}");
    }
    [first, second, third]
}

#[tokio::test]
async fn a_card_goes_from_lane_to_lane_and_keeps_its_place_there() {
    // spec: A046 A072 A113
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let (new, offer) = (lane(&admin, 1).await, lane(&admin, 2).await);
        let [first, second, third] = three_in(desk, &marina, &new).await;
        let loyal = json!({ "name": format!("Fiel {}", new_number()) });
        let loyal = marina.post("/tags", &loyal).await.ok();
        let path = format!("/ticket-tags/{}/{}", first["id"], loyal["id"]);
        marina.put(&path, &json!({})).await;
        let (of_new, of_offer) = (
            format!("tagId={}", new["id"]),
            format!("tagId={}", offer["id"]),
        );
        assert_eq!(
            cards(&marina, &of_new).await,
            [&third, &second, &first].map(|it| it["id"].clone()),
            "the newest on top"
        );

        let wish = json!({ "tagId": new["id"], "afterTicketId": third["id"] });
        let moved = put(&marina, &first, wish).await;
        assert!(moved["crmOrder"].is_i64());
        assert_eq!(
            moved["updatedAt"], first["updatedAt"],
            "no change of the conversation"
        );
        assert_eq!(
            cards(&marina, &of_new).await,
            [&third, &first, &second].map(|it| it["id"].clone())
        );

        let wish = json!({ "tagId": offer["id"], "fromTagId": new["id"] });
        let moved = put(&marina, &first, wish.clone()).await;
        assert_eq!(
            put(&marina, &first, wish).await["tags"],
            moved["tags"],
            "twice is once"
        );
        let tags: Vec<&Value> = moved["tags"].as_array().unwrap().iter().collect();
        assert!(
            tags.iter()
                .any(|tag| tag["id"] == offer["id"] && tag["priority"] == 2)
        );
        assert!(
            tags.iter().any(|tag| tag["id"] == loyal["id"]),
            "other tags stay"
        );
        assert!(
            tags.iter().all(|tag| tag["id"] != new["id"]),
            "the old lane is left"
        );
        assert_eq!(cards(&marina, &of_offer).await, [first["id"].clone()]);

        let out = marina
            .delete(&format!("/ticket-tags/{}", first["id"]))
            .await
            .ok();
        assert_eq!(out["tags"].as_array().unwrap().len(), 1);
        assert_eq!(out["tags"][0]["id"], loyal["id"]);
        assert!(cards(&marina, &of_offer).await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_card_that_changes_its_lane_stands_where_it_was_put_until_it_is_closed() {
    // spec: A046 A072 A113
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let (new, offer) = (lane(&admin, 1).await, lane(&admin, 2).await);
        let [first, second, third] = three_in(desk, &marina, &new).await;
        let name = format!("tagId={}", offer["id"]);
        for (ticket, above) in [
            (&first, &Value::Null),
            (&third, &first["id"]),
            (&second, &first["id"]),
        ] {
            let wish =
                json!({ "tagId": offer["id"], "fromTagId": new["id"], "afterTicketId": above });
            put(&marina, ticket, wish).await;
        }
        assert_eq!(
            cards(&marina, &name).await,
            [&first, &second, &third].map(|it| it["id"].clone()),
            "below the oldest one, not by their age"
        );
        let page = marina.get(&format!("/ticket/kanban?{name}")).await.ok();
        let known = marina.get(&format!("/tickets/{}", first["id"])).await.ok();
        let said = &known["lastMessage"];
        assert!(said.as_str().is_some_and(|text| !text.is_empty()));
        let card = &page["tickets"][0];
        assert_eq!(
            (&card["lastMessage"], &card["fromMe"]),
            (said, &known["fromMe"])
        );
        let path = format!("/tickets/{}", second["id"]);
        marina.put(&path, &json!({ "status": "closed" })).await.ok();
        assert_eq!(
            cards(&marina, &name).await,
            [&first, &third].map(|it| it["id"].clone())
        );
    })
    .await;
}

#[tokio::test]
async fn many_moves_between_two_cards_find_room() {
    // spec: A072
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let stage = lane(&admin, 1).await;
        let mut all = Vec::new();
        for _ in 0..3 {
            let (ticket, _) = open_ticket(desk, &marina).await;
            put(&marina, &ticket, json!({ "tagId": stage["id"] })).await;
            all.insert(0, ticket);
        }
        let name = format!("tagId={}", stage["id"]);
        // each halves the room below the first card
        for _ in 0..40 {
            let last = all.pop().unwrap();
            let wish = json!({ "tagId": stage["id"], "afterTicketId": all[0]["id"] });
            put(&marina, &last, wish).await;
            all.insert(1, last);
            let expected: Vec<Value> = all.iter().map(|it| it["id"].clone()).collect();
            assert_eq!(cards(&marina, &name).await, expected);
        }
    })
    .await;
}

#[tokio::test]
async fn a_card_goes_to_another_queue_or_to_none() {
    // spec: A072 A113
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let (ticket, _) = open_ticket(desk, &marina).await;
        let queue = json!({
            "name": format!("Fila {}", new_number()), "color": format!("#{}", new_number().split_at(7).1),
        });
        let queue = admin.post("/queue", &queue).await.ok();
        let moved = put(&admin, &ticket, json!({ "queueId": queue["id"] })).await;
        assert_eq!(moved["queueId"], queue["id"]);
        assert_eq!(
            (&moved["status"], &moved["userId"]),
            (&json!("pending"), &Value::Null),
            "it waits where its attendant does not serve"
        );
        let name = format!("queueId={}", queue["id"]);
        assert_eq!(cards(&admin, &name).await, [ticket["id"].clone()]);
        assert!(
            cards(&marina, &name).await.is_empty(),
            "not one of her queues"
        );

        let moved = put(&admin, &ticket, json!({ "queueId": null })).await;
        assert_eq!(moved["queueId"], Value::Null);
        let found = format!("queueId=0&searchParam=%23{}", ticket["id"]);
        assert_eq!(cards(&admin, &found).await, [ticket["id"].clone()]);
        assert!(cards(&admin, "queueId=0&searchParam=%230").await.is_empty());

        let path = format!("/tickets/{}", ticket["id"]);
        let wish = json!({ "queueId": queue["id"], "crmOrder": 7 });
        assert_eq!(admin.put(&path, &wish).await.ok()["crmOrder"], 7);
    })
    .await;
}

#[tokio::test]
async fn what_is_no_move_is_refused() {
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let stage = lane(&admin, 1).await;
        let (ticket, _) = open_ticket(desk, &marina).await;
        let path = format!("/ticket/kanban/{}", ticket["id"]);
        let plain = json!({ "name": format!("Simples {}", new_number()) });
        let plain = marina.post("/tags", &plain).await.ok();
        for (wish, refusal) in [
            (json!({}), (400, "ERR_VALIDATION")),
            (
                json!({ "tagId": stage["id"], "queueId": null }),
                (400, "ERR_VALIDATION"),
            ),
            (json!({ "tagId": 999_999_999 }), (404, "ERR_NO_TAG_FOUND")),
            (
                json!({ "tagId": stage["id"], "fromTagId": 999_999_999 }),
                (404, "ERR_NO_TAG_FOUND"),
            ),
            (json!({ "tagId": plain["id"] }), (404, "ERR_NO_TAG_FOUND")),
            (
                json!({ "queueId": 999_999_999 }),
                (404, "ERR_NO_QUEUE_FOUND"),
            ),
            (
                json!({ "tagId": stage["id"], "afterTicketId": 999_999_999 }),
                (404, "ERR_NO_TICKET_FOUND"),
            ),
        ] {
            assert_eq!(admin.put(&path, &wish).await.refusal(), refusal, "{wish}");
        }
        let kept = marina.get(&format!("/tickets/{}", ticket["id"])).await.ok();
        assert_eq!(
            (&kept["tags"], &kept["queueId"]),
            (&ticket["tags"], &ticket["queueId"])
        );
        for lane in ["", "tagId=1&queueId=1"] {
            let refused = marina.get(&format!("/ticket/kanban?{lane}")).await;
            assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"));
        }

        let closed = json!({ "status": "closed" });
        marina
            .put(&format!("/tickets/{}", ticket["id"]), &closed)
            .await
            .ok();
        let late = marina.put(&path, &json!({ "tagId": stage["id"] })).await;
        assert_eq!(late.refusal(), (409, "ERR_TICKET_STATE"));
    })
    .await;
}

#[tokio::test]
async fn lanes_stand_by_priority() {
    // spec: A072 A107
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let (last, first) = (lane(&admin, 9_001).await, lane(&admin, 9_000).await);
        let lanes = admin.get("/tags/kanban").await.ok();
        let lanes = lanes["lista"].as_array().unwrap();
        let place = |tag: &Value| lanes.iter().position(|it| it["id"] == tag["id"]);
        assert!(place(&first).unwrap() < place(&last).unwrap());
        let path = format!("/tags/{}", last["id"]);
        admin.put(&path, &json!({ "kanban": 0 })).await.ok();
        let lanes = admin.get("/tags/kanban").await.ok();
        let lanes = lanes["lista"].as_array().unwrap();
        assert!(lanes.iter().all(|it| it["id"] != last["id"]));
    })
    .await;
}

#[tokio::test]
async fn cards_are_filtered_by_attendant_and_queue_and_the_totals_follow() {
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let stage = lane(&admin, 1).await;
        let [first, second, third] = three_in(desk, &marina, &stage).await;
        let of_stage = format!("tagId={}", stage["id"]);
        let all = cards(&admin, &of_stage).await;
        assert_eq!(all.len(), 3);
        let holder = &first["userId"];
        assert!(holder.is_i64());
        let hers = format!("{of_stage}&userId={holder}");
        assert_eq!(cards(&admin, &hers).await, all);
        let nobody = format!("{of_stage}&userId=0");
        assert!(cards(&admin, &nobody).await.is_empty());
        let queues = admin.get("/queue-kanban").await.ok();
        let queue = &queues["lista"][0]["id"];
        put(&admin, &second, json!({ "queueId": queue })).await;
        for ticket in [&first, &third] {
            put(&admin, ticket, json!({ "queueId": null })).await;
        }
        let in_queue = format!("{of_stage}&filterQueueId={queue}");
        assert_eq!(cards(&admin, &in_queue).await, [second["id"].clone()]);
        let in_none = format!("{of_stage}&filterQueueId=0");
        assert_eq!(cards(&admin, &in_none).await.len(), 2);
    })
    .await;
}
