//! What a company pays for its desk: how it stands, the checkout, and what its bank tells (A016, A040, A106, rule B12).
//!
//! The amount is the invoice's, whatever a body says. Data of cards are in no shape here: they are dropped while a body is read.

use actix_web::{get, post, web};
use chrono::{DateTime, Utc};
use garde::Validate;
use guiche_actors::rules::{
    billing::{amount, price, renewed, trial_days_left},
    calendar::zone_or_default,
};
use guiche_storage::{
    audit::Entry,
    billing::{charges::Charge, invoices},
    companies,
    model::{
        ErrorCode, InvoiceId,
        audit::Subject,
        company::{Billing, CompanyDetails, Plan, Recurrence, Usage},
        invoice::{Invoice, brl},
    },
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use subtle::ConstantTimeEq as _;

use crate::{
    app::App,
    error::ApiError,
    middleware::caller::OverdueCaller,
    route_list::RouteList,
    valid::{self, Valid},
};

/// Charges that one call of a bank is asked about.
const TOLD_MAX: usize = 100;

/// Mounts the routes of `/subscription`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(show).service(check_out).service(hear);
}

/// How a company's subscription stands.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Subscription {
    /// What it subscribes to.
    plan: Plan,
    /// How often it pays.
    recurrence: Recurrence,
    /// What one payment costs, in BRL.
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
    /// The open invoice to be paid first.
    open_invoice: Option<Invoice>,
    /// Whether it can be paid here by Pix.
    can_pay: bool,
    /// Who is paid, as the payer's bank shows it.
    receiver: String,
}

/// How one's company stands: plan, price, due date, trial, and what it uses. Admins only; also while it may only look.
#[utoipa::path(
    tag = "subscription",
    responses((status = 200, body = Subscription), (status = 403, description = "ERR_NO_PERMISSION: not an admin"))
)]
#[get("")]
pub(super) async fn show(
    app: web::Data<App>,
    caller: OverdueCaller,
) -> Result<web::Json<Subscription>, ApiError> {
    let OverdueCaller(caller) = caller;
    caller.require_admin()?;
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    let CompanyDetails {
        company,
        recurrence,
        trial_expiration,
        billing,
        usage,
        ..
    } = companies::get_details(conn, caller.company).await?;
    let open_invoice = invoices::find_first_open(conn, caller.company).await?;
    let billed = invoices::get_billed(conn, caller.company).await?;
    let (now, zone) = (
        app.clock.now(),
        zone_or_default(billed.time_zone.as_deref()),
    );
    Ok(web::Json(Subscription {
        value: brl(price(company.plan.value, recurrence)),
        plan: company.plan,
        recurrence,
        due_date: company.due_date,
        next_due_date: renewed(company.due_date, recurrence, now, zone),
        trial_days_left: trial_days_left(trial_expiration, now),
        email: company.email,
        billing,
        usage,
        created_at: company.created_at,
        open_invoice,
        can_pay: app.billing.bank.is_some(),
        receiver: app.config.billing.receiver.clone(),
    }))
}

/// Who pays what. Anything else that is sent (`price`, `plan`, `users`, `connections`, what is of a card) is not read.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CheckoutBody {
    /// The invoice to pay.
    #[garde(skip)]
    invoice_id: InvoiceId,
    /// The name on the bill.
    #[garde(custom(line))]
    first_name: String,
    /// What follows it.
    #[garde(inner(length(chars, max = 100)))]
    last_name: Option<String>,
    /// Street and number.
    #[garde(custom(line))]
    address2: String,
    /// City.
    #[garde(custom(line))]
    city: String,
    /// State.
    #[garde(inner(length(chars, max = 60)))]
    state: Option<String>,
    /// Postal code.
    #[garde(custom(code))]
    zipcode: String,
    /// `BR` or `usa` (A015).
    #[garde(skip)]
    country: BilledCountry,
}

/// The countries that are offered (A015).
#[derive(Debug, Clone, Copy, Deserialize, utoipa::ToSchema)]
pub(super) enum BilledCountry {
    #[serde(rename = "BR")]
    Brazil,
    #[serde(rename = "usa")]
    Usa,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
fn line(text: &str, _: &()) -> garde::Result {
    within(text, 200)
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
fn code(text: &str, _: &()) -> garde::Result {
    within(text, 20)
}

fn within(text: &str, chars_max: usize) -> garde::Result {
    if (1..=chars_max).contains(&text.trim().chars().count()) {
        Ok(())
    } else {
        Err(garde::Error::new(format!(
            "must have 1 to {chars_max} characters"
        )))
    }
}

impl CheckoutBody {
    /// Who is billed now; what the form does not ask for stays.
    fn billing(&self, stored: Billing) -> Billing {
        let some = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        let last = self.last_name.as_deref().unwrap_or_default();
        let country = match self.country {
            BilledCountry::Brazil => "BR",
            BilledCountry::Usa => "usa",
        };
        Billing {
            billing_name: some(&format!("{} {last}", self.first_name.trim())),
            address: some(&self.address2),
            city: some(&self.city),
            state: self.state.as_deref().and_then(some),
            zipcode: some(&self.zipcode),
            country: some(country),
            ..stored
        }
    }
}

/// A Pix charge, in the words of the central bank's API (A040).
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PixCharge {
    /// Its name at the bank.
    txid: String,
    /// `ATIVA`: to be paid.
    status: &'static str,
    /// How much.
    valor: PixValue,
    /// When it was made, and for how long it is good.
    calendario: PixCalendar,
    /// What is shown and copied.
    qrcode: PixCode,
    /// Which invoice it pays.
    invoice_id: InvoiceId,
    /// Until when it can be paid.
    expires_at: DateTime<Utc>,
}

/// An amount.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct PixValue {
    /// In BRL, as `349.00`.
    original: String,
}

/// Times of a charge.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct PixCalendar {
    /// When it was made.
    criacao: DateTime<Utc>,
    /// For how many seconds it is good.
    expiracao: i64,
}

