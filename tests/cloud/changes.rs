//! What is changed later: only by whoever may, in the list as in the conversation, and in the right time.

use serde_json::{Value, json};

use super::{
    support::until,
    world::{message, new_number, on_both, seconds_ago, status, unique},
};

fn wamid() -> String {
    format!("wamid.{}", unique())
}

fn edit(wamid: &str, body: &str) -> Value {
    json!({ "type": "edit", "edit": { "original_message_id": wamid,
        "message": { "type": "text", "text": { "body": body } } } })
}

fn revoke(wamid: &str) -> Value {
    json!({ "type": "revoke", "revoke": { "original_message_id": wamid } })
}

#[tokio::test]
async fn nobody_changes_what_another_wrote() {
    // before, any event that named a message changed it
    on_both(async |world| {
        let (talk, stranger) = (world.talk().await, new_number());
        let answer = world.answer(&talk, "Saiu hoje").await;
        world.until_state(&talk, &answer, "accepted").await;
        let ours = world.graph.tries(&talk.number)[0].wamid.clone();
        for target in [&talk.wamid, &ours] {
            for change in [edit(target, "Trocado"), revoke(target)] {
                world.told(message(&stranger, &wamid(), &change)).await;
            }
        }
        // a customer does not change what the desk wrote, nor the phone what he wrote
        for change in [edit(&ours, "Trocado"), revoke(&ours)] {
            world.told(message(&talk.number, &wamid(), &change)).await;
        }
        let mut echo = revoke(&talk.wamid);
        echo["id"] = json!(wamid());
        echo["from"] = json!("551140028922");
        echo["to"] = json!(talk.number);
        echo["timestamp"] = json!(seconds_ago(0));
        let echoes = json!({ "message_echoes": [echo] });
        world
            .take(&world.line.envelope("smb_message_echoes", echoes))
            .await;
        // nor is there a receipt of what he wrote
        for word in ["read", "failed"] {
            world
                .told(status(&talk.wamid, word, &talk.number, json!({})))
                .await;
        }
        world.until_applied(&talk).await;
        let all = world.messages(&talk.ticket).await;
        for (shown, body) in all.iter().zip(["Oi, meu pedido não chegou", "Saiu hoje"]) {
            assert_eq!(shown["body"], body);
            assert_eq!(
                (&shown["isDeleted"], &shown["isEdited"]),
                (&json!(false), &json!(false))
            );
        }
        assert_eq!(
            (&all[0]["ack"], &all[0]["sendState"]),
            (&json!(0), &Value::Null)
        );
    })
    .await;
}

#[tokio::test]
async fn a_message_that_arrived_after_all_has_not_failed() {
    on_both(async |world| {
        let talk = world.talk().await;
        let sent = world.answer(&talk, "Chega?").await;
        world.until_state(&talk, &sent, "accepted").await;
        let wamid = world.graph.tries(&talk.number)[0].wamid.clone();
        let errors = json!({ "errors": [{ "code": 131_026, "title": "Message undeliverable" }] });
        let told = async |word: &str, more: Value| {
            world.told(status(&wamid, word, &talk.number, more)).await;
        };
        told("failed", errors.clone()).await;
        world.until_state(&talk, &sent, "rejected").await;
        // that it was accepted before says nothing against it
        told("sent", json!({})).await;
        world.until_applied(&talk).await;
        assert_eq!(world.shown(&talk, &sent).await["sendState"], "rejected");

        told("delivered", json!({})).await;
        let shown = world.until_state(&talk, &sent, "accepted").await;
        assert_eq!((&shown["ack"], &shown["error"]), (&json!(3), &Value::Null));
        let retry = format!("/messages/{}/retry", sent["id"]);
        let refused = world.marina.post(&retry, &json!({})).await;
        assert_eq!(refused.refusal(), (409, "ERR_MESSAGE_STATE"));
    })
    .await;
}

#[tokio::test]
async fn the_list_forgets_the_words_of_a_message_that_was_taken_back() {
    // before, the list went on showing them
    on_both(async |world| {
        let talk = world.talk().await;
        let last = world.says(&talk.number, "Minha senha é 1234").await;
        let shown = async || world.ticket_of(&talk.number, "open").await["lastMessage"].clone();
        until("it is shown", async || {
            shown().await == "Minha senha é 1234"
        })
        .await;
        // an earlier one leaves the list as it is
        world
            .told(message(&talk.number, &wamid(), &revoke(&talk.wamid)))
            .await;
        until("the first is taken back", async || {
            world.messages(&talk.ticket).await[0]["isDeleted"] == true
        })
        .await;
        assert_eq!(shown().await, "Minha senha é 1234");
        world
            .told(message(&talk.number, &wamid(), &revoke(&last)))
            .await;
        until("the list forgets it", async || {
            shown().await == "🚫 Mensagem apagada"
        })
        .await;
    })
    .await;
}

#[tokio::test]
async fn a_late_message_shows_when_it_was_sent_and_when_it_came() {
    on_both(async |world| {
        let talk = world.talk().await;
        let sent_at = seconds_ago(3 * 60 * 60);
        let late =
            json!({ "type": "text", "timestamp": sent_at, "text": { "body": "Mandei de manhã" } });
        world.told(message(&talk.number, &wamid(), &late)).await;
        world.until_applied(&talk).await;
        let all = world.messages(&talk.ticket).await;
        let bodies: Vec<_> = all.iter().map(|it| it["body"].as_str().unwrap()).collect();
        assert_eq!(
            bodies[..2],
            ["Oi, meu pedido não chegou", "Mandei de manhã"]
        );
        let moment =
            |at: &Value| -> chrono::DateTime<chrono::Utc> { at.as_str().unwrap().parse().unwrap() };
        let shown = &all[1];
        assert_eq!(moment(&shown["createdAt"]).timestamp().to_string(), sent_at);
        assert!(moment(&shown["receivedAt"]) > moment(&all[0]["createdAt"]));
        assert!(all[2]["receivedAt"].is_null(), "it came at once");
    })
    .await;
}

#[tokio::test]
async fn what_comes_with_a_message_is_shown_with_it() {
    on_both(async |world| {
        let number = new_number();
        let ad = json!({ "type": "text", "text": { "body": "Quero saber mais" },
            "context": { "forwarded": true },
            "referral": { "source_url": "https://fb.me/x", "source_id": "12", "source_type": "ad",
                "headline": "Fale conosco", "body": "Promoção", "ctwa_clid": "Aff" } });
        world.told(message(&number, &wamid(), &ad)).await;
        let ticket = world.ticket_of(&number, "pending").await;
        let shown = world.messages(&ticket).await[0].clone();
        assert_eq!(shown["details"]["forwarded"], "once");
        assert_eq!(
            shown["details"]["referral"],
            json!({ "sourceUrl": "https://fb.me/x", "sourceId": "12", "sourceType": "ad",
                "headline": "Fale conosco", "body": "Promoção", "clickId": "Aff" })
        );
    })
    .await;
}
