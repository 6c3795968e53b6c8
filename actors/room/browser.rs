//! What any actor may say to a browser. Sessions and writers live in the web server's crate, above this one, and are known
//! here as recipients only.

use std::sync::Arc;

use actix::dev::SendError;
use actix::prelude::*;
use bytestring::ByteString;

use super::messages::SessionId;

/// How to reach one browser: everything goes through the writer of the thread on which its session lives, in order.
#[derive(Debug, Clone)]
pub struct Browser(Arc<Reach>);

#[derive(Debug)]
struct Reach {
    id: SessionId,
    writer: Recipient<WriteFrames>,
    session: Recipient<Dismiss>,
}

/// Command to a writer: write this to those of its browsers, or send them away. No reply, not idempotent. One batch serves
/// a thousand browsers, so a thread is woken once for all of its own.
///
/// A writer takes a bounded number of batches, and each browser a bounded number of bytes that it has not read: beyond
/// that it is let go (it resumes by number).
#[derive(Debug, Clone, Message)]
#[rtype(result = "()")]
pub struct WriteFrames {
    /// Whom it is for; one that has gone is passed over.
    pub to: Vec<SessionId>,
    /// What they are given.
    pub what: Deliver,
}

/// What a browser is given.
#[derive(Debug, Clone)]
pub enum Deliver {
    /// Complete frames in order, encoded once and shared by all who get them.
    Frames(Vec<ByteString>),
    /// Close the connection.
    Close(CloseReason),
}

/// Command to a session: close the connection. No reply.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "()")]
pub struct Dismiss(pub CloseReason);

/// Why the server sends a browser away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CloseReason {
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

impl Browser {
    /// A session, and the writer that knows it by this name.
    pub fn new(id: SessionId, writer: Recipient<WriteFrames>, session: Recipient<Dismiss>) -> Self {
        Self(Arc::new(Reach {
            id,
            writer,
            session,
        }))
    }

    /// Its name on this node.
    pub fn id(&self) -> SessionId {
        self.0.id
    }

    /// Who carries to it.
    pub fn writer(&self) -> &Recipient<WriteFrames> {
        &self.0.writer
    }

    /// False once the session has ended.
    pub fn connected(&self) -> bool {
        self.0.session.connected()
    }

    /// Gives it frames, after what it was given before.
    ///
    /// # Errors
    /// `Full` when its writer has too much to do, `Closed` when the writer has ended.
    pub fn give(&self, frames: Vec<ByteString>) -> Result<(), SendError<WriteFrames>> {
        self.give_all(vec![self.0.id], frames)
    }

    /// Gives frames to several of its writer, itself among them. A fresh copy of a recipient has always room for one more
    /// batch, so copies of a browser share theirs.
    ///
    /// # Errors
    /// As [`Browser::give`].
    pub fn give_all(
        &self,
        to: Vec<SessionId>,
        frames: Vec<ByteString>,
    ) -> Result<(), SendError<WriteFrames>> {
        let what = Deliver::Frames(frames);
        self.0.writer.try_send(WriteFrames { to, what })
    }

    /// Sends it away, after what it was given before.
    #[expect(
        clippy::disallowed_methods,
        reason = "one per browser, sent once, then it is forgotten: a full mailbox must not keep out what empties it"
    )]
    pub fn dismiss(&self, reason: CloseReason) {
        if self.0.writer.connected() {
            self.0.writer.do_send(WriteFrames {
                to: vec![self.0.id],
                what: Deliver::Close(reason),
            });
        } else {
            self.0.session.do_send(Dismiss(reason));
        }
    }

    /// Waits until its writer has handled what it was given until now.
    ///
    /// # Errors
    /// When the writer has ended.
    pub async fn settled(&self) -> Result<(), MailboxError> {
        let nothing = WriteFrames {
            to: Vec::new(),
            what: Deliver::Frames(Vec::new()),
        };
        self.0.writer.send(nothing).await
    }
}

impl CloseReason {
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
