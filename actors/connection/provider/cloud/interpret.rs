//! From Meta's JSON to the desk's form. Total: every member may be missing or of another type; what is left is shown,
//! or a placeholder, or nothing with a reason.

use chrono::{DateTime, Utc};
use guiche_storage::model::{
    inbound::{Inbound, InboundContent, InboundMessage, InboundStatus, Person, RemoteMedia},
    message::{Location, MediaKind},
};
use serde_json::Value;

use super::{
    details::details,
    errors::failure_text,
    history, notices,
    people::{RECIPIENT, SENDER, doer, person},
    vcard,
};

/// Understands an event that [`super::split`] has made.
pub fn interpret(raw: &Value) -> Inbound {
    let item = raw.get("item").unwrap_or(&Value::Null);
    match text(raw, "/kind") {
        Some("messages") => message(raw, item, false),
        Some("message_echoes") => message(raw, item, true),
        Some("statuses") => status(raw, item),
        Some("calls") => call(raw, item),
        Some("user_preferences") => notices::preference(raw, item),
        Some("groups") => notices::group(raw, item),
        Some("state_sync") => notices::listed(raw, item),
        Some("past") => history::of_past(raw, item),
        Some("past_file") => history::of_past_file(item),
        _ => ignored("not an event of the cloud provider"),
    }
}

pub(super) fn ignored(reason: &str) -> Inbound {
    Inbound::Ignored {
        reason: reason.to_owned(),
    }
}

/// What a message is: something to show, or a change of another one.
pub(super) fn message(raw: &Value, item: &Value, from_me: bool) -> Inbound {
    let kind = text(item, "/type").unwrap_or("unknown");
    match kind {
        "reaction" => about(item, "/reaction/message_id", |target_id| {
            Inbound::Reaction {
                target_id,
                emoji: text(item, "/reaction/emoji").unwrap_or_default().to_owned(),
                from_me,
            }
        }),
        "edit" => about(item, "/edit/original_message_id", |target_id| {
            Inbound::Edit {
                target_id,
                body: edited_text(item).unwrap_or_default().to_owned(),
                by: doer(raw, item, from_me),
            }
        }),
        "revoke" => about(item, "/revoke/original_message_id", |target_id| {
            Inbound::Revoke {
                target_id,
                by: doer(raw, item, from_me),
            }
        }),
        "system" => notices::system(raw, item),
        "request_welcome" => ignored("chat opened, nothing said"),
        kind => shown(raw, item, from_me, content(kind, item)),
    }
}

fn about(item: &Value, place: &str, make: impl FnOnce(String) -> Inbound) -> Inbound {
    id_text(item, place).map_or_else(|| ignored("about a message without id"), make)
}

fn edited_text(item: &Value) -> Option<&str> {
    let kind = text(item, "/edit/message/type").unwrap_or("text");
    text(item, "/edit/message/text/body")
        .or_else(|| text(item, &format!("/edit/message/{kind}/caption")))
}

/// A message with everything around its content.
fn shown(raw: &Value, item: &Value, from_me: bool, content: InboundContent) -> Inbound {
    let Some(provider_id) = id_text(item, "/id") else {
        return ignored("message without id");
    };
    let places = if from_me { &RECIPIENT } else { &SENDER };
    let person = person(raw, item, places);
    let group = id_text(item, "/group_id");
    let (customer, author) = match (group.clone(), person) {
        // a group is a customer of its own, and each message in it has its own author
        (Some(address), author) => {
            let group = Person {
                address,
                ..Person::default()
            };
            (group, author.filter(|_| !from_me))
        }
        (None, Some(person)) => (person, None),
        (None, None) => return ignored("message without a sender"),
    };
    Inbound::Message(Box::new(InboundMessage {
        provider_id,
        chat: customer.address,
        push_name: customer.name,
        from_me,
        is_group: group.is_some(),
        user_ids: customer.user_ids,
        username: customer.username,
        author,
        sent_at: time(raw, item),
        quoted_id: id_text(item, "/context/id"),
        content,
        choice: choice(item),
        details: details(item),
        ack: None,
    }))
}

