//! What an actor answers when it cannot do what it was asked.

use guiche_storage::{
    StorageError,
    model::{ErrorCode, ticket::Ticket},
};

/// A refusal or a failure of an actor.
#[derive(Debug, thiserror::Error)]
pub enum ActorError {
    /// A rule says no; the code goes to the client.
    #[error("refused: {0}")]
    Refused(ErrorCode),
    /// Another ticket of the contact is open (rule B4): 409 with that ticket.
    #[error("another ticket of this contact is open")]
    OtherOpenTicket(Box<Ticket>),
    /// The actor's mailbox is full or it does not answer in time; the call may be repeated.
    #[error("busy")]
    Busy,
    /// Storage failed.
    #[error(transparent)]
    Storage(StorageError),
}

impl From<StorageError> for ActorError {
    fn from(error: StorageError) -> Self {
        match error {
            StorageError::Refused(code) => Self::Refused(code),
            other => Self::Storage(other),
        }
    }
}

impl From<ErrorCode> for ActorError {
    fn from(code: ErrorCode) -> Self {
        Self::Refused(code)
    }
}

impl From<actix::MailboxError> for ActorError {
    fn from(_: actix::MailboxError) -> Self {
        Self::Busy
    }
}
