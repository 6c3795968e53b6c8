//! The board: lanes of tags or of queues with running tickets as cards, and moving these (A113).

use actix_web::{HttpRequest, HttpResponse, delete, get, put, web};
use garde::Validate;
use guiche_actors::desk::{LeaveLanes, MoveCard, SetTags};
use guiche_storage::{
    companies::Feature,
    model::{QueueId, TagId, TicketId, UserId, page::Page, ticket::Ticket},
    tickets::{
        PAGE_SIZE,
        board::{self, BoardLane, CardFilter},
    },
};
use serde::{Deserialize, Serialize};

use super::{
    fields,
    tickets::{changes::given, one::visible},
};
use crate::{
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    route_list::RouteList,
    valid::{Query, Valid},
};

/// Which lane, and what of it. One of `tagId` and `queueId` is given.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct LaneQuery {
    /// The lane of a tag.
    tag_id: Option<TagId>,
    /// The lane of a queue; 0 is that of the tickets without one.
    queue_id: Option<i64>,
    /// From 1; 40 a page.
    page: Option<i64>,
    /// The same.
    page_number: Option<i64>,
    /// Part of the contact's name or number, or `#` and the number of a ticket.
    search_param: Option<String>,
    /// Only tickets of this attendant; 0 is those of nobody.
    user_id: Option<i64>,
    /// Only tickets in this queue, whichever the lanes are of; 0 is those in none.
    filter_queue_id: Option<i64>,
}

/// A page of a lane, the upper cards first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CardPage {
    /// The cards of this page.
    tickets: Vec<Ticket>,
    /// All cards of the lane.
    count: i64,
    /// Their unread messages.
    unread: i64,
    /// Whether another page follows.
    has_more: bool,
}

/// Where a card goes. `queueId` (or `null`) names a lane of queues, else `tagId` one of tags.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(
    clippy::struct_field_names,
    reason = "the wire names what each number is of"
)]
pub(super) struct CardMove {
    /// The tag whose lane it enters.
    #[garde(skip)]
    tag_id: Option<TagId>,
    /// The tag whose lane it leaves.
    #[garde(skip)]
    from_tag_id: Option<TagId>,
    /// The queue that it goes to; `null` is none.
    #[garde(skip)]
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<i64>)]
    queue_id: Option<Option<QueueId>>,
    /// The card that it then stands below; absent puts it on top.
    #[garde(skip)]
    after_ticket_id: Option<TicketId>,
}

/// Mounts the routes of `/ticket/kanban`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(list).service(place);
}

/// Mounts the routes of `/ticket-tags`.
pub fn configure_tags(cfg: &mut RouteList<'_>) {
    cfg.service(enter).service(leave);
}

/// A page of a lane, with cards that the caller may see.
#[utoipa::path(
    tag = "board",
    params(LaneQuery),
    responses((status = 200, body = CardPage), (status = 400, description = "ERR_VALIDATION"), (status = 403, description = "ERR_PLAN_FEATURE"))
)]
#[get("")]
pub(super) async fn list(
    request: HttpRequest,
    app: web::Data<App>,
    caller: Caller,
    query: Query<LaneQuery>,
) -> Result<web::Json<CardPage>, ApiError> {
    caller.require_plan(Feature::Kanban)?;
    let lane = match (query.tag_id, query.queue_id) {
        (Some(tag), None) => BoardLane::Tag(tag),
        (None, Some(0)) => BoardLane::Queue(None),
        (None, Some(queue)) => BoardLane::Queue(Some(QueueId(queue))),
        _ => return Err(ApiError::field("tagId", "either a tag or a queue")),
    };
    let search = fields::search_text(query.search_param.as_deref())?;
    if !search.is_empty() {
        app.limiter.change_to_dear(&request, &caller).await?;
    }
    let filter = CardFilter {
        scope: caller.viewer().scope(),
        search: search.to_owned(),
        numbers: caller.numbers(),
        user: query.user_id.map(|id| Some(UserId(id)).filter(|_| id != 0)),
        queue: query
            .filter_queue_id
            .map(|id| Some(QueueId(id)).filter(|_| id != 0)),
    };
    let page = Page::new(query.page_number.or(query.page), PAGE_SIZE);
    let mut reader = app.db.read().await?;
    let found = board::list(&mut reader.conn(), caller.company, lane, &filter, page).await?;
    Ok(web::Json(CardPage {
        tickets: found.cards.rows,
        count: found.cards.count,
        unread: found.unread,
        has_more: found.cards.has_more,
    }))
}

