//! A burst after a quiet time: `PostgreSQL` has planned for tables that were empty.

use super::{
    fixtures::{connection, two_companies},
    support::{both, now},
};
use crate::{
    Conn, Db,
    delivery::{inbox, outbox},
    model::ConnectionId,
    on,
};

const BURST: i64 = 2_000;

/// Rows of a table, and entries of its indexes, that were read in this transaction.
async fn read(conn: &mut Conn<'_>, table: &str) -> i64 {
    on!(conn, |c| sqlx::query_scalar(
        "SELECT seq_tup_read + idx_tup_fetch FROM pg_stat_xact_user_tables WHERE relname = $1"
    )
    .bind(table)
    .fetch_one(c)
    .await)
    .unwrap()
}

/// Looks for events, applies eight and marks eight sends. Answers how many were found, applied and marked.
async fn take_some(conn: &mut Conn<'_>, connection: ConnectionId) -> [usize; 3] {
    let due = inbox::list_due(conn, connection, now(), 64).await.unwrap();
    let ids: Vec<i64> = due
        .iter()
        .map(|event| event.id)
        .chain(1..)
        .take(8)
        .collect();
    let done = inbox::finish_all(conn, &ids, now()).await.unwrap();
    let marked = outbox::claim(conn, connection, (1, now()), 8, [])
        .await
        .unwrap();
    [due.len(), done.len(), marked.len()]
}

/// `PostgreSQL` knows that nothing waits.
async fn note_that_all_is_quiet(db: &Db) {
    let mut reader = db.read().await.unwrap();
    on!(&mut reader.conn(), |c| sqlx::query("VACUUM inbox, outbox")
        .execute(c)
        .await
        .map(drop))
    .unwrap();
}

#[tokio::test]
async fn of_a_burst_after_a_quiet_time_only_what_is_taken_is_read() {
    both(async |db| {
        if !db.is_shared() {
            return;
        }
        note_that_all_is_quiet(&db).await;
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let id = connection(conn, ours, "Loja").await;
        // more often than the database plans anew before it keeps a plan
        for _ in 0..10 {
            assert_eq!(take_some(conn, id).await, [0, 0, 0]);
        }
        for burst in [
            "INSERT INTO inbox (company_id, connection_id, event_key, chat, raw, state, next_at, received_at)
             SELECT $1, $2, 'event ' || n, 'chat ' || n, '{}', 'new', $3, $3 FROM generate_series(1, $4) n",
            "INSERT INTO outbox (company_id, intent_id, connection_id, dedupe_key, recipient, priority, payload, state,
               not_before, created_at, updated_at)
             SELECT $1, gen_random_uuid(), $2, 'send ' || n, 'person ' || n, 1, '{\"type\": \"text\", \"body\": \"Oi\"}', 'queued', $3, $3, $3
             FROM generate_series(1, $4) n",
        ] {
            on!(&mut *conn, |c| sqlx::query(burst)
                .bind(ours)
                .bind(id)
                .bind(now())
                .bind(BURST)
                .execute(c)
                .await
                .map(drop))
            .unwrap();
        }
        let before = [read(conn, "inbox").await, read(conn, "outbox").await];
        assert_eq!(take_some(conn, id).await, [64, 8, 8]);
        let after = [read(conn, "inbox").await, read(conn, "outbox").await];
        let of_each = [after[0] - before[0], after[1] - before[1]];
        assert!(of_each[0] <= 2 * 64 && of_each[1] <= 4 * 8, "{of_each:?}");
    })
    .await;
}
