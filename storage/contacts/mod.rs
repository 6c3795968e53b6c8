//! Contacts: the customers of a company, found by number or by folded text, and when each last wrote to a connection.

macro_rules! columns {
    () => {
        "id, name, number, email, profile_pic_url, is_group, blocked, username,
           marketing_opt_out, extra_info, created_at, updated_at"
    };
}

#[macro_use]
mod asked;
mod changed;
mod import;
mod lines;
mod list;
pub mod lists;
mod merge;
pub mod number_checks;
mod numbers;
mod people;
mod personal;
pub mod pictures;
pub mod profiles;
mod search;

use chrono::{DateTime, Utc};
use sqlx::types::Json;

use crate::{
    Conn, Result, StorageError, media,
    model::{
        CompanyId, ConnectionId, ContactId, ErrorCode,
        contact::{Contact, ExtraInfo},
    },
    on,
};

pub use changed::{ChangedContacts, list_changed};
pub use import::{find_or_insert, insert_unknown, list_known_numbers};
pub use lines::fill_line;
pub use list::{ContactFilter, Cursor, list, list_after, list_names};
pub(crate) use list::{Parts, looks, push_ids_of};
#[cfg(test)]
pub(crate) use merge::moved_tables;
pub use merge::{Merged, merge};
pub use numbers::one_form;
use numbers::{other_form, take_turn};
pub use people::{Joined, Moved, find_person, move_person, set_opt_out, upsert_person};
pub use personal::{erase, schedule_ids, ticket_ids};
pub(crate) use search::containing;
use search::search_text;
pub use search::{Numbers, fold, phone_digits};

/// Rows of a page of contacts (rule B0).
pub const CONTACTS_A_PAGE: i64 = 30;
/// Characters kept of the name that a customer gave himself.
const PUSH_NAME_CHARS_MAX: usize = 100;

