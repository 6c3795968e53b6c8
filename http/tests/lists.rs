//! The short lists: `/queue`, `/tags/list`, `/users/list`, `/settings`, `/companies/listPlan/{id}`.

use actix_web::http::Method;
use guiche_storage::{model::user::Profile, settings};
use serde_json::json;

use super::callers::Desk;

#[actix_web::test]
async fn lists_are_plain_arrays_of_the_own_company() {
    // spec: S091 S093 S094 S107
    let desk = Desk::new().await;
    let admin = desk.company("Aurora").await;
    desk.company("Vida").await;
    for path in ["/queue", "/tags/list", "/settings", "/whatsapp?session=0"] {
        assert_eq!(desk.get(&admin, path).await, json!([]), "{path}");
    }
    let colleagues = desk.get(&admin, "/users/list").await;
    assert_eq!(colleagues.as_array().unwrap().len(), 1);
    assert_eq!(colleagues[0]["id"], json!(admin.user));
    assert_eq!(
        (&colleagues[0]["online"], &colleagues[0]["queues"]),
        (&json!(false), &json!([]))
    );
}

#[actix_web::test]
async fn another_company_as_parameter_does_not_exist() {
    let desk = Desk::new().await;
    let ours = desk.company("Aurora").await;
    let theirs = desk.company("Vida").await;
    let root = desk.user(ours.company, Profile::Admin, true).await;
    for path in [
        "/queue",
        "/tags/list",
        "/users/list",
        "/settings",
        "/whatsapp",
    ] {
        let own = format!("{path}?companyId={}", ours.company);
        let foreign = format!("{path}?companyId={}", theirs.company);
        desk.get(&ours, &own).await;
        let refused = desk.refused(&ours, Method::GET, &foreign, None).await;
        assert_eq!(refused, (404, "ERR_NO_COMPANY_FOUND".to_owned()), "{path}");
        assert_eq!(
            desk.get(&root, &foreign).await,
            desk.get(&root, &own).await,
            "{path}: compared, never used"
        );
    }
}

#[actix_web::test]
async fn settings_show_no_secret() {
    // spec: S093
    let desk = Desk::new().await;
    let admin = desk.company("Aurora").await;
    let user = desk.user(admin.company, Profile::User, false).await;
    let now = desk.app.clock.now();
    desk.app
        .db
        .write(async |conn| {
            settings::set(conn, admin.company, now, "asaas", "key-of-the-bank").await?;
            settings::set(conn, admin.company, now, "sendGreetingAccepted", "enabled").await
        })
        .await
        .unwrap();
    let greeting = json!({ "key": "sendGreetingAccepted", "value": "enabled" });
    assert_eq!(desk.get(&user, "/settings").await, json!([greeting]));
    let seen = desk.get(&admin, "/settings").await;
    assert_eq!(seen[0]["key"], "asaas");
    assert!(!seen.to_string().contains("key-of-the-bank"));
}

#[actix_web::test]
async fn a_plan_is_read_by_its_company_and_by_super_users() {
    // spec: S092
    let desk = Desk::new().await;
    let ours = desk.company("Aurora").await;
    let theirs = desk.company("Vida").await;
    let root = desk.user(ours.company, Profile::Admin, true).await;
    let own = desk
        .get(&ours, &format!("/companies/listPlan/{}", ours.company))
        .await;
    assert_eq!(
        (&own["plan"]["connections"], &own["plan"]["useKanban"]),
        (&json!(10), &json!(false))
    );
    let foreign = format!("/companies/listPlan/{}", theirs.company);
    for path in [foreign.as_str(), "/companies/listPlan/999999"] {
        let refused = desk.refused(&ours, Method::GET, path, None).await;
        assert_eq!(refused, (404, "ERR_NO_COMPANY_FOUND".to_owned()));
    }
    assert_eq!(desk.get(&root, &foreign).await["name"], "Lojas Vida");
    let refused = desk
        .refused(&root, Method::GET, "/companies/listPlan/999999", None)
        .await;
    assert_eq!(refused, (404, "ERR_NO_COMPANY_FOUND".to_owned()));
}
