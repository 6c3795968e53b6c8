//! Passkeys as a second factor: added by who shows who he is, asked for at every sign-in, good once and here alone.

use reqwest::Method;
use serde_json::{Value, json};

use super::{
    companies::{PASSWORD, company},
    passkey::Key,
    second_factors::{code, sign_in, switch_on},
    support::{Answer, SUPER, Session, TestDesk, on_both},
};

const KEYS: &str = "/second-factor/passkeys";

/// The password, and something that shows a second factor.
fn proof(more: Value) -> Value {
    let mut proof = json!({ "currentPassword": PASSWORD });
    let fields = more.as_object().expect("fields").clone();
    proof.as_object_mut().expect("fields").extend(fields);
    proof
}

/// What the server asks a browser for; `more` shows the second factor that is on.
async fn asked(admin: &Session, more: Value) -> Value {
    let path = format!("{KEYS}/begin");
    admin.post(&path, &proof(more)).await.ok()["options"].clone()
}

/// Adds a passkey; `more` shows the second factor that is on.
async fn add(desk: &TestDesk, admin: &Session, more: Value) -> (Key, Value) {
    let options = asked(admin, more).await;
    let key = Key::new(desk, &options);
    let wish = json!({ "name": "Chave do escritório", "passkey": key.made(&options) });
    let added = admin.post(KEYS, &wish).await.ok();
    (key, added)
}

/// What a sign-in without a second factor is asked to sign.
async fn challenge(desk: &TestDesk, admin: &Session) -> Value {
    let refused = sign_in(desk, admin, &json!({})).await;
    assert_eq!(refused.refusal(), (400, "ERR_SECOND_FACTOR_NEEDED"));
    refused.body["passkey"].clone()
}

async fn enter(desk: &TestDesk, admin: &Session, signed: Value) -> Answer {
    sign_in(desk, admin, &json!({ "passkey": signed })).await
}

async fn remove(admin: &Session, id: &Value, proof: &Value) -> Answer {
    let path = format!("{KEYS}/{id}");
    admin.call(Method::DELETE, &path, Some(proof)).await
}

#[tokio::test]
async fn who_has_a_passkey_signs_in_with_what_it_signs_once() {
    on_both(async |desk| {
        let host = desk.session(SUPER).await;
        let (_, admin) = company(&host, &json!({})).await;
        let state = admin.get("/second-factor").await.ok();
        assert_eq!(state["passkeysAt"], "localhost");
        assert_eq!(state["passkeys"], json!([]));
        let wrong = json!({ "currentPassword": "Errada123" });
        let refused = admin.post(&format!("{KEYS}/begin"), &wrong).await;
        assert_eq!(refused.refusal(), (400, "ERR_CURRENT_PASSWORD"));

        let (mut key, added) = add(desk, &admin, json!({})).await;
        let codes = added["recoveryCodes"].as_array().expect("codes").clone();
        assert_eq!(codes.len(), 10, "it is the first second factor");
        assert_eq!(added["passkeys"][0]["name"], "Chave do escritório");
        assert_eq!(added["passkeys"][0]["usedAt"], Value::Null);

        let options = challenge(desk, &admin).await;
        assert_eq!(options["userVerification"], "preferred");
        let signed = key.signed(&options);
        let body = enter(desk, &admin, signed.clone()).await.ok();
        let admin = admin.holding(&body);
        let again = enter(desk, &admin, signed).await;
        assert_eq!(again.refusal(), (400, "ERR_PASSKEY_INVALID"), "once");
        let state = admin.get("/second-factor").await.ok();
        assert!(state["passkeys"][0]["usedAt"].is_string());
        assert_eq!(state["since"], Value::Null, "there is no app");
        // the refusal asks anew, and a code on paper is as good
        let next = key.signed(&again.body["passkey"]);
        enter(desk, &admin, next).await.ok();
        sign_in(desk, &admin, &json!({ "code": codes[0] }))
            .await
            .ok();
    })
    .await;
}

#[tokio::test]
async fn a_passkey_that_was_made_on_another_page_is_not_kept() {
    on_both(async |desk| {
        let host = desk.session(SUPER).await;
        let (_, admin) = company(&host, &json!({})).await;
        // nor is one that nobody asked for: the challenge is gone the second time
        let options = asked(&admin, json!({})).await;
        let mut elsewhere = Key::new(desk, &options);
        elsewhere.origin = "https://outra.example".to_owned();
        let wish = json!({ "name": "De outra página", "passkey": elsewhere.made(&options) });
        for _ in 0..2 {
            let refused = admin.post(KEYS, &wish).await;
            assert_eq!(refused.refusal(), (400, "ERR_PASSKEY_INVALID"));
        }
        assert_eq!(
            admin.get("/second-factor").await.ok()["passkeys"],
            json!([])
        );
    })
    .await;
}

