//! Contacts that come in many, are joined, or are read one after the other.

use std::collections::BTreeSet;

use chrono::TimeDelta;

use super::{
    contacts::{add, form},
    fixtures::{connection, refusal, two_companies},
    support::{both, now},
};
use crate::{
    Conn,
    contacts::{self, ContactFilter, ContactForm},
    model::{CompanyId, ContactId, TicketId, contact::ExtraInfo, ticket::TicketStatus},
    tickets::{self, write::NewTicket},
};

async fn ticket(
    conn: &mut Conn<'_>,
    company: CompanyId,
    contact: ContactId,
    status: TicketStatus,
) -> TicketId {
    let new = NewTicket {
        uuid: uuid::Uuid::new_v4(),
        status,
        contact_id: contact,
        user_id: None,
        queue_id: None,
        connection_id: None,
        is_group: false,
    };
    tickets::write::insert(conn, company, &new, now())
        .await
        .unwrap()
}

#[tokio::test]
async fn a_merge_moves_tickets_and_fills_what_was_empty() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let kept = add(conn, ours, "5511988887777", "5511988887777").await;
        let rich = ContactForm {
            email: "bia@exemplo.com".into(),
            extra_info: vec![ExtraInfo {
                name: "CPF".into(),
                value: "123".into(),
            }],
            ..form("Beatriz", "5521977776666")
        };
        let gone = contacts::insert(conn, ours, &rich, now()).await.unwrap();
        let open = ticket(conn, ours, gone.id, TicketStatus::Open).await;
        let closed = ticket(conn, ours, kept.id, TicketStatus::Closed).await;

        let later = now() + TimeDelta::minutes(1);
        let merged = contacts::merge(conn, ours, kept.id, gone.id, later)
            .await
            .unwrap();
        assert_eq!(merged.tickets, [open]);
        let contact = merged.contact;
        assert_eq!((contact.id, contact.updated_at), (kept.id, later));
        assert_eq!(
            (contact.name.as_str(), contact.number.as_str()),
            ("Beatriz", "5511988887777"),
            "a number gives way to a name, and the number stays"
        );
        assert_eq!(contact.email, rich.email);
        assert_eq!(contact.extra_info, rich.extra_info);
        assert!(contacts::find(conn, ours, gone.id).await.unwrap().is_none());
        for id in [open, closed] {
            let ticket = tickets::get(conn, ours, id).await.unwrap();
            assert_eq!(ticket.contact_id, kept.id);
        }
    })
    .await;
}

#[tokio::test]
async fn two_running_tickets_or_a_foreign_contact_stop_a_merge() {
    // spec: S127
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let one = add(conn, ours, "Beatriz", "5511988887777").await.id;
        let other = add(conn, ours, "Bia", "5521977776666").await.id;
        let foreign = add(conn, theirs, "Ana", "5511988887777").await.id;
        for contact in [one, other] {
            ticket(conn, ours, contact, TicketStatus::Pending).await;
        }
        let refused = contacts::merge(conn, ours, one, other, now()).await;
        assert_eq!(refusal(refused), "ERR_CONTACTS_BOTH_OPEN");
        for (kept, gone) in [(one, foreign), (foreign, one)] {
            let refused = contacts::merge(conn, ours, kept, gone, now()).await;
            assert_eq!(refusal(refused), "ERR_NO_CONTACT_FOUND");
        }
        assert!(contacts::find(conn, ours, other).await.unwrap().is_some());
    })
    .await;
}

#[tokio::test]
async fn the_window_is_taken_over_where_both_are_one_phone() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let line = connection(conn, ours, "Loja").await;
        let kept = add(conn, ours, "Beatriz", "5511988887777").await.id;
        let other_phone = add(conn, ours, "Bia", "5521977776666").await.id;
        contacts::touch_window(conn, ours, other_phone, line, now())
            .await
            .unwrap();
        contacts::merge(conn, ours, kept, other_phone, now())
            .await
            .unwrap();
        let window = contacts::window(conn, ours, kept, line).await.unwrap();
        assert_eq!(window, None, "the official API knows numbers, not people");
    })
    .await;
}

