//! Notes on tickets: for the team, by its own rules.

use chrono::{DateTime, TimeDelta, Utc};
use guiche_storage::model::{Clock as _, SystemClock};
use serde_json::{Value, json};

use super::{
    ADMIN, MARINA, RAFAEL, connection, messages, open_ticket,
    support::{Session, TestSocket, on_both},
    ticket_of,
};

async fn write(session: &Session, ticket: &Value, note: &str) -> Value {
    let note = json!({ "ticketId": ticket["id"], "contactId": ticket["contactId"], "note": note });
    session.post("/ticket-notes", &note).await.ok()
}

fn texts(notes: &Value) -> Vec<&str> {
    let notes = notes.as_array().expect("notes").iter();
    notes.filter_map(|note| note["note"].as_str()).collect()
}

#[tokio::test]
async fn who_is_named_in_a_note_and_may_see_its_ticket_is_told() {
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let rafael = desk.session(RAFAEL).await;
        let (ticket, _) = open_ticket(desk, &marina).await;
        let mut boss = TestSocket::open(desk, &admin).await;
        let mut his = TestSocket::open(desk, &rafael).await;
        let name = format!("company-{}-ticketNote", marina.company());
        let named = format!(
            "@{} veja, @Ninguém também",
            admin.user["name"].as_str().expect("a name")
        );
        let note = write(&marina, &ticket, &named).await;
        let is_this = |event: &Value| event["action"] == "mention";
        let told = boss.event_where(&name, is_this).await;
        assert_eq!(told["ticketNote"], note);
        assert_eq!(told["ticket"]["uuid"], ticket["uuid"]);
        // nobody else hears of it, nor who names himself
        write(&marina, &ticket, "@Marina Duarte lembrar").await;
        let own = "Rafael Lima: @Rafael Lima";
        let heard = write(&admin, &ticket, own).await;
        let is_his = |event: &Value| event["ticketNote"]["id"] == heard["id"];
        his.event_where(&name, is_his).await;
        assert!(his.seen.iter().all(|(seen, _)| *seen != name));
    })
    .await;
}

#[tokio::test]
async fn notes_follow_the_contact_into_the_next_episode_and_never_leave_the_desk() {
    // spec: S038 S049 S103
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let (ticket, number) = open_ticket(desk, &marina).await;
        let note = write(&marina, &ticket, "Prefere e-mail").await;
        assert_eq!(note["user"]["name"], "Marina Duarte");
        assert_eq!(
            (&note["ticketId"], &note["contactId"]),
            (&ticket["id"], &ticket["contactId"])
        );
        let path = format!("/tickets/{}", ticket["id"]);
        marina.put(&path, &json!({ "status": "closed" })).await.ok();
        let matriz = connection(&marina, "Matriz").await;
        desk.say(matriz, &number, "Beatriz Nogueira", "Voltei")
            .await;
        let next = ticket_of(&marina, &number, "pending").await;
        write(&marina, &next, "Voltou no mesmo dia").await;

        let of = async |query: String| {
            let path = format!("/ticket-notes/list?{query}");
            marina.get(&path).await.ok()
        };
        let all = of(format!("contactId={}", ticket["contactId"])).await;
        assert_eq!(texts(&all), ["Voltou no mesmo dia", "Prefere e-mail"]);
        assert_eq!(all[1], note, "with its id, its author and its time");
        let written: DateTime<Utc> = serde_json::from_value(note["createdAt"].clone()).unwrap();
        let age = SystemClock.now() - written;
        assert!(age.abs() < TimeDelta::minutes(10), "{age}");
        let first = format!(
            "ticketId={}&contactId={}",
            ticket["id"], ticket["contactId"]
        );
        assert_eq!(texts(&of(first).await), ["Prefere e-mail"]);
        let said = messages(&marina, &next).await;
        assert!(
            said.iter()
                .all(|message| message["body"] != "Prefere e-mail")
        );
        let nothing: [&str; 0] = [];
        assert_eq!(desk.reached(matriz, &number).await, nothing);
    })
    .await;
}

