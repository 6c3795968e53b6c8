//! A client id names one message: whoever sends it again, since its answer was lost, gets the message that is stored. With
//! another content it is a mistake, and one that would go unnoticed: the caller would take the first message for the second.

use guiche_actors::desk::{Piece, SendMessages};
use guiche_storage::{
    media::MediaStore,
    messages::{self, Shown},
    model::{ErrorCode, TicketId, message::Message},
};

use crate::{app::App, error::ApiError, middleware::caller::Caller};

/// What a request asks to send, to be compared with what is stored under its client ids.
pub(super) struct Asked {
    ticket: TicketId,
    bodies: Vec<String>,
    is_private: bool,
}

impl Asked {
    /// What this work is about.
    pub(super) fn of(work: &SendMessages) -> Self {
        Self {
            ticket: work.ticket_id,
            bodies: work.pieces.iter().map(Piece::kept).collect(),
            is_private: work.is_private,
        }
    }

    /// # Errors
    /// `IdempotencyKey` when one of the stored messages, in the order of the pieces, is another one.
    pub(super) fn check(&self, stored: &[Message]) -> Result<(), ApiError> {
        let is_same = |(body, message): (&String, &Message)| {
            message.ticket_id == self.ticket
                && message.is_private == self.is_private
                && is_body_of(message, body)
        };
        require(self.bodies.iter().zip(stored).all(is_same))
    }
}

/// Whether a file's message is stored already: then the file is not kept again.
///
/// # Errors
/// `IdempotencyKey` when what is stored has another caption or another file. `bytes` is `None` where files are converted.
pub(super) async fn is_stored(
    app: &App,
    store: &MediaStore,
    caller: &Caller,
    client_id: Option<&str>,
    (caption, bytes): (&str, Option<u64>),
) -> Result<bool, ApiError> {
    let Some(client_id) = client_id else {
        return Ok(false);
    };
    let (company, user) = (caller.company, caller.user);
    let mut reader = app.db.read().await?;
    let mut conn = reader.conn();
    let known = messages::write::find_by_client_id(&mut conn, company, user, client_id).await?;
    let Some(id) = known else {
        return Ok(false);
    };
    let shown = Shown {
        links: store.links(),
        now: app.clock.now(),
    };
    let message = messages::get(&mut conn, company, id, shown).await?;
    let stored = message.media_size.and_then(|size| u64::try_from(size).ok());
    let is_same_file = message.is_deleted || bytes.is_none_or(|bytes| stored == Some(bytes));
    require(is_same_file && is_body_of(&message, caption))?;
    Ok(true)
}

/// A text with variables was filled, perhaps with a time, and one that was changed or taken back is another one by now.
fn is_body_of(message: &Message, asked: &str) -> bool {
    message.is_edited || message.is_deleted || asked.contains("{{") || message.body == asked
}

fn require(is_same: bool) -> Result<(), ApiError> {
    if is_same {
        Ok(())
    } else {
        Err(ErrorCode::IdempotencyKey.into())
    }
}
