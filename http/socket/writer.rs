//! The writer of a web thread: gives what rooms and presences tell to the sockets of its thread. A room writes one batch
//! to each writer, not one to each browser, so that an event to a thousand browsers wakes as many threads as there are.
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
use guiche_actors::room::browser::{CloseReason, Deliver, Dismiss, WriteFrames};

use super::wire::{TooSlow, Wire};

/// Batches that wait; with one more rooms let the browsers go.
const MAILBOX: usize = 8_192;

/// Sockets written to before others of the thread have a turn.
const IN_A_ROW: usize = 64;

thread_local! {
    static WRITER: RefCell<Option<Addr<ThreadWriter>>> = const { RefCell::new(None) };
    static HANDLES: RefCell<HashMap<SessionId, SocketHandle>> = RefCell::default();
}

/// How a writer reaches one of its browsers.
struct SocketHandle {
    wire: Rc<Wire>,
    session: Recipient<Dismiss>,
}

/// A browser's entry with the writer of this thread; gone when dropped.
pub(super) struct Entry(SessionId);

impl Entry {
    /// Enters a browser, and tells who writes to it.
    pub(super) fn new(
        id: SessionId,
        wire: Rc<Wire>,
        session: Recipient<Dismiss>,
    ) -> (Self, Recipient<WriteFrames>) {
        HANDLES.with_borrow_mut(|handles| handles.insert(id, SocketHandle { wire, session }));
        let writer = WRITER.with_borrow_mut(|writer| {
            if let Some(living) = writer.as_ref().filter(|writer| writer.connected()) {
                return living.clone();
            }
            writer.insert(ThreadWriter::new().start()).clone()
        });
        (Self(id), writer.recipient())
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        // a thread that ends has no handles any more
        let _ = HANDLES.try_with(|handles| handles.borrow_mut().remove(&self.0));
    }
}

/// One writer.
#[derive(Debug)]
struct ThreadWriter {
    meter: Meter,
}

impl ThreadWriter {
    fn new() -> Self {
        Self {
            meter: Meter::new("writer"),
        }
    }
}

impl Actor for ThreadWriter {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        ctx.set_mailbox_capacity(MAILBOX);
    }
}

impl Handler<WriteFrames> for ThreadWriter {
    type Result = AtomicResponse<Self, ()>;

    fn handle(&mut self, batch: WriteFrames, _: &mut Self::Context) -> Self::Result {
        let timer = self.meter.time();
        let write = async move {
            let _timer = timer;
            match batch.what {
                Deliver::Close(reason) => batch.to.iter().for_each(|id| dismiss(*id, reason)),
                Deliver::Frames(frames) => give(&batch.to, &frames).await,
            }
        };
        AtomicResponse::new(Box::pin(write.into_actor(self)))
    }
}

/// Writes to each what all of them are given.
async fn give(to: &[SessionId], frames: &[ByteString]) {
    let bytes = encode(frames);
    for (count, id) in to.iter().enumerate() {
        if count % IN_A_ROW == IN_A_ROW - 1 {
            tokio::task::yield_now().await;
        }
        let given =
            HANDLES.with_borrow(|handles| handles.get(id).map(|handle| handle.wire.write(&bytes)));
        if given == Some(Err(TooSlow)) {
            dismiss(*id, CloseReason::TooSlow);
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
fn dismiss(id: SessionId, reason: CloseReason) {
    if let Some(handle) = HANDLES.with_borrow_mut(|handles| handles.remove(&id)) {
        handle.session.do_send(Dismiss(reason));
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
    async fn a_writer_takes_a_bounded_number_of_batches_and_more_when_it_has_read_them() {
        let writer = ThreadWriter::new().start().recipient();
        let session = Silent.start().recipient();
        let browser = Browser::new(SessionId::new(), writer, session);
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
