//! A bank that speaks the central bank's API (`bacen/pix-api` 2.9): `OAuth2` with client credentials, `PUT /cob/{txid}`,
//! `GET /cob/{txid}`, `GET /pix/{endToEndId}`.

use std::{fmt, sync::Arc, time::Duration};

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use guiche_config::{Billing as Settings, SecretText};
use guiche_storage::model::Clock;
use reqwest::{
    Method, StatusCode, Url,
    header::{AUTHORIZATION, CONTENT_TYPE},
};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};
use tokio::sync::Mutex;

use super::bank::{Bank, BankError, ChargeName, MadeCharge, NewCharge, Received, Standing};
use crate::{
    egress::{Egress, EgressError, Limits},
    rules::billing::{Receiver, amount, br_code, is_br_code, parse_amount},
};

/// A charge is small, and somebody waits for it.
const LIMITS: Limits = Limits {
    total: Duration::from_secs(15),
    body_bytes_max: 256 << 10,
};
/// So long before its end a token is not used any more.
const TOKEN_SPARE: TimeDelta = TimeDelta::seconds(60);
/// What we ask for.
const SCOPES: &str = "cob.write cob.read pix.read";
/// Payments of one charge that are read.
const PAYMENTS_MAX: usize = 50;

/// The bank of the settings.
pub struct Bacen {
    egress: Egress,
    clock: Arc<dyn Clock>,
    root: Url,
    token_url: Url,
    client_id: String,
    client_secret: SecretText,
    pix_key: String,
    receiver: String,
    city: String,
    valid: TimeDelta,
    token: Mutex<Option<Token>>,
}

#[derive(Clone)]
struct Token {
    text: String,
    good_until: DateTime<Utc>,
}

impl fmt::Debug for Bacen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Bacen")
    }
}

#[derive(Deserialize)]
struct TokenAnswer {
    access_token: String,
    #[serde(default)]
    expires_in: Option<i64>,
}

#[derive(Deserialize)]
struct ChargeAnswer {
    #[serde(default)]
    calendario: Calendar,
    #[serde(default)]
    status: Option<String>,
    #[serde(default)]
    location: Option<String>,
    #[serde(default, rename = "pixCopiaECola")]
    code: Option<String>,
    #[serde(default)]
    pix: Vec<Value>,
}

#[derive(Default, Deserialize)]
struct Calendar {
    #[serde(default)]
    criacao: Option<DateTime<Utc>>,
    #[serde(default)]
    expiracao: Option<i64>,
}

impl Bacen {
    /// The bank of the settings, or none where no address is set.
    pub fn new(settings: &Settings, egress: Egress, clock: Arc<dyn Clock>) -> Option<Self> {
        let mut root: Url = settings.url.as_deref()?.parse().ok()?;
        root.path_segments_mut().ok()?.pop_if_empty();
        let token_url = match settings.token_url.as_deref() {
            Some(url) => url.parse().ok()?,
            None => below(&root, &["oauth", "token"])?,
        };
        Some(Self {
            egress,
            clock,
            token_url,
            root,
            client_id: settings.client_id.clone()?,
            client_secret: settings.client_secret.clone()?,
            pix_key: settings.pix_key.clone()?,
            receiver: settings.receiver.clone(),
            city: settings.city.clone(),
            valid: TimeDelta::seconds(settings.expires_seconds.into()),
            token: Mutex::new(None),
        })
    }

    /// A token that is good for some time. Those who need one at once wait for one call.
    async fn token(&self) -> Result<String, BankError> {
        let mut kept = self.token.lock().await;
        let now = self.clock.now();
        if let Some(token) = kept.as_ref().filter(|token| token.good_until > now) {
            return Ok(token.text.clone());
        }
        let request = self
            .egress
            .request(Method::POST, self.token_url.clone())
            .map_err(lost)?
            .basic_auth(&self.client_id, Some(self.client_secret.expose()))
            .form(&[("grant_type", "client_credentials"), ("scope", SCOPES)]);
        let reply = self.egress.send(request, LIMITS).await.map_err(lost)?;
        let status = reply.status();
        let body = reply.bytes().await.map_err(lost)?;
        if !status.is_success() {
            return Err(BankError::Refused(status.as_u16()));
        }
        let answer: TokenAnswer = read(&body)?;
        let good_for = TimeDelta::try_seconds(answer.expires_in.unwrap_or(300))
            .unwrap_or(TOKEN_SPARE)
            .min(TimeDelta::days(1));
        let token = Token {
            text: answer.access_token,
            good_until: now + good_for - TOKEN_SPARE,
        };
        Ok(kept.insert(token).text.clone())
    }

