//! Who stands in a list. A number stands once, in whichever Brazilian form.

use chrono::{DateTime, Utc};

use super::found;
use crate::{
    Conn, Result, StorageError,
    contacts::{containing, fold, one_form, search::search_text},
    model::{
        CompanyId, ContactListId, ContactListItemId, ErrorCode,
        contact_list::ContactListItem,
        page::{Page, Rows},
    },
    on,
};

/// People of one page (rule B0).
pub const PAGE_SIZE: i64 = 20;

/// What people write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemForm {
    /// Name.
    pub name: String,
    /// Digits of the phone number, or nothing.
    pub number: String,
    /// E-mail, or nothing.
    pub email: String,
}

impl ItemForm {
    /// The form of the number that stands for both Brazilian ones; `None` without a number.
    pub(super) fn key(&self) -> Option<String> {
        (!self.number.is_empty()).then(|| one_form(&self.number))
    }

    pub(super) fn search(&self) -> String {
        search_text(&self.name, &self.number, &self.email)
    }
}

#[derive(sqlx::FromRow)]
pub(super) struct Row {
    id: ContactListItemId,
    company_id: CompanyId,
    contact_list_id: ContactListId,
    name: String,
    number: String,
    email: String,
    is_whatsapp_valid: Option<bool>,
    checked_at: Option<DateTime<Utc>>,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

macro_rules! item_columns {
    () => {
        "id, company_id, contact_list_id, name, number, email, is_whatsapp_valid, checked_at, created_at, updated_at"
    };
}
pub(super) use item_columns;

/// A page of a list by name. A search text meets any part of name, number and e-mail.
///
/// # Errors
/// `Database`.
pub async fn list(
    conn: &mut Conn<'_>,
    company: CompanyId,
    list: ContactListId,
    search: &str,
    page: Page,
) -> Result<Rows<ContactListItem>> {
    let pattern = containing(&fold(search));
    let count: i64 = on!(&mut *conn, |c| sqlx::query_scalar(
        r"SELECT COUNT(*) FROM contact_list_items
          WHERE company_id = $1 AND contact_list_id = $2 AND search LIKE $3 ESCAPE '\'"
    )
    .bind(company)
    .bind(list)
    .bind(&pattern)
    .fetch_one(c)
    .await)?;
    let rows: Vec<Row> = on!(conn, |c| sqlx::query_as(concat!(
        "SELECT ",
        item_columns!(),
        r" FROM contact_list_items
           WHERE company_id = $1 AND contact_list_id = $2 AND search LIKE $3 ESCAPE '\'
           ORDER BY search, id LIMIT $4 OFFSET $5"
    ))
    .bind(company)
    .bind(list)
    .bind(&pattern)
    .bind(page.size)
    .bind(page.offset())
    .fetch_all(c)
    .await)?;
    let items = rows.into_iter().map(ContactListItem::from).collect();
    Ok(Rows::new(items, count, page))
}

/// The next people of a list behind `after`, by number: to read all of them in pieces.
///
/// # Errors
/// `Database`.
pub async fn list_after(
    conn: &mut Conn<'_>,
    company: CompanyId,
    list: ContactListId,
    after: ContactListItemId,
    limit: i64,
) -> Result<Vec<ContactListItem>> {
    let rows: Vec<Row> = on!(conn, |c| {
        sqlx::query_as(concat!(
        "SELECT ",
        item_columns!(),
        " FROM contact_list_items WHERE company_id = $1 AND contact_list_id = $2 AND id > $3 ORDER BY id LIMIT $4"
    ))
    .bind(company)
    .bind(list)
    .bind(after)
    .bind(limit)
    .fetch_all(c)
    .await
    })?;
    Ok(rows.into_iter().map(ContactListItem::from).collect())
}

/// Somebody in a list.
///
/// # Errors
/// `Refused(NoContactListItemFound)`.
pub async fn get(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ContactListItemId,
) -> Result<ContactListItem> {
    let row: Option<Row> = on!(conn, |c| sqlx::query_as(concat!(
        "SELECT ",
        item_columns!(),
        " FROM contact_list_items WHERE company_id = $1 AND id = $2"
    ))
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    row.map(ContactListItem::from)
        .ok_or_else(|| ErrorCode::NoContactListItemFound.into())
}

/// Adds somebody to a list. His number is asked for on `WhatsApp` afterwards.
///
/// # Errors
/// `Refused(NoContactListFound)`; `Refused(DuplicatedListItem)` when the number stands in the list, in either Brazilian form.
pub async fn insert(
    conn: &mut Conn<'_>,
    company: CompanyId,
    list: ContactListId,
    form: &ItemForm,
    now: DateTime<Utc>,
) -> Result<ContactListItem> {
    super::get(conn, company, list).await?;
    let row: Option<Row> = on!(conn, |c| sqlx::query_as(concat!(
        "INSERT INTO contact_list_items
           (company_id, contact_list_id, name, number, number_key, email, search, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)
         ON CONFLICT (company_id, contact_list_id, number_key) DO NOTHING RETURNING ",
        item_columns!()
    ))
    .bind(company)
    .bind(list)
    .bind(&form.name)
    .bind(&form.number)
    .bind(form.key())
    .bind(&form.email)
    .bind(form.search())
    .bind(now)
    .fetch_optional(c)
    .await)
    .map_err(list_gone)?;
    row.map(ContactListItem::from)
        .ok_or_else(|| ErrorCode::DuplicatedListItem.into())
}

/// Writes what people may change. Another number is asked for on `WhatsApp` anew.
///
/// # Errors
/// `Refused(NoContactListItemFound)`, `Refused(DuplicatedListItem)`.
pub async fn update(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ContactListItemId,
    form: &ItemForm,
    now: DateTime<Utc>,
) -> Result<ContactListItem> {
    let row: Option<Row> = on!(conn, |c| sqlx::query_as(concat!(
        "UPDATE contact_list_items SET name = $3, email = $6, search = $7, updated_at = $8,
           is_whatsapp_valid = CASE WHEN COALESCE(number_key, '') = COALESCE($5, '') THEN is_whatsapp_valid END,
           checked_at = CASE WHEN COALESCE(number_key, '') = COALESCE($5, '') THEN checked_at END,
           check_due_at = CASE WHEN COALESCE(number_key, '') = COALESCE($5, '') THEN check_due_at END,
           check_tries = CASE WHEN COALESCE(number_key, '') = COALESCE($5, '') THEN check_tries ELSE 0 END,
           number = $4, number_key = $5
         WHERE company_id = $1 AND id = $2 RETURNING ",
        item_columns!()
    ))
    .bind(company)
    .bind(id)
    .bind(&form.name)
    .bind(&form.number)
    .bind(form.key())
    .bind(&form.email)
    .bind(form.search())
    .bind(now)
    .fetch_optional(c)
    .await)
    .map_err(duplicated)?;
    row.map(ContactListItem::from)
        .ok_or_else(|| ErrorCode::NoContactListItemFound.into())
}

/// Takes somebody out of a list.
///
/// # Errors
/// `Refused(NoContactListItemFound)`.
pub async fn delete(conn: &mut Conn<'_>, company: CompanyId, id: ContactListItemId) -> Result<()> {
    let gone = on!(conn, |c| sqlx::query(
        "DELETE FROM contact_list_items WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    found(gone, ErrorCode::NoContactListItemFound)
}

/// Takes a number, in either Brazilian form, out of every list. Answers the lists in which it stood.
///
/// # Errors
/// `Database`.
pub async fn forget_number(
    conn: &mut Conn<'_>,
    company: CompanyId,
    number: &str,
) -> Result<Vec<ContactListId>> {
    Ok(on!(conn, |c| {
        sqlx::query_scalar(
        "DELETE FROM contact_list_items WHERE company_id = $1 AND number_key = $2 RETURNING contact_list_id"
    )
    .bind(company)
    .bind(one_form(number))
    .fetch_all(c)
    .await
    })?)
}

fn duplicated(error: sqlx::Error) -> StorageError {
    match StorageError::from(error) {
        StorageError::Taken(_) => ErrorCode::DuplicatedListItem.into(),
        other => other,
    }
}

/// The list was deleted between the look and the row.
pub(super) fn list_gone(error: sqlx::Error) -> StorageError {
    match &error {
        sqlx::Error::Database(db) if db.is_foreign_key_violation() => {
            ErrorCode::NoContactListFound.into()
        }
        _ => error.into(),
    }
}

impl From<Row> for ContactListItem {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            name: row.name,
            number: row.number,
            email: row.email,
            is_whatsapp_valid: row.is_whatsapp_valid,
            checked_at: row.checked_at,
            contact_list_id: row.contact_list_id,
            company_id: row.company_id,
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}
