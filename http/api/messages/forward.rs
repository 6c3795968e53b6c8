//! `POST /messages/forward`: messages of a conversation are handed on to others (rule B17). Each ticket is decided by itself: one that
//! is refused keeps no other back.

use actix_web::{post, web};
use garde::Validate;
use guiche_actors::{Actors, desk::ForwardMessages};
use guiche_storage::{
    messages::{self, ConversationFilter},
    model::{ErrorCode, MessageId, TicketId},
};
use serde::{Deserialize, Serialize};

use crate::{
    api::tickets::one::visible, app::App, error::ApiError, middleware::caller::Caller, valid::Valid,
};

/// What is handed on, and to whom.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ForwardBody {
    /// The ticket whose conversation the messages are read in.
    #[garde(skip)]
    ticket_id: TicketId,
    /// 1 to 30 messages of that conversation, in the order in which they go.
    #[garde(length(min = 1, max = 30))]
    message_ids: Vec<MessageId>,
    /// 1 to 5 tickets that they go to.
    #[garde(length(min = 1, max = 5))]
    ticket_ids: Vec<TicketId>,
    /// The client's name for it, up to 60 characters: repeated, nothing is sent twice.
    #[garde(length(chars, min = 1, max = 60))]
    client_id: String,
}

/// What became of it for one ticket.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct ForwardResult {
    /// The ticket.
    id: TicketId,
    /// All of it is on its way.
    ok: bool,
    /// Why nothing of it is.
    #[schema(required, value_type = Option<String>)]
    error: Option<&'static str>,
}

/// What became of it, ticket by ticket.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct ForwardAnswer {
    /// In the order in which they were named.
    results: Vec<ForwardResult>,
}

/// Hands messages on to up to five tickets, as they are and with the same files. Each ticket is decided like a request for it alone.
#[utoipa::path(
    tag = "messages",
    request_body = ForwardBody,
    responses(
        (status = 200, body = ForwardAnswer, description = "`error` of a ticket: ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, \
            ERR_TICKET_PENDING, ERR_TICKET_CLOSED, ERR_WINDOW_CLOSED; ERR_FORWARD_UNFIT: a whisper, what was taken back, what is neither words nor a file"),
        (status = 400, description = "ERR_VALIDATION"),
        (status = 403, description = "ERR_NO_PERMISSION: the conversation is not the caller's to see"),
        (status = 404, description = "ERR_NO_TICKET_FOUND, ERR_NO_MESSAGE_FOUND: no such message in the conversation")
    )
)]
#[post("/forward")]
pub(super) async fn forward(
    app: web::Data<App>,
    actors: web::Data<Actors>,
    caller: Caller,
    body: Valid<ForwardBody>,
) -> Result<web::Json<ForwardAnswer>, ApiError> {
    let Valid(mut body) = body;
    keep_first(&mut body.message_ids);
    keep_first(&mut body.ticket_ids);
    let ticket = visible(&app, &caller, body.ticket_id).await?;
    let source = ConversationFilter {
        contact: ticket.contact_id,
        ticket: ticket.id,
        scope: caller.viewer().scope(),
        before: None,
    };
    let there = {
        let mut reader = app.db.read().await?;
        messages::forward::list(
            &mut reader.conn(),
            caller.company,
            &source,
            &body.message_ids,
        )
        .await?
    };
    if there.len() < body.message_ids.len() {
        return Err(ErrorCode::NoMessageFound.into());
    }
    let mut results = Vec::with_capacity(body.ticket_ids.len());
    for id in &body.ticket_ids {
        let done = into_one(&app, &actors, &caller, *id, (&body, &source)).await;
        let error = done.err().map(|error| error.code().as_str());
        results.push(ForwardResult {
            id: *id,
            ok: error.is_none(),
            error,
        });
    }
    Ok(web::Json(ForwardAnswer { results }))
}

async fn into_one(
    app: &App,
    actors: &Actors,
    caller: &Caller,
    id: TicketId,
    (body, source): (&ForwardBody, &ConversationFilter),
) -> Result<(), ApiError> {
    let ticket = visible(app, caller, id).await?;
    let work = ForwardMessages {
        ticket_id: ticket.id,
        contact_id: ticket.contact_id,
        source: source.clone(),
        message_ids: body.message_ids.clone(),
        name: body.client_id.clone(),
        by: caller.viewer(),
    };
    actors.desk(caller.company, work).await?;
    Ok(())
}

/// Twice the same is once.
fn keep_first<T: PartialEq + Copy>(ids: &mut Vec<T>) {
    let mut seen = Vec::with_capacity(ids.len());
    ids.retain(|id| {
        let is_new = !seen.contains(id);
        seen.push(*id);
        is_new
    });
}
