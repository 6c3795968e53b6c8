//! The second factor of signing in: switched on by a user, required by a company, asked for at every sign-in.

use guiche_storage::model::{Clock as _, SystemClock};
use reqwest::Method;
use serde_json::{Value, json};
use totp_rs::{Builder, Secret};

use super::{
    companies::{PASSWORD, company},
    support::{Answer, SUPER, Session, TestDesk, on_both},
};

/// What an app shows so many steps from now.
pub(super) fn code(secret: &Value, steps: i64) -> String {
    let secret = secret.as_str().expect("a secret");
    let secret = Secret::try_from_base32(secret).expect("base32");
    let app = Builder::new().with_secret(secret).build().expect("an app");
    let time = SystemClock.now().timestamp() + steps * 30;
    app.generate(time.try_into().expect("a time")).to_string()
}

pub(super) async fn sign_in(desk: &TestDesk, admin: &Session, more: &Value) -> Answer {
    let mut body = json!({ "email": admin.user["email"], "password": PASSWORD });
    let fields = more.as_object().expect("fields").clone();
    body.as_object_mut().expect("fields").extend(fields);
    desk.stranger().post("/auth/login", &body).await
}

async fn take(admin: &Session, proof: &Value) -> Answer {
    let path = "/second-factor";
    admin.call(Method::DELETE, path, Some(proof)).await
}

/// Switches it on with the code of the present step; answers the secret and the codes on paper.
pub(super) async fn switch_on(admin: &Session) -> (Value, Vec<Value>) {
    let (secret, codes, _) = switch_on_with_code(admin).await;
    (secret, codes)
}

/// The same; answers that code too, which is not that of the present step any more when the machine was slow.
async fn switch_on_with_code(admin: &Session) -> (Value, Vec<Value>, Value) {
    let setup = admin.post("/second-factor", &json!({})).await.ok();
    let uri = setup["uri"].as_str().expect("an address");
    let secret = setup["secret"].as_str().expect("a secret");
    assert!(uri.starts_with("otpauth://totp/") && uri.contains(secret));
    let first = json!({
        "proof": setup["proof"], "code": code(&setup["secret"], 0), "currentPassword": PASSWORD,
    });
    let wrong = json!({ "proof": setup["proof"], "code": "000", "currentPassword": PASSWORD });
    let refused = admin.put("/second-factor", &wrong).await;
    assert_eq!(refused.refusal(), (400, "ERR_SECOND_FACTOR_INVALID"));
    let mut stranger = first.clone();
    stranger["currentPassword"] = json!("Errada123");
    let refused = admin.put("/second-factor", &stranger).await;
    assert_eq!(refused.refusal(), (400, "ERR_CURRENT_PASSWORD"));
    assert_eq!(admin.get("/second-factor").await.ok()["since"], Value::Null);
    let done = admin.put("/second-factor", &first).await.ok();
    let again = admin.put("/second-factor", &first).await;
    assert_eq!(again.refusal(), (400, "ERR_SECOND_FACTOR_INVALID"), "once");
    let codes = done["recoveryCodes"].as_array().expect("codes").clone();
    (setup["secret"].clone(), codes, first["code"].clone())
}

#[tokio::test]
async fn who_has_a_second_factor_signs_in_with_a_code_that_is_good_once() {
    on_both(async |desk| {
        let host = desk.session(SUPER).await;
        let (_, admin) = company(&host, &json!({})).await;
        let (secret, codes, first) = switch_on_with_code(&admin).await;
        assert_eq!(codes.len(), 10);

        let asked = sign_in(desk, &admin, &json!({})).await;
        assert_eq!(asked.refusal(), (400, "ERR_SECOND_FACTOR_NEEDED"));
        assert!(!asked.headers.contains_key("set-cookie"), "nothing begins");
        let wrong =
            json!({ "email": admin.user["email"], "password": "Errada123", "code": "123456" });
        let refused = desk.stranger().post("/auth/login", &wrong).await;
        assert_eq!(
            refused.refusal(),
            (401, "ERR_INVALID_CREDENTIALS"),
            "password first"
        );
        let used = sign_in(desk, &admin, &json!({ "code": first })).await;
        assert_eq!(
            used.refusal(),
            (400, "ERR_SECOND_FACTOR_INVALID"),
            "it switched it on"
        );

        let next = json!({ "code": code(&secret, 1) });
        let body = sign_in(desk, &admin, &next).await.ok();
        assert!(body["token"].is_string() && body["recoveryCodes"].is_null());
        let used = sign_in(desk, &admin, &next).await;
        assert_eq!(used.refusal(), (400, "ERR_SECOND_FACTOR_INVALID"));

        // codes on paper, in any writing, each once
        let paper = codes[0].as_str().expect("a code").to_uppercase();
        let paper = json!({ "code": paper.replace('-', " ") });
        sign_in(desk, &admin, &paper).await.ok();
        let used = sign_in(desk, &admin, &paper).await;
        assert_eq!(used.refusal(), (400, "ERR_SECOND_FACTOR_INVALID"));
    })
    .await;
}

