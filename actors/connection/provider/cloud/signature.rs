//! Signatures of webhooks: `X-Hub-Signature-256: sha256=<hex of HMAC-SHA256(app secret, raw body)>`.

use hmac::{Hmac, Mac};
use sha2::Sha256;

/// Whether `header` signs exactly these bytes with `app_secret`. The comparison takes the same time whatever differs.
/// An empty secret signs nothing.
pub fn is_signed(app_secret: &str, header: &str, body: &[u8]) -> bool {
    let Some(signature) = header
        .strip_prefix("sha256=")
        .and_then(|text| hex::decode(text).ok())
    else {
        return false;
    };
    let Ok(mac) = Hmac::<Sha256>::new_from_slice(app_secret.as_bytes()) else {
        return false;
    };
    !app_secret.is_empty() && mac.chain_update(body).verify_slice(&signature).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Published in the documentation of the Elixir package `whatsapp_sdk`.
    const PUBLISHED: &str = "0329a06b62cd16b33eb6792be8c60b158d89a2ee3a876fce9a881ebb488c0914";

    #[test]
    fn the_published_signature_holds_and_nothing_near_it() {
        let header = format!("sha256={PUBLISHED}");
        assert!(is_signed("secret", &header, b"test"));
        assert!(!is_signed("secret", &header, b"test "));
        assert!(!is_signed("Secret", &header, b"test"));
        for broken in [
            "",
            "sha256=",
            PUBLISHED,
            &format!("sha1={PUBLISHED}"),
            header.strip_suffix("14").unwrap(),
            &format!("{header}00"),
            &header.replace("0329", "0328"),
            "sha256=zz",
        ] {
            assert!(!is_signed("secret", broken, b"test"), "{broken}");
        }
    }

    #[test]
    fn an_empty_secret_signs_nothing() {
        let mac = Hmac::<Sha256>::new_from_slice(b"")
            .unwrap()
            .chain_update(b"test")
            .finalize();
        let header = format!("sha256={}", hex::encode(mac.into_bytes()));
        assert!(!is_signed("", &header, b"test"));
    }
}
