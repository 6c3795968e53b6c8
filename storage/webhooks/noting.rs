//! What is told is stored in the transaction of what happened: a server that dies after the commit has it, and one that
//! dies before never said it. It is read from the events of that transaction, in shapes of its own (rule B24).

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::QueryBuilder;
use uuid::Uuid;

use super::events_of;
use crate::{
    AT_ONCE, Conn, Result,
    connections::notices::NOTICE,
    model::{
        CompanyId, ContactId, WebhookId,
        event::{AppMessageEvent, ContactEvent, Event, NewEvent, TicketEvent},
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
    match &event.event {
        Event::Ticket(told) => matches!(told, TicketEvent::Update { .. }),
        Event::AppMessage(_) => true,
        Event::Contact(told) => !matches!(told, ContactEvent::Delete { .. }),
        _ => false,
    }
}

/// What is told of events: of each thing that changed several times in them once, as it stands at the end.
pub(super) fn told_of(events: &[NewEvent]) -> Vec<Told> {
    let mut all: Vec<Told> = Vec::new();
    let mut places: HashMap<(WebhookEvent, String), usize> = HashMap::new();
    for event in events {
        let found = match &event.event {
            Event::Ticket(told) => of_ticket(told),
            Event::AppMessage(told) => of_message(told),
            Event::Contact(told) => {
                all.extend(of_contacts(told));
                None
            }
            _ => None,
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

fn of_ticket(told: &TicketEvent) -> Option<Told> {
    let TicketEvent::Update { ticket, was, .. } = told else {
        return None;
    };
    let closed = TicketStatus::Closed;
    let (kind, dedupe) = match was {
        None => (
            WebhookEvent::TicketCreated,
            Some(format!("ticket.created {}", ticket.id)),
        ),
        Some(was) if ticket.status == closed && *was != closed => {
            (WebhookEvent::TicketClosed, None)
        }
        Some(_) => (WebhookEvent::TicketUpdated, None),
    };
    Some(Told {
        event: kind,
        subject: subject_of(ticket),
        contact: Some(ticket.contact_id),
        dedupe,
        data: json!({ "ticket": PublicTicket::from(&**ticket) }),
    })
}

fn subject_of(ticket: &Ticket) -> String {
    format!("{} #{}", ticket.contact.name, ticket.id)
}

fn of_message(told: &AppMessageEvent) -> Option<Told> {
    let (message, ticket) = match told {
        AppMessageEvent::Create {
            message, ticket, ..
        } => (message, Some(ticket)),
        AppMessageEvent::Update { message } => (message, None),
    };
    // what stays in the company, and what the provider says of somebody, is nobody else's
    if message.is_private || message.media_type.as_deref() == Some(NOTICE) {
        return None;
    }
    let (id, shown) = (message.id, PublicMessage::from(&**message));
    if let Some(ticket) = ticket {
        let event = if message.from_me {
            WebhookEvent::MessageSent
        } else {
            WebhookEvent::MessageReceived
        };
        return Some(Told {
            event,
            subject: subject_of(ticket),
            contact: Some(message.contact_id),
            dedupe: Some(format!("message {id}")),
            data: json!({ "message": shown, "ticket": PublicTicket::from(&**ticket) }),
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
fn of_contacts(told: &ContactEvent) -> Vec<Told> {
    let (all, is_new) = match told {
        ContactEvent::Create { contact } => (std::slice::from_ref(&**contact), true),
        ContactEvent::CreateMany { records } => (records.as_slice(), true),
        ContactEvent::Update { contact } => (std::slice::from_ref(&**contact), false),
        ContactEvent::Delete { .. } => (&[][..], false),
    };
    let told = all.iter().map(|contact| Told {
        event: if is_new {
            WebhookEvent::ContactCreated
        } else {
            WebhookEvent::ContactUpdated
        },
        subject: contact.name.clone(),
        contact: Some(contact.id),
        dedupe: is_new.then(|| format!("contact.created {}", contact.id)),
        data: json!({ "contact": PublicContact::from(contact) }),
    });
    told.collect()
}
