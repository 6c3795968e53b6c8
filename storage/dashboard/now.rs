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

/// Those who have waited longest, at most five; with a leader those of his queues, of them those chosen.
///
/// # Errors
/// `Database`.
pub async fn list_waiting(
    conn: &mut Conn<'_>,
    company: CompanyId,
    leader: Option<UserId>,
    chosen: Option<&str>,
) -> Result<Vec<WaitingTicket>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(concat!(
        "SELECT t.id, t.uuid, p.name, p.profile_pic_url, q.name AS queue_name, q.color AS queue_color,
           w.name AS connection_name, COALESCE(e.queued_at, t.created_at) AS since
         FROM tickets t
         JOIN contacts p ON p.company_id = t.company_id AND p.id = t.contact_id
         LEFT JOIN ticket_tracking e ON e.company_id = t.company_id AND e.ticket_id = t.id AND e.finished_at IS NULL
         LEFT JOIN queues q ON q.company_id = t.company_id AND q.id = t.queue_id
         LEFT JOIN connections w ON w.company_id = t.company_id AND w.id = t.connection_id
         WHERE t.company_id = $1 AND t.status IN ('pending', 'lead') AND ",
        counts!("t.queue_id", "$2", "$4"),
        " ORDER BY COALESCE(e.queued_at, t.created_at), t.id LIMIT $3"
    ))
    .bind(company)
    .bind(leader)
    .bind(LONGEST)
    .bind(chosen)
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
    most: Option<i64>,
}

/// Active attendants with the tickets that they have, those with most first, at most 50; with a leader those who share a
/// queue with him, and the tickets of his queues. Of chosen queues those who have to do with them, and their tickets.
///
/// # Errors
/// `Database`.
pub async fn list_held(
    conn: &mut Conn<'_>,
    company: CompanyId,
    leader: Option<UserId>,
    chosen: Option<&str>,
) -> Result<Vec<Held>> {
    let rows: Vec<Row> = on!(&mut *conn, |c| {
        sqlx::query_as(concat!(
            "SELECT u.id, u.name, u.online, CAST(COALESCE(o.amount, 0) AS BIGINT) AS open,
           CASE WHEN $2 IS NULL AND $4 IS NULL THEN
             (SELECT MAX(q.assign_max) FROM user_queues s JOIN queues q ON q.company_id = s.company_id AND q.id = s.queue_id
              WHERE s.company_id = $1 AND s.user_id = u.id AND q.auto_assign) END AS most
         FROM users u LEFT JOIN
           (SELECT user_id, SUM(amount) AS amount FROM ticket_counts
            WHERE company_id = $1 AND status = 'open' AND ",
            counts!("queue_id", "$2", "$4"),
            " GROUP BY user_id) o ON o.user_id = u.id
         WHERE ",
            is_listed!("o.user_id", "$2", "$4"),
            " ORDER BY COALESCE(o.amount, 0) DESC, u.online DESC, u.name, u.id LIMIT $3"
        ))
        .bind(company)
        .bind(leader)
        .bind(ATTENDANTS_MAX)
        .bind(chosen)
        .fetch_all(c)
        .await
    })?;
    let mut names = list_names(conn, company, leader, chosen).await?;
    let held = rows.into_iter().map(|row| Held {
        id: row.id,
        name: row.name,
        online: row.online,
        open: row.open,
        most: row.most,
        names: names.remove(&row.id).unwrap_or_default(),
    });
    Ok(held.collect())
}

/// Customers of each attendant's open tickets, those of the newest messages first.
async fn list_names(
    conn: &mut Conn<'_>,
    company: CompanyId,
    leader: Option<UserId>,
    chosen: Option<&str>,
) -> Result<HashMap<UserId, Vec<String>>> {
    let rows: Vec<(UserId, String)> = on!(conn, |c| {
        sqlx::query_as(concat!(
        "SELECT user_id, name FROM
           (SELECT t.user_id, p.name, ROW_NUMBER() OVER
              (PARTITION BY t.user_id ORDER BY COALESCE(t.last_message_at, t.created_at) DESC, t.id DESC) AS place
            FROM tickets t JOIN contacts p ON p.company_id = t.company_id AND p.id = t.contact_id
            WHERE t.company_id = $1 AND t.status = 'open' AND t.user_id IS NOT NULL AND ",
        counts!("t.queue_id", "$2", "$4"),
        ") placed
         WHERE place <= $3 ORDER BY user_id, place"
    ))
    .bind(company)
    .bind(leader)
    .bind(NAMES_MAX)
    .bind(chosen)
    .fetch_all(c)
    .await
    })?;
    let mut names: HashMap<UserId, Vec<String>> = HashMap::new();
    for (user, name) in rows {
        names.entry(user).or_default().push(name);
    }
    Ok(names)
}
