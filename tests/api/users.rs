//! `/users` on the running desk: who may manage whom, and what follows.

use serde_json::{Value, json};

use super::{
    ADMIN, MARINA, VIDA, connection, new_number, open_ticket,
    support::{SUPER, Session, TestDesk, on_both},
};

fn email() -> String {
    format!("{}@aurora.example", new_number())
}

async fn hire(admin: &Session, more: &Value) -> Value {
    let mut body = json!({ "name": "Pessoa Nova", "email": email(), "password": "Senha123" });
    for (field, value) in more.as_object().into_iter().flatten() {
        body[field] = value.clone();
    }
    admin.post("/users", &body).await.ok()
}

async fn sign_in(desk: &TestDesk, user: &Value) -> Session {
    let email = user["email"].as_str().expect("an e-mail");
    Session::sign_in(&desk.base, email, "Senha123").await
}

#[tokio::test]
async fn an_admin_makes_changes_and_deletes_a_user() {
    // spec: S013 S041 S107
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let queue = admin.get("/queue").await.ok()[0]["id"].clone();
        let made = hire(&admin, &json!({ "queueIds": [queue] })).await;
        assert_eq!(made["profile"], "user", "S085: a new user is a plain one");
        assert_eq!(made["allTicket"], "desabled");
        assert_eq!(made["queues"][0]["id"], queue);
        assert_eq!(made["whatsappId"], Value::Null, "no number of his own");
        assert_eq!(
            (&made["super"], &made["companyId"]),
            (&json!(false), &json!(admin.company()))
        );
        assert!(made.get("password").is_none() && made.get("passwordHash").is_none());

        let path = format!("/users/{}", made["id"]);
        let line = connection(&admin, "Matriz").await;
        let change = json!({
            "name": "Pessoa Outra", "profile": "supervisor", "allTicket": "enabled", "whatsappId": line,
        });
        let changed = admin.put(&path, &change).await.ok();
        for (field, value) in change.as_object().expect("fields") {
            assert_eq!(changed[field], *value, "{field}");
        }
        for field in ["id", "email", "super", "companyId", "queues"] {
            assert_eq!(changed[field], made[field], "what is absent stays: {field}");
        }
        let search = format!("/users?searchParam={}", made["email"].as_str().unwrap());
        let found = admin.get(&search).await.ok();
        assert_eq!(
            (&found["count"], &found["hasMore"]),
            (&json!(1), &json!(false))
        );
        assert_eq!(found["users"][0], changed);
        let back = json!({ "profile": "user", "allTicket": "desabled", "whatsappId": null });
        let back_again = admin.put(&path, &back).await.ok();
        for (field, value) in back.as_object().expect("fields") {
            assert_eq!(back_again[field], *value, "{field}");
        }

        admin.delete(&path).await.ok();
        assert_eq!(admin.get(&search).await.ok()["count"], 0);
        assert_eq!(admin.get(&path).await.refusal(), (404, "ERR_NO_USER_FOUND"));
        let again = json!({ "name": "De Volta", "email": made["email"], "password": "Senha123" });
        let again = admin.post("/users", &again).await.ok();
        assert_ne!(again["id"], made["id"], "the e-mail is free again");
        admin.delete(&format!("/users/{}", again["id"])).await.ok();
    })
    .await;
}

#[tokio::test]
async fn there_are_three_profiles_and_beside_them_who_runs_the_server() {
    // spec: S003 A091
    on_both(async |desk| {
        let (admin, host) = (desk.session(ADMIN).await, desk.session(SUPER).await);
        for profile in ["admin", "supervisor", "user"] {
            let made = hire(&admin, &json!({ "profile": profile })).await;
            let path = format!("/users/{}", made["id"]);
            let read = admin.get(&path).await.ok();
            assert_eq!(
                (&read["profile"], &read["super"]),
                (&json!(profile), &json!(false))
            );
            let raised = admin.put(&path, &json!({ "super": true })).await;
            assert!(!raised.status.is_server_error());
            assert_eq!(
                admin.get(&path).await.ok()["super"],
                false,
                "no admin makes one"
            );
            let own = sign_in(desk, &made).await;
            assert_eq!(
                (&own.user["profile"], &own.user["super"]),
                (&json!(profile), &json!(false))
            );
            admin.delete(&path).await.ok();
        }
        let other =
            json!({ "name": "Ana", "email": email(), "password": "12345", "profile": "root" });
        assert_eq!(
            admin.post("/users", &other).await.refusal(),
            (400, "ERR_VALIDATION")
        );
        assert_eq!(host.user["super"], true);
        assert_eq!(
            admin.get("/companies").await.refusal(),
            (403, "ERR_NO_PERMISSION")
        );
        host.get("/companies").await.ok();
    })
    .await;
}

