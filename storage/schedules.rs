//! Messages to be sent later: what attendants write. What happens when their time has come is in `due`.

mod due;
mod list;

pub use due::{Due, carry_on, claim_due, fail, list_due, note_message, settle};
pub use list::{ScheduleFilter, list};

use chrono::{DateTime, Utc};
use sqlx::types::Json;

use crate::{
    Conn, Result,
    model::{
        CompanyId, ConnectionId, ContactId, ErrorCode, MediaId, ScheduleId, UserId,
        message::Named,
        message_template::TemplateChoice,
        schedule::{Repeat, Repeats, Schedule, ScheduleContact, ScheduleStatus},
    },
    on,
};

/// What an attendant writes.
#[derive(Debug, Clone)]
pub struct ScheduleForm {
    /// Text with variables.
    pub body: String,
    /// Whom it is for.
    pub contact_id: ContactId,
    /// When it is to be sent.
    pub send_at: DateTime<Utc>,
    /// By which connection, if by a certain one.
    pub connection_id: Option<ConnectionId>,
    /// How it comes again, if it does.
    pub repeats: Option<Repeats>,
    /// The approved text that it is; `body` shows it.
    pub template: Option<TemplateChoice>,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: ScheduleId,
    body: String,
    contact_id: ContactId,
    contact_name: String,
    contact_number: String,
    contact_picture: String,
    send_at: DateTime<Utc>,
    sent_at: Option<DateTime<Utc>>,
    status: ScheduleStatus,
    repeat_every: Option<Repeat>,
    repeat_until: Option<DateTime<Utc>>,
    repeat_from: Option<DateTime<Utc>>,
    error: Option<String>,
    media_path: Option<String>,
    media_name: Option<String>,
    user_id: UserId,
    user_name: String,
    connection_id: Option<ConnectionId>,
    template: Option<Json<TemplateChoice>>,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

/// What [`Row`] reads, up to the conditions.
macro_rules! select_schedules {
    () => {
        "SELECT s.id, s.body, s.contact_id, c.name AS contact_name, c.number AS contact_number,
                c.profile_pic_url AS contact_picture, s.send_at, s.sent_at, s.status, s.error,
                s.repeat_every, s.repeat_until, s.repeat_from,
                m.path AS media_path, m.name AS media_name, s.user_id, u.name AS user_name, s.connection_id,
                s.template, s.created_at, s.updated_at
         FROM schedules s
         JOIN contacts c ON c.company_id = s.company_id AND c.id = s.contact_id
         JOIN users u ON u.company_id = s.company_id AND u.id = s.user_id
         LEFT JOIN media m ON m.company_id = s.company_id AND m.id = s.media_id"
    };
}
use select_schedules;

impl From<Row> for Schedule {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            body: row.body,
            contact_id: row.contact_id,
            contact: ScheduleContact {
                id: row.contact_id,
                name: row.contact_name,
                number: row.contact_number,
                profile_pic_url: row.contact_picture,
            },
            send_at: row.send_at,
            sent_at: row.sent_at,
            status: row.status,
            repeat: row.repeat_every,
            repeat_until: row.repeat_until,
            repeat_from: row.repeat_from,
            error: row.error,
            media_path: row.media_path,
            media_name: row.media_name,
            user_id: row.user_id,
            user: Named {
                id: row.user_id.0,
                name: row.user_name,
            },
            whatsapp_id: row.connection_id,
            template: row.template.map(|template| template.0),
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}

/// A schedule by its id.
///
/// # Errors
/// `Refused(NoScheduleFound)` when the company has none of this id.
pub async fn get(conn: &mut Conn<'_>, company: CompanyId, id: ScheduleId) -> Result<Schedule> {
    let row: Option<Row> = on!(conn, |c| sqlx::query_as(concat!(
        select_schedules!(),
        " WHERE s.company_id = $1 AND s.id = $2"
    ))
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    Ok(row.map(Schedule::from).ok_or(ErrorCode::NoScheduleFound)?)
}

/// Stores a schedule that waits for its time.
///
/// # Errors
/// `Database` when contact, user or connection is not the company's.
pub async fn insert(
    conn: &mut Conn<'_>,
    company: CompanyId,
    user: UserId,
    form: &ScheduleForm,
    now: DateTime<Utc>,
) -> Result<Schedule> {
    let id: ScheduleId = on!(conn, |c| {
        sqlx::query_scalar(
        "INSERT INTO schedules (company_id, contact_id, user_id, connection_id, body, send_at, status,
           repeat_every, repeat_until, repeat_from, template, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $9, $10, $11, $12, $8, $8) RETURNING id"
    )
    .bind(company)
    .bind(form.contact_id)
    .bind(user)
    .bind(form.connection_id)
    .bind(&form.body)
    .bind(form.send_at)
    .bind(ScheduleStatus::Pendente)
    .bind(now)
    .bind(form.repeats.map(|it| it.every))
    .bind(form.repeats.map(|it| it.until))
    .bind(form.repeats.map(|it| it.from))
    .bind(form.template.as_ref().map(Json))
    .fetch_one(c)
    .await
    })?;
    get(conn, company, id).await
}

/// Changes a schedule that waits or has failed; it then waits for its time (again).
///
/// # Errors
/// `Refused(ScheduleSent)` when its time has come already, `Refused(NoScheduleFound)`.
pub async fn update(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ScheduleId,
    form: &ScheduleForm,
    now: DateTime<Utc>,
) -> Result<Schedule> {
    let changed = on!(conn, |c| {
        sqlx::query(
        "UPDATE schedules SET contact_id = $3, connection_id = $4, body = $5, send_at = $6, status = 'PENDENTE',
           error = NULL, message_id = NULL, updated_at = $7, repeat_every = $8, repeat_until = $9, repeat_from = $10,
           template = $11
         WHERE company_id = $1 AND id = $2 AND status IN ('PENDENTE', 'ERRO')"
    )
    .bind(company)
    .bind(id)
    .bind(form.contact_id)
    .bind(form.connection_id)
    .bind(&form.body)
    .bind(form.send_at)
    .bind(now)
    .bind(form.repeats.map(|it| it.every))
    .bind(form.repeats.map(|it| it.until))
    .bind(form.repeats.map(|it| it.from))
    .bind(form.template.as_ref().map(Json))
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    let schedule = get(conn, company, id).await?;
    if changed == 0 {
        return Err(ErrorCode::ScheduleSent.into());
    }
    Ok(schedule)
}

/// Puts another picture, or none, in the place of a schedule's. Answers the one that was there.
///
/// # Errors
/// `Refused(ScheduleSent)` when its time has come already, `Refused(NoScheduleFound)`.
pub async fn set_media(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ScheduleId,
    media: Option<MediaId>,
    now: DateTime<Utc>,
) -> Result<Option<MediaId>> {
    let known: Option<(Option<MediaId>, ScheduleStatus)> = on!(conn, |c| sqlx::query_as(concat!(
        "SELECT media_id, status FROM schedules WHERE company_id = $1 AND id = $2",
        for_update!()
    ))
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    let (old, status) = known.ok_or(ErrorCode::NoScheduleFound)?;
    if !matches!(status, ScheduleStatus::Pendente | ScheduleStatus::Erro) {
        return Err(ErrorCode::ScheduleSent.into());
    }
    if media.is_none() && old.is_none() {
        return Ok(None);
    }
    on!(conn, |c| sqlx::query(
        "UPDATE schedules SET media_id = $3, updated_at = $4 WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .bind(media)
    .bind(now)
    .execute(c)
    .await
    .map(drop))?;
    Ok(old)
}

/// Removes a schedule. Answers its picture.
///
/// # Errors
/// `Refused(NoScheduleFound)`.
pub async fn delete(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ScheduleId,
) -> Result<Option<MediaId>> {
    let media: Option<Option<MediaId>> = on!(conn, |c| sqlx::query_scalar(
        "DELETE FROM schedules WHERE company_id = $1 AND id = $2 RETURNING media_id"
    )
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    Ok(media.ok_or(ErrorCode::NoScheduleFound)?)
}