/// When Meta says it happened; else when it arrived here.
pub(super) fn time(raw: &Value, item: &Value) -> DateTime<Utc> {
    let arrived = || text(raw, "/receivedAt").and_then(|at| at.parse().ok());
    integer(item, "/timestamp")
        .and_then(|seconds| DateTime::from_timestamp(seconds, 0))
        .filter(|at| *at > DateTime::UNIX_EPOCH)
        .or_else(arrived)
        .unwrap_or(DateTime::UNIX_EPOCH)
}

/// What a message holds.
pub(super) fn content(kind: &str, item: &Value) -> InboundContent {
    let known = match kind {
        "text" => text(item, "/text/body").map(str::to_owned).map(body),
        "image" | "sticker" => media(kind, item, MediaKind::Image),
        "video" => media(kind, item, MediaKind::Video),
        "audio" | "voice" => media(kind, item, MediaKind::Audio),
        "document" => media(kind, item, MediaKind::Document),
        "location" => location(item).map(InboundContent::Location),
        "contacts" => vcard::of_contacts(list(item, "/contacts"))
            .map(|vcard| InboundContent::Contacts { vcard }),
        "interactive" => interactive(item).map(body),
        "button" => first_text(item, &["/button/text", "/button/payload"]).map(body),
        "order" => order(item).map(body),
        _ => None,
    };
    known.unwrap_or_else(|| InboundContent::Unsupported {
        what: text(item, &format!("/{kind}/type"))
            .unwrap_or(kind)
            .chars()
            .take(60)
            .collect(),
    })
}

fn body(body: String) -> InboundContent {
    InboundContent::Text { body }
}

fn media(name: &str, item: &Value, kind: MediaKind) -> Option<InboundContent> {
    let file = item.get(name)?;
    let owned = |place: &str| text(file, place).map(str::to_owned);
    Some(InboundContent::Media {
        kind,
        caption: owned("/caption").unwrap_or_default(),
        remote: RemoteMedia {
            id: id_text(file, "/id").filter(|id| !id.is_empty())?,
            mime: owned("/mime_type"),
            file_name: owned("/filename"),
            sha256: owned("/sha256"),
            voice: name == "voice" || file.pointer("/voice").and_then(Value::as_bool) == Some(true),
        },
    })
}

fn location(item: &Value) -> Option<Location> {
    let degrees = |place: &str, most: f64| number(item, place).filter(|at| at.abs() <= most);
    Some(Location {
        latitude: degrees("/location/latitude", 90.0)?,
        longitude: degrees("/location/longitude", 180.0)?,
        name: first_text(item, &["/location/name"]),
        address: first_text(item, &["/location/address"]),
    })
}

fn interactive(item: &Value) -> Option<String> {
    match text(item, "/interactive/type")? {
        reply @ ("button_reply" | "list_reply") => {
            let places = ["title", "id"].map(|part| format!("/interactive/{reply}/{part}"));
            first_text(item, &places)
        }
        "nfm_reply" => Some(form(item)),
        "call_permission_reply" => {
            first_text(item, &["/interactive/call_permission_reply/response"])
        }
        _ => None,
    }
}

/// The id of what was pressed, as we gave it.
fn choice(item: &Value) -> Option<String> {
    let places = ["/interactive/button_reply/id", "/interactive/list_reply/id"];
    places.iter().find_map(|place| id_text(item, place))
}

/// The answers of a flow (form), one a line below its own text; what is no list of answers stands there as it came.
fn form(item: &Value) -> String {
    let head = first_text(
        item,
        &["/interactive/nfm_reply/body", "/interactive/nfm_reply/name"],
    );
    let answered = text(item, "/interactive/nfm_reply/response_json").unwrap_or_default();
    let lines = match serde_json::from_str::<serde_json::Map<String, Value>>(answered) {
        Ok(answers) => answers
            .iter()
            .filter(|(name, _)| *name != "flow_token")
            .map(|(name, answer)| {
                let answer = answer
                    .as_str()
                    .map_or_else(|| answer.to_string(), str::to_owned);
                format!("{name}: {answer}")
            })
            .collect(),
        Err(_) => vec![answered.to_owned()],
    };
    let lines = lines.into_iter().filter(|line| !line.trim().is_empty());
    head.into_iter().chain(lines).collect::<Vec<_>>().join("\n")
}

