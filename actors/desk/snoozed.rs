//! A ticket that was put off comes back when its time has come (rule B4).

use guiche_storage::tickets::{self, snooze::Due, write::TicketPatch};

use super::{DeskContext, DeskWork, Lane};
use crate::{
    ActorError,
    rules::placement::{Placement, tell_ticket},
};

/// Brings a ticket back, marked as unread. Done twice, the second time finds that it is back.
#[derive(Debug)]
pub struct WakeTicket(pub Due);

impl DeskWork for WakeTicket {
    type Answer = ();

    fn lane(&self) -> Lane {
        Lane::Contact(self.0.contact)
    }

    async fn run(self, desk: DeskContext) -> Result<(), ActorError> {
        let (company, now) = (desk.company, desk.now());
        desk.change(now, async |c, changes| {
            tickets::write::lock(c, company, self.0.ticket).await?;
            let old = tickets::get(c, company, self.0.ticket).await?;
            let until = old.snooze.and_then(|snooze| snooze.until);
            if until.is_none_or(|until| until > now) {
                return Ok(());
            }
            let patch = TicketPatch {
                snooze: Some(None),
                unread_messages: Some(old.unread_messages.max(1)),
                ..TicketPatch::default()
            };
            tickets::write::update(c, company, old.id, &patch, now).await?;
            let ticket = tickets::get(c, company, old.id).await?;
            changes.extend(tell_ticket(Some(Placement::from(&old)), &ticket));
            Ok(())
        })
        .await
    }
}
