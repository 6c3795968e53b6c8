//! Passkeys as a second factor (WebAuthn): what a browser is asked to sign, and whether it did. They are good for the name in
//! the address of the pages alone; where that is a bare number, browsers have none.

use std::net::IpAddr;

use actix_web::http::Uri;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use garde::Validate;
use guiche_storage::identity::passkeys::StoredPasskey;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use webauthn_rp::{
    AuthenticatedCredential, NonDiscoverableAuthentication16,
    NonDiscoverableAuthenticationServerState, NonDiscoverableCredentialRequestOptions,
    PublicKeyCredentialCreationOptions, Registration, RegistrationServerState,
    bin::{Decode as _, Encode as _},
    request::{
        AsciiDomain, Credentials as _, PublicKeyCredentialDescriptor, RpId,
        UserVerificationRequirement,
        auth::{AllowedCredentials, AuthenticationVerificationOptions},
        register::{
            Nickname, PublicKeyCredentialUserEntity, RegistrationVerificationOptions,
            ResidentKeyRequirement, UserHandle16, Username,
        },
    },
    response::{
        AuthTransports, CredentialId,
        register::{DynamicState, StaticState},
    },
};

use crate::error::ApiError;

/// Letters of a passkey's answer in one field: a certificate of its maker's may be in it, which nobody asked for.
const FIELD_MAX: usize = 16_384;

/// What a passkey signed, in base64url without padding.
#[derive(Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyAnswer {
    /// The passkey's own name.
    #[garde(length(bytes, min = 1, max = 2_048))]
    credential: String,
    /// What the browser says of the page.
    #[garde(length(bytes, min = 1, max = FIELD_MAX))]
    client_data: String,
    /// What the passkey says of itself.
    #[garde(length(bytes, min = 1, max = FIELD_MAX))]
    authenticator_data: String,
    #[garde(length(bytes, min = 1, max = FIELD_MAX))]
    signature: String,
    /// The user's name in it, where it tells.
    #[garde(inner(length(bytes, max = 100)))]
    user_handle: Option<String>,
}

/// A passkey that was made, in base64url without padding.
#[derive(Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MadePasskey {
    /// What the browser says of the page.
    #[garde(length(bytes, min = 1, max = FIELD_MAX))]
    client_data: String,
    /// The public key, and what the passkey says of itself.
    #[garde(length(bytes, min = 1, max = FIELD_MAX))]
    attestation: String,
    /// How a browser may reach it: `usb`, `nfc`, `ble`, `hybrid`, `internal`, `smart-card`.
    #[garde(length(max = 10), inner(length(bytes, max = 20)))]
    transports: Vec<String>,
}

/// Where passkeys are good.
#[derive(Debug)]
pub struct Place {
    rp: RpId,
    origin: String,
}

impl Place {
    /// The name in the address of the pages. `None`: browsers have no passkeys there.
    pub fn at(public_url: &str) -> Option<Self> {
        let address: Uri = public_url.parse().ok()?;
        let scheme = address.scheme_str()?;
        let host = address.host()?.to_ascii_lowercase();
        let number: Option<IpAddr> = host.trim_matches(['[', ']']).parse().ok();
        let host = match number {
            None => host,
            // the machine itself has a name too
            Some(number) if number.is_loopback() => "localhost".to_owned(),
            Some(_) => return None,
        };
        if scheme != "https" && host != "localhost" {
            return None;
        }
        let usual = if scheme == "https" { 443 } else { 80 };
        let port = address.port_u16().filter(|port| *port != usual);
        let origin = port.map_or_else(
            || format!("{scheme}://{host}"),
            |port| format!("{scheme}://{host}:{port}"),
        );
        let rp = RpId::Domain(AsciiDomain::try_from(host).ok()?);
        Some(Self { rp, origin })
    }

    /// The name that passkeys are good for: that of the page, or one that it ends with.
    pub fn name(&self) -> &str {
        self.rp.as_ref()
    }
}

