//! What the decision is made of: how the company, the number and the conversation are.

use chrono::{DateTime, TimeDelta, Utc};
use guiche_storage::{
    companies::settings::TransferTexts,
    model::{
        ConnectionId, MediaId, QueueId, QueueOptionId, bot::Bot, connection::ConnectionTexts,
        message::MediaKind, ticket::TicketStatus,
    },
};

use super::memory::Memory;
use crate::rules::hours::Hours;

/// Everything that the decision looks at.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    /// How the company wants it.
    pub company: Company,
    /// The number that the customer wrote to.
    pub line: Line,
    /// The conversation.
    pub talk: Talk,
}

/// How a company wants its customers to be answered.
#[derive(Debug, Clone, Default, PartialEq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "switches of the settings, A139"
)]
pub struct Company {
    /// Whose hours count (A064).
    pub schedule: Schedule,
    /// The menu is shown out of hours too.
    pub bot_out_of_hours: bool,
    /// Who calls is told to write.
    pub refuses_calls: bool,
    /// A number with one queue greets.
    pub greets_one_queue: bool,
    /// An attendant who accepts is introduced.
    pub greets_acceptance: bool,
    /// Customers are told where they are transferred.
    pub tells_transfers: bool,
    /// In which words.
    pub transfer_texts: TransferTexts,
    /// Customers are asked how it was, and have so long for an answer.
    pub rating: Option<TimeDelta>,
    /// What becomes of conversations in which nobody speaks.
    pub idle: Idle,
    /// The transfer timer waits while the queue is closed.
    pub transfers_in_hours_only: bool,
    /// The transfer timer greets for the queue.
    pub greets_transfer: bool,
}

/// Whose hours count.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Schedule {
    /// Nobody's: it is always open.
    #[default]
    Disabled,
    /// The company's.
    Company(Hours),
    /// Those of the ticket's queue.
    Queue,
}

/// How long nobody may speak, and what then.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Idle {
    /// Conversations with the bot.
    pub bot: Option<(TimeDelta, Then)>,
    /// Conversations without a queue.
    pub no_queue: Option<(TimeDelta, Then)>,
    /// Conversations that somebody has.
    pub open: Option<(TimeDelta, ThenOpen)>,
}

/// What becomes of a conversation in which nobody speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Then {
    /// It is closed.
    Close,
    /// It waits in this queue.
    Queue(QueueId),
}

/// What becomes of an attended one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThenOpen {
    /// It is closed.
    Close,
    /// It waits again.
    Wait,
}

/// A number of the company.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// Which.
    pub id: ConnectionId,
    /// Its texts and limits (A031).
    pub texts: ConnectionTexts,
    /// Its queues, in the order of the menu.
    pub menu: Vec<QueueId>,
    /// What is known of queues: of the number's, of the ticket's, of the one that the timer names.
    pub departments: Vec<Department>,
    /// It shows choices as buttons and lists.
    pub has_choices: bool,
    /// What answers on it before its menus do.
    pub bot: Option<Bot>,
}

/// A file that is stored.
pub type File = (MediaId, MediaKind);

/// A queue with its menu.
#[derive(Debug, Clone, PartialEq)]
pub struct Department {
    /// Which.
    pub id: QueueId,
    /// Its name.
    pub name: String,
    /// Said when it is chosen.
    pub greeting: String,
    /// Said when it is closed.
    pub out_of_hours: String,
    /// When it is open; `None` where its hours do not count.
    pub hours: Option<Hours>,
    /// Goes with its greeting.
    pub file: Option<File>,
    /// Its tree, in any order.
    pub options: Vec<Choice>,
    /// What answers in it instead of its tree.
    pub bot: Option<Bot>,
}

/// An option of a queue's menu.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// Which.
    pub id: QueueOptionId,
    /// Below which; `None` at the root.
    pub parent: Option<QueueOptionId>,
    /// Its place among its siblings.
    pub position: i64,
    /// Its title.
    pub title: String,
    /// Said when it is chosen.
    pub message: String,
    /// Goes with it.
    pub file: Option<File>,
}

/// A conversation.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub struct Talk {
    /// With a group.
    pub is_group: bool,
    /// Somebody has it.
    pub is_attended: bool,
    /// Where it stands.
    pub status: TicketStatus,
    /// Its queue.
    pub queue: Option<QueueId>,
    /// The bot talks.
    pub chatbot: bool,
    /// The bot of others that talks in place of the desk's own.
    pub bot: Option<Bot>,
    /// Its running episode.
    pub episode: i64,
    /// Since when it waits.
    pub waits_since: DateTime<Utc>,
    /// When the last message came or went.
    pub last_at: DateTime<Utc>,
    /// The last message was ours.
    pub last_is_ours: bool,
    /// What was said and shown so far.
    pub memory: Memory,
}

impl Line {
    /// What is known of a queue.
    pub fn department(&self, id: QueueId) -> Option<&Department> {
        self.departments
            .iter()
            .find(|department| department.id == id)
    }

    /// The queue of a number that has one.
    pub fn only(&self) -> Option<QueueId> {
        match self.menu.as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    }
}

impl Department {
    /// An option of its tree.
    pub fn option(&self, id: QueueOptionId) -> Option<&Choice> {
        self.options.iter().find(|option| option.id == id)
    }

    /// The options below one, or at the root, in their order.
    pub fn below(&self, parent: Option<QueueOptionId>) -> Vec<&Choice> {
        let mut below: Vec<_> = self
            .options
            .iter()
            .filter(|option| option.parent == parent)
            .collect();
        below.sort_by_key(|option| (option.position, option.id));
        below
    }
}
