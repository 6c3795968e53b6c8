//! A forgotten password: a new one for a code, named in the body or in the address.

use actix_web::http::{Method, StatusCode};
use guiche_storage::identity::{password_resets, sign_ins::Owner};
use serde_json::json;

use super::{
    auth::refresh,
    support::{PASSWORD, TestDesk, bearer, request},
};

const MARINA: &str = "marina@aurora.example";
const CODE: &str = "K7MQ4XT9";

/// Gives Marina the code, as the mail does.
async fn give_code(desk: &TestDesk) {
    let owner = Owner {
        company_id: desk.company,
        user_id: desk.marina,
    };
    let (app, now) = (&desk.app, desk.app.clock.now());
    app.db
        .write(async |conn| password_resets::insert(conn, owner, &app.keys.jwt, CODE, now).await)
        .await
        .unwrap();
}

#[actix_web::test]
async fn a_code_sets_a_new_password_once() {
    // spec: A073 A119 A147
    let desk = TestDesk::new().await;
    let (token, cookie) = desk.marina_signs_in().await;
    give_code(&desk).await;
    let reset = async |code: &str, password: &str| {
        let body = json!({ "email": MARINA, "token": code, "newPassword": password });
        desk.send(request(Method::POST, "/api/resetpasswords").set_json(body))
            .await
    };
    let weak = reset(CODE, "Outra12").await;
    weak.refuses(400, "ERR_VALIDATION");
    let wrong = reset("AAAAAAAA", "Outra123").await;
    wrong.refuses(404, "ERR_RESET_CODE");
    let done = reset(CODE, "Outra123").await;
    assert_eq!(done.status, StatusCode::OK, "{}", done.text);
    assert!(done.json()["message"].is_string());
    let again = reset(CODE, "Outra123").await;
    again.refuses(404, "ERR_RESET_CODE");

    let before = desk.send(bearer(Method::GET, "/api/queue", &token)).await;
    before.refuses(401, "ERR_SESSION_EXPIRED");
    // whoever had her cookie has no use of it either
    refresh(&desk, &cookie)
        .await
        .refuses(401, "ERR_SESSION_EXPIRED");
    let former = desk.login(MARINA, PASSWORD).await;
    former.refuses(401, "ERR_INVALID_CREDENTIALS");
    let new = desk.login(MARINA, "Outra123").await;
    assert_eq!(new.status, StatusCode::OK, "{}", new.text);
}

#[actix_web::test]
async fn the_address_may_name_code_and_password_too() {
    // spec: A119
    let desk = TestDesk::new().await;
    give_code(&desk).await;
    let uri = format!("/api/resetpasswords/{MARINA}/{CODE}/Outra123");
    let done = desk.send(request(Method::POST, &uri)).await;
    assert_eq!(done.status, StatusCode::OK, "{}", done.text);
    let again = desk.send(request(Method::POST, &uri)).await;
    again.refuses(404, "ERR_RESET_CODE");
    let new = desk.login(MARINA, "Outra123").await;
    assert_eq!(new.status, StatusCode::OK, "{}", new.text);
}
