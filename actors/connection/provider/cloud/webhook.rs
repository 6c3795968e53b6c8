//! Takes the body of a webhook apart into single events, each with the key that makes repeats harmless.

use chrono::{DateTime, SecondsFormat, Utc};
use guiche_storage::model::inbound::RawEvent;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{
    account::{AccountEvent, account_event},
    history::{Past, past},
    interpret::{id_text, list, text},
};

/// Longest id taken as it is; Meta's are below 150 characters.
const ID_CHARS_MAX: usize = 250;

/// A body taken apart.
#[derive(Debug, Default)]
pub struct Split {
    /// What the desk has to look at: Meta's id of each number that is told of, with its events in the order of the body.
    pub numbers: Vec<(String, Vec<RawEvent>)>,
    /// What is told of accounts, their numbers and templates.
    pub accounts: Vec<AccountEvent>,
    /// What is told of the past of numbers.
    pub past: Vec<Past>,
    /// Why the rest is not for the desk: field names and the like, no content.
    pub ignored: Vec<String>,
}

impl Split {
    /// The events of one number.
    pub fn events_of(&self, phone_number_id: &str) -> &[RawEvent] {
        let found = self.numbers.iter().find(|(id, _)| id == phone_number_id);
        found.map_or(&[], |(_, events)| events)
    }

    fn add(&mut self, phone_number_id: String, events: Vec<RawEvent>) {
        let known = self
            .numbers
            .iter_mut()
            .find(|(id, _)| *id == phone_number_id);
        match known {
            Some((_, all)) => all.extend(events),
            None => self.numbers.push((phone_number_id, events)),
        }
    }
}

/// Takes `body` apart. `now` stands in for missing times.
///
/// # Errors
/// The body is not JSON.
pub fn split(body: &[u8], now: DateTime<Utc>) -> Result<Split, serde_json::Error> {
    let body = parse(body)?;
    let mut out = Split::default();
    for entry in list(&body, "/entry") {
        for change in list(entry, "/changes") {
            let field = text(change, "/field").unwrap_or("messages");
            let value = change.get("value").unwrap_or(&Value::Null);
            if let Some(told) = account_event(field, entry, value) {
                out.accounts.push(told);
                continue;
            }
            if let Some(told) = past_of(field, value, now) {
                out.past.push(told);
                continue;
            }
            let events = events(field, value, now);
            match sound_id(value, "/metadata/phone_number_id") {
                Some(number) if !events.is_empty() => out.add(number, events),
                _ => out.ignored.push(named(field)),
            }
        }
    }
    // Meta's reference shows the word of a business that declined without anything around it
    if body.get("entry").is_none() {
        out.past.extend(past_of("history", &body, now));
    }
    Ok(out)
}

fn past_of(field: &str, value: &Value, now: DateTime<Utc>) -> Option<Past> {
    (field == "history").then(|| past(value, now)).flatten()
}

/// The events of one change.
fn events(field: &str, value: &Value, now: DateTime<Utc>) -> Vec<RawEvent> {
    let lists: &[&str] = match field {
        "messages" => &["messages", "statuses"],
        "smb_message_echoes" => &["message_echoes"],
        "calls" => &["calls"],
        "user_preferences" => &["user_preferences"],
        "group_lifecycle_update" | "group_settings_update" => &["groups"],
        "smb_app_state_sync" => &["state_sync"],
        _ => &[],
    };
    let of_list = |kind: &&'static str| {
        let items = list(value, &format!("/{kind}")).iter();
        let kind = *kind;
        items
            .map(move |item| event(kind, item, value, now))
            .collect::<Vec<_>>()
    };
    lists.iter().flat_map(of_list).collect()
}

fn event(kind: &str, item: &Value, value: &Value, now: DateTime<Utc>) -> RawEvent {
    let id = sound_id(item, "/id");
    let key = match (kind, &id) {
        ("statuses", Some(id)) => {
            sound_id(item, "/status").map(|status| format!("s:{id}:{status}"))
        }
        // a call has several events; the desk looks at its end
        ("calls", Some(id)) => sound_id(item, "/event").map(|event| format!("c:{id}:{event}")),
        (_, id) => id.as_ref().map(|id| format!("m:{id}")),
    };
    let about = [
        "/reaction/message_id",
        "/edit/original_message_id",
        "/revoke/original_message_id",
    ];
    let subject = about.iter().find_map(|place| sound_id(item, place)).or(id);
    let places: &[&str] = match kind {
        "statuses" => &["/recipient_id", "/recipient_user_id"],
        "message_echoes" => &["/group_id", "/to", "/to_user_id"],
        "user_preferences" => &["/wa_id", "/user_id"],
        "state_sync" => &["/contact/phone_number"],
        _ => &[
            "/group_id",
            "/from",
            "/from_user_id",
            "/system/previous_user_id",
        ],
    };
    let chat = places
        .iter()
        .find_map(|place| sound_id(item, place))
        .unwrap_or_default();
    RawEvent {
        key: key.unwrap_or_else(|| format!("x:{}", hex::encode(Sha256::digest(item.to_string())))),
        chat,
        subject,
        raw: json!({
            "kind": kind,
            "receivedAt": now.to_rfc3339_opts(SecondsFormat::Micros, true),
            "contact": contact_of(item, value),
            "item": item,
        }),
    }
}

