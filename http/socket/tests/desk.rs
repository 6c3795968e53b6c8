//! The desk behind the gate: real rooms and presences on a database of their own.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use actix_web::{App, web};
use chrono::{DateTime, Utc};
use futures_util::future::LocalBoxFuture;
use guiche_actors::presence::{self, Presence, PresenceSettings};
use guiche_actors::publisher::{EventPublisher, ShowWriting};
use guiche_actors::registry::{Registry, ask};
use guiche_actors::room::{self, Room, RoomSettings};
use guiche_actors::rules::Viewer;
use guiche_storage::cluster::redis::ClusterBus;
use guiche_storage::companies::{self, NewCompany, NewPlan};
use guiche_storage::fixtures::migrated::migrated;
use guiche_storage::identity::users::{self, NewUser};
use guiche_storage::model::event::{NewEvent, Room as Name, Scope, TicketEvent};
use guiche_storage::model::user::Profile;
use guiche_storage::model::{Clock, CompanyId, ErrorCode, QueueId, TicketId, UserId};
use guiche_storage::{Conn, Db, StorageError};
use uuid::Uuid;

use super::support::{Client, serve};
use crate::socket::{Desk, Doorkeeper, RULES, Visitor, configure, encode_event};

#[derive(Debug)]
struct Noon;

impl Clock for Noon {
    fn now(&self) -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000, 0).unwrap()
    }
}

/// Lets in who says `marina` or `boss`, until the lock is turned.
struct Door {
    company: CompanyId,
    user: UserId,
    locked: Arc<AtomicBool>,
    // how many more are let in, and what those hear who come after them
    last: Mutex<Option<(u32, ErrorCode)>>,
}

impl Doorkeeper for Door {
    fn verify(&self, token: String) -> LocalBoxFuture<'_, Result<Visitor, ErrorCode>> {
        Box::pin(async move {
            if let Some((left, refusal)) = self.last.lock().unwrap().as_mut() {
                *left = left.checked_sub(1).ok_or(*refusal)?;
            }
            let (profile, millis) = match token.as_str() {
                _ if self.locked.load(Ordering::SeqCst) => return Err(ErrorCode::SessionExpired),
                "marina" => (Profile::User, 60_000),
                "brief" => (Profile::User, 50),
                "boss" => (Profile::Admin, 60_000),
                _ => return Err(ErrorCode::TokenInvalid),
            };
            Ok(Visitor {
                company: self.company,
                viewer: Viewer {
                    user_id: self.user,
                    name: "Marina".into(),
                    profile,
                    queue_ids: vec![QueueId(1)],
                    all_ticket: false,
                },
                sign_in: Uuid::from_u128(1),
                is_actor: false,
                verified_at: DateTime::UNIX_EPOCH,
                expires_in: Duration::from_millis(millis),
            })
        })
    }
}

struct World {
    address: SocketAddr,
    db: Db,
    company: CompanyId,
    user: UserId,
    tell: EventPublisher,
    rooms: Registry<Room>,
    presences: Registry<Presence>,
    locked: Arc<AtomicBool>,
    _folder: tempfile::TempDir,
}

async fn people(db: &Db) -> (CompanyId, UserId) {
    let now = Noon.now();
    db.write(async |conn: &mut Conn<'_>| {
        let plan = NewPlan {
            name: "All",
            users: 9,
            connections: 9,
            queues: 9,
            value: 0.0,
            features: &[],
        };
        let plan = companies::insert_plan(conn, now, &plan).await?;
        let company = NewCompany {
            name: "Aurora",
            email: None,
            phone: None,
            plan,
            due_date: None,
        };
        let company = companies::insert(conn, now, &company).await?;
        let user = NewUser {
            name: "Marina",
            email: "marina@aurora.example",
            password_hash: "none",
            profile: Profile::User,
            is_super: false,
            all_ticket: false,
            connection: None,
            queues: &[],
        };
        let user = users::insert_user(conn, company, now, &user).await?;
        Ok::<_, StorageError>((company, user))
    })
    .await
    .unwrap()
}

impl World {
    async fn new() -> Self {
        Self::closing_after(None).await
    }

