//! The form of the conversation files. A line is `"< text"` (the customer), `"> text"` (the attendant) or `"~ text"` (a
//! whisper); what is more than text is an object.

use serde::Deserialize;

use crate::{Result, model::ticket::TicketStatus};

/// A customer and his episodes, oldest first.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Person {
    pub name: String,
    pub number: String,
    #[serde(default)]
    pub email: String,
    #[serde(default)]
    pub info: Vec<(String, String)>,
    #[serde(default)]
    pub group: bool,
    pub episodes: Vec<Episode>,
}

/// One ticket.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Episode {
    pub status: TicketStatus,
    pub queue: Option<String>,
    /// The part of the attendant's e-mail before the `@`.
    pub user: Option<String>,
    pub connection: String,
    #[serde(default)]
    pub tags: Vec<String>,
    /// What its attendant wrote down about it.
    #[serde(default)]
    pub notes: Vec<String>,
    /// Minutes between the last line and now.
    pub ago: i64,
    #[serde(default)]
    pub unread: usize,
    /// What the customer said of it, 1 to 3.
    pub rate: Option<i64>,
    pub talk: Vec<Line>,
}

/// A line as written.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Line {
    Short(String),
    Long(Box<Said>),
}

/// A line in full.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "marks of a line in a data file"
)]
pub(super) struct Said {
    pub by: By,
    pub text: String,
    /// A file of `files/`, and what the sender calls it.
    pub file: Option<String>,
    pub name: Option<String>,
    pub voice: bool,
    /// So many lines back stands the one that this answers.
    pub quote: Option<usize>,
    /// Minutes since the line before.
    pub gap: Option<i64>,
    pub edited: bool,
    pub deleted: bool,
    pub ack: Option<i64>,
    /// The other side's reaction.
    pub emoji: Option<String>,
    /// Latitude, longitude, name, address.
    pub place: Option<(f64, f64, Option<String>, Option<String>)>,
    /// Name and number.
    pub card: Option<(String, String)>,
    pub call: bool,
    /// `rejected` or `unknown`
    pub fails: Option<String>,
}

/// Who said it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
pub(super) enum By {
    #[default]
    #[serde(rename = "<")]
    Customer,
    #[serde(rename = ">")]
    Attendant,
    #[serde(rename = "~")]
    Whisper,
}

/// # Errors
/// `Unreadable` when the text has another form.
pub(super) fn read(text: &str) -> Result<Vec<Person>> {
    Ok(serde_json::from_str(text)?)
}

impl Line {
    pub fn said(self) -> Said {
        let text = match self {
            Self::Long(said) => return *said,
            Self::Short(text) => text,
        };
        let (by, text) = match text.split_once(' ') {
            Some((">", rest)) => (By::Attendant, rest.to_owned()),
            Some(("~", rest)) => (By::Whisper, rest.to_owned()),
            Some(("<", rest)) => (By::Customer, rest.to_owned()),
            _ => (By::Customer, text),
        };
        Said {
            by,
            text,
            ..Said::default()
        }
    }
}
