//! What administration is for: each of its sides, as an admin of one company uses it, and nothing of it for another company.

use serde_json::{Value, json};

use super::{
    ADMIN, MARINA, VIDA,
    companies::{PASSWORD, company, plan},
    new_number, open_ticket,
    support::{SUPER, Session, TestDesk, on_both},
};

/// What an admin makes: where, what, and where it is listed.
type Side = (&'static str, Value, &'static str);

/// How customers are received and answered.
async fn service(admin: &Session, word: &str) -> Vec<Side> {
    let contact = json!({ "name": "Cliente Novo", "number": new_number() });
    let contact = admin.post("/contacts", &contact).await.ok();
    let color: String = new_number().chars().skip(5).take(6).collect();
    let queue = json!({
        "name": word, "color": format!("#{color}"),
        "greetingMessage": "Olá!", "outOfHoursMessage": "Amanhã.",
    });
    let schedule =
        json!({ "contactId": contact["id"], "body": word, "sendAt": "2033-01-01T12:00:00Z" });
    vec![
        (
            "/whatsapp",
            json!({ "name": word, "provider": "simulator" }),
            "/whatsapp?session=0",
        ),
        ("/queue", queue, "/queue"),
        (
            "/tags",
            json!({ "name": word, "color": "#123456" }),
            "/tags/list",
        ),
        (
            "/quick-messages",
            json!({ "shortcode": word, "message": "Olá!" }),
            "/quick-messages/list",
        ),
        ("/schedules", schedule, "/schedules"),
    ]
}

/// What goes beyond answering.
async fn beyond(admin: &Session, word: &str) -> Vec<Side> {
    let people = admin.get("/users/list").await.ok();
    let people = people.as_array().expect("people").iter();
    let ids: Vec<&Value> = people.clone().map(|one| &one["id"]).collect();
    let colleague = ids
        .iter()
        .find(|id| ***id != admin.id())
        .expect("a colleague");
    let prompt = json!({
        "name": word, "prompt": "Você atende a loja e responde com toda a educação.", "apiKey": "sk-teste",
        "queueId": admin.get("/queue").await.ok()[0]["id"], "maxMessages": 10,
    });
    let flow = json!({ "type": "n8n", "name": word, "urlN8N": "https://fluxo.invalid/entrada" });
    vec![
        (
            "/contact-lists",
            json!({ "name": word }),
            "/contact-lists/list",
        ),
        (
            "/campaigns",
            json!({ "name": word, "message1": "Olá, {nome}!" }),
            "/campaigns",
        ),
        (
            "/chats",
            json!({ "title": word, "users": [{ "id": colleague }] }),
            "/chats",
        ),
        (
            "/files",
            json!({ "name": word, "message": "Segue" }),
            "/files",
        ),
        ("/prompt", prompt, "/prompt"),
        ("/queueIntegration", flow, "/queueIntegration"),
    ]
}

#[tokio::test]
async fn an_admin_uses_every_side_of_it_and_another_company_sees_none_of_what_he_made() {
    // spec: A001 A002
    on_both(async |desk| {
        let (admin, vida) = (desk.session(ADMIN).await, desk.session(VIDA).await);
        let word = format!("Ensaio {}", new_number());
        let mut sides = service(&admin, &word).await;
        sides.extend(beyond(&admin, &word).await);
        for (path, wish, list) in sides {
            let made = admin.post(path, &wish).await.ok();
            let own = admin.get(list).await.ok().to_string();
            assert!(own.contains(&word), "{list} {own}");
            let theirs = vida.get(list).await.ok().to_string();
            assert!(!theirs.contains(&word), "{list} {theirs}");
            let one = format!("{path}/{}", made["id"]);
            let refused = vida.delete(&one).await;
            assert_eq!(refused.status.as_u16(), 404, "{one} {}", refused.body);
            let gone = admin.delete(&one).await;
            assert!(gone.status.is_success(), "{one} {}", gone.body);
        }
        people_and_tickets(desk, &admin, &word).await;
        // published by whoever runs the server, for everybody
        let root = desk.session(SUPER).await;
        let wish = json!({ "title": word, "text": "Novidades" });
        let made = root.post("/announcements", &wish).await.ok();
        for reader in [&admin, &vida] {
            let told = reader.get("/announcements").await.ok().to_string();
            assert!(told.contains(&word), "{told}");
        }
        let path = format!("/announcements/{}", made["id"]);
        root.delete(&path).await.ok();
    })
    .await;
}

/// Attendants are put into queues, tickets are marked with tags.
async fn people_and_tickets(desk: &TestDesk, admin: &Session, word: &str) {
    let queues = admin.get("/queue").await.ok();
    let queues = json!([queues[0]["id"], queues[1]["id"]]);
    let wish = json!({
        "name": "Colega Nova", "email": format!("{}@aurora.example", new_number()),
        "password": "Aurora123", "profile": "user", "queueIds": queues,
    });
    let made = admin.post("/users", &wish).await.ok();
    let path = format!("/users/{}", made["id"]);
    let member = admin.get(&path).await.ok();
    assert_eq!(member["queues"].as_array().map(Vec::len), Some(2));
    admin.delete(&path).await.ok();

    let marina = desk.session(MARINA).await;
    let (ticket, _) = open_ticket(desk, &marina).await;
    let tag = admin.post("/tags", &json!({ "name": word })).await.ok();
    let wish = json!({ "ticketId": ticket["id"], "tags": [{ "id": tag["id"] }] });
    let marked = admin.post("/tags/sync", &wish).await.ok();
    assert_eq!(marked["tags"][0]["name"], word);
    admin.delete(&format!("/tags/{}", tag["id"])).await.ok();
}

