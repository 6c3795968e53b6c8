//! The two listeners: pages and API on one, the operator's port on the other.

use std::{io, net::SocketAddr, time::Duration};

use actix_web::{
    HttpServer,
    dev::{Server, ServerHandle},
    web,
};

use crate::{
    app::App,
    listener::{self, Limits},
    operator::Operator,
    routes,
};

/// How long open requests may take to end when the server stops.
const SHUTDOWN_SECS: u64 = 10;
/// How long a client may take to send the head of its request (slow senders hold a connection no longer).
const HEAD_WITHIN: Duration = Duration::from_secs(10);
/// How long a connection without a request is kept.
const KEEP_ALIVE: Duration = Duration::from_secs(75);
/// Connections of one thread; sockets count too.
const CONNECTIONS_PER_WORKER: usize = 25_000;
/// Time written bytes may stay unacknowledged, also by a peer that announces no room for them.
const STALLED_MAX: Duration = Duration::from_secs(30);

/// What is mounted beside the routes of this crate; called once a thread.
pub type Mount = std::sync::Arc<dyn Fn(&mut web::ServiceConfig) + Send + Sync>;

/// Two listeners that answer.
#[derive(Debug)]
pub struct Running {
    /// Where the pages are.
    pub address: SocketAddr,
    /// Where the operator's port is.
    pub operator_address: SocketAddr,
    handles: [ServerHandle; 2],
}

/// Binds both ports and starts to answer. `outside` is mounted on the main port beside `/api` (sockets, media links,
/// the demo's simulator), `inside` on the operator's (the simulator's face for tests).
///
/// # Errors
/// When a port cannot be bound, which the message names.
pub fn start(app: App, operator: Operator, outside: Mount, inside: Mount) -> io::Result<Running> {
    let config = app.config.clone();
    let workers = match config.http.workers {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        workers => workers,
    };
    let main_address = SocketAddr::new(config.http.host, config.http.port);
    let listener = listener::bind(main_address)
        .map_err(|error| cannot_bind(main_address, "http.port", &error))?;
    let address = listener.local_addr()?;
    let limits = Limits {
        workers,
        connections_per_worker: CONNECTIONS_PER_WORKER,
        head_within: HEAD_WITHIN,
        keep_alive: KEEP_ALIVE,
        shutdown_secs: SHUTDOWN_SECS,
        stalled_max: STALLED_MAX,
    };
    let main = listener::serve(listener, limits, move || {
        let outside = outside.clone();
        routes::build(app.clone(), move |cfg| outside(cfg))
    })?;

    let jobs = operator.clone();
    let side = HttpServer::new(move || {
        let inside = inside.clone();
        actix_web::App::new()
            .configure(operator.clone().configure())
            .configure(move |cfg| inside(cfg))
    })
    .workers(1)
    .client_request_timeout(HEAD_WITHIN)
    .shutdown_timeout(SHUTDOWN_SECS)
    .disable_signals();
    let side_address = SocketAddr::new(config.operator.host, config.operator.port);
    let side = side
        .bind(side_address)
        .map_err(|error| cannot_bind(side_address, "operator.port", &error))?;

    let operator_address = first(&side.addrs())?;
    let handles = [spawn(main), spawn(side.run())];
    actix_web::rt::spawn(jobs.run_jobs());
    Ok(Running {
        address,
        operator_address,
        handles,
    })
}

impl Running {
    /// Takes no more requests, lets those that run come to an end within 10 s.
    pub async fn stop(self) {
        for handle in self.handles {
            handle.stop(true).await;
        }
    }
}

fn spawn(server: Server) -> ServerHandle {
    let handle = server.handle();
    actix_web::rt::spawn(async move {
        if let Err(error) = server.await {
            tracing::error!(error = %error, "a listener has failed");
        }
    });
    handle
}

fn first(addresses: &[SocketAddr]) -> io::Result<SocketAddr> {
    addresses
        .first()
        .copied()
        .ok_or_else(|| io::Error::other("no address is bound"))
}

fn cannot_bind(place: SocketAddr, setting: &str, error: &io::Error) -> io::Error {
    io::Error::new(
        error.kind(),
        format!("cannot listen on {place}: {error} (setting {setting})"),
    )
}
