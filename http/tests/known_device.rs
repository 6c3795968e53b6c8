//! Signing in from a browser that is known.

use actix_web::{
    cookie::Cookie,
    http::{Method, StatusCode},
};
use serde_json::json;

use super::support::{PASSWORD, TestDesk, request};

const MARINA: &str = "marina@aurora.example";

#[actix_web::test]
async fn whoever_tries_passwords_does_not_keep_the_owner_out_of_his_own_browser() {
    let desk = TestDesk::with(|config| config.limits.login_per_account_per_minute = 3).await;
    let first = desk.login(MARINA, PASSWORD).await;
    let known = first.named_cookie("jdev");
    assert_eq!(known.http_only(), Some(true));
    assert_eq!(known.path(), Some("/api/auth"));
    while desk.login(MARINA, "guess").await.status == StatusCode::UNAUTHORIZED {}
    desk.login(MARINA, PASSWORD)
        .await
        .refuses(429, "ERR_TOO_MANY_REQUESTS");

    let from = async |cookie: Cookie<'static>, email: &str| {
        let body = json!({ "email": email, "password": PASSWORD });
        let asked = request(Method::POST, "/api/auth/login").cookie(cookie);
        desk.send(asked.set_json(body)).await
    };
    let own = from(known.clone(), MARINA).await;
    assert_eq!(own.status, StatusCode::OK, "{}", own.text);
    assert_eq!(own.named_cookie("jdev").value(), known.value());
    let (id, _) = known.value().split_once('.').unwrap();
    let forged = Cookie::new("jdev", format!("{id}.{}", "00".repeat(32)));
    from(forged, MARINA)
        .await
        .refuses(429, "ERR_TOO_MANY_REQUESTS");
}
