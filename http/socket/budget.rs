//! What all sockets together may keep of messages that are not read to their end or wait for their turn. Each socket has
//! its own small bound; many sockets that each stop in the middle of a message would fill the memory all the same.

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The bound of all sockets of a server. Those that have not signed in share a smaller part of it, so that strangers
/// cannot use up what signed-in browsers need.
#[derive(Debug)]
pub struct Budget {
    all_max: usize,
    guests_max: usize,
    all: AtomicUsize,
    guests: AtomicUsize,
}

/// Nothing more may be kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("all sockets together keep too much")]
pub(super) struct Full;

/// What one socket keeps of it; given back when this is dropped.
#[derive(Debug)]
pub(super) struct Share {
    budget: &'static Budget,
    has_joined: Cell<bool>,
    reading: Cell<usize>,
    holding: Cell<usize>,
    // of what it holds: the beginning of a message in pieces
    in_pieces: Cell<usize>,
}

impl Budget {
    /// In bytes.
    pub const fn new(all_max: usize, guests_max: usize) -> Self {
        Self {
            all_max,
            guests_max,
            all: AtomicUsize::new(0),
            guests: AtomicUsize::new(0),
        }
    }

    /// Bytes that are kept now.
    pub fn kept(&self) -> usize {
        self.all.load(Ordering::Relaxed)
    }
}

impl Share {
    /// Of a socket that has not signed in.
    pub(super) fn new(budget: &'static Budget) -> Self {
        Self {
            budget,
            has_joined: Cell::new(false),
            reading: Cell::new(0),
            holding: Cell::new(0),
            in_pieces: Cell::new(0),
        }
    }

    /// It has signed in.
    pub(super) fn joined(&self) {
        if !self.has_joined.replace(true) {
            let kept = self.reading.get().saturating_add(self.holding.get());
            self.budget.guests.fetch_sub(kept, Ordering::Relaxed);
        }
    }

    /// It keeps so many bytes of a frame that is not whole.
    ///
    /// # Errors
    /// When all sockets together keep too much.
    pub(super) fn reading(&self, bytes: usize) -> Result<(), Full> {
        self.change(&self.reading, bytes)
    }

    /// It keeps so many bytes of whole frames that wait, `in_pieces` of them for the rest of their message.
    ///
    /// # Errors
    /// When all sockets together keep too much.
    pub(super) fn holding(&self, bytes: usize, in_pieces: usize) -> Result<(), Full> {
        self.in_pieces.set(in_pieces);
        self.change(&self.holding, bytes)
    }

    /// Bytes of a message that came in pieces so far.
    pub(super) fn in_pieces(&self) -> usize {
        self.in_pieces.get()
    }

    fn change(&self, slot: &Cell<usize>, bytes: usize) -> Result<(), Full> {
        let before = slot.replace(bytes);
        let is_guest = !self.has_joined.get();
        let Some(more) = bytes.checked_sub(before).filter(|more| *more > 0) else {
            self.give_back(before.saturating_sub(bytes));
            return Ok(());
        };
        let add = |count: &AtomicUsize| count.fetch_add(more, Ordering::Relaxed) + more;
        let is_over = add(&self.budget.all) > self.budget.all_max;
        let is_over_as_guest = is_guest && add(&self.budget.guests) > self.budget.guests_max;
        if is_over || is_over_as_guest {
            return Err(Full);
        }
        Ok(())
    }

    fn give_back(&self, bytes: usize) {
        self.budget.all.fetch_sub(bytes, Ordering::Relaxed);
        if !self.has_joined.get() {
            self.budget.guests.fetch_sub(bytes, Ordering::Relaxed);
        }
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.give_back(self.reading.get().saturating_add(self.holding.get()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_socket_kept_is_free_again_when_it_is_gone() {
        static BUDGET: Budget = Budget::new(100, 60);
        let (first, second) = (Share::new(&BUDGET), Share::new(&BUDGET));
        first.reading(20).unwrap();
        first.holding(20, 0).unwrap();
        assert_eq!(second.reading(30), Err(Full));
        assert_eq!(
            BUDGET.kept(),
            70,
            "until the one that was refused is closed"
        );
        drop(second);
        assert_eq!(BUDGET.kept(), 40);
        first.reading(0).unwrap();
        first.holding(5, 5).unwrap();
        assert_eq!((BUDGET.kept(), first.in_pieces()), (5, 5));
        drop(first);
        assert_eq!(BUDGET.kept(), 0);
    }

    #[test]
    fn strangers_cannot_use_up_what_signed_in_browsers_need() {
        static BUDGET: Budget = Budget::new(100, 60);
        let (guest, browser) = (Share::new(&BUDGET), Share::new(&BUDGET));
        browser.reading(10).unwrap();
        browser.joined();
        browser.joined();
        guest.reading(60).unwrap();
        browser.holding(30, 0).unwrap();
        assert_eq!(guest.reading(61), Err(Full));
        drop(guest);
        browser.reading(70).unwrap();
        assert_eq!(browser.reading(71), Err(Full));
    }
}
