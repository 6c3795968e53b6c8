//! Secrets of connections at rest: sealed with a key that is not in the database, bound to their connection.

use chacha20poly1305::{
    KeyInit, XChaCha20Poly1305, XNonce,
    aead::{Aead, Payload},
};
use rand::{Rng as _, RngCore};
use serde::{Deserialize, Serialize};

use crate::{
    Conn, Result, StorageError,
    model::{CompanyId, ConnectionId, ErrorCode, connection::ProviderKind},
    on,
};

/// The id of the first key. A later one gets the next number; sealed values name theirs.
pub const FIRST_KEY: u8 = 1;
/// Nonce of XChaCha20-Poly1305: long enough to be random for ever.
const NONCE_BYTES: usize = 24;

macro_rules! select_access {
    () => {
        "SELECT company_id, id, phone_number_id, sealed_secrets FROM connections
         WHERE provider = $1 AND deleted_at IS NULL
           AND phone_number_id IS NOT NULL AND sealed_secrets IS NOT NULL"
    };
}

/// Seals and opens secrets with XChaCha20-Poly1305. A sealed value is key id (1 byte), nonce (24), ciphertext and
/// tag.
pub struct Sealer {
    current: u8,
    keys: Vec<(u8, XChaCha20Poly1305)>,
}

impl std::fmt::Debug for Sealer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sealer")
            .field("current", &self.current)
            .finish_non_exhaustive()
    }
}

impl Sealer {
    /// A sealer whose only key is `key`, under the id [`FIRST_KEY`].
    pub fn new(key: &[u8; 32]) -> Self {
        Self {
            current: FIRST_KEY,
            keys: vec![(FIRST_KEY, XChaCha20Poly1305::new(key.into()))],
        }
    }

    /// The same, sealing with `key` from now on; what older keys have sealed still opens.
    #[must_use]
    pub fn rotated(mut self, id: u8, key: &[u8; 32]) -> Self {
        self.keys.retain(|(known, _)| *known != id);
        self.keys.push((id, XChaCha20Poly1305::new(key.into())));
        self.current = id;
        self
    }

    /// Seals `plain` for the place that `context` names.
    ///
    /// # Errors
    /// `Unreadable` when `plain` is too long for the cipher (256 GiB).
    pub fn seal(&self, context: &[u8], plain: &[u8]) -> Result<Vec<u8>> {
        let mut nonce = [0; NONCE_BYTES];
        rand::rng().fill_bytes(&mut nonce);
        let sealed = self
            .key(self.current)
            .and_then(|key| {
                let payload = Payload {
                    msg: plain,
                    aad: context,
                };
                key.encrypt(XNonce::from_slice(&nonce), payload).ok()
            })
            .ok_or_else(|| unreadable("value cannot be sealed"))?;
        Ok([&[self.current], nonce.as_slice(), &sealed].concat())
    }

    /// Opens what [`Sealer::seal`] has sealed for the same place.
    ///
    /// # Errors
    /// `Unreadable` when the key is unknown, a bit has changed, or it was sealed for another place.
    pub fn open(&self, context: &[u8], sealed: &[u8]) -> Result<Vec<u8>> {
        sealed
            .split_first()
            .and_then(|(id, rest)| Some((self.key(*id)?, rest.split_first_chunk::<NONCE_BYTES>()?)))
            .and_then(|(key, (nonce, body))| {
                let payload = Payload {
                    msg: body,
                    aad: context,
                };
                key.decrypt(XNonce::from_slice(nonce), payload).ok()
            })
            .ok_or_else(|| unreadable("sealed value does not open"))
    }

    fn key(&self, id: u8) -> Option<&XChaCha20Poly1305> {
        self.keys
            .iter()
            .find(|(known, _)| *known == id)
            .map(|(_, key)| key)
    }
}

fn unreadable(text: &str) -> StorageError {
    StorageError::Unreadable(serde::de::Error::custom(text))
}

/// What a Cloud API connection must keep to itself. Its debug text shows nothing.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CloudSecrets {
    /// Permanent token of the system user; a bearer token.
    pub access_token: String,
    /// The app's secret; signs webhooks.
    pub app_secret: String,
    /// What Meta shows when it verifies the webhook's address.
    pub verify_token: String,
}

impl std::fmt::Debug for CloudSecrets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("CloudSecrets")
    }
}

/// A Cloud API connection, with its secrets opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CloudAccess {
    /// Whose it is.
    pub company_id: CompanyId,
    /// Its id.
    pub id: ConnectionId,
    /// Meta's id of the number.
    pub phone_number_id: String,
    /// The secrets.
    pub secrets: CloudSecrets,
}

