//! Writing schedules: any attendant makes them, their owner and admins change them (rule B10).

use actix_web::{HttpRequest, delete, post, put, web};
use chrono::{DateTime, TimeDelta, Utc};
use garde::Validate;
use guiche_actors::{
    desk::{tell_schedule, tell_schedule_gone},
    rules::templates::fill_template,
};
use guiche_storage::{
    Conn,
    companies::Feature,
    connections::{self, message_templates},
    contacts,
    delivery::schedules::{self, ScheduleForm},
    model::{
        CompanyId, ConnectionId, ContactId, ErrorCode, ScheduleId, UserId,
        event::Written,
        message::MediaKind,
        message_template::TemplateChoice,
        schedule::{Repeat, Repeats, Schedule},
    },
};
use serde::Deserialize;

use crate::{
    api::{
        attachments,
        fields::{self, Done},
        moments::Moment,
    },
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    uploads::store_of,
    valid::Valid,
};

/// Characters of a text (S075; the official API takes no more than 4,096).
const BODY_CHARS: std::ops::RangeInclusive<usize> = 5..=4096;
/// Characters of a picture's caption.
pub(super) const CAPTION_CHARS_MAX: usize = 1024;
/// How far ahead a message may be scheduled.
const AHEAD_MAX: TimeDelta = TimeDelta::days(3653);

/// A new schedule.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewSchedule {
    /// 5 to 4,096 characters; variables such as `{{firstName}}` are filled when it is sent.
    #[garde(custom(long_enough))]
    body: String,
    /// Whom it is for.
    #[garde(skip)]
    contact_id: ContactId,
    /// When it is to be sent; in the future. Without a zone it is the company's time.
    #[garde(skip)]
    #[schema(value_type = DateTime<Utc>)]
    send_at: Moment,
    /// By which connection; otherwise by that of the contact's last ticket, or the default.
    #[garde(skip)]
    whatsapp_id: Option<ConnectionId>,
    /// How often it comes again, by the clock of the company; not if absent.
    #[garde(skip)]
    repeat: Option<Repeat>,
    /// After that it does not come again; required with `repeat`, later than `sendAt` and within ten years.
    #[garde(skip)]
    #[schema(value_type = Option<DateTime<Utc>>)]
    repeat_until: Option<Moment>,
    /// An approved text of that connection instead of `body`, which then shows it; it needs `whatsappId`.
    #[garde(skip)]
    template: Option<TemplateChoice>,
    /// The caller himself, if given.
    #[garde(skip)]
    user_id: Option<UserId>,
}

/// A changed schedule; what is absent stays. One that has failed waits again.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ScheduleChange {
    /// 5 to 4,096 characters, with a picture at most 1,024.
    #[garde(inner(custom(long_enough)))]
    body: Option<String>,
    /// Whom it is for.
    #[garde(skip)]
    #[serde(default, deserialize_with = "fields::filled")]
    contact_id: Option<ContactId>,
    /// When it is to be sent; in the future. Without a zone it is the company's time.
    #[garde(skip)]
    #[serde(default, deserialize_with = "fields::filled")]
    #[schema(value_type = Option<DateTime<Utc>>)]
    send_at: Option<Moment>,
    /// By which connection; `null` is no certain one.
    #[serde(default, deserialize_with = "fields::present")]
    #[garde(skip)]
    whatsapp_id: Option<Option<ConnectionId>>,
    /// How often it comes again; `null` is not.
    #[serde(default, deserialize_with = "fields::present")]
    #[schema(value_type = Option<Repeat>)]
    #[garde(skip)]
    repeat: Option<Option<Repeat>>,
    /// After that it does not come again.
    #[serde(default, deserialize_with = "fields::present")]
    #[schema(value_type = Option<DateTime<Utc>>)]
    #[garde(skip)]
    repeat_until: Option<Option<Moment>>,
    /// An approved text of that connection; `null` is none.
    #[serde(default, deserialize_with = "fields::present")]
    #[garde(skip)]
    template: Option<Option<TemplateChoice>>,
    /// The caller himself, if given.
    #[garde(skip)]
    user_id: Option<UserId>,
}

