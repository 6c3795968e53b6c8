//! The keys of numbers that are paired with a phone.

use super::{
    fixtures::{connection, two_companies},
    support::{both, now},
};
use crate::{
    Conn, StorageError,
    connections::{
        self,
        keys::{self, Place},
    },
    model::{CompanyId, ConnectionId},
    on,
    security::seal::Sealer,
};

fn at(company: CompanyId, connection: ConnectionId, namespace: &str) -> Place<'_> {
    Place {
        company,
        connection,
        namespace,
    }
}

async fn count(conn: &mut Conn<'_>) -> i64 {
    let counted: Result<i64, sqlx::Error> = on!(conn, |c| sqlx::query_scalar(
        "SELECT COUNT(*) FROM whatsapp_keys"
    )
    .fetch_one(c)
    .await);
    counted.unwrap()
}

#[tokio::test]
async fn a_key_is_stored_sealed_and_opens_in_its_own_place_alone() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let sealer = Sealer::new(&[7; 32]);
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let line = connection(conn, ours, "Loja").await;
        let other = connection(conn, ours, "Filial").await;
        let foreign = connection(conn, theirs, "Matriz").await;
        let session = at(ours, line, "session");
        keys::put(conn, session, &sealer, ("551190@s", b"ratchet", 0))
            .await
            .unwrap();
        keys::put(conn, session, &sealer, ("551190@s", b"ratchet 2", 0))
            .await
            .unwrap();
        let found = keys::get(conn, session, &sealer, "551190@s").await.unwrap();
        assert_eq!(found.as_deref(), Some(b"ratchet 2".as_slice()));

        for elsewhere in [
            at(theirs, foreign, "session"),
            at(theirs, line, "session"),
            at(ours, other, "session"),
            at(ours, line, "identity"),
        ] {
            let found = keys::get(conn, elsewhere, &sealer, "551190@s").await;
            assert_eq!(found.unwrap(), None, "{elsewhere:?}");
        }

        let moved: Result<(), sqlx::Error> = on!(&mut *conn, |c| sqlx::query(
            "UPDATE whatsapp_keys SET connection_id = $1"
        )
        .bind(other)
        .execute(c)
        .await
        .map(drop));
        moved.unwrap();
        let stolen = keys::get(conn, at(ours, other, "session"), &sealer, "551190@s").await;
        assert!(matches!(stolen, Err(StorageError::Unreadable(_))));
        let stored: Result<Vec<u8>, sqlx::Error> = on!(&mut *conn, |c| sqlx::query_scalar(
            "SELECT sealed FROM whatsapp_keys"
        )
        .fetch_one(c)
        .await);
        assert!(!stored.unwrap().windows(7).any(|part| part == b"ratchet"));
    })
    .await;
}

#[tokio::test]
async fn keys_are_listed_in_pages_by_the_beginning_of_their_names() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let sealer = Sealer::new(&[7; 32]);
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let line = connection(conn, ours, "Loja").await;
        let place = at(ours, line, "group_device");
        // none of these is a wildcard, and capitals come before small letters in both databases
        for name in ["a%|1", "a_|1", "a|1", "a|2", "a|B", "a|b", "b|1"] {
            keys::put(conn, place, &sealer, (name, name.as_bytes(), 0))
                .await
                .unwrap();
        }
        let mut names = Vec::new();
        let mut after = String::new();
        loop {
            let page = keys::list(conn, place, &sealer, ("a|", &after, 3)).await;
            let page = page.unwrap();
            let Some((last, _)) = page.last() else { break };
            after.clone_from(last);
            assert!(page.iter().all(|(name, value)| name.as_bytes() == value));
            names.extend(page.into_iter().map(|(name, _)| name));
        }
        assert_eq!(names, ["a|1", "a|2", "a|B", "a|b"]);
        let last = keys::last_name(conn, place).await.unwrap();
        assert_eq!(last.as_deref(), Some("b|1"));
        let none = keys::last_name(conn, at(ours, line, "prekey"))
            .await
            .unwrap();
        assert_eq!(none, None);

        keys::clear(conn, place, "a|").await.unwrap();
        assert_eq!(count(conn).await, 3);
        keys::remove(conn, place, "b|1").await.unwrap();
        keys::remove(conn, place, "b|1").await.unwrap();
        assert_eq!(count(conn).await, 2);
        keys::clear(conn, place, "").await.unwrap();
        assert_eq!(count(conn).await, 0);
    })
    .await;
}

#[tokio::test]
async fn what_is_of_use_for_a_while_is_swept_and_what_has_no_end_stays() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let sealer = Sealer::new(&[7; 32]);
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let line = connection(conn, ours, "Loja").await;
        let place = at(ours, line, "sent");
        for (name, stamp) in [("old", 99), ("new", 100), ("ever", 0)] {
            keys::put(conn, place, &sealer, (name, b"x", stamp))
                .await
                .unwrap();
        }
        let other = at(ours, line, "said");
        keys::put(conn, other, &sealer, ("old", b"x", 1))
            .await
            .unwrap();
        assert_eq!(keys::sweep(conn, place, 100).await.unwrap(), 1);
        assert_eq!(keys::sweep(conn, place, 100).await.unwrap(), 0);
        assert_eq!(count(conn).await, 3);
    })
    .await;
}

#[tokio::test]
async fn a_deleted_number_leaves_no_key_and_another_keeps_its_own() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let sealer = Sealer::new(&[7; 32]);
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let first = connection(conn, ours, "Matriz").await;
        let line = connection(conn, ours, "Loja").await;
        let foreign = connection(conn, theirs, "Matriz").await;
        for (company, id) in [(ours, first), (ours, line), (theirs, foreign)] {
            keys::put(conn, at(company, id, "device"), &sealer, ("self", b"x", 0))
                .await
                .unwrap();
        }
        connections::delete(conn, ours, line, now()).await.unwrap();
        assert_eq!(count(conn).await, 2);
        keys::forget(conn, ours, foreign).await.unwrap();
        assert_eq!(count(conn).await, 2, "another company's number");
        keys::forget(conn, ours, first).await.unwrap();
        assert_eq!(count(conn).await, 1);
    })
    .await;
}