/// Seals the secrets of a Cloud API connection and stores them over the old ones.
///
/// # Errors
/// `Refused(NoWappFound)` when the company has no such Cloud API connection; `Database`.
pub async fn set_cloud_secrets(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ConnectionId,
    sealer: &Sealer,
    secrets: &CloudSecrets,
) -> Result<()> {
    let stored = sealer.seal(&context(company, id), &serde_json::to_vec(secrets)?)?;
    let rows = on!(conn, |c| sqlx::query(
        "UPDATE connections SET sealed_secrets = $3
         WHERE company_id = $1 AND id = $2 AND provider = $4 AND deleted_at IS NULL"
    )
    .bind(company)
    .bind(id)
    .bind(&stored)
    .bind(ProviderKind::Cloud.as_str())
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    if rows == 0 {
        return Err(ErrorCode::NoWappFound.into());
    }
    Ok(())
}

/// A company's Cloud API connection with its secrets. `None`: unknown, deleted, or without secrets.
///
/// # Errors
/// `Unreadable` when the secrets do not open (another key); `Database`.
pub async fn find_cloud_access(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ConnectionId,
    sealer: &Sealer,
) -> Result<Option<CloudAccess>> {
    let found = find_cloud_access_by_id(conn, id, sealer).await?;
    Ok(found.filter(|access| access.company_id == company))
}

/// The same for a webhook, whose address names the connection alone; the signature then shows whose it is.
///
/// # Errors
/// As [`find_cloud_access`].
pub async fn find_cloud_access_by_id(
    conn: &mut Conn<'_>,
    id: ConnectionId,
    sealer: &Sealer,
) -> Result<Option<CloudAccess>> {
    let row: Option<AccessRow> = on!(conn, |c| sqlx::query_as(concat!(
        select_access!(),
        " AND id = $2"
    ))
    .bind(ProviderKind::Cloud.as_str())
    .bind(id)
    .fetch_optional(c)
    .await)?;
    row.map(|row| opened(row, sealer)).transpose()
}

/// A company's Cloud API connection by Meta's id of its number; a company has a number once.
///
/// # Errors
/// As [`find_cloud_access`].
pub async fn find_cloud_access_by_number(
    conn: &mut Conn<'_>,
    company: CompanyId,
    phone_number_id: &str,
    sealer: &Sealer,
) -> Result<Option<CloudAccess>> {
    let row: Option<AccessRow> = on!(conn, |c| sqlx::query_as(concat!(
        select_access!(),
        " AND company_id = $2 AND phone_number_id = $3 ORDER BY id LIMIT 1"
    ))
    .bind(ProviderKind::Cloud.as_str())
    .bind(company)
    .bind(phone_number_id)
    .fetch_optional(c)
    .await)?;
    row.map(|row| opened(row, sealer)).transpose()
}

/// Six digits for a number that has none.
pub fn random_pin() -> String {
    format!("{:06}", rand::rng().random_range(0..1_000_000_u32))
}

/// The six digits of a company's Cloud API number: those that it was registered with, or `fresh` ones from now on. Whoever registers
/// a number again has to know them, so they are kept before they are shown to Meta.
///
/// # Errors
/// `Refused(NoWappFound)` when the company has no such Cloud API connection; `Unreadable` when they do not open; `Database`.
pub async fn registration_pin(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ConnectionId,
    sealer: &Sealer,
    fresh: &str,
) -> Result<String> {
    let context = [b"registration-pin".as_slice(), &context(company, id)].concat();
    let stored: Option<Option<Vec<u8>>> = on!(&mut *conn, |c| sqlx::query_scalar(concat!(
        "SELECT sealed_pin FROM connections
         WHERE company_id = $1 AND id = $2 AND provider = $3 AND deleted_at IS NULL",
        for_update!()
    ))
    .bind(company)
    .bind(id)
    .bind(ProviderKind::Cloud.as_str())
    .fetch_optional(c)
    .await)?;
    match stored {
        None => Err(ErrorCode::NoWappFound.into()),
        Some(Some(known)) => {
            let pin = sealer.open(&context, &known)?;
            String::from_utf8(pin).map_err(|_| unreadable("sealed value is no text"))
        }
        Some(None) => {
            let secret = sealer.seal(&context, fresh.as_bytes())?;
            on!(conn, |c| sqlx::query(
                "UPDATE connections SET sealed_pin = $3 WHERE company_id = $1 AND id = $2"
            )
            .bind(company)
            .bind(id)
            .bind(&secret)
            .execute(c)
            .await
            .map(drop))?;
            Ok(fresh.to_owned())
        }
    }
}

type AccessRow = (CompanyId, ConnectionId, String, Vec<u8>);

fn opened(
    (company_id, id, phone_number_id, stored): AccessRow,
    sealer: &Sealer,
) -> Result<CloudAccess> {
    let secrets = serde_json::from_slice(&sealer.open(&context(company_id, id), &stored)?)?;
    Ok(CloudAccess {
        company_id,
        id,
        phone_number_id,
        secrets,
    })
}

/// Binds sealed secrets to their row, so that they cannot be moved to another connection or company.
fn context(company: CompanyId, id: ConnectionId) -> Vec<u8> {
    let bytes = [company.0.to_be_bytes(), id.0.to_be_bytes()].concat();
    [b"connection-secrets".as_slice(), &bytes].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: (CompanyId, ConnectionId) = (CompanyId(1), ConnectionId(2));

    fn secrets() -> CloudSecrets {
        CloudSecrets {
            access_token: "EAAG-token".to_owned(),
            app_secret: "app-secret".to_owned(),
            verify_token: "verify-me".to_owned(),
        }
    }

    #[test]
    fn sealed_opens_only_in_its_own_place_and_unchanged() {
        let sealer = Sealer::new(&[7; 32]);
        let here = context(HERE.0, HERE.1);
        let value = sealer.seal(&here, b"secret").unwrap();
        assert_eq!(sealer.open(&here, &value).unwrap(), b"secret");
        assert_ne!(
            value,
            sealer.seal(&here, b"secret").unwrap(),
            "nonces differ"
        );
        for elsewhere in [
            context(CompanyId(2), HERE.1),
            context(HERE.0, ConnectionId(1)),
        ] {
            assert!(sealer.open(&elsewhere, &value).is_err());
        }
        for at in 0..value.len() {
            let mut changed = value.clone();
            changed[at] ^= 1;
            assert!(sealer.open(&here, &changed).is_err(), "byte {at}");
            assert!(sealer.open(&here, &value[..at]).is_err(), "cut at {at}");
        }
        assert!(
            Sealer::new(&[8; 32]).open(&here, &value).is_err(),
            "another key"
        );
    }

    #[test]
    fn older_keys_still_open_after_a_rotation() {
        let sealed = Sealer::new(&[7; 32]).seal(b"x", b"old").unwrap();
        let rotated = Sealer::new(&[7; 32]).rotated(2, &[9; 32]);
        assert_eq!(rotated.open(b"x", &sealed).unwrap(), b"old");
        assert_eq!(rotated.seal(b"x", b"new").unwrap()[0], 2);
    }

    #[test]
    fn debug_texts_show_no_secret() {
        let shown = format!("{:?} {:?}", secrets(), Sealer::new(&[7; 32]));
        assert!(!shown.contains("token") && !shown.contains("secret\"") && !shown.contains('7'));
    }

    #[tokio::test]
    async fn secrets_are_stored_sealed_and_come_back_to_their_company_only() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("desk.db");
        let db = crate::fixtures::migrated::migrated(&file).await.unwrap();
        let sealer = Sealer::new(&[7; 32]);
        let mut tx = db.begin().await.unwrap();
        insert_connection(&mut tx.conn()).await.unwrap();
        let (company, id) = HERE;
        set_cloud_secrets(&mut tx.conn(), company, id, &sealer, &secrets())
            .await
            .unwrap();
        let foreign = CompanyId(9);
        let refused = set_cloud_secrets(&mut tx.conn(), foreign, id, &sealer, &secrets()).await;
        assert!(matches!(
            refused,
            Err(StorageError::Refused(ErrorCode::NoWappFound))
        ));

        let found = find_cloud_access(&mut tx.conn(), company, id, &sealer)
            .await
            .unwrap()
            .unwrap();
        assert_eq!(
            (found.phone_number_id.as_str(), &found.secrets),
            ("555", &secrets())
        );
        assert!(
            find_cloud_access(&mut tx.conn(), foreign, id, &sealer)
                .await
                .unwrap()
                .is_none()
        );
        let stored: Vec<u8> = on!(&mut tx.conn(), |c| sqlx::query_scalar(
            "SELECT sealed_secrets FROM connections"
        )
        .fetch_one(c)
        .await)
        .unwrap();
        assert!(!stored.windows(5).any(|part| part == b"token"));

        for fresh in ["204817", "999999"] {
            let conn = &mut tx.conn();
            let pin = registration_pin(conn, company, id, &sealer, fresh)
                .await
                .unwrap();
            assert_eq!(pin, "204817", "the first one is kept");
        }
        let refused = registration_pin(&mut tx.conn(), foreign, id, &sealer, "1").await;
        assert!(matches!(
            refused,
            Err(StorageError::Refused(ErrorCode::NoWappFound))
        ));
    }

    async fn insert_connection(conn: &mut Conn<'_>) -> Result<()> {
        for statement in [
            "INSERT INTO plans (id, name, users, connections, queues, created_at, updated_at)
             VALUES (1, 'p', 1, 1, 1, '2026-01-01', '2026-01-01')",
            "INSERT INTO companies (id, name, plan_id, created_at, updated_at)
             VALUES (1, 'c', 1, '2026-01-01', '2026-01-01')",
            "INSERT INTO connections
               (id, company_id, name, provider, status, phone_number_id, created_at, updated_at)
             VALUES (2, 1, 'n', 'cloud', 'OPENING', '555', '2026-01-01', '2026-01-01')",
        ] {
            on!(conn, |c| sqlx::query(statement).execute(c).await.map(drop))?;
        }
        Ok(())
    }
}
