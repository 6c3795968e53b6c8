//! Who must have a second factor to sign in may take a passkey instead of an app, and gets his codes on paper with it.

use serde_json::{Value, json};

use super::{
    companies::company,
    passkey::Key,
    second_factors::{code, sign_in},
    support::{Answer, SUPER, Session, TestDesk, on_both},
};

/// The admin of a new company that requires a second factor; he has none.
async fn required(desk: &TestDesk) -> Session {
    let host = desk.session(SUPER).await;
    let (_, admin) = company(&host, &json!({})).await;
    let value = json!({ "value": "enabled" });
    admin.put("/settings/secondFactor", &value).await.ok();
    admin
}

/// What the browser is asked for a first passkey.
async fn asked(desk: &TestDesk, admin: &Session) -> Value {
    let refused = sign_in(desk, admin, &json!({})).await;
    assert_eq!(refused.refusal(), (403, "ERR_SECOND_FACTOR_SETUP"));
    assert!(
        refused.body["setup"]["secret"].is_string(),
        "an app is as good"
    );
    refused.body["newPasskey"].clone()
}

async fn enter(desk: &TestDesk, admin: &Session, made: Value) -> Answer {
    let new = json!({ "name": "Notebook da loja", "passkey": made });
    sign_in(desk, admin, &json!({ "newPasskey": new })).await
}

#[tokio::test]
async fn a_first_passkey_lets_in_who_must_have_a_second_factor() {
    on_both(async |desk| {
        let admin = required(desk).await;
        let options = asked(desk, &admin).await;
        assert_eq!(options["rp"]["id"], "localhost");
        assert_eq!(options["user"]["name"], admin.user["email"]);
        let mut key = Key::new(desk, &options);
        let body = enter(desk, &admin, key.made(&options)).await.ok();
        let codes = body["recoveryCodes"].as_array().expect("codes").clone();
        assert_eq!(codes.len(), 10);
        let admin = admin.holding(&body);
        let state = admin.get("/second-factor").await.ok();
        assert_eq!(state["passkeys"][0]["name"], "Notebook da loja");
        assert_eq!(
            (&state["since"], &state["recoveryCodes"]),
            (&Value::Null, &json!(10))
        );

        // from now on he is asked for it, and another one does not replace it
        let next = sign_in(desk, &admin, &json!({})).await;
        assert_eq!(next.refusal(), (400, "ERR_SECOND_FACTOR_NEEDED"));
        assert_eq!(next.body.get("newPasskey"), None);
        let other = Key::new(desk, &options);
        let refused = enter(desk, &admin, other.made(&options)).await;
        assert_eq!(refused.refusal(), (400, "ERR_SECOND_FACTOR_NEEDED"));
        let signed = key.signed(&refused.body["passkey"]);
        sign_in(desk, &admin, &json!({ "passkey": signed }))
            .await
            .ok();
        sign_in(desk, &admin, &json!({ "code": codes[0] }))
            .await
            .ok();
    })
    .await;
}

#[tokio::test]
async fn what_answers_nothing_that_was_asked_is_no_first_passkey() {
    on_both(async |desk| {
        let admin = required(desk).await;
        let options = asked(desk, &admin).await;
        let mut elsewhere = Key::new(desk, &options);
        elsewhere.origin = "https://outra.example".to_owned();
        let refused = enter(desk, &admin, elsewhere.made(&options)).await;
        assert_eq!(refused.refusal(), (400, "ERR_PASSKEY_INVALID"), "another page");
        assert!(!refused.headers.contains_key("set-cookie"), "nothing begins");

        // what was asked is gone with that answer; the refusal asks anew
        let key = Key::new(desk, &options);
        let again = enter(desk, &admin, key.made(&options)).await;
        assert_eq!(again.refusal(), (400, "ERR_PASSKEY_INVALID"), "once");
        let anew = &again.body["newPasskey"];
        assert_ne!(anew["challenge"], refused.body["newPasskey"]["challenge"]);

        // nor does it count after five minutes
        let late = format!("UPDATE passkey_challenges SET expires_at = '2020-01-01T00:00:00+00:00' WHERE user_id = {}", admin.user["id"]);
        desk.execute(&late);
        let key = Key::new(desk, anew);
        let refused = enter(desk, &admin, key.made(anew)).await;
        assert_eq!(refused.refusal(), (400, "ERR_PASSKEY_INVALID"), "late");
        let wrong = json!({
            "email": admin.user["email"], "password": "Errada123",
            "newPasskey": { "name": "Notebook", "passkey": key.made(&refused.body["newPasskey"]) },
        });
        let stranger = desk.stranger().post("/auth/login", &wrong).await;
        assert_eq!(stranger.refusal(), (401, "ERR_INVALID_CREDENTIALS"), "password first");
        let options = &refused.body["newPasskey"];
        enter(desk, &admin, key.made(options)).await.ok();
    })
    .await;
}

#[tokio::test]
async fn an_app_that_was_chosen_instead_leaves_no_way_in_for_the_passkey() {
    on_both(async |desk| {
        let admin = required(desk).await;
        let refused = sign_in(desk, &admin, &json!({})).await;
        let (setup, options) = (&refused.body["setup"], &refused.body["newPasskey"]);
        let first = json!({ "code": code(&setup["secret"], 0), "proof": setup["proof"] });
        let body = sign_in(desk, &admin, &first).await.ok();
        let admin = admin.holding(&body);
        let key = Key::new(desk, options);
        let add = json!({ "name": "De antes", "passkey": key.made(options) });
        let refused = admin.post("/second-factor/passkeys", &add).await;
        assert_eq!(refused.refusal(), (400, "ERR_PASSKEY_INVALID"));
        let refused = enter(desk, &admin, key.made(options)).await;
        assert_eq!(refused.refusal(), (400, "ERR_SECOND_FACTOR_NEEDED"));
    })
    .await;
}

#[tokio::test]
async fn nobody_is_asked_for_a_passkey_where_his_company_requires_nothing() {
    on_both(async |desk| {
        let admin = required(desk).await;
        let options = asked(desk, &admin).await;
        let free = json!({ "value": "disabled" });
        admin.put("/settings/secondFactor", &free).await.ok();
        let key = Key::new(desk, &options);
        let body = enter(desk, &admin, key.made(&options)).await.ok();
        assert_eq!(body.get("recoveryCodes"), None);
        let admin = admin.holding(&body);
        assert_eq!(
            admin.get("/second-factor").await.ok()["passkeys"],
            json!([])
        );
    })
    .await;
}
