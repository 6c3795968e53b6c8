//! Notes on tickets.

use super::{
    fixtures::{customer, refusal, two_companies, waiting},
    support::{both, now, user},
};
use crate::{
    Conn,
    model::{CompanyId, ContactId, TicketId, user::Profile},
    tickets::{self, notes::NoteFilter},
};

async fn ticket(conn: &mut Conn<'_>, company: CompanyId) -> (TicketId, ContactId) {
    let contact = customer(conn, company, "5511988887777").await;
    (waiting(conn, company, contact).await, contact)
}

#[tokio::test]
async fn a_note_names_its_author_and_goes_with_its_ticket() {
    // spec: S049
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let marina = user(&db, ours, "marina@a.example", Profile::User, &[]).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let (ticket, contact) = ticket(conn, ours).await;
        for text in ["primeira", "segunda"] {
            tickets::notes::insert(conn, ours, ticket, marina, text, now())
                .await
                .unwrap();
        }
        let filter = NoteFilter {
            contact: Some(contact),
            ..NoteFilter::default()
        };
        let notes = tickets::notes::list(conn, ours, &filter).await.unwrap();
        let texts: Vec<_> = notes.iter().map(|note| note.note.as_str()).collect();
        assert_eq!(texts, ["segunda", "primeira"]);
        assert_eq!(notes[0].user.as_ref().unwrap().email, "marina@a.example");
        tickets::write::delete(conn, ours, ticket, now())
            .await
            .unwrap();
        assert_eq!(tickets::notes::list(conn, ours, &filter).await.unwrap(), []);
    })
    .await;
}

#[tokio::test]
async fn a_foreign_company_finds_no_note() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let marina = user(&db, ours, "marina@a.example", Profile::User, &[]).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let (ticket, contact) = ticket(conn, ours).await;
        let note = tickets::notes::insert(conn, ours, ticket, marina, "só nossa", now()).await;
        let note = note.unwrap();
        let filter = NoteFilter {
            ticket: Some(ticket),
            contact: Some(contact),
            scope: None,
        };
        assert_eq!(
            tickets::notes::list(conn, theirs, &filter).await.unwrap(),
            []
        );
        for refused in [
            refusal(tickets::notes::get(conn, theirs, note.id).await),
            refusal(tickets::notes::delete(conn, theirs, note.id).await),
        ] {
            assert_eq!(refused, "ERR_NO_NOTE_FOUND");
        }
        assert_eq!(
            tickets::notes::get(conn, ours, note.id).await.unwrap(),
            note
        );
        let into = tickets::notes::insert(conn, theirs, ticket, marina, "aqui", now()).await;
        assert!(into.is_err(), "a note can never point into another company");
    })
    .await;
}
