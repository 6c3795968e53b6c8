//! What we say of ourselves to a push service: a token for its address alone, signed with the server's key (VAPID,
//! RFC 8292), and a word under which it keeps one notice a ticket.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, TimeDelta, Utc};
use guiche_storage::security::secrets::Key;
use hmac::{Hmac, Mac as _};
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use serde::Serialize;
use sha2::Sha256;
use uuid::Uuid;
use web_push_native::p256::{
    SecretKey, elliptic_curve::sec1::ToEncodedPoint as _, pkcs8::EncodePrivateKey as _,
};

use super::PushError;

/// How long a token is good; push services take at most a day.
const TOKEN_LIFE: TimeDelta = TimeDelta::hours(12);
/// Bytes of a topic: 32 characters, the most there may be (RFC 8030, 5.4).
const TOPIC_BYTES: usize = 24;

/// The server as push services know it.
pub(super) struct Vapid {
    signing: EncodingKey,
    public: String,
    topics: Key,
    contact: Option<String>,
}

#[derive(Serialize)]
struct Claims<'a> {
    aud: &'a str,
    exp: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    sub: Option<&'a str>,
}

impl Vapid {
    /// With the server's key, and whom a push service may ask.
    pub(super) fn new(key: &Key, contact: Option<&str>) -> Result<Self, PushError> {
        let secret = secret(key)?;
        let pkcs8 = secret
            .to_pkcs8_der()
            .map_err(|error| PushError::Key(error.to_string()))?;
        let point = secret.public_key().to_encoded_point(false);
        Ok(Self {
            signing: EncodingKey::from_ec_der(pkcs8.as_bytes()),
            public: URL_SAFE_NO_PAD.encode(point.as_bytes()),
            topics: key.derive("push topics"),
            contact: contact.map(str::to_owned),
        })
    }

    /// The public key as browsers take it.
    pub(super) fn public(&self) -> &str {
        &self.public
    }

    /// The `Authorization` of a call to the push service at `origin`.
    pub(super) fn authorization(
        &self,
        origin: &str,
        now: DateTime<Utc>,
    ) -> Result<String, PushError> {
        let claims = Claims {
            aud: origin,
            exp: (now + TOKEN_LIFE).timestamp(),
            sub: self.contact.as_deref(),
        };
        let token = jsonwebtoken::encode(&Header::new(Algorithm::ES256), &claims, &self.signing)
            .map_err(|error| PushError::Key(error.to_string()))?;
        Ok(format!("vapid t={token}, k={}", self.public))
    }

    /// The word for a ticket, from which the ticket cannot be found.
    pub(super) fn topic(&self, ticket: Uuid) -> String {
        // any length of key will do
        let mac = Hmac::<Sha256>::new_from_slice(self.topics.bytes());
        let bytes = mac.map(|mac| mac.chain_update(ticket.as_bytes()).finalize().into_bytes());
        let bytes = bytes.unwrap_or_default();
        URL_SAFE_NO_PAD.encode(bytes.get(..TOPIC_BYTES).unwrap_or_default())
    }
}

/// The key as a number of P-256: of random bytes all but one in four thousand million are one.
fn secret(key: &Key) -> Result<SecretKey, PushError> {
    SecretKey::from_slice(key.bytes())
        .or_else(|_| SecretKey::from_slice(key.derive("vapid").bytes()))
        .map_err(|error| PushError::Key(error.to_string()))
}

#[cfg(test)]
mod tests {
    use jsonwebtoken::{DecodingKey, Validation};
    use serde_json::Value;

    use super::*;

    fn vapid(contact: Option<&str>) -> Vapid {
        Vapid::new(&Key::new([7; 32]), contact).unwrap()
    }

    #[test]
    fn a_token_is_for_one_service_and_twelve_hours() {
        let now = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
        let vapid = vapid(Some("mailto:desk@example.com"));
        let header = vapid.authorization("https://push.example", now).unwrap();
        let token = header.strip_prefix("vapid t=").unwrap();
        let (token, public) = token.split_once(", k=").unwrap();
        assert_eq!(public, vapid.public());
        let point = URL_SAFE_NO_PAD.decode(public).unwrap();
        assert_eq!((point.len(), point[0]), (65, 4));
        let mut rules = Validation::new(Algorithm::ES256);
        rules.set_audience(&["https://push.example"]);
        rules.validate_exp = false;
        let read = jsonwebtoken::decode::<Value>(token, &DecodingKey::from_ec_der(&point), &rules);
        let claims = read.unwrap().claims;
        assert_eq!(claims["exp"], 1_800_000_000 + 12 * 3600);
        assert_eq!(claims["sub"], "mailto:desk@example.com");
    }

    #[test]
    fn a_key_that_is_no_number_of_the_curve_still_makes_one() {
        for bytes in [[0; 32], [255; 32]] {
            Vapid::new(&Key::new(bytes), None).unwrap();
        }
    }

    #[test]
    fn a_topic_is_the_ticket_s_own_and_fits() {
        let (one, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let topic = vapid(None).topic(one);
        assert_eq!(topic, vapid(None).topic(one));
        assert_ne!(topic, vapid(None).topic(other));
        assert_eq!(topic.len(), 32);
    }
}
