//! While what a flow says waits for its time, its customer's phone shows that he is being written to (rule B14).

use serde_json::json;

use super::{
    bot_peer::{Peer, Reply},
    bots::Stage,
    new_number,
    support::{backends, until},
};

#[tokio::test]
async fn a_customer_sees_that_he_is_written_to_until_a_bubble_is_there() {
    // spec: A144
    for backend in backends() {
        let bubbles = json!({ "replies": [
            { "text": "Um", "delay": 2500 }, { "text": "Dois", "delay": 2500 }, { "text": "Três", "delay": 0 },
        ] });
        let peer = Peer::start(move |_| Reply::Json(bubbles.clone()));
        let stage = Stage::start(backend, peer, json!({})).await;
        let number = new_number();
        stage.says(&number, "Oi").await;
        for heard in [0, 1] {
            until(&format!("it is shown after {heard} bubbles"), async || {
                let shown = stage.is_written_to(&number).await;
                assert!(stage.heard(&number).await.len() <= heard, "too late");
                shown
            })
            .await;
            until("the bubble is there", async || {
                stage.heard(&number).await.len() > heard
            })
            .await;
        }
        stage.hears(&number, &["Um", "Dois", "Três"]).await;
        until("it is shown no longer", async || {
            !stage.is_written_to(&number).await
        })
        .await;
    }
}

#[tokio::test]
async fn who_is_answered_at_once_sees_only_the_answer() {
    for backend in backends() {
        let stage = Stage::start(backend, Peer::saying("Pronto"), json!({})).await;
        let number = new_number();
        stage.says(&number, "Oi").await;
        stage.hears(&number, &["Pronto"]).await;
        assert!(!stage.is_written_to(&number).await);
    }
}
