//! What time does to conversations, applied: found, decided and done, once.

use chrono::TimeDelta;
use guiche_storage::{
    StorageError,
    companies::settings,
    connections::ConnectionForm,
    model::{
        CompanyId, QueueId,
        connection::{ConnectionTexts, ProviderKind},
        step::StepAction,
        ticket::{Snooze, TicketStatus},
    },
    queues::{self, QueueForm},
    tickets::{
        self,
        idle::{self, Due},
        write::{LastMessage, TicketPatch, Unread},
    },
};

use super::*;
use crate::{desk::DeskWork as _, test_company::TestCompany};

/// A company with a number, a queue and a ticket that waits without one.
struct World {
    company: TestCompany,
    queue: QueueId,
    ticket: TicketId,
}

impl World {
    async fn new() -> Self {
        let company = TestCompany::new().await;
        let ticket = company.ticket().await;
        let (id, now) = (company.id, company.now());
        let queue = QueueForm {
            name: "Vendas".into(),
            color: "#010203".into(),
            order_queue: None,
            greeting_message: "Vendas às ordens.".into(),
            out_of_hours_message: String::new(),
            schedules: Vec::new(),
            auto_assign: false,
            assign_max: 5,
            prompt_id: None,
            integration_id: None,
        };
        let prepare = async |c: &mut Conn<'_>| {
            let queue = queues::insert(c, id, &queue, now).await?.id;
            let form = ConnectionForm {
                name: "Matriz".into(),
                is_default: true,
                queue_ids: Vec::new(),
                texts: ConnectionTexts {
                    transfer_queue_id: Some(queue),
                    time_to_transfer: Some(5),
                    expires_ticket: 30,
                    expires_inactive_message: "Encerrado por inatividade.".into(),
                    ..ConnectionTexts::default()
                },
                phone_number_id: None,
                waba_id: None,
                prompt_id: None,
                integration_id: None,
            };
            let kind = ProviderKind::Simulator;
            let connection = connections::insert(c, id, kind, &form, now)
                .await?
                .connection
                .id;
            let patch = TicketPatch {
                connection_id: Some(connection),
                ..TicketPatch::default()
            };
            tickets::write::update(c, id, ticket, &patch, now).await?;
            let step = tickets::episodes::Step {
                connection_id: Some(connection),
                queue_id: None,
                user_id: None,
            };
            tickets::episodes::begin(c, id, ticket, step, now).await?;
            Ok::<_, StorageError>(queue)
        };
        let queue = company.db.write(prepare).await.unwrap();
        Self {
            company,
            queue,
            ticket,
        }
    }

    async fn set(&self, key: &str, value: &str) {
        let (id, now) = (self.company.id, self.company.now());
        let set = async |c: &mut Conn<'_>| settings::set(c, id, now, key, value).await;
        self.company.db.write(set).await.unwrap();
    }

    async fn patch(&self, patch: TicketPatch) {
        let (id, now, ticket) = (self.company.id, self.company.now(), self.ticket);
        let change =
            async |c: &mut Conn<'_>| tickets::write::update(c, id, ticket, &patch, now).await;
        self.company.db.write(change).await.unwrap();
    }

    /// An attendant has it, and the last word was ours or the customer's.
    async fn attended(&self, last_is_ours: bool) {
        let marina = self.company.user("marina").await;
        self.patch(TicketPatch {
            status: Some(TicketStatus::Open),
            user_id: Some(Some(marina)),
            queue_id: Some(Some(self.queue)),
            ..TicketPatch::default()
        })
        .await;
        let (id, now, ticket) = (self.company.id, self.company.now(), self.ticket);
        let note = async |c: &mut Conn<'_>| {
            let last = LastMessage {
                body: "Oi",
                from_me: last_is_ours,
                unread: Unread::Keep,
            };
            tickets::write::note_message(c, id, ticket, &last, now).await
        };
        self.company.db.write(note).await.unwrap();
    }

    /// What is due after so many minutes, each found and looked at twice. Answers how many were found.
    async fn look(&self, minutes: i64) -> usize {
        let found = self.find(minutes).await;
        for _ in 0..2 {
            self.end(&found, minutes).await;
        }
        found.len()
    }

    async fn find(&self, minutes: i64) -> Vec<Due> {
        let now = self.company.now() + TimeDelta::minutes(minutes);
        let mut reader = self.company.db.read().await.unwrap();
        let conn = &mut reader.conn();
        let mut found = idle::list_by_numbers(conn, now, TicketId(0), 10)
            .await
            .unwrap();
        let more = idle::list_by_companies(conn, now, TicketId(0), 10).await;
        found.extend(more.unwrap());
        found.sort_unstable();
        found.dedup();
        found
    }

    async fn end(&self, found: &[Due], minutes: i64) {
        let now = self.company.now() + TimeDelta::minutes(minutes);
        for due in found {
            EndIdle(*due).run(self.company.desk_at(now)).await.unwrap();
        }
    }

    async fn now(&self) -> (Ticket, Vec<StepAction>) {
        let mut reader = self.company.db.read().await.unwrap();
        let conn = &mut reader.conn();
        let company: CompanyId = self.company.id;
        let ticket = tickets::get(conn, company, self.ticket).await.unwrap();
        let steps = tickets::steps::list(conn, company, self.ticket)
            .await
            .unwrap();
        (ticket, steps.iter().map(|step| step.action).collect())
    }
}

