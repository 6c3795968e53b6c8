//! Writing campaigns, and moving them between their statuses (A066, A067). Whoever changes one holds it first.

use chrono::{DateTime, Utc};
use sqlx::types::Json;

use super::{numbers, read::lock};
use crate::{
    Conn, Result,
    contacts::fold,
    model::{
        CampaignId, CompanyId, ConnectionId, ContactListId, ErrorCode, FileListId, MediaId, TagId,
        campaign::{CampaignStatus, CampaignTexts, PausedFailures, PausedReason, SendingWindow},
    },
    on,
};

/// What people write.
#[derive(Debug, Clone, PartialEq)]
pub struct CampaignForm {
    /// Name.
    pub name: String,
    /// Texts.
    pub texts: CampaignTexts,
    /// Whether people are asked first.
    pub confirmation: bool,
    /// When it is to begin.
    pub scheduled_at: Option<DateTime<Utc>>,
    /// By which connections, in turn; the first one is the campaign's own.
    pub connections: Vec<ConnectionId>,
    /// To whom.
    pub contact_list_id: Option<ContactListId>,
    /// The tag from which its list was made.
    pub tag_list_id: Option<TagId>,
    /// Files that go before the text.
    pub file_list_id: Option<FileListId>,
    /// When it may write.
    pub window: Option<SendingWindow>,
    /// People a day.
    pub daily_cap: Option<i64>,
}

/// From where a campaign begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Begun {
    /// By a person, who does not wait for its time.
    ByHand,
    /// By the clock, when its time has come.
    ByClock,
    /// Once more, after it was cancelled.
    Again,
}

macro_rules! changed {
    ($conn:expr, $sql:expr, $($value:expr),+ $(,)?) => {
        on!(&mut *$conn, |c| sqlx::query($sql)
            $(.bind($value))+
            .execute(c)
            .await
            .map(|done| done.rows_affected()))?
    };
}

/// Adds a campaign. One that has a time waits for it.
///
/// # Errors
/// `Database` when something that it names is not the company's.
pub async fn insert(
    conn: &mut Conn<'_>,
    company: CompanyId,
    form: &CampaignForm,
    now: DateTime<Utc>,
) -> Result<CampaignId> {
    let id: CampaignId = on!(&mut *conn, |c| {
        sqlx::query_scalar(
        "INSERT INTO campaigns (company_id, name, search, status, message1, message2, message3, message4, message5,
           confirmation, confirmation_message1, confirmation_message2, confirmation_message3, confirmation_message4,
           confirmation_message5, created_at, updated_at)
         VALUES ($1, $2, $3, $4, '', '', '', '', '', FALSE, '', '', '', '', '', $5, $5) RETURNING id"
    )
    .bind(company)
    .bind(&form.name)
    .bind(fold(&form.name))
    .bind(CampaignStatus::Inativa)
    .bind(now)
    .fetch_one(c)
    .await
    })?;
    write(conn, company, (id, CampaignStatus::Inativa), form, now).await?;
    Ok(id)
}

/// Writes what people may change, of a campaign in this status: one that waits for a time, or for nothing, follows its time.
///
/// # Errors
/// `Refused(NoCampaignFound)`.
pub async fn update(
    conn: &mut Conn<'_>,
    company: CompanyId,
    (id, status): (CampaignId, CampaignStatus),
    form: &CampaignForm,
    now: DateTime<Utc>,
) -> Result<()> {
    write(conn, company, (id, status), form, now).await
}

async fn write(
    conn: &mut Conn<'_>,
    company: CompanyId,
    (id, status): (CampaignId, CampaignStatus),
    form: &CampaignForm,
    now: DateTime<Utc>,
) -> Result<()> {
    let status = match status {
        CampaignStatus::Inativa | CampaignStatus::Programada => {
            if form.scheduled_at.is_some() {
                CampaignStatus::Programada
            } else {
                CampaignStatus::Inativa
            }
        }
        other => other,
    };
    let texts = &form.texts;
    let done = changed!(
        conn,
        "UPDATE campaigns SET name = $3, search = $4, message1 = $5, message2 = $6, message3 = $7, message4 = $8,
           message5 = $9, confirmation = $10, confirmation_message1 = $11, confirmation_message2 = $12,
           confirmation_message3 = $13, confirmation_message4 = $14, confirmation_message5 = $15, scheduled_at = $16,
           connection_id = $17, contact_list_id = $18, tag_list_id = $19, file_list_id = $20, sending_window = $21,
           daily_cap = $22, status = $23, updated_at = $24, templates = $25
         WHERE company_id = $1 AND id = $2",
        company,
        id,
        &form.name,
        fold(&form.name),
        &texts.message1,
        &texts.message2,
        &texts.message3,
        &texts.message4,
        &texts.message5,
        form.confirmation,
        &texts.confirmation_message1,
        &texts.confirmation_message2,
        &texts.confirmation_message3,
        &texts.confirmation_message4,
        &texts.confirmation_message5,
        form.scheduled_at,
        form.connections.first(),
        form.contact_list_id,
        form.tag_list_id,
        form.file_list_id,
        form.window.as_ref().and_then(|it| serde_json::to_string(it).ok()),
        form.daily_cap,
        status,
        now,
        Json(&texts.templates),
    );
    one(done)?;
    let further = form.connections.get(1..).unwrap_or_default();
    numbers::replace(conn, company, id, further).await
}

