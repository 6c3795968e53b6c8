//! Plans: what companies may use. Strangers see what is offered; super users make, change and delete them. A change counts
//! at once for every company of the plan.

use actix_web::{delete, get, post, put, web};
use garde::Validate;
use guiche_storage::{
    Conn,
    audit::Entry,
    companies::{
        Feature,
        plans::{self, PlanForm},
        sign_ups,
    },
    delivery::events,
    model::{
        PlanId,
        audit::Subject,
        company::{Plan, PlanDetails},
    },
};
use serde::{Deserialize, Serialize};

use super::{
    companies::news::company_changed,
    everywhere::tell,
    fields::{self, Done},
};
use crate::{
    app::App, error::ApiError, middleware::caller::Caller, route_list::RouteList, valid::Valid,
};

/// Most of anything that a plan may allow.
const LIMIT_MAX: i64 = 100_000;
/// Most that a plan may cost, in BRL.
const VALUE_MAX: f64 = 1_000_000.0;

/// Mounts the routes of `/plans`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(offered)
        .service(list)
        .service(create)
        .service(show)
        .service(update)
        .service(remove);
}

/// A plan as strangers see it (S054).
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct OfferedPlan {
    /// Its number.
    id: PlanId,
    /// Its name.
    name: String,
    /// Most users.
    users: i64,
    /// Most connections.
    connections: i64,
    /// Most queues.
    queues: i64,
    /// Price a month, in BRL.
    value: f64,
}

impl From<Plan> for OfferedPlan {
    fn from(plan: Plan) -> Self {
        Self {
            id: plan.id,
            name: plan.name,
            users: plan.users,
            connections: plan.connections,
            queues: plan.queues,
            value: plan.value,
        }
    }
}

/// A plan to make or to change. When changing, what is absent stays; a new plan has no feature that is not named.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PlanBody {
    /// 2 to 50 characters, unique on this server; required to make one.
    #[garde(inner(custom(fields::name)))]
    name: Option<String>,
    /// Most users, from 1; required to make one.
    #[garde(inner(range(min = 1, max = LIMIT_MAX)))]
    #[serde(default, deserialize_with = "fields::filled")]
    users: Option<i64>,
    /// Most connections; required to make one.
    #[garde(inner(range(min = 0, max = LIMIT_MAX)))]
    #[serde(default, deserialize_with = "fields::filled")]
    connections: Option<i64>,
    /// Most queues; required to make one.
    #[garde(inner(range(min = 0, max = LIMIT_MAX)))]
    #[serde(default, deserialize_with = "fields::filled")]
    queues: Option<i64>,
    /// Most GB in files, 0 without a limit; 0 if absent.
    #[garde(inner(range(min = 0, max = LIMIT_MAX)))]
    storage_gb: Option<i64>,
    /// Price a month, in BRL; 0 if absent.
    #[garde(inner(range(min = 0.0, max = VALUE_MAX)))]
    #[serde(default, deserialize_with = "fields::or_zero")]
    value: Option<f64>,
    /// Campaigns.
    #[garde(skip)]
    use_campaigns: Option<bool>,
    /// Schedules.
    #[garde(skip)]
    use_schedules: Option<bool>,
    /// Internal chat.
    #[garde(skip)]
    use_internal_chat: Option<bool>,
    /// External message API.
    #[garde(skip)]
    use_external_api: Option<bool>,
    /// CRM board.
    #[garde(skip)]
    use_kanban: Option<bool>,
    /// AI prompts.
    #[garde(skip)]
    use_open_ai: Option<bool>,
    /// Queue integrations.
    #[garde(skip)]
    use_integrations: Option<bool>,
}

impl PlanBody {
    /// What a new plan is to be.
    ///
    /// # Errors
    /// `Validation` naming the first field that is missing.
    fn for_new(&self) -> Result<PlanForm, ApiError> {
        let missing = |field| ApiError::field(field, "is missing");
        let form = PlanForm {
            name: self.name.clone().ok_or_else(|| missing("name"))?,
            users: self.users.ok_or_else(|| missing("users"))?,
            connections: self.connections.ok_or_else(|| missing("connections"))?,
            queues: self.queues.ok_or_else(|| missing("queues"))?,
            storage_gb: 0,
            value: 0.0,
            features: Vec::new(),
        };
        Ok(self.over(form))
    }

    /// The form with what the body changes.
    fn over(&self, stored: PlanForm) -> PlanForm {
        let wishes = [
            (Feature::Campaigns, self.use_campaigns),
            (Feature::Schedules, self.use_schedules),
            (Feature::InternalChat, self.use_internal_chat),
            (Feature::ExternalApi, self.use_external_api),
            (Feature::Kanban, self.use_kanban),
            (Feature::OpenAi, self.use_open_ai),
            (Feature::Integrations, self.use_integrations),
        ];
        let has = |feature| stored.features.contains(&feature);
        let features = wishes
            .into_iter()
            .filter(|(feature, wish)| wish.unwrap_or_else(|| has(*feature)));
        let features = features.map(|(feature, _)| feature).collect();
        PlanForm {
            name: match &self.name {
                Some(name) => name.trim().to_owned(),
                None => stored.name,
            },
            users: self.users.unwrap_or(stored.users),
            connections: self.connections.unwrap_or(stored.connections),
            queues: self.queues.unwrap_or(stored.queues),
            storage_gb: self.storage_gb.unwrap_or(stored.storage_gb),
            value: self.value.unwrap_or(stored.value),
            features,
        }
    }
}

