//! Which campaigns have something to do now and whether somebody has them, and when one has to be looked at again.

use chrono::{DateTime, TimeDelta, Utc};

use crate::{
    Conn, Result,
    model::{
        CampaignId, CompanyId,
        campaign::{CampaignStatus, PausedReason},
    },
    on,
};

/// Between two tellings of how far a campaign has got.
pub const NEWS_EVERY: TimeDelta = TimeDelta::seconds(1);

/// A campaign that has something to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub struct Due {
    /// Whose.
    pub company_id: CompanyId,
    /// Which.
    pub id: CampaignId,
    /// Whether no node has its lease.
    pub is_free: bool,
}

/// Campaigns of any company that have something to do now, at most `limit`: to begin, to write, to take back, to tell.
///
/// # Errors
/// `Database`.
pub async fn list_due(
    conn: &mut Conn<'_>,
    (now, late): (DateTime<Utc>, TimeDelta),
    limit: i64,
) -> Result<Vec<Due>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(concat!(
            "SELECT a.company_id, a.id, (l.expires_at IS NULL OR l.expires_at <= ",
            now!("$1"),
            ") AS is_free FROM campaigns a
         LEFT JOIN leases l ON l.resource = 'campaign:' || a.id
         WHERE (a.status = 'PROGRAMADA' AND a.scheduled_at <= $1 AND a.scheduled_at > $2)
            OR a.taking_back
            OR (a.untold AND (a.told_at IS NULL OR a.told_at <= $3))
            OR (a.status = 'EM_ANDAMENTO'
              AND (a.paused_reason IS NULL OR a.paused_reason NOT IN ('person', 'failures'))
              AND (a.next_at <= $1 OR NOT a.is_copied OR EXISTS (
                SELECT 1 FROM campaign_recipients r WHERE r.company_id = a.company_id AND r.campaign_id = a.id
                  AND r.state = 'confirmed' AND r.content_due_at <= $1)))
         ORDER BY a.next_at, a.id LIMIT $4"
        ))
        .bind(now)
        .bind(now - late)
        .bind(now - NEWS_EVERY)
        .bind(limit)
        .fetch_all(c)
        .await
    })?)
}

/// What the next look at a campaign goes by.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Standing {
    /// Where it stands.
    pub status: CampaignStatus,
    /// When it is to begin.
    pub scheduled_at: Option<DateTime<Utc>>,
    /// Why it writes to nobody now.
    pub paused_reason: Option<PausedReason>,
    /// When the next one is due.
    pub next_at: Option<DateTime<Utc>>,
    /// When the first of those who have said yes gets his text.
    pub answer_at: Option<DateTime<Utc>>,
    /// Whether all of its list was copied.
    pub is_copied: bool,
    /// Whether it was cancelled and has not taken back everything yet.
    pub taking_back: bool,
    /// Whether there is something to tell.
    pub untold: bool,
    /// When something was told last.
    pub told_at: Option<DateTime<Utc>>,
}

/// How a campaign stands; `None` when it is gone.
///
/// # Errors
/// `Database`.
pub async fn standing(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: CampaignId,
) -> Result<Option<Standing>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(
            "SELECT a.status, a.scheduled_at, a.paused_reason, a.next_at, a.is_copied, a.taking_back, a.untold, a.told_at,
           (SELECT MIN(r.content_due_at) FROM campaign_recipients r
            WHERE r.company_id = a.company_id AND r.campaign_id = a.id AND r.state = 'confirmed') AS answer_at
         FROM campaigns a WHERE a.company_id = $1 AND a.id = $2",
        )
        .bind(company)
        .bind(id)
        .fetch_optional(c)
        .await
    })?)
}
