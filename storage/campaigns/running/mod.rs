//! What a campaign that runs is found by, goes on from and leaves behind. Whoever writes to somebody holds the campaign
//! before the recipient, so that nobody is written to after it was stopped.

mod claims;
mod copying;
mod following;
mod hearing;
mod looks;
mod returns;

pub use self::claims::{
    Lane, Turn, claim_lane, claim_recipient, claim_turn, end_recipient, find_lane, list_lanes,
    note_message, wait_until,
};
pub use self::copying::copy_some;
pub use self::following::{Failures, Followed, Moved, follow};
pub use self::hearing::{Heard, confirm, list_heard, note_answer, refuse, stop_waiting};
pub use self::looks::{Due, NEWS_EVERY, Standing, list_due, standing};
pub use self::returns::{TakenBack, end_taking_back, take_back};

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::QueryBuilder;

use super::read::window_of;
use crate::{
    Conn, Result,
    core::ids::push_ids,
    model::{
        CampaignId, CampaignRecipientId, CompanyId, ConnectionId, FileListId, MediaId,
        campaign::{CampaignTexts, PausedReason, SendingWindow},
    },
    on,
};

/// A campaign that runs.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct Running {
    /// Number.
    pub id: CampaignId,
    /// Texts.
    #[sqlx(flatten)]
    pub texts: CampaignTexts,
    /// Whether people are asked first.
    pub confirmation: bool,
    /// Files that go before the text.
    pub file_list_id: Option<FileListId>,
    /// Its file.
    pub media_id: Option<MediaId>,
    sending_window: Option<String>,
    /// People a day.
    pub daily_cap: Option<i64>,
    /// Why it writes to nobody now.
    pub paused_reason: Option<PausedReason>,
    /// When the next one is due.
    pub next_at: Option<DateTime<Utc>>,
    /// How many were written to.
    pub sent_count: i64,
    /// Whether all of its list was copied.
    pub is_copied: bool,
}

impl Running {
    /// When it may write; `None` is always.
    pub fn window(&self) -> Option<SendingWindow> {
        self.sending_window.as_deref().and_then(window_of)
    }
}

/// Somebody whose turn it is.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct Next {
    /// Number.
    pub id: CampaignRecipientId,
    /// Name.
    pub name: String,
    /// Phone number.
    pub number: String,
    /// E-mail, or empty.
    pub email: String,
    /// The connection by which he was written to.
    pub connection_id: Option<ConnectionId>,
}

/// A campaign that runs.
///
/// # Errors
/// `Database`.
pub async fn find(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: CampaignId,
) -> Result<Option<Running>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(
        "SELECT id, message1, message2, message3, message4, message5, confirmation,
           confirmation_message1, confirmation_message2, confirmation_message3, confirmation_message4,
           confirmation_message5, templates, file_list_id, media_id, sending_window, daily_cap, paused_reason, next_at,
           sent_count, is_copied
         FROM campaigns WHERE company_id = $1 AND id = $2 AND status = 'EM_ANDAMENTO'"
    )
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await
    })?)
}

/// Whether a campaign waits for a time that has come, but not for so long that a person has to look.
///
/// # Errors
/// `Database`.
pub async fn is_to_begin(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: CampaignId,
    (now, late): (DateTime<Utc>, TimeDelta),
) -> Result<bool> {
    let found: Option<i64> = on!(conn, |c| {
        sqlx::query_scalar(
        "SELECT id FROM campaigns
         WHERE company_id = $1 AND id = $2 AND status = 'PROGRAMADA' AND scheduled_at <= $3 AND scheduled_at > $4"
    )
    .bind(company)
    .bind(id)
    .bind(now)
    .bind(now - late)
    .fetch_optional(c)
    .await
    })?;
    Ok(found.is_some())
}

