//! Signing in, staying in, signing out.

use actix_web::{
    cookie::{Cookie, SameSite},
    http::{Method, StatusCode},
};
use chrono::TimeDelta;
use guiche_storage::{
    companies::{self, Feature},
    identity::{sign_ins::Ended, users},
    model::{
        ErrorCode,
        event::{Entity, Room},
        user::Profile,
    },
};
use serde_json::json;

use super::support::{PASSWORD, TestDesk, bearer, request};
use crate::{error::ApiError, middleware::caller::verify_socket_token};

const MARINA: &str = "marina@aurora.example";

/// Any route that asks for a caller: signing out of nothing is allowed, so the socket's door is asked.
async fn code_of(desk: &TestDesk, token: &str) -> Option<ErrorCode> {
    verify_socket_token(&desk.app, token)
        .await
        .err()
        .map(|error| error.code())
}

pub(super) async fn refresh(desk: &TestDesk, cookie: &Cookie<'static>) -> super::support::Answer {
    desk.send(request(Method::POST, "/api/auth/refresh_token").cookie(cookie.clone()))
        .await
}

#[actix_web::test]
async fn a_right_password_gives_a_token_the_user_and_a_guarded_cookie() {
    // spec: S022 S041 S089
    let desk = TestDesk::new().await;
    let answer = desk.login(" Marina@Aurora.Example ", PASSWORD).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    let user = &answer.json()["user"];
    assert_eq!(user["id"], desk.marina.0);
    assert_eq!(user["companyId"], desk.company.0);
    assert_eq!(user["company"]["name"], "Aurora");
    assert_eq!(user["company"]["plan"]["useCampaigns"], true);
    assert_eq!(user["profile"], "user");
    assert_eq!(
        (&user["name"], &user["email"]),
        (&json!("Marina"), &json!(MARINA))
    );
    assert_eq!(
        (&user["super"], &user["allTicket"]),
        (&json!(false), &json!("desabled"))
    );
    assert_eq!(
        (&user["queues"], &user["whatsappId"]),
        (&json!([]), &json!(null))
    );
    assert!(!answer.text.contains("argon2"), "the hash stays here");
    let cookie = answer.cookie.unwrap();
    assert_eq!(cookie.http_only(), Some(true));
    assert_eq!(cookie.same_site(), Some(SameSite::Strict));
    assert_eq!(cookie.path(), Some("/api/auth"));
    assert_ne!(cookie.secure(), Some(true), "plain HTTP on loopback");
    let caller = verify_socket_token(&desk.app, &answer_token(&answer.text))
        .await
        .unwrap();
    assert_eq!((caller.company, caller.user), (desk.company, desk.marina));
    assert_eq!(
        caller.expires_at,
        desk.app.clock.now() + TimeDelta::minutes(15)
    );
}

fn answer_token(text: &str) -> String {
    let body: serde_json::Value = serde_json::from_str(text).unwrap();
    body["token"].as_str().unwrap().to_owned()
}

#[actix_web::test]
async fn behind_tls_the_cookie_is_secure_and_the_browser_told_to_stay() {
    let desk =
        TestDesk::with(|config| config.http.public_url = Some("https://desk.example".into())).await;
    let answer = desk.login(MARINA, PASSWORD).await;
    assert_eq!(answer.cookie.unwrap().secure(), Some(true));
    assert!(answer.headers.contains_key("strict-transport-security"));
}

#[actix_web::test]
async fn a_wrong_password_and_an_unknown_email_are_answered_alike() {
    // spec: S119
    let desk = TestDesk::new().await;
    let wrong = desk.login(MARINA, "Aurora124").await;
    let unknown = desk.login("nobody@aurora.example", PASSWORD).await;
    wrong.refuses(401, "ERR_INVALID_CREDENTIALS");
    unknown.refuses(401, "ERR_INVALID_CREDENTIALS");
    assert_eq!(wrong.json()["message"], unknown.json()["message"]);
    assert!(wrong.cookie.is_none() && unknown.cookie.is_none());
    assert!(desk.recorder.told.lock().unwrap().is_empty());
}

