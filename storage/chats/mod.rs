//! Chats among colleagues: who is in them and what is unread. What is written in them is in `messages`.

mod messages;

pub use messages::{MESSAGES_A_PAGE, insert_message, list_messages};

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sqlx::QueryBuilder;
use uuid::Uuid;

use crate::{
    Conn, Result,
    contacts::containing,
    core::ids::push_ids,
    model::{
        ChatId, CompanyId, ErrorCode, UserId,
        chat::{Chat, ChatUser},
        message::Named,
        page::{Page, Rows},
    },
    on,
};

/// Chats of one page (rule B0).
pub const CHATS_A_PAGE: i64 = 20;
/// Members of one chat.
pub const MEMBERS_MAX: usize = 200;

#[derive(sqlx::FromRow)]
struct Row {
    id: ChatId,
    uuid: Uuid,
    title: String,
    owner_id: UserId,
    last_message: String,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

#[derive(sqlx::FromRow)]
struct Member {
    chat_id: ChatId,
    user_id: UserId,
    unreads: i64,
    name: String,
}

/// A chat by its number.
///
/// # Errors
/// `Refused(NoChatFound)` when the company has none of this number.
pub async fn get(conn: &mut Conn<'_>, company: CompanyId, id: ChatId) -> Result<Chat> {
    let row: Option<Row> = on!(&mut *conn, |c| sqlx::query_as(
        "SELECT id, uuid, title, owner_id, last_message, created_at, updated_at FROM chats
         WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    one(conn, company, row).await
}

/// A chat by its name in links.
///
/// # Errors
/// `Refused(NoChatFound)` when the company has none of this name.
pub async fn get_by_uuid(conn: &mut Conn<'_>, company: CompanyId, uuid: Uuid) -> Result<Chat> {
    let row: Option<Row> = on!(&mut *conn, |c| sqlx::query_as(
        "SELECT id, uuid, title, owner_id, last_message, created_at, updated_at FROM chats
         WHERE company_id = $1 AND uuid = $2"
    )
    .bind(company)
    .bind(uuid)
    .fetch_optional(c)
    .await)?;
    one(conn, company, row).await
}

/// A page of the chats that a user is in, last written first.
///
/// # Errors
/// `Database`.
pub async fn list(
    conn: &mut Conn<'_>,
    company: CompanyId,
    user: UserId,
    search: &str,
    page: Page,
) -> Result<Rows<Chat>> {
    let part = containing(search);
    let count: i64 = on!(&mut *conn, |c| sqlx::query_scalar(concat!(
        "SELECT COUNT(*) FROM chat_users m
         JOIN chats c ON c.company_id = m.company_id AND c.id = m.chat_id
         WHERE m.company_id = $1 AND m.user_id = $2 AND c.title",
        like!(),
        r"$3 ESCAPE '\'"
    ))
    .bind(company)
    .bind(user)
    .bind(&part)
    .fetch_one(c)
    .await)?;
    let rows: Vec<Row> = on!(&mut *conn, |c| {
        sqlx::query_as(concat!(
        "SELECT c.id, c.uuid, c.title, c.owner_id, c.last_message, c.created_at, c.updated_at FROM chat_users m
         JOIN chats c ON c.company_id = m.company_id AND c.id = m.chat_id
         WHERE m.company_id = $1 AND m.user_id = $2 AND c.title",
        like!(),
        r"$3 ESCAPE '\' ORDER BY c.updated_at DESC, c.id DESC LIMIT $4 OFFSET $5"
    ))
    .bind(company)
    .bind(user)
    .bind(&part)
    .bind(page.size)
    .bind(page.offset())
    .fetch_all(c)
    .await
    })?;
    let chats = whole(conn, company, rows).await?;
    Ok(Rows::new(chats, count, page))
}

/// Makes a chat; whoever makes it is a member.
///
/// # Errors
/// `Refused(NoUserFound)` when a member is not an active user of the company.
pub async fn insert(
    conn: &mut Conn<'_>,
    company: CompanyId,
    owner: UserId,
    (title, members): (&str, &[UserId]),
    now: DateTime<Utc>,
) -> Result<Chat> {
    let id: ChatId = on!(&mut *conn, |c| sqlx::query_scalar(
        "INSERT INTO chats (company_id, uuid, title, owner_id, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $5) RETURNING id"
    )
    .bind(company)
    .bind(Uuid::new_v4())
    .bind(title)
    .bind(owner)
    .bind(now)
    .fetch_one(c)
    .await)?;
    add(conn, company, id, owner).await?;
    for member in members {
        add(conn, company, id, *member).await?;
    }
    get(conn, company, id).await
}

/// Renames a chat and sets who is in it, the owner always. What others have not read stays unread.
///
/// # Errors
/// `Refused(NoChatFound)`; `Refused(NoUserFound)` when a member is not an active user of the company.
pub async fn update(
    conn: &mut Conn<'_>,
    company: CompanyId,
    known: &Chat,
    (title, members): (&str, &[UserId]),
    now: DateTime<Utc>,
) -> Result<Chat> {
    on!(&mut *conn, |c| sqlx::query(
        "UPDATE chats SET title = $3, updated_at = $4 WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(known.id)
    .bind(title)
    .bind(now)
    .execute(c)
    .await
    .map(drop))?;
    let stays = |user: UserId| user == known.owner_id || members.contains(&user);
    for gone in known.users.iter().filter(|member| !stays(member.user_id)) {
        on!(&mut *conn, |c| sqlx::query(
            "DELETE FROM chat_users WHERE company_id = $1 AND chat_id = $2 AND user_id = $3"
        )
        .bind(company)
        .bind(known.id)
        .bind(gone.user_id)
        .execute(c)
        .await
        .map(drop))?;
    }
    for member in members.iter().filter(|member| !known.has(**member)) {
        add(conn, company, known.id, *member).await?;
    }
    get(conn, company, known.id).await
}

/// Notes that a member has read everything.
///
/// # Errors
/// `Refused(NoChatFound)`.
pub async fn mark_read(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ChatId,
    user: UserId,
) -> Result<Chat> {
    on!(&mut *conn, |c| sqlx::query(
        "UPDATE chat_users SET unreads = 0 WHERE company_id = $1 AND chat_id = $2 AND user_id = $3"
    )
    .bind(company)
    .bind(id)
    .bind(user)
    .execute(c)
    .await
    .map(drop))?;
    get(conn, company, id).await
}

/// Removes a chat with everything that was written in it.
///
/// # Errors
/// `Refused(NoChatFound)`.
pub async fn delete(conn: &mut Conn<'_>, company: CompanyId, id: ChatId) -> Result<()> {
    let removed = on!(conn, |c| sqlx::query(
        "DELETE FROM chats WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    if removed == 0 {
        return Err(ErrorCode::NoChatFound.into());
    }
    Ok(())
}

/// Adds a member, once.
async fn add(conn: &mut Conn<'_>, company: CompanyId, chat: ChatId, user: UserId) -> Result<()> {
    let known: Option<UserId> = on!(&mut *conn, |c| sqlx::query_scalar(
        "SELECT id FROM users WHERE company_id = $1 AND id = $2 AND active"
    )
    .bind(company)
    .bind(user)
    .fetch_optional(c)
    .await)?;
    let user = known.ok_or(ErrorCode::NoUserFound)?;
    on!(conn, |c| sqlx::query(
        "INSERT INTO chat_users (company_id, chat_id, user_id) VALUES ($1, $2, $3)
         ON CONFLICT (company_id, chat_id, user_id) DO NOTHING"
    )
    .bind(company)
    .bind(chat)
    .bind(user)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

/// The only row, with its members.
async fn one(conn: &mut Conn<'_>, company: CompanyId, row: Option<Row>) -> Result<Chat> {
    let found = whole(conn, company, row.into_iter().collect()).await?;
    let found = found.into_iter().next();
    found.ok_or_else(|| ErrorCode::NoChatFound.into())
}

/// Rows with their members, in the same order.
async fn whole(conn: &mut Conn<'_>, company: CompanyId, rows: Vec<Row>) -> Result<Vec<Chat>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let most = i64::try_from(MEMBERS_MAX.saturating_mul(rows.len())).unwrap_or(i64::MAX);
    let found: Vec<Member> = on!(conn, |c| {
        let mut query = QueryBuilder::<Driver>::new(
            "SELECT m.chat_id, m.user_id, m.unreads, u.name FROM chat_users m
             JOIN users u ON u.company_id = m.company_id AND u.id = m.user_id WHERE m.company_id = ",
        );
        query.push_bind(company);
        push_ids(
            &mut query,
            " AND m.chat_id IN (",
            rows.iter().map(|row| row.id.0),
        );
        query.push(" ORDER BY u.name, u.id LIMIT ").push_bind(most);
        query.build_query_as().fetch_all(c).await
    })?;
    let mut members: HashMap<ChatId, Vec<ChatUser>> = HashMap::with_capacity(rows.len());
    for member in found {
        let user = Named {
            id: member.user_id.0,
            name: member.name,
        };
        members.entry(member.chat_id).or_default().push(ChatUser {
            user_id: member.user_id,
            unreads: member.unreads,
            user,
        });
    }
    let chats = rows.into_iter().map(|row| Chat {
        users: members.remove(&row.id).unwrap_or_default(),
        id: row.id,
        uuid: row.uuid,
        title: row.title,
        owner_id: row.owner_id,
        last_message: row.last_message,
        created_at: row.created_at,
        updated_at: row.updated_at,
    });
    Ok(chats.collect())
}
