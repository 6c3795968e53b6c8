//! Every field of the connection's dialog, how its numbers have been, and a message to oneself.

use actix_web::http::Method;
use chrono::TimeDelta;
use guiche_storage::{
    connections::{self, StatusChange},
    model::{ConnectionId, connection::ConnectionStatus, user::Profile},
};
use serde_json::{Value, json};

use super::callers::{Desk, SignedIn};

async fn set_status(desk: &Desk, admin: &SignedIn, id: i64, change: StatusChange<'_>) {
    let now = desk.app.clock.now();
    desk.app
        .db
        .write(async |conn| {
            connections::set_status(conn, admin.company, ConnectionId(id), change, now).await
        })
        .await
        .unwrap();
}

#[actix_web::test]
async fn every_field_of_the_dialog_is_stored_and_answered() {
    // spec: A009 A031 A099 A137
    let desk = Desk::new().await;
    let admin = desk.company("Aurora").await;
    let made = desk
        .post(
            &admin,
            "/whatsapp",
            json!({ "name": "Loja", "provider": "simulator" }),
        )
        .await;
    for (field, value) in [
        ("isDefault", json!(true)),
        ("timeUseBotQueues", json!(0)),
        ("maxUseBotQueues", json!(3)),
        ("promptId", Value::Null),
        ("transferQueueId", Value::Null),
        ("timeToTransfer", Value::Null),
        ("tokenSet", json!(false)),
        ("qrcode", json!("")),
        ("pairingCode", json!("")),
    ] {
        assert_eq!(made[field], value, "{field} of a new one");
    }
    let queue = desk
        .post(
            &admin,
            "/queue",
            json!({ "name": "Vendas", "color": "#0F766E" }),
        )
        .await["id"]
        .clone();
    let path = format!("/whatsapp/{}", made["id"]);
    let token = "programa-da-loja-2026";
    let all = json!({
        "name": "Loja Centro", "queueIds": [queue], "transferQueueId": queue, "timeToTransfer": 15,
        "greetingMessage": "Olá!", "complationMessage": "Obrigada!", "outOfHoursMessage": "Fechado.",
        "ratingMessage": "De 1 a 3?", "expiresInactiveMessage": "Encerrado.", "expiresTicket": 120,
        "timeUseBotQueues": 30, "maxUseBotQueues": 5,
    });
    let mut sent = all.clone();
    sent["token"] = json!(token);
    let (status, changed) = desk.call(&admin, Method::PUT, &path, Some(sent)).await;
    assert_eq!(status, 200, "{changed}");
    let stored = desk.get(&admin, &path).await;
    for (field, value) in all.as_object().unwrap() {
        if field != "queueIds" {
            assert_eq!((&changed[field], &stored[field]), (value, value), "{field}");
        }
    }
    assert_eq!(stored["queues"][0]["id"], queue);
    assert_eq!(stored["tokenSet"], true);
    let told: Vec<_> = desk.told();
    let seen = [stored.to_string(), changed.to_string(), format!("{told:?}")];
    assert!(seen.iter().all(|text| !text.contains(token)));

    // what is not in the body stays; an empty token takes it away
    let (_, kept) = desk
        .call(
            &admin,
            Method::PUT,
            &path,
            Some(json!({ "name": "Loja 2" })),
        )
        .await;
    assert_eq!(
        (&kept["timeToTransfer"], &kept["tokenSet"]),
        (&json!(15), &json!(true))
    );
    let clears = json!({ "token": "", "transferQueueId": null, "timeToTransfer": null });
    let (_, cleared) = desk.call(&admin, Method::PUT, &path, Some(clears)).await;
    assert_eq!(cleared["tokenSet"], false);
    assert_eq!(
        (&cleared["transferQueueId"], &cleared["timeToTransfer"]),
        (&Value::Null, &Value::Null)
    );
}

