//! Integrations as an admin sets them up: who may, what is kept, what is never shown, what is tried out.

use serde_json::{Value, json};

use super::{
    ADMIN, MARINA, VIDA,
    bot_peer::{HOST, OWN, Peer, Reply},
    new_number, open_ticket,
    support::{
        Session, TestDesk, TestSocket, backends, lists::assert_twenty_a_page, on_both, until,
    },
};

/// A key that signs, made for tests alone.
pub const PEM: &str = include_str!("../../actors/integration/test_key.pem");

/// The key of a service account, as Google gives it, of a service at an address.
pub fn account(url: &str) -> String {
    json!({
        "type": "service_account",
        "client_email": "bot@aurora.iam.gserviceaccount.com",
        "private_key": PEM,
        "private_key_id": "k1",
        "token_uri": format!("{url}/token"),
    })
    .to_string()
}

/// A webhook with a name of its own.
fn webhook(url: &str) -> Value {
    json!({ "type": "webhook", "name": format!("Fluxo {}", new_number()), "urlN8N": url })
}

async fn add(admin: &Session, wish: &Value) -> Value {
    admin.post("/queueIntegration", wish).await.ok()
}

#[tokio::test]
async fn an_integration_has_the_fields_and_defaults_of_its_kind() {
    // spec: A051 A086 A101 A118 A144
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let name = format!("Triagem {}", new_number());
        let wish = json!({
            "type": "typebot", "name": name, "urlN8N": "https://viewer.exemplo.com.br", "typebotSlug": "triagem-1",
            "typebotKeywordFinish": "sair", "typebotKeywordRestart": "de novo",
            "typebotUnknownMessage": "Não entendi.", "typebotRestartMessage": "Vamos lá.",
        });
        let made = add(&admin, &wish).await;
        for (field, value) in wish.as_object().expect("fields") {
            assert_eq!(&made[field], value, "{field}");
        }
        assert_eq!(
            (&made["typebotDelayMessage"], &made["typebotExpires"]),
            (&json!(1000), &json!(1))
        );
        let path = format!("/queueIntegration/{}", made["id"]);
        let search = format!("/queueIntegration/?searchParam={}&pageNumber=1", name.to_uppercase());
        let page = admin.get(&search).await.ok();
        assert_eq!(
            (&page["queueIntegrations"], &page["count"], &page["hasMore"]),
            (&json!([made]), &json!(1), &json!(false))
        );
        let changed = admin.put(&path, &json!({ "typebotExpires": 30 })).await;
        assert_eq!(changed.status.as_u16(), 201);
        assert_eq!(changed.ok()["typebotSlug"], "triagem-1", "what is absent stays");
        assert_eq!(admin.get(&path).await.ok()["typebotExpires"], 30);
        for refused in [
            marina.get("/queueIntegration").await,
            marina.get(&path).await,
            marina.post("/queueIntegration", &wish).await,
            marina.put(&path, &wish).await,
            marina.delete(&path).await,
        ] {
            assert_eq!(refused.refusal(), (403, "ERR_NO_PERMISSION"));
        }
        let again = admin.post("/queueIntegration", &wish).await;
        assert_eq!(again.refusal(), (400, "ERR_INTEGRATION_NAME_TAKEN"));
        let vida = desk.session(VIDA).await;
        assert_eq!(vida.get(&path).await.refusal(), (404, "ERR_NO_INTEGRATION_FOUND"));
        admin.delete(&path).await.ok();
        assert_eq!(admin.get(&path).await.refusal(), (404, "ERR_NO_INTEGRATION_FOUND"));
    })
    .await;
}

