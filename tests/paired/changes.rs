//! What is changed, taken back or answered with a sign is so on both sides.

use serde_json::json;

use super::{support::until, talk::assert_nothing_was_lost, world::on_both};

/// Kinds of a message about another, by their number in the protocol.
const REVOKE: &str = "REVOKE";
const EDIT: &str = "MESSAGE_EDIT";

#[tokio::test]
async fn what_a_customer_changes_and_takes_back_is_so_at_the_desk() {
    on_both(async |number| {
        let talk = number.talk(json!({ "text": "Bom dai" })).await;
        let edit = json!({ "edit": talk.first, "text": "Bom dia" });
        number.says(&talk.customer, edit).await;
        let shown = number.until_shown(&talk, "Bom dia").await;
        assert_eq!(shown["isEdited"], true);
        let wrong = number
            .says(&talk.customer, json!({ "text": "Número errado" }))
            .await;
        let shown = number.until_shown(&talk, "Número errado").await;
        number
            .says(&talk.customer, json!({ "revoke": wrong }))
            .await;
        until("it is taken back", async || {
            number.message(&talk, &shown["id"]).await["isDeleted"] == true
        })
        .await;
        // nobody takes back what the desk wrote
        let sent = number.answer(&talk, &json!({ "body": "Fica" })).await;
        let got = number.until_got(&talk.customer, 1).await;
        number
            .says(&talk.customer, json!({ "revoke": got[0]["id"] }))
            .await;
        number
            .says(&talk.customer, json!({ "text": "E agora?" }))
            .await;
        number.until_shown(&talk, "E agora?").await;
        assert_eq!(number.message(&talk, &sent["id"]).await["isDeleted"], false);
        assert_nothing_was_lost(number, &talk).await;
    })
    .await;
}

#[tokio::test]
async fn what_an_attendant_changes_and_takes_back_is_so_on_the_phone() {
    on_both(async |number| {
        let talk = number.talk(json!({ "text": "Oi" })).await;
        let sent = number.answer(&talk, &json!({ "body": "Bom dai" })).await;
        number.until_ack(&talk, &sent["id"], 3).await;
        let got = number.until_got(&talk.customer, 1).await;
        let path = format!("/messages/{}", sent["id"]);
        number
            .marina()
            .await
            .put(&path, &json!({ "body": "Bom dia" }))
            .await
            .ok();
        let got_edit = number.until_got(&talk.customer, 2).await;
        let edit = &got_edit[1]["message"];
        // an edit is wrapped, or not: both are read by phones
        let inside = edit.pointer("/editedMessage/message/protocolMessage");
        let said = inside.unwrap_or(&edit["protocolMessage"]);
        assert_eq!(said["type"], EDIT, "{edit}");
        assert_eq!(said["key"]["id"], got[0]["id"]);
        assert_eq!(said["editedMessage"]["conversation"], "Bom dia", "{edit}");

        number.marina().await.delete(&path).await.ok();
        let got_all = number.until_got(&talk.customer, 3).await;
        let said = &got_all[2]["message"]["protocolMessage"];
        assert_eq!(said["type"], REVOKE, "{said}");
        assert_eq!(said["key"]["id"], got[0]["id"]);
        assert_nothing_was_lost(number, &talk).await;
    })
    .await;
}

#[tokio::test]
async fn a_sign_stands_beside_what_it_is_about_until_it_is_taken_away() {
    on_both(async |number| {
        let talk = number.talk(json!({ "text": "Oi" })).await;
        let sent = number.answer(&talk, &json!({ "body": "Resolvido!" })).await;
        let got = number.until_got(&talk.customer, 1).await;
        number
            .says(
                &talk.customer,
                json!({ "react": got[0]["id"], "text": "❤️" }),
            )
            .await;
        until("the heart is shown", async || {
            number.message(&talk, &sent["id"]).await["reactions"][0]["emoji"] == "❤️"
        })
        .await;
        number
            .says(&talk.customer, json!({ "react": got[0]["id"], "text": "" }))
            .await;
        until("the heart is gone", async || {
            number.message(&talk, &sent["id"]).await["reactions"] == json!([])
        })
        .await;
        assert_eq!(number.messages(&talk).await.len(), 2);
    })
    .await;
}
