//! The file of a message of the past comes apart from it, before or after: it waits for its message, and fills it once.

use chrono::{DateTime, Utc};
use guiche_storage::{
    Conn,
    connections::history,
    messages::past_files::{self, Filling},
    model::{ConnectionId, inbound::Inbound},
    tickets::past,
};

use super::{
    DeskContext,
    inbound_message::{content, list_text},
    past::leave_file,
};
use crate::ActorError;

/// Fills the message that a file belongs to. One that has its file, or that says more, stays as it is.
///
/// # Errors
/// `Storage`.
pub(super) async fn fill(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    (connection, now): (ConnectionId, DateTime<Utc>),
    (row, file): &(i64, Inbound),
) -> Result<(), ActorError> {
    let company = desk.company;
    let Inbound::PastFile {
        provider_id,
        content: held,
    } = file
    else {
        return Ok(());
    };
    let Some(message) = past_files::find(c, company, connection, provider_id).await? else {
        history::let_wait(c, company, *row, provider_id).await?;
        return Ok(());
    };
    let is_here = !history::take(c, company, &[*row]).await?.is_empty();
    if !is_here || !message.awaits_file {
        return Ok(());
    }
    let stored = content(desk, c, (connection, now), held).await?;
    let Some((file, _)) = stored.media else {
        return Ok(());
    };
    leave_file(c, desk, file, now).await?;
    let shown = list_text(held, &stored);
    past::stretch(
        c,
        company,
        message.ticket_id,
        (&shown, message.from_me),
        message.sent_at,
    )
    .await?;
    let filling = Filling {
        media_id: file,
        media_type: stored.media_type.as_deref(),
        body: &stored.body,
    };
    past_files::fill(c, company, message.id, filling, now).await?;
    Ok(())
}
