//! Lists of tickets: counts that follow every change, and what a search finds.

use super::support::{both, now};
use crate::{
    Conn, Db,
    fixtures::large::{self, Size},
    media::LinkSigner,
    messages::{self, Shown},
    model::{
        CompanyId, QueueId, TicketId, UserId,
        page::{Page, Rows},
        ticket::{Snooze, Ticket, TicketPriority, TicketStatus},
    },
    on,
    tickets::{self, Cursor, TicketFilter, ViewerScope, write::TicketPatch},
};

const LARGE: CompanyId = CompanyId(1);
const SIZE: Size = Size {
    users: 3,
    queues: 3,
    contacts: 60,
    tickets: 150,
    messages: 900,
};

async fn seeded(db: &Db) {
    large::seed(db, now(), (1, SIZE), 1, "-", |_| ())
        .await
        .unwrap();
}

async fn list(conn: &mut Conn<'_>, company: CompanyId, filter: &TicketFilter) -> Rows<Ticket> {
    tickets::list(conn, company, filter, Page::new(None, 1_000))
        .await
        .unwrap()
}

/// Filters whose count comes from the table of counts.
fn counted() -> Vec<TicketFilter> {
    let scope = ViewerScope {
        user_id: Some(UserId(2)),
        queues: vec![QueueId(1), QueueId(3)],
        without_queue: false,
    };
    let statuses = [
        TicketStatus::Open,
        TicketStatus::Pending,
        TicketStatus::Closed,
    ];
    let mut filters = vec![TicketFilter::default()];
    for status in statuses {
        let status = Some(status);
        filters.push(TicketFilter {
            status,
            ..TicketFilter::default()
        });
        filters.push(TicketFilter {
            status,
            scope: Some(scope.clone()),
            ..TicketFilter::default()
        });
        filters.push(TicketFilter {
            status,
            mine: Some(UserId(2)),
            ..TicketFilter::default()
        });
        filters.push(TicketFilter {
            status,
            users: vec![UserId(1)],
            ..TicketFilter::default()
        });
        filters.push(TicketFilter {
            status,
            queues: Some(vec![QueueId(2)]),
            ..TicketFilter::default()
        });
    }
    filters
}

async fn counts_are_right(conn: &mut Conn<'_>) {
    for filter in counted() {
        let rows = list(conn, LARGE, &filter).await;
        assert_eq!(
            usize::try_from(rows.count).unwrap(),
            rows.rows.len(),
            "{filter:?}"
        );
    }
}

// spec: S028 S095
#[tokio::test]
async fn counts_follow_tickets_that_come_move_and_go() {
    both(async |db| {
        seeded(&db).await;
        let mut reader = db.read().await.unwrap();
        counts_are_right(&mut reader.conn()).await;
        let open = TicketFilter {
            status: Some(TicketStatus::Open),
            ..TicketFilter::default()
        };
        let before = list(&mut reader.conn(), LARGE, &open).await;
        drop(reader);
        let [moved, closed, deleted] = [0, 1, 2].map(|place: usize| before.rows[place].id);
        let patches = [
            (
                moved,
                TicketPatch {
                    queue_id: Some(None),
                    user_id: Some(Some(UserId(2))),
                    ..TicketPatch::default()
                },
            ),
            (
                closed,
                TicketPatch {
                    status: Some(TicketStatus::Closed),
                    ..TicketPatch::default()
                },
            ),
        ];
        db.write(async |conn| -> crate::Result<()> {
            for (ticket, patch) in &patches {
                tickets::write::update(conn, LARGE, *ticket, patch, now()).await?;
            }
            tickets::write::delete(conn, LARGE, deleted, now()).await
        })
        .await
        .unwrap();
        let mut reader = db.read().await.unwrap();
        counts_are_right(&mut reader.conn()).await;
        let after = list(&mut reader.conn(), LARGE, &open).await;
        assert_eq!(after.count, before.count - 2);
    })
    .await;
}

/// A list by pages of seven, by the cursor.
async fn by_pages(conn: &mut Conn<'_>, mut filter: TicketFilter) -> Vec<TicketId> {
    let mut paged = Vec::new();
    loop {
        let page = tickets::list(conn, LARGE, &filter, Page::new(None, 7))
            .await
            .unwrap();
        let last = page.rows.last().unwrap();
        let place = Cursor {
            updated_at: last.updated_at,
            id: last.id,
            priority: last.priority,
        };
        filter.after = Some(place.to_string().parse().unwrap());
        paged.extend(page.rows.iter().map(|ticket| ticket.id));
        if !page.has_more {
            return paged;
        }
    }
}