#[derive(sqlx::FromRow)]
struct Row {
    id: ContactId,
    name: String,
    number: String,
    email: String,
    profile_pic_url: String,
    is_group: bool,
    blocked: bool,
    username: Option<String>,
    marketing_opt_out: bool,
    extra_info: Json<Vec<ExtraInfo>>,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

/// What people may write about a contact.
#[derive(Debug, Clone, PartialEq)]
pub struct ContactForm {
    /// Name.
    pub name: String,
    /// Digits of the phone number, or a group's id.
    pub number: String,
    /// E-mail, or empty.
    pub email: String,
    /// Free name and value pairs.
    pub extra_info: Vec<ExtraInfo>,
}

/// What an incoming message did to its contact.
#[derive(Debug, Clone)]
pub struct InboundContact {
    /// The contact as it is now.
    pub contact: Contact,
    /// It did not exist before.
    pub created: bool,
    /// It existed, and its name or number changed.
    pub changed: bool,
    /// The contact that turned out to be the same person, and is no more.
    pub joined: Option<Joined>,
}

/// A contact by its id.
///
/// # Errors
/// `Database`.
pub async fn find(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ContactId,
) -> Result<Option<Contact>> {
    let row: Option<Row> = on!(conn, |c| sqlx::query_as(concat!(
        "SELECT ",
        columns!(),
        " FROM contacts WHERE company_id = $1 AND id = $2"
    ))
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    Ok(row.map(Contact::from))
}

/// A contact by its id.
///
/// # Errors
/// `Refused(NoContactFound)` when the company has none of this id.
pub async fn get(conn: &mut Conn<'_>, company: CompanyId, id: ContactId) -> Result<Contact> {
    find(conn, company, id)
        .await?
        .ok_or_else(|| ErrorCode::NoContactFound.into())
}

/// Holds a contact until the transaction ends. One that is gone is not held.
///
/// # Errors
/// `Database`.
pub async fn lock(conn: &mut Conn<'_>, company: CompanyId, id: ContactId) -> Result<()> {
    on!(conn, |c| sqlx::query(concat!(
        "SELECT id FROM contacts WHERE company_id = $1 AND id = $2",
        for_update!()
    ))
    .bind(company)
    .bind(id)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

/// A contact by its number, in either Brazilian form; the exact form wins when both are stored (rule B20).
///
/// # Errors
/// `Database`.
pub async fn find_by_number(
    conn: &mut Conn<'_>,
    company: CompanyId,
    number: &str,
) -> Result<Option<Contact>> {
    let other = other_form(number);
    let row: Option<Row> = on!(conn, |c| sqlx::query_as(concat!(
        "SELECT ",
        columns!(),
        " FROM contacts WHERE company_id = $1 AND number IN ($2, $3)
         ORDER BY (number = $2) DESC LIMIT 1"
    ))
    .bind(company)
    .bind(number)
    .bind(other.as_deref())
    .fetch_optional(c)
    .await)?;
    Ok(row.map(Contact::from))
}

/// Adds a contact.
///
/// # Errors
/// `Refused(DuplicatedContact)` when the company has the number, in either Brazilian form.
pub async fn insert(
    conn: &mut Conn<'_>,
    company: CompanyId,
    form: &ContactForm,
    now: DateTime<Utc>,
) -> Result<Contact> {
    take_turn(conn, company, &form.number).await?;
    if find_by_number(conn, company, &form.number).await?.is_some() {
        return Err(ErrorCode::DuplicatedContact.into());
    }
    let row = insert_row(conn, company, form, false, now).await?;
    row.map(Contact::from)
        .ok_or_else(|| ErrorCode::DuplicatedContact.into())
}

/// Writes what people may change.
///
/// # Errors
/// `Refused(NoContactFound)`, `Refused(DuplicatedContact)`.
pub async fn update(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ContactId,
    form: &ContactForm,
    now: DateTime<Utc>,
) -> Result<Contact> {
    take_turn(conn, company, &form.number).await?;
    let same_number = find_by_number(conn, company, &form.number).await?;
    if same_number.is_some_and(|other| other.id != id) {
        return Err(ErrorCode::DuplicatedContact.into());
    }
    let row: Option<Row> = on!(conn, |c| sqlx::query_as(concat!(
        "UPDATE contacts SET name = $3, number = $4, email = $5, extra_info = $6, search = $7, updated_at = $8
         WHERE company_id = $1 AND id = $2 RETURNING ", columns!()
    ))
    .bind(company)
    .bind(id)
    .bind(&form.name)
    .bind(&form.number)
    .bind(&form.email)
    .bind(Json(&form.extra_info))
    .bind(search_text(&form.name, &form.number, &form.email))
    .bind(now)
    .fetch_optional(c)
    .await)
    .map_err(duplicated)?;
    row.map(Contact::from)
        .ok_or_else(|| ErrorCode::NoContactFound.into())
}

/// Blocks a contact or lets him in again.
///
/// # Errors
/// `Refused(NoContactFound)`.
pub async fn update_blocked(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ContactId,
    blocked: bool,
    now: DateTime<Utc>,
) -> Result<Contact> {
    let row: Option<Row> = on!(conn, |c| {
        sqlx::query_as(concat!(
        "UPDATE contacts SET blocked = $3, updated_at = $4 WHERE company_id = $1 AND id = $2 RETURNING ",
        columns!()
    ))
    .bind(company)
    .bind(id)
    .bind(blocked)
    .bind(now)
    .fetch_optional(c)
    .await
    })?;
    row.map(Contact::from)
        .ok_or_else(|| ErrorCode::NoContactFound.into())
}

/// Deletes a contact that has no ticket, with its schedules, and lets go of their files.
///
/// # Errors
/// `Refused(NoContactFound)`; `Refused(ContactInUse)` when it has tickets: they and their messages name it.
pub async fn delete(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ContactId,
    now: DateTime<Utc>,
) -> Result<()> {
    get(conn, company, id).await?;
    let files = media::of_contact(conn, company, id).await?;
    let has_tickets: bool = on!(conn, |c| sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM tickets WHERE company_id = $1 AND contact_id = $2)"
    )
    .bind(company)
    .bind(id)
    .fetch_one(c)
    .await)?;
    if has_tickets {
        return Err(ErrorCode::ContactInUse.into());
    }
    let deleted = on!(&mut *conn, |c| sqlx::query(
        "DELETE FROM contacts WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))
    .map_err(in_use)?;
    if deleted != 1 {
        return Err(ErrorCode::NoContactFound.into());
    }
    media::release(conn, company, &files, now).await?;
    Ok(())
}

/// The contact that a message came from, made when it is new. Its name is the number until the customer's own name is
/// known; a name that people wrote stays. `number` is the form that `WhatsApp` uses and replaces the other Brazilian one.
/// Source: rule B3 step 4, B20.
///
/// # Errors
/// `Taken` when two messages made both forms of one number at once; the call may be repeated.
pub async fn upsert_inbound(
    conn: &mut Conn<'_>,
    company: CompanyId,
    number: &str,
    push_name: Option<&str>,
    is_group: bool,
    now: DateTime<Utc>,
) -> Result<InboundContact> {
    let push_name = push_name.and_then(clean_name);
    let form = ContactForm {
        name: push_name.clone().unwrap_or_else(|| number.to_owned()),
        number: number.to_owned(),
        email: String::new(),
        extra_info: Vec::new(),
    };
    let mut known = find_by_number(conn, company, number).await?;
    if known.is_none() {
        take_turn(conn, company, number).await?;
        known = find_by_number(conn, company, number).await?;
    }
    if known.is_none() {
        if let Some(row) = insert_row(conn, company, &form, is_group, now).await? {
            return Ok(InboundContact {
                contact: row.into(),
                created: true,
                changed: false,
                joined: None,
            });
        }
        known = find_by_number(conn, company, number).await?;
    }
    let contact = known.ok_or(ErrorCode::NoContactFound)?;
    let unnamed = contact.name == contact.number;
    let name = if unnamed && (push_name.is_some() || contact.number != form.number) {
        form.name
    } else {
        contact.name.clone()
    };
    if name == contact.name && form.number == contact.number {
        return Ok(InboundContact {
            contact,
            created: false,
            changed: false,
            joined: None,
        });
    }
    let form = ContactForm {
        name,
        number: form.number,
        email: contact.email,
        extra_info: contact.extra_info,
    };
    let contact = update(conn, company, contact.id, &form, now).await?;
    Ok(InboundContact {
        contact,
        created: false,
        changed: true,
        joined: None,
    })
}

/// Remembers that the customer wrote to the connection at `at`; an older time changes nothing.
///
/// # Errors
/// `Database` when contact or connection are not the company's.
pub async fn touch_window(
    conn: &mut Conn<'_>,
    company: CompanyId,
    contact: ContactId,
    connection: ConnectionId,
    at: DateTime<Utc>,
) -> Result<()> {
    on!(conn, |c| {
        sqlx::query(
        "INSERT INTO contact_windows (company_id, contact_id, connection_id, last_customer_message_at)
         VALUES ($1, $2, $3, $4)
         ON CONFLICT (company_id, contact_id, connection_id)
         DO UPDATE SET last_customer_message_at = excluded.last_customer_message_at
         WHERE contact_windows.last_customer_message_at < excluded.last_customer_message_at"
    )
    .bind(company)
    .bind(contact)
    .bind(connection)
    .bind(at)
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(())
}

/// When the customer last wrote to the connection, if ever.
///
/// # Errors
/// `Database`.
pub async fn window(
    conn: &mut Conn<'_>,
    company: CompanyId,
    contact: ContactId,
    connection: ConnectionId,
) -> Result<Option<DateTime<Utc>>> {
    Ok(on!(conn, |c| sqlx::query_scalar(
        "SELECT last_customer_message_at FROM contact_windows
         WHERE company_id = $1 AND contact_id = $2 AND connection_id = $3"
    )
    .bind(company)
    .bind(contact)
    .bind(connection)
    .fetch_optional(c)
    .await)?)
}

/// `None` when another row has the number.
async fn insert_row(
    conn: &mut Conn<'_>,
    company: CompanyId,
    form: &ContactForm,
    is_group: bool,
    now: DateTime<Utc>,
) -> Result<Option<Row>> {
    Ok(on!(conn, |c| sqlx::query_as(concat!(
        "INSERT INTO contacts
           (company_id, name, number, email, is_group, extra_info, search, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)
         ON CONFLICT (company_id, number) DO NOTHING RETURNING ",
        columns!()
    ))
    .bind(company)
    .bind(&form.name)
    .bind(&form.number)
    .bind(&form.email)
    .bind(is_group)
    .bind(Json(&form.extra_info))
    .bind(search_text(&form.name, &form.number, &form.email))
    .bind(now)
    .fetch_optional(c)
    .await)?)
}

fn duplicated(error: sqlx::Error) -> StorageError {
    match StorageError::from(error) {
        StorageError::Taken(_) => ErrorCode::DuplicatedContact.into(),
        other => other,
    }
}

/// A ticket came between the look and the deletion.
fn in_use(error: sqlx::Error) -> StorageError {
    match &error {
        sqlx::Error::Database(db) if db.is_foreign_key_violation() => {
            ErrorCode::ContactInUse.into()
        }
        _ => error.into(),
    }
}

/// A customer's own name in one line; `None` when nothing is left of it.
fn clean_name(name: &str) -> Option<String> {
    let line: String = name
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let kept: String = line.trim().chars().take(PUSH_NAME_CHARS_MAX).collect();
    let kept = kept.trim_end();
    (!kept.is_empty()).then(|| kept.to_owned())
}

impl From<Row> for Contact {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            name: row.name,
            number: row.number,
            email: row.email,
            url_picture: row.profile_pic_url.clone(),
            whatsapp: None,
            profile_pic_url: row.profile_pic_url,
            is_group: row.is_group,
            blocked: row.blocked,
            username: row.username,
            marketing_opt_out: row.marketing_opt_out,
            extra_info: row.extra_info.0,
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}
