//! `/api/v1/tickets`: the rules are the desk's own, as for attendants who lead.

use actix_web::{HttpResponse, delete, get, patch, post, put, web};
use chrono::{DateTime, Utc};
use garde::Validate;
use guiche_actors::desk::{Closing, Once, OpenByKey, OpenTicket, TagTicket, UpdateTicket};
use guiche_storage::{
    model::{
        CompanyId, ConnectionId, ContactId, QueueId, TagId, TicketId, UserId,
        public::PublicTicket,
        ticket::{Ticket, TicketPriority, TicketStatus},
    },
    tickets::{self, ChangedTickets, write::TicketPatch},
};
use serde::{Deserialize, Serialize};

use super::{
    key::{ByKey, TicketsRead, TicketsWrite},
    once::{self, Asked, made, once},
    pages,
};
use crate::{
    api::tickets::changes::given,
    app::App,
    error::ApiError,
    valid::{Query, Valid},
};

/// Which tickets. Everything given must hold.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
pub(super) struct TicketQuery {
    /// Where they stand.
    #[param(inline)]
    status: Option<TicketStatus>,
    /// Of this contact.
    contact_id: Option<i64>,
    /// In this queue.
    queue_id: Option<i64>,
    /// Changed from here on.
    updated_since: Option<DateTime<Utc>>,
    /// `next_cursor` of the page before.
    cursor: Option<String>,
    /// 1 to 100; 50 if not said.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<i64>,
}

/// A page of tickets, those first whose last change is the oldest.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct TicketPage {
    /// The tickets.
    data: Vec<PublicTicket>,
    /// Where the next page begins; `null` on the last one.
    #[schema(required)]
    next_cursor: Option<String>,
}

/// A ticket to open.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[expect(clippy::struct_field_names, reason = "the names on the wire")]
pub(super) struct NewTicket {
    /// The customer.
    #[garde(skip)]
    contact_id: ContactId,
    /// Queue; none if absent.
    #[garde(skip)]
    queue_id: Option<QueueId>,
    /// Attendant; with him the ticket is open, without him it waits.
    #[garde(skip)]
    user_id: Option<UserId>,
    /// The number that it runs on, by its connection; the default one if absent.
    #[garde(skip)]
    connection_id: Option<ConnectionId>,
}

/// What changes of a ticket; what is absent stays. `null` takes attendant or queue away.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
pub(super) struct TicketChange {
    /// `open` (with `user_id`, unless somebody has it), `pending` or `closed`.
    #[garde(skip)]
    status: Option<TicketStatus>,
    /// Attendant. He must see the queue.
    #[garde(skip)]
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<i64>)]
    user_id: Option<Option<UserId>>,
    /// Queue.
    #[garde(skip)]
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<i64>)]
    queue_id: Option<Option<QueueId>>,
    /// How much it presses.
    #[garde(skip)]
    priority: Option<TicketPriority>,
    /// The customer gets no farewell and is asked for no rating when it is closed by this change.
    #[garde(skip)]
    #[serde(default)]
    silently: bool,
}

/// The tickets, those first whose last change is the oldest: whoever asks again with the last `updated_at` that he has seen
/// misses none.
#[utoipa::path(
    tag = "tickets",
    params(TicketQuery),
    security(("key" = ["tickets:read"])),
    responses((status = 200, body = TicketPage))
)]
#[get("/tickets")]
pub(super) async fn list(
    by: ByKey<TicketsRead>,
    app: web::Data<App>,
    query: Query<TicketQuery>,
) -> Result<web::Json<TicketPage>, ApiError> {
    let limit = pages::limit(query.limit)?;
    let after = pages::changed_after(query.cursor.as_deref())?;
    let filter = ChangedTickets {
        status: query.status,
        contact: query.contact_id.map(ContactId),
        queue: query.queue_id.map(QueueId),
        since: query.updated_since,
        after: after.map(|(at, id)| (at, TicketId(id))),
    };
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    let mut found = tickets::list_changed(conn, by.company, &filter, limit + 1).await?;
    let has_more = pages::cut(&mut found, limit);
    let last = found.last().filter(|_| has_more);
    Ok(web::Json(TicketPage {
        next_cursor: last.map(|last| pages::after_change(last.updated_at, last.id.0)),
        data: found.iter().map(PublicTicket::from).collect(),
    }))
}

/// One ticket.
#[utoipa::path(
    tag = "tickets",
    params(("id" = i64, Path)),
    security(("key" = ["tickets:read"])),
    responses(
        (status = 200, body = PublicTicket),
        (status = 404, description = "ERR_NO_TICKET_FOUND")
    )
)]
#[get("/tickets/{id}")]
pub(super) async fn show(
    by: ByKey<TicketsRead>,
    app: web::Data<App>,
    id: web::Path<TicketId>,
) -> Result<web::Json<PublicTicket>, ApiError> {
    let ticket = ticket(&app, by.company, *id).await?;
    Ok(web::Json(PublicTicket::from(&ticket)))
}

