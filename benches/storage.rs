//! What the lists cost: page 1 and a deep page of 20,000 tickets, a conversation of 10,000 messages, on the embedded
//! database. `cargo bench --bench storage`; prints operations per second and microseconds each.

use std::{sync::Arc, time::Instant};

use guiche_storage::{
    Db,
    companies::{self, NewCompany, NewPlan},
    contacts,
    media::LinkSigner,
    messages::{self, ConversationFilter, Shown, write::NewMessage},
    model::{
        Clock, CompanyId, ContactId, SystemClock, TicketId,
        message::{Author, MessageDetails},
        page::Page,
        ticket::TicketStatus,
    },
    tickets::{self, TicketFilter, write::NewTicket},
};
use uuid::Uuid;

const TICKETS: i64 = 20_000;
const MESSAGES: i64 = 10_000;
const OPERATIONS: u32 = 500;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let db = Db::connect(&Db::sqlite_url(&folder.path().join("bench.db"))).await?;
    db.migrate().await?;
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let (company, contact, ticket) = fill(&db, clock.as_ref()).await?;
    let filter = TicketFilter {
        status: Some(TicketStatus::Closed),
        ..TicketFilter::default()
    };
    for (name, page) in [("tickets, page 1", 1), ("tickets, page 400", 400)] {
        time(name, async || {
            let mut reader = db.read().await?;
            tickets::list(
                &mut reader.conn(),
                company,
                &filter,
                Page::new(Some(page), 40),
            )
            .await?;
            Ok(())
        })
        .await?;
    }
    let conversation = ConversationFilter {
        contact,
        ticket,
        scope: None,
        before: None,
    };
    time("messages, newest page of 10,000", async || {
        let shown = Shown {
            links: &LinkSigner::new(b"key"),
            now: clock.now(),
        };
        let mut reader = db.read().await?;
        messages::list(
            &mut reader.conn(),
            company,
            &conversation,
            Page::new(None, 20),
            shown,
        )
        .await?;
        Ok(())
    })
    .await
}

async fn time(name: &str, operation: impl AsyncFn() -> anyhow::Result<()>) -> anyhow::Result<()> {
    operation().await?;
    let started = Instant::now();
    for _ in 0..OPERATIONS {
        operation().await?;
    }
    let each = started.elapsed() / OPERATIONS;
    let per_second = 1.0 / each.as_secs_f64();
    #[expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
    {
        println!("{name:<34} {per_second:>8.0}/s {:>8} µs", each.as_micros());
    }
    Ok(())
}

async fn fill(db: &Db, clock: &dyn Clock) -> anyhow::Result<(CompanyId, ContactId, TicketId)> {
    let now = clock.now();
    let company = db
        .write(async |c| {
            let plan = NewPlan {
                name: "Bench",
                users: 20,
                connections: 5,
                queues: 10,
                value: 0.0,
                features: &[],
            };
            let plan = companies::insert_plan(c, now, &plan).await?;
            let company = NewCompany {
                name: "Bench",
                email: None,
                phone: None,
                plan,
                due_date: None,
            };
            companies::insert(c, now, &company).await
        })
        .await?;
    let mut last = None;
    for chunk in 0..TICKETS / 1_000 {
        let made = db
            .write(async |c| {
                let mut last = None;
                for place in 0..1_000 {
                    let number = format!("5511{:09}", chunk * 1_000 + place);
                    let from =
                        contacts::upsert_inbound(c, company, &number, Some("Ana"), false, now)
                            .await?;
                    let ticket = NewTicket {
                        uuid: Uuid::new_v4(),
                        status: TicketStatus::Closed,
                        contact_id: from.contact.id,
                        user_id: None,
                        queue_id: None,
                        connection_id: None,
                        is_group: false,
                    };
                    let id = tickets::write::insert(c, company, &ticket, now).await?;
                    last = Some((from.contact.id, id));
                }
                Ok::<_, guiche_storage::StorageError>(last)
            })
            .await?;
        last = made.or(last);
    }
    let (contact, ticket) = last.ok_or_else(|| anyhow::anyhow!("no tickets"))?;
    db.write(async |c| {
        for place in 0..MESSAGES {
            messages::write::insert(c, company, &message(contact, ticket, place, now), now).await?;
        }
        Ok::<_, guiche_storage::StorageError>(())
    })
    .await?;
    Ok((company, contact, ticket))
}

fn message(
    contact_id: ContactId,
    ticket_id: TicketId,
    place: i64,
    now: chrono::DateTime<chrono::Utc>,
) -> NewMessage {
    NewMessage {
        uuid: Uuid::new_v4(),
        ticket_id,
        contact_id,
        connection_id: None,
        provider_id: None,
        body: format!("Mensagem {place}, com um texto de tamanho comum numa conversa."),
        from_me: place % 2 == 0,
        read: true,
        media_id: None,
        media_type: None,
        location: None,
        ack: 2,
        is_private: false,
        quoted_id: None,
        author: if place % 2 == 0 {
            Author::Phone
        } else {
            Author::Contact
        },
        user_id: None,
        client_id: None,
        send_state: None,
        author_id: None,
        details: MessageDetails::default(),
        sent_at: now,
    }
}