/// Gives a campaign another file, or none. Answers the file it had, whose row and bytes the caller removes.
///
/// # Errors
/// `Refused(NoCampaignFound)`.
pub async fn set_media(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: CampaignId,
    media: Option<(MediaId, &str)>,
    now: DateTime<Utc>,
) -> Result<Option<MediaId>> {
    lock(conn, company, id).await?;
    let former: Option<MediaId> = on!(&mut *conn, |c| sqlx::query_scalar(
        "SELECT media_id FROM campaigns WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .fetch_one(c)
    .await)?;
    changed!(
        conn,
        "UPDATE campaigns SET media_id = $3, media_name = $4, updated_at = $5 WHERE company_id = $1 AND id = $2",
        company,
        id,
        media.map(|(media, _)| media),
        media.map(|(_, name)| name),
        now,
    );
    Ok(former)
}

/// Deletes a campaign with its recipients. Answers the file it had.
///
/// # Errors
/// `Refused(NoCampaignFound)`, `Refused(CampaignState)` for one that runs.
pub async fn delete(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: CampaignId,
) -> Result<Option<MediaId>> {
    if lock(conn, company, id).await? == CampaignStatus::EmAndamento {
        return Err(ErrorCode::CampaignState.into());
    }
    for sql in [
        "DELETE FROM campaign_messages WHERE company_id = $1 AND campaign_id = $2",
        "DELETE FROM campaign_connections WHERE company_id = $1 AND campaign_id = $2",
        "DELETE FROM campaign_recipients WHERE company_id = $1 AND campaign_id = $2",
    ] {
        changed!(conn, sql, company, id);
    }
    let former: Option<Option<MediaId>> = on!(conn, |c| sqlx::query_scalar(
        "DELETE FROM campaigns WHERE company_id = $1 AND id = $2 RETURNING media_id"
    )
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    former.ok_or_else(|| ErrorCode::NoCampaignFound.into())
}

/// Lets a campaign write to people from now on. `false`: it is not where it begins from, or its time has not come.
///
/// # Errors
/// `Database`.
pub async fn begin(
    conn: &mut Conn<'_>,
    company: CompanyId,
    (id, begun): (CampaignId, Begun),
    now: DateTime<Utc>,
) -> Result<bool> {
    let from = match begun {
        Begun::ByHand => "hand",
        Begun::ByClock => "clock",
        Begun::Again => "again",
    };
    let done = changed!(
        conn,
        "UPDATE campaigns SET status = 'EM_ANDAMENTO', started_at = COALESCE(started_at, $3), completed_at = NULL,
           paused_at = NULL, paused_reason = NULL, next_at = $3, failures_in_row = 0, failures_seen = 0,
           watched_message_id = COALESCE((SELECT MAX(r.message_id) FROM campaign_recipients r
             WHERE r.company_id = $1 AND r.campaign_id = $2), 0),
           is_copied = FALSE, copied_item_id = 0, updated_at = $3
         WHERE company_id = $1 AND id = $2
           AND (($4 = 'hand' AND status IN ('INATIVA', 'PROGRAMADA'))
             OR ($4 = 'clock' AND status = 'PROGRAMADA' AND scheduled_at <= $3)
             OR ($4 = 'again' AND status = 'CANCELADA' AND NOT taking_back))",
        company,
        id,
        now,
        from,
    );
    Ok(done == 1)
}

/// Stops a campaign that runs; what it has queued is taken back afterwards. `false`: it does not run.
///
/// # Errors
/// `Database`.
pub async fn cancel(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: CampaignId,
    now: DateTime<Utc>,
) -> Result<bool> {
    let done = changed!(
        conn,
        "UPDATE campaigns SET status = 'CANCELADA', taking_back = TRUE, paused_at = NULL, paused_reason = NULL,
           next_at = NULL, updated_at = $3
         WHERE company_id = $1 AND id = $2 AND status = 'EM_ANDAMENTO'",
        company,
        id,
        now,
    );
    Ok(done == 1)
}

/// Lets a campaign that runs write to nobody. What stops by itself does not take the place of what a person has said.
/// `false`: nothing has changed.
///
/// # Errors
/// `Database`.
pub async fn pause(
    conn: &mut Conn<'_>,
    company: CompanyId,
    (id, reason): (CampaignId, PausedReason),
    until: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> Result<bool> {
    let done = changed!(
        conn,
        "UPDATE campaigns SET paused_at = COALESCE(paused_at, $5), paused_reason = $3,
           next_at = COALESCE($4, next_at), updated_at = $5
         WHERE company_id = $1 AND id = $2 AND status = 'EM_ANDAMENTO'
           AND (paused_reason IS NULL OR paused_reason NOT IN ('person', 'failures'))
           AND (paused_reason IS NULL OR paused_reason <> $3)",
        company,
        id,
        reason,
        until,
        now,
    );
    Ok(done == 1)
}

/// Lets a campaign that runs write to nobody for its failures, until a person resumes it. `false`: nothing has changed.
///
/// # Errors
/// `Database`.
pub async fn pause_for_failures(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: CampaignId,
    why: PausedFailures,
    now: DateTime<Utc>,
) -> Result<bool> {
    if !pause(conn, company, (id, PausedReason::Failures), None, now).await? {
        return Ok(false);
    }
    changed!(
        conn,
        "UPDATE campaigns SET pause_kind = $3, pause_failed = $4, pause_sent = $5 WHERE company_id = $1 AND id = $2",
        company,
        id,
        why.kind,
        why.failed,
        why.sent,
    );
    Ok(true)
}

/// Lets a paused campaign go on, from now; what failed before counts no more. `false`: it is not paused.
///
/// # Errors
/// `Database`.
pub async fn resume(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: CampaignId,
    now: DateTime<Utc>,
) -> Result<bool> {
    let done = changed!(
        conn,
        "UPDATE campaigns SET paused_at = NULL, paused_reason = NULL, next_at = $3, failures_in_row = 0, failures_seen = 0,
           watched_message_id = COALESCE((SELECT MAX(r.message_id) FROM campaign_recipients r
             WHERE r.company_id = $1 AND r.campaign_id = $2), 0),
           updated_at = $3
         WHERE company_id = $1 AND id = $2 AND status = 'EM_ANDAMENTO' AND paused_at IS NOT NULL",
        company,
        id,
        now,
    );
    Ok(done == 1)
}

/// Whether a campaign that runs writes by this connection.
///
/// # Errors
/// `Database`.
pub async fn is_running_by(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
) -> Result<bool> {
    let found: Option<i64> = on!(conn, |c| {
        sqlx::query_scalar(
            "SELECT a.id FROM campaigns a
         WHERE a.company_id = $1 AND (a.status = 'EM_ANDAMENTO' OR a.taking_back)
           AND (a.connection_id = $2 OR EXISTS (SELECT 1 FROM campaign_connections n
             WHERE n.company_id = $1 AND n.campaign_id = a.id AND n.connection_id = $2)) LIMIT 1",
        )
        .bind(company)
        .bind(connection)
        .fetch_optional(c)
        .await
    })?;
    Ok(found.is_some())
}

/// Whether a campaign that runs sends the files of this list.
///
/// # Errors
/// `Database`.
pub async fn is_running_with_files(
    conn: &mut Conn<'_>,
    company: CompanyId,
    list: FileListId,
) -> Result<bool> {
    let found: Option<i64> = on!(conn, |c| sqlx::query_scalar(
        "SELECT id FROM campaigns
         WHERE company_id = $1 AND file_list_id = $2 AND status = 'EM_ANDAMENTO' LIMIT 1"
    )
    .bind(company)
    .bind(list)
    .fetch_optional(c)
    .await)?;
    Ok(found.is_some())
}

/// Lets campaigns no longer name a list of files that goes.
///
/// # Errors
/// `Database`.
pub async fn forget_file_list(
    conn: &mut Conn<'_>,
    company: CompanyId,
    list: FileListId,
) -> Result<()> {
    changed!(
        conn,
        "UPDATE campaigns SET file_list_id = NULL WHERE company_id = $1 AND file_list_id = $2",
        company,
        list,
    );
    Ok(())
}

/// Lets campaigns no longer name a tag that goes; the lists that were made of it stay.
///
/// # Errors
/// `Database`.
pub async fn forget_tag(conn: &mut Conn<'_>, company: CompanyId, tag: TagId) -> Result<()> {
    changed!(
        conn,
        "UPDATE campaigns SET tag_list_id = NULL WHERE company_id = $1 AND tag_list_id = $2",
        company,
        tag,
    );
    Ok(())
}

fn one(changed: u64) -> Result<()> {
    if changed == 1 {
        Ok(())
    } else {
        Err(ErrorCode::NoCampaignFound.into())
    }
}
