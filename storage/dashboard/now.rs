//! Who waits at this moment, and who serves whom.

use std::collections::HashMap;

use crate::{
    Conn, Result,
    model::{
        CompanyId, UserId,
        dashboard::{Held, WaitingTicket},
    },
    on,
};

/// Waiting tickets that are told.
const LONGEST: i64 = 5;
/// Attendants that are told.
const ATTENDANTS_MAX: i64 = 50;
/// Customers of an attendant that are named.
const NAMES_MAX: i64 = 3;

/// Those who have waited longest, at most five; with a leader those of his queues.
///
/// # Errors
/// `Database`.
pub async fn list_waiting(
    conn: &mut Conn<'_>,
    company: CompanyId,
    leader: Option<UserId>,
) -> Result<Vec<WaitingTicket>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(
        "SELECT t.id, t.uuid, p.name, p.profile_pic_url, q.name AS queue_name, q.color AS queue_color,
           w.name AS connection_name, COALESCE(e.queued_at, t.created_at) AS since
         FROM tickets t
         JOIN contacts p ON p.company_id = t.company_id AND p.id = t.contact_id
         LEFT JOIN ticket_tracking e ON e.company_id = t.company_id AND e.ticket_id = t.id AND e.finished_at IS NULL
         LEFT JOIN queues q ON q.company_id = t.company_id AND q.id = t.queue_id
         LEFT JOIN connections w ON w.company_id = t.company_id AND w.id = t.connection_id
         WHERE t.company_id = $1 AND t.status IN ('pending', 'lead') AND ($2 IS NULL OR t.queue_id IN
           (SELECT queue_id FROM user_queues WHERE company_id = $1 AND user_id = $2))
         ORDER BY COALESCE(e.queued_at, t.created_at), t.id LIMIT $3",
    )
    .bind(company)
    .bind(leader)
    .bind(LONGEST)
    .fetch_all(c)
    .await
    })?)
}

#[derive(sqlx::FromRow)]
struct Row {
    id: UserId,
    name: String,
    online: bool,
    open: i64,
}

/// Active attendants with the tickets that they have, those with most first, at most 50; with a leader those who share a
/// queue with him, and the tickets of his queues.
///
/// # Errors
/// `Database`.
pub async fn list_held(
    conn: &mut Conn<'_>,
    company: CompanyId,
    leader: Option<UserId>,
) -> Result<Vec<Held>> {
    let rows: Vec<Row> = on!(&mut *conn, |c| {
        sqlx::query_as(
        "SELECT u.id, u.name, u.online, CAST(COALESCE(o.amount, 0) AS BIGINT) AS open
         FROM users u LEFT JOIN
           (SELECT user_id, SUM(amount) AS amount FROM ticket_counts
            WHERE company_id = $1 AND status = 'open' AND ($2 IS NULL OR queue_id IN
              (SELECT queue_id FROM user_queues WHERE company_id = $1 AND user_id = $2))
            GROUP BY user_id) o ON o.user_id = u.id
         WHERE u.company_id = $1 AND u.active AND ($2 IS NULL OR u.id IN
           (SELECT his.user_id FROM user_queues his JOIN user_queues mine
              ON mine.company_id = his.company_id AND mine.queue_id = his.queue_id AND mine.user_id = $2
            WHERE his.company_id = $1))
         ORDER BY COALESCE(o.amount, 0) DESC, u.online DESC, u.name, u.id LIMIT $3",
    )
    .bind(company)
    .bind(leader)
    .bind(ATTENDANTS_MAX)
    .fetch_all(c)
    .await
    })?;
    let mut names = list_names(conn, company, leader).await?;
    let held = rows.into_iter().map(|row| Held {
        id: row.id,
        name: row.name,
        online: row.online,
        open: row.open,
        names: names.remove(&row.id).unwrap_or_default(),
    });
    Ok(held.collect())
}

/// Customers of each attendant's open tickets, those of the newest messages first.
async fn list_names(
    conn: &mut Conn<'_>,
    company: CompanyId,
    leader: Option<UserId>,
) -> Result<HashMap<UserId, Vec<String>>> {
    let rows: Vec<(UserId, String)> = on!(conn, |c| {
        sqlx::query_as(
        "SELECT user_id, name FROM
           (SELECT t.user_id, p.name, ROW_NUMBER() OVER
              (PARTITION BY t.user_id ORDER BY COALESCE(t.last_message_at, t.created_at) DESC, t.id DESC) AS place
            FROM tickets t JOIN contacts p ON p.company_id = t.company_id AND p.id = t.contact_id
            WHERE t.company_id = $1 AND t.status = 'open' AND t.user_id IS NOT NULL AND ($2 IS NULL OR t.queue_id IN
              (SELECT queue_id FROM user_queues WHERE company_id = $1 AND user_id = $2))) placed
         WHERE place <= $3 ORDER BY user_id, place",
    )
    .bind(company)
    .bind(leader)
    .bind(NAMES_MAX)
    .fetch_all(c)
    .await
    })?;
    let mut names: HashMap<UserId, Vec<String>> = HashMap::new();
    for (user, name) in rows {
        names.entry(user).or_default().push(name);
    }
    Ok(names)
}
