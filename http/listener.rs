//! The listener of pages, API and sockets. It is actix-web's own but for one thing: an upgraded connection is taken out of
//! the web server's hands, whose two buffers of 8 kB and extra copies cost more than an idle browser and a short event do.

use std::cell::OnceCell;
use std::fmt::Debug;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::pin::Pin;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use actix_codec::Framed;
use actix_http::body::{BodySize, BoxBody, MessageBody};
use actix_http::error::PayloadError;
use actix_http::h1::{Codec, SendResponse};
use actix_http::{ConnectionType, HttpService, Request, Response};
use actix_server::Server;
use actix_service::{IntoServiceFactory, Service, ServiceFactory, fn_factory};
use actix_web::dev::{AppConfig, ServiceResponse};
use actix_web::rt::net::TcpStream;
use actix_web::{Error, HttpMessage as _};
use bytes::{Bytes, BytesMut};
use socket2::{Domain, Protocol, SockRef, Socket, Type};
use tokio::io::AsyncWriteExt as _;

use crate::socket::Handover;

/// Connections that wait to be accepted.
const BACKLOG: i32 = 1024;
/// How long a connection that is closed may take to end.
const DISCONNECT_WITHIN: Duration = Duration::from_secs(1);

/// What the listener allows.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Threads that answer.
    pub workers: usize,
    /// Connections of one thread; sockets count too.
    pub connections_per_worker: usize,
    /// How long a client may take to send the head of its request.
    pub head_within: Duration,
    /// How long a connection without a request is kept.
    pub keep_alive: Duration,
    /// How long open requests may take to end when the server stops, in seconds.
    pub shutdown_secs: u64,
    /// How long written bytes may stay unacknowledged.
    pub stalled_max: Duration,
}

/// Binds a port.
///
/// # Errors
/// When the port is taken, or the address is not of this machine.
pub fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = Socket::new(
        Domain::for_address(address),
        Type::STREAM,
        Some(Protocol::TCP),
    )?;
    // a server that starts again finds connections of the one before
    socket.set_reuse_address(true)?;
    socket.bind(&address.into())?;
    socket.listen(BACKLOG)?;
    Ok(socket.into())
}

/// Answers on a port what `app` makes, once a thread.
///
/// # Errors
/// When the port cannot be listened on.
pub fn serve<F, I, S, B>(listener: TcpListener, limits: Limits, app: F) -> io::Result<Server>
where
    F: Fn() -> I + Send + Clone + 'static,
    I: IntoServiceFactory<S, Request>,
    S: ServiceFactory<Request, Config = AppConfig, Response = ServiceResponse<B>, Error = Error>
        + 'static,
    S::InitError: Debug,
    B: MessageBody + 'static,
{
    let server = Server::build()
        .workers(limits.workers)
        .max_concurrent_connections(limits.connections_per_worker)
        .shutdown_timeout(limits.shutdown_secs)
        .disable_signals();
    let stopping = server.graceful_shutdown_signal();
    let building = Arc::new(Mutex::new(()));
    let server = server.listen("guiche", listener, move || {
        // one thread after the other: building routes takes much memory for a moment
        let turn = building.lock().unwrap_or_else(PoisonError::into_inner);
        let app = Rc::new(app().into_factory());
        drop(turn);
        // the same for requests and for upgrades
        let made = Rc::new(OnceCell::new());
        let for_upgrades = Rc::clone(&made);
        let build = fn_factory(move || {
            let (made, app) = (Rc::clone(&made), app.new_service(AppConfig::default()));
            async move {
                let app = Rc::new(app.await?);
                Ok::<_, S::InitError>(Rc::clone(made.get_or_init(|| app)))
            }
        });
        let stopping = stopping.clone();
        HttpService::build()
            .graceful_shutdown_signal(move || {
                let stopping = stopping.clone();
                async move { stopping.notified().await }
            })
            .keep_alive(limits.keep_alive)
            .client_request_timeout(limits.head_within)
            .client_disconnect_timeout(DISCONNECT_WITHIN)
            // who closes his side has gone: what is asked of the database for him ends
            .h1_allow_half_closed(false)
            // small frames leave at once; otherwise a second one waits some 40 ms for an acknowledgement
            .tcp_nodelay(true)
            .on_connect_ext(move |stream: &TcpStream, _| {
                drop_when_stalled(stream, limits.stalled_max);
            })
            .upgrade(
                move |(request, framed): (Request, Framed<TcpStream, Codec>)| {
                    let app = for_upgrades.get().cloned();
                    Box::pin(async move {
                        let Some(app) = app else { return Ok(()) };
                        // what the answer took is given back before the hours of the socket begin
                        let handed_over = Box::pin(upgrade(app, request, framed)).await?;
                        if let Some((handover, stream, first)) = handed_over {
                            handover.take(stream, first).await;
                        }
                        Ok::<_, Error>(())
                    })
                },
            )
            .finish(build)
            .tcp()
    })?;
    Ok(server.run())
}

/// Lets the kernel cut a peer that has not acknowledged for so long what was written, also one that announces no room: a
/// browser that stops reading, or whose network is gone, says nothing.
fn drop_when_stalled(stream: &TcpStream, limit: Duration) {
    if let Err(error) = SockRef::from(stream).set_tcp_user_timeout(Some(limit)) {
        tracing::debug!(%error, "the kernel takes no limit for stalled connections");
    }
}

/// Lets the application answer a request for an upgrade. Gives the connection to whom the answer names, with what came of
/// it behind the request.
async fn upgrade<S, B>(
    app: Rc<S>,
    request: Request,
    framed: Framed<TcpStream, Codec>,
) -> Result<Option<(Handover, TcpStream, BytesMut)>, Error>
where
    S: Service<Request, Response = ServiceResponse<B>, Error = Error>,
    B: MessageBody + 'static,
{
    let mut handover = None;
    let mut response = match app.call(request).await {
        Ok(answer) => {
            handover = answer.request().extensions_mut().remove::<Handover>();
            Response::from(answer).map_body(|_, body| Body(body.boxed()))
        }
        Err(error) => Response::from(error).map_body(|_, body| Body(body)),
    };
    if handover.is_none() {
        response
            .head_mut()
            .set_connection_type(ConnectionType::Close);
    }
    let mut parts = SendResponse::new(framed, response).await?.into_parts();
    if handover.is_none() {
        parts.io.shutdown().await?;
    }
    Ok(handover.map(|handover| (handover, parts.io, parts.read_buf)))
}

/// A body whose failure has the type that is wanted here.
struct Body(BoxBody);

impl MessageBody for Body {
    type Error = PayloadError;

    fn size(&self) -> BodySize {
        self.0.size()
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        let chunk = Pin::new(&mut self.0).poll_next(cx);
        chunk.map_err(|error| PayloadError::Io(io::Error::other(error.to_string())))
    }
}