/// Puts a card into a lane and at its place there, all or nothing.
#[utoipa::path(
    tag = "board",
    params(("ticketId" = i64, Path, description = "Ticket number")),
    request_body = CardMove,
    responses(
        (status = 200, body = Ticket),
        (status = 400, description = "ERR_VALIDATION: neither a tag nor a queue"),
        (status = 403, description = "ERR_NO_PERMISSION, ERR_PLAN_FEATURE"),
        (status = 404, description = "ERR_NO_TICKET_FOUND, ERR_NO_TAG_FOUND, ERR_NO_QUEUE_FOUND"),
        (status = 409, description = "ERR_TICKET_STATE: it is closed")
    )
)]
#[put("/{ticketId}")]
pub(super) async fn place(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<TicketId>,
    body: Valid<CardMove>,
) -> Result<web::Json<Ticket>, ApiError> {
    caller.require_plan(Feature::Kanban)?;
    let Valid(body) = body;
    let lane = match (body.queue_id, body.tag_id) {
        (Some(queue), None) => BoardLane::Queue(queue),
        (None, Some(tag)) => BoardLane::Tag(tag),
        _ => return Err(ApiError::field("tagId", "either a tag or a queue")),
    };
    let ticket = visible(&app, &caller, *id).await?;
    if let Some(above) = body.after_ticket_id {
        visible(&app, &caller, above).await?;
    }
    let work = MoveCard {
        ticket_id: ticket.id,
        contact_id: ticket.contact_id,
        lane,
        from: body.from_tag_id,
        below: body.after_ticket_id,
        viewer: caller.viewer(),
    };
    Ok(web::Json(app.actors.desk(caller.company, work).await?))
}

/// Gives a ticket a tag beside those that it has.
#[utoipa::path(
    tag = "board",
    params(("ticketId" = i64, Path, description = "Ticket number"), ("tagId" = i64, Path)),
    responses(
        (status = 201, body = Ticket),
        (status = 403, description = "ERR_NO_PERMISSION, ERR_PLAN_FEATURE"),
        (status = 404, description = "ERR_NO_TICKET_FOUND, ERR_NO_TAG_FOUND")
    )
)]
#[put("/{ticketId}/{tagId}")]
pub(super) async fn enter(
    app: web::Data<App>,
    caller: Caller,
    ids: web::Path<(TicketId, TagId)>,
) -> Result<HttpResponse, ApiError> {
    caller.require_plan(Feature::Kanban)?;
    let (ticket, tag) = ids.into_inner();
    let ticket = visible(&app, &caller, ticket).await?;
    let work = SetTags {
        ticket_id: ticket.id,
        contact_id: ticket.contact_id,
        tags: vec![tag],
        keeps_others: true,
        viewer: caller.viewer(),
    };
    let ticket = app.actors.desk(caller.company, work).await?;
    Ok(HttpResponse::Created().json(ticket))
}

/// Takes a ticket out of every lane of tags; its other tags stay.
#[utoipa::path(
    tag = "board",
    params(("ticketId" = i64, Path, description = "Ticket number")),
    responses(
        (status = 200, body = Ticket),
        (status = 403, description = "ERR_NO_PERMISSION, ERR_PLAN_FEATURE"),
        (status = 404, description = "ERR_NO_TICKET_FOUND")
    )
)]
#[delete("/{ticketId}")]
pub(super) async fn leave(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<TicketId>,
) -> Result<web::Json<Ticket>, ApiError> {
    caller.require_plan(Feature::Kanban)?;
    let ticket = visible(&app, &caller, *id).await?;
    let work = LeaveLanes {
        ticket_id: ticket.id,
        contact_id: ticket.contact_id,
        viewer: caller.viewer(),
    };
    Ok(web::Json(app.actors.desk(caller.company, work).await?))
}
