//! Whatever a body looks like, it is taken apart and understood without a panic.

use serde_json::{Value, json};

use super::{
    super::split,
    examples::{more, understood, webhooks},
};

/// The pointers of all values inside `value`.
fn places(value: &Value, here: &str, out: &mut Vec<String>) {
    let mut child = |name: &str, value: &Value| {
        let place = format!("{here}/{}", name.replace('~', "~0").replace('/', "~1"));
        places(value, &place, out);
        out.push(place);
    };
    match value {
        Value::Object(members) => members.iter().for_each(|(name, value)| child(name, value)),
        Value::Array(items) => {
            items
                .iter()
                .enumerate()
                .for_each(|(at, value)| child(&at.to_string(), value));
        }
        _ => {}
    }
}

fn removed(body: &Value, place: &str) -> Value {
    let mut body = body.clone();
    let (parent, name) = place.rsplit_once('/').unwrap();
    match body.pointer_mut(parent).unwrap() {
        Value::Object(members) => drop(members.remove(name)),
        Value::Array(items) => drop(items.remove(name.parse().unwrap())),
        _ => unreachable!(),
    }
    body
}

fn replaced(body: &Value, place: &str, value: &Value) -> Value {
    let mut body = body.clone();
    *body.pointer_mut(place).unwrap() = value.clone();
    body
}

#[test]
fn no_change_of_any_field_can_break_the_reading() {
    let long = "ü\\u0000\u{202e}😀".repeat(500);
    let strange = [
        json!(null),
        json!(true),
        json!(-1),
        json!(u64::MAX),
        json!(1e308),
        json!(""),
        json!("99999999999999999999"),
        json!(long),
        json!([]),
        json!({}),
        json!([null, [], {}]),
        json!({"id": {}, "type": [], "body": 1}),
    ];
    let mut tried = 0;
    for body in webhooks().values().chain(more().values()) {
        let mut all = Vec::new();
        places(body, "", &mut all);
        for place in &all {
            let changed = strange.iter().map(|value| replaced(body, place, value));
            for body in changed.chain([removed(body, place)]) {
                let (events, _) = understood(&body);
                // what was understood can be stored and read again
                let stored = serde_json::to_string(&events).unwrap();
                let back: Vec<guiche_storage::model::inbound::Inbound> =
                    serde_json::from_str(&stored).unwrap();
                assert_eq!(back, events);
                tried += 1;
            }
        }
    }
    assert!(tried > 10_000, "{tried}");
}

#[test]
fn bodies_that_are_not_webhooks_hold_nothing() {
    let now = chrono::DateTime::UNIX_EPOCH;
    for body in [
        "null",
        "1",
        "[]",
        "{}",
        r#"{"entry":{}}"#,
        r#"{"entry":[1,{"changes":[[]]}]}"#,
    ] {
        assert!(
            split(body.as_bytes(), now).unwrap().numbers.is_empty(),
            "{body}"
        );
    }
    let deep = "[".repeat(100_000);
    for body in ["", "{", "\u{feff}{}", "<html>", deep.as_str()] {
        assert!(split(body.as_bytes(), now).is_err());
    }
    assert!(split(b"\xff\xfe", now).is_err());
}
