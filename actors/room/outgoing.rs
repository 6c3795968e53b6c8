//! What is on its way to the browsers. Events that follow each other within milliseconds reach the viewers together: one write
//! for each socket instead of several, which is most of what an event to a thousand browsers costs. Those who are given the
//! same and share a writer are given it in one batch.

use std::collections::HashMap;
use std::time::Duration;

use actix::prelude::*;
use bytestring::ByteString;
use tokio::time::Instant;

use super::actor::Room;
use super::browser::WriteFrames;
use super::messages::SessionId;

/// With fewer browsers nothing waits.
const CROWD: usize = 64;

/// How long what follows an event may wait for more, for each browser: about twice what giving an event to one takes. An
/// event after a pause does not wait.
const WINDOW_EACH: Duration = Duration::from_micros(20);

/// Nobody waits longer.
const WINDOW_MAX: Duration = Duration::from_millis(50);

/// Events that go together at most; each has two texts at most, and the texts of a browser are bits of a `u128`.
const TOGETHER_MAX: usize = 64;

/// Which texts a browser is given.
type Chosen = u128;

/// What was told and not given yet.
#[derive(Debug, Default)]
pub(super) struct Outgoing {
    // in order
    texts: Vec<ByteString>,
    chosen: HashMap<SessionId, Chosen>,
    events: usize,
    sent_at: Option<Instant>,
    is_due: bool,
}

impl Outgoing {
    /// Adds an event's frame for everybody who hears it: one of two texts at most.
    pub(super) fn add(&mut self, frames: impl Iterator<Item = (SessionId, ByteString)>) {
        self.events += 1;
        let first = self.texts.len();
        for (session, frame) in frames {
            let known = self.texts.iter().skip(first);
            let place = known
                .take_while(|text| text.as_ptr() != frame.as_ptr())
                .count()
                + first;
            if place == self.texts.len() {
                self.texts.push(frame);
            }
            *self.chosen.entry(session).or_default() |= 1 << place;
        }
    }

    /// Whether nothing waits.
    pub(super) fn is_empty(&self) -> bool {
        self.events == 0
    }

    /// Whether no more go together.
    pub(super) fn is_full(&self) -> bool {
        self.events >= TOGETHER_MAX
    }

    fn rest(&self, browsers: usize) -> Duration {
        let browsers = u32::try_from(browsers).unwrap_or(u32::MAX);
        let window = WINDOW_EACH.saturating_mul(browsers).min(WINDOW_MAX);
        let since = self.sent_at.map(|sent_at| sent_at.elapsed());
        since.map_or(Duration::ZERO, |since| window.saturating_sub(since))
    }
}

impl Room {
    /// Gives the browsers what was told, now or together with what comes in the next milliseconds.
    pub(super) fn send_soon(&mut self, ctx: &mut Context<Self>) {
        if self.outgoing.events == 0 {
            return;
        }
        let rest = self.outgoing.rest(self.listeners.len());
        if self.listeners.len() < CROWD || rest.is_zero() {
            self.send_now();
        } else if !self.outgoing.is_due {
            self.outgoing.is_due = true;
            ctx.run_later(rest, |room, _| {
                room.outgoing.is_due = false;
                room.send_now();
            });
        }
    }

    /// Gives the browsers what was told.
    pub(super) fn send_now(&mut self) {
        if self.outgoing.events == 0 {
            return;
        }
        self.outgoing.events = 0;
        self.outgoing.sent_at = Some(Instant::now());
        // taken out, so that nothing is sent twice when a browser is let go on the way
        let texts = std::mem::take(&mut self.outgoing.texts);
        let mut chosen = std::mem::take(&mut self.outgoing.chosen);
        let mut batches: HashMap<(&Recipient<WriteFrames>, Chosen), Vec<SessionId>> =
            HashMap::new();
        for (session, chosen) in chosen.drain() {
            if let Some(listener) = self.listeners.get(session) {
                let batch = (listener.browser.writer(), chosen);
                batches.entry(batch).or_default().push(session);
            }
        }
        let batches = batches.into_iter().map(|((_, chosen), to)| (chosen, to));
        for (chosen, sessions) in batches.collect::<Vec<_>>() {
            let texts = texts.iter().enumerate();
            let frames = texts.filter(|(place, _)| chosen & (1 << place) != 0);
            let frames = frames.map(|(_, text)| text.clone()).collect();
            self.give(&sessions, frames);
        }
        // its room is used again
        if self.outgoing.chosen.is_empty() {
            self.outgoing.chosen = chosen;
        }
    }
}

