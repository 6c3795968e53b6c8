//! Which rooms hear of a ticket (rule B2): first those it leaves, then those it is in.

use guiche_storage::{
    model::{
        QueueId, TicketId, UserId,
        contact::Contact,
        event::{Entity, NewEvent, Room, Scope},
        message::{Message, Named},
        note::TicketNote,
        ticket::{Ticket, TicketStatus},
    },
    tickets::Standing,
};
use serde_json::{Value, json};

/// Where a ticket stands, as far as rooms are concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placement {
    /// Its status.
    pub status: TicketStatus,
    /// Its queue.
    pub queue_id: Option<QueueId>,
    /// Its attendant.
    pub user_id: Option<UserId>,
}

impl From<&Ticket> for Placement {
    fn from(ticket: &Ticket) -> Self {
        Self {
            status: ticket.status,
            queue_id: ticket.queue_id,
            user_id: ticket.user_id,
        }
    }
}

impl From<Standing> for Placement {
    fn from(ticket: Standing) -> Self {
        Self {
            status: ticket.status,
            queue_id: ticket.queue_id,
            user_id: ticket.user_id,
        }
    }
}

impl Placement {
    /// The rooms whose lists show the ticket.
    fn lists(self) -> Vec<Room> {
        let status = self.status.as_str().to_owned();
        let mut rooms = vec![
            Room::Status(status.clone()),
            Room::Queue(self.queue_id, status),
        ];
        rooms.extend(self.user_id.map(Room::User));
        rooms
    }

    /// The rooms that hear of its messages: lists, bells, and those who look at it.
    fn listeners(self, ticket: TicketId) -> Vec<Room> {
        let mut rooms = self.lists();
        rooms.push(Room::Notification);
        rooms.push(Room::QueueNotification(self.queue_id));
        rooms.push(Room::Ticket(ticket));
        rooms
    }

    fn scope(self) -> Scope {
        Scope {
            queue_id: self.queue_id,
            user_id: self.user_id,
        }
    }
}

/// What a change of a ticket tells. `old` is where it stood before, `None` for a new ticket.
pub fn tell_ticket(old: Option<Placement>, ticket: &Ticket) -> Vec<NewEvent> {
    tell_moved(old, ticket, None)
}

/// The same, and who gave the ticket to its new attendant or queue, for these to be told, with what he wrote to them.
pub fn tell_moved(
    old: Option<Placement>,
    ticket: &Ticket,
    given: Option<(&Named, Option<&str>)>,
) -> Vec<NewEvent> {
    let new = Placement::from(ticket);
    let mut events = Vec::new();
    let was = old.map(|old| old.status);
    if let Some(old) = old.filter(|old| *old != new) {
        events.push(NewEvent {
            entity: Entity::Ticket,
            rooms: left_rooms(old),
            scope: Some(old.scope()),
            payload: json!({ "action": "delete", "ticketId": ticket.id }),
        });
    }
    events.push(NewEvent {
        entity: Entity::Ticket,
        rooms: new.listeners(ticket.id),
        scope: Some(new.scope()),
        payload: match given {
            Some((by, Some(note))) => {
                json!({ "action": "update", "ticket": ticket, "was": was, "givenBy": by, "note": note })
            }
            Some((by, None)) => {
                json!({ "action": "update", "ticket": ticket, "was": was, "givenBy": by })
            }
            None => json!({ "action": "update", "ticket": ticket, "was": was }),
        },
    });
    events
}

/// What the removal of a ticket tells.
pub fn tell_ticket_deleted(ticket: &Ticket) -> NewEvent {
    let old = Placement::from(ticket);
    let mut rooms = left_rooms(old);
    rooms.push(Room::Ticket(ticket.id));
    NewEvent {
        entity: Entity::Ticket,
        rooms,
        scope: Some(old.scope()),
        payload: json!({ "action": "delete", "ticketId": ticket.id, "removed": true }),
    }
}

fn left_rooms(old: Placement) -> Vec<Room> {
    let mut rooms = old.lists();
    rooms.push(Room::Notification);
    rooms.push(Room::QueueNotification(old.queue_id));
    rooms
}

/// What a new message tells; it carries the ticket as it stands after it.
pub fn tell_message(message: &Message, ticket: &Ticket, contact: &Contact) -> NewEvent {
    let placement = Placement::from(ticket);
    NewEvent {
        entity: Entity::AppMessage,
        rooms: placement.listeners(ticket.id),
        scope: Some(placement.scope()),
        payload: json!({
            "action": "create", "message": message, "ticket": ticket, "contact": contact
        }),
    }
}

/// What a changed message (ack, edit, delete, failure) tells those who look at its conversation: any episode of the
/// contact may be open in a browser.
pub fn tell_message_changed(
    message: &Message,
    running: Option<TicketId>,
    placement: Placement,
) -> NewEvent {
    NewEvent {
        entity: Entity::AppMessage,
        rooms: conversation(message.ticket_id, running),
        scope: Some(placement.scope()),
        payload: json!({ "action": "update", "message": message }),
    }
}

/// What a note tells those who look at the conversation of its ticket.
pub fn tell_note(payload: Value, ticket: &Ticket, running: Option<TicketId>) -> NewEvent {
    NewEvent {
        entity: Entity::TicketNote,
        rooms: conversation(ticket.id, running),
        scope: Some(Placement::from(ticket).scope()),
        payload,
    }
}

/// What a note tells those who are named in it, where they may see its ticket.
pub fn tell_mention(note: &TicketNote, ticket: &Ticket, named: &[UserId]) -> Option<NewEvent> {
    (!named.is_empty()).then(|| NewEvent {
        entity: Entity::TicketNote,
        rooms: named.iter().copied().map(Room::User).collect(),
        scope: Some(Placement::from(ticket).scope()),
        payload: json!({ "action": "mention", "ticketNote": note, "ticket": ticket }),
    })
}

/// The rooms of those who look at an episode, from its own ticket or from the contact's running one.
fn conversation(episode: TicketId, running: Option<TicketId>) -> Vec<Room> {
    let mut rooms = vec![Room::Ticket(episode)];
    rooms.extend(running.filter(|id| *id != episode).map(Room::Ticket));
    rooms
}

/// What a read ticket tells the bells.
pub fn tell_unread(ticket: &Ticket) -> NewEvent {
    let placement = Placement::from(ticket);
    NewEvent {
        entity: Entity::Ticket,
        rooms: placement.listeners(ticket.id),
        scope: Some(placement.scope()),
        payload: json!({ "action": "updateUnread", "ticketId": ticket.id }),
    }
}
