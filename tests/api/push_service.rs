//! A push service on a port of its own, and the browsers that it serves: each reads what is pushed to it with its own keys,
//! as RFC 8188 and RFC 8291 say, and knows who sent it by RFC 8292.

use std::{
    collections::HashMap,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex, MutexGuard, OnceLock},
};

use aes_gcm::{Aes128Gcm, KeyInit as _, Nonce, aead::Aead as _};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, Mac as _};
use p256::{
    PublicKey, SecretKey,
    ecdsa::{Signature, VerifyingKey, signature::Verifier as _},
    elliptic_curve::sec1::ToEncodedPoint as _,
};
use serde_json::{Value, json};
use sha2::Sha256;

/// What `k=` and the claims of a token say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signed {
    pub public_key: String,
    pub claims: Value,
}

/// A notice as it came.
#[derive(Debug, Clone)]
pub struct Pushed {
    pub headers: HashMap<String, String>,
    pub body: Vec<u8>,
}

impl Pushed {
    /// A header; empty if it is not there.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }

    /// Who says that he sent it; ends the test if that is not true.
    pub fn signed(&self) -> Signed {
        let text = self.header("authorization");
        let text = text.strip_prefix("vapid t=").expect("a VAPID token");
        let (token, key) = text.split_once(", k=").expect("a key");
        let (message, signature) = token.rsplit_once('.').expect("a signature");
        let verifying = VerifyingKey::from_sec1_bytes(&decode(key)).expect("a point");
        let signature = Signature::from_slice(&decode(signature)).expect("a signature");
        let checked = verifying.verify(message.as_bytes(), &signature);
        checked.expect("signed with that key");
        let (head, claims) = message.split_once('.').expect("two parts");
        let read = |part: &str| serde_json::from_slice::<Value>(&decode(part)).expect("JSON");
        assert_eq!(read(head)["alg"], "ES256");
        Signed {
            public_key: key.to_owned(),
            claims: read(claims),
        }
    }
}

#[derive(Debug, Default)]
struct State {
    answers: HashMap<String, u16>,
    pushed: HashMap<String, Vec<Pushed>>,
}

/// The service. It ends with the process.
#[derive(Debug, Clone)]
pub struct PushService {
    pub url: String,
    state: Arc<Mutex<State>>,
}

