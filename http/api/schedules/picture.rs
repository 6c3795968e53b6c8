//! `/schedules/{id}/media-upload`: the picture that goes with a scheduled message (S075, S106), or the file above the text of the
//! template that it is.

use actix_web::{HttpRequest, delete, post, web};
use guiche_actors::{desk::tell_schedule, rules::templates::takes_file};
use guiche_storage::{
    companies::Feature,
    delivery::schedules,
    media,
    model::{ErrorCode, ScheduleId, event::Written},
};

use super::changes::{check_caption, file_kind, own};
use crate::{
    api::attachments::{self, Attached, PICTURES, PictureForm},
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    uploads::store_of,
};

/// Puts a picture to a schedule, in the place of the one it has; to a template with a file the file. Its owner and admins.
#[utoipa::path(
    tag = "schedules",
    operation_id = "upload_picture",
    params(("id" = i64, Path)),
    request_body(content((PictureForm = "multipart/form-data"))),
    responses(
        (status = 200, body = Attached),
        (status = 400, description = "ERR_VALIDATION, ERR_MEDIA_UNSUPPORTED, ERR_SCHEDULE_SENT, ERR_TEMPLATE_KIND: it is a template without a file, \
            ERR_TEMPLATE_FILE: the template shows another kind of file"),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: somebody else's"),
        (status = 404, description = "ERR_NO_SCHEDULE_FOUND"),
        (status = 413, description = "ERR_PAYLOAD_TOO_LARGE")
    )
)]
#[post("/{id}/media-upload")]
pub(super) async fn upload(
    request: HttpRequest,
    payload: web::Payload,
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ScheduleId>,
) -> Result<web::Json<Attached>, ApiError> {
    caller.require_plan(Feature::Schedules)?;
    let kind = {
        let mut reader = app.db.read().await?;
        let conn = &mut reader.conn();
        let schedule = own(conn, &caller, *id).await?;
        if schedule.template.is_some() {
            let of = (schedule.whatsapp_id, schedule.template.as_ref());
            let kind = file_kind(conn, caller.company, of).await?;
            Some(kind.ok_or(ErrorCode::TemplateKind)?)
        } else {
            check_caption(&schedule.body)?;
            None
        }
    };
    let kinds = kind.is_none().then_some(PICTURES);
    let stored = attachments::take(&request, payload, &app, caller.company, kinds).await?;
    if kind.is_some_and(|kind| !takes_file(kind, &stored.mime, stored.size)) {
        attachments::remove(&request, caller.company, &stored.path).await?;
        return Err(ErrorCode::TemplateFile.into());
    }
    let now = app.clock.now();
    let changed = app
        .change(caller.company, now, async |conn, told| {
            own(conn, &caller, *id).await?;
            let new = media::insert_ready(conn, caller.company, now, &stored).await?;
            let old = schedules::set_media(conn, caller.company, *id, Some(new), now).await?;
            let schedule = schedules::get(conn, caller.company, *id).await?;
            told.push(tell_schedule(Written::Changed, &schedule));
            attachments::release(conn, caller.company, old, now).await?;
            Ok::<_, ApiError>(schedule)
        })
        .await;
    let schedule = match changed {
        Ok(schedule) => schedule,
        Err(error) => {
            attachments::remove(&request, caller.company, &stored.path).await?;
            return Err(error);
        }
    };
    attachments::clear(&app, store_of(&request)?, caller.company).await;
    Ok(web::Json(Attached {
        mensagem: "Arquivo Anexado",
        media_path: schedule.media_path,
        media_name: schedule.media_name,
    }))
}

/// Takes the picture of a schedule away; without one nothing happens. Its owner and admins.
#[utoipa::path(
    tag = "schedules",
    operation_id = "remove_picture",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Attached),
        (status = 400, description = "ERR_SCHEDULE_SENT"),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: somebody else's"),
        (status = 404, description = "ERR_NO_SCHEDULE_FOUND")
    )
)]
#[delete("/{id}/media-upload")]
pub(super) async fn remove(
    request: HttpRequest,
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ScheduleId>,
) -> Result<web::Json<Attached>, ApiError> {
    caller.require_plan(Feature::Schedules)?;
    let now = app.clock.now();
    app.change(caller.company, now, async |conn, told| {
        own(conn, &caller, *id).await?;
        let old = schedules::set_media(conn, caller.company, *id, None, now).await?;
        if old.is_some() {
            let schedule = schedules::get(conn, caller.company, *id).await?;
            told.push(tell_schedule(Written::Changed, &schedule));
        }
        attachments::release(conn, caller.company, old, now).await
    })
    .await?;
    attachments::clear(&app, store_of(&request)?, caller.company).await;
    Ok(web::Json(Attached::nothing()))
}
