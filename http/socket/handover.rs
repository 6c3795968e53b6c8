//! From a request to a socket: the application answers 101 like any request and leaves with it who goes on with the
//! connection; the listener writes the answer and hands the connection over. The web server's own buffers and timers are
//! gone by then.

use std::future::Future;

use actix_web::rt::net::TcpStream;
use bytes::BytesMut;
use futures_util::future::LocalBoxFuture;

type GoOn = dyn FnOnce(TcpStream, BytesMut) -> LocalBoxFuture<'static, ()>;

/// Who goes on with a connection; left in the request's extensions beside an answer 101.
pub(crate) struct Handover(Box<GoOn>);

impl Handover {
    /// `go_on` is given the connection and what came of it behind the request.
    pub(crate) fn new<F: Future<Output = ()> + 'static>(
        go_on: impl FnOnce(TcpStream, BytesMut) -> F + 'static,
    ) -> Self {
        Self(Box::new(move |stream, first| {
            Box::pin(go_on(stream, first))
        }))
    }

    /// Hands the connection over; ready when it has ended.
    pub(crate) fn take(self, stream: TcpStream, first: BytesMut) -> LocalBoxFuture<'static, ()> {
        (self.0)(stream, first)
    }
}
