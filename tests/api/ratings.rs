//! Closed conversations whose customers are asked what they thought of it.

use chrono::TimeDelta;
use guiche_storage::{
    model::{Clock as _, CompanyId, ContactId, SystemClock},
    tickets::ratings::{self, Asked},
};
use serde_json::{Value, json};

use super::{
    ADMIN, MARINA, connection, messages, new_number, open_ticket,
    support::{Session, TestDesk, backends, until},
    ticket_of,
};

const FAREWELL: &str = "Obrigado pelo contato!";

/// A desk of its own that asks for ratings and says goodbye, with an attendant and the connection.
async fn on_each(body: impl AsyncFn(&TestDesk, &Session, i64)) {
    for backend in backends() {
        let desk = TestDesk::start(backend, &[]).await;
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let matriz = connection(&marina, "Matriz").await;
        let texts =
            json!({ "complationMessage": FAREWELL, "ratingMessage": "Como foi, {{firstName}}?" });
        admin.put(&format!("/whatsapp/{matriz}"), &texts).await.ok();
        let on = json!({ "value": "enabled" });
        admin.put("/settings/userRating", &on).await.ok();
        body(&desk, &marina, matriz).await;
    }
}

fn path(ticket: &Value) -> String {
    format!("/tickets/{}", ticket["id"])
}

async fn close(session: &Session, ticket: &Value) -> Value {
    let wish = json!({ "status": "closed" });
    session.put(&path(ticket), &wish).await.ok()
}

/// What a customer has heard last, without the mark of an automatic text.
async fn last_heard(desk: &TestDesk, connection: i64, number: &str) -> String {
    let heard = desk.reached(connection, number).await;
    let last = heard.last().cloned().unwrap_or_default();
    last.trim_start_matches('\u{200e}').to_owned()
}

async fn until_asked(desk: &TestDesk, connection: i64, number: &str) {
    until("the customer is asked", async || {
        let heard = last_heard(desk, connection, number).await;
        heard.starts_with("Como foi, ") && heard.ends_with("*3* - Muito satisfeito")
    })
    .await;
}

async fn until_farewell(desk: &TestDesk, connection: i64, number: &str) {
    until("the farewell", async || {
        last_heard(desk, connection, number).await == FAREWELL
    })
    .await;
}

#[tokio::test]
async fn a_closed_ticket_is_rated_by_the_next_number_and_stays_closed() {
    // spec: S026 S140
    on_each(async |desk, marina, matriz| {
        let (ticket, number) = open_ticket(desk, marina).await;
        assert_eq!(close(marina, &ticket).await["status"], "closed");
        until_asked(desk, matriz, &number).await;
        desk.say(matriz, &number, "Bia", " Nota 3! ").await;
        until_farewell(desk, matriz, &number).await;
        let after = marina.get(&path(&ticket)).await.ok();
        assert_eq!(
            (&after["status"], &after["unreadMessages"]),
            (&json!("closed"), &json!(0))
        );
        let said = messages(marina, &ticket).await;
        let rated = said.iter().find(|message| message["body"] == " Nota 3! ");
        assert_eq!(rated.expect("the rating")["details"]["rating"], 3);
        let steps = marina.get(&format!("{}/steps", path(&ticket))).await.ok();
        assert_eq!(
            (&steps[0]["action"], &steps[0]["reason"]),
            (&json!("rated"), &json!("3"))
        );
        let admin = desk.session(ADMIN).await;
        let figures = admin.get("/dashboard?days=1").await.ok();
        let attendants = figures["attendants"].as_array().expect("attendants");
        let hers = attendants.iter().find(|each| each["id"] == marina.id());
        assert!(hers.expect("Marina")["rating"].as_f64() > Some(0.0));

        // asked once: the same number now begins a conversation
        desk.say(matriz, &number, "Bia", "3").await;
        let next = ticket_of(marina, &number, "pending").await;
        assert_ne!(next["id"], ticket["id"]);
    })
    .await;
}

