//! Keys of a company's own programs (rule B25). Admins of companies whose plan has the API. A key is shown once: when it is made.

use actix_web::{delete, get, post, put, web};
use chrono::{DateTime, Months, NaiveDate, TimeDelta, Utc};
use garde::Validate;
use guiche_actors::rules::calendar::{Zone, start_of};
use guiche_storage::{
    audit::Entry,
    companies::{self, Feature},
    identity::{
        api_keys::{self, NewKey},
        key_calls,
    },
    model::{
        ApiKeyId, ErrorCode,
        api_key::{ApiKey, KeyCall, Scope},
        audit::Subject,
        event::{ApiKeyEvent, NewEvent, Room},
    },
};
use serde::{Deserialize, Serialize};

use crate::{
    api::fields,
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    route_list::RouteList,
    valid::{Query, Valid},
};

/// How far ahead the day may lie on which a key ends.
const AHEAD_MAX: Months = Months::new(5 * 12);

/// Mounts the routes of `/api-keys`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(list)
        .service(create)
        .service(update)
        .service(revoke)
        .service(calls);
}

/// A key to make, or as it is to be from now on.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ApiKeyBody {
    /// 2 to 50 characters.
    #[garde(custom(fields::name))]
    name: String,
    /// What it may do, at least one.
    #[garde(length(min = 1, max = 20))]
    scopes: Vec<Scope>,
    /// When it ends by itself, in the future; never if absent.
    #[garde(skip)]
    expires_at: Option<DateTime<Utc>>,
    /// Instead of that, the last day on which it is good where the company is: today, or a day in the next five years.
    #[garde(skip)]
    expires_on: Option<NaiveDate>,
}

impl ApiKeyBody {
    /// When it is to end; a day that was named ends with its last second.
    fn end(&self, zone: Zone, now: DateTime<Utc>) -> Result<Option<DateTime<Utc>>, ApiError> {
        let Some(day) = self.expires_on else {
            return Ok(self.expires_at);
        };
        if self.expires_at.is_some() {
            return Err(ApiError::field("expiresOn", "goes without expiresAt"));
        }
        let today = now.with_timezone(&zone).date_naive();
        let last = today.checked_add_months(AHEAD_MAX);
        if day < today || last.is_none_or(|last| day > last) {
            return Err(ErrorCode::ApiKeyEnd.into());
        }
        let next = day.succ_opt().and_then(|next| start_of(next, zone));
        let next = next.ok_or(ErrorCode::ApiKeyEnd)?;
        Ok(Some(next - TimeDelta::seconds(1)))
    }

    fn into_wish(self, expires_at: Option<DateTime<Utc>>) -> NewKey {
        let mut scopes = self.scopes;
        scopes.sort_unstable();
        scopes.dedup();
        NewKey {
            name: self.name.trim().to_owned(),
            scopes,
            expires_at,
        }
    }
}

/// Which calls.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct CallsQuery {
    /// Only those that were refused or failed.
    only_errors: Option<bool>,
}

/// The last calls by a key.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct KeyCalls {
    /// The newest first.
    calls: Vec<KeyCall>,
    /// How many are kept.
    kept_max: i64,
}

/// A key that was made.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ApiKeyMade {
    /// What is known of it.
    #[serde(flatten)]
    api_key: ApiKey,
    /// The key itself, `gchk_…`; it is never shown again.
    key: String,
}

/// The keys, and how much they may ask.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "the names on the wire")]
pub(super) struct ApiKeys {
    /// Calls per minute by one key.
    per_minute: u32,
    /// Keys that may be good at once.
    keys_max: i64,
    /// The newest first, those that are no longer good among them; at most 200.
    api_keys: Vec<ApiKey>,
}

fn require(caller: &Caller) -> Result<(), ApiError> {
    caller.require_plan(Feature::ExternalApi)?;
    caller.require_admin()
}

/// What is told of a change of a key: that there was one.
fn tell_key(event: ApiKeyEvent) -> NewEvent {
    NewEvent::to([Room::Supervisors], event)
}

/// The company's keys. Admins only.
#[utoipa::path(
    tag = "api keys",
    responses(
        (status = 200, body = ApiKeys),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin")
    )
)]
#[get("")]
pub(super) async fn list(
    app: web::Data<App>,
    caller: Caller,
) -> Result<web::Json<ApiKeys>, ApiError> {
    require(&caller)?;
    let mut reader = app.db.read().await?;
    Ok(web::Json(ApiKeys {
        per_minute: app.config.limits.api_per_key_per_minute,
        keys_max: api_keys::KEYS_MAX,
        api_keys: api_keys::list(&mut reader.conn(), caller.company).await?,
    }))
}

