//! A company chooses its plan by itself: what each would mean, taking one, and taking that back (A015, A063, rule B12).

use actix_web::{delete, get, put, web};
use chrono::{DateTime, Utc};
use garde::Validate;
use guiche_actors::{
    billing::{self, Choice, Offer},
    rules::{
        billing::price,
        plan_change::{Counted, Effect, Excess, is_offered},
    },
};
use guiche_storage::{
    Conn, StorageError,
    audit::Entry,
    billing::differences,
    companies::{self, plans},
    model::{
        ErrorCode, PlanId,
        audit::Subject,
        company::{Plan, Recurrence},
        event::NewEvent,
        invoice::{Invoice, brl},
    },
};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Subscription, standing};
use crate::{
    app::App,
    error::ApiError,
    middleware::caller::{Caller, OverdueCaller},
    valid::Valid,
};

/// When another plan counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) enum PlanEffect {
    /// At once.
    Now,
    /// When the difference is paid.
    Difference,
    /// With the next payment.
    NextPayment,
    /// At the end of what is paid.
    DueDate,
}

/// The plan that a company has chosen and does not have yet.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct ChosenPlan {
    /// The plan.
    plan: Plan,
    /// When it counts.
    #[schema(inline)]
    effect: PlanEffect,
    /// From when on, if that is known.
    at: Option<DateTime<Utc>>,
    /// What is to be paid for it before.
    invoice: Option<Invoice>,
    /// Whether the choice can be taken back: not once it is paid.
    can_take_back: bool,
}

impl ChosenPlan {
    /// What a company has chosen.
    pub(super) async fn read(
        conn: &mut Conn<'_>,
        choice: &Choice,
    ) -> Result<Option<Self>, StorageError> {
        if let Some(planned) = &choice.planned {
            return Ok(Some(Self {
                plan: planned.plan.clone(),
                effect: match planned.at {
                    Some(_) => PlanEffect::DueDate,
                    None => PlanEffect::NextPayment,
                },
                at: planned.at,
                invoice: None,
                can_take_back: !choice.is_paid_for(),
            }));
        }
        let company = choice.company.company.id;
        let Some(invoice) = differences::find_open(conn, company).await? else {
            return Ok(None);
        };
        let Some(plan) = differences::find_plan(conn, company, invoice.id).await? else {
            return Ok(None);
        };
        Ok(Some(Self {
            plan: plans::get(conn, plan).await?.plan,
            effect: PlanEffect::Difference,
            at: None,
            invoice: Some(invoice),
            can_take_back: true,
        }))
    }
}

/// Something of which a company has more than a plan allows.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct PlanExcess {
    /// `users`, `connections`, `queues` or `storage`.
    of: &'static str,
    /// How much it has; of files bytes.
    used: i64,
    /// How much it may have; of files bytes.
    most: i64,
}

impl From<&Excess> for PlanExcess {
    fn from(it: &Excess) -> Self {
        Self {
            of: match it.of {
                Counted::Users => "users",
                Counted::Connections => "connections",
                Counted::Queues => "queues",
                Counted::Storage => "storage",
            },
            used: it.used,
            most: it.most,
        }
    }
}

/// A plan, and what it would mean to take it now.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct PlanOffer {
    /// The plan.
    plan: Plan,
    /// What one payment of it costs, in BRL.
    value: f64,
    /// When it would count; `null` for the plan that the company has.
    #[schema(inline)]
    effect: Option<PlanEffect>,
    /// From when on, if at the end of what is paid.
    at: Option<DateTime<Utc>>,
    /// What is to be paid for it now, in BRL; `null` if nothing is.
    difference: Option<f64>,
    /// What the company has to give up before.
    excess: Vec<PlanExcess>,
}

impl PlanOffer {
    fn new(offer: Offer, recurrence: Recurrence) -> Self {
        let (effect, at, difference) = match offer.effect {
            None => (None, None, None),
            Some(Effect::Now) => (Some(PlanEffect::Now), None, None),
            Some(Effect::NextPayment) => (Some(PlanEffect::NextPayment), None, None),
            Some(Effect::From(at)) => (Some(PlanEffect::DueDate), Some(at), None),
            Some(Effect::Difference(cents)) => {
                (Some(PlanEffect::Difference), None, Some(brl(cents)))
            }
        };
        Self {
            value: brl(price(offer.plan.value, recurrence)),
            effect,
            at,
            difference,
            excess: offer.excess.iter().map(PlanExcess::from).collect(),
            plan: offer.plan,
        }
    }
}

/// What a company can choose from.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct PlanOffers {
    /// The plans, the cheapest first, its own among them.
    plans: Vec<PlanOffer>,
    /// The code with which every choice would be refused now; `null` if it can choose.
    closed: Option<&'static str>,
}

