//! `/version`: which server this is (S090).

use actix_web::{get, web};
use serde::Serialize;

/// The server's version.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct Version {
    /// Major, minor, patch.
    version: &'static str,
}

/// The server's version, for everybody.
#[utoipa::path(tag = "version", security(()), responses((status = 200, body = Version)))]
#[get("/version")]
pub(super) async fn show() -> web::Json<Version> {
    web::Json(Version {
        version: env!("CARGO_PKG_VERSION"),
    })
}
