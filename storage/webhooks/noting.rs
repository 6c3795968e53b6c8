//! What is told is stored in the transaction of what happened: a server that dies after the commit has it, and one that
//! dies before never said it. It is read from the events of that transaction, in shapes of its own (rule B24).

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use sqlx::QueryBuilder;
use uuid::Uuid;

use super::events_of;
use crate::{
    AT_ONCE, Conn, Result,
    connections::notices::NOTICE,
    model::{
        CompanyId, ContactId, WebhookId,
        contact::Contact,
        event::{Entity, NewEvent},
        message::Message,
        public::{MessageStatus, PublicContact, PublicMessage, PublicTicket},
        ticket::{Ticket, TicketStatus},
        webhook::WebhookEvent,
    },
    on,
};

/// Something to tell.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Told {
    pub event: WebhookEvent,
    /// Whom or what it is about, in few words.
    pub subject: String,
    pub contact: Option<ContactId>,
    /// What can happen once.
    pub dedupe: Option<String>,
    pub data: Value,
}

/// Stores what the company's addresses are told of these events.
///
/// # Errors
/// `Database`.
pub(crate) async fn note(
    conn: &mut Conn<'_>,
    company: CompanyId,
    now: DateTime<Utc>,
    events: &[NewEvent],
) -> Result<()> {
    if !events.iter().any(may_be_told) {
        return Ok(());
    }
    let hooks = listeners(conn, company).await?;
    if hooks.is_empty() {
        return Ok(());
    }
    let told = told_of(events);
    let mut rows = Vec::new();
    for one in &told {
        let body = body(one, now).to_string();
        for (hook, wanted) in &hooks {
            if wanted.contains(&one.event) {
                rows.push((*hook, one, body.clone()));
            }
        }
    }
    for some in rows.chunks(AT_ONCE) {
        insert(conn, company, some, now).await?;
    }
    Ok(())
}

/// What goes out: what happened, when, and with what.
pub(super) fn body(told: &Told, now: DateTime<Utc>) -> Value {
    json!({ "type": told.event, "timestamp": now, "data": told.data })
}

/// The addresses that are told something, and what. A company whose plan has no API, or that is switched off, tells nobody.
async fn listeners(
    conn: &mut Conn<'_>,
    company: CompanyId,
) -> Result<Vec<(WebhookId, Vec<WebhookEvent>)>> {
    let rows: Vec<(WebhookId, String)> = on!(conn, |c| {
        sqlx::query_as(
            "SELECT w.id, w.events FROM webhooks w
             JOIN companies c ON c.id = w.company_id
             JOIN plans p ON p.id = c.plan_id
             WHERE w.company_id = $1 AND w.active AND c.status AND p.use_external_api ORDER BY w.id LIMIT $2",
        )
        .bind(company)
        .bind(super::WEBHOOKS_MAX)
        .fetch_all(c)
        .await
    })?;
    let hooks = rows.into_iter();
    Ok(hooks.map(|(id, events)| (id, events_of(&events))).collect())
}

pub(super) async fn insert(
    conn: &mut Conn<'_>,
    company: CompanyId,
    rows: &[(WebhookId, &Told, String)],
    now: DateTime<Utc>,
) -> Result<()> {
    on!(conn, |c| {
        let mut query = QueryBuilder::<Driver>::new(
            "INSERT INTO webhook_deliveries (company_id, webhook_id, uuid, event, subject, contact_id, dedupe, body,
               due_at, created_at) ",
        );
        query.push_values(rows, |mut row, (hook, told, body)| {
            row.push_bind(company)
                .push_bind(*hook)
                .push_bind(Uuid::new_v4())
                .push_bind(told.event.as_str())
                .push_bind(told.subject.clone())
                .push_bind(told.contact)
                .push_bind(told.dedupe.clone())
                .push_bind(body.clone())
                .push_bind(now)
                .push_bind(now);
        });
        query.push(" ON CONFLICT (company_id, webhook_id, dedupe) DO NOTHING");
        query.build().execute(c).await.map(drop)
    })?;
    Ok(())
}

/// Whether an event is of a kind of which something may be told.
fn may_be_told(event: &NewEvent) -> bool {
    matches!(
        event.entity,
        Entity::Ticket | Entity::AppMessage | Entity::Contact
    ) && matches!(
        event.payload.get("action").and_then(Value::as_str),
        Some("create" | "update")
    )
}