#[cfg(test)]
mod tests {
    use guiche_storage::model::event::{CommittedEvent, Entity, Room as Name};

    use super::*;
    use crate::registry::{Stop, ask};
    use crate::room::browser::{Browser, CloseReason};
    use crate::room::test_browser::{Page, Seen, Tab, admin, room};
    use crate::room::{Join, Observe, Publish};
    use crate::test_company::TestCompany;

    /// Tells an event, and answers how many messages the browsers were given until now.
    async fn publish(room: &Addr<Room>, event: &CommittedEvent) -> u64 {
        room.send(Publish(vec![event.clone()].into()))
            .await
            .unwrap();
        ask(room, Observe).await.unwrap().delivered
    }

    /// Viewers in a room, and the company's next events, which were not told yet.
    async fn crowd_and_events(
        company: &TestCompany,
        count: usize,
    ) -> (Addr<Room>, Vec<Tab>, Vec<CommittedEvent>) {
        let room = room(company);
        let mut tabs = Vec::new();
        for _ in 0..64 {
            tabs.push(Tab::join(&room, admin()).await);
        }
        let mut events = Vec::new();
        for _ in 0..count {
            events.push(company.event(Entity::Tag, &[Name::Main], None).await);
        }
        tokio::time::pause();
        (room, tabs, events)
    }

    #[actix::test]
    async fn what_happens_within_milliseconds_reaches_a_crowd_together_and_in_order() {
        let company = TestCompany::new().await;
        let (room, tabs, events) = crowd_and_events(&company, 3).await;
        let mut delivered = Vec::new();
        for event in &events {
            delivered.push(publish(&room, event).await);
        }
        assert_eq!(delivered, [64, 64, 64], "only the first goes at once");
        tokio::time::sleep(Duration::from_millis(11)).await;
        assert_eq!(ask(&room, Observe).await.unwrap().delivered, 128);
        for tab in &tabs {
            assert_eq!(tab.numbers().await, [1, 2, 3]);
        }
    }

    #[actix::test]
    async fn what_waits_for_more_is_told_before_a_browser_is_sent_away() {
        let company = TestCompany::new().await;
        let (room, tabs, events) = crowd_and_events(&company, 2).await;
        for event in &events {
            publish(&room, event).await;
        }
        room.send(Stop).await.unwrap();
        for tab in &tabs {
            assert_eq!(tab.numbers().await, [1, 2]);
            assert_eq!(tab.close_reason().await, Some(CloseReason::Shutdown));
        }
    }

    #[actix::test]
    async fn browsers_whose_writer_has_ended_are_sent_away_by_their_sessions() {
        let company = TestCompany::new().await;
        let room = room(&company);
        let writer = Page::default().start();
        let (session, other) = (Page::default().start(), Tab::join(&room, admin()).await);
        let browser = Browser::new(
            SessionId::new(),
            writer.clone().recipient(),
            session.clone().recipient(),
        );
        let join = Join {
            browser,
            viewer: admin(),
            verified_at: chrono::DateTime::UNIX_EPOCH,
        };
        ask(&room, join).await.unwrap().unwrap();
        writer.send(Stop).await.unwrap();
        let event = company.event(Entity::Tag, &[Name::Main], None).await;
        assert_eq!(publish(&room, &event).await, 1, "to the other browser");
        assert_eq!(other.numbers().await, [1]);
        let (_, reason) = session.send(Seen).await.unwrap();
        assert_eq!(reason, Some(CloseReason::Overloaded));
    }
}
