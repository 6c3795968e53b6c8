//! Pictures that customers show: when they are asked for, kept, replaced, handed on and let go of.

use chrono::TimeDelta;

use super::{
    contacts::add,
    fixtures::{connection, talk, two_companies},
    support::{both, now},
};
use crate::{
    Conn, Result, StorageError,
    contacts::{self, pictures},
    media::{self, FileHint, MediaLimits, MediaStore, StoredMedia},
    model::{CompanyId, ContactId, contact::Contact},
    tickets,
};

/// The smallest picture that is one.
const PNG: &[u8] = include_bytes!("../fixtures/demo/files/recibo.png");

async fn file(store: &MediaStore, company: CompanyId) -> StoredMedia {
    let hint = FileHint {
        name: "perfil",
        mime: None,
    };
    let limits = MediaLimits::all(1 << 20);
    let kept = store.keep_bytes(company, PNG.into(), hint, limits).await;
    kept.unwrap()
}

/// The contact with this picture, whose link is its path.
async fn shows(
    conn: &mut Conn<'_>,
    company: CompanyId,
    contact: ContactId,
    (picture, mark): (&StoredMedia, &str),
) -> Result<Option<Contact>> {
    let picture = Some((picture, picture.path.as_str(), mark));
    pictures::replace(conn, company, contact, picture, now()).await
}

#[tokio::test]
async fn a_picture_is_asked_for_once_by_the_number_on_which_its_owner_is_heard() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let line = connection(conn, ours, "Matriz").await;
        let other = connection(conn, ours, "Filial").await;
        let foreign = connection(conn, theirs, "Vida").await;
        let contact = add(conn, ours, "Bia", "5511988887777").await.id;
        let heard = (contact, line);
        assert!(pictures::want(conn, ours, heard, now()).await.unwrap());
        assert!(!pictures::want(conn, ours, heard, now()).await.unwrap());
        assert_eq!(
            pictures::next_due(conn, ours, line).await.unwrap(),
            Some(now())
        );
        for (company, line) in [(theirs, foreign), (theirs, line), (ours, other)] {
            let due = pictures::claim(conn, company, line, now()).await.unwrap();
            assert_eq!(due, None, "it is of another number");
        }
        let due = pictures::claim(conn, ours, line, now())
            .await
            .unwrap()
            .unwrap();
        assert_eq!(
            (due.contact, due.number.as_str()),
            (contact, "5511988887777")
        );
        assert_eq!((due.mark.as_str(), due.attempts), ("", 1));
        // a try that told nothing is made again, but not at once
        assert_eq!(
            pictures::claim(conn, ours, line, now()).await.unwrap(),
            None
        );
        let later = now() + TimeDelta::minutes(2);
        let due = pictures::claim(conn, ours, line, later)
            .await
            .unwrap()
            .unwrap();
        assert_eq!(due.attempts, 2);
        pictures::settle(conn, ours, contact, later).await.unwrap();
        assert_eq!(pictures::next_due(conn, ours, line).await.unwrap(), None);
    })
    .await;
}

#[tokio::test]
async fn a_picture_is_asked_for_again_after_some_days_and_by_another_number_where_one_does_not() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let line = connection(conn, ours, "Matriz").await;
        let other = connection(conn, ours, "Filial").await;
        let contact = add(conn, ours, "Bia", "5511988887777").await.id;
        let (heard, later) = ((contact, line), now());
        pictures::want(conn, ours, heard, now()).await.unwrap();
        pictures::settle(conn, ours, contact, now()).await.unwrap();

        let days = |days| later + TimeDelta::days(days);
        assert!(!pictures::want(conn, ours, heard, days(6)).await.unwrap());
        assert!(pictures::want(conn, ours, heard, days(7)).await.unwrap());
        // another number takes over what the first does not ask for
        let elsewhere = (contact, other);
        assert!(
            !pictures::want(conn, ours, elsewhere, days(7))
                .await
                .unwrap()
        );
        assert!(
            pictures::want(conn, ours, elsewhere, days(8))
                .await
                .unwrap()
        );
        let due = pictures::claim(conn, ours, other, days(8)).await.unwrap();
        assert_eq!(due.map(|due| due.attempts), Some(1));
        // he shows another one
        pictures::settle(conn, ours, contact, days(8))
            .await
            .unwrap();
        pictures::want_again(conn, ours, heard, days(8))
            .await
            .unwrap();
        assert!(
            pictures::claim(conn, ours, line, days(8))
                .await
                .unwrap()
                .is_some()
        );
    })
    .await;
}

