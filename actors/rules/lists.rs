//! What is told of contact lists, to those who lead: they see the numbers of customers always.

use guiche_storage::model::{
    ContactListId,
    contact_list::{ContactList, ContactListItem},
    event::{ContactListEvent, ContactListItemEvent, Event, NewEvent, Room, Written},
};

/// A list was made or changed.
pub fn tell_list(how: Written, list: &ContactList) -> NewEvent {
    told(ContactListEvent::written(how, list))
}

/// A list is gone.
pub fn tell_list_gone(id: ContactListId) -> NewEvent {
    told(ContactListEvent::Delete { id })
}

/// Somebody in a list was added or changed.
pub fn tell_item(how: Written, item: &ContactListItem) -> NewEvent {
    told(ContactListItemEvent::written(how, item))
}

/// Somebody was taken out of a list.
pub fn tell_item_gone(item: &ContactListItem) -> NewEvent {
    let (id, contact_list_id) = (item.id, item.contact_list_id);
    told(ContactListItemEvent::Delete {
        id,
        contact_list_id,
    })
}

/// Many of a list changed: it is read again.
pub fn tell_reload(id: ContactListId) -> NewEvent {
    reload(id, None)
}

/// An import is over; these are the first of those that it brought.
pub fn tell_imported(list: &ContactList, first: Vec<ContactListItem>) -> [NewEvent; 2] {
    [
        tell_list(Written::Changed, list),
        reload(list.id, Some(first)),
    ]
}

/// Many came into a list or left it.
pub fn tell_changed(list: &ContactList) -> [NewEvent; 2] {
    [tell_list(Written::Changed, list), tell_reload(list.id)]
}

fn reload(contact_list_id: ContactListId, records: Option<Vec<ContactListItem>>) -> NewEvent {
    told(ContactListItemEvent::Reload {
        contact_list_id,
        records,
    })
}

fn told(event: impl Into<Event>) -> NewEvent {
    NewEvent::to([Room::Supervisors], event)
}
