//! Schedules whose time has come. A row leaves `PENDENTE` in the transaction that stores its message and its send, so
//! that whichever node comes first sends it, and nobody sends it twice.

use chrono::{DateTime, Utc};
use sqlx::types::Json;

use super::get;
use crate::{
    Conn, Result,
    model::{
        CompanyId, ConnectionId, ContactId, MediaId, MessageId, ScheduleId, UserId,
        message_template::TemplateChoice,
        outgoing::SendState,
        schedule::{Repeat, Repeats, Schedule},
    },
    on,
};

/// A schedule whose time has come.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct Due {
    /// Number.
    pub id: ScheduleId,
    /// Whom it is for.
    pub contact_id: ContactId,
    /// Who scheduled it.
    pub user_id: UserId,
    /// By which connection, if by a certain one.
    pub connection_id: Option<ConnectionId>,
    /// Text with variables.
    pub body: String,
    /// Its picture.
    pub media_id: Option<MediaId>,
    /// When it was to be sent.
    pub send_at: DateTime<Utc>,
    /// The approved text that it is.
    pub template: Option<Json<TemplateChoice>>,
    repeat_every: Option<Repeat>,
    repeat_until: Option<DateTime<Utc>>,
    repeat_from: Option<DateTime<Utc>>,
}

impl Due {
    /// How it comes again, if it does.
    pub fn repeats(&self) -> Option<Repeats> {
        Some(Repeats {
            every: self.repeat_every?,
            from: self.repeat_from?,
            until: self.repeat_until?,
        })
    }
}

/// Schedules of any company whose time has come, the earliest first, at most `limit`.
///
/// # Errors
/// `Database`.
pub async fn list_due(
    conn: &mut Conn<'_>,
    now: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<(CompanyId, ScheduleId, ContactId)>> {
    Ok(on!(conn, |c| sqlx::query_as(
        "SELECT company_id, id, contact_id FROM schedules
         WHERE status = 'PENDENTE' AND send_at <= $1 ORDER BY send_at, id LIMIT $2"
    )
    .bind(now)
    .bind(limit)
    .fetch_all(c)
    .await)?)
}

/// Takes a due schedule to be sent in this transaction. `None`: it was taken, changed or removed in the meantime.
///
/// # Errors
/// `Database`.
pub async fn claim_due(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ScheduleId,
    now: DateTime<Utc>,
) -> Result<Option<Due>> {
    Ok(on!(conn, |c| sqlx::query_as(
        "UPDATE schedules SET status = 'AGENDADA', updated_at = $3
         WHERE company_id = $1 AND id = $2 AND status = 'PENDENTE' AND send_at <= $3
         RETURNING id, contact_id, user_id, connection_id, body, media_id, send_at, template,
           repeat_every, repeat_until, repeat_from"
    )
    .bind(company)
    .bind(id)
    .bind(now)
    .fetch_optional(c)
    .await)?)
}

/// Lets another schedule carry on the series of a taken one, which then comes no more by itself: whoever sends it again
/// does not start the series twice. Without a time the series is over.
///
/// # Errors
/// `Refused(NoScheduleFound)`.
pub async fn carry_on(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ScheduleId,
    next: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> Result<Option<Schedule>> {
    let made: Option<ScheduleId> = match next {
        Some(send_at) => on!(&mut *conn, |c| {
            sqlx::query_scalar(
            "INSERT INTO schedules (company_id, contact_id, user_id, connection_id, body, media_id, template, send_at, status,
               repeat_every, repeat_until, repeat_from, created_at, updated_at)
             SELECT company_id, contact_id, user_id, connection_id, body, media_id, template, $3, 'PENDENTE',
               repeat_every, repeat_until, repeat_from, $4, $4
             FROM schedules WHERE company_id = $1 AND id = $2 AND repeat_every IS NOT NULL RETURNING id"
        )
        .bind(company)
        .bind(id)
        .bind(send_at)
        .bind(now)
        .fetch_optional(c)
        .await
        })?,
        None => None,
    };
    on!(&mut *conn, |c| sqlx::query(
        "UPDATE schedules SET repeat_every = NULL, repeat_until = NULL, repeat_from = NULL
         WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .execute(c)
    .await
    .map(drop))?;
    match made {
        Some(made) => get(conn, company, made).await.map(Some),
        None => Ok(None),
    }
}

/// Notes which message a taken schedule became.
///
/// # Errors
/// `Refused(NoScheduleFound)`.
pub async fn note_message(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ScheduleId,
    message: MessageId,
    now: DateTime<Utc>,
) -> Result<Schedule> {
    on!(conn, |c| sqlx::query(
        "UPDATE schedules SET message_id = $3, updated_at = $4 WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .bind(message)
    .bind(now)
    .execute(c)
    .await
    .map(drop))?;
    get(conn, company, id).await
}

/// Notes why a taken schedule is not sent.
///
/// # Errors
/// `Refused(NoScheduleFound)`.
pub async fn fail(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ScheduleId,
    error: &str,
    now: DateTime<Utc>,
) -> Result<Schedule> {
    on!(conn, |c| {
        sqlx::query(
        "UPDATE schedules SET status = 'ERRO', error = $3, updated_at = $4 WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .bind(error)
    .bind(now)
    .execute(c)
    .await
    .map(drop)
    })?;
    get(conn, company, id).await
}

/// Lets a schedule follow the sending of its message. `None`: nothing changed for it.
///
/// # Errors
/// `Database`.
pub async fn settle(
    conn: &mut Conn<'_>,
    company: CompanyId,
    (id, message): (ScheduleId, MessageId),
    (state, error): (SendState, Option<&str>),
    now: DateTime<Utc>,
) -> Result<Option<Schedule>> {
    let (status, sent_at) = match state {
        SendState::Accepted => ("ENVIADA", Some(now)),
        SendState::Rejected | SendState::Cancelled | SendState::Expired => ("ERRO", None),
        SendState::Queued | SendState::Attempting | SendState::Unknown => ("AGENDADA", None),
    };
    let changed = on!(conn, |c| sqlx::query(
        "UPDATE schedules SET status = $4, sent_at = $5, error = $6, updated_at = $7
         WHERE company_id = $1 AND id = $2 AND message_id = $3 AND status <> $4"
    )
    .bind(company)
    .bind(id)
    .bind(message)
    .bind(status)
    .bind(sent_at)
    .bind(error)
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    if changed == 0 {
        return Ok(None);
    }
    get(conn, company, id).await.map(Some)
}
