//! Owns: what is on the way to bots of others, so many at once, of each company a few.
//! Parent: the jobs by the clock.
//! Never: asks inside a lane, writes to a customer by itself.
//!
//! A message to ask about is stored with the message (`storage/bots/turns.rs`). It is claimed for [`LEASE`], asked about
//! without anybody waiting, and what comes back is the desk's work in the customer's lane.

mod assist;
mod bubbles;
mod calls;
mod dialogflow;
mod doors;
mod files;
mod flow;
mod hearing;
mod journal;
mod meter;
mod model;
mod permits;
mod prompt;
mod reading;
mod stream;
mod testing;
mod typebot;
mod typing;

pub use assist::{Help, HelpPiece, HelpWish, Style};
pub use dialogflow::is_key;
pub use doors::Doors;
pub use prompt::PromptTrial;
pub use reading::BotTurn;
pub use testing::Trial;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use chrono::TimeDelta;
use guiche_storage::{
    Db,
    bots::{
        calls::NewCall,
        integrations,
        turns::{self, Claimed},
    },
    media::MediaStore,
    model::{
        Clock, CompanyId, QueueIntegrationId,
        bot::{Bot, IntegrationKind},
    },
    security::seal::Sealer,
};
use tokio::time::timeout;

use self::{
    journal::Journal,
    reading::Found,
    typing::{Typing, Whom},
};
use crate::{
    ActorError,
    desk::{ApplyBotAnswer, CLAIMS_MAX, Desk, Do, FailBotTurn},
    publisher::{ShowWriting, Wake},
    registry::Registry,
    rules::bots::{BotAnswer, BotError},
};

/// Calls on their way at once on one node.
const AT_ONCE: usize = 32;
/// Calls on their way at once of one company, so that its slow services hold up nobody else's.
const OF_COMPANY: usize = 4;
/// Companies looked at in one look; the next look goes on.
const COMPANIES_MAX: i64 = 50;
/// How long nobody else asks about a message that was claimed.
const LEASE: TimeDelta = TimeDelta::seconds(90);
/// How long a bot waits for the file of a message that is on its way, and how often.
const FILE_AFTER: TimeDelta = TimeDelta::seconds(2);
const FILE_WAITS_MAX: i64 = 3;
/// How long asking may take with all its tries; shorter than the lease.
const ASK_WITHIN: Duration = Duration::from_secs(50);

/// What asking needs. Cheap to clone.
#[derive(Clone)]
pub struct BotDeps {
    /// Where everything is.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// The name of this node.
    pub node: Arc<str>,
    /// Media files.
    pub media: MediaStore,
    /// Largest file taken in, in bytes.
    pub media_bytes_max: u64,
    /// Opens the secrets of integrations.
    pub sealer: Arc<Sealer>,
    /// The way out.
    pub doors: Doors,
    /// Base of Dialogflow's API.
    pub dialogflow_url: Arc<str>,
    /// Base of the model that prompts without one ask.
    pub model_url: Arc<str>,
    /// The name of that model.
    pub model: Arc<str>,
    /// Base of the service of voices; `{region}` stands for its region.
    pub voices_url: Arc<str>,
    /// The address that browsers use, for links to files.
    pub public_url: Arc<str>,
}

impl std::fmt::Debug for BotDeps {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("BotDeps")
    }
}

/// Asks bots of others. Cheap to clone.
#[derive(Clone)]
pub struct Bots(Arc<Inner>);

struct Inner {
    deps: BotDeps,
    desks: Registry<Desk>,
    wake: Wake,
    /// Calls on their way, by company.
    flights: Mutex<HashMap<CompanyId, usize>>,
    /// One look at a time: two would both see the same room.
    look: tokio::sync::Mutex<()>,
    tokens: dialogflow::Tokens,
    /// Attendants who are being helped.
    helped: Arc<permits::Permits>,
    hearing: hearing::Hearing,
    typing: Typing,
}

impl std::fmt::Debug for Bots {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Bots")
    }
}

/// A call on its way; makes room when it ends, however it ends.
struct Flight(Bots, CompanyId);

