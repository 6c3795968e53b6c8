//! The outbound lane: mark under the epoch, send, record. In that order, always (rule P3).

use std::{sync::atomic::Ordering, time::Duration};

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::join_all;
use guiche_storage::{
    StorageError,
    cluster::leases,
    delivery::outbox::{self, OutboxRow},
    media,
    model::{ErrorCode, outgoing::Outgoing},
};

use super::{
    ConnectionContext,
    outage::{Leave, Sign},
    provider::{DeliveryClass, Leeway, OpenedFile, Pace, SendError, Sent, UNREACHABLE, WireSend},
    session::Session,
};
use crate::{
    ActorError,
    desk::{DeskWork, Outcome, ParkSend, RecordOutcome},
};

/// Sends to different customers that are on the way at once where a repeated one has one effect only. Elsewhere each
/// of them is in doubt after a crash, and the settings say how many there may be.
const SIDE_BY_SIDE: i64 = 8;
/// Tries of a send that certainly did not happen, before it is given up.
const ATTEMPTS_MAX: i64 = 8;
/// Longest wait between two tries, in seconds.
const RETRY_SECONDS_MAX: i64 = 120;
/// Wait before an outcome that could not be written is written again.
const RECORD_AGAIN: Duration = Duration::from_secs(1);

/// What a round of sending came to.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Round {
    /// Something was sent; there may be more.
    More,
    /// Nothing is due before this time.
    Until(Option<DateTime<Utc>>),
    /// Another node has the number now.
    Lost,
    /// The credentials are not good any more.
    Disconnected(String),
}

/// Claims what is due and sends it.
///
/// # Errors
/// `Storage` when nobody knows whether something was marked; then nothing was sent.
pub(super) async fn send_round(
    context: &ConnectionContext,
    session: &Session,
) -> Result<Round, ActorError> {
    let (resource, now) = (context.resource(), context.now());
    let at_once = match (session.outage.leave(now), session.provider.delivery_class()) {
        (Leave::NotBefore(at), _) => return Ok(Round::Until(Some(at))),
        (Leave::One, _) => 1,
        (Leave::Usual, DeliveryClass::SameIdDedupes) => SIDE_BY_SIDE,
        (Leave::Usual, DeliveryClass::Correlates | DeliveryClass::Blind) => context.sends_at_once,
    };
    // before anything is marked: what is marked and then waits costs two transactions each time
    let (places, resting, closed_until) = match session.provider.leeway(now) {
        Leeway::Open { places, resting } => (places, resting, None),
        // what was marked is put back all the same
        Leeway::Closed(at) if session.claim_unheard.load(Ordering::SeqCst) => {
            (0, Vec::new(), Some(at))
        }
        Leeway::Closed(at) => return Ok(Round::Until(Some(at))),
    };
    let at_once = at_once.min(places);
    let was_unheard = session.claim_unheard.swap(true, Ordering::SeqCst);
    let claimed = context
        .db
        .write(async |c| {
            if !leases::holds(c, &resource, &session.owner, session.epoch, now).await? {
                return Ok(None);
            }
            if was_unheard {
                // a round begins when the one before has ended: what is marked now was marked by a claim that went unheard
                outbox::take_back(c, context.connection, session.epoch, now).await?;
            }
            outbox::expire(c, context.connection, now).await?;
            let resting = resting.iter().map(|(person, _)| person.as_str());
            let marked = (session.epoch, now);
            let due = outbox::claim(c, context.connection, marked, at_once, resting);
            Ok::<_, ActorError>(Some(due.await?))
        })
        .await?;
    session.claim_unheard.store(false, Ordering::SeqCst);
    let Some(rows) = claimed else {
        return Ok(Round::Lost);
    };
    if rows.is_empty() {
        let mut reader = context.db.read().await?;
        let rest = outbox::rest(&mut reader.conn(), context.connection, session.epoch, now).await?;
        if rest.is_marked {
            // by a claim that was made long after its answer had been given up
            session.claim_unheard.store(true, Ordering::SeqCst);
            return Ok(Round::More);
        }
        let rested = resting.into_iter().map(|(_, at)| at);
        let next = rested.chain(closed_until).chain(rest.next_due).min();
        return Ok(Round::Until(next));
    }
    let ends = join_all(rows.into_iter().map(|row| send_one(context, session, row))).await;
    let signs = ends.iter().map(|end| end.sign);
    if let Some(rest) = session.outage.note(signs, context.now()) {
        tracing::warn!(connection.id = %context.connection, seconds = rest.num_seconds(), "the provider fails; its number rests");
    }
    let disconnected = ends.into_iter().find_map(|end| end.disconnected);
    Ok(disconnected.map_or(Round::More, Round::Disconnected))
}

/// What a send came to, for the number.
struct End {
    sign: Sign,
    /// Why the connection is not good any more, if so.
    disconnected: Option<String>,
}

