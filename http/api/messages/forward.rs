//! `POST /messages/forward`: messages of a conversation are handed on to others (rule B17), in tickets that are open or to contacts for
//! whom one is opened. Each is decided by itself: one that is refused keeps no other back.

use actix_web::{post, web};
use garde::Validate;
use guiche_actors::{
    ActorError,
    desk::{ForwardMessages, ForwardToContact, Handed},
};
use guiche_storage::{
    messages::{self, ConversationFilter},
    model::{ConnectionId, ContactId, ErrorCode, MessageId, QueueId, TicketId, ticket::Ticket},
};
use serde::{Deserialize, Serialize};

use crate::{
    api::tickets::one::visible,
    app::App,
    error::ApiError,
    error_body::{Name, TicketName},
    middleware::caller::Caller,
    valid::Valid,
};

/// Tickets and contacts together, at most.
const TARGETS_MAX: usize = 5;

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
    /// Tickets that they go to; with `contacts` 1 to 5.
    #[garde(length(max = TARGETS_MAX))]
    ticket_ids: Vec<TicketId>,
    /// Contacts for whom a ticket is opened that takes them; with `ticketIds` 1 to 5.
    #[garde(length(max = TARGETS_MAX), dive)]
    #[serde(default)]
    contacts: Vec<ForwardContact>,
    /// The client's name for it, up to 60 characters: repeated, nothing is sent twice.
    #[garde(length(chars, min = 1, max = 60))]
    client_id: String,
}

/// A contact, and the ticket that is opened for him as by `POST /tickets`.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ForwardContact {
    /// Customer. Where his open ticket is the caller's own, they go there.
    #[garde(skip)]
    contact_id: ContactId,
    /// Queue; required unless admin.
    #[garde(skip)]
    queue_id: Option<QueueId>,
    /// Connection; the default one if absent.
    #[garde(skip)]
    #[serde(rename = "whatsappId")]
    connection: Option<ConnectionId>,
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

/// What became of it for one contact.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ForwardContactResult {
    /// Customer.
    contact_id: ContactId,
    /// All of it is on its way.
    ok: bool,
    /// Why nothing of it is, and no ticket was opened.
    #[schema(required, value_type = Option<String>)]
    error: Option<&'static str>,
    /// The ticket that has it; with `ERR_OTHER_OPEN_TICKET` the one in the way.
    #[schema(required)]
    ticket: Option<TicketName>,
    /// With `ERR_OTHER_OPEN_TICKET`: who has that one; `null` while it waits.
    #[schema(required)]
    user: Option<Name>,
    /// With `ERR_OTHER_OPEN_TICKET`: its queue.
    #[schema(required)]
    queue: Option<Name>,
}

/// What became of it, one by one.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct ForwardAnswer {
    /// The tickets, in the order in which they were named.
    results: Vec<ForwardResult>,
    /// The contacts, in theirs.
    contacts: Vec<ForwardContactResult>,
}

/// Hands messages on to up to five tickets and contacts, as they are and with the same files. Each is decided like a request for it alone;
/// a contact without an open ticket gets one with them, or neither.
#[utoipa::path(
    tag = "messages",
    request_body = ForwardBody,
    responses(
        (status = 200, body = ForwardAnswer, description = "`error` of a ticket: ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, \
            ERR_TICKET_PENDING, ERR_TICKET_CLOSED, ERR_WINDOW_CLOSED; ERR_FORWARD_UNFIT: a whisper, what was taken back, what is neither words nor a file. \
            Of a contact also what POST /tickets refuses with, ERR_OTHER_OPEN_TICKET among them"),
        (status = 400, description = "ERR_VALIDATION"),
        (status = 403, description = "ERR_NO_PERMISSION: the conversation is not the caller's to see"),
        (status = 404, description = "ERR_NO_TICKET_FOUND, ERR_NO_MESSAGE_FOUND: no such message in the conversation")
    )
)]
#[post("/forward")]
pub(super) async fn forward(
    app: web::Data<App>,
    caller: Caller,
    body: Valid<ForwardBody>,
) -> Result<web::Json<ForwardAnswer>, ApiError> {
    let Valid(mut body) = body;
    keep_first(&mut body.message_ids, |id| *id);
    keep_first(&mut body.ticket_ids, |id| *id);
    keep_first(&mut body.contacts, |to| to.contact_id);
    check_targets(&caller, &body)?;
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
    let handed = Handed {
        source,
        message_ids: body.message_ids,
        name: body.client_id,
        by: caller.viewer(),
    };
    let mut results = Vec::with_capacity(body.ticket_ids.len());
    for id in body.ticket_ids {
        let done = into_one(&app, &caller, id, handed.clone()).await;
        let error = done.err().map(|error| error.code().as_str());
        results.push(ForwardResult {
            id,
            ok: error.is_none(),
            error,
        });
    }
    let mut contacts = Vec::with_capacity(body.contacts.len());
    for to in body.contacts {
        contacts.push(to_one(&app, &caller, to, handed.clone()).await);
    }
    Ok(web::Json(ForwardAnswer { results, contacts }))
}

/// # Errors
/// `Validation`: too few, too many, or a contact without the queue that his ticket needs.
fn check_targets(caller: &Caller, body: &ForwardBody) -> Result<(), ApiError> {
    let targets = body.ticket_ids.len() + body.contacts.len();
    if !(1..=TARGETS_MAX).contains(&targets) {
        return Err(ApiError::field("ticketIds", "1 to 5 with `contacts`"));
    }
    let is_lost = |to: &ForwardContact| to.queue_id.is_none() && !caller.viewer().is_admin();
    if body.contacts.iter().any(is_lost) {
        return Err(ApiError::field("contacts", "Selecione uma fila"));
    }
    Ok(())
}

async fn into_one(
    app: &App,
    caller: &Caller,
    id: TicketId,
    handed: Handed,
) -> Result<(), ApiError> {
    let ticket = visible(app, caller, id).await?;
    let work = ForwardMessages {
        ticket_id: ticket.id,
        contact_id: ticket.contact_id,
        handed,
    };
    app.actors.desk(caller.company, work).await?;
    Ok(())
}

async fn to_one(
    app: &App,
    caller: &Caller,
    to: ForwardContact,
    handed: Handed,
) -> ForwardContactResult {
    let work = ForwardToContact {
        contact_id: to.contact_id,
        queue_id: to.queue_id,
        connection_id: to.connection,
        handed,
    };
    let named = |ticket: &Ticket| TicketName {
        id: ticket.id,
        uuid: ticket.uuid,
    };
    let mut result = ForwardContactResult {
        contact_id: to.contact_id,
        ok: false,
        error: None,
        ticket: None,
        user: None,
        queue: None,
    };
    match app.actors.desk(caller.company, work).await {
        Ok(ticket) => {
            result.ok = true;
            result.ticket = Some(named(&ticket));
        }
        Err(error) => {
            if let ActorError::OtherOpenTicket(other) = &error {
                result.ticket = Some(named(other));
                result.user = other.user.as_ref().map(|user| Name::of(&user.name));
                result.queue = other.queue.as_ref().map(|queue| Name::of(&queue.name));
            }
            result.error = Some(ApiError::from(error).code().as_str());
        }
    }
    result
}

/// Twice the same is once.
fn keep_first<T, K: PartialEq>(all: &mut Vec<T>, key_of: impl Fn(&T) -> K) {
    let mut seen = Vec::with_capacity(all.len());
    all.retain(|one| {
        let key = key_of(one);
        let is_new = !seen.contains(&key);
        seen.push(key);
        is_new
    });
}
