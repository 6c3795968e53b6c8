//! `/announcements`: those whom they are for read, super users write.

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
    // spec: A142
    assert_eq!(
        (&plain["priority"], &plain["status"]),
        (&json!(3), &json!(true))
    );
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
async fn what_is_for_one_company_stays_with_it() {
    // spec: A114
    let desk = Desk::new().await;
    let aurora = desk.company("Aurora").await;
    let vida = desk.company("Vida").await;
    let root = desk.user(aurora.company, Profile::Admin, true).await;
    desk.told();
    let wish = json!({ "title": "Só Vida", "text": "Às 22h.", "companyId": vida.company });
    let made = desk.post(&root, "/announcements", wish).await;
    assert_eq!(made["companyId"], json!(vida.company));
    let bodies: Vec<Value> = desk.told().into_iter().map(|(_, _, body)| body).collect();
    let gone = json!({ "action": "delete", "id": made["id"] });
    let told = json!({ "action": "create", "record": made });
    // the author's company and the one that it is for; nobody else
    assert_eq!(bodies, [gone.clone(), told]);
    let path = format!("/announcements/{}", made["id"]);
    let unknown = (404, "ERR_NO_ANNOUNCEMENT_FOUND".to_owned());
    assert_eq!(
        desk.refused(&aurora, Method::GET, &path, None).await,
        unknown
    );
    assert_eq!(desk.get(&aurora, "/announcements").await["count"], 0);
    assert_eq!(
        desk.get(&vida, "/announcements").await["records"],
        json!([made])
    );

    // moved to the other company it is gone from the first
    desk.told();
    let moved = Some(json!({ "companyId": aurora.company }));
    desk.call(&root, Method::PUT, &path, moved).await;
    let bodies: Vec<Value> = desk.told().into_iter().map(|(_, _, body)| body).collect();
    assert_eq!(bodies.len(), 2);
    assert_eq!(
        (&bodies[0]["action"], &bodies[1]),
        (&json!("update"), &gone)
    );
    assert_eq!(desk.get(&vida, "/announcements").await["count"], 0);
    let all = Some(json!({ "companyId": null }));
    desk.call(&root, Method::PUT, &path, all).await;
    assert_eq!(desk.get(&vida, "/announcements").await["count"], 1);
    let nobody = Some(json!({ "companyId": 999_999 }));
    assert_eq!(
        desk.refused(&root, Method::PUT, &path, nobody).await,
        (404, "ERR_NO_COMPANY_FOUND".to_owned())
    );
}

#[actix_web::test]
async fn it_is_shown_between_its_times_only() {
    // spec: A114
    let desk = Desk::new().await;
    let aurora = desk.company("Aurora").await;
    let root = desk.user(aurora.company, Profile::Admin, true).await;
    for (title, from, until, is_shown) in [
        ("Passado", Value::Null, json!("2001-01-01T00:00:00Z"), false),
        ("Futuro", json!("2999-01-01T00:00:00Z"), Value::Null, false),
        (
            "Agora",
            json!("2001-01-01T00:00:00Z"),
            json!("2999-01-01T00:00:00Z"),
            true,
        ),
    ] {
        desk.told();
        let wish = json!({
            "title": title, "text": "Às 22h.", "visibleFrom": from, "visibleUntil": until,
        });
        let made = desk.post(&root, "/announcements", wish).await;
        let (_, _, body) = desk.told().remove(0);
        let action = if is_shown { "create" } else { "delete" };
        assert_eq!(body["action"], action, "{title}");
        let path = format!("/announcements/{}", made["id"]);
        let (status, _) = desk.call(&aurora, Method::GET, &path, None).await;
        assert_eq!(status == 200, is_shown, "{title}");
    }
    let seen = desk.get(&aurora, "/announcements").await;
    assert_eq!(
        (&seen["count"], &seen["records"][0]["title"]),
        (&json!(1), &json!("Agora"))
    );
    assert_eq!(desk.get(&root, "/announcements").await["count"], 3);
    let backwards = json!({
        "title": "Aviso", "text": "Às 22h.",
        "visibleFrom": "2030-01-02T00:00:00Z", "visibleUntil": "2030-01-01T00:00:00Z",
    });
    assert_eq!(
        desk.refused(&root, Method::POST, "/announcements", Some(backwards))
            .await,
        (400, "ERR_VALIDATION".to_owned())
    );
}

