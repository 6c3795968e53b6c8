//! Presence, with sockets that remember how they were sent away.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use actix::prelude::*;
use chrono::TimeDelta;
use guiche_storage::Conn;
use guiche_storage::identity::presences;
use guiche_storage::model::UserId;
use guiche_storage::model::event::CommittedEvent;
use tokio::time::timeout;
use uuid::Uuid;

use super::*;
use crate::publisher::EventPublisher;
use crate::room::SessionId;
use crate::room::browser::{Browser, CloseReason, Deliver, Dismiss, WriteFrames};
use crate::test_company::{StoppedClock, TestCompany};

#[derive(Default)]
struct Page(Option<CloseReason>);

impl Actor for Page {
    type Context = Context<Self>;
}

impl Handler<WriteFrames> for Page {
    type Result = ();

    fn handle(&mut self, message: WriteFrames, _: &mut Self::Context) {
        if let Deliver::Close(reason) = message.what {
            self.0 = Some(reason);
        }
    }
}

impl Handler<Dismiss> for Page {
    type Result = ();

    fn handle(&mut self, Dismiss(reason): Dismiss, _: &mut Self::Context) {
        self.0 = Some(reason);
    }
}

fn browser(session: SessionId, page: &Addr<Page>) -> Browser {
    let writer = page.clone().recipient();
    Browser::new(session, writer, page.clone().recipient())
}

#[derive(Message)]
#[rtype(result = "Option<CloseReason>")]
struct GivenReason;

impl Handler<GivenReason> for Page {
    type Result = Option<CloseReason>;

    fn handle(&mut self, _: GivenReason, _: &mut Self::Context) -> Self::Result {
        self.0
    }
}

struct World {
    company: TestCompany,
    user: UserId,
    presence: Addr<Presence>,
    settings: PresenceSettings,
    told: Arc<Mutex<Vec<CommittedEvent>>>,
}

