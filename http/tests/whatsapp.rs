//! `/whatsapp` and `/whatsappsession`

use actix_web::http::Method;
use guiche_storage::{
    connections::{self, StatusChange},
    model::{ConnectionId, connection::ConnectionStatus, user::Profile},
    security::seal,
};
use serde_json::{Value, json};

use super::callers::{Desk, SignedIn};

const SECRETS: [&str; 3] = ["EAAG-access", "app-secret-1", "verify-me-1"];

fn cloud(name: &str) -> Value {
    json!({
        "name": name, "provider": "cloud", "queueIds": [], "phoneNumberId": "106540352242922",
        "wabaId": "102290129340398", "accessToken": SECRETS[0], "appSecret": SECRETS[1],
        "verifyToken": SECRETS[2],
    })
}

async fn simulator(desk: &Desk, admin: &SignedIn, name: &str) -> i64 {
    let body = json!({ "name": name, "provider": "simulator" });
    desk.post(admin, "/whatsapp", body).await["id"]
        .as_i64()
        .unwrap()
}

async fn access(desk: &Desk, admin: &SignedIn, id: i64) -> seal::CloudAccess {
    let mut reader = desk.app.db.read().await.unwrap();
    seal::find_cloud_access(
        &mut reader.conn(),
        admin.company,
        ConnectionId(id),
        &desk.app.sealer,
    )
    .await
    .unwrap()
    .unwrap()
}

#[actix_web::test]
async fn a_cloud_connection_is_made_started_and_keeps_its_secrets() {
    // spec: A099 S091
    let desk = Desk::new().await;
    let admin = desk.company("Aurora").await;
    let made = desk.post(&admin, "/whatsapp", cloud("Loja")).await;
    let id = made["id"].as_i64().unwrap();
    assert_eq!(
        (&made["provider"], &made["status"]),
        (&json!("cloud"), &json!("OPENING"))
    );
    assert_eq!(made["isDefault"], true);
    assert_eq!(made["maxUseBotQueues"], 3);
    assert_eq!(
        made["cloud"],
        json!({
            "phoneNumberId": "106540352242922", "wabaId": "102290129340398",
            "webhookUrl": format!("https://desk.example/api/webhooks/whatsapp/{id}"),
            "verifyTokenSet": true, "accessTokenSet": true, "appSecretSet": true,
            "health": made["cloud"]["health"],
        })
    );
    assert_eq!(desk.asked(), [("start", id)]);
    let told = desk.told();
    assert_eq!(told.len(), 1);
    assert_eq!((told[0].0, told[0].1.as_str()), ("whatsapp", "main"));
    assert_eq!(
        (&told[0].2["action"], &told[0].2["whatsapp"]),
        (&json!("update"), &made)
    );

    let listed = desk.get(&admin, "/whatsapp?session=1").await;
    let shown = desk.get(&admin, &format!("/whatsapp/{id}?session=0")).await;
    for text in [
        made.to_string(),
        told[0].2.to_string(),
        listed.to_string(),
        shown.to_string(),
    ] {
        assert!(
            SECRETS.iter().all(|secret| !text.contains(secret)),
            "{text}"
        );
    }
    let kept = access(&desk, &admin, id).await;
    assert_eq!(kept.phone_number_id, "106540352242922");
    assert_eq!(kept.secrets.access_token, SECRETS[0]);
    assert_eq!(kept.secrets.app_secret, SECRETS[1]);
    assert_eq!(kept.secrets.verify_token, SECRETS[2]);
}

