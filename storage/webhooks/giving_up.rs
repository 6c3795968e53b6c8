//! When the desk tells an address nothing any more: it says that it is gone, it takes nothing for days, or too much waits for
//! it. The company's admins are told once, whichever node looks; and what is kept of an address has a bound.

use chrono::{DateTime, TimeDelta, Utc};

use super::{
    deliveries::{Finished, Outcome, end_waiting},
    lock,
};
use crate::{
    Conn, Result,
    model::{CompanyId, WebhookId, webhook::OffReason},
    on,
};

/// An address that took nothing for so long is switched off.
pub const GIVEN_UP_AFTER: TimeDelta = TimeDelta::days(5);
/// What may wait for one address.
pub const WAITING_MAX: i64 = 50_000;
/// What is kept of one address besides.
pub const DONE_MAX: i64 = 20_000;
/// Tries of a mail before it is given up.
const MAILS_MAX: i64 = 5;

/// An address that was switched off, of which the admins are to have a mail. It was taken: nobody else sends it.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct OffNotice {
    /// Whose.
    pub company_id: CompanyId,
    /// Which.
    pub id: WebhookId,
    /// What people call it.
    pub name: String,
    /// Why.
    pub off_reason: OffReason,
    /// The mails that were tried before.
    pub mail_attempts: i64,
}

/// What an attempt says of its address. The caller holds it.
///
/// # Errors
/// `Database`.
pub(super) async fn follow(
    conn: &mut Conn<'_>,
    (company, hook): (CompanyId, WebhookId),
    outcome: &Outcome,
    now: DateTime<Utc>,
) -> Result<Finished> {
    if outcome.is_taken() {
        on!(conn, |c| sqlx::query(
            "UPDATE webhooks SET failing_since = NULL
             WHERE company_id = $1 AND id = $2 AND failing_since IS NOT NULL"
        )
        .bind(company)
        .bind(hook)
        .execute(c)
        .await
        .map(drop))?;
        return Ok(Finished::Noted);
    }
    let (since, is_active): (DateTime<Utc>, bool) = on!(&mut *conn, |c| sqlx::query_as(
        "UPDATE webhooks SET failing_since = COALESCE(failing_since, $3)
         WHERE company_id = $1 AND id = $2 RETURNING failing_since, active"
    )
    .bind(company)
    .bind(hook)
    .bind(now)
    .fetch_one(c)
    .await)?;
    let reason = if outcome.is_gone() {
        OffReason::Gone
    } else if now - since >= GIVEN_UP_AFTER {
        OffReason::Failing
    } else {
        return Ok(Finished::Noted);
    };
    if !is_active {
        return Ok(Finished::Noted);
    }
    switch_off(conn, (company, hook), reason, now).await?;
    Ok(Finished::SwitchedOff(reason))
}

async fn switch_off(
    conn: &mut Conn<'_>,
    (company, hook): (CompanyId, WebhookId),
    reason: OffReason,
    now: DateTime<Utc>,
) -> Result<()> {
    on!(&mut *conn, |c| {
        sqlx::query(
        "UPDATE webhooks SET active = FALSE, off_reason = $3, off_at = $4, mail_due_at = $4, mail_attempts = 0,
           updated_at = $4
         WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(hook)
    .bind(reason)
    .bind(now)
    .execute(c)
    .await
    .map(drop)
    })?;
    end_waiting(conn, company, hook).await
}

/// Addresses of which more is kept than has room, with how much waits for them; at most `limit`.
///
/// # Errors
/// `Database`.
pub async fn list_full(
    conn: &mut Conn<'_>,
    limit: i64,
) -> Result<Vec<(CompanyId, WebhookId, i64)>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(
            "SELECT company_id, webhook_id, SUM(CASE WHEN state = 'waiting' THEN 1 ELSE 0 END)
             FROM webhook_deliveries GROUP BY company_id, webhook_id HAVING COUNT(*) > $1
             ORDER BY company_id, webhook_id LIMIT $2",
        )
        .bind(DONE_MAX)
        .bind(limit)
        .fetch_all(c)
        .await
    })?)
}

/// Makes room for an address of which too much is kept: of what is over the oldest goes, at most `limit` at once. One that
/// too much waits for is switched off. Answers what went, and whether it was.
///
/// # Errors
/// `Database`.
pub async fn make_room(
    conn: &mut Conn<'_>,
    (company, hook): (CompanyId, WebhookId),
    (waiting, limit): (i64, i64),
    now: DateTime<Utc>,
) -> Result<(u64, bool)> {
    lock(conn, company, hook).await?;
    let is_off = waiting > WAITING_MAX;
    if is_off {
        switch_off(conn, (company, hook), OffReason::Overflow, now).await?;
    }
    let gone = on!(conn, |c| {
        sqlx::query(
            "DELETE FROM webhook_deliveries WHERE company_id = $1 AND id IN (SELECT id FROM webhook_deliveries
               WHERE company_id = $1 AND webhook_id = $2 AND state <> 'waiting' AND id <=
                 (SELECT id FROM webhook_deliveries WHERE company_id = $1 AND webhook_id = $2 AND state <> 'waiting'
                  ORDER BY id DESC LIMIT 1 OFFSET $3)
               ORDER BY id LIMIT $4)",
        )
        .bind(company)
        .bind(hook)
        .bind(DONE_MAX)
        .bind(limit)
        .execute(c)
        .await
        .map(|done| done.rows_affected())
    })?;
    Ok((gone, is_off))
}

/// Takes a notice that is due. `None`: there is none.
///
/// # Errors
/// `Database`.
pub async fn claim_notice(conn: &mut Conn<'_>, now: DateTime<Utc>) -> Result<Option<OffNotice>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(concat!(
            "WITH due AS MATERIALIZED (
               SELECT id FROM webhooks
               WHERE mail_due_at IS NOT NULL AND mail_due_at <= $1 AND off_reason IS NOT NULL
               ORDER BY mail_due_at LIMIT 1",
            skip_locked!(),
            ")
             UPDATE webhooks SET mail_due_at = NULL WHERE id IN (SELECT id FROM due)
             RETURNING company_id, id, name, off_reason, mail_attempts"
        ))
        .bind(now)
        .fetch_optional(c)
        .await
    })?)
}

/// Notes how many had a mail. With none of those who should have had one it is tried again, longer later each time, as long
/// as the address is off.
///
/// # Errors
/// `Database`.
pub async fn mailed(
    conn: &mut Conn<'_>,
    notice: &OffNotice,
    (mailed, wanted): (i64, i64),
    now: DateTime<Utc>,
) -> Result<()> {
    let attempts = notice.mail_attempts + 1;
    let again = mailed == 0 && wanted > 0 && attempts < MAILS_MAX;
    let again_at = again.then(|| now + TimeDelta::minutes(1 << attempts.clamp(0, 6)));
    on!(conn, |c| sqlx::query(
        "UPDATE webhooks SET mail_attempts = $3, mail_due_at = $4
         WHERE company_id = $1 AND id = $2 AND NOT active AND mail_due_at IS NULL"
    )
    .bind(notice.company_id)
    .bind(notice.id)
    .bind(attempts)
    .bind(again_at)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}