#[actix_web::test]
async fn a_number_says_when_it_was_last_changed() {
    // spec: A009 A031
    let desk = Desk::new().await;
    let admin = desk.company("Aurora").await;
    let body = json!({ "name": "Loja", "provider": "simulator" });
    let made = desk.post(&admin, "/whatsapp", body).await;
    let path = format!("/whatsapp/{}", made["id"]);
    desk.pass(TimeDelta::minutes(1));
    let name = Some(json!({ "name": "Filial" }));
    let (status, changed) = desk.call(&admin, Method::PUT, &path, name).await;
    assert_eq!(status, 200, "{changed}");
    assert!(changed["updatedAt"].is_string());
    assert_ne!(changed["updatedAt"], made["updatedAt"]);
    let read = desk.get(&admin, &path).await;
    assert_eq!(read["updatedAt"], changed["updatedAt"]);
}

#[actix_web::test]
async fn the_first_letters_of_a_token_are_for_admins_alone() {
    // spec: A031 A108
    let desk = Desk::new().await;
    let admin = desk.company("Aurora").await;
    let loja = json!({ "name": "Loja", "provider": "simulator", "token": "programa-da-loja-2026" });
    let path = format!(
        "/whatsapp/{}",
        desk.post(&admin, "/whatsapp", loja).await["id"]
    );
    let supervisor = desk.user(admin.company, Profile::Supervisor, false).await;
    let user = desk.user(admin.company, Profile::User, false).await;
    for (caller, token) in [
        (&admin, json!("progr…")),
        (&supervisor, Value::Null),
        (&user, Value::Null),
    ] {
        let one = desk.get(caller, &path).await;
        let listed = desk.get(caller, "/whatsapp").await[0].clone();
        for seen in [one, listed] {
            assert_eq!((&seen["token"], &seen["tokenSet"]), (&token, &json!(true)));
        }
    }
}

#[actix_web::test]
async fn what_does_not_fit_the_dialog_is_refused() {
    // spec: A076
    let desk = Desk::new().await;
    let admin = desk.company("Aurora").await;
    let made = desk
        .post(
            &admin,
            "/whatsapp",
            json!({ "name": "Loja", "provider": "simulator" }),
        )
        .await;
    let path = format!("/whatsapp/{}", made["id"]);
    for body in [
        json!({ "name": "L" }),
        json!({ "name": "x".repeat(51) }),
        json!({ "token": "curto" }),
        json!({ "token": "com espaço no meio dele" }),
        json!({ "token": "x".repeat(201) }),
        json!({ "timeToTransfer": -1 }),
        json!({ "expiresTicket": 525_601 }),
        json!({ "maxUseBotQueues": 1_001 }),
        json!({ "greetingMessage": "x".repeat(4_097) }),
    ] {
        let refused = desk
            .refused(&admin, Method::PUT, &path, Some(body.clone()))
            .await;
        assert_eq!(refused, (400, "ERR_VALIDATION".to_owned()), "{body}");
    }
    let token =
        json!({ "name": "Outra", "provider": "simulator", "token": "programa-da-loja-2026" });
    desk.post(&admin, "/whatsapp", token).await;
    let taken = json!({ "token": "programa-da-loja-2026" });
    let refused = desk.refused(&admin, Method::PUT, &path, Some(taken)).await;
    assert_eq!(refused, (400, "ERR_WAPP_TOKEN_TAKEN".to_owned()));
    assert_eq!(desk.get(&admin, &path).await["name"], "Loja");
}

#[actix_web::test]
async fn a_name_may_have_2_to_50_characters() {
    // spec: A076
    let desk = Desk::new().await;
    let admin = desk.company("Aurora").await;
    for (letter, first, second) in [("á", 2, 50), ("é", 50, 2)] {
        let body = json!({ "name": letter.repeat(first), "provider": "simulator" });
        let made = desk.post(&admin, "/whatsapp", body).await;
        assert_eq!(made["name"], json!(letter.repeat(first)));
        let path = format!("/whatsapp/{}", made["id"]);
        let body = Some(json!({ "name": letter.repeat(second) }));
        let (status, changed) = desk.call(&admin, Method::PUT, &path, body).await;
        assert_eq!(
            (status, &changed["name"]),
            (200, &json!(letter.repeat(second)))
        );
    }
}