/// The card that Meta sends along for the customer of `item`; the only card if none matches.
fn contact_of<'v>(item: &Value, value: &'v Value) -> &'v Value {
    let cards = list(value, "/contacts");
    let is_his = |card: &&Value| {
        let same = |place: &str, other: &str| {
            id_text(card, place).is_some_and(|id| Some(id) == id_text(item, other))
        };
        same("/wa_id", "/from")
            || same("/wa_id", "/to")
            || same("/user_id", "/from_user_id")
            || same("/user_id", "/to_user_id")
            || same("/wa_id", "/wa_id")
            || same("/user_id", "/user_id")
    };
    match (cards.iter().find(is_his), cards) {
        (Some(card), _) | (None, [card]) => card,
        (None, _) => &Value::Null,
    }
}

/// An id that can be stored: printable ASCII, not too long.
pub(super) fn sound_id(value: &Value, place: &str) -> Option<String> {
    id_text(value, place).filter(|id| {
        (1..=ID_CHARS_MAX).contains(&id.len()) && id.chars().all(|letter| letter.is_ascii_graphic())
    })
}

fn named(field: &str) -> String {
    field
        .chars()
        .filter(char::is_ascii_graphic)
        .take(60)
        .collect()
}

/// The body as JSON without U+0000, which `PostgreSQL` does not store. Text cut in the middle of an emoji is mended.
fn parse(body: &[u8]) -> Result<Value, serde_json::Error> {
    let mut value = serde_json::from_slice(body).or_else(|error| {
        let mended = std::str::from_utf8(body).map(with_whole_surrogates);
        mended.map_or(Err(error), |mended| serde_json::from_str(&mended))
    })?;
    remove_nul(&mut value);
    Ok(value)
}

fn remove_nul(value: &mut Value) {
    match value {
        Value::String(text) => text.retain(|letter| letter != '\0'),
        Value::Array(items) => items.iter_mut().for_each(remove_nul),
        Value::Object(members) => {
            if members.keys().any(|key| key.contains('\0')) {
                members.retain(|key, _| !key.contains('\0'));
            }
            members.values_mut().for_each(remove_nul);
        }
        _ => {}
    }
}

