//! What every answer has: ids, headers, and one format for refusals; the pages; the description; the operator's port.

use actix_web::{
    App as ActixApp,
    http::{Method, StatusCode},
    test::{self, TestRequest},
};
use guiche_storage::Db;
use serde_json::json;

use super::support::{TestDesk, bearer, request};
use crate::{middleware::shutdown::Shutdown, operator::Operator, routes};

#[actix_web::test]
async fn every_answer_is_protected_and_has_an_id() {
    let desk = TestDesk::new().await;
    for uri in ["/api/version", "/api/nothing", "/login", "/missing.js"] {
        let answer = desk.send(request(Method::GET, uri)).await;
        let header = |name: &str| answer.header(name);
        assert!(header("content-security-policy").contains("frame-ancestors 'none'"));
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("x-frame-options"), "DENY");
        assert_eq!(header("referrer-policy"), "same-origin");
        assert_eq!(header("x-request-id").len(), 32);
        assert_eq!(
            uri.starts_with("/api"),
            header_is(&answer, "cache-control", "no-store"),
            "{uri}"
        );
    }
}

fn header_is(answer: &super::support::Answer, name: &str, value: &str) -> bool {
    answer.headers.get(name).is_some_and(|found| found == value)
}

#[actix_web::test]
async fn an_unknown_route_and_a_wrong_method_are_refused_in_our_format() {
    let desk = TestDesk::new().await;
    desk.send(request(Method::GET, "/api/nothing"))
        .await
        .refuses(404, "ERR_NOT_FOUND");
    desk.send(request(Method::GET, "/api"))
        .await
        .refuses(404, "ERR_NOT_FOUND");
    desk.send(request(Method::GET, "/media/nothing"))
        .await
        .refuses(404, "ERR_NOT_FOUND");
    desk.send(request(Method::GET, "/socket.io/"))
        .await
        .refuses(404, "ERR_NOT_FOUND");
    for beside in ["/api/tickets/5/nothing", "/api/ticketsandmore"] {
        desk.send(request(Method::GET, beside))
            .await
            .refuses(404, "ERR_NOT_FOUND");
    }
    for (method, uri, allow) in [
        (Method::GET, "/api/auth/login", "POST"),
        (Method::PATCH, "/api/tickets/5", "DELETE, GET, PUT"),
        (Method::DELETE, "/api/tickets", "GET, POST"),
        (Method::POST, "/login", "GET, HEAD"),
    ] {
        let refused = desk.send(request(method, uri)).await;
        refused.refuses(405, "ERR_METHOD_NOT_ALLOWED");
        assert_eq!(refused.header("allow"), allow, "{uri}");
    }
}

#[actix_web::test]
async fn a_nul_in_any_search_is_refused_before_a_database_hears_of_it() {
    let desk = TestDesk::new().await;
    let (token, _) = desk.marina_signs_in().await;
    for uri in [
        "/api/contacts?searchParam=%00",
        "/api/tickets?searchParam=a%00b",
        "/api/messages/search?q=x&%00=1",
        "/api/quickMessages?searchParam=%00",
    ] {
        let refused = desk.send(bearer(Method::GET, uri, &token)).await;
        refused.refuses(400, "ERR_VALIDATION");
        assert_eq!(refused.json()["details"]["query"][0], "has a NUL character");
    }
    let percent = "/api/contacts?searchParam=%2500";
    let taken = desk.send(bearer(Method::GET, percent, &token)).await;
    assert_eq!(
        taken.status,
        StatusCode::OK,
        "the text %00 is one: {}",
        taken.text
    );
}

#[actix_web::test]
async fn the_version_is_told_to_everybody() {
    // spec: S090
    let desk = TestDesk::new().await;
    let answer = desk.send(request(Method::GET, "/api/version")).await;
    assert_eq!(
        answer.json(),
        json!({ "version": env!("CARGO_PKG_VERSION") })
    );
}

#[actix_web::test]
async fn the_demo_log_ins_are_shown_in_the_demo_only() {
    let mut desk = TestDesk::new().await;
    desk.send(request(Method::GET, "/api/demo"))
        .await
        .refuses(404, "ERR_NOT_FOUND");
    desk.app.demo = true;
    let logins = desk.send(request(Method::GET, "/api/demo")).await.json();
    assert_eq!(logins["logins"][0]["email"], "admin@aurora.example");
    assert_eq!(logins["logins"][0]["profile"], "admin");
}

#[actix_web::test]
async fn a_client_route_answers_with_the_page_and_a_missing_file_does_not() {
    // spec: S017
    let desk = TestDesk::new().await;
    for uri in [
        "/",
        "/login",
        "/tickets/3f0c0e6e-0b0c-4c1d-9a52-0b6d2f3f9f10",
    ] {
        let page = desk.send(request(Method::GET, uri)).await;
        assert_eq!(page.status, StatusCode::OK, "{uri}");
        assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
        assert!(page.text.contains("<html"), "{uri}");
        assert_eq!(page.header("cache-control"), "no-cache");
    }
    for uri in [
        "/missing.js",
        "/assets/none",
        "/.env",
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
    ] {
        desk.send(request(Method::GET, uri))
            .await
            .refuses(404, "ERR_NOT_FOUND");
    }
}