#[actix::test]
async fn who_chooses_no_queue_is_given_one_and_greeted_once() {
    // spec: B9
    let world = World::new().await;
    assert_eq!(world.look(4).await, 0, "not a minute early");
    assert_eq!(world.look(5).await, 1);
    let (ticket, _) = world.now().await;
    assert_eq!(
        (ticket.queue_id, ticket.status),
        (Some(world.queue), TicketStatus::Pending)
    );
    assert_eq!(ticket.last_message, "\u{200e}Vendas às ordens.");
    assert_eq!(world.look(60).await, 0, "once");
}

#[actix::test]
async fn an_attended_ticket_without_an_answer_is_closed_with_a_word() {
    // spec: B8
    let world = World::new().await;
    world.attended(true).await;
    assert_eq!(world.look(29).await, 0);
    assert_eq!(world.look(30).await, 1);
    let (ticket, steps) = world.now().await;
    assert_eq!(
        (ticket.status, ticket.unread_messages),
        (TicketStatus::Closed, 0)
    );
    assert_eq!(ticket.last_message, "\u{200e}Encerrado por inatividade.");
    assert_eq!(steps, [StepAction::Expired]);

    // the customer has spoken last: nobody closes it
    let world = World::new().await;
    world.attended(false).await;
    assert_eq!(world.look(600).await, 0);
}

#[actix::test]
async fn a_ticket_that_was_put_off_since_it_was_found_stays() {
    // spec: B8
    let world = World::new().await;
    world.attended(true).await;
    let found = world.find(30).await;
    assert_eq!(found.len(), 1);
    world
        .patch(TicketPatch {
            snooze: Some(Some(Snooze { until: None })),
            ..TicketPatch::default()
        })
        .await;
    world.end(&found, 30).await;
    assert_eq!(world.now().await.0.status, TicketStatus::Open);
    assert_eq!(world.look(60).await, 0);
}

#[actix::test]
async fn an_attended_ticket_in_which_nobody_speaks_waits_again() {
    let world = World::new().await;
    world.attended(false).await;
    world.set(idle::OPEN_SETTING, "60").await;
    world.set(idle::OPEN_ACTION, "pending").await;
    assert_eq!(world.look(59).await, 0);
    assert_eq!(world.look(60).await, 1);
    let (ticket, steps) = world.now().await;
    assert_eq!(
        (ticket.status, ticket.user_id),
        (TicketStatus::Pending, None)
    );
    assert_eq!(steps, [StepAction::Returned]);
}

#[actix::test]
async fn a_ticket_with_the_bot_goes_to_the_queue_that_the_company_names() {
    let world = World::new().await;
    world.set(idle::BOT_SETTING, "2").await;
    world.set(idle::BOT_ACTION, &world.queue.to_string()).await;
    world
        .patch(TicketPatch {
            chatbot: Some(true),
            ..TicketPatch::default()
        })
        .await;
    assert_eq!(world.look(1).await, 0);
    assert_eq!(world.look(2).await, 1);
    let (ticket, _) = world.now().await;
    assert_eq!(
        (ticket.queue_id, ticket.chatbot),
        (Some(world.queue), false)
    );
}

#[actix::test]
async fn a_ticket_without_a_queue_is_closed_where_the_company_wants_it() {
    let world = World::new().await;
    world.set(idle::NO_QUEUE_SETTING, "3").await;
    assert_eq!(world.look(2).await, 0);
    assert_eq!(world.look(3).await, 1);
    let (ticket, _) = world.now().await;
    assert_eq!(ticket.status, TicketStatus::Closed);
}
