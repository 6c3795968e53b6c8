//! Giving a ticket its tags.

use guiche_storage::{
    model::{ContactId, ErrorCode, TagId, TicketId, ticket::Ticket},
    tickets::{self, tags},
};

use super::{DeskContext, DeskWork, Lane};
use crate::{
    ActorError,
    rules::{
        Principal, Viewer,
        placement::{Placement, tell_ticket},
    },
};

/// Gives a ticket these tags. Replies it as it then stands. Doing it twice is doing it once.
#[derive(Debug)]
pub struct SetTags {
    /// Which.
    pub ticket_id: TicketId,
    /// Whose: the lane.
    pub contact_id: ContactId,
    /// Tags that it shall carry.
    pub tags: Vec<TagId>,
    /// Beside those that it has, and not instead of them.
    pub keeps_others: bool,
    /// Who asks.
    pub viewer: Viewer,
}

impl DeskWork for SetTags {
    type Answer = Ticket;

    fn lane(&self) -> Lane {
        Lane::Contact(self.contact_id)
    }

    async fn run(self, desk: DeskContext) -> Result<Ticket, ActorError> {
        desk.change(desk.now(), async |c, changes| {
            tickets::write::lock(c, desk.company, self.ticket_id).await?;
            let old = tickets::get(c, desk.company, self.ticket_id).await?;
            if !self.viewer.sees_ticket(&old) {
                return Err(ErrorCode::NoPermission.into());
            }
            let mut tags = self.tags.clone();
            if self.keeps_others {
                tags.extend(old.tags.iter().map(|tag| tag.id));
            }
            tags.sort_unstable();
            tags.dedup();
            tags::set_of_ticket(c, desk.company, old.id, &tags).await?;
            let ticket = tickets::get(c, desk.company, old.id).await?;
            changes.extend(tell_ticket(Some(Placement::from(&old)), &ticket));
            Ok(ticket)
        })
        .await
    }
}

/// Gives a ticket one tag or takes it away. Replies the ticket as it then stands. Doing it twice is doing it once.
#[derive(Debug)]
pub struct TagTicket {
    /// Which.
    pub ticket_id: TicketId,
    /// Whose: the lane.
    pub contact_id: ContactId,
    /// The tag.
    pub tag: TagId,
    /// Whether it shall carry it.
    pub carries: bool,
    /// Who asks.
    pub by: Principal,
}

impl DeskWork for TagTicket {
    type Answer = Ticket;

    fn lane(&self) -> Lane {
        Lane::Contact(self.contact_id)
    }

    async fn run(self, desk: DeskContext) -> Result<Ticket, ActorError> {
        desk.change(desk.now(), async |c, changes| {
            tickets::write::lock(c, desk.company, self.ticket_id).await?;
            let old = tickets::get(c, desk.company, self.ticket_id).await?;
            if !self.by.sees_ticket(&old) {
                return Err(ErrorCode::NoPermission.into());
            }
            tags::get(c, desk.company, self.tag).await?;
            let mut tags: Vec<TagId> = old.tags.iter().map(|tag| tag.id).collect();
            if tags.contains(&self.tag) == self.carries {
                return Ok(old);
            }
            tags.retain(|tag| *tag != self.tag);
            tags.extend(self.carries.then_some(self.tag));
            tags::set_of_ticket(c, desk.company, old.id, &tags).await?;
            let ticket = tickets::get(c, desk.company, old.id).await?;
            changes.extend(tell_ticket(Some(Placement::from(&old)), &ticket));
            Ok(ticket)
        })
        .await
    }
}