#[actix_web::test]
async fn a_switched_off_user_is_answered_like_a_wrong_password() {
    let desk = TestDesk::new().await;
    let now = desk.app.clock.now();
    desk.app
        .db
        .write(async |conn| users::update_active(conn, desk.company, desk.marina, now, false).await)
        .await
        .unwrap();
    desk.login(MARINA, PASSWORD)
        .await
        .refuses(401, "ERR_INVALID_CREDENTIALS");
}

#[actix_web::test]
async fn a_company_that_has_not_paid_signs_in_and_looks_and_is_refused_a_change_with_date_and_text()
{
    let desk = TestDesk::new().await;
    let now = desk.app.clock.now();
    let standing = async |status, due| {
        desk.app
            .db
            .write(async |conn| {
                companies::update_standing(conn, desk.company, now, status, due).await
            })
            .await
            .unwrap();
    };
    let change = async |token: &str| {
        let body = json!({ "name": "Urgente" });
        desk.send(bearer(Method::POST, "/api/tags", token).set_json(body))
            .await
    };
    // one o'clock in UTC is still the day before where the company is
    let day = (now - TimeDelta::days(4)).date_naive();
    let due = day.and_hms_opt(1, 0, 0).unwrap().and_utc();
    standing(true, Some(due)).await;
    let (token, cookie) = desk.marina_signs_in().await;
    assert_eq!(code_of(&desk, &token).await, None, "he may listen");
    let looked = desk.send(bearer(Method::GET, "/api/tags", &token)).await;
    assert_eq!(looked.status, StatusCode::OK);
    let answer = change(&token).await;
    answer.refuses(403, "ERR_COMPANY_EXPIRED");
    let body = answer.json();
    assert_eq!(body["dueDate"], json!(due));
    let text = body["message"].as_str().unwrap();
    assert!(
        text.contains(&day.pred_opt().unwrap().format("em %d/%m/%Y.").to_string())
            && text.contains("suporte"),
        "{text}"
    );
    desk.login(MARINA, "wrong")
        .await
        .refuses(401, "ERR_INVALID_CREDENTIALS");
    assert_eq!(refresh(&desk, &cookie).await.status, StatusCode::OK);
    standing(false, None).await;
    change(&token).await.refuses(403, "ERR_COMPANY_INACTIVE");
    let (token, _) = desk.marina_signs_in().await;
    let out = desk.send(bearer(Method::DELETE, "/api/auth/logout", &token));
    assert_eq!(out.await.status, StatusCode::OK);
    assert_eq!(
        code_of(&desk, &token).await,
        Some(ErrorCode::SessionExpired)
    );
}

#[actix_web::test]
async fn a_second_sign_in_ends_the_first_and_tells_its_browsers() {
    // spec: S070
    let desk = TestDesk::new().await;
    let (old_token, old_cookie) = desk.marina_signs_in().await;
    assert_eq!(code_of(&desk, &old_token).await, None);
    desk.recorder.told.lock().unwrap().clear();
    let (token, cookie) = desk.marina_signs_in().await;
    assert_eq!(
        code_of(&desk, &old_token).await,
        Some(ErrorCode::SessionExpired)
    );
    refresh(&desk, &old_cookie)
        .await
        .refuses(401, "ERR_SESSION_EXPIRED");
    assert_eq!(code_of(&desk, &token).await, None);
    {
        let told = desk.recorder.told.lock().unwrap();
        let [event] = told.as_slice() else {
            panic!("{told:?}")
        };
        assert_eq!(event.entity, Entity::Auth);
        assert_eq!(event.rooms, [Room::User(desk.marina)]);
        let payload: serde_json::Value = serde_json::from_str(event.payload.get()).unwrap();
        let user = json!({ "id": desk.marina, "email": MARINA, "companyId": desk.company });
        assert_eq!(payload, json!({ "action": "update", "user": user }));
    }
    let session = verify_socket_token(&desk.app, &token)
        .await
        .unwrap()
        .session;
    let ended = *desk.recorder.ended.lock().unwrap().last().unwrap();
    let which = Ended::AllBut(session);
    assert_eq!(ended, (desk.company, desk.marina, which));
    // renewing is no sign-in
    desk.recorder.told.lock().unwrap().clear();
    assert_eq!(refresh(&desk, &cookie).await.status, StatusCode::OK);
    assert!(desk.recorder.told.lock().unwrap().is_empty());
}