#[actix_web::test]
async fn empty_secrets_stay_and_new_ones_start_the_connection_again() {
    // spec: A099
    let desk = Desk::new().await;
    let admin = desk.company("Aurora").await;
    let id = desk.post(&admin, "/whatsapp", cloud("Loja")).await["id"]
        .as_i64()
        .unwrap();
    let path = format!("/whatsapp/{id}");
    desk.asked();

    let same = json!({
        "name": "Loja nova", "accessToken": "", "appSecret": "", "phoneNumberId": "", "isDefault": true,
    });
    let (status, changed) = desk.call(&admin, Method::PUT, &path, Some(same)).await;
    assert_eq!((status, &changed["name"]), (200, &json!("Loja nova")));
    assert_eq!(changed["cloud"]["phoneNumberId"], "106540352242922");
    assert_eq!(
        access(&desk, &admin, id).await.secrets.access_token,
        SECRETS[0]
    );
    assert_eq!(desk.asked(), []);

    let token = json!({ "accessToken": "EAAG-newer" });
    let (status, _) = desk.call(&admin, Method::PUT, &path, Some(token)).await;
    assert_eq!(status, 200);
    let kept = access(&desk, &admin, id).await.secrets;
    assert_eq!(
        (kept.access_token.as_str(), kept.app_secret.as_str()),
        ("EAAG-newer", SECRETS[1])
    );
    assert_eq!(desk.asked(), [("restart", id)]);

    let number = json!({ "phoneNumberId": "777" });
    let (status, _) = desk.call(&admin, Method::PUT, &path, Some(number)).await;
    assert_eq!(status, 200);
    assert_eq!(access(&desk, &admin, id).await.phone_number_id, "777");
    assert_eq!(desk.asked(), [("restart", id)]);
}

#[actix_web::test]
async fn all_data_of_a_cloud_connection_is_required() {
    // spec: A076 A099
    let desk = Desk::new().await;
    let admin = desk.company("Aurora").await;
    let bare = json!({ "name": "Loja", "provider": "cloud", "accessToken": " " });
    let (status, refusal) = desk
        .call(&admin, Method::POST, "/whatsapp", Some(bare))
        .await;
    assert_eq!((status, &refusal["error"]), (400, &json!("ERR_VALIDATION")));
    for field in [
        "phoneNumberId",
        "wabaId",
        "accessToken",
        "appSecret",
        "verifyToken",
    ] {
        assert!(refusal["details"][field].is_array(), "{field}: {refusal}");
    }
    for (field, value) in [
        ("name", json!("x")),
        ("name", json!("x".repeat(51))),
        ("phoneNumberId", json!("../me")),
        ("accessToken", json!("a b")),
        ("greetingMessage", json!("x".repeat(4_097))),
        ("expiresTicket", json!(-1)),
        ("timeToTransfer", json!(-1)),
    ] {
        let mut body = cloud("Loja");
        body[field] = value;
        let (status, refusal) = desk
            .call(&admin, Method::POST, "/whatsapp", Some(body))
            .await;
        assert_eq!(
            (status, &refusal["error"]),
            (400, &json!("ERR_VALIDATION")),
            "{field}"
        );
        assert!(refusal["details"][field].is_array(), "{field}: {refusal}");
    }
    let mut nameless = cloud("Loja");
    nameless["name"] = Value::Null;
    for body in [nameless, json!({ "name": null }), json!({})] {
        let told = body.to_string();
        let (status, refusal) = desk
            .call(&admin, Method::POST, "/whatsapp", Some(body))
            .await;
        assert_eq!((status, &refusal["error"]), (400, &json!("ERR_VALIDATION")));
        assert!(refusal["details"]["name"].is_array(), "{told}: {refusal}");
    }
    assert_eq!(desk.get(&admin, "/whatsapp").await, json!([]));
    assert_eq!((desk.told(), desk.asked()), (vec![], vec![]));
}

#[actix_web::test]
async fn only_known_providers_are_taken_and_the_simulator_in_the_demo_only() {
    let mut desk = Desk::new().await;
    let admin = desk.company("Aurora").await;
    simulator(&desk, &admin, "Demonstração").await;
    desk.app.demo = false;
    for provider in ["simulator", "Beta", "Cloud", ""] {
        let body = json!({ "name": "Loja", "provider": provider });
        let refused = desk
            .refused(&admin, Method::POST, "/whatsapp", Some(body))
            .await;
        assert_eq!(
            refused,
            (400, "ERR_WAPP_PROVIDER_UNKNOWN".to_owned()),
            "{provider}"
        );
    }
    let phone = json!({ "name": "Celular", "provider": "beta", "wabaId": "1" });
    let made = desk.post(&admin, "/whatsapp", phone).await;
    assert_eq!(made["provider"], "beta");
    assert_eq!(
        (&made["qrcode"], &made["cloud"]),
        (&json!(""), &Value::Null)
    );
    // spec: A031 A137
    let usual = desk
        .post(&admin, "/whatsapp", json!({ "name": "Loja" }))
        .await;
    for (field, value) in [
        ("provider", json!("beta")),
        ("timeUseBotQueues", json!(0)),
        ("maxUseBotQueues", json!(3)),
    ] {
        assert_eq!(usual[field], value, "{field}");
    }
}

