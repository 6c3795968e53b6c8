//! The dashboard's figures against a set of episodes that was added up by hand.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::support::{both, company, queue, user};
use crate::{
    Conn, Db,
    contacts::{self, ContactForm},
    dashboard::{self, Slot, Span, TimesBy},
    model::{CompanyId, QueueId, UserId, ticket::TicketStatus, user::Profile},
    on,
    tickets::{self, write::NewTicket},
};

/// One episode: times are UTC of August 2026, `dd HH:MM:SS`.
#[derive(Debug, Clone, Copy, Default)]
struct Episode {
    contact: &'static str,
    queue: Option<QueueId>,
    user: Option<UserId>,
    queued: &'static str,
    answered: Option<&'static str>,
    started: Option<&'static str>,
    rating_asked: Option<&'static str>,
    finished: Option<&'static str>,
    rate: Option<i64>,
}

fn at(text: &str) -> DateTime<Utc> {
    let (day, time) = text.split_once(' ').unwrap();
    // the last day of July is called 00
    let date = if day == "00" {
        "2026-07-31".to_owned()
    } else {
        format!("2026-08-{day}")
    };
    format!("{date}T{time}Z").parse().unwrap()
}

async fn insert(conn: &mut Conn<'_>, company: CompanyId, episode: Episode) {
    let queued = at(episode.queued);
    let found = contacts::find_by_number(conn, company, episode.contact)
        .await
        .unwrap();
    let contact = if let Some(contact) = found {
        contact.id
    } else {
        let form = ContactForm {
            name: "Cliente".into(),
            number: episode.contact.into(),
            email: String::new(),
            extra_info: Vec::new(),
        };
        let made = contacts::insert(conn, company, &form, queued).await;
        made.unwrap().id
    };
    let ticket = NewTicket {
        uuid: Uuid::new_v4(),
        status: match (episode.finished, episode.started) {
            (Some(_), _) => TicketStatus::Closed,
            (None, Some(_)) => TicketStatus::Open,
            (None, None) => TicketStatus::Pending,
        },
        contact_id: contact,
        user_id: episode.user,
        queue_id: episode.queue,
        connection_id: None,
        is_group: false,
    };
    let ticket = tickets::write::insert(conn, company, &ticket, queued)
        .await
        .unwrap();
    on!(conn, |c| sqlx::query(
        "INSERT INTO ticket_tracking (company_id, ticket_id, queue_id, user_id, queued_at, started_at, rating_at,
           closed_at, finished_at, rate, created_at, asked_at, answered_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $5, CASE WHEN $10 IS NULL THEN NULL ELSE $5 END, $10)"
    )
    .bind(company)
    .bind(ticket)
    .bind(episode.queue)
    .bind(episode.user)
    .bind(queued)
    .bind(episode.started.map(at))
    .bind(episode.rating_asked.map(at))
    .bind(episode.finished.map(at))
    .bind(episode.rate)
    .bind(episode.answered.map(at))
    .execute(c)
    .await
    .map(drop))
    .unwrap();
}

pub(super) struct Desk {
    pub(super) company: CompanyId,
    pub(super) bia: UserId,
    pub(super) sales: QueueId,
    pub(super) support: QueueId,
}

/// What the attendant of sales had.
fn sold((queue, user): (QueueId, UserId)) -> [Episode; 3] {
    [
        // waited 4:30, was served for 30:00 until the question how it was
        Episode {
            contact: "5511900000001",
            queue: Some(queue),
            user: Some(user),
            queued: "01 12:00:00",
            answered: Some("01 12:05:00"),
            started: Some("01 12:04:30"),
            rating_asked: Some("01 12:34:30"),
            finished: Some("01 12:44:30"),
            rate: Some(3),
        },
        // the same customer: waited 10:00, was served for 10:00
        Episode {
            contact: "5511900000001",
            queue: Some(queue),
            user: Some(user),
            queued: "02 12:00:00",
            answered: Some("02 12:11:00"),
            started: Some("02 12:10:00"),
            finished: Some("02 12:20:00"),
            rate: Some(2),
            ..Episode::default()
        },
        // waited 1:00 and is being served
        Episode {
            contact: "5511900000003",
            queue: Some(queue),
            user: Some(user),
            queued: "03 12:00:00",
            started: Some("03 12:01:00"),
            ..Episode::default()
        },
    ]
}

