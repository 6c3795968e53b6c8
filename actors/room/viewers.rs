//! Who looks at a ticket's conversation, and who writes in it: told to those who look at it, and never stored.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::Duration;

use actix::prelude::*;
use guiche_storage::model::TicketId;
use guiche_storage::model::event::{Event, Looker, LookersEvent, Scope};

use super::actor::Room;
use super::messages::{SessionId, Write};
use crate::rules::audience::Wish;

/// Changes within this time are told together.
const TOLD_WITHIN: Duration = Duration::from_millis(200);
/// How long somebody writes after the last sign of it; browsers repeat it every 3 s.
const WRITES_FOR: Duration = Duration::from_secs(6);
/// People told of in one conversation; more say nothing more.
const PEOPLE_MAX: usize = 20;

/// What the room knows of its conversations. Bounded by what its browsers listen to.
#[derive(Debug, Default)]
pub(super) struct Viewers {
    // where each ticket stands, as long as somebody looks at it: who may not see it any more is not told
    scopes: HashMap<TicketId, Scope>,
    writers: HashMap<SessionId, Writer>,
    pub(super) changed: HashSet<TicketId>,
    // those whose lookers know of each other, or of the customer
    told: HashSet<TicketId>,
    is_waiting: bool,
}

/// Where a browser writes.
#[derive(Debug, Clone, Copy)]
struct Writer {
    ticket: TicketId,
    is_for_customer: bool,
    // of the writing
    end: SpawnHandle,
}

impl Viewers {
    /// Whether somebody writes in a ticket what its customer will read.
    pub(super) fn writes_to_customer(&self, ticket: TicketId) -> bool {
        let mut writers = self.writers.values();
        writers.any(|writer| writer.ticket == ticket && writer.is_for_customer)
    }
}

impl Room {
    /// A browser looks at a ticket from now on.
    pub(super) fn comes_to(&mut self, ticket: TicketId, scope: Scope, ctx: &mut Context<Self>) {
        self.viewers.scopes.insert(ticket, scope);
        self.viewers.changed.insert(ticket);
        self.tell_crowds_soon(ctx);
    }

    /// A browser has taken back a wish: does not look, and does not write, any more.
    pub(super) fn goes_from(&mut self, session: SessionId, wish: Wish, ctx: &mut Context<Self>) {
        let Wish::Ticket(ticket) = wish else { return };
        if !self.listeners.listens(session, wish) {
            let writes_here = |writer: &Writer| writer.ticket == ticket;
            if self.viewers.writers.get(&session).is_some_and(writes_here) {
                self.stops_writing(session);
            }
            self.viewers.changed.insert(ticket);
            self.tell_crowds_soon(ctx);
        }
    }

    /// A browser is gone with all it looked at. It is told when something of the room is handled next.
    pub(super) fn forget(&mut self, session: SessionId) -> Option<super::listeners::Listener> {
        self.stops_writing(session);
        let listener = self.listeners.remove(session)?;
        self.viewers.changed.extend(listener.tickets());
        Some(listener)
    }

    /// A browser writes in a ticket that it looks at, or has stopped.
    pub(super) fn writes(&mut self, message: Write, ctx: &mut Context<Self>) {
        let Write {
            session,
            ticket,
            is_writing,
            is_for_customer,
        } = message;
        if !self.listeners.listens(session, Wish::Ticket(ticket)) {
            return;
        }
        let before = self.viewers.writers.remove(&session);
        if let Some(before) = before {
            ctx.cancel_future(before.end);
        }
        if is_writing {
            let end = ctx.run_later(WRITES_FOR, move |room, ctx| {
                room.stops_writing(session);
                room.tell_crowds_soon(ctx);
            });
            let writer = Writer {
                ticket,
                is_for_customer,
                end,
            };
            self.viewers.writers.insert(session, writer);
        }
        self.show_customer(ticket, ctx);
        let before = before.map(|before| before.ticket);
        if before != is_writing.then_some(ticket) {
            self.viewers.changed.extend(before);
            self.viewers.changed.insert(ticket);
            self.tell_crowds_soon(ctx);
        }
    }

    /// Whether somebody looks at a ticket on this node.
    pub(super) fn is_looked_at(&self, ticket: TicketId) -> bool {
        self.viewers.scopes.contains_key(&ticket)
    }

    /// An event says where a ticket stands now.
    pub(super) fn note_scope(&mut self, ticket: TicketId, scope: Option<Scope>) {
        if let (Some(known), Some(scope)) = (self.viewers.scopes.get_mut(&ticket), scope) {
            *known = scope;
        }
    }

    /// Tells what has changed, together with what changes until then.
    pub(super) fn tell_crowds_soon(&mut self, ctx: &mut Context<Self>) {
        if self.viewers.changed.is_empty() || self.viewers.is_waiting {
            return;
        }
        self.viewers.is_waiting = true;
        ctx.run_later(TOLD_WITHIN, |room, ctx| {
            room.viewers.is_waiting = false;
            for ticket in std::mem::take(&mut room.viewers.changed) {
                room.show_customer(ticket, ctx);
                room.tell_crowd(ticket);
            }
        });
    }

    fn stops_writing(&mut self, session: SessionId) {
        if let Some(writer) = self.viewers.writers.remove(&session) {
            self.viewers.changed.insert(writer.ticket);
        }
    }

    fn tell_crowd(&mut self, ticket: TicketId) {
        let lookers = self
            .listeners
            .lookers(ticket, self.viewers.scopes.get(&ticket).copied());
        let mut people = BTreeMap::new();
        for (session, viewer) in &lookers {
            let writes = self.viewers.writers.get(session);
            let is_writing = writes.is_some_and(|writer| writer.ticket == ticket);
            let known = people
                .entry(viewer.user_id)
                .or_insert((viewer.name.clone(), false));
            known.1 |= is_writing;
        }
        let sessions: Vec<SessionId> = lookers.into_iter().map(|(session, _)| session).collect();
        let here = people.iter().map(|(id, (_, writes))| (*id, *writes));
        self.say_lookers(ticket, here.collect());
        for (id, name, is_writing) in self.remote_viewers.lookers(ticket) {
            let known = people.entry(id).or_insert_with(|| (name.to_owned(), false));
            known.1 |= is_writing;
        }
        let is_contact_writing = self.customers.writes(ticket);
        let is_news = people.len() > 1 || is_contact_writing;
        let users: Vec<_> = people
            .into_iter()
            .take(PEOPLE_MAX)
            .map(|(id, (name, is_writing))| Looker {
                id,
                name,
                is_writing,
            })
            .collect();
        if sessions.is_empty() {
            self.viewers.scopes.remove(&ticket);
            self.remote_viewers.forget(ticket);
            self.forget_customer(ticket);
        }
        let was_news = self.viewers.told.remove(&ticket);
        if is_news {
            self.viewers.told.insert(ticket);
        } else if !was_news {
            return;
        }
        let event = Event::from(LookersEvent::Update {
            ticket_id: ticket,
            users,
            is_contact_writing,
        });
        let name = event.entity().event_name(self.company);
        let Ok(payload) = serde_json::to_string(&event) else {
            return;
        };
        let frame = (self.settings.encode)(&name, &payload);
        for session in sessions {
            self.deliver(session, vec![frame.clone()]);
        }
    }
}
