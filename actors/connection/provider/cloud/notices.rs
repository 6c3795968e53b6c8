//! What Meta itself says of customers and groups: nobody wrote it.

use chrono::{DateTime, Utc};
use guiche_storage::model::inbound::{Inbound, InboundNotice, Person, Says};
use serde_json::Value;

use super::{
    interpret::{id_text, ignored, text, time},
    people::{OWN, SENDER, moved, person},
};

/// A message of the type `system`: somebody changed his number, his id or his phone.
pub(super) fn system(raw: &Value, item: &Value) -> Inbound {
    let kind = text(item, "/system/type").unwrap_or_default();
    let is_move = matches!(
        kind,
        "user_changed_number" | "customer_changed_number" | "user_changed_user_id"
    );
    let (said, says) = if is_move {
        let (former, latter) = moved(item);
        (Some(former), Says::Moved(latter))
    } else if kind == "customer_identity_changed" || kind == "user_identity_changed" {
        (person(raw, item, &SENDER), Says::IdentityChanged)
    } else {
        (person(raw, item, &SENDER), Says::Other)
    };
    let of_group = id_text(item, "/group_id").map(bare);
    match of_group.or(said) {
        Some(person) => notice(id_text(item, "/id"), person, says, time(raw, item)),
        None => ignored("a system message of nobody"),
    }
}

/// A customer's wish about advertisements: `stop`, or `resume` and others that let them come.
pub(super) fn preference(raw: &Value, item: &Value) -> Inbound {
    if text(item, "/category").is_some_and(|category| category != "marketing_messages") {
        return ignored("a preference about something else");
    }
    let Some(person) = person(raw, item, &OWN) else {
        return ignored("a preference of nobody");
    };
    let says = Says::OptedOut(text(item, "/value") == Some("stop"));
    notice(None, person, says, time(raw, item))
}

/// What was done with a group: its name is taken.
pub(super) fn group(raw: &Value, item: &Value) -> Inbound {
    let places = ["/subject", "/group_subject/text", "/subject/text"];
    let name = places.iter().find_map(|place| text(item, place));
    let failed = item.get("errors").is_some()
        || item.pointer("/group_subject/update_successful") == Some(&Value::Bool(false));
    let name = name
        .map(str::trim)
        .filter(|name| !name.is_empty() && !failed);
    match (id_text(item, "/group_id"), name) {
        (Some(group), Some(name)) => {
            let says = Says::Named(name.chars().take(100).collect());
            notice(None, bare(group), says, time(raw, item))
        }
        _ => ignored("a group that keeps its name"),
    }
}

/// An entry of the address book on the phone of the connection.
pub(super) fn listed(raw: &Value, item: &Value) -> Inbound {
    let name = ["/contact/full_name", "/contact/first_name"]
        .iter()
        .find_map(|place| text(item, place).filter(|name| !name.trim().is_empty()));
    let number = super::people::address(item, "/contact/phone_number");
    match (text(item, "/action"), number, name) {
        (Some("remove"), ..) => ignored("taken out of the phone's address book"),
        (_, Some(number), Some(name)) => {
            let person = Person {
                name: Some(name.trim().to_owned()),
                ..bare(number)
            };
            notice(None, person, Says::Listed, time(raw, item))
        }
        _ => ignored("an entry of the address book without number or name"),
    }
}

fn bare(address: String) -> Person {
    Person {
        address,
        ..Person::default()
    }
}

fn notice(id: Option<String>, person: Person, says: Says, at: DateTime<Utc>) -> Inbound {
    Inbound::Notice(InboundNotice {
        provider_id: id,
        person,
        says,
        at,
    })
}