/// The plans that one's company can take, and what each would mean. Admins only; also while it may only look.
#[utoipa::path(
    tag = "subscription",
    responses((status = 200, body = PlanOffers), (status = 403, description = "ERR_NO_PERMISSION: not an admin"))
)]
#[get("/plans")]
pub(in crate::api) async fn offered(
    app: web::Data<App>,
    caller: OverdueCaller,
) -> Result<web::Json<PlanOffers>, ApiError> {
    let OverdueCaller(caller) = caller;
    caller.require_admin()?;
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    let choice = Choice::read(conn, caller.company).await?;
    let offers = billing::offers(conn, &choice, app.clock.now()).await?;
    let recurrence = choice.company.recurrence;
    Ok(web::Json(PlanOffers {
        plans: offers
            .into_iter()
            .map(|it| PlanOffer::new(it, recurrence))
            .collect(),
        closed: choice.closed().map(ErrorCode::as_str),
    }))
}

/// Which plan.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct PlanChoiceBody {
    /// The plan; the one that the company has takes back what it has chosen.
    #[garde(skip)]
    plan_id: PlanId,
}

/// Takes another plan for one's company. Admins only; also while it may only look.
#[utoipa::path(
    tag = "subscription",
    request_body = PlanChoiceBody,
    responses(
        (status = 200, body = Subscription),
        (status = 400, description = "ERR_VALIDATION"),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin; ERR_COMPANY_INACTIVE"),
        (status = 404, description = "ERR_NO_PLAN_FOUND: none, or one that costs nothing"),
        (
            status = 409,
            description = "ERR_PLAN_TOO_SMALL with `excess`; ERR_PLAN_NOT_OWN: the company has no due date; \
                ERR_PLAN_CHANGE_PAID: a smaller plan is paid and begins later"
        )
    )
)]
#[put("/plan")]
pub(in crate::api) async fn choose(
    app: web::Data<App>,
    caller: OverdueCaller,
    body: Valid<PlanChoiceBody>,
) -> Result<web::Json<Subscription>, ApiError> {
    let (OverdueCaller(caller), Valid(body)) = (caller, body);
    caller.require_admin()?;
    take(&app, &caller, Some(body.plan_id)).await
}

/// Takes back the choice of another plan. Admins only; also while the company may only look.
#[utoipa::path(
    tag = "subscription",
    responses(
        (status = 200, body = Subscription, description = "also when nothing was chosen"),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin; ERR_COMPANY_INACTIVE"),
        (status = 409, description = "ERR_PLAN_CHANGE_PAID: it is paid; ERR_PLAN_NOT_OWN")
    )
)]
#[delete("/plan")]
pub(in crate::api) async fn take_back(
    app: web::Data<App>,
    caller: OverdueCaller,
) -> Result<web::Json<Subscription>, ApiError> {
    let OverdueCaller(caller) = caller;
    caller.require_admin()?;
    take(&app, &caller, None).await
}

/// Takes a plan, or stays with the one that is there.
async fn take(
    app: &App,
    caller: &Caller,
    wanted: Option<PlanId>,
) -> Result<web::Json<Subscription>, ApiError> {
    let (company, now) = (caller.company, app.clock.now());
    let shown = app
        .change(company, now, async |conn, told| {
            companies::take_turn(conn, company).await?;
            taken(app, conn, told, (caller, wanted), now).await
        })
        .await?;
    Ok(web::Json(shown))
}

async fn taken(
    app: &App,
    conn: &mut Conn<'_>,
    told: &mut Vec<NewEvent>,
    (caller, wanted): (&Caller, Option<PlanId>),
    now: DateTime<Utc>,
) -> Result<Subscription, ApiError> {
    let choice = Choice::read(conn, caller.company).await?;
    let own = choice.company.company.plan.clone();
    let plan = match wanted.filter(|plan| *plan != own.id) {
        None => own.clone(),
        Some(id) => {
            let plan = plans::get(conn, id).await?.plan;
            Some(plan)
                .filter(is_offered)
                .ok_or(ErrorCode::NoPlanFound)?
        }
    };
    let offer = choice.offer(plan, now);
    if choice.closed().is_none() && !offer.excess.is_empty() {
        let excess: Vec<PlanExcess> = offer.excess.iter().map(PlanExcess::from).collect();
        let refused = ApiError::new(ErrorCode::PlanTooSmall);
        return Err(refused.and_body("excess", json!(excess)));
    }
    let before = ChosenPlan::read(conn, &choice).await?;
    billing::choose(conn, told, &choice, &offer, now).await?;
    let shown = standing(app, conn, caller.company).await?;
    let noted = |chosen: Option<&ChosenPlan>, plan: &Plan| {
        json!({
            "name": choice.company.company.name,
            "plan": plan.name,
            "chosenPlan": chosen.map(|it| it.plan.name.as_str()),
            "effect": chosen.map(|it| it.effect),
            "at": chosen.and_then(|it| it.at),
        })
    };
    let entry = Entry::updated(
        Subject::Company,
        caller.company,
        &noted(before.as_ref(), &own),
        &noted(shown.chosen_plan.as_ref(), &shown.plan),
    );
    caller.note(conn, &entry, now).await?;
    Ok(shown)
}