/// The plans that are offered, the cheapest first; none where companies cannot sign up by themselves.
#[utoipa::path(tag = "plans", security(()), responses((status = 200, body = [OfferedPlan])))]
#[get("/list")]
pub(super) async fn offered(app: web::Data<App>) -> Result<web::Json<Vec<OfferedPlan>>, ApiError> {
    if !app.config.signup.enabled {
        return Ok(web::Json(Vec::new()));
    }
    let mut reader = app.db.read().await?;
    let plans = sign_ups::list_plans(&mut reader.conn()).await?;
    Ok(web::Json(
        plans.into_iter().map(OfferedPlan::from).collect(),
    ))
}

/// Every plan, the cheapest first, with how many companies have it. Super users only.
#[utoipa::path(
    tag = "plans",
    responses((status = 200, body = [PlanDetails]), (status = 403, description = "ERR_NO_PERMISSION: not super"))
)]
#[get("/all")]
pub(super) async fn list(
    app: web::Data<App>,
    caller: Caller,
) -> Result<web::Json<Vec<PlanDetails>>, ApiError> {
    caller.require_super()?;
    let mut reader = app.db.read().await?;
    Ok(web::Json(plans::list(&mut reader.conn()).await?))
}

/// A plan. Super users only.
#[utoipa::path(
    tag = "plans",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = PlanDetails),
        (status = 403, description = "ERR_NO_PERMISSION: not super"),
        (status = 404, description = "ERR_NO_PLAN_FOUND")
    )
)]
#[get("/{id}")]
pub(super) async fn show(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<PlanId>,
) -> Result<web::Json<PlanDetails>, ApiError> {
    caller.require_super()?;
    let mut reader = app.db.read().await?;
    Ok(web::Json(plans::get(&mut reader.conn(), *id).await?))
}

/// Makes a plan. Super users only.
#[utoipa::path(
    tag = "plans",
    request_body = PlanBody,
    responses(
        (status = 200, body = PlanDetails),
        (status = 400, description = "ERR_VALIDATION, ERR_PLAN_NAME_ALREADY_EXISTS"),
        (status = 403, description = "ERR_NO_PERMISSION: not super")
    )
)]
#[post("")]
pub(super) async fn create(
    app: web::Data<App>,
    caller: Caller,
    body: Valid<PlanBody>,
) -> Result<web::Json<PlanDetails>, ApiError> {
    caller.require_super()?;
    let (Valid(body), now) = (body, app.clock.now());
    let form = body.for_new()?;
    let work = async |conn: &mut Conn<'_>| {
        let id = plans::insert(conn, &form, now).await?;
        let made = plans::get(conn, id).await?;
        let entry = Entry::created(Subject::Plan, id, &made.plan);
        caller.note(conn, &entry, now).await?;
        Ok::<_, ApiError>(made)
    };
    Ok(web::Json(app.db.write(work).await?))
}

/// Changes a plan, at once for every company that has it. What they have beyond a lower limit stays. Super users only.
#[utoipa::path(
    tag = "plans",
    params(("id" = i64, Path)),
    request_body = PlanBody,
    responses(
        (status = 200, body = PlanDetails),
        (status = 400, description = "ERR_VALIDATION, ERR_PLAN_NAME_ALREADY_EXISTS"),
        (status = 403, description = "ERR_NO_PERMISSION: not super"),
        (status = 404, description = "ERR_NO_PLAN_FOUND")
    )
)]
#[put("/{id}")]
pub(super) async fn update(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<PlanId>,
    body: Valid<PlanBody>,
) -> Result<web::Json<PlanDetails>, ApiError> {
    caller.require_super()?;
    let (Valid(body), id, now) = (body, id.into_inner(), app.clock.now());
    let work = async |conn: &mut Conn<'_>| {
        let before = plans::get(conn, id).await?.plan;
        plans::update(conn, id, &body.over(form_of(&before)), now).await?;
        let after = plans::get(conn, id).await?;
        let entry = Entry::updated(Subject::Plan, id, &before, &after.plan);
        caller.note(conn, &entry, now).await?;
        let mut told = Vec::new();
        for company in plans::list_companies(conn, id).await? {
            let event = company_changed(conn, company).await?;
            told.push(events::append(conn, company, now, vec![event]).await?);
        }
        Ok::<_, ApiError>((after, told))
    };
    let (changed, told) = app.db.write(work).await?;
    tell(&app, told);
    Ok(web::Json(changed))
}

/// Deletes a plan that no company has. Super users only.
#[utoipa::path(
    tag = "plans",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Done),
        (status = 403, description = "ERR_NO_PERMISSION: not super"),
        (status = 404, description = "ERR_NO_PLAN_FOUND"),
        (status = 409, description = "ERR_PLAN_IN_USE")
    )
)]
#[delete("/{id}")]
pub(super) async fn remove(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<PlanId>,
) -> Result<web::Json<Done>, ApiError> {
    caller.require_super()?;
    let now = app.clock.now();
    let work = async |conn: &mut Conn<'_>| {
        let gone = plans::get(conn, *id).await?.plan;
        plans::delete(conn, *id).await?;
        let entry = Entry::deleted(Subject::Plan, *id, &gone);
        caller.note(conn, &entry, now).await?;
        Ok::<_, ApiError>(())
    };
    app.db.write(work).await?;
    Ok(web::Json(Done {
        message: "Plan deleted.",
    }))
}

/// A stored plan as the form that would change nothing.
fn form_of(plan: &Plan) -> PlanForm {
    PlanForm {
        name: plan.name.clone(),
        users: plan.users,
        connections: plan.connections,
        queues: plan.queues,
        storage_gb: plan.storage_gb,
        value: plan.value,
        features: plans::features(plan),
    }
}
