//! `GET /tickets` (rule B4).

use actix_web::{HttpRequest, get, web};
use guiche_storage::{
    contacts::fold,
    model::{
        page::Page,
        ticket::{Ticket, TicketStatus},
    },
    tickets::{self, Cursor, PAGE_SIZE, TicketFilter},
};
use serde::{Deserialize, Serialize};

use crate::{
    api::fields::{self, day},
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    valid::Query,
};

/// Characters of a search.
const SEARCH_CHARS_MAX: usize = 100;

/// What to list. Everything given must hold.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListQuery {
    /// From 1; 40 a page.
    page_number: Option<i64>,
    /// The `nextCursor` of the page before; wins over `pageNumber`.
    cursor: Option<String>,
    /// Part of the contact's name or number, or of a message.
    search_param: Option<String>,
    /// `open`, `pending`, `closed` or `lead`.
    status: Option<String>,
    /// `true`: also open tickets of colleagues; admins and supervisors only.
    show_all: Option<String>,
    /// JSON list of tag ids: tickets that carry all of them.
    tags: Option<String>,
    /// JSON list of user ids: tickets of any of them.
    users: Option<String>,
    /// JSON list of ids of connections: tickets of any of them.
    whatsapp_ids: Option<String>,
    /// JSON list of queue ids: tickets of any of them, or of none.
    queue_ids: Option<String>,
    /// Day of opening, `yyyy-MM-dd`.
    date: Option<String>,
    /// Day of the last change, `yyyy-MM-dd`.
    updated_at: Option<String>,
    /// `true`: only tickets that are put off; `false`: only those that are not.
    snoozed: Option<String>,
    /// `priority`: the urgent ones first; else the last changed ones.
    sort: Option<String>,
    /// `true`: mine or waiting, with unread messages.
    with_unread_messages: Option<String>,
}

/// A page of tickets, newest change first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TicketPage {
    /// The tickets of this page.
    tickets: Vec<Ticket>,
    /// All that match.
    count: i64,
    /// Whether another page follows.
    has_more: bool,
    /// Where it begins.
    next_cursor: Option<String>,
}

/// Lists tickets that the caller may see.
#[utoipa::path(
    tag = "tickets",
    params(ListQuery),
    responses((status = 200, body = TicketPage), (status = 400, description = "ERR_VALIDATION"))
)]
#[get("")]
pub(super) async fn list(
    request: HttpRequest,
    app: web::Data<App>,
    caller: Caller,
    query: Query<ListQuery>,
) -> Result<web::Json<TicketPage>, ApiError> {
    let filter = filter(&query, &caller)?;
    let page = Page::new(query.page_number, PAGE_SIZE);
    if filter.search.is_some() {
        app.limiter.change_to_dear(&request, &caller).await?;
    }
    let mut reader = app.db.read().await?;
    let rows = tickets::list(&mut reader.conn(), caller.company, &filter, page).await?;
    let last = rows.rows.last().filter(|_| rows.has_more);
    let next_cursor = last.map(|last| {
        Cursor {
            updated_at: last.updated_at,
            id: last.id,
            priority: last.priority,
        }
        .to_string()
    });
    Ok(web::Json(TicketPage {
        next_cursor,
        count: rows.count,
        has_more: rows.has_more,
        tickets: rows.rows,
    }))
}

fn filter(query: &ListQuery, caller: &Caller) -> Result<TicketFilter, ApiError> {
    let viewer = caller.viewer();
    let status =
        match query.status.as_deref().filter(|text| !text.is_empty()) {
            Some(text) => Some(TicketStatus::parse(text).ok_or_else(|| {
                ApiError::field("status", "is none of open, pending, closed, lead")
            })?),
            None => None,
        };
    let unread = is_true(query.with_unread_messages.as_deref());
    let sees_colleagues = viewer.is_supervisor() && is_true(query.show_all.as_deref()) && !unread;
    let search = query
        .search_param
        .as_deref()
        .map(str::trim)
        .filter(|text| !text.is_empty());
    if search.is_some_and(|text| text.chars().count() > SEARCH_CHARS_MAX) {
        return Err(ApiError::field(
            "searchParam",
            "is longer than 100 characters",
        ));
    }
    let queues = fields::ids("queueIds", query.queue_ids.as_deref())?;
    let cursor = query.cursor.as_deref().filter(|text| !text.is_empty());
    Ok(TicketFilter {
        scope: viewer.scope(),
        mine: (!sees_colleagues).then_some(caller.user),
        status,
        search: search.map(fold),
        numbers: caller.numbers(),
        tags: fields::ids("tags", query.tags.as_deref())?.unwrap_or_default(),
        users: fields::ids("users", query.users.as_deref())?.unwrap_or_default(),
        connections: fields::ids("whatsappIds", query.whatsapp_ids.as_deref())?.unwrap_or_default(),
        queues,
        created: day("date", query.date.as_deref(), caller.zone)?,
        updated: day("updatedAt", query.updated_at.as_deref(), caller.zone)?,
        unread,
        snoozed: match query.snoozed.as_deref() {
            Some("true") => Some(true),
            Some("false") => Some(false),
            _ => None,
        },
        by_priority: query.sort.as_deref() == Some("priority"),
        after: match cursor {
            Some(text) => Some(
                text.parse()
                    .map_err(|_| ApiError::field("cursor", "is not a cursor"))?,
            ),
            None => None,
        },
    })
}

fn is_true(text: Option<&str>) -> bool {
    text == Some("true")
}
