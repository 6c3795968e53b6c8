//! Connections that go from hand to hand.

use futures_util::FutureExt as _;

use super::{
    fixtures::{refusal, two_companies},
    support::{both, now},
};
use crate::{
    Conn, Db, Result, StorageError,
    model::ErrorCode,
    on,
    tickets::tags::{self, TagForm},
};

/// Takes the database a tenth of a second or so.
const LONG: &str =
    "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 200000)
     SELECT CAST(COUNT(*) AS BIGINT) FROM n";

async fn number(conn: &mut Conn<'_>, sql: &'static str) -> Result<i64> {
    Ok(on!(conn, |c| sqlx::query_scalar(sql).fetch_one(c).await)?)
}

async fn read(db: &Db, sql: &'static str) -> Result<i64> {
    let mut reader = db.read().await?;
    number(&mut reader.conn(), sql).await
}

/// Connections for reading that wait to be handed on.
fn resting(db: &Db) -> usize {
    match db {
        Db::Sqlite { read, .. } => read.count_resting(),
        Db::Postgres(pool) => pool.count_resting(),
    }
}

#[tokio::test]
async fn whoever_comes_after_a_statement_that_was_given_up_gets_his_own_answer() {
    both(async |db| {
        // fewer than there are readers: each is busy until its statement ends
        for _ in 0..3 {
            read(&db, "SELECT CAST(1 AS BIGINT)").await.unwrap();
            let before = resting(&db);
            let given_up = read(&db, LONG).now_or_never();
            assert!(given_up.is_none(), "it was over at once");
            assert_eq!(resting(&db), before - 1, "it is not handed on");
            let sum = read(&db, "SELECT CAST(3 + 4 AS BIGINT)").await;
            assert_eq!(sum.unwrap(), 7);
        }
    })
    .await;
}

#[tokio::test]
async fn a_transaction_that_is_given_up_leaves_nothing_and_the_next_one_begins() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let tag = |name: &str| TagForm {
            name: name.into(),
            color: "#00aa55".into(),
            kanban: false,
            priority: 0,
            category: String::new(),
        };
        let mut given_up = db.begin().await.unwrap();
        tags::insert(&mut given_up.conn(), ours, None, &tag("vip"), now())
            .await
            .unwrap();
        drop(given_up);
        // given up before the database has answered that it has begun
        assert!(db.begin().now_or_never().is_none_or(|tx| tx.is_ok()));
        // a refusal is rolled back too
        let refused = db.write(async |c| {
            tags::insert(c, ours, None, &tag("novo"), now()).await?;
            Err::<(), _>(StorageError::Refused(ErrorCode::Busy))
        });
        assert_eq!(refusal(refused.await), "ERR_BUSY");
        db.write(async |c| tags::insert(c, ours, None, &tag("vip"), now()).await)
            .await
            .unwrap();
        let mut reader = db.read().await.unwrap();
        let kept = tags::list(&mut reader.conn(), ours).await.unwrap();
        assert_eq!(kept.len(), 1);
    })
    .await;
}

#[tokio::test]
async fn a_statement_that_fails_does_not_spoil_the_next_one() {
    both(async |db| {
        for _ in 0..20 {
            assert!(read(&db, "SELECT nothing FROM nowhere").await.is_err());
            assert_eq!(resting(&db), 0, "it is not handed on");
            assert_eq!(read(&db, "SELECT CAST(5 AS BIGINT)").await.unwrap(), 5);
            assert_eq!(resting(&db), 1);
        }
    })
    .await;
}

#[tokio::test]
async fn a_closed_database_refuses_at_once() {
    both(async |db| {
        read(&db, "SELECT CAST(1 AS BIGINT)").await.unwrap();
        db.close().await;
        let refused = read(&db, "SELECT CAST(1 AS BIGINT)").await;
        assert!(matches!(refused, Err(StorageError::Unavailable(_))));
    })
    .await;
}
