//! Opening, changing and deleting tickets. The desk decides; here bodies are read.

use actix_web::{delete, post, put, web};
use garde::Validate;
use guiche_actors::desk::{Closing, DeleteTicket, MarkTicketUnread, OpenTicket, UpdateTicket};
use guiche_storage::{
    media::MediaStore,
    model::{
        ClosingReasonId, ConnectionId, ContactId, PromptId, QueueId, QueueIntegrationId, TicketId,
        UserId,
        ticket::{Snooze, Ticket, TicketPriority, TicketStatus},
    },
    tickets::{self, write::TicketPatch},
};
use serde::{Deserialize, Deserializer};

use super::one::visible;
use crate::{
    api::{attachments, fields::Done},
    app::App,
    error::ApiError,
    error_body::TicketConflict,
    middleware::caller::Caller,
    valid::Valid,
};

/// A new ticket (S097).
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewTicket {
    /// Customer.
    #[garde(skip)]
    contact_id: ContactId,
    /// Queue; required unless admin.
    #[garde(skip)]
    queue_id: Option<QueueId>,
    /// Connection; the default one if absent.
    #[garde(skip)]
    whatsapp_id: Option<ConnectionId>,
    /// Attendant; the caller if absent.
    #[garde(skip)]
    user_id: Option<UserId>,
    /// `open` (default) or `pending`.
    #[garde(skip)]
    status: Option<TicketStatus>,
}

/// A wished change (S098). Absent keeps; `null` clears `userId` and `queueId`.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TicketChange {
    /// Where it shall stand.
    #[garde(skip)]
    status: Option<TicketStatus>,
    /// Attendant.
    #[garde(skip)]
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<i64>)]
    user_id: Option<Option<UserId>>,
    /// Queue.
    #[garde(skip)]
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<i64>)]
    queue_id: Option<Option<QueueId>>,
    /// Connection.
    #[garde(skip)]
    whatsapp_id: Option<ConnectionId>,
    /// JSON text with the keys instagram, facebook, frete; at most 10,000 bytes.
    #[garde(inner(inner(length(max = 10_000))))]
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<String>)]
    informations: Option<Option<String>>,
    /// Place on the board.
    #[garde(skip)]
    crm_order: Option<i64>,
    /// Put off until a time, or with `until: null` until the customer writes; `null` brings it back.
    #[garde(skip)]
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<Snooze>)]
    snooze: Option<Option<Snooze>>,
    /// How much it presses.
    #[garde(skip)]
    priority: Option<TicketPriority>,
    /// What whoever gets it by this transfer reads first, as a whisper; at most 1,000 characters.
    #[garde(inner(length(chars, max = 1_000)))]
    note: Option<String>,
    /// An integration answers; `false` takes the conversation from whichever bot leads it.
    #[garde(skip)]
    use_integration: Option<bool>,
    /// Which prompt, where `useIntegration` is true; `null` or `false` for none.
    #[garde(skip)]
    #[serde(default, deserialize_with = "bot")]
    #[schema(value_type = Option<i64>)]
    prompt_id: Option<Option<PromptId>>,
    /// Which integration, where `useIntegration` is true; `null` or `false` for none.
    #[garde(skip)]
    #[serde(default, deserialize_with = "bot")]
    #[schema(value_type = Option<i64>)]
    integration_id: Option<Option<QueueIntegrationId>>,
    /// Why it is closed, as the company offers it; kept when it is closed by this change.
    #[garde(skip)]
    closing_reason_id: Option<ClosingReasonId>,
    /// The customer gets no farewell and is asked for no rating when it is closed by this change.
    #[garde(skip)]
    #[serde(default)]
    silently: bool,
}

/// Opens a ticket.
#[utoipa::path(
    tag = "tickets",
    request_body = NewTicket,
    responses(
        (status = 200, body = Ticket),
        (status = 403, description = "ERR_NO_PERMISSION: a queue of others"),
        (status = 404, description = "ERR_NO_CONTACT_FOUND, ERR_NO_QUEUE_FOUND, ERR_NO_USER_FOUND, ERR_NO_WAPP_FOUND"),
        (status = 409, body = TicketConflict, description = "ERR_OTHER_OPEN_TICKET: `error` is the JSON text of the ticket in the way")
    )
)]
#[post("")]
pub(super) async fn open(
    app: web::Data<App>,
    caller: Caller,
    body: Valid<NewTicket>,
) -> Result<web::Json<Ticket>, ApiError> {
    let Valid(body) = body;
    let status = body.status.unwrap_or(TicketStatus::Open);
    if !matches!(status, TicketStatus::Open | TicketStatus::Pending) {
        return Err(ApiError::field("status", "is neither open nor pending"));
    }
    let viewer = caller.viewer();
    if body.queue_id.is_none() && !viewer.is_admin() {
        return Err(ApiError::field("queueId", "Selecione uma fila"));
    }
    let work = OpenTicket {
        contact_id: body.contact_id,
        queue_id: body.queue_id,
        connection_id: body.whatsapp_id,
        user_id: body.user_id,
        status,
        by: viewer.into(),
    };
    Ok(web::Json(app.actors.desk(caller.company, work).await?))
}

