//! What a bot of others answered is applied in the customer's lane (rules B14, B15): what it was asked about goes, what it
//! says is queued, what it wants is done and what it remembers is kept, all in one transaction. Whoever has taken the
//! conversation meanwhile hears nothing of it.

use chrono::TimeDelta;
use guiche_storage::{
    Conn, StorageError,
    bots::{
        calls::{self, Called, NewCall},
        sessions,
        turns::{self, Claimed},
    },
    delivery::outbox,
    media::{self, StoredMedia},
    model::{
        ConnectionId, ErrorCode, MediaId, QueueId, TagId, TicketId, UserId,
        bot::Bot,
        message::MediaKind,
        ticket::{Ticket, TicketStatus},
    },
    queues,
    tickets::{self, tags, write::TicketPatch},
};

use super::{
    Changes, DeskContext, DeskWork, Lane, dialogue,
    moves::{self, Moved},
    outgoing::{Author, Draft, Key, enqueue},
    tickets::require_sight,
};
use crate::{
    ActorError,
    rules::{
        bots::{BotCommand, BotError},
        placement::{Placement, tell_ticket},
        texts,
        ticket_moves::Move,
    },
};

/// Failures in a row after which people take over.
const FAILURES_MAX: i64 = 2;
/// Between a failure and the next try.
const AGAIN_AFTER: TimeDelta = TimeDelta::seconds(5);
/// Claims of one message after which asking it has failed, whatever became of them.
pub const CLAIMS_MAX: i64 = 5;

/// A message that a bot says, with its file.
#[derive(Debug, Clone, Default)]
pub struct Said {
    /// Its text, or the caption of its file.
    pub text: String,
    /// Where its file was to be had.
    pub link: Option<String>,
    /// The file, if it lies in its place already; otherwise the link is sent.
    pub file: Option<StoredMedia>,
    /// Milliseconds before it.
    pub delay: i64,
}

/// Applies what a bot answered. Replies whether it was: done twice, the second time finds that it is not asked any more.
#[derive(Debug)]
pub struct ApplyBotAnswer {
    /// What it was asked about.
    pub turn: Claimed,
    /// Which bot.
    pub bot: Bot,
    /// By which number the customer wrote.
    pub connection: Option<ConnectionId>,
    /// What it says.
    pub says: Vec<Said>,
    /// What it wants.
    pub commands: Vec<BotCommand>,
    /// What it remembers the conversation by.
    pub session: Option<String>,
    /// Titles of the company's articles that it was told of.
    pub sources: Vec<String>,
    /// What was called for it, if it is an integration.
    pub calls: Vec<NewCall>,
}

/// A bot did not answer: it is asked once more, then people take over.
#[derive(Debug)]
pub struct FailBotTurn {
    /// What it was asked about.
    pub turn: Claimed,
    /// Which bot.
    pub bot: Bot,
    /// What it is called.
    pub name: String,
    /// Why.
    pub error: BotError,
    /// What was called for it, if it is an integration.
    pub calls: Vec<NewCall>,
}

impl DeskWork for ApplyBotAnswer {
    type Answer = bool;

    fn lane(&self) -> Lane {
        Lane::Contact(self.turn.contact_id)
    }

    async fn run(self, desk: DeskContext) -> Result<bool, ActorError> {
        desk.change(desk.now(), async |c, changes| {
            let is_said = self.apply(&desk, c, changes).await?;
            note_calls(&desk, c, (self.bot, self.turn), &self.calls).await?;
            Ok(is_said)
        })
        .await
    }
}

impl ApplyBotAnswer {
    async fn apply(
        &self,
        desk: &DeskContext,
        c: &mut Conn<'_>,
        changes: &mut Changes,
    ) -> Result<bool, ActorError> {
        let Some(ticket) = held(desk, c, self.turn.ticket_id).await? else {
            return Ok(false);
        };
        let claim = (self.turn.id, self.turn.attempts);
        let is_ours = turns::take(c, desk.company, claim).await?;
        if !is_ours || !leads(&ticket, self.bot) {
            return Ok(false);
        }
        self.speak(desk, c, changes, &ticket).await?;
        let session = self.session.as_deref();
        sessions::save(c, desk.company, ticket.id, session, desk.now()).await?;
        obey(desk, c, changes, ticket.id, &self.commands).await?;
        Ok(true)
    }

