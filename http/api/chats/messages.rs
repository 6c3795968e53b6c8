//! What members write in a chat, and how far they have read.

use actix_web::{get, post, web};
use garde::Validate;
use guiche_storage::{
    chats::{self, MESSAGES_A_PAGE},
    companies::Feature,
    model::{
        ChatId, ErrorCode, UserId,
        chat::{Chat, ChatMessage},
        event::{ChatEvent, Written},
        page::Page,
    },
};
use serde::{Deserialize, Serialize};

use super::changes::{member, tell};
use crate::{
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    valid::{Query, Valid},
};

/// Which messages.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct PageQuery {
    /// From 1, the newest; 20 a page.
    page_number: Option<i64>,
    /// Only messages before the one of this number, so that pages do not shift while others write.
    before: Option<i64>,
}

/// A page of messages in the order of their time.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ChatMessagePage {
    /// The messages of this page.
    records: Vec<ChatMessage>,
    /// All of the chat, or all before the one that was named.
    count: i64,
    /// Whether older ones follow.
    has_more: bool,
}

/// A message to a chat.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
pub(super) struct NewChatMessage {
    /// 1 to 4,096 characters.
    #[garde(custom(text))]
    message: String,
}

/// Who has read a chat.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReadBody {
    /// The caller himself, if given.
    #[garde(skip)]
    user_id: Option<UserId>,
}

/// A page of what was written in a chat.
#[utoipa::path(
    tag = "chats",
    operation_id = "messages",
    params(("id" = i64, Path), PageQuery),
    responses(
        (status = 200, body = ChatMessagePage),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not a member"),
        (status = 404, description = "ERR_NO_CHAT_FOUND")
    )
)]
#[get("/{id}/messages")]
pub(super) async fn list(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ChatId>,
    query: Query<PageQuery>,
) -> Result<web::Json<ChatMessagePage>, ApiError> {
    caller.require_plan(Feature::InternalChat)?;
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    member(&chats::get(conn, caller.company, *id).await?, &caller)?;
    let page = Page::new(query.page_number, MESSAGES_A_PAGE);
    let found = chats::list_messages(conn, caller.company, *id, query.before, page).await?;
    Ok(web::Json(ChatMessagePage {
        records: found.rows,
        count: found.count,
        has_more: found.has_more,
    }))
}

/// Writes in a chat.
#[utoipa::path(
    tag = "chats",
    params(("id" = i64, Path)),
    request_body = NewChatMessage,
    responses(
        (status = 200, body = ChatMessage),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not a member"),
        (status = 404, description = "ERR_NO_CHAT_FOUND")
    )
)]
#[post("/{id}/messages")]
pub(super) async fn send(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ChatId>,
    body: Valid<NewChatMessage>,
) -> Result<web::Json<ChatMessage>, ApiError> {
    caller.require_plan(Feature::InternalChat)?;
    let (Valid(body), now) = (body, app.clock.now());
    let done = app
        .change(caller.company, now, async |conn, told| {
            let place = (*id, caller.user);
            let text = body.message.trim();
            let (message, chat) =
                chats::insert_message(conn, caller.company, place, text, now).await?;
            let event = ChatEvent::NewMessage {
                new_message: Box::new(message.clone()),
                chat: Box::new(chat.clone()),
            };
            told.push(tell(&chat, event));
            Ok::<_, ApiError>(message)
        })
        .await?;
    Ok(web::Json(done))
}

/// Notes that the caller has read everything.
#[utoipa::path(
    tag = "chats",
    params(("id" = i64, Path)),
    request_body = ReadBody,
    responses(
        (status = 200, body = Chat),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not a member"),
        (status = 404, description = "ERR_NO_CHAT_FOUND, ERR_NO_USER_FOUND")
    )
)]
#[post("/{id}/read")]
pub(super) async fn read(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ChatId>,
    body: Valid<ReadBody>,
) -> Result<web::Json<Chat>, ApiError> {
    caller.require_plan(Feature::InternalChat)?;
    let Valid(body) = body;
    if body.user_id.is_some_and(|user| user != caller.user) {
        return Err(ErrorCode::NoUserFound.into());
    }
    let done = app
        .change(caller.company, app.clock.now(), async |conn, told| {
            let known = chats::get(conn, caller.company, *id).await?;
            member(&known, &caller)?;
            let mine = |chat: &Chat| {
                let mut members = chat.users.iter();
                members
                    .find(|it| it.user_id == caller.user)
                    .map(|it| it.unreads)
            };
            if mine(&known) == Some(0) {
                return Ok(known);
            }
            let chat = chats::mark_read(conn, caller.company, *id, caller.user).await?;
            told.push(tell(&chat, ChatEvent::written(Written::Changed, &chat)));
            Ok::<_, ApiError>(chat)
        })
        .await?;
    Ok(web::Json(done))
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
fn text(text: &str, _: &()) -> garde::Result {
    if (1..=4096).contains(&text.trim().chars().count()) {
        Ok(())
    } else {
        Err(garde::Error::new("must have 1 to 4,096 characters"))
    }
}