#[actix_web::test]
async fn a_new_default_is_told_with_the_former_one() {
    // spec: A134 S053 S082 S115
    let desk = Desk::new().await;
    let admin = desk.company("Aurora").await;
    let first = simulator(&desk, &admin, "Loja").await;
    desk.told();
    let body = json!({ "name": "Filial", "provider": "simulator", "isDefault": true });
    let second = desk.post(&admin, "/whatsapp", body).await["id"]
        .as_i64()
        .unwrap();
    let told: Vec<_> = desk
        .told()
        .into_iter()
        .map(|(_, _, body)| {
            (
                body["whatsapp"]["id"].clone(),
                body["whatsapp"]["isDefault"].clone(),
            )
        })
        .collect();
    assert_eq!(
        told,
        [(json!(first), json!(false)), (json!(second), json!(true))]
    );

    let path = format!("/whatsapp/{second}");
    let unset = Some(json!({ "isDefault": false }));
    for (method, body) in [(Method::PUT, unset), (Method::DELETE, None)] {
        let refused = desk.refused(&admin, method, &path, body).await;
        assert_eq!(refused, (400, "ERR_NO_OTHER_WHATSAPP".to_owned()));
    }
    desk.asked();
    let (status, _) = desk
        .call(&admin, Method::DELETE, &format!("/whatsapp/{first}"), None)
        .await;
    assert_eq!(status, 200);
    let told = desk.told();
    assert_eq!(
        told[0].2,
        json!({ "action": "delete", "whatsappId": first })
    );
    assert_eq!(desk.asked(), [("stop", first)]);
}

#[actix_web::test]
async fn a_name_is_taken_once() {
    let desk = Desk::new().await;
    let admin = desk.company("Aurora").await;
    simulator(&desk, &admin, "Loja").await;
    let body = json!({ "name": " Loja ", "provider": "simulator" });
    let refused = desk
        .refused(&admin, Method::POST, "/whatsapp", Some(body))
        .await;
    assert_eq!(refused, (400, "ERR_WAPP_NAME_TAKEN".to_owned()));
}

#[actix_web::test]
async fn unknown_queues_and_a_missing_greeting_are_refused() {
    // spec: S082 S130 A076 A134
    let desk = Desk::new().await;
    let admin = desk.company("Aurora").await;
    let body = json!({ "name": "Loja", "provider": "simulator", "queueIds": [999_999] });
    let refused = desk
        .refused(&admin, Method::POST, "/whatsapp", Some(body))
        .await;
    assert_eq!(refused, (404, "ERR_NO_QUEUE_FOUND".to_owned()));
    let body = json!({ "name": "Loja", "provider": "simulator", "queueIds": [1, 2] });
    let refused = desk
        .refused(&admin, Method::POST, "/whatsapp", Some(body))
        .await;
    assert_eq!(refused, (400, "ERR_WAPP_GREETING_REQUIRED".to_owned()));

    let path = format!("/whatsapp/{}", simulator(&desk, &admin, "Loja").await);
    let mut queues = Vec::new();
    for (name, color) in [("Vendas", "#00aa55"), ("Suporte", "#123456")] {
        let queue = json!({ "name": name, "color": color });
        queues.push(desk.post(&admin, "/queue", queue).await["id"].clone());
    }
    let mut both = json!({ "queueIds": queues });
    let refused = desk
        .refused(&admin, Method::PUT, &path, Some(both.clone()))
        .await;
    assert_eq!(refused, (400, "ERR_WAPP_GREETING_REQUIRED".to_owned()));
    both["greetingMessage"] = json!("Olá!");
    let (status, _) = desk.call(&admin, Method::PUT, &path, Some(both)).await;
    assert_eq!(status, 200);
}

