//! Signs a delivery as Standard Webhooks says it: HMAC-SHA256 over id, time and body, in base64, one for each secret.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use guiche_storage::webhooks::secrets::{PREFIX, SigningSecrets};
use hmac::{Hmac, Mac as _};
use sha2::Sha256;

/// What `webhook-signature` says: `v1,…` for each secret, with spaces between them.
pub(super) fn signatures(secrets: &SigningSecrets, id: &str, timestamp: i64, body: &str) -> String {
    let signed = format!("{id}.{timestamp}.{body}");
    let all: Vec<String> = secrets
        .0
        .iter()
        .map(|secret| format!("v1,{}", signature(secret, &signed)))
        .collect();
    all.join(" ")
}

fn signature(secret: &str, signed: &str) -> String {
    let key = secret.strip_prefix(PREFIX).unwrap_or(secret);
    let key = STANDARD.decode(key).unwrap_or_default();
    // any length of key will do
    let mac = Hmac::<Sha256>::new_from_slice(&key);
    let bytes = mac.map(|mac| mac.chain_update(signed.as_bytes()).finalize().into_bytes());
    STANDARD.encode(bytes.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_the_one_that_the_standard_shows() {
        // the example of the specification, which its libraries test themselves with
        let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".to_owned();
        let (id, body) = ("msg_p5jXN8AQM9LWM0D4loKWxJek", r#"{"test": 2432232314}"#);
        let one = signatures(
            &SigningSecrets(vec![secret.clone()]),
            id,
            1_614_265_330,
            body,
        );
        assert_eq!(one, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
        let other = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA".to_owned();
        let both = signatures(
            &SigningSecrets(vec![other, secret]),
            id,
            1_614_265_330,
            body,
        );
        assert!(both.starts_with("v1,") && both.ends_with(&format!(" {one}")));
    }
}