impl Drop for Flight {
    fn drop(&mut self) {
        let Self(bots, company) = self;
        let mut flights = bots.flights();
        if let Some(count) = flights.get_mut(company) {
            *count -= 1;
            if *count == 0 {
                flights.remove(company);
            }
        }
        drop(flights);
        bots.0.wake.ask_bots();
    }
}

impl Bots {
    /// Nothing is asked before somebody looks.
    pub fn new(deps: BotDeps, desks: Registry<Desk>, wake: Wake, show: ShowWriting) -> Self {
        Self(Arc::new(Inner {
            deps,
            desks,
            wake,
            flights: Mutex::default(),
            look: tokio::sync::Mutex::default(),
            tokens: dialogflow::Tokens::default(),
            helped: Arc::default(),
            hearing: hearing::Hearing::default(),
            typing: Typing::new(show),
        }))
    }

    /// What asking needs.
    pub fn deps(&self) -> &BotDeps {
        &self.0.deps
    }

    fn tokens(&self) -> &dialogflow::Tokens {
        &self.0.tokens
    }

    fn flights(&self) -> std::sync::MutexGuard<'_, HashMap<CompanyId, usize>> {
        let flights = self.0.flights.lock();
        flights.unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls that a company may begin now.
    fn room(&self, company: CompanyId) -> usize {
        let flights = self.flights();
        let all: usize = flights.values().sum();
        let own = flights.get(&company).copied().unwrap_or_default();
        OF_COMPANY
            .saturating_sub(own)
            .min(AT_ONCE.saturating_sub(all))
    }

    fn begin(&self, company: CompanyId) -> Flight {
        *self.flights().entry(company).or_default() += 1;
        Flight(self.clone(), company)
    }

    /// Looks whenever a message was stored that a bot is to be asked about; runs until the process ends.
    pub(crate) async fn listen(self) {
        loop {
            self.0.wake.bots_asked().await;
            if let Err(error) = self.look().await {
                tracing::warn!(%error, "bots could not be asked now; the next look goes on");
            }
        }
    }

    /// Claims what waits, as far as there is room, and begins to ask. Waits for no answer.
    ///
    /// # Errors
    /// `Storage`.
    pub(crate) async fn look(&self) -> Result<(), ActorError> {
        let _alone = self.0.look.lock().await;
        let deps = self.deps();
        let companies = {
            let mut reader = deps.db.read().await?;
            turns::list_companies(&mut reader.conn(), deps.clock.now(), COMPANIES_MAX).await?
        };
        for company in companies {
            let room = i64::try_from(self.room(company)).unwrap_or_default();
            if room == 0 {
                continue;
            }
            let now = deps.clock.now();
            let times = (now, now + LEASE);
            let claimed = deps
                .db
                .write(async |c| turns::claim(c, company, &deps.node, times, room).await)
                .await?;
            for turn in claimed {
                let (bots, flight) = (self.clone(), self.begin(company));
                actix_rt::spawn(async move {
                    if let Err(error) = bots.answer(company, turn).await {
                        tracing::warn!(%error, company.id = company.0, "a bot's turn is asked again later");
                    }
                    drop(flight);
                });
            }
        }
        Ok(())
    }

    /// Asks about one message and gives the answer to the desk.
    async fn answer(&self, company: CompanyId, claimed: Claimed) -> Result<(), ActorError> {
        let turn = match reading::read(self, company, claimed).await? {
            Found::Turn(turn) => turn,
            Found::Nothing => {
                let claim = (claimed.id, claimed.attempts);
                let db = &self.deps().db;
                db.write(async |c| turns::take(c, company, claim).await)
                    .await?;
                return Ok(());
            }
            Found::NotAllowed(bot) => {
                let why = (BotError::NotAllowed, Vec::new());
                return self.fail(company, claimed, bot, why).await;
            }
        };
        let bot = turn.bot;
        if turn.awaits_file() && claimed.attempts <= FILE_WAITS_MAX {
            let claim = (claimed.id, claimed.attempts);
            let (db, later) = (&self.deps().db, turn.now + FILE_AFTER);
            db.write(async |c| turns::put_back(c, company, claim, later).await)
                .await?;
            return Ok(());
        }
        if claimed.attempts > CLAIMS_MAX {
            let why = (BotError::NoAnswer, Vec::new());
            return self.fail(company, claimed, bot, why).await;
        }
        let journal = Journal::new(&self.deps().clock);
        let asked = timeout(ASK_WITHIN, self.ask(&turn, &journal)).await;
        let asked = asked.unwrap_or(Err(BotError::NoAnswer));
        let calls = journal.close(&asked);
        match asked {
            Ok(answer) => self.say(company, &turn, answer, calls).await,
            Err(error) => self.fail(company, claimed, bot, (error, calls)).await,
        }
    }

