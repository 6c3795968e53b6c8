//! What a program does with a key (rule B25): contacts, tickets, messages and tags, by the desk's own rules and in the shapes that
//! webhooks tell.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};

use super::{
    bot_peer::{Asked, OWN, Peer, Reply},
    integrators::{ALL, Firm},
    new_number,
    support::{Answer, Session, TestDesk, backends, on_both, until},
};

async fn patch(program: &Session, path: &str, body: &Value) -> Answer {
    program.call(Method::PATCH, path, Some(body)).await
}

/// Every thing of a list, page by page.
async fn every(program: &Session, path: &str, limit: usize) -> Vec<Value> {
    let mut all = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = program
            .get(&format!("{path}limit={limit}{cursor}"))
            .await
            .ok();
        let data = page["data"].as_array().expect("a list");
        assert!(data.len() <= limit);
        all.extend(data.iter().cloned());
        match page["next_cursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return all,
        }
    }
}

fn ids(list: &[Value]) -> Vec<i64> {
    list.iter().filter_map(|it| it["id"].as_i64()).collect()
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "one contact among others")]
async fn contacts_are_added_changed_found_and_read_in_the_order_of_their_changes() {
    on_both(async |desk| {
        let firm = Firm::new(desk).await;
        let (program, _) = firm.program(&["contacts:read", "contacts:write"]).await;
        let number = new_number();
        let wish = json!({
            "name": " Beatriz Nogueira ", "number": format!("+{number}"), "email": "bia@exemplo.com.br",
            "extra_info": [{ "name": "CPF", "value": "123" }],
        });
        let made = program.post("/v1/contacts", &wish).await;
        assert_eq!(made.status.as_u16(), 201);
        let made = made.ok();
        let fields: BTreeSet<&str> = made
            .as_object()
            .expect("an object")
            .keys()
            .map(String::as_str)
            .collect();
        assert_eq!(
            fields,
            BTreeSet::from([
                "id",
                "name",
                "number",
                "email",
                "is_group",
                "is_blocked",
                "marketing_opt_out",
                "extra_info",
                "created_at",
                "updated_at",
            ])
        );
        assert_eq!(
            (&made["name"], &made["number"], &made["extra_info"]),
            (
                &json!("Beatriz Nogueira"),
                &json!(number),
                &wish["extra_info"]
            )
        );
        let again = program.post("/v1/contacts", &wish).await;
        assert_eq!(again.refusal(), (400, "ERR_DUPLICATED_CONTACT"));
        let mut bad = wish.clone();
        bad["extra_info"] = json!([{ "name": "", "value": "x" }]);
        let refused = program.post("/v1/contacts", &bad).await;
        let details = &refused.body["error"]["details"];
        assert!(details["extra_info[0].name"].is_array(), "{details}");

        let mut others = Vec::new();
        for place in 0..5 {
            let wish = json!({ "name": format!("Cliente {place}"), "number": new_number() });
            others.push(program.post("/v1/contacts", &wish).await.ok());
        }
        let path = format!("/v1/contacts/{}", made["id"]);
        let changed = patch(&program, &path, &json!({ "name": "Bia", "is_blocked": true })).await;
        let changed = changed.ok();
        assert_eq!(
            (&changed["name"], &changed["is_blocked"], &changed["email"]),
            (&json!("Bia"), &json!(true), &made["email"])
        );
        assert_eq!(program.get(&path).await.ok(), changed);
        // the first one has changed last
        let mut wished = ids(&others);
        wished.push(made["id"].as_i64().expect("an id"));
        for limit in [1, 2, 100] {
            assert_eq!(ids(&every(&program, "/v1/contacts?", limit).await), wished);
        }
        let since = others[4]["updated_at"].as_str().expect("a time");
        let path = format!("/v1/contacts?updated_since={since}&");
        assert_eq!(ids(&every(&program, &path, 1).await), wished[4..]);
        for search in ["Bia", number.split_at(2).1, "exemplo.com"] {
            let found = every(&program, &format!("/v1/contacts?search={search}&"), 50).await;
            assert_eq!(ids(&found), [wished[5]], "{search}");
        }
        for bad in ["limit=0", "limit=101", "cursor=x", "updated_since=ontem"] {
            let refused = program.get(&format!("/v1/contacts?{bad}")).await;
            assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"), "{bad}");
        }
    })
    .await;
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "the life of one ticket")]
async fn a_ticket_is_opened_given_tagged_closed_and_taken_up_again() {
    on_both(async |desk| {
        let firm = Firm::new(desk).await;
        let (program, _) = firm.program(&ALL).await;
        let (contact, user) = (firm.contact().await, firm.admin.id());
        let queue = json!({ "name": format!("Fila {}", new_number()), "color": "#112233" });
        let queue = firm.admin.post("/queue", &queue).await.ok();
        let wish = json!({ "contact_id": contact["id"] });
        let opened = program.post("/v1/tickets", &wish).await;
        assert_eq!(opened.status.as_u16(), 201);
        let opened = opened.ok();
        assert_eq!(
            (
                &opened["status"],
                &opened["contact"]["number"],
                &opened["user"]
            ),
            (&json!("pending"), &contact["number"], &Value::Null)
        );
        // a second one of the same customer is refused, and says which is in the way
        let refused = program.post("/v1/tickets", &wish).await;
        assert_eq!(refused.refusal(), (409, "ERR_OTHER_OPEN_TICKET"));
        assert_eq!(refused.body["error"]["ticket"]["id"], opened["id"]);

        let path = format!("/v1/tickets/{}", opened["id"]);
        let nobody = patch(&program, &path, &json!({ "status": "open" })).await;
        assert_eq!(nobody.refusal(), (400, "ERR_VALIDATION"));
        assert!(nobody.body["error"]["details"]["user_id"].is_array());
        let given = json!({ "status": "open", "user_id": user, "queue_id": queue["id"] });
        let given = patch(&program, &path, &given).await.ok();
        assert_eq!(
            (
                &given["status"],
                &given["user"]["id"],
                &given["queue"]["id"]
            ),
            (&json!("open"), &json!(user), &queue["id"])
        );
        assert_eq!(program.get(&path).await.ok(), given);

        let tag = json!({ "name": format!("VIP {}", new_number()), "color": "#aa0000" });
        let tag = firm.admin.post("/tags", &tag).await.ok();
        let list = program.get("/v1/tags").await.ok();
        assert_eq!(
            list["data"],
            json!([{ "id": tag["id"], "name": tag["name"], "color": "#aa0000" }])
        );
        let tagged = format!("{path}/tags/{}", tag["id"]);
        for _ in 0..2 {
            let with = program.call(Method::PUT, &tagged, None).await.ok();
            assert_eq!(with["tags"][0]["id"], tag["id"]);
        }
        let shown = firm
            .admin
            .get(&format!("/tickets/{}", opened["id"]))
            .await
            .ok();
        assert_eq!(shown["tags"][0]["id"], tag["id"], "the page has it too");
        for _ in 0..2 {
            let without = program.call(Method::DELETE, &tagged, None).await.ok();
            assert_eq!(without["tags"], json!([]));
        }

        let closing = json!({ "status": "closed", "silently": true });
        let closed = patch(&program, &path, &closing).await.ok();
        assert!(closed["closed_at"].is_string());
        for bad in ["lead", "ended"] {
            let refused = patch(&program, &path, &json!({ "status": bad })).await;
            assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"), "{bad}");
        }
        let again = json!({ "status": "pending" });
        let again = patch(&program, &path, &again).await.ok();
        assert_eq!(
            (&again["status"], &again["closed_at"], &again["user"]),
            (&json!("pending"), &Value::Null, &Value::Null)
        );

        // lists: by status, customer, queue and time
        let mut more = Vec::new();
        for _ in 0..3 {
            let wish = json!({ "contact_id": firm.contact().await["id"] });
            more.push(program.post("/v1/tickets", &wish).await.ok());
        }
        let last = format!("/v1/tickets/{}", more[0]["id"]);
        patch(&program, &last, &closing).await.ok();
        let all = every(&program, "/v1/tickets?", 1).await;
        let wished: Vec<i64> = [&opened, &more[1], &more[2], &more[0]]
            .iter()
            .filter_map(|it| it["id"].as_i64())
            .collect();
        assert_eq!(ids(&all), wished, "the one that changed last is last");
        let customer = contact["id"].to_string();
        let queue = queue["id"].to_string();
        let since = all[2]["updated_at"].as_str().expect("a time");
        for (filter, wished) in [
            ("status=closed".to_owned(), &wished[3..]),
            ("status=pending".to_owned(), &wished[..3]),
            (format!("contact_id={customer}"), &wished[..1]),
            (format!("queue_id={queue}"), &wished[..1]),
            (format!("updated_since={since}"), &wished[2..]),
        ] {
            let found = every(&program, &format!("/v1/tickets?{filter}&"), 2).await;
            assert_eq!(ids(&found), wished, "{filter}");
        }
    })
    .await;
}

