//! The event log: numbers without gaps, in the order in which things were told.

use super::{
    fixtures::two_companies,
    support::{both, now},
};
use crate::{
    Conn,
    delivery::events,
    model::{
        CompanyId, QueueId,
        company::Setting,
        event::{CommittedEvent, NewEvent, Room, Scope, SettingsEvent},
    },
};

fn told(count: i64) -> Vec<NewEvent> {
    let one = |place: i64| {
        let setting = Setting {
            key: place.to_string(),
            value: "São João \"às\" 9".to_owned(),
        };
        NewEvent {
            scope: (place % 2 == 0).then_some(Scope {
                queue_id: Some(QueueId(place)),
                user_id: None,
            }),
            ..NewEvent::to([Room::Main], SettingsEvent::Update { setting })
        }
    };
    (0..count).map(one).collect()
}

/// What tells two events apart.
fn shown(events: &[CommittedEvent]) -> Vec<(i64, String, String)> {
    let one = |event: &CommittedEvent| {
        let details = format!(
            "{:?} {:?} {:?} {}",
            event.entity, event.rooms, event.scope, event.at
        );
        (event.seq, event.payload.get().to_owned(), details)
    };
    events.iter().map(one).collect()
}

async fn append(conn: &mut Conn<'_>, company: CompanyId, count: i64) -> Vec<CommittedEvent> {
    events::append(conn, company, now(), told(count))
        .await
        .unwrap()
}

#[tokio::test]
async fn events_are_numbered_without_gaps_and_read_back_as_told_however_many_come_at_once() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let mut all = Vec::new();
        for count in [0, 1, 8, 9, 20, 2] {
            all.extend(append(conn, ours, count).await);
        }
        let seqs: Vec<i64> = all.iter().map(|event| event.seq).collect();
        assert_eq!(seqs, (1..=40).collect::<Vec<_>>());
        assert_eq!(append(conn, theirs, 1).await[0].seq, 1);
        let read = events::list_since(conn, ours, 0, 100).await.unwrap();
        assert_eq!(shown(&read), shown(&all));
        assert_eq!(events::last_seq(conn, ours).await.unwrap(), 40);
    })
    .await;
}

#[tokio::test]
async fn a_company_that_is_not_there_has_no_events() {
    both(async |db| {
        for count in [1, 9] {
            let mut tx = db.begin().await.unwrap();
            let stored = events::append(&mut tx.conn(), CompanyId(999), now(), told(count)).await;
            assert!(stored.is_err());
        }
    })
    .await;
}
