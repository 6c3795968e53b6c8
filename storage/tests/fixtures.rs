//! What the tests of the configuration resources share.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::support::{company, now};
use crate::{
    Conn, Db, StorageError,
    connections::{self, ConnectionForm},
    contacts::{self, ContactForm},
    messages::{LinkedFile, MediaLinks, Shown, write::NewMessage},
    model::{
        CompanyId, ConnectionId, ContactId, TicketId,
        connection::{ConnectionTexts, ProviderKind},
        message::{Author, MessageDetails},
        ticket::TicketStatus,
    },
    tickets::{self, write::NewTicket},
};

/// The code of a refusal.
pub(super) fn refusal<T: std::fmt::Debug>(answer: Result<T, StorageError>) -> &'static str {
    match answer {
        Err(StorageError::Refused(code) | StorageError::PlanFull(code, _)) => code.as_str(),
        other => panic!("not a refusal: {other:?}"),
    }
}

/// Two companies that must not see each other.
pub(super) async fn two_companies(db: &Db) -> (CompanyId, CompanyId) {
    (
        company(db, "Lojas Aurora").await,
        company(db, "Clínica Vida").await,
    )
}

/// What an admin writes for a connection without queues.
pub(super) fn connection_form(name: &str) -> ConnectionForm {
    ConnectionForm {
        name: name.into(),
        is_default: false,
        queue_ids: Vec::new(),
        texts: ConnectionTexts::default(),
        phone_number_id: None,
        waba_id: None,
        prompt_id: None,
        integration_id: None,
    }
}

/// A simulator connection.
pub(super) async fn connection(
    conn: &mut Conn<'_>,
    company: CompanyId,
    name: &str,
) -> ConnectionId {
    let form = connection_form(name);
    connections::insert(conn, company, ProviderKind::Simulator, &form, now())
        .await
        .unwrap()
        .connection
        .id
}

/// A customer with this number.
pub(super) async fn customer(conn: &mut Conn<'_>, company: CompanyId, number: &str) -> ContactId {
    let form = ContactForm {
        name: "Beatriz".into(),
        number: number.into(),
        email: String::new(),
        extra_info: Vec::new(),
    };
    let made = contacts::insert(conn, company, &form, now()).await;
    made.unwrap().id
}

/// A ticket of a customer's.
async fn ticket(
    conn: &mut Conn<'_>,
    company: CompanyId,
    contact_id: ContactId,
    (status, connection_id): (TicketStatus, Option<ConnectionId>),
) -> TicketId {
    let ticket = NewTicket {
        uuid: Uuid::new_v4(),
        status,
        contact_id,
        user_id: None,
        queue_id: None,
        connection_id,
        is_group: false,
    };
    let made = tickets::write::insert(conn, company, &ticket, now()).await;
    made.unwrap()
}

/// A ticket of a customer's that waits, by no number.
pub(super) async fn waiting(
    conn: &mut Conn<'_>,
    company: CompanyId,
    contact: ContactId,
) -> TicketId {
    ticket(conn, company, contact, (TicketStatus::Pending, None)).await
}

/// An open ticket of a new customer.
pub(super) async fn talk(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    number: &str,
) -> (TicketId, ContactId) {
    let contact = customer(conn, company, number).await;
    let how = (TicketStatus::Open, Some(connection));
    (ticket(conn, company, contact, how).await, contact)
}

/// A text that went out.
pub(super) fn sent(
    (ticket_id, contact_id): (TicketId, ContactId),
    connection: ConnectionId,
) -> NewMessage {
    NewMessage {
        uuid: Uuid::new_v4(),
        ticket_id,
        contact_id,
        connection_id: Some(connection),
        provider_id: None,
        body: "Bom dia".into(),
        from_me: true,
        read: true,
        media_id: None,
        media_type: None,
        location: None,
        ack: 0,
        is_private: false,
        quoted_id: None,
        author: Author::Phone,
        user_id: None,
        client_id: None,
        send_state: None,
        author_id: None,
        details: MessageDetails::default(),
        sent_at: now(),
    }
}

struct Links;

impl MediaLinks for Links {
    fn link(&self, _: CompanyId, file: &LinkedFile<'_>, _: DateTime<Utc>) -> String {
        file.path.to_owned()
    }
}

/// Files are shown by their path.
pub(super) fn shown() -> Shown<'static> {
    Shown {
        links: &Links,
        now: now(),
    }
}
