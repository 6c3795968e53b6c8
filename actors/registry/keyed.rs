//! Find or start: one actor per key, a fresh one where the old is dead.

use std::collections::HashMap;
use std::collections::hash_map::{DefaultHasher, Entry};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use actix::prelude::*;
use tokio::time::{Instant, timeout};

use super::breaker::Breaker;
use super::tell::ask;
use crate::ActorError;

/// How often the end of an actor is looked for while shutting down.
const STOP_POLL: Duration = Duration::from_millis(5);

/// How long an actor that is ended lives on for those who have looked it up before.
const LINGER: Duration = Duration::from_secs(5);

/// An actor that a registry can make anew from its key.
pub trait Keyed: Actor<Context = Context<Self>> + Handler<Stop> + Handler<MayEnd> {
    /// What there is one of it for.
    type Key: Hash + Eq + Clone + Send + Sync + 'static;
    /// Its name in metrics.
    const KIND: &'static str;
    /// Messages that wait; one more and `try_send` says `Full`.
    const MAILBOX: usize;
}

/// Question: has the actor had nothing to do for so long that it may end, and is all that it knows stored?
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "bool")]
pub struct MayEnd;

/// How an actor came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// It was told to stop.
    Normal,
    /// A handler of its own panicked.
    Panic,
}

/// Command: finish and stop. No reply.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "()")]
pub struct Stop;

type Make<A> = dyn Fn(&<A as Keyed>::Key) -> A + Send + Sync;

/// Actors of one kind by key. Clones share the actors.
pub struct Registry<A: Keyed> {
    inner: Arc<Inner<A>>,
}

struct Inner<A: Keyed> {
    arbiters: Vec<ArbiterHandle>,
    make: Arc<Make<A>>,
    // held for a look or an insert, never while waiting
    live: Mutex<HashMap<A::Key, Live<A>>>,
}

struct Live<A: Keyed> {
    address: Addr<A>,
    breaker: Breaker,
    course: Course,
}

/// What is meant for an actor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Course {
    /// It goes on.
    Lives,
    /// It was told to stop: its end is no crash.
    Stops,
    /// It ends for want of work: nobody is sent to it any more.
    Retires,
}

impl<A: Keyed> Live<A> {
    fn new(address: Addr<A>) -> Self {
        Self {
            address,
            breaker: Breaker::default(),
            course: Course::Lives,
        }
    }

    /// The actor, or how it ended.
    fn actor(&self) -> Result<&Addr<A>, Ended> {
        match (self.course, self.address.connected()) {
            (Course::Lives | Course::Stops, true) => Ok(&self.address),
            (Course::Lives, false) => Err(Ended::Panic),
            (Course::Stops, false) | (Course::Retires, _) => Err(Ended::Normal),
        }
    }
}

impl<A: Keyed> Clone for Registry<A> {
    fn clone(&self) -> Self {
        Self {
            inner: Arc::clone(&self.inner),
        }
    }
}

impl<A: Keyed> std::fmt::Debug for Registry<A> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Registry<{}>({})", A::KIND, self.live().len())
    }
}

impl<A: Keyed> Registry<A> {
    /// Actors run on these arbiters, spread by key; without any, on the one that starts them.
    pub fn new(
        arbiters: Vec<ArbiterHandle>,
        make: impl Fn(&A::Key) -> A + Send + Sync + 'static,
    ) -> Self {
        let live = Mutex::new(HashMap::new());
        Self {
            inner: Arc::new(Inner {
                arbiters,
                make: Arc::new(make),
                live,
            }),
        }
    }