    /// With a door that lets in only so many.
    async fn closing_after(last: Option<(u32, ErrorCode)>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let db = migrated(&folder.path().join("desk.sqlite")).await.unwrap();
        let (company, user) = people(&db).await;
        let clock: Arc<dyn Clock> = Arc::new(Noon);
        let settings = RoomSettings {
            db: db.clone(),
            clock: Arc::clone(&clock),
            encode: encode_event,
            reconcile_every: Duration::from_secs(1),
            bus: ClusterBus::nobody(),
            show_writing: ShowWriting::nobody(),
        };
        let rooms = Registry::new(vec![], move |key| Room::new(*key, settings.clone()));
        let tell = room::tell_rooms(rooms.clone(), ClusterBus::nobody());
        let settings = PresenceSettings {
            db: db.clone(),
            clock,
            node: "here".into(),
            tell: tell.clone(),
        };
        let presences = Registry::new(vec![], move |key| Presence::new(*key, settings.clone()));
        let locked = Arc::new(AtomicBool::new(false));
        let door = Door {
            company,
            user,
            locked: Arc::clone(&locked),
            last: Mutex::new(last),
        };
        let desk = Desk {
            doorkeeper: Arc::new(door),
            rooms: rooms.clone(),
            presences: presences.clone(),
        };
        let address = serve(Duration::from_secs(30), move || {
            App::new()
                .app_data(web::Data::new(desk.clone()))
                .configure(configure)
        });
        Self {
            address,
            db,
            company,
            user,
            tell,
            rooms,
            presences,
            locked,
            _folder: folder,
        }
    }

    /// Commits an event and tells it; answers its number.
    async fn event(&self, rooms: &[Name], scope: Option<Scope>) -> i64 {
        let read = TicketEvent::UpdateUnread {
            ticket_id: TicketId(1),
        };
        let event = NewEvent {
            scope,
            ..NewEvent::to(rooms, read)
        };
        let work = async |_: &mut Conn<'_>, told: &mut Vec<NewEvent>| {
            told.push(event.clone());
            Ok::<_, StorageError>(())
        };
        let told = self
            .db
            .change(self.company, Noon.now(), work)
            .await
            .unwrap();
        let number = told.events.last().unwrap().seq;
        self.tell.tell(told.events);
        number
    }

    async fn queue_event(&self, queue: i64) -> i64 {
        let queue_id = Some(QueueId(queue));
        let rooms = [
            Name::Queue(queue_id, "pending".into()),
            Name::Status("pending".into()),
        ];
        self.event(
            &rooms,
            Some(Scope {
                queue_id,
                user_id: None,
            }),
        )
        .await
    }

    /// Opens as this user and reads up to `ready`; gives its number.
    async fn open(&self, token: &str) -> (Client, i64) {
        let (mut client, _) = Client::open_at(self.address, &format!("&token={token}")).await;
        client.send("40").await;
        assert!(client.text().await.starts_with("40{\"sid\":"));
        loop {
            // the news of the own presence may come first
            let text = client.text().await;
            if let Some(rest) = text.strip_prefix("42[\"ready\",{\"lastSeq\":") {
                return (client, rest.trim_end_matches("}]").parse().unwrap());
            }
            assert!(text.contains("-user\""), "{text}");
        }
    }

    /// Waits until the room has told the event with this number.
    async fn told_up_to(&self, seq: i64) {
        let room = self.rooms.find(&self.company).unwrap();
        let told = async {
            while ask(&room, room::Observe).await.unwrap().last_seq < seq {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(5), told)
            .await
            .expect("the room hears of it");
    }

    fn ticket_frame(&self, seq: i64) -> String {
        format!(
            "42[\"company-{}-ticket\",{{\"action\":\"updateUnread\",\"ticketId\":1,\"seq\":{seq}}}]",
            self.company
        )
    }
}

/// Sends an event and reads its answer; other frames on the way are given too.
async fn call(client: &mut Client, id: u32, event: &str) -> (Vec<String>, String) {
    client.send(&format!("42{id}{event}")).await;
    let mut others = Vec::new();
    loop {
        let text = client.text().await;
        match text.strip_prefix(&format!("43{id}")) {
            Some(answer) => return (others, answer.to_owned()),
            None if text.contains("-user\"") => {}
            None => others.push(text),
        }
    }
}

const OK: &str = "[{\"ok\":true}]";

#[test]
fn the_rhythm_is_the_specifications() {
    // spec: S132
    assert_eq!(RULES.ping_interval.as_millis(), 18_000);
    assert_eq!(RULES.ping_timeout.as_millis(), 18_000);
}

