//! Texts both ways, with their quotes and ticks, whichever address a customer shows.

use serde_json::{Value, json};

use super::{
    support::{TestSocket, until},
    world::{Number, Talk, on_both},
};

async fn has_sent(number: &Number<'_>, id: &str, kind: &str) -> bool {
    let device = number.device().await;
    let all = device["receipts"].as_array().expect("a list").clone();
    all.iter().any(|it| it["id"] == id && it["type"] == kind)
}

#[tokio::test]
async fn a_customer_and_an_attendant_write_to_each_other() {
    // spec: S045 S046 S101
    on_both(async |number| {
        let talk = number
            .talk(json!({ "text": "Oi, meu pedido não chegou 🙁" }))
            .await;
        assert_eq!(talk.ticket["contact"]["name"], "Beatriz Nogueira");
        assert_eq!(talk.ticket["contact"]["number"], talk.customer.as_str());
        let first = number
            .until_shown(&talk, "Oi, meu pedido não chegou 🙁")
            .await;
        until("the customer's phone is told that it is read", async || {
            has_sent(number, &talk.first, "read").await
        })
        .await;

        // the phone says nothing by itself: each tick is one that it was told to say
        number
            .peer
            .run("receipts", json!({ "number": talk.customer, "kinds": [] }))
            .await;
        let reply =
            json!({ "body": "Bom dia! Vou verificar.", "quotedMsg": { "id": first["id"] } });
        let sent = number.answer(&talk, &reply).await;
        let got = number.until_got(&talk.customer, 1).await;
        let text = &got[0]["message"]["extendedTextMessage"];
        assert_eq!(text["text"], "Bom dia! Vou verificar.");
        assert_eq!(text["contextInfo"]["stanzaId"], talk.first.as_str());
        number.until_ack(&talk, &sent["id"], 2).await;
        let id = got[0]["id"].as_str().expect("an id");
        for (kind, ack) in [("delivery", 3), ("read", 4)] {
            number.told(&talk.customer, &[id], kind).await;
            number.until_ack(&talk, &sent["id"], ack).await;
        }
        // the number's own phone has the text as well
        let own = number.peer.got(&number.digits).await;
        assert_eq!(
            own[0]["message"]["deviceSentMessage"]["message"]["extendedTextMessage"]["text"],
            "Bom dia! Vou verificar."
        );

        let quoting = json!({ "text": "É o de ontem", "quoted": id });
        number.says(&talk.customer, quoting).await;
        let shown = number.until_shown(&talk, "É o de ontem").await;
        assert_eq!(shown["quotedMsg"]["id"], sent["id"]);
        assert_nothing_was_lost(number, &talk).await;
    })
    .await;
}

/// Everything came once, and everybody could open it.
pub async fn assert_nothing_was_lost(number: &Number<'_>, talk: &Talk) {
    assert!(number.peer.unread(&talk.customer).await.is_empty());
    assert!(number.peer.unread(&number.digits).await.is_empty());
    let got = number.peer.got(&talk.customer).await;
    assert!(got.iter().all(|it| it["times"] == 1), "{got:?}");
    until("the desk has acknowledged everything", async || {
        number.device().await["waiting"] == json!([])
    })
    .await;
    assert_eq!(number.device().await["retries"], json!([]));
}

#[tokio::test]
async fn whoever_shows_no_number_is_the_same_person_when_he_shows_it() {
    on_both(async |number| {
        let hidden = number.talk(json!({ "text": "Oi", "lid": true })).await;
        assert_eq!(hidden.ticket["contact"]["number"], hidden.customer.as_str());
        let sent = number.answer(&hidden, &json!({ "body": "Bom dia" })).await;
        number.until_ack(&hidden, &sent["id"], 3).await;
        let open = json!({ "text": "Do mesmo celular", "lid": false });
        number.says(&hidden.customer, open).await;
        number.until_shown(&hidden, "Do mesmo celular").await;
        let again = number.answer(&hidden, &json!({ "body": "Certo" })).await;
        number.until_ack(&hidden, &again["id"], 3).await;
        assert_nothing_was_lost(number, &hidden).await;
    })
    .await;
}