#[actix_web::test]
async fn the_cookie_renews_the_access_token_and_changes_each_time() {
    // spec: S070 S090
    let desk = TestDesk::new().await;
    let (token, mut cookie) = desk.marina_signs_in().await;
    for _ in 0..3 {
        desk.pass(TimeDelta::minutes(15));
        let answer = refresh(&desk, &cookie).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        assert_eq!(answer.json()["user"]["name"], "Marina");
        assert_eq!(code_of(&desk, &answer.token()).await, None);
        let next = answer.cookie.unwrap();
        assert_ne!(next.value(), cookie.value());
        cookie = next;
    }
    assert_eq!(
        code_of(&desk, &token).await,
        Some(ErrorCode::TokenInvalid),
        "403: the client renews"
    );
}

#[actix_web::test]
async fn two_tabs_renew_at_once_and_both_stay_in() {
    let desk = TestDesk::new().await;
    let (_, cookie) = desk.marina_signs_in().await;
    let one = refresh(&desk, &cookie).await.cookie.unwrap();
    let other = refresh(&desk, &cookie).await.cookie.unwrap();
    assert_eq!(one.value(), other.value());
    assert_eq!(refresh(&desk, &one).await.status, StatusCode::OK);
}

#[actix_web::test]
async fn a_copied_cookie_ends_the_sign_in() {
    let desk = TestDesk::new().await;
    let (_, cookie) = desk.marina_signs_in().await;
    let renewed = refresh(&desk, &cookie).await;
    desk.pass(TimeDelta::seconds(11));
    let copied = refresh(&desk, &cookie).await;
    copied.refuses(401, "ERR_SESSION_EXPIRED");
    assert_eq!(copied.cookie.unwrap().value(), "", "the cookie is cleared");
    assert_eq!(
        code_of(&desk, &renewed.token()).await,
        Some(ErrorCode::SessionExpired)
    );
    refresh(&desk, &renewed.cookie.unwrap())
        .await
        .refuses(401, "ERR_SESSION_EXPIRED");
    let (_, _, which) = *desk.recorder.ended.lock().unwrap().last().unwrap();
    assert!(matches!(which, Ended::One(_)));
}

#[actix_web::test]
async fn no_cookie_and_a_false_one_renew_nothing() {
    // spec: S124
    let desk = TestDesk::new().await;
    let bare = desk
        .send(request(Method::POST, "/api/auth/refresh_token"))
        .await;
    bare.refuses(401, "ERR_SESSION_EXPIRED");
    for value in ["", "x", "0191.abc", "..."] {
        refresh(&desk, &Cookie::new("jrt", value))
            .await
            .refuses(401, "ERR_SESSION_EXPIRED");
    }
}