#[tokio::test]
async fn what_a_form_lacks_is_named() {
    // spec: S072 S125
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let good = json!({ "name": "Ana", "email": email(), "password": "12345" });
        for (field, value) in [
            ("name", json!("A")),
            ("name", json!("A".repeat(51))),
            ("email", json!("ana@")),
            ("email", json!("")),
            ("password", json!("1234")),
            ("password", json!("1".repeat(51))),
            ("profile", json!("root")),
        ] {
            let mut body = good.clone();
            body[field] = value;
            let answer = admin.post("/users", &body).await;
            assert_eq!(answer.refusal(), (400, "ERR_VALIDATION"), "{body}");
        }
        for (field, value) in [
            ("password", "1".repeat(50)),
            ("password", "12345".to_owned()),
            ("name", "Jó".to_owned()),
            ("name", "J".repeat(50)),
        ] {
            let mut bound = good.clone();
            bound[field] = json!(value);
            let made = admin.post("/users", &bound).await.ok();
            admin.delete(&format!("/users/{}", made["id"])).await.ok();
        }
        let empty = admin.post("/users", &json!({})).await;
        let fields: Vec<_> = empty.body["details"].as_object().unwrap().keys().collect();
        assert_eq!(fields, ["email", "name", "password"]);
        let taken = json!({ "name": "Ana", "email": MARINA.to_uppercase(), "password": "12345" });
        let taken = admin.post("/users", &taken).await;
        assert_eq!(taken.refusal(), (400, "ERR_EMAIL_ALREADY_EXISTS"));
        let unknown = admin
            .put("/users/999999999", &json!({ "name": "Ana" }))
            .await;
        assert_eq!(unknown.refusal(), (404, "ERR_NO_USER_FOUND"));
    })
    .await;
}

#[tokio::test]
async fn everybody_changes_his_own_name_email_and_password_and_nothing_else() {
    // spec: S083 S085
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let made = hire(&admin, &json!({})).await;
        let path = format!("/users/{}", made["id"]);
        let own = sign_in(desk, &made).await;
        for more in [
            json!({ "profile": "admin" }),
            json!({ "allTicket": "enabled" }),
            json!({ "queueIds": [admin.get("/queue").await.ok()[0]["id"]] }),
            json!({ "whatsappId": admin.get("/whatsapp?session=0").await.ok()[0]["id"] }),
        ] {
            let refused = own.put(&path, &more).await;
            assert_eq!(refused.refusal(), (403, "ERR_NO_PERMISSION"), "{more}");
        }
        let colleague = format!("/users/{}", admin.id());
        let refused = own.put(&colleague, &json!({ "name": "Chefe" })).await;
        assert_eq!(refused.refusal(), (403, "ERR_NO_PERMISSION"));

        let same = json!({ "name": "Eu Mesma", "profile": "user", "queueIds": [] });
        assert_eq!(own.put(&path, &same).await.ok()["name"], "Eu Mesma");
        let renewed = json!({ "password": "Outra123", "currentPassword": "Senha123" });
        own.put(&path, &renewed).await.ok();
        let ended = own.get("/users/list").await;
        assert_eq!(ended.refusal(), (401, "ERR_SESSION_EXPIRED"));
        let email = made["email"].as_str().unwrap();
        assert!(
            Session::try_sign_in(&desk.base, email, "Senha123")
                .await
                .is_none()
        );
        Session::sign_in(&desk.base, email, "Outra123").await;
        admin.delete(&path).await.ok();
    })
    .await;
}