    async fn speak(
        &self,
        desk: &DeskContext,
        c: &mut Conn<'_>,
        changes: &mut Changes,
        ticket: &Ticket,
    ) -> Result<(), ActorError> {
        let now = desk.now();
        let mut at = now;
        for (place, said) in self.says.iter().enumerate() {
            let media = match &said.file {
                Some(file) => keep(desk, c, file).await?,
                None => None,
            };
            let text = match &said.link {
                Some(link) if media.is_none() => format!("{}\n{link}", said.text),
                _ => said.text.clone(),
            };
            let draft = Draft {
                connection: ticket.whatsapp_id.map(|own| self.connection.unwrap_or(own)),
                media,
                key: Key::Once(format!("bot-turn:{}:{place}", self.turn.id)),
                sources: &self.sources,
                ..Draft::new(ticket, Author::Integration, text.trim())
            };
            let message = enqueue(desk, c, changes, draft).await?;
            at += TimeDelta::milliseconds(said.delay);
            if let Some(message) = message.filter(|_| at > now) {
                outbox::put_off(c, desk.company, message, at).await?;
            }
        }
        Ok(())
    }
}

impl DeskWork for FailBotTurn {
    type Answer = ();

    fn lane(&self) -> Lane {
        Lane::Contact(self.turn.contact_id)
    }

    async fn run(self, desk: DeskContext) -> Result<(), ActorError> {
        desk.change(desk.now(), async |c, changes| {
            self.apply(&desk, c, changes).await?;
            note_calls(&desk, c, (self.bot, self.turn), &self.calls).await
        })
        .await
    }
}

impl FailBotTurn {
    async fn apply(
        &self,
        desk: &DeskContext,
        c: &mut Conn<'_>,
        changes: &mut Changes,
    ) -> Result<(), ActorError> {
        let (company, now) = (desk.company, desk.now());
        let Some(ticket) = held(desk, c, self.turn.ticket_id).await? else {
            return Ok(());
        };
        let claim = (self.turn.id, self.turn.attempts);
        if !leads(&ticket, self.bot) {
            turns::take(c, company, claim).await?;
            return Ok(());
        }
        let session = sessions::find(c, company, ticket.id).await?;
        let failures = session.map_or(0, |session| session.failures) + 1;
        let gives_up =
            failures >= FAILURES_MAX || !self.error.may_pass() || self.turn.attempts >= CLAIMS_MAX;
        if !gives_up {
            if turns::put_back(c, company, claim, now + AGAIN_AFTER).await? {
                sessions::fail(c, company, ticket.id, now).await?;
            }
            return Ok(());
        }
        if !turns::take(c, company, claim).await? {
            return Ok(());
        }
        let note = texts::bot_failed(&self.name, &self.error.to_string());
        let draft = Draft {
            is_private: true,
            ..Draft::new(&ticket, Author::Integration, &note)
        };
        enqueue(desk, c, changes, draft).await?;
        obey(desk, c, changes, ticket.id, &[BotCommand::Stop]).await
    }
}

/// Notes what was called of an integration, whatever became of it. Last of all: the rows above are held by then.
async fn note_calls(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    (bot, turn): (Bot, Claimed),
    made: &[NewCall],
) -> Result<(), ActorError> {
    if let Some(integration) = bot.integration() {
        let called = Called {
            integration,
            ticket: turn.ticket_id,
            turn: turn.id,
        };
        calls::insert(c, desk.company, called, made).await?;
    }
    Ok(())
}