#[tokio::test]
async fn whoever_writes_something_else_is_served_and_nothing_is_lost() {
    on_each(async |desk, marina, matriz| {
        let (ticket, number) = open_ticket(desk, marina).await;
        close(marina, &ticket).await;
        until_asked(desk, matriz, &number).await;
        desk.say(matriz, &number, "Bia", "3 caixas, por favor")
            .await;
        let next = ticket_of(marina, &number, "pending").await;
        assert_ne!(next["id"], ticket["id"]);
        assert_eq!(next["unreadMessages"], 1);
        desk.say(matriz, &number, "Bia", "2").await;
        until("both are in the new ticket", async || {
            let written = messages(marina, &next).await;
            let hers: Vec<_> = written
                .iter()
                .filter(|message| message["ticketId"] == next["id"])
                .map(|message| message["body"].clone())
                .collect();
            hers == ["3 caixas, por favor", "2"]
        })
        .await;
    })
    .await;
}

#[tokio::test]
async fn who_does_not_answer_in_time_hears_the_farewell_once_and_who_comes_much_later_none() {
    on_each(async |desk, marina, matriz| {
        let db = desk.db().await;
        let mut left = Vec::new();
        // a second and an hour over
        for over in [1, 3_600] {
            let (ticket, number) = open_ticket(desk, marina).await;
            close(marina, &ticket).await;
            until_asked(desk, matriz, &number).await;
            let (now, company) = (SystemClock.now(), CompanyId(marina.company()));
            let contact = ContactId(ticket["contactId"].as_i64().expect("a contact"));
            let end = now - TimeDelta::seconds(over);
            let ended = db.write(async |c| {
                let asked = ratings::find_asked(c, company, contact, now).await?;
                let Asked { episode, .. } = asked.expect("asked");
                ratings::ask(c, company, episode, now, end).await
            });
            ended.await.expect("moved");
            left.push(number);
        }
        until_farewell(desk, matriz, &left[0]).await;
        let waits = until("nobody is waited for", async || {
            let mut reader = db.read().await.expect("a reader");
            let over = ratings::list_over(&mut reader.conn(), SystemClock.now(), 10).await;
            over.expect("a list").is_empty()
        });
        waits.await;
        let late = desk.reached(matriz, &left[1]).await;
        assert!(
            !late.iter().any(|text| text.ends_with(FAREWELL)),
            "{late:?}"
        );
        desk.say(matriz, &left[0], "Bia", "3").await;
        ticket_of(marina, &left[0], "pending").await;
    })
    .await;
}

#[tokio::test]
async fn nobody_is_asked_who_was_not_attended_or_whose_ticket_is_closed_silently() {
    on_each(async |desk, marina, matriz| {
        // nobody attended: only the farewell
        let number = new_number();
        desk.say(matriz, &number, "Bia", "Oi").await;
        let waiting = ticket_of(marina, &number, "pending").await;
        close(marina, &waiting).await;
        until_farewell(desk, matriz, &number).await;
        assert_eq!(desk.reached(matriz, &number).await.len(), 1);

        // silently: nothing, alone and among many
        let (alone, first) = open_ticket(desk, marina).await;
        let wish = json!({ "status": "closed", "silently": true });
        marina.put(&path(&alone), &wish).await.ok();
        let (many, second) = open_ticket(desk, marina).await;
        let wish = json!({ "ticketIds": [many["id"]], "status": "closed", "silently": true });
        marina.post("/tickets/bulk", &wish).await.ok();
        // whatever they could have heard would be there before what this one hears
        let (last, third) = open_ticket(desk, marina).await;
        close(marina, &last).await;
        until_asked(desk, matriz, &third).await;
        for number in [first, second] {
            assert!(desk.reached(matriz, &number).await.is_empty());
        }
    })
    .await;
}