#[actix_web::test]
async fn signing_out_ends_token_cookie_and_sockets_at_once() {
    // spec: S070 S090
    let desk = TestDesk::new().await;
    for with_token in [true, false] {
        let (token, cookie) = desk.marina_signs_in().await;
        let session = verify_socket_token(&desk.app, &token)
            .await
            .unwrap()
            .session;
        let logout = if with_token {
            bearer(Method::DELETE, "/api/auth/logout", &token)
        } else {
            request(Method::DELETE, "/api/auth/logout").cookie(cookie.clone())
        };
        let answer = desk.send(logout).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        assert_eq!(answer.json(), json!({}));
        assert_eq!(answer.cookie.unwrap().value(), "");
        assert_eq!(
            code_of(&desk, &token).await,
            Some(ErrorCode::SessionExpired)
        );
        refresh(&desk, &cookie)
            .await
            .refuses(401, "ERR_SESSION_EXPIRED");
        let (_, _, which) = *desk.recorder.ended.lock().unwrap().last().unwrap();
        assert_eq!(which, Ended::One(session));
    }
    let nothing = desk.send(request(Method::DELETE, "/api/auth/logout")).await;
    assert_eq!(nothing.status, StatusCode::OK);
}

#[actix_web::test]
async fn signing_out_shows_the_user_offline() {
    let desk = TestDesk::new().await;
    let (token, _) = desk.marina_signs_in().await;
    let now = desk.app.clock.now();
    desk.app
        .db
        .write(async |conn| users::update_online(conn, desk.company, desk.marina, now, true).await)
        .await
        .unwrap();
    desk.recorder.told.lock().unwrap().clear();
    desk.send(bearer(Method::DELETE, "/api/auth/logout", &token))
        .await;
    let told = desk.recorder.told.lock().unwrap();
    let payload: serde_json::Value = serde_json::from_str(told[0].payload.get()).unwrap();
    assert_eq!(
        (told[0].entity, told[0].rooms.as_slice()),
        (Entity::User, &[Room::Main][..])
    );
    assert_eq!(
        payload["user"],
        json!({ "id": desk.marina, "name": "Marina", "online": false })
    );
}

#[actix_web::test]
async fn me_reads_the_cookie() {
    // spec: S090
    let desk = TestDesk::new().await;
    let (token, cookie) = desk.marina_signs_in().await;
    let me = desk
        .send(request(Method::GET, "/api/auth/me").cookie(cookie))
        .await;
    assert_eq!(
        me.json(),
        json!({ "id": desk.marina, "profile": "user", "super": false })
    );
    let bare = desk.send(bearer(Method::GET, "/api/auth/me", &token)).await;
    bare.refuses(401, "ERR_SESSION_EXPIRED");
}

#[actix_web::test]
async fn too_many_attempts_are_told_to_wait() {
    let desk = TestDesk::with(|config| config.limits.login_per_account_per_minute = 3).await;
    for _ in 0..3 {
        desk.login(MARINA, "wrong")
            .await
            .refuses(401, "ERR_INVALID_CREDENTIALS");
    }
    let refused = desk.login(MARINA, PASSWORD).await;
    refused.refuses(429, "ERR_TOO_MANY_REQUESTS");
    let wait: u64 = refused.header("retry-after").parse().unwrap();
    assert!((1..=60).contains(&wait), "{wait}");
    desk.login("rafael@aurora.example", "wrong")
        .await
        .refuses(401, "ERR_INVALID_CREDENTIALS");

    let desk = TestDesk::with(|config| config.limits.login_per_ip_per_minute = 2).await;
    desk.login("a@aurora.example", "wrong")
        .await
        .refuses(401, "ERR_INVALID_CREDENTIALS");
    desk.login("b@aurora.example", "wrong")
        .await
        .refuses(401, "ERR_INVALID_CREDENTIALS");
    desk.login("c@aurora.example", "wrong")
        .await
        .refuses(429, "ERR_TOO_MANY_REQUESTS");
}

