//! How a node that stops is left by a proxy and by browsers. First it takes no new sockets, and each answer is the last one
//! of its connection; then it refuses everything, so that a proxy leaves it alone; then its port is closed.

use std::sync::{
    Arc,
    atomic::{AtomicU8, Ordering},
};

use actix_web::{
    body::{BoxBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    middleware::Next,
    web,
};
use guiche_storage::model::ErrorCode;

use crate::{app::App, error::ApiError};

const RUNNING: u8 = 0;
const STOPPING: u8 = 1;
const REFUSING: u8 = 2;

/// How far this node has got. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct Shutdown(Arc<AtomicU8>);

impl Shutdown {
    /// The node is not ready any more and takes no new sockets.
    pub fn begin(&self) {
        self.0.store(STOPPING, Ordering::Relaxed);
    }

    /// The node refuses every call.
    pub fn refuse(&self) {
        self.0.store(REFUSING, Ordering::Relaxed);
    }

    /// Whether the node is shutting down.
    pub fn has_begun(&self) -> bool {
        self.0.load(Ordering::Relaxed) != RUNNING
    }

    fn refuses(&self, is_socket: bool) -> bool {
        match self.0.load(Ordering::Relaxed) {
            RUNNING => false,
            STOPPING => is_socket,
            _ => true,
        }
    }
}

/// Refuses with 503 and `Retry-After` what a node that stops does not take any more.
pub(crate) async fn refuse_when_shutting_down(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let is_socket = request.headers().contains_key("upgrade");
    let app = request.app_data::<web::Data<App>>();
    if app.is_some_and(|app| app.shutdown.refuses(is_socket)) {
        return Ok(request.error_response(ApiError::new(ErrorCode::Busy)));
    }
    Ok(next.call(request).await?.map_into_boxed_body())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sockets_are_refused_first_and_everything_after() {
        let shutdown = Shutdown::default();
        let shared = shutdown.clone();
        assert!(!shared.refuses(true) && !shared.has_begun());
        shutdown.begin();
        assert!(shared.refuses(true) && !shared.refuses(false) && shared.has_begun());
        shutdown.refuse();
        assert!(shared.refuses(false) && shared.has_begun());
    }
}
