//! What Meta tells of the past of a number, as its reference shows it.

use chrono::DateTime;
use guiche_storage::model::{
    inbound::{Inbound, InboundContent, InboundMessage},
    message::MediaKind,
};
use serde_json::{Value, json};

use super::super::{HISTORY_DECLINED, Past, interpret, split};

const BUSINESS: &str = "15550783881";
const CUSTOMER: &str = "16505551234";

fn body(value: Value) -> Value {
    let mut value = value;
    value["messaging_product"] = json!("whatsapp");
    value["metadata"] =
        json!({ "display_phone_number": BUSINESS, "phone_number_id": "106540352242922" });
    json!({ "object": "whatsapp_business_account",
        "entry": [{ "id": "102290129340398", "changes": [{ "field": "history", "value": value }] }] })
}

fn told(body: &Value) -> Vec<Past> {
    let body = serde_json::to_vec(body).unwrap();
    let out = split(&body, DateTime::UNIX_EPOCH).unwrap();
    assert!(out.numbers.is_empty(), "nothing of it is live");
    out.past
}

fn only(value: Value) -> Past {
    let [past] = told(&body(value)).try_into().unwrap();
    past
}

fn thread(messages: Value) -> Value {
    json!({ "history": [{ "metadata": { "phase": 0, "chunk_order": 1, "progress": 55 },
        "threads": [{ "id": CUSTOMER, "messages": messages }] }] })
}

fn messages(past: &Past) -> Vec<InboundMessage> {
    let understood = past.messages.iter().map(|it| interpret(&it.event.raw));
    let message = |inbound| match inbound {
        Inbound::Message(message) => *message,
        other => panic!("{other:?}"),
    };
    understood.map(message).collect()
}

#[test]
fn a_piece_is_taken_apart_into_messages_with_direction_and_status() {
    let item = |from: &str, id: &str, at: &str, status: &str, content: Value| {
        let mut item = content;
        item["from"] = json!(from);
        item["id"] = json!(id);
        item["timestamp"] = json!(at);
        item["history_context"] = json!({ "status": status });
        item
    };
    let text = |body: &str| json!({ "type": "text", "text": { "body": body } });
    let file = json!({ "type": "media_placeholder" });
    let past = only(thread(json!([
        item(
            BUSINESS,
            "wamid.A",
            "1739230955",
            "READ",
            text("Here's the info")
        ),
        item(BUSINESS, "wamid.B", "1739230970", "PLAYED", file),
        item(CUSTOMER, "wamid.C", "1739230971", "READ", text("Thanks!")),
        item(BUSINESS, "wamid.D", "1739230972", "ERROR", text("Lost")),
        item(BUSINESS, "wamid.E", "1739230973", "SOMETHING", text("New")),
    ])));
    assert_eq!((past.progress, &past.refused), (Some(55), &None));
    let keys: Vec<_> = past
        .messages
        .iter()
        .map(|it| it.event.key.as_str())
        .collect();
    assert_eq!(
        keys,
        [
            "m:wamid.A",
            "m:wamid.B",
            "m:wamid.C",
            "m:wamid.D",
            "m:wamid.E"
        ]
    );
    assert_eq!(past.messages[0].sent_at.timestamp(), 1_739_230_955);
    let messages = messages(&past);
    let shown: Vec<_> = messages
        .iter()
        .map(|it| (it.chat.as_str(), it.from_me, it.ack))
        .collect();
    assert_eq!(
        shown,
        [
            (CUSTOMER, true, Some(4)),
            (CUSTOMER, true, Some(5)),
            (CUSTOMER, false, None),
            (CUSTOMER, true, Some(0)),
            (CUSTOMER, true, None),
        ]
    );
    let placeholder = InboundContent::Unsupported {
        what: "media_placeholder".to_owned(),
    };
    assert_eq!(messages[1].content, placeholder);
}