impl World {
    async fn new() -> Self {
        let company = TestCompany::new().await;
        let user = company.user("marina").await;
        let told = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&told);
        let settings = PresenceSettings {
            db: company.db.clone(),
            clock: company.clock.clone(),
            node: "here".into(),
            tell: EventPublisher::new(move |events| heard.lock().unwrap().extend(events)),
        };
        let presence = Presence::new((company.id, user), settings.clone()).start();
        Self {
            company,
            user,
            presence,
            settings,
            told,
        }
    }

    async fn open(&self, sign_in: Uuid) -> (SessionId, Addr<Page>) {
        self.open_as(sign_in, false).await
    }

    async fn open_as(&self, sign_in: Uuid, is_actor: bool) -> (SessionId, Addr<Page>) {
        let (session, page) = (SessionId::new(), Page::default().start());
        let here = Here {
            browser: browser(session, &page),
            sign_in,
            is_actor,
        };
        self.presence.send(here).await.unwrap();
        (session, page)
    }

    async fn observe(&self) -> Observed {
        self.presence.send(Observe).await.unwrap()
    }

    async fn becomes(&self, online: bool) -> Observed {
        self.shows(|observed| observed.online == Some(online)).await
    }

    async fn shows(&self, holds: impl Fn(&Observed) -> bool) -> Observed {
        let wait = async {
            loop {
                let observed = self.observe().await;
                if holds(&observed) {
                    return observed;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(Duration::from_secs(5), wait)
            .await
            .expect("presence did not change")
    }

    /// Lets time pass without waiting for it; only while no query runs.
    async fn pass(&self, seconds: u64) {
        self.observe().await;
        tokio::time::pause();
        tokio::time::advance(Duration::from_secs(seconds)).await;
        tokio::time::resume();
    }

    /// What the company was told of the user.
    fn told(&self) -> Vec<bool> {
        let told = self.told.lock().unwrap();
        let online = |event: &CommittedEvent| {
            let json: serde_json::Value = serde_json::from_str(event.payload.get()).unwrap();
            assert_eq!(
                (&json["user"]["name"], event.entity.as_str()),
                (&"marina".into(), "user")
            );
            json["user"]["online"].as_bool().unwrap()
        };
        told.iter().map(online).collect()
    }
}

#[actix::test]
async fn the_company_hears_of_the_first_socket_only() {
    // spec: S113
    let world = World::new().await;
    world.open(Uuid::nil()).await;
    world.open(Uuid::nil()).await;
    let (session, page) = world.open(Uuid::nil()).await;
    let again = Here {
        browser: browser(session, &page),
        sign_in: Uuid::nil(),
        is_actor: false,
    };
    world.presence.send(again).await.unwrap();
    let observed = world.becomes(true).await;
    assert_eq!((observed.sockets, observed.changes), (3, 1));
    assert_eq!(world.told(), [true]);
}

#[actix::test]
async fn nobody_is_online_by_a_super_user_in_his_place_and_no_sign_in_of_his_ends_that() {
    let world = World::new().await;
    let (support, own) = (Uuid::from_u128(1), Uuid::from_u128(2));
    world.open_as(support, true).await;
    let observed = world.observe().await;
    assert_eq!((observed.sockets, observed.online), (1, None));
    world.open(own).await;
    world.becomes(true).await;
    let elsewhere = SignedOut(Ended::AllBut(Uuid::from_u128(3)));
    world.presence.send(elsewhere).await.unwrap();
    world.pass(3).await;
    world.shows(|observed| observed.sockets == 1).await;
    let ended = SignedOut(Ended::One(support));
    world.presence.send(ended).await.unwrap();
    world.shows(|observed| observed.sockets == 0).await;
}

#[actix::test]
async fn the_last_disconnect_counts_after_fifteen_seconds() {
    let world = World::new().await;
    let (first, _page) = world.open(Uuid::nil()).await;
    let (second, _page) = world.open(Uuid::nil()).await;
    world.becomes(true).await;
    world
        .presence
        .send(Depart { session: first })
        .await
        .unwrap();
    world.pass(20).await;
    assert_eq!(
        world.observe().await.online,
        Some(true),
        "one is still there"
    );
    world
        .presence
        .send(Depart { session: second })
        .await
        .unwrap();
    world.pass(14).await;
    assert_eq!(world.observe().await.online, Some(true));
    world.pass(2).await;
    let observed = world.becomes(false).await;
    assert_eq!((observed.sockets, observed.changes), (0, 2));
    assert_eq!(world.told(), [true, false]);
}

#[actix::test]
async fn a_page_that_is_loaded_again_was_never_gone() {
    let world = World::new().await;
    let (session, _page) = world.open(Uuid::nil()).await;
    world.becomes(true).await;
    world.presence.send(Depart { session }).await.unwrap();
    world.pass(10).await;
    let (_, _page) = world.open(Uuid::nil()).await;
    world.observe().await;
    world.pass(30).await;
    assert_eq!(world.observe().await.online, Some(true));
    assert_eq!(world.told(), [true]);
}

#[actix::test]
async fn a_sign_in_that_ended_takes_its_sockets_along() {
    let world = World::new().await;
    let [one, two, three] = [1, 2, 3].map(Uuid::from_u128);
    let (_, of_one) = world.open(one).await;
    let (_, of_two) = world.open(two).await;
    let (_, of_three) = world.open(three).await;
    world.becomes(true).await;
    for (ended, left) in [
        (Ended::One(one), 2),
        (Ended::AllBut(three), 1),
        (Ended::All, 0),
    ] {
        let before = world.observe().await.sockets;
        world.presence.send(SignedOut(ended)).await.unwrap();
        if matches!(ended, Ended::AllBut(_)) {
            assert_eq!(
                world.observe().await.sockets,
                before,
                "the room's notice goes first"
            );
            world.pass(3).await;
        }
        world.shows(|observed| observed.sockets == left).await;
        let last = of_three.send(GivenReason).await.unwrap();
        assert_eq!(last.is_some(), left == 0);
    }
    for page in [of_one, of_two] {
        assert_eq!(
            page.send(GivenReason).await.unwrap(),
            Some(CloseReason::SignedOut)
        );
    }
}

#[actix::test]
async fn who_signs_in_twice_in_a_moment_keeps_the_sockets_of_the_second() {
    let world = World::new().await;
    let [first, second] = [1, 2].map(Uuid::from_u128);
    let (_, of_first) = world.open(first).await;
    let elsewhere = |kept| world.presence.send(SignedOut(Ended::AllBut(kept)));
    elsewhere(first).await.unwrap();
    world.pass(1).await;
    elsewhere(second).await.unwrap();
    let (_, of_second) = world.open(second).await;
    world.pass(3).await;
    world.shows(|observed| observed.sockets == 1).await;
    let gone = of_first.send(GivenReason).await.unwrap();
    assert_eq!(gone, Some(CloseReason::SignedOut));
    assert_eq!(of_second.send(GivenReason).await.unwrap(), None);
}

#[actix::test]
async fn a_user_nobody_hears_of_is_swept_offline() {
    // spec: S132
    let world = World::new().await;
    world.open(Uuid::nil()).await;
    world.becomes(true).await;
    assert_eq!(sweep_gone(&world.settings).await.unwrap(), 0);
    let at = |minutes| world.company.now() + TimeDelta::minutes(minutes);
    let after = |minutes| PresenceSettings {
        clock: Arc::new(StoppedClock(at(minutes))),
        ..world.settings.clone()
    };
    // his node lives, and his browser, which says so every five minutes, was not heard once
    let live = async |c: &mut Conn<'_>| presences::keep_node(c, "here", at(10)).await;
    world.company.db.write(live).await.unwrap();
    assert_eq!(sweep_gone(&after(10)).await.unwrap(), 0);
    let later = after(12);
    assert_eq!(sweep_gone(&later).await.unwrap(), 1);
    assert_eq!(sweep_gone(&later).await.unwrap(), 0);
    assert_eq!(world.told(), [true, false]);
    assert!(world.user.0 > 0);
}
