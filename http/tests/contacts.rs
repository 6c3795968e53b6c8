//! `/contacts`

use actix_web::http::Method;
use guiche_storage::{
    connections::{self, ConnectionForm, StatusChange},
    model::{
        connection::{ConnectionStatus, ConnectionTexts, ProviderKind},
        user::Profile,
    },
};
use serde_json::{Value, json};

use super::callers::{Desk, SignedIn};

async fn add(desk: &Desk, caller: &SignedIn, name: &str, number: &str) -> i64 {
    let contact = desk
        .post(
            caller,
            "/contacts",
            json!({ "name": name, "number": number }),
        )
        .await;
    contact["id"].as_i64().unwrap()
}

#[actix_web::test]
async fn a_contact_is_made_changed_and_deleted_and_everybody_hears_it() {
    // spec: S108
    let desk = Desk::new().await;
    let admin = desk.company("Aurora").await;
    let user = desk.user(admin.company, Profile::User, false).await;
    let body = json!({
        "name": " Beatriz ", "number": "+55 (11) 98888-7777", "email": "bia@exemplo.com",
        "extraInfo": [{ "name": "CPF", "value": "123" }],
    });
    let made = desk.post(&user, "/contacts", body).await;
    assert_eq!(made["name"], "Beatriz");
    assert_eq!(made["number"], "5511988887777");
    assert_eq!(
        made["extraInfo"],
        json!([{ "name": "CPF", "value": "123" }])
    );
    let path = format!("/contacts/{}", made["id"]);
    assert_eq!(desk.get(&user, &path).await, made);

    let change = json!({ "name": "Bia", "number": made["number"] });
    let (status, changed) = desk.call(&user, Method::PUT, &path, Some(change)).await;
    assert_eq!((status, &changed["name"]), (200, &json!("Bia")));
    assert_eq!(changed["email"], "bia@exemplo.com", "what is absent stays");

    let refused = desk.refused(&user, Method::DELETE, &path, None).await;
    assert_eq!(refused, (403, "ERR_NO_PERMISSION".to_owned()));
    let (status, _) = desk.call(&admin, Method::DELETE, &path, None).await;
    assert_eq!(status, 200);

    let told: Vec<_> = desk
        .told()
        .into_iter()
        .map(|(entity, rooms, body)| (entity, rooms, body["action"].clone(), body))
        .collect();
    let actions: Vec<_> = told
        .iter()
        .map(|(_, _, action, _)| action.clone())
        .collect();
    assert_eq!(actions, ["create", "update", "delete"]);
    assert!(
        told.iter()
            .all(|(entity, rooms, ..)| *entity == "contact" && rooms == "main")
    );
    assert_eq!(told[1].3["contact"], changed);
    assert_eq!(told[2].3["contactId"], made["id"]);
}

#[actix_web::test]
async fn the_list_is_searched_and_paged() {
    // spec: S108
    let desk = Desk::new().await;
    let admin = desk.company("Aurora").await;
    let other = desk.company("Vida").await;
    add(&desk, &other, "João alheio", "5511900000000").await;
    for n in 0..31 {
        add(
            &desk,
            &admin,
            &format!("João {n:02}"),
            &format!("55119{n:08}"),
        )
        .await;
    }
    let page = desk.get(&admin, "/contacts?searchParam=joao").await;
    assert_eq!(
        (page["contacts"].as_array().unwrap().len(), &page["count"]),
        (30, &json!(31))
    );
    assert_eq!(page["hasMore"], true);
    let page = desk
        .get(&admin, "/contacts?searchParam=JO%C3%83O&pageNumber=2")
        .await;
    assert_eq!(
        (page["contacts"].as_array().unwrap().len(), &page["hasMore"]),
        (1, &json!(false))
    );
    let none = desk.get(&admin, "/contacts?searchParam=ningu%C3%A9m").await;
    assert_eq!(
        none,
        json!({ "contacts": [], "count": 0, "hasMore": false })
    );
}

