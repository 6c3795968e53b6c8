//! The reasons for closing that a company offers. Everybody reads them; admins make, rename and delete them.

use actix_web::{delete, get, post, put, web};
use garde::Validate;
use guiche_storage::{
    audit::Entry,
    model::{
        ClosingReasonId,
        audit::Subject,
        closing_reason::ClosingReason,
        event::{ClosingReasonEvent, NewEvent, Written},
    },
    tickets::closing_reasons,
};
use serde::Deserialize;

use super::fields::{EVERYBODY, Empty};
use crate::{
    app::App, error::ApiError, middleware::caller::Caller, route_list::RouteList, valid::Valid,
};

/// A reason's name.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
pub(super) struct ReasonForm {
    /// 1 to 60 characters in one line.
    #[garde(custom(reason_name))]
    name: String,
}

/// Mounts the routes of `/closing-reasons`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(list)
        .service(create)
        .service(update)
        .service(remove);
}

/// The company's reasons by name; at most 50.
#[utoipa::path(tag = "closing reasons", responses((status = 200, body = [ClosingReason])))]
#[get("")]
pub(super) async fn list(
    app: web::Data<App>,
    caller: Caller,
) -> Result<web::Json<Vec<ClosingReason>>, ApiError> {
    let mut reader = app.db.read().await?;
    Ok(web::Json(
        closing_reasons::list(&mut reader.conn(), caller.company).await?,
    ))
}

/// Adds a reason. Admins only.
#[utoipa::path(
    tag = "closing reasons",
    request_body = ReasonForm,
    responses(
        (status = 200, body = ClosingReason),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 409, description = "ERR_CLOSING_REASON_TAKEN, ERR_CLOSING_REASONS_FULL: there are 50")
    )
)]
#[post("")]
pub(super) async fn create(
    app: web::Data<App>,
    caller: Caller,
    body: Valid<ReasonForm>,
) -> Result<web::Json<ClosingReason>, ApiError> {
    caller.require_admin()?;
    let (Valid(body), now) = (body, app.clock.now());
    let done = app
        .change(caller.company, now, async |conn, told| {
            let name = body.name.trim();
            let made = closing_reasons::insert(conn, caller.company, name, now).await?;
            let entry = Entry::created(Subject::ClosingReason, made.id, &made);
            caller.note(conn, &entry, now).await?;
            told.push(event(ClosingReasonEvent::written(Written::New, &made)));
            Ok::<_, ApiError>(made)
        })
        .await?;
    Ok(web::Json(done))
}

/// Renames a reason. Admins only. What was closed keeps the name that it had.
#[utoipa::path(
    tag = "closing reasons",
    params(("id" = i64, Path)),
    request_body = ReasonForm,
    responses(
        (status = 200, body = ClosingReason),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_CLOSING_REASON_FOUND"),
        (status = 409, description = "ERR_CLOSING_REASON_TAKEN")
    )
)]
#[put("/{id}")]
pub(super) async fn update(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ClosingReasonId>,
    body: Valid<ReasonForm>,
) -> Result<web::Json<ClosingReason>, ApiError> {
    caller.require_admin()?;
    let (Valid(body), now) = (body, app.clock.now());
    let done = app
        .change(caller.company, now, async |conn, told| {
            let name = body.name.trim();
            let before = closing_reasons::get(conn, caller.company, *id).await?;
            let changed = closing_reasons::rename(conn, caller.company, *id, name, now).await?;
            let entry = Entry::updated(Subject::ClosingReason, *id, &before, &changed);
            caller.note(conn, &entry, now).await?;
            told.push(event(ClosingReasonEvent::written(
                Written::Changed,
                &changed,
            )));
            Ok::<_, ApiError>(changed)
        })
        .await?;
    Ok(web::Json(done))
}

/// Offers a reason no more. Admins only.
#[utoipa::path(
    tag = "closing reasons",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Empty),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_CLOSING_REASON_FOUND")
    )
)]
#[delete("/{id}")]
pub(super) async fn remove(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ClosingReasonId>,
) -> Result<web::Json<Empty>, ApiError> {
    caller.require_admin()?;
    let now = app.clock.now();
    app.change(caller.company, now, async |conn, told| {
        let gone = closing_reasons::get(conn, caller.company, *id).await?;
        closing_reasons::delete(conn, caller.company, *id).await?;
        let entry = Entry::deleted(Subject::ClosingReason, *id, &gone);
        caller.note(conn, &entry, now).await?;
        told.push(event(ClosingReasonEvent::Delete {
            closing_reason_id: *id,
        }));
        Ok::<_, ApiError>(())
    })
    .await?;
    Ok(web::Json(Empty {}))
}

fn event(event: ClosingReasonEvent) -> NewEvent {
    NewEvent::to(EVERYBODY, event)
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
fn reason_name(text: &str, _: &()) -> garde::Result {
    let is_line = !text.chars().any(char::is_control);
    if is_line && (1..=60).contains(&text.trim().chars().count()) {
        Ok(())
    } else {
        Err(garde::Error::new(
            "must have 1 to 60 characters in one line",
        ))
    }
}
