//! Writing and deleting quick messages.

use actix_web::{delete, post, put, web};
use garde::Validate;
use guiche_storage::{
    audit::Entry,
    media::MediaStore,
    messages::quick_messages::{self, QuickMessageForm},
    model::{QuickMessageId, audit::Subject, event::Written, quick_message::QuickMessage},
};
use serde::Deserialize;

use super::{allow_writing, list::shown, tell_deleted, tell_written};
use crate::{
    api::{attachments, fields::Done},
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    valid::Valid,
};

/// Characters of a short code.
const SHORTCODE_CHARS: std::ops::RangeInclusive<usize> = 1..=50;
/// Characters of a text: what one message may have.
const MESSAGE_CHARS_MAX: usize = 4096;

/// A new quick message.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
pub(super) struct NewQuickMessage {
    /// 1 to 50 characters in one line.
    #[garde(custom(code_text))]
    shortcode: String,
    /// At most 4,096 characters; empty where a file says all.
    #[garde(inner(length(chars, max = MESSAGE_CHARS_MAX)))]
    message: Option<String>,
    /// For the whole company: supervisors and admins only. Not, if absent.
    #[garde(skip)]
    geral: Option<bool>,
    /// Offered in the composer. It is, if absent.
    #[garde(skip)]
    status: Option<bool>,
}

/// A changed quick message; what is absent stays.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
pub(super) struct QuickMessageChange {
    /// 1 to 50 characters in one line.
    #[garde(inner(custom(code_text)))]
    shortcode: Option<String>,
    /// At most 4,096 characters.
    #[garde(inner(length(chars, max = MESSAGE_CHARS_MAX)))]
    message: Option<String>,
    /// For the whole company: supervisors and admins only.
    #[garde(skip)]
    geral: Option<bool>,
    /// Offered in the composer.
    #[garde(skip)]
    status: Option<bool>,
}

/// Adds a quick message of the caller.
#[utoipa::path(
    tag = "quick messages",
    request_body = NewQuickMessage,
    responses(
        (status = 200, body = QuickMessage),
        (status = 400, description = "ERR_VALIDATION"),
        (status = 403, description = "ERR_NO_PERMISSION: for everybody, by an attendant")
    )
)]
#[post("")]
pub(super) async fn create(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    body: Valid<NewQuickMessage>,
) -> Result<web::Json<QuickMessage>, ApiError> {
    let Valid(body) = body;
    let form = QuickMessageForm {
        shortcode: body.shortcode.trim().to_owned(),
        message: body.message.unwrap_or_default(),
        geral: body.geral.unwrap_or(false),
        status: body.status.unwrap_or(true),
    };
    if form.geral {
        caller.require_supervisor()?;
    }
    let (company, user, now) = (caller.company, caller.user, app.clock.now());
    let done = app
        .change(company, now, async |conn, told| {
            let id = quick_messages::insert(conn, company, user, &form, now).await?;
            let record = quick_messages::get(conn, company, user, id, shown(&app, &media)).await?;
            let entry = Entry::created(Subject::QuickMessage, id, &record);
            caller.note(conn, &entry, now).await?;
            told.extend(tell_written(Written::New, false, &record));
            Ok::<_, ApiError>(record)
        })
        .await?;
    Ok(web::Json(done))
}

/// Changes a quick message: one's own, or as a supervisor or admin one for everybody.
#[utoipa::path(
    tag = "quick messages",
    params(("id" = i64, Path)),
    request_body = QuickMessageChange,
    responses(
        (status = 200, body = QuickMessage),
        (status = 400, description = "ERR_VALIDATION"),
        (status = 403, description = "ERR_NO_PERMISSION: for everybody, by an attendant"),
        (status = 404, description = "ERR_NO_QUICK_MESSAGE_FOUND")
    )
)]
#[put("/{id}")]
pub(super) async fn update(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    id: web::Path<QuickMessageId>,
    body: Valid<QuickMessageChange>,
) -> Result<web::Json<QuickMessage>, ApiError> {
    let Valid(body) = body;
    let (company, user, now) = (caller.company, caller.user, app.clock.now());
    let done = app
        .change(company, now, async |conn, told| {
            let stored = quick_messages::get(conn, company, user, *id, shown(&app, &media)).await?;
            allow_writing(&caller, &stored)?;
            let (was_geral, geral) = (stored.geral, body.geral.unwrap_or(stored.geral));
            if geral {
                caller.require_supervisor()?;
            }
            let (author, before) = (stored.user_id, stored.clone());
            let form = QuickMessageForm {
                shortcode: body
                    .shortcode
                    .as_deref()
                    .map_or(stored.shortcode, |text| text.trim().to_owned()),
                message: body.message.clone().unwrap_or(stored.message),
                geral,
                status: body.status.unwrap_or(stored.status),
            };
            quick_messages::update(conn, company, *id, &form, now).await?;
            // as its author sees it: one that is no longer for everybody is out of sight of who wrote it here
            let record =
                quick_messages::get(conn, company, author, *id, shown(&app, &media)).await?;
            let entry = Entry::updated(Subject::QuickMessage, *id, &before, &record);
            caller.note(conn, &entry, now).await?;
            told.extend(tell_written(Written::Changed, was_geral, &record));
            Ok::<_, ApiError>(record)
        })
        .await?;
    Ok(web::Json(done))
}

/// Deletes a quick message with its file: one's own, or as a supervisor or admin one for everybody.
#[utoipa::path(
    tag = "quick messages",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Done),
        (status = 403, description = "ERR_NO_PERMISSION: for everybody, by an attendant"),
        (status = 404, description = "ERR_NO_QUICK_MESSAGE_FOUND")
    )
)]
#[delete("/{id}")]
pub(super) async fn remove(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    id: web::Path<QuickMessageId>,
) -> Result<web::Json<Done>, ApiError> {
    let (company, user, now) = (caller.company, caller.user, app.clock.now());
    app.change(company, now, async |conn, told| {
        let stored = quick_messages::get(conn, company, user, *id, shown(&app, &media)).await?;
        allow_writing(&caller, &stored)?;
        let file = quick_messages::delete(conn, company, *id).await?;
        let entry = Entry::deleted(Subject::QuickMessage, *id, &stored);
        caller.note(conn, &entry, now).await?;
        attachments::release(conn, company, file, now).await?;
        told.push(tell_deleted(stored.geral, &stored));
        Ok::<_, ApiError>(())
    })
    .await?;
    attachments::clear(&app, &media, company).await;
    Ok(web::Json(Done {
        message: "Quick message deleted.",
    }))
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
fn code_text(text: &str, _: &()) -> garde::Result {
    if text.chars().any(char::is_control) {
        return Err(garde::Error::new("must be one line"));
    }
    if SHORTCODE_CHARS.contains(&text.trim().chars().count()) {
        Ok(())
    } else {
        Err(garde::Error::new("must have 1 to 50 characters"))
    }
}
