//! `GET /files` and `GET /files/{id}` (A116).

use actix_web::{get, web};
use guiche_storage::{
    media::{
        MediaStore,
        file_lists::{self, PAGE_SIZE},
    },
    messages::Shown,
    model::{FileListId, file_list::FileList, page::Page},
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
    /// Part of the name; case and accents do not count.
    search_param: Option<String>,
    /// From 1; 20 a page.
    page_number: Option<i64>,
    /// The caller's own company, if given.
    company_id: Option<i64>,
}

/// A page of lists by name.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct FileListPage {
    /// The lists of this page.
    files: Vec<FileList>,
    /// All that match.
    count: i64,
    /// Whether another page follows.
    has_more: bool,
}

/// A page of the company's lists of files.
#[utoipa::path(
    tag = "files",
    params(ListQuery),
    responses((status = 200, body = FileListPage), (status = 404, description = "ERR_NO_COMPANY_FOUND: another one"))
)]
#[get("")]
pub(super) async fn list(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    query: Query<ListQuery>,
) -> Result<web::Json<FileListPage>, ApiError> {
    OwnCompany::of(query.company_id).check(&caller)?;
    let search = fields::search_text(query.search_param.as_deref())?;
    let page = Page::new(query.page_number, PAGE_SIZE);
    let mut reader = app.db.read().await?;
    let (conn, shown) = (&mut reader.conn(), shown(&app, &media));
    let found = file_lists::list(conn, caller.company, search, page, shown).await?;
    Ok(web::Json(FileListPage {
        files: found.rows,
        count: found.count,
        has_more: found.has_more,
    }))
}

/// A list of files.
#[utoipa::path(
    tag = "files",
    params(("id" = i64, Path)),
    responses((status = 200, body = FileList), (status = 404, description = "ERR_NO_FILE_LIST_FOUND"))
)]
#[get("/{id}")]
pub(super) async fn show(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    id: web::Path<FileListId>,
) -> Result<web::Json<FileList>, ApiError> {
    let mut reader = app.db.read().await?;
    let (conn, shown) = (&mut reader.conn(), shown(&app, &media));
    Ok(web::Json(
        file_lists::get(conn, caller.company, *id, shown).await?,
    ))
}

pub(super) fn shown<'a>(app: &App, media: &'a MediaStore) -> Shown<'a> {
    Shown {
        links: media.links(),
        now: app.clock.now(),
    }
}
