//! Finding a message by its words, and reaching it however far back it stands.

use serde_json::{Value, json};

use super::{
    ADMIN, MARINA, RAFAEL, VIDA, connection, messages, new_number, open_ticket,
    support::{Session, on_both, until},
};

async fn found(session: &Session, query: &str) -> Value {
    let path = format!("/messages/search?{query}");
    session.get(&path).await.ok()
}

fn bodies(page: &Value) -> Vec<&str> {
    let found = page["messages"].as_array().expect("messages").iter();
    found
        .filter_map(|message| message["body"].as_str())
        .collect()
}

#[tokio::test]
async fn a_message_is_found_by_its_words_by_those_who_may_see_its_ticket() {
    // spec: S029 S087 S095
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let (rafael, vida) = (desk.session(RAFAEL).await, desk.session(VIDA).await);
        let (ticket, number) = open_ticket(desk, &marina).await;
        let word = format!("código{}", new_number());
        let matriz = connection(&marina, "Matriz").await;
        for text in [
            format!("O {word} não abre"),
            format!("Já tentei o {word} duas vezes"),
        ] {
            desk.say(matriz, &number, "Beatriz Nogueira", &text).await;
        }
        let search = format!("searchParam={}", word.to_uppercase());
        until("both are there", async || {
            bodies(&found(&marina, &search).await).len() == 2
        })
        .await;
        let page = found(&marina, &search).await;
        assert_eq!(
            bodies(&page)[0],
            format!("Já tentei o {word} duas vezes"),
            "newest first"
        );
        assert_eq!(page["hasMore"], false);
        let first = &page["messages"][0];
        assert_eq!(
            (&first["ticket"]["uuid"], &first["ticketStatus"]),
            (&ticket["uuid"], &json!("open"))
        );
        let two = found(&marina, &format!("{search} ABRE")).await;
        assert_eq!(bodies(&two), [format!("O {word} não abre")]);
        let before = found(&marina, &format!("{search}&before={}", first["id"])).await;
        assert_eq!(bodies(&before), [format!("O {word} não abre")]);
        let inside = found(&marina, &format!("{search}&ticketId={}", ticket["id"])).await;
        assert_eq!(bodies(&inside).len(), 2);
        assert!(bodies(&found(&marina, "searchParam=%20?!").await).is_empty());
        assert!(bodies(&found(&vida, &search).await).is_empty());

        // in a queue of others it is found by them alone
        let queues = admin.get("/queue").await.ok();
        let sales = queues.as_array().expect("queues").iter();
        let sales = sales.clone().find(|queue| queue["name"] == "Vendas");
        let wish = json!({ "queueId": sales.expect("Vendas")["id"], "userId": marina.id() });
        marina
            .put(&format!("/tickets/{}", ticket["id"]), &wish)
            .await
            .ok();
        assert!(bodies(&found(&rafael, &search).await).is_empty());
        assert_eq!(bodies(&found(&admin, &search).await).len(), 2);
        let refused = rafael
            .get(&format!(
                "/messages/search?{search}&ticketId={}",
                ticket["id"]
            ))
            .await;
        assert_eq!(refused.refusal(), (403, "ERR_NO_PERMISSION"));
    })
    .await;
}

#[tokio::test]
async fn a_message_that_was_taken_back_is_found_no_more() {
    // spec: S029 S102
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let (ticket, number) = open_ticket(desk, &marina).await;
        let matriz = connection(&marina, "Matriz").await;
        let word = format!("segredo{}", new_number());
        let path = format!("/messages/{}", ticket["id"]);
        let sent = marina.post(&path, &json!({ "body": word })).await.ok();
        until("it is on the phone", async || {
            desk.reached(matriz, &number).await == [word.as_str()]
        })
        .await;
        let search = format!("searchParam={word}");
        assert_eq!(bodies(&found(&marina, &search).await), [word.as_str()]);
        marina
            .delete(&format!("/messages/{}", sent["message"]["id"]))
            .await
            .ok();
        assert!(bodies(&found(&marina, &search).await).is_empty());
    })
    .await;
}

#[tokio::test]
async fn one_page_reaches_down_to_a_message_far_back() {
    // spec: S029 S100 S135
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let (ticket, _) = open_ticket(desk, &marina).await;
        let path = format!("/messages/{}", ticket["id"]);
        for number in 0..55 {
            let whisper = json!({ "body": format!("linha {number}"), "isPrivate": true });
            marina.post(&path, &whisper).await.ok();
        }
        let newest = messages(&marina, &ticket).await;
        assert_eq!(newest.len(), 20);
        let hit = found(
            &marina,
            &format!("searchParam=linha 15&ticketId={}", ticket["id"]),
        )
        .await;
        let target = hit["messages"][0]["id"].as_i64().expect("an id");
        let before = newest[0]["id"].as_i64().expect("an id");
        let down = format!("{path}?before={before}&through={target}");
        let page = marina.get(&down).await.ok();
        let ids: Vec<i64> = page["messages"]
            .as_array()
            .expect("messages")
            .iter()
            .filter_map(|message| message["id"].as_i64())
            .collect();
        let place = ids.iter().position(|id| *id == target);
        assert_eq!(place, Some(10), "with ten above it");
        assert!(ids.last().is_some_and(|last| *last < before) && ids.len() == 30);
        assert_eq!(page["hasMore"], true);
    })
    .await;
}
