//! What the desk remembers of a conversation that it leads by itself. Stored as JSON beside the contact.

use chrono::{DateTime, TimeDelta, Utc};
use guiche_storage::model::{ConnectionId, QueueId, QueueOptionId};
use serde::{Deserialize, Serialize};

/// Messages that the desk sends by itself within [`GUARD_MINUTES`]; then it is silent, so that two robots do not talk for ever.
pub const GUARD_MESSAGES: usize = 10;
/// Messages that a bot of others is asked about within [`GUARD_MINUTES`], for the same reason.
pub const GUARD_ASKED: usize = 30;
/// How long the desk remembers what it has sent.
pub const GUARD_MINUTES: i64 = 5;

/// What was said and shown so far. Notices and times of messages are the contact's, the rest is the ticket's.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Memory {
    /// The greeting of this ticket was said, or a person spoke instead.
    pub is_greeted: bool,
    /// The ticket's arrival was not answered, since it was closed: the next message is its arrival.
    pub arrives: bool,
    /// Where in the tree of its queue the customer stands; `None` at the root.
    pub option: Option<QueueOptionId>,
    /// Menus sent since a queue was chosen or a person had the ticket.
    pub menus: i64,
    /// When the last of them was sent.
    pub menu_at: Option<DateTime<Utc>>,
    /// What the customer sees, by the number that he wrote to.
    pub screens: Vec<Screen>,
    /// Notices that nobody asked for.
    pub notices: Vec<Notice>,
    /// When messages were sent, the newest last.
    pub sent: Vec<DateTime<Utc>>,
    /// The number's bot of others has spoken in this ticket and does so no more, or a person spoke instead.
    pub bot_ended: bool,
    /// When a bot of others was asked, the newest last.
    pub asked: Vec<DateTime<Utc>>,
}

/// What a customer sees on one number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Screen {
    /// Which number.
    pub connection: ConnectionId,
    /// The queues of the last menu, in its order.
    #[serde(default)]
    pub queues: Vec<QueueId>,
    /// The options of the last list, in its order.
    #[serde(default)]
    pub options: Vec<QueueOptionId>,
    /// What was said last.
    #[serde(default)]
    pub last: Last,
}

/// What was said last.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Last {
    /// The menu of queues.
    Menu,
    /// That an answer to it was none.
    Invalid,
    /// Something else.
    #[default]
    Other,
}

/// A notice that it is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Notice {
    /// Of which queue; `None` of the company.
    pub queue: Option<QueueId>,
    /// When it was said.
    pub at: DateTime<Utc>,
    /// When it would open next, as the hours were then.
    pub until: Option<DateTime<Utc>>,
}

impl Memory {
    /// What stays for another ticket of the contact.
    #[must_use]
    pub fn of_contact(self) -> Self {
        Self {
            notices: self.notices,
            sent: self.sent,
            asked: self.asked,
            ..Self::default()
        }
    }

    /// What stays when a person had the ticket: the desk begins anew, without another greeting.
    #[must_use]
    pub fn after_person(self) -> Self {
        Self {
            is_greeted: true,
            bot_ended: true,
            ..self.of_contact()
        }
    }

    /// What the customer sees on a number.
    pub fn screen(&self, connection: ConnectionId) -> Option<&Screen> {
        self.screens
            .iter()
            .find(|screen| screen.connection == connection)
    }

    /// The same to write on.
    pub(super) fn screen_mut(&mut self, connection: ConnectionId) -> Option<&mut Screen> {
        if self.screen(connection).is_none() {
            self.screens.push(Screen {
                connection,
                queues: Vec::new(),
                options: Vec::new(),
                last: Last::Other,
            });
        }
        self.screens
            .iter_mut()
            .find(|screen| screen.connection == connection)
    }

    /// Messages that may still be sent at `now`.
    pub fn room(&self, now: DateTime<Utc>) -> usize {
        let since = now - TimeDelta::minutes(GUARD_MINUTES);
        let recent = self.sent.iter().filter(|at| **at > since).count();
        GUARD_MESSAGES.saturating_sub(recent)
    }

    /// Whether a bot of others may be asked once more at `now`.
    pub fn may_ask(&self, now: DateTime<Utc>) -> bool {
        let since = now - TimeDelta::minutes(GUARD_MINUTES);
        self.asked.iter().filter(|at| **at > since).count() < GUARD_ASKED
    }

    /// Notes that a bot of others is asked at `now`.
    pub(super) fn note_asked(&mut self, now: DateTime<Utc>) {
        let since = now - TimeDelta::minutes(GUARD_MINUTES);
        self.asked.retain(|at| *at > since);
        self.asked.push(now);
    }

    /// Notes messages that are sent at `now`.
    pub(super) fn note_sent(&mut self, messages: usize, now: DateTime<Utc>) {
        let since = now - TimeDelta::minutes(GUARD_MINUTES);
        self.sent.retain(|at| *at > since);
        self.sent.extend(std::iter::repeat_n(now, messages));
    }
}