#[tokio::test]
async fn each_kind_says_what_it_needs() {
    // spec: A086
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let url = "https://n8n.exemplo.com.br/webhook/1";
        let dialogflow = json!({
            "type": "dialogflow", "name": "Agente", "projectName": "aurora-faq", "language": "pt-BR",
            "jsonContent": account("https://oauth2.exemplo.com.br"),
        });
        let typebot = json!({ "type": "typebot", "name": "Flor", "urlN8N": url, "typebotSlug": "a" });
        let n8n = json!({ "type": "n8n", "name": "Fluxo", "urlN8N": url });
        for (good, field, bad) in [
            (&n8n, "name", json!("x")),
            (&n8n, "name", json!(" x ")),
            (&n8n, "name", json!("x".repeat(51))),
            (&n8n, "name", Value::Null),
            (&n8n, "type", json!("outro")),
            (&n8n, "type", Value::Null),
            (&n8n, "urlN8N", json!("")),
            (&n8n, "urlN8N", json!("n8n.exemplo.com.br")),
            (&typebot, "typebotSlug", json!(" ")),
            (&typebot, "typebotExpires", json!(-1)),
            (&typebot, "typebotDelayMessage", json!(20_001)),
            (&dialogflow, "projectName", json!("a")),
            (&dialogflow, "language", json!("p")),
            (&dialogflow, "jsonContent", json!("")),
            (&dialogflow, "jsonContent", json!("{}")),
            (&dialogflow, "jsonContent", json!(r#"{"private_key":"x"}"#)),
        ] {
            let mut body = good.clone();
            body[field] = bad;
            let refused = admin.post("/queueIntegration", &body).await;
            assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"), "{field} {}", body[field]);
        }
    })
    .await;
}

#[tokio::test]
async fn fields_are_taken_at_their_borders_and_stay_when_they_are_not_sent() {
    // spec: A051 A086
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let url = "https://viewer.exemplo.com.br";
        let agent = json!({
            "type": "dialogflow", "name": format!("Agente {}", new_number()), "projectName": "aurora-faq",
            "language": "pt-BR", "jsonContent": account("https://oauth2.exemplo.com.br"),
        });
        let made = add(&admin, &agent).await;
        let path = format!("/queueIntegration/{}", made["id"]);
        let moved = json!({ "projectName": "aurora-trocas", "language": "es" });
        admin.put(&path, &moved).await.ok();
        let read = admin.get(&path).await.ok();
        for (field, value) in moved.as_object().expect("fields") {
            assert_eq!(&read[field], value, "{field}");
        }
        // of another kind it has no key any more
        let more = json!({
            "type": "typebot", "urlN8N": url, "typebotSlug": "triagem", "typebotExpires": 0, "typebotDelayMessage": 0,
            "typebotKeywordFinish": "sair", "typebotKeywordRestart": "de novo",
            "typebotUnknownMessage": "Não entendi.", "typebotRestartMessage": "Vamos lá.",
        });
        let whole = admin.put(&path, &more).await.ok();
        for (field, value) in more.as_object().expect("fields") {
            assert_eq!(&whole[field], value, "{field}");
        }
        assert_eq!(
            (&whole["hasJsonContent"], &whole["hasSecret"]),
            (&json!(false), &json!(false))
        );
        let number = new_number();
        let long = format!("{number}{}", "é".repeat(50 - number.len()));
        for name in ["Zé", &long] {
            let mut kept = admin.put(&path, &json!({ "name": name })).await.ok();
            assert_eq!(kept["name"], name);
            for field in ["name", "updatedAt"] {
                kept[field] = whole[field].clone();
            }
            assert_eq!(kept, whole, "what is not sent stays");
        }
        for name in ["", "x", " x ", &"é".repeat(51)] {
            let refused = admin.put(&path, &json!({ "name": name })).await;
            assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"), "{name:?}");
        }
        let far = json!({ "typebotExpires": 525_600, "typebotDelayMessage": 20_000 });
        admin.put(&path, &far).await.ok();
        admin.delete(&path).await.ok();
    })
    .await;
}

