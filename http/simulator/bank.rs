//! The payer's telephone: sees the charges of the simulated bank and pays them; and the receiver, who sends money back.

use actix_web::{HttpResponse, web};
use guiche_actors::{
    billing::{SimulatedBank, SimulatedCharge},
    rules::billing::{amount, parse_amount},
};
use guiche_storage::model::ErrorCode;
use serde::Deserialize;
use serde_json::json;

use super::Simulator;
use crate::error::ApiError;

/// Charges that are shown.
const SHOWN_MAX: usize = 50;

/// Mounts the routes of `/bank`.
pub(super) fn configure(cfg: &mut web::ServiceConfig) {
    cfg.route("/bank/charges", web::get().to(list))
        .route("/bank/charges/{txid}/pay", web::post().to(pay))
        .route("/bank/charges/{txid}/refund", web::post().to(refund));
}

/// How it is paid.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Paying {
    /// So much, as `349.00`; what the charge asks for if it does not say.
    value: Option<String>,
    /// Whether the bank forgets to call: the desk finds it when it looks.
    silent: bool,
}

async fn list(simulator: web::Data<Simulator>) -> Result<HttpResponse, ApiError> {
    let charges = bank(&simulator)?.list();
    let shown: Vec<_> = charges.iter().take(SHOWN_MAX).map(view).collect();
    Ok(HttpResponse::Ok().json(shown))
}

async fn pay(
    simulator: web::Data<Simulator>,
    txid: web::Path<String>,
    paying: web::Json<Paying>,
) -> Result<HttpResponse, ApiError> {
    let value = value_of(&paying)?;
    if !bank(&simulator)?.pay(&txid, value) {
        return Err(ErrorCode::NotFound.into());
    }
    if !paying.silent {
        simulator.billing.confirm(&txid).await?;
    }
    Ok(HttpResponse::Ok().json(json!({ "txid": *txid })))
}

/// The receiver sends back what was paid, so much or all of it.
async fn refund(
    simulator: web::Data<Simulator>,
    txid: web::Path<String>,
    paying: web::Json<Paying>,
) -> Result<HttpResponse, ApiError> {
    let value = value_of(&paying)?;
    if !bank(&simulator)?.refund(&txid, value) {
        return Err(ErrorCode::NotFound.into());
    }
    if !paying.silent {
        simulator.billing.confirm(&txid).await?;
    }
    Ok(HttpResponse::Ok().json(json!({ "txid": *txid })))
}

fn value_of(paying: &Paying) -> Result<Option<i64>, ApiError> {
    let Some(text) = paying.value.as_deref() else {
        return Ok(None);
    };
    let cents = parse_amount(text);
    let cents = cents.ok_or_else(|| ApiError::field("value", "must be like 349.00"))?;
    Ok(Some(cents))
}

fn bank(simulator: &Simulator) -> Result<&SimulatedBank, ApiError> {
    simulator
        .bank
        .as_ref()
        .ok_or_else(|| ErrorCode::NotFound.into())
}

fn view(charge: &SimulatedCharge) -> serde_json::Value {
    json!({
        "txid": charge.txid, "note": charge.note, "value": amount(charge.value_cents),
        "createdAt": charge.created_at, "expiresAt": charge.expires_at, "isPaid": !charge.payments.is_empty()
    })
}