/// What the supervisor had in support, and one whom nobody has yet.
fn supported((queue, user): (QueueId, UserId)) -> [Episode; 3] {
    [
        // the last second of Sunday in São Paulo: waited 10:00, was served for 19:59
        Episode {
            contact: "5511900000002",
            queue: Some(queue),
            user: Some(user),
            queued: "03 02:59:59",
            started: Some("03 03:09:59"),
            finished: Some("03 03:29:58"),
            ..Episode::default()
        },
        // waits
        Episode {
            contact: "5511900000004",
            queued: "03 12:30:00",
            ..Episode::default()
        },
        // began to wait before the period and ended in it
        Episode {
            contact: "5511900000005",
            queue: Some(queue),
            user: Some(user),
            queued: "00 12:00:00",
            started: Some("00 12:05:00"),
            finished: Some("01 12:30:00"),
            ..Episode::default()
        },
    ]
}

/// Two queues, an admin, a supervisor of sales, an attendant of sales, six episodes and a neighbour's.
pub(super) async fn desk(db: &Db) -> Desk {
    let company = company(db, "Lojas Aurora").await;
    let sales = queue(db, company, "Vendas").await;
    let support = queue(db, company, "Suporte").await;
    user(db, company, "ana@aurora.example", Profile::Admin, &[]).await;
    let bia = user(
        db,
        company,
        "bia@aurora.example",
        Profile::Supervisor,
        &[sales],
    )
    .await;
    let caio = user(db, company, "caio@aurora.example", Profile::User, &[sales]).await;
    let theirs = super::support::company(db, "Clínica Vida").await;
    db.write(async |conn| {
        for episode in sold((sales, caio))
            .into_iter()
            .chain(supported((support, bia)))
        {
            insert(conn, company, episode).await;
        }
        let foreign = Episode {
            contact: "5511900000009",
            queued: "02 12:00:00",
            started: Some("02 12:00:00"),
            finished: Some("02 23:00:00"),
            ..Episode::default()
        };
        insert(conn, theirs, foreign).await;
        Ok::<_, crate::StorageError>(())
    })
    .await
    .unwrap();
    Desk {
        company,
        bia,
        sales,
        support,
    }
}

/// Saturday to Monday in São Paulo.
pub(super) fn weekend(leader: Option<UserId>) -> Span<'static> {
    Span {
        from: at("01 03:00:00"),
        until: at("04 03:00:00"),
        leader,
        chosen: None,
    }
}

#[tokio::test]
async fn the_cards_are_right_to_the_minute() {
    // spec: S024 S055
    both(async |db| {
        let desk = desk(&db).await;
        let mut reader = db.read().await.unwrap();
        let conn = &mut reader.conn();
        let all = dashboard::get_counters(conn, desk.company, weekend(None))
            .await
            .unwrap();
        // (30:00 + 10:00 + 19:59) / 3 and (4:30 + 10:00 + 10:00 + 1:00) / 4
        assert_eq!((all.avg_support_time, all.avg_wait_time), (20, 6));
        assert_eq!((all.support_happening, all.support_pending), (1, 1));
        assert_eq!((all.support_finished, all.leads), (3, 3));

        let hers = dashboard::get_counters(conn, desk.company, weekend(Some(desk.bia)))
            .await
            .unwrap();
        // (30:00 + 10:00) / 2 and (4:30 + 10:00 + 1:00) / 3
        assert_eq!((hers.avg_support_time, hers.avg_wait_time), (20, 5));
        assert_eq!((hers.support_happening, hers.support_pending), (1, 0));
        assert_eq!((hers.support_finished, hers.leads), (2, 1));
    })
    .await;
}

