//! What a company pays for its desk: how it stands, the choice of its plan, the checkout, and what its bank tells (A016, A040,
//! A106, rule B12).

mod checkout;
mod plan;

use actix_web::{get, web};
use chrono::{DateTime, Utc};
use guiche_actors::{
    billing::Choice,
    rules::{
        billing::{price, renewed, trial_days_left},
        calendar::zone_or_default,
    },
};
use guiche_storage::{
    Conn,
    billing::{credits, invoices},
    model::{
        CompanyId,
        company::{Billing, CompanyDetails, Plan, Recurrence, Usage},
        invoice::{Invoice, brl},
    },
};
use serde::Serialize;

use self::plan::ChosenPlan;
use crate::{app::App, error::ApiError, middleware::caller::OverdueCaller, route_list::RouteList};

/// Mounts the routes of `/subscription`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(show)
        .service(plan::offered)
        .service(plan::choose)
        .service(plan::take_back)
        .service(checkout::check_out)
        .service(checkout::hear)
        .service(checkout::hear_untyped);
}

/// How a company's subscription stands.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct Subscription {
    /// What it subscribes to.
    plan: Plan,
    /// How often it pays.
    recurrence: Recurrence,
    /// What the next payment costs, in BRL: of the plan that it will have then.
    value: f64,
    /// Paid until; `null` is without end.
    due_date: Option<DateTime<Utc>>,
    /// Until when it would be good if it paid now.
    next_due_date: DateTime<Utc>,
    /// Days of its trial that are left, today included; `null` if it does not try.
    trial_days_left: Option<i64>,
    /// Where its bills go.
    email: Option<String>,
    /// Who is billed.
    billing: Billing,
    /// How much of its plan it uses.
    usage: Usage,
    /// Since when it is here.
    created_at: DateTime<Utc>,
    /// What it has to its credit and is not spent, in BRL; what is set aside for open invoices is in it.
    credit: f64,
    /// The open invoice to be paid first.
    open_invoice: Option<Invoice>,
    /// The plan that it has chosen and does not have yet.
    chosen_plan: Option<ChosenPlan>,
    /// Whether it can be paid here by Pix.
    can_pay: bool,
    /// Whether the bank takes only payers whose CPF or CNPJ it is told.
    needs_document: bool,
    /// Who is paid, as the payer's bank shows it.
    receiver: String,
}

/// How one's company stands: plan, price, due date, trial, and what it uses. Admins only; also while it may only look.
#[utoipa::path(
    tag = "subscription",
    responses((status = 200, body = Subscription), (status = 403, description = "ERR_NO_PERMISSION: not an admin"))
)]
#[get("")]
pub(in crate::api) async fn show(
    app: web::Data<App>,
    caller: OverdueCaller,
) -> Result<web::Json<Subscription>, ApiError> {
    let OverdueCaller(caller) = caller;
    caller.require_admin()?;
    let mut reader = app.db.read().await?;
    let shown = standing(&app, &mut reader.conn(), caller.company).await?;
    Ok(web::Json(shown))
}

/// How a company stands, from what is stored.
async fn standing(
    app: &App,
    conn: &mut Conn<'_>,
    company: CompanyId,
) -> Result<Subscription, ApiError> {
    let choice = Choice::read(conn, company).await?;
    let chosen_plan = ChosenPlan::read(conn, &choice).await?;
    let open_invoice = invoices::list_open_renewals(conn, company).await?;
    let billed = invoices::get_billed(conn, company).await?;
    let (now, zone) = (
        app.clock.now(),
        zone_or_default(billed.time_zone.as_deref()),
    );
    let credit = credits::left(conn, choice.company.company.id).await?;
    let bank = app.billing.banks.current(conn).await?;
    let CompanyDetails {
        company,
        recurrence,
        trial_expiration,
        billing,
        usage,
        ..
    } = choice.company;
    Ok(Subscription {
        value: brl(price(billed.plan_value, recurrence)),
        plan: company.plan,
        recurrence,
        due_date: company.due_date,
        next_due_date: renewed(company.due_date, recurrence, now, zone),
        trial_days_left: trial_days_left(trial_expiration, now),
        email: company.email,
        billing,
        usage,
        created_at: company.created_at,
        credit: brl(credit),
        open_invoice: open_invoice.into_iter().next(),
        chosen_plan,
        can_pay: bank.is_some(),
        needs_document: bank.is_some_and(|(_, bank)| bank.needs_document()),
        receiver: app.config.billing.receiver.clone(),
    })
}
