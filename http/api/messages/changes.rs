//! What is done with a message that is there: taken back, marked unread, tried again, resolved.

use actix_web::{delete, patch, post, web};
use garde::Validate;
use guiche_actors::{
    Actors,
    desk::{DeleteMessage, MarkMessageUnread, Resolution, ResolveUnknown, RetryMessage},
};
use guiche_storage::{
    media::MediaStore,
    messages::{self, Shown},
    model::{ContactId, MessageId, message::Message, ticket::Ticket},
};
use serde::{Deserialize, Serialize};

use crate::{
    api::{fields::Empty, tickets::one::visible},
    app::App,
    caller::Caller,
    error::ApiError,
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

/// A changed message.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct Changed {
    /// As it stands now.
    message: Message,
}

/// Takes an own message back; it stays visible as deleted.
#[utoipa::path(
    tag = "messages",
    params(("id" = i64, Path, description = "Message number")),
    responses(
        (status = 200, body = Empty),
        (status = 400, description = "ERR_DELETE_WAPP_MSG: the provider cannot"),
        (status = 403, description = "ERR_NO_PERMISSION: not the caller's own"),
        (status = 404, description = "ERR_NO_MESSAGE_FOUND"),
        (status = 409, description = "ERR_MESSAGE_STATE")
    )
)]
#[delete("/messages/{id}")]
pub(super) async fn delete(
    app: web::Data<App>,
    actors: web::Data<Actors>,
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
    actors.desk(caller.company, work).await?;
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
#[patch("/messages/not-read/{id}")]
pub(super) async fn mark_unread(
    app: web::Data<App>,
    actors: web::Data<Actors>,
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
    Ok(web::Json(actors.desk(caller.company, work).await?))
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
#[post("/messages/{id}/retry")]
pub(super) async fn retry(
    app: web::Data<App>,
    actors: web::Data<Actors>,
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
        message: actors.desk(caller.company, work).await?,
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
#[post("/messages/{id}/resolve")]
pub(super) async fn resolve(
    app: web::Data<App>,
    actors: web::Data<Actors>,
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
        message: actors.desk(caller.company, work).await?,
    }))
}

/// Whose conversation a message is in, if the caller may see it.
async fn contact_of(
    app: &App,
    media: &MediaStore,
    caller: &Caller,
    id: MessageId,
) -> Result<ContactId, ApiError> {
    let message = {
        let shown = Shown {
            links: media.links(),
            now: app.clock.now(),
        };
        let mut reader = app.db.read().await?;
        messages::get(&mut reader.conn(), caller.company, id, shown).await?
    };
    Ok(visible(app, caller, message.ticket_id).await?.contact_id)
}
