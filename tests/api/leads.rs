//! Customers who write for the first time, where the company wants to see them apart.

use chrono::TimeDelta;
use guiche_storage::{
    model::{Clock as _, SystemClock},
    tickets::leads,
};
use serde_json::{Value, json};

use super::{
    ADMIN, MARINA, connection, new_number,
    support::{Session, TestDesk, on_both},
    ticket_of,
};

/// Switches leads on for a company of its own desk.
async fn on_each(body: impl AsyncFn(&TestDesk, &Session, &Session)) {
    for backend in super::support::backends() {
        let desk = TestDesk::start(backend, &[]).await;
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let on = json!({ "value": "newContacts" });
        admin.put("/settings/leadsMode", &on).await.ok();
        body(&desk, &admin, &marina).await;
    }
}

fn path(ticket: &Value) -> String {
    format!("/tickets/{}", ticket["id"])
}

#[tokio::test]
async fn who_writes_for_the_first_time_is_a_lead_until_somebody_takes_him_up_or_he_has_a_queue() {
    // spec: S028 S058
    on_each(async |desk, admin, marina| {
        let matriz = connection(marina, "Matriz").await;
        let number = new_number();
        desk.say(matriz, &number, "Bia", "Vocês entregam?").await;
        let lead = ticket_of(marina, &number, "lead").await;
        let accept = json!({ "status": "open", "userId": marina.id() });
        let open = marina.put(&path(&lead), &accept).await.ok();
        assert_eq!(open["status"], "open");
        let close = json!({ "status": "closed" });
        marina.put(&path(&lead), &close).await.ok();

        // he is known now
        desk.say(matriz, &number, "Bia", "Mais uma coisa").await;
        let again = ticket_of(marina, &number, "pending").await;
        assert_ne!(again["id"], lead["id"]);

        // a queue is where somebody waits for him
        let other = new_number();
        desk.say(matriz, &other, "Caio", "Olá").await;
        let lead = ticket_of(admin, &other, "lead").await;
        let queues = admin.get("/queue").await.ok();
        let wish = json!({ "queueId": queues[0]["id"] });
        let waiting = admin.put(&path(&lead), &wish).await.ok();
        assert_eq!(waiting["status"], "pending");
    })
    .await;
}

#[tokio::test]
async fn a_lead_is_over_after_the_hours_that_the_company_gives_it() {
    on_each(async |desk, admin, marina| {
        let matriz = connection(marina, "Matriz").await;
        let number = new_number();
        desk.say(matriz, &number, "Bia", "Vocês entregam?").await;
        let lead = ticket_of(marina, &number, "lead").await;
        let db = desk.db().await;
        let is_over = async |hours: i64| {
            let mut reader = db.read().await.expect("a reader");
            let at = SystemClock.now() + TimeDelta::hours(hours);
            let over = leads::list_expired(&mut reader.conn(), at, 100).await;
            let over = over.expect("a list");
            over.iter().any(|each| lead["id"] == each.ticket.0)
        };
        assert!(!is_over(700).await, "never, until the company says so");
        let hours = json!({ "value": "2" });
        admin.put("/settings/leadExpires", &hours).await.ok();
        assert!(!is_over(1).await);
        assert!(is_over(3).await);
    })
    .await;
}

#[tokio::test]
async fn without_the_setting_and_with_a_single_queue_everybody_waits() {
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let matriz = connection(&marina, "Matriz").await;
        let number = new_number();
        desk.say(matriz, &number, "Bia", "Oi").await;
        ticket_of(&marina, &number, "pending").await;
    })
    .await;
    on_each(async |desk, admin, _| {
        let matriz = connection(admin, "Matriz").await;
        let queues = admin.get("/queue").await.ok();
        let only = json!({ "queueIds": [queues[0]["id"]] });
        admin.put(&format!("/whatsapp/{matriz}"), &only).await.ok();
        let number = new_number();
        desk.say(matriz, &number, "Bia", "Oi").await;
        let ticket = ticket_of(admin, &number, "pending").await;
        assert_eq!(ticket["queueId"], queues[0]["id"]);
    })
    .await;
}
