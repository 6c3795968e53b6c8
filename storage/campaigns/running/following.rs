//! A recipient follows what becomes of his message.

use chrono::{DateTime, Utc};

use crate::{
    Conn, Result, campaigns,
    model::{
        CampaignId, CampaignRecipientId, CompanyId, MessageId,
        campaign::{PausedReason, RecipientState},
    },
    on,
};

/// What became of a message.
#[derive(Debug, Clone, Copy)]
pub struct Followed<'f> {
    /// What the recipient's state becomes by it.
    pub state: RecipientState,
    /// Why it failed.
    pub error: Option<&'f str>,
    /// How many failures in a row stop the campaign.
    pub failures_max: i64,
}

/// Lets a recipient follow his message. Failures that come one after another stop the campaign.
///
/// # Errors
/// `Database`.
pub async fn follow(
    conn: &mut Conn<'_>,
    company: CompanyId,
    message: MessageId,
    followed: Followed<'_>,
    now: DateTime<Utc>,
) -> Result<()> {
    let Some((campaign, recipient, part)) = part_of(conn, company, message).await? else {
        return Ok(());
    };
    let is_failure = followed.state == RecipientState::Failed;
    // whether a question arrives, and a file beside the text, changes nothing; a question that fails does
    if part > 1 || (part == 0 && !is_failure) {
        return Ok(());
    }
    campaigns::lock(conn, company, campaign).await?;
    if !move_recipient(conn, company, (recipient, part), followed, now).await? {
        return Ok(());
    }
    let is_sent = matches!(
        followed.state,
        RecipientState::Sent | RecipientState::Delivered | RecipientState::Read
    );
    on!(&mut *conn, |c| {
        sqlx::query(
        "UPDATE campaigns SET untold = TRUE,
           failures_in_row = CASE WHEN $3 THEN failures_in_row + 1 WHEN $4 THEN 0 ELSE failures_in_row END
         WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(campaign)
    .bind(is_failure)
    .bind(is_sent)
    .execute(c)
    .await
    .map(drop)
    })?;
    if is_failure {
        let failures: i64 = on!(&mut *conn, |c| sqlx::query_scalar(
            "SELECT failures_in_row FROM campaigns WHERE company_id = $1 AND id = $2"
        )
        .bind(company)
        .bind(campaign)
        .fetch_one(c)
        .await)?;
        if failures >= followed.failures_max {
            let by_itself = (campaign, PausedReason::Failures);
            campaigns::pause(conn, company, by_itself, None, now).await?;
        }
    }
    Ok(())
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
