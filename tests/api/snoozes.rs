//! Tickets that are put off, tickets that press, and what is sent beside texts and files.

use chrono::TimeDelta;
use guiche_storage::model::{Clock as _, SystemClock};
use serde_json::{Value, json};

use super::{
    MARINA, RAFAEL, connection, messages, open_ticket,
    support::{Session, TestDesk, TestSocket, backends, on_both, until},
};

/// A desk whose lists nobody else fills.
async fn on_own(body: impl AsyncFn(&TestDesk)) {
    for backend in backends() {
        body(&TestDesk::start(backend, &[]).await).await;
    }
}

fn path(ticket: &Value) -> String {
    format!("/tickets/{}", ticket["id"])
}

/// Whether a list of the viewer's open tickets holds this one, and how many it says that there are.
async fn listed(session: &Session, snoozed: &str, ticket: &Value) -> (bool, i64) {
    let list = format!("/tickets?status=open{snoozed}");
    let page = session.get(&list).await.ok();
    let rows = page["tickets"].as_array().expect("tickets");
    let is_there = rows.iter().any(|row| row["id"] == ticket["id"]);
    (is_there, page["count"].as_i64().expect("a count"))
}

#[tokio::test]
async fn what_is_put_off_is_in_a_list_of_its_own_until_the_customer_writes() {
    on_own(async |desk| {
        let marina = desk.session(MARINA).await;
        let (ticket, number) = open_ticket(desk, &marina).await;
        let (_, before) = listed(&marina, "&snoozed=false", &ticket).await;
        let wish = json!({ "snooze": { "until": null } });
        let off = marina.put(&path(&ticket), &wish).await.ok();
        assert_eq!(off["snooze"], json!({ "until": null }));
        assert_eq!(
            listed(&marina, "&snoozed=false", &ticket).await,
            (false, before - 1)
        );
        assert!(listed(&marina, "&snoozed=true", &ticket).await.0);
        // who asks for neither gets both
        assert!(listed(&marina, "", &ticket).await.0);

        // what the company says brings nothing back
        let said = json!({ "body": "Vou verificar." });
        let messages_path = format!("/messages/{}", ticket["id"]);
        marina.post(&messages_path, &said).await.ok();
        assert!(listed(&marina, "&snoozed=true", &ticket).await.0);

        let matriz = connection(&marina, "Matriz").await;
        desk.say(matriz, &number, "Bia", "E então?").await;
        until("it is back", async || {
            listed(&marina, "&snoozed=false", &ticket).await == (true, before)
        })
        .await;
        let back = marina.get(&path(&ticket)).await.ok();
        assert_eq!(back["snooze"], Value::Null);
    })
    .await;
}

#[tokio::test]
async fn what_is_put_off_comes_back_unread_when_its_time_has_come() {
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let (ticket, _) = open_ticket(desk, &marina).await;
        let mut socket = TestSocket::open(desk, &marina).await;
        socket.join("joinTickets", json!("open")).await;
        let past = (SystemClock.now() - TimeDelta::minutes(1)).to_rfc3339();
        let refused = marina
            .put(&path(&ticket), &json!({ "snooze": { "until": past } }))
            .await;
        assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"));
        let soon = (SystemClock.now() + TimeDelta::seconds(1)).to_rfc3339();
        marina
            .put(&path(&ticket), &json!({ "snooze": { "until": soon } }))
            .await
            .ok();
        let name = format!("company-{}-ticket", marina.company());
        let is_back = |event: &Value| {
            event["ticket"]["id"] == ticket["id"]
                && event["ticket"]["snooze"] == Value::Null
                && event["ticket"]["unreadMessages"] == 1
        };
        socket.event_where(&name, is_back).await;
    })
    .await;
}