/// Schedules a message.
#[utoipa::path(
    tag = "schedules",
    request_body = NewSchedule,
    responses(
        (status = 200, body = Schedule),
        (status = 400, description = "ERR_VALIDATION, ERR_TEMPLATE_NOT_APPROVED, ERR_TEMPLATE_VARIABLES, ERR_TEMPLATE_KIND, \
            ERR_TEMPLATE_PLACE"),
        (status = 403, description = "ERR_PLAN_FEATURE"),
        (status = 404, description = "ERR_NO_CONTACT_FOUND, ERR_NO_WAPP_FOUND, ERR_NO_USER_FOUND, ERR_NO_TEMPLATE_FOUND")
    )
)]
#[post("")]
pub(super) async fn create(
    app: web::Data<App>,
    caller: Caller,
    body: Valid<NewSchedule>,
) -> Result<web::Json<Schedule>, ApiError> {
    caller.require_plan(Feature::Schedules)?;
    let (Valid(body), now) = (body, app.clock.now());
    check_user(&caller, body.user_id)?;
    let send_at = body.send_at.at(caller.zone);
    let until = body.repeat_until.map(|until| until.at(caller.zone));
    let mut form = ScheduleForm {
        template: body.template,
        body: body.body.trim().to_owned(),
        contact_id: body.contact_id,
        send_at,
        connection_id: body.whatsapp_id,
        repeats: repeats(body.repeat, until, send_at, now)?,
    };
    check_time(form.send_at, now)?;
    let done = app
        .change(caller.company, now, async |conn, told| {
            check_form(conn, &caller, &mut form).await?;
            let schedule = schedules::insert(conn, caller.company, caller.user, &form, now).await?;
            told.push(tell_schedule(Written::New, &schedule));
            Ok::<_, ApiError>(schedule)
        })
        .await?;
    Ok(web::Json(done))
}

/// Changes a schedule whose time has not come, or that has failed. Its owner and admins.
#[utoipa::path(
    tag = "schedules",
    params(("id" = i64, Path)),
    request_body = ScheduleChange,
    responses(
        (status = 200, body = Schedule),
        (status = 400, description = "ERR_SCHEDULE_SENT, ERR_VALIDATION, ERR_TEMPLATE_NOT_APPROVED, ERR_TEMPLATE_VARIABLES, \
            ERR_TEMPLATE_KIND: it has a picture that the template does not show, or the template has cards or a code; ERR_TEMPLATE_PLACE"),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: somebody else's"),
        (status = 404, description = "ERR_NO_SCHEDULE_FOUND, ERR_NO_CONTACT_FOUND, ERR_NO_WAPP_FOUND, ERR_NO_USER_FOUND, \
            ERR_NO_TEMPLATE_FOUND")
    )
)]
#[put("/{id}")]
pub(super) async fn update(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ScheduleId>,
    body: Valid<ScheduleChange>,
) -> Result<web::Json<Schedule>, ApiError> {
    caller.require_plan(Feature::Schedules)?;
    let (Valid(body), now) = (body, app.clock.now());
    check_user(&caller, body.user_id)?;
    let done = app
        .change(caller.company, now, async |conn, told| {
            let stored = own(conn, &caller, *id).await?;
            if stored.sent_at.is_some() {
                return Err(ErrorCode::ScheduleSent.into());
            }
            let at = |moment: Moment| moment.at(caller.zone);
            let send_at = body.send_at.map_or(stored.send_at, at);
            let every = body.repeat.unwrap_or(stored.repeat);
            let until = body
                .repeat_until
                .map_or(stored.repeat_until, |until| until.map(at));
            let mut again = repeats(every, until, send_at, now)?;
            // what does not move goes on from where it was counted: the 31st comes back after February
            let stays = send_at == stored.send_at && every == stored.repeat;
            if let (Some(again), Some(from), true) = (&mut again, stored.repeat_from, stays) {
                again.from = from;
            }
            let mut form = ScheduleForm {
                template: body.template.clone().unwrap_or(stored.template),
                body: body
                    .body
                    .as_deref()
                    .map_or(stored.body, |body| body.trim().to_owned()),
                contact_id: body.contact_id.unwrap_or(stored.contact_id),
                send_at,
                connection_id: body.whatsapp_id.unwrap_or(stored.whatsapp_id),
                repeats: again,
            };
            check_time(form.send_at, now)?;
            check_form(conn, &caller, &mut form).await?;
            if stored.media_path.is_some() {
                if form.template.is_some() {
                    let of = (form.connection_id, form.template.as_ref());
                    let kind = file_kind(conn, caller.company, of).await?;
                    kind.ok_or(ErrorCode::TemplateKind)?;
                } else {
                    check_caption(&form.body)?;
                }
            }
            let schedule = schedules::update(conn, caller.company, *id, &form, now).await?;
            told.push(tell_schedule(Written::Changed, &schedule));
            Ok::<_, ApiError>(schedule)
        })
        .await?;
    Ok(web::Json(done))
}

