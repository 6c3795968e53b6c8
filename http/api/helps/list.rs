//! Watching help videos: everybody who is signed in.

use actix_web::{get, web};
use guiche_storage::{
    companies::helps::{self, HELPS_A_PAGE, HELPS_LISTED_MAX},
    model::{help::Help, page::Page},
};
use serde::{Deserialize, Serialize};

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

/// A page of videos by title.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct HelpPage {
    /// The videos of this page.
    records: Vec<Help>,
    /// All that match.
    count: i64,
    /// Whether another page follows.
    has_more: bool,
}

/// The help videos, page by page.
#[utoipa::path(tag = "helps", params(ListQuery), responses((status = 200, body = HelpPage)))]
#[get("")]
pub(super) async fn list(
    app: web::Data<App>,
    _caller: Caller,
    query: Query<ListQuery>,
) -> Result<web::Json<HelpPage>, ApiError> {
    let search = fields::search_text(query.search_param.as_deref())?;
    let page = Page::new(query.page_number, HELPS_A_PAGE);
    let mut reader = app.db.read().await?;
    let found = helps::list(&mut reader.conn(), search, page).await?;
    Ok(web::Json(HelpPage {
        records: found.rows,
        count: found.count,
        has_more: found.has_more,
    }))
}

/// The help videos by title, at most 500.
#[utoipa::path(tag = "helps", responses((status = 200, body = [Help])))]
#[get("/list")]
pub(super) async fn list_all(
    app: web::Data<App>,
    _caller: Caller,
) -> Result<web::Json<Vec<Help>>, ApiError> {
    let page = Page::new(None, HELPS_LISTED_MAX);
    let mut reader = app.db.read().await?;
    Ok(web::Json(
        helps::list(&mut reader.conn(), "", page).await?.rows,
    ))
}
