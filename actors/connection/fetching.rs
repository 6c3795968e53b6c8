//! Files of customers: fetched beside the lanes, so that a slow download holds up nobody's message.

use futures_util::future::join_all;
use guiche_storage::media::{self, FileHint, MediaLimits, PendingMedia};

use super::{
    ConnectionContext,
    provider::{FetchedMedia, MediaError},
    session::Session,
};
use crate::{ActorError, desk::MediaArrived};

/// Files fetched at once.
const SIDE_BY_SIDE: i64 = 4;

/// Fetches what is due. Answers whether there may be more.
///
/// # Errors
/// `Storage`.
pub(super) async fn fetch_round(
    context: &ConnectionContext,
    session: &Session,
) -> Result<bool, ActorError> {
    let (company, connection, now) = (context.company, context.connection, context.now());
    let claimed = context
        .db
        .write(async |c| media::claim_pending(c, company, connection, now, SIDE_BY_SIDE).await)
        .await?;
    if claimed.is_empty() {
        return Ok(false);
    }
    let fetched = claimed
        .iter()
        .map(|pending| fetch_one(context, session, pending));
    for result in join_all(fetched).await {
        result?;
    }
    Ok(true)
}

async fn fetch_one(
    context: &ConnectionContext,
    session: &Session,
    pending: &PendingMedia,
) -> Result<(), ActorError> {
    let temp = context.media.temp_path();
    let (reason, forever) = match session.provider.fetch_media(&pending.remote, &temp).await {
        Ok(fetched) => match keep(context, pending, &temp, fetched).await {
            Ok(()) => return Ok(()),
            Err(error) => (error.to_string(), false),
        },
        Err(MediaError::Later(reason)) => (reason, false),
        Err(MediaError::Gone(reason) | MediaError::Refused(reason)) => (reason, true),
    };
    // the provider leaves nothing on failure; what could not be kept is removed here
    let _ = tokio::fs::remove_file(&temp).await;
    tracing::warn!(media.id = %pending.id, reason, forever, "a customer's file could not be fetched");
    let (company, now) = (context.company, context.now());
    let end = (reason.as_str(), forever);
    let is_lost = context
        .db
        .write(async |c| media::fail(c, company, now, pending.id, end).await)
        .await?;
    if is_lost {
        tell(context, pending).await?;
    }
    Ok(())
}

/// Tells those who look at the message that its file is here, or that it was given up.
async fn tell(context: &ConnectionContext, file: &PendingMedia) -> Result<(), ActorError> {
    let changed = MediaArrived {
        connection_id: context.connection,
        media_id: file.id,
    };
    context.desk(changed).await
}

async fn keep(
    context: &ConnectionContext,
    pending: &PendingMedia,
    temp: &std::path::Path,
    fetched: FetchedMedia,
) -> Result<(), ActorError> {
    let (company, now) = (context.company, context.now());
    let name = fetched
        .file_name
        .or_else(|| pending.remote.file_name.clone())
        .unwrap_or_default();
    let mime = fetched.mime.or_else(|| pending.remote.mime.clone());
    let hint = FileHint {
        name: &name,
        mime: mime.as_deref(),
    };
    let limits = MediaLimits::all(context.media_bytes_max);
    let stored = context.media.keep_file(company, temp, hint, limits).await?;
    let kept = context
        .db
        .write(async |c| media::complete(c, company, now, pending.id, &stored).await)
        .await?;
    if !kept {
        context.media.remove(company, &stored.path).await?;
        return Ok(());
    }
    tell(context, pending).await
}
