//! Whom a campaign has written to: a page, a table for a spreadsheet, and its course by the hour.

use std::collections::BTreeSet;

use actix_web::{HttpRequest, HttpResponse, get, http::header, web};
use bytes::Bytes;
use chrono::{DateTime, Utc};
use futures_util::{StreamExt as _, future::ready, stream};
use guiche_storage::{
    Conn,
    campaigns::{RECIPIENTS_A_PAGE, recipients},
    media::MediaStore,
    model::{
        CampaignId, CampaignRecipientId, CompanyId, TicketId,
        campaign::{CampaignRecipient, ProgressPoint, RecipientState},
        page::Page,
    },
    tickets,
};
use serde::{Deserialize, Serialize};

use super::{admit_reader, known, list::shown};
use crate::{
    api::{
        csv_text::{BYTE_ORDER_MARK, harmless, line},
        fields,
    },
    app::App,
    error::ApiError,
    limits::{DearStay, Turn},
    middleware::caller::Caller,
    valid::Query,
};

/// Recipients that an export holds at once.
const AT_ONCE: i64 = 500;
/// The heading of an export.
const HEADING: [&str; 10] = [
    "nome",
    "numero",
    "situacao",
    "motivo",
    "texto",
    "confirmado",
    "enviado",
    "entregue",
    "lido",
    "respondido",
];

/// Which recipients.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct RecipientQuery {
    /// Only those in this state.
    state: Option<RecipientState>,
    /// Part of a name or number.
    search_param: Option<String>,
    /// From 1; 50 a page.
    page_number: Option<i64>,
}

/// A page of recipients in the order in which they are written to.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RecipientPage {
    /// The recipients of this page.
    records: Vec<CampaignRecipient>,
    /// All that match.
    count: i64,
    /// Whether another page follows.
    has_more: bool,
}

/// The course of a campaign.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct Progress {
    /// The hours in which something happened, in their order.
    points: Vec<ProgressPoint>,
}

/// A page of a campaign's recipients; of their tickets those that the caller may see. Admins and supervisors.
#[utoipa::path(
    tag = "campaigns",
    operation_id = "list_campaign_recipients",
    params(("id" = i64, Path), RecipientQuery),
    responses(
        (status = 200, body = RecipientPage),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: an attendant"),
        (status = 404, description = "ERR_NO_CAMPAIGN_FOUND")
    )
)]
#[get("/{id}/recipients")]
pub(super) async fn list(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    id: web::Path<CampaignId>,
    query: Query<RecipientQuery>,
) -> Result<web::Json<RecipientPage>, ApiError> {
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    admit_reader(&caller)?;
    known(conn, &caller, *id, shown(&app, &media)).await?;
    let search = fields::search_text(query.search_param.as_deref())?;
    let page = Page::new(query.page_number, RECIPIENTS_A_PAGE);
    let wanted = (query.state, search);
    let mut found = recipients::list(conn, caller.company, *id, wanted, page).await?;
    leave_out_unseen(conn, &caller, &mut found.rows).await?;
    Ok(web::Json(RecipientPage {
        records: found.rows,
        count: found.count,
        has_more: found.has_more,
    }))
}

/// Leads nobody to a ticket that is not his to see.
async fn leave_out_unseen(
    conn: &mut Conn<'_>,
    caller: &Caller,
    rows: &mut [CampaignRecipient],
) -> Result<(), ApiError> {
    if caller.is_admin() {
        return Ok(());
    }
    let viewer = caller.viewer();
    let ids: BTreeSet<TicketId> = rows.iter().filter_map(|row| row.ticket_id).collect();
    let standings = tickets::standings(conn, caller.company, &ids).await?;
    for row in rows {
        let standing = row.ticket_id.and_then(|id| standings.get(&id));
        if standing.is_none_or(|it| !viewer.sees(it.queue_id, it.user_id)) {
            row.ticket_id = None;
            row.ticket_uuid = None;
        }
    }
    Ok(())
}

