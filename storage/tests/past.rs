//! What a phone hands over of its past: of the days that were chosen, once, and not without end.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;

use super::{
    fixtures::{connection, two_companies},
    support::{both, now},
};
use crate::{
    Conn,
    connections::{
        self,
        history::{self, PAST_MAX, PastEvent},
    },
    model::{CompanyId, ConnectionId, inbound::RawEvent},
};

fn event(id: &str, sent_at: DateTime<Utc>) -> PastEvent {
    PastEvent {
        event: RawEvent {
            key: format!("m:{id}"),
            chat: "5511988887777".to_owned(),
            subject: Some(id.to_owned()),
            raw: json!({ "id": id, "text": "a\0b" }),
        },
        sent_at,
    }
}

async fn ids(conn: &mut Conn<'_>, company: CompanyId, line: ConnectionId) -> Vec<i64> {
    let rows = history::list(conn, company, line, 100).await.unwrap();
    rows.into_iter().map(|row| row.id).collect()
}

#[tokio::test]
async fn only_the_days_that_were_chosen_are_kept_and_each_message_once() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let line = connection(conn, ours, "Loja").await;
        let ago = |hours| now() - TimeDelta::hours(hours);
        let events = [
            event("a", ago(1)),
            event("b", ago(6 * 24)),
            event("c", ago(8 * 24)),
            event("d", now() + TimeDelta::seconds(5)),
        ];
        // nobody wants it
        assert!(!history::begin(conn, ours, line, now()).await.unwrap());
        assert_eq!(history::keep(conn, ours, line, &events).await.unwrap(), 0);

        let chosen = history::choose(conn, ours, line, 7, now()).await.unwrap();
        assert_eq!(chosen.unwrap().history_days, 7);
        assert!(history::begin(conn, ours, line, now()).await.unwrap());
        assert_eq!(history::keep(conn, ours, line, &events).await.unwrap(), 2);
        assert_eq!(history::keep(conn, ours, line, &events).await.unwrap(), 0);
        assert_eq!(history::keep(conn, theirs, line, &events).await.unwrap(), 0);

        let kept = ids(conn, ours, line).await;
        assert_eq!(kept.len(), 2);
        assert_eq!(ids(conn, theirs, line).await, Vec::<i64>::new());
        let none: Vec<i64> = Vec::new();
        assert_eq!(history::take(conn, theirs, &kept).await.unwrap(), none);
        assert_eq!(history::take(conn, ours, &kept).await.unwrap().len(), 2);
        assert_eq!(history::take(conn, ours, &kept).await.unwrap(), none);

        // it is handed over within a day
        let coming =
            async |conn: &mut Conn<'_>, at| history::is_coming(conn, ours, line, at).await.unwrap();
        assert!(coming(conn, now() + TimeDelta::hours(23)).await);
        assert!(!coming(conn, now() + TimeDelta::hours(25)).await);
        // another wish is for another pairing
        history::choose(conn, ours, line, 30, now()).await.unwrap();
        assert!(!coming(conn, now()).await);
    })
    .await;
}

#[tokio::test]
async fn a_number_takes_so_many_messages_of_the_past_and_a_new_pairing_forgets_what_waits() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let line = connection(conn, ours, "Loja").await;
        history::choose(conn, ours, line, 7, now()).await.unwrap();
        history::begin(conn, ours, line, now()).await.unwrap();
        let count = history::count(conn, ours, line, PAST_MAX - 2, now());
        assert_eq!(count.await.unwrap().unwrap().history_brought, PAST_MAX - 2);
        let events: Vec<_> = ["a", "b", "c"].map(|id| event(id, now())).into();
        assert_eq!(history::keep(conn, ours, line, &events).await.unwrap(), 2);
        assert_eq!(history::keep(conn, ours, line, &events).await.unwrap(), 0);

        history::begin(conn, ours, line, now()).await.unwrap();
        assert_eq!(ids(conn, ours, line).await, Vec::<i64>::new());
        let found = connections::get(conn, ours, line).await.unwrap();
        assert_eq!(found.history_brought, PAST_MAX - 2);
    })
    .await;
}