    /// The actor of this key, started if there is none.
    ///
    /// # Errors
    /// `Busy` while it has died more than five times in a minute.
    pub fn find_or_start(&self, key: &A::Key) -> Result<Addr<A>, ActorError> {
        let mut live = self.live();
        let known = match live.entry(key.clone()) {
            Entry::Vacant(entry) => {
                return Ok(entry.insert(Live::new(self.start(key))).address.clone());
            }
            Entry::Occupied(entry) => entry.into_mut(),
        };
        match known.actor() {
            Ok(address) => return Ok(address.clone()),
            Err(Ended::Normal) => known.course = Course::Lives,
            Err(Ended::Panic) => {
                if !known.breaker.allows(Instant::now()) {
                    tracing::error!(kind = A::KIND, "an actor keeps dying and is left alone");
                    return Err(ActorError::Busy);
                }
                tracing::warn!(kind = A::KIND, "an actor died and is started again");
                metrics::counter!("guiche_actor_restarts_total", "kind" => A::KIND).increment(1);
            }
        }
        known.address = self.start(key);
        Ok(known.address.clone())
    }

    /// The actor of this key, if it lives.
    pub fn find(&self, key: &A::Key) -> Option<Addr<A>> {
        self.live().get(key)?.actor().ok().cloned()
    }

    /// Keys and addresses of all that live.
    pub fn list(&self) -> Vec<(A::Key, Addr<A>)> {
        let live = self.live();
        let alive = live
            .iter()
            .filter_map(|(key, live)| Some((key.clone(), live.actor().ok()?.clone())));
        alive.collect()
    }

    /// Ends the actors that have nothing to do, and forgets those that died long ago.
    pub async fn end_idle(&self) {
        self.live().retain(|_, live| {
            live.actor() != Err(Ended::Panic) || !live.breaker.is_calm(Instant::now())
        });
        for (key, actor) in self.list() {
            if matches!(ask(&actor, MayEnd).await, Ok(true)) {
                self.end(key, actor).await;
            }
        }
    }

    /// Ends one actor. Nobody is sent to it any more; it lives a little longer for those who were.
    async fn end(&self, key: A::Key, actor: Addr<A>) {
        self.mark(&key, &actor, Course::Retires);
        // what was sent to it until now has been handled by the time that it answers
        if !matches!(ask(&actor, MayEnd).await, Ok(true)) {
            self.mark(&key, &actor, Course::Lives);
            return;
        }
        metrics::counter!("guiche_actor_ended_total", "kind" => A::KIND).increment(1);
        let registry = self.clone();
        actix::spawn(async move {
            tokio::time::sleep(LINGER).await;
            let _ended = actor.send(Stop).await;
            registry
                .live()
                .retain(|it, live| *it != key || live.address != actor);
        });
    }

    fn mark(&self, key: &A::Key, actor: &Addr<A>, course: Course) {
        if let Some(live) = self
            .live()
            .get_mut(key)
            .filter(|live| live.address == *actor)
        {
            live.course = course;
        }
    }

    /// Tells every actor to stop and waits until all did, at most `deadline`. True if all did.
    pub async fn shut_down(&self, deadline: Duration) -> bool {
        let actors = self.list();
        for (key, actor) in &actors {
            self.mark(key, actor, Course::Stops);
        }
        let stop = async {
            for (_, actor) in &actors {
                // an actor that is gone needs no telling
                let _ = actor.send(Stop).await;
            }
            while actors.iter().any(|(_, actor)| actor.connected()) {
                tokio::time::sleep(STOP_POLL).await;
            }
        };
        timeout(deadline, stop).await.is_ok()
    }

    fn start(&self, key: &A::Key) -> Addr<A> {
        let (make, key) = (Arc::clone(&self.inner.make), key.clone());
        let arbiter = self.arbiter(&key);
        A::start_in_arbiter(&arbiter, move |ctx| {
            ctx.set_mailbox_capacity(A::MAILBOX);
            make(&key)
        })
    }

    fn arbiter(&self, key: &A::Key) -> ArbiterHandle {
        let arbiters = &self.inner.arbiters;
        let mut hasher = DefaultHasher::new();
        key.hash(&mut hasher);
        let count = u64::try_from(arbiters.len()).unwrap_or(u64::MAX).max(1);
        let at = usize::try_from(hasher.finish() % count).unwrap_or_default();
        arbiters.get(at).cloned().unwrap_or_else(Arbiter::current)
    }

    fn live(&self) -> MutexGuard<'_, HashMap<A::Key, Live<A>>> {
        // nothing panics while it holds the lock, and a map is whole between two calls
        self.inner
            .live
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
