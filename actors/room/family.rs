//! The names that other front ends of the family know an event by, besides its own (rule B2). Told with it, to the same browsers,
//! without a number: whoever counts has it from the event itself.

use guiche_storage::model::event::{Change, CommittedEvent, Entity, Room};
use guiche_storage::model::{ChatId, CompanyId, UserId};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// An event by another name.
#[derive(Debug, PartialEq)]
pub(super) struct Other {
    /// Only for this one of those who hear the event; `None` is all of them.
    pub(super) user: Option<UserId>,
    pub(super) name: String,
    pub(super) payload: String,
}

/// What an event is told as besides `company-{id}-{entity}`.
pub(super) fn other_names(event: &CommittedEvent, payload: &str) -> Vec<Other> {
    match event.entity {
        Entity::Announcement => vec![Other {
            user: None,
            name: "company-announcement".to_owned(),
            payload: payload.to_owned(),
        }],
        Entity::Chat => names_of_chat(event.company_id, &event.rooms, payload),
        Entity::ContactListItem => name_of_list(event.company_id, payload)
            .into_iter()
            .collect(),
        _ => Vec::new(),
    }
}

/// `ContactListItem-{list}` tells what happens in one contact list (A121).
fn name_of_list(company: CompanyId, payload: &str) -> Option<Other> {
    let told: Value = serde_json::from_str(payload).ok()?;
    // whoever is there stands in the record, of whoever is gone only his list is told
    let record = told.get("record").unwrap_or(&told);
    let list = record.get("contactListId")?.as_i64()?;
    Some(Other {
        user: None,
        name: format!("company-{company}-ContactListItem-{list}"),
        payload: payload.to_owned(),
    })
}

/// What is read here of a stored [`ChatEvent`](guiche_storage::model::event::ChatEvent).
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", tag = "action")]
enum Told {
    Create {
        chat: Value,
    },
    Update {
        chat: Value,
    },
    #[serde(rename = "new-message")]
    NewMessage {
        chat: Value,
    },
    Delete {
        id: ChatId,
    },
}

/// A chat as a member's list has it.
#[derive(Serialize)]
struct Listed<'c> {
    action: Change,
    record: &'c Value,
}

/// `chat-user-{u}` tells each member what is new in his list, `chat-{id}` what happens inside a chat.
fn names_of_chat(company: CompanyId, rooms: &[Room], payload: &str) -> Vec<Other> {
    let Ok(told) = serde_json::from_str::<Told>(payload) else {
        return Vec::new();
    };
    let mut names = Vec::new();
    let (listed, inside) = match &told {
        Told::Create { chat } => (Some((Change::Create, chat)), None),
        Told::Update { chat } => (Some((Change::Update, chat)), chat.get("id").cloned()),
        Told::NewMessage { chat } => (None, chat.get("id").cloned()),
        Told::Delete { id } => (None, Some(id.0.into())),
    };
    let listed = listed.map(|(action, record)| Listed { action, record });
    if let Some(record) = listed.and_then(|it| serde_json::to_string(&it).ok()) {
        let members = rooms.iter().filter_map(|room| match room {
            Room::User(user) => Some(*user),
            _ => None,
        });
        names.extend(members.map(|user| Other {
            user: Some(user),
            name: format!("company-{company}-chat-user-{user}"),
            payload: record.clone(),
        }));
    }
    if let Some(id) = inside {
        names.push(Other {
            user: None,
            name: format!("company-{company}-chat-{id}"),
            payload: payload.to_owned(),
        });
    }
    names
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn names(payload: &Value) -> Vec<(Option<UserId>, String, Value)> {
        let rooms = [Room::User(UserId(4)), Room::User(UserId(6))];
        names_of_chat(CompanyId(1), &rooms, &payload.to_string())
            .into_iter()
            .map(|it| (it.user, it.name, serde_json::from_str(&it.payload).unwrap()))
            .collect()
    }

    #[test]
    fn a_new_chat_is_in_the_list_of_each_member() {
        let chat = json!({ "id": 9, "title": "Vendas" });
        let record = json!({ "action": "create", "record": chat });
        let of = |user: i64| {
            let name = format!("company-1-chat-user-{user}");
            (Some(UserId(user)), name, record.clone())
        };
        let told = names(&json!({ "action": "create", "chat": chat }));
        assert_eq!(told, [of(4), of(6)]);
    }

    #[test]
    fn a_changed_chat_is_changed_in_the_list_of_each_member() {
        // spec: S113
        let chat = json!({ "id": 9, "title": "Compras" });
        let record = json!({ "action": "update", "record": chat });
        let told = names(&json!({ "action": "update", "chat": chat }));
        let listed = told.into_iter().filter(|(user, _, _)| user.is_some());
        let listed: Vec<_> = listed.map(|(user, _, body)| (user, body)).collect();
        let to = |user: i64| (Some(UserId(user)), record.clone());
        assert_eq!(listed, [to(4), to(6)]);
    }

    #[test]
    fn what_happens_to_people_of_a_contact_list_has_the_lists_own_name() {
        // spec: A121
        for told in [
            json!({ "action": "create", "record": { "id": 3, "contactListId": 7 } }),
            json!({ "action": "update", "record": { "id": 3, "contactListId": 7 } }),
            json!({ "action": "delete", "id": 3, "contactListId": 7 }),
            json!({ "action": "reload", "contactListId": 7 }),
            json!({ "action": "reload", "contactListId": 7, "records": [{ "id": 3 }] }),
        ] {
            let expected = Other {
                user: None,
                name: "company-1-ContactListItem-7".to_owned(),
                payload: told.to_string(),
            };
            let named = name_of_list(CompanyId(1), &told.to_string());
            assert_eq!(named, Some(expected));
        }
        assert_eq!(name_of_list(CompanyId(1), "{}"), None);
    }

    #[test]
    fn what_happens_inside_a_chat_has_the_chats_own_name() {
        for told in [
            json!({ "action": "new-message", "newMessage": { "id": 3 }, "chat": { "id": 9 } }),
            json!({ "action": "delete", "id": 9 }),
        ] {
            let name = "company-1-chat-9".to_owned();
            assert_eq!(names(&told), [(None, name, told.clone())]);
        }
        let read = names(&json!({ "action": "update", "chat": { "id": 9 } }));
        let read: Vec<&str> = read.iter().map(|(_, name, _)| name.as_str()).collect();
        assert_eq!(
            read,
            [
                "company-1-chat-user-4",
                "company-1-chat-user-6",
                "company-1-chat-9"
            ]
        );
    }
}
