//! Sends: what counts as a try, what a late report is joined to.

use uuid::Uuid;

use super::{
    fixtures::{connection, two_companies},
    support::{both, now},
};
use crate::{
    Conn,
    delivery::outbox::{self, NewIntent, OutboxRow, PRIORITY_ATTENDANT, Settled},
    model::{
        CompanyId, ConnectionId,
        outgoing::{Outgoing, SendState},
    },
};

const EPOCH: i64 = 1;

async fn intent(conn: &mut Conn<'_>, company: CompanyId, connection_id: ConnectionId) -> Uuid {
    let intent = NewIntent {
        intent_id: Uuid::now_v7(),
        connection_id,
        message_id: None,
        dedupe_key: "message:1".to_owned(),
        recipient: "5511987654321".to_owned(),
        priority: PRIORITY_ATTENDANT,
        payload: Outgoing::Text {
            body: "Oi".to_owned(),
            quoted_id: None,
        },
        expires_at: None,
    };
    assert!(outbox::insert(conn, company, &intent, now()).await.unwrap());
    intent.intent_id
}

async fn claim(conn: &mut Conn<'_>, connection: ConnectionId) -> OutboxRow {
    let mut rows = outbox::claim(conn, connection, (EPOCH, now()), 8, [])
        .await
        .unwrap();
    assert_eq!(rows.len(), 1);
    rows.remove(0)
}

fn settled(state: SendState, was_no_try: bool) -> Settled<'static> {
    Settled {
        state,
        provider_id: None,
        error: None,
        not_before: None,
        was_no_try,
    }
}

#[tokio::test]
async fn a_send_that_only_waits_its_turn_is_never_tried_too_often() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let id = connection(conn, ours, "Loja").await;
        intent(conn, ours, id).await;
        for _ in 0..20 {
            let row = claim(conn, id).await;
            assert_eq!(row.attempts, 1);
            let waits = settled(SendState::Queued, true);
            assert!(
                outbox::settle(conn, row.id, EPOCH, &waits, now())
                    .await
                    .unwrap()
            );
        }
        for attempts in 1..5 {
            let row = claim(conn, id).await;
            assert_eq!(row.attempts, attempts);
            let again = settled(SendState::Queued, false);
            assert!(
                outbox::settle(conn, row.id, EPOCH, &again, now())
                    .await
                    .unwrap()
            );
        }
    })
    .await;
}

#[tokio::test]
async fn who_rests_is_left_in_the_queue_and_keeps_nobody_else_waiting() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let id = connection(conn, ours, "Loja").await;
        intent(conn, ours, id).await;
        for resting in [vec!["5511987654321"], vec!["1", "5511987654321", "2"]] {
            let claimed = outbox::claim(conn, id, (EPOCH, now()), 8, resting).await;
            assert!(claimed.unwrap().is_empty());
        }
        // what is due and rests is not due later by itself
        let rest = outbox::rest(conn, id, EPOCH, now()).await.unwrap();
        assert_eq!((rest.next_due, rest.is_marked), (None, false));
        let others = ["55119876543210", "511987654321", "987654321"];
        let claimed = outbox::claim(conn, id, (EPOCH, now()), 8, others).await;
        assert_eq!(claimed.unwrap().len(), 1);
    })
    .await;
}

#[tokio::test]
async fn who_made_the_call_settles_it_also_after_another_took_it_for_unknown() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let id = connection(conn, ours, "Loja").await;
        intent(conn, ours, id).await;
        let row = claim(conn, id).await;
        outbox::sweep(conn, id, EPOCH + 1, false, now())
            .await
            .unwrap();
        let end = settled(SendState::Rejected, false);
        let other = outbox::settle(conn, row.id, EPOCH + 1, &end, now());
        assert!(!other.await.unwrap());
        let own = outbox::settle(conn, row.id, EPOCH, &end, now());
        assert!(own.await.unwrap());
        let twice = outbox::settle(conn, row.id, EPOCH, &end, now());
        assert!(!twice.await.unwrap());
    })
    .await;
}

#[tokio::test]
async fn what_was_marked_by_a_claim_that_went_unheard_is_put_back_and_no_try() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let id = connection(conn, ours, "Loja").await;
        intent(conn, ours, id).await;
        let before = now() - chrono::Duration::seconds(1);
        let rest = outbox::rest(conn, id, EPOCH, before).await.unwrap();
        assert_eq!((rest.next_due, rest.is_marked), (Some(now()), false));
        claim(conn, id).await;
        for (epoch, is_marked) in [(EPOCH, true), (EPOCH + 1, false)] {
            let rest = outbox::rest(conn, id, epoch, before).await.unwrap();
            assert_eq!((rest.next_due, rest.is_marked), (None, is_marked));
        }
        // what an earlier owner marked may have been sent
        for (epoch, put_back) in [(EPOCH + 1, 0), (EPOCH, 1), (EPOCH, 0)] {
            let done = outbox::take_back(conn, id, epoch, now()).await.unwrap();
            assert_eq!(done, put_back);
        }
        assert_eq!(claim(conn, id).await.attempts, 1);
    })
    .await;
}
