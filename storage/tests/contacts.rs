//! Contacts.

use chrono::TimeDelta;

use super::{
    fixtures::{connection, refusal, two_companies},
    support::{both, now},
};
use crate::{
    Conn,
    contacts::{self, CONTACTS_A_PAGE, ContactFilter, ContactForm, Numbers},
    model::{
        CompanyId, ContactId,
        contact::{Contact, ExtraInfo},
        page::Page,
    },
    on,
};

pub(super) fn form(name: &str, number: &str) -> ContactForm {
    ContactForm {
        name: name.into(),
        number: number.into(),
        email: String::new(),
        extra_info: Vec::new(),
    }
}

pub(super) async fn add(
    conn: &mut Conn<'_>,
    company: CompanyId,
    name: &str,
    number: &str,
) -> Contact {
    contacts::insert(conn, company, &form(name, number), now())
        .await
        .unwrap()
}

async fn closed_ticket(conn: &mut Conn<'_>, company: CompanyId, contact: ContactId) {
    on!(conn, |c| sqlx::query(
        "INSERT INTO tickets (company_id, uuid, status, contact_id, created_at, updated_at)
         VALUES ($1, $2, 'closed', $3, $4, $4)"
    )
    .bind(company)
    .bind(uuid::Uuid::new_v4())
    .bind(contact)
    .bind(now())
    .execute(c)
    .await
    .map(drop))
    .unwrap();
}

async fn names(conn: &mut Conn<'_>, company: CompanyId, search: &str) -> Vec<String> {
    found(conn, company, search, Numbers::Parts).await
}

async fn found(
    conn: &mut Conn<'_>,
    company: CompanyId,
    search: &str,
    numbers: Numbers,
) -> Vec<String> {
    let page = Page::new(None, CONTACTS_A_PAGE);
    let filter = ContactFilter {
        search,
        numbers,
        ..ContactFilter::default()
    };
    let found = contacts::list(conn, company, filter, page).await.unwrap();
    assert_eq!(found.count, i64::try_from(found.rows.len()).unwrap());
    found.rows.into_iter().map(|contact| contact.name).collect()
}

#[tokio::test]
async fn a_contact_reads_back_as_written() {
    // spec: S108
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let written = ContactForm {
            email: "bia@exemplo.com".into(),
            extra_info: vec![ExtraInfo {
                name: "CPF".into(),
                value: "123".into(),
            }],
            ..form("Beatriz", "5511988887777")
        };
        let id = contacts::insert(conn, ours, &written, now())
            .await
            .unwrap()
            .id;
        let read = contacts::get(conn, ours, id).await.unwrap();
        assert_eq!(
            (read.name.as_str(), read.number.as_str()),
            ("Beatriz", "5511988887777")
        );
        assert_eq!(read.email, "bia@exemplo.com");
        assert_eq!(read.extra_info, written.extra_info);
        assert_eq!((read.created_at, read.updated_at), (now(), now()));
    })
    .await;
}

#[tokio::test]
async fn a_foreign_company_finds_and_changes_no_contact() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let id = add(conn, ours, "Beatriz", "5511988887777").await.id;

        assert!(contacts::find(conn, theirs, id).await.unwrap().is_none());
        assert!(
            contacts::find_by_number(conn, theirs, "5511988887777")
                .await
                .unwrap()
                .is_none()
        );
        assert!(names(conn, theirs, "").await.is_empty());
        let change = form("Outra", "5511988887777");
        let refused = contacts::update(conn, theirs, id, &change, now()).await;
        assert_eq!(refusal(refused), "ERR_NO_CONTACT_FOUND");
        assert_eq!(
            refusal(contacts::delete(conn, theirs, id, now()).await),
            "ERR_NO_CONTACT_FOUND"
        );
        assert_eq!(contacts::get(conn, ours, id).await.unwrap().name, "Beatriz");
        add(conn, theirs, "Também deles", "5511988887777").await;
    })
    .await;
}

#[tokio::test]
async fn a_search_finds_the_contacts_of_its_company_alone_as_they_are_now() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let mine = add(conn, ours, "Beatriz Nogueira", "5511988887777")
            .await
            .id;
        let other = add(conn, theirs, "Beatriz Prado", "5511988887777").await.id;
        for search in ["beatriz", "98888"] {
            assert_eq!(names(conn, ours, search).await, ["Beatriz Nogueira"]);
            assert_eq!(names(conn, theirs, search).await, ["Beatriz Prado"]);
        }
        let change = form("Bia Nogueira", "5511988887777");
        contacts::update(conn, ours, mine, &change, now())
            .await
            .unwrap();
        assert!(names(conn, ours, "beatriz").await.is_empty());
        assert_eq!(names(conn, ours, "nogueira").await, ["Bia Nogueira"]);
        contacts::delete(conn, theirs, other, now()).await.unwrap();
        assert!(names(conn, theirs, "prado").await.is_empty());
        assert_eq!(names(conn, ours, "98888").await, ["Bia Nogueira"]);
    })
    .await;
}

