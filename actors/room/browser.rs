//! What any actor may say to a browser's session. The session lives in the web server's crate,
//! above this one, and is known here as a `Recipient<Deliver>` only.

use actix::prelude::*;
use bytestring::ByteString;

/// How to reach one browser.
pub type Browser = Recipient<Deliver>;

/// Command: write to the browser, or send it away. No reply, not idempotent.
///
/// A session takes a bounded number of these; `try_send` says `Full` when the browser does not
/// read fast enough, and whoever hears it lets the browser go (it resumes by number).
#[derive(Debug, Clone, Message)]
#[rtype(result = "()")]
pub enum Deliver {
    /// One complete frame, encoded once and shared by all who get it.
    Frame(ByteString),
    /// Several in order, in one message: the gap of a browser that was away.
    Frames(Vec<ByteString>),
    /// Close the connection.
    Close(Farewell),
}

/// Why the server sends a browser away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Farewell {
    /// It did not read what was written; it comes back and resumes.
    TooSlow,
    /// Its sign-in was revoked; it is told not to come back.
    SignedOut,
    /// Its access token ended; it comes back with a fresh one.
    TokenExpired,
    /// The application did not answer, or was asked for too much at once.
    Overloaded,
    /// The server goes down; it comes back elsewhere.
    Shutdown,
}

impl Farewell {
    /// Label in metrics.
    pub const fn label(self) -> &'static str {
        match self {
            Self::TooSlow => "too_slow",
            Self::SignedOut => "signed_out",
            Self::TokenExpired => "token_expired",
            Self::Overloaded => "overloaded",
            Self::Shutdown => "shutdown",
        }
    }
}
