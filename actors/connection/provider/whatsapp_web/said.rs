//! What a session says of itself.

use std::time::Duration;

use tokio::sync::oneshot;

use crate::{heard::Who, inbound::Arrival};

/// What a session says, in order.
#[derive(Debug)]
pub enum Said {
    /// A phone has to scan this.
    Qr {
        /// What the code says.
        code: String,
        /// How long it holds.
        lasts: Duration,
    },
    /// The letters that were asked for.
    Letters {
        /// Eight letters and digits.
        code: String,
    },
    /// A phone has taken the code, and the keys are stored.
    Paired {
        /// Digits of its number.
        number: String,
        /// The name of a business.
        name: Option<String>,
    },
    /// Messages can be sent.
    Connected {
        /// Digits of the number.
        number: Option<String>,
    },
    /// The line is gone and can be opened again.
    Lost {
        /// Why.
        reason: String,
    },
    /// It is over until a person acts.
    Ended(Ended),
    /// The phone has ended the pairing.
    LoggedOut,
    /// A customer calls; the call may be refused by this name.
    Rings {
        /// The call.
        call: String,
    },
    /// A customer writes at this moment, or has stopped. Said while somebody has time to hear it, and never again.
    Writes {
        /// Who.
        who: Who,
        /// Or has stopped.
        is_writing: bool,
    },
    /// The phone hands over a piece of its past, the oldest messages of a chat first.
    Past {
        /// Messages.
        arrivals: Vec<Arrival>,
        /// Answered when they are kept.
        kept: oneshot::Sender<()>,
    },
    /// Something came in.
    Heard {
        /// What.
        arrival: Box<Arrival>,
        /// Answered when it is stored; dropped without an answer it is said again.
        stored: oneshot::Sender<()>,
    },
}

/// Why a session is over until a person acts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended {
    /// Nobody scanned a code in time.
    Unscanned,
    /// The phone's answer to a code could not be trusted.
    PairingFailed,
    /// Another program uses the same keys.
    Replaced,
    /// `WhatsApp` has locked the account.
    Locked,
    /// `WhatsApp` takes nothing from the number for so long.
    Banned(Duration),
    /// `WhatsApp` wants a newer program.
    Outdated,
    /// `WhatsApp` refuses the session, under this number.
    Refused(String),
}

impl Ended {
    /// The word by which the pages know it; a number may follow it.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Unscanned => "unscanned",
            Self::PairingFailed => "pairing_failed",
            Self::Replaced => "replaced",
            Self::Locked => "locked",
            Self::Banned(_) => "banned",
            Self::Outdated => "outdated",
            Self::Refused(_) => "refused",
        }
    }
}
