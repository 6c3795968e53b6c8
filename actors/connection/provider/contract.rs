//! What the connection actor asks of a provider, and every way in which it can end.

use std::{path::Path, path::PathBuf, sync::Arc, time::Duration};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use guiche_storage::connections::history::PastEvent;
use guiche_storage::model::{
    business_profile::BusinessProfile,
    connection::ProviderKind,
    inbound::{Inbound, Person, RawEvent, RemoteMedia},
    outgoing::Outgoing,
};
use tokio::sync::{mpsc, oneshot};
use uuid::Uuid;

use crate::rules::capabilities::Capabilities;

/// Events of a provider that wait to be heard; one that has more to say waits.
pub const EVENTS_WAITING_MAX: usize = 64;

/// Where a provider says what happens to its session.
pub type ProviderEvents = mpsc::Sender<ProviderEvent>;

/// A way to send and receive on one `WhatsApp` number. It never touches the database: files come as paths, events go
/// back as values.
#[async_trait]
pub trait Provider: Send + Sync {
    /// Which provider this is.
    fn kind(&self) -> ProviderKind;

    /// What a repeated send would do (rule P1).
    fn delivery_class(&self) -> DeliveryClass;

    /// What the provider can do beside sending.
    fn capabilities(&self) -> Capabilities {
        Capabilities::of(self.kind())
    }

    /// Under whose lease the session is that is started or signed out next: what a session stores of itself is written while
    /// it is held.
    fn hold(&self, _owner: &Arc<str>, _epoch: i64) {}

    /// Begins the session; checks the stored credentials where that is possible. From now on the provider says by `events`
    /// what happens, `Connected` above all: nothing is sent before. It keeps `events` for as long as the session lives.
    ///
    /// # Errors
    /// `Refused` when only a person can help, `Later` when the same call may succeed.
    async fn start(&self, events: ProviderEvents) -> Result<(), StartError>;

    /// Whether what the phone hands over of its past when it is paired is wanted; it comes as events. Nothing where there is
    /// no pairing.
    fn bring_past(&self, _wanted: bool) {}

    /// Somebody says that there may be something to look at. Cheap, and harmless when there is not.
    fn look(&self) {}

    /// Asks for letters that are typed on the phone of this number instead of scanning a code; they come as an event.
    ///
    /// # Errors
    /// `Refused` where there is nothing to pair.
    async fn ask_pairing_code(&self, _number: &str) -> Result<(), StartError> {
        Err(StartError::Refused("there is nothing to pair".to_owned()))
    }

    /// Signs the number out and forgets what was stored of its session, also before `start`. The next start begins with a
    /// new code, where there are codes. Idempotent.
    ///
    /// # Errors
    /// `Later` when a repeat may succeed.
    async fn log_out(&self) -> Result<(), StartError> {
        Ok(())
    }

    /// Sends one message over the wire, once. The caller decides about repeats.
    ///
    /// # Errors
    /// See [`SendError`]: each variant says what is known about the effect.
    async fn send(&self, send: &WireSend) -> Result<Sent, SendError>;

    /// Which of these numbers are on `WhatsApp`, in their order (rule B11). Asked gently, and never before `Connected`.
    ///
    /// # Errors
    /// `Unsupported` where nobody can ask, `Later` when a repeat may succeed.
    async fn check_numbers(&self, _numbers: &[String]) -> Result<Vec<NumberCheck>, CheckError> {
        Err(CheckError::Unsupported)
    }

    /// Shows a customer that somebody writes to him, or has stopped. It ends by itself, and what cannot be shown now is not
    /// shown. Nothing where the capabilities say that it cannot.
    async fn show_writing(&self, _writing: &ShownWriting) {}

    /// Refuses a call that rings. Answers it as a missed one, which is not said by an event; `None` when there is nothing to
    /// refuse any more.
    ///
    /// # Errors
    /// `Later` when it goes on ringing.
    async fn refuse_call(&self, _call: &str) -> Result<Option<RawEvent>, StartError> {
        Ok(None)
    }

