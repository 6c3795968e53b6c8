//! What is done with a message that is there: changed, taken back, marked unread, tried again, resolved.

use actix_web::{delete, patch, post, put, web};
use garde::Validate;
use guiche_actors::desk::{
    DeleteMessage, EditMessage, FetchFileAgain, MarkMessageUnread, Resolution, ResolveUnknown,
    RetryMessage,
};
use guiche_storage::{
    media::MediaStore,
    messages::{self, Shown},
    model::{ContactId, MessageId, message::Message, ticket::Ticket},
};
use serde::{Deserialize, Serialize};

use super::send::{TEXT_CHARS_MAX, is_whisper};
use crate::{
    api::{fields::Empty, tickets::one::visible},
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    valid::Valid,
};

/// What became of a message, as a person says.
#[derive(Debug, Clone, Copy, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum OutcomeWord {
    /// The customer has it.
    Sent,
    /// Send it again.
    Again,
    /// Leave it.
    Drop,
}

/// The resolution of an unknown send.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
pub(super) struct ResolveBody {
    /// `sent`, `again` or `drop`.
    #[garde(skip)]
    outcome: OutcomeWord,
}

/// The new text of a message.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
pub(super) struct EditBody {
    /// 1 to 4,096 characters. Variables such as `{{firstName}}` are filled.
    #[garde(custom(text))]
    body: String,
}

/// A changed message.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct Changed {
    /// As it stands now.
    message: Message,
}

/// Changes an own text within 15 minutes. The answer has the old text: the new one comes with the message's next event,
/// when the customer has it.
#[utoipa::path(
    tag = "messages",
    params(("id" = i64, Path, description = "Message number")),
    request_body = EditBody,
    responses(
        (status = 200, body = Changed),
        (status = 400, description = "ERR_EDIT_UNSUPPORTED: the provider cannot; ERR_EDIT_TOO_LATE; ERR_VALIDATION"),
        (status = 403, description = "ERR_NO_PERMISSION: not written by the caller"),
        (status = 404, description = "ERR_NO_MESSAGE_FOUND"),
        (status = 409, description = "ERR_MESSAGE_STATE: no text, taken back or not sent yet")
    )
)]
#[put("/{id}")]
pub(super) async fn edit(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    id: web::Path<MessageId>,
    body: Valid<EditBody>,
) -> Result<web::Json<Changed>, ApiError> {
    change_text(&app, &media, &caller, (*id, body.0.body)).await
}

/// The same where older front ends look for it.
#[utoipa::path(
    tag = "messages",
    params(("id" = i64, Path, description = "Message number")),
    request_body = EditBody,
    responses(
        (status = 200, body = Changed),
        (status = 400, description = "ERR_EDIT_UNSUPPORTED: the provider cannot; ERR_EDIT_TOO_LATE; ERR_VALIDATION"),
        (status = 403, description = "ERR_NO_PERMISSION: not written by the caller"),
        (status = 404, description = "ERR_NO_MESSAGE_FOUND"),
        (status = 409, description = "ERR_MESSAGE_STATE: no text, taken back or not sent yet")
    )
)]
#[post("/edit/{id}")]
pub(super) async fn edit_by_post(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    id: web::Path<MessageId>,
    body: Valid<EditBody>,
) -> Result<web::Json<Changed>, ApiError> {
    change_text(&app, &media, &caller, (*id, body.0.body)).await
}

async fn change_text(
    app: &App,
    media: &MediaStore,
    caller: &Caller,
    (id, body): (MessageId, String),
) -> Result<web::Json<Changed>, ApiError> {
    let (message, contact_id) = seen(app, media, caller, id).await?;
    // a whisper must never reach a customer, however it is written
    if is_whisper(&body) && !message.is_private {
        return Err(ApiError::field("body", "begins like a whisper"));
    }
    let work = EditMessage {
        message_id: id,
        contact_id,
        body,
        viewer: caller.viewer(),
    };
    Ok(web::Json(Changed {
        message: app.actors.desk(caller.company, work).await?,
    }))
}

/// Takes an own message back; it stays visible as deleted.
#[utoipa::path(
    tag = "messages",
    params(("id" = i64, Path, description = "Message number")),
    responses(
        (status = 200, body = Empty),
        (status = 400, description = "ERR_DELETE_WAPP_MSG: the provider cannot; ERR_FETCH_WAPP_MSG: it is too old"),
        (status = 403, description = "ERR_NO_PERMISSION: not the caller's own"),
        (status = 404, description = "ERR_NO_MESSAGE_FOUND"),
        (status = 409, description = "ERR_MESSAGE_STATE")
    )
)]
#[delete("/{id}")]
pub(super) async fn delete(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    id: web::Path<MessageId>,
) -> Result<web::Json<Empty>, ApiError> {
    let contact_id = contact_of(&app, &media, &caller, *id).await?;
    let work = DeleteMessage {
        message_id: *id,
        contact_id,
        viewer: caller.viewer(),
    };
    app.actors.desk(caller.company, work).await?;
    Ok(web::Json(Empty {}))
}