/// What those who run the server manage: where, what, and a change of it.
async fn of_the_server(host: &Session, word: &str) -> [(&'static str, Value, Value); 4] {
    let company = json!({
        "name": word, "email": format!("{}@padaria.example", new_number()), "password": PASSWORD,
        "planId": plan(host, &json!({})).await["id"],
    });
    let plan = json!({ "name": word, "users": 1, "connections": 1, "queues": 1 });
    let video = json!({ "title": word, "video": "dQw4w9WgXcQ" });
    let other_video = json!({ "title": format!("{word}!"), "video": "aaaaaaaaaaa" });
    let announcement = json!({ "title": word, "text": "Novidades" });
    [
        ("/companies", company, json!({ "city": "Recife" })),
        ("/plans", plan, json!({ "users": 2 })),
        ("/helps", video, other_video),
        ("/announcements", announcement, json!({ "text": "Às 22h." })),
    ]
}

#[tokio::test]
async fn companies_plans_videos_and_announcements_are_managed_by_whoever_runs_the_server_alone() {
    // spec: A003 A092
    on_both(async |desk| {
        let (host, admin) = (desk.session(SUPER).await, desk.session(ADMIN).await);
        let word = format!("Ensaio {}", new_number());
        let denied = (403, "ERR_NO_PERMISSION");
        for (path, wish, change) in of_the_server(&host, &word).await {
            assert_eq!(admin.post(path, &wish).await.refusal(), denied, "{path}");
            let made = host.post(path, &wish).await.ok();
            let one = format!("{path}/{}", made["id"]);
            assert_eq!(admin.put(&one, &change).await.refusal(), denied, "{one}");
            assert_eq!(admin.delete(&one).await.refusal(), denied, "{one}");
            let changed = host.put(&one, &change).await.ok();
            for (field, value) in change.as_object().expect("fields") {
                assert_eq!(changed[field], *value, "{one} {field}");
            }
            host.delete(&one).await.ok();
            let gone = host.put(&one, &change).await;
            assert_eq!(gone.status.as_u16(), 404, "{one} {}", gone.body);
        }
    })
    .await;
}

/// Asserts that what was made has these fields.
fn assert_has(made: &Value, fields: &Value) {
    for (field, value) in fields.as_object().expect("fields") {
        assert_eq!(made[field], *value, "{field}");
    }
}

#[tokio::test]
async fn a_queue_and_a_number_are_made_with_everything_that_their_dialogs_ask_for() {
    // spec: A009 A010 A031 A032 A099 A100
    on_both(async |desk| {
        let (_, admin) = company(&desk.session(SUPER).await, &json!({})).await;
        let first = json!({ "name": "Geral", "color": "#123456" });
        let first = admin.post("/queue", &first).await.ok()["id"].clone();
        let prompt = json!({
            "name": "Vendas IA", "prompt": "Você atende.", "apiKey": "sk-aurora-0123456789", "queueId": first,
        });
        let prompt = admin.post("/prompt", &prompt).await.ok()["id"].clone();
        let flow = json!({ "type": "n8n", "name": "Pedidos", "urlN8N": "https://fluxo.invalid/entrada" });
        let flow = admin.post("/queueIntegration", &flow).await.ok()["id"].clone();

        let fields = json!({
            "name": "Vendas", "color": "#0f766e", "orderQueue": 7, "greetingMessage": "Olá!",
            "outOfHoursMessage": "Só amanhã.", "promptId": prompt, "integrationId": flow,
        });
        let mut wish = fields.clone();
        wish["schedules"] = json!([
            { "weekday": "Terça-feira", "weekdayEn": "tuesday", "startTime": "09:00", "endTime": "17:30" },
        ]);
        let queue = admin.post("/queue", &wish).await.ok();
        assert_has(&queue, &fields);
        let week = &queue["schedules"];
        let hours = |day: usize| [&week[day]["startTime"], &week[day]["endTime"]];
        assert_eq!(hours(1), ["09:00", "17:30"]);
        assert_eq!(hours(0), ["", ""], "no other day");

        let fields = json!({
            "name": "Loja", "provider": "simulator", "greetingMessage": "Bem-vindo!", "complationMessage": "Obrigada!",
            "outOfHoursMessage": "Fechado.", "ratingMessage": "De 1 a 3?", "expiresInactiveMessage": "Encerrado.",
            "expiresTicket": 120, "timeUseBotQueues": 30, "maxUseBotQueues": 5, "transferQueueId": first,
            "timeToTransfer": 15, "promptId": prompt, "integrationId": flow,
        });
        let mut wish = fields.clone();
        wish["queueIds"] = json!([queue["id"], first]);
        wish["token"] = json!(format!("programa-{}", new_number()));
        let line = admin.post("/whatsapp", &wish).await.ok();
        assert_has(&line, &fields);
        let queues = line["queues"].as_array().expect("queues").iter();
        let queues: Vec<&Value> = queues.map(|one| &one["name"]).collect();
        assert_eq!(queues, ["Vendas", "Geral"], "in the order of the menu");
        assert_eq!(line["tokenSet"], true);
    })
    .await;
}