    /// Writes a customer's file to `into`, a path that does not exist yet. On an error nothing is left there.
    ///
    /// # Errors
    /// `Gone` when it will never come, `Refused` when it must not, `Later` when a repeat may succeed.
    async fn fetch_media(
        &self,
        remote: &RemoteMedia,
        into: &Path,
    ) -> Result<FetchedMedia, MediaError>;

    /// Writes the picture that a customer or a group shows to `into`, a path that does not exist yet, unless it is the one
    /// that was told as `known`. On an error nothing is left there.
    ///
    /// # Errors
    /// `Refused` where nobody can ask, `Later` when a repeat may succeed.
    async fn picture_of(
        &self,
        _customer: &str,
        _known: &str,
        _into: &Path,
    ) -> Result<Picture, MediaError> {
        Err(MediaError::Refused("nobody can ask".to_owned()))
    }

    /// What somebody says of himself, the number's own as well; `None`: he is no business.
    ///
    /// # Errors
    /// `Refused` where nobody can ask, `Later` when a repeat may succeed.
    async fn profile_of(&self, _who: &str) -> Result<Option<BusinessProfile>, MediaError> {
        Err(MediaError::Refused("nobody can ask".to_owned()))
    }

    /// Lets go of whatever `start` took. Idempotent.
    async fn stop(&self);

    /// Understands a stored event. Total: what cannot be understood is `Ignored` or a placeholder, never an error.
    fn interpret(&self, raw: &serde_json::Value) -> Inbound;

    /// What the pace of the number leaves open at `now`; takes no place. Asked before anything is marked.
    fn leeway(&self, _now: DateTime<Utc>) -> Leeway {
        Leeway::Open {
            places: i64::MAX,
            resting: Vec::new(),
        }
    }

    /// Whether a message to `to` may leave at `now`. `Go` takes the place; ask once per send.
    fn pace(&self, _to: &str, _now: DateTime<Utc>) -> Pace {
        Pace::Go
    }
}

/// What the pace of a number leaves open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Leeway {
    /// Messages may leave.
    Open {
        /// So many.
        places: i64,
        /// To everybody but these, who may be written to again at these times.
        resting: Vec<(String, DateTime<Utc>)>,
    },
    /// None may leave before this time.
    Closed(DateTime<Utc>),
}

/// What a repeated send would do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeliveryClass {
    /// A: the same intent id gives one bubble; a doubtful send is repeated.
    SameIdDedupes,
    /// B: a status brings the intent id back; a doubtful send waits for it.
    Correlates,
    /// C: nothing is known afterwards.
    Blind,
}

/// What a provider says of its session, in order.
#[derive(Debug)]
pub enum ProviderEvent {
    /// A phone has to scan this code, before another one takes its place.
    Qr {
        /// What the code says.
        code: String,
        /// Until when it holds.
        expires: DateTime<Utc>,
    },
    /// The letters that were asked for.
    PairingCode {
        /// Eight letters and digits.
        code: String,
    },
    /// A phone has taken the code.
    Pairing,
    /// It is paired; from now on the session is stored.
    Paired {
        /// Digits of its number.
        number: String,
        /// The name of its account.
        name: Option<String>,
    },
    /// Messages can be sent.
    Connected {
        /// Digits of the number, where the provider tells.
        number: Option<String>,
    },
    /// The connection is gone and can come back: the session ends and is started again after a wait.
    Lost {
        /// Why.
        reason: String,
    },
    /// The session has ended until a person acts.
    Disconnected {
        /// Why.
        reason: String,
    },
    /// The phone has ended the pairing.
    LoggedOut,
    /// A customer calls the number. Nobody has to answer.
    Rings {
        /// By what the call can be refused.
        call: String,
    },
    /// A customer writes at this moment, or has stopped. Nobody has to hear it.
    Writes {
        /// Who.
        customer: Person,
        /// Or has stopped.
        is_writing: bool,
    },
    /// The phone hands over a piece of its past.
    Past {
        /// Messages, the oldest of a chat first.
        messages: Vec<PastEvent>,
        /// Answered when they are kept.
        acknowledge: oneshot::Sender<()>,
    },
    /// Something came in: a message, a receipt, a reaction.
    Inbound {
        /// What.
        raw: RawEvent,
        /// Answered when it is stored; dropped without an answer, it has to be said again.
        acknowledge: oneshot::Sender<()>,
    },
}

