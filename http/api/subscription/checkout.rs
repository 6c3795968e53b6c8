//! The checkout, and what the bank tells (A040, A106, rule B12).
//!
//! The amount is the invoice's, whatever a body says. Data of cards are in no shape here: they are dropped while a body is read.

use actix_web::{HttpRequest, post, web};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use chrono::{DateTime, Utc};
use garde::Validate;
use guiche_actors::{
    billing::Payer,
    rules::{billing::amount, document::plain_document},
};
use guiche_storage::{
    audit::Entry,
    billing::charges::Charge,
    companies,
    model::{ErrorCode, InvoiceId, audit::Subject, company::Billing, invoice::BankName},
};
use qrcode::{EcLevel, QrCode, render::svg::Color};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use subtle::ConstantTimeEq as _;

use crate::{
    app::App,
    error::ApiError,
    middleware::caller::OverdueCaller,
    valid::{self, Query, Valid},
};

/// Charges that one call of a bank is asked about.
const TOLD_MAX: usize = 100;

/// Who pays what. Anything else that is sent (`price`, `plan`, `users`, `connections`, what is of a card) is not read.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct CheckoutBody {
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
    /// CPF or CNPJ, where the bank asks for it (`needsDocument`); that of the company if absent or empty.
    #[garde(inner(custom(taxpayer)))]
    document: Option<String>,
}

/// The countries that are offered (A015).
#[derive(Debug, Clone, Copy, Deserialize, utoipa::ToSchema)]
pub(in crate::api) enum BilledCountry {
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

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
fn taxpayer(text: &str, _: &()) -> garde::Result {
    if text.trim().is_empty() || plain_document(text).is_some() {
        Ok(())
    } else {
        Err(garde::Error::new("must be a CPF or CNPJ"))
    }
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
            document: self.document.as_deref().and_then(some).or(stored.document),
            ..stored
        }
    }
}

/// A Pix charge, in the words of the central bank's API (A040).
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct PixCharge {
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
pub(in crate::api) struct PixValue {
    /// In BRL, as `349.00`.
    original: String,
}

/// Times of a charge.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(in crate::api) struct PixCalendar {
    /// When it was made.
    criacao: DateTime<Utc>,
    /// For how many seconds it is good.
    expiracao: i64,
}

/// The code of a charge.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct PixCode {
    /// Its text.
    qrcode: String,
    /// Its picture, as a `data:` address of an SVG; empty if the text is longer than such a picture can hold.
    imagem_qrcode: String,
}

impl From<String> for PixCode {
    fn from(qrcode: String) -> Self {
        let drawn = QrCode::with_error_correction_level(&qrcode, EcLevel::M);
        let picture = drawn.map(|code| code.render::<Color<'_>>().build());
        Self {
            imagem_qrcode: picture.map_or_else(
                |_| String::new(),
                |svg| format!("data:image/svg+xml;base64,{}", STANDARD.encode(svg)),
            ),
            qrcode,
        }
    }
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
            qrcode: charge.qrcode.into(),
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
        (status = 409, description = "ERR_INVOICE_NOT_OPEN; ERR_BILLING_DOCUMENT: the bank asks for a CPF or CNPJ"),
        (status = 503, description = "ERR_BILLING_UNAVAILABLE: no bank is configured; ERR_BANK_UNREACHABLE")
    )
)]
#[post("")]
pub(in crate::api) async fn check_out(
    app: web::Data<App>,
    caller: OverdueCaller,
    body: Valid<CheckoutBody>,
) -> Result<web::Json<PixCharge>, ApiError> {
    let (OverdueCaller(caller), Valid(body)) = (caller, body);
    caller.require_admin()?;
    let (company, now) = (caller.company, app.clock.now());
    let billing = {
        let mut reader = app.db.read().await?;
        let details = companies::get_details(&mut reader.conn(), company).await?;
        body.billing(details.billing)
    };
    let document = billing.document.as_deref().and_then(plain_document);
    let payer = Payer {
        company,
        name: billing.billing_name.as_deref().unwrap_or(&caller.name),
        document: document.as_deref(),
    };
    let (_, charge) = app.billing.charge(payer, body.invoice_id).await?;
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
pub(in crate::api) struct HookQuery {
    /// The secret of the settings, which only the bank was told.
    secret: Option<String>,
}

/// That the call was heard.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(in crate::api) struct Heard {
    /// Always `true`.
    ok: bool,
}

/// What carries Asaas' token.
const TOKEN_HEADER: &str = "asaas-access-token";