/// Accepts, returns, resolves, reopens, transfers a ticket, or changes its fields.
#[utoipa::path(
    tag = "tickets",
    params(("id" = i64, Path, description = "Ticket number")),
    request_body = TicketChange,
    responses(
        (status = 200, body = Ticket),
        (status = 400, description = "ERR_CLOSING_REASON_REQUIRED"),
        (status = 403, description = "ERR_NO_PERMISSION"),
        (status = 404, description = "ERR_NO_TICKET_FOUND, ERR_NO_QUEUE_FOUND, ERR_NO_USER_FOUND, ERR_NO_WAPP_FOUND, ERR_NO_CLOSING_REASON_FOUND, ERR_NO_PROMPT_FOUND, ERR_NO_INTEGRATION_FOUND"),
        (status = 409, body = TicketConflict, description = "ERR_OTHER_OPEN_TICKET: somebody else has it")
    )
)]
#[put("/{id}")]
pub(super) async fn update(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<TicketId>,
    body: Valid<TicketChange>,
) -> Result<web::Json<Ticket>, ApiError> {
    let Valid(body) = body;
    let until = body.snooze.flatten().and_then(|snooze| snooze.until);
    if until.is_some_and(|until| until <= app.clock.now()) {
        return Err(ApiError::field("snooze", "is in the past"));
    }
    let ticket = visible(&app, &caller, *id).await?;
    let wish = TicketPatch {
        status: body.status,
        user_id: body.user_id,
        queue_id: body.queue_id,
        connection_id: body.whatsapp_id,
        informations: body.informations,
        crm_order: body.crm_order,
        snooze: body.snooze,
        priority: body.priority,
        use_integration: body.use_integration,
        prompt_id: body.prompt_id,
        integration_id: body.integration_id,
        ..TicketPatch::default()
    };
    let work = UpdateTicket {
        ticket_id: ticket.id,
        contact_id: ticket.contact_id,
        wish,
        closing: Closing {
            reason: body.closing_reason_id,
            silently: body.silently,
        },
        note: body
            .note
            .map(|note| note.trim().to_owned())
            .filter(|note| !note.is_empty()),
        by: caller.viewer().into(),
    };
    Ok(web::Json(app.actors.desk(caller.company, work).await?))
}

/// Marks an open ticket as unread.
#[utoipa::path(
    tag = "tickets",
    params(("id" = i64, Path, description = "Ticket number")),
    responses(
        (status = 200, body = Ticket),
        (status = 403, description = "ERR_NO_PERMISSION"),
        (status = 404, description = "ERR_NO_TICKET_FOUND"),
        (status = 409, description = "ERR_TICKET_STATE: not open")
    )
)]
#[put("/not-read/{id}")]
pub(super) async fn mark_unread(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<TicketId>,
) -> Result<web::Json<Ticket>, ApiError> {
    let ticket = visible(&app, &caller, *id).await?;
    let work = MarkTicketUnread {
        ticket_id: ticket.id,
        contact_id: ticket.contact_id,
        viewer: caller.viewer(),
    };
    Ok(web::Json(app.actors.desk(caller.company, work).await?))
}

/// Deletes a ticket with its messages; admins only.
#[utoipa::path(
    tag = "tickets",
    params(("id" = i64, Path, description = "Ticket number")),
    responses(
        (status = 200, body = Done),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_TICKET_FOUND")
    )
)]
#[delete("/{id}")]
pub(super) async fn delete(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    id: web::Path<TicketId>,
) -> Result<web::Json<Done>, ApiError> {
    caller.require_admin()?;
    let ticket = {
        let mut reader = app.db.read().await?;
        tickets::get(&mut reader.conn(), caller.company, *id).await?
    };
    let work = DeleteTicket {
        ticket_id: ticket.id,
        contact_id: ticket.contact_id,
    };
    app.actors.desk(caller.company, work).await?;
    attachments::clear(&app, &media, caller.company).await;
    Ok(web::Json(Done {
        message: "ticket deleted",
    }))
}

/// The same, where the family's pages say `false` for `null` (S098).
fn bot<'de, D, T>(deserializer: D) -> Result<Option<Option<T>>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Sent<T> {
        Id(T),
        Off(bool),
    }
    match Option::<Sent<T>>::deserialize(deserializer)? {
        Some(Sent::Id(id)) => Ok(Some(Some(id))),
        Some(Sent::Off(true)) => Err(serde::de::Error::custom("is no number")),
        Some(Sent::Off(false)) | None => Ok(Some(None)),
    }
}

/// `null` is `Some(None)`, absent is `None`.
pub(in crate::api) fn given<'de, D, T>(deserializer: D) -> Result<Option<Option<T>>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Option::deserialize(deserializer).map(Some)
}
