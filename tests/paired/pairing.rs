//! A phone links the desk: by the code that it scans, by eight letters, and again by a new code.

use serde_json::{Value, json};

use super::{
    support::{TestSocket, until},
    world::{BUSINESS, on_both, on_both_unpaired},
};

#[tokio::test]
async fn a_phone_scans_the_code_and_the_page_is_told_each_step() {
    // spec: A053 A054 A058
    on_both_unpaired(async |number| {
        let mut socket = TestSocket::open(number.desk, &number.admin().await).await;
        number.scan().await;
        let event = format!("company-{}-whatsappSession", number.admin().await.company());
        for status in ["PAIRING", "CONNECTED"] {
            let is =
                |it: &Value| it["session"]["id"] == number.id && it["session"]["status"] == status;
            let seen = socket.event_where(&event, is).await;
            assert_eq!(seen["session"]["qrcode"], "");
        }
        assert_eq!(number.shown().await["number"], number.digits.as_str());
        let device = number.device().await;
        assert_eq!(
            (&device["isOnline"], &device["signed"]),
            (&json!(true), &json!(true))
        );
        let stale = json!({ "code": "2@nobody,a,b,c,1", "number": number.digits });
        assert!(number.peer.attempt("scan", &stale).await.is_err());
    })
    .await;
}

#[tokio::test]
async fn eight_letters_typed_on_the_phone_link_it() {
    // spec: A059
    on_both_unpaired(async |number| {
        let path = format!("/whatsappsession/{}/pairing-code", number.id);
        let asked = json!({ "number": number.digits });
        number.admin().await.post(&path, &asked).await.ok();
        until("letters are shown", async || {
            number.shown().await["pairingCode"]
                .as_str()
                .is_some_and(|it| !it.is_empty())
        })
        .await;
        let shown = number.shown().await["pairingCode"].clone();
        let letters = shown.as_str().expect("letters").replace('-', "");
        assert_eq!(letters.len(), 8);
        let typed = json!({ "letters": letters, "business": BUSINESS });
        number.of_phone("type", typed).await;
        let connected = number.until_status("CONNECTED").await;
        assert_eq!(connected["number"], number.digits.as_str());
        assert_eq!(number.device().await["signed"], true);
        number.until_published().await;
        let talk = number.talk(json!({ "text": "Oi" })).await;
        let sent = number.answer(&talk, &json!({ "body": "Bom dia" })).await;
        number.until_ack(&talk, &sent["id"], 3).await;
    })
    .await;
}

#[tokio::test]
async fn a_new_code_signs_the_old_device_out_and_begins_with_other_keys() {
    on_both(async |number| {
        let talk = number.talk(json!({ "text": "Antes" })).await;
        number.ask_new_code().await;
        number.until_status("qrcode").await;
        let old = number.device().await;
        assert_eq!(
            (&old["isLinked"], &old["wasSignedOut"]),
            (&json!(false), &json!(true))
        );
        number.pair().await;
        let devices = number.devices().await;
        assert_eq!(devices.len(), 2);
        assert_ne!(devices[0]["identity"], devices[1]["identity"]);
        // the customer's phone goes on in a session of its own with the new device
        number
            .says(&talk.customer, json!({ "text": "Depois" }))
            .await;
        number.until_shown(&talk, "Depois").await;
        assert_eq!(number.device().await["retries"], json!([]));
    })
    .await;
}