#[tokio::test]
async fn a_step_of_the_ticket_ends_its_rest_and_only_who_handles_it_puts_it_off() {
    on_both(async |desk| {
        let (marina, rafael) = (desk.session(MARINA).await, desk.session(RAFAEL).await);
        let (ticket, _) = open_ticket(desk, &marina).await;
        let off = json!({ "snooze": { "until": null } });
        let refused = rafael.put(&path(&ticket), &off).await;
        assert_eq!(refused.status.as_u16(), 403);
        marina.put(&path(&ticket), &off).await.ok();
        let closed = marina
            .put(&path(&ticket), &json!({ "status": "closed" }))
            .await
            .ok();
        assert_eq!(closed["snooze"], Value::Null);
        let refused = marina.put(&path(&ticket), &off).await;
        assert_eq!(refused.refusal(), (400, "ERR_TICKET_CLOSED"));
    })
    .await;
}

#[tokio::test]
async fn what_presses_comes_first_where_that_is_asked_for() {
    on_own(async |desk| {
        let marina = desk.session(MARINA).await;
        let (urgent, _) = open_ticket(desk, &marina).await;
        let (plain, _) = open_ticket(desk, &marina).await;
        let (low, _) = open_ticket(desk, &marina).await;
        for (ticket, priority) in [(&urgent, "urgent"), (&low, "low")] {
            let wish = json!({ "priority": priority });
            let ranked = marina.put(&path(ticket), &wish).await.ok();
            assert_eq!(ranked["priority"], priority);
        }
        // the last change is the newest, and still not the first
        let said = json!({ "body": "Oi" });
        marina
            .post(&format!("/messages/{}", low["id"]), &said)
            .await
            .ok();
        let order = async |sort: &str| {
            let page = marina
                .get(&format!("/tickets?status=open{sort}"))
                .await
                .ok();
            let rows = page["tickets"].as_array().expect("tickets").clone();
            let place = |ticket: &Value| rows.iter().position(|row| row["id"] == ticket["id"]);
            [&urgent, &plain, &low].map(|ticket| place(ticket).expect("listed"))
        };
        assert!(order("&sort=priority").await.is_sorted());
        assert!(!order("").await.is_sorted());
    })
    .await;
}

#[tokio::test]
async fn places_and_people_reach_the_customer() {
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let (ticket, number) = open_ticket(desk, &marina).await;
        let to = format!("/messages/{}", ticket["id"]);
        let place = json!({ "latitude": -23.5614, "longitude": -46.6559, "name": "Loja Centro", "address": null });
        let sent = marina
            .post(&to, &json!({ "body": "", "location": place }))
            .await
            .ok();
        assert_eq!(sent["message"]["mediaType"], "locationMessage");
        assert_eq!(sent["message"]["location"], place);
        let card = json!({ "name": "Ana; Lima", "number": "+55 11 98888-7777" });
        let sent = marina.post(&to, &json!({ "body": "", "card": card })).await.ok();
        assert_eq!(sent["message"]["mediaType"], "vcard");
        let matriz = connection(&marina, "Matriz").await;
        until("both are on the phone", async || {
            let ledger = desk.ledger(matriz).await;
            let kinds: Vec<_> = ledger
                .iter()
                .filter(|entry| entry["to"] == number.as_str())
                .map(|entry| entry["type"].clone())
                .collect();
            kinds == ["location", "contacts"]
        })
        .await;
        let vcard = messages(&marina, &ticket)
            .await
            .into_iter()
            .find(|message| message["mediaType"] == "vcard")
            .expect("a card");
        let text = vcard["body"].as_str().expect("a text");
        assert!(text.contains("FN:Ana\\; Lima") && text.contains("waid=5511988887777:"), "{text}");
        let list = marina.get(&path(&ticket)).await.ok();
        assert_eq!(list["lastMessage"], "👤 Ana; Lima");
        for wrong in [
            json!({ "body": "", "location": { "latitude": 95, "longitude": 0 } }),
            json!({ "body": "", "card": { "name": "", "number": "5511988887777" } }),
            json!({ "body": "", "card": { "name": "Ana", "number": "12" } }),
            json!({ "body": "Oi", "card": { "name": "Ana", "number": "5511988887777" } }),
            json!({ "body": "", "isPrivate": true, "card": { "name": "Ana", "number": "5511988887777" } }),
        ] {
            let refused = marina.post(&to, &wrong).await;
            assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"), "{wrong}");
        }
    })
    .await;
}