#[tokio::test]
async fn a_note_has_two_characters_and_goes_by_its_author_or_an_admin() {
    // spec: S049 S074 S103
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let lead = desk.supervisor().await;
        let (ticket, _) = open_ticket(desk, &marina).await;
        for short in ["", " ", " a "] {
            let note = json!({ "ticketId": ticket["id"], "note": short });
            let refusal = marina.post("/ticket-notes", &note).await;
            assert_eq!(refusal.refusal(), (400, "ERR_VALIDATION"), "{short:?}");
        }
        let (mine, other) = (
            write(&marina, &ticket, "ok").await,
            write(&marina, &ticket, "Já avisada").await,
        );
        let path = |note: &Value| format!("/ticket-notes/{}", note["id"]);
        let refused = lead.delete(&path(&mine)).await;
        assert_eq!(refused.refusal(), (403, "ERR_NO_PERMISSION"));
        marina.delete(&path(&mine)).await.ok();
        admin.delete(&path(&other)).await.ok();
        let twice = admin.delete(&path(&other)).await;
        assert_eq!(twice.refusal(), (404, "ERR_NO_NOTE_FOUND"));
    })
    .await;
}

#[tokio::test]
async fn a_note_is_of_its_tickets_contact_and_of_no_other() {
    // spec: S049 S103
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let (ticket, _) = open_ticket(desk, &marina).await;
        let (elsewhere, _) = open_ticket(desk, &marina).await;
        let wrong = json!({
            "ticketId": ticket["id"], "contactId": elsewhere["contactId"], "note": "De quem?",
        });
        let refused = marina.post("/ticket-notes", &wrong).await;
        assert_eq!(refused.refusal(), (404, "ERR_NO_CONTACT_FOUND"));
        // whoever names the ticket alone has named its contact
        let alone = json!({ "ticketId": ticket["id"], "note": "Do ticket" });
        let note = marina.post("/ticket-notes", &alone).await.ok();
        assert_eq!(note["contactId"], ticket["contactId"]);

        let list = format!("/ticket-notes/list?ticketId={}", ticket["id"]);
        assert_eq!(texts(&marina.get(&list).await.ok()), ["Do ticket"]);
        let of_another = format!("{list}&contactId={}", elsewhere["contactId"]);
        let refused = marina.get(&of_another).await;
        assert_eq!(refused.refusal(), (404, "ERR_NO_CONTACT_FOUND"));
    })
    .await;
}

#[tokio::test]
async fn notes_of_a_queue_of_others_are_not_shown() {
    // spec: S087 S103
    on_both(async |desk| {
        let (admin, rafael) = (desk.session(ADMIN).await, desk.session(RAFAEL).await);
        let (ticket, _) = open_ticket(desk, &admin).await;
        let queues = admin.get("/queue").await.ok();
        let queues = queues.as_array().expect("queues").iter();
        let sales = queues.clone().find(|queue| queue["name"] == "Vendas");
        let path = format!("/tickets/{}", ticket["id"]);
        let wish = json!({ "queueId": sales.expect("Vendas")["id"], "userId": admin.id() });
        admin.put(&path, &wish).await.ok();
        write(&admin, &ticket, "Margem: 12%").await;

        let by_ticket = format!("/ticket-notes/list?ticketId={}", ticket["id"]);
        let refused = rafael.get(&by_ticket).await;
        assert_eq!(refused.refusal(), (403, "ERR_NO_PERMISSION"));
        let by_contact = format!("/ticket-notes/list?contactId={}", ticket["contactId"]);
        assert_eq!(texts(&rafael.get(&by_contact).await.ok()), [""; 0]);
        assert_eq!(texts(&admin.get(&by_contact).await.ok()), ["Margem: 12%"]);
        let neither = rafael.get("/ticket-notes/list").await;
        assert_eq!(neither.refusal(), (400, "ERR_VALIDATION"));
    })
    .await;
}

#[tokio::test]
async fn informations_of_a_ticket_are_kept_as_they_are_written() {
    // spec: S038 S045 S098
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let (ticket, _) = open_ticket(desk, &marina).await;
        let text = json!({ "instagram": "@bia", "facebook": "", "frete": "R$ 18" }).to_string();
        let path = format!("/tickets/{}", ticket["id"]);
        let changed = marina
            .put(&path, &json!({ "informations": text }))
            .await
            .ok();
        assert_eq!(changed["informations"], text.as_str());
        assert_eq!(
            (&changed["status"], &changed["userId"]),
            (&json!("open"), &ticket["userId"])
        );
    })
    .await;
}