#[actix_web::test]
async fn bad_input_is_named_by_field_and_stores_nothing() {
    let desk = Desk::new().await;
    let admin = desk.company("Aurora").await;
    let good = json!({ "name": "Bia", "number": "5511988887777" });
    let with = |field: &str, value: Value| {
        let mut body = good.clone();
        body[field] = value;
        body
    };
    for (body, field) in [
        (with("name", json!("B")), "name"),
        (with("name", json!("x".repeat(51))), "name"),
        (with("name", json!("   B  ")), "name"),
        (with("name", json!("Bia\nSilva")), "name"),
        (with("number", json!("1234567")), "number"),
        (with("number", json!("1234567890123456")), "number"),
        (with("number", json!("5511a98888777")), "number"),
        (with("email", json!("bia@")), "email"),
        (
            with("extraInfo", json!([{ "name": "", "value": "" }])),
            "extraInfo[0].name",
        ),
        (json!({ "number": "5511988887777" }), "name"),
        (with("name", json!(7)), "name"),
        (json!([]), "body"),
    ] {
        let (status, refusal) = desk
            .call(&admin, Method::POST, "/contacts", Some(body))
            .await;
        assert_eq!(
            (status, &refusal["error"]),
            (400, &json!("ERR_VALIDATION")),
            "{refusal}"
        );
        assert!(refusal["details"][field].is_array(), "{field}: {refusal}");
    }
    let search = format!("/contacts?searchParam={}", "x".repeat(201));
    for path in ["/contacts?pageNumber=um", &search] {
        let refused = desk.refused(&admin, Method::GET, path, None).await;
        assert_eq!(refused, (400, "ERR_VALIDATION".to_owned()));
    }
    assert_eq!(desk.get(&admin, "/contacts").await["count"], 0);
    assert_eq!(desk.told(), []);
}

#[actix_web::test]
async fn one_number_is_one_contact_in_both_brazilian_forms() {
    // spec: S127
    let desk = Desk::new().await;
    let admin = desk.company("Aurora").await;
    add(&desk, &admin, "Beatriz", "5511988887777").await;
    let other = add(&desk, &admin, "Caio", "5511977776666").await;
    let taken = json!({ "name": "Bia", "number": "551188887777" });
    for (method, path) in [
        (Method::POST, "/contacts".to_owned()),
        (Method::PUT, format!("/contacts/{other}")),
    ] {
        let refused = desk
            .refused(&admin, method, &path, Some(taken.clone()))
            .await;
        assert_eq!(refused, (400, "ERR_DUPLICATED_CONTACT".to_owned()));
    }
}

#[actix_web::test]
async fn a_foreign_contact_answers_like_an_unknown_one() {
    // spec: S127
    let desk = Desk::new().await;
    let ours = desk.company("Aurora").await;
    let theirs = desk.company("Vida").await;
    let foreign = add(&desk, &ours, "Beatriz", "5511988887777").await;
    desk.told();
    for id in [foreign, 999_999, -1] {
        let path = format!("/contacts/{id}");
        let change = Some(json!({ "name": "Roubada" }));
        for (method, body) in [
            (Method::GET, None),
            (Method::PUT, change),
            (Method::DELETE, None),
        ] {
            let refused = desk.refused(&theirs, method, &path, body).await;
            assert_eq!(refused, (404, "ERR_NO_CONTACT_FOUND".to_owned()), "{path}");
        }
    }
    let kept = desk.get(&ours, &format!("/contacts/{foreign}")).await;
    assert_eq!(kept["name"], "Beatriz");
    assert_eq!(desk.told(), []);
}

#[actix_web::test]
async fn a_new_contact_is_looked_up_where_a_paired_number_can_ask() {
    // spec: S117
    let desk = Desk::new().await;
    let admin = desk.company("Aurora").await;
    let (company, now) = (admin.company, desk.app.clock.now());
    let nobody = json!({ "name": "Ninguém", "number": "5511900000000" });
    let before = desk.post(&admin, "/contacts", nobody.clone()).await;
    assert_eq!(before["number"], "5511900000000", "nobody can ask");
    let path = format!("/contacts/{}", before["id"]);
    let (status, _) = desk.call(&admin, Method::DELETE, &path, None).await;
    assert_eq!(status, 200);

    let form = ConnectionForm {
        name: "Celular".into(),
        is_default: true,
        queue_ids: Vec::new(),
        texts: ConnectionTexts::default(),
        phone_number_id: None,
        waba_id: None,
        prompt_id: None,
        integration_id: None,
    };
    let paired = desk.app.db.write(async |conn| {
        let new = connections::insert(conn, company, ProviderKind::Beta, &form, now).await?;
        let on = StatusChange::to(ConnectionStatus::Connected);
        connections::set_status(conn, company, new.connection.id, on, now).await
    });
    paired.await.unwrap();
    let refused = desk
        .refused(&admin, Method::POST, "/contacts", Some(nobody))
        .await;
    assert_eq!(refused, (400, "ERR_WAPP_INVALID_CONTACT".to_owned()));
    let known = json!({ "name": "Beatriz", "number": "5511988887777" });
    let made = desk.post(&admin, "/contacts", known).await;
    assert_eq!(made["number"], "551188887777", "as WhatsApp writes it");
}
