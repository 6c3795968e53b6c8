//! A company's first hour: every step is ticked by what the company has, and by nothing else.

use serde_json::{Value, json};

use super::{
    companies::company,
    connection, new_number,
    support::{SUPER, Session, TestDesk, on_both, until},
    ticket_of,
};

async fn steps(admin: &Session) -> Value {
    admin.get("/first-hour").await.ok()
}

/// A number of the simulator that nobody has paired.
pub async fn new_line(admin: &Session) -> i64 {
    let line = json!({ "name": "Linha nova", "provider": "simulator" });
    let line = admin.post("/whatsapp", &line).await.ok();
    line["id"].as_i64().expect("an id")
}

/// Pairs a number.
pub async fn until_connected(desk: &TestDesk, admin: &Session, id: i64) {
    until("the line is connected", async || {
        desk.try_scan(id).await;
        let one = admin.get(&format!("/whatsapp/{id}")).await.ok();
        one["status"] == "CONNECTED"
    })
    .await;
}

#[tokio::test]
async fn each_step_is_ticked_by_what_was_done_until_the_first_customer_is_answered() {
    on_both(async |desk| {
        let host = desk.session(SUPER).await;
        let (made, admin) = company(&host, &json!({})).await;
        let mut expected = json!({
            "connection": false, "queues": false, "team": false, "hours": false, "greeting": false,
            "answer": false, "tickets": false, "state": "open",
        });
        assert_eq!(steps(&admin).await, expected);

        let id = new_line(&admin).await;
        assert_eq!(steps(&admin).await, expected, "it is not connected yet");
        until_connected(desk, &admin, id).await;
        expected["connection"] = json!(true);
        assert_eq!(steps(&admin).await, expected);

        let queue = json!({ "name": "Balcão", "color": "#0ea371" });
        let queue = admin.post("/queue", &queue).await.ok();
        expected["queues"] = json!(true);
        assert_eq!(steps(&admin).await, expected);

        let ana = json!({
            "name": "Ana", "email": format!("{}@padaria.example", new_number()), "password": "Padaria123",
        });
        admin.post("/users", &ana).await.ok();
        expected["team"] = json!(true);
        assert_eq!(steps(&admin).await, expected);

        let by_company = json!({ "value": "company" });
        admin.put("/settings/scheduleType", &by_company).await.ok();
        expected["hours"] = json!(true);
        assert_eq!(steps(&admin).await, expected);
        let greeting = json!({ "greetingMessage": "Bem-vindo à padaria!" });
        admin
            .put(&format!("/queue/{}", queue["id"]), &greeting)
            .await
            .ok();
        expected["greeting"] = json!(true);
        assert_eq!(steps(&admin).await, expected);
        // else the desk closes before the customer comes
        let open = json!({ "value": "disabled" });
        admin.put("/settings/scheduleType", &open).await.ok();
        expected["hours"] = json!(false);

        let number = new_number();
        desk.say(id, &number, "Beatriz", "Bom dia").await;
        let ticket = ticket_of(&admin, &number, "pending").await;
        expected["tickets"] = json!(true);
        assert_eq!(steps(&admin).await, expected);
        let path = format!("/tickets/{}", ticket["id"]);
        let accept = json!({ "status": "open", "userId": admin.id(), "queueId": queue["id"] });
        admin.put(&path, &accept).await.ok();
        let path = format!("/messages/{}", ticket["id"]);
        let note = json!({ "body": "Cliente nova", "isPrivate": true });
        admin.post(&path, &note).await.ok();
        assert_eq!(steps(&admin).await, expected, "a note answers nobody");
        admin.post(&path, &json!({ "body": "Bom dia!" })).await.ok();
        expected["answer"] = json!(true);
        expected["state"] = json!("over");
        assert_eq!(steps(&admin).await, expected);
        assert_eq!(made["id"], admin.company());
    })
    .await;
}

#[tokio::test]
async fn a_list_that_is_put_aside_stays_in_the_menu() {
    on_both(async |desk| {
        let host = desk.session(SUPER).await;
        let (_, admin) = company(&host, &json!({})).await;
        let (_, other) = company(&host, &json!({})).await;
        admin.post("/first-hour/skip", &json!({})).await.ok();
        assert_eq!(steps(&admin).await["state"], "skipped");
        assert_eq!(steps(&other).await["state"], "open", "of one company");
        let since = async || {
            let all = admin.get("/settings").await.ok();
            let mut all = all.as_array().expect("a list").iter();
            let found = all.find(|one| one["key"] == "firstHourSkipped");
            found.expect("the setting")["value"].clone()
        };
        let first = since().await;
        admin.post("/first-hour/skip", &json!({})).await.ok();
        assert_eq!(since().await, first, "once more does not begin anew");
        // nobody writes it by hand
        let written = admin
            .put(
                "/settings/firstHourSkipped",
                &json!({ "value": "2099-01-01T00:00:00Z" }),
            )
            .await;
        assert_eq!(written.refusal(), (404, "ERR_NO_SETTING_FOUND"));
    })
    .await;
}

#[tokio::test]
async fn a_company_at_work_has_its_first_hour_behind_it() {
    on_both(async |desk| {
        let admin = desk.session(super::ADMIN).await;
        connection(&admin, "Matriz").await;
        assert_eq!(steps(&admin).await["state"], "over");
    })
    .await;
}