#[tokio::test]
async fn counts_leave_out_what_is_put_off_and_ranks_have_pages() {
    both(async |db| {
        seeded(&db).await;
        let all = TicketFilter {
            status: Some(TicketStatus::Open),
            ..TicketFilter::default()
        };
        let mut reader = db.read().await.unwrap();
        let before = list(&mut reader.conn(), LARGE, &all).await;
        drop(reader);
        let snooze = TicketPatch {
            snooze: Some(Some(Snooze { until: None })),
            ..TicketPatch::default()
        };
        let urgent = TicketPatch {
            priority: Some(TicketPriority::Urgent),
            ..TicketPatch::default()
        };
        let [off, pressing] = [0, 3].map(|place: usize| before.rows[place].id);
        db.write(async |conn| -> crate::Result<()> {
            tickets::write::update(conn, LARGE, off, &snooze, now()).await?;
            tickets::write::update(conn, LARGE, pressing, &urgent, now()).await
        })
        .await
        .unwrap();
        let mut reader = db.read().await.unwrap();
        let conn = &mut reader.conn();
        for (snoozed, expected) in [
            (Some(false), before.count - 1),
            (Some(true), 1),
            (None, before.count),
        ] {
            let filter = TicketFilter {
                snoozed,
                ..all.clone()
            };
            let rows = list(conn, LARGE, &filter).await;
            assert_eq!(rows.count, expected);
            assert_eq!(i64::try_from(rows.rows.len()).unwrap(), expected);
        }
        let ranked = TicketFilter {
            by_priority: true,
            ..all.clone()
        };
        let whole = list(conn, LARGE, &ranked).await.rows;
        assert_eq!(whole[0].id, pressing);
        let paged = by_pages(conn, ranked).await;
        assert_eq!(
            paged,
            whole.iter().map(|ticket| ticket.id).collect::<Vec<_>>()
        );
    })
    .await;
}

// spec: S087
#[tokio::test]
async fn the_messages_to_be_checked_are_listed_and_counted_for_their_reader() {
    both(async |db| {
        seeded(&db).await;
        let mut reader = db.read().await.unwrap();
        let all = list(&mut reader.conn(), LARGE, &TicketFilter::default()).await;
        drop(reader);
        let first = all.rows.first().unwrap();
        let other = all
            .rows
            .iter()
            .find(|ticket| ticket.queue_id != first.queue_id);
        let other = other.unwrap();
        for ticket in [first, other] {
            mark_unknown(&db, ticket.id).await;
        }
        let shown = Shown {
            links: &LinkSigner::new(b"key"),
            now: now(),
        };
        let scope = ViewerScope {
            user_id: Some(UserId(1)),
            queues: first.queue_id.into_iter().collect(),
            without_queue: false,
        };
        let mut reader = db.read().await.unwrap();
        let conn = &mut reader.conn();
        for (scope, expected) in [(None, 2_usize), (Some(&scope), 1)] {
            let page = Page::new(None, 10);
            let found = messages::list_unknown(conn, LARGE, scope, page, shown).await;
            let found = found.unwrap();
            assert_eq!(found.rows.len(), expected);
            assert_eq!(usize::try_from(found.count).unwrap(), expected);
        }
    })
    .await;
}

async fn mark_unknown(db: &Db, ticket: TicketId) {
    db.write(async |conn| -> crate::Result<()> {
        on!(conn, |c| sqlx::query(
            "UPDATE messages SET send_state = 'unknown' WHERE company_id = $1 AND id =
               (SELECT MIN(id) FROM messages WHERE company_id = $1 AND ticket_id = $2)"
        )
        .bind(LARGE)
        .bind(ticket)
        .execute(c)
        .await
        .map(drop))?;
        Ok(())
    })
    .await
    .unwrap();
}

async fn say(db: &Db, ticket: TicketId, text: &str) {
    db.write(async |conn| -> crate::Result<()> {
        on!(conn, |c| sqlx::query(
            "UPDATE messages SET search = $3 WHERE company_id = $1 AND id =
               (SELECT MAX(id) FROM messages WHERE company_id = $1 AND ticket_id = $2)"
        )
        .bind(LARGE)
        .bind(ticket)
        .bind(text)
        .execute(c)
        .await
        .map(drop))?;
        Ok(())
    })
    .await
    .unwrap();
}

// spec: S029 S095
#[tokio::test]
async fn a_search_finds_words_by_their_beginning_in_its_own_company_alone() {
    both(async |db| {
        seeded(&db).await;
        let ticket = TicketId(120);
        say(&db, ticket, "segue o rastreio: br-77123 (objeto postado)").await;
        let mut reader = db.read().await.unwrap();
        let found = async |conn: &mut Conn<'_>, company, text: &str| {
            let search = Some(text.to_owned());
            let filter = TicketFilter {
                search,
                ..TicketFilter::default()
            };
            let rows = list(conn, company, &filter).await;
            assert_eq!(usize::try_from(rows.count).unwrap(), rows.rows.len());
            rows.rows.iter().map(|ticket| ticket.id).collect::<Vec<_>>()
        };
        let conn = &mut reader.conn();
        for text in [
            "rastreio",
            "rastr",
            "77123",
            "BR-77123".to_lowercase().as_str(),
            "postado rastreio",
        ] {
            assert_eq!(found(conn, LARGE, text).await, [ticket], "{text}");
        }
        for text in [
            "astreio",
            "rastreios",
            "rastreio outro",
            "' or 1=1 --",
            "\"*:&|!()",
        ] {
            assert!(found(conn, LARGE, text).await.is_empty(), "{text}");
        }
        assert!(found(conn, CompanyId(2), "rastreio").await.is_empty());
        drop(reader);
        say(&db, ticket, "mudou de ideia").await;
        let mut reader = db.read().await.unwrap();
        assert!(
            found(&mut reader.conn(), LARGE, "rastreio")
                .await
                .is_empty()
        );
        assert_eq!(
            found(&mut reader.conn(), LARGE, "mudou ideia").await,
            [ticket]
        );
    })
    .await;
}