/// The code of a charge.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct PixCode {
    /// Its text.
    qrcode: String,
}

impl From<Charge> for PixCharge {
    fn from(charge: Charge) -> Self {
        Self {
            txid: charge.txid,
            status: "ATIVA",
            valor: PixValue {
                original: amount(charge.value_cents),
            },
            calendario: PixCalendar {
                criacao: charge.created_at,
                expiracao: (charge.expires_at - charge.created_at).num_seconds(),
            },
            qrcode: PixCode {
                qrcode: charge.qrcode,
            },
            invoice_id: charge.invoice_id,
            expires_at: charge.expires_at,
        }
    }
}

/// Makes the Pix charge of an open invoice, or answers the one that is still good. Who is billed is kept. Admins only; also
/// while the company may only look.
#[utoipa::path(
    tag = "subscription",
    request_body = CheckoutBody,
    responses(
        (status = 200, body = PixCharge),
        (status = 400, description = "ERR_VALIDATION"),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_INVOICE_FOUND"),
        (status = 409, description = "ERR_INVOICE_NOT_OPEN"),
        (status = 503, description = "ERR_BILLING_UNAVAILABLE: no bank is configured; ERR_BANK_UNREACHABLE")
    )
)]
#[post("")]
pub(super) async fn check_out(
    app: web::Data<App>,
    caller: OverdueCaller,
    body: Valid<CheckoutBody>,
) -> Result<web::Json<PixCharge>, ApiError> {
    let (OverdueCaller(caller), Valid(body)) = (caller, body);
    caller.require_admin()?;
    let (company, now) = (caller.company, app.clock.now());
    let (_, charge) = app.billing.charge(company, body.invoice_id).await?;
    app.db
        .write(async |conn| -> Result<(), ApiError> {
            companies::take_turn(conn, company).await?;
            let before = companies::get_details(conn, company).await?;
            let billing = body.billing(before.billing.clone());
            companies::update_billing(conn, company, &billing, now).await?;
            let after = companies::get_details(conn, company).await?;
            let entry = Entry::updated(Subject::Company, company, &before, &after);
            Ok(caller.note(conn, &entry, now).await?)
        })
        .await?;
    Ok(web::Json(charge.into()))
}

/// What shows that it is the bank that calls.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
pub(super) struct HookQuery {
    /// The secret of the settings, which only the bank was told.
    secret: Option<String>,
}

/// That the call was heard.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct Heard {
    /// Always `true`.
    ok: bool,
}

/// Hears from the bank that charges were paid. It is believed nothing but their names: the bank is asked about each.
#[utoipa::path(
    tag = "webhooks",
    security(()),
    params(("type" = String, Path, description = "`pix`"), HookQuery),
    request_body(content = serde_json::Value, description = "The central bank's `pix` list, or a test without one"),
    responses(
        (status = 200, body = Heard),
        (status = 400, description = "ERR_VALIDATION: not JSON"),
        (status = 401, description = "ERR_WEBHOOK_SIGNATURE: not the secret of the settings, or none is set")
    )
)]
#[post("/webhook/{type}")]
pub(super) async fn hear(
    app: web::Data<App>,
    _kind: web::Path<String>,
    query: web::Query<HookQuery>,
    body: web::Bytes,
) -> Result<web::Json<Heard>, ApiError> {
    let expected = app.config.billing.webhook_secret.as_ref();
    let given = query.secret.as_deref().unwrap_or_default();
    // banks put this behind the address that they were given
    let given = given.strip_suffix("/pix").unwrap_or(given);
    let is_bank = expected.is_some_and(|it| it.expose().as_bytes().ct_eq(given.as_bytes()).into());
    if !is_bank {
        return Err(ErrorCode::WebhookSignature.into());
    }
    let told: Value = valid::read(&body)?;
    let mut names: Vec<String> = told
        .get("pix")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|one| one.get("txid")?.as_str())
        .map(str::to_owned)
        .collect();
    names.sort_unstable();
    names.dedup();
    names.truncate(TOLD_MAX);
    let billing = app.billing.clone();
    // the bank does not wait for its own answer
    actix_web::rt::spawn(async move {
        for name in names {
            if let Err(error) = billing.confirm(&name).await {
                tracing::warn!(%error, "a payment that was told could not be confirmed; it is asked about again");
            }
        }
    });
    Ok(web::Json(Heard { ok: true }))
}
