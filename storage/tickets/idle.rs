//! Running conversations whose time may have come: nobody chose a queue, or nobody has spoken for long (rules B8, B9). What
//! becomes of each is decided when its row is held.

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::QueryBuilder;

use crate::{
    Conn, Result,
    companies::settings,
    model::{CompanyId, ContactId, QueueId, TicketId},
    on,
};

/// Minutes after which a conversation with the bot is over; 0 for never.
pub const BOT_SETTING: &str = "chatbotTicketTimeout";
/// Minutes after which a conversation without a queue is over; 0 for never.
pub const NO_QUEUE_SETTING: &str = "noQueueTimeout";
/// Minutes after which an attended conversation is over; 0 for never.
pub const OPEN_SETTING: &str = "openTicketTimeout";
/// What then becomes of it: [`CLOSE`], or a queue's number.
pub const BOT_ACTION: &str = "chatbotTicketTimeoutAction";
/// The same without a queue.
pub const NO_QUEUE_ACTION: &str = "noQueueTimeoutAction";
/// What then becomes of an attended one: `pending` or `closed`.
pub const OPEN_ACTION: &str = "openTicketTimeoutAction";
/// The action that ends a conversation.
pub const CLOSE: &str = "close";
/// Most minutes: thirty days.
pub const MINUTES_MAX: i64 = 43_200;
/// Limits of companies that are looked at by one statement.
const LIMITS_AT_ONCE: usize = 500;
/// Limits read at once.
const LIMITS_MAX: i64 = 30_000;

/// A conversation that may be due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, sqlx::FromRow)]
pub struct Due {
    /// Which.
    pub ticket: TicketId,
    /// Whose.
    pub company: CompanyId,
    /// The customer.
    pub contact: ContactId,
}

/// Those that a number's own limits end or transfer, at most `limit` after a ticket, by ticket.
///
/// # Errors
/// `Database`.
pub async fn list_by_numbers(
    conn: &mut Conn<'_>,
    now: DateTime<Utc>,
    after: TicketId,
    limit: i64,
) -> Result<Vec<Due>> {
    Ok(on!(conn, |c| sqlx::query_as(concat!(
        "SELECT t.id AS ticket, t.company_id AS company, t.contact_id AS contact FROM tickets t
         JOIN connections w ON w.company_id = t.company_id AND w.id = t.connection_id
         LEFT JOIN ticket_tracking e
           ON e.company_id = t.company_id AND e.ticket_id = t.id AND e.finished_at IS NULL
         WHERE t.status IN ('open', 'pending', 'lead') AND t.id > $2 AND t.is_group = FALSE
           AND t.snoozed_at IS NULL AND (
           (t.status = 'open' AND t.from_me AND w.expires_ticket > 0 AND ",
        seconds!("COALESCE(t.last_message_at, t.created_at)", "$1"),
        " >= w.expires_ticket * 60)
           OR (t.status <> 'open' AND t.queue_id IS NULL AND t.user_id IS NULL
             AND w.transfer_queue_id IS NOT NULL AND w.time_to_transfer > 0 AND ",
        seconds!("COALESCE(e.queued_at, t.created_at)", "$1"),
        " >= w.time_to_transfer * 60)) ORDER BY t.id LIMIT $3"
    ))
    .bind(now)
    .bind(after)
    .bind(limit)
    .fetch_all(c)
    .await)?)
}

/// Those that a company's limits end, at most `limit` after a ticket, by ticket.
///
/// # Errors
/// `Database`.
pub async fn list_by_companies(
    conn: &mut Conn<'_>,
    now: DateTime<Utc>,
    after: TicketId,
    limit: i64,
) -> Result<Vec<Due>> {
    let set: Vec<(CompanyId, String, String)> = on!(&mut *conn, |c| sqlx::query_as(
        "SELECT company_id, key, value FROM settings WHERE key IN ($1, $2, $3) AND value <> '0'
         ORDER BY company_id, key LIMIT $4"
    )
    .bind(BOT_SETTING)
    .bind(NO_QUEUE_SETTING)
    .bind(OPEN_SETTING)
    .bind(LIMITS_MAX)
    .fetch_all(c)
    .await)?;
    let limits: Vec<(CompanyId, String, DateTime<Utc>)> = set
        .into_iter()
        .filter_map(|(company, key, minutes)| {
            let minutes = minutes.parse().ok().and_then(TimeDelta::try_minutes)?;
            Some((company, key, now - minutes))
        })
        .collect();
    let mut due = Vec::new();
    for some in limits.chunks(LIMITS_AT_ONCE) {
        let found: Vec<Due> = on!(&mut *conn, |c| {
            let mut query =
                QueryBuilder::<Driver>::new("WITH ended (company_id, kind, since) AS (");
            query.push_values(some, |mut row, (company, key, since)| {
                row.push_bind(*company).push_bind(key).push_bind(*since);
            });
            query.push(
                ") SELECT DISTINCT t.id AS ticket, t.company_id AS company, t.contact_id AS contact
                FROM ended JOIN tickets t ON t.company_id = ended.company_id
                  AND t.status IN ('open', 'pending', 'lead') AND t.is_group = FALSE AND t.snoozed_at IS NULL
                  AND COALESCE(t.last_message_at, t.created_at) <= ended.since
                  AND ((ended.kind = 'openTicketTimeout' AND t.status = 'open')
                    OR (ended.kind = 'chatbotTicketTimeout' AND t.status <> 'open' AND t.user_id IS NULL AND t.chatbot)
                    OR (ended.kind = 'noQueueTimeout' AND t.status <> 'open' AND t.user_id IS NULL
                      AND t.queue_id IS NULL))
                WHERE t.id > ",
            );
            query.push_bind(after);
            query.push(" ORDER BY t.id LIMIT ").push_bind(limit);
            // another text for every number of limits: not worth keeping
            query.build_query_as().persistent(false).fetch_all(c).await
        })?;
        due.extend(found);
    }
    due.sort_unstable();
    due.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    Ok(due)
}

/// Lets limits that give conversations to a queue give them to another one, or end no more: the queue is removed.
///
/// # Errors
/// `Database`.
pub async fn forget_queue(
    conn: &mut Conn<'_>,
    company: CompanyId,
    queue: QueueId,
    move_to: Option<QueueId>,
    now: DateTime<Utc>,
) -> Result<()> {
    for (limit, action) in [
        (BOT_SETTING, BOT_ACTION),
        (NO_QUEUE_SETTING, NO_QUEUE_ACTION),
    ] {
        let known = settings::find(conn, company, action).await?;
        if known.is_none_or(|known| known != queue.to_string()) {
            continue;
        }
        if let Some(other) = move_to {
            settings::set(conn, company, now, action, &other.to_string()).await?;
        } else {
            settings::set(conn, company, now, limit, "0").await?;
            settings::set(conn, company, now, action, CLOSE).await?;
        }
    }
    Ok(())
}
