//! What a campaign says to somebody goes into the history of his contact: the newest ticket whatever its status, which stays
//! as it is but for its last message, or a closed one for who has none (rule B11.6).

use guiche_storage::{
    Conn, contacts,
    delivery::outbox::PRIORITY_CAMPAIGN,
    model::{
        MediaId, MessageId, connection::Connection, contact::Contact, message::MediaKind,
        ticket::Ticket,
    },
    tickets,
};

use super::super::{
    Changes, DeskContext,
    inbound_message::tell_contact,
    outgoing::{Author, Draft, Key, enqueue},
    scheduled::closed_ticket,
};
use crate::ActorError;

/// The contact of a number, held until the transaction ends; made under this name when nobody has it.
pub(super) async fn contact_of(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    (number, name): (&str, &str),
) -> Result<Contact, ActorError> {
    let (company, now) = (desk.company, desk.now());
    let contact = match contacts::find_by_number(c, company, number).await? {
        Some(contact) => contact,
        None => {
            let name = Some(name).filter(|name| !name.trim().is_empty());
            let made = contacts::upsert_inbound(c, company, number, name, false, now).await?;
            if made.created {
                changes.push(tell_contact(&made.contact, true));
            }
            made.contact
        }
    };
    contacts::lock(c, company, contact.id).await?;
    Ok(contact)
}

/// The ticket of a contact in which a campaign writes, held until the transaction ends.
pub(super) async fn ticket_of(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    (contact, connection): (&Contact, &Connection),
) -> Result<Ticket, ActorError> {
    let ticket = match tickets::find_last(c, desk.company, contact.id).await? {
        Some(ticket) => ticket,
        None => closed_ticket(desk, c, contact.id, connection.id).await?,
    };
    tickets::write::lock(c, desk.company, ticket.id).await?;
    Ok(ticket)
}

/// One message of a campaign.
pub(super) struct Part<'p> {
    /// Text or caption.
    pub body: &'p str,
    /// Its file.
    pub media: Option<(MediaId, MediaKind)>,
    /// What makes it one message; none for a trial.
    pub key: Key,
}

/// Stores and queues a message behind what people and the desk say. `None`: it was said before.
pub(super) async fn say(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    (ticket, connection): (&Ticket, &Connection),
    part: Part<'_>,
) -> Result<Option<MessageId>, ActorError> {
    let draft = Draft {
        connection: Some(connection.id),
        media: part.media,
        key: part.key,
        priority: PRIORITY_CAMPAIGN,
        ..Draft::new(ticket, Author::Campaign, part.body)
    };
    enqueue(desk, c, changes, draft).await
}