impl PushService {
    /// The one that all tests share; browsers are theirs alone.
    pub fn shared() -> &'static Self {
        static SERVICE: OnceLock<PushService> = OnceLock::new();
        SERVICE.get_or_init(Self::start)
    }

    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let service = Self {
            url: format!("http://{}", listener.local_addr().expect("an address")),
            state: Arc::default(),
        };
        let serving = service.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let service = serving.clone();
                std::thread::spawn(move || service.serve(stream));
            }
        });
        service
    }

    /// A browser that asked for an address.
    pub fn browser(&self) -> Browser {
        let random = || *uuid::Uuid::new_v4().as_bytes();
        let secret = [random(), random()].concat();
        let id = uuid::Uuid::new_v4().simple();
        Browser {
            endpoint: format!("{}/push/{id}", self.url),
            secret: SecretKey::from_slice(&secret).expect("a number of the curve"),
            auth: random(),
            service: self.clone(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no panic before")
    }

    fn serve(&self, mut stream: TcpStream) {
        let Some((path, pushed)) = read(&stream) else {
            return;
        };
        let status = {
            let mut state = self.state();
            state.pushed.entry(path.clone()).or_default().push(pushed);
            state.answers.get(&path).copied().unwrap_or(201)
        };
        // a caller that is gone needs no answer
        let _ = write!(
            stream,
            "HTTP/1.1 {status} X\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
        );
    }
}

/// A browser with its keys.
#[derive(Debug, Clone)]
pub struct Browser {
    pub endpoint: String,
    secret: SecretKey,
    auth: [u8; 16],
    service: PushService,
}

impl Browser {
    /// What the page tells the desk.
    pub fn subscription(&self) -> Value {
        let point = self.secret.public_key().to_encoded_point(false);
        json!({
            "endpoint": self.endpoint, "expirationTime": null,
            "keys": {
                "p256dh": URL_SAFE_NO_PAD.encode(point.as_bytes()),
                "auth": URL_SAFE_NO_PAD.encode(self.auth),
            },
        })
    }

    /// From now on the service answers so to what is pushed to it.
    pub fn answers(&self, status: u16) {
        let path = self.path();
        self.service.state().answers.insert(path, status);
    }

    /// What was pushed to it, oldest first.
    pub fn pushed(&self) -> Vec<Pushed> {
        let state = self.service.state();
        state.pushed.get(&self.path()).cloned().unwrap_or_default()
    }

    /// The same, as its service worker reads it.
    pub fn told(&self) -> Vec<Value> {
        self.pushed().iter().map(|it| self.read(it)).collect()
    }

    /// The notices of one ticket.
    pub fn told_of(&self, ticket: &Value) -> Vec<Value> {
        let mut told = self.told();
        told.retain(|it| it["uuid"] == ticket["uuid"]);
        told
    }

    /// Decrypts what was pushed.
    pub fn read(&self, pushed: &Pushed) -> Value {
        let (salt, rest) = pushed.body.split_at(16);
        let (size, rest) = rest.split_at(4);
        let (length, rest) = rest.split_first().expect("a length");
        let (sender, sealed) = rest.split_at((*length).into());
        let size = u32::from_be_bytes(size.try_into().expect("four bytes"));
        assert!(
            sealed.len() <= usize::try_from(size).expect("small"),
            "one record"
        );
        let theirs = PublicKey::from_sec1_bytes(sender).expect("a point");
        let shared =
            p256::ecdh::diffie_hellman(self.secret.to_nonzero_scalar(), theirs.as_affine());
        let own = self.secret.public_key().to_encoded_point(false);
        let info = [b"WebPush: info\0".as_slice(), own.as_bytes(), sender].concat();
        let ikm = hkdf(&self.auth, shared.raw_secret_bytes(), &info);
        let key = hkdf(salt, &ikm, b"Content-Encoding: aes128gcm\0");
        let nonce = hkdf(salt, &ikm, b"Content-Encoding: nonce\0");
        let cipher = Aes128Gcm::new_from_slice(&key[..16]).expect("a key");
        let opened = cipher.decrypt(Nonce::from_slice(&nonce[..12]), sealed);
        let mut opened = opened.expect("sealed for this browser");
        while opened.pop().expect("a mark at the end") != 2 {}
        serde_json::from_slice(&opened).expect("JSON")
    }

    fn path(&self) -> String {
        self.endpoint.replace(&self.service.url, "")
    }
}

/// One block of HKDF with SHA-256.
fn hkdf(salt: &[u8], secret: &[u8], info: &[u8]) -> [u8; 32] {
    let mac = |key: &[u8], parts: &[&[u8]]| -> [u8; 32] {
        let mut mac = <Hmac<Sha256> as hmac::Mac>::new_from_slice(key).expect("any key");
        for part in parts {
            mac.update(part);
        }
        mac.finalize().into_bytes().into()
    };
    mac(&mac(salt, &[secret]), &[info, &[1]])
}

fn decode(text: &str) -> Vec<u8> {
    URL_SAFE_NO_PAD.decode(text).expect("base64url")
}

fn read(stream: &TcpStream) -> Option<(String, Pushed)> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let path = line.strip_prefix("POST ")?.split(' ').next()?.to_owned();
    let mut headers = HashMap::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(": ") else {
            break;
        };
        headers.insert(name.to_ascii_lowercase(), value.to_owned());
    }
    let length = headers.get("content-length")?.parse().ok()?;
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some((path, Pushed { headers, body }))
}