#[tokio::test]
async fn attendants_have_their_times_and_stars_and_idle_ones_have_none() {
    // spec: S026 S055 S140
    both(async |db| {
        let desk = desk(&db).await;
        let mut reader = db.read().await.unwrap();
        let conn = &mut reader.conn();
        let list = async |conn: &mut Conn<'_>, leader| {
            let rows = dashboard::list_attendants(conn, desk.company, weekend(leader))
                .await
                .unwrap();
            let rows = rows
                .into_iter()
                .map(|row| (row.name, row.avg_support_time, row.tickets, row.rating));
            rows.collect::<Vec<_>>()
        };
        assert_eq!(
            list(conn, None).await,
            [
                ("ana".to_owned(), 0, 0, None),
                ("bia".to_owned(), 20, 1, None),
                ("caio".to_owned(), 20, 3, Some(2.5)),
            ]
        );
        // a supervisor sees who shares her queues, and what they did there
        assert_eq!(
            list(conn, Some(desk.bia)).await,
            [
                ("bia".to_owned(), 0, 0, None),
                ("caio".to_owned(), 20, 3, Some(2.5)),
            ]
        );
    })
    .await;
}

#[tokio::test]
async fn the_charts_count_what_ended_by_user_and_what_began_by_time() {
    // spec: S027 S055
    both(async |db| {
        let desk = desk(&db).await;
        let mut reader = db.read().await.unwrap();
        let conn = &mut reader.conn();
        let ended = dashboard::finished_by_user(conn, desk.company, weekend(None))
            .await
            .unwrap();
        let ended: Vec<_> = ended
            .iter()
            .map(|one| (one.nome.as_str(), one.quantidade))
            .collect();
        assert_eq!(ended, [("ana", 0), ("bia", 2), ("caio", 2)]);
        let began = dashboard::count_by_slot(conn, desk.company, weekend(None))
            .await
            .unwrap();
        // quarters of an hour since Saturday's midnight: 9:00, 33:00, 47:59:59, 57:00 and 57:30
        assert_eq!(began, [(36, 1), (132, 1), (191, 1), (228, 1), (230, 1)]);
        let hers = dashboard::count_by_slot(conn, desk.company, weekend(Some(desk.bia)))
            .await
            .unwrap();
        assert_eq!(hers, [(36, 1), (132, 1), (228, 1)]);
    })
    .await;
}

#[tokio::test]
async fn times_to_the_first_answer_and_to_the_end_are_told_by_queue_and_by_attendant() {
    both(async |db| {
        let desk = desk(&db).await;
        let mut reader = db.read().await.unwrap();
        let conn = &mut reader.conn();
        let list = async |conn: &mut Conn<'_>, leader, by| {
            let rows = dashboard::list_times(conn, desk.company, weekend(leader), by).await;
            let rows = rows.unwrap().into_iter().map(|row| {
                let answer = (row.answers, row.answer_median, row.answer_ninth);
                let ending = (row.endings, row.ending_median, row.ending_ninth);
                (row.name, row.tickets, answer, ending)
            });
            rows.collect::<Vec<_>>()
        };
        let name = |name: &str| Some(name.to_owned());
        // 5 and 11 minutes to an answer; 20:00 and 44:30 to the end, and one that runs
        let sales = (3, (2, Some(300), Some(660)), (2, Some(1200), Some(2670)));
        let support = (1, (0, None, None), (1, Some(1799), Some(1799)));
        let nowhere = (1, (0, None, None), (0, None, None));
        let row = |name: Option<String>, (tickets, answer, ending)| (name, tickets, answer, ending);
        let mut queues = list(conn, None, TimesBy::Queue).await;
        queues.sort_by_key(|row| (-row.1, row.0.is_none()));
        assert_eq!(
            queues,
            [
                row(name("Vendas"), sales),
                row(name("Suporte"), support),
                row(None, nowhere)
            ]
        );
        let mut people = list(conn, None, TimesBy::Attendant).await;
        people.sort_by_key(|row| (-row.1, row.0.is_none()));
        assert_eq!(
            people,
            [
                row(name("caio"), sales),
                row(name("bia"), support),
                row(None, nowhere)
            ]
        );
        let hers = list(conn, Some(desk.bia), TimesBy::Queue).await;
        assert_eq!(hers, [row(name("Vendas"), sales)]);
        // none has a tag or a number
        for by in [TimesBy::Tag, TimesBy::Connection] {
            let all = list(conn, None, by).await;
            assert_eq!((all.len(), &all[0].0, all[0].1), (1, &None, 5), "{by:?}");
        }
    })
    .await;
}