/// Writes the row of a file, unless the company's plan has no room for it.
async fn keep(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    file: &StoredMedia,
) -> Result<Option<(MediaId, MediaKind)>, ActorError> {
    match media::insert_ready(c, desk.company, desk.now(), file).await {
        Ok(id) => Ok(Some((id, file.kind))),
        Err(StorageError::Refused(ErrorCode::PlanLimitStorage)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// A ticket whose row is held; `None` for one that is gone, and with it what was to be asked.
async fn held(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    id: TicketId,
) -> Result<Option<Ticket>, ActorError> {
    match tickets::write::lock(c, desk.company, id).await {
        Err(StorageError::Refused(ErrorCode::NoTicketFound)) => return Ok(None),
        locked => locked?,
    }
    Ok(tickets::find(c, desk.company, id).await?)
}

/// Whether a bot still leads a conversation.
pub fn leads(ticket: &Ticket, bot: Bot) -> bool {
    ticket.status != TicketStatus::Closed
        && ticket.user_id.is_none()
        && dialogue::running_bot(ticket) == Some(bot)
}

/// What is left of commands: what they name is the company's.
#[derive(Debug, Default)]
struct Wanted {
    ends: bool,
    closes: bool,
    queue: Option<QueueId>,
    user: Option<UserId>,
    tags: Vec<TagId>,
}

/// Does what a bot wants. What it names and the company does not have is as if it were not named.
async fn obey(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    id: TicketId,
    commands: &[BotCommand],
) -> Result<(), ActorError> {
    if commands.is_empty() {
        return Ok(());
    }
    let old = tickets::get(c, desk.company, id).await?;
    let wanted = known(desk, c, &old, commands).await?;
    if !wanted.tags.is_empty() {
        let mut all: Vec<TagId> = old.tags.iter().map(|tag| tag.id).collect();
        all.extend(&wanted.tags);
        all.sort_unstable();
        all.dedup();
        tags::set_of_ticket(c, desk.company, id, &all).await?;
    }
    if wanted.ends {
        end(desk, c, changes, &old, &wanted).await
    } else {
        let ticket = tickets::get(c, desk.company, id).await?;
        changes.extend(tell_ticket(Some(Placement::from(&old)), &ticket));
        Ok(())
    }
}

async fn known(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    ticket: &Ticket,
    commands: &[BotCommand],
) -> Result<Wanted, ActorError> {
    let mut wanted = Wanted::default();
    for command in commands {
        match *command {
            BotCommand::Stop => wanted.ends = true,
            BotCommand::Close => (wanted.ends, wanted.closes) = (true, true),
            BotCommand::Queue(queue) => {
                wanted.ends = true;
                let found = queues::find(c, desk.company, queue).await?;
                wanted.queue = found.map(|queue| queue.id);
            }
            BotCommand::User(user) => (wanted.ends, wanted.user) = (true, Some(user)),
            BotCommand::Tag(tag) => {
                let found = tags::find(c, desk.company, tag).await?;
                wanted.tags.extend(found.map(|tag| tag.id));
            }
        }
    }
    if let Some(user) = wanted.user {
        let queue = wanted.queue.or(ticket.queue_id);
        match require_sight(c, desk, user, queue).await {
            Ok(()) => {}
            Err(ActorError::Refused(_) | ActorError::Storage(StorageError::Refused(_))) => {
                wanted.user = None;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(wanted)
}

/// The bot leads the conversation no more: it is over, somebody's, or waits for people.
async fn end(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    old: &Ticket,
    wanted: &Wanted,
) -> Result<(), ActorError> {
    let (company, now) = (desk.company, desk.now());
    turns::forget(c, company, old.id).await?;
    sessions::forget(c, company, old.id).await?;
    dialogue::end_bot(desk, c, old).await?;
    let mut patch = TicketPatch {
        queue_id: wanted.queue.map(Some),
        ..TicketPatch::default()
    };
    patch.end_bots();
    let kind = if wanted.closes {
        patch.status = Some(TicketStatus::Closed);
        patch.unread_messages = Some(0);
        moves::complete(Move::Close, &mut patch, now);
        Some(Move::Close)
    } else if let Some(user) = wanted.user {
        patch.status = Some(TicketStatus::Open);
        patch.user_id = Some(Some(user));
        Some(Move::Accept)
    } else {
        patch.status = Some(TicketStatus::Pending);
        None
    };
    tickets::write::update(c, company, old.id, &patch, now).await?;
    if let Some(kind) = kind {
        let moved = Moved {
            kind,
            old,
            by: None,
            silently: false,
            note: None,
        };
        moves::follow(desk, c, changes, moved).await?;
        return Ok(());
    }
    if wanted
        .queue
        .is_some_and(|queue| old.queue_id != Some(queue))
    {
        let step = tickets::episodes::Step {
            connection_id: old.whatsapp_id,
            queue_id: wanted.queue,
            user_id: None,
        };
        tickets::episodes::enter(c, company, old.id, step, now).await?;
    }
    let ticket = tickets::get(c, company, old.id).await?;
    changes.extend(tell_ticket(Some(Placement::from(old)), &ticket));
    Ok(())
}