/// An order from the catalogue as text: what, how many, for how much.
fn order(item: &Value) -> Option<String> {
    let lines = list(item, "/order/product_items").iter().map(|product| {
        let part = |place| id_text(product, place).unwrap_or_default();
        let price = format!("{} {}", part("/item_price"), part("/currency"));
        format!(
            "{} × {} — {}",
            part("/quantity"),
            part("/product_retailer_id"),
            price.trim()
        )
    });
    let lines: Vec<String> = first_text(item, &["/order/text"])
        .into_iter()
        .chain(lines)
        .collect();
    (!lines.is_empty()).then(|| format!("🛒 Pedido\n{}", lines.join("\n")))
}

/// A status of a message of ours: `sent` 2, `delivered` 3, `read` 4, `played` 5 (rule B3).
fn status(raw: &Value, item: &Value) -> Inbound {
    let Some(provider_id) = id_text(item, "/id") else {
        return ignored("status without id");
    };
    let ack = match text(item, "/status") {
        Some("sent") => Some(2),
        Some("delivered") => Some(3),
        Some("read") => Some(4),
        Some("played") => Some(5),
        Some("failed") => None,
        _ => return ignored("unknown status"),
    };
    let error = list(item, "/errors").first();
    Inbound::Status(InboundStatus {
        provider_id,
        ack,
        failure: ack
            .is_none()
            .then(|| error.map(failure_text).unwrap_or_default()),
        intent_id: text(item, "/biz_opaque_callback_data").and_then(|id| id.parse().ok()),
        at: time(raw, item),
    })
}

/// A call that ended without having been taken. Calls that the desk made itself do not exist.
fn call(raw: &Value, item: &Value) -> Inbound {
    let ended = text(item, "/event") == Some("terminate");
    let taken = text(item, "/status") == Some("COMPLETED");
    if !ended || taken || text(item, "/direction") == Some("BUSINESS_INITIATED") {
        return ignored("call that was not missed");
    }
    shown(raw, item, false, InboundContent::MissedCall)
}

/// The first of the texts that is there and not blank.
fn first_text(value: &Value, places: &[impl AsRef<str>]) -> Option<String> {
    places
        .iter()
        .find_map(|place| text(value, place.as_ref()).filter(|text| !text.trim().is_empty()))
        .map(str::to_owned)
}

/// The string at a JSON pointer.
pub(super) fn text<'v>(value: &'v Value, place: &str) -> Option<&'v str> {
    value.pointer(place).and_then(Value::as_str)
}

/// The items of the array at a JSON pointer; none if there is no array.
pub(super) fn list<'v>(value: &'v Value, place: &str) -> &'v [Value] {
    value
        .pointer(place)
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}

/// An id at a JSON pointer: a string, or a number that is meant as one.
pub(super) fn id_text(value: &Value, place: &str) -> Option<String> {
    match value.pointer(place)? {
        Value::String(id) if !id.is_empty() => Some(id.clone()),
        Value::Number(id) => Some(id.to_string()),
        _ => None,
    }
}

/// A whole number at a JSON pointer, also as text.
pub(super) fn integer(value: &Value, place: &str) -> Option<i64> {
    match value.pointer(place)? {
        Value::String(text) => text.parse().ok(),
        number => number.as_i64(),
    }
}

fn number(value: &Value, place: &str) -> Option<f64> {
    match value.pointer(place)? {
        Value::String(text) => text.parse().ok().filter(|number: &f64| number.is_finite()),
        number => number.as_f64(),
    }
}
