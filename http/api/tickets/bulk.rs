//! The same done with several tickets at once. Each is a move of its own: one that is refused keeps no other back.

use std::collections::BTreeSet;

use actix_web::{post, web};
use futures_util::{StreamExt as _, stream};
use garde::Validate;
use guiche_actors::desk::{Closing, SetTags, UpdateTicket};
use guiche_storage::{
    model::{
        ClosingReasonId, ConnectionId, ErrorCode, QueueId, TagId, TicketId, UserId,
        ticket::TicketStatus,
    },
    tickets::write::TicketPatch,
};
use serde::{Deserialize, Serialize};

use super::{changes::given, one::visible};
use crate::{app::App, error::ApiError, middleware::caller::Caller, valid::Valid};

/// Tickets of one request that are worked on at the same time; the desk does those of one customer one by one.
const SIDE_BY_SIDE: usize = 4;

/// What is done with each ticket: a move, or tags to add.
#[derive(Debug, Clone, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BulkChange {
    /// 1 to 100 tickets.
    #[garde(length(min = 1, max = 100))]
    ticket_ids: Vec<TicketId>,
    /// Where each shall stand.
    #[garde(skip)]
    status: Option<TicketStatus>,
    /// Attendant; `null` takes him away.
    #[garde(skip)]
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<i64>)]
    user_id: Option<Option<UserId>>,
    /// Queue; `null` takes it away.
    #[garde(skip)]
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<i64>)]
    queue_id: Option<Option<QueueId>>,
    /// Connection.
    #[garde(skip)]
    whatsapp_id: Option<ConnectionId>,
    /// Why they are closed, as the company offers it.
    #[garde(skip)]
    closing_reason_id: Option<ClosingReasonId>,
    /// Their customers get no farewell and are asked for no rating when they are closed by this change.
    #[garde(skip)]
    #[serde(default)]
    silently: bool,
    /// Tags to add to those it has; not together with a move.
    #[garde(inner(length(min = 1, max = 50)))]
    tags: Option<Vec<TagId>>,
}

/// What became of one ticket.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct BulkResult {
    /// Its number.
    id: TicketId,
    /// Done.
    ok: bool,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    error: Option<&'static str>,
}

/// What became of each ticket, in the order of their numbers.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct BulkAnswer {
    /// One for each ticket.
    results: Vec<BulkResult>,
}

/// Resolves, transfers or tags up to 100 tickets. Each is decided like a request for it alone.
#[utoipa::path(
    tag = "tickets",
    request_body = BulkChange,
    responses(
        (status = 200, body = BulkAnswer, description = "`error` of a ticket has the code that a request for it alone would get"),
        (status = 400, description = "ERR_VALIDATION: nothing is asked for, or a move and tags")
    )
)]
#[post("/bulk")]
pub(super) async fn change(
    app: web::Data<App>,
    caller: Caller,
    body: Valid<BulkChange>,
) -> Result<web::Json<BulkAnswer>, ApiError> {
    let Valid(body) = body;
    let wish = wish(&body);
    if body.tags.is_some() == (wish != TicketPatch::default()) {
        return Err(ApiError::field("tags", "must be given, or else a move"));
    }
    let ids: BTreeSet<TicketId> = body.ticket_ids.iter().copied().collect();
    let results = stream::iter(ids)
        .map(async |id| {
            let done = if let Some(tags) = &body.tags {
                add_tags(&app, &caller, id, tags).await
            } else {
                let closing = Closing {
                    reason: body.closing_reason_id,
                    silently: body.silently,
                };
                move_one(&app, &caller, id, (&wish, closing)).await
            };
            let error = done.err().map(|error| error.code().as_str());
            BulkResult {
                id,
                ok: error.is_none(),
                error,
            }
        })
        .buffered(SIDE_BY_SIDE)
        .collect()
        .await;
    Ok(web::Json(BulkAnswer { results }))
}

fn wish(body: &BulkChange) -> TicketPatch {
    TicketPatch {
        status: body.status,
        user_id: body.user_id,
        queue_id: body.queue_id,
        connection_id: body.whatsapp_id,
        ..TicketPatch::default()
    }
}

async fn move_one(
    app: &App,
    caller: &Caller,
    id: TicketId,
    (wish, closing): (&TicketPatch, Closing),
) -> Result<(), ApiError> {
    let ticket = visible(app, caller, id).await?;
    // a transfer of many is meant for those that run; a done one is taken up again on purpose only
    let reopens = ticket.status == TicketStatus::Closed && wish.status != Some(TicketStatus::Open);
    if reopens && wish.status != Some(TicketStatus::Closed) {
        return Err(ErrorCode::TicketClosed.into());
    }
    let work = UpdateTicket {
        ticket_id: ticket.id,
        contact_id: ticket.contact_id,
        wish: wish.clone(),
        closing,
        note: None,
        by: caller.viewer().into(),
    };
    app.actors.desk(caller.company, work).await?;
    Ok(())
}

async fn add_tags(
    app: &App,
    caller: &Caller,
    id: TicketId,
    tags: &[TagId],
) -> Result<(), ApiError> {
    let ticket = visible(app, caller, id).await?;
    let work = SetTags {
        ticket_id: ticket.id,
        contact_id: ticket.contact_id,
        tags: tags.to_vec(),
        keeps_others: true,
        viewer: caller.viewer(),
    };
    app.actors.desk(caller.company, work).await?;
    Ok(())
}
