//! Numbers that nothing in bulk writes to any more, each in the form that stands for both Brazilian ones.

use chrono::{DateTime, Utc};

use crate::{
    Conn, Result,
    contacts::{containing, one_form},
    model::{
        CompanyId, ErrorCode,
        campaign::DoNotContact,
        page::{Page, Rows},
    },
    on,
};

/// Numbers of one page.
pub const PAGE_SIZE: i64 = 50;
/// The reason of a number whose owner has said so.
pub const OPT_OUT: &str = "optOut";
/// The reason of a number that somebody of the company has added.
pub const PERSON: &str = "person";

/// A page of the numbers, the newest first.
///
/// # Errors
/// `Database`.
pub async fn list(
    conn: &mut Conn<'_>,
    company: CompanyId,
    search: &str,
    page: Page,
) -> Result<Rows<DoNotContact>> {
    let digits: String = search.chars().filter(char::is_ascii_digit).collect();
    let pattern = containing(if digits.is_empty() { search } else { &digits });
    let count: i64 = on!(&mut *conn, |c| {
        sqlx::query_scalar(
        r"SELECT COUNT(*) FROM do_not_contact WHERE company_id = $1 AND number_key LIKE $2 ESCAPE '\'"
    )
    .bind(company)
    .bind(&pattern)
    .fetch_one(c)
    .await
    })?;
    let rows: Vec<DoNotContact> = on!(conn, |c| {
        sqlx::query_as(
        r"SELECT id, number_key AS number, reason, created_at FROM do_not_contact
          WHERE company_id = $1 AND number_key LIKE $2 ESCAPE '\' ORDER BY id DESC LIMIT $3 OFFSET $4"
    )
    .bind(company)
    .bind(&pattern)
    .bind(page.size)
    .bind(page.offset())
    .fetch_all(c)
    .await
    })?;
    Ok(Rows::new(rows, count, page))
}

/// Adds a number, in whichever form; one that is there stays as it is.
///
/// # Errors
/// `Database`.
pub async fn add(
    conn: &mut Conn<'_>,
    company: CompanyId,
    (number, reason): (&str, &str),
    now: DateTime<Utc>,
) -> Result<DoNotContact> {
    let key = one_form(number);
    on!(&mut *conn, |c| {
        sqlx::query(
        "INSERT INTO do_not_contact (company_id, number_key, reason, created_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (company_id, number_key) DO NOTHING"
    )
    .bind(company)
    .bind(&key)
    .bind(reason)
    .bind(now)
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(on!(conn, |c| sqlx::query_as(
        "SELECT id, number_key AS number, reason, created_at FROM do_not_contact
         WHERE company_id = $1 AND number_key = $2"
    )
    .bind(company)
    .bind(&key)
    .fetch_one(c)
    .await)?)
}

/// Takes a number off. Answers it.
///
/// # Errors
/// `Refused(NoDoNotContactFound)`.
pub async fn remove(conn: &mut Conn<'_>, company: CompanyId, id: i64) -> Result<DoNotContact> {
    let gone: Option<DoNotContact> = on!(conn, |c| sqlx::query_as(
        "DELETE FROM do_not_contact WHERE company_id = $1 AND id = $2
         RETURNING id, number_key AS number, reason, created_at"
    )
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    gone.ok_or_else(|| ErrorCode::NoDoNotContactFound.into())
}

/// Whether a number is among them, in whichever form.
///
/// # Errors
/// `Database`.
pub async fn has(conn: &mut Conn<'_>, company: CompanyId, number: &str) -> Result<bool> {
    let found: Option<i64> = on!(conn, |c| sqlx::query_scalar(
        "SELECT id FROM do_not_contact WHERE company_id = $1 AND number_key = $2"
    )
    .bind(company)
    .bind(one_form(number))
    .fetch_optional(c)
    .await)?;
    Ok(found.is_some())
}