#[tokio::test]
async fn what_is_no_text_is_shown_as_what_it_is() {
    on_both(async |number| {
        let talk = number.talk(json!({ "text": "Onde fica?" })).await;
        let place = json!({ "text": "Loja", "place": [-23.5, -46.6] });
        number.says(&talk.customer, place).await;
        let vcard =
            "BEGIN:VCARD\nVERSION:3.0\nFN:Ana\nTEL;waid=5511911112222:+55 11 91111-2222\nEND:VCARD";
        number
            .says(&talk.customer, json!({ "text": "Ana", "card": vcard }))
            .await;
        until("both are here", async || {
            number.messages(&talk).await.len() == 3
        })
        .await;
        let all = number.messages(&talk).await;
        let place = &all[1];
        assert_eq!(place["mediaType"], "locationMessage");
        let at = |name: &str| {
            place["location"][name]
                .as_f64()
                .map(|it| (it * 10.0).round())
        };
        assert_eq!(
            (at("latitude"), at("longitude")),
            (Some(-235.0), Some(-466.0))
        );
        assert_eq!(
            (&all[2]["mediaType"], &all[2]["body"]),
            (&json!("vcard"), &json!(vcard))
        );
    })
    .await;
}

#[tokio::test]
async fn that_somebody_writes_is_shown_both_ways() {
    on_both(async |number| {
        let talk = number.talk(json!({ "text": "Oi" })).await;
        let mut socket = TestSocket::open(number.desk, &number.marina().await).await;
        socket.join("joinChatBox", talk.ticket["id"].clone()).await;
        let writes = json!({ "from": talk.customer, "to": number.digits, "state": "composing" });
        number.peer.run("writes", writes).await;
        let event = format!("company-{}-lookers", number.marina().await.company());
        let is = |it: &Value| it["ticketId"] == talk.ticket["id"] && it["isContactWriting"] == true;
        socket.event_where(&event, is).await;

        let typing =
            json!({ "ticketId": talk.ticket["id"], "isTyping": true, "isForCustomer": true });
        socket.join("typing", typing).await;
        until("the customer's phone shows it", async || {
            let told = number.peer.run("chatstates", json!({})).await;
            let all = told["chatstates"].as_array().expect("a list").clone();
            let to = format!("{}@s.whatsapp.net", talk.customer);
            all.iter()
                .any(|it| it["to"] == to.as_str() && it["state"] == "composing")
        })
        .await;
    })
    .await;
}

#[tokio::test]
async fn what_the_owner_writes_on_the_phone_is_in_the_conversation() {
    on_both(async |number| {
        let talk = number.talk(json!({ "text": "Oi" })).await;
        let own = json!({ "to": talk.customer, "text": "Respondi do celular" });
        number.of_phone("own", own).await;
        let shown = number.until_shown(&talk, "Respondi do celular").await;
        assert_eq!(
            (&shown["fromMe"], &shown["author"]),
            (&json!(true), &json!("phone"))
        );
    })
    .await;
}

#[tokio::test]
async fn a_message_that_the_network_refuses_has_failed() {
    on_both(async |number| {
        let talk = number.talk(json!({ "text": "Oi" })).await;
        number
            .of_phone("refuseMessages", json!({ "error": "463" }))
            .await;
        let sent = number.answer(&talk, &json!({ "body": "Chega?" })).await;
        until("it has failed", async || {
            number.message(&talk, &sent["id"]).await["sendState"] == "rejected"
        })
        .await;
        number.of_phone("refuseMessages", json!({})).await;
        assert!(number.peer.got(&talk.customer).await.is_empty());
        let path = format!("/messages/{}/retry", sent["id"]);
        number.marina().await.post(&path, &json!({})).await.ok();
        number.until_ack(&talk, &sent["id"], 3).await;
        let got = number.peer.got(&talk.customer).await;
        assert_eq!(got[0]["message"]["conversation"], "Chega?");
    })
    .await;
}
