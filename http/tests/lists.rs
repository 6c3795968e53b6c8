//! The short lists: `/queue`, `/tags/list`, `/users/list`, `/settings`, `/companies/listPlan/{id}`; whose queue a holiday is.

use std::collections::BTreeSet;

use actix_web::http::Method;
use guiche_storage::{companies::settings, model::user::Profile};
use serde_json::{Value, json};

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
async fn users_come_page_by_page() {
    // spec: S107
    let desk = Desk::new().await;
    let admin = desk.company("Aurora").await;
    for _ in 0..20 {
        desk.user(admin.company, Profile::User, false).await;
    }
    let mut seen = BTreeSet::new();
    for (number, rows, has_more) in [(1, 20, true), (2, 1, false)] {
        let path = format!("/users?pageNumber={number}");
        let page = desk.get(&admin, &path).await;
        let users = page["users"].as_array().unwrap();
        assert_eq!(
            (users.len(), &page["hasMore"]),
            (rows, &json!(has_more)),
            "{path}"
        );
        seen.extend(users.iter().map(|user| user["id"].as_i64().unwrap()));
    }
    assert_eq!(seen.len(), 21, "each once");
}

#[actix_web::test]
async fn another_company_as_parameter_does_not_exist() {
    // spec: S108 A101 A107 A111 A112 A118
    let desk = Desk::new().await;
    let aurora = desk.company_with_everything("Aurora").await;
    let ours = desk.user(aurora, Profile::Admin, false).await;
    let theirs = desk.company("Vida").await;
    let root = desk.user(ours.company, Profile::Admin, true).await;
    for path in [
        "/queue",
        "/tags/list",
        "/users/list",
        "/settings",
        "/whatsapp",
        "/tags",
        "/prompt",
        "/queueIntegration",
        "/files",
        "/contact-lists",
        "/contacts/list",
    ] {
        let own = format!("{path}?companyId={}", ours.company);
        let foreign = format!("{path}?companyId={}", theirs.company);
        desk.get(&ours, &own).await;
        desk.get(&root, &own).await;
        let refused = desk.refused(&ours, Method::GET, &foreign, None).await;
        assert_eq!(refused, (404, "ERR_NO_COMPANY_FOUND".to_owned()), "{path}");
        // whoever runs the server reads the queues of any company; the rest is his own company's, with what the installation has
        let whose = match path {
            "/queue" => &theirs,
            "/settings" => &root,
            _ => &ours,
        };
        let seen = desk.get(whose, path).await;
        assert_eq!(desk.get(&root, &foreign).await, seen, "{path}");
    }
    let list = json!({ "name": "Clientes" });
    let list = desk.post(&ours, "/contact-lists", list).await["id"].clone();
    let person = json!({ "contactListId": list, "name": "Ana Prado", "companyId": theirs.company });
    let refused = desk
        .refused(&ours, Method::POST, "/contact-list-items", Some(person))
        .await;
    assert_eq!(refused, (404, "ERR_NO_COMPANY_FOUND".to_owned()));
    let people = format!("/contact-list-items?contactListId={list}");
    assert_eq!(desk.get(&ours, &people).await["count"], 0);
}

