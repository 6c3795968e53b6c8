//! Taking a turn: of the number's lane, of the campaign, of the recipient. Each is one statement that finds the row as it
//! was looked at, or nothing.

use chrono::{DateTime, Utc};

use crate::{
    Conn, Result,
    model::{
        CampaignId, CampaignRecipientId, CompanyId, ConnectionId, ContactId, MessageId, TicketId,
        campaign::RecipientState,
    },
    on,
};

/// Where the lane of a number stands.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Lane {
    /// When it takes the next one.
    pub next_at: DateTime<Utc>,
    /// The day of the company that it counts.
    pub day: String,
    /// People who were written to on that day.
    pub day_count: i64,
}

/// The lane of a number; none before its first campaign.
///
/// # Errors
/// `Database`.
pub async fn find_lane(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
) -> Result<Option<Lane>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(
        "SELECT next_at, day, day_count FROM campaign_lanes WHERE company_id = $1 AND connection_id = $2"
    )
    .bind(company)
    .bind(connection)
    .fetch_optional(c)
    .await
    })?)
}

#[derive(sqlx::FromRow)]
struct LaneOf {
    connection_id: ConnectionId,
    #[sqlx(flatten)]
    lane: Lane,
}

/// The lanes of a company's numbers, at most 1,000.
///
/// # Errors
/// `Database`.
pub async fn list_lanes(
    conn: &mut Conn<'_>,
    company: CompanyId,
) -> Result<Vec<(ConnectionId, Lane)>> {
    let rows: Vec<LaneOf> = on!(conn, |c| {
        sqlx::query_as(
            "SELECT connection_id, next_at, day, day_count FROM campaign_lanes WHERE company_id = $1
         ORDER BY connection_id LIMIT 1000",
        )
        .bind(company)
        .fetch_all(c)
        .await
    })?;
    let lanes = rows.into_iter().map(|row| (row.connection_id, row.lane));
    Ok(lanes.collect())
}

/// A turn in the lane of a number.
#[derive(Debug, Clone, Copy)]
pub struct Turn<'t> {
    /// Now.
    pub now: DateTime<Utc>,
    /// When the next one is due.
    pub next_at: DateTime<Utc>,
    /// The day of the company.
    pub day: &'t str,
    /// People a day.
    pub cap: i64,
}

/// Takes the turn of a number, counted for the day. `false`: somebody was faster, or the day is full.
///
/// # Errors
/// `Database`.
pub async fn claim_lane(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    turn: Turn<'_>,
) -> Result<bool> {
    let done = on!(conn, |c| {
        sqlx::query(
        "INSERT INTO campaign_lanes (company_id, connection_id, next_at, day, day_count)
         SELECT $1, $2, $4, $5, 1 WHERE $6 >= 1
         ON CONFLICT (company_id, connection_id) DO UPDATE SET next_at = excluded.next_at, day = excluded.day,
           day_count = CASE WHEN campaign_lanes.day = excluded.day THEN campaign_lanes.day_count + 1 ELSE 1 END
         WHERE campaign_lanes.next_at <= $3 AND (campaign_lanes.day <> $5 OR campaign_lanes.day_count < $6)"
    )
    .bind(company)
    .bind(connection)
    .bind(turn.now)
    .bind(turn.next_at)
    .bind(turn.day)
    .bind(turn.cap)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    Ok(done == 1)
}

/// Takes the turn of a campaign that runs and is not paused, and lets it go on at `next_at` if one more was written to.
/// `false`: it was stopped, or another node was faster.
///
/// # Errors
/// `Database`.
pub async fn claim_turn(
    conn: &mut Conn<'_>,
    company: CompanyId,
    (id, sent_count): (CampaignId, i64),
    next_at: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> Result<bool> {
    let done = on!(conn, |c| sqlx::query(
        "UPDATE campaigns SET sent_count = sent_count + CASE WHEN $4 IS NULL THEN 0 ELSE 1 END,
           next_at = COALESCE($4, next_at), paused_at = CASE WHEN $4 IS NULL THEN paused_at END,
           paused_reason = CASE WHEN $4 IS NULL THEN paused_reason END, untold = TRUE
         WHERE company_id = $1 AND id = $2 AND status = 'EM_ANDAMENTO' AND sent_count = $3
           AND (paused_reason IS NULL OR paused_reason NOT IN ('person', 'failures'))
           AND ($4 IS NULL OR next_at <= $5)"
    )
    .bind(company)
    .bind(id)
    .bind(sent_count)
    .bind(next_at)
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    Ok(done == 1)
}

/// Lets a campaign that runs look again at a time.
///
/// # Errors
/// `Database`.
pub async fn wait_until(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: CampaignId,
    at: DateTime<Utc>,
) -> Result<()> {
    on!(conn, |c| {
        sqlx::query(
        "UPDATE campaigns SET next_at = $3 WHERE company_id = $1 AND id = $2 AND status = 'EM_ANDAMENTO'"
    )
    .bind(company)
    .bind(id)
    .bind(at)
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(())
}

/// Takes a recipient from one state to another, to be written to by this connection. `false`: he is not in the first one.
///
/// # Errors
/// `Database`.
pub async fn claim_recipient(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: CampaignRecipientId,
    (from, to): (RecipientState, RecipientState),
    connection: ConnectionId,
    now: DateTime<Utc>,
) -> Result<bool> {
    let done = on!(conn, |c| {
        sqlx::query(
        "UPDATE campaign_recipients SET state = $4, updated_at = $5, connection_id = $6,
           confirmation_requested_at = CASE WHEN $4 = 'confirmRequested' THEN $5 ELSE confirmation_requested_at END
         WHERE company_id = $1 AND id = $2 AND state = $3"
    )
    .bind(company)
    .bind(id)
    .bind(from)
    .bind(to)
    .bind(now)
    .bind(connection)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    Ok(done == 1)
}

/// Ends it with a recipient who is not written to, and says why.
///
/// # Errors
/// `Database`.
pub async fn end_recipient(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: CampaignRecipientId,
    (state, reason): (RecipientState, &str),
    now: DateTime<Utc>,
) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "UPDATE campaign_recipients SET state = $3, reason = $4, updated_at = $5,
           failed_at = CASE WHEN $3 = 'failed' THEN $5 ELSE failed_at END
         WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .bind(state)
    .bind(reason)
    .bind(now)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

/// Notes that a message is a part of what a recipient gets: 0 the question, 1 the text, further ones his files. Question
/// and text are what he is written to with, in this ticket, and which of the texts it is.
///
/// # Errors
/// `Database`.
pub async fn note_message(
    conn: &mut Conn<'_>,
    company: CompanyId,
    (campaign, recipient): (CampaignId, CampaignRecipientId),
    (message, part): (MessageId, i64),
    (contact, ticket, variant): (ContactId, TicketId, i64),
) -> Result<()> {
    on!(&mut *conn, |c| sqlx::query(
        "INSERT INTO campaign_messages (company_id, message_id, campaign_id, recipient_id, part)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (company_id, message_id) DO NOTHING"
    )
    .bind(company)
    .bind(message)
    .bind(campaign)
    .bind(recipient)
    .bind(part)
    .execute(c)
    .await
    .map(drop))?;
    if part > 1 {
        return Ok(());
    }
    on!(conn, |c| {
        sqlx::query(
        "UPDATE campaign_recipients SET message_id = $3, contact_id = $4, ticket_id = $5, variant = $6
         WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(recipient)
    .bind(message)
    .bind(contact)
    .bind(ticket)
    .bind(variant)
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(())
}