#[test]
fn who_wrote_is_known_however_meta_says_it() {
    let of = |more: Value| {
        let mut item = json!({ "id": "wamid.A", "timestamp": "1739230955", "type": "text", "text": { "body": "a" } });
        item.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        let past = only(thread(json!([item])));
        let [message] = messages(&past).try_into().unwrap();
        (message.chat, message.from_me)
    };
    let ours = (CUSTOMER.to_owned(), true);
    let theirs = (CUSTOMER.to_owned(), false);
    assert_eq!(of(json!({ "from": "+1 555-078-3881" })), ours);
    assert_eq!(of(json!({ "from": BUSINESS, "to": CUSTOMER })), ours);
    assert_eq!(of(json!({ "from": "5550783881", "to": CUSTOMER })), ours);
    assert_eq!(
        of(json!({ "from": "7", "history_context": { "from_me": true } })),
        ours
    );
    assert_eq!(of(json!({ "from": CUSTOMER, "to": BUSINESS })), theirs);
    assert_eq!(of(json!({})), theirs);
}

#[test]
fn a_file_comes_apart_from_its_message_and_has_a_key_of_its_own() {
    let image = json!({ "from": CUSTOMER, "id": "wamid.B", "timestamp": "1738796547", "type": "image",
        "image": { "caption": "Black Prince echeveria", "mime_type": "image/jpeg", "sha256": "3f9d", "id": "24230790383178626" } });
    let past = only(json!({ "messages": [image] }));
    assert_eq!((past.progress, past.messages.len()), (None, 1));
    assert_eq!(past.messages[0].event.key, "f:wamid.B");
    let Inbound::PastFile {
        provider_id,
        content:
            InboundContent::Media {
                kind,
                caption,
                remote,
            },
    } = interpret(&past.messages[0].event.raw)
    else {
        panic!("a file")
    };
    assert_eq!(
        (
            provider_id.as_str(),
            kind,
            caption.as_str(),
            remote.id.as_str()
        ),
        (
            "wamid.B",
            MediaKind::Image,
            "Black Prince echeveria",
            "24230790383178626"
        )
    );
    // what brings no file says nothing
    let text = json!({ "from": CUSTOMER, "id": "wamid.X", "timestamp": "1738796547", "type": "text", "text": { "body": "a" } });
    let past = only(json!({ "messages": [text] }));
    let understood = interpret(&past.messages[0].event.raw);
    assert!(
        matches!(understood, Inbound::Ignored { .. }),
        "{understood:?}"
    );
}

#[test]
fn a_business_that_declined_is_told_with_and_without_anything_around_it() {
    let value = json!({ "history": [{ "errors": [{ "code": 2_593_109,
        "title": "History sync is turned off by the business from the WhatsApp Business App",
        "error_data": { "details": "History sharing is turned off by the business" } }] }] });
    assert_eq!(
        only(value.clone()).refused.as_deref(),
        Some(HISTORY_DECLINED)
    );
    let bare = &body(value)["entry"][0]["changes"][0]["value"];
    let [past] = told(bare).try_into().unwrap();
    assert_eq!(past.refused.as_deref(), Some(HISTORY_DECLINED));
    assert_eq!(past.number, "106540352242922");
    let other =
        only(json!({ "history": [{ "errors": [{ "code": 7, "title": "x".repeat(300) }] }] }));
    assert_eq!(
        other
            .refused
            .map(|words| (words.starts_with("7: x"), words.len())),
        Some((true, 100))
    );
}

#[test]
fn whatever_else_comes_is_nothing_and_breaks_nothing() {
    for value in [
        json!({}),
        json!({ "history": "no" }),
        json!({ "history": [7, null, {}] }),
        json!({ "history": [{ "threads": [7, {}, { "id": CUSTOMER, "messages": [7, {}, { "id": "a b" }] }] }] }),
        json!({ "messages": [[], { "type": "image" }] }),
    ] {
        assert_eq!(told(&body(value.clone())).len(), 0, "{value}");
    }
    let odd = only(thread(
        json!([{ "id": "a" }, { "id": "b", "from": {}, "type": 7, "timestamp": "soon" }]),
    ));
    for event in &odd.messages {
        interpret(&event.event.raw);
    }
    let none = json!({ "entry": [{ "changes": [{ "field": "history",
        "value": { "history": [{ "metadata": { "progress": 5 } }] } }] }] });
    assert_eq!(told(&none).len(), 0, "of no number");
    let far = only(json!({ "history": [{ "metadata": { "progress": "400" } }] }));
    assert_eq!(far.progress, Some(100));
}
