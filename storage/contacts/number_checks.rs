//! Which numbers are on `WhatsApp`, as a paired number was told, remembered for some time: each question is one more that
//! `WhatsApp` may take amiss.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::QueryBuilder;

use crate::{
    AT_ONCE, Conn, Result,
    model::{CompanyId, ConnectionId, connection::ConnectionStatus},
    on,
};

/// How long an answer is believed.
pub const BELIEVED_FOR: TimeDelta = TimeDelta::days(30);

/// What is remembered of these numbers: the digits of each on `WhatsApp`, or that it is not there.
///
/// # Errors
/// `Database`.
pub async fn known(
    conn: &mut Conn<'_>,
    company: CompanyId,
    numbers: &[String],
    now: DateTime<Utc>,
) -> Result<HashMap<String, Option<String>>> {
    let mut known = HashMap::new();
    for some in numbers.chunks(AT_ONCE) {
        let rows: Vec<(String, Option<String>)> = on!(&mut *conn, |c| {
            let mut query = QueryBuilder::<Driver>::new(
                "SELECT number, canonical FROM number_checks WHERE company_id = ",
            );
            query.push_bind(company).push(" AND checked_at > ");
            query.push_bind(now - BELIEVED_FOR).push(" AND number IN (");
            let mut list = query.separated(", ");
            for number in some {
                list.push_bind(number.clone());
            }
            query.push(")");
            // another text for every number of numbers: not worth keeping
            query.build_query_as().persistent(false).fetch_all(c).await
        })?;
        known.extend(rows);
    }
    Ok(known)
}

/// Remembers answers, and forgets those that are too old to be believed.
///
/// # Errors
/// `Database`.
pub async fn remember(
    conn: &mut Conn<'_>,
    company: CompanyId,
    answers: &[(String, Option<String>)],
    now: DateTime<Utc>,
) -> Result<()> {
    for (number, canonical) in answers {
        on!(&mut *conn, |c| {
            sqlx::query(
            "INSERT INTO number_checks (company_id, number, canonical, checked_at) VALUES ($1, $2, $3, $4)
             ON CONFLICT (company_id, number) DO UPDATE SET
               canonical = excluded.canonical, checked_at = excluded.checked_at"
        )
        .bind(company)
        .bind(number)
        .bind(canonical.as_deref())
        .bind(now)
        .execute(c)
        .await
        .map(drop)
        })?;
    }
    on!(conn, |c| sqlx::query(
        "DELETE FROM number_checks WHERE company_id = $1 AND checked_at <= $2"
    )
    .bind(company)
    .bind(now - BELIEVED_FOR)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

/// Forgets what was said of a number, in both of its forms.
///
/// # Errors
/// `Database`.
pub(super) async fn forget(
    conn: &mut Conn<'_>,
    company: CompanyId,
    (number, other): (&str, Option<&str>),
) -> Result<()> {
    on!(conn, |c| {
        sqlx::query(
        "DELETE FROM number_checks WHERE company_id = $1 AND (number IN ($2, $3) OR canonical IN ($2, $3))"
    )
    .bind(company)
    .bind(number)
    .bind(other)
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(())
}

/// The number of the company that may be asked, the default one first: a paired one that is connected.
///
/// # Errors
/// `Database`.
pub async fn find_asker(conn: &mut Conn<'_>, company: CompanyId) -> Result<Option<ConnectionId>> {
    Ok(on!(conn, |c| sqlx::query_scalar(
        "SELECT id FROM connections
         WHERE company_id = $1 AND provider = 'beta' AND status = $2 AND deleted_at IS NULL
         ORDER BY is_default DESC, id LIMIT 1"
    )
    .bind(company)
    .bind(ConnectionStatus::Connected)
    .fetch_optional(c)
    .await)?)
}
