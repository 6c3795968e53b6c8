//! Signed, expiring links to media files. A link says all that its answer needs, so that no database is asked.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, Duration, DurationRound as _, Utc};
use hmac::{Hmac, Mac as _};
use sha2::{Digest as _, Sha256};

use super::store::is_stored_name;
use crate::{
    messages::{self, MediaLinks},
    model::CompanyId,
};

/// A link is good for at least this long.
const LINK_HOURS_MIN: i64 = 6;
/// Bytes of the signature at the end of a token.
const SIGNATURE_BYTES: usize = 32;
/// Characters of the longest token: name of 120 characters of four bytes, type of 127, base64.
const TOKEN_CHARS_MAX: usize = 1024;
/// Keeps this use of the key apart from every other.
const LINK_PURPOSE: &[u8] = b"guiche media link 1";
/// The end of a link that has none: the last second of the year 9999.
const LASTING: i64 = 253_402_300_799;
/// How a link begins that asks for no sign-in.
const OPEN: &str = "open ";
/// Separates the parts of what is signed; none of them can hold it.
const SEPARATOR: char = '\n';

/// Makes and checks links. Cheap to clone.
#[derive(Clone)]
pub struct LinkSigner {
    mac: Hmac<Sha256>,
}

/// The file that a good link leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkedFile {
    /// Whose it is.
    pub company: CompanyId,
    /// Its stored name.
    pub path: String,
    /// What it is.
    pub mime: String,
    /// What it is called.
    pub name: String,
    /// Until when the link is good.
    pub expires_at: DateTime<Utc>,
    /// For everybody who has it: a phone of the demonstration, at which nobody signs in, or a program with a key.
    pub is_open: bool,
}

impl LinkSigner {
    /// Links signed with `key`, made by the server or given by configuration (32 bytes or more; checked there).
    pub fn new(key: &[u8]) -> Self {
        let key = Sha256::new_with_prefix(LINK_PURPOSE)
            .chain_update(key)
            .finalize();
        let mut block = [0_u8; 64];
        block
            .iter_mut()
            .zip(key)
            .for_each(|(place, byte)| *place = byte);
        Self {
            mac: Hmac::new(&block.into()),
        }
    }

    /// `/media/{token}` for a stored file, good for 6 to 7 hours. The same all through one hour, so that browsers can
    /// keep the file.
    pub fn sign(
        &self,
        company: CompanyId,
        path: &str,
        name: &str,
        mime: &str,
        now: DateTime<Utc>,
    ) -> String {
        self.make("", (company, path, name, mime), now)
    }

    /// The same, for everybody who has it.
    pub fn sign_open(
        &self,
        company: CompanyId,
        path: &str,
        name: &str,
        mime: &str,
        now: DateTime<Utc>,
    ) -> String {
        self.make(OPEN, (company, path, name, mime), now)
    }

    /// The same without an end, for what stands in a row: it asks for a sign-in all the same, and leads nowhere when the
    /// file is gone.
    pub fn sign_lasting(&self, company: CompanyId, path: &str, name: &str, mime: &str) -> String {
        self.seal("", (company, path, name, mime), LASTING)
    }

    fn make(&self, mark: &str, file: (CompanyId, &str, &str, &str), now: DateTime<Utc>) -> String {
        let hour = now.duration_trunc(Duration::hours(1)).unwrap_or(now);
        let expiry = (hour + Duration::hours(LINK_HOURS_MIN + 1)).timestamp();
        self.seal(mark, file, expiry)
    }

    fn seal(
        &self,
        mark: &str,
        (company, path, name, mime): (CompanyId, &str, &str, &str),
        expiry: i64,
    ) -> String {
        let name = super::clean_name(name);
        let mut token = format!(
            "{mark}{expiry}{SEPARATOR}{company}{SEPARATOR}{path}{SEPARATOR}{mime}{SEPARATOR}{name}"
        )
        .into_bytes();
        let signature = self
            .mac
            .clone()
            .chain_update(&token)
            .finalize()
            .into_bytes();
        token.extend_from_slice(&signature);
        format!("/media/{}", URL_SAFE_NO_PAD.encode(token))
    }

    /// The file behind a token, or `None` when it is forged, damaged or expired. The signature is compared in constant
    /// time and before anything is read.
    pub fn verify(&self, token: &str, now: DateTime<Utc>) -> Option<LinkedFile> {
        if token.len() > TOKEN_CHARS_MAX {
            return None;
        }
        let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
        let (signed, signature) =
            bytes.split_at_checked(bytes.len().checked_sub(SIGNATURE_BYTES)?)?;
        self.mac
            .clone()
            .chain_update(signed)
            .verify_slice(signature)
            .ok()?;
        let mut parts = std::str::from_utf8(signed).ok()?.splitn(5, SEPARATOR);
        let expiry = parts.next()?;
        let is_open = expiry.starts_with(OPEN);
        let expiry = expiry.trim_start_matches(OPEN).parse().ok()?;
        let expires_at = DateTime::from_timestamp(expiry, 0)?;
        let company = parts.next()?.parse().ok()?;
        let path = parts.next()?.to_owned();
        let mime = parts.next()?.to_owned();
        let name = parts.next()?.to_owned();
        (now < expires_at && is_stored_name(&path)).then_some(LinkedFile {
            company,
            path,
            mime,
            name,
            expires_at,
            is_open,
        })
    }
}

impl MediaLinks for LinkSigner {
    fn link(
        &self,
        company: CompanyId,
        file: &messages::LinkedFile<'_>,
        now: DateTime<Utc>,
    ) -> String {
        self.sign(company, file.path, file.name, file.mime, now)
    }
}

impl std::fmt::Debug for LinkSigner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("LinkSigner")
    }
}
