//! What the application answers to the browsers behind the gate. The session calls one method at
//! a time, in the order the browser spoke, each with a deadline; deliveries and pings go on
//! meanwhile.

use std::future::Future;
use std::time::Duration;

use guiche_actors::room::browser::CloseReason;
use serde_json::{Map, Value};

use super::connection::Event;
use super::engine_io::Frame;
use super::socket_io::Payload;

/// A browser that may come in.
#[derive(Debug, Clone, Copy, Default)]
pub struct Admission {
    /// The session is closed after this time, if given.
    pub expires_in: Option<Duration>,
}

/// Whether a browser may join a namespace; the error is what it reads in `connect_error`.
pub type Verdict = Result<Admission, Value>;

/// What to do after a call.
#[derive(Debug, Clone, Default)]
pub struct Reply {
    /// Written first.
    pub frames: Vec<Frame>,
    /// Written next, if the browser wanted an answer.
    pub ack: Option<Payload>,
    /// Then the session is closed.
    pub close: Option<CloseReason>,
}

impl Reply {
    /// Answers with one argument.
    pub fn ack(value: Value) -> Self {
        Self {
            ack: Some(vec![value].into()),
            ..Self::default()
        }
    }
}

/// The application's side of one connection.
///
/// The gate is dropped when the connection ends, in whichever way: what is done at the end belongs in `Drop`.
pub trait Gate: Unpin + 'static {
    /// May the browser join this namespace? Asked before anything is written to it.
    fn connect(
        &mut self,
        namespace: &str,
        auth: Map<String, Value>,
    ) -> impl Future<Output = Verdict>;

    /// The browser has read that it is in.
    fn joined(&mut self, namespace: &str) -> impl Future<Output = Reply>;

    /// The browser sent an event.
    fn event(&mut self, event: Event) -> impl Future<Output = Reply>;

    /// The browser left the namespace and keeps the connection.
    fn left(&mut self, namespace: &str) -> impl Future<Output = Reply>;

    /// A message of an engine-only connection.
    fn message(&mut self, _frame: Frame) -> impl Future<Output = Reply> {
        std::future::ready(Reply::default())
    }
}
