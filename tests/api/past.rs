//! What a phone knows from before it was paired: brought as closed history where somebody wants it, and nobody is disturbed.

use serde_json::{Value, json};

use super::{
    ADMIN, new_number,
    support::{Session, TestDesk, on_both, until},
};

const DAY_MINUTES: i64 = 24 * 60;

/// A new number of the simulator that shows its code.
async fn new_line(admin: &Session) -> (i64, String) {
    let wish = json!({ "name": format!("Linha {}", new_number()), "provider": "simulator" });
    let id = admin.post("/whatsapp", &wish).await.ok()["id"]
        .as_i64()
        .expect("an id");
    let path = format!("/whatsapp/{id}");
    until_code(admin, &path).await;
    (id, path)
}

async fn until_code(admin: &Session, path: &str) {
    until("it shows a code", async || {
        admin.get(path).await.ok()["qrcode"] != ""
    })
    .await;
}

async fn until_brought(admin: &Session, path: &str, count: i64) {
    until(&format!("{count} messages were brought"), async || {
        admin.get(path).await.ok()["historyBrought"] == count
    })
    .await;
}

/// A message that the phone knows from so many days ago.
async fn knows(desk: &TestDesk, line: i64, days: i64, message: Value) -> String {
    let mut message = message;
    message["past"] = json!(true);
    message["minutesAgo"] = json!(days * DAY_MINUTES);
    let known = desk.simulator_post(line, "messages", &message).await;
    known["id"].as_str().expect("an id").to_owned()
}

async fn tickets_of(admin: &Session, name: &str, status: &str) -> Vec<Value> {
    let found = admin
        .get(&format!(
            "/tickets?status={status}&searchParam={name}&showAll=true"
        ))
        .await
        .ok();
    found["tickets"].as_array().expect("tickets").clone()
}

async fn messages_of(admin: &Session, ticket: &Value) -> Vec<Value> {
    let found = admin.get(&format!("/messages/{}", ticket["id"])).await.ok();
    found["messages"].as_array().expect("messages").clone()
}

fn bodies(messages: &[Value]) -> Vec<&str> {
    messages
        .iter()
        .map(|message| message["body"].as_str().unwrap_or_default())
        .collect()
}

/// They are read, have their own time and say what they are.
fn are_history(messages: &[Value]) {
    for message in messages {
        assert_eq!(message["details"]["history"], true);
        assert_eq!(message["read"], true);
        assert_eq!(message["receivedAt"], Value::Null);
    }
}

/// Nobody was told, answered or counted.
async fn nobody_was_told(desk: &TestDesk, line: i64, name: &str, past: &Value) {
    assert_eq!(desk.ledger(line).await, Vec::<Value>::new());
    let told = desk.rows(&format!(
        "SELECT entity FROM events WHERE payload LIKE '%{name}%'"
    ));
    assert_eq!(told, Vec::<Vec<String>>::new());
    let counted = desk.rows(&format!(
        "SELECT COUNT(*) FROM ticket_tracking WHERE ticket_id = {}",
        past["id"]
    ));
    assert_eq!(counted, [["0"]]);
}

async fn the_file_comes_when_asked_for(admin: &Session, past: &Value) {
    let photo = &messages_of(admin, past).await[2];
    assert_eq!(photo["error"], "ERR_WAPP_DOWNLOAD_MEDIA");
    let again = format!("/messages/{}/file", photo["id"]);
    admin.post(&again, &json!({})).await.ok();
    until("the file is here", async || {
        messages_of(admin, past).await[2]["mediaUrl"] != Value::Null
    })
    .await;
}

