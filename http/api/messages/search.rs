//! `GET /messages/search`: messages by their words, with where each stands (S029).

use std::collections::{HashMap, hash_map::Entry};

use actix_web::{HttpRequest, get, web};
use guiche_storage::{
    contacts::fold,
    media::MediaStore,
    messages::{self, Shown, WordFilter},
    model::{
        MessageId, TicketId,
        message::Message,
        ticket::{Ticket, TicketStatus},
    },
    tickets,
};
use serde::{Deserialize, Serialize};

use super::list::TicketRef;
use crate::{
    api::{fields, tickets::one::visible},
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    valid::Query,
};

/// What to look for.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct SearchQuery {
    /// Words that a message has, all of them; the last may be unfinished. Case and accents do not count.
    search_param: Option<String>,
    /// Only the conversation of this ticket's contact.
    ticket_id: Option<TicketId>,
    /// Only messages before this one.
    before: Option<MessageId>,
}

/// A message and where it stands.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct FoundMessage {
    /// The message.
    #[serde(flatten)]
    message: Message,
    /// Its ticket.
    ticket: TicketRef,
    /// Where that ticket stands.
    ticket_status: TicketStatus,
}

/// Found messages, newest first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct FoundPage {
    /// At most 20.
    messages: Vec<FoundMessage>,
    /// Whether more follow before the last one.
    has_more: bool,
}

/// Finds messages of the tickets that the caller may see.
#[utoipa::path(
    tag = "messages",
    params(SearchQuery),
    responses(
        (status = 200, body = FoundPage),
        (status = 403, description = "ERR_NO_PERMISSION: in none of the caller's queues"),
        (status = 404, description = "ERR_NO_TICKET_FOUND")
    )
)]
#[get("/search")]
pub(super) async fn search(
    request: HttpRequest,
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    query: Query<SearchQuery>,
) -> Result<web::Json<FoundPage>, ApiError> {
    let contact = match query.ticket_id {
        Some(ticket) => Some(visible(&app, &caller, ticket).await?.contact_id),
        None => None,
    };
    let filter = WordFilter {
        text: fold(fields::search_text(query.search_param.as_deref())?),
        contact,
        scope: caller.viewer().scope(),
        before: query.before,
    };
    let shown = Shown {
        links: media.links(),
        now: app.clock.now(),
    };
    app.limiter.change_to_dear(&request, &caller).await?;
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    let (found, has_more) = messages::search(conn, caller.company, &filter, shown).await?;
    let mut known: HashMap<TicketId, Ticket> = HashMap::new();
    let mut placed = Vec::with_capacity(found.len());
    for message in found {
        let ticket = match known.entry(message.ticket_id) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => {
                let ticket = tickets::get(conn, caller.company, message.ticket_id).await?;
                place.insert(ticket)
            }
        };
        placed.push(FoundMessage {
            ticket: TicketRef::from(&*ticket),
            ticket_status: ticket.status,
            message,
        });
    }
    Ok(web::Json(FoundPage {
        messages: placed,
        has_more,
    }))
}
