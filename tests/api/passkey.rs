//! A passkey of a user, in software: what a browser and a key on somebody's ring say together (`WebAuthn`, ES256).

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use p256::ecdsa::{Signature, SigningKey, signature::Signer as _};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::{new_number, support::TestDesk};

/// Somebody was there.
const PRESENT: u8 = 0b0000_0001;
/// A public key is in it.
const WITH_KEY: u8 = 0b0100_0000;

/// One passkey, and the page that it is used on.
pub struct Key {
    secret: SigningKey,
    credential: Vec<u8>,
    /// The user's name in it.
    handle: Value,
    /// How often it has signed.
    pub count: u32,
    /// The address of the page as the browser sees it.
    pub origin: String,
    /// The name that it is good for.
    pub place: String,
}

impl Key {
    /// A new one for the pages of a desk, which is asked for by these options.
    pub fn new(desk: &TestDesk, options: &Value) -> Self {
        let port = desk.base.rsplit(':').next().expect("a port");
        let mut secret = [7; 32];
        let number = new_number();
        for (place, byte) in number.bytes().enumerate() {
            secret[place] ^= byte;
        }
        Self {
            secret: SigningKey::from_slice(&secret).expect("a key"),
            credential: Sha256::digest(number.as_bytes())[..16].to_vec(),
            handle: options["user"]["id"].clone(),
            count: 0,
            origin: format!("http://localhost:{port}"),
            place: "localhost".to_owned(),
        }
    }

    /// What `navigator.credentials.create` answers to these options.
    pub fn made(&self, options: &Value) -> Value {
        let key = self.secret.verifying_key().to_encoded_point(false);
        let (x, y) = (key.x().expect("x"), key.y().expect("y"));
        // a COSE key: {1: 2, 3: -7, -1: 1, -2: x, -3: y}
        let mut data = self.data(PRESENT | WITH_KEY);
        data.extend([0; 16]);
        data.extend(
            u16::try_from(self.credential.len())
                .expect("a length")
                .to_be_bytes(),
        );
        data.extend(&self.credential);
        data.extend([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]);
        data.extend(x);
        data.extend([0x22, 0x58, 0x20]);
        data.extend(y);
        // {"fmt": "none", "attStmt": {}, "authData": data}
        let mut attestation = vec![0xa3, 0x63];
        attestation.extend(b"fmt\x64none\x67attStmt\xa0\x68authData\x58");
        attestation.push(u8::try_from(data.len()).expect("short"));
        attestation.extend(data);
        json!({
            "clientData": text(self.client_data("webauthn.create", options).as_bytes()),
            "attestation": text(&attestation),
            "transports": ["internal"],
        })
    }

    /// What `navigator.credentials.get` answers to these options.
    pub fn signed(&mut self, options: &Value) -> Value {
        let allowed = options["allowCredentials"].as_array().expect("a list");
        assert!(
            allowed
                .iter()
                .any(|one| one["id"] == text(&self.credential))
        );
        self.count += 1;
        self.signed_again(options)
    }

    /// The same without counting: as a copy of it would.
    pub fn signed_again(&self, options: &Value) -> Value {
        let data = self.data(PRESENT);
        let client_data = self.client_data("webauthn.get", options);
        let hash = Sha256::digest(client_data.as_bytes());
        let signature: Signature = self.secret.sign(&[data.as_slice(), &hash].concat());
        json!({
            "credential": text(&self.credential),
            "clientData": text(client_data.as_bytes()),
            "authenticatorData": text(&data),
            "signature": text(signature.to_der().as_bytes()),
            "userHandle": self.handle,
        })
    }

    fn client_data(&self, kind: &str, options: &Value) -> String {
        json!({
            "type": kind,
            "challenge": options["challenge"],
            "origin": self.origin,
            "crossOrigin": false,
        })
        .to_string()
    }

    fn data(&self, flags: u8) -> Vec<u8> {
        let mut data = Sha256::digest(self.place.as_bytes()).to_vec();
        data.push(flags);
        data.extend(self.count.to_be_bytes());
        data
    }
}

fn text(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}
