//! Filters of the ticket list that the caller keeps for himself.

use actix_web::{delete, get, post, web};
use garde::Validate;
use guiche_storage::{
    model::{SavedFilterId, saved_filter::SavedFilter},
    tickets::saved_filters,
};
use serde::Deserialize;

use super::fields::Empty;
use crate::{
    app::App, error::ApiError, middleware::caller::Caller, route_list::RouteList, valid::Valid,
};

/// A filter to keep.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
pub(super) struct NewSavedFilter {
    /// 1 to 50 characters in one line; a filter of the same name is replaced.
    #[garde(custom(filter_name))]
    name: String,
    /// The words of the list's address, such as `tab=search&tags=3.4`; at most 1,000 characters.
    #[garde(length(chars, max = 1000))]
    view: String,
}

/// Mounts the routes of `/saved-filters`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(list).service(save).service(remove);
}

/// The caller's kept filters by name; at most 20.
#[utoipa::path(tag = "saved filters", responses((status = 200, body = [SavedFilter])))]
#[get("")]
pub(super) async fn list(
    app: web::Data<App>,
    caller: Caller,
) -> Result<web::Json<Vec<SavedFilter>>, ApiError> {
    let mut reader = app.db.read().await?;
    Ok(web::Json(
        saved_filters::list(&mut reader.conn(), caller.company, caller.user).await?,
    ))
}

/// Keeps a filter for the caller.
#[utoipa::path(
    tag = "saved filters",
    request_body = NewSavedFilter,
    responses(
        (status = 200, body = SavedFilter),
        (status = 409, description = "ERR_SAVED_FILTERS_FULL: the caller keeps 20")
    )
)]
#[post("")]
pub(super) async fn save(
    app: web::Data<App>,
    caller: Caller,
    body: Valid<NewSavedFilter>,
) -> Result<web::Json<SavedFilter>, ApiError> {
    let (Valid(body), now) = (body, app.clock.now());
    let what = (body.name.trim(), body.view.as_str());
    let saved = app
        .db
        .write(async |conn| saved_filters::save(conn, caller.company, caller.user, what, now).await)
        .await?;
    Ok(web::Json(saved))
}

/// Forgets a kept filter.
#[utoipa::path(
    tag = "saved filters",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Empty),
        (status = 404, description = "ERR_NO_SAVED_FILTER_FOUND: the caller keeps none of this id")
    )
)]
#[delete("/{id}")]
pub(super) async fn remove(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<SavedFilterId>,
) -> Result<web::Json<Empty>, ApiError> {
    app.db
        .write(async |conn| saved_filters::delete(conn, caller.company, caller.user, *id).await)
        .await?;
    Ok(web::Json(Empty {}))
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
fn filter_name(text: &str, _: &()) -> garde::Result {
    let is_line = !text.chars().any(char::is_control);
    if is_line && (1..=50).contains(&text.trim().chars().count()) {
        Ok(())
    } else {
        Err(garde::Error::new(
            "must have 1 to 50 characters in one line",
        ))
    }
}
