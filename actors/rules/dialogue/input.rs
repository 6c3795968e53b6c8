//! What has happened.

use chrono::{DateTime, Utc};

/// What the desk may have to answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Input<'a> {
    /// The customer wrote in a conversation that runs.
    Said(Said<'a>),
    /// The customer wrote after a conversation that he was asked about.
    Answered {
        /// About which episode.
        episode: i64,
        /// His text; `None` for what is no text.
        text: Option<&'a str>,
        /// Names the message.
        key: &'a str,
    },
    /// An attendant took the conversation.
    Accepted {
        /// His name.
        attendant: &'a str,
    },
    /// A person moved the conversation to another queue, attendant, or both.
    Transferred {
        /// The queue, if it is another one.
        queue: Option<&'a str>,
        /// The attendant, if it is another one.
        attendant: Option<&'a str>,
        /// Names the transfer.
        key: &'a str,
    },
    /// The conversation was closed.
    Closed {
        /// Somebody attended it.
        was_attended: bool,
    },
    /// Nobody said in time how it was.
    RatingOver {
        /// Until when the customer could.
        until: DateTime<Utc>,
        /// He talks about something else.
        talks_again: bool,
    },
    /// Time has passed.
    Tick,
}

/// A message of the customer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Said<'a> {
    /// Its text or caption; empty for what has none.
    pub text: &'a str,
    /// What he pressed: the id of a button or of a list's row.
    pub choice: Option<&'a str>,
    /// A call that nobody took.
    pub is_call: bool,
    /// The first of the conversation.
    pub is_first: bool,
    /// Names the message.
    pub key: &'a str,
}
