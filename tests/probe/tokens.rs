//! Tokens that are forged, stolen, over or taken back: refused by every request and by every socket.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use guiche_http::tokens::{Claims, Tokens};
use guiche_storage::{
    identity::users,
    model::{Clock as _, CompanyId, SystemClock, UserId},
    security::secrets::{Key, Keys},
};
use hmac::{Hmac, Mac as _};
use serde_json::{Value, json};
use sha2::{Sha256, Sha384, Sha512};

use super::{
    figure,
    support::{
        Session, TestDesk, TestSocket,
        world::{Role, World, on_both_worlds},
    },
};

fn part(value: &Value) -> String {
    URL_SAFE_NO_PAD.encode(value.to_string())
}

/// A token of any make.
fn forge(header: &Value, claims: &Value, key: &[u8]) -> String {
    let signed = format!("{}.{}", part(header), part(claims));
    let signature = match header["alg"].as_str() {
        Some("HS384") => Hmac::<Sha384>::new_from_slice(key)
            .expect("a key")
            .chain_update(&signed)
            .finalize()
            .into_bytes()
            .to_vec(),
        Some("HS512") => Hmac::<Sha512>::new_from_slice(key)
            .expect("a key")
            .chain_update(&signed)
            .finalize()
            .into_bytes()
            .to_vec(),
        _ => Hmac::<Sha256>::new_from_slice(key)
            .expect("a key")
            .chain_update(&signed)
            .finalize()
            .into_bytes()
            .to_vec(),
    };
    format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature))
}

fn claims_of(token: &str) -> Value {
    let claims = token.split('.').nth(1).expect("claims");
    let claims = URL_SAFE_NO_PAD.decode(claims).expect("base64");
    serde_json::from_slice(&claims).expect("JSON")
}

/// The server's own key, as somebody with its disk has it.
fn key(desk: &TestDesk) -> Key {
    let config = guiche_config::load(std::path::Path::new("no such file")).expect("defaults");
    let keys = Keys::load(&desk.data_dir().join("secrets"), &config.secrets);
    keys.expect("the keys").jwt
}

/// The same claims with one other.
fn with(claims: &Value, name: &str, value: Value) -> Value {
    let mut claims = claims.clone();
    claims[name] = value;
    claims
}

/// Made without the key: other algorithms, other keys, other places for keys.
fn without_the_key(good: &str, key: &[u8]) -> Vec<(String, String)> {
    let claims = claims_of(good);
    let (mut tokens, head) = (Vec::new(), |alg: &str| json!({ "alg": alg, "typ": "JWT" }));
    for none in ["none", "None", "NONE", "nOnE", ""] {
        let unsigned = format!("{}.{}.", part(&head(none)), part(&claims));
        tokens.push((format!("alg {none:?} unsigned"), unsigned.clone()));
        let (_, signature) = good.rsplit_once('.').expect("a signature");
        tokens.push((
            format!("alg {none:?} signed"),
            format!("{unsigned}{signature}"),
        ));
    }
    for alg in [
        "HS384", "HS512", "RS256", "RS512", "ES256", "PS256", "EdDSA", "hs256",
    ] {
        tokens.push((
            format!("{alg} with the key"),
            forge(&head(alg), &claims, key),
        ));
    }
    for (name, other) in [
        ("another key", &[7_u8; 32][..]),
        ("an empty key", &b""[..]),
        ("a known key", &b"mysecret"[..]),
        ("the key's hex", hex::encode(key).as_bytes()),
    ] {
        tokens.push((name.to_owned(), forge(&head("HS256"), &claims, other)));
    }
    let own = URL_SAFE_NO_PAD.encode([7_u8; 32]);
    for more in [
        json!({ "jwk": { "kty": "oct", "k": own } }),
        json!({ "kid": "../../../../dev/null" }),
        json!({ "kid": "' UNION SELECT 'x" }),
        json!({ "jku": "http://127.0.0.1:9/keys" }),
        json!({ "x5u": "http://127.0.0.1:9/chain" }),
        json!({ "crit": ["exp"], "exp": 1 }),
    ] {
        let mut header = head("HS256");
        let fields = header.as_object_mut().expect("an object");
        fields.extend(more.as_object().expect("an object").clone());
        tokens.push((header.to_string(), forge(&header, &claims, &[7; 32])));
    }
    let zeros = URL_SAFE_NO_PAD.encode([0_u8; 64]);
    let psychic = format!("{}.{}.{zeros}", part(&head("ES256")), part(&claims));
    tokens.push(("a signature of zeros".to_owned(), psychic));
    tokens
}

/// Made with the key, and yet of no use: over, not yet good, or about somebody else than the sign-in.
fn with_the_key(world_of: &Session, other: &Session, key: &[u8]) -> Vec<(String, String)> {
    let good = world_of.token.as_deref().expect("a token");
    let (claims, now) = (claims_of(good), SystemClock.now().timestamp());
    let sign = |claims: &Value| forge(&json!({ "alg": "HS256", "typ": "JWT" }), claims, key);
    let mut without = claims.clone();
    without.as_object_mut().expect("claims").remove("exp");
    let mut tokens = vec![("no end".to_owned(), sign(&without))];
    for (name, value) in [
        ("exp", json!(now - 1)),
        ("exp", json!(now)),
        ("exp", json!(-1)),
        ("exp", json!("9999999999")),
        ("exp", Value::Null),
        ("exp", json!(1e300)),
        ("nbf", json!(now + 600)),
        ("sid", json!(uuid::Uuid::new_v4())),
        (
            "sid",
            claims_of(other.token.as_deref().expect("a token"))["sid"].clone(),
        ),
        ("ver", json!(claims["ver"].as_i64().expect("a version") + 1)),
        ("ver", json!(claims["ver"].as_i64().expect("a version") - 1)),
        ("id", json!(other.id())),
        ("companyId", json!(other.company())),
    ] {
        let token = sign(&with(&claims, name, value.clone()));
        tokens.push((format!("{name} {value}"), token));
    }
    tokens
}

