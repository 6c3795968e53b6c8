//! When numbers were down, and that each outage is told once.

use chrono::{DateTime, TimeDelta, Utc};

use super::{
    fixtures::{connection, two_companies},
    support::{both, now},
};
use crate::{
    Conn,
    connections::{
        self, StatusChange,
        outages::{self, Notice, TOLD_AFTER},
    },
    model::{CompanyId, ConnectionId, connection::ConnectionStatus as Status},
};

/// A number, and what its session says of itself.
struct Line<'c, 'd> {
    conn: &'c mut Conn<'d>,
    company: CompanyId,
    id: ConnectionId,
}

impl Line<'_, '_> {
    async fn says(&mut self, status: Status, reason: Option<&str>, at: DateTime<Utc>) {
        let change = StatusChange {
            reason,
            ..StatusChange::to(status)
        };
        connections::set_status(self.conn, self.company, self.id, change, at)
            .await
            .unwrap();
    }

    /// What is taken to be told at a time.
    async fn told(&mut self, at: DateTime<Utc>) -> Vec<Notice> {
        let due = outages::list_due(self.conn, at, 10).await.unwrap();
        let mut told = Vec::new();
        for one in due {
            told.extend(outages::claim(self.conn, one, at).await.unwrap());
            let again = outages::claim(self.conn, one, at).await.unwrap();
            assert_eq!(again, None, "another node finds nothing");
        }
        told
    }
}

fn minutes(minutes: i64) -> DateTime<Utc> {
    now() + TimeDelta::minutes(minutes)
}

#[tokio::test]
async fn a_number_that_is_down_for_two_minutes_is_told_of_once_and_once_when_it_is_back() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let id = connection(conn, ours, "Loja").await;
        let mut line = Line {
            conn,
            company: ours,
            id,
        };
        line.says(Status::Connected, None, now()).await;
        let up = connections::get(line.conn, ours, id).await.unwrap();
        assert_eq!((up.connected_since, up.down_since), (Some(now()), None));

        line.says(Status::Timeout, Some("no network"), minutes(10))
            .await;
        line.says(Status::Opening, None, minutes(11)).await;
        let down = connections::get(line.conn, ours, id).await.unwrap();
        assert_eq!(
            (down.connected_since, down.down_since),
            (None, Some(minutes(10)))
        );
        let nearly = minutes(10) + TOLD_AFTER - TimeDelta::milliseconds(1);
        assert_eq!(line.told(nearly).await, []);
        let told = line.told(minutes(12)).await;
        let [notice] = &told[..] else {
            panic!("{told:?}")
        };
        assert_eq!((notice.connection_id, notice.ended_at), (id, None));
        assert_eq!(
            notice.reason.as_deref(),
            Some("no network"),
            "the last that was said"
        );
        let down = connections::get(line.conn, ours, id).await.unwrap();
        assert_eq!(down.down_told_at, Some(minutes(12)));
        assert_eq!(line.told(minutes(60)).await, [], "once");

        line.says(Status::Connected, None, minutes(60)).await;
        let told = line.told(minutes(60)).await;
        let [notice] = &told[..] else {
            panic!("{told:?}")
        };
        assert_eq!(notice.ended_at, Some(minutes(60)));
        assert_eq!(line.told(minutes(90)).await, []);
        let up = connections::get(line.conn, ours, id).await.unwrap();
        assert_eq!((up.down_since, up.down_told_at), (None, None));
    })
    .await;
}

