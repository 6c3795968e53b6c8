//! The settings of a company: their keys, the words that each takes, and who writes them.

use serde_json::{Value, json};

use super::{
    MARINA,
    companies::company,
    support::{SUPER, Session, on_both},
};

async fn stored(session: &Session, key: &str) -> Value {
    let all = session.get("/settings").await.ok();
    let mut all = all.as_array().expect("a bare list").iter();
    let found = all.find(|one| one["key"] == key);
    found.map_or(Value::Null, |one| one["value"].clone())
}

#[tokio::test]
async fn every_setting_is_switched_by_its_words_and_takes_no_others() {
    // spec: A035 A064 A105 A139
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let (_, admin) = company(&desk.session(SUPER).await, &json!({})).await;
        let switch = ["enabled", "disabled"].as_slice();
        for (key, words) in [
            ("userRating", switch),
            ("CheckMsgIsGroup", switch),
            ("call", switch),
            ("sendGreetingAccepted", switch),
            ("sendMsgTransfTicket", switch),
            ("sendGreetingMessageOneQueues", switch),
            ("scheduleType", ["queue", "company", "disabled"].as_slice()),
            ("chatBotType", ["text"].as_slice()),
        ] {
            let path = format!("/settings/{key}");
            for word in words {
                let done = admin
                    .put(&path, &json!({ "key": key, "value": word }))
                    .await
                    .ok();
                assert_eq!(done, json!({ "key": key, "value": word }));
                assert_eq!(stored(&admin, key).await, *word, "{key}");
            }
            let kept = stored(&admin, key).await;
            for wrong in ["true", "", "ENABLED"] {
                let refused = admin
                    .put(&path, &json!({ "key": key, "value": wrong }))
                    .await;
                assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"), "{key} {wrong}");
            }
            let other = json!({ "key": "another", "value": words[0] });
            assert_eq!(
                admin.put(&path, &other).await.refusal(),
                (400, "ERR_VALIDATION"),
                "{key}"
            );
            let refused = marina.put(&path, &json!({ "value": words[0] })).await;
            assert_eq!(refused.refusal(), (403, "ERR_NO_PERMISSION"), "{key}");
            assert_eq!(
                stored(&admin, key).await,
                kept,
                "what is refused changes nothing: {key}"
            );
        }
        // the installation's key is for super users alone
        for key in ["nothing", "asaas"] {
            let value = json!({ "value": "aact_chave_da_instalacao" });
            let refused = admin.put(&format!("/settings/{key}"), &value).await;
            assert_eq!(refused.refusal(), (404, "ERR_NO_SETTING_FOUND"), "{key}");
        }
    })
    .await;
}
