//! What signs the deliveries of an address: sealed, bound to it, opened only to sign. One that was replaced signs beside the
//! new one for a day, so that whoever checks can change his in between.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use chrono::{DateTime, TimeDelta, Utc};
use rand::RngCore as _;

use crate::{
    Conn, Result, StorageError,
    model::{CompanyId, ErrorCode, WebhookId},
    on,
    security::seal::Sealer,
};

/// What every secret begins with, as Standard Webhooks has it.
pub const PREFIX: &str = "whsec_";
/// How long the secret before the current one signs too.
pub const BOTH_FOR: TimeDelta = TimeDelta::hours(24);
/// Bytes of a secret.
const BYTES: usize = 32;

/// The secrets that sign now, the current one first. Its debug text shows nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct SigningSecrets(pub Vec<String>);

impl std::fmt::Debug for SigningSecrets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SigningSecrets")
    }
}

#[derive(sqlx::FromRow)]
struct Row {
    sealed_secret: Option<Vec<u8>>,
    sealed_previous: Option<Vec<u8>>,
    previous_until: Option<DateTime<Utc>>,
}

/// A secret that nobody has.
pub fn random() -> String {
    let mut bytes = [0; BYTES];
    rand::rng().fill_bytes(&mut bytes);
    format!("{PREFIX}{}", STANDARD.encode(bytes))
}

/// The secrets that sign now.
///
/// # Errors
/// `Refused(NoWebhookFound)`; `Unreadable` when they do not open (another key).
pub async fn signing(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: WebhookId,
    sealer: &Sealer,
    now: DateTime<Utc>,
) -> Result<SigningSecrets> {
    let row: Option<Row> = on!(conn, |c| sqlx::query_as(
        "SELECT sealed_secret, sealed_previous, previous_until FROM webhooks
         WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    let row = row.ok_or(ErrorCode::NoWebhookFound)?;
    let previous = row.sealed_previous;
    let previous = previous.filter(|_| row.previous_until.is_some_and(|until| until > now));
    let sealed = row.sealed_secret.into_iter().chain(previous);
    let opened = sealed.map(|sealed| {
        let opened = sealer.open(&context(company, id), &sealed)?;
        String::from_utf8(opened)
            .map_err(|_| StorageError::Unreadable(serde::de::Error::custom("no text")))
    });
    Ok(SigningSecrets(opened.collect::<Result<_>>()?))
}

/// Stores a secret. The one before it signs for [`BOTH_FOR`] longer.
///
/// # Errors
/// `Refused(NoWebhookFound)`.
pub async fn set(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: WebhookId,
    (sealer, secret): (&Sealer, &str),
    now: DateTime<Utc>,
) -> Result<()> {
    let sealed = sealer.seal(&context(company, id), secret.as_bytes())?;
    let changed = on!(conn, |c| {
        sqlx::query(
        "UPDATE webhooks SET sealed_previous = sealed_secret, sealed_secret = $3, updated_at = $4,
           previous_until = CASE WHEN sealed_secret IS NULL THEN NULL ELSE $5 END
         WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .bind(&sealed)
    .bind(now)
    .bind(now + BOTH_FOR)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    if changed == 0 {
        return Err(ErrorCode::NoWebhookFound.into());
    }
    Ok(())
}

/// Binds a sealed secret to its address.
fn context(company: CompanyId, id: WebhookId) -> Vec<u8> {
    format!("webhook:{company}:{id}").into_bytes()
}
