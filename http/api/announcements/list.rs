//! `GET /announcements` and `GET /announcements/{id}` (S110).

use actix_web::{HttpRequest, get, web};
use chrono::{DateTime, Utc};
use guiche_storage::{
    companies::announcements::{self, ANNOUNCEMENTS_A_PAGE, Reader},
    media::MediaStore,
    messages::Shown,
    model::{AnnouncementId, ErrorCode, announcement::Announcement, page::Page},
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

/// A page of announcements, the most urgent first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AnnouncementPage {
    /// The announcements of this page.
    records: Vec<Announcement>,
    /// All that match.
    count: i64,
    /// Whether another page follows.
    has_more: bool,
}

/// What is announced to the caller's company now; super users also see what is for others, switched off, or not for now.
#[utoipa::path(tag = "announcements", params(ListQuery), responses((status = 200, body = AnnouncementPage)))]
#[get("")]
pub(super) async fn list(
    request: HttpRequest,
    app: web::Data<App>,
    caller: Caller,
    query: Query<ListQuery>,
) -> Result<web::Json<AnnouncementPage>, ApiError> {
    let search = fields::search_text(query.search_param.as_deref())?;
    let page = Page::new(query.page_number, ANNOUNCEMENTS_A_PAGE);
    let now = app.clock.now();
    let who = Reader {
        company: caller.company,
        is_author: caller.is_super,
        now,
    };
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    let found = announcements::list(conn, who, search, page, shown(&request, now)).await?;
    Ok(web::Json(AnnouncementPage {
        records: found.rows,
        count: found.count,
        has_more: found.has_more,
    }))
}

/// An announcement.
#[utoipa::path(
    tag = "announcements",
    params(("id" = i64, Path)),
    responses((status = 200, body = Announcement), (status = 404, description = "ERR_NO_ANNOUNCEMENT_FOUND"))
)]
#[get("/{id}")]
pub(super) async fn show(
    request: HttpRequest,
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<AnnouncementId>,
) -> Result<web::Json<Announcement>, ApiError> {
    let now = app.clock.now();
    let mut reader = app.db.read().await?;
    let found = announcements::get(&mut reader.conn(), *id, shown(&request, now)).await?;
    if found.is_seen_by(caller.company, now) || caller.is_super {
        Ok(web::Json(found))
    } else {
        Err(ErrorCode::NoAnnouncementFound.into())
    }
}

/// Whose links pictures get; a server without files has none.
pub(super) fn shown(request: &HttpRequest, now: DateTime<Utc>) -> Option<Shown<'_>> {
    let store = request.app_data::<web::Data<MediaStore>>()?;
    Some(Shown {
        links: store.links(),
        now,
    })
}
