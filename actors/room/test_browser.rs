//! Browsers for the tests of the room: pages that remember what they were given.

use std::time::Duration;

use actix::prelude::*;
use bytestring::ByteString;
use guiche_storage::cluster::redis::ClusterBus;
use guiche_storage::model::user::Profile;
use guiche_storage::model::{QueueId, UserId};

use super::browser::{Browser, CloseReason, Deliver, Dismiss, WriteFrames};
use super::{Join, Joined, Resume, Resumed, Room, RoomSettings, SessionId, Subscribe};
use crate::ActorError;
use crate::publisher::ShowWriting;
use crate::registry::{Stop, ask};
use crate::rules::Viewer;
use crate::rules::audience::Wish;
use crate::test_company::TestCompany;

/// A browser with a writer of its own: remembers what it was given. A stuck one takes nothing.
#[derive(Default)]
pub(super) struct Page {
    seen: Vec<String>,
    close_reason: Option<CloseReason>,
    stuck: bool,
}

impl Actor for Page {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        ctx.set_mailbox_capacity(4);
        if self.stuck {
            ctx.wait(std::future::pending::<()>().into_actor(self));
        }
    }
}

impl Handler<WriteFrames> for Page {
    type Result = ();

    fn handle(&mut self, message: WriteFrames, _: &mut Self::Context) {
        match message.what {
            Deliver::Frames(frames) => self.seen.extend(frames.iter().map(ToString::to_string)),
            Deliver::Close(reason) => self.close_reason = Some(reason),
        }
    }
}

impl Handler<Dismiss> for Page {
    type Result = ();

    fn handle(&mut self, Dismiss(reason): Dismiss, _: &mut Self::Context) {
        self.close_reason = Some(reason);
    }
}

impl Handler<Stop> for Page {
    type Result = ();

    fn handle(&mut self, _: Stop, ctx: &mut Self::Context) {
        ctx.stop();
    }
}

#[derive(Message)]
#[rtype(result = "(Vec<String>, Option<CloseReason>)")]
pub(super) struct Seen;

impl Handler<Seen> for Page {
    type Result = MessageResult<Seen>;

    fn handle(&mut self, _: Seen, _: &mut Self::Context) -> Self::Result {
        MessageResult((std::mem::take(&mut self.seen), self.close_reason))
    }
}

pub(super) fn encode(name: &str, json: &str) -> ByteString {
    format!("{name} {json}").into()
}

pub(super) fn viewer(user: i64, profile: Profile, queues: &[i64]) -> Viewer {
    Viewer {
        user_id: UserId(user),
        name: "Marina".into(),
        profile,
        queue_ids: queues.iter().copied().map(QueueId).collect(),
        all_ticket: false,
    }
}

pub(super) fn admin() -> Viewer {
    viewer(1, Profile::Admin, &[])
}

pub(super) fn room(company: &TestCompany) -> Addr<Room> {
    let settings = RoomSettings {
        db: company.db.clone(),
        clock: company.clock.clone(),
        encode,
        reconcile_every: Duration::from_secs(1),
        bus: ClusterBus::nobody(),
        show_writing: ShowWriting::nobody(),
    };
    Room::new(company.id, settings).start()
}

/// How a room reaches the page.
pub(super) fn browser(page: &Addr<Page>) -> Browser {
    let writer = page.clone().recipient();
    Browser::new(SessionId::new(), writer, page.clone().recipient())
}

pub(super) struct Tab {
    pub(super) session: SessionId,
    pub(super) page: Addr<Page>,
}

impl Tab {
    pub(super) async fn open(room: &Addr<Room>, viewer: Viewer, stuck: bool) -> (Self, Joined) {
        let page = Page {
            stuck,
            ..Page::default()
        }
        .start();
        let browser = browser(&page);
        let session = browser.id();
        let join = Join {
            browser,
            viewer,
            verified_at: chrono::DateTime::UNIX_EPOCH,
        };
        let joined = ask(room, join).await.unwrap().unwrap();
        (Self { session, page }, joined)
    }

    pub(super) async fn join(room: &Addr<Room>, viewer: Viewer) -> Self {
        Self::open(room, viewer, false).await.0
    }

    pub(super) async fn wish(&self, room: &Addr<Room>, wish: Wish) -> Result<(), ActorError> {
        ask(
            room,
            Subscribe {
                session: self.session,
                wish,
            },
        )
        .await
        .unwrap()
    }

    pub(super) async fn resume(&self, room: &Addr<Room>, last_seq: i64) -> Resumed {
        ask(
            room,
            Resume {
                session: self.session,
                last_seq,
            },
        )
        .await
        .unwrap()
        .unwrap()
    }

    /// The numbers of the events it was given since it was asked last.
    pub(super) async fn numbers(&self) -> Vec<i64> {
        let (seen, _) = self.page.send(Seen).await.unwrap();
        let number = |text: &String| {
            let json: serde_json::Value =
                serde_json::from_str(text.split_once(' ').unwrap().1).unwrap();
            json["seq"].as_i64().unwrap()
        };
        seen.iter().map(number).collect()
    }

    pub(super) async fn close_reason(&self) -> Option<CloseReason> {
        self.page.send(Seen).await.unwrap().1
    }
}