#[actix_web::test]
async fn null_clears_and_absence_keeps() {
    let desk = Desk::new().await;
    let admin = desk.company("Aurora").await;
    let path = format!("/whatsapp/{}", simulator(&desk, &admin, "Loja").await);
    let set = json!({ "timeToTransfer": 5, "greetingMessage": "Olá!", "isDefault": true });
    let (_, changed) = desk.call(&admin, Method::PUT, &path, Some(set)).await;
    assert_eq!(
        (&changed["timeToTransfer"], &changed["greetingMessage"]),
        (&json!(5), &json!("Olá!"))
    );
    let (_, kept) = desk.call(&admin, Method::PUT, &path, Some(json!({}))).await;
    assert_eq!(kept["timeToTransfer"], 5);
    let clear = json!({ "timeToTransfer": null, "greetingMessage": "" });
    let (_, cleared) = desk.call(&admin, Method::PUT, &path, Some(clear)).await;
    assert_eq!(
        (&cleared["timeToTransfer"], &cleared["greetingMessage"]),
        (&json!(null), &json!(""))
    );
}

#[actix_web::test]
async fn roles_decide_who_changes_and_who_restarts() {
    let desk = Desk::new().await;
    let admin = desk.company("Aurora").await;
    let supervisor = desk.user(admin.company, Profile::Supervisor, false).await;
    let user = desk.user(admin.company, Profile::User, false).await;
    let id = simulator(&desk, &admin, "Loja").await;
    let (one, session) = (format!("/whatsapp/{id}"), format!("/whatsappsession/{id}"));
    desk.asked();

    let body = Some(json!({ "name": "Filial", "provider": "simulator" }));
    for caller in [&supervisor, &user] {
        for (method, path, body) in [
            (Method::POST, "/whatsapp", body.clone()),
            (Method::PUT, &one, body.clone()),
            (Method::DELETE, &one, None),
            (Method::PUT, &session, None),
            (Method::DELETE, &session, None),
        ] {
            let refused = desk.refused(caller, method, path, body).await;
            assert_eq!(refused, (403, "ERR_NO_PERMISSION".to_owned()), "{path}");
        }
        desk.get(caller, &one).await;
        assert_eq!(
            desk.get(caller, "/whatsapp")
                .await
                .as_array()
                .unwrap()
                .len(),
            1
        );
    }
    let refused = desk.refused(&user, Method::POST, &session, None).await;
    assert_eq!(refused, (403, "ERR_NO_PERMISSION".to_owned()));
    assert_eq!(desk.asked(), []);

    for (caller, method, text) in [
        (&supervisor, Method::POST, "Starting session."),
        (&admin, Method::PUT, "Starting session."),
        (&admin, Method::DELETE, "Session disconnected."),
    ] {
        let answer = desk.call(caller, method, &session, None).await;
        assert_eq!(answer, (200, json!({ "message": text })));
    }
    assert_eq!(desk.asked(), [("start", id), ("new_qr", id), ("stop", id)]);
}

