//! The users of a company as its admins see them.

use chrono::{DateTime, Utc};
use sqlx::QueryBuilder;

use super::list_queues;
use crate::{
    Conn, Result,
    contacts::fold,
    model::{
        CompanyId, ConnectionId, ErrorCode, QueueId, UserId,
        page::{Page, Rows},
        user::{AllTicket, Profile, User, UserQueue},
    },
    on,
};

/// Rows of a page of users (rule B0).
pub const USERS_A_PAGE: i64 = 20;
/// Users that one search looks at; plans allow far fewer.
const SEARCHED_MAX: i64 = 2_000;

macro_rules! columns {
    () => {
        "id, company_id, name, email, profile, is_super, all_ticket, connection_id, online, created_at, updated_at"
    };
}

#[derive(sqlx::FromRow)]
struct Row {
    id: UserId,
    company_id: CompanyId,
    name: String,
    email: String,
    profile: Profile,
    is_super: bool,
    all_ticket: AllTicket,
    connection_id: Option<ConnectionId>,
    online: bool,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

impl Row {
    fn with(self, queues: Vec<UserQueue>) -> User {
        User {
            id: self.id,
            name: self.name,
            email: self.email,
            profile: self.profile,
            is_super: self.is_super,
            company_id: self.company_id,
            all_ticket: self.all_ticket,
            whatsapp_id: self.connection_id,
            online: self.online,
            queues,
            created_at: self.created_at,
            updated_at: self.updated_at,
        }
    }
}

/// A user who is not deleted.
///
/// # Errors
/// `Database`.
pub async fn find_user(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: UserId,
) -> Result<Option<User>> {
    let row: Option<Row> = on!(&mut *conn, |c| sqlx::query_as(concat!(
        "SELECT ",
        columns!(),
        " FROM users WHERE company_id = $1 AND id = $2 AND deleted_at IS NULL"
    ))
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    match row {
        Some(row) => Ok(Some(row.with(list_queues(conn, company, id).await?))),
        None => Ok(None),
    }
}

/// A user who is not deleted.
///
/// # Errors
/// `Refused(NoUserFound)`.
pub async fn get_user(conn: &mut Conn<'_>, company: CompanyId, id: UserId) -> Result<User> {
    let user = find_user(conn, company, id).await?;
    user.ok_or_else(|| ErrorCode::NoUserFound.into())
}

/// One page of the company's users by name: those with `search` in name or e-mail, without case and accents.
///
/// # Errors
/// `Database`.
pub async fn list(
    conn: &mut Conn<'_>,
    company: CompanyId,
    search: &str,
    page: Page,
) -> Result<Rows<User>> {
    let rows: Vec<Row> = on!(&mut *conn, |c| sqlx::query_as(concat!(
        "SELECT ",
        columns!(),
        " FROM users WHERE company_id = $1 AND deleted_at IS NULL ORDER BY name, id LIMIT $2"
    ))
    .bind(company)
    .bind(SEARCHED_MAX)
    .fetch_all(c)
    .await)?;
    let part = fold(search.trim());
    let has_part = |row: &Row| fold(&format!("{} {}", row.name, row.email)).contains(&part);
    let mut found: Vec<Row> = rows.into_iter().filter(has_part).collect();
    // no database of the two orders names as people do
    found.sort_by_cached_key(|row| (fold(&row.name), row.id.0));
    let count = i64::try_from(found.len()).unwrap_or(i64::MAX);
    let (offset, size) = (index(page.offset()), index(page.size));
    let shown: Vec<Row> = found.into_iter().skip(offset).take(size).collect();
    let queues = queues_of(conn, company, &shown).await?;
    let users = shown.into_iter().map(|row| {
        let his = queues.iter().filter(|queue| queue.user_id == row.id);
        let his = his.map(OfUser::queue).collect();
        row.with(his)
    });
    Ok(Rows::new(users.collect(), count, page))
}

/// The addresses of a company's active admins, at most 20: for what they have to know.
///
/// # Errors
/// `Database`.
pub async fn list_admin_addresses(conn: &mut Conn<'_>, company: CompanyId) -> Result<Vec<String>> {
    Ok(on!(conn, |c| sqlx::query_scalar(
        "SELECT email FROM users
         WHERE company_id = $1 AND profile = $2 AND active ORDER BY id LIMIT 20"
    )
    .bind(company)
    .bind(Profile::Admin)
    .fetch_all(c)
    .await)?)
}

fn index(number: i64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

#[derive(sqlx::FromRow)]
struct OfUser {
    user_id: UserId,
    id: QueueId,
    name: String,
    color: String,
}

impl OfUser {
    fn queue(&self) -> UserQueue {
        UserQueue::new(self.id, self.name.clone(), self.color.clone())
    }
}

/// The queues of the users of one page.
async fn queues_of(conn: &mut Conn<'_>, company: CompanyId, users: &[Row]) -> Result<Vec<OfUser>> {
    if users.is_empty() {
        return Ok(Vec::new());
    }
    Ok(on!(conn, |c| {
        let mut query = QueryBuilder::<Driver>::new(
            "SELECT uq.user_id, q.id, q.name, q.color FROM user_queues uq
             JOIN queues q ON q.company_id = uq.company_id AND q.id = uq.queue_id
             WHERE uq.company_id = ",
        );
        query.push_bind(company).push(" AND uq.user_id IN (");
        let mut ids = query.separated(", ");
        for user in users {
            ids.push_bind(user.id);
        }
        query.push(") ORDER BY q.name, q.id");
        query.build_query_as().fetch_all(c).await
    })?)
}
