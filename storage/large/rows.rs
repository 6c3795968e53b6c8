//! Contacts, tickets, their times and their messages, many rows a statement.

use chrono::{DateTime, Duration, Utc};
use sqlx::QueryBuilder;
use uuid::Uuid;

use super::{Made, Size, texts::Dice};
use crate::{
    Db, Result,
    contacts::fold,
    model::{ContactId, QueueId, TicketId, UserId, ticket::TicketStatus},
    on,
};

/// Rows of one statement: `SQLite` takes 32,766 values.
const ROWS: usize = 1_000;
/// The oldest ticket.
const AGE: Duration = Duration::days(365);

/// A ticket that messages belong to.
#[derive(Debug, Clone)]
struct Talk {
    id: TicketId,
    contact: ContactId,
    at: DateTime<Utc>,
}

/// Everything but people and settings.
pub(super) async fn insert(db: &Db, made: &Made, size: Size) -> Result<()> {
    let contacts = insert_contacts(db, made, size.contacts).await?;
    let talks = insert_tickets(db, made, size, &contacts).await?;
    insert_messages(db, made, size, &talks).await
}

async fn insert_contacts(db: &Db, made: &Made, count: i64) -> Result<Vec<ContactId>> {
    let mut dice = made.dice(1);
    let numbers: Vec<i64> = (0..count).collect();
    for some in numbers.chunks(ROWS) {
        let rows: Vec<(String, String)> = some
            .iter()
            .map(|number| (dice.name(), format!("55119{:08}", 10_000_000 + number)))
            .collect();
        db.write(async |conn| -> Result<()> {
            on!(conn, |c| {
                let mut query = QueryBuilder::<Driver>::new(
                    "INSERT INTO contacts (company_id, name, number, extra_info, search, created_at, updated_at) ",
                );
                query.push_values(&rows, |mut row, (name, number)| {
                    row.push_bind(made.company)
                        .push_bind(name.clone())
                        .push_bind(number.clone())
                        .push_bind(sqlx::types::Json(serde_json::json!([])))
                        .push_bind(fold(&format!("{name} {number} ")))
                        .push_bind(made.now - AGE)
                        .push_bind(made.now - AGE);
                });
                query.build().execute(c).await.map(drop)
            })?;
            Ok(())
        })
        .await?;
    }
    Ok(on!(&mut db.read().await?.conn(), |c| sqlx::query_scalar(
        "SELECT id FROM contacts WHERE company_id = $1 ORDER BY id"
    )
    .bind(made.company)
    .fetch_all(c)
    .await)?)
}

/// How a ticket stands, by its place from the end; each contact has at most one that runs.
fn status_of(from_end: i64, contacts: i64) -> TicketStatus {
    match from_end {
        _ if from_end >= contacts => TicketStatus::Closed,
        _ if from_end % 100 == 0 => TicketStatus::Pending,
        _ if from_end % 10 == 1 => TicketStatus::Open,
        _ => TicketStatus::Closed,
    }
}

/// A ticket to be.
struct NewRow {
    uuid: Uuid,
    status: TicketStatus,
    contact: Option<ContactId>,
    user: Option<UserId>,
    queue: Option<QueueId>,
    at: DateTime<Utc>,
    text: String,
}

/// The ticket of a number, counted from the oldest.
fn ticket(made: &Made, size: Size, contacts: &[ContactId], dice: &mut Dice, number: i32) -> NewRow {
    let status = status_of(size.tickets - 1 - i64::from(number), size.contacts);
    let step = AGE / i32::try_from(size.tickets.max(1)).unwrap_or(i32::MAX);
    let place = usize::try_from(number).unwrap_or(0) % contacts.len().max(1);
    let user = dice.one(&made.users);
    NewRow {
        uuid: dice.uuid(),
        status,
        contact: contacts.get(place).copied(),
        user: user.filter(|_| status != TicketStatus::Pending),
        queue: dice.one(&made.queues),
        at: made.now - AGE + step * number,
        text: dice.sentence(),
    }
}