/// What a browser is asked, and what the server keeps of it until the answer.
pub struct Begun {
    /// For `navigator.credentials`, bytes in base64url.
    pub options: Value,
    /// What the answer is compared with.
    pub state: Vec<u8>,
}

impl std::fmt::Debug for Begun {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Begun")
    }
}

/// Asks for a new passkey of somebody who has these already.
///
/// # Errors
/// `Internal`: what is stored cannot be read.
pub fn begin_adding(
    place: &Place,
    (email, name): (&str, &str),
    have: &[StoredPasskey],
) -> Result<Begun, ApiError> {
    let handle = match have.first() {
        Some(one) => handle(one)?,
        None => UserHandle16::new(),
    };
    let user = PublicKeyCredentialUserEntity {
        name: Username::try_from(email)
            .or_else(|_| Username::try_from("guiche"))
            .map_err(internal)?,
        id: &handle,
        // names that the profile of such names refuses are left out: browsers show the e-mail
        display_name: Nickname::try_from(name).ok(),
    };
    let known = have.iter().map(descriptor).collect::<Result<_, _>>()?;
    let mut wish = PublicKeyCredentialCreationOptions::second_factor(&place.rp, user, known);
    wish.authenticator_selection.user_verification = UserVerificationRequirement::Preferred;
    wish.authenticator_selection.resident_key = ResidentKeyRequirement::Preferred;
    wish.extensions.cred_props = None;
    let (kept, asked) = wish.start_ceremony().map_err(internal)?;
    begun(&asked, kept.encode().map_err(internal)?)
}

/// A new passkey, as it is kept.
pub struct Added {
    /// Its own name.
    pub credential: Vec<u8>,
    /// The user's name in it.
    pub handle: Vec<u8>,
    /// What its signatures are checked with.
    pub public_key: Vec<u8>,
    /// How often it has signed, and how.
    pub state: Vec<u8>,
    /// How a browser may reach it.
    pub transports: i64,
}

/// The new passkey, if it is the answer to what was kept. `None`: it is not.
pub fn added(place: &Place, kept: &[u8], made: &MadePasskey) -> Option<Added> {
    let text = json!({
        "attestationObject": made.attestation,
        "clientDataJSON": made.client_data,
        "clientExtensionResults": {},
        "transports": made.transports,
        "type": "public-key",
    });
    let answer = Registration::from_json_custom(text.to_string().as_bytes()).ok()?;
    let kept = RegistrationServerState::<16>::decode(kept).ok()?;
    let origins = [place.origin.as_str()];
    let options = RegistrationVerificationOptions::<&str, &str> {
        allowed_origins: &origins,
        error_on_unsolicited_extensions: false,
        ..RegistrationVerificationOptions::default()
    };
    let good = kept.verify(&place.rp, &answer, &options).ok()?;
    Some(Added {
        credential: good.id().as_ref().to_vec(),
        handle: good.user_id().as_ref().to_vec(),
        public_key: good.static_state().encode().ok()?,
        state: good.dynamic_state().encode().ok()?.to_vec(),
        transports: good.transports().encode().ok()?.into(),
    })
}

/// Asks for the signature of one of somebody's passkeys.
///
/// # Errors
/// `Internal`: what is stored cannot be read, or there is none.
pub fn begin_proving(place: &Place, have: &[StoredPasskey]) -> Result<Begun, ApiError> {
    let mut known = AllowedCredentials::with_capacity(have.len());
    for one in have {
        known.push(descriptor(one)?.into());
    }
    let wish = NonDiscoverableCredentialRequestOptions::second_factor(&place.rp, known);
    let mut wish = wish.map_err(internal)?;
    wish.options().user_verification = UserVerificationRequirement::Preferred;
    let (kept, asked) = wish.start_ceremony().map_err(internal)?;
    begun(&asked, kept.encode().map_err(internal)?)
}

/// The passkey that an answer names.
pub fn named<'a>(have: &'a [StoredPasskey], answer: &PasskeyAnswer) -> Option<&'a StoredPasskey> {
    let name = URL_SAFE_NO_PAD.decode(&answer.credential).ok()?;
    have.iter().find(|one| one.credential == name)
}