/// Makes a key and answers it, once. Admins only.
#[utoipa::path(
    tag = "api keys",
    request_body = ApiKeyBody,
    responses(
        (status = 200, body = ApiKeyMade),
        (status = 400, description = "ERR_VALIDATION; ERR_API_KEY_LIMIT: 20 are good; ERR_API_KEY_END: a day that has gone, or beyond five years"),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin")
    )
)]
#[post("")]
pub(super) async fn create(
    app: web::Data<App>,
    caller: Caller,
    body: Valid<ApiKeyBody>,
) -> Result<web::Json<ApiKeyMade>, ApiError> {
    require(&caller)?;
    let (Valid(body), now) = (body, app.clock.now());
    let end = body.end(caller.zone, now)?;
    if end.is_some_and(|end| end <= now) {
        return Err(ApiError::field("expiresAt", "is in the past"));
    }
    let wish = body.into_wish(end);
    let (company, key) = (caller.company, api_keys::random());
    let api_key = app
        .change(company, now, async |conn, told| {
            let id = api_keys::insert(conn, company, (&wish, &key), now).await?;
            let made = api_keys::get(conn, company, id).await?;
            let entry = Entry::created(Subject::ApiKey, id, &made).with_secret("key");
            caller.note(conn, &entry, now).await?;
            told.push(tell_key(ApiKeyEvent::Create { api_key_id: id }));
            Ok::<_, ApiError>(made)
        })
        .await?;
    Ok(web::Json(ApiKeyMade { api_key, key }))
}

/// Says anew what a key is called, may do and when it ends; what programs show stays the same, and the change holds for their next call.
/// Admins only.
#[utoipa::path(
    tag = "api keys",
    params(("id" = i64, Path)),
    request_body = ApiKeyBody,
    responses(
        (status = 200, body = ApiKey),
        (status = 400, description = "ERR_VALIDATION; ERR_API_KEY_LIMIT: it had ended, and 20 others are good; ERR_API_KEY_END: a day that has gone, or beyond five years"),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_API_KEY_FOUND"),
        (status = 409, description = "ERR_API_KEY_REVOKED: it was taken back")
    )
)]
#[put("/{id}")]
pub(super) async fn update(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ApiKeyId>,
    body: Valid<ApiKeyBody>,
) -> Result<web::Json<ApiKey>, ApiError> {
    require(&caller)?;
    let (Valid(body), company, now) = (body, caller.company, app.clock.now());
    let end = body.end(caller.zone, now)?;
    let wish = body.into_wish(end);
    let done = app
        .change(company, now, async |conn, told| {
            companies::take_turn(conn, company).await?;
            let stored = api_keys::get(conn, company, *id).await?;
            // one that has ended may be given another name and stay so
            let is_new_end = wish.expires_at != stored.expires_at;
            if is_new_end && wish.expires_at.is_some_and(|end| end <= now) {
                return Err(ApiError::field("expiresAt", "is in the past"));
            }
            api_keys::update(conn, company, (*id, &wish), now).await?;
            let changed = api_keys::get(conn, company, *id).await?;
            if changed != stored {
                let entry = Entry::updated(Subject::ApiKey, *id, &stored, &changed);
                caller.note(conn, &entry, now).await?;
                told.push(tell_key(ApiKeyEvent::Update { api_key_id: *id }));
            }
            Ok::<_, ApiError>(changed)
        })
        .await?;
    Ok(web::Json(done))
}

/// The last calls by a key, newest first; at most 100. Admins only.
#[utoipa::path(
    tag = "api keys",
    params(("id" = i64, Path), CallsQuery),
    responses(
        (status = 200, body = KeyCalls),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_API_KEY_FOUND")
    )
)]
#[get("/{id}/calls")]
pub(super) async fn calls(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ApiKeyId>,
    query: Query<CallsQuery>,
) -> Result<web::Json<KeyCalls>, ApiError> {
    require(&caller)?;
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    api_keys::get(conn, caller.company, *id).await?;
    let only_errors = query.only_errors.unwrap_or(false);
    Ok(web::Json(KeyCalls {
        calls: key_calls::list(conn, caller.company, *id, only_errors).await?,
        kept_max: key_calls::CALLS_KEPT,
    }))
}

/// Takes a key back: from now on it opens nothing. It stays listed. Admins only.
#[utoipa::path(
    tag = "api keys",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = ApiKey),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_API_KEY_FOUND")
    )
)]
#[delete("/{id}")]
pub(super) async fn revoke(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ApiKeyId>,
) -> Result<web::Json<ApiKey>, ApiError> {
    require(&caller)?;
    let (company, now) = (caller.company, app.clock.now());
    let done = app
        .change(company, now, async |conn, told| {
            let stored = api_keys::get(conn, company, *id).await?;
            if stored.revoked_at.is_some() {
                return Ok(stored);
            }
            api_keys::revoke(conn, company, *id, now).await?;
            let changed = api_keys::get(conn, company, *id).await?;
            let entry = Entry::updated(Subject::ApiKey, *id, &stored, &changed);
            caller.note(conn, &entry, now).await?;
            told.push(tell_key(ApiKeyEvent::Update { api_key_id: *id }));
            Ok::<_, ApiError>(changed)
        })
        .await?;
    Ok(web::Json(done))
}