#[actix_web::test]
async fn an_announcement_is_its_words_its_priority_its_state_and_its_picture() {
    // spec: S047 A025 A047 A070
    let desk = Desk::new().await;
    let aurora = desk.company("Aurora").await;
    let root = desk.user(aurora.company, Profile::Admin, true).await;
    for (priority, is_active) in [(1, true), (2, false), (3, true)] {
        let wish = json!({
            "title": "Aviso", "text": "Às 22h.", "priority": priority, "status": is_active,
        });
        let made = desk.post(&root, "/announcements", wish).await;
        let path = format!("/announcements/{}", made["id"]);
        let known = desk.get(&root, &path).await;
        assert!(known["id"].is_i64());
        assert_eq!(known["createdAt"], json!(desk.app.clock.now()));
        for (field, value) in [
            ("title", json!("Aviso")),
            ("text", json!("Às 22h.")),
            ("priority", json!(priority)),
            ("status", json!(is_active)),
            ("mediaPath", Value::Null),
            ("mediaName", Value::Null),
        ] {
            assert_eq!(known.get(field), Some(&value), "{field}");
        }
        let turned = json!({
            "title": "Outro", "text": "Às 23h.", "priority": 4 - priority, "status": !is_active,
        });
        desk.call(&root, Method::PUT, &path, Some(turned.clone()))
            .await;
        let known = desk.get(&root, &path).await;
        for field in ["title", "text", "priority", "status"] {
            assert_eq!(known[field], turned[field], "{field}");
        }
        let reworded = Some(json!({ "text": "Às 21h." }));
        let (_, known) = desk.call(&root, Method::PUT, &path, reworded).await;
        for field in ["title", "priority", "status"] {
            assert_eq!(known[field], turned[field], "{field} stays");
        }
        // one that is not active is announced to nobody
        let (status, _) = desk.call(&aurora, Method::GET, &path, None).await;
        assert_eq!(status, if is_active { 404 } else { 200 });
    }
}

#[actix_web::test]
async fn who_is_no_super_user_changes_and_deletes_no_announcement() {
    // spec: S003 A025 A092 A114
    let desk = Desk::new().await;
    let aurora = desk.company("Aurora").await;
    // the flag counts, whatever the profile beside it
    let root = desk.user(aurora.company, Profile::User, true).await;
    let wish = json!({ "title": "Aviso", "text": "Às 22h." });
    let made = desk.post(&root, "/announcements", wish).await;
    let path = format!("/announcements/{}", made["id"]);
    let picture = format!("{path}/media-upload");
    let change = Some(json!({ "title": "Outro" }));
    for (method, path, body) in [
        (Method::PUT, &path, change),
        (Method::DELETE, &path, None),
        (Method::POST, &picture, None),
        (Method::DELETE, &picture, None),
    ] {
        let refused = desk.refused(&aurora, method.clone(), path, body).await;
        let no = (403, "ERR_NO_PERMISSION".to_owned());
        assert_eq!(refused, no, "{method} {path}");
    }
    assert_eq!(desk.get(&aurora, &path).await, made, "nothing was changed");
}

#[actix_web::test]
async fn nobody_else_announces_and_nothing_without_words_is_announced() {
    // spec: S047 A084 A092
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
        ("title", Value::Null),
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
    let made = desk.post(&root, "/announcements", good).await;
    let path = format!("/announcements/{}", made["id"]);
    for wordless in [json!({ "title": "  " }), json!({ "text": " " })] {
        let refused = desk
            .refused(&root, Method::PUT, &path, Some(wordless))
            .await;
        assert_eq!(refused, (400, "ERR_VALIDATION".to_owned()));
    }
    assert_eq!(desk.get(&root, &path).await, made, "nothing was changed");
}
