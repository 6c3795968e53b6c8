//! The demonstration data: made once, whole and without contradictions.

use chrono::{DateTime, NaiveDate, Utc};

use super::support::{both, now};
use crate::{Conn, Db, fixtures::demo, media::MediaStore, model::Clock, on};

#[derive(Debug)]
struct At(DateTime<Utc>);

impl Clock for At {
    fn now(&self) -> DateTime<Utc> {
        self.0
    }
}

pub async fn seed(db: &Db, media: &MediaStore) -> bool {
    seed_at(now(), db, media).await
}

async fn seed_at(time: DateTime<Utc>, db: &Db, media: &MediaStore) -> bool {
    demo::seed(db, &At(time), media, async |password| {
        Ok(format!("hash of {password}"))
    })
    .await
    .unwrap()
}

async fn count(conn: &mut Conn<'_>, sql: &'static str) -> i64 {
    on!(conn, |c| sqlx::query_scalar(sql).fetch_one(c).await).unwrap()
}

#[tokio::test]
async fn it_is_made_once_and_only_in_an_empty_database() {
    both(async |db| {
        let dir = tempfile::tempdir().unwrap();
        let media = MediaStore::open(dir.path(), "node", b"key").unwrap();
        assert!(seed(&db, &media).await);
        assert!(!seed(&db, &media).await);
        let mut reader = db.read().await.unwrap();
        let conn = &mut reader.conn();
        assert_eq!(count(conn, "SELECT COUNT(*) FROM companies").await, 3);
        let tickets = count(conn, "SELECT COUNT(*) FROM tickets").await;
        assert!((40..=70).contains(&tickets), "{tickets}");
        for login in demo::LOGINS {
            let hash: String = on!(&mut *conn, |c| sqlx::query_scalar(
                "SELECT password_hash FROM users WHERE email = $1 AND active"
            )
            .bind(login.email)
            .fetch_one(c)
            .await)
            .unwrap();
            assert_eq!(hash, format!("hash of {}", login.password));
        }
    })
    .await;
}

#[tokio::test]
async fn it_does_not_contradict_itself() {
    both(async |db| {
        let dir = tempfile::tempdir().unwrap();
        let media = MediaStore::open(dir.path(), "node", b"key").unwrap();
        assert!(seed(&db, &media).await);
        let mut reader = db.read().await.unwrap();
        let conn = &mut reader.conn();
        for (rule, broken) in RULES {
            assert_eq!(count(conn, broken).await, 0, "{rule}");
        }
        for (kind, any) in KINDS {
            assert!(count(conn, any).await > 0, "{kind}");
        }
        assert!(
            std::fs::read_dir(dir.path().join("tmp"))
                .unwrap()
                .next()
                .is_none()
        );
    })
    .await;
}

#[tokio::test]
async fn tomorrow_is_the_companies_own_also_when_theirs_is_not_that_of_utc() {
    let utc = |day, hour| {
        let date = NaiveDate::from_ymd_opt(2026, 8, day).unwrap();
        date.and_hms_opt(hour, 0, 0).unwrap().and_utc()
    };
    both(async |db| {
        let dir = tempfile::tempdir().unwrap();
        let media = MediaStore::open(dir.path(), "node", b"key").unwrap();
        // ten in the evening of the 3rd in São Paulo
        assert!(seed_at(utc(4, 1), &db, &media).await);
        let mut reader = db.read().await.unwrap();
        let conn = &mut reader.conn();
        let on_the_4th: i64 = on!(conn, |c| sqlx::query_scalar(
            "SELECT COUNT(*) FROM schedules WHERE send_at = $1"
        )
        .bind(utc(4, 12))
        .fetch_one(c)
        .await)
        .unwrap();
        assert!(on_the_4th > 0, "nine in the morning of the next day");
    })
    .await;
}