#[actix_web::test]
async fn the_code_to_scan_is_not_for_attendants() {
    // spec: A054
    let desk = Desk::new().await;
    let admin = desk.company("Aurora").await;
    let supervisor = desk.user(admin.company, Profile::Supervisor, false).await;
    let user = desk.user(admin.company, Profile::User, false).await;
    let id = simulator(&desk, &admin, "Loja").await;
    let change = StatusChange {
        qrcode: "2@abc",
        ..StatusChange::to(ConnectionStatus::Qrcode)
    };
    let now = desk.app.clock.now();
    desk.app
        .db
        .write(async |conn| {
            connections::set_status(conn, admin.company, ConnectionId(id), change, now).await
        })
        .await
        .unwrap()
        .unwrap();
    let path = format!("/whatsapp/{id}");
    for (caller, code) in [(&admin, "2@abc"), (&supervisor, "2@abc"), (&user, "")] {
        let seen = desk.get(caller, &path).await;
        assert_eq!(
            (&seen["status"], &seen["qrcode"]),
            (&json!("qrcode"), &json!(code))
        );
        assert_eq!(desk.get(caller, "/whatsapp").await[0]["qrcode"], code);
    }
    desk.told();
    let (_, answer) = desk
        .call(
            &admin,
            Method::PUT,
            &path,
            Some(json!({ "name": "Loja 2" })),
        )
        .await;
    assert_eq!(answer["qrcode"], "2@abc");
    let told = desk.told();
    let codes: Vec<_> = told.iter().map(|it| &it.2["whatsapp"]["qrcode"]).collect();
    assert_eq!(
        codes,
        ["2@abc", ""],
        "to those who may pair, and to the others"
    );
}

#[actix_web::test]
async fn a_foreign_connection_answers_like_an_unknown_one() {
    // spec: S116
    let desk = Desk::new().await;
    let ours = desk.company("Aurora").await;
    let theirs = desk.company("Vida").await;
    let foreign = simulator(&desk, &ours, "Loja").await;
    desk.told();
    desk.asked();
    for id in [foreign, 999_999] {
        let (one, session) = (format!("/whatsapp/{id}"), format!("/whatsappsession/{id}"));
        let letters = format!("{session}/pairing-code");
        let change = Some(json!({ "name": "Roubada", "accessToken": "x" }));
        for (method, path, body) in [
            (Method::GET, &one, None),
            (Method::PUT, &one, change),
            (Method::DELETE, &one, None),
            (Method::POST, &session, None),
            (Method::PUT, &session, None),
            (Method::DELETE, &session, None),
            (
                Method::POST,
                &letters,
                Some(json!({ "number": "5511988887777" })),
            ),
        ] {
            let refused = desk.refused(&theirs, method, path, body).await;
            assert_eq!(refused, (404, "ERR_NO_WAPP_FOUND".to_owned()), "{path}");
        }
    }
    assert_eq!(desk.get(&theirs, "/whatsapp").await, json!([]));
    assert_eq!((desk.told(), desk.asked()), (vec![], vec![]));
    assert_eq!(
        desk.get(&ours, &format!("/whatsapp/{foreign}")).await["name"],
        "Loja"
    );
}

#[actix_web::test]
async fn letters_to_type_are_asked_for_by_those_who_may_pair() {
    let desk = Desk::new().await;
    let admin = desk.company("Aurora").await;
    let supervisor = desk.user(admin.company, Profile::Supervisor, false).await;
    let user = desk.user(admin.company, Profile::User, false).await;
    let id = simulator(&desk, &admin, "Loja").await;
    let path = format!("/whatsappsession/{id}/pairing-code");
    let ask = |number: &str| Some(json!({ "number": number }));
    desk.asked();
    let refused = desk
        .refused(&user, Method::POST, &path, ask("5511988887777"))
        .await;
    assert_eq!(refused, (403, "ERR_NO_PERMISSION".to_owned()));
    for nonsense in ["", "1234567", "1234567890123456", "55119abc4444"] {
        let refused = desk
            .refused(&admin, Method::POST, &path, ask(nonsense))
            .await;
        assert_eq!(refused, (400, "ERR_VALIDATION".to_owned()), "{nonsense}");
    }
    assert_eq!(desk.asked(), []);
    let (status, _) = desk
        .call(&supervisor, Method::POST, &path, ask("+55 (11) 98888-7777"))
        .await;
    assert_eq!(status, 200);
    assert_eq!(desk.asked(), [("start", id), ("look", id)]);
    let mut reader = desk.app.db.read().await.unwrap();
    let conn = &mut reader.conn();
    let wanted = connections::pairing_number(conn, admin.company, ConnectionId(id)).await;
    assert_eq!(wanted.unwrap().as_deref(), Some("5511988887777"));
}
