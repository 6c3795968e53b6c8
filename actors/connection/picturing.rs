//! Pictures of customers: asked for one after another with a pause between, beside the lanes, so that neither a message nor
//! a file waits for them.

use std::path::Path;

use chrono::{DateTime, TimeDelta, Utc};
use guiche_storage::{
    contacts::pictures::{self, DuePicture},
    media::{FileHint, MediaLimits, StoredMedia},
    model::message::MediaKind,
};

use super::{
    ConnectionContext,
    provider::{MediaError, Picture},
    session::Session,
};
use crate::{ActorError, desk::PictureArrived};

/// Shortest time between two questions for pictures of one number; chance makes it up to twice as long.
const PAUSE: TimeDelta = TimeDelta::seconds(2);
/// Largest picture.
const BYTES_MAX: u64 = 2 * 1024 * 1024;
/// The name of the files.
const NAME: &str = "perfil";

/// Asks for the picture that is due, if one is. Answers when to look again.
///
/// # Errors
/// `Storage`.
pub(super) async fn picture_round(
    context: &ConnectionContext,
    session: &Session,
) -> Result<Option<DateTime<Utc>>, ActorError> {
    if !session.provider.capabilities().pictures {
        return Ok(None);
    }
    let (company, connection, now) = (context.company, context.connection, context.now());
    if let Some(at) = session.picture_from().filter(|at| now < *at) {
        return Ok(Some(at));
    }
    let claimed = context
        .db
        .write(async |c| pictures::claim(c, company, connection, now).await)
        .await?;
    let Some(due) = claimed else {
        let mut reader = context.db.read().await?;
        return Ok(pictures::next_due(&mut reader.conn(), company, connection).await?);
    };
    let temp = context.media.temp_path();
    let asked = session.provider.picture_of(&due.number, &due.mark, &temp);
    let answer = match asked.await {
        Ok(picture) => keep(context, &due, picture, &temp).await,
        Err(error) => Err(error),
    };
    // nothing is there unless it could not be kept
    let _ = tokio::fs::remove_file(&temp).await;
    match answer {
        Ok(()) => {}
        Err(MediaError::Later(reason)) => {
            tracing::warn!(contact.id = %due.contact, reason, "a customer's picture could not be fetched");
        }
        Err(MediaError::Gone(_) | MediaError::Refused(_)) => settle(context, &due).await?,
    }
    Ok(Some(rest(context, session)))
}

/// Nothing is asked for until the pause is over, which is answered.
pub(super) fn rest(context: &ConnectionContext, session: &Session) -> DateTime<Utc> {
    let longer = 1.0 + (context.jitter)().clamp(0.0, 1.0);
    let pause = PAUSE.to_std().unwrap_or_default().mul_f64(longer);
    let next = context.now() + TimeDelta::from_std(pause).unwrap_or(PAUSE);
    session.rest_pictures_until(next);
    next
}

async fn settle(context: &ConnectionContext, due: &DuePicture) -> Result<(), ActorError> {
    let (company, now) = (context.company, context.now());
    let settled = context
        .db
        .write(async |c| pictures::settle(c, company, due.contact, now).await);
    Ok(settled.await?)
}

async fn keep(
    context: &ConnectionContext,
    due: &DuePicture,
    picture: Picture,
    temp: &Path,
) -> Result<(), MediaError> {
    let later = |error: ActorError| MediaError::Later(error.to_string());
    let picture = match picture {
        Picture::Known => return settle(context, due).await.map_err(later),
        // there was none before either
        Picture::None if due.mark.is_empty() => return settle(context, due).await.map_err(later),
        Picture::None => None,
        Picture::New { mark } => Some((store(context, temp).await?, mark)),
    };
    let stored = picture.as_ref().map(|(file, _)| file.path.clone());
    let arrived = PictureArrived {
        connection_id: context.connection,
        contact: due.contact,
        picture: picture.map(|(file, mark)| {
            let link = context.media.links().sign_lasting(
                context.company,
                &file.path,
                &file.name,
                &file.mime,
            );
            (file, link, mark)
        }),
    };
    let is_kept = context.desk(arrived).await.map_err(later)?;
    if let Some(path) = stored.filter(|_| !is_kept) {
        let removed = context.media.remove(context.company, &path).await;
        removed.map_err(|error| MediaError::Later(error.to_string()))?;
    }
    Ok(())
}

/// Puts the file into its place, if it is a picture.
async fn store(context: &ConnectionContext, temp: &Path) -> Result<StoredMedia, MediaError> {
    let hint = FileHint {
        name: NAME,
        mime: None,
    };
    let limits = MediaLimits::all(BYTES_MAX);
    let kept = context
        .media
        .keep_file(context.company, temp, hint, limits)
        .await;
    let file = kept.map_err(|error| MediaError::Refused(error.to_string()))?;
    if file.kind == MediaKind::Image {
        return Ok(file);
    }
    let removed = context.media.remove(context.company, &file.path).await;
    removed.map_err(|error| MediaError::Later(error.to_string()))?;
    Err(MediaError::Refused("not a picture".to_owned()))
}
