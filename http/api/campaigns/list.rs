//! `GET /campaigns` and `GET /campaigns/{id}` (A112).

use actix_web::{get, web};
use guiche_storage::{
    campaigns::{self, PAGE_SIZE},
    media::MediaStore,
    messages::Shown,
    model::{
        CampaignId,
        campaign::{Campaign, CampaignStanding, CampaignsStanding},
        page::Page,
    },
};
use serde::{Deserialize, Serialize};

use super::admit_reader;
use crate::{api::fields, app::App, error::ApiError, middleware::caller::Caller, valid::Query};

/// What to list.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListQuery {
    /// Part of the name; case and accents do not count.
    search_param: Option<String>,
    /// From 1; 20 a page.
    page_number: Option<i64>,
    /// Only those that stand like this; `PAUSADA` are those that run and write to nobody now.
    #[param(inline)]
    standing: Option<CampaignStanding>,
}

/// A page of campaigns, the newest first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CampaignPage {
    /// The campaigns of this page.
    records: Vec<Campaign>,
    /// All that match.
    count: i64,
    /// Whether another page follows.
    has_more: bool,
    /// How many stand in which way, of all that the search meets; ways in which none stands are missing.
    standings: Vec<CampaignsStanding>,
}

/// A page of the company's campaigns. Admins and supervisors.
#[utoipa::path(
    tag = "campaigns",
    params(ListQuery),
    responses(
        (status = 200, body = CampaignPage),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: an attendant")
    )
)]
#[get("")]
pub(super) async fn list(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    query: Query<ListQuery>,
) -> Result<web::Json<CampaignPage>, ApiError> {
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    admit_reader(&caller)?;
    let search = fields::search_text(query.search_param.as_deref())?;
    let page = Page::new(query.page_number, PAGE_SIZE);
    let (company, wanted) = (caller.company, (search, query.standing));
    let standings = campaigns::standings(conn, company, search).await?;
    let found = campaigns::list(conn, company, wanted, page, shown(&app, &media)).await?;
    Ok(web::Json(CampaignPage {
        standings,
        records: found.rows,
        count: found.count,
        has_more: found.has_more,
    }))
}

/// A campaign with the first of its recipients and, for admins, of the contacts of its list. Admins and supervisors.
#[utoipa::path(
    tag = "campaigns",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Campaign),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: an attendant"),
        (status = 404, description = "ERR_NO_CAMPAIGN_FOUND")
    )
)]
#[get("/{id}")]
pub(super) async fn show(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    id: web::Path<CampaignId>,
) -> Result<web::Json<Campaign>, ApiError> {
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    admit_reader(&caller)?;
    let mut found = campaigns::get(conn, caller.company, *id, true, shown(&app, &media)).await?;
    // who stands in a list is for admins, as its own routes say
    if !caller.is_admin()
        && let Some(of_it) = &mut found.contact_list
    {
        of_it.contacts = None;
    }
    Ok(web::Json(found))
}

pub(super) fn shown<'a>(app: &App, media: &'a MediaStore) -> Shown<'a> {
    Shown {
        links: media.links(),
        now: app.clock.now(),
    }
}