/// What a campaign has sent in each hour. Admins and supervisors.
#[utoipa::path(
    tag = "campaigns",
    operation_id = "campaign_progress",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Progress),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: an attendant"),
        (status = 404, description = "ERR_NO_CAMPAIGN_FOUND")
    )
)]
#[get("/{id}/progress")]
pub(super) async fn progress(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    id: web::Path<CampaignId>,
) -> Result<web::Json<Progress>, ApiError> {
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    admit_reader(&caller)?;
    let campaign = known(conn, &caller, *id, shown(&app, &media)).await?;
    let points = match campaign.started_at {
        Some(begun) => recipients::progress(conn, caller.company, *id, begun).await?,
        None => Vec::new(),
    };
    Ok(web::Json(Progress { points }))
}

/// All recipients of a campaign as CSV. Admins and supervisors.
#[utoipa::path(
    tag = "campaigns",
    operation_id = "export_campaign_recipients",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = String, content_type = "text/csv"),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: an attendant"),
        (status = 404, description = "ERR_NO_CAMPAIGN_FOUND")
    )
)]
#[get("/{id}/recipients/export")]
pub(super) async fn export(
    request: HttpRequest,
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    id: web::Path<CampaignId>,
) -> Result<HttpResponse, ApiError> {
    {
        let mut reader = app.db.read().await?;
        let conn = &mut reader.conn();
        admit_reader(&caller)?;
        known(conn, &caller, *id, shown(&app, &media)).await?;
    }
    app.limiter.give_back(&request);
    let stay = app.limiter.dear_stay(caller.company, caller.user).await?;
    let turn = stay.first_turn().await?;
    let reading = Reading {
        app,
        company: caller.company,
        campaign: *id,
        stay,
        after: CampaignRecipientId(0),
    };
    let mut text = [
        BYTE_ORDER_MARK.as_bytes(),
        &line(&HEADING.map(str::to_owned))?,
    ]
    .concat();
    let (first, rest) = reading.piece(turn).await?;
    text.extend_from_slice(&first);
    let head = stream::once(ready(Ok(Bytes::from(text))));
    let rest = stream::try_unfold(rest, |rest: Option<Reading>| async move {
        let Some(reading) = rest else { return Ok(None) };
        let turn = reading.stay.next_turn().await?;
        Ok::<_, ApiError>(Some(reading.piece(turn).await?))
    });
    let name = format!("attachment; filename=\"campanha-{id}.csv\"");
    Ok(HttpResponse::Ok()
        .content_type("text/csv; charset=utf-8")
        .insert_header((header::CONTENT_DISPOSITION, name))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .streaming(head.chain(rest)))
}

/// Where an export stands.
struct Reading {
    app: web::Data<App>,
    company: CompanyId,
    campaign: CampaignId,
    stay: DearStay,
    after: CampaignRecipientId,
}

impl Reading {
    async fn piece(mut self, turn: Turn) -> Result<(Bytes, Option<Self>), ApiError> {
        let rows = {
            let mut reader = self.app.db.read().await?;
            let (company, campaign) = (self.company, self.campaign);
            let conn = &mut reader.conn();
            recipients::list_after(conn, company, campaign, self.after, AT_ONCE).await?
        };
        drop(turn);
        let mut text = Vec::new();
        for row in &rows {
            text.extend(line(&cells(row))?);
        }
        let is_all = i64::try_from(rows.len()).is_ok_and(|read| read < AT_ONCE);
        let rest = rows.last().filter(|_| !is_all).map(|last| last.id);
        Ok((
            text.into(),
            rest.map(|last| {
                self.after = last;
                self
            }),
        ))
    }
}

fn cells(row: &CampaignRecipient) -> Vec<String> {
    let time = |at: Option<DateTime<Utc>>| at.map(|at| at.to_rfc3339()).unwrap_or_default();
    vec![
        harmless(&row.name),
        row.number.clone(),
        row.state.as_str().to_owned(),
        harmless(row.reason.as_deref().unwrap_or_default()),
        row.variant.map(|it| it.to_string()).unwrap_or_default(),
        time(row.confirmed_at),
        time(row.sent_at),
        time(row.delivered_at),
        time(row.read_at),
        time(row.answered_at),
    ]
}
