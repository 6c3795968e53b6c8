//! What every piece of desk work needs: the company, its storage, the time, and whom to tell.

use std::{collections::BTreeSet, sync::Arc};

use chrono::{DateTime, Utc};
use guiche_storage::{
    Conn, Db, Told,
    messages::{self, MediaLinks, Shown},
    model::{
        Clock, CompanyId, ErrorCode, MessageId, event::NewEvent, message::Message, ticket::Ticket,
    },
    settings, tickets,
};

use super::scheduled;
use crate::{
    ActorError,
    rules::{
        calendar::{Zone, zone_or_default},
        numbers,
        placement::{Placement, tell_message_changed},
        texts::{Variables, fill, has_variables},
    },
    tell::{Tell, Wake},
};

/// The desk's tools. Cheap to clone.
#[derive(Clone)]
pub struct DeskContext {
    /// Whose desk.
    pub company: CompanyId,
    /// Where everything is.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Links of media files.
    pub links: Arc<dyn MediaLinks>,
    /// Who hears of changes.
    pub tell: Tell,
    /// Who sends.
    pub wake: Wake,
}

impl DeskContext {
    /// The time now.
    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// A text for a ticket's customer with its variables filled. A number that stands for the customer's name is no name
    /// where the company hides numbers: who writes reads the filled text.
    ///
    /// # Errors
    /// `Storage`.
    pub async fn fill(
        &self,
        conn: &mut Conn<'_>,
        text: &str,
        ticket: &Ticket,
    ) -> Result<String, ActorError> {
        if !has_variables(text) {
            return Ok(text.to_owned());
        }
        let name = ticket.contact.name.as_str();
        let is_hidden = numbers::is_number(name)
            && settings::is_enabled(conn, self.company, settings::HIDE_NUMBERS).await?;
        let variables = Variables {
            name: if is_hidden { "" } else { name },
            ticket: ticket.id.0,
            now: self.local_now(conn).await?,
        };
        Ok(fill(text, variables))
    }

    /// The time now where the company is.
    async fn local_now(&self, conn: &mut Conn<'_>) -> Result<DateTime<Zone>, ActorError> {
        let name = settings::find(conn, self.company, settings::TIME_ZONE).await?;
        Ok(self.now().with_timezone(&zone_or_default(name.as_deref())))
    }

    /// How messages are shown now.
    pub fn shown(&self, now: DateTime<Utc>) -> Shown<'_> {
        Shown {
            links: self.links.as_ref(),
            now,
        }
    }

    /// Runs `work` in a transaction and tells its events after the commit.
    ///
    /// # Errors
    /// What `work` says; then nothing is stored and nobody is told.
    pub async fn change<T>(
        &self,
        now: DateTime<Utc>,
        work: impl AsyncFnMut(&mut Conn<'_>, &mut Vec<NewEvent>) -> Result<T, ActorError>,
    ) -> Result<T, ActorError> {
        let Told { value, events } = self.db.change(self.company, now, work).await?;
        self.tell.tell(events);
        Ok(value)
    }

    /// Pushes what a changed message tells, and answers the message as it stands.
    ///
    /// # Errors
    /// `Refused(NoMessageFound)`.
    pub async fn push_message_changed(
        &self,
        conn: &mut Conn<'_>,
        events: &mut Vec<NewEvent>,
        id: MessageId,
        now: DateTime<Utc>,
    ) -> Result<Message, ActorError> {
        let ids = BTreeSet::from([id]);
        let mut changed = self.push_messages_changed(conn, events, &ids, now).await?;
        changed
            .pop()
            .ok_or_else(|| ErrorCode::NoMessageFound.into())
    }

    /// Pushes what changed messages tell, and answers them as they stand; those that the company does not have are missing.
    pub(super) async fn push_messages_changed(
        &self,
        conn: &mut Conn<'_>,
        events: &mut Vec<NewEvent>,
        ids: &BTreeSet<MessageId>,
        now: DateTime<Utc>,
    ) -> Result<Vec<Message>, ActorError> {
        let ids: Vec<_> = ids.iter().copied().collect();
        let changed = messages::get_all(conn, self.company, &ids, self.shown(now)).await?;
        let tickets = changed.iter().map(|message| message.ticket_id).collect();
        let standings = tickets::standings(conn, self.company, &tickets).await?;
        for message in &changed {
            scheduled::follow(self, conn, events, message).await?;
            if let Some(standing) = standings.get(&message.ticket_id) {
                let placement = Placement::from(*standing);
                events.push(tell_message_changed(message, standing.running, placement));
            }
        }
        Ok(changed)
    }
}

impl std::fmt::Debug for DeskContext {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DeskContext")
            .field("company", &self.company)
            .finish_non_exhaustive()
    }
}