fn file(_: &Asked) -> Reply {
    Reply::Json(json!({ "pedido": 48_213 }))
}

async fn running(firm: &Firm, program: &Session) -> (Value, String) {
    let contact = firm.contact().await;
    let wish = json!({ "contact_id": contact["id"] });
    let ticket = program.post("/v1/tickets", &wish).await.ok();
    let number = contact["number"].as_str().expect("a number").to_owned();
    (ticket, number)
}

async fn until_reached(desk: &TestDesk, line: i64, number: &str, texts: &[&str]) {
    until(&format!("the phone has {texts:?}"), async || {
        desk.reached(line, number).await == texts
    })
    .await;
}

#[tokio::test]
#[expect(
    clippy::too_many_lines,
    reason = "one conversation, as a program sees it"
)]
async fn a_message_reaches_the_phone_and_says_how_far_it_is() {
    for backend in backends() {
        let desk = &TestDesk::start(backend, &[OWN]).await;
        let firm = Firm::new(desk).await;
        let (program, _) = firm.program(&ALL).await;
        let (ticket, number) = running(&firm, &program).await;
        let path = format!("/v1/tickets/{}/messages", ticket["id"]);
        let sent = program
            .post(&path, &json!({ "body": "Seu pedido saiu" }))
            .await;
        assert_eq!(sent.status.as_u16(), 201);
        let sent = sent.ok();
        assert_eq!(
            (
                &sent["direction"],
                &sent["author"],
                &sent["status"],
                &sent["media_url"]
            ),
            (&json!("out"), &json!("api"), &json!("queued"), &Value::Null)
        );
        until_reached(desk, firm.line, &number, &["Seu pedido saiu"]).await;
        let own = format!("/v1/messages/{}", sent["id"]);
        until("it says that it was sent", async || {
            let status = program.get(&own).await.ok()["status"].clone();
            ["sent", "delivered", "read"].contains(&status.as_str().expect("a word"))
        })
        .await;

        // a file of a system of the company's
        let peer = Peer::start(file);
        let wish =
            json!({ "media_url": format!("{}/notas/nota.json", peer.url), "body": "A nota" });
        let media = program.post(&path, &wish).await.ok();
        assert_eq!(
            (&media["media"]["name"], &media["body"]),
            (&json!("nota.json"), &json!("A nota"))
        );
        until_reached(desk, firm.line, &number, &["Seu pedido saiu", "A nota"]).await;
        let link = program
            .get(&format!("/v1/messages/{}", media["id"]))
            .await
            .ok();
        let link = link["media_url"].as_str().expect("a link");
        let bytes = reqwest::get(link).await.expect("an answer");
        assert_eq!(bytes.text().await.expect("a text"), r#"{"pedido":48213}"#);
        peer.turn(|_| Reply::Status(404));
        for bad in [
            format!("{}/x", peer.url),
            "https://127.0.0.1/x".to_owned(),
            "http://exemplo.com.br/x".to_owned(),
            "nota".to_owned(),
        ] {
            let refused = program.post(&path, &json!({ "media_url": bad })).await;
            assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"), "{bad}");
            assert!(refused.body["error"]["details"]["media_url"].is_array());
        }

        // what colleagues write to each other is none of a program's
        let say = format!("/messages/{}", ticket["id"]);
        let whisper = json!({ "body": "só entre nós", "isPrivate": true });
        let whisper = firm.admin.post(&say, &whisper).await.ok();
        let hidden = format!("/v1/messages/{}", whisper["message"]["id"]);
        assert_eq!(
            program.get(&hidden).await.refusal(),
            (404, "ERR_NO_MESSAGE_FOUND")
        );
        desk.say(firm.line, &number, "Bia", "Obrigada!").await;
        until("her answer is there", async || {
            every(&program, &format!("{path}?"), 50).await.len() == 3
        })
        .await;
        let newest = every(&program, &format!("{path}?"), 1).await;
        let bodies: Vec<&Value> = newest.iter().map(|it| &it["body"]).collect();
        assert_eq!(bodies, ["Obrigada!", "A nota", "Seu pedido saiu"]);
        assert_eq!(newest[0]["status"], "received");
        let oldest = every(&program, &format!("{path}?order=asc&"), 2).await;
        let mut turned = ids(&newest);
        turned.reverse();
        assert_eq!(ids(&oldest), turned);
    }
}

#[tokio::test]
async fn what_nobody_could_send_is_refused() {
    on_both(async |desk| {
        let firm = Firm::new(desk).await;
        let (program, _) = firm.program(&ALL).await;
        let (ticket, _) = running(&firm, &program).await;
        let path = format!("/v1/tickets/{}/messages", ticket["id"]);
        for bad in [
            json!({ "body": " " }),
            json!({}),
            json!({ "body": "é".repeat(4_097) }),
        ] {
            let refused = program.post(&path, &bad).await;
            assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"));
        }
        let contact = format!("/v1/contacts/{}", ticket["contact"]["id"]);
        patch(&program, &contact, &json!({ "is_blocked": true }))
            .await
            .ok();
        let wish = json!({ "body": "Oi" });
        let refused = program.post(&path, &wish).await;
        assert_eq!(refused.refusal().1, "ERR_CONTACT_BLOCKED");
        patch(&program, &contact, &json!({ "is_blocked": false }))
            .await
            .ok();
        let own = format!("/v1/tickets/{}", ticket["id"]);
        let closing = json!({ "status": "closed", "silently": true });
        patch(&program, &own, &closing).await.ok();
        let refused = program.post(&path, &wish).await;
        assert_eq!(refused.refusal(), (400, "ERR_TICKET_CLOSED"));
    })
    .await;
}

#[tokio::test]
async fn whom_a_ticket_may_be_given_to_is_listed_without_what_programs_need_not_know() {
    on_both(async |desk| {
        let (firm, other) = (Firm::new(desk).await, Firm::new(desk).await);
        let make = async |firm: &Firm, name: &str, color: &str| {
            let queue = json!({ "name": name, "color": color, "greetingMessage": "Olá" });
            firm.admin.post("/queue", &queue).await.ok()["id"].clone()
        };
        let (sales, support) = (
            make(&firm, "Vendas", "#112233").await,
            make(&firm, "Suporte", "#445566").await,
        );
        make(&other, "Alheia", "#112233").await;
        let user = json!({
            "name": "Ana Prado", "email": format!("{}@exemplo.com.br", new_number()), "password": "Senha-da-Ana-1",
            "profile": "user", "queueIds": [sales],
        });
        let user = firm.admin.post("/users", &user).await.ok()["id"].clone();

        let (program, _) = firm.program(&["tickets:read"]).await;
        let queues = program.get("/v1/queues").await.ok();
        let wished = json!({ "next_cursor": null, "data": [
            { "id": support, "name": "Suporte", "color": "#445566" },
            { "id": sales, "name": "Vendas", "color": "#112233" },
        ] });
        assert_eq!(queues, wished);
        let users = program.get("/v1/users").await.ok();
        let ana = json!({
            "id": user, "name": "Ana Prado", "profile": "user", "is_online": false, "queue_ids": [sales],
        });
        let all = users["data"].as_array().expect("a list");
        assert!(all.contains(&ana), "{users}");
        assert_eq!(all.len(), 2, "Ana and who made the company");
        assert_eq!(users["next_cursor"], Value::Null);
    })
    .await;
}
