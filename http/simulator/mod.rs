//! The simulator's face: plays customers' phones over HTTP. On the operator port it is `/simulator`, in the
//! demonstration also `/simulator/api` beside the page. Nobody signs in here: both listen on loopback only.

mod bank;
mod handlers;
mod pictures;
mod profiles;
mod requests;
mod session;
mod writing;

use std::{fmt, sync::Arc};

use actix_web::web;
use guiche_actors::{
    billing::{Billing, SimulatedBank},
    publisher::WakeInbox,
};
use guiche_storage::{Db, media::MediaStore, model::Clock};

use crate::valid;

/// Bytes of a receipt or of a phone's settings.
const JSON_BYTES_MAX: usize = 64 * 1024;

/// What the handlers need. Cheap to clone.
#[derive(Clone)]
pub struct Simulator {
    /// Where the phones are.
    pub db: Db,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// Where the files are.
    pub media: MediaStore,
    /// Called when a phone has told something.
    pub wake_inbox: WakeInbox,
    /// Called when the business's own phone has done something to its session.
    pub wake_session: WakeInbox,
    /// The bank, where it is ours.
    pub bank: Option<SimulatedBank>,
    /// What hears of its payments.
    pub billing: Billing,
    /// Bytes of one file that a customer sends.
    pub upload_bytes_max: u64,
}

impl fmt::Debug for Simulator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Simulator")
    }
}

/// Mounts the routes below `prefix` (`/simulator` or `/simulator/api`).
pub fn configure(simulator: Simulator, prefix: &str) -> impl FnOnce(&mut web::ServiceConfig) {
    use handlers as h;
    let scope = web::scope(prefix)
        .app_data(web::Data::new(simulator))
        .configure(|cfg| valid::limits(cfg, JSON_BYTES_MAX))
        .configure(bank::configure)
        .route("/connections", web::get().to(h::connections))
        .route("/{cid}/phones", web::get().to(h::phones))
        .route("/{cid}/phones/{number}", web::put().to(h::put_phone))
        .route(
            "/{cid}/phones/{number}/messages",
            web::get().to(h::messages),
        )
        .route("/{cid}/messages", web::post().to(h::write))
        .route("/{cid}/messages/{id}/revoke", web::post().to(h::revoke))
        .route("/{cid}/receipts", web::post().to(h::receipt))
        .route("/{cid}/ledger", web::get().to(h::ledger))
        .configure(pictures::configure)
        .configure(profiles::configure)
        .configure(session::configure)
        .configure(writing::configure);
    move |cfg| {
        cfg.service(scope);
    }
}
