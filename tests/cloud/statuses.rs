//! What Meta tells about our messages: ticks that never go back, failures that can be tried again.

use serde_json::json;

use super::{
    graph::Answer,
    support::until,
    world::{on_both, status},
};

#[tokio::test]
async fn ticks_never_fall_in_whatever_order_statuses_come() {
    // spec: S046
    on_both(async |world| {
        let orders = [
            ["sent", "delivered", "read"],
            ["read", "delivered", "sent"],
            ["delivered", "read", "sent"],
        ];
        let talk = world.talk().await;
        for words in orders {
            let sent = world.answer(&talk, &words.join(", ")).await;
            world.until_state(&talk, &sent, "accepted").await;
            let wamid = world
                .graph
                .tries(&talk.number)
                .last()
                .unwrap()
                .wamid
                .clone();
            let mut highest = 2;
            for word in words {
                for _ in 0..2 {
                    world
                        .told(status(&wamid, word, &talk.number, json!({})))
                        .await;
                }
                world.until_applied(&talk).await;
                highest = highest.max(match word {
                    "sent" => 2,
                    "delivered" => 3,
                    _ => 4,
                });
                let shown = world.shown(&talk, &sent).await;
                assert_eq!(
                    (&shown["ack"], &shown["sendState"]),
                    (&json!(highest), &json!("accepted")),
                    "{word}"
                );
            }
        }
    })
    .await;
}

#[tokio::test]
async fn receipts_that_come_together_each_find_their_message() {
    on_both(async |world| {
        let talk = world.talk().await;
        let mut sent = Vec::new();
        for number in 0..11 {
            sent.push(world.answer(&talk, &format!("Parte {number}")).await);
        }
        for message in &sent {
            world.until_state(&talk, message, "accepted").await;
        }
        let tries = world.graph.tries(&talk.number);
        let (last, read) = tries.split_last().unwrap();
        // in pairs, in both orders, and one that nobody knows among them
        let mut told = vec![("wamid.nobody", "delivered")];
        for (place, call) in read.iter().enumerate() {
            let words = if place % 2 == 0 {
                ["delivered", "read"]
            } else {
                ["read", "delivered"]
            };
            told.extend(words.map(|word| (call.wamid.as_str(), word)));
        }
        told.push((&last.wamid, "delivered"));
        let statuses: Vec<_> = told
            .iter()
            .map(|(wamid, word)| status(wamid, word, &talk.number, json!({}))["statuses"][0].take())
            .collect();
        world.told(json!({ "statuses": statuses })).await;
        world.until_applied(&talk).await;
        for (place, message) in sent.iter().enumerate() {
            let expected = if place == 10 { 3 } else { 4 };
            let shown = world.shown(&talk, message).await;
            assert_eq!(shown["ack"], expected, "{place}: {told:?}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_status_that_is_faster_than_the_answer_finds_its_message() {
    on_both(async |world| {
        // with the intent it is joined at once, without it when the answer is there
        for brings_intent in [true, false] {
            let talk = world.talk().await;
            world.graph.script(&talk.number, &[Answer::Held]);
            let sent = world.answer(&talk, "Rápido").await;
            until("it is on its way", async || {
                world.graph.tries(&talk.number).len() == 1
            })
            .await;
            let call = world.graph.tries(&talk.number).remove(0);
            let more = if brings_intent {
                json!({ "biz_opaque_callback_data": call.intent() })
            } else {
                json!({})
            };
            world
                .told(status(&call.wamid, "delivered", &talk.number, more))
                .await;
            world.until_applied(&talk).await;
            let early = world.shown(&talk, &sent).await;
            let expected = if brings_intent {
                (json!("accepted"), json!(3))
            } else {
                (json!("queued"), json!(0))
            };
            assert_eq!((early["sendState"].clone(), early["ack"].clone()), expected);
            world.graph.release(&talk.number);
            world.until_ack(&talk, &sent, 3).await;
            world
                .told(status(&call.wamid, "read", &talk.number, json!({})))
                .await;
            world.until_ack(&talk, &sent, 4).await;
            assert_eq!(world.shown(&talk, &sent).await["sendState"], "accepted");
            assert_eq!(world.graph.tries(&talk.number).len(), 1);
        }
    })
    .await;
}

#[tokio::test]
async fn a_failed_message_says_why_and_can_be_sent_again() {
    on_both(async |world| {
        let talk = world.talk().await;
        let sent = world.answer(&talk, "Chega?").await;
        world.until_state(&talk, &sent, "accepted").await;
        let first = world.graph.tries(&talk.number).remove(0);
        let errors = json!({ "errors": [{ "code": 131_026, "title": "Message undeliverable",
            "error_data": { "details": "Not on WhatsApp" } }], "biz_opaque_callback_data": first.intent() });
        world.told(status(&first.wamid, "failed", &talk.number, errors.clone())).await;
        let shown = world.until_state(&talk, &sent, "rejected").await;
        assert_eq!(shown["error"], "131026 Message undeliverable: Not on WhatsApp");

        world.graph.script(&talk.number, &[Answer::Held]);
        let retry = format!("/messages/{}/retry", sent["id"]);
        let again = world.marina.post(&retry, &json!({})).await.ok();
        assert_eq!(again["message"]["error"], json!(null));
        until("it is tried again", async || world.graph.tries(&talk.number).len() == 2).await;
        let second = world.graph.tries(&talk.number).remove(1);
        assert_ne!(first.intent(), second.intent());
        // late news of the first try is not about the second
        let late = json!({ "biz_opaque_callback_data": first.intent() });
        world.told(status(&first.wamid, "sent", &talk.number, late)).await;
        world.told(status(&first.wamid, "failed", &talk.number, errors)).await;
        world.until_applied(&talk).await;
        assert_eq!(world.shown(&talk, &sent).await["sendState"], "queued");

        world.graph.release(&talk.number);
        world.until_state(&talk, &sent, "accepted").await;
        world.told(status(&second.wamid, "read", &talk.number, json!({}))).await;
        world.until_ack(&talk, &sent, 4).await;
        let known = world.marina.post(&retry, &json!({})).await;
        assert_eq!(known.refusal(), (409, "ERR_MESSAGE_STATE"));
        assert_eq!(world.graph.tries(&talk.number).len(), 2);
    })
    .await;
}

#[tokio::test]
async fn a_message_that_fails_without_a_reason_says_that_it_was_not_sent() {
    // spec: S120
    on_both(async |world| {
        let talk = world.talk().await;
        let sent = world.answer(&talk, "Chega?").await;
        world.until_state(&talk, &sent, "accepted").await;
        let wamid = world.graph.tries(&talk.number).remove(0).wamid;
        let failed = status(&wamid, "failed", &talk.number, json!({}));
        world.told(failed).await;
        let shown = world.until_state(&talk, &sent, "rejected").await;
        assert_eq!(shown["error"], "ERR_SENDING_WAPP_MSG");
    })
    .await;
}
