//! The greeting of whoever accepts, and who takes an automatic text back.

use serde_json::{Value, json};

use super::{
    ADMIN, MARINA, connection, messages, new_number,
    support::{Session, TestDesk, backends, until},
    ticket_of,
};

/// The conversations of groups: the bot leaves them to people, so that they wait without a queue.
async fn group_ticket(desk: &TestDesk, admin: &Session, line: i64) -> Value {
    let group = json!({
        "from": new_number(), "pushName": "Caio", "type": "text", "body": "Alguém aí?",
        "group": { "id": "120363025246125486", "name": "Equipe" }
    });
    desk.simulator_post(line, "messages", &group).await;
    let find = async || {
        let all = admin.get("/tickets?status=pending&showAll=true").await.ok();
        let mut all = all["tickets"]
            .as_array()
            .expect("tickets")
            .clone()
            .into_iter();
        all.find(|ticket| ticket["isGroup"] == true)
    };
    until("the group waits", async || find().await.is_some()).await;
    find().await.expect("a ticket")
}

async fn set(admin: &Session, key: &str, value: &str) {
    let value = json!({ "value": value });
    admin.put(&format!("/settings/{key}"), &value).await.ok();
}

async fn accept(session: &Session, ticket: &Value) -> Value {
    let wish = json!({ "status": "open", "userId": session.id() });
    session
        .put(&format!("/tickets/{}", ticket["id"]), &wish)
        .await
        .ok()
}

#[tokio::test]
async fn who_accepts_is_introduced_by_the_server_where_the_setting_says_so() {
    // spec: S093
    for backend in backends() {
        let desk = TestDesk::start(backend, &[]).await;
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let line = connection(&admin, "Matriz").await;
        let name = marina.user["name"].as_str().expect("a name");
        for (value, greetings) in [("disabled", 0), ("enabled", 1)] {
            set(&admin, "sendGreetingAccepted", value).await;
            let number = new_number();
            desk.say(line, &number, "Bia Nogueira", "Bom dia").await;
            let ticket = accept(&marina, &ticket_of(&admin, &number, "pending").await).await;
            let path = format!("/messages/{}", ticket["id"]);
            let answer = json!({ "body": "Em que ajudo?" });
            marina.post(&path, &answer).await.ok();
            // what the desk says by itself may come after what a person says
            until("everything is there", async || {
                let reached = desk.reached(line, &number).await;
                reached.contains(&"Em que ajudo?".to_owned()) && reached.len() > greetings
            })
            .await;
            let heard = desk.reached(line, &number).await;
            let is_greeting = |text: &&String| text.contains(name) && text.contains("Bia");
            assert_eq!(
                heard.iter().filter(is_greeting).count(),
                greetings,
                "{value}"
            );

            // who takes it up again is known
            let path = format!("/tickets/{}", ticket["id"]);
            let close = json!({ "status": "closed", "silently": true });
            marina.put(&path, &close).await.ok();
            let again = accept(&marina, &ticket).await;
            assert_eq!(again["userId"], marina.id());
            let said = messages(&marina, &ticket).await;
            let said = said.iter().filter_map(|it| it["body"].as_str());
            let is_greeting = |text: &&str| text.contains(name) && text.contains("Bia");
            assert_eq!(said.filter(is_greeting).count(), greetings, "{value}");
        }
    }
}

#[tokio::test]
async fn a_group_hears_no_greeting_of_whoever_accepts() {
    // spec: S045 S093
    for backend in backends() {
        let desk = TestDesk::start(backend, &[]).await;
        let admin = desk.session(ADMIN).await;
        let line = connection(&admin, "Matriz").await;
        set(&admin, "CheckMsgIsGroup", "disabled").await;
        set(&admin, "sendGreetingAccepted", "enabled").await;
        let group = group_ticket(&desk, &admin, line).await;
        accept(&admin, &group).await;
        let path = format!("/messages/{}", group["id"]);
        let answer = json!({ "body": "Oi, equipe" });
        admin.post(&path, &answer).await.ok();
        until("the answer is there", async || {
            let ledger = desk.ledger(line).await;
            ledger.iter().any(|entry| entry["body"] == "Oi, equipe")
        })
        .await;
        let said = messages(&admin, &group).await;
        assert!(said.iter().all(|it| it["author"] != "bot"), "{said:?}");
    }
}

#[tokio::test]
async fn an_automatic_text_is_taken_back_by_those_who_lead_and_by_nobody_else() {
    // spec: S035
    for backend in backends() {
        let desk = TestDesk::start(backend, &[]).await;
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let boss = desk.supervisor().await;
        let line = connection(&admin, "Matriz").await;
        let value = json!({ "value": "enabled" });
        admin
            .put("/settings/sendGreetingAccepted", &value)
            .await
            .ok();
        let number = new_number();
        desk.say(line, &number, "Bia", "Bom dia").await;
        let ticket = ticket_of(&admin, &number, "pending").await;
        let queues = admin.get("/queue").await.ok();
        let queues = queues.as_array().expect("queues");
        let sales = queues
            .iter()
            .find(|queue| queue["name"] == "Vendas")
            .expect("Vendas");
        let wish = json!({ "status": "open", "userId": marina.id(), "queueId": sales["id"] });
        let path = format!("/tickets/{}", ticket["id"]);
        marina.put(&path, &wish).await.ok();
        let greeting = async || {
            let said = messages(&marina, &ticket).await;
            let name = marina.user["name"].as_str().expect("a name");
            said.into_iter().find(|it| {
                it["author"] == "bot"
                    && it["sendState"] == "accepted"
                    && it["body"].as_str().is_some_and(|body| body.contains(name))
            })
        };
        until("the greeting is sent", async || greeting().await.is_some()).await;
        let said = greeting().await.expect("a greeting");
        let path = format!("/messages/{}", said["id"]);
        let refused = marina.delete(&path).await;
        assert_eq!(refused.refusal(), (403, "ERR_NO_PERMISSION"));
        boss.delete(&path).await.ok();
        assert_eq!(greeting().await.expect("kept")["isDeleted"], true);
        let said = marina
            .post(
                &format!("/messages/{}", ticket["id"]),
                &json!({ "body": "Minha" }),
            )
            .await
            .ok();
        let own = format!("/messages/{}", said["message"]["id"]);
        until("it is sent", async || {
            let said = messages(&marina, &ticket).await;
            said.last().is_some_and(|it| it["sendState"] == "accepted")
        })
        .await;
        marina.delete(&own).await.ok();
    }
}
