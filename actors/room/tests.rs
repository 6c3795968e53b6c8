//! The room, with browsers that remember what they were given.

use std::time::Duration;

use actix::prelude::*;
use guiche_storage::model::event::{CommittedEvent, Entity, Room as Name, Scope};
use guiche_storage::model::ticket::TicketStatus;
use guiche_storage::model::user::Profile;
use guiche_storage::model::{ErrorCode, QueueId, TicketId, UserId};
use serde_json::value::RawValue;
use tokio::time::timeout;

use super::browser::CloseReason;
use super::test_browser::{Page, Seen, Tab, admin, browser, room, viewer};
use super::*;
use crate::ActorError;
use crate::registry::{MayEnd, Stop, ask};
use crate::rules::audience::Wish;
use crate::test_company::TestCompany;

async fn observe(room: &Addr<Room>) -> Observed {
    ask(room, Observe).await.unwrap()
}

async fn publish(room: &Addr<Room>, events: &[&CommittedEvent]) -> Observed {
    let events: Vec<CommittedEvent> = events.iter().copied().cloned().collect();
    room.send(Publish(events.into())).await.unwrap();
    observe(room).await
}

/// Asks the room until it has told the event with this number.
async fn told_up_to(room: &Addr<Room>, seq: i64) -> Observed {
    let wait = async {
        loop {
            let observed = observe(room).await;
            if observed.last_seq >= seq {
                return observed;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(Duration::from_secs(5), wait)
        .await
        .expect("the room did not catch up")
}

fn of_queue(queue: i64) -> Scope {
    Scope {
        queue_id: Some(QueueId(queue)),
        user_id: None,
    }
}

#[actix::test]
async fn everybody_hears_the_news_of_the_company_once_and_with_its_number() {
    let company = TestCompany::new().await;
    let room = room(&company);
    let (tab, joined) = Tab::open(&room, viewer(7, Profile::User, &[]), false).await;
    assert_eq!(joined.last_seq, 0);
    let rooms = [Name::Main, Name::User(UserId(7))];
    let event = company.event(Entity::Tag, &rooms, None).await;
    let observed = publish(&room, &[&event, &event]).await;
    assert_eq!((observed.told, observed.delivered), (1, 1));
    let (seen, _) = tab.page.send(Seen).await.unwrap();
    let body = r#"{"action":"delete","tagId":1,"seq":1}"#;
    assert_eq!(seen, [format!("company-{}-tag {body}", company.id)]);
}

#[actix::test]
async fn an_attendant_hears_nothing_of_a_foreign_queue() {
    // spec: S087 S113
    let company = TestCompany::new().await;
    let room = room(&company);
    let marina = Tab::join(&room, viewer(7, Profile::User, &[1])).await;
    let boss = Tab::join(&room, admin()).await;
    for tab in [&marina, &boss] {
        tab.wish(&room, Wish::Tickets(TicketStatus::Pending))
            .await
            .unwrap();
        tab.wish(&room, Wish::Notification).await.unwrap();
    }
    for queue in [1, 2] {
        let rooms = [
            Name::Status("pending".into()),
            Name::Queue(Some(QueueId(queue)), "pending".into()),
            Name::Notification,
            Name::QueueNotification(Some(QueueId(queue))),
            Name::User(UserId(7)),
        ];
        let event = company
            .event(Entity::Ticket, &rooms, Some(of_queue(queue)))
            .await;
        publish(&room, &[&event]).await;
    }
    assert_eq!(marina.numbers().await, [1]);
    assert_eq!(boss.numbers().await, [1, 2]);
}

#[actix::test]
async fn hidden_numbers_are_told_to_those_who_lead_alone() {
    let company = TestCompany::new().await;
    let room = room(&company);
    let boss = Tab::join(&room, admin()).await;
    let lead = Tab::join(&room, viewer(8, Profile::Supervisor, &[])).await;
    let marina = Tab::join(&room, viewer(7, Profile::User, &[])).await;
    let saw_number = async |tab: &Tab| {
        let (seen, _) = tab.page.send(Seen).await.unwrap();
        assert!(!seen.is_empty());
        seen.concat().contains("5511988887777")
    };
    let contact = r#"{"contact":{"name":"Bia","number":"5511988887777"}}"#;
    let hide = r#"{"setting":{"key":"hideNumbers","value":"enabled"}}"#;
    let show = r#"{"setting":{"key":"hideNumbers","value":"disabled"}}"#;
    for (entity, payload, shown) in [
        (Entity::Contact, contact, true),
        (Entity::Settings, hide, false),
        (Entity::Contact, contact, false),
        (Entity::Settings, show, false),
        (Entity::Contact, contact, true),
    ] {
        let mut event = company.event(entity, &[Name::Main], None).await;
        event.payload = RawValue::from_string(payload.to_owned()).unwrap();
        publish(&room, &[&event]).await;
        assert_eq!(saw_number(&marina).await, shown, "{}", event.seq);
        let is_contact = entity == Entity::Contact;
        assert_eq!(saw_number(&boss).await, is_contact);
        assert_eq!(saw_number(&lead).await, is_contact);
        if event.seq == 3 {
            // what was told while numbers were shown is not told again
            assert_eq!(marina.resume(&room, 0).await, Resumed::Resync);
            let missed = marina.resume(&room, 1).await;
            assert_eq!(
                missed,
                Resumed::Gap {
                    last_seq: 3,
                    missed: 2
                }
            );
            assert!(!saw_number(&marina).await);
        }
    }
}

#[actix::test]
async fn joins_are_counted_and_taken_back_one_by_one() {
    let company = TestCompany::new().await;
    let room = room(&company);
    let tab = Tab::join(&room, admin()).await;
    let open = Wish::Tickets(TicketStatus::Open);
    let rooms = [Name::Status("open".into())];
    tab.wish(&room, open).await.unwrap();
    tab.wish(&room, open).await.unwrap();
    for wanted in [vec![1], vec![2], vec![], vec![]] {
        let event = company.event(Entity::Ticket, &rooms, None).await;
        publish(&room, &[&event]).await;
        assert_eq!(tab.numbers().await, wanted);
        room.send(Unsubscribe {
            session: tab.session,
            wish: open,
        })
        .await
        .unwrap();
    }
}

#[actix::test]
async fn a_conversation_is_joined_by_those_who_may_see_the_ticket() {
    let company = TestCompany::new().await;
    let (room, ticket) = (room(&company), company.ticket().await);
    let boss = Tab::join(&room, admin()).await;
    let marina = Tab::join(&room, viewer(7, Profile::User, &[1])).await;
    boss.wish(&room, Wish::Ticket(ticket)).await.unwrap();
    let refused = marina.wish(&room, Wish::Ticket(ticket)).await;
    assert!(matches!(
        refused,
        Err(ActorError::Refused(ErrorCode::NoPermission))
    ));
    let unknown = boss.wish(&room, Wish::Ticket(TicketId(ticket.0 + 1))).await;
    assert!(matches!(
        unknown,
        Err(ActorError::Refused(ErrorCode::NoTicketFound))
    ));
    let event = company
        .event(Entity::AppMessage, &[Name::Ticket(ticket)], None)
        .await;
    assert_eq!(publish(&room, &[&event]).await.delivered, 1);
}

#[actix::test]
async fn a_browser_wishes_for_a_bounded_number_of_things() {
    let browser = browser(&Page::default().start());
    let session = browser.id();
    let mut listeners = listeners::Listeners::default();
    let epoch = chrono::DateTime::UNIX_EPOCH;
    let one = listeners::Listener::new(browser, admin(), epoch);
    listeners.insert(session, one);
    let taken = (0..100)
        .filter(|id| listeners.wish(session, Wish::Ticket(TicketId(*id))))
        .count();
    assert_eq!(taken, 64);
    assert!(
        listeners.wish(session, Wish::Ticket(TicketId(0))),
        "it has that already"
    );
    assert!(
        !listeners.wish(SessionId::new(), Wish::Notification),
        "nobody knows this one"
    );
}

#[actix::test]
async fn events_are_told_in_order_however_they_arrive() {
    let company = TestCompany::new().await;
    let room = room(&company);
    let tab = Tab::join(&room, admin()).await;
    let mut events = Vec::new();
    for _ in 0..3 {
        events.push(company.event(Entity::Tag, &[Name::Main], None).await);
    }
    let observed = publish(&room, &[&events[2], &events[1]]).await;
    assert_eq!(observed.told, 0, "the first is on its way");
    let observed = publish(&room, &[&events[0]]).await;
    assert_eq!((observed.last_seq, observed.caught_up), (3, 0));
    assert_eq!(tab.numbers().await, [1, 2, 3]);
}

#[actix::test]
async fn missing_events_are_read_from_storage() {
    let company = TestCompany::new().await;
    let room = room(&company);
    let tab = Tab::join(&room, admin()).await;
    company.event(Entity::Tag, &[Name::Main], None).await;
    company.event(Entity::Tag, &[Name::Main], None).await;
    let third = company.event(Entity::Tag, &[Name::Main], None).await;
    publish(&room, &[&third]).await;
    assert_eq!(told_up_to(&room, 3).await.caught_up, 1);
    assert_eq!(tab.numbers().await, [1, 2, 3]);

    company.event(Entity::Tag, &[Name::Main], None).await;
    room.send(Woken { seq: 4 }).await.unwrap();
    told_up_to(&room, 4).await;
    assert_eq!(tab.numbers().await, [4], "another node's message is enough");
}

#[actix::test]
async fn a_browser_that_was_away_gets_its_gap() {
    let company = TestCompany::new().await;
    let rooms = [Name::Queue(Some(QueueId(1)), "open".into())];
    for queue in [1, 1, 2, 1] {
        company
            .event(Entity::Ticket, &rooms, Some(of_queue(queue)))
            .await;
    }
    company
        .event(Entity::Auth, &[Name::User(UserId(7))], None)
        .await;
    // a room that starts now knows what was before
    let room = room(&company);
    let (tab, joined) = Tab::open(&room, viewer(7, Profile::User, &[1]), false).await;
    assert_eq!(joined.last_seq, 5);
    tab.wish(&room, Wish::Tickets(TicketStatus::Open))
        .await
        .unwrap();

    assert_eq!(
        tab.resume(&room, 1).await,
        Resumed::Gap {
            last_seq: 5,
            missed: 2
        }
    );
    assert_eq!(
        tab.numbers().await,
        [2, 4],
        "not of queue 2, and no old sign-in"
    );
    assert_eq!(
        tab.resume(&room, 5).await,
        Resumed::Gap {
            last_seq: 5,
            missed: 0
        }
    );
    assert_eq!(
        tab.resume(&room, 900).await,
        Resumed::Resync,
        "a number nobody gave"
    );
    company.event(Entity::Tag, &[Name::Main], None).await;
    assert_eq!(
        tab.resume(&room, 6).await,
        Resumed::Gap {
            last_seq: 6,
            missed: 0
        }
    );
    assert_eq!(
        tab.numbers().await,
        [6],
        "another node's event was read first"
    );
}

#[actix::test]
async fn the_notice_of_a_sign_in_is_for_the_browsers_before_it_and_their_last() {
    // spec: S113
    let company = TestCompany::new().await;
    let room = room(&company);
    let old = Tab::join(&room, viewer(7, Profile::User, &[])).await;
    let page = Page::default().start();
    let fresh = Join {
        browser: browser(&page),
        viewer: viewer(7, Profile::User, &[]),
        verified_at: company.now(),
    };
    ask(&room, fresh).await.unwrap().unwrap();
    let event = company
        .event(Entity::Auth, &[Name::User(UserId(7))], None)
        .await;
    publish(&room, &[&event]).await;
    let (seen, reason) = old.page.send(Seen).await.unwrap();
    assert_eq!((seen.len(), reason), (1, Some(CloseReason::SignedOut)));
    let (seen, reason) = page.send(Seen).await.unwrap();
    assert_eq!((seen.len(), reason), (0, None));
}

#[actix::test]
async fn a_browser_that_does_not_read_is_let_go_and_others_are_not_held_up() {
    let company = TestCompany::new().await;
    let room = room(&company);
    let (stuck, _) = Tab::open(&room, admin(), true).await;
    let tab = Tab::join(&room, admin()).await;
    let mut numbers = Vec::new();
    for _ in 0..8 {
        let event = company.event(Entity::Tag, &[Name::Main], None).await;
        publish(&room, &[&event]).await;
        numbers.extend(tab.numbers().await);
    }
    assert_eq!(numbers, [1, 2, 3, 4, 5, 6, 7, 8]);
    let observed = observe(&room).await;
    assert_eq!((observed.evicted, observed.sessions), (1, 1));
    assert!(stuck.page.connected());
}

#[actix::test]
async fn changed_rights_count_at_once() {
    let company = TestCompany::new().await;
    let room = room(&company);
    let tab = Tab::join(&room, viewer(7, Profile::User, &[1])).await;
    tab.wish(&room, Wish::Tickets(TicketStatus::Open))
        .await
        .unwrap();
    let rooms = [1, 2].map(|queue| Name::Queue(Some(QueueId(queue)), "open".into()));
    let now = viewer(7, Profile::User, &[2]);
    room.send(Reauthorise {
        user: UserId(7),
        viewer: Some(now),
    })
    .await
    .unwrap();
    for (queue, name) in [1, 2].into_iter().zip(&rooms) {
        let event = company
            .event(
                Entity::Ticket,
                std::slice::from_ref(name),
                Some(of_queue(queue)),
            )
            .await;
        publish(&room, &[&event]).await;
    }
    assert_eq!(tab.numbers().await, [2]);
    room.send(Reauthorise {
        user: UserId(7),
        viewer: None,
    })
    .await
    .unwrap();
    assert_eq!(tab.close_reason().await, Some(CloseReason::SignedOut));
    assert_eq!(observe(&room).await.sessions, 0);
}

#[actix::test]
async fn a_browser_that_leaves_hears_nothing_more() {
    let company = TestCompany::new().await;
    let room = room(&company);
    let tab = Tab::join(&room, admin()).await;
    room.send(Leave {
        session: tab.session,
    })
    .await
    .unwrap();
    room.send(Leave {
        session: tab.session,
    })
    .await
    .unwrap();
    let event = company.event(Entity::Tag, &[Name::Main], None).await;
    assert_eq!(publish(&room, &[&event]).await.delivered, 0);
}

#[actix::test]
async fn a_room_that_stops_sends_its_browsers_away() {
    let company = TestCompany::new().await;
    let room = room(&company);
    let tab = Tab::join(&room, admin()).await;
    room.send(Stop).await.unwrap();
    assert_eq!(tab.close_reason().await, Some(CloseReason::Shutdown));
}

#[actix::test]
async fn a_room_that_is_drained_sends_its_browsers_away_one_after_the_other() {
    let company = TestCompany::new().await;
    let room = room(&company);
    let mut tabs = Vec::new();
    for _ in 0..4 {
        tabs.push(Tab::join(&room, admin()).await);
    }
    let over = Duration::from_secs(1);
    room.send(Drain { over }).await.unwrap();
    let mut left = vec![observe(&room).await.sessions];
    let wait = async {
        while left.last() != Some(&0) {
            left.push(observe(&room).await.sessions);
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(Duration::from_secs(5), wait)
        .await
        .expect("the room is not empty");
    left.dedup();
    assert!(
        left.is_sorted_by(|before, after| before > after),
        "{left:?}"
    );
    // a busy machine may look too late for one of them, but they do not go all at once
    assert!(left.len() > 2, "{left:?}");
    for tab in &tabs {
        assert_eq!(tab.close_reason().await, Some(CloseReason::Shutdown));
    }
}

#[actix::test]
async fn a_word_that_comes_while_the_room_reads_is_not_forgotten() {
    let company = TestCompany::new().await;
    let room = room(&company);
    let tab = Tab::join(&room, admin()).await;
    // fewer than the page of the tests has room for at once
    for _ in 0..4 {
        let event = company.event(Entity::Tag, &[Name::Main], None).await;
        room.try_send(Woken { seq: event.seq }).unwrap();
    }
    // it looks by itself only every ten seconds
    told_up_to(&room, 4).await;
    let mut told = Vec::new();
    let wait = async {
        while told.len() < 4 {
            told.extend(tab.numbers().await);
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let in_time = timeout(Duration::from_secs(5), wait).await;
    assert!(in_time.is_ok(), "{told:?} {:?}", observe(&room).await);
    assert_eq!(told, [1, 2, 3, 4]);
}

#[actix::test]
async fn a_room_ends_ten_minutes_after_its_last_browser_and_the_next_one_tells_what_it_told() {
    let company = TestCompany::new().await;
    let first = room(&company);
    let tab = Tab::join(&first, admin()).await;
    let event = company.event(Entity::Tag, &[Name::Main], None).await;
    publish(&first, &[&event]).await;
    tokio::time::pause();
    let may_end = async || ask(&first, MayEnd).await.unwrap();
    tokio::time::advance(Duration::from_mins(30)).await;
    assert!(!may_end().await, "somebody listens");
    let session = tab.session;
    first.send(Leave { session }).await.unwrap();
    tokio::time::advance(Duration::from_secs(599)).await;
    assert!(!may_end().await, "he may come back");
    tokio::time::advance(Duration::from_secs(1)).await;
    tokio::time::resume();
    let settled = async {
        while !may_end().await {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    assert!(timeout(Duration::from_secs(5), settled).await.is_ok());
    first.send(Stop).await.unwrap();
    let next = room(&company);
    let tab = Tab::join(&next, admin()).await;
    let (last_seq, missed) = (event.seq, 1);
    let gap = Resumed::Gap { last_seq, missed };
    assert_eq!(tab.resume(&next, event.seq - 1).await, gap);
    assert_eq!(tab.numbers().await, [event.seq]);
}
