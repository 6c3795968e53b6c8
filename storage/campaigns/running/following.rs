//! A recipient follows what becomes of his message.

use chrono::{DateTime, Utc};

use crate::{
    Conn, Result, campaigns,
    model::{CampaignId, CampaignRecipientId, CompanyId, MessageId, campaign::RecipientState},
    on,
};

/// What became of a message.
#[derive(Debug, Clone, Copy)]
pub struct Followed<'f> {
    /// What the recipient's state becomes by it.
    pub state: RecipientState,
    /// Why it failed.
    pub error: Option<&'f str>,
}

/// Sends of a campaign that are looked at for their failures.
const LOOKED_BACK: i64 = 200;

/// How a campaign's sends have gone since it was last begun or resumed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Failures {
    /// Failed one after another, up to now.
    pub in_row: i64,
    /// Failed of the last ones.
    pub failed: i64,
    /// How many those are, 200 at most.
    pub sent: i64,
}

/// What a message that was followed means to its campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moved {
    /// The campaign of which there is something to tell.
    pub campaign: CampaignId,
    /// How its sends go, where any has failed.
    pub failures: Option<Failures>,
}

/// Lets a recipient follow his message. Answers the campaign of which there is something to tell; it is held.
///
/// # Errors
/// `Database`.
pub async fn follow(
    conn: &mut Conn<'_>,
    company: CompanyId,
    message: MessageId,
    followed: Followed<'_>,
    now: DateTime<Utc>,
) -> Result<Option<Moved>> {
    let Some((campaign, recipient, part)) = part_of(conn, company, message).await? else {
        return Ok(None);
    };
    let is_failure = followed.state == RecipientState::Failed;
    // whether a question arrives, and a file beside the text, changes nothing; a question that fails does
    if part > 1 || (part == 0 && !is_failure) {
        return Ok(None);
    }
    campaigns::lock(conn, company, campaign).await?;
    if !move_recipient(conn, company, (recipient, part), followed, now).await? {
        return Ok(None);
    }
    let is_sent = matches!(
        followed.state,
        RecipientState::Sent | RecipientState::Delivered | RecipientState::Read
    );
    let (in_row, seen): (i64, i64) = on!(&mut *conn, |c| {
        sqlx::query_as(
            "UPDATE campaigns SET untold = TRUE,
           failures_in_row = CASE WHEN $3 THEN failures_in_row + 1 WHEN $4 THEN 0 ELSE failures_in_row END,
           failures_seen = failures_seen + CASE WHEN $3 THEN 1 ELSE 0 END
         WHERE company_id = $1 AND id = $2 RETURNING failures_in_row, failures_seen",
        )
        .bind(company)
        .bind(campaign)
        .bind(is_failure)
        .bind(is_sent)
        .fetch_one(c)
        .await
    })?;
    let failures = if seen > 0 {
        let (sent, failed) = last_sends(conn, company, campaign).await?;
        Some(Failures {
            in_row,
            failed,
            sent,
        })
    } else {
        None
    };
    Ok(Some(Moved { campaign, failures }))
}

/// How many of the last sends are known to have gone out or to have failed, and how many of them failed. What nobody knows
/// anything of counts neither way.
async fn last_sends(
    conn: &mut Conn<'_>,
    company: CompanyId,
    campaign: CampaignId,
) -> Result<(i64, i64)> {
    Ok(on!(conn, |c| {
        sqlx::query_as(
            "SELECT COUNT(*), COUNT(CASE WHEN state = 'failed' THEN 1 END) FROM (
           SELECT r.state FROM campaign_recipients r
           WHERE r.company_id = $1 AND r.campaign_id = $2 AND r.message_id IS NOT NULL
             AND r.message_id > (SELECT a.watched_message_id FROM campaigns a WHERE a.company_id = $1 AND a.id = $2)
             AND r.state NOT IN ('pending', 'queued', 'skipped', 'unknown')
           ORDER BY r.message_id DESC LIMIT $3) AS last",
        )
        .bind(company)
        .bind(campaign)
        .bind(LOOKED_BACK)
        .fetch_one(c)
        .await
    })?)
}

async fn part_of(
    conn: &mut Conn<'_>,
    company: CompanyId,
    message: MessageId,
) -> Result<Option<(CampaignId, CampaignRecipientId, i64)>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(
        "SELECT campaign_id, recipient_id, part FROM campaign_messages WHERE company_id = $1 AND message_id = $2"
    )
    .bind(company)
    .bind(message)
    .fetch_optional(c)
    .await
    })?)
}

/// Writes what is known of him now. Whoever wants nothing more stays so; that a message arrived is noted in any case.
async fn move_recipient(
    conn: &mut Conn<'_>,
    company: CompanyId,
    (recipient, part): (CampaignRecipientId, i64),
    followed: Followed<'_>,
    now: DateTime<Utc>,
) -> Result<bool> {
    let done = on!(conn, |c| {
        sqlx::query(
        "UPDATE campaign_recipients SET
           state = CASE WHEN state = 'optedOut' THEN state ELSE $3 END,
           reason = CASE WHEN state = 'optedOut' THEN reason ELSE $4 END,
           sent_at = CASE WHEN $3 IN ('sent', 'delivered', 'read') THEN COALESCE(sent_at, $5) ELSE sent_at END,
           delivered_at = CASE WHEN $3 IN ('delivered', 'read') THEN COALESCE(delivered_at, $5) ELSE delivered_at END,
           read_at = CASE WHEN $3 = 'read' THEN COALESCE(read_at, $5) ELSE read_at END,
           failed_at = CASE WHEN $3 = 'failed' THEN $5 END,
           updated_at = $5
         WHERE company_id = $1 AND id = $2 AND state <> $3
           AND (($6 = 0 AND state = 'confirmRequested')
             OR ($6 = 1 AND state IN ('queued', 'sent', 'delivered', 'read', 'failed', 'unknown', 'optedOut')))"
    )
    .bind(company)
    .bind(recipient)
    .bind(followed.state)
    .bind(followed.error)
    .bind(now)
    .bind(part)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    Ok(done == 1)
}