/// Whether a campaign was cancelled and has not taken back everything yet.
///
/// # Errors
/// `Database`.
pub async fn is_taking_back(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: CampaignId,
) -> Result<bool> {
    let found: Option<i64> = on!(conn, |c| sqlx::query_scalar(
        "SELECT id FROM campaigns WHERE company_id = $1 AND id = $2 AND taking_back"
    )
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    Ok(found.is_some())
}

/// Whose turn it is: the first ones who wait, at most `limit`.
///
/// # Errors
/// `Database`.
pub async fn next_pending(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: CampaignId,
    limit: i64,
) -> Result<Vec<Next>> {
    Ok(on!(conn, |c| sqlx::query_as(
        "SELECT id, name, number, email, connection_id FROM campaign_recipients
         WHERE company_id = $1 AND campaign_id = $2 AND state = 'pending' ORDER BY id LIMIT $3"
    )
    .bind(company)
    .bind(id)
    .bind(limit)
    .fetch_all(c)
    .await)?)
}

/// Who has said yes and gets the text now, but for those who were written to by one of these connections.
///
/// # Errors
/// `Database`.
pub async fn next_confirmed(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: CampaignId,
    without: &[ConnectionId],
    now: DateTime<Utc>,
) -> Result<Option<Next>> {
    Ok(on!(conn, |c| {
        let mut query = QueryBuilder::<Driver>::new(
            "SELECT id, name, number, email, connection_id FROM campaign_recipients WHERE company_id = ",
        );
        query.push_bind(company);
        query.push(" AND campaign_id = ").push_bind(id);
        query
            .push(" AND state = 'confirmed' AND content_due_at <= ")
            .push_bind(now);
        if !without.is_empty() {
            let ids = without.iter().map(|id| id.0);
            push_ids(
                &mut query,
                " AND (connection_id IS NULL OR connection_id NOT IN (",
                ids,
            );
            query.push(")");
        }
        query.push(" ORDER BY content_due_at, id LIMIT 1");
        query.build_query_as().fetch_optional(c).await
    })?)
}

/// The files of a list, in their order, as far as they are there.
///
/// # Errors
/// `Database`.
pub async fn files(
    conn: &mut Conn<'_>,
    company: CompanyId,
    list: FileListId,
) -> Result<Vec<MediaId>> {
    Ok(on!(conn, |c| {
        sqlx::query_scalar(
        "SELECT media_id FROM file_list_options
         WHERE company_id = $1 AND file_list_id = $2 AND media_id IS NOT NULL ORDER BY position, id LIMIT 100"
    )
    .bind(company)
    .bind(list)
    .fetch_all(c)
    .await
    })?)
}

/// Ends a campaign in which nobody waits any more. Whoever was asked and has not answered keeps it open until
/// `answers_for` after the last question. `false`: it goes on.
///
/// # Errors
/// `Database`.
pub async fn finish(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: CampaignId,
    (now, answers_for): (DateTime<Utc>, TimeDelta),
) -> Result<bool> {
    // what was set aside with its connection comes back to nobody
    on!(&mut *conn, |c| {
        sqlx::query(
        "UPDATE campaign_recipients SET state = 'failed', reason = 'ERR_SENDING_WAPP_MSG', failed_at = $3, updated_at = $3
         WHERE company_id = $1 AND campaign_id = $2 AND state = 'queued' AND NOT EXISTS (
           SELECT 1 FROM messages m WHERE m.company_id = $1 AND m.id = campaign_recipients.message_id
             AND m.send_state NOT IN ('cancelled', 'expired'))"
    )
    .bind(company)
    .bind(id)
    .bind(now)
    .execute(c)
    .await
    .map(drop)
    })?;
    let done = on!(conn, |c| {
        sqlx::query(
        "UPDATE campaigns SET status = 'FINALIZADA', completed_at = $3, next_at = NULL, paused_at = NULL,
           paused_reason = NULL, updated_at = $3
         WHERE company_id = $1 AND id = $2 AND status = 'EM_ANDAMENTO' AND is_copied AND NOT EXISTS (
           SELECT 1 FROM campaign_recipients r WHERE r.company_id = $1 AND r.campaign_id = $2
             AND (r.state IN ('pending', 'confirmed', 'queued')
               OR (r.state = 'confirmRequested' AND r.confirmation_requested_at > $4)))"
    )
    .bind(company)
    .bind(id)
    .bind(now)
    .bind(now - answers_for)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    Ok(done == 1)
}

/// Takes it upon the caller to tell how far a campaign has got: `true` at most once a second, and only where there is news.
///
/// # Errors
/// `Database`.
pub async fn take_news(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: CampaignId,
    now: DateTime<Utc>,
) -> Result<bool> {
    let taken = on!(conn, |c| {
        sqlx::query(
            "UPDATE campaigns SET untold = FALSE, told_at = $3
         WHERE company_id = $1 AND id = $2 AND untold AND (told_at IS NULL OR told_at <= $4)",
        )
        .bind(company)
        .bind(id)
        .bind(now)
        .bind(now - NEWS_EVERY)
        .execute(c)
        .await
        .map(|done| done.rows_affected())
    })?;
    Ok(taken == 1)
}