#[tokio::test]
async fn what_another_page_another_key_or_a_copy_signs_opens_nothing() {
    on_both(async |desk| {
        let host = desk.session(SUPER).await;
        let (_, admin) = company(&host, &json!({})).await;
        let (mut key, _) = add(desk, &admin, json!({})).await;

        let options = challenge(desk, &admin).await;
        key.origin = "https://outra.example".to_owned();
        let phished = enter(desk, &admin, key.signed(&options)).await;
        assert_eq!(
            phished.refusal(),
            (400, "ERR_PASSKEY_INVALID"),
            "another page"
        );
        key.origin = Key::new(desk, &options).origin;
        key.place = "outra.example".to_owned();
        let options = &phished.body["passkey"];
        let phished = enter(desk, &admin, key.signed(options)).await;
        assert_eq!(
            phished.refusal(),
            (400, "ERR_PASSKEY_INVALID"),
            "another name"
        );
        key.place = "localhost".to_owned();
        let old = enter(desk, &admin, key.signed(options)).await;
        assert_eq!(
            old.refusal(),
            (400, "ERR_PASSKEY_INVALID"),
            "a challenge of before"
        );
        let mut signed = key.signed(&old.body["passkey"]);
        signed["signature"] =
            Key::new(desk, options).signed_again(&old.body["passkey"])["signature"].clone();
        let forged = enter(desk, &admin, signed).await;
        assert_eq!(
            forged.refusal(),
            (400, "ERR_PASSKEY_INVALID"),
            "another key"
        );

        enter(desk, &admin, key.signed(&forged.body["passkey"]))
            .await
            .ok();
        let options = challenge(desk, &admin).await;
        let copied = enter(desk, &admin, key.signed_again(&options)).await;
        assert_eq!(
            copied.refusal(),
            (400, "ERR_PASSKEY_INVALID"),
            "it has counted so far before"
        );

        // somebody else's passkey is none of his
        let (_, other) = company(&host, &json!({})).await;
        let (mut others, _) = add(desk, &other, json!({})).await;
        let theirs = others.signed(&challenge(desk, &other).await);
        let refused = enter(desk, &admin, theirs).await;
        assert_eq!(
            refused.refusal(),
            (400, "ERR_PASSKEY_INVALID"),
            "another user's"
        );
    })
    .await;
}

#[tokio::test]
async fn ten_wrong_answers_of_passkeys_close_the_door_for_a_while() {
    on_both(async |desk| {
        let host = desk.session(SUPER).await;
        let (_, admin) = company(&host, &json!({})).await;
        let (mut key, added) = add(desk, &admin, json!({})).await;
        let id = &added["passkeys"][0]["id"];
        let asked = remove(&admin, id, &proof(json!({}))).await;
        assert_eq!(asked.refusal(), (400, "ERR_SECOND_FACTOR_NEEDED"));
        let stale = key.signed(&asked.body["passkey"]);
        remove(
            &admin,
            id,
            &json!({ "currentPassword": "Errada123", "passkey": stale }),
        )
        .await;
        let mut options = asked.body["passkey"].clone();
        for _ in 0..10 {
            options["challenge"] = json!("AAAAAAAAAAAAAAAAAAAAAA");
            let wrong = proof(json!({ "passkey": key.signed(&options) }));
            let refused = remove(&admin, id, &wrong).await;
            assert_eq!(refused.refusal(), (400, "ERR_PASSKEY_INVALID"));
            options = refused.body["passkey"].clone();
        }
        let right = enter(desk, &admin, key.signed(&options)).await;
        assert_eq!(right.refusal(), (429, "ERR_TOO_MANY_REQUESTS"));
        assert!(right.retry_after());
    })
    .await;
}

