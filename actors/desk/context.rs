//! What every piece of desk work needs: the company, its storage, the time, and whom to tell.

use std::{collections::BTreeSet, sync::Arc};

use chrono::{DateTime, Utc};
use guiche_storage::{
    Committed, Conn, Db,
    companies::settings::{self, CompanySettings},
    messages::{self, MediaLinks, Shown},
    model::{
        Clock, CompanyId, ErrorCode, MessageId, event::NewEvent, message::Message, ticket::Ticket,
    },
    tickets,
};

use super::{Changes, campaigns, scheduled};
use crate::{
    ActorError,
    publisher::{EventPublisher, Wake},
    rules::{
        calendar::zone_or_default,
        numbers,
        placement::{Placement, tell_message_changed},
        texts::{Variables, fill, has_variables},
    },
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
    pub tell: EventPublisher,
    /// Who sends.
    pub wake: Wake,
}

impl DeskContext {
    /// The time now.
    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// The company's settings, read once in a transaction.
    ///
    /// # Errors
    /// `Storage`.
    pub async fn settings(
        &self,
        conn: &mut Conn<'_>,
        changes: &mut Changes,
    ) -> Result<Arc<CompanySettings>, ActorError> {
        if let Some(known) = &changes.settings {
            return Ok(Arc::clone(known));
        }
        let read = Arc::new(settings::read(conn, self.company).await?);
        changes.settings = Some(Arc::clone(&read));
        Ok(read)
    }

    /// A text for a ticket's customer with its variables filled. A number that stands for the customer's name is no name
    /// where the company hides numbers: who writes reads the filled text.
    ///
    /// # Errors
    /// `Storage`.
    pub async fn fill(
        &self,
        conn: &mut Conn<'_>,
        changes: &mut Changes,
        text: &str,
        ticket: &Ticket,
    ) -> Result<String, ActorError> {
        if !has_variables(text) {
            return Ok(text.to_owned());
        }
        let settings = self.settings(conn, changes).await?;
        let zone = zone_or_default(settings.time_zone.as_deref());
        let name = ticket.contact.name.as_str();
        let is_hidden = settings.hides_numbers && numbers::is_number(name);
        let variables = Variables {
            name: if is_hidden { "" } else { name },
            ticket: ticket.id.0,
            now: self.now().with_timezone(&zone),
        };
        Ok(fill(text, variables))
    }

    /// How messages are shown now.
    pub fn shown(&self, now: DateTime<Utc>) -> Shown<'_> {
        Shown {
            links: self.links.as_ref(),
            now,
        }
    }

    /// Runs `work` in a transaction; after the commit its events are told and its connections woken.
    ///
    /// # Errors
    /// What `work` says; then nothing is stored and nobody is told.
    pub async fn change<T>(
        &self,
        now: DateTime<Utc>,
        mut work: impl AsyncFnMut(&mut Conn<'_>, &mut Changes) -> Result<T, ActorError>,
    ) -> Result<T, ActorError> {
        let work = async |c: &mut Conn<'_>, events: &mut Vec<NewEvent>| {
            // a transaction that is run again begins with nothing
            let mut changes = Changes::default();
            let value = work(c, &mut changes).await?;
            *events = changes.events;
            let wakes = (changes.wakes, changes.campaigns, changes.ask_bots);
            Ok::<_, ActorError>((value, wakes))
        };
        let told = self.db.change(self.company, now, work).await?;
        let Committed {
            value: (value, (wakes, campaigns, ask_bots)),
            events,
        } = told;
        self.tell.tell(events);
        for (connection, look) in wakes {
            self.wake.wake(self.company, connection, look);
        }
        for (campaign, word) in campaigns {
            self.wake.campaign(self.company, campaign, word);
        }
        if ask_bots {
            self.wake.ask_bots();
        }
        Ok(value)
    }

    /// Pushes what a changed message tells, and answers the message as it stands.
    ///
    /// # Errors
    /// `Refused(NoMessageFound)`.
    pub async fn push_message_changed(
        &self,
        conn: &mut Conn<'_>,
        changes: &mut Changes,
        id: MessageId,
        now: DateTime<Utc>,
    ) -> Result<Message, ActorError> {
        let ids = BTreeSet::from([id]);
        let mut told = self.push_messages_changed(conn, changes, &ids, now).await?;
        told.pop().ok_or_else(|| ErrorCode::NoMessageFound.into())
    }

    /// Pushes what changed messages tell, and answers them as they stand; those that the company does not have are missing.
    pub(super) async fn push_messages_changed(
        &self,
        conn: &mut Conn<'_>,
        changes: &mut Changes,
        ids: &BTreeSet<MessageId>,
        now: DateTime<Utc>,
    ) -> Result<Vec<Message>, ActorError> {
        let ids: Vec<_> = ids.iter().copied().collect();
        let told = messages::get_all(conn, self.company, &ids, self.shown(now)).await?;
        let tickets = told.iter().map(|message| message.ticket_id).collect();
        let standings = tickets::standings(conn, self.company, &tickets).await?;
        for message in &told {
            scheduled::follow(self, conn, changes, message).await?;
            campaigns::follow(self, conn, changes, message).await?;
            if let Some(standing) = standings.get(&message.ticket_id) {
                let placement = Placement::from(*standing);
                changes.push(tell_message_changed(message, standing.running, placement));
            }
        }
        Ok(told)
    }
}

impl std::fmt::Debug for DeskContext {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DeskContext")
            .field("company", &self.company)
            .finish_non_exhaustive()
    }
}