    /// A call about a charge or a payment. A token that is refused is asked for anew, once.
    async fn call<T: DeserializeOwned>(
        &self,
        (method, path): (Method, [&str; 2]),
        body: Option<&Value>,
    ) -> Result<T, BankError> {
        let url = below(&self.root, &path)
            .ok_or_else(|| BankError::NoAnswer("the address is none".to_owned()))?;
        let mut is_second = false;
        loop {
            let token = self.token().await?;
            let mut request = self
                .egress
                .request(method.clone(), url.clone())
                .map_err(lost)?
                .header(AUTHORIZATION, format!("Bearer {token}"));
            if let Some(body) = body {
                request = request
                    .header(CONTENT_TYPE, "application/json")
                    .body(body.to_string());
            }
            let reply = self.egress.send(request, LIMITS).await.map_err(lost)?;
            let status = reply.status();
            if status == StatusCode::UNAUTHORIZED && !is_second {
                is_second = true;
                *self.token.lock().await = None;
                continue;
            }
            let bytes = reply.bytes().await.map_err(lost)?;
            if !status.is_success() {
                return Err(BankError::Refused(status.as_u16()));
            }
            return read(&bytes);
        }
    }

    /// The text to pay with: the bank's, or one that names where the bank keeps the charge.
    fn code(&self, answer: &ChargeAnswer, value_cents: i64) -> Result<String, BankError> {
        let theirs = answer.code.as_deref().map(str::trim);
        if let Some(code) = theirs.filter(|code| is_br_code(code)) {
            return Ok(code.to_owned());
        }
        let location = answer.location.as_deref().filter(|text| !text.is_empty());
        let location = location
            .ok_or_else(|| BankError::NoAnswer("a charge without a code and a place".to_owned()))?;
        let location = location.trim_start_matches("https://");
        let receiver = Receiver {
            name: &self.receiver,
            city: &self.city,
        };
        Ok(br_code(location, receiver, value_cents))
    }
}

#[async_trait(?Send)]
impl Bank for Bacen {
    async fn charge(&self, new: NewCharge<'_>) -> Result<MadeCharge, BankError> {
        let wish = json!({
            "calendario": { "expiracao": self.valid.num_seconds() },
            "valor": { "original": amount(new.value_cents) },
            "chave": self.pix_key,
            "solicitacaoPagador": new.note,
        });
        let ask = (Method::PUT, ["cob", new.txid]);
        let answer: ChargeAnswer = self.call(ask, Some(&wish)).await?;
        let created_at = answer
            .calendario
            .criacao
            .unwrap_or_else(|| self.clock.now());
        let valid = answer.calendario.expiracao.and_then(TimeDelta::try_seconds);
        Ok(MadeCharge {
            qrcode: self.code(&answer, new.value_cents)?,
            created_at,
            expires_at: created_at + valid.unwrap_or(self.valid).min(TimeDelta::days(30)),
            reference: None,
        })
    }

    async fn look(&self, charge: ChargeName<'_>) -> Result<Standing, BankError> {
        let ask = (Method::GET, ["cob", charge.txid]);
        let answer: ChargeAnswer = self.call(ask, None).await?;
        let payments = answer.pix.iter().take(PAYMENTS_MAX);
        let status = answer.status.as_deref().unwrap_or_default();
        Ok(Standing {
            is_done: status == "CONCLUIDA",
            is_gone: status.starts_with("REMOVIDA_"),
            payments: payments.filter_map(received).collect(),
        })
    }

    async fn returned(&self, _: ChargeName<'_>, end_to_end_id: &str) -> Result<i64, BankError> {
        let ask = (Method::GET, ["pix", end_to_end_id]);
        let pix: Value = self.call(ask, None).await?;
        Ok(returned(&pix))
    }
}

/// A payment of an answer; one that cannot be read counts for nothing.
fn received(pix: &Value) -> Option<Received> {
    let text = |name: &str| pix.get(name).and_then(Value::as_str);
    let value_cents = text("valor").and_then(parse_amount)?;
    Some(Received {
        end_to_end_id: text("endToEndId")
            .filter(|id| is_end_to_end_id(id))?
            .to_owned(),
        value_cents,
        returned_cents: returned(pix).clamp(0, value_cents),
        paid_at: text("horario")?.parse().ok()?,
    })
}

/// How much of a payment went back: what is told as a list, and by some as one of it.
fn returned(pix: &Value) -> i64 {
    let all = match pix.get("devolucoes") {
        Some(Value::Array(all)) => all.as_slice(),
        Some(one) => std::slice::from_ref(one),
        None => &[],
    };
    let text = |one: &Value, name: &str| one.get(name).and_then(Value::as_str).map(str::to_owned);
    let done = all
        .iter()
        .filter(|one| text(one, "status").as_deref() == Some("DEVOLVIDO"));
    done.filter_map(|one| parse_amount(&text(one, "valor")?))
        .sum()
}

/// 32 letters and digits.
fn is_end_to_end_id(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

fn below(root: &Url, parts: &[&str]) -> Option<Url> {
    let mut url = root.clone();
    url.path_segments_mut().ok()?.extend(parts);
    Some(url)
}

fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, BankError> {
    // what serde says repeats what it read
    serde_json::from_slice(bytes).map_err(|_| BankError::NoAnswer("cannot be read".to_owned()))
}

fn lost(error: EgressError) -> BankError {
    BankError::NoAnswer(error.to_string())
}
