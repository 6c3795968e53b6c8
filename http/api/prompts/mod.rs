//! Prompts for a language model (A028, A050, A117). Admins only.

mod body;
mod changes;
mod trial;

use actix_web::{get, web};
use guiche_storage::{
    bots::prompts::{self, PAGE_SIZE},
    companies::Feature,
    model::{
        PromptId,
        event::{Change, NewEvent, PromptEvent},
        page::Page,
        prompt::Prompt,
    },
};
use serde::{Deserialize, Serialize};

use super::fields::{self, EVERYBODY, OwnCompany};
use crate::{app::App, error::ApiError, middleware::caller::Caller, route_list::RouteList};

/// Mounts the routes of `/prompt`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(list)
        .service(trial::test)
        .service(changes::create)
        .service(show)
        .service(changes::update)
        .service(changes::remove);
}

/// What to list.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListQuery {
    /// Part of the name; case and accents do not count.
    search_param: Option<String>,
    /// From 1; 20 a page.
    page_number: Option<i64>,
    /// The caller's own company, if given.
    company_id: Option<i64>,
}

/// A page of prompts by name.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PromptPage {
    /// The prompts of this page.
    prompts: Vec<Prompt>,
    /// All that match.
    count: i64,
    /// Whether another page follows.
    has_more: bool,
}

/// Who may: admins of companies whose plan has prompts.
fn require(caller: &Caller) -> Result<(), ApiError> {
    caller.require_plan(Feature::OpenAi)?;
    caller.require_admin()
}

/// A page of the company's prompts, their keys masked. Admins only.
#[utoipa::path(
    tag = "prompts",
    params(ListQuery),
    responses(
        (status = 200, body = PromptPage),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_COMPANY_FOUND: another one")
    )
)]
#[get("")]
pub(super) async fn list(
    app: web::Data<App>,
    caller: Caller,
    query: web::Query<ListQuery>,
) -> Result<web::Json<PromptPage>, ApiError> {
    require(&caller)?;
    OwnCompany::of(query.company_id).check(&caller)?;
    let search = fields::search_text(query.search_param.as_deref())?;
    let page = Page::new(query.page_number, PAGE_SIZE);
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    let found = prompts::list(conn, caller.company, &app.sealer, search, page).await?;
    Ok(web::Json(PromptPage {
        prompts: found.rows,
        count: found.count,
        has_more: found.has_more,
    }))
}

/// A prompt, its keys masked. Admins only.
#[utoipa::path(
    tag = "prompts",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Prompt),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_PROMPT_FOUND")
    )
)]
#[get("/{id}")]
pub(super) async fn show(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<PromptId>,
) -> Result<web::Json<Prompt>, ApiError> {
    require(&caller)?;
    let mut reader = app.db.read().await?;
    let (prompt, _) = prompts::get(&mut reader.conn(), caller.company, *id, &app.sealer).await?;
    Ok(web::Json(prompt))
}

/// What everybody hears of a change: that there was one.
fn changed(action: Change, id: PromptId) -> NewEvent {
    let prompt_id = id;
    NewEvent::to(EVERYBODY, PromptEvent { action, prompt_id })
}