#[actix_web::test]
async fn what_is_no_login_is_refused_by_field() {
    let desk = TestDesk::new().await;
    let post = async |body: &str, kind: &'static str| {
        let request = request(Method::POST, "/api/auth/login")
            .insert_header(("content-type", kind))
            .set_payload(body.to_owned());
        desk.send(request).await
    };
    let json_type = "application/json";
    for (body, field) in [
        ("{", "body"),
        ("", "body"),
        ("[]", "body"),
        (r#"{"email":5,"password":"x"}"#, "email"),
        (r#"{"password":"x"}"#, "email"),
        (r#"{"email":"a@b.c"}"#, "password"),
        (r#"{"email":"","password":"x"}"#, "email"),
    ] {
        let answer = post(body, json_type).await;
        answer.refuses(400, "ERR_VALIDATION");
        assert!(
            answer.json()["details"][field].is_array(),
            "{body}: {}",
            answer.text
        );
    }
    let long = json!({ "email": MARINA, "password": "x".repeat(300) }).to_string();
    post(&long, json_type).await.refuses(400, "ERR_VALIDATION");
    post("email=a", "application/x-www-form-urlencoded")
        .await
        .refuses(400, "ERR_VALIDATION");
    let huge = format!(r#"{{"email":"{}"}}"#, "x".repeat(2_000_000));
    post(&huge, json_type)
        .await
        .refuses(413, "ERR_PAYLOAD_TOO_LARGE");
}

#[actix_web::test]
async fn a_lost_role_and_a_new_password_count_at_the_next_request() {
    let desk = TestDesk::new().await;
    let (token, cookie) = desk.marina_signs_in().await;
    let now = desk.app.clock.now();
    desk.app
        .db
        .write(async |conn| {
            users::update_password(conn, desk.company, desk.marina, now, "other").await
        })
        .await
        .unwrap();
    assert_eq!(
        code_of(&desk, &token).await,
        Some(ErrorCode::SessionExpired)
    );
    refresh(&desk, &cookie)
        .await
        .refuses(401, "ERR_SESSION_EXPIRED");
}

#[actix_web::test]
async fn a_request_without_a_token_a_false_one_and_an_old_one_are_told_apart() {
    // spec: S070
    let desk = TestDesk::new().await;
    let (token, _) = desk.marina_signs_in().await;
    let uri = "/api/queue";
    let bare = desk.send(request(Method::GET, uri)).await;
    bare.refuses(401, "ERR_SESSION_EXPIRED");
    for header in ["Bearer", "Bearer x.y.z", "Basic bWFyaW5h", token.as_str()] {
        let asked = request(Method::GET, uri).insert_header(("authorization", header));
        desk.send(asked).await.refuses(403, "ERR_TOKEN_INVALID");
    }
    let good = desk.send(bearer(Method::GET, uri, &token)).await;
    assert_eq!(good.status, StatusCode::OK, "{}", good.text);
    desk.pass(TimeDelta::minutes(15));
    let old = desk.send(bearer(Method::GET, uri, &token)).await;
    old.refuses(403, "ERR_TOKEN_INVALID");
}

#[actix_web::test]
async fn a_caller_may_what_his_profile_and_plan_allow() {
    let desk = TestDesk::new().await;
    let (token, _) = desk.marina_signs_in().await;
    let mut caller = verify_socket_token(&desk.app, &token).await.unwrap();
    let code = |result: Result<(), ApiError>| result.err().map(|error| error.code());
    let no = Some(ErrorCode::NoPermission);
    for (profile, admin, supervisor) in [
        (Profile::User, no, no),
        (Profile::Supervisor, no, None),
        (Profile::Admin, None, None),
    ] {
        caller.profile = profile;
        assert_eq!(code(caller.require_admin()), admin, "{profile:?}");
        assert_eq!(code(caller.require_supervisor()), supervisor, "{profile:?}");
        assert_eq!(code(caller.require_super()), no, "{profile:?}");
    }
    caller.is_super = true;
    assert_eq!(code(caller.require_super()), None);
    assert_eq!(code(caller.require_plan(Feature::Kanban)), None);
    caller.plan.use_kanban = false;
    assert_eq!(
        code(caller.require_plan(Feature::Kanban)),
        Some(ErrorCode::PlanFeature)
    );
}