#[tokio::test]
async fn a_brazilian_number_is_found_with_and_without_the_ninth_digit() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let long = add(conn, ours, "Com nono", "5511988887777").await.id;
        let short = add(conn, ours, "Sem nono", "555196665555").await.id;
        let landline = add(conn, ours, "Fixo", "551133334444").await.id;

        for (number, expected) in [
            ("5511988887777", Some(long)),
            ("551188887777", Some(long)),
            ("555196665555", Some(short)),
            ("5551996665555", Some(short)),
            ("551133334444", Some(landline)),
            ("5511933334444", Some(landline)),
            ("351911112222", None),
        ] {
            let found = contacts::find_by_number(conn, ours, number).await.unwrap();
            assert_eq!(found.map(|contact| contact.id), expected, "{number}");
        }
    })
    .await;
}

#[tokio::test]
async fn one_number_is_one_contact() {
    // spec: S127
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        add(conn, ours, "Beatriz", "5511988887777").await;
        let other = add(conn, ours, "Caio", "5511977776666").await;

        for taken in ["5511988887777", "551188887777"] {
            let again = contacts::insert(conn, ours, &form("Bia", taken), now()).await;
            assert_eq!(refusal(again), "ERR_DUPLICATED_CONTACT");
            let moved = contacts::update(conn, ours, other.id, &form("Caio", taken), now()).await;
            assert_eq!(refusal(moved), "ERR_DUPLICATED_CONTACT");
        }
        let own = form("Caio", "551177776666");
        assert_eq!(
            contacts::update(conn, ours, other.id, &own, now())
                .await
                .unwrap()
                .number,
            "551177776666",
            "its own other form is no conflict"
        );
    })
    .await;
}

#[tokio::test]
async fn an_unknown_sender_becomes_a_contact_and_gets_his_name_later() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let number = "5511988887777";

        let first = contacts::upsert_inbound(conn, ours, number, None, false, now())
            .await
            .unwrap();
        assert_eq!((first.created, first.changed), (true, false));
        assert_eq!(first.contact.name, number);

        let named = contacts::upsert_inbound(conn, ours, number, Some(" Bia\n "), false, now())
            .await
            .unwrap();
        assert_eq!((named.created, named.changed), (false, true));
        assert_eq!(
            (named.contact.id, named.contact.name.as_str()),
            (first.contact.id, "Bia")
        );
        assert_eq!(names(conn, ours, "bia").await, ["Bia"]);

        let renamed = contacts::upsert_inbound(conn, ours, number, Some("Beatriz"), false, now())
            .await
            .unwrap();
        assert_eq!((renamed.created, renamed.changed), (false, false));
        assert_eq!(renamed.contact.name, "Bia");
    })
    .await;
}

#[tokio::test]
async fn a_name_that_people_wrote_stays() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let written = add(conn, ours, "Dona Beatriz", "5511988887777").await;

        let seen = contacts::upsert_inbound(conn, ours, "551188887777", Some("bia"), false, now())
            .await
            .unwrap();
        assert!(
            !seen.created && seen.changed,
            "WhatsApp's form of the number is kept"
        );
        assert_eq!(seen.contact.id, written.id);
        assert_eq!(seen.contact.name, "Dona Beatriz");
        assert_eq!(seen.contact.number, "551188887777");
    })
    .await;
}

#[tokio::test]
async fn a_contact_without_a_name_keeps_its_number_as_name() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let one = contacts::upsert_inbound(conn, ours, "5511988887777", Some("  "), false, now())
            .await
            .unwrap();
        assert_eq!(one.contact.name, "5511988887777");
        let two = contacts::upsert_inbound(conn, ours, "551188887777", None, false, now())
            .await
            .unwrap();
        assert_eq!(
            (two.contact.name.as_str(), two.contact.id),
            ("551188887777", one.contact.id)
        );
        let group = contacts::upsert_inbound(
            conn,
            ours,
            "120363041234567890",
            Some("Família"),
            true,
            now(),
        )
        .await
        .unwrap();
        assert!(group.created && group.contact.is_group);
    })
    .await;
}

#[tokio::test]
async fn the_search_ignores_case_accents_and_phone_notation() {
    // spec: S108
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        add(conn, ours, "João Conceição", "5511988887777").await;
        add(conn, ours, "Ana 100%", "5521977776666").await;
        let mail = ContactForm {
            email: "Caio_B@Exemplo.com".into(),
            ..form("Caio", "5531966665555")
        };
        contacts::insert(conn, ours, &mail, now()).await.unwrap();
        // everybody is counted at the end of the transaction
        tx.commit().await.unwrap();
        let mut reader = db.read().await.unwrap();
        let conn = &mut reader.conn();

        for (search, expected) in [
            ("joao conceicao", vec!["João Conceição"]),
            ("CONCEIÇÃO", vec!["João Conceição"]),
            ("João", vec!["João Conceição"]),
            ("(11) 98888-7777", vec!["João Conceição"]),
            ("+55 21", vec!["Ana 100%"]),
            ("caio_b@", vec!["Caio"]),
            ("%", vec!["Ana 100%"]),
            ("o_C", vec![]),
            ("' OR 1=1 --", vec![]),
            ("\\", vec![]),
            ("", vec!["Ana 100%", "Caio", "João Conceição"]),
        ] {
            assert_eq!(names(conn, ours, search).await, expected, "{search}");
        }
    })
    .await;
}

