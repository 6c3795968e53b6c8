//! Two transactions over one ticket, step by step: what one has not committed yet is waited for, and not overlooked. On
//! `PostgreSQL`, where writers work side by side.

use guiche_storage::{
    Tx,
    model::{Clock as _, CompanyId, SystemClock, TicketId, ticket::TicketStatus},
    tickets::{self, write::TicketPatch},
};
use serde_json::json;

use super::{
    MARINA, connection, messages, open_ticket,
    support::{Backend, TestDesk, backends, until},
    ticket_of,
};

/// A close that is written and not committed.
async fn begin_to_close(desk: &TestDesk, ticket: &serde_json::Value) -> Tx {
    let db = desk.db().await;
    let mut closing = db.begin().await.expect("a transaction");
    let number = |name: &str| ticket[name].as_i64().expect("a number");
    let (company, id) = (CompanyId(number("companyId")), TicketId(number("id")));
    let closed = TicketPatch {
        status: Some(TicketStatus::Closed),
        ..TicketPatch::default()
    };
    tickets::write::update(&mut closing.conn(), company, id, &closed, SystemClock.now())
        .await
        .expect("written");
    closing
}

async fn until_somebody_waits_for_the_ticket(desk: &TestDesk) {
    until("somebody waits for the ticket", async || {
        let waiting = "SELECT COUNT(*) FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%tickets%'
              AND pid <> pg_backend_pid()";
        desk.number(waiting) > 0
    })
    .await;
}

#[tokio::test]
async fn a_message_that_comes_in_while_its_ticket_is_closed_begins_a_new_episode() {
    for backend in backends()
        .into_iter()
        .filter(|one| *one == Backend::Postgres)
    {
        let desk = TestDesk::start(backend, &[]).await;
        let marina = desk.session(MARINA).await;
        let matriz = connection(&marina, "Matriz").await;
        let (ticket, number) = open_ticket(&desk, &marina).await;

        let closing = begin_to_close(&desk, &ticket).await;
        desk.say(matriz, &number, "Beatriz Nogueira", "Só mais uma coisa")
            .await;
        until_somebody_waits_for_the_ticket(&desk).await;
        closing.commit().await.expect("closed");

        let fresh = ticket_of(&marina, &number, "pending").await;
        assert_eq!(fresh["lastMessage"], "Só mais uma coisa");
        let said = messages(&marina, &fresh).await;
        let last = said.last().expect("it");
        assert_eq!(
            (&last["body"], &last["ticketId"]),
            (&fresh["lastMessage"], &fresh["id"])
        );
    }
}

#[tokio::test]
async fn an_answer_to_a_ticket_that_is_closed_meanwhile_is_refused_and_not_sent() {
    for backend in backends()
        .into_iter()
        .filter(|one| *one == Backend::Postgres)
    {
        let desk = TestDesk::start(backend, &[]).await;
        let marina = desk.session(MARINA).await;
        let (ticket, _) = open_ticket(&desk, &marina).await;
        let path = format!("/messages/{}", ticket["id"]);

        let closing = begin_to_close(&desk, &ticket).await;
        let text = json!({ "body": "Já vou verificar" });
        let answering = marina.post(&path, &text);
        let closing = async {
            until_somebody_waits_for_the_ticket(&desk).await;
            closing.commit().await.expect("closed");
        };
        let (answer, ()) = futures_util::future::join(answering, closing).await;
        assert_eq!(answer.refusal(), (400, "ERR_TICKET_CLOSED"), "{answer:?}");
    }
}
