//! Who an event comes from or goes to, by every name that Meta gives: the number, ids that come with it or stand for it where
//! it is hidden, the name on the card.

use guiche_storage::model::inbound::{Doer, Person};
use serde_json::Value;

use super::interpret::{id_text, text};

/// Longest name of a customer that is taken; `WhatsApp` allows 25 characters, usernames 35.
const NAME_CHARS_MAX: usize = 120;

/// Where the names of a person stand.
pub(super) struct NameFields {
    number: &'static str,
    user_id: &'static str,
    parent_id: &'static str,
}

/// Who wrote.
pub(super) const SENDER: NameFields = NameFields {
    number: "/from",
    user_id: "/from_user_id",
    parent_id: "/from_parent_user_id",
};

/// To whom the phone of the connection wrote.
pub(super) const RECIPIENT: NameFields = NameFields {
    number: "/to",
    user_id: "/to_user_id",
    parent_id: "/to_parent_user_id",
};

/// Somebody's own names, e.g. in a preference.
pub(super) const OWN: NameFields = NameFields {
    number: "/wa_id",
    user_id: "/user_id",
    parent_id: "/parent_user_id",
};

/// Somebody's former names in a system message.
pub(super) const FORMER: NameFields = NameFields {
    number: "",
    user_id: "/system/previous_user_id",
    parent_id: "/system/previous_parent_user_id",
};

/// Somebody's new names in a system message.
pub(super) const LATTER: NameFields = NameFields {
    number: "/system/wa_id",
    user_id: "/system/user_id",
    parent_id: "/system/parent_user_id",
};

/// The person of `item` with what the card says of him. `None`: he has no name at all.
pub(super) fn person(raw: &Value, item: &Value, fields: &NameFields) -> Option<Person> {
    let card = raw.get("contact").unwrap_or(&Value::Null);
    let named = named(item, fields);
    let carded = self::named(card, &OWN);
    let numbers = [named.number, carded.number].into_iter().flatten();
    let mut user_ids = named.user_ids;
    for id in carded.user_ids {
        if !user_ids.contains(&id) {
            user_ids.push(id);
        }
    }
    let address = numbers.chain(user_ids.first().cloned()).next()?;
    Some(Person {
        address,
        user_ids,
        username: line(card, "/profile/username"),
        name: line(card, "/profile/name").or_else(|| line(card, "/profile/username")),
    })
}

/// Who changed a message.
pub(super) fn doer(raw: &Value, item: &Value, from_me: bool) -> Doer {
    if from_me {
        return Doer::Own;
    }
    person(raw, item, &SENDER).map_or(Doer::Customer, Doer::Person)
}

/// Former and new names in a system message that tells of a change. The new ones may have no number.
pub(super) fn moved(item: &Value) -> (Person, Person) {
    let sender = named(item, &SENDER);
    let (former, latter) = (named(item, &FORMER), named(item, &LATTER));
    let mut former_ids = former.user_ids;
    // the sender may be told by his new id already
    let others = sender.user_ids.into_iter();
    for id in others.filter(|id| !latter.user_ids.contains(id)) {
        if !former_ids.contains(&id) {
            former_ids.push(id);
        }
    }
    let bare = |number: Option<String>, user_ids: Vec<String>| Person {
        address: number.unwrap_or_default(),
        user_ids,
        username: None,
        name: None,
    };
    (
        bare(sender.number, former_ids),
        bare(latter.number, latter.user_ids),
    )
}

struct Named {
    number: Option<String>,
    user_ids: Vec<String>,
}

fn named(value: &Value, fields: &NameFields) -> Named {
    let id = |place| id_text(value, place).filter(|id| !id.trim().is_empty());
    Named {
        number: Some(fields.number)
            .filter(|it| !it.is_empty())
            .and_then(|it| address(value, it)),
        user_ids: [fields.user_id, fields.parent_id]
            .into_iter()
            .filter_map(id)
            .collect(),
    }
}

/// A number as digits; another kind of address (username account, group) as it is.
pub(super) fn address(value: &Value, place: &str) -> Option<String> {
    let id = id_text(value, place)?;
    let is_number = id
        .chars()
        .all(|c| c.is_ascii_digit() || "+-() ".contains(c));
    let id = if is_number {
        id.chars().filter(char::is_ascii_digit).collect()
    } else {
        id
    };
    Some(id).filter(|id| !id.is_empty())
}

fn line(value: &Value, place: &str) -> Option<String> {
    text(value, place)
        .map(str::trim)
        .filter(|name| !name.is_empty())
        .map(|name| name.chars().take(NAME_CHARS_MAX).collect())
}