/// Opens a ticket for a contact.
#[utoipa::path(
    tag = "tickets",
    params(("Idempotency-Key" = Option<String>, Header, description = "Done once under this name, and answered the same for 24 hours; 1 to 100 characters")),
    request_body = NewTicket,
    security(("key" = ["tickets:write"])),
    responses(
        (status = 201, body = PublicTicket),
        (status = 400, description = "ERR_VALIDATION, ERR_CONTACT_BLOCKED"),
        (status = 403, description = "ERR_NO_PERMISSION: the attendant does not see the queue"),
        (status = 404, description = "ERR_NO_CONTACT_FOUND, ERR_NO_QUEUE_FOUND, ERR_NO_USER_FOUND, ERR_NO_WAPP_FOUND"),
        (status = 409, description = "ERR_OTHER_OPEN_TICKET: `ticket` is the one in the way; ERR_IDEMPOTENCY_RUNNING: it is being done"),
        (status = 422, description = "ERR_IDEMPOTENCY_KEY: the name is that of another request")
    )
)]
#[post("/tickets")]
pub(super) async fn create(
    by: ByKey<TicketsWrite>,
    app: web::Data<App>,
    asked: Asked<NewTicket>,
) -> Result<HttpResponse, ApiError> {
    let Asked { body, named } = asked;
    once(&app, named, async |named| {
        let open = OpenTicket {
            contact_id: body.contact_id,
            queue_id: body.queue_id,
            connection_id: body.connection_id,
            user_id: body.user_id,
            status: match body.user_id {
                Some(_) => TicketStatus::Open,
                None => TicketStatus::Pending,
            },
            by: by.principal(),
        };
        let once = named.map(|named| Once {
            named,
            write: Box::new(|ticket: &Ticket| {
                once::answer(&PublicTicket::from(ticket), ticket.contact_id)
            }),
        });
        let ticket = app
            .actors
            .desk(by.company, OpenByKey { open, once })
            .await?;
        Ok(made(&PublicTicket::from(&ticket)))
    })
    .await
}

/// Closes, reopens, assigns or moves a ticket, by the same rules as on the pages.
#[utoipa::path(
    tag = "tickets",
    params(("id" = i64, Path)),
    request_body = TicketChange,
    security(("key" = ["tickets:write"])),
    responses(
        (status = 200, body = PublicTicket),
        (status = 403, description = "ERR_NO_PERMISSION: the attendant does not see the queue"),
        (status = 404, description = "ERR_NO_TICKET_FOUND, ERR_NO_QUEUE_FOUND, ERR_NO_USER_FOUND"),
        (status = 409, description = "ERR_OTHER_OPEN_TICKET: the contact has another running one, `ticket`")
    )
)]
#[patch("/tickets/{id}")]
pub(super) async fn update(
    by: ByKey<TicketsWrite>,
    app: web::Data<App>,
    id: web::Path<TicketId>,
    body: Valid<TicketChange>,
) -> Result<web::Json<PublicTicket>, ApiError> {
    let Valid(body) = body;
    let ticket = ticket(&app, by.company, *id).await?;
    match body.status {
        Some(TicketStatus::Lead) => {
            return Err(ApiError::field(
                "status",
                "is none of open, pending, closed",
            ));
        }
        Some(TicketStatus::Open)
            if ticket.status != TicketStatus::Open && body.user_id.flatten().is_none() =>
        {
            return Err(ApiError::field(
                "user_id",
                "is missing: somebody has an open ticket",
            ));
        }
        _ => {}
    }
    let work = UpdateTicket {
        ticket_id: ticket.id,
        contact_id: ticket.contact_id,
        wish: TicketPatch {
            status: body.status,
            user_id: body.user_id,
            queue_id: body.queue_id,
            priority: body.priority,
            ..TicketPatch::default()
        },
        closing: Closing {
            reason: None,
            silently: body.silently,
        },
        note: None,
        by: by.principal(),
    };
    let ticket = app.actors.desk(by.company, work).await?;
    Ok(web::Json(PublicTicket::from(&ticket)))
}

/// Gives a ticket a tag.
#[utoipa::path(
    tag = "tickets",
    params(("id" = i64, Path), ("tag_id" = i64, Path)),
    security(("key" = ["tickets:write"])),
    responses(
        (status = 200, body = PublicTicket),
        (status = 404, description = "ERR_NO_TICKET_FOUND, ERR_NO_TAG_FOUND")
    )
)]
#[put("/tickets/{id}/tags/{tag_id}")]
pub(super) async fn add_tag(
    by: ByKey<TicketsWrite>,
    app: web::Data<App>,
    ids: web::Path<(TicketId, TagId)>,
) -> Result<web::Json<PublicTicket>, ApiError> {
    tag(&by, &app, (*ids, true)).await
}

/// Takes a tag from a ticket.
#[utoipa::path(
    tag = "tickets",
    params(("id" = i64, Path), ("tag_id" = i64, Path)),
    security(("key" = ["tickets:write"])),
    responses(
        (status = 200, body = PublicTicket),
        (status = 404, description = "ERR_NO_TICKET_FOUND, ERR_NO_TAG_FOUND")
    )
)]
#[delete("/tickets/{id}/tags/{tag_id}")]
pub(super) async fn remove_tag(
    by: ByKey<TicketsWrite>,
    app: web::Data<App>,
    ids: web::Path<(TicketId, TagId)>,
) -> Result<web::Json<PublicTicket>, ApiError> {
    tag(&by, &app, (*ids, false)).await
}

async fn tag(
    by: &ByKey<TicketsWrite>,
    app: &App,
    ((id, tag), carries): ((TicketId, TagId), bool),
) -> Result<web::Json<PublicTicket>, ApiError> {
    let ticket = ticket(app, by.company, id).await?;
    let work = TagTicket {
        ticket_id: ticket.id,
        contact_id: ticket.contact_id,
        tag,
        carries,
        by: by.principal(),
    };
    let ticket = app.actors.desk(by.company, work).await?;
    Ok(web::Json(PublicTicket::from(&ticket)))
}

/// A ticket of the key's company.
///
/// # Errors
/// `NoTicketFound`.
pub(super) async fn ticket(
    app: &App,
    company: CompanyId,
    id: TicketId,
) -> Result<Ticket, ApiError> {
    let mut reader = app.db.read().await?;
    Ok(tickets::get(&mut reader.conn(), company, id).await?)
}
