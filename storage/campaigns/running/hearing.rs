//! A customer who was written to in bulk writes back.

use chrono::{DateTime, TimeDelta, Utc};

use super::returns::{TakenBack, take_back_of};
use crate::{
    Conn, Result, campaigns,
    contacts::one_form,
    model::{
        CampaignId, CampaignRecipientId, CompanyId, TicketId,
        campaign::{CampaignStatus, RecipientState},
    },
    on,
};

/// How long after a campaign's message a customer's word is taken for an answer to it.
const ANSWERS_FOR: TimeDelta = TimeDelta::days(30);
/// Campaigns that one customer answers at once.
const HEARD_MAX: i64 = 20;

/// A recipient who was written to, and his campaign.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct Heard {
    /// Number.
    pub id: CampaignRecipientId,
    /// The campaign.
    pub campaign_id: CampaignId,
    /// How far it has got with him.
    pub state: RecipientState,
    /// Where the campaign stands.
    pub status: CampaignStatus,
    /// When he was asked.
    pub confirmation_requested_at: Option<DateTime<Utc>>,
    /// When he first wrote back.
    pub answered_at: Option<DateTime<Utc>>,
}

/// As whom a number was written to by campaigns of late, or waits to be, the newest first.
///
/// # Errors
/// `Database`.
pub async fn list_heard(
    conn: &mut Conn<'_>,
    company: CompanyId,
    number: &str,
    now: DateTime<Utc>,
) -> Result<Vec<Heard>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(
        "SELECT r.id, r.campaign_id, r.state, a.status, r.confirmation_requested_at, r.answered_at
         FROM campaign_recipients r
         JOIN campaigns a ON a.company_id = r.company_id AND a.id = r.campaign_id
         WHERE r.company_id = $1 AND r.number_key = $2 AND r.state <> 'skipped' AND r.updated_at > $3
         ORDER BY r.id DESC LIMIT $4"
    )
    .bind(company)
    .bind(one_form(number))
    .bind(now - ANSWERS_FOR)
    .bind(HEARD_MAX)
    .fetch_all(c)
    .await
    })?)
}

/// Notes that a recipient has said yes; the text is due at a time. `false`: he was not waited for any more.
///
/// # Errors
/// `Database`.
pub async fn confirm(
    conn: &mut Conn<'_>,
    company: CompanyId,
    heard: &Heard,
    (ticket, due): (TicketId, DateTime<Utc>),
    now: DateTime<Utc>,
) -> Result<bool> {
    if campaigns::lock(conn, company, heard.campaign_id).await? != CampaignStatus::EmAndamento {
        return Ok(false);
    }
    let done = on!(&mut *conn, |c| {
        sqlx::query(
        "UPDATE campaign_recipients SET state = 'confirmed', confirmed_at = $3, content_due_at = $4, answered_at = $3,
           ticket_id = $5, updated_at = $3
         WHERE company_id = $1 AND id = $2 AND state = 'confirmRequested'"
    )
    .bind(company)
    .bind(heard.id)
    .bind(now)
    .bind(due)
    .bind(ticket)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    note_news(conn, company, heard.campaign_id).await?;
    Ok(done == 1)
}

/// Notes that a recipient wants nothing of this kind. What is queued for him is taken back.
///
/// # Errors
/// `Database`.
pub async fn refuse(
    conn: &mut Conn<'_>,
    company: CompanyId,
    heard: &Heard,
    ticket: TicketId,
    now: DateTime<Utc>,
) -> Result<TakenBack> {
    let taken = take_back_of(conn, company, (heard.campaign_id, heard.id), now).await?;
    campaigns::lock(conn, company, heard.campaign_id).await?;
    on!(&mut *conn, |c| sqlx::query(
        "UPDATE campaign_recipients SET state = 'optedOut', reason = 'optOut', ticket_id = $4,
           answered_at = COALESCE(answered_at, $3), updated_at = $3
         WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(heard.id)
    .bind(now)
    .bind(ticket)
    .execute(c)
    .await
    .map(drop))?;
    note_news(conn, company, heard.campaign_id).await?;
    Ok(taken)
}

/// Takes a number off the lists of those who are still to be written to, in every campaign.
///
/// # Errors
/// `Database`.
pub async fn stop_waiting(
    conn: &mut Conn<'_>,
    company: CompanyId,
    number: &str,
    now: DateTime<Utc>,
) -> Result<()> {
    on!(conn, |c| {
        sqlx::query(
        "UPDATE campaign_recipients SET state = 'optedOut', reason = 'optOut', updated_at = $3
         WHERE company_id = $1 AND number_key = $2 AND state IN ('pending', 'confirmRequested', 'confirmed')"
    )
    .bind(company)
    .bind(one_form(number))
    .bind(now)
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(())
}

/// Notes that a recipient has written back. Answers whether it is the first time.
///
/// # Errors
/// `Database`.
pub async fn note_answer(
    conn: &mut Conn<'_>,
    company: CompanyId,
    heard: &Heard,
    ticket: TicketId,
    now: DateTime<Utc>,
) -> Result<bool> {
    campaigns::lock(conn, company, heard.campaign_id).await?;
    let done = on!(&mut *conn, |c| {
        sqlx::query(
        "UPDATE campaign_recipients SET answered_at = $3, ticket_id = $4, updated_at = $3
         WHERE company_id = $1 AND id = $2 AND answered_at IS NULL AND state IN ('sent', 'delivered', 'read', 'unknown')"
    )
    .bind(company)
    .bind(heard.id)
    .bind(now)
    .bind(ticket)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    if done == 1 {
        note_news(conn, company, heard.campaign_id).await?;
    }
    Ok(done == 1)
}

async fn note_news(conn: &mut Conn<'_>, company: CompanyId, id: CampaignId) -> Result<()> {
    on!(conn, |c| {
        sqlx::query("UPDATE campaigns SET untold = TRUE WHERE company_id = $1 AND id = $2")
            .bind(company)
            .bind(id)
            .execute(c)
            .await
            .map(drop)
    })?;
    Ok(())
}
