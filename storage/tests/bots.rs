//! Bots of others: turns are claimed once and in order, sessions count failures, secrets open only where they belong.

use chrono::TimeDelta;
use uuid::Uuid;

use super::{
    fixtures::{refusal, two_companies},
    support::{both, now},
};
use crate::{
    Conn,
    bots::{
        calls::{self, Called, NewCall},
        integrations::{self, IntegrationForm, IntegrationSecrets},
        sessions,
        turns::{self, NewTurn},
    },
    contacts::{self, ContactForm},
    model::{
        BotTurnId, CompanyId, MessageId, QueueIntegrationId, TicketId,
        bot::{CallOutcome, CallStep, IntegrationKind},
        page::Page,
        ticket::TicketStatus,
    },
    security::seal::Sealer,
    tickets::{
        self,
        write::{NewTicket, TicketPatch},
    },
};

fn form(name: &str) -> IntegrationForm {
    IntegrationForm {
        kind: IntegrationKind::Webhook,
        name: name.into(),
        project_name: String::new(),
        language: String::new(),
        url_n8n: "https://fluxo.example/entrada".into(),
        typebot_slug: String::new(),
        typebot_expires: 1,
        typebot_delay_message: 1000,
        typebot_keyword_finish: String::new(),
        typebot_keyword_restart: String::new(),
        typebot_unknown_message: String::new(),
        typebot_restart_message: String::new(),
    }
}

async fn ticket(conn: &mut Conn<'_>, company: CompanyId, number: &str) -> NewTurn {
    let form = ContactForm {
        name: "Beatriz".into(),
        number: number.into(),
        email: String::new(),
        extra_info: Vec::new(),
    };
    let contact = contacts::insert(conn, company, &form, now()).await.unwrap();
    let ticket = NewTicket {
        uuid: Uuid::new_v4(),
        status: TicketStatus::Pending,
        contact_id: contact.id,
        user_id: None,
        queue_id: None,
        connection_id: None,
        is_group: false,
    };
    let ticket = tickets::write::insert(conn, company, &ticket, now())
        .await
        .unwrap();
    NewTurn {
        ticket,
        contact: contact.id,
        message: MessageId(1),
    }
}

async fn ask(conn: &mut Conn<'_>, company: CompanyId, of: NewTurn, message: i64) {
    let turn = NewTurn {
        message: MessageId(message),
        ..of
    };
    turns::insert(conn, company, turn, now()).await.unwrap();
}

#[tokio::test]
async fn the_first_of_each_ticket_is_claimed_once_until_it_is_taken_or_the_claim_ends() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let one = ticket(conn, ours, "5511900000001").await;
        let two = ticket(conn, ours, "5511900000002").await;
        for (of, message) in [(one, 10), (two, 11), (one, 12), (one, 10)] {
            ask(conn, ours, of, message).await;
        }
        assert_eq!(turns::list_companies(conn, now(), 9).await.unwrap(), [ours]);
        let (later, end) = (
            now() + TimeDelta::seconds(1),
            now() + TimeDelta::seconds(90),
        );
        let claim = async |conn: &mut Conn<'_>, company, at| {
            let claimed = turns::claim(conn, company, "node", (at, at + TimeDelta::seconds(90)), 9);
            claimed.await.unwrap()
        };
        assert_eq!(claim(conn, theirs, now()).await, []);
        let first = claim(conn, ours, now()).await;
        let messages: Vec<i64> = first.iter().map(|turn| turn.message_id.0).collect();
        assert_eq!(messages, [10, 11], "a known message is stored once");
        assert_eq!(
            claim(conn, ours, later).await,
            [],
            "the third waits for the first of its ticket"
        );
        // a claim that has run out is somebody else's
        let again = claim(conn, ours, end).await;
        assert_eq!(again[0].attempts, 2);
        let old = (first[0].id, first[0].attempts);
        assert!(!turns::take(conn, ours, old).await.unwrap());
        assert!(!turns::put_back(conn, ours, old, later).await.unwrap());
        let new = (again[0].id, again[0].attempts);
        assert!(!turns::take(conn, theirs, new).await.unwrap());
        assert!(turns::take(conn, ours, new).await.unwrap());
        let next = claim(conn, ours, end).await;
        assert_eq!(next[0].message_id, MessageId(12));
        // a node that ended lets go of what it had
        assert_eq!(turns::release(conn, Some("other"), end).await.unwrap(), 0);
        assert_eq!(turns::release(conn, Some("node"), end).await.unwrap(), 2);
        assert_eq!(claim(conn, ours, end).await.len(), 2);
        turns::forget(conn, theirs, one.ticket).await.unwrap();
        turns::forget(conn, ours, one.ticket).await.unwrap();
        turns::forget(conn, ours, two.ticket).await.unwrap();
        assert_eq!(turns::list_companies(conn, end, 9).await.unwrap(), []);
    })
    .await;
}

