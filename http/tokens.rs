//! Access tokens: JWT, HS256, 15 minutes.

use chrono::{DateTime, TimeDelta, Utc};
use guiche_storage::{
    model::{CompanyId, UserId, user::Profile},
    security::secrets::Key,
};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// How long an access token is good (rule B1).
pub const ACCESS_LIFE: TimeDelta = TimeDelta::minutes(15);

/// What a token says. Only `sid`, `id`, `companyId` and `ver` decide anything, and they are checked against storage at
/// every request; the rest is for the browser.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Claims {
    /// User.
    pub id: UserId,
    /// His profile when it was made.
    pub profile: Profile,
    /// Company.
    pub company_id: CompanyId,
    /// His name when it was made.
    pub username: String,
    /// Sign-in.
    pub sid: Uuid,
    /// Token version of the user, or of the super user in his place.
    pub ver: i64,
    /// The super user in his place (RFC 8693, section 4.1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub act: Option<ActingParty>,
    /// Made at, in Unix seconds.
    pub iat: i64,
    /// Good until, in Unix seconds.
    pub exp: i64,
    /// Not good before, in Unix seconds. We write none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nbf: Option<i64>,
}

/// Who acts in somebody's place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ActingParty {
    /// User.
    pub sub: UserId,
    /// His company.
    pub company_id: CompanyId,
    /// His name.
    pub name: String,
}

/// Makes and reads tokens with the server's key.
#[derive(Clone)]
pub struct Tokens {
    encoding: EncodingKey,
    decoding: DecodingKey,
}

impl Tokens {
    /// With this key.
    pub fn new(key: &Key) -> Self {
        Self {
            encoding: EncodingKey::from_secret(key.bytes()),
            decoding: DecodingKey::from_secret(key.bytes()),
        }
    }

    /// The text of a token.
    ///
    /// # Errors
    /// When the claims cannot be written as JSON.
    pub fn sign(&self, claims: &Claims) -> Result<String, jsonwebtoken::errors::Error> {
        jsonwebtoken::encode(&Header::new(Algorithm::HS256), claims, &self.encoding)
    }

    /// What a token says, if it is ours, of HS256 and not over.
    pub fn read(&self, token: &str, now: DateTime<Utc>) -> Option<Claims> {
        let mut rules = Validation::new(Algorithm::HS256);
        // The time is compared below, with the server's own clock.
        rules.validate_exp = false;
        rules.set_required_spec_claims(&["exp"]);
        let claims = jsonwebtoken::decode::<Claims>(token, &self.decoding, &rules)
            .ok()?
            .claims;
        let now = now.timestamp();
        let begun = claims.nbf.is_none_or(|begin| begin <= now);
        (begun && claims.exp > now).then_some(claims)
    }
}

impl std::fmt::Debug for Tokens {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tokens")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claims(now: DateTime<Utc>) -> Claims {
        Claims {
            id: UserId(3),
            profile: Profile::User,
            company_id: CompanyId(2),
            username: "Marina".into(),
            sid: Uuid::nil(),
            ver: 1,
            act: None,
            iat: now.timestamp(),
            exp: (now + ACCESS_LIFE).timestamp(),
            nbf: None,
        }
    }

    #[test]
    fn a_token_is_read_back_until_it_is_over() {
        let now = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
        let tokens = Tokens::new(&Key::new([1; 32]));
        let token = tokens.sign(&claims(now)).unwrap();
        assert_eq!(tokens.read(&token, now), Some(claims(now)));
        assert_eq!(
            tokens.read(&token, now + ACCESS_LIFE - TimeDelta::seconds(1)),
            Some(claims(now))
        );
        assert_eq!(tokens.read(&token, now + ACCESS_LIFE), None);
        let later = Claims {
            nbf: Some(now.timestamp() + 1),
            ..claims(now)
        };
        let later = tokens.sign(&later).unwrap();
        assert_eq!(tokens.read(&later, now), None);
        assert!(tokens.read(&later, now + TimeDelta::seconds(1)).is_some());
    }

    #[test]
    fn a_token_of_another_key_or_algorithm_is_refused() {
        let now = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
        let tokens = Tokens::new(&Key::new([1; 32]));
        let foreign = Tokens::new(&Key::new([2; 32])).sign(&claims(now)).unwrap();
        assert_eq!(tokens.read(&foreign, now), None);
        let key = EncodingKey::from_secret(&[1; 32]);
        let other =
            jsonwebtoken::encode(&Header::new(Algorithm::HS512), &claims(now), &key).unwrap();
        assert_eq!(tokens.read(&other, now), None);
        let body = tokens
            .sign(&claims(now))
            .unwrap()
            .split('.')
            .nth(1)
            .unwrap()
            .to_owned();
        // {"alg":"none","typ":"JWT"}
        let unsigned = format!("eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.{body}.");
        assert_eq!(tokens.read(&unsigned, now), None);
        assert_eq!(tokens.read("", now), None);
        assert_eq!(tokens.read("a.b.c", now), None);
    }
}
