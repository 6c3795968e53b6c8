//! `/demo`: the log-ins of the demonstration, which the login page offers.

use actix_web::{get, web};
use guiche_storage::{
    fixtures::demo,
    model::{ErrorCode, user::Profile},
};
use serde::Serialize;

use crate::{app::App, error::ApiError};

/// One of them.
#[derive(Debug, Clone, Copy, Serialize, utoipa::ToSchema)]
pub struct DemoLogin {
    /// Company.
    pub company: &'static str,
    /// Name.
    pub name: &'static str,
    /// E-mail.
    pub email: &'static str,
    /// Password.
    pub password: &'static str,
    /// Profile.
    pub profile: Profile,
}

/// All of them.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct Logins {
    logins: Vec<DemoLogin>,
}

/// The log-ins, only when the server was started with `--demo`.
#[utoipa::path(
    tag = "demo",
    security(()),
    responses((status = 200, body = Logins), (status = 404, description = "ERR_NOT_FOUND: not a demonstration"))
)]
#[get("/demo")]
pub(super) async fn list(app: web::Data<App>) -> Result<web::Json<Logins>, ApiError> {
    if app.demo {
        let logins = demo::LOGINS.iter().map(|login| DemoLogin {
            company: login.company,
            name: login.name,
            email: login.email,
            password: login.password,
            profile: login.profile,
        });
        Ok(web::Json(Logins {
            logins: logins.collect(),
        }))
    } else {
        Err(ErrorCode::NotFound.into())
    }
}
