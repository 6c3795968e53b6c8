//! What is told of contact lists, to those who lead: they see the numbers of customers always.

use guiche_storage::model::{
    ContactListId,
    contact_list::{ContactList, ContactListItem},
    event::{Entity, NewEvent, Room},
};
use serde_json::{Value, json};

/// A list was made or changed; `action` says which.
pub fn tell_list(action: &str, list: &ContactList) -> NewEvent {
    of_list(json!({ "action": action, "record": list }))
}

/// A list is gone.
pub fn tell_list_gone(id: ContactListId) -> NewEvent {
    of_list(json!({ "action": "delete", "id": id }))
}

/// Somebody in a list was added or changed; `action` says which.
pub fn tell_item(action: &str, item: &ContactListItem) -> NewEvent {
    of_item(json!({ "action": action, "record": item }))
}

/// Somebody was taken out of a list.
pub fn tell_item_gone(item: &ContactListItem) -> NewEvent {
    of_item(json!({ "action": "delete", "id": item.id, "contactListId": item.contact_list_id }))
}

/// Many of a list changed: it is read again.
pub fn tell_reload(id: ContactListId) -> NewEvent {
    of_item(json!({ "action": "reload", "contactListId": id }))
}

/// Many came into a list or left it.
pub fn tell_changed(list: &ContactList) -> [NewEvent; 2] {
    [tell_list("update", list), tell_reload(list.id)]
}

fn of_list(payload: Value) -> NewEvent {
    told(Entity::ContactList, payload)
}

fn of_item(payload: Value) -> NewEvent {
    told(Entity::ContactListItem, payload)
}

fn told(entity: Entity, payload: Value) -> NewEvent {
    NewEvent {
        entity,
        rooms: vec![Room::Supervisors],
        scope: None,
        payload,
    }
}