#[actix_web::test]
async fn the_description_lists_every_route_with_its_folder() {
    let desk = TestDesk::new().await;
    let served = desk
        .send(request(Method::GET, "/api/openapi.json"))
        .await
        .json();
    let printed: serde_json::Value =
        serde_json::from_str(&routes::openapi().to_json().unwrap()).unwrap();
    assert_eq!(served, printed);
    assert!(
        served["paths"]["/api/auth/login"]["post"].is_object(),
        "{served}"
    );
    assert!(served["components"]["schemas"]["SignedInUser"].is_object());
    assert_eq!(
        served["components"]["securitySchemes"]["bearer"]["scheme"],
        "bearer"
    );
}

#[actix_web::test]
async fn json_is_compressed_for_who_accepts_it() {
    let desk = TestDesk::new().await;
    let asked =
        request(Method::GET, "/api/openapi.json").insert_header(("accept-encoding", "gzip"));
    assert!(header_is(
        &desk.send(asked).await,
        "content-encoding",
        "gzip"
    ));
}

#[actix_web::test]
async fn a_failure_of_the_database_says_nothing_about_it() {
    let desk = TestDesk::new().await;
    desk.app.db.close().await;
    let answer = desk.login("marina@aurora.example", "Aurora123").await;
    answer.refuses(503, "ERR_BUSY");
    assert_eq!(answer.header("retry-after"), "1");
    assert!(
        !answer.text.to_lowercase().contains("pool"),
        "{}",
        answer.text
    );
}

#[actix_web::test]
async fn the_operators_port_says_whether_the_server_is_ready() {
    let desk = TestDesk::new().await;
    let operator = Operator::new(desk.app.db.clone(), desk.app.shutdown.clone()).unwrap();
    desk.send(request(Method::GET, "/api/version")).await;
    let side = test::init_service(ActixApp::new().configure(operator.configure())).await;
    let get = async |uri: &str| {
        let response = test::call_service(&side, TestRequest::with_uri(uri).to_request()).await;
        let status = response.status();
        (
            status,
            String::from_utf8(test::read_body(response).await.to_vec()).unwrap(),
        )
    };
    assert_eq!(get("/healthz").await, (StatusCode::OK, "ok\n".into()));
    assert_eq!(get("/readyz").await, (StatusCode::OK, "ready\n".into()));
    let (status, text) = get("/metrics").await;
    assert_eq!(status, StatusCode::OK);
    assert!(text.contains("guiche_http_requests_total"), "{text}");
    assert!(text.contains(r#"route="/api/version""#), "{text}");
    desk.app.db.close().await;
    assert_eq!(get("/readyz").await.0, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(get("/healthz").await.0, StatusCode::OK);
}

#[actix_web::test]
async fn a_database_without_tables_is_not_ready() {
    let dir = tempfile::tempdir().unwrap();
    let db = Db::connect(&Db::sqlite_url(&dir.path().join("empty.db")))
        .await
        .unwrap();
    let operator = Operator::new(db, Shutdown::default()).unwrap();
    let side = test::init_service(ActixApp::new().configure(operator.configure())).await;
    let asked = TestRequest::with_uri("/readyz").to_request();
    let response = test::call_service(&side, asked).await;
    assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
}

#[actix_web::test]
async fn a_node_that_leaves_is_not_ready_takes_no_sockets_and_then_nothing() {
    let desk = TestDesk::new().await;
    let operator = Operator::new(desk.app.db.clone(), desk.app.shutdown.clone()).unwrap();
    let side = test::init_service(ActixApp::new().configure(operator.configure())).await;
    let version = || request(Method::GET, "/api/version");
    let socket = || request(Method::GET, "/socket.io/").insert_header(("upgrade", "websocket"));
    desk.app.shutdown.begin();
    let ready = TestRequest::with_uri("/readyz").to_request();
    let ready = test::call_service(&side, ready).await;
    assert_eq!(ready.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(test::read_body(ready).await, "stopping\n");
    assert_eq!(desk.send(version()).await.status, StatusCode::OK);
    let refused = desk.send(socket()).await;
    assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(refused.header("retry-after"), "1");

    desk.app.shutdown.refuse();
    let refused = desk.send(version()).await;
    assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(refused.header("retry-after"), "1");
    assert!(refused.text.contains("ERR_BUSY"), "{}", refused.text);
}

#[actix_web::test]
async fn who_comes_when_all_places_are_taken_is_refused_and_may_still_sign_in() {
    let desk = TestDesk::with(|config| config.limits.requests_at_once = 0).await;
    let (token, _) = desk.marina_signs_in().await;
    let crowded = desk.send(bearer(Method::GET, "/api/tickets", &token)).await;
    crowded.refuses(503, "ERR_BUSY");
    assert_eq!(crowded.header("retry-after"), "1");
}

#[actix_web::test]
async fn a_place_is_given_back_with_each_answer_also_with_a_refusal() {
    let desk = TestDesk::with(|config| config.limits.requests_at_once = 1).await;
    let (token, _) = desk.marina_signs_in().await;
    for _ in 0..2 {
        let listed = desk.send(bearer(Method::GET, "/api/tickets", &token)).await;
        assert_eq!(listed.status, StatusCode::OK, "{}", listed.text);
        desk.send(bearer(Method::GET, "/api/tickets", "forged"))
            .await
            .refuses(403, "ERR_TOKEN_INVALID");
    }
}
