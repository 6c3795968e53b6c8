//! Who is in the room and what each listens to. No IO: says whom an event is for.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use guiche_storage::model::event::{Entity, Room, Scope};
use guiche_storage::model::{TicketId, UserId};

use super::browser::Browser;
use super::messages::SessionId;
use super::ring::EncodedEvent;
use crate::rules::Viewer;
use crate::rules::audience::{self, Wish};

/// Different wishes of one browser; a desk shows a handful of tickets at once.
const WISHES_MAX: usize = 64;

/// One browser.
#[derive(Debug)]
pub(super) struct Listener {
    pub(super) browser: Browser,
    pub(super) viewer: Viewer,
    verified_at: DateTime<Utc>,
    // how often each was asked for: several parts of a page share one socket
    wishes: HashMap<Wish, u32>,
}

impl Listener {
    pub(super) fn new(browser: Browser, viewer: Viewer, verified_at: DateTime<Utc>) -> Self {
        Self {
            browser,
            viewer,
            verified_at,
            wishes: HashMap::new(),
        }
    }

    /// The tickets that it looks at.
    pub(super) fn tickets(&self) -> impl Iterator<Item = TicketId> {
        self.wishes.keys().filter_map(|wish| match wish {
            Wish::Ticket(ticket) => Some(*ticket),
            Wish::Notification | Wish::Tickets(_) => None,
        })
    }

    fn rooms(&self) -> HashSet<Room> {
        let wished = self
            .wishes
            .keys()
            .flat_map(|wish| audience::rooms_of(&self.viewer, *wish));
        audience::base_rooms(&self.viewer)
            .into_iter()
            .chain(wished)
            .collect()
    }

    /// Whether an event of one of its rooms is for it.
    fn hears(&self, event: &EncodedEvent) -> bool {
        // a sign-in elsewhere is no news for the browser that just signed in
        let own_sign_in = event.entity == Entity::Auth && event.at <= self.verified_at;
        !own_sign_in && audience::may_hear(&self.viewer, event.scope)
    }
}

/// The browsers of a room, also by what they listen to.
#[derive(Debug, Default)]
pub(super) struct Listeners {
    sessions: HashMap<SessionId, Listener>,
    rooms: HashMap<Room, HashSet<SessionId>>,
}

impl Listeners {
    pub(super) fn len(&self) -> usize {
        self.sessions.len()
    }

    pub(super) fn get(&self, session: SessionId) -> Option<&Listener> {
        self.sessions.get(&session)
    }

    pub(super) fn insert(&mut self, session: SessionId, listener: Listener) {
        self.remove(session);
        for room in listener.rooms() {
            self.rooms.entry(room).or_default().insert(session);
        }
        self.sessions.insert(session, listener);
    }

    pub(super) fn remove(&mut self, session: SessionId) -> Option<Listener> {
        let listener = self.sessions.remove(&session)?;
        for room in listener.rooms() {
            self.leave(session, &room);
        }
        Some(listener)
    }

    /// False when the browser is not in, or wishes too much.
    pub(super) fn wish(&mut self, session: SessionId, wish: Wish) -> bool {
        let Some(listener) = self.sessions.get_mut(&session) else {
            return false;
        };
        if !listener.wishes.contains_key(&wish) && listener.wishes.len() >= WISHES_MAX {
            return false;
        }
        let times = listener.wishes.entry(wish).or_default();
        *times = times.saturating_add(1);
        for room in audience::rooms_of(&listener.viewer, wish) {
            self.rooms.entry(room).or_default().insert(session);
        }
        true
    }

    /// Takes back one wish; the last one ends the listening.
    pub(super) fn unwish(&mut self, session: SessionId, wish: Wish) {
        let Some(listener) = self.sessions.get_mut(&session) else {
            return;
        };
        let Some(times) = listener.wishes.get_mut(&wish) else {
            return;
        };
        *times = times.saturating_sub(1);
        if *times > 0 {
            return;
        }
        listener.wishes.remove(&wish);
        let kept = listener.rooms();
        for room in audience::rooms_of(&listener.viewer, wish) {
            if !kept.contains(&room) {
                self.leave(session, &room);
            }
        }
    }

    /// Whether a browser has this wish.
    pub(super) fn listens(&self, session: SessionId, wish: Wish) -> bool {
        let listener = self.sessions.get(&session);
        listener.is_some_and(|one| one.wishes.contains_key(&wish))
    }

    /// The browsers that look at a ticket and may see it where it stands, and whose they are.
    pub(super) fn lookers(
        &self,
        ticket: TicketId,
        scope: Option<Scope>,
    ) -> Vec<(SessionId, &Viewer)> {
        let found = self.rooms.get(&Room::Ticket(ticket)).into_iter().flatten();
        let found =
            found.filter_map(|session| Some((*session, &self.sessions.get(session)?.viewer)));
        found
            .filter(|(_, viewer)| audience::may_hear(viewer, scope))
            .collect()
    }

    /// Puts every browser of the user where his new rights allow. Open conversations stay open: the
    /// scope of each event says whether he still hears it.
    pub(super) fn change_viewer(&mut self, viewer: &Viewer) {
        for session in self.of_user(viewer.user_id) {
            let Some(mut listener) = self.remove(session) else {
                continue;
            };
            listener.viewer = viewer.clone();
            self.insert(session, listener);
        }
    }

    pub(super) fn of_user(&self, user: UserId) -> Vec<SessionId> {
        let room = self.rooms.get(&Room::User(user));
        room.map(|sessions| sessions.iter().copied().collect())
            .unwrap_or_default()
    }

    /// At most so many browsers, whichever.
    pub(super) fn some(&self, limit: usize) -> Vec<SessionId> {
        self.sessions.keys().copied().take(limit).collect()
    }

    /// The browsers an event is for, each once.
    pub(super) fn audience(&self, event: &EncodedEvent) -> Vec<SessionId> {
        let mut found: Vec<SessionId> = Vec::new();
        for room in &event.rooms {
            found.extend(self.rooms.get(room).into_iter().flatten());
        }
        if event.rooms.len() > 1 {
            found.sort_unstable();
            found.dedup();
        }
        found.retain(|session| {
            self.sessions
                .get(session)
                .is_some_and(|one| one.hears(event))
        });
        found
    }

    /// Whether an event of the past is for this browser.
    pub(super) fn was_for(&self, session: SessionId, event: &EncodedEvent) -> bool {
        let in_room = |room| {
            self.rooms
                .get(room)
                .is_some_and(|found| found.contains(&session))
        };
        // a sign-in elsewhere concerned the browsers that were there
        event.entity != Entity::Auth
            && event.rooms.iter().any(in_room)
            && self
                .sessions
                .get(&session)
                .is_some_and(|one| one.hears(event))
    }

    pub(super) fn drain(&mut self) -> impl Iterator<Item = Listener> {
        self.rooms.clear();
        std::mem::take(&mut self.sessions).into_values()
    }

    fn leave(&mut self, session: SessionId, room: &Room) {
        let Some(sessions) = self.rooms.get_mut(room) else {
            return;
        };
        sessions.remove(&session);
        if sessions.is_empty() {
            self.rooms.remove(room);
        }
    }
}