#[tokio::test]
async fn a_browser_that_was_left_open_cannot_take_the_account() {
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let made = hire(&admin, &json!({})).await;
        let path = format!("/users/{}", made["id"]);
        let own = sign_in(desk, &made).await;
        let new_email = email();
        for more in [
            json!({ "password": "Outra123" }),
            json!({ "email": new_email }),
            json!({ "password": "Outra123", "currentPassword": "Senha124" }),
            json!({ "email": new_email, "currentPassword": "" }),
        ] {
            let refused = own.put(&path, &more).await;
            assert_eq!(refused.refusal(), (400, "ERR_CURRENT_PASSWORD"), "{more}");
        }
        let same = json!({ "name": "Outro Nome", "email": made["email"], "password": "" });
        own.put(&path, &same).await.ok();
        let still = own.get(&path).await.ok();
        assert_eq!(still["name"], "Outro Nome", "nothing has ended");

        let moved = json!({ "email": new_email, "currentPassword": "Senha123" });
        assert_eq!(own.put(&path, &moved).await.ok()["email"], json!(new_email));
        let ended = own.get("/users/list").await;
        assert_eq!(ended.refusal(), (401, "ERR_SESSION_EXPIRED"));
        Session::sign_in(&desk.base, &new_email, "Senha123").await;

        let by_admin = json!({ "password": "Outra123" });
        admin.put(&path, &by_admin).await.ok();
        admin.delete(&path).await.ok();
    })
    .await;
}

#[tokio::test]
async fn who_is_deleted_is_out_and_his_tickets_wait() {
    // spec: S060 S124
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let marina = desk.session(MARINA).await;
        let (ticket, _) = open_ticket(desk, &marina).await;
        let queue = ticket["queueId"].clone();
        let queues = if queue.is_null() {
            json!([])
        } else {
            json!([queue])
        };
        let made = hire(
            &admin,
            &json!({ "queueIds": queues, "allTicket": "enabled" }),
        )
        .await;
        let own = sign_in(desk, &made).await;
        let path = format!("/tickets/{}", ticket["id"]);
        let give = json!({ "userId": made["id"], "queueId": queue, "status": "open" });
        assert_eq!(admin.put(&path, &give).await.ok()["userId"], made["id"]);

        let gone = format!("/users/{}", made["id"]);
        let himself = own.delete(&gone).await;
        assert_eq!(himself.refusal(), (403, "ERR_NO_PERMISSION"));
        admin.delete(&gone).await.ok();
        let waits = admin.get(&path).await.ok();
        assert_eq!(
            (&waits["status"], &waits["userId"], &waits["queueId"]),
            (&json!("pending"), &Value::Null, &queue)
        );
        let steps = admin.get(&format!("{path}/steps")).await.ok();
        assert_eq!(
            (&steps[0]["action"], &steps[0]["by"]["id"]),
            (&json!("returned"), &json!(admin.id()))
        );
        assert_eq!(
            own.get("/tickets").await.refusal(),
            (401, "ERR_SESSION_EXPIRED")
        );
        assert_eq!(own.refresh().await.refusal(), (401, "ERR_SESSION_EXPIRED"));
        let colleagues = admin.get("/users/list").await.ok();
        let mut ids = colleagues
            .as_array()
            .unwrap()
            .iter()
            .map(|user| &user["id"]);
        assert!(ids.all(|id| *id != made["id"]));
    })
    .await;
}

#[tokio::test]
async fn nobody_deletes_himself_or_takes_the_last_admin_away() {
    on_both(async |desk| {
        let vida = desk.session(VIDA).await;
        let path = format!("/users/{}", vida.id());
        let refused = vida.delete(&path).await;
        assert_eq!(refused.refusal(), (403, "ERR_NO_PERMISSION"));
        let refused = vida.put(&path, &json!({ "profile": "user" })).await;
        assert_eq!(refused.refusal(), (409, "ERR_LAST_ADMIN"));
        assert_eq!(vida.get(&path).await.ok()["profile"], "admin");
    })
    .await;
}

#[tokio::test]
async fn the_plan_says_how_many_users_there_may_be() {
    // spec: S042 S054
    on_both(async |desk| {
        let vida = desk.session(VIDA).await;
        let plan = vida
            .get(&format!("/companies/listPlan/{}", vida.company()))
            .await;
        let most = plan.ok()["plan"]["users"].as_i64().expect("a number");
        let mut made = Vec::new();
        let refusal = loop {
            let body = json!({ "name": "Mais Uma", "email": email(), "password": "Senha123" });
            let answer = vida.post("/users", &body).await;
            if !answer.status.is_success() {
                break (answer.status.as_u16(), answer.body["error"].clone());
            }
            made.push(answer.ok()["id"].clone());
        };
        assert_eq!(refusal, (400, json!("ERR_PLAN_LIMIT_USERS")));
        assert_eq!(vida.get("/users").await.ok()["count"], json!(most));
        for id in made {
            vida.delete(&format!("/users/{id}")).await.ok();
        }
    })
    .await;
}
