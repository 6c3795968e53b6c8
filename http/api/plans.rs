//! Plans that a new company can choose.

use actix_web::{get, web};
use guiche_storage::{
    model::{PlanId, company::Plan},
    sign_ups,
};
use serde::Serialize;

use crate::{app::App, error::ApiError, route_list::RouteList};

/// Mounts the routes of `/plans`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(list);
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

/// The plans that are offered, the cheapest first; none where companies cannot sign up by themselves.
#[utoipa::path(tag = "plans", security(()), responses((status = 200, body = [OfferedPlan])))]
#[get("/plans/list")]
pub(super) async fn list(app: web::Data<App>) -> Result<web::Json<Vec<OfferedPlan>>, ApiError> {
    if !app.config.signup.enabled {
        return Ok(web::Json(Vec::new()));
    }
    let mut reader = app.db.read().await?;
    let plans = sign_ups::list_plans(&mut reader.conn()).await?;
    Ok(web::Json(
        plans.into_iter().map(OfferedPlan::from).collect(),
    ))
}