#[tokio::test]
async fn integrations_come_by_name_twenty_a_page_and_keep_their_names_apart() {
    // spec: A101 A118
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let lot = new_number();
        let mut wish = webhook("https://n8n.exemplo.com.br/webhook/1");
        let mut ids = Vec::new();
        for place in (0..21).rev() {
            wish["name"] = json!(format!("Série {lot} {place:02}"));
            ids.push(add(&admin, &wish).await["id"].clone());
        }
        ids.reverse();
        let path = format!("/queueIntegration?searchParam=serie%20{lot}");
        assert_twenty_a_page(&admin, &path, "queueIntegrations", &ids).await;
        let path = format!("/queueIntegration/{}", ids[0]);
        let taken = json!({ "name": format!("Série {lot} 01") });
        let refused = admin.put(&path, &taken).await;
        assert_eq!(refused.refusal(), (400, "ERR_INTEGRATION_NAME_TAKEN"));
        for id in &ids {
            admin.delete(&format!("/queueIntegration/{id}")).await.ok();
        }
    })
    .await;
}

#[tokio::test]
async fn what_is_secret_is_kept_and_never_shown_again() {
    // spec: A051
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let (secret, key) = ("segredo-do-fluxo-81b2", account("https://oauth2.exemplo.com.br"));
        let mut wish = webhook("https://n8n.exemplo.com.br/webhook/1");
        wish["secret"] = json!(secret);
        let hook = add(&admin, &wish).await;
        let agent = json!({
            "type": "dialogflow", "name": format!("Agente {}", new_number()), "projectName": "aurora-faq",
            "language": "pt-BR", "jsonContent": key,
        });
        let agent = add(&admin, &agent).await;
        assert_eq!((&hook["hasSecret"], &hook["hasJsonContent"]), (&json!(true), &json!(false)));
        assert_eq!((&agent["hasSecret"], &agent["hasJsonContent"]), (&json!(false), &json!(true)));
        let (of_hook, of_agent) =
            (format!("/queueIntegration/{}", hook["id"]), format!("/queueIntegration/{}", agent["id"]));
        // nothing sent keeps it, an empty secret takes it away
        let renamed = admin.put(&of_agent, &json!({ "jsonContent": "", "language": "pt" })).await.ok();
        assert_eq!(renamed["hasJsonContent"], true);
        assert_eq!(admin.put(&of_hook, &json!({ "typebotExpires": 2 })).await.ok()["hasSecret"], true);
        assert_eq!(admin.put(&of_hook, &json!({ "secret": "" })).await.ok()["hasSecret"], false);
        for path in ["/queueIntegration", &of_hook, &of_agent, "/audit"] {
            let told = admin.get(path).await.text;
            assert!(!told.contains(secret) && !told.contains("PRIVATE KEY"), "{path}");
        }
        let stored = desk.number(
            "SELECT COUNT(*) FROM queue_integrations WHERE CAST(sealed_secrets AS TEXT) LIKE '%PRIVATE KEY%'",
        );
        assert_eq!(stored, 0, "sealed at rest");
        assert!(!desk.log().contains(secret));
    })
    .await;
}

#[tokio::test]
async fn one_that_is_used_is_not_deleted_and_a_foreign_one_is_none() {
    // spec: S098 A032
    on_both(async |desk| {
        let (admin, vida) = (desk.session(ADMIN).await, desk.session(VIDA).await);
        let url = "https://n8n.exemplo.com.br/webhook/1";
        let own = add(&admin, &webhook(url)).await["id"].clone();
        let foreign = add(&vida, &webhook(url)).await["id"].clone();
        let number = new_number();
        let color = format!("#{}", number.split_at(7).1);
        let queue = json!({ "name": format!("Fila {}", new_number()), "color": color });
        let queue = admin.post("/queue", &queue).await.ok();
        let queue = format!("/queue/{}", queue["id"]);
        let line = admin.get("/whatsapp").await.ok();
        let line = format!("/whatsapp/{}", line[0]["id"]);
        for path in [&queue, &line] {
            for (field, code) in [
                ("integrationId", "ERR_NO_INTEGRATION_FOUND"),
                ("promptId", "ERR_NO_PROMPT_FOUND"),
            ] {
                let refused = admin.put(path, &json!({ field: foreign })).await;
                assert_eq!(refused.refusal(), (404, code), "{path}");
            }
            let of_own = format!("/queueIntegration/{own}");
            assert_eq!(
                admin.put(path, &json!({ "integrationId": own })).await.ok()["integrationId"],
                own
            );
            let refused = admin.delete(&of_own).await;
            assert_eq!(refused.refusal(), (409, "ERR_INTEGRATION_IN_USE"));
            let kept = admin
                .put(path, &json!({ "greetingMessage": "Olá!" }))
                .await
                .ok();
            assert_eq!(kept["integrationId"], own, "what is absent stays");
            let none = admin
                .put(path, &json!({ "integrationId": null }))
                .await
                .ok();
            assert_eq!(none["integrationId"], Value::Null);
        }
        admin.delete(&format!("/queueIntegration/{own}")).await.ok();
        admin.delete(&queue).await.ok();
    })
    .await;
}