#[actix_web::test]
async fn browsers_are_told_the_rhythm() {
    // spec: S132
    let world = World::new().await;
    let (_, handshake) = Client::open_at(world.address, "&token=marina").await;
    assert_eq!(handshake["pingInterval"], 18_000);
    assert_eq!(handshake["pingTimeout"], 18_000);
}

#[actix_web::test]
async fn nobody_comes_in_without_a_good_token() {
    // spec: S113
    let world = World::new().await;
    for (query, auth, code) in [
        ("", "", "ERR_SESSION_EXPIRED"),
        ("&token=nobody", "", "ERR_TOKEN_INVALID"),
        (
            "&token=marina",
            "{\"token\":\"nobody\"}",
            "ERR_TOKEN_INVALID",
        ),
    ] {
        let (mut client, _) = Client::open_at(world.address, query).await;
        client.send(&format!("40{auth}")).await;
        let refused = format!("44{{\"data\":{{\"error\":\"{code}\"}},\"message\":\"{code}\"}}");
        assert_eq!(client.text().await, refused);
    }
    assert!(world.rooms.find(&world.company).is_none());
}

#[actix_web::test]
async fn an_attendant_joins_his_queues_and_hears_no_other() {
    // spec: S087 S113
    let world = World::new().await;
    let (mut marina, _) = world.open("marina").await;
    let (mut boss, _) = world.open("boss").await;
    for client in [&mut marina, &mut boss] {
        assert_eq!(call(client, 1, "[\"joinTickets\",\"pending\"]").await.1, OK);
        assert_eq!(call(client, 2, "[\"joinNotification\"]").await.1, OK);
    }
    world.queue_event(1).await;
    world.told_up_to(world.queue_event(2).await).await;
    let (heard, _) = call(&mut marina, 3, "[\"userStatus\"]").await;
    let (all, _) = call(&mut boss, 3, "[\"userStatus\"]").await;
    assert_eq!((heard.len(), all.len()), (1, 2), "{heard:?} {all:?}");
    assert_eq!(
        call(&mut marina, 4, "[\"leaveTickets\",\"pending\"]")
            .await
            .1,
        OK
    );
    world.told_up_to(world.queue_event(1).await).await;
    assert_eq!(
        call(&mut marina, 5, "[\"userStatus\"]").await.0,
        Vec::<String>::new()
    );
}

#[actix_web::test]
async fn a_bell_hears_what_is_for_bells_until_it_leaves() {
    // spec: S113
    let world = World::new().await;
    let (mut marina, _) = world.open("marina").await;
    let (mut boss, _) = world.open("boss").await;
    for client in [&mut marina, &mut boss] {
        assert_eq!(call(client, 1, "[\"joinNotification\"]").await.1, OK);
    }
    let queue_id = Some(QueueId(1));
    let rooms = [Name::Notification, Name::QueueNotification(queue_id)];
    let scope = Scope {
        queue_id,
        user_id: None,
    };
    for heard_by_each in [1, 0] {
        world
            .told_up_to(world.event(&rooms, Some(scope)).await)
            .await;
        for client in [&mut marina, &mut boss] {
            let (heard, answer) = call(client, 2, "[\"leaveNotification\"]").await;
            assert_eq!((heard.len(), answer.as_str()), (heard_by_each, OK));
        }
    }
}

#[actix_web::test]
async fn calls_that_make_no_sense_are_refused_and_harm_nothing() {
    let world = World::new().await;
    let (mut client, _) = world.open("boss").await;
    let cases = [
        ("[\"joinChatBox\"]", "ERR_VALIDATION"),
        ("[\"joinChatBox\",\"company-2-main\"]", "ERR_VALIDATION"),
        ("[\"joinChatBox\",-1]", "ERR_VALIDATION"),
        ("[\"joinChatBox\",1e300]", "ERR_VALIDATION"),
        ("[\"joinChatBox\",{\"a\":1}]", "ERR_VALIDATION"),
        ("[\"joinChatBox\",\"999\"]", "ERR_NO_TICKET_FOUND"),
        ("[\"joinTickets\",\"secret\"]", "ERR_VALIDATION"),
        ("[\"joinTickets\"]", "ERR_VALIDATION"),
        ("[\"resume\",5]", "ERR_VALIDATION"),
        ("[\"resume\",{\"lastSeq\":-1}]", "ERR_VALIDATION"),
        ("[\"dance\"]", "ERR_VALIDATION"),
    ];
    for (event, code) in cases {
        let (_, answer) = call(&mut client, 7, event).await;
        assert_eq!(answer, format!("[{{\"error\":\"{code}\"}}]"), "{event}");
    }
    assert_eq!(call(&mut client, 8, "[\"leaveChatBox\",5]").await.1, OK);
}

