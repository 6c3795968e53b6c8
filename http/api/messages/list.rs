//! `GET /messages/{ticketId}`: all episodes of a contact, newest page first (S100, rule B17).

use actix_web::{get, web};
use guiche_actors::desk::ReadTicket;
use guiche_storage::{
    media::MediaStore,
    messages::{self, ConversationFilter, PAGE_SIZE, Shown},
    model::{
        MessageId, TicketId,
        message::Message,
        page::Page,
        ticket::{Episode, Ticket, TicketContact, TicketStatus},
    },
    tickets,
};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{
    api::tickets::one::visible, app::App, error::ApiError, middleware::caller::Caller, valid::Query,
};

/// Messages shown above one that was jumped to.
const ABOVE_JUMP: i64 = 10;
/// Most messages of a page that reaches down to one that is jumped to.
const JUMP_MAX: i64 = 1000;

/// Which page.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListQuery {
    /// From 1, 20 a page; page 1 is the newest.
    page_number: Option<i64>,
    /// Only messages before this one; wins over `pageNumber` and does not shift when new ones arrive.
    before: Option<MessageId>,
    /// Also everything down to this message, for a jump to it; at most 1,000 messages in one page.
    through: Option<MessageId>,
}

/// Which page of the messages to look after.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct UnknownQuery {
    /// From 1, 20 a page.
    page_number: Option<i64>,
}

/// A page of a conversation, ascending.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MessagePage {
    /// The messages of the contact that the caller may see; those more than 500 beyond this page are not counted.
    count: i64,
    /// The messages of this page.
    messages: Vec<Message>,
    /// The ticket asked for.
    ticket: Ticket,
    /// Whether older ones follow.
    has_more: bool,
    /// The episodes that the messages belong to, oldest first.
    tickets: Vec<Episode>,
}

/// A message and where it is.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct UnknownMessage {
    /// The message.
    #[serde(flatten)]
    message: Message,
    /// Its ticket.
    ticket: TicketRef,
}

/// A ticket, very short.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct TicketRef {
    /// Number.
    id: TicketId,
    /// Name in links.
    uuid: Uuid,
    /// Customer.
    contact: TicketContact,
}

impl From<&Ticket> for TicketRef {
    fn from(ticket: &Ticket) -> Self {
        Self {
            id: ticket.id,
            uuid: ticket.uuid,
            contact: ticket.contact.clone(),
        }
    }
}

/// Messages whose sending nobody can know.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct UnknownPage {
    /// Oldest first.
    messages: Vec<UnknownMessage>,
    /// All of the company.
    count: i64,
    /// Whether another page follows.
    has_more: bool,
}

/// Lists a conversation. Page 1 of an own open ticket marks it as read.
#[utoipa::path(
    tag = "messages",
    params(("id" = i64, Path, description = "Ticket number"), ListQuery),
    responses(
        (status = 200, body = MessagePage),
        (status = 403, description = "ERR_NO_PERMISSION"),
        (status = 404, description = "ERR_NO_TICKET_FOUND")
    )
)]
#[get("/{id}")]
pub(super) async fn list(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    id: web::Path<TicketId>,
    query: Query<ListQuery>,
) -> Result<web::Json<MessagePage>, ApiError> {
    let ticket = visible(&app, &caller, *id).await?;
    let filter = ConversationFilter {
        contact: ticket.contact_id,
        ticket: ticket.id,
        scope: caller.viewer().scope(),
        before: query.before,
    };
    let shown = Shown {
        links: media.links(),
        now: app.clock.now(),
    };
    let (rows, episodes) = {
        let mut reader = app.db.read().await?;
        let mut conn = reader.conn();
        let page = match query.through {
            Some(through) => {
                let far =
                    messages::count_through(&mut conn, caller.company, &filter, through).await?;
                Page::new(None, (far + ABOVE_JUMP).clamp(PAGE_SIZE, JUMP_MAX))
            }
            None => Page::new(query.page_number, PAGE_SIZE),
        };
        let rows = messages::list(&mut conn, caller.company, &filter, page, shown).await?;
        let episodes = messages::episodes(&mut conn, caller.company, &rows.rows, ticket.id).await?;
        (rows, episodes)
    };
    let newest = query.before.is_none() && query.page_number.unwrap_or(1) <= 1;
    let mine = ticket.status == TicketStatus::Open && ticket.user_id == Some(caller.user);
    // the ticket was looked up before its messages: what came in between is shown and so counts as read
    let unread = ticket.unread_messages > 0
        || rows
            .rows
            .iter()
            .any(|it| it.ticket_id == ticket.id && !it.from_me && !it.read);
    if newest && mine && unread {
        let read = ReadTicket {
            ticket_id: ticket.id,
            contact_id: ticket.contact_id,
        };
        if let Err(error) = app.actors.desk(caller.company, read).await {
            // reading goes on when nothing can be written
            tracing::warn!(%error, "a conversation could not be marked as read");
        }
    }
    Ok(web::Json(MessagePage {
        count: rows.count,
        messages: rows.rows,
        ticket,
        has_more: rows.has_more,
        tickets: episodes,
    }))
}

/// Lists messages whose sending nobody can know ("A conferir"); only those of tickets that the caller may see.
#[utoipa::path(tag = "messages", params(UnknownQuery), responses((status = 200, body = UnknownPage)))]
#[get("/unknown")]
pub(super) async fn unknown(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    query: Query<UnknownQuery>,
) -> Result<web::Json<UnknownPage>, ApiError> {
    let page = Page::new(query.page_number, PAGE_SIZE);
    let shown = Shown {
        links: media.links(),
        now: app.clock.now(),
    };
    let scope = caller.viewer().scope();
    let mut reader = app.db.read().await?;
    let mut conn = reader.conn();
    let rows =
        messages::list_unknown(&mut conn, caller.company, scope.as_ref(), page, shown).await?;
    let mut unknown = Vec::with_capacity(rows.rows.len());
    for message in rows.rows {
        let ticket = tickets::get(&mut conn, caller.company, message.ticket_id).await?;
        let ticket = TicketRef::from(&ticket);
        unknown.push(UnknownMessage { message, ticket });
    }
    Ok(web::Json(UnknownPage {
        messages: unknown,
        count: rows.count,
        has_more: rows.has_more,
    }))
}