#[tokio::test]
async fn no_address_of_the_own_network_is_taken() {
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        for url in [
            "https://127.0.0.1/x",
            "http://127.0.0.2/x",
            "https://localhost@127.0.0.1/",
            "https://[::1]/",
            "https://169.254.169.254/latest/meta-data",
            "https://2130706433/",
            "https://0x7f.1/",
            "https://10.0.0.1/",
            "http://n8n.exemplo.com.br/",
            "file:///etc/passwd",
            "gopher://exemplo.com.br/",
            "javascript:alert(1)",
        ] {
            let refused = admin.post("/queueIntegration", &webhook(url)).await;
            assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"), "{url}");
            let trial = json!({ "type": "webhook", "urlN8N": url });
            let refused = admin.post("/queueIntegration/testSession", &trial).await;
            assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"), "{url}");
        }
        // a name that leads inside is seen only when it is called
        let trial = json!({ "type": "webhook", "urlN8N": "https://localhost:9/x" });
        let refused = admin.post("/queueIntegration/testSession", &trial).await;
        assert_eq!(refused.refusal(), (400, "ERR_TEST_SESSION_DIALOG"));
        assert_eq!(refused.body["reason"], "forbidden");
    })
    .await;
}

#[tokio::test]
async fn everybody_hears_that_something_changed_and_not_what() {
    // spec: A121
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let mut socket = TestSocket::open(desk, &marina).await;
        let event = format!("company-{}-queueIntegration", marina.company());
        let made = add(
            &admin,
            &webhook("https://n8n.exemplo.com.br/webhook/secreto-7"),
        )
        .await;
        let path = format!("/queueIntegration/{}", made["id"]);
        admin.put(&path, &json!({ "typebotExpires": 3 })).await.ok();
        admin.delete(&path).await.ok();
        for action in ["create", "update", "delete"] {
            let payload = socket
                .event_where(&event, |told| {
                    told["action"] == action && told["queueIntegrationId"] == made["id"]
                })
                .await;
            assert!(!payload.to_string().contains("secreto-7"));
        }
    })
    .await;
}

