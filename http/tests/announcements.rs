//! `/announcements`: everybody reads, super users write.

use actix_web::http::Method;
use guiche_storage::model::user::Profile;
use serde_json::{Value, json};

use super::callers::Desk;

#[actix_web::test]
async fn a_super_user_announces_and_every_company_hears_it() {
    // spec: S047 S110
    let desk = Desk::new().await;
    let aurora = desk.company("Aurora").await;
    let vida = desk.company("Vida").await;
    let root = desk.user(aurora.company, Profile::Admin, true).await;
    desk.told();
    let wish = json!({ "title": " Manutenção ", "text": "Às 22h.", "priority": 1 });
    let made = desk.post(&root, "/announcements", wish).await;
    assert_eq!(made["title"], "Manutenção");
    assert_eq!(
        (&made["priority"], &made["status"]),
        (&json!(1), &json!(true))
    );
    let told = desk.told();
    // the desk's own company, Aurora and Vida
    assert_eq!(told.len(), 3);
    for (entity, rooms, body) in told {
        assert_eq!((entity, rooms.as_str()), ("announcement", "main"));
        assert_eq!(body, json!({ "action": "create", "record": made }));
    }
    let plain = json!({ "title": "Dica", "text": "Use as tags." });
    let plain = desk.post(&root, "/announcements", plain).await;
    assert_eq!(plain["priority"], 3);
    let page = desk.get(&vida, "/announcements").await;
    assert_eq!(
        page["records"],
        json!([made, plain]),
        "the urgent one first"
    );
    let found = desk.get(&vida, "/announcements?searchParam=MANU").await;
    assert_eq!(found["count"], 1);

    // switched off it is gone for everybody but its authors
    let path = format!("/announcements/{}", made["id"]);
    let off = Some(json!({ "status": false }));
    desk.told();
    desk.call(&root, Method::PUT, &path, off).await;
    let (_, _, body) = desk.told().remove(0);
    assert_eq!(body, json!({ "action": "delete", "id": made["id"] }));
    assert_eq!(desk.get(&vida, "/announcements").await["count"], 1);
    assert_eq!(desk.get(&root, "/announcements").await["count"], 2);
    let refused = desk.refused(&vida, Method::GET, &path, None).await;
    assert_eq!(refused, (404, "ERR_NO_ANNOUNCEMENT_FOUND".to_owned()));
    let (status, _) = desk.call(&root, Method::DELETE, &path, None).await;
    assert_eq!(status, 200);
    let refused = desk.refused(&root, Method::GET, &path, None).await;
    assert_eq!(refused, (404, "ERR_NO_ANNOUNCEMENT_FOUND".to_owned()));
}

#[actix_web::test]
async fn nobody_else_announces_and_nothing_without_words_is_announced() {
    // spec: S003 S047
    let desk = Desk::new().await;
    let aurora = desk.company("Aurora").await;
    let root = desk.user(aurora.company, Profile::Admin, true).await;
    let good = json!({ "title": "Aviso", "text": "Às 22h." });
    let refused = desk
        .refused(&aurora, Method::POST, "/announcements", Some(good.clone()))
        .await;
    assert_eq!(refused, (403, "ERR_NO_PERMISSION".to_owned()));
    for (field, value) in [
        ("title", json!("")),
        ("title", json!("  ")),
        ("title", json!("x".repeat(101))),
        ("text", json!(" ")),
        ("text", json!("x".repeat(4097))),
        ("text", Value::Null),
        ("priority", json!(0)),
        ("priority", json!(4)),
    ] {
        let mut body = good.clone();
        body[field] = value.clone();
        let refused = desk
            .refused(&root, Method::POST, "/announcements", Some(body))
            .await;
        assert_eq!(
            refused,
            (400, "ERR_VALIDATION".to_owned()),
            "{field} {value}"
        );
    }
}
