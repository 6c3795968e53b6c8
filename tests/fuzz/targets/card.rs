//! Names in contact cards: none of them begins a card of its own.
#![no_main]

use chrono::DateTime;
use guiche_actors::connection::provider::cloud::{interpret, split};
use guiche_storage::model::inbound::Inbound;
use libfuzzer_sys::fuzz_target;
use serde_json::json;

fuzz_target!(|name: &str| {
    let card = json!({
        "name": { "formatted_name": name, "first_name": name }, "org": { "company": name, "title": name },
        "phones": [{ "phone": name, "wa_id": name, "type": name }], "emails": [{ "email": name, "type": name }],
        "urls": [{ "url": name }], "birthday": name, "addresses": [{ "street": name, "city": name, "type": name }],
    });
    let message = json!({ "from": "5511988887777", "id": "w", "timestamp": "1", "type": "contacts", "contacts": [card] });
    let value = json!({ "metadata": { "phone_number_id": "1" }, "messages": [message] });
    let body = json!({
        "object": "whatsapp_business_account", "entry": [{ "changes": [{ "field": "messages", "value": value }] }],
    });
    let body = body.to_string();
    let Ok(split) = split(body.as_bytes(), DateTime::UNIX_EPOCH) else {
        return;
    };
    let Some(Inbound::Message(read)) = split.events_of("1").first().map(|event| interpret(&event.raw))
    else {
        return;
    };
    let text = serde_json::to_string(&read).unwrap_or_default();
    let heads = text.split("\\r\\n").filter(|line| *line == "BEGIN:VCARD");
    assert_eq!(heads.count(), 0, "{text}");
});