/// Marks a customer's message and all after it as unread.
#[utoipa::path(
    tag = "messages",
    params(("id" = i64, Path, description = "Message number")),
    responses(
        (status = 200, body = Ticket),
        (status = 403, description = "ERR_NO_PERMISSION"),
        (status = 404, description = "ERR_NO_MESSAGE_FOUND"),
        (status = 409, description = "ERR_TICKET_STATE")
    )
)]
#[patch("/not-read/{id}")]
pub(super) async fn mark_unread(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    id: web::Path<MessageId>,
) -> Result<web::Json<Ticket>, ApiError> {
    let contact_id = contact_of(&app, &media, &caller, *id).await?;
    let work = MarkMessageUnread {
        message_id: *id,
        contact_id,
        viewer: caller.viewer(),
    };
    Ok(web::Json(app.actors.desk(caller.company, work).await?))
}

/// Sends a message again that certainly was not sent.
#[utoipa::path(
    tag = "messages",
    params(("id" = i64, Path, description = "Message number")),
    responses(
        (status = 200, body = Changed),
        (status = 403, description = "ERR_NO_PERMISSION"),
        (status = 404, description = "ERR_NO_MESSAGE_FOUND"),
        (status = 409, description = "ERR_MESSAGE_STATE: it was sent, or nobody knows")
    )
)]
#[post("/{id}/retry")]
pub(super) async fn retry(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    id: web::Path<MessageId>,
) -> Result<web::Json<Changed>, ApiError> {
    let contact_id = contact_of(&app, &media, &caller, *id).await?;
    let work = RetryMessage {
        message_id: *id,
        contact_id,
        viewer: caller.viewer(),
    };
    Ok(web::Json(Changed {
        message: app.actors.desk(caller.company, work).await?,
    }))
}

/// Fetches the file of a customer's message again that could not be fetched.
#[utoipa::path(
    tag = "messages",
    params(("id" = i64, Path, description = "Message number")),
    responses(
        (status = 200, body = Changed),
        (status = 400, description = "ERR_WAPP_DOWNLOAD_MEDIA: the number by which it came is gone"),
        (status = 403, description = "ERR_NO_PERMISSION"),
        (status = 404, description = "ERR_NO_MESSAGE_FOUND"),
        (status = 409, description = "ERR_MESSAGE_STATE: it has no file, or one that is here or on its way")
    )
)]
#[post("/{id}/file")]
pub(super) async fn fetch_file(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    id: web::Path<MessageId>,
) -> Result<web::Json<Changed>, ApiError> {
    let contact_id = contact_of(&app, &media, &caller, *id).await?;
    let work = FetchFileAgain {
        message_id: *id,
        contact_id,
    };
    Ok(web::Json(Changed {
        message: app.actors.desk(caller.company, work).await?,
    }))
}

/// Says what became of a message whose sending nobody can know.
#[utoipa::path(
    tag = "messages",
    params(("id" = i64, Path, description = "Message number")),
    request_body = ResolveBody,
    responses(
        (status = 200, body = Changed),
        (status = 403, description = "ERR_NO_PERMISSION"),
        (status = 404, description = "ERR_NO_MESSAGE_FOUND"),
        (status = 409, description = "ERR_MESSAGE_STATE: its sending is known by now")
    )
)]
#[post("/{id}/resolve")]
pub(super) async fn resolve(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    id: web::Path<MessageId>,
    body: Valid<ResolveBody>,
) -> Result<web::Json<Changed>, ApiError> {
    let contact_id = contact_of(&app, &media, &caller, *id).await?;
    let resolution = match body.0.outcome {
        OutcomeWord::Sent => Resolution::Sent,
        OutcomeWord::Again => Resolution::Again,
        OutcomeWord::Drop => Resolution::Drop,
    };
    let viewer = caller.viewer();
    let work = ResolveUnknown {
        message_id: *id,
        contact_id,
        resolution,
        viewer,
    };
    Ok(web::Json(Changed {
        message: app.actors.desk(caller.company, work).await?,
    }))
}

/// Whose conversation a message is in, if the caller may see it.
async fn contact_of(
    app: &App,
    media: &MediaStore,
    caller: &Caller,
    id: MessageId,
) -> Result<ContactId, ApiError> {
    Ok(seen(app, media, caller, id).await?.1)
}

/// A message and whose conversation it is in, if the caller may see it.
pub(in crate::api) async fn seen(
    app: &App,
    media: &MediaStore,
    caller: &Caller,
    id: MessageId,
) -> Result<(Message, ContactId), ApiError> {
    let message = {
        let shown = Shown {
            links: media.links(),
            now: app.clock.now(),
        };
        let mut reader = app.db.read().await?;
        messages::get(&mut reader.conn(), caller.company, id, shown).await?
    };
    let contact_id = visible(app, caller, message.ticket_id).await?.contact_id;
    Ok((message, contact_id))
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
fn text(text: &str, _: &()) -> garde::Result {
    if text.trim().is_empty() || text.chars().count() > TEXT_CHARS_MAX {
        return Err(garde::Error::new("must have 1 to 4,096 characters"));
    }
    Ok(())
}