/// The number is deleted: what it left on the phone stays there, and a customer of its hears nothing more.
async fn nothing_goes_without_the_number(admin: &Session, path: &str, now: &Value, lost: &Value) {
    let take = json!({ "status": "open", "userId": admin.id() });
    let ticket = format!("/tickets/{}", now["id"]);
    admin.put(&ticket, &take).await.ok();
    admin.delete(path).await.ok();
    let file = format!("/messages/{}/file", lost["id"]);
    let refused = admin.post(&file, &json!({})).await;
    assert_eq!(refused.refusal(), (400, "ERR_WAPP_DOWNLOAD_MEDIA"));
    let answer = format!("/messages/{}", now["id"]);
    let refused = admin.post(&answer, &json!({ "body": "Temos sim" })).await;
    assert_eq!(refused.refusal(), (404, "ERR_NO_WAPP_FOUND"));
}

#[tokio::test]
async fn the_last_days_of_a_phone_come_as_closed_history_once_and_disturb_nobody() {
    // spec: B20 A137 S116 S118
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let (line, path) = new_line(&admin).await;
        let (from, name) = (new_number(), format!("Antiga{}", new_number()));
        let text = |body: &str, from_me: bool| {
            json!({ "from": from, "pushName": name, "type": "text", "body": body, "fromMe": from_me })
        };
        knows(desk, line, 10, text("faz tempo demais", false)).await;
        // as WhatsApp does, not in the order of time
        knows(desk, line, 2, text("Temos sim", true)).await;
        knows(desk, line, 3, text("Tem azul?", false)).await;
        let picture = |body: &str| {
            json!({ "from": from, "pushName": name, "type": "image", "body": body,
                "media": { "data": PIXEL, "name": "foto.png", "mime": "image/png" } })
        };
        knows(desk, line, 1, picture("a foto")).await;

        let wish = format!("/whatsappsession/{line}/history");
        let refused = admin.put(&wish, &json!({ "days": 8 })).await;
        assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"));
        let chosen = admin.put(&wish, &json!({ "days": 7 })).await.ok();
        assert_eq!((&chosen["historyDays"], &chosen["historyBrought"]), (&json!(7), &json!(0)));
        assert_ne!(chosen["qrcode"], "", "the code stays");
        desk.simulator_post(line, "session/scan", &json!({})).await;
        until_brought(&admin, &path, 3).await;
        let late = admin.put(&wish, &json!({ "days": 30 })).await;
        assert_eq!(late.refusal(), (409, "ERR_WAPP_NOT_INITIALIZED"));

        let closed = tickets_of(&admin, &name, "closed").await;
        let [past] = closed.as_slice() else { panic!("{closed:?}") };
        assert_eq!((&past["unreadMessages"], &past["userId"]), (&json!(0), &Value::Null));
        assert_eq!(past["lastMessage"], "a foto");
        assert!(past["createdAt"].as_str() < past["closedAt"].as_str());
        let messages = messages_of(&admin, past).await;
        assert_eq!(bodies(&messages), ["Tem azul?", "Temos sim", "a foto"]);
        let from_me: Vec<_> = messages.iter().map(|it| it["fromMe"] == true).collect();
        assert_eq!(from_me, [false, true, false]);
        are_history(&messages);
        nobody_was_told(desk, line, &name, past).await;
        the_file_comes_when_asked_for(&admin, past).await;

        // what is said now is a ticket of its own, behind the past
        desk.say(line, &from, &name, "Ainda tem?").await;
        until("a ticket waits", async || tickets_of(&admin, &name, "pending").await.len() == 1).await;
        let now = tickets_of(&admin, &name, "pending").await.remove(0);
        assert_ne!(now["id"], past["id"]);
        let all = messages_of(&admin, &now).await;
        assert_eq!(bodies(&all)[..4], ["Tem azul?", "Temos sim", "a foto", "Ainda tem?"]);
        assert_eq!(all[3]["details"], Value::Null, "what comes in live is no history");

        // paired again, the phone hands over the same: nothing is there twice
        admin.put(&format!("/whatsappsession/{line}"), &json!({})).await.ok();
        until_code(&admin, &path).await;
        knows(desk, line, 4, picture("uma que faltava")).await;
        desk.simulator_post(line, "session/scan", &json!({})).await;
        until_brought(&admin, &path, 4).await;
        let all = messages_of(&admin, &now).await;
        assert_eq!(
            bodies(&all)[..5],
            ["uma que faltava", "Tem azul?", "Temos sim", "a foto", "Ainda tem?"]
        );
        assert_eq!(tickets_of(&admin, &name, "closed").await.len(), 1);
        nothing_goes_without_the_number(&admin, &path, &now, &all[0]).await;
    })
    .await;
}