#[tokio::test]
async fn who_sees_no_numbers_finds_them_as_a_whole_only() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        add(conn, ours, "João da Loja 24", "5511988887777").await;
        add(conn, ours, "5521977776666", "5521977776666").await;
        add(conn, ours, "+55 31 96666-5555", "553196666555").await;
        let mail = ContactForm {
            email: "caio@exemplo.com".into(),
            ..form("551144443333", "551144443333")
        };
        contacts::insert(conn, ours, &mail, now()).await.unwrap();
        tx.commit().await.unwrap();
        let mut reader = db.read().await.unwrap();
        let conn = &mut reader.conn();

        for (search, expected) in [
            ("joao", vec!["João da Loja 24"]),
            ("loja 24", vec!["João da Loja 24"]),
            ("24", vec!["João da Loja 24"]),
            ("5511988887777", vec!["João da Loja 24"]),
            ("+55 (11) 98888-7777", vec!["João da Loja 24"]),
            ("5521977776666", vec!["5521977776666"]),
            ("caio@", vec!["551144443333"]),
            ("98888", vec![]),
            ("(11) 98888", vec![]),
            ("7777", vec![]),
            ("24 5511", vec![]),
            ("55", vec![]),
            ("9", vec![]),
            ("96666-5", vec![]),
            ("3333 caio", vec![]),
        ] {
            let names = found(conn, ours, search, Numbers::Whole).await;
            assert_eq!(names, expected, "{search}");
        }
    })
    .await;
}

#[tokio::test]
async fn pages_hold_thirty_and_say_whether_more_follow() {
    // spec: S108
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        for n in 0..31 {
            add(
                conn,
                ours,
                &format!("Cliente {n:02}"),
                &format!("55119{n:08}"),
            )
            .await;
        }
        let filter = ContactFilter {
            search: "cliente",
            ..ContactFilter::default()
        };
        let first = contacts::list(conn, ours, filter, Page::new(Some(1), CONTACTS_A_PAGE)).await;
        let first = first.unwrap();
        assert_eq!(
            (first.rows.len(), first.count, first.has_more),
            (30, 31, true)
        );
        let second = contacts::list(conn, ours, filter, Page::new(Some(2), CONTACTS_A_PAGE)).await;
        let second = second.unwrap();
        assert_eq!(
            (second.rows.len(), second.count, second.has_more),
            (1, 31, false)
        );
        assert_eq!(second.rows[0].name, "Cliente 30");
    })
    .await;
}

#[tokio::test]
async fn a_contact_with_tickets_is_not_deleted() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let free = add(conn, ours, "Sem chamado", "5511988887777").await.id;
        let busy = add(conn, ours, "Com chamado", "5511977776666").await.id;
        closed_ticket(conn, ours, busy).await;

        contacts::delete(conn, ours, free, now()).await.unwrap();
        assert!(contacts::find(conn, ours, free).await.unwrap().is_none());
        assert_eq!(
            refusal(contacts::delete(conn, ours, busy, now()).await),
            "ERR_CONTACT_IN_USE"
        );
        assert!(contacts::find(conn, ours, busy).await.unwrap().is_some());
        assert_eq!(
            refusal(contacts::delete(conn, ours, free, now()).await),
            "ERR_NO_CONTACT_FOUND"
        );
    })
    .await;
}

#[tokio::test]
async fn the_window_keeps_the_newest_time_per_connection() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let contact = add(conn, ours, "Beatriz", "5511988887777").await.id;
        let one = connection(conn, ours, "Loja").await;
        let two = connection(conn, ours, "Filial").await;
        let later = now() + TimeDelta::minutes(5);

        assert_eq!(
            contacts::window(conn, ours, contact, one).await.unwrap(),
            None
        );
        for at in [now(), later, now()] {
            contacts::touch_window(conn, ours, contact, one, at)
                .await
                .unwrap();
        }
        assert_eq!(
            contacts::window(conn, ours, contact, one).await.unwrap(),
            Some(later)
        );
        assert_eq!(
            contacts::window(conn, ours, contact, two).await.unwrap(),
            None
        );
        assert_eq!(
            contacts::window(conn, theirs, contact, one).await.unwrap(),
            None
        );
        assert!(
            contacts::touch_window(conn, theirs, contact, one, later)
                .await
                .is_err()
        );
    })
    .await;
}
