//! The bytes of one connection after its handshake. One thread owns them: the session and the writer of its thread write,
//! and what the kernel does not take at once waits here, bounded, until it does.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::future::poll_fn;
use std::io::{self, ErrorKind, IoSlice};
use std::net::Shutdown;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker, ready};

use actix_codec::{Decoder as _, Encoder as _};
use actix_http::ws::{self, CloseReason, ProtocolError};
use bytes::{Buf as _, Bytes, BytesMut};
use futures_util::Stream;
use tokio::io::{AsyncRead as _, ReadBuf};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};

use super::announced;
use super::budget::{Full, Share};

/// Bytes that wait for the browser at most.
const WAITING_BYTES_MAX: usize = 1024 * 1024;

/// Writes that wait for it at most: what a crowd is given is shared and its bytes cost nobody anything, its places do.
const WAITING_MAX: usize = 256;

/// Writes that go to the kernel together.
const AT_ONCE: usize = 16;

/// Bytes taken from the kernel at once.
const READ_BYTES: usize = 16 * 1024;

/// The browser does not read what it is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TooSlow;

/// The way to the browser.
pub(super) struct Wire {
    half: OwnedWriteHalf,
    waiting: RefCell<VecDeque<Bytes>>,
    waiting_bytes: Cell<usize>,
    is_broken: Cell<bool>,
    // who waits for the kernel
    pump: RefCell<Option<Waker>>,
}

impl Wire {
    pub(super) fn new(half: OwnedWriteHalf) -> Self {
        Self {
            half,
            waiting: RefCell::default(),
            waiting_bytes: Cell::new(0),
            is_broken: Cell::new(false),
            pump: RefCell::default(),
        }
    }

    /// Adds what is to be written; the pump takes it to the kernel when the session has nothing more to say.
    ///
    /// # Errors
    /// When too much waits already; then it is not added.
    pub(super) fn add(&self, bytes: Bytes) -> Result<(), TooSlow> {
        let mut waiting = self.waiting.borrow_mut();
        let together = self.waiting_bytes.get().saturating_add(bytes.len());
        if waiting.len() >= WAITING_MAX || together > WAITING_BYTES_MAX {
            return Err(TooSlow);
        }
        self.waiting_bytes.set(together);
        waiting.push_back(bytes);
        Ok(())
    }

    /// Writes at once, from outside of the session, behind what waits.
    ///
    /// # Errors
    /// As [`Wire::add`].
    pub(super) fn write(&self, bytes: &Bytes) -> Result<(), TooSlow> {
        if self.waiting_bytes.get() > 0 {
            return self.add(bytes.clone());
        }
        let taken = match self.half.try_write(bytes) {
            Ok(taken) => taken,
            Err(error) => {
                self.is_broken.set(error.kind() != ErrorKind::WouldBlock);
                0
            }
        };
        if taken == bytes.len() {
            return Ok(());
        }
        let added = self.add(bytes.slice(taken..));
        if let Some(pump) = self.pump.take() {
            pump.wake();
        }
        added
    }

    /// Adds the close frame, which has always room.
    pub(super) fn say_last(&self, reason: CloseReason) {
        let mut bytes = BytesMut::new();
        let message = ws::Message::Close(Some(reason));
        if ws::Codec::new().encode(message, &mut bytes).is_ok() {
            let together = self.waiting_bytes.get().saturating_add(bytes.len());
            self.waiting_bytes.set(together);
            self.waiting.borrow_mut().push_back(bytes.freeze());
        }
    }

    /// Writes what waits, says that it was all, and waits until the browser has ended its side too: a connection that is
    /// dropped earlier may take back what the browser has not read yet.
    pub(super) async fn finish(&self) -> io::Result<()> {
        poll_fn(|cx| self.poll_flush(cx)).await?;
        let stream = self.half.as_ref();
        socket2::SockRef::from(stream).shutdown(Shutdown::Write)?;
        let mut nothing = vec![0; 512];
        loop {
            stream.readable().await?;
            match stream.try_read(&mut nothing) {
                Ok(0) => return Ok(()),
                Err(error) if error.kind() != ErrorKind::WouldBlock => return Err(error),
                Ok(_) | Err(_) => {}
            }
        }
    }