/// The passkey's state after it signed what was kept. `None`: it did not, or has signed more often than it says.
pub fn proven(
    place: &Place,
    kept: &[u8],
    passkey: &StoredPasskey,
    answer: &PasskeyAnswer,
) -> Option<Vec<u8>> {
    let text = json!({
        "id": answer.credential,
        "clientDataJSON": answer.client_data,
        "authenticatorData": answer.authenticator_data,
        "signature": answer.signature,
        "userHandle": answer.user_handle,
        "clientExtensionResults": {},
        "type": "public-key",
    });
    let text = text.to_string();
    let answer = NonDiscoverableAuthentication16::from_json_custom(text.as_bytes()).ok()?;
    let kept = NonDiscoverableAuthenticationServerState::decode(kept).ok()?;
    let handle = handle(passkey).ok()?;
    let mut stored = AuthenticatedCredential::new(
        CredentialId::<&[u8]>::decode(&passkey.credential).ok()?,
        &handle,
        StaticState::decode(&passkey.public_key).ok()?,
        DynamicState::decode(passkey.state.as_slice().try_into().ok()?).ok()?,
    )
    .ok()?;
    let origins = [place.origin.as_str()];
    let options = AuthenticationVerificationOptions::<&str, &str> {
        allowed_origins: &origins,
        error_on_unsolicited_extensions: false,
        ..AuthenticationVerificationOptions::default()
    };
    kept.verify(&place.rp, &answer, &mut stored, &options)
        .ok()?;
    Some(stored.dynamic_state().encode().ok()?.to_vec())
}

fn begun(asked: &impl Serialize, state: Vec<u8>) -> Result<Begun, ApiError> {
    let options = serde_json::to_value(asked).map_err(ApiError::internal)?;
    Ok(Begun { options, state })
}

fn handle(passkey: &StoredPasskey) -> Result<UserHandle16, ApiError> {
    let bytes = passkey.handle.as_slice().try_into().map_err(internal)?;
    UserHandle16::decode(bytes).map_err(internal)
}

fn descriptor(passkey: &StoredPasskey) -> Result<PublicKeyCredentialDescriptor<Vec<u8>>, ApiError> {
    let transports = u8::try_from(passkey.transports).map_err(internal)?;
    Ok(PublicKeyCredentialDescriptor {
        id: CredentialId::<Vec<u8>>::decode(passkey.credential.clone()).map_err(internal)?,
        transports: AuthTransports::decode(transports).map_err(internal)?,
    })
}

fn internal(cause: impl std::error::Error + Send + Sync + 'static) -> ApiError {
    ApiError::internal(cause)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(url: &str) -> Option<(String, String)> {
        let place = Place::at(url)?;
        Some((place.name().to_owned(), place.origin))
    }

    #[test]
    fn passkeys_are_good_for_a_name_that_browsers_trust() {
        let good = |url: &str| {
            let (name, origin) = place(url).unwrap();
            format!("{name} {origin}")
        };
        assert_eq!(
            good("https://Mesa.Exemplo.com.br/"),
            "mesa.exemplo.com.br https://mesa.exemplo.com.br"
        );
        assert_eq!(
            good("https://mesa.exemplo.com.br:8443"),
            "mesa.exemplo.com.br https://mesa.exemplo.com.br:8443"
        );
        assert_eq!(
            good("https://mesa.exemplo.com.br:443"),
            "mesa.exemplo.com.br https://mesa.exemplo.com.br"
        );
        assert_eq!(
            good("http://127.0.0.1:8080"),
            "localhost http://localhost:8080"
        );
        assert_eq!(good("http://localhost"), "localhost http://localhost");
        for url in [
            "http://mesa.exemplo.com.br",
            "https://192.0.2.7",
            "http://0.0.0.0:8080",
            "https://[2001:db8::7]",
        ] {
            assert_eq!(place(url), None, "{url}");
        }
    }
}
