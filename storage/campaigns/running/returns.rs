//! Taking back what a campaign has queued and nobody has begun to send. Its key is free again, so that a campaign that goes
//! on sends it, and sends nothing twice that did go out.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use sqlx::QueryBuilder;

use crate::{
    Conn, Result, campaigns,
    core::ids::push_ids,
    messages,
    model::{CampaignId, CampaignRecipientId, CompanyId, MessageId},
    on,
};

/// Sends that are taken back in one transaction.
const AT_ONCE: i64 = 200;

/// What was taken back.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TakenBack {
    /// Messages that are not sent.
    pub messages: BTreeSet<MessageId>,
    /// Nothing is left.
    pub is_all: bool,
}

/// Takes back some of what a campaign has queued. Whoever was to get it waits again.
///
/// # Errors
/// `Database`.
pub async fn take_back(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: CampaignId,
    now: DateTime<Utc>,
) -> Result<TakenBack> {
    let queued: Vec<(MessageId, CampaignRecipientId, i64)> = on!(&mut *conn, |c| {
        sqlx::query_as(
        "SELECT p.message_id, p.recipient_id, p.part FROM campaign_recipients r
         JOIN campaign_messages p ON p.company_id = r.company_id AND p.campaign_id = r.campaign_id
           AND p.recipient_id = r.id
         JOIN outbox o ON o.company_id = p.company_id AND o.message_id = p.message_id
         WHERE r.company_id = $1 AND r.campaign_id = $2 AND r.state IN ('queued', 'confirmRequested')
           AND o.state = 'queued'
         ORDER BY p.message_id LIMIT $3"
    )
    .bind(company)
    .bind(id)
    .bind(AT_ONCE)
    .fetch_all(c)
    .await
    })?;
    taken(conn, company, id, queued, now).await
}

/// Takes back what a campaign has queued for one recipient.
pub(super) async fn take_back_of(
    conn: &mut Conn<'_>,
    company: CompanyId,
    (id, recipient): (CampaignId, CampaignRecipientId),
    now: DateTime<Utc>,
) -> Result<TakenBack> {
    let queued: Vec<(MessageId, CampaignRecipientId, i64)> = on!(&mut *conn, |c| {
        sqlx::query_as(
        "SELECT p.message_id, p.recipient_id, p.part FROM campaign_messages p
         JOIN outbox o ON o.company_id = p.company_id AND o.message_id = p.message_id
         WHERE p.company_id = $1 AND p.campaign_id = $2 AND p.recipient_id = $3 AND o.state = 'queued'
         ORDER BY p.message_id LIMIT $4"
    )
    .bind(company)
    .bind(id)
    .bind(recipient)
    .bind(AT_ONCE)
    .fetch_all(c)
    .await
    })?;
    taken(conn, company, id, queued, now).await
}

async fn taken(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: CampaignId,
    queued: Vec<(MessageId, CampaignRecipientId, i64)>,
    now: DateTime<Utc>,
) -> Result<TakenBack> {
    if queued.is_empty() {
        return Ok(TakenBack {
            is_all: true,
            ..TakenBack::default()
        });
    }
    for (message, ..) in &queued {
        messages::locks::lock(conn, company, *message).await?;
    }
    let back: Vec<Option<MessageId>> = on!(&mut *conn, |c| {
        let mut query = QueryBuilder::<Driver>::new(
            "UPDATE outbox SET state = 'cancelled', dedupe_key = dedupe_key || ':' || id, updated_at = ",
        );
        query.push_bind(now);
        query.push(" WHERE company_id = ").push_bind(company);
        let ids = queued.iter().map(|(message, ..)| message.0);
        push_ids(&mut query, " AND message_id IN (", ids);
        query.push(" AND state = 'queued' RETURNING message_id");
        query.build_query_scalar().fetch_all(c).await
    })?;
    let back: BTreeSet<MessageId> = back.into_iter().flatten().collect();
    if !back.is_empty() {
        on!(&mut *conn, |c| {
            let mut query = QueryBuilder::<Driver>::new(
                "UPDATE messages SET send_state = 'cancelled', updated_at = ",
            );
            query.push_bind(now);
            query.push(" WHERE company_id = ").push_bind(company);
            let ids: Vec<i64> = back.iter().map(|message| message.0).collect();
            push_ids(&mut query, " AND id IN (", ids.into_iter());
            query.build().execute(c).await.map(drop)
        })?;
    }
    campaigns::lock(conn, company, id).await?;
    for (message, recipient, part) in queued {
        if back.contains(&message) {
            return_recipient(conn, company, (message, recipient, part), now).await?;
        }
    }
    Ok(TakenBack {
        messages: back,
        is_all: false,
    })
}

async fn return_recipient(
    conn: &mut Conn<'_>,
    company: CompanyId,
    (message, recipient, part): (MessageId, CampaignRecipientId, i64),
    now: DateTime<Utc>,
) -> Result<()> {
    on!(&mut *conn, |c| sqlx::query(
        "DELETE FROM campaign_messages WHERE company_id = $1 AND message_id = $2"
    )
    .bind(company)
    .bind(message)
    .execute(c)
    .await
    .map(drop))?;
    if part > 1 {
        return Ok(());
    }
    on!(conn, |c| {
        sqlx::query(
        "UPDATE campaign_recipients SET
           state = CASE WHEN confirmed_at IS NULL THEN 'pending' ELSE 'confirmed' END,
           confirmation_requested_at = CASE WHEN confirmed_at IS NULL THEN NULL ELSE confirmation_requested_at END,
           message_id = NULL, variant = NULL, updated_at = $3
         WHERE company_id = $1 AND id = $2 AND state IN ('queued', 'confirmRequested')"
    )
    .bind(company)
    .bind(recipient)
    .bind(now)
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(())
}

/// Notes that nothing is left to be taken back. `false`: that was known.
///
/// # Errors
/// `Database`.
pub async fn end_taking_back(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: CampaignId,
    now: DateTime<Utc>,
) -> Result<bool> {
    let done = on!(conn, |c| sqlx::query(
        "UPDATE campaigns SET taking_back = FALSE, untold = FALSE, told_at = $3
         WHERE company_id = $1 AND id = $2 AND taking_back"
    )
    .bind(company)
    .bind(id)
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    Ok(done == 1)
}