#[tokio::test]
async fn five_tries_are_enough() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let line = connection(conn, ours, "Matriz").await;
        let contact = add(conn, ours, "Bia", "5511988887777").await.id;
        pictures::want(conn, ours, (contact, line), now())
            .await
            .unwrap();
        let mut tries = 0;
        while let Some(at) = pictures::next_due(conn, ours, line).await.unwrap() {
            pictures::claim(conn, ours, line, at)
                .await
                .unwrap()
                .unwrap();
            tries += 1;
        }
        assert_eq!(tries, 5);
    })
    .await;
}

// spec: S044
#[tokio::test]
async fn a_picture_takes_the_place_of_the_one_before_and_goes_with_its_owner() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let dir = tempfile::tempdir().unwrap();
        let store = MediaStore::open(dir.path(), "node", b"a key").unwrap();
        let lies = |file: &StoredMedia| store.file_path(ours, &file.path).unwrap().exists();
        let (first, second, other) = (
            file(&store, ours).await,
            file(&store, ours).await,
            file(&store, ours).await,
        );
        let (bia, caio, lia) = db
            .write(async |conn| {
                let line = connection(conn, ours, "Matriz").await;
                let bia = add(conn, ours, "Bia", "5511988887777").await.id;
                let caio = add(conn, ours, "Caio", "5511977776666").await.id;
                let lia = add(conn, ours, "Lia", "5511966665555").await.id;
                for contact in [bia, caio, lia] {
                    pictures::want(conn, ours, (contact, line), now()).await?;
                }
                let shown = shows(conn, ours, bia, (&first, "a")).await?.unwrap();
                assert_eq!(shown.profile_pic_url, first.path);
                assert_eq!(shown.url_picture, first.path);
                assert!(shows(conn, theirs, bia, (&second, "b")).await?.is_none());
                let shown = shows(conn, ours, bia, (&second, "b")).await?.unwrap();
                assert_eq!(shown.profile_pic_url, second.path);
                shows(conn, ours, caio, (&other, "c")).await?;
                Ok::<_, StorageError>((bia, caio, lia))
            })
            .await
            .unwrap();
        media::remove_released(&db, &store, None).await.unwrap();
        assert_eq!(
            [lies(&first), lies(&second), lies(&other)],
            [false, true, true]
        );

        // who stays keeps his own, and one who has none takes it over
        let kept = db.write(async |conn| {
            contacts::merge(conn, ours, bia, caio, now()).await?;
            let merged = contacts::merge(conn, ours, lia, bia, now()).await?;
            Ok::<_, StorageError>(merged.contact)
        });
        assert_eq!(kept.await.unwrap().profile_pic_url, second.path);
        media::remove_released(&db, &store, None).await.unwrap();
        assert_eq!([lies(&second), lies(&other)], [true, false]);

        let erased = db.write(async |conn| contacts::erase(conn, ours, lia, now()).await);
        erased.await.unwrap();
        media::remove_released(&db, &store, None).await.unwrap();
        assert!(!lies(&second));
    })
    .await;
}

#[tokio::test]
async fn a_ticket_shows_the_picture_of_its_customer_until_he_shows_none() {
    // spec: S032
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let dir = tempfile::tempdir().unwrap();
        let store = MediaStore::open(dir.path(), "node", b"a key").unwrap();
        let lies = |file: &StoredMedia| store.file_path(ours, &file.path).unwrap().exists();
        let third = file(&store, ours).await;
        let shown = db.write(async |conn| {
            let line = connection(conn, ours, "Filial").await;
            let (ticket, nina) = talk(conn, ours, line, "5511955554444").await;
            pictures::want(conn, ours, (nina, line), now()).await?;
            shows(conn, ours, nina, (&third, "d")).await?;
            let ticket = tickets::get(conn, ours, ticket).await?;
            assert_eq!(ticket.contact.profile_pic_url, third.path);
            pictures::replace(conn, ours, nina, None, now()).await
        });
        assert_eq!(shown.await.unwrap().unwrap().profile_pic_url, "");
        media::remove_released(&db, &store, None).await.unwrap();
        assert!(!lies(&third));
    })
    .await;
}

#[test]
fn a_link_without_an_end_outlives_every_other() {
    let links = media::LinkSigner::new(b"a key");
    let name = "0123456789abcdef0123456789abcdef";
    let token = |link: String| link.trim_start_matches("/media/").to_owned();
    let (lasting, usual) = (
        token(links.sign_lasting(CompanyId(7), name, "perfil.jpg", "image/jpeg")),
        token(links.sign(CompanyId(7), name, "perfil.jpg", "image/jpeg", now())),
    );
    let later = now() + TimeDelta::days(3650);
    let led = links.verify(&lasting, later).unwrap();
    assert_eq!(
        (led.company, led.path.as_str(), led.is_open),
        (CompanyId(7), name, false)
    );
    assert_eq!(links.verify(&usual, later), None);
    assert_eq!(
        media::LinkSigner::new(b"another").verify(&lasting, now()),
        None
    );
}
