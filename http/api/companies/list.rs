//! Reading companies.

use actix_web::{get, web};
use guiche_actors::rules::subscription::colour_limits;
use guiche_storage::{
    companies::{
        self, COMPANIES_A_PAGE, CompanyFilter, DueDays, Standing, hours,
        settings::{self, Reader},
    },
    model::{
        CompanyId, ErrorCode, PlanId,
        company::{Company, CompanyDetails, Setting},
        hours::DayHours,
        page::Page,
    },
};
use serde::{Deserialize, Serialize};

use crate::{api::fields, app::App, error::ApiError, middleware::caller::Caller, valid::Query};

/// A company with its plan: one's own, any for a super user.
#[utoipa::path(tag = "companies", params(("id" = i64, Path)), responses((status = 200, body = Company), (status = 404, description = "ERR_NO_COMPANY_FOUND")))]
#[get("/listPlan/{id}")]
pub(super) async fn plan(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<CompanyId>,
) -> Result<web::Json<Company>, ApiError> {
    let id = id.into_inner();
    if id != caller.company && !caller.is_super {
        return Err(ErrorCode::NoCompanyFound.into());
    }
    let mut reader = app.db.read().await?;
    Ok(web::Json(companies::get(&mut reader.conn(), id).await?))
}

/// What to list.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListQuery {
    /// Part of a name, e-mail or phone.
    search_param: Option<String>,
    /// From 1; 20 a page.
    page_number: Option<i64>,
    /// Of this plan only.
    plan_id: Option<PlanId>,
    /// `overdue` (4 days and more), `due` (3 days overdue to 4 ahead), `soon` (5 days ahead), `trial`, `inactive`.
    #[param(inline)]
    standing: Option<StandingWord>,
}

/// How companies stand.
#[derive(Debug, Clone, Copy, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum StandingWord {
    Overdue,
    Due,
    Soon,
    Trial,
    Inactive,
}

impl From<StandingWord> for Standing {
    fn from(word: StandingWord) -> Self {
        match word {
            StandingWord::Overdue => Self::Overdue,
            StandingWord::Due => Self::Due,
            StandingWord::Soon => Self::Soon,
            StandingWord::Trial => Self::Trial,
            StandingWord::Inactive => Self::Inactive,
        }
    }
}

/// How many companies of a search stand how.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct Standings {
    /// All of them.
    all: i64,
    /// Four days overdue and more.
    overdue: i64,
    /// From three days overdue to four days ahead.
    due: i64,
    /// Five days remain.
    soon: i64,
    /// Trying it out.
    trial: i64,
    /// Switched off.
    inactive: i64,
}

/// A page of companies, the nearest due date first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CompanyPage {
    /// The companies of this page.
    companies: Vec<CompanyDetails>,
    /// All that match.
    count: i64,
    /// Whether another page follows.
    has_more: bool,
    /// How many of the search and plan stand how.
    standings: Standings,
}

/// A company to choose from a list.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct CompanyName {
    /// Number.
    id: CompanyId,
    /// Name.
    name: String,
}

/// The companies of this server. Super users only.
#[utoipa::path(
    tag = "companies",
    params(ListQuery),
    responses((status = 200, body = CompanyPage), (status = 403, description = "ERR_NO_PERMISSION: not super"))
)]
#[get("")]
pub(super) async fn list(
    app: web::Data<App>,
    caller: Caller,
    query: Query<ListQuery>,
) -> Result<web::Json<CompanyPage>, ApiError> {
    caller.require_super()?;
    let now = app.clock.now();
    let [red_until, orange_until, yellow_until] = colour_limits(now, caller.zone);
    let filter = CompanyFilter {
        search: fields::search_text(query.search_param.as_deref())?,
        plan: query.plan_id,
        standing: query.standing.map(Standing::from),
        days: DueDays {
            red_until,
            orange_until,
            yellow_until,
            now,
        },
    };
    let page = Page::new(query.page_number, COMPANIES_A_PAGE);
    let mut reader = app.db.read().await?;
    let (found, counts) = companies::list_details(&mut reader.conn(), &filter, page).await?;
    Ok(web::Json(CompanyPage {
        companies: found.rows,
        count: found.count,
        has_more: found.has_more,
        standings: Standings {
            all: counts.every,
            overdue: counts.overdue,
            due: counts.due,
            soon: counts.soon,
            trial: counts.trial,
            inactive: counts.inactive,
        },
    }))
}

/// Every company by name, to choose from. Super users only.
#[utoipa::path(
    tag = "companies",
    responses((status = 200, body = [CompanyName]), (status = 403, description = "ERR_NO_PERMISSION: not super"))
)]
#[get("/list")]
pub(super) async fn list_names(
    app: web::Data<App>,
    caller: Caller,
) -> Result<web::Json<Vec<CompanyName>>, ApiError> {
    caller.require_super()?;
    let mut reader = app.db.read().await?;
    let all = companies::list_names(&mut reader.conn()).await?;
    let all = all.into_iter().map(|(id, name)| CompanyName { id, name });
    Ok(web::Json(all.collect()))
}

/// A company with everything about it (A036).
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct WholeCompany {
    /// As lists show it.
    #[serde(flatten)]
    company: CompanyDetails,
    /// Its week: seven days from Monday.
    schedules: Vec<DayHours>,
    /// Its settings, secrets masked.
    settings: Vec<Setting>,
}

/// A company with everything about it. Super users only.
#[utoipa::path(
    tag = "companies",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = WholeCompany),
        (status = 403, description = "ERR_NO_PERMISSION: not super"),
        (status = 404, description = "ERR_NO_COMPANY_FOUND")
    )
)]
#[get("/{id}")]
pub(super) async fn show(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<CompanyId>,
) -> Result<web::Json<WholeCompany>, ApiError> {
    caller.require_super()?;
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    Ok(web::Json(WholeCompany {
        company: companies::get_details(conn, *id).await?,
        schedules: hours::week(conn, *id).await?,
        settings: settings::list(conn, *id, Reader::Admin).await?,
    }))
}