const RULES: [(&str, &str); 9] = [
    ("the list shows the newest message that is no whisper", "SELECT COUNT(*) FROM tickets t JOIN messages m ON m.company_id = t.company_id
        AND m.id = (SELECT MAX(n.id) FROM messages n WHERE n.company_id = t.company_id AND n.ticket_id = t.id
          AND n.is_private = FALSE)
        WHERE t.from_me <> m.from_me OR t.last_message_at <> m.created_at OR t.last_message = ''
           OR (m.media_type IS NULL AND t.last_message <> SUBSTR(m.body, 1, 200))"),
    ("every ticket has messages", "SELECT COUNT(*) FROM tickets t WHERE NOT EXISTS
        (SELECT 1 FROM messages m WHERE m.company_id = t.company_id AND m.ticket_id = t.id)"),
    ("unread is counted", "SELECT COUNT(*) FROM tickets t WHERE t.unread_messages <>
        (SELECT COUNT(*) FROM messages m WHERE m.company_id = t.company_id AND m.ticket_id = t.id AND NOT m.read)"),
    ("open and closed tickets have an attendant, others none", "SELECT COUNT(*) FROM tickets
        WHERE (user_id IS NULL) <> (status IN ('pending', 'lead'))"),
    ("only closed tickets have an end", "SELECT COUNT(*) FROM tickets WHERE (closed_at IS NULL) <> (status <> 'closed')"),
    ("one tracking row a ticket, running unless closed", "SELECT COUNT(*) FROM tickets t WHERE
        (SELECT COUNT(*) FROM ticket_tracking k WHERE k.company_id = t.company_id AND k.ticket_id = t.id
           AND (k.finished_at IS NULL) = (t.status <> 'closed') AND (k.started_at IS NULL) = (t.user_id IS NULL)) <> 1"),
    ("numbers grow with time", "SELECT COUNT(*) FROM messages a JOIN messages b ON b.company_id = a.company_id AND b.id = a.id + 1
        WHERE b.created_at < a.created_at"),
    ("episodes follow each other", "SELECT COUNT(*) FROM tickets a JOIN tickets b ON b.company_id = a.company_id
        AND b.contact_id = a.contact_id AND b.id > a.id WHERE a.closed_at IS NULL OR a.closed_at > b.created_at"),
    ("attendants serve their own queues", "SELECT COUNT(*) FROM tickets t WHERE t.status = 'open' AND NOT EXISTS
        (SELECT 1 FROM user_queues q WHERE q.company_id = t.company_id AND q.user_id = t.user_id AND q.queue_id = t.queue_id)"),
];

const KINDS: [(&str, &str); 13] = [
    (
        "picture",
        "SELECT COUNT(*) FROM media WHERE kind = 'image' AND width > 0",
    ),
    (
        "sound",
        "SELECT COUNT(*) FROM media WHERE kind = 'audio' AND duration > 5",
    ),
    (
        "document",
        "SELECT COUNT(*) FROM media WHERE mime = 'application/pdf'",
    ),
    (
        "place",
        "SELECT COUNT(*) FROM messages WHERE media_type = 'locationMessage' AND location IS NOT NULL",
    ),
    (
        "contact card",
        "SELECT COUNT(*) FROM messages WHERE media_type = 'vcard'",
    ),
    (
        "missed call",
        "SELECT COUNT(*) FROM messages WHERE media_type = 'call_log'",
    ),
    (
        "answer",
        "SELECT COUNT(*) FROM messages WHERE quoted_id IS NOT NULL",
    ),
    ("whisper", "SELECT COUNT(*) FROM messages WHERE is_private"),
    ("edited", "SELECT COUNT(*) FROM messages WHERE is_edited"),
    ("deleted", "SELECT COUNT(*) FROM messages WHERE is_deleted"),
    (
        "unknown",
        "SELECT COUNT(*) FROM messages m JOIN outbox o ON o.message_id = m.id WHERE m.send_state = 'unknown' AND o.state = 'unknown'",
    ),
    ("group", "SELECT COUNT(*) FROM tickets WHERE is_group"),
    ("phones", "SELECT COUNT(*) FROM simulator_messages"),
];