/// What is told of events: of each thing that changed several times in them once, as it stands at the end.
pub(super) fn told_of(events: &[NewEvent]) -> Vec<Told> {
    let mut all: Vec<Told> = Vec::new();
    let mut places: HashMap<(WebhookEvent, String), usize> = HashMap::new();
    for event in events.iter().filter(|event| may_be_told(event)) {
        let found = match event.entity {
            Entity::Ticket => of_ticket(event),
            Entity::AppMessage => of_message(event),
            _ => {
                all.extend(of_contacts(event));
                None
            }
        };
        let Some(found) = found else { continue };
        let begun = (WebhookEvent::TicketCreated, found.subject.clone());
        let is_change = found.event == WebhookEvent::TicketUpdated;
        let key = if is_change && places.contains_key(&begun) {
            begun
        } else {
            (found.event, found.subject.clone())
        };
        let is_once = is_change || found.event == WebhookEvent::TicketClosed;
        match places.get(&key).and_then(|place| all.get_mut(*place)) {
            Some(known) if is_once => known.data = found.data,
            _ => {
                places.insert(key, all.len());
                all.push(found);
            }
        }
    }
    all
}

fn read<T: DeserializeOwned>(event: &NewEvent, name: &str) -> Option<T> {
    let value = event.payload.get(name)?;
    serde_json::from_value(value.clone()).ok()
}

/// `was` is the status before the change, nothing where the ticket is new; a change that says none left it as it is.
fn of_ticket(event: &NewEvent) -> Option<Told> {
    let ticket: Ticket = read(event, "ticket")?;
    let closed = TicketStatus::Closed;
    let (kind, dedupe) = match event.payload.get("was") {
        Some(Value::Null) => (
            WebhookEvent::TicketCreated,
            Some(format!("ticket.created {}", ticket.id)),
        ),
        Some(Value::String(was)) if ticket.status == closed && was != closed.as_str() => {
            (WebhookEvent::TicketClosed, None)
        }
        _ => (WebhookEvent::TicketUpdated, None),
    };
    Some(Told {
        event: kind,
        subject: subject_of(&ticket),
        contact: Some(ticket.contact_id),
        dedupe,
        data: json!({ "ticket": PublicTicket::from(&ticket) }),
    })
}

fn subject_of(ticket: &Ticket) -> String {
    format!("{} #{}", ticket.contact.name, ticket.id)
}

fn of_message(event: &NewEvent) -> Option<Told> {
    let message: Message = read(event, "message")?;
    // what stays in the house, and what the provider says of somebody, is nobody else's
    if message.is_private || message.media_type.as_deref() == Some(NOTICE) {
        return None;
    }
    let (id, shown) = (message.id, PublicMessage::from(&message));
    if event.payload.get("action").and_then(Value::as_str) == Some("create") {
        let ticket: Ticket = read(event, "ticket")?;
        let event = if message.from_me {
            WebhookEvent::MessageSent
        } else {
            WebhookEvent::MessageReceived
        };
        return Some(Told {
            event,
            subject: subject_of(&ticket),
            contact: Some(message.contact_id),
            dedupe: Some(format!("message {id}")),
            data: json!({ "message": shown, "ticket": PublicTicket::from(&ticket) }),
        });
    }
    let is_news = message.from_me && (shown.status != MessageStatus::Queued || shown.is_deleted);
    is_news.then(|| Told {
        event: WebhookEvent::MessageStatus,
        subject: format!("#{}", message.ticket_id),
        contact: Some(message.contact_id),
        dedupe: Some(format!(
            "message.status {id} {} {}{}",
            shown.status.as_str(),
            u8::from(shown.is_deleted),
            u8::from(shown.is_edited)
        )),
        data: json!({ "message": shown }),
    })
}

/// A contact, or those of a piece of a list that was read in.
fn of_contacts(event: &NewEvent) -> Vec<Told> {
    let is_new = event.payload.get("action").and_then(Value::as_str) == Some("create");
    let one: Option<Contact> = read(event, "contact");
    let many: Vec<Contact> = read(event, "records").unwrap_or_default();
    let all = one.into_iter().chain(many);
    let told = all.map(|contact| Told {
        event: if is_new {
            WebhookEvent::ContactCreated
        } else {
            WebhookEvent::ContactUpdated
        },
        subject: contact.name.clone(),
        contact: Some(contact.id),
        dedupe: is_new.then(|| format!("contact.created {}", contact.id)),
        data: json!({ "contact": PublicContact::from(&contact) }),
    });
    told.collect()
}
