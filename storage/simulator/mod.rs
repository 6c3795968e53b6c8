//! The simulator's phones: what customers wrote on them and what reached them. The rows of direction "out" are the truth
//! about what was sent, however often a send was repeated.

mod customer;
mod desk;
mod history;
mod phones;
mod session;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::{
    Conn, Result, inbox,
    model::{
        CompanyId, ConnectionId,
        inbound::{Inbound, RawEvent},
        message::{Location, MediaKind},
    },
};

pub use customer::{edit_message, react, revoke_message, write_message};
pub use desk::{acknowledge, change_text, deliver, mark_read, take_back};
pub(crate) use history::{PhoneRecord, record};
pub use phones::{
    Phone, PhoneMessage, SimulatorConnection, find_connection, find_message, list_connections,
    list_messages, list_phones, list_received, put_phone,
};
pub use session::{
    Break, PhoneSession, Shown, break_off, come_back, find_session, pair, show_code, show_letters,
    unpair,
};

/// What is typed on a phone: a customer's, or the business's own.
#[derive(Debug, Clone)]
pub struct CustomerMessage {
    /// Digits of the customer's number.
    pub from: String,
    /// The name that he gave himself.
    pub push_name: String,
    /// The group in which it is written; outside of one it is between the customer and the business.
    pub group: Option<Group>,
    /// Typed on the business's own phone, to the customer or to the group.
    pub from_me: bool,
    /// Id of the message he answers.
    pub quoted_id: Option<String>,
    /// What it holds.
    pub content: CustomerContent,
}

/// A group that the business's phone is in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// Its digits.
    pub id: String,
    /// Its name.
    pub name: String,
}

/// What a customer's message holds.
#[derive(Debug, Clone)]
pub enum CustomerContent {
    /// Text.
    Text(String),
    /// A file that lies in the media store of the company.
    Media {
        /// How it is shown.
        kind: MediaKind,
        /// Text below it; empty if none.
        caption: String,
        /// The file.
        file: PhoneFile,
        /// A voice note.
        voice: bool,
    },
    /// A place.
    Location(Location),
    /// vCard 3.0, several one after another.
    Contacts(String),
    /// A call that nobody took.
    MissedCall,
    /// A kind that the desk cannot show.
    Unsupported(String),
}

/// A file on a phone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhoneFile {
    /// Stored name in the media store of the company.
    pub path: String,
    /// Shown name.
    pub name: String,
    /// What it is.
    pub mime: String,
}

/// A message of the desk on its way to a phone.
#[derive(Debug, Clone)]
pub struct DeskMessage {
    /// The intent; the message's id on the phone is made of it, so that a repeat is no second message.
    pub intent_id: Uuid,
    /// Digits of the customer's number.
    pub to: String,
    /// `text`, `image`, `audio`, `video`, `document`
    pub kind: &'static str,
    /// Text or caption.
    pub body: String,
    /// The file, if it is one.
    pub file: Option<PhoneFile>,
    /// Id of the message it answers.
    pub quoted_id: Option<String>,
}

/// The id that a phone gives a message of the desk.
pub fn provider_id(intent_id: Uuid) -> String {
    format!("sim.{}", intent_id.simple())
}

/// The simulator's word for a kind of file.
pub fn kind_word(kind: MediaKind) -> &'static str {
    match kind {
        MediaKind::Image => "image",
        MediaKind::Audio => "audio",
        MediaKind::Video => "video",
        MediaKind::Document => "document",
    }
}

/// A contact card as vCard 3.0 (RFC 2426) with the number's `WhatsApp` id, as phones send it.
pub fn vcard(name: &str, digits: &str) -> String {
    let name: String = name
        .chars()
        .filter(|c| !c.is_control())
        .flat_map(|c| {
            matches!(c, '\\' | ';' | ',')
                .then_some('\\')
                .into_iter()
                .chain([c])
        })
        .collect();
    format!(
        "BEGIN:VCARD\nVERSION:3.0\nN:;{name};;;\nFN:{name}\nTEL;type=CELL;waid={digits}:+{digits}\nEND:VCARD\n"
    )
}

/// Puts an event into the inbox.
async fn tell(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    now: DateTime<Utc>,
    (key, chat, subject): (String, String, &str),
    event: &Inbound,
) -> Result<()> {
    let raw = RawEvent {
        key,
        chat,
        subject: Some(subject.to_owned()),
        raw: serde_json::to_value(event)?,
    };
    let arrival = inbox::Arrival {
        company,
        connection,
        at: now,
        event: &raw,
    };
    inbox::insert_all(conn, &[arrival]).await?;
    Ok(())
}
