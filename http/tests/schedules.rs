//! `/schedules`: what is refused, and who hears of what.

use actix_web::http::Method;
use guiche_storage::{companies::Feature, model::user::Profile};
use serde_json::{Value, json};

use super::callers::{Desk, SignedIn};

async fn contact(desk: &Desk, caller: &SignedIn) -> Value {
    let body = json!({ "name": "Beatriz", "number": "5511988887777" });
    desk.post(caller, "/contacts", body).await["id"].clone()
}

#[actix_web::test]
async fn a_schedule_is_refused_without_text_contact_or_a_time_to_come() {
    // spec: S075
    let desk = Desk::new().await;
    let aurora = desk.company_with("Aurora", &[Feature::Schedules]).await;
    let user = desk.user(aurora, Profile::User, false).await;
    let contact = contact(&desk, &user).await;
    let good = json!({
        "contactId": contact, "body": "Até amanhã", "sendAt": "2026-08-04T12:00:00Z",
    });
    for (field, value) in [
        ("body", json!("Oi!!")),
        ("body", json!("    Oi    ")),
        ("body", json!("x".repeat(4097))),
        ("sendAt", json!("2026-08-03T12:59:59Z")),
        ("sendAt", json!("2036-08-10T12:00:00Z")),
        ("sendAt", json!("amanhã")),
        ("sendAt", Value::Null),
        ("contactId", Value::Null),
    ] {
        let mut body = good.clone();
        body[field] = value.clone();
        let refused = desk
            .refused(&user, Method::POST, "/schedules", Some(body))
            .await;
        assert_eq!(
            refused,
            (400, "ERR_VALIDATION".to_owned()),
            "{field} {value}"
        );
    }
    for (field, code) in [
        ("contactId", "ERR_NO_CONTACT_FOUND"),
        ("whatsappId", "ERR_NO_WAPP_FOUND"),
        ("userId", "ERR_NO_USER_FOUND"),
    ] {
        let mut body = good.clone();
        body[field] = json!(999_999);
        let refused = desk
            .refused(&user, Method::POST, "/schedules", Some(body))
            .await;
        assert_eq!(refused, (404, code.to_owned()), "{field}");
    }
    let mut own = good;
    own["userId"] = json!(user.user);
    let made = desk.post(&user, "/schedules", own).await;
    assert_eq!(made["userId"], json!(user.user));
}

#[actix_web::test]
async fn what_comes_again_has_an_end_after_its_begin() {
    let desk = Desk::new().await;
    let aurora = desk.company_with("Aurora", &[Feature::Schedules]).await;
    let user = desk.user(aurora, Profile::User, false).await;
    let contact = contact(&desk, &user).await;
    let good = json!({
        "contactId": contact, "body": "Até amanhã", "sendAt": "2026-08-31T12:00:00Z",
        "repeat": "monthly", "repeatUntil": "2026-12-31T12:00:00Z",
    });
    for (field, value) in [
        ("repeat", json!("yearly")),
        ("repeatUntil", Value::Null),
        ("repeatUntil", json!("2026-08-31T12:00:00Z")),
        ("repeatUntil", json!("2036-08-10T12:00:00Z")),
    ] {
        let mut body = good.clone();
        body[field] = value.clone();
        let refused = desk
            .refused(&user, Method::POST, "/schedules", Some(body))
            .await;
        assert_eq!(
            refused,
            (400, "ERR_VALIDATION".to_owned()),
            "{field} {value}"
        );
    }
    let made = desk.post(&user, "/schedules", good).await;
    assert_eq!(
        (&made["repeat"], &made["repeatUntil"]),
        (&json!("monthly"), &json!("2026-12-31T12:00:00Z"))
    );
    let path = format!("/schedules/{}", made["id"]);
    for (change, repeat) in [
        (json!({ "body": "Até logo mais" }), json!("monthly")),
        (json!({ "repeat": "weekly" }), json!("weekly")),
        (json!({ "repeat": null }), Value::Null),
    ] {
        let (status, changed) = desk.call(&user, Method::PUT, &path, Some(change)).await;
        assert_eq!((status, &changed["repeat"]), (200, &repeat));
    }
    let late = Some(json!({ "repeat": "daily", "repeatUntil": "2026-08-30T12:00:00Z" }));
    let refused = desk.refused(&user, Method::PUT, &path, late).await;
    assert_eq!(refused, (400, "ERR_VALIDATION".to_owned()));
}

#[actix_web::test]
async fn everybody_hears_of_a_schedule() {
    // spec: S113
    let desk = Desk::new().await;
    let aurora = desk.company_with("Aurora", &[Feature::Schedules]).await;
    let user = desk.user(aurora, Profile::User, false).await;
    let contact = contact(&desk, &user).await;
    desk.told();
    let body = json!({
        "contactId": contact, "body": "Até amanhã", "sendAt": "2026-08-04T12:00:00Z",
    });
    let made = desk.post(&user, "/schedules", body).await;
    let path = format!("/schedules/{}", made["id"]);
    let change = Some(json!({ "body": "Até logo mais" }));
    let (_, changed) = desk.call(&user, Method::PUT, &path, change).await;
    let (status, _) = desk.call(&user, Method::DELETE, &path, None).await;
    assert_eq!(status, 200);
    let told: Vec<_> = desk
        .told()
        .into_iter()
        .map(|(entity, rooms, body)| {
            assert_eq!((entity, rooms.as_str()), ("schedule", "main"));
            body
        })
        .collect();
    assert_eq!(
        told,
        [
            json!({ "action": "create", "schedule": made }),
            json!({ "action": "update", "schedule": changed }),
            json!({ "action": "delete", "scheduleId": made["id"] }),
        ]
    );
}

#[actix_web::test]
async fn a_plan_without_schedules_has_no_such_routes() {
    // spec: S042 S088
    let desk = Desk::new().await;
    let aurora = desk.company_with("Aurora", &[]).await;
    let admin = desk.user(aurora, Profile::Admin, false).await;
    let contact = contact(&desk, &admin).await;
    let body = json!({
        "contactId": contact, "body": "Até amanhã", "sendAt": "2026-08-04T12:00:00Z",
    });
    for (method, path, body) in [
        (Method::GET, "/schedules", None),
        (Method::POST, "/schedules", Some(body)),
        (Method::GET, "/schedules/1", None),
        (Method::PUT, "/schedules/1", Some(json!({}))),
        (Method::DELETE, "/schedules/1", None),
        (Method::DELETE, "/schedules/1/media-upload", None),
    ] {
        let refused = desk.refused(&admin, method.clone(), path, body).await;
        assert_eq!(
            refused,
            (403, "ERR_PLAN_FEATURE".to_owned()),
            "{method} {path}"
        );
    }
}
