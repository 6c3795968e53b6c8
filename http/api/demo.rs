//! `/demo`: the log-ins of the demonstration, which the login page offers.

use actix_web::{get, web};
use guiche_storage::model::{ErrorCode, user::Profile};
use serde::Serialize;

use crate::{app::App, error::ApiError};

/// The log-ins of the demonstration; `guiche serve --demo` makes them in an empty database.
pub const LOGINS: &[DemoLogin] = &[
    login(
        "Lojas Aurora",
        "Helena Castro",
        "admin@aurora.example",
        "Aurora123",
        Profile::Admin,
    ),
    login(
        "Lojas Aurora",
        "Marina Duarte",
        "marina@aurora.example",
        "Aurora123",
        Profile::User,
    ),
    login(
        "Lojas Aurora",
        "Rafael Lima",
        "rafael@aurora.example",
        "Aurora123",
        Profile::User,
    ),
    login(
        "Clínica Vida",
        "Paula Mendes",
        "admin@vida.example",
        "Vida1234",
        Profile::Admin,
    ),
    login(
        "Guichê",
        "Equipe Guichê",
        "super@guiche.example",
        "Super1234",
        Profile::Admin,
    ),
];

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
    logins: &'static [DemoLogin],
}

const fn login(
    company: &'static str,
    name: &'static str,
    email: &'static str,
    password: &'static str,
    profile: Profile,
) -> DemoLogin {
    DemoLogin {
        company,
        name,
        email,
        password,
        profile,
    }
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
        Ok(web::Json(Logins { logins: LOGINS }))
    } else {
        Err(ErrorCode::NotFound.into())
    }
}
