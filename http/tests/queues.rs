//! The menus of queues and the week of a company: every page that shows them hears of a change.

use actix_web::http::Method;
use serde_json::json;

use super::callers::Desk;

#[actix_web::test]
async fn everybody_hears_that_a_menu_has_changed() {
    // spec: A075
    let desk = Desk::new().await;
    let admin = desk.company("Aurora").await;
    let queue = json!({ "name": "Vendas", "color": "#00aa55" });
    let queue = desk.post(&admin, "/queue", queue).await["id"].clone();
    desk.told();
    let body = json!({ "action": "update", "queueId": queue });
    let news = [("queueOptions", "main".to_owned(), body)];
    let option = json!({ "queueId": queue, "title": "Trocas" });
    let option = desk.post(&admin, "/queue-options", option).await["id"].clone();
    assert_eq!(desk.told(), news, "it has an option");
    let own = format!("/queue-options/{option}");
    let tree = json!({ "options": [{ "key": "a", "title": "Entregas" }] });
    for (method, path, body) in [
        (
            Method::PUT,
            own.clone(),
            Some(json!({ "title": "Tamanhos" })),
        ),
        (Method::DELETE, own, None),
        (Method::PUT, format!("/queue/{queue}/options"), Some(tree)),
    ] {
        let (status, _) = desk.call(&admin, method.clone(), &path, body).await;
        assert_eq!(status, 200, "{method} {path}");
        assert_eq!(desk.told(), news, "{method} {path}");
    }
}

#[actix_web::test]
async fn an_option_gets_another_title_and_keeps_the_rest() {
    // spec: A033 A100
    let desk = Desk::new().await;
    let admin = desk.company("Aurora").await;
    let queue = json!({ "name": "Vendas", "color": "#00aa55" });
    let queue = desk.post(&admin, "/queue", queue).await["id"].clone();
    let option = json!({ "queueId": queue, "title": "Trocas", "message": "O que houve?" });
    let made = desk.post(&admin, "/queue-options", option).await;
    let path = format!("/queue-options/{}", made["id"]);
    let title = Some(json!({ "title": " Tamanhos " }));
    let (status, changed) = desk.call(&admin, Method::PUT, &path, title).await;
    assert_eq!((status, &changed["title"]), (200, &json!("Tamanhos")));
    let listed = format!("/queue-options?queueId={queue}&parentId=-1");
    let listed = desk.get(&admin, &listed).await[0].clone();
    assert_eq!(listed["title"], "Tamanhos");
    let rest = json!({
        "id": made["id"], "option": 1, "message": "O que houve?", "queueId": queue, "parentId": null, "children": [],
    });
    for (field, value) in rest.as_object().unwrap() {
        assert_eq!(listed.get(field), Some(value), "{field} stays");
    }
}

#[actix_web::test]
async fn everybody_hears_of_the_companys_week() {
    // spec: A013 A075
    let desk = Desk::new().await;
    let admin = desk.company("Aurora").await;
    desk.told();
    let path = format!("/companies/{}/schedules", admin.company);
    let week = json!({ "schedules": [
        { "weekday": "Terça", "weekdayEn": "tuesday", "startTime": "09:00", "endTime": "17:30" },
    ] });
    let (status, saved) = desk.call(&admin, Method::PUT, &path, Some(week)).await;
    assert_eq!(
        (status, &saved["schedules"][1]["endTime"]),
        (200, &json!("17:30"))
    );
    let body = json!({ "action": "update", "schedules": saved["schedules"] });
    assert_eq!(desk.told(), [("companyHours", "main".to_owned(), body)]);
}
