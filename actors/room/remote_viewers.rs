//! Who looks at a conversation on other nodes: said in numbers whenever it changes and repeated while it is true, told
//! here under the name that the database knows.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use actix::prelude::*;
use guiche_storage::cluster::redis::{ClusterMessage, Looking};
use guiche_storage::identity::users;
use guiche_storage::model::{TicketId, UserId};
use tokio::time::Instant;

use super::actor::Room;
use super::messages::TicketViewed;

/// How often a node repeats who looks.
const REPEATED_EVERY: Duration = Duration::from_secs(5);
/// How long somebody counts after the last word of him; a killed node says none.
const KNOWN_FOR: Duration = Duration::from_secs(12);
/// People known of one conversation on other nodes; more are not shown anyway.
const PEOPLE_MAX: usize = 20;

/// What rooms of one company on different nodes know of each other. Bounded by what the browsers here look at.
#[derive(Debug, Default)]
pub(super) struct RemoteViewers {
    // what was said of this node's people: who looks, and whether he writes
    said: HashMap<TicketId, BTreeMap<UserId, bool>>,
    heard: HashMap<TicketId, HashMap<UserId, RemoteViewer>>,
}

/// Somebody on another node.
#[derive(Debug)]
struct RemoteViewer {
    // unknown until the database has answered
    name: Option<String>,
    is_writing: bool,
    until: Instant,
}

impl RemoteViewers {
    /// Who looks at a ticket there, by number and name, and whether he writes.
    pub(super) fn lookers(&self, ticket: TicketId) -> impl Iterator<Item = (UserId, &str, bool)> {
        let found = self.heard.get(&ticket).into_iter().flatten();
        found.filter_map(|(user, remote)| Some((*user, remote.name.as_deref()?, remote.is_writing)))
    }

    /// Nobody looks at a ticket here any more.
    pub(super) fn forget(&mut self, ticket: TicketId) {
        self.heard.remove(&ticket);
    }

    /// The tickets of those of whom nothing was heard for long.
    fn take_silent(&mut self, now: Instant) -> Vec<TicketId> {
        let mut changed = Vec::new();
        for (ticket, people) in &mut self.heard {
            let before = people.len();
            people.retain(|_, remote| remote.until > now);
            if people.len() != before {
                changed.push(*ticket);
            }
        }
        changed
    }
}

impl Room {
    /// Says what has changed among those who look at a ticket here.
    pub(super) fn say_lookers(&mut self, ticket: TicketId, here: BTreeMap<UserId, bool>) {
        let said = self.remote_viewers.said.remove(&ticket).unwrap_or_default();
        for (&user, &is_writing) in &here {
            if said.get(&user) != Some(&is_writing) {
                self.say_looks(ticket, user, looking(is_writing));
            }
        }
        for &user in said.keys().filter(|user| !here.contains_key(user)) {
            self.say_looks(ticket, user, Looking::Gone);
        }
        if !here.is_empty() {
            self.remote_viewers.said.insert(ticket, here);
        }
    }

    /// From now on says again and again who looks, and forgets those of whom nothing is heard.
    pub(super) fn repeat_lookers(ctx: &mut Context<Self>) {
        ctx.run_interval(REPEATED_EVERY, |room, ctx| {
            for &ticket in room.remote_viewers.said.keys() {
                room.say_all(ticket);
            }
            let silent = room.remote_viewers.take_silent(Instant::now());
            room.viewers.changed.extend(silent);
            room.tell_crowds_soon(ctx);
        });
    }

    fn say_all(&self, ticket: TicketId) {
        for (&user, &is_writing) in self.remote_viewers.said.get(&ticket).into_iter().flatten() {
            self.say_looks(ticket, user, looking(is_writing));
        }
    }

    fn say_looks(&self, ticket: TicketId, user: UserId, how: Looking) {
        let company = self.company;
        self.settings.bus.say(ClusterMessage::Looks {
            company,
            ticket,
            user,
            how,
        });
    }

    /// Asks for the name of somebody who has come on another node.
    fn name_far(&self, ticket: TicketId, user: UserId, ctx: &mut Context<Self>) {
        let (db, company) = (self.settings.db.clone(), self.company);
        let read = async move {
            let mut reader = db.read().await?;
            users::find_user(&mut reader.conn(), company, user).await
        };
        ctx.spawn(read.into_actor(self).map(move |found, room, ctx| {
            let people = room.remote_viewers.heard.get_mut(&ticket);
            let Some(people) = people else { return };
            // who cannot be named now is asked for again when he is said again
            let Ok(Some(found)) = found else {
                people.remove(&user);
                return;
            };
            if let Some(remote) = people.get_mut(&user) {
                remote.name = Some(found.name);
                room.viewers.changed.insert(ticket);
                room.tell_crowds_soon(ctx);
            }
        }));
    }
}

impl Handler<TicketViewed> for Room {
    type Result = ();

    fn handle(&mut self, message: TicketViewed, ctx: &mut Self::Context) {
        let _timer = self.meter.time();
        let TicketViewed { ticket, user, how } = message;
        if !self.is_looked_at(ticket) {
            return;
        }
        let people = self.remote_viewers.heard.entry(ticket).or_default();
        let is_writing = how == Looking::Writes;
        if how == Looking::Gone {
            if people.remove(&user).is_none() {
                return;
            }
        } else if let Some(remote) = people.get_mut(&user) {
            remote.until = Instant::now() + KNOWN_FOR;
            if std::mem::replace(&mut remote.is_writing, is_writing) == is_writing {
                return;
            }
        } else {
            if people.len() < PEOPLE_MAX {
                let until = Instant::now() + KNOWN_FOR;
                let remote = RemoteViewer {
                    name: None,
                    is_writing,
                    until,
                };
                people.insert(user, remote);
                self.name_far(ticket, user, ctx);
                // he may not have heard yet who looks here
                self.say_all(ticket);
            }
            return;
        }
        self.viewers.changed.insert(ticket);
        self.tell_crowds_soon(ctx);
    }
}

fn looking(is_writing: bool) -> Looking {
    if is_writing {
        Looking::Writes
    } else {
        Looking::Reads
    }
}
