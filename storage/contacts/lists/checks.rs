//! Which numbers of lists are still to be asked for on `WhatsApp`, and what was answered (rule B11).

use chrono::{DateTime, TimeDelta, Utc};

use crate::{
    Conn, Result,
    contacts::{one_form, search::search_text},
    model::{
        CompanyId, ConnectionId, ContactListId, ContactListItemId, connection::ConnectionStatus,
    },
    on,
};

/// Minutes until a number is asked for again after the first failure, the second and so on; then it stays without an answer.
const AGAIN_AFTER_MINUTES: [i64; 5] = [1, 5, 30, 120, 720];

/// A number to be asked for.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Due {
    /// Whose it is.
    pub id: ContactListItemId,
    /// His list.
    pub contact_list_id: ContactListId,
    /// Digits.
    pub number: String,
    /// How often it was asked for in vain.
    pub check_tries: i64,
}

/// What became of the asking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It is on `WhatsApp`, which writes it so.
    Exists(String),
    /// It is not.
    Missing,
    /// Nobody could say; it is asked for again some times.
    Failed,
    /// The connection cannot ask, and will not learn it.
    Unsupported,
}

/// Companies that have a number to be asked for, with their default connection, which is connected. At most `limit`.
///
/// # Errors
/// `Database`.
pub async fn list_companies(
    conn: &mut Conn<'_>,
    now: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<(CompanyId, ConnectionId)>> {
    Ok(on!(conn, |c| sqlx::query_as(
        "SELECT k.company_id, k.id FROM connections k
         WHERE k.is_default AND k.deleted_at IS NULL AND k.status = $1
           AND EXISTS (SELECT 1 FROM contact_list_items i
             WHERE i.company_id = k.company_id AND i.checked_at IS NULL AND i.number_key IS NOT NULL
               AND (i.check_due_at IS NULL OR i.check_due_at <= $2))
         ORDER BY k.company_id LIMIT $3"
    )
    .bind(ConnectionStatus::Connected)
    .bind(now)
    .bind(limit)
    .fetch_all(c)
    .await)?)
}

/// The next numbers of a company to be asked for, the oldest first.
///
/// # Errors
/// `Database`.
pub async fn list_due(
    conn: &mut Conn<'_>,
    company: CompanyId,
    now: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<Due>> {
    Ok(on!(conn, |c| sqlx::query_as(
        "SELECT id, contact_list_id, number, check_tries FROM contact_list_items
         WHERE company_id = $1 AND checked_at IS NULL AND number_key IS NOT NULL
           AND (check_due_at IS NULL OR check_due_at <= $2)
         ORDER BY id LIMIT $3"
    )
    .bind(company)
    .bind(now)
    .bind(limit)
    .fetch_all(c)
    .await)?)
}

/// Writes what was answered, unless the number was changed meanwhile. Answers whether something is written that shows.
///
/// # Errors
/// `Database`.
pub async fn record(
    conn: &mut Conn<'_>,
    company: CompanyId,
    due: &Due,
    verdict: &Verdict,
    now: DateTime<Utc>,
) -> Result<bool> {
    let valid = match verdict {
        Verdict::Exists(canonical) => {
            take_form(conn, company, due, canonical).await?;
            Some(true)
        }
        Verdict::Missing => Some(false),
        Verdict::Failed | Verdict::Unsupported => None,
    };
    let again = match verdict {
        Verdict::Failed => again_at(due.check_tries, now),
        _ => None,
    };
    let ended = again.is_none().then_some(now);
    let changed = on!(conn, |c| {
        sqlx::query(
        "UPDATE contact_list_items
         SET is_whatsapp_valid = $4, checked_at = $5, check_due_at = $6, check_tries = check_tries + 1
         WHERE company_id = $1 AND id = $2 AND number_key = $3 AND checked_at IS NULL"
    )
    .bind(company)
    .bind(due.id)
    .bind(one_form(&due.number))
    .bind(valid)
    .bind(ended)
    .bind(again)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    Ok(changed == 1 && ended.is_some())
}

/// Gives a number the form in which `WhatsApp` writes it. One that is another number altogether is kept as people wrote it:
/// it may stand in the list already.
async fn take_form(
    conn: &mut Conn<'_>,
    company: CompanyId,
    due: &Due,
    canonical: &str,
) -> Result<()> {
    let key = one_form(&due.number);
    if canonical == due.number || one_form(canonical) != key {
        return Ok(());
    }
    let known: Option<(String, String)> = on!(&mut *conn, |c| {
        sqlx::query_as(
        "SELECT name, email FROM contact_list_items WHERE company_id = $1 AND id = $2 AND number_key = $3"
    )
    .bind(company)
    .bind(due.id)
    .bind(&key)
    .fetch_optional(c)
    .await
    })?;
    let Some((name, email)) = known else {
        return Ok(());
    };
    on!(conn, |c| {
        sqlx::query(
        "UPDATE contact_list_items SET number = $4, search = $5 WHERE company_id = $1 AND id = $2 AND number_key = $3"
    )
    .bind(company)
    .bind(due.id)
    .bind(&key)
    .bind(canonical)
    .bind(search_text(&name, canonical, &email))
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(())
}

fn again_at(tries: i64, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let wait = AGAIN_AFTER_MINUTES.get(usize::try_from(tries).ok()?)?;
    Some(now + TimeDelta::minutes(*wait))
}
