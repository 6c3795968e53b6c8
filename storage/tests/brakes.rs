//! Statements that are ended before they have ended by themselves.

use std::time::Duration;

use futures_util::future::try_join_all;
use sqlx::ConnectOptions as _;

use super::{
    fixtures::two_companies,
    support::{both, now},
};
use crate::{
    Conn, Db, Result, StorageError,
    cluster::leases::{self, Resource},
    on,
    tickets::tags::{self, TagForm},
};

/// Never comes to an end.
const ENDLESS: &str = "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT 1 FROM n)
     SELECT CAST(COUNT(*) AS BIGINT) FROM n";
/// How many run that.
const RUNNING: &str = "SELECT COUNT(*) FROM pg_stat_activity
     WHERE datname = current_database() AND state = 'active' AND query LIKE 'WITH RECURSIVE n (x)%'";

/// The same database, where statements may take so long.
async fn again(db: &Db, statement_within: Duration) -> Db {
    let url = match db {
        Db::Sqlite { .. } => Db::sqlite_url(&db.file().unwrap()),
        Db::Postgres(pool) => pool.options().to_url_lossy().to_string(),
    };
    Db::connect_with(&url, statement_within).await.unwrap()
}

async fn number(db: &Db, sql: &'static str) -> Result<i64> {
    let mut reader = db.read().await?;
    Ok(on!(&mut reader.conn(), |c| {
        sqlx::query_scalar(sql).fetch_one(c).await
    })?)
}

async fn endless(conn: &mut Conn<'_>) -> Result<i64> {
    Ok(on!(conn, |c| {
        sqlx::query_scalar(ENDLESS).fetch_one(c).await
    })?)
}

#[tokio::test]
async fn a_statement_that_takes_too_long_is_ended_and_may_be_asked_again() {
    // fails where a statement has no end: on SQLite this one would run for ever
    both(async |db| {
        let hasty = again(&db, Duration::from_millis(50)).await;
        for _ in 0..2 {
            let ended = number(&hasty, ENDLESS).await;
            assert!(
                matches!(ended, Err(StorageError::Unavailable(_))),
                "{ended:?}"
            );
        }
        assert_eq!(number(&hasty, "SELECT CAST(5 AS BIGINT)").await.unwrap(), 5);
        let ended = hasty.write(async |c| endless(c).await).await;
        assert!(
            matches!(ended, Err(StorageError::Unavailable(_))),
            "{ended:?}"
        );
        hasty.close().await;
    })
    .await;
}

#[tokio::test]
async fn who_stands_still_in_a_transaction_does_not_keep_a_lease() {
    // on SQLite there is no other node
    both(async |db| {
        if !db.is_shared() {
            return;
        }
        let hasty = again(&db, Duration::from_millis(200)).await;
        let campaign = Resource::Campaign(7);
        let take = async |c: &mut Conn<'_>| leases::acquire(c, &campaign, "other/1", now()).await;
        let epoch = hasty
            .write(async |c| leases::acquire(c, &campaign, "still/1", now()).await)
            .await
            .unwrap()
            .unwrap();
        let mut still = hasty.begin().await.unwrap();
        let holds = leases::holds(&mut still.conn(), &campaign, "still/1", epoch, now()).await;
        assert!(holds.unwrap());
        // waits for the transaction, in which nothing more is asked
        db.write(async |c| leases::take_away(c, &campaign, now()).await)
            .await
            .unwrap();
        assert_eq!(db.write(take).await.unwrap(), Some(epoch + 1));
        let woken = leases::holds(&mut still.conn(), &campaign, "still/1", epoch, now()).await;
        assert!(woken.is_err(), "{woken:?}");
        drop(still);
        assert_eq!(number(&hasty, "SELECT CAST(5 AS BIGINT)").await.unwrap(), 5);
        hasty.close().await;
    })
    .await;
}

#[tokio::test]
async fn a_statement_for_which_nobody_waits_any_more_is_ended() {
    // fails where it goes on: its connection is not free before it has ended
    both(async |db| {
        let patient = again(&db, Duration::from_hours(1)).await;
        number(&patient, "SELECT CAST(1 AS BIGINT)").await.unwrap();
        for _ in 0..patient.readers() {
            tokio::select! {
                biased;
                ended = number(&patient, ENDLESS) => panic!("{ended:?}"),
                () = begun(&patient) => {}
            }
            // the next one is seen to begin only when this one is not seen any more
            while db.is_shared() && number(&db, RUNNING).await.unwrap() > 0 {}
        }
        let all = (0..patient.readers()).map(|_| patient.read());
        let all = try_join_all(all).await.unwrap();
        drop(all);
        patient.close().await;
    })
    .await;
}

/// `SQLite` takes its orders one after the other, so that what was asked for begins.
async fn begun(db: &Db) {
    while db.is_shared() && number(db, RUNNING).await.unwrap() == 0 {}
}

#[tokio::test]
async fn a_transaction_whose_statement_is_given_up_leaves_nothing_and_the_next_one_begins() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let patient = again(&db, Duration::from_hours(1)).await;
        number(&patient, "SELECT CAST(1 AS BIGINT)").await.unwrap();
        let tag = TagForm {
            name: "vip".into(),
            color: "#00aa55".into(),
            kanban: false,
            priority: 0,
            category: String::new(),
        };
        let given_up = patient.write(async |c| {
            tags::insert(c, ours, None, &tag, now()).await?;
            endless(c).await
        });
        tokio::select! {
            biased;
            ended = given_up => panic!("{ended:?}"),
            () = inserted(&patient) => {}
        }
        // fails where the only writer of SQLite is kept by a statement that goes on
        patient
            .write(async |c| tags::insert(c, ours, None, &tag, now()).await)
            .await
            .unwrap();
        patient.close().await;
    })
    .await;
}

/// As [`begun`]; `SQLite` has stored the row by the time that a reader has been asked a few times.
async fn inserted(db: &Db) {
    begun(db).await;
    for _ in 0..100 {
        number(db, "SELECT CAST(1 AS BIGINT)").await.unwrap();
    }
}
