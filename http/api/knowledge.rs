//! What a company knows, for language models that answer its customers and help its people. Admins only.

use actix_web::{delete, get, post, put, web};
use garde::Validate;
use guiche_storage::{
    audit::Entry,
    bots::articles::{self, ArticleForm},
    companies::Feature,
    model::{
        ArticleId,
        article::{Article, ArticleHead},
        audit::Subject,
        event::{ArticleEvent, Change, NewEvent},
    },
};
use serde::Deserialize;

use super::fields::{EVERYBODY, Empty};
use crate::{
    app::App, error::ApiError, middleware::caller::Caller, route_list::RouteList, valid::Valid,
};

/// Mounts the routes of `/knowledge`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(list)
        .service(create)
        .service(show)
        .service(update)
        .service(remove);
}

/// An article to make or to change.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ArticleBody {
    /// What it is about: 1 to 120 characters in one line.
    #[garde(length(chars, max = 120))]
    title: String,
    /// What it says: 1 to 8,000 characters.
    #[garde(length(chars, max = 8_000))]
    text: String,
    /// Whether models are told of it; yes if absent.
    #[garde(skip)]
    is_on: Option<bool>,
}

impl ArticleBody {
    fn form(&self) -> Result<ArticleForm, ApiError> {
        let (title, text) = (self.title.trim(), self.text.trim());
        if title.is_empty() || title.chars().any(char::is_control) {
            return Err(ApiError::field("title", "must be one line"));
        }
        if text.is_empty() {
            return Err(ApiError::field("text", "is empty"));
        }
        Ok(ArticleForm {
            title: title.to_owned(),
            text: text.to_owned(),
            is_on: self.is_on.unwrap_or(true),
        })
    }
}

/// Who may: admins of companies whose plan has prompts.
fn require(caller: &Caller) -> Result<(), ApiError> {
    caller.require_plan(Feature::OpenAi)?;
    caller.require_admin()
}

/// That it is so, without what the company knows.
fn changed(action: Change, id: ArticleId) -> NewEvent {
    let article_id = id;
    NewEvent::to(EVERYBODY, ArticleEvent { action, article_id })
}

/// The company's articles by title, at most 200, without their texts. Admins only.
#[utoipa::path(
    tag = "knowledge",
    responses(
        (status = 200, body = [ArticleHead]),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin")
    )
)]
#[get("")]
pub(super) async fn list(
    app: web::Data<App>,
    caller: Caller,
) -> Result<web::Json<Vec<ArticleHead>>, ApiError> {
    require(&caller)?;
    let mut reader = app.db.read().await?;
    let found = articles::list(&mut reader.conn(), caller.company).await?;
    Ok(web::Json(found))
}

/// Adds an article. Admins only.
#[utoipa::path(
    tag = "knowledge",
    request_body = ArticleBody,
    responses(
        (status = 200, body = Article),
        (status = 400, description = "ERR_VALIDATION"),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin"),
        (status = 409, description = "ERR_ARTICLES_FULL: there are 200")
    )
)]
#[post("")]
pub(super) async fn create(
    app: web::Data<App>,
    caller: Caller,
    body: Valid<ArticleBody>,
) -> Result<web::Json<Article>, ApiError> {
    require(&caller)?;
    let (form, company, now) = (body.0.form()?, caller.company, app.clock.now());
    let done = app
        .change(company, now, async |conn, told| {
            let made = articles::insert(conn, company, &form, now).await?;
            let entry = Entry::created(Subject::Article, made.id, &made);
            caller.note(conn, &entry, now).await?;
            told.push(changed(Change::Create, made.id));
            Ok::<_, ApiError>(made)
        })
        .await?;
    Ok(web::Json(done))
}

/// An article. Admins only.
#[utoipa::path(
    tag = "knowledge",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Article),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_ARTICLE_FOUND")
    )
)]
#[get("/{id}")]
pub(super) async fn show(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ArticleId>,
) -> Result<web::Json<Article>, ApiError> {
    require(&caller)?;
    let mut reader = app.db.read().await?;
    let found = articles::get(&mut reader.conn(), caller.company, *id).await?;
    Ok(web::Json(found))
}

/// Changes an article. Admins only.
#[utoipa::path(
    tag = "knowledge",
    params(("id" = i64, Path)),
    request_body = ArticleBody,
    responses(
        (status = 200, body = Article),
        (status = 400, description = "ERR_VALIDATION"),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_ARTICLE_FOUND")
    )
)]
#[put("/{id}")]
pub(super) async fn update(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ArticleId>,
    body: Valid<ArticleBody>,
) -> Result<web::Json<Article>, ApiError> {
    require(&caller)?;
    let (form, company, now) = (body.0.form()?, caller.company, app.clock.now());
    let done = app
        .change(company, now, async |conn, told| {
            let before = articles::get(conn, company, *id).await?;
            let after = articles::update(conn, company, *id, &form, now).await?;
            let entry = Entry::updated(Subject::Article, *id, &before, &after);
            caller.note(conn, &entry, now).await?;
            told.push(changed(Change::Update, *id));
            Ok::<_, ApiError>(after)
        })
        .await?;
    Ok(web::Json(done))
}

/// Deletes an article. Admins only.
#[utoipa::path(
    tag = "knowledge",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Empty),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_ARTICLE_FOUND")
    )
)]
#[delete("/{id}")]
pub(super) async fn remove(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ArticleId>,
) -> Result<web::Json<Empty>, ApiError> {
    require(&caller)?;
    let (company, now) = (caller.company, app.clock.now());
    app.change(company, now, async |conn, told| {
        let gone = articles::get(conn, company, *id).await?;
        articles::delete(conn, company, *id).await?;
        let entry = Entry::deleted(Subject::Article, *id, &gone);
        caller.note(conn, &entry, now).await?;
        told.push(changed(Change::Delete, *id));
        Ok::<_, ApiError>(())
    })
    .await?;
    Ok(web::Json(Empty {}))
}
