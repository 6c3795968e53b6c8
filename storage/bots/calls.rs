//! Calls to integrations, for the log that admins read: when, for what, how each ended. Stored with what came of them, kept
//! for days.

use std::collections::HashMap;

use chrono::{DateTime, Utc};

use super::integrations::{self, INTEGRATIONS_MAX};
use crate::{
    Conn, Result,
    model::{
        BotTurnId, CompanyId, IntegrationCallId, QueueIntegrationId, TicketId,
        bot::{CallOutcome, CallStep, IntegrationCall, IntegrationUse},
    },
    on,
};

/// Calls of one page.
pub const PAGE_SIZE: i64 = 50;
/// Queues and connections that are looked at for who uses integrations.
const USERS_MAX: i64 = 1_000;

/// A call that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewCall {
    /// When it began.
    pub at: DateTime<Utc>,
    /// For what.
    pub step: CallStep,
    /// How it ended.
    pub outcome: CallOutcome,
    /// The status of the answer, if one came.
    pub status: Option<u16>,
    /// How long it took, in milliseconds.
    pub millis: i64,
    /// Messages for the customer that it answered.
    pub messages: i64,
}

/// Whom calls were made to, and about what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Called {
    /// The integration.
    pub integration: QueueIntegrationId,
    /// In which ticket.
    pub ticket: TicketId,
    /// About which message.
    pub turn: BotTurnId,
}

/// A page of calls, newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallRows {
    /// The calls.
    pub rows: Vec<IntegrationCall>,
    /// The last of them, where older ones follow.
    pub next: Option<IntegrationCallId>,
}

/// Notes calls, in their order. Those of an integration that is gone are noted nowhere.
///
/// # Errors
/// `Database`.
pub async fn insert(
    conn: &mut Conn<'_>,
    company: CompanyId,
    called: Called,
    made: &[NewCall],
) -> Result<()> {
    for call in made {
        on!(&mut *conn, |c| {
            sqlx::query(concat!(
                "INSERT INTO integration_calls (company_id, integration_id, ticket_id, delivery, step, attempt, outcome,
                   status, millis, messages, at)
                 SELECT i.company_id, i.id, $3, $4, $5, 1 + (SELECT COUNT(*) FROM integration_calls e
                     WHERE e.company_id = $1 AND e.delivery = $4 AND e.integration_id = $2 AND e.step = $5),
                   $6, $7, $8, $9, $10
                 FROM queue_integrations i WHERE i.company_id = $1 AND i.id = $2",
                for_share!()
            ))
            .bind(company)
            .bind(called.integration)
            .bind(called.ticket)
            .bind(called.turn)
            .bind(call.step)
            .bind(call.outcome)
            .bind(call.status.map(i64::from))
            .bind(call.millis)
            .bind(call.messages)
            .bind(call.at)
            .execute(c)
            .await
            .map(drop)
        })?;
    }
    Ok(())
}

/// A page of the calls to an integration, newest first, from those before `before` on; only those that failed, if so wished.
///
/// # Errors
/// `Refused(NoIntegrationFound)`.
pub async fn list(
    conn: &mut Conn<'_>,
    company: CompanyId,
    integration: QueueIntegrationId,
    only_errors: bool,
    before: Option<IntegrationCallId>,
) -> Result<CallRows> {
    integrations::get(conn, company, integration).await?;
    let mut rows: Vec<IntegrationCall> = on!(conn, |c| {
        sqlx::query_as(
            "SELECT k.id, k.at, k.step, k.outcome, k.status, k.millis, k.attempt, k.messages, k.delivery,
               t.id AS ticket_id, p.id AS contact_id, p.name AS contact_name
             FROM integration_calls k
             LEFT JOIN tickets t ON t.company_id = k.company_id AND t.id = k.ticket_id
             LEFT JOIN contacts p ON p.company_id = t.company_id AND p.id = t.contact_id
             WHERE k.company_id = $1 AND k.integration_id = $2 AND ($3 IS NULL OR k.id < $3)
               AND (NOT $4 OR k.outcome <> 'taken')
             ORDER BY k.id DESC LIMIT $5",
        )
        .bind(company)
        .bind(integration)
        .bind(before)
        .bind(only_errors)
        .bind(PAGE_SIZE + 1)
        .fetch_all(c)
        .await
    })?;
    let size = usize::try_from(PAGE_SIZE).unwrap_or(usize::MAX);
    let has_more = rows.len() > size;
    rows.truncate(size);
    let next = rows.last().filter(|_| has_more).map(|last| last.id);
    Ok(CallRows { rows, next })
}

/// Where each of some integrations is used, and how it did since a time, in their order.
///
/// # Errors
/// `Database`.
pub async fn uses(
    conn: &mut Conn<'_>,
    company: CompanyId,
    of: &[QueueIntegrationId],
    since: DateTime<Utc>,
) -> Result<Vec<IntegrationUse>> {
    let days: Vec<(QueueIntegrationId, i64, i64)> = on!(&mut *conn, |c| {
        sqlx::query_as(
            "SELECT integration_id, COUNT(*), SUM(CASE WHEN outcome <> 'taken' THEN 1 ELSE 0 END)
             FROM integration_calls WHERE company_id = $1 AND at >= $2 GROUP BY integration_id
             ORDER BY integration_id LIMIT $3",
        )
        .bind(company)
        .bind(since)
        .bind(INTEGRATIONS_MAX)
        .fetch_all(c)
        .await
    })?;
    let users: Vec<(QueueIntegrationId, bool, String)> = on!(conn, |c| {
        sqlx::query_as(
            "SELECT integration_id, TRUE, name FROM queues WHERE company_id = $1 AND integration_id IS NOT NULL
             UNION ALL
             SELECT integration_id, FALSE, name FROM connections
             WHERE company_id = $1 AND integration_id IS NOT NULL AND deleted_at IS NULL
             ORDER BY 1, 3 LIMIT $2",
        )
        .bind(company)
        .bind(USERS_MAX)
        .fetch_all(c)
        .await
    })?;
    let none = |integration_id| IntegrationUse {
        integration_id,
        queues: Vec::new(),
        connections: Vec::new(),
        calls: 0,
        failed: 0,
    };
    let mut uses: HashMap<QueueIntegrationId, IntegrationUse> =
        of.iter().map(|id| (*id, none(*id))).collect();
    for (id, calls, failed) in days {
        if let Some(found) = uses.get_mut(&id) {
            (found.calls, found.failed) = (calls, failed);
        }
    }
    for (id, is_queue, name) in users {
        let Some(found) = uses.get_mut(&id) else {
            continue;
        };
        if is_queue {
            found.queues.push(name);
        } else {
            found.connections.push(name);
        }
    }
    Ok(of.iter().filter_map(|id| uses.remove(id)).collect())
}

/// Forgets calls that were made before `before`, at most `limit`. Answers how many.
///
/// # Errors
/// `Database`.
pub async fn forget_before(conn: &mut Conn<'_>, before: DateTime<Utc>, limit: i64) -> Result<u64> {
    Ok(on!(conn, |c| {
        sqlx::query(
            "DELETE FROM integration_calls WHERE id IN
               (SELECT id FROM integration_calls WHERE at < $1 ORDER BY at LIMIT $2)",
        )
        .bind(before)
        .bind(limit)
        .execute(c)
        .await
        .map(|done| done.rows_affected())
    })?)
}