async fn insert_tickets(
    db: &Db,
    made: &Made,
    size: Size,
    contacts: &[ContactId],
) -> Result<Vec<Talk>> {
    let mut dice = made.dice(2);
    let numbers: Vec<i32> = (0..i32::try_from(size.tickets).unwrap_or(i32::MAX)).collect();
    for some in numbers.chunks(ROWS) {
        let rows = some.iter();
        let rows: Vec<NewRow> = rows
            .map(|number| ticket(made, size, contacts, &mut dice, *number))
            .collect();
        db.write(async |conn| -> Result<()> {
            on!(&mut *conn, |c| {
                let mut query = QueryBuilder::<Driver>::new(
                    "INSERT INTO tickets (company_id, uuid, status, contact_id, user_id, queue_id, connection_id,
                       unread_messages, last_message, last_message_at, closed_at, created_at, updated_at) ",
                );
                query.push_values(&rows, |mut row, new| {
                    row.push_bind(made.company)
                        .push_bind(new.uuid)
                        .push_bind(new.status)
                        .push_bind(new.contact)
                        .push_bind(new.user)
                        .push_bind(new.queue)
                        .push_bind(made.connection)
                        .push_bind(i64::from(new.status == TicketStatus::Pending))
                        .push_bind(new.text.clone())
                        .push_bind(new.at)
                        .push_bind((new.status == TicketStatus::Closed).then_some(new.at))
                        .push_bind(new.at)
                        .push_bind(new.at);
                });
                query.build().execute(c).await.map(drop)
            })?;
            Ok(())
        })
        .await?;
    }
    insert_times(db, made).await?;
    list_talks(db, made).await
}

async fn list_talks(db: &Db, made: &Made) -> Result<Vec<Talk>> {
    let found: Vec<(TicketId, ContactId, DateTime<Utc>)> =
        on!(&mut db.read().await?.conn(), |c| sqlx::query_as(
            "SELECT id, contact_id, created_at FROM tickets WHERE company_id = $1 ORDER BY id"
        )
        .bind(made.company)
        .fetch_all(c)
        .await)?;
    let talks = found.into_iter();
    Ok(talks
        .map(|(id, contact, at)| Talk { id, contact, at })
        .collect())
}

/// The episode of each ticket.
async fn insert_times(db: &Db, made: &Made) -> Result<()> {
    db.write(async |conn| -> Result<()> {
        on!(conn, |c| sqlx::query(
            "INSERT INTO ticket_tracking (company_id, ticket_id, connection_id, queue_id, user_id, queued_at,
               started_at, closed_at, finished_at, created_at)
             SELECT company_id, id, connection_id, queue_id, user_id, created_at,
               CASE WHEN user_id IS NULL THEN NULL ELSE created_at END, closed_at, closed_at, created_at
             FROM tickets WHERE company_id = $1"
        )
        .bind(made.company)
        .execute(c)
        .await
        .map(drop))?;
        Ok(())
    })
    .await
}

/// Messages in the order of their times. One in a hundred is the first customer's, so that there is a long conversation.
async fn insert_messages(db: &Db, made: &Made, size: Size, talks: &[Talk]) -> Result<()> {
    let mut dice = made.dice(3);
    let Some(first) = talks.first() else {
        return Ok(());
    };
    let numbers: Vec<i64> = (0..size.messages).collect();
    let tickets = i64::try_from(talks.len()).unwrap_or(1);
    for some in numbers.chunks(ROWS) {
        let rows: Vec<_> = some
            .iter()
            .map(|number| {
                // neighbours in time talk at the same time
                let place = (number * tickets / size.messages + dice.below(50)).min(tickets - 1);
                let talk = if number % 100 == 0 {
                    first
                } else {
                    talks
                        .get(usize::try_from(place).unwrap_or(0))
                        .unwrap_or(first)
                };
                (
                    dice.uuid(),
                    talk.clone(),
                    dice.sentence(),
                    dice.below(2) == 0,
                )
            })
            .collect();
        db.write(async |conn| -> Result<()> {
            on!(conn, |c| {
                let mut query = QueryBuilder::<Driver>::new(
                    "INSERT INTO messages (company_id, uuid, ticket_id, contact_id, connection_id, provider_id, body,
                       search, from_me, read, ack, sent_at, created_at, updated_at) ",
                );
                query.push_values(&rows, |mut row, (uuid, talk, text, from_me)| {
                    row.push_bind(made.company)
                        .push_bind(*uuid)
                        .push_bind(talk.id)
                        .push_bind(talk.contact)
                        .push_bind(made.connection)
                        .push_bind(uuid.simple().to_string())
                        .push_bind(text.clone())
                        .push_bind(fold(text))
                        .push_bind(*from_me)
                        .push_bind(true)
                        .push_bind(3_i64)
                        .push_bind(talk.at)
                        .push_bind(talk.at)
                        .push_bind(talk.at);
                });
                query.build().execute(c).await.map(drop)
            })?;
            Ok(())
        })
        .await?;
    }
    Ok(())
}
