//! Asaas: a payment service whose charges have names of its own. `POST /payments`, `GET /payments/{id}/pixQrCode`,
//! `GET /payments/{id}`, `DELETE /payments/{id}`; who pays is a customer there, made once. Its key stands sealed in the database
//! and is read for each call, so that every node has the one that was set last.

use std::{fmt, sync::Arc, time::Duration};

use async_trait::async_trait;
use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Utc};
use guiche_config::Billing as Settings;
use guiche_storage::{
    Conn, Db, StorageError,
    billing::banks::{self, Customer},
    model::{
        Clock,
        invoice::{BankName, brl},
    },
    security::seal::Sealer,
};
use reqwest::{Method, Url, header::CONTENT_TYPE};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};

use super::bank::{Bank, BankError, ChargeName, MadeCharge, NewCharge, Payer, Received, Standing};
use crate::{
    egress::{Egress, EgressError, Limits},
    rules::{billing::is_br_code, calendar::zone_or_default},
};

/// A charge is small, and somebody waits for it: up to three calls.
const LIMITS: Limits = Limits {
    total: Duration::from_secs(10),
    body_bytes_max: 1 << 20,
};
/// Where it is, and where it is tried.
const PRODUCTION: &str = "https://api.asaas.com/v3";
const SANDBOX: &str = "https://api-sandbox.asaas.com/v3";
/// How the keys of the place for trying begin.
const SANDBOX_KEY: &str = "$aact_hmlg_";
/// What carries the key.
const KEY_HEADER: &str = "access_token";
/// Characters of a name of theirs.
const NAME_CHARS_MAX: usize = 100;
/// The payment came, whatever became of it later.
const CAME: [&str; 8] = [
    "RECEIVED",
    "CONFIRMED",
    "RECEIVED_IN_CASH",
    "DUNNING_RECEIVED",
    "REFUND_REQUESTED",
    "REFUND_IN_PROGRESS",
    "PARTIALLY_REFUNDED",
    REFUNDED,
];
/// All of it went back.
const REFUNDED: &str = "REFUNDED";

/// The service.
pub struct Asaas {
    egress: Egress,
    clock: Arc<dyn Clock>,
    db: Db,
    sealer: Arc<Sealer>,
    /// Where it is, if the settings say so.
    root: Option<Url>,
    valid: TimeDelta,
}

impl fmt::Debug for Asaas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Asaas")
    }
}

/// The key, and where it is good.
struct Access {
    key: String,
    root: Url,
}