#[actix_web::test]
async fn settings_show_no_secret() {
    // spec: S093 A036
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
    // whoever runs the server reads them with the whole company, as masked as its admin does
    let root = desk.user(admin.company, Profile::Admin, true).await;
    let whole = format!("/companies/{}", admin.company);
    let whole = desk.get(&root, &whole).await["settings"].clone();
    for seen in [desk.get(&admin, "/settings").await, whole] {
        assert_eq!(seen[0]["key"], "asaas");
        assert!(!seen.to_string().contains("key-of-the-bank"));
    }
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
    for flag in [
        "useCampaigns",
        "useKanban",
        "useOpenAi",
        "useIntegrations",
        "useSchedules",
        "useInternalChat",
        "useExternalApi",
    ] {
        assert!(own["plan"][flag].is_boolean(), "{flag}");
    }
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

#[actix_web::test]
async fn a_queue_has_a_name_and_a_colour_of_its_own() {
    // spec: A134 S043 S082 S129
    let desk = Desk::new().await;
    let admin = desk.company("Aurora").await;
    let user = desk.user(admin.company, Profile::User, false).await;
    let vida = desk.company("Vida").await;
    let sales = json!({ "name": " Vendas ", "color": "#00AA55" });
    let refused = desk
        .refused(&user, Method::POST, "/queue", Some(sales.clone()))
        .await;
    assert_eq!(refused, (403, "ERR_NO_PERMISSION".to_owned()));
    desk.told();
    let made = desk.post(&admin, "/queue", sales.clone()).await;
    assert_eq!(
        (&made["name"], &made["color"], &made["orderQueue"]),
        (&json!("Vendas"), &json!("#00aa55"), &json!(null))
    );
    let (entity, rooms, body) = desk.told().remove(0);
    assert_eq!((entity, rooms.as_str()), ("queue", "main"));
    assert_eq!(body, json!({ "action": "update", "queue": made }));
    // another company may have the same
    desk.post(&vida, "/queue", sales).await;

    for (body, code) in [
        (
            json!({ "name": "Suporte", "color": "#00aa55" }),
            "ERR_QUEUE_COLOR_ALREADY_EXISTS",
        ),
        (
            json!({ "name": "Vendas", "color": "#00aa56" }),
            "ERR_QUEUE_NAME_ALREADY_EXISTS",
        ),
        (
            json!({ "name": "Suporte", "color": "verde" }),
            "ERR_VALIDATION",
        ),
        (json!({ "name": "x", "color": "#00aa56" }), "ERR_VALIDATION"),
    ] {
        let refused = desk
            .refused(&admin, Method::POST, "/queue", Some(body))
            .await;
        assert_eq!(refused, (400, code.to_owned()));
    }
    let support = json!({ "name": "Suporte", "color": "#123456" });
    let support = desk.post(&admin, "/queue", support).await;
    let path = format!("/queue/{}", support["id"]);
    let taken = Some(json!({ "color": "#00AA55" }));
    let refused = desk.refused(&admin, Method::PUT, &path, taken).await;
    assert_eq!(refused, (400, "ERR_QUEUE_COLOR_ALREADY_EXISTS".to_owned()));
    let own = Some(json!({ "color": "#123456", "orderQueue": 1 }));
    let (status, changed) = desk.call(&admin, Method::PUT, &path, own).await;
    assert_eq!((status, &changed["orderQueue"]), (201, &json!(1)));
    assert_eq!(changed["name"], "Suporte", "what is absent stays");
    let refused = desk
        .refused(&vida, Method::PUT, &path, Some(json!({})))
        .await;
    assert_eq!(refused, (404, "ERR_NO_QUEUE_FOUND".to_owned()));
}

#[actix_web::test]
async fn a_plan_bounds_how_many_queues_there_are() {
    // spec: S042
    let desk = Desk::new().await;
    let admin = desk.company("Aurora").await;
    for number in 10..20 {
        let body = json!({ "name": format!("Fila {number}"), "color": format!("#0000{number}") });
        desk.post(&admin, "/queue", body).await;
    }
    let body = Some(json!({ "name": "Uma a mais", "color": "#0000ff" }));
    let refused = desk.refused(&admin, Method::POST, "/queue", body).await;
    assert_eq!(refused, (400, "ERR_PLAN_LIMIT_QUEUES".to_owned()));
}

#[actix_web::test]
async fn a_setting_is_changed_by_its_words_and_an_unknown_one_does_not_exist() {
    // spec: S128
    let desk = Desk::new().await;
    let admin = desk.company("Aurora").await;
    let user = desk.user(admin.company, Profile::User, false).await;
    let on = || Some(json!({ "value": "enabled" }));
    let path = "/settings/userRating";
    let refused = desk.refused(&user, Method::PUT, path, on()).await;
    assert_eq!(refused, (403, "ERR_NO_PERMISSION".to_owned()));
    desk.told();
    let (status, setting) = desk.call(&admin, Method::PUT, path, on()).await;
    assert_eq!(status, 200);
    assert_eq!(setting, json!({ "key": "userRating", "value": "enabled" }));
    assert_eq!(desk.get(&user, "/settings").await, json!([setting]));
    let (entity, _, body) = desk.told().remove(0);
    assert_eq!(entity, "settings");
    assert_eq!(body, json!({ "action": "update", "setting": setting }));
    for (key, value, refusal) in [
        ("userRating", "maybe", (400, "ERR_VALIDATION")),
        ("leadsMode", "enabled", (400, "ERR_VALIDATION")),
        ("leadExpires", "-1", (400, "ERR_VALIDATION")),
        ("leadExpires", "721", (400, "ERR_VALIDATION")),
        ("reopenWindow", "-1", (400, "ERR_VALIDATION")),
        ("reopenWindow", "10081", (400, "ERR_VALIDATION")),
        ("reopenWindow", "", (400, "ERR_VALIDATION")),
        ("ratingTimeout", "0", (400, "ERR_VALIDATION")),
        ("ratingTimeout", "721", (400, "ERR_VALIDATION")),
        ("ratingTimeout", "soon", (400, "ERR_VALIDATION")),
        ("scheduleType", "enabled", (400, "ERR_VALIDATION")),
        ("timeZone", "America/Aurora", (400, "ERR_VALIDATION")),
        ("nothing", "enabled", (404, "ERR_NO_SETTING_FOUND")),
        ("asaas", "enabled", (404, "ERR_NO_SETTING_FOUND")),
        ("campaignsEnabled", "true", (404, "ERR_NO_SETTING_FOUND")),
    ] {
        let path = format!("/settings/{key}");
        let body = Some(json!({ "value": value }));
        let refused = desk.refused(&admin, Method::PUT, &path, body).await;
        assert_eq!(refused, (refusal.0, refusal.1.to_owned()), "{key}");
    }
}

#[actix_web::test]
async fn a_holiday_is_of_a_queue_that_its_company_has() {
    // spec: A013
    let desk = Desk::new().await;
    let ours = desk.company("Aurora").await;
    let theirs = desk.company("Vida").await;
    let mut queues = Vec::new();
    for admin in [&ours, &theirs] {
        let queue = json!({ "name": "Vendas", "color": "#00aa55" });
        queues.push(desk.post(admin, "/queue", queue).await["id"].clone());
    }
    let day =
        |queue: &Value| json!({ "date": "2031-06-12", "name": "Aniversário", "queueId": queue });
    let made = desk.post(&ours, "/holidays", day(&queues[0])).await;
    let own = format!("/holidays/{}", made["id"]);
    for queue in [&queues[1], &json!(999_999)] {
        for (method, path) in [(Method::POST, "/holidays"), (Method::PUT, own.as_str())] {
            let wish = Some(day(queue));
            let refused = desk.refused(&ours, method, path, wish).await;
            assert_eq!(refused, (404, "ERR_NO_QUEUE_FOUND".to_owned()), "{path}");
        }
    }
    assert_eq!(desk.get(&ours, "/holidays").await, json!([made]));
    assert_eq!(desk.get(&theirs, "/holidays").await, json!([]));
}