#[tokio::test]
async fn a_session_counts_failures_until_the_next_answer() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let id: TicketId = ticket(conn, ours, "5511900000001").await.ticket;
        assert_eq!(sessions::find(conn, ours, id).await.unwrap(), None);
        assert_eq!(sessions::fail(conn, ours, id, now()).await.unwrap(), 1);
        sessions::save(conn, ours, id, Some("s-1"), now())
            .await
            .unwrap();
        let known = sessions::find(conn, ours, id).await.unwrap().unwrap();
        assert_eq!((known.session.as_deref(), known.failures), (Some("s-1"), 0));
        assert_eq!(sessions::find(conn, theirs, id).await.unwrap(), None);
        assert_eq!(sessions::fail(conn, ours, id, now()).await.unwrap(), 1);
        assert_eq!(sessions::fail(conn, ours, id, now()).await.unwrap(), 2);
        let known = sessions::find(conn, ours, id).await.unwrap().unwrap();
        assert_eq!(known.session, None, "a failure drops it");
        sessions::forget(conn, theirs, id).await.unwrap();
        assert!(sessions::find(conn, ours, id).await.unwrap().is_some());
        sessions::forget(conn, ours, id).await.unwrap();
        assert_eq!(sessions::find(conn, ours, id).await.unwrap(), None);
    })
    .await;
}

#[tokio::test]
async fn integrations_have_one_name_each_and_secrets_of_their_own() {
    // spec: A051 A086
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let (sealer, other_key) = (Sealer::new(&[1; 32]), Sealer::new(&[2; 32]));
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let id = integrations::insert(conn, ours, &form("Pedidos"), now())
            .await
            .unwrap();
        let taken = integrations::insert(conn, ours, &form("Pedidos"), now()).await;
        assert_eq!(refusal(taken), "ERR_INTEGRATION_NAME_TAKEN");
        let foreign = integrations::insert(conn, theirs, &form("Pedidos"), now())
            .await
            .unwrap();
        let secrets = IntegrationSecrets {
            json_content: None,
            secret: Some("segredo".into()),
        };
        integrations::set_secrets(conn, ours, id, &sealer, &secrets)
            .await
            .unwrap();
        assert!(integrations::get(conn, ours, id).await.unwrap().has_secret);
        assert_eq!(
            integrations::secrets(conn, ours, id, &sealer)
                .await
                .unwrap(),
            secrets
        );
        assert!(
            integrations::secrets(conn, ours, id, &other_key)
                .await
                .is_err()
        );
        let none = "ERR_NO_INTEGRATION_FOUND";
        assert_eq!(refusal(integrations::get(conn, ours, foreign).await), none);
        assert_eq!(
            refusal(integrations::secrets(conn, theirs, id, &sealer).await),
            none
        );
        assert_eq!(
            refusal(integrations::update(conn, theirs, id, &form("X"), now()).await),
            none
        );
        assert_eq!(
            refusal(integrations::set_secrets(conn, theirs, id, &sealer, &secrets).await),
            none
        );
        assert_eq!(refusal(integrations::delete(conn, theirs, id).await), none);
        let page = integrations::list(conn, ours, "PEDI", Page::new(None, 20))
            .await
            .unwrap();
        assert_eq!((page.rows.len(), page.count, page.has_more), (1, 1, false));

        integrations::delete(conn, ours, id).await.unwrap();
        assert_eq!(refusal(integrations::get(conn, ours, id).await), none);
    })
    .await;
}

fn call(outcome: CallOutcome, status: Option<u16>) -> NewCall {
    NewCall {
        at: now(),
        step: CallStep::Told,
        outcome,
        status,
        millis: 12,
        messages: 0,
    }
}

/// The ticket goes before what was called for it, which goes by age.
async fn calls_outlive_their_ticket(
    conn: &mut Conn<'_>,
    ours: CompanyId,
    id: QueueIntegrationId,
    ticket: TicketId,
) {
    let later = now() + TimeDelta::seconds(1);
    tickets::write::delete(conn, ours, ticket, now())
        .await
        .unwrap();
    let left = calls::list(conn, ours, id, false, None).await.unwrap();
    assert_eq!(left.rows.len(), 4);
    assert!(left.rows.iter().all(|row| row.ticket_id.is_none()));
    assert_eq!(calls::forget_before(conn, now(), 9).await.unwrap(), 0);
    assert_eq!(calls::forget_before(conn, later, 3).await.unwrap(), 3);
    integrations::delete(conn, ours, id).await.unwrap();
    assert_eq!(calls::forget_before(conn, later, 9).await.unwrap(), 0);
}

