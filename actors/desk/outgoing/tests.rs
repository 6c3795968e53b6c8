//! Messages that go out, whoever speaks.

use std::sync::{Arc, Mutex};

use guiche_storage::{
    Conn,
    tickets::{self, write::TicketPatch},
};

use super::*;
use crate::{
    desk::{DeskWork as _, Piece, SendMessages},
    publisher::Wake,
    rules::Principal,
    test_company::TestCompany,
};

type Woken = Arc<Mutex<Vec<ConnectionId>>>;

/// A desk, a ticket with three unread messages, and the connections that were woken.
struct World {
    company: TestCompany,
    desk: DeskContext,
    ticket: Ticket,
    connection: ConnectionId,
    woken: Woken,
}

impl World {
    async fn new() -> Self {
        let company = TestCompany::new().await;
        let (connection, id) = (company.connection("Matriz").await, company.ticket().await);
        let woken = Woken::default();
        let heard = Arc::clone(&woken);
        let desk = DeskContext {
            wake: Wake::new(move |_, connection, work| {
                assert_eq!(work, WorkKind::Outbox);
                heard.lock().unwrap().push(connection);
            }),
            ..company.desk_at(company.now())
        };
        let unread = TicketPatch {
            connection_id: Some(connection),
            unread_messages: Some(3),
            ..TicketPatch::default()
        };
        let prepare = async |c: &mut Conn<'_>| {
            tickets::write::update(c, company.id, id, &unread, company.now()).await?;
            tickets::get(c, company.id, id).await
        };
        let ticket = company.db.write(prepare).await.unwrap();
        Self {
            company,
            desk,
            ticket,
            connection,
            woken,
        }
    }

    async fn enqueue(&self, draft: Draft<'_>) -> Result<Option<MessageId>, ActorError> {
        let now = self.company.now();
        self.desk
            .change(now, async |c, changes| {
                enqueue(&self.desk, c, changes, draft.clone()).await
            })
            .await
    }

    async fn message(&self, id: MessageId) -> Message {
        let mut reader = self.company.db.read().await.unwrap();
        let shown = self.desk.shown(self.company.now());
        messages::get(&mut reader.conn(), self.company.id, id, shown)
            .await
            .unwrap()
    }

    async fn unread(&self) -> i64 {
        let mut reader = self.company.db.read().await.unwrap();
        let ticket = tickets::get(&mut reader.conn(), self.company.id, self.ticket.id).await;
        ticket.unwrap().unread_messages
    }

    fn woken(&self) -> Vec<ConnectionId> {
        self.woken.lock().unwrap().clone()
    }
}

#[actix::test]
async fn what_is_said_once_under_a_name_is_stored_once_and_wakes_its_connection_once() {
    let world = World::new().await;
    let said = Draft::automatic(&world.ticket, "Oi", "greeting:1".into());
    let id = world.enqueue(said.clone()).await.unwrap().unwrap();
    assert_eq!(world.message(id).await.body, "\u{200e}Oi");
    assert_eq!(world.enqueue(said).await.unwrap(), None);
    assert_eq!(world.woken(), [world.connection]);
}

#[actix::test]
async fn an_answer_of_an_attendant_reads_the_ticket_and_what_is_said_by_itself_does_not() {
    let world = World::new().await;
    let user = world.company.user("marina").await;
    for author in [
        Author::Bot,
        Author::Schedule(user),
        Author::Campaign,
        Author::ApiToken,
        Author::Integration,
    ] {
        let draft = Draft::new(&world.ticket, author, "Oi");
        world.enqueue(draft).await.unwrap().unwrap();
        assert_eq!(world.unread().await, 3, "{author:?}");
    }
    let draft = Draft::new(&world.ticket, Author::User(user), "Oi");
    world.enqueue(draft).await.unwrap().unwrap();
    assert_eq!(world.unread().await, 0);
}

#[actix::test]
async fn a_message_says_who_speaks_and_only_an_attendants_own_has_his_number() {
    let world = World::new().await;
    let marina = world.company.user("marina").await;
    for (author, word, user_id) in [
        (Author::User(marina), message::Author::User, Some(marina)),
        (Author::Bot, message::Author::Bot, None),
        (Author::Schedule(marina), message::Author::Schedule, None),
        (Author::Campaign, message::Author::Campaign, None),
        (Author::ApiToken, message::Author::Api, None),
        (Author::Integration, message::Author::Integration, None),
    ] {
        let draft = Draft::new(&world.ticket, author, "Oi");
        let id = world.enqueue(draft).await.unwrap().unwrap();
        let said = world.message(id).await;
        assert_eq!((said.author, said.user_id), (word, user_id));
    }
}

#[actix::test]
async fn a_browsers_id_is_known_for_its_user_only() {
    let world = World::new().await;
    let users = [
        world.company.user("marina").await,
        world.company.user("rafael").await,
    ];
    for user in users {
        let draft = Draft {
            key: Key::Client("one".into()),
            ..Draft::new(&world.ticket, Author::User(user), "Oi")
        };
        assert!(world.enqueue(draft.clone()).await.unwrap().is_some());
        assert_eq!(world.enqueue(draft).await.unwrap(), None);
    }
}

#[actix::test]
async fn a_whisper_and_a_change_that_is_refused_wake_nobody() {
    let world = World::new().await;
    let user = world.company.user("marina").await;
    let draft = Draft {
        is_private: true,
        ..Draft::new(&world.ticket, Author::User(user), "Ligar amanhã")
    };
    let id = world.enqueue(draft).await.unwrap().unwrap();
    assert_eq!(world.message(id).await.send_state, None);
    assert_eq!(world.unread().await, 3, "it is no answer to the customer");
    let draft = Draft::new(&world.ticket, Author::User(user), "Oi");
    let refused: Result<(), ActorError> = world
        .desk
        .change(world.company.now(), async |c, changes| {
            enqueue(&world.desk, c, changes, draft.clone()).await?;
            Err(ErrorCode::TicketClosed.into())
        })
        .await;
    assert!(refused.is_err());
    assert_eq!(world.woken(), []);
}

#[actix::test]
async fn a_ticket_without_a_connection_stays_silent() {
    let world = World::new().await;
    let draft = Draft {
        connection: None,
        ..Draft::new(&world.ticket, Author::Bot, "Oi")
    };
    assert_eq!(world.enqueue(draft).await.unwrap(), None);
    assert_eq!(world.woken(), []);
}

#[actix::test]
async fn a_program_speaks_in_a_ticket_that_waits_and_is_answered_the_same_message_again() {
    let world = World::new().await;
    let shop = world.company.connection("Loja").await;
    let send = || SendMessages {
        ticket_id: world.ticket.id,
        contact_id: world.ticket.contact_id,
        pieces: vec![Piece {
            is_literal: false,
            template: None,
            body: "Seu pedido saiu".into(),
            thing: None,
            media: None,
            client_id: Some("pedido-7".into()),
        }],
        quoted_id: None,
        is_private: false,
        by: Principal::ApiToken { connection: shop },
    };
    let first = send().run(world.desk.clone()).await.unwrap();
    let again = send().run(world.desk.clone()).await.unwrap();
    assert_eq!(first[0].id, again[0].id);
    assert_eq!(first[0].author, message::Author::Api);
    assert_eq!(world.woken(), [shop], "once, by its own connection");
}
