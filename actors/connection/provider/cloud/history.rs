//! What the Business app on a phone hands over of its past (coexistence): pieces of conversations in any order, files of theirs
//! later and apart, how far it is, or that the business has declined. Shapes: Meta's reference of the webhook `history`.

use chrono::{DateTime, SecondsFormat, Utc};
use guiche_storage::{
    connections::history::PastEvent,
    model::inbound::{Inbound, InboundContent, RawEvent},
};
use serde_json::{Value, json};

use super::{
    interpret::{content, id_text, ignored, integer, list, message, text, time},
    people::address,
    webhook::sound_id,
};

/// Meta's code for a business that does not share its past.
const DECLINED: i64 = 2_593_109;
/// What is kept of such a refusal.
pub const HISTORY_DECLINED: &str = "declined";
/// Characters that are kept of another one.
const WORDS_MAX: usize = 100;

/// What is told at once of the past of a number.
#[derive(Debug, Clone)]
pub struct Past {
    /// Meta's id of the number.
    pub number: String,
    /// Messages, and files of messages.
    pub messages: Vec<PastEvent>,
    /// How much of all has been told, in percent.
    pub progress: Option<i64>,
    /// Why nothing is told: [`HISTORY_DECLINED`], or Meta's code and words.
    pub refused: Option<String>,
}

/// What a webhook `history` tells. `None`: of no number, or nothing.
pub(super) fn past(value: &Value, now: DateTime<Utc>) -> Option<Past> {
    let mut told = Past {
        number: sound_id(value, "/metadata/phone_number_id")?,
        messages: Vec::new(),
        progress: None,
        refused: None,
    };
    let own = id_text(value, "/metadata/display_phone_number");
    for piece in list(value, "/history") {
        let progress = integer(piece, "/metadata/progress").map(|percent| percent.clamp(0, 100));
        told.progress = told.progress.max(progress);
        told.refused = list(piece, "/errors")
            .first()
            .map(refusal)
            .or(told.refused.take());
        for thread in list(piece, "/threads") {
            let customer = sound_id(thread, "/id");
            let around = json!({ "thread": customer, "own": own });
            let events = list(thread, "/messages").iter();
            let events = events.filter_map(|item| event(("past", "m"), item, &around, now));
            told.messages.extend(events);
        }
    }
    let files = list(value, "/messages").iter();
    let files = files.filter_map(|item| event(("past_file", "f"), item, &Value::Null, now));
    told.messages.extend(files);
    let is_something =
        !told.messages.is_empty() || told.progress.is_some() || told.refused.is_some();
    is_something.then_some(told)
}

fn refusal(error: &Value) -> String {
    let code = integer(error, "/code").unwrap_or_default();
    if code == DECLINED {
        return HISTORY_DECLINED.to_owned();
    }
    let words = text(error, "/title").or_else(|| text(error, "/message"));
    let told = format!("{code}: {}", words.unwrap_or_default());
    told.chars().take(WORDS_MAX).collect()
}

/// As it is kept. A message without an id could not be told from its repetition.
fn event(
    (kind, letter): (&str, &str),
    item: &Value,
    around: &Value,
    now: DateTime<Utc>,
) -> Option<PastEvent> {
    let id = sound_id(item, "/id")?;
    let raw = json!({
        "kind": kind,
        "receivedAt": now.to_rfc3339_opts(SecondsFormat::Micros, true),
        "around": around,
        "item": item,
    });
    Some(PastEvent {
        sent_at: time(&raw, item),
        event: RawEvent {
            key: format!("{letter}:{id}"),
            chat: text(around, "/thread").unwrap_or_default().to_owned(),
            subject: Some(id),
            raw,
        },
    })
}

/// A message of a conversation of the past: who wrote it is told by whose number it is from.
pub(super) fn of_past(raw: &Value, item: &Value) -> Inbound {
    let customer = address(raw, "/around/thread");
    let from = address(item, "/from");
    let is_own = || {
        let of_business = from.is_some() && from == address(raw, "/around/own");
        of_business || (item.get("to").is_some() && from != customer)
    };
    let told = item.pointer("/history_context/from_me");
    let from_me = told.and_then(Value::as_bool).unwrap_or_else(is_own);
    let mut item = item.clone();
    if let (Some(customer), Some(fields)) = (customer, item.as_object_mut()) {
        let place = if from_me { "to" } else { "from" };
        fields.insert(place.to_owned(), json!(customer));
    }
    let mut understood = message(raw, &item, from_me);
    if let Inbound::Message(message) = &mut understood {
        message.ack = text(&item, "/history_context/status")
            .filter(|_| from_me)
            .and_then(ack);
    }
    understood
}

/// How far a message of the business has come; 0 if it never arrived.
fn ack(status: &str) -> Option<i64> {
    match status.to_ascii_uppercase().as_str() {
        "ERROR" => Some(0),
        "PENDING" => Some(1),
        "SENT" => Some(2),
        "DELIVERED" => Some(3),
        "READ" => Some(4),
        "PLAYED" => Some(5),
        _ => None,
    }
}

/// The file of a message of the past, which itself only says that there is one. Who wrote it is not said reliably here: Meta's
/// own example names the customer for a file of the business.
pub(super) fn of_past_file(item: &Value) -> Inbound {
    let kind = text(item, "/type").unwrap_or_default();
    match (id_text(item, "/id"), content(kind, item)) {
        (Some(provider_id), content @ InboundContent::Media { .. }) => Inbound::PastFile {
            provider_id,
            content,
        },
        _ => ignored("a file of the past without one"),
    }
}