/// Hears from a bank that charges were paid, or that payments went back. It is believed nothing but their names: the bank is asked about each.
#[utoipa::path(
    tag = "webhooks",
    security(()),
    params(
        (
            "type" = String,
            Path,
            description = "`asaas`, which shows the secret in the header `asaas-access-token`; `pix` for other banks"
        ),
        HookQuery
    ),
    request_body(
        content = serde_json::Value,
        description = "The central bank's `pix` list, Asaas' event with its `payment`, or a test with neither"
    ),
    responses(
        (status = 200, body = Heard),
        (status = 400, description = "ERR_VALIDATION: not JSON"),
        (status = 401, description = "ERR_WEBHOOK_SIGNATURE: not the secret of the settings, or none is set")
    )
)]
#[post("/webhook/{type}")]
pub(in crate::api) async fn hear(
    app: web::Data<App>,
    kind: web::Path<String>,
    request: HttpRequest,
    query: Query<HookQuery>,
    body: web::Bytes,
) -> Result<web::Json<Heard>, ApiError> {
    let bank = if kind.as_str() == "asaas" {
        BankName::Asaas
    } else {
        BankName::Pix
    };
    listen(&app, bank, &request, &query, &body)
}

/// The address with `pix`, for banks that were given it without.
#[utoipa::path(
    tag = "webhooks",
    security(()),
    params(HookQuery),
    request_body(content = serde_json::Value, description = "The central bank's `pix` list, or a test without"),
    responses(
        (status = 200, body = Heard),
        (status = 400, description = "ERR_VALIDATION: not JSON"),
        (status = 401, description = "ERR_WEBHOOK_SIGNATURE: not the secret of the settings, or none is set")
    )
)]
#[post("/webhook")]
pub(in crate::api) async fn hear_untyped(
    app: web::Data<App>,
    request: HttpRequest,
    query: Query<HookQuery>,
    body: web::Bytes,
) -> Result<web::Json<Heard>, ApiError> {
    listen(&app, BankName::Pix, &request, &query, &body)
}

/// Looks who calls, and asks the bank about what it names; the call does not wait for that.
fn listen(
    app: &App,
    bank: BankName,
    request: &HttpRequest,
    query: &HookQuery,
    body: &[u8],
) -> Result<web::Json<Heard>, ApiError> {
    let given = match bank {
        BankName::Pix => query.secret.as_deref().unwrap_or_default(),
        BankName::Asaas => {
            let token = request.headers().get(TOKEN_HEADER);
            token.and_then(|it| it.to_str().ok()).unwrap_or_default()
        }
    };
    // banks put this behind the address that they were given
    let given = given.strip_suffix("/pix").unwrap_or(given);
    let expected = app.config.billing.webhook_secret.as_ref();
    let is_bank = expected.is_some_and(|it| it.expose().as_bytes().ct_eq(given.as_bytes()).into());
    if !is_bank {
        return Err(ErrorCode::WebhookSignature.into());
    }
    let told: Value = valid::read(body)?;
    let (names, returned) = (named(bank, &told), returned(bank, &told));
    let billing = app.billing.clone();
    // the bank does not wait for its own answer
    actix_web::rt::spawn(async move {
        for name in names {
            let confirmed = match bank {
                BankName::Pix => billing.confirm(&name).await,
                BankName::Asaas => billing.confirm_ref(bank, &name).await,
            };
            if let Err(error) = confirmed {
                tracing::warn!(%error, "a payment that was told could not be confirmed; it is asked about again");
            }
        }
        for payment in returned {
            if let Err(error) = billing.look_for_refund(&payment).await {
                tracing::warn!(%error, "a refund that was told could not be confirmed; it is asked about again");
            }
        }
    });
    Ok(web::Json(Heard { ok: true }))
}

/// The charges that a call names, each once.
fn named(bank: BankName, told: &Value) -> Vec<String> {
    let all: Vec<&Value> = match bank {
        BankName::Pix => {
            let list = told.get("pix").and_then(Value::as_array);
            list.into_iter()
                .flatten()
                .filter_map(|one| one.get("txid"))
                .collect()
        }
        BankName::Asaas => told.pointer("/payment/id").into_iter().collect(),
    };
    each_once(all)
}

/// The payments of which a call says that something went back. Asaas names the charge alone.
fn returned(bank: BankName, told: &Value) -> Vec<String> {
    if bank == BankName::Asaas {
        return Vec::new();
    }
    let list = told.get("pix").and_then(Value::as_array);
    let returned = list
        .into_iter()
        .flatten()
        .filter(|one| one.get("devolucoes").is_some());
    each_once(returned.filter_map(|one| one.get("endToEndId")).collect())
}

fn each_once(all: Vec<&Value>) -> Vec<String> {
    let mut names: Vec<String> = all
        .into_iter()
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect();
    names.sort_unstable();
    names.dedup();
    names.truncate(TOLD_MAX);
    names
}