/// Sends one marked row and records its end.
async fn send_one(context: &ConnectionContext, session: &Session, row: OutboxRow) -> End {
    let (outcome, end) = match try_send(context, session, &row).await {
        Ok((outcome, sign)) => (
            outcome,
            End {
                sign,
                disconnected: None,
            },
        ),
        Err(reason) => {
            let (at, error) = (context.now(), reason.clone());
            let end = End {
                sign: Sign::Works,
                disconnected: Some(reason),
            };
            (Outcome::Waits { at, error }, end)
        }
    };
    let record = RecordOutcome {
        connection_id: context.connection,
        epoch: session.epoch,
        row,
        outcome,
    };
    if let Err(error) = until_done(context, || record.clone()).await {
        // the same again would fail the same way, and everything behind it would wait for ever
        tracing::error!(%error, outbox.id = record.row.id, "the end of a send cannot be written; a person has to look");
        metrics::counter!("guiche_send_outcomes_lost_total").increment(1);
        let park = ParkSend {
            connection_id: context.connection,
            epoch: session.epoch,
            row: record.row.clone(),
            error: error.to_string(),
        };
        // left marked it would be taken for one of which nothing was sent, and sent again
        while until_done(context, || park.clone()).await.is_err() {
            tokio::time::sleep(RECORD_AGAIN).await;
        }
    }
    end
}

/// Has a piece of work done, and again while the desk or the database cannot.
async fn until_done<W: DeskWork>(
    context: &ConnectionContext,
    work: impl Fn() -> W,
) -> Result<W::Answer, ActorError> {
    loop {
        match context.desk(work()).await {
            Err(error @ (ActorError::Busy | ActorError::Storage(StorageError::Unavailable(_)))) => {
                tracing::error!(%error, "the end of a send could not be written; once more");
                tokio::time::sleep(RECORD_AGAIN).await;
            }
            ended => return ended,
        }
    }
}

async fn try_send(
    context: &ConnectionContext,
    session: &Session,
    row: &OutboxRow,
) -> Result<(Outcome, Sign), String> {
    let now = context.now();
    // a read mark is no message to the customer
    let is_message = !matches!(row.payload.0, Outgoing::MarkRead { .. });
    if is_message && let Pace::NotBefore(at) = session.provider.pace(&row.recipient, now) {
        let error = "pace".to_owned();
        return Ok((Outcome::Waits { at, error }, Sign::Neither));
    }
    let file = match open_file(context, &row.payload.0).await {
        Ok(file) => file,
        Err(error) => return Ok((Outcome::Rejected { error }, Sign::Neither)),
    };
    let send = WireSend {
        intent_id: row.intent_id,
        to: row.recipient.clone(),
        payload: row.payload.0.clone(),
        file,
    };
    match session.provider.send(&send).await {
        Ok(Sent {
            provider_id, ack, ..
        }) => Ok((Outcome::Accepted { provider_id, ack }, Sign::Works)),
        Err(SendError::Rejected { code, text }) => {
            let error = format!("{code}: {text}");
            Ok((Outcome::Rejected { error }, Sign::Works))
        }
        Err(SendError::Unknown { text }) => Ok((Outcome::Unknown { error: text }, Sign::Fails)),
        Err(SendError::NotSent {
            retry_after,
            code,
            text,
        }) => {
            let sign = if code == UNREACHABLE {
                Sign::Fails
            } else {
                Sign::Neither
            };
            let error = format!("{code}: {text}");
            Ok((again(now, row.attempts, retry_after, error), sign))
        }
        Err(error @ SendError::Disconnected { .. }) => {
            tracing::warn!(%error, "a provider takes nothing more from a number");
            Err(ErrorCode::WappTokenRefused.to_string())
        }
    }
}

fn again(
    now: DateTime<Utc>,
    attempts: i64,
    retry_after: Option<Duration>,
    error: String,
) -> Outcome {
    if attempts >= ATTEMPTS_MAX {
        return Outcome::Rejected { error };
    }
    let own = TimeDelta::seconds((1_i64 << attempts.clamp(0, 7)).min(RETRY_SECONDS_MAX));
    let asked = retry_after
        .and_then(|wait| TimeDelta::from_std(wait).ok())
        .unwrap_or_default();
    Outcome::Again {
        at: now + own.max(asked),
        error,
    }
}

async fn open_file(
    context: &ConnectionContext,
    payload: &Outgoing,
) -> Result<Option<OpenedFile>, String> {
    let media_id = match payload {
        Outgoing::Media { media_id, .. } => media_id,
        Outgoing::Template {
            file: Some(file), ..
        } => &file.media_id,
        _ => return Ok(None),
    };
    let mut reader = context.db.read().await.map_err(|error| error.to_string())?;
    let row = media::get(&mut reader.conn(), context.company, *media_id)
        .await
        .map_err(|error| error.to_string())?;
    let path = row
        .path
        .and_then(|path| context.media.file_path(context.company, &path));
    let path = path.ok_or_else(|| "the file is not here".to_owned())?;
    let voice = row.mime == "audio/ogg";
    Ok(Some(OpenedFile {
        path,
        mime: row.mime,
        name: Some(row.name),
        voice,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_send_that_did_not_happen_waits_longer_each_time_and_is_given_up_in_the_end() {
        let now = "2026-11-20T12:00:00Z".parse().unwrap();
        let wait = |attempts, asked| match again(now, attempts, asked, String::new()) {
            Outcome::Again { at, .. } => Some((at - now).num_seconds()),
            _ => None,
        };
        assert_eq!(wait(1, None), Some(2));
        assert_eq!(wait(4, None), Some(16));
        assert_eq!(wait(1, Some(Duration::from_secs(40))), Some(40));
        assert_eq!(wait(ATTEMPTS_MAX, None), None);
    }
}