#[tokio::test]
async fn another_way_in_is_added_only_by_who_shows_the_second_factor_that_is_on() {
    on_both(async |desk| {
        let host = desk.session(SUPER).await;
        let (_, admin) = company(&host, &json!({})).await;
        let (secret, codes) = switch_on(&admin).await;
        let begin = format!("{KEYS}/begin");
        let refused = admin.post(&begin, &proof(json!({}))).await;
        assert_eq!(refused.refusal(), (400, "ERR_SECOND_FACTOR_NEEDED"));
        assert_eq!(refused.body["passkey"], Value::Null, "there is none yet");
        let (mut key, added) = add(desk, &admin, json!({ "code": code(&secret, 1) })).await;
        assert_eq!(added["recoveryCodes"], Value::Null, "there are some");

        // up to five, each by what another one signs
        let mut have = added["passkeys"].clone();
        for _ in 1..5 {
            let asked = admin.post(&begin, &proof(json!({}))).await;
            let signed = key.signed(&asked.body["passkey"]);
            have = add(desk, &admin, json!({ "passkey": signed })).await.1["passkeys"].clone();
        }
        assert_eq!(have.as_array().map(Vec::len), Some(5));
        let full = admin.post(&begin, &proof(json!({}))).await;
        assert_eq!(full.refusal(), (400, "ERR_PASSKEY_LIMIT"));

        // the app goes, the passkeys keep the second factor on
        let off = proof(json!({ "code": codes[0] }));
        let path = "/second-factor";
        admin.call(Method::DELETE, path, Some(&off)).await.ok();
        let state = admin.get(path).await.ok();
        assert_eq!(
            (&state["since"], &state["recoveryCodes"]),
            (&Value::Null, &json!(9))
        );
        let options = challenge(desk, &admin).await;
        let refused = sign_in(desk, &admin, &json!({ "code": code(&secret, 1) })).await;
        assert_eq!(
            refused.refusal(),
            (400, "ERR_SECOND_FACTOR_INVALID"),
            "it has no app"
        );
        assert_ne!(refused.body["passkey"]["challenge"], options["challenge"]);

        // and an app comes back only by a passkey
        let setup = admin.post(path, &json!({})).await.ok();
        let first = json!({ "proof": setup["proof"], "code": code(&setup["secret"], 0) });
        let refused = admin.put(path, &proof(first.clone())).await;
        assert_eq!(refused.refusal(), (400, "ERR_SECOND_FACTOR_NEEDED"));
        let mut first = proof(first);
        first["passkey"] = key.signed(&refused.body["passkey"]);
        admin.put(path, &first).await.ok();
        assert!(admin.get(path).await.ok()["since"].is_string());
    })
    .await;
}

#[tokio::test]
async fn a_passkey_satisfies_the_company_and_the_last_one_stays() {
    on_both(async |desk| {
        let host = desk.session(SUPER).await;
        let (_, admin) = company(&host, &json!({})).await;
        let (mut key, added) = add(desk, &admin, json!({})).await;
        let required = json!({ "value": "enabled" });
        admin.put("/settings/secondFactor", &required).await.ok();
        let signed = key.signed(&challenge(desk, &admin).await);
        let body = enter(desk, &admin, signed).await.ok();
        let admin = admin.holding(&body);

        let id = &added["passkeys"][0]["id"];
        let codes = &added["recoveryCodes"];
        let last = remove(&admin, id, &proof(json!({ "code": codes[0] }))).await;
        assert_eq!(last.refusal(), (409, "ERR_SECOND_FACTOR_REQUIRED"));
        let free = json!({ "value": "disabled" });
        admin.put("/settings/secondFactor", &free).await.ok();
        let bare = remove(&admin, id, &proof(json!({}))).await;
        assert_eq!(bare.refusal(), (400, "ERR_SECOND_FACTOR_NEEDED"));
        let signed = key.signed(&bare.body["passkey"]);
        remove(&admin, id, &proof(json!({ "passkey": signed })))
            .await
            .ok();
        let gone = remove(&admin, id, &proof(json!({ "code": codes[1] }))).await;
        assert_eq!(gone.refusal(), (404, "ERR_NOT_FOUND"));
        assert_eq!(admin.get("/second-factor").await.ok()["recoveryCodes"], 0);
        sign_in(desk, &admin, &json!({})).await.ok();
    })
    .await;
}

#[tokio::test]
async fn a_password_changes_with_a_passkey_and_an_admin_helps_who_lost_his() {
    on_both(async |desk| {
        let host = desk.session(SUPER).await;
        let (_, admin) = company(&host, &json!({})).await;
        let email = format!("{}@padaria.example", super::new_number());
        let hired = json!({ "name": "Pessoa Nova", "email": email, "password": PASSWORD, "profile": "admin" });
        let hired = admin.post("/users", &hired).await.ok();
        let own = format!("/users/{}", hired["id"]);
        let colleague = Session::sign_in(&desk.base, &email, PASSWORD).await;
        let (mut key, added) = add(desk, &colleague, json!({})).await;
        let foreign = remove(&admin, &added["passkeys"][0]["id"], &proof(json!({}))).await;
        assert_eq!(foreign.refusal(), (404, "ERR_NOT_FOUND"), "one's own only");

        let change = proof(json!({ "email": format!("b{email}") }));
        let refused = colleague.put(&own, &change).await;
        assert_eq!(refused.refusal(), (400, "ERR_SECOND_FACTOR_NEEDED"));
        let mut change = change;
        change["passkey"] = key.signed(&refused.body["passkey"]);
        colleague.put(&own, &change).await.ok();

        admin.delete(&format!("/second-factor/{}", hired["id"])).await.ok();
        let of_user = format!("WHERE user_id = {}", hired["id"]);
        let left = desk.number(&format!("SELECT COUNT(*) FROM passkeys {of_user}"));
        assert_eq!(left, 0, "with the second factor go its passkeys");
        Session::sign_in(&desk.base, &format!("b{email}"), PASSWORD).await;
        admin.delete(&own).await.ok();
        let left = desk.number(&format!("SELECT COUNT(*) FROM passkey_challenges {of_user}"));
        assert_eq!(left, 0, "and with the user what he was asked");
    })
    .await;
}
