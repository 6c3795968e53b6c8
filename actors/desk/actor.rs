//! The desk's mailbox and its lanes: work on one contact is done in order, work on different contacts side by side.

use std::{
    collections::{HashMap, VecDeque},
    future::Future,
    panic::AssertUnwindSafe,
    time::Duration,
};

use actix::{
    Actor, ActorContext as _, ActorFutureExt as _, AsyncContext as _, Context, Handler, Message,
    ResponseFuture, WrapFuture as _,
};
use futures_util::{FutureExt as _, future::LocalBoxFuture};
use guiche_storage::model::{CampaignId, CompanyId, ConnectionId, ContactId, UserId};
use tokio::sync::oneshot;

use super::DeskContext;
use crate::{
    ActorError,
    registry::{Keyed, MayEnd, Meter, Stop},
};

/// How often a stopping desk looks whether its lanes are empty.
const STOP_POLL: Duration = Duration::from_millis(10);
/// Work that may wait in all lanes together. Full means `ERR_BUSY`.
const WAITING_MAX: usize = 4096;

/// What has to be done one after another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Lane {
    /// What attendants do with one contact's tickets.
    Contact(ContactId),
    /// What is done with one user.
    User(UserId),
    /// What comes in by one connection.
    Inbound(ConnectionId),
    /// What became of the sends of one connection.
    Outbound(ConnectionId),
    /// What one campaign does.
    Campaign(CampaignId),
}

/// A piece of the desk's work.
pub trait DeskWork: Send + 'static {
    /// What it answers.
    type Answer: Send + 'static;

    /// The lane in which it waits its turn.
    fn lane(&self) -> Lane;

    /// Does it. Commits before it tells.
    fn run(
        self,
        desk: DeskContext,
    ) -> impl Future<Output = Result<Self::Answer, ActorError>> + 'static;
}

/// Asks the desk to do a piece of work. Replies when it is committed.
#[derive(Debug)]
pub struct Do<W>(pub W);

impl<W: DeskWork> Message for Do<W> {
    type Result = Result<W::Answer, ActorError>;
}

type Job = Box<dyn FnOnce() -> LocalBoxFuture<'static, ()>>;

/// The desk of one company.
pub struct Desk {
    context: DeskContext,
    /// A lane is here while it works; the deque holds what waits behind that.
    lanes: HashMap<Lane, VecDeque<Job>>,
    waiting: usize,
    meter: Meter,
}

impl Desk {
    /// A desk without work.
    pub fn new(context: DeskContext) -> Self {
        Self {
            context,
            lanes: HashMap::new(),
            waiting: 0,
            meter: Meter::new(Self::KIND),
        }
    }

    fn begin(&mut self, lane: Lane, job: Job, ctx: &mut Context<Self>) {
        let done = job()
            .into_actor(self)
            .map(move |(), desk, ctx| desk.next(lane, ctx));
        ctx.spawn(done);
    }

    fn next(&mut self, lane: Lane, ctx: &mut Context<Self>) {
        let Some(waiting) = self.lanes.get_mut(&lane) else {
            return;
        };
        if let Some(job) = waiting.pop_front() {
            self.waiting -= 1;
            self.begin(lane, job, ctx);
        } else {
            self.lanes.remove(&lane);
        }
    }
}

impl Actor for Desk {
    type Context = Context<Self>;
}

impl Keyed for Desk {
    type Key = CompanyId;
    const KIND: &'static str = "desk";
    /// Full means `ERR_BUSY`.
    const MAILBOX: usize = 1024;
}

impl Handler<Stop> for Desk {
    type Result = ();

    /// Stops when every lane is empty.
    fn handle(&mut self, _: Stop, ctx: &mut Self::Context) {
        ctx.run_interval(STOP_POLL, |desk, ctx| {
            if desk.lanes.is_empty() {
                ctx.stop();
            }
        });
    }
}

impl Handler<MayEnd> for Desk {
    type Result = bool;

    fn handle(&mut self, _: MayEnd, _: &mut Self::Context) -> bool {
        self.lanes.is_empty() && self.meter.rests()
    }
}

impl<W: DeskWork> Handler<Do<W>> for Desk {
    type Result = ResponseFuture<Result<W::Answer, ActorError>>;

    fn handle(&mut self, Do(work): Do<W>, ctx: &mut Self::Context) -> Self::Result {
        let time = self.meter.time();
        if self.waiting >= WAITING_MAX {
            return Box::pin(async { Err(ActorError::Busy) });
        }
        let lane = work.lane();
        let context = self.context.clone();
        let (reply, answer) = oneshot::channel();
        let job: Job = Box::new(move || {
            let guarded = AssertUnwindSafe(work.run(context)).catch_unwind();
            Box::pin(async move {
                let _time = time;
                if let Ok(result) = guarded.await {
                    drop(reply.send(result));
                } else {
                    tracing::error!("a piece of desk work panicked; its lane goes on");
                }
            })
        });
        if let Some(waiting) = self.lanes.get_mut(&lane) {
            waiting.push_back(job);
            self.waiting += 1;
        } else {
            self.lanes.insert(lane, VecDeque::new());
            self.begin(lane, job, ctx);
        }
        Box::pin(async move { answer.await.unwrap_or(Err(ActorError::Busy)) })
    }
}
