//! Which rooms hear of a ticket (rule B2): first those it leaves, then those it is in.

use guiche_storage::{
    model::{
        QueueId, TicketId, UserId,
        contact::Contact,
        event::{AppMessageEvent, NewEvent, Room, Scope, TicketEvent, TicketNoteEvent},
        message::{Message, Named},
        note::TicketNote,
        ticket::{Ticket, TicketStatus},
    },
    tickets::Standing,
};

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
        let gone = TicketEvent::Delete {
            ticket_id: ticket.id,
            removed: None,
        };
        events.push(NewEvent::of_ticket(left_rooms(old), old.scope(), gone));
    }
    let update = TicketEvent::Update {
        ticket: Box::new(ticket.clone()),
        was,
        given_by: given.map(|(by, _)| by.clone()),
        note: given.and_then(|(_, note)| note).map(str::to_owned),
    };
    events.push(NewEvent::of_ticket(
        new.listeners(ticket.id),
        new.scope(),
        update,
    ));
    events
}

/// What the removal of a ticket tells.
pub fn tell_ticket_deleted(ticket: &Ticket) -> NewEvent {
    let old = Placement::from(ticket);
    let mut rooms = left_rooms(old);
    rooms.push(Room::Ticket(ticket.id));
    let gone = TicketEvent::Delete {
        ticket_id: ticket.id,
        removed: Some(true),
    };
    NewEvent::of_ticket(rooms, old.scope(), gone)
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
    let created = AppMessageEvent::Create {
        message: Box::new(message.clone()),
        ticket: Box::new(ticket.clone()),
        contact: Box::new(contact.clone()),
    };
    NewEvent::of_ticket(placement.listeners(ticket.id), placement.scope(), created)
}

/// What a changed message (ack, edit, delete, failure) tells those who look at its conversation: any episode of the
/// contact may be open in a browser.
pub fn tell_message_changed(
    message: &Message,
    running: Option<TicketId>,
    placement: Placement,
) -> NewEvent {
    let changed = AppMessageEvent::Update {
        message: Box::new(message.clone()),
    };
    let rooms = conversation(message.ticket_id, running);
    NewEvent::of_ticket(rooms, placement.scope(), changed)
}

/// What a note tells those who look at the conversation of its ticket.
pub fn tell_note(told: TicketNoteEvent, ticket: &Ticket, running: Option<TicketId>) -> NewEvent {
    let scope = Placement::from(ticket).scope();
    NewEvent::of_ticket(conversation(ticket.id, running), scope, told)
}

/// What a note tells those who are named in it, where they may see its ticket.
pub fn tell_mention(note: &TicketNote, ticket: &Ticket, named: &[UserId]) -> Option<NewEvent> {
    let rooms: Vec<Room> = named.iter().copied().map(Room::User).collect();
    let mention = TicketNoteEvent::Mention {
        ticket_note: Box::new(note.clone()),
        ticket: Box::new(ticket.clone()),
    };
    (!rooms.is_empty())
        .then(|| NewEvent::of_ticket(rooms, Placement::from(ticket).scope(), mention))
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
    let ticket_id = ticket.id;
    let read = TicketEvent::UpdateUnread { ticket_id };
    NewEvent::of_ticket(placement.listeners(ticket_id), placement.scope(), read)
}

#[cfg(test)]
mod tests {
    use guiche_storage::model::{QueueId, TicketNoteId, UserId};

    use super::*;
    use crate::rules::samples::ticket;

    const MARINA: UserId = UserId(7);

    fn rooms(told: &NewEvent) -> Vec<String> {
        told.rooms.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_ticket_is_told_where_it_is_listed_and_first_where_it_was() {
        let pending = ticket(TicketStatus::Pending, None);
        let here = [
            "status:pending",
            "queue:1:pending",
            "notification",
            "queue-notification:1",
            "ticket:1",
        ];
        for old in [None, Some(Placement::from(&pending))] {
            let told = tell_ticket(old, &pending);
            assert_eq!(told.iter().map(rooms).collect::<Vec<_>>(), [here]);
        }
        let old = Placement {
            status: TicketStatus::Open,
            queue_id: Some(QueueId(2)),
            user_id: Some(MARINA),
        };
        let [gone, told] = &tell_ticket(Some(old), &pending)[..] else {
            panic!("two events");
        };
        let there = [
            "status:open",
            "queue:2:open",
            "user:7",
            "notification",
            "queue-notification:2",
        ];
        assert_eq!(
            (rooms(gone), rooms(told)),
            (
                there.map(str::to_owned).into(),
                here.map(str::to_owned).into()
            )
        );
        let scope = |told: &NewEvent| told.scope.unwrap();
        assert_eq!(scope(gone).user_id, Some(MARINA));
        assert_eq!(
            (scope(told).queue_id, scope(told).user_id),
            (Some(QueueId(1)), None)
        );
    }

    #[test]
    fn a_read_ticket_is_told_in_lists_to_bells_and_to_those_who_look_at_it() {
        // spec: S113
        let told = tell_unread(&ticket(TicketStatus::Open, Some(MARINA)));
        let here = [
            "status:open",
            "queue:1:open",
            "user:7",
            "notification",
            "queue-notification:1",
            "ticket:1",
        ];
        assert_eq!(rooms(&told), here);
    }

    #[test]
    fn a_note_is_told_to_those_who_are_named_in_it_and_to_nobody_where_nobody_is() {
        let open = ticket(TicketStatus::Open, Some(MARINA));
        let note = TicketNote {
            id: TicketNoteId(3),
            note: "@Rafael, veja".into(),
            ticket_id: open.id,
            contact_id: open.contact_id,
            user_id: MARINA,
            user: None,
            created_at: open.created_at,
        };
        let told = tell_mention(&note, &open, &[UserId(8)]).unwrap();
        assert_eq!(rooms(&told), ["user:8"]);
        assert_eq!(told.scope.unwrap().user_id, Some(MARINA));
        assert!(tell_mention(&note, &open, &[]).is_none());
    }

    #[test]
    fn a_conversation_is_looked_at_from_its_episode_and_from_the_running_one() {
        let (first, second) = (TicketId(1), TicketId(2));
        assert_eq!(conversation(first, None), [Room::Ticket(first)]);
        assert_eq!(conversation(first, Some(first)), [Room::Ticket(first)]);
        assert_eq!(
            conversation(first, Some(second)),
            [Room::Ticket(first), Room::Ticket(second)]
        );
    }
}