#[actix_web::test]
async fn how_a_number_has_been_is_for_those_who_look_after_it() {
    let desk = Desk::new().await;
    let admin = desk.company("Aurora").await;
    let other = desk.company("Vida").await;
    let supervisor = desk.user(admin.company, Profile::Supervisor, false).await;
    let user = desk.user(admin.company, Profile::User, false).await;
    let body = json!({ "name": "Loja", "provider": "simulator" });
    let id = desk.post(&admin, "/whatsapp", body).await["id"]
        .as_i64()
        .unwrap();
    let refused = desk
        .refused(&user, Method::GET, "/whatsapp/health", None)
        .await;
    assert_eq!(refused, (403, "ERR_NO_PERMISSION".to_owned()));
    assert_eq!(desk.get(&other, "/whatsapp/health").await, json!([]));

    let off = |cell: &Value| cell["offSeconds"] == 3600;
    let health = desk.get(&supervisor, "/whatsapp/health").await;
    assert_eq!(health[0]["id"], id);
    let cells = health[0]["cells"].as_array().unwrap();
    assert!(
        cells.len() == 24 && cells.iter().all(off),
        "it never was on"
    );

    set_status(
        &desk,
        &admin,
        id,
        StatusChange::to(ConnectionStatus::Connected),
    )
    .await;
    let lost = StatusChange {
        reason: Some("no network"),
        ..StatusChange::to(ConnectionStatus::Timeout)
    };
    set_status(&desk, &admin, id, lost).await;
    set_status(
        &desk,
        &admin,
        id,
        StatusChange::to(ConnectionStatus::Connected),
    )
    .await;
    let health = desk.get(&admin, "/whatsapp/health").await;
    assert_eq!(health[0]["reconnectsToday"], 1);
    assert_eq!(health[0]["lastReconnectSeconds"], 0);
    assert_eq!(health[0]["lastEventKind"], "status");
    assert_eq!(health[0]["waiting"], 0);
}

#[actix_web::test]
async fn a_message_to_oneself_is_sent_by_a_number_that_is_connected() {
    let desk = Desk::new().await;
    let admin = desk.company("Aurora").await;
    let other = desk.company("Vida").await;
    let user = desk.user(admin.company, Profile::User, false).await;
    let body = json!({ "name": "Loja", "provider": "simulator" });
    let id = desk.post(&admin, "/whatsapp", body).await["id"]
        .as_i64()
        .unwrap();
    let path = format!("/whatsapp/{id}/test");
    let own = || Some(json!({}));
    let to = |number: &str| Some(json!({ "number": number }));
    let refused = desk
        .refused(&admin, Method::POST, &path, to("5511988887777"))
        .await;
    assert_eq!(refused, (409, "ERR_WAPP_NOT_INITIALIZED".to_owned()));
    set_status(
        &desk,
        &admin,
        id,
        StatusChange::to(ConnectionStatus::Connected),
    )
    .await;
    for (caller, body, expected) in [
        (&user, to("5511988887777"), (403, "ERR_NO_PERMISSION")),
        (&other, to("5511988887777"), (404, "ERR_NO_WAPP_FOUND")),
        (&admin, to("abc"), (400, "ERR_VALIDATION")),
        (&admin, own(), (400, "ERR_VALIDATION")),
    ] {
        let refused = desk.refused(caller, Method::POST, &path, body).await;
        assert_eq!(refused, (expected.0, expected.1.to_owned()));
    }
    let (status, sent) = desk
        .call(&admin, Method::POST, &path, to("+55 11 98888-7777"))
        .await;
    assert_eq!((status, &sent["state"]), (200, &json!("queued")));
    let one = format!("{path}?trial={}", sent["id"].as_str().unwrap());
    assert_eq!(desk.get(&admin, &one).await, sent);
    let refused = desk.refused(&other, Method::GET, &one, None).await;
    assert_eq!(refused, (404, "ERR_NO_WAPP_FOUND".to_owned()));
    let unknown = format!("{path}?trial={}", uuid::Uuid::nil());
    let refused = desk.refused(&admin, Method::GET, &unknown, None).await;
    assert_eq!(refused, (404, "ERR_NO_MESSAGE_FOUND".to_owned()));

    let number = StatusChange {
        number: Some("5511900000001"),
        ..StatusChange::to(ConnectionStatus::Connected)
    };
    set_status(&desk, &admin, id, number).await;
    let (status, _) = desk.call(&admin, Method::POST, &path, own()).await;
    assert_eq!(status, 200, "to its own number");
}