#[derive(Deserialize)]
struct Made {
    id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct QrCode {
    payload: String,
    #[serde(default)]
    expiration_date: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Payment {
    status: String,
    value: f64,
    #[serde(default)]
    deleted: bool,
    #[serde(default, rename = "paymentDate")]
    paid_on: Option<String>,
    #[serde(default)]
    client_payment_date: Option<String>,
    #[serde(default)]
    confirmed_date: Option<String>,
    #[serde(default)]
    refunds: Option<Vec<Refund>>,
}

#[derive(Deserialize)]
struct Refund {
    #[serde(default)]
    status: Option<String>,
    #[serde(default)]
    value: f64,
}

impl Asaas {
    /// The service of the settings; without a key nothing can be paid there. `None` when `billing.asaas_url` is not an address.
    pub fn new(
        settings: &Settings,
        egress: Egress,
        (db, sealer): (Db, Arc<Sealer>),
        clock: Arc<dyn Clock>,
    ) -> Option<Self> {
        let root = match settings.asaas_url.as_deref() {
            Some(url) => Some(url.parse().ok()?),
            None => None,
        };
        Some(Self {
            egress,
            clock,
            db,
            sealer,
            root,
            valid: TimeDelta::seconds(settings.expires_seconds.into()),
        })
    }

    async fn access(&self) -> Result<Access, BankError> {
        let key = {
            let mut reader = self.db.read().await?;
            banks::find_key(&mut reader.conn(), BankName::Asaas, &self.sealer).await?
        };
        let key = key.and_then(|key| String::from_utf8(key).ok());
        let key = key.ok_or_else(|| BankError::NoAnswer("it has no key".to_owned()))?;
        let usual = if key.starts_with(SANDBOX_KEY) {
            SANDBOX
        } else {
            PRODUCTION
        };
        let root = match &self.root {
            Some(root) => root.clone(),
            None => usual
                .parse()
                .map_err(|_| BankError::NoAnswer("the address is none".to_owned()))?,
        };
        Ok(Access { key, root })
    }

    async fn call<T: DeserializeOwned>(
        &self,
        access: &Access,
        (method, path): (Method, &[&str]),
        body: Option<&Value>,
    ) -> Result<T, BankError> {
        let mut url = access.root.clone();
        url.path_segments_mut()
            .map_err(|()| BankError::NoAnswer("the address is none".to_owned()))?
            .pop_if_empty()
            .extend(path);
        let mut request = self
            .egress
            .request(method, url)
            .map_err(lost)?
            .header(KEY_HEADER, &access.key);
        // a GET with a body is refused there
        if let Some(body) = body {
            request = request
                .header(CONTENT_TYPE, "application/json")
                .body(body.to_string());
        }
        let reply = self.egress.send(request, LIMITS).await.map_err(lost)?;
        let status = reply.status();
        let bytes = reply.bytes().await.map_err(lost)?;
        if !status.is_success() {
            return Err(refusal(status.as_u16(), path, &bytes));
        }
        // what serde says repeats what it read
        serde_json::from_slice(&bytes).map_err(|_| BankError::NoAnswer("cannot be read".to_owned()))
    }

    /// Whom they know the company as: made once, and told anew when its document has changed.
    async fn customer(&self, access: &Access, payer: Payer<'_>) -> Result<String, BankError> {
        let document = payer.document.ok_or(BankError::NoDocument)?;
        let url = access.root.as_str();
        let known = {
            let mut reader = self.db.read().await?;
            banks::find_customer(&mut reader.conn(), payer.company, url).await?
        };
        let told = json!({
            "name": payer.name,
            "cpfCnpj": document,
            "externalReference": format!("guiche-{}", payer.company),
            // what they are to be told they are told here
            "notificationDisabled": true,
        });
        let path: &[&str] = match &known {
            Some(known) if known.document == document => return Ok(known.customer.clone()),
            Some(known) => &["customers", &known.customer],
            None => &["customers"],
        };
        let method = if known.is_some() {
            Method::PUT
        } else {
            Method::POST
        };
        let made: Made = self.call(access, (method, path), Some(&told)).await?;
        let customer = Customer {
            customer: name(made.id)?,
            document: document.to_owned(),
        };
        let now = self.clock.now();
        self.db
            .write(async |conn| banks::set_customer(conn, payer.company, url, &customer, now).await)
            .await?;
        Ok(customer.customer)
    }

    /// Makes a payment. A customer that they do not know any more is made anew, once.
    async fn payment(&self, access: &Access, new: NewCharge<'_>) -> Result<String, BankError> {
        let mut is_second = false;
        loop {
            match self.try_payment(access, new).await {
                Err(BankError::UnknownPayer) if !is_second => {
                    is_second = true;
                    let (company, url) = (new.payer.company, access.root.as_str());
                    self.db
                        .write(async |conn| banks::forget_customer(conn, company, url).await)
                        .await?;
                }
                made => return made,
            }
        }
    }

    async fn try_payment(&self, access: &Access, new: NewCharge<'_>) -> Result<String, BankError> {
        let customer = self.customer(access, new.payer).await?;
        let wish = json!({
            "customer": customer,
            "billingType": "PIX",
            "value": brl(new.value_cents),
            "dueDate": day(self.clock.now() + self.valid),
            "description": new.note,
            "externalReference": new.txid,
        });
        let path: &[&str] = &["payments"];
        let made: Made = self.call(access, (Method::POST, path), Some(&wish)).await?;
        name(made.id)
    }

    /// The code of a payment.
    async fn code(&self, access: &Access, id: &str) -> Result<QrCode, BankError> {
        let path: &[&str] = &["payments", id, "pixQrCode"];
        let code: QrCode = self.call(access, (Method::GET, path), None).await?;
        if is_br_code(code.payload.trim()) {
            Ok(code)
        } else {
            Err(BankError::NoAnswer("a code that is none".to_owned()))
        }
    }

    /// A payment as they tell it. Of its time they tell the day.
    fn received(&self, id: &str, payment: &Payment) -> Option<Received> {
        let value_cents = cents(payment.value)?;
        let day = [
            &payment.client_payment_date,
            &payment.paid_on,
            &payment.confirmed_date,
        ];
        let day = day.into_iter().flatten().next();
        let noon = day
            .and_then(|day| day.parse::<NaiveDate>().ok())
            .and_then(|day| Some(day.and_time(NaiveTime::from_hms_opt(12, 0, 0)?)))
            .and_then(home);
        let now = self.clock.now();
        let returned_cents = if payment.status == REFUNDED {
            value_cents
        } else {
            let refunds = payment.refunds.iter().flatten();
            let done = refunds.filter(|one| one.status.as_deref() == Some("DONE"));
            let sum: i64 = done.filter_map(|one| cents(one.value)).sum();
            sum.clamp(0, value_cents)
        };
        Some(Received {
            end_to_end_id: id.to_owned(),
            value_cents,
            returned_cents,
            paid_at: noon.map_or(now, |noon| noon.min(now)),
        })
    }
}

#[async_trait(?Send)]
impl Bank for Asaas {
    async fn is_open(&self, conn: &mut Conn<'_>) -> Result<bool, StorageError> {
        banks::has_key(conn, BankName::Asaas).await
    }

    fn needs_document(&self) -> bool {
        true
    }

    async fn charge(&self, new: NewCharge<'_>) -> Result<MadeCharge, BankError> {
        let access = self.access().await?;
        let id = self.payment(&access, new).await?;
        let code = match self.code(&access, &id).await {
            Ok(code) => code,
            Err(error) => {
                // nobody sees its code, so nobody shall pay it
                let unseen = ChargeName {
                    txid: new.txid,
                    reference: Some(&id),
                };
                if let Err(error) = self.withdraw(unseen).await {
                    tracing::warn!(%error, "a payment whose code nobody saw could not be taken back");
                }
                return Err(error);
            }
        };
        let created_at = self.clock.now();
        let until = code.expiration_date.as_deref().and_then(|text| {
            let at = NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M:%S").ok()?;
            home(at)
        });
        let ours = created_at + self.valid;
        Ok(MadeCharge {
            qrcode: code.payload.trim().to_owned(),
            created_at,
            expires_at: until.map_or(ours, |until| until.min(ours)),
            reference: Some(id),
        })
    }

    async fn look(&self, charge: ChargeName<'_>) -> Result<Standing, BankError> {
        let id = charge.reference.ok_or(BankError::Refused(404))?;
        let access = self.access().await?;
        let path: &[&str] = &["payments", id];
        let payment: Payment = match self.call(&access, (Method::GET, path), None).await {
            Ok(payment) => payment,
            Err(BankError::Refused(404)) => return Ok(Standing::gone()),
            Err(error) => return Err(error),
        };
        let is_done = CAME.contains(&payment.status.as_str());
        let received = is_done.then(|| self.received(id, &payment)).flatten();
        Ok(Standing {
            is_done,
            is_gone: payment.deleted,
            payments: received.into_iter().collect(),
        })
    }

    async fn withdraw(&self, charge: ChargeName<'_>) -> Result<(), BankError> {
        let id = charge.reference.ok_or(BankError::Refused(404))?;
        let access = self.access().await?;
        let path: &[&str] = &["payments", id];
        self.call::<Value>(&access, (Method::DELETE, path), None)
            .await
            .map(drop)
    }
}

/// Why they refuse. Of a customer that is gone they say so in words when he is to pay, and with 404 when he is to be changed.
fn refusal(status: u16, path: &[&str], body: &[u8]) -> BankError {
    let body: Value = serde_json::from_slice(body).unwrap_or_default();
    let code = body.pointer("/errors/0/code").and_then(Value::as_str);
    let is_customer = matches!(path, ["customers", _]);
    if code == Some("invalid_customer") || (status == 404 && is_customer) {
        BankError::UnknownPayer
    } else {
        BankError::Refused(status)
    }
}

/// A name of theirs, as it may stand in an address.
fn name(id: String) -> Result<String, BankError> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    if (1..=NAME_CHARS_MAX).contains(&id.len()) && id.bytes().all(is_plain) {
        Ok(id)
    } else {
        Err(BankError::NoAnswer("a name that is none".to_owned()))
    }
}

/// A day where they are.
fn day(at: DateTime<Utc>) -> String {
    let at = at.with_timezone(&zone_or_default(None));
    at.format("%Y-%m-%d").to_string()
}

/// A time of theirs: they are in São Paulo.
fn home(at: NaiveDateTime) -> Option<DateTime<Utc>> {
    let at = at.and_local_timezone(zone_or_default(None)).earliest()?;
    Some(at.with_timezone(&Utc))
}

/// BRL as whole cents; what is no amount is nothing.
fn cents(value: f64) -> Option<i64> {
    if !value.is_finite() || !(0.0..=1e10).contains(&value) {
        return None;
    }
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a whole number up to a million million"
    )]
    let cents = (value * 100.0).round() as i64;
    Some(cents)
}

fn lost(error: EgressError) -> BankError {
    BankError::NoAnswer(error.to_string())
}

impl From<StorageError> for BankError {
    fn from(error: StorageError) -> Self {
        Self::NoAnswer(error.to_string())
    }
}
