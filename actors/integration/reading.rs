//! What a bot is told: the ticket, its customer, the message and where the conversation with it stands.

use chrono::{DateTime, Utc};
use guiche_storage::{
    bots::{sessions, turns::Claimed},
    companies::{self, plan_has, settings},
    connections, contacts, messages,
    model::{
        CompanyId, ConnectionId,
        bot::Bot,
        contact::Contact,
        message::{MediaKind, Message},
        ticket::Ticket,
    },
    tickets,
};

use super::Bots;
use crate::{
    ActorError,
    desk::{feature_of, leads, running_bot},
    rules::{calendar::zone_or_default, subscription::read_only},
};

/// What a file without a name is called.
const NAMELESS: &str = "arquivo";

/// A customer's message that a bot is asked about.
#[derive(Debug, Clone)]
pub struct BotTurn {
    /// Whose desk.
    pub company: CompanyId,
    /// The claim.
    pub claimed: Claimed,
    /// Which bot.
    pub bot: Bot,
    /// The number that the customer wrote to, and what it is called.
    pub connection: Option<(ConnectionId, String)>,
    /// The ticket.
    pub ticket: Ticket,
    /// The customer.
    pub contact: Contact,
    /// The message.
    pub message: Message,
    /// The provider's id of the message.
    pub provider_id: String,
    /// What the bot remembers the conversation by.
    pub session: Option<String>,
    /// When it last answered.
    pub talked_at: Option<DateTime<Utc>>,
    /// Now.
    pub now: DateTime<Utc>,
}

impl BotTurn {
    /// Whether the file of the message is on its way.
    pub(super) fn awaits_file(&self) -> bool {
        let kind = self.message.media_type.as_deref();
        kind.and_then(MediaKind::parse).is_some()
            && self.message.media_url.is_none()
            && self.message.error.is_none()
            && !self.message.is_deleted
    }

    /// A whole link to the file of the message, while it is here. A bot has no session, so that it is good for whoever has it.
    pub(super) fn link(&self, bots: &Bots) -> Option<String> {
        let (deps, message) = (bots.deps(), &self.message);
        let is_here = message.media_url.is_some() && !message.is_deleted;
        let path = message.media_path.as_deref().filter(|_| is_here)?;
        let name = message.media_name.as_deref().unwrap_or(NAMELESS);
        let mime = message.media_mime.as_deref()?;
        let links = deps.media.links();
        let link = links.sign_open(self.company, path, name, mime, self.now);
        Some(format!("{}{link}", deps.public_url))
    }
}

/// What is found of a claimed message.
pub(super) enum Found {
    /// It is to be asked about.
    Turn(Box<BotTurn>),
    /// Nobody is to be asked any more.
    Nothing,
    /// The company may not ask now.
    NotAllowed(Bot),
}

/// Reads everything that a bot is told.
///
/// # Errors
/// `Storage`.
pub(super) async fn read(
    bots: &Bots,
    company: CompanyId,
    claimed: Claimed,
) -> Result<Found, ActorError> {
    let deps = bots.deps();
    let now = deps.clock.now();
    let mut reader = deps.db.read().await?;
    let conn = &mut reader.conn();
    let Some(ticket) = tickets::find(conn, company, claimed.ticket_id).await? else {
        return Ok(Found::Nothing);
    };
    let Some(bot) = running_bot(&ticket).filter(|bot| leads(&ticket, *bot)) else {
        return Ok(Found::Nothing);
    };
    let owner = companies::get(conn, company).await?;
    let zone = settings::find(conn, company, settings::TIME_ZONE).await?;
    let zone = zone_or_default(zone.as_deref());
    let may_only_look = read_only(owner.status, owner.due_date, now, zone).is_some();
    if may_only_look || !plan_has(&owner.plan, feature_of(bot)) {
        return Ok(Found::NotAllowed(bot));
    }
    let shown = messages::Shown {
        links: deps.media.links(),
        now,
    };
    let found = messages::get_all(conn, company, &[claimed.message_id], shown).await?;
    let Some(message) = found.into_iter().next() else {
        return Ok(Found::Nothing);
    };
    let (number, provider_id) = messages::reach::source(conn, company, claimed.message_id).await?;
    let connection = match number.or(ticket.whatsapp_id) {
        Some(id) => connections::find(conn, company, id).await?,
        None => None,
    };
    let session = sessions::find(conn, company, ticket.id).await?;
    Ok(Found::Turn(Box::new(BotTurn {
        company,
        claimed,
        bot,
        connection: connection.map(|it| (it.id, it.name)),
        contact: contacts::get(conn, company, ticket.contact_id).await?,
        ticket,
        message,
        provider_id: provider_id.unwrap_or_default(),
        talked_at: session.as_ref().map(|session| session.talked_at),
        session: session.and_then(|session| session.session),
        now,
    })))
}