/// May it go now?
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// Yes; its place in the limits is taken.
    Go,
    /// Not before this time.
    NotBefore(DateTime<Utc>),
}

/// The code of a send that did not happen because nobody could be reached.
pub const UNREACHABLE: &str = "connect";

/// A message on its way to the wire.
#[derive(Debug, Clone, PartialEq)]
pub struct WireSend {
    /// The outbox row's id; comes back with the statuses of class B.
    pub intent_id: Uuid,
    /// Digits of the customer's number.
    pub to: String,
    /// What to send.
    pub payload: Outgoing,
    /// The file of `Outgoing::Media` or of a template, resolved by the caller.
    pub file: Option<OpenedFile>,
}

/// A stored file, ready to be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenedFile {
    /// Where it is on this machine.
    pub path: PathBuf,
    /// What it really is (sniffed by us).
    pub mime: String,
    /// The name that the customer shall see.
    pub name: Option<String>,
    /// A voice note.
    pub voice: bool,
}

/// What a customer is shown of somebody who writes to him.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownWriting {
    /// Digits of the customer's number, or the id that stands for it.
    pub to: String,
    /// The provider's id of the newest message that came from him by this number.
    pub answers: Option<String>,
    /// Or has stopped.
    pub is_writing: bool,
}

/// The provider took the message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sent {
    /// The provider's id of the message; empty for `MarkRead`, which makes none.
    pub provider_id: String,
    /// The canonical number, if it is not the one we sent to (Brazil's ninth digit).
    pub recipient: Option<String>,
    /// 2: the provider has it (rule B3).
    pub ack: i64,
}

/// Why a send did not succeed, by what is known about its effect (rule P1).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// Certainly not sent, and the same send may succeed later.
    #[error("not sent: {code} {text}")]
    NotSent {
        /// Earliest repeat, where the provider says so.
        retry_after: Option<Duration>,
        /// The provider's code, or a word of ours.
        code: String,
        /// For a person; no message content.
        text: String,
    },
    /// Certainly not sent, and a repeat would not help.
    #[error("rejected: {code} {text}")]
    Rejected {
        /// The provider's code, or a word of ours.
        code: String,
        /// For a person; no message content.
        text: String,
    },
    /// Nobody can know whether it was sent.
    #[error("unknown: {text}")]
    Unknown {
        /// What happened.
        text: String,
    },
    /// Certainly not sent, and nothing will be until somebody renews the credentials: the connection goes
    /// `DISCONNECTED`.
    #[error("disconnected: {code} {text}")]
    Disconnected {
        /// The provider's code, or a word of ours.
        code: String,
        /// For a person.
        text: String,
    },
}

/// Why a provider is not ready.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// A person has to act (token invalid, number unknown).
    #[error("refused: {0}")]
    Refused(String),
    /// The same call may succeed later.
    #[error("not now: {0}")]
    Later(String),
}

/// What a provider says of a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NumberCheck {
    /// It is on `WhatsApp`, which writes it so (Brazil's ninth digit).
    Exists {
        /// Digits.
        canonical: String,
    },
    /// It is not.
    Missing,
}

/// Why numbers could not be asked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    /// The provider has no such question.
    #[error("the provider cannot ask for numbers")]
    Unsupported,
    /// A repeat may succeed.
    #[error("not now: {0}")]
    Later(String),
}

/// A file that was fetched.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FetchedMedia {
    /// Its size.
    pub bytes: u64,
    /// What the provider says it is.
    pub mime: Option<String>,
    /// The name that the sender gave it.
    pub file_name: Option<String>,
}

/// The picture that a customer shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Picture {
    /// He shows none, or not to us.
    None,
    /// The one that is known.
    Known,
    /// Another one; it was written.
    New {
        /// What the provider calls it.
        mark: String,
    },
}

/// Why a file could not be fetched.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MediaError {
    /// The provider no longer has it.
    #[error("gone: {0}")]
    Gone(String),
    /// It must not be fetched: too large, wrong checksum, forbidden address.
    #[error("refused: {0}")]
    Refused(String),
    /// A repeat may succeed.
    #[error("not now: {0}")]
    Later(String),
}