/// Deletes a schedule. Its owner and admins. A message that is on its way already is not taken back.
#[utoipa::path(
    tag = "schedules",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Done),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: somebody else's"),
        (status = 404, description = "ERR_NO_SCHEDULE_FOUND")
    )
)]
#[delete("/{id}")]
pub(super) async fn remove(
    request: HttpRequest,
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ScheduleId>,
) -> Result<web::Json<Done>, ApiError> {
    caller.require_plan(Feature::Schedules)?;
    let now = app.clock.now();
    app.change(caller.company, now, async |conn, told| {
        own(conn, &caller, *id).await?;
        let media = schedules::delete(conn, caller.company, *id).await?;
        told.push(tell_schedule_gone(*id));
        attachments::release(conn, caller.company, media, now).await
    })
    .await?;
    attachments::clear(&app, store_of(&request)?, caller.company).await;
    Ok(web::Json(Done {
        message: "Schedule deleted.",
    }))
}

/// A schedule that the caller may change.
pub(super) async fn own(
    conn: &mut Conn<'_>,
    caller: &Caller,
    id: ScheduleId,
) -> Result<Schedule, ApiError> {
    let schedule = schedules::get(conn, caller.company, id).await?;
    if schedule.user_id == caller.user || caller.is_admin() {
        Ok(schedule)
    } else {
        Err(ErrorCode::NoPermission.into())
    }
}

/// A picture's text is its caption.
pub(super) fn check_caption(body: &str) -> Result<(), ApiError> {
    if body.chars().count() <= CAPTION_CHARS_MAX {
        return Ok(());
    }
    let problem = "must have at most 1,024 characters beside a picture";
    Err(ApiError::field("body", problem))
}

/// `userId` is accepted and compared, never used (rule P7).
fn check_user(caller: &Caller, user: Option<UserId>) -> Result<(), ApiError> {
    match user {
        Some(user) if user != caller.user && !caller.is_super => Err(ErrorCode::NoUserFound.into()),
        _ => Ok(()),
    }
}

fn check_time(send_at: DateTime<Utc>, now: DateTime<Utc>) -> Result<(), ApiError> {
    if send_at <= now {
        return Err(ApiError::field("sendAt", "must be in the future"));
    }
    if send_at > now + AHEAD_MAX {
        return Err(ApiError::field("sendAt", "must be within ten years"));
    }
    Ok(())
}

/// What comes again has an end, which comes after its begin.
fn repeats(
    every: Option<Repeat>,
    until: Option<DateTime<Utc>>,
    send_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<Option<Repeats>, ApiError> {
    let Some(every) = every else { return Ok(None) };
    let until = until.ok_or_else(|| ApiError::field("repeatUntil", "is missing"))?;
    if until <= send_at {
        return Err(ApiError::field("repeatUntil", "must be after sendAt"));
    }
    if until > now + AHEAD_MAX {
        return Err(ApiError::field("repeatUntil", "must be within ten years"));
    }
    Ok(Some(Repeats {
        every,
        from: send_at,
        until,
    }))
}

/// Contact and connection are the company's own; a template can be sent as it stands now, and the text shows it.
async fn check_form(
    conn: &mut Conn<'_>,
    caller: &Caller,
    form: &mut ScheduleForm,
) -> Result<(), ApiError> {
    contacts::get(conn, caller.company, form.contact_id).await?;
    if let Some(connection) = form.connection_id {
        connections::get(conn, caller.company, connection).await?;
    }
    if let Some(choice) = &form.template {
        let connection = form
            .connection_id
            .ok_or_else(|| ApiError::field("whatsappId", "is needed for a template"))?;
        let template =
            message_templates::get(conn, caller.company, connection, choice.template_id).await?;
        form.body = fill_template(&template, &choice.values)?.text;
    }
    Ok(())
}

/// What the file above the text of a schedule's template is. `None`: it is no template, or one without a file.
pub(super) async fn file_kind(
    conn: &mut Conn<'_>,
    company: CompanyId,
    of: (Option<ConnectionId>, Option<&TemplateChoice>),
) -> Result<Option<MediaKind>, ApiError> {
    let (Some(number), Some(choice)) = of else {
        return Ok(None);
    };
    let template = message_templates::get(conn, company, number, choice.template_id).await?;
    Ok(template.file_kind())
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
fn long_enough(text: &str, _: &()) -> garde::Result {
    if BODY_CHARS.contains(&text.trim().chars().count()) {
        Ok(())
    } else {
        Err(garde::Error::new("must have 5 to 4,096 characters"))
    }
}
