//! One person under several names: numbers and the ids that come with them or stand for them.

use super::{
    contacts::add,
    fixtures::two_companies,
    support::{both, now},
};
use crate::{
    Conn,
    contacts::{self, Moved, find_person, move_person, upsert_person},
    model::{CompanyId, ContactId, TicketId, inbound::Person, ticket::TicketStatus},
    tickets::{self, write::NewTicket},
};

const NUMBER: &str = "5511988887777";

fn person(address: &str, ids: &[&str]) -> Person {
    Person {
        address: address.to_owned(),
        user_ids: ids.iter().map(|id| (*id).to_owned()).collect(),
        ..Person::default()
    }
}

fn hidden() -> Person {
    person("BR.1", &["BR.1"])
}

fn whole() -> Person {
    person(NUMBER, &["BR.1", "BR.ENT.1"])
}

async fn upsert(
    conn: &mut Conn<'_>,
    company: CompanyId,
    person: &Person,
) -> contacts::InboundContact {
    upsert_person(conn, company, person, false, now())
        .await
        .unwrap()
}

async fn pending(conn: &mut Conn<'_>, company: CompanyId, contact: ContactId) -> TicketId {
    let new = NewTicket {
        uuid: uuid::Uuid::new_v4(),
        status: TicketStatus::Pending,
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

async fn close(conn: &mut Conn<'_>, company: CompanyId, ticket: TicketId) {
    let closed = tickets::write::TicketPatch {
        status: Some(TicketStatus::Closed),
        ..tickets::write::TicketPatch::default()
    };
    tickets::write::update(conn, company, ticket, &closed, now())
        .await
        .unwrap();
}

#[tokio::test]
async fn whichever_name_comes_first_it_is_one_contact_in_its_company_alone() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let foreign = upsert(conn, theirs, &whole()).await.contact;
        let first = upsert(conn, ours, &hidden()).await;
        assert!(first.created);
        assert_eq!(first.contact.number, "BR.1");
        let second = upsert(conn, ours, &whole()).await;
        assert_eq!(
            (second.contact.id, second.created),
            (first.contact.id, false)
        );
        assert_eq!(
            second.contact.number, NUMBER,
            "he is written to by his number"
        );
        assert_eq!(second.contact.name, NUMBER, "and has no other name yet");
        for name in [
            hidden(),
            person("BR.ENT.1", &["BR.ENT.1"]),
            person("551188887777", &[]),
        ] {
            let again = upsert(conn, ours, &name).await;
            assert_eq!(again.contact.id, first.contact.id, "{name:?}");
        }
        let found = find_person(conn, theirs, &hidden()).await.unwrap().unwrap();
        assert_eq!((found.id, found.number.as_str()), (foreign.id, NUMBER));
    })
    .await;
}

#[tokio::test]
async fn two_contacts_become_one_when_both_names_come_together() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let by_number = add(conn, ours, "Bia", NUMBER).await;
        let by_id = upsert(conn, ours, &hidden()).await.contact;
        let running = pending(conn, ours, by_number.id).await;
        let ticket = pending(conn, ours, by_id.id).await;
        // both have somebody's attention: nothing is taken from under anybody's hands
        let waits = upsert(conn, ours, &whole()).await;
        assert_eq!(waits.contact.id, by_number.id);
        assert!(waits.joined.is_none());
        assert_eq!(upsert(conn, ours, &hidden()).await.contact.id, by_id.id);

        close(conn, ours, ticket).await;
        let joined = upsert(conn, ours, &whole()).await;
        assert_eq!(joined.contact.id, by_number.id);
        assert_eq!(joined.joined.unwrap().gone, by_id.id);
        for id in [running, ticket] {
            let ticket = tickets::get(conn, ours, id).await.unwrap();
            assert_eq!(ticket.contact_id, by_number.id);
        }
        assert_eq!(upsert(conn, ours, &hidden()).await.contact.id, by_number.id);
    })
    .await;
}

#[tokio::test]
async fn an_id_follows_the_number_with_which_it_came_last() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let first = upsert(conn, ours, &whole()).await.contact;
        let other = add(conn, ours, "Ana", "5521977776666").await;
        let moved = upsert(conn, ours, &person("5521977776666", &["BR.1"])).await;
        assert_eq!(
            (moved.contact.id, moved.joined.is_some()),
            (other.id, false)
        );
        assert_eq!(upsert(conn, ours, &hidden()).await.contact.id, other.id);
        let kept = contacts::get(conn, ours, first.id).await.unwrap();
        assert_eq!(
            kept.number, NUMBER,
            "two people with numbers are never mixed"
        );
    })
    .await;
}

#[tokio::test]
async fn a_change_of_names_is_made_once_and_a_taken_number_stays_where_it_is() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let contact = upsert(conn, ours, &whole()).await.contact;
        let latter = person("5511977776666", &["BR.2"]);
        let names = (&whole(), &latter);
        let foreign = move_person(conn, theirs, names, now()).await.unwrap();
        assert!(matches!(foreign, Moved::Unknown));
        let Moved::Done(found) = move_person(conn, ours, names, now()).await.unwrap() else {
            panic!("not moved")
        };
        assert_eq!(
            (found.contact.id, found.contact.number.as_str()),
            (contact.id, "5511977776666")
        );
        let again = move_person(conn, ours, names, now()).await.unwrap();
        assert!(matches!(again, Moved::Known(_)));
        let hidden = person("BR.2", &["BR.2"]);
        assert_eq!(upsert(conn, ours, &hidden).await.contact.id, contact.id);

        let holder = add(conn, ours, "Ana", "5521955554444").await;
        let taken = person("5521955554444", &[]);
        let told = move_person(conn, ours, (&latter, &taken), now())
            .await
            .unwrap();
        let Moved::Taken { holder: found, .. } = told else {
            panic!("{told:?}")
        };
        assert_eq!(found.id, holder.id);
        let kept = contacts::get(conn, ours, contact.id).await.unwrap();
        assert_eq!(kept.number, "5511977776666");
    })
    .await;
}