#[tokio::test]
async fn calls_are_counted_by_message_and_listed_for_their_company_alone() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let id = integrations::insert(conn, ours, &form("Pedidos"), now()).await;
        let id = id.unwrap();
        let ticket = ticket(conn, ours, "5511900000001").await.ticket;
        let called = |turn| Called {
            integration: id,
            ticket,
            turn: BotTurnId(turn),
        };
        let made = [
            call(CallOutcome::Refused, Some(500)),
            call(CallOutcome::Taken, Some(200)),
        ];
        calls::insert(conn, ours, called(7), &made).await.unwrap();
        let again = [call(CallOutcome::Silent, None)];
        calls::insert(conn, ours, called(7), &again).await.unwrap();
        calls::insert(conn, ours, called(8), &made[1..])
            .await
            .unwrap();
        // nobody else's integration, and none that is gone
        calls::insert(conn, theirs, called(7), &made).await.unwrap();

        let all = calls::list(conn, ours, id, false, None).await.unwrap();
        let rows = all.rows.iter();
        let told: Vec<_> = rows
            .map(|row| (row.delivery.0, row.attempt, row.outcome, row.status))
            .collect();
        assert_eq!(
            told,
            [
                (8, 1, CallOutcome::Taken, Some(200)),
                (7, 3, CallOutcome::Silent, None),
                (7, 2, CallOutcome::Taken, Some(200)),
                (7, 1, CallOutcome::Refused, Some(500)),
            ]
        );
        let newest = &all.rows[0];
        assert_eq!(
            (newest.ticket_id, newest.contact_name.as_deref(), all.next),
            (Some(ticket), Some("Beatriz"), None)
        );
        let failed = calls::list(conn, ours, id, true, Some(newest.id));
        assert_eq!(failed.await.unwrap().rows.len(), 2);
        let foreign = calls::list(conn, theirs, id, false, None).await;
        assert_eq!(refusal(foreign), "ERR_NO_INTEGRATION_FOUND");

        let uses = calls::uses(conn, ours, &[id], now()).await.unwrap();
        assert_eq!((uses[0].calls, uses[0].failed), (4, 2));
        let later = now() + TimeDelta::seconds(1);
        let uses = calls::uses(conn, ours, &[id], later).await.unwrap();
        assert_eq!((uses[0].calls, uses[0].failed), (0, 0));
        let uses = calls::uses(conn, theirs, &[id], now()).await.unwrap();
        assert_eq!(uses[0].calls, 0);

        calls_outlive_their_ticket(conn, ours, id, ticket).await;
    })
    .await;
}

#[tokio::test]
async fn pages_of_calls_follow_each_other_without_a_gap() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let id = integrations::insert(conn, ours, &form("Pedidos"), now()).await;
        let called = Called {
            integration: id.unwrap(),
            ticket: TicketId(1),
            turn: BotTurnId(1),
        };
        let count = usize::try_from(calls::PAGE_SIZE).unwrap() + 1;
        let made = vec![call(CallOutcome::Taken, Some(200)); count];
        calls::insert(conn, ours, called, &made).await.unwrap();
        let page = async |conn: &mut Conn<'_>, before| {
            let found = calls::list(conn, ours, called.integration, false, before);
            found.await.unwrap()
        };
        let first = page(conn, None).await;
        let second = page(conn, first.next).await;
        assert_eq!((first.rows.len(), second.rows.len()), (count - 1, 1));
        assert!(first.next.is_some() && second.next.is_none());
        assert_eq!(second.rows[0].attempt, 1);
    })
    .await;
}

#[tokio::test]
async fn what_leads_a_conversation_is_read_with_it_and_taken_out_as_a_whole() {
    // spec: S045
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let id = integrations::insert(conn, ours, &form("Pedidos"), now())
            .await
            .unwrap();
        let talk = ticket(conn, ours, "5511900000001").await;
        let mut patch = TicketPatch {
            use_integration: Some(true),
            integration_id: Some(Some(id)),
            ..TicketPatch::default()
        };
        tickets::write::update(conn, ours, talk.ticket, &patch, now())
            .await
            .unwrap();
        let read = tickets::get(conn, ours, talk.ticket).await.unwrap();
        assert_eq!(
            (read.use_integration, read.integration_id),
            (true, Some(id))
        );
        patch.end_bots();
        tickets::write::update(conn, ours, talk.ticket, &patch, now())
            .await
            .unwrap();
        let read = tickets::get(conn, ours, talk.ticket).await.unwrap();
        assert_eq!((read.use_integration, read.integration_id), (false, None));
    })
    .await;
}