#[tokio::test]
async fn ten_wrong_codes_close_the_door_for_a_while() {
    on_both(async |desk| {
        let host = desk.session(SUPER).await;
        let (_, admin) = company(&host, &json!({})).await;
        let (secret, _) = switch_on(&admin).await;
        for _ in 0..10 {
            let wrong = json!({ "code": "abcdef", "currentPassword": PASSWORD });
            let refused = take(&admin, &wrong).await;
            assert_eq!(refused.refusal(), (400, "ERR_SECOND_FACTOR_INVALID"));
        }
        let right = json!({ "code": code(&secret, 1) });
        let refused = sign_in(desk, &admin, &right).await;
        assert_eq!(refused.refusal(), (429, "ERR_TOO_MANY_REQUESTS"));
        assert!(refused.retry_after());
    })
    .await;
}

#[tokio::test]
async fn password_and_e_mail_change_and_the_factor_goes_only_with_a_code() {
    on_both(async |desk| {
        let host = desk.session(SUPER).await;
        let (_, admin) = company(&host, &json!({})).await;
        let (_, codes) = switch_on(&admin).await;
        let own = format!("/users/{}", admin.user["id"]);
        let change = json!({ "password": "Outra1234", "currentPassword": PASSWORD });
        let refused = admin.put(&own, &change).await;
        assert_eq!(refused.refusal(), (400, "ERR_SECOND_FACTOR_NEEDED"));
        let proof = |code: &Value| json!({ "code": code, "currentPassword": PASSWORD });
        let other = admin
            .post("/second-factor/recovery-codes", &proof(&codes[0]))
            .await
            .ok();
        let other = other["recoveryCodes"].as_array().expect("codes").clone();
        let old = take(&admin, &proof(&codes[1])).await;
        assert_eq!(
            old.refusal(),
            (400, "ERR_SECOND_FACTOR_INVALID"),
            "replaced"
        );
        take(&admin, &proof(&other[0])).await.ok();
        let gone = take(&admin, &proof(&other[1])).await;
        assert_eq!(gone.refusal(), (404, "ERR_NOT_FOUND"));
        sign_in(desk, &admin, &json!({})).await.ok();
    })
    .await;
}

#[tokio::test]
async fn a_company_that_requires_it_lets_nobody_in_without_and_an_admin_helps_who_lost_his() {
    on_both(async |desk| {
        let host = desk.session(SUPER).await;
        let (_, admin) = company(&host, &json!({})).await;
        let required = json!({ "value": "enabled" });
        admin.put("/settings/secondFactor", &required).await.ok();
        assert_eq!(admin.get("/second-factor").await.ok()["required"], true);

        let refused = sign_in(desk, &admin, &json!({})).await;
        assert_eq!(refused.refusal(), (403, "ERR_SECOND_FACTOR_SETUP"));
        let setup = &refused.body["setup"];
        let first = json!({ "code": code(&setup["secret"], 0), "proof": setup["proof"] });
        let body = sign_in(desk, &admin, &first).await.ok();
        let codes = body["recoveryCodes"].as_array().expect("codes").clone();
        let paper = json!({ "code": codes[0] });
        let body = sign_in(desk, &admin, &paper).await.ok();
        let admin = admin.holding(&body);
        let proof = json!({ "code": codes[1], "currentPassword": PASSWORD });
        let refused = take(&admin, &proof).await;
        assert_eq!(refused.refusal(), (409, "ERR_SECOND_FACTOR_REQUIRED"));

        // nobody takes his own off without a code, and nobody another company's
        let own = format!("/second-factor/{}", admin.user["id"]);
        assert_eq!(admin.delete(&own).await.refusal(), (403, "ERR_NO_PERMISSION"));
        let (_, other) = company(&host, &json!({})).await;
        assert_eq!(other.delete(&own).await.refusal(), (404, "ERR_NO_USER_FOUND"));
        let email = format!("{}@padaria.example", super::new_number());
        let hired = json!({ "name": "Pessoa Nova", "email": email, "password": PASSWORD, "profile": "admin" });
        let hired = admin.post("/users", &hired).await.ok();
        let stranger = desk.stranger();
        let wish = json!({ "email": email, "password": PASSWORD });
        let setup = stranger.post("/auth/login", &wish).await.body["setup"].clone();
        let mut first = wish.clone();
        first["code"] = json!(code(&setup["secret"], 0));
        first["proof"] = setup["proof"].clone();
        stranger.post("/auth/login", &first).await.ok();
        let lost = stranger.post("/auth/login", &wish).await;
        assert_eq!(lost.refusal(), (400, "ERR_SECOND_FACTOR_NEEDED"));
        admin.delete(&format!("/second-factor/{}", hired["id"])).await.ok();
        let anew = stranger.post("/auth/login", &wish).await;
        assert_eq!(anew.refusal(), (403, "ERR_SECOND_FACTOR_SETUP"));
    })
    .await;
}
