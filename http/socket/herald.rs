//! The herald of a web thread: gives what rooms and presences tell to the sockets of its thread. A room writes one letter
//! to each herald, not one to each browser, so that an event to a thousand browsers wakes as many threads as there are.
//!
//! *Owns* the ways to the browsers of its thread.
//! *Parent*: the first session of a thread starts it; when it ends, rooms send its browsers away and they come back.
//! *Never* waits for a slow browser.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use actix::prelude::*;
use actix_codec::Encoder as _;
use actix_http::ws;
use bytes::{Bytes, BytesMut};
use bytestring::ByteString;
use guiche_actors::registry::Meter;
use guiche_actors::room::SessionId;
use guiche_actors::room::browser::{Carry, Deliver, Dismiss, Farewell};

use super::wire::{TooSlow, Wire};

/// Letters that wait; with one more rooms let the browsers go.
const MAILBOX: usize = 8_192;

/// Sockets written to before others of the thread have a turn.
const IN_A_ROW: usize = 64;

thread_local! {
    static HERALD: RefCell<Option<Addr<Herald>>> = const { RefCell::new(None) };
    static LINES: RefCell<HashMap<SessionId, Line>> = RefCell::default();
}

/// How a herald reaches one of its browsers.
struct Line {
    wire: Rc<Wire>,
    session: Recipient<Dismiss>,
}

/// A browser's entry with the herald of this thread; gone when dropped.
pub(super) struct Entry(SessionId);

impl Entry {
    /// Enters a browser, and tells who carries to it.
    pub(super) fn new(
        id: SessionId,
        wire: Rc<Wire>,
        session: Recipient<Dismiss>,
    ) -> (Self, Recipient<Carry>) {
        LINES.with_borrow_mut(|lines| lines.insert(id, Line { wire, session }));
        let herald = HERALD.with_borrow_mut(|herald| {
            if let Some(living) = herald.as_ref().filter(|herald| herald.connected()) {
                return living.clone();
            }
            herald.insert(Herald::new().start()).clone()
        });
        (Self(id), herald.recipient())
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        // a thread that ends has no lines any more
        let _ = LINES.try_with(|lines| lines.borrow_mut().remove(&self.0));
    }
}

/// One herald.
#[derive(Debug)]
struct Herald {
    meter: Meter,
}

impl Herald {
    fn new() -> Self {
        Self {
            meter: Meter::new("herald"),
        }
    }
}

impl Actor for Herald {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        ctx.set_mailbox_capacity(MAILBOX);
    }
}

impl Handler<Carry> for Herald {
    type Result = AtomicResponse<Self, ()>;

    fn handle(&mut self, letter: Carry, _: &mut Self::Context) -> Self::Result {
        let timer = self.meter.time();
        let carry = async move {
            let _timer = timer;
            match letter.what {
                Deliver::Close(farewell) => letter.to.iter().for_each(|id| dismiss(*id, farewell)),
                Deliver::Frames(frames) => give(&letter.to, &frames).await,
            }
        };
        AtomicResponse::new(Box::pin(carry.into_actor(self)))
    }
}

/// Writes to each what all of them are given.
async fn give(to: &[SessionId], frames: &[ByteString]) {
    let bytes = encode(frames);
    for (count, id) in to.iter().enumerate() {
        if count % IN_A_ROW == IN_A_ROW - 1 {
            tokio::task::yield_now().await;
        }
        let given = LINES.with_borrow(|lines| lines.get(id).map(|line| line.wire.write(&bytes)));
        if given == Some(Err(TooSlow)) {
            dismiss(*id, Farewell::TooSlow);
        }
    }
}

/// The frames of a server are the same for everybody.
fn encode(frames: &[ByteString]) -> Bytes {
    let bytes = frames.iter().map(|frame| frame.len() + 10).sum();
    let mut bytes = BytesMut::with_capacity(bytes);
    for frame in frames {
        let message = ws::Message::Text(frame.clone());
        if let Err(error) = ws::Codec::new().encode(message, &mut bytes) {
            tracing::error!(%error, "a frame was not encoded");
        }
    }
    bytes.freeze()
}

/// Nothing follows the last words: the browser is forgotten at once.
#[expect(
    clippy::disallowed_methods,
    reason = "the last that a session is told: a full mailbox must not keep it out"
)]
fn dismiss(id: SessionId, farewell: Farewell) {
    if let Some(line) = LINES.with_borrow_mut(|lines| lines.remove(&id)) {
        line.session.do_send(Dismiss(farewell));
    }
}

#[cfg(test)]
mod tests {
    use guiche_actors::room::browser::Browser;

    use super::*;

    /// A session without a connection.
    struct Silent;

    impl Actor for Silent {
        type Context = Context<Self>;
    }

    impl Handler<Dismiss> for Silent {
        type Result = ();

        fn handle(&mut self, _: Dismiss, _: &mut Self::Context) {}
    }

    #[actix::test]
    async fn a_herald_takes_a_bounded_number_of_letters_and_more_when_it_has_read_them() {
        let herald = Herald::new().start().recipient();
        let session = Silent.start().recipient();
        let browser = Browser::new(SessionId::new(), herald, session);
        browser.settled().await.unwrap();
        let takes = || browser.give(Vec::new()).is_ok();
        let taken = std::iter::repeat_with(takes)
            .take_while(|took| *took)
            .count();
        // who sends has a place of his own beside
        assert!((MAILBOX..=MAILBOX + 1).contains(&taken), "{taken}");
        browser.settled().await.unwrap();
        assert!(takes());
    }
}