    /// Gives an answer to the desk. While what is said waits, the customer sees that he is being written to.
    async fn say(
        &self,
        company: CompanyId,
        turn: &BotTurn,
        answer: BotAnswer,
        calls: Vec<NewCall>,
    ) -> Result<(), ActorError> {
        let says = files::fetch(self, company, answer.says).await;
        let delays: Vec<i64> = says.iter().map(|said| said.delay).collect();
        let connection = turn.connection.as_ref().map(|(id, _)| *id);
        let (ticket, bot) = (turn.claimed.ticket_id, turn.bot);
        let work = ApplyBotAnswer {
            turn: turn.claimed,
            bot,
            connection,
            says,
            commands: answer.commands,
            session: answer.session,
            sources: answer.sources,
            calls,
        };
        let is_said = self.desk(company, work).await?;
        // groups hear of it member by member, which is not worth it
        if let Some(connection) = connection.filter(|_| is_said && !turn.ticket.is_group) {
            let whom = Whom {
                company,
                connection,
                ticket,
            };
            self.0.typing.begin(whom, delays);
        }
        Ok(())
    }

    async fn ask(&self, turn: &BotTurn, journal: &Journal) -> Result<BotAnswer, BotError> {
        let answer = match turn.bot {
            Bot::Prompt(id) => prompt::ask(self, turn, id).await,
            Bot::Integration(id) => self.ask_integration(turn, id, journal).await,
        };
        answer.map(BotAnswer::bounded)
    }

    async fn ask_integration(
        &self,
        turn: &BotTurn,
        id: QueueIntegrationId,
        journal: &Journal,
    ) -> Result<BotAnswer, BotError> {
        let (integration, secrets) = {
            let mut reader = self
                .deps()
                .db
                .read()
                .await
                .map_err(|_| BotError::NoAnswer)?;
            let conn = &mut reader.conn();
            let found = integrations::get(conn, turn.company, id).await;
            let secrets = integrations::secrets(conn, turn.company, id, &self.deps().sealer).await;
            (
                found.map_err(|_| BotError::Unknown)?,
                secrets.map_err(|_| BotError::Key)?,
            )
        };
        let noted = (self, journal);
        match integration.kind {
            IntegrationKind::N8n | IntegrationKind::Webhook => {
                flow::ask(noted, turn, &integration, &secrets).await
            }
            IntegrationKind::Typebot => typebot::ask(noted, turn, &integration).await,
            IntegrationKind::Dialogflow => {
                dialogflow::ask(noted, turn, &integration, &secrets).await
            }
        }
    }

    async fn fail(
        &self,
        company: CompanyId,
        turn: Claimed,
        bot: Bot,
        (error, calls): (BotError, Vec<NewCall>),
    ) -> Result<(), ActorError> {
        tracing::info!(
            company.id = company.0,
            ticket.id = turn.ticket_id.0,
            ?error,
            "a bot gave no answer"
        );
        let work = FailBotTurn {
            turn,
            bot,
            name: self.name_of(company, bot).await,
            error,
            calls,
        };
        self.desk(company, work).await
    }

    /// What people call a bot.
    async fn name_of(&self, company: CompanyId, bot: Bot) -> String {
        let Bot::Integration(id) = bot else {
            return "O prompt de IA".to_owned();
        };
        let Ok(mut reader) = self.deps().db.read().await else {
            return "A integração".to_owned();
        };
        let found = integrations::get(&mut reader.conn(), company, id).await;
        found.map_or_else(
            |_| "A integração".to_owned(),
            |it| format!("A integração {}", it.name),
        )
    }

    async fn desk<W: crate::desk::DeskWork>(
        &self,
        company: CompanyId,
        work: W,
    ) -> Result<W::Answer, ActorError> {
        let desk = self.0.desks.find_or_start(&company)?;
        desk.send(Do(work)).await?
    }
}