/// That neither a request nor a socket takes a token.
async fn check_refused(world: &World, what: &str, token: &str) {
    let mut caller = world.desk.stranger();
    caller.token = Some(token.to_owned());
    for path in ["/tickets", "/users/list"] {
        let answer = caller.get(path).await;
        let refused = [(403, "ERR_TOKEN_INVALID"), (401, "ERR_SESSION_EXPIRED")];
        assert!(refused.contains(&answer.refusal()), "{what}: {answer:?}");
    }
    let by_query = TestSocket::connect(world.desk, token).await;
    assert!(by_query.is_err(), "{what}: a socket by query");
    let by_auth = TestSocket::connect_by_auth(world.desk, token).await;
    assert!(by_auth.is_err(), "{what}: a socket by auth");
}

#[tokio::test]
async fn no_forged_token_opens_a_request_or_a_socket() {
    // spec: S070 S113
    on_both_worlds(async |world| {
        let (marina, vida) = (
            world.session(Role::Attendant).await,
            world.session(Role::Foreign).await,
        );
        let key = key(world.desk);
        let good = marina.token.as_deref().expect("a token");
        // the key is the real one
        let again = forge(
            &json!({ "alg": "HS256", "typ": "JWT" }),
            &claims_of(good),
            key.bytes(),
        );
        let mut caller = world.desk.stranger();
        caller.token = Some(again.clone());
        caller.get("/tickets").await.ok();
        assert!(TestSocket::connect(world.desk, &again).await.is_ok());
        let claims: Claims = serde_json::from_value(claims_of(good)).expect("claims");
        assert!(
            Tokens::new(&key)
                .read(good, SystemClock.now())
                .is_some_and(|read| read == claims)
        );

        let mut tokens = without_the_key(good, key.bytes());
        tokens.extend(with_the_key(&marina, &vida, key.bytes()));
        for (what, token) in &tokens {
            check_refused(world, what, token).await;
        }
        figure(&format!(
            "{} forged tokens, each by two requests and two sockets: 0 taken",
            tokens.len()
        ));
    })
    .await;
}

/// Somebody new, with a socket that is open.
async fn newcomer(world: &World) -> (String, Session, TestSocket) {
    let email = format!("nova{}@aurora.example", uuid::Uuid::new_v4().simple());
    world.desk.hire(std::slice::from_ref(&email)).await;
    let session = Session::sign_in(&world.desk.base, &email, "Aurora123").await;
    let socket = TestSocket::open(world.desk, &session).await;
    (email, session, socket)
}

/// Ends a sign-in where only the database is told, as another node would.
async fn in_storage(world: &World, session: &Session, password: Option<&str>) {
    let db = world.desk.db().await;
    let (company, user) = (CompanyId(session.company()), UserId(session.id()));
    let now = SystemClock.now();
    let done = db.write(async |conn| match password {
        Some(hash) => users::update_password(conn, company, user, now, hash).await,
        None => users::update_active(conn, company, user, now, false).await,
    });
    done.await.expect("the user changes");
    db.close().await;
}

#[tokio::test]
async fn a_sign_in_that_has_ended_is_over_for_requests_and_sockets_at_once() {
    // spec: S070 B1
    on_both_worlds(async |world| {
        let (_, out, mut socket) = newcomer(world).await;
        out.delete("/auth/logout").await.ok();
        assert!(socket.is_closed().await, "after the log-out");
        check_refused(world, "after the log-out", out.token.as_deref().expect("one")).await;

        let (email, first, mut socket) = newcomer(world).await;
        let second = Session::sign_in(&world.desk.base, &email, "Aurora123").await;
        socket.event(&format!("company-{}-auth", first.company())).await;
        assert!(socket.is_closed().await, "after a sign-in elsewhere");
        check_refused(world, "after a sign-in elsewhere", first.token.as_deref().expect("one")).await;
        assert_eq!(first.refresh().await.refusal(), (401, "ERR_SESSION_EXPIRED"));
        second.get("/tickets").await.ok();

        let (_, copied, mut socket) = newcomer(world).await;
        copied.refresh().await.ok();
        // the cookie that was used comes back, as from a thief; the first time may be a second tab
        until_over(&copied).await;
        assert!(socket.is_closed().await, "after a copied cookie");
        check_refused(world, "after a copied cookie", copied.token.as_deref().expect("one")).await;

        for (what, password) in [("a new password", Some("x")), ("the end of the job", None)] {
            let (_, session, _socket) = newcomer(world).await;
            in_storage(world, &session, password).await;
            check_refused(world, what, session.token.as_deref().expect("one")).await;
            assert_eq!(session.refresh().await.refusal(), (401, "ERR_SESSION_EXPIRED"), "{what}");
        }
        figure("sign-ins ended by log-out, elsewhere, a copied cookie, password, deactivation: 0 of 5 still good");
    })
    .await;
}

/// Shows the same cookie until it is refused.
async fn until_over(session: &Session) {
    super::support::until("the copied cookie is refused", async || {
        session.refresh().await.refusal() == (401, "ERR_SESSION_EXPIRED")
    })
    .await;
}
