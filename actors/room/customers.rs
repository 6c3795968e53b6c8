//! Between a conversation and its customer: he is shown that somebody writes to him, and those who look at it see that he
//! writes. It is told and never stored, and ends by itself.

use std::collections::HashMap;
use std::time::Duration;

use actix::prelude::*;
use guiche_storage::model::TicketId;
use guiche_storage::model::event::{CommittedEvent, Entity, Room as Audience};
use guiche_storage::model::ticket::TicketStatus;
use guiche_storage::tickets;
use tokio::time::Instant;

use super::actor::Room;
use super::messages::CustomerWrites;
use crate::publisher::Writing;

/// How often a customer is shown that somebody goes on writing; phones show it for longer than that.
const SHOWN_EVERY: Duration = Duration::from_secs(5);
/// How long a customer writes after the last sign of it; phones repeat it.
const WRITES_FOR: Duration = Duration::from_secs(15);

/// What the room knows of the customers of the tickets that are looked at here.
#[derive(Debug, Default)]
pub(super) struct Customers {
    // who is being written to, or was a moment ago
    shown: HashMap<TicketId, Shown>,
    // who writes, and until when, unless he goes on
    writing: HashMap<TicketId, Instant>,
}

#[derive(Debug, Clone, Copy)]
struct Shown {
    at: Instant,
    is_writing: bool,
}

impl Customers {
    /// Whether the customer of a ticket writes.
    pub(super) fn writes(&self, ticket: TicketId) -> bool {
        self.writing.contains_key(&ticket)
    }

    /// Notes whether somebody writes to a customer, and answers whether that is to be shown to him: what begins or goes on
    /// only now and then, what ends whenever it was shown.
    fn is_to_show(&mut self, ticket: TicketId, is_writing: bool, now: Instant) -> bool {
        let is_recent = |shown: &Shown| now.duration_since(shown.at) < SHOWN_EVERY;
        if !is_writing {
            let shown = self.shown.get_mut(&ticket);
            return shown.is_some_and(|shown| std::mem::take(&mut shown.is_writing));
        }
        if self.shown.get(&ticket).is_some_and(is_recent) {
            return false;
        }
        self.shown
            .retain(|_, shown| shown.is_writing || is_recent(shown));
        let at = now;
        self.shown.insert(ticket, Shown { at, is_writing });
        true
    }

    fn is_shown(&self, ticket: TicketId) -> bool {
        self.shown.get(&ticket).is_some_and(|it| it.is_writing)
    }
}

impl Room {
    /// Has the customer of a ticket shown whether somebody writes to him, when there is something new to show.
    pub(super) fn show_customer(&mut self, ticket: TicketId, ctx: &mut Context<Self>) {
        let is_writing = self.viewers.writes_to_customer(ticket);
        if !self
            .customers
            .is_to_show(ticket, is_writing, Instant::now())
        {
            return;
        }
        let (db, company) = (self.settings.db.clone(), self.company);
        let read = async move {
            let mut reader = db.read().await?;
            tickets::find(&mut reader.conn(), company, ticket).await
        };
        ctx.spawn(read.into_actor(self).map(move |found, room, _| {
            // groups hear of it member by member, which is not worth it
            let takes = |it: &guiche_storage::model::ticket::Ticket| {
                it.status == TicketStatus::Open && !it.is_group
            };
            let Some(ticket) = found.ok().flatten().filter(takes) else {
                return;
            };
            // meanwhile it may have become otherwise, and that has been told
            let is_so = room.customers.is_shown(ticket.id) == is_writing;
            if let Some(connection) = ticket.whatsapp_id.filter(|_| is_so) {
                let writing = Writing {
                    ticket: ticket.id,
                    is_writing,
                };
                room.settings
                    .show_writing
                    .show(company, connection, writing);
            }
        }));
    }

    /// Who has sent what he wrote does not write any more.
    pub(super) fn hear_customer(&mut self, event: &CommittedEvent) {
        #[derive(serde::Deserialize)]
        #[serde(rename_all = "camelCase", tag = "action")]
        enum Told {
            Create { message: Message },
        }
        #[derive(serde::Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Message {
            from_me: bool,
        }
        if event.entity != Entity::AppMessage || self.customers.writing.is_empty() {
            return;
        }
        for room in &event.rooms {
            let Audience::Ticket(ticket) = room else {
                continue;
            };
            let told = serde_json::from_str(event.payload.get());
            let is_his = matches!(told, Ok(Told::Create { message }) if !message.from_me);
            if self.customers.writes(*ticket) && is_his {
                self.customers.writing.remove(ticket);
                self.viewers.changed.insert(*ticket);
            }
        }
    }

    /// Nobody looks at a ticket here any more.
    pub(super) fn forget_customer(&mut self, ticket: TicketId) {
        self.customers.writing.remove(&ticket);
    }

    fn customer_writes(&mut self, ticket: TicketId, is_writing: bool, ctx: &mut Context<Self>) {
        let before = self.customers.writing.remove(&ticket);
        if is_writing {
            let until = Instant::now() + WRITES_FOR;
            self.customers.writing.insert(ticket, until);
            ctx.run_later(WRITES_FOR, move |room, ctx| {
                let until = room.customers.writing.get(&ticket);
                if until.is_some_and(|until| *until <= Instant::now()) {
                    room.customer_writes(ticket, false, ctx);
                }
            });
        }
        if before.is_some() != is_writing {
            self.viewers.changed.insert(ticket);
            self.tell_crowds_soon(ctx);
        }
    }
}

impl Handler<CustomerWrites> for Room {
    type Result = ();

    fn handle(&mut self, message: CustomerWrites, ctx: &mut Self::Context) {
        let _timer = self.meter.time();
        if self.is_looked_at(message.ticket) {
            self.customer_writes(message.ticket, message.is_writing, ctx);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_customer_is_shown_now_and_then_that_somebody_writes_and_once_that_it_is_over() {
        let (mut customers, ticket) = (Customers::default(), TicketId(1));
        let mut shows = |is_writing, seconds| {
            let now = Instant::now() + Duration::from_secs(seconds);
            customers.is_to_show(ticket, is_writing, now)
        };
        assert!(!shows(false, 0), "nothing was shown that could be over");
        assert!(shows(true, 0));
        assert!(!shows(true, 3), "a moment ago");
        assert!(shows(true, 6));
        assert!(shows(false, 7));
        assert!(!shows(false, 7), "he was told");
        assert!(!shows(true, 8), "who hesitates does not flicker");
        assert!(shows(true, 11));
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_over_is_forgotten() {
        let mut customers = Customers::default();
        for number in 0..100 {
            let now = Instant::now() + Duration::from_secs(number);
            let ticket = TicketId(i64::try_from(number).unwrap());
            assert!(customers.is_to_show(ticket, true, now));
            assert!(customers.is_to_show(ticket, false, now));
        }
        assert!(customers.shown.len() < 10);
    }
}