/// Replaces every `\udXXX` escape that is not half of a pair by U+FFFD, as lenient readers do.
fn with_whole_surrogates(body: &str) -> String {
    let mut out = String::with_capacity(body.len());
    let mut rest = body;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        out.push_str(before);
        let length = match (surrogate(escape, 0), surrogate(escape, 6)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 12,
            (Some(0xd800..=0xdfff), _) => 0,
            _ => escape
                .char_indices()
                .nth(2)
                .map_or(escape.len(), |(at, _)| at),
        };
        let taken = if length == 0 { 6 } else { length };
        out.push_str(if length == 0 {
            "\\ufffd"
        } else {
            escape.get(..taken).unwrap_or(escape)
        });
        rest = escape.get(taken..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

/// The code unit of a `\uXXXX` escape at `at`.
fn surrogate(text: &str, at: usize) -> Option<u32> {
    let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
    u32::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: DateTime<Utc> = DateTime::UNIX_EPOCH;

    fn posted(field: &str, value: Value) -> Split {
        let mut value = value;
        value["metadata"] = json!({"phone_number_id": "1"});
        let body = json!({"entry": [{"changes": [{"field": field, "value": value}]}]});
        split(&serde_json::to_vec(&body).unwrap(), NOW).unwrap()
    }

    #[test]
    fn every_event_of_a_body_has_its_own_key() {
        let out = posted(
            "messages",
            json!({
                "messages": [
                    {"id": "wamid.A", "from": "55", "type": "text"},
                    {"id": "wamid.B", "from": "55", "type": "reaction", "reaction": {"message_id": "wamid.Z"}},
                    {"id": "wamid.C", "from": "55", "type": "revoke", "revoke": {"original_message_id": "wamid.A"}},
                ],
                "statuses": [
                    {"id": "wamid.Q", "status": "sent", "recipient_id": "55"},
                    {"id": "wamid.Q", "status": "read", "recipient_id": "55"},
                ],
            }),
        );
        let found: Vec<_> = out
            .events_of("1")
            .iter()
            .map(|event| {
                (
                    event.key.as_str(),
                    event.chat.as_str(),
                    event.subject.as_deref(),
                )
            })
            .collect();
        assert_eq!(
            found,
            [
                ("m:wamid.A", "55", Some("wamid.A")),
                ("m:wamid.B", "55", Some("wamid.Z")),
                ("m:wamid.C", "55", Some("wamid.A")),
                ("s:wamid.Q:sent", "55", Some("wamid.Q")),
                ("s:wamid.Q:read", "55", Some("wamid.Q")),
            ]
        );
        assert!(out.ignored.is_empty());
    }

    #[test]
    fn echoes_and_calls_are_taken_and_other_fields_are_named() {
        let echo = posted(
            "smb_message_echoes",
            json!({"message_echoes": [{"id": "e", "to": "77"}]}),
        );
        assert_eq!(
            (
                echo.events_of("1")[0].key.as_str(),
                echo.events_of("1")[0].chat.as_str()
            ),
            ("m:e", "77")
        );
        let call = posted(
            "calls",
            json!({"calls": [{"id": "c", "from": "7", "event": "terminate"}]}),
        );
        assert_eq!(call.events_of("1")[0].key, "c:c:terminate");
        for field in ["account_alerts", "something_new"] {
            let out = posted(field, json!({"messages": [{"id": "x"}]}));
            assert!(out.numbers.is_empty());
            assert_eq!(out.ignored, [field]);
        }
    }

    #[test]
    fn each_number_gets_its_own_events_and_what_names_none_is_left_out() {
        let change = |number: Value, id: &str| {
            json!({"field": "messages", "value":
                {"metadata": {"phone_number_id": number}, "messages": [{"id": id, "from": "5"}]}})
        };
        let changes = [
            change(json!("2"), "x"),
            change(json!(1), "y"),
            change(json!("2"), "z"),
            change(Value::Null, "w"),
        ];
        let body = json!({"entry": [{"changes": changes}]}).to_string();
        let out = split(body.as_bytes(), NOW).unwrap();
        let keys = |number| -> Vec<&str> {
            let events = out.events_of(number).iter();
            events.map(|event| event.key.as_str()).collect()
        };
        assert_eq!((keys("2"), keys("1")), (vec!["m:x", "m:z"], vec!["m:y"]));
        assert_eq!(out.numbers.len(), 2);
        assert_eq!(out.ignored, ["messages"]);
    }

    #[test]
    fn events_without_a_sound_id_get_a_key_of_their_content() {
        let post = |id: &str| posted("messages", json!({"messages": [{"id": id, "from": "5"}]}));
        let long = "x".repeat(251);
        for id in ["", "a b", "ü", "\u{7}", long.as_str()] {
            let (first, second) = (post(id), post(id));
            assert!(first.events_of("1")[0].key.starts_with("x:"), "{id}");
            assert_eq!(first.events_of("1")[0].key, second.events_of("1")[0].key);
        }
    }

    #[test]
    fn what_the_databases_cannot_store_is_taken_out() {
        let out = split(
            br#"{"entry":[{"changes":[{"field":"messages","value":{"metadata":{"phone_number_id":"1"},
            "messages":[{"id":"a","from":"5","text":{"body":"x\u0000y \ud83d\ude00 \ud83d","\u0000k":1}}]}}]}]}"#,
            NOW,
        )
        .unwrap();
        let item = &out.events_of("1")[0].raw["item"];
        assert_eq!(item["text"]["body"], "xy 😀 \u{fffd}");
        assert!(!out.events_of("1")[0].raw.to_string().contains("\\u0000"));
    }

    #[test]
    fn broken_surrogates_are_mended_and_nothing_else_changes() {
        for (text, mended) in [
            (r#""\ud83d""#, r#""\ufffd""#),
            (r#""\ude00x\\ud83d""#, r#""\ufffdx\\ud83d""#),
            (r#""\ud83d\ude00\n\"""#, r#""\ud83d\ude00\n\"""#),
            (r#""\ud83d\ud83d\ude00""#, r#""\ufffd\ud83d\ude00""#),
            (r"\ü\", r"\ü\"),
            (r"\u", r"\u"),
        ] {
            assert_eq!(with_whole_surrogates(text), mended);
        }
    }
}
