//! Notes on tickets: what the team writes down, newest first.

use chrono::{DateTime, Utc};
use sqlx::QueryBuilder;

use crate::{
    Conn, Result,
    core::ids::push_ids,
    model::{
        CompanyId, ContactId, ErrorCode, TicketId, TicketNoteId, UserId,
        note::{NoteUser, TicketNote},
    },
    on,
    tickets::ViewerScope,
};

/// Most notes that a list shows.
const NOTES_LISTED_MAX: i64 = 500;

macro_rules! select_notes {
    () => {
        "SELECT n.id, n.note, n.ticket_id, t.contact_id, n.user_id, n.created_at,
           u.name AS user_name, u.email AS user_email
         FROM ticket_notes n
         JOIN tickets t ON t.company_id = n.company_id AND t.id = n.ticket_id
         LEFT JOIN users u ON u.company_id = n.company_id AND u.id = n.user_id
         WHERE n.company_id = "
    };
}

#[derive(sqlx::FromRow)]
struct Row {
    id: TicketNoteId,
    note: String,
    ticket_id: TicketId,
    contact_id: ContactId,
    user_id: UserId,
    created_at: DateTime<Utc>,
    user_name: Option<String>,
    user_email: Option<String>,
}

/// Which notes a list shows. Everything given must hold.
#[derive(Debug, Clone, Default)]
pub struct NoteFilter {
    /// Of this ticket.
    pub ticket: Option<TicketId>,
    /// Of this contact's tickets.
    pub contact: Option<ContactId>,
    /// Who looks; `None` sees every ticket. A conversation shows episodes without a queue to everybody, and so their
    /// notes.
    pub scope: Option<ViewerScope>,
}

/// Notes, newest first; at most 500.
///
/// # Errors
/// `Database`.
pub async fn list(
    conn: &mut Conn<'_>,
    company: CompanyId,
    filter: &NoteFilter,
) -> Result<Vec<TicketNote>> {
    let rows: Vec<Row> = on!(conn, |c| {
        let mut query = QueryBuilder::<Driver>::new(select_notes!());
        query.push_bind(company);
        if let Some(ticket) = filter.ticket {
            query.push(" AND n.ticket_id = ").push_bind(ticket);
        }
        if let Some(contact) = filter.contact {
            query.push(" AND t.contact_id = ").push_bind(contact);
        }
        if let Some(scope) = &filter.scope {
            query.push(" AND (t.queue_id IS NULL");
            push_ids(
                &mut query,
                " OR t.queue_id IN (",
                scope.queues.iter().map(|id| id.0),
            );
            query.push(")");
        }
        query
            .push(" ORDER BY n.id DESC LIMIT ")
            .push_bind(NOTES_LISTED_MAX);
        query.build_query_as().fetch_all(c).await
    })?;
    Ok(rows.into_iter().map(TicketNote::from).collect())
}

/// A note.
///
/// # Errors
/// `Refused(NoNoteFound)` when the company has none of this id.
pub async fn get(conn: &mut Conn<'_>, company: CompanyId, id: TicketNoteId) -> Result<TicketNote> {
    let row: Option<Row> = on!(conn, |c| sqlx::query_as(concat!(
        select_notes!(),
        "$1 AND n.id = $2"
    ))
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    row.map(TicketNote::from)
        .ok_or_else(|| ErrorCode::NoNoteFound.into())
}

/// Adds a note to a ticket.
///
/// # Errors
/// `Database` when the ticket is not the company's.
pub async fn insert(
    conn: &mut Conn<'_>,
    company: CompanyId,
    ticket: TicketId,
    author: UserId,
    note: &str,
    now: DateTime<Utc>,
) -> Result<TicketNote> {
    let id: TicketNoteId = on!(&mut *conn, |c| sqlx::query_scalar(
        "INSERT INTO ticket_notes (company_id, ticket_id, user_id, note, created_at)
         VALUES ($1, $2, $3, $4, $5) RETURNING id"
    )
    .bind(company)
    .bind(ticket)
    .bind(author)
    .bind(note)
    .bind(now)
    .fetch_one(c)
    .await)?;
    get(conn, company, id).await
}

/// Deletes a note.
///
/// # Errors
/// `Refused(NoNoteFound)`.
pub async fn delete(conn: &mut Conn<'_>, company: CompanyId, id: TicketNoteId) -> Result<()> {
    let deleted = on!(conn, |c| sqlx::query(
        "DELETE FROM ticket_notes WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    if deleted == 1 {
        Ok(())
    } else {
        Err(ErrorCode::NoNoteFound.into())
    }
}

impl From<Row> for TicketNote {
    fn from(row: Row) -> Self {
        let user = match (row.user_name, row.user_email) {
            (Some(name), Some(email)) => Some(NoteUser {
                id: row.user_id,
                name,
                email,
            }),
            _ => None,
        };
        Self {
            id: row.id,
            note: row.note,
            ticket_id: row.ticket_id,
            contact_id: row.contact_id,
            user_id: row.user_id,
            user,
            created_at: row.created_at,
        }
    }
}