/// A table that names a contact has to say what becomes of its rows when two contacts become one.
#[tokio::test]
async fn a_merge_knows_every_table_that_names_a_contact() {
    both(async |db| {
        let Ok(mut tx) = db.begin().await else {
            panic!("a transaction");
        };
        let mut conn = tx.conn();
        let Conn::Sqlite(conn) = &mut conn else {
            return;
        };
        let named: Vec<String> = sqlx::query_scalar(
            "SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c
             WHERE m.type = 'table' AND c.name = 'contact_id'",
        )
        .fetch_all(&mut **conn)
        .await
        .unwrap();
        let mut known: BTreeSet<&str> = contacts::moved_tables().into_iter().collect();
        // goes with the contact: it belongs to his number
        known.insert("contact_windows");
        // handed on by a function of its own, or goes with the contact
        known.insert("contact_pictures");
        // goes with the contact: the other one is asked for by himself
        known.insert("contact_profiles");
        // goes with the contact: the other one has his own
        known.insert("dialogues");
        let named: BTreeSet<&str> = named.iter().map(String::as_str).collect();
        assert_eq!(
            named, known,
            "tell storage/contacts/merge.rs of every table"
        );
    })
    .await;
}

#[tokio::test]
async fn only_unknown_numbers_are_added_and_known_ones_are_told() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        add(conn, ours, "Beatriz", "5511988887777").await;
        add(conn, theirs, "Caio", "5511977776666").await;
        let asked = ["551188887777", "5511977776666"];
        let known = contacts::list_known_numbers(conn, ours, &asked)
            .await
            .unwrap();
        assert_eq!(known.into_iter().collect::<Vec<_>>(), ["551188887777"]);

        let forms = [
            form("Bia", "551188887777"),
            form("Caio", "5511977776666"),
            form("Caio de novo", "551177776666"),
        ];
        let made = contacts::insert_unknown(conn, ours, &forms, now())
            .await
            .unwrap();
        assert_eq!(made.len(), 1, "both forms of one number are one contact");
    })
    .await;
}

#[tokio::test]
async fn all_contacts_are_read_piece_by_piece_in_the_order_of_the_list() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        add(conn, theirs, "Alheio", "5511900000000").await;
        for number in 0..7 {
            let name = format!("Cliente {}", number % 3);
            add(conn, ours, &name, &format!("55119800000{number:02}")).await;
        }
        let filter = ContactFilter {
            search: "cliente",
            ..ContactFilter::default()
        };
        let (mut read, mut place) = (Vec::new(), None);
        loop {
            let piece = contacts::list_after(conn, ours, &filter, place.as_ref(), 2)
                .await
                .unwrap();
            let Some((_, last)) = piece.last() else { break };
            place = Some(last.clone());
            read.extend(piece.into_iter().map(|(contact, _)| contact.name));
        }
        let mut sorted = read.clone();
        sorted.sort();
        assert_eq!((read.len(), &read), (7, &sorted));
        let names = contacts::list_names(conn, ours, &filter).await.unwrap();
        assert_eq!(names.len(), 7);
    })
    .await;
}

#[tokio::test]
async fn a_contact_is_blocked_and_let_in_again() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let id = add(conn, ours, "Beatriz", "5511988887777").await.id;
        for blocked in [true, false] {
            let contact = contacts::update_blocked(conn, ours, id, blocked, now())
                .await
                .unwrap();
            assert_eq!(contact.blocked, blocked);
        }
        let refused = contacts::update_blocked(conn, theirs, id, true, now()).await;
        assert_eq!(refusal(refused), "ERR_NO_CONTACT_FOUND");
    })
    .await;
}