    /// Lets the kernel take what waits. Ready when nothing does.
    pub(super) fn poll_flush(&self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.is_broken.get() {
            return Poll::Ready(Err(ErrorKind::BrokenPipe.into()));
        }
        let mut waiting = self.waiting.borrow_mut();
        while !waiting.is_empty() {
            ready!(self.half.as_ref().poll_write_ready(cx))?;
            let mut slices = [IoSlice::new(&[]); AT_ONCE];
            for (slice, bytes) in slices.iter_mut().zip(&*waiting) {
                *slice = IoSlice::new(bytes);
            }
            match self.half.try_write_vectored(&slices) {
                Ok(taken) => {
                    let left = self.waiting_bytes.get().saturating_sub(taken);
                    self.waiting_bytes.set(left);
                    forget(&mut waiting, taken);
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
        // a burst's room is not kept
        waiting.shrink_to(AT_ONCE);
        let known = self
            .pump
            .borrow()
            .as_ref()
            .is_some_and(|pump| pump.will_wake(cx.waker()));
        if !known {
            self.pump.replace(Some(cx.waker().clone()));
        }
        Poll::Ready(Ok(()))
    }
}

/// Forgets so many bytes from the front, and what has none left.
fn forget(waiting: &mut VecDeque<Bytes>, mut taken: usize) {
    while let Some(front) = waiting.front_mut() {
        if taken < front.len() {
            front.advance(taken);
            return;
        }
        taken -= front.len();
        waiting.pop_front();
    }
}

/// Why nothing more is read.
#[derive(Debug, thiserror::Error)]
pub(super) enum ReadError {
    /// Cut, or no frame.
    #[error(transparent)]
    Protocol(#[from] ProtocolError),
    /// All sockets together keep too much.
    #[error(transparent)]
    Full(#[from] Full),
}

/// What comes from the browser. Keeps no buffer while the browser is silent, and never more than a frame may have.
pub(super) struct Incoming {
    half: OwnedReadHalf,
    codec: ws::Codec,
    bytes_max: usize,
    rest: BytesMut,
    share: Rc<Share>,
}

impl Incoming {
    /// `first` is what came with the handshake; no message has more than `bytes_max`.
    pub(super) fn new(
        half: OwnedReadHalf,
        bytes_max: usize,
        share: Rc<Share>,
        first: &[u8],
    ) -> Self {
        Self {
            half,
            codec: ws::Codec::new().max_size(bytes_max),
            bytes_max,
            rest: first.into(),
            share,
        }
    }

    /// The next frame, if all of it is here.
    fn whole(&mut self) -> Result<Option<ws::Frame>, ReadError> {
        announced::check(&self.rest, self.bytes_max, self.share.in_pieces())?;
        let frame = self.codec.decode(&mut self.rest)?;
        if frame.is_none() {
            self.share.reading(self.rest.capacity())?;
        }
        Ok(frame)
    }

    fn poll_read(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<usize>> {
        thread_local!(static DESK: RefCell<Vec<u8>> = RefCell::new(vec![0; READ_BYTES]));
        DESK.with_borrow_mut(|desk| {
            let mut bytes = ReadBuf::new(desk);
            ready!(Pin::new(&mut self.half).poll_read(cx, &mut bytes))?;
            self.rest.extend_from_slice(bytes.filled());
            Poll::Ready(Ok(bytes.filled().len()))
        })
    }
}

impl Stream for Incoming {
    type Item = Result<ws::Frame, ReadError>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = &mut *self;
        loop {
            if !this.rest.is_empty() {
                if let Some(frame) = this.whole()? {
                    return Poll::Ready(Some(Ok(frame)));
                }
            } else if this.rest.capacity() > 0 {
                this.rest = BytesMut::new();
                this.share.reading(0)?;
            }
            match ready!(this.poll_read(cx)) {
                Ok(0) => return Poll::Ready(None),
                Ok(_) => {}
                Err(error) => return Poll::Ready(Some(Err(ProtocolError::Io(error).into()))),
            }
        }
    }
}
