//! `GET /chats` and `GET /chats/{uuid}` (S109).

use actix_web::{get, web};
use guiche_storage::{
    chats::{self, CHATS_A_PAGE},
    companies::Feature,
    model::{ErrorCode, chat::Chat, page::Page},
};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::changes::member;
use crate::{api::fields, app::App, error::ApiError, middleware::caller::Caller, valid::Query};

/// What to list.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListQuery {
    /// Part of the title.
    search_param: Option<String>,
    /// From 1; 20 a page.
    page_number: Option<i64>,
}

/// A page of chats, last written first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ChatPage {
    /// The chats of this page.
    records: Vec<Chat>,
    /// All that match.
    count: i64,
    /// Whether another page follows.
    has_more: bool,
}

/// The chats that the caller is in.
#[utoipa::path(
    tag = "chats",
    params(ListQuery),
    responses((status = 200, body = ChatPage), (status = 403, description = "ERR_PLAN_FEATURE"))
)]
#[get("")]
pub(super) async fn list(
    app: web::Data<App>,
    caller: Caller,
    query: Query<ListQuery>,
) -> Result<web::Json<ChatPage>, ApiError> {
    caller.require_plan(Feature::InternalChat)?;
    let search = fields::search_text(query.search_param.as_deref())?;
    let page = Page::new(query.page_number, CHATS_A_PAGE);
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    let found = chats::list(conn, caller.company, caller.user, search, page).await?;
    Ok(web::Json(ChatPage {
        records: found.rows,
        count: found.count,
        has_more: found.has_more,
    }))
}

/// A chat that the caller is in, by its name in links.
#[utoipa::path(
    tag = "chats",
    params(("uuid" = String, Path)),
    responses(
        (status = 200, body = Chat),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not a member"),
        (status = 404, description = "ERR_NO_CHAT_FOUND")
    )
)]
#[get("/{uuid}")]
pub(super) async fn show(
    app: web::Data<App>,
    caller: Caller,
    uuid: web::Path<String>,
) -> Result<web::Json<Chat>, ApiError> {
    caller.require_plan(Feature::InternalChat)?;
    let uuid: Uuid = uuid.parse().map_err(|_| ErrorCode::NoChatFound)?;
    let mut reader = app.db.read().await?;
    let chat = chats::get_by_uuid(&mut reader.conn(), caller.company, uuid).await?;
    member(&chat, &caller)?;
    Ok(web::Json(chat))
}