#[tokio::test]
async fn what_is_short_what_was_switched_off_and_what_never_was_on_is_not_told() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let never = connection(conn, ours, "Nova").await;
        let id = connection(conn, ours, "Loja").await;
        let mut line = Line {
            conn,
            company: ours,
            id: never,
        };
        line.says(Status::Qrcode, None, now()).await;
        line.id = id;
        line.says(Status::Connected, None, now()).await;
        line.says(Status::Timeout, Some("short"), minutes(1)).await;
        line.says(Status::Connected, None, minutes(2)).await;
        line.says(Status::Disconnected, None, minutes(3)).await;
        assert_eq!(line.told(minutes(30)).await, []);

        // somebody wants it on again, and it does not come
        line.says(Status::Opening, None, minutes(30)).await;
        assert_eq!(line.told(minutes(31)).await, []);
        assert_eq!(line.told(minutes(32)).await.len(), 1);
        // he gives up; that it is back later is told all the same, for those who were told that it is not
        line.says(Status::Disconnected, None, minutes(40)).await;
        assert_eq!(line.told(minutes(50)).await, []);
        line.says(Status::Opening, None, minutes(50)).await;
        line.says(Status::Connected, None, minutes(51)).await;
        assert_eq!(line.told(minutes(51)).await.len(), 1);

        let past = outages::list_since(line.conn, ours, now()).await.unwrap();
        let lasted: Vec<_> = past
            .iter()
            .map(|it| (it.ended_at.unwrap() - it.began_at).num_minutes())
            .collect();
        assert_eq!(lasted, [1, 48]);
    })
    .await;
}

#[tokio::test]
async fn a_mail_that_nobody_took_is_tried_again_and_given_up_in_the_end() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let id = connection(conn, ours, "Loja").await;
        let mut line = Line {
            conn,
            company: ours,
            id,
        };
        line.says(Status::Connected, None, now()).await;
        line.says(Status::Timeout, Some("x"), minutes(1)).await;
        let mut at = minutes(5);
        let mut tries = 0;
        while let [notice] = &line.told(at).await[..] {
            tries += 1;
            outages::mailed(line.conn, notice, (0, 2), at)
                .await
                .unwrap();
            assert_eq!(line.told(at).await, [], "not at once");
            at += TimeDelta::hours(2);
        }
        assert_eq!(tries, 5);

        line.says(Status::Connected, None, at).await;
        let told = line.told(at).await;
        outages::mailed(line.conn, &told[0], (2, 2), at)
            .await
            .unwrap();
        assert_eq!(line.told(at + TimeDelta::hours(9)).await, []);
        let past = outages::list_since(line.conn, ours, now()).await.unwrap();
        assert_eq!(past[0].mailed_to, 2);
        assert_eq!(
            outages::list_since(line.conn, theirs, now()).await.unwrap(),
            []
        );

        let after = at + TimeDelta::days(90);
        assert_eq!(
            outages::forget_before(line.conn, after, 10).await.unwrap(),
            1
        );
        assert_eq!(
            outages::forget_before(line.conn, after, 10).await.unwrap(),
            0
        );
    })
    .await;
}

#[tokio::test]
async fn nobody_is_told_of_a_number_that_was_deleted() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        connection(conn, ours, "Loja").await;
        let id = connection(conn, ours, "Filial").await;
        let mut line = Line {
            conn,
            company: ours,
            id,
        };
        line.says(Status::Connected, None, now()).await;
        line.says(Status::Timeout, Some("x"), minutes(1)).await;
        connections::delete(line.conn, ours, id, minutes(2))
            .await
            .unwrap();
        assert_eq!(line.told(minutes(30)).await, []);
        let standings = outages::standings(line.conn, ours).await.unwrap();
        assert!(standings.iter().all(|one| one.id != id));
    })
    .await;
}

#[tokio::test]
async fn what_was_heard_last_of_a_number_is_kept_and_nothing_older() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let id = connection(conn, ours, "Loja").await;
        for (of, kind, at) in [
            (ours, "message", minutes(5)),
            (ours, "receipt", minutes(4)),
            (theirs, "receipt", minutes(6)),
        ] {
            connections::note_event(conn, of, id, (kind, at))
                .await
                .unwrap();
        }
        let standings = outages::standings(conn, ours).await.unwrap();
        assert_eq!(standings.len(), 1);
        let one = &standings[0];
        assert_eq!(one.last_event_at, Some(minutes(5)));
        assert_eq!(one.last_event_kind.as_deref(), Some("message"));
        assert_eq!((one.waiting, one.oldest_at), (0, None));
    })
    .await;
}
