//! Where connections stand, and which one answers when none is named.

use std::time::Duration;

use chrono::TimeDelta;
use tokio::time::timeout;

use super::{
    fixtures::{connection, refusal, two_companies},
    support::{both, now},
};
use crate::{
    Conn, Db,
    cluster::leases,
    connections::{self, StatusChange},
    model::{CompanyId, ConnectionId, connection::ConnectionStatus},
    on,
};

async fn connect(conn: &mut Conn<'_>, company: CompanyId, id: ConnectionId) {
    let change = StatusChange {
        number: Some("5511900000001"),
        ..StatusChange::to(ConnectionStatus::Connected)
    };
    assert!(
        connections::set_status(conn, company, id, change, now())
            .await
            .unwrap()
            .is_some()
    );
}

#[tokio::test]
async fn a_status_is_told_only_when_it_changes() {
    // spec: A009 A031 A053 A059
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let id = connection(conn, ours, "Loja").await;
        let code = |qrcode| StatusChange {
            qrcode,
            ..StatusChange::to(ConnectionStatus::Qrcode)
        };
        for (qrcode, retries) in [("2@abc", Some(1)), ("2@abc", None), ("2@def", Some(2))] {
            let told = connections::set_status(conn, ours, id, code(qrcode), now())
                .await
                .unwrap();
            assert_eq!(
                told.map(|connection| connection.retries),
                retries,
                "{qrcode}"
            );
        }
        connect(conn, ours, id).await;
        let connected = connections::get(conn, ours, id).await.unwrap();
        assert_eq!((connected.retries, connected.qrcode.as_str()), (0, ""));

        let silent = StatusChange {
            reason: Some("no answer"),
            ..StatusChange::to(ConnectionStatus::Timeout)
        };
        let later = now() + TimeDelta::minutes(1);
        let lost = connections::set_status(conn, ours, id, silent, later)
            .await
            .unwrap()
            .unwrap();
        assert_eq!((connected.updated_at, lost.updated_at), (now(), later));
        assert_eq!(lost.status_reason.as_deref(), Some("no answer"));
        assert_eq!(
            lost.number.as_deref(),
            Some("5511900000001"),
            "a known number is kept"
        );
        let much_later = later + TimeDelta::minutes(1);
        let again = connections::set_status(conn, ours, id, silent, much_later)
            .await
            .unwrap();
        assert!(again.is_none());
        let same = connections::get(conn, ours, id).await.unwrap();
        assert_eq!(same.updated_at, later, "it has not changed");
    })
    .await;
}

#[tokio::test]
async fn the_connected_default_answers_and_else_any_connected() {
    // spec: S116
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let foreign = connection(conn, theirs, "Deles").await;
        connect(conn, theirs, foreign).await;
        let first = connection(conn, ours, "Loja").await;
        let second = connection(conn, ours, "Filial").await;

        let none = connections::default_for(conn, ours).await;
        assert_eq!(refusal(none), "ERR_NO_DEF_WAPP_FOUND");
        let waits = connections::default_to_wait_for(conn, ours).await;
        assert_eq!(waits.unwrap().id, first, "what can wait waits for it");
        for newest in [second, first] {
            connect(conn, ours, newest).await;
            let now = connections::default_for(conn, ours).await.unwrap();
            let in_time = connections::default_to_wait_for(conn, ours).await;
            assert_eq!((now.id, in_time.unwrap().id), (newest, newest));
        }
    })
    .await;
}

#[tokio::test]
async fn what_nobody_has_and_nobody_switched_off_is_free() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let first = connection(conn, ours, "Loja").await;
        let gone = connection(conn, ours, "Filial").await;
        let off = connection(conn, ours, "Outra").await;
        let foreign = connection(conn, theirs, "Deles").await;
        connections::delete(conn, ours, gone, now()).await.unwrap();
        let change = StatusChange::to(ConnectionStatus::Disconnected);
        connections::set_status(conn, ours, off, change, now())
            .await
            .unwrap();
        let free = connections::list_free(conn, now(), 10).await.unwrap();
        assert_eq!(free, [(ours, first), (theirs, foreign)]);
        for (company, id, wanted) in [
            (ours, first, true),
            (ours, gone, false),
            (ours, off, false),
            (ours, foreign, false),
        ] {
            let is_wanted = connections::is_wanted(conn, company, id).await.unwrap();
            assert_eq!(is_wanted, wanted, "{id}");
        }
        let wanted = connections::list_wanted(conn, &[first, gone, off]).await;
        assert_eq!(wanted.unwrap(), [first]);
        assert_eq!(connections::list_wanted(conn, &[]).await.unwrap(), []);

        let resource = leases::Resource::Connection(first);
        leases::acquire(conn, &resource, "one", now())
            .await
            .unwrap();
        let free = connections::list_free(conn, now(), 10).await.unwrap();
        assert_eq!(free, [(theirs, foreign)]);
        leases::take_away(conn, &resource, now()).await.unwrap();
        let free = connections::list_free(conn, now(), 10).await.unwrap();
        assert_eq!(free, [(ours, first), (theirs, foreign)]);
    })
    .await;
}

/// Waits until a statement waits for a row that somebody else has taken.
async fn until_somebody_waits(db: &Db) {
    let mut reader = db.read().await.unwrap();
    let conn = &mut reader.conn();
    let waits = async {
        loop {
            let waiting: i64 = on!(&mut *conn, |c| sqlx::query_scalar(
                "SELECT count(*) FROM pg_stat_activity
                 WHERE datname = current_database() AND wait_event_type = 'Lock'"
            )
            .fetch_one(c)
            .await)
            .unwrap();
            if waiting > 0 {
                return;
            }
        }
    };
    timeout(Duration::from_secs(10), waits)
        .await
        .expect("somebody waits");
}

#[tokio::test]
async fn a_status_that_changes_while_its_number_is_deleted_waits_for_that_and_neither_fails() {
    both(async |db| {
        if !db.is_shared() {
            return;
        }
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        connection(&mut tx.conn(), ours, "Loja").await;
        let id = connection(&mut tx.conn(), ours, "Filial").await;
        tx.commit().await.unwrap();

        let mut deleting = db.begin().await.unwrap();
        connections::delete(&mut deleting.conn(), ours, id, now())
            .await
            .unwrap();
        let change = StatusChange::to(ConnectionStatus::Connected);
        let changing =
            db.write(async |conn| connections::set_status(conn, ours, id, change, now()).await);
        let deleting = async {
            until_somebody_waits(&db).await;
            deleting.commit().await.unwrap();
        };
        let (changed, ()) = tokio::join!(changing, deleting);
        assert!(changed.unwrap().is_none(), "it is gone");
    })
    .await;
}
