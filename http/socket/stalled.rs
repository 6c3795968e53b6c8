//! A browser that stops reading keeps its socket writable by nobody: the web server then polls
//! neither the session nor its timers. The kernel is asked to cut such a connection.

use std::any::Any;
use std::time::Duration;

use actix_web::dev::Extensions;
use actix_web::rt::net::TcpStream;

/// Time written bytes may stay unacknowledged, also by a peer that announces no room for them.
const STALLED_MAX: Duration = Duration::from_secs(30);

/// For `HttpServer::on_connect`: lets the kernel cut peers that take nothing for 30 s.
pub fn drop_stalled_peers(connection: &dyn Any, _: &mut Extensions) {
    set_limit(connection, STALLED_MAX);
}

pub(super) fn set_limit(connection: &dyn Any, limit: Duration) {
    let Some(stream) = connection.downcast_ref::<TcpStream>() else {
        return;
    };
    if let Err(error) = socket2::SockRef::from(stream).set_tcp_user_timeout(Some(limit)) {
        tracing::debug!(%error, "the kernel takes no limit for stalled connections");
    }
}