#[actix_web::test]
async fn a_browser_that_was_away_misses_nothing() {
    let world = World::new().await;
    let (client, _) = world.open("marina").await;
    // the news that she is online
    world.told_up_to(1).await;
    drop(client);
    let (_, before) = world.open("marina").await;
    world.queue_event(1).await;
    world.queue_event(2).await;
    world.queue_event(1).await;
    let (mut client, last_seq) = world.open("marina").await;
    assert_eq!(last_seq, before + 3);
    assert_eq!(
        call(&mut client, 1, "[\"joinTickets\",\"pending\"]")
            .await
            .1,
        OK
    );
    let resume = format!("[\"resume\",{{\"lastSeq\":{before}}}]");
    let (missed, answer) = call(&mut client, 2, &resume).await;
    assert_eq!(
        missed,
        [
            world.ticket_frame(before + 1),
            world.ticket_frame(before + 3)
        ]
    );
    assert_eq!(
        answer,
        format!("[{{\"lastSeq\":{last_seq},\"missed\":2,\"ok\":true}}]")
    );
    let (_, answer) = call(&mut client, 3, "[\"resume\",{\"lastSeq\":100000}]").await;
    assert_eq!(answer, "[{\"resync\":true}]");
}

#[actix_web::test]
async fn presence_and_room_follow_the_socket() {
    let world = World::new().await;
    let (client, _) = world.open("marina").await;
    let presence = world.presences.find(&(world.company, world.user)).unwrap();
    let room = world.rooms.find(&world.company).unwrap();
    assert_eq!(ask(&presence, presence::Observe).await.unwrap().sockets, 1);
    assert_eq!(
        ask(&presence, presence::Observe).await.unwrap().online,
        Some(true)
    );
    drop(client);
    let gone = async {
        while ask(&presence, presence::Observe).await.unwrap().sockets > 0
            || ask(&room, room::Observe).await.unwrap().sessions > 0
        {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(5), gone)
        .await
        .expect("the socket is forgotten");
}

#[actix_web::test]
async fn a_revoked_sign_in_closes_its_sockets_for_good() {
    let world = World::new().await;
    let (mut client, _) = world.open("marina").await;
    let ended = presence::Ended::One(Uuid::from_u128(1));
    presence::sign_out(&world.presences, world.company, world.user, ended);
    let (texts, code) = client.end().await;
    assert_eq!(
        (texts.last().map(String::as_str), code),
        (Some("41"), Some(1008))
    );
    world.locked.store(true, Ordering::SeqCst);
    let (mut client, _) = Client::open_at(world.address, "&token=marina").await;
    client.send("40").await;
    assert!(client.text().await.starts_with("44"));
}

#[actix_web::test]
async fn a_sign_in_or_token_that_ends_while_the_socket_joins_is_noticed() {
    // spec: S070
    for (refusal, is_told) in [
        (ErrorCode::SessionExpired, true),
        // it may come back with a fresh token
        (ErrorCode::TokenInvalid, false),
    ] {
        let world = World::closing_after(Some((1, refusal))).await;
        let (mut client, _) = Client::open_at(world.address, "&token=marina").await;
        client.send("40").await;
        let (texts, code) = client.end().await;
        let ends = texts.last().is_some_and(|text| text == "41");
        assert_eq!((ends, code), (is_told, Some(1008)), "{refusal:?}");
    }
}

#[actix_web::test]
async fn a_socket_ends_with_its_token() {
    let world = World::new().await;
    let (mut client, _) = Client::open_at(world.address, "&token=brief").await;
    client.send("40").await;
    let (texts, code) = client.end().await;
    assert!(
        !texts.iter().any(|text| text == "41"),
        "it may come back with a fresh token"
    );
    assert_eq!(code, Some(1008));
}