#[expect(clippy::too_many_lines, reason = "one of each kind")]
#[tokio::test]
async fn an_integration_is_tried_out_before_it_is_kept() {
    // spec: A118
    for backend in backends() {
        let peer = Peer::start(|asked| match asked.line.as_str() {
            "POST /token" => Reply::Json(json!({ "access_token": "t-1", "expires_in": 3600 })),
            line if line.contains(":detectIntent") => Reply::Json(json!({ "queryResult": {
                "fulfillmentMessages": [{ "text": { "text": ["Olá! Sou o agente."] } }] } })),
            line if line.ends_with("/startChat") => Reply::Json(json!({
                "sessionId": "s", "messages": [{ "type": "text", "content": { "markdown": "Bem-vindo" } }],
                "input": { "type": "text input" } })),
            "POST /quebrado" => Reply::Status(500),
            _ => Reply::Json(json!({ "reply": "Recebido", "queueId": 3 })),
        });
        let desk = TestDesk::start(
            backend,
            &[OWN, ("GUICHE__INTEGRATIONS__DIALOGFLOW_URL", &peer.url)],
        )
        .await;
        let admin = desk.session(ADMIN).await;
        let mut socket = TestSocket::open(&desk, &admin).await;
        let mut of_marina = TestSocket::open(&desk, &desk.session(MARINA).await).await;
        let event = format!("company-{}-queueIntegration", admin.company());
        let url = &peer.url;
        let tried = async |wish: Value| admin.post("/queueIntegration/testSession", &wish).await;
        let agent = json!({ "projectName": "aurora-faq", "language": "pt-BR", "jsonContent": account(url) });
        assert_eq!(
            tried(agent.clone()).await.ok()["messages"],
            json!(["Olá! Sou o agente."])
        );
        let greeted = peer.asked().pop().expect("a call").body;
        assert_eq!(
            greeted["queryInput"]["text"],
            json!({ "text": "Olá", "languageCode": "pt-BR" })
        );
        socket
            .event_where(&event, |told| {
                told["action"] == "testSession"
                    && told["response"]["messages"][0] == "Olá! Sou o agente."
            })
            .await;
        let flow = tried(json!({ "type": "webhook", "urlN8N": format!("{url}/x"), "text": "Oi" }))
            .await
            .ok();
        assert_eq!(
            flow,
            json!({ "messages": ["Recebido"], "commands": ["queueId 3"] })
        );
        let bot = tried(json!({ "type": "typebot", "urlN8N": url, "typebotSlug": "s" }))
            .await
            .ok();
        assert_eq!(bot["messages"], json!(["Bem-vindo"]));
        let refused =
            tried(json!({ "type": "webhook", "urlN8N": format!("{url}/quebrado") })).await;
        assert_eq!(refused.refusal(), (400, "ERR_TEST_SESSION_DIALOG"));
        assert_eq!(refused.body["reason"], "status");
        for missing in ["projectName", "jsonContent", "language"] {
            let mut wish = agent.clone();
            wish[missing] = Value::Null;
            assert_eq!(
                tried(wish).await.refusal(),
                (400, "ERR_VALIDATION"),
                "{missing}"
            );
        }
        // the stored key counts where none is sent
        let kept = json!({ "type": "dialogflow", "name": "Agente", "projectName": "aurora-faq", "language": "pt-BR",
            "jsonContent": account(url) });
        let kept = add(&admin, &kept).await;
        // a colleague hears that one was added, and nothing of what was tried out before
        let is_it = |told: &Value| told["queueIntegrationId"] == kept["id"];
        of_marina.event_where(&event, is_it).await;
        let mut heard = of_marina.seen.iter();
        assert!(heard.all(|(_, told)| told["action"] != "testSession"));
        let again = tried(json!({ "integrationId": kept["id"] })).await.ok();
        assert_eq!(again["messages"], json!(["Olá! Sou o agente."]));
        assert!(url.contains(HOST));
        let path = format!("/queueIntegration/{}", kept["id"]);
        until("nothing of a trial is kept", async || {
            admin.get(&path).await.ok()["name"] == "Agente"
        })
        .await;
        assert_eq!(desk.number("SELECT COUNT(*) FROM bot_turns"), 0);
    }
}

#[tokio::test]
async fn a_ticket_is_given_to_a_chosen_integration_and_taken_from_it() {
    // spec: S045 S098
    on_both(async |desk| {
        let (admin, vida) = (desk.session(ADMIN).await, desk.session(VIDA).await);
        let url = "https://n8n.exemplo.com.br/webhook/2";
        let own = add(&admin, &webhook(url)).await["id"].clone();
        let foreign = add(&vida, &webhook(url)).await["id"].clone();
        let (ticket, _) = open_ticket(desk, &admin).await;
        let path = format!("/tickets/{}", ticket["id"]);
        let to = |id: &Value| json!({ "useIntegration": true, "integrationId": id });
        let refused = admin.put(&path, &to(&foreign)).await;
        assert_eq!(refused.refusal(), (404, "ERR_NO_INTEGRATION_FOUND"));
        let given = admin.put(&path, &to(&own)).await.ok();
        assert_eq!(
            (&given["useIntegration"], &given["integrationId"]),
            (&json!(true), &own)
        );
        let away = json!({ "useIntegration": false, "integrationId": false });
        let taken = admin.put(&path, &away).await.ok();
        assert_eq!(
            (&taken["useIntegration"], &taken["integrationId"]),
            (&json!(false), &Value::Null)
        );
    })
    .await;
}