#[tokio::test]
async fn nothing_of_the_past_comes_unasked_and_what_came_in_live_stays_live() {
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let (line, path) = new_line(&admin).await;
        let (from, name) = (new_number(), format!("Nova{}", new_number()));
        let text = json!({ "from": from, "pushName": name, "type": "text", "body": "de ontem" });
        knows(desk, line, 1, text).await;
        assert_eq!(admin.get(&path).await.ok()["historyDays"], 0);
        desk.simulator_post(line, "session/scan", &json!({})).await;
        desk.say(line, &from, &name, "Oi").await;
        until("a ticket waits", async || {
            tickets_of(&admin, &name, "pending").await.len() == 1
        })
        .await;
        let now = tickets_of(&admin, &name, "pending").await.remove(0);
        assert_eq!(bodies(&messages_of(&admin, &now).await)[..1], ["Oi"]);

        // a message that waits in the inbox is on the phone too: it is handed over, and is not swallowed
        admin
            .put(&format!("/whatsappsession/{line}"), &json!({}))
            .await
            .ok();
        until_code(&admin, &path).await;
        let other = format!("Outra{}", new_number());
        desk.say(line, &new_number(), &other, "Alguém aí?").await;
        admin
            .put(
                &format!("/whatsappsession/{line}/history"),
                &json!({ "days": 30 }),
            )
            .await
            .ok();
        desk.simulator_post(line, "session/scan", &json!({})).await;
        until_brought(&admin, &path, 1).await;
        let waiting = tickets_of(&admin, &other, "pending").await;
        assert_eq!(waiting.len(), 1);
        assert_eq!(waiting[0]["unreadMessages"], 1);
        admin.delete(&path).await.ok();
    })
    .await;
}

#[tokio::test]
async fn what_came_only_after_an_outage_says_so_and_what_comes_in_live_does_not() {
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let (line, path) = new_line(&admin).await;
        desk.simulator_post(line, "session/scan", &json!({})).await;
        let is = async |status: &str| admin.get(&path).await.ok()["status"] == status;
        until("it is connected", async || is("CONNECTED").await).await;
        let (from, name) = (new_number(), format!("Fora{}", new_number()));
        desk.say(line, &from, &name, "antes").await;
        until("a ticket waits", async || {
            tickets_of(&admin, &name, "pending").await.len() == 1
        })
        .await;

        desk.simulator_post(line, "session/drop", &json!({ "seconds": 3 }))
            .await;
        until("it is away", async || is("TIMEOUT").await).await;
        let meanwhile = |body: &str, from_me: bool| {
            json!({ "from": from, "pushName": name, "type": "text", "body": body, "fromMe": from_me,
                "minutesAgo": 5 })
        };
        desk.simulator_post(line, "messages", &meanwhile("durante", false))
            .await;
        desk.simulator_post(line, "messages", &meanwhile("do celular", true))
            .await;
        let ticket = tickets_of(&admin, &name, "pending").await.remove(0);
        let of_customer = async || {
            let mut messages = messages_of(&admin, &ticket).await;
            messages.retain(|message| message["author"] != "bot");
            messages
        };
        until("it came", async || of_customer().await.len() == 3).await;
        desk.say(line, &from, &name, "depois").await;
        until("the next came", async || of_customer().await.len() == 4).await;
        let messages = of_customer().await;
        assert_eq!(
            bodies(&messages),
            ["antes", "durante", "do celular", "depois"]
        );
        let marked: Vec<_> = messages
            .iter()
            .map(|message| message["details"]["recovered"] == true)
            .collect();
        assert_eq!(marked, [false, true, false, false]);
        admin.delete(&path).await.ok();
    })
    .await;
}

/// One pixel as PNG.
const PIXEL: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
