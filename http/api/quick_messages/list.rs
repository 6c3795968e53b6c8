//! Reading quick messages: the page's list, the composer's list, one.

use actix_web::{get, web};
use guiche_storage::{
    media::MediaStore,
    messages::{
        Shown,
        quick_messages::{self, PAGE_SIZE},
    },
    model::{ErrorCode, QuickMessageId, page::Page, quick_message::QuickMessage},
};
use serde::{Deserialize, Serialize};

use crate::{
    api::fields::{self, OwnCompany},
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    valid::Query,
};

/// What to list.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListQuery {
    /// Part of a short code or text; case and accents do not count.
    search_param: Option<String>,
    /// From 1; 20 a page.
    page_number: Option<i64>,
    /// The caller himself, if given.
    user_id: Option<i64>,
}

/// Whose quick messages the composer asks for.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct OfferedQuery {
    /// The caller's own company, if given.
    company_id: Option<i64>,
    /// The caller himself, if given.
    user_id: Option<i64>,
}

/// A page of quick messages by short code.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct QuickMessagePage {
    /// Those of this page.
    records: Vec<QuickMessage>,
    /// All that match.
    count: i64,
    /// Whether another page follows.
    has_more: bool,
}

/// A page of the caller's quick messages and those for everybody.
#[utoipa::path(tag = "quick messages", params(ListQuery), responses((status = 200, body = QuickMessagePage), (status = 404, description = "ERR_NO_USER_FOUND: somebody else")))]
#[get("")]
pub(super) async fn list(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    query: Query<ListQuery>,
) -> Result<web::Json<QuickMessagePage>, ApiError> {
    check_user(&caller, query.user_id)?;
    let search = fields::search_text(query.search_param.as_deref())?;
    let page = Page::new(query.page_number, PAGE_SIZE);
    let mut reader = app.db.read().await?;
    let (company, user) = (caller.company, caller.user);
    let found = quick_messages::list(
        &mut reader.conn(),
        company,
        user,
        search,
        page,
        shown(&app, &media),
    )
    .await?;
    Ok(web::Json(QuickMessagePage {
        records: found.rows,
        count: found.count,
        has_more: found.has_more,
    }))
}

/// What the caller's composer offers after `/`: his own and those for everybody that are switched on.
#[utoipa::path(tag = "quick messages", params(OfferedQuery), responses((status = 200, body = [QuickMessage]), (status = 404, description = "ERR_NO_COMPANY_FOUND, ERR_NO_USER_FOUND: somebody else")))]
#[get("/list")]
pub(super) async fn offered(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    query: Query<OfferedQuery>,
) -> Result<web::Json<Vec<QuickMessage>>, ApiError> {
    OwnCompany::of(query.company_id).check(&caller)?;
    check_user(&caller, query.user_id)?;
    let mut reader = app.db.read().await?;
    let (company, user) = (caller.company, caller.user);
    let (conn, shown) = (&mut reader.conn(), shown(&app, &media));
    Ok(web::Json(
        quick_messages::list_offered(conn, company, user, shown).await?,
    ))
}

/// A quick message.
#[utoipa::path(tag = "quick messages", params(("id" = i64, Path)), responses((status = 200, body = QuickMessage), (status = 404, description = "ERR_NO_QUICK_MESSAGE_FOUND")))]
#[get("/{id}")]
pub(super) async fn show(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    id: web::Path<QuickMessageId>,
) -> Result<web::Json<QuickMessage>, ApiError> {
    let mut reader = app.db.read().await?;
    let (company, user) = (caller.company, caller.user);
    let (conn, shown) = (&mut reader.conn(), shown(&app, &media));
    Ok(web::Json(
        quick_messages::get(conn, company, user, *id, shown).await?,
    ))
}

pub(super) fn shown<'a>(app: &App, media: &'a MediaStore) -> Shown<'a> {
    Shown {
        links: media.links(),
        now: app.clock.now(),
    }
}

fn check_user(caller: &Caller, user_id: Option<i64>) -> Result<(), ApiError> {
    match user_id {
        Some(id) if id != caller.user.0 && !caller.is_super => Err(ErrorCode::NoUserFound.into()),
        _ => Ok(()),
    }
}
