//! What colleagues write in a chat.

use chrono::{DateTime, Utc};

use super::{ErrorCode, get};
use crate::{
    Conn, Result,
    model::{
        ChatId, CompanyId, UserId,
        chat::{Chat, ChatMessage},
        message::Named,
        page::{Page, Rows},
    },
    on,
};

/// Messages of one page (rule B0).
pub const MESSAGES_A_PAGE: i64 = 20;
/// Characters of a message that the list shows.
const LAST_CHARS_MAX: usize = 200;

#[derive(sqlx::FromRow)]
struct Row {
    id: i64,
    chat_id: ChatId,
    sender_id: UserId,
    sender_name: String,
    message: String,
    created_at: DateTime<Utc>,
}

impl From<Row> for ChatMessage {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            chat_id: row.chat_id,
            sender_id: row.sender_id,
            sender: Named {
                id: row.sender_id.0,
                name: row.sender_name,
            },
            message: row.message,
            created_at: row.created_at,
        }
    }
}

/// A page of a chat's messages: page 1 has the newest, each in the order of their time. `before` leaves out this message
/// and what came after it, so that pages do not shift while others write.
///
/// # Errors
/// `Database`.
pub async fn list_messages(
    conn: &mut Conn<'_>,
    company: CompanyId,
    chat: ChatId,
    before: Option<i64>,
    page: Page,
) -> Result<Rows<ChatMessage>> {
    let count: i64 = on!(&mut *conn, |c| {
        sqlx::query_scalar(
        "SELECT COUNT(*) FROM chat_messages WHERE company_id = $1 AND chat_id = $2 AND ($3 IS NULL OR id < $3)"
    )
    .bind(company)
    .bind(chat)
    .bind(before)
    .fetch_one(c)
    .await
    })?;
    let mut rows: Vec<Row> = on!(conn, |c| sqlx::query_as(
        "SELECT m.id, m.chat_id, m.sender_id, u.name AS sender_name, m.message, m.created_at
         FROM chat_messages m JOIN users u ON u.company_id = m.company_id AND u.id = m.sender_id
         WHERE m.company_id = $1 AND m.chat_id = $2 AND ($3 IS NULL OR m.id < $3)
         ORDER BY m.id DESC LIMIT $4 OFFSET $5"
    )
    .bind(company)
    .bind(chat)
    .bind(before)
    .bind(page.size)
    .bind(page.offset())
    .fetch_all(c)
    .await)?;
    rows.reverse();
    let rows = rows.into_iter().map(ChatMessage::from).collect();
    Ok(Rows::new(rows, count, page))
}

/// Stores a message of a member: nobody but him has read it. Answers it and the chat as it then is.
///
/// # Errors
/// `Refused(NoPermission)` when the sender is no member, `Refused(NoChatFound)`.
pub async fn insert_message(
    conn: &mut Conn<'_>,
    company: CompanyId,
    (id, sender): (ChatId, UserId),
    text: &str,
    now: DateTime<Utc>,
) -> Result<(ChatMessage, Chat)> {
    let chat = get(conn, company, id).await?;
    let members = chat.users.iter();
    let name = members
        .filter(|member| member.user_id == sender)
        .map(|member| member.user.name.clone())
        .next()
        .ok_or(ErrorCode::NoPermission)?;
    let number: i64 = on!(&mut *conn, |c| sqlx::query_scalar(
        "INSERT INTO chat_messages (company_id, chat_id, sender_id, message, created_at)
         VALUES ($1, $2, $3, $4, $5) RETURNING id"
    )
    .bind(company)
    .bind(id)
    .bind(sender)
    .bind(text)
    .bind(now)
    .fetch_one(c)
    .await)?;
    let last: String = format!("{name}: {text}")
        .chars()
        .take(LAST_CHARS_MAX)
        .collect();
    on!(&mut *conn, |c| sqlx::query(
        "UPDATE chats SET last_message = $3, updated_at = $4 WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .bind(last)
    .bind(now)
    .execute(c)
    .await
    .map(drop))?;
    on!(&mut *conn, |c| sqlx::query(
        "UPDATE chat_users SET unreads = CASE WHEN user_id = $3 THEN 0 ELSE unreads + 1 END
         WHERE company_id = $1 AND chat_id = $2"
    )
    .bind(company)
    .bind(id)
    .bind(sender)
    .execute(c)
    .await
    .map(drop))?;
    let message = ChatMessage {
        id: number,
        chat_id: id,
        sender_id: sender,
        sender: Named { id: sender.0, name },
        message: text.to_owned(),
        created_at: now,
    };
    Ok((message, get(conn, company, id).await?))
}