#[tokio::test]
async fn nothing_at_all_is_zero() {
    both(async |db| {
        let empty = company(&db, "Nova").await;
        let mut reader = db.read().await.unwrap();
        let conn = &mut reader.conn();
        let counters = dashboard::get_counters(conn, empty, weekend(None))
            .await
            .unwrap();
        assert_eq!((counters.avg_support_time, counters.leads), (0, 0));
        let began = dashboard::count_by_slot(conn, empty, weekend(None))
            .await
            .unwrap();
        assert_eq!(began, []);
    })
    .await;
}

#[tokio::test]
async fn a_period_is_told_by_quarters_of_an_hour_and_first_answers() {
    both(async |db| {
        let desk = desk(&db).await;
        let mut reader = db.read().await.unwrap();
        let conn = &mut reader.conn();
        let slots = dashboard::list_slots(conn, desk.company, weekend(None))
            .await
            .unwrap();
        let served = Slot {
            slot: 36,
            began: 1,
            finished: 1,
            supported: 1,
            support: 30 * 60,
            waited: 1,
            wait: 4 * 60 + 30,
        };
        let waits = Slot {
            slot: 230,
            began: 1,
            ..Slot::default()
        };
        assert_eq!((slots.first(), slots.last()), (Some(&served), Some(&waits)));
        assert_eq!(slots.len(), 5);
        // not the customer who came twice
        let once = dashboard::count_once_by_slot(conn, desk.company, weekend(None))
            .await
            .unwrap();
        assert_eq!(once, [(191, 1), (228, 1), (230, 1)]);
        for leader in [None, Some(desk.bia)] {
            let first = dashboard::first_answer(conn, desk.company, weekend(leader))
                .await
                .unwrap();
            assert_eq!((first.answers, first.median), (2, Some(300)));
            assert_eq!((first.ninth, first.within), (Some(660), [0, 1, 1, 0, 0]));
        }
        let hers = dashboard::list_slots(conn, desk.company, weekend(Some(desk.bia)))
            .await
            .unwrap();
        let hers: Vec<i64> = hers.iter().map(|slot| slot.slot).collect();
        assert_eq!(hers, [36, 132, 228]);
    })
    .await;
}

#[tokio::test]
async fn who_waits_and_who_serves_whom_is_told_as_it_is_now() {
    both(async |db| {
        let desk = desk(&db).await;
        let mut reader = db.read().await.unwrap();
        let conn = &mut reader.conn();
        let waiting = dashboard::list_waiting(conn, desk.company, None, None)
            .await
            .unwrap();
        let [waiting] = waiting.as_slice() else {
            panic!("one waits: {waiting:?}");
        };
        assert_eq!(waiting.since, at("03 12:30:00"));
        assert_eq!(
            (waiting.name.as_str(), &waiting.queue_name),
            ("Cliente", &None)
        );
        let hers = dashboard::list_waiting(conn, desk.company, Some(desk.bia), None).await;
        assert_eq!(hers.unwrap(), []);
        for (leader, expected) in [
            (None, vec![("caio", 1, 1), ("ana", 0, 0), ("bia", 0, 0)]),
            (Some(desk.bia), vec![("caio", 1, 1), ("bia", 0, 0)]),
        ] {
            let held = dashboard::list_held(conn, desk.company, leader, None)
                .await
                .unwrap();
            let held: Vec<_> = held
                .iter()
                .map(|one| (one.name.as_str(), one.open, one.names.len()))
                .collect();
            assert_eq!(held, expected);
        }
    })
    .await;
}
