//! A browser that stops reading, or whose network is gone, says nothing: the kernel is asked to cut such a connection.

use std::time::Duration;

use actix_web::rt::net::TcpStream;

/// Lets the kernel cut a peer that has not acknowledged for so long what was written, also one that announces no room.
pub fn drop_when_stalled(stream: &TcpStream, limit: Duration) {
    if let Err(error) = socket2::SockRef::from(stream).set_tcp_user_timeout(Some(limit)) {
        tracing::debug!(%error, "the kernel takes no limit for stalled connections");
    }
}
