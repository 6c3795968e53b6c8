//! Lists of people to write to in bulk. Who stands in them is in `items`, what a file or a tag brings in `many`, and what
//! `WhatsApp` says of their numbers in `checks`.

pub mod checks;
pub mod items;
mod many;

use chrono::{DateTime, Utc};

pub use many::{AT_ONCE, PeopleFilter, add_filtered, insert_unknown, list_known_keys};

use super::{containing, fold};
use crate::{
    Conn, Result, StorageError,
    model::{
        CompanyId, ContactListId, ErrorCode,
        contact_list::{ContactList, ContactListChecks},
        page::{Page, Rows},
    },
    on,
};

/// Lists of one page (rule B0).
pub const PAGE_SIZE: i64 = 20;
/// Lists that are offered to choose from.
const OFFERED_MAX: i64 = 1_000;

#[derive(sqlx::FromRow)]
struct Row {
    id: ContactListId,
    name: String,
    contacts_count: i64,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

macro_rules! columns {
    () => {
        "l.id, l.name, (SELECT COUNT(*) FROM contact_list_items i
           WHERE i.company_id = l.company_id AND i.contact_list_id = l.id) AS contacts_count, l.created_at, l.updated_at"
    };
}

/// A page of a company's lists by name. A search text meets any part of a name, without case and accents.
///
/// # Errors
/// `Database`.
pub async fn list(
    conn: &mut Conn<'_>,
    company: CompanyId,
    search: &str,
    page: Page,
) -> Result<Rows<ContactList>> {
    let pattern = containing(&fold(search));
    let count: i64 = on!(&mut *conn, |c| {
        sqlx::query_scalar(
            r"SELECT COUNT(*) FROM contact_lists l WHERE l.company_id = $1 AND l.search LIKE $2 ESCAPE '\'",
        )
        .bind(company)
        .bind(&pattern)
        .fetch_one(c)
        .await
    })?;
    let rows: Vec<Row> = on!(conn, |c| sqlx::query_as(concat!(
        "SELECT ",
        columns!(),
        r" FROM contact_lists l WHERE l.company_id = $1 AND l.search LIKE $2 ESCAPE '\'
           ORDER BY l.search, l.id LIMIT $3 OFFSET $4"
    ))
    .bind(company)
    .bind(&pattern)
    .bind(page.size)
    .bind(page.offset())
    .fetch_all(c)
    .await)?;
    let lists = rows.into_iter().map(ContactList::from).collect();
    Ok(Rows::new(lists, count, page))
}

/// The company's lists by name, to choose from; the first 1,000.
///
/// # Errors
/// `Database`.
pub async fn list_offered(conn: &mut Conn<'_>, company: CompanyId) -> Result<Vec<ContactList>> {
    let page = Page::new(None, OFFERED_MAX);
    Ok(list(conn, company, "", page).await?.rows)
}

/// A list by its number.
///
/// # Errors
/// `Refused(NoContactListFound)`.
pub async fn get(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ContactListId,
) -> Result<ContactList> {
    let row: Option<Row> = on!(conn, |c| sqlx::query_as(concat!(
        "SELECT ",
        columns!(),
        " FROM contact_lists l WHERE l.company_id = $1 AND l.id = $2"
    ))
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    row.map(ContactList::from)
        .ok_or_else(|| ErrorCode::NoContactListFound.into())
}

/// How many of a list's numbers are on `WhatsApp`, are not, and are still to be asked for.
///
/// # Errors
/// `Database`.
pub async fn count_checks(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ContactListId,
) -> Result<ContactListChecks> {
    let (valid, invalid, waiting): (i64, i64, i64) = on!(conn, |c| sqlx::query_as(
        "SELECT COUNT(CASE WHEN is_whatsapp_valid THEN 1 END),
                COUNT(CASE WHEN NOT is_whatsapp_valid THEN 1 END),
                COUNT(CASE WHEN checked_at IS NULL AND number_key IS NOT NULL THEN 1 END)
         FROM contact_list_items WHERE company_id = $1 AND contact_list_id = $2"
    )
    .bind(company)
    .bind(id)
    .fetch_one(c)
    .await)?;
    Ok(ContactListChecks {
        valid,
        invalid,
        waiting,
    })
}

/// Adds an empty list.
///
/// # Errors
/// `Database`.
pub async fn insert(
    conn: &mut Conn<'_>,
    company: CompanyId,
    name: &str,
    now: DateTime<Utc>,
) -> Result<ContactListId> {
    Ok(on!(conn, |c| sqlx::query_scalar(
        "INSERT INTO contact_lists (company_id, name, search, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $4) RETURNING id"
    )
    .bind(company)
    .bind(name)
    .bind(fold(name))
    .bind(now)
    .fetch_one(c)
    .await)?)
}

/// Gives a list another name.
///
/// # Errors
/// `Refused(NoContactListFound)`.
pub async fn rename(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ContactListId,
    name: &str,
    now: DateTime<Utc>,
) -> Result<()> {
    let changed = on!(conn, |c| {
        sqlx::query(
        "UPDATE contact_lists SET name = $3, search = $4, updated_at = $5 WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .bind(name)
    .bind(fold(name))
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    found(changed, ErrorCode::NoContactListFound)
}

/// Deletes a list with everybody in it. Campaigns that are over or not planned forget it.
///
/// # Errors
/// `Refused(NoContactListFound)`; `Refused(ContactListInUse)` while a campaign that is planned or runs writes to it.
pub async fn delete(conn: &mut Conn<'_>, company: CompanyId, id: ContactListId) -> Result<()> {
    hold(conn, company, id).await?;
    let is_used: bool = on!(&mut *conn, |c| sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM campaigns WHERE company_id = $1 AND contact_list_id = $2
           AND status IN ('PROGRAMADA', 'EM_ANDAMENTO'))"
    )
    .bind(company)
    .bind(id)
    .fetch_one(c)
    .await)?;
    if is_used {
        return Err(ErrorCode::ContactListInUse.into());
    }
    for sql in [
        "UPDATE campaigns SET contact_list_id = NULL WHERE company_id = $1 AND contact_list_id = $2",
        "DELETE FROM contact_list_items WHERE company_id = $1 AND contact_list_id = $2",
        "DELETE FROM contact_lists WHERE company_id = $1 AND id = $2",
    ] {
        on!(&mut *conn, |c| sqlx::query(sql)
            .bind(company)
            .bind(id)
            .execute(c)
            .await
            .map(drop))
        .map_err(in_use)?;
    }
    Ok(())
}

/// Keeps others off a list until the end of the transaction.
async fn hold(conn: &mut Conn<'_>, company: CompanyId, id: ContactListId) -> Result<()> {
    let held: Option<ContactListId> = on!(conn, |c| sqlx::query_scalar(concat!(
        "SELECT id FROM contact_lists WHERE company_id = $1 AND id = $2",
        for_removal!()
    ))
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    held.map(drop)
        .ok_or_else(|| ErrorCode::NoContactListFound.into())
}

/// A campaign took the list between the look and the deletion.
fn in_use(error: sqlx::Error) -> StorageError {
    match &error {
        sqlx::Error::Database(db) if db.is_foreign_key_violation() => {
            ErrorCode::ContactListInUse.into()
        }
        _ => error.into(),
    }
}

fn found(rows: u64, missing: ErrorCode) -> Result<()> {
    if rows == 0 {
        Err(missing.into())
    } else {
        Ok(())
    }
}

impl From<Row> for ContactList {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            name: row.name,
            contacts_count: row.contacts_count,
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}
