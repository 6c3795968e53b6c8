//! A forgotten password: a code by mail, and a new password for the code (rule B19).

use actix_web::{HttpRequest, HttpResponse, post, web};
use garde::Validate;
use guiche_actors::mail::{self, Letter};
use guiche_storage::{
    identity::{
        password_resets::{self, CODE_LIFE},
        sign_ins::{self, Ended, Owner},
        users::{self, Credentials},
    },
    model::ErrorCode,
};
use serde::Deserialize;
use serde_json::json;

use super::fields::{self, Done};
use crate::{
    app::App, error::ApiError, limits::sign_in::client_address, route_list::RouteList, valid::Valid,
};

/// Mounts the routes.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(forgot).service(reset).service(reset_by_address);
}

/// A new password for a code.
#[derive(Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PasswordReset {
    /// Whose.
    #[garde(length(chars, min = 1, max = 255))]
    email: String,
    /// The code from the mail; case does not count.
    #[garde(length(chars, min = 1, max = 64))]
    #[schema(write_only)]
    token: String,
    /// 8 to 50 characters with an upper and a lower case letter and a digit.
    #[garde(custom(fields::strong_password))]
    #[schema(write_only)]
    new_password: String,
}

/// Mails a code to somebody who forgot his password. A few times an hour.
#[utoipa::path(
    tag = "passwords",
    security(()),
    params(("email" = String, Path, description = "Whose password")),
    responses(
        (status = 200, body = Done),
        (status = 404, description = "ERR_NO_USER_FOUND, also with `status` in the body"),
        (status = 429, description = "ERR_TOO_MANY_REQUESTS with Retry-After"),
        (status = 503, description = "ERR_MAIL_NOT_SENT, ERR_BUSY")
    )
)]
#[post("/forgetpassword/{email}")]
pub(super) async fn forgot(
    request: HttpRequest,
    app: web::Data<App>,
    email: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let email = users::normal_email(&email);
    app.rare_limits
        .check_mail(client_address(&request, &app.config), &email)?;
    let Some(user) = find(&app, &email).await? else {
        return Err(ApiError::new(ErrorCode::NoUserFound).and_body("status", 404));
    };
    let code = password_resets::random_code()?;
    let (owner, now) = (owner(&user), app.clock.now());
    app.db
        .write(async |conn| password_resets::insert(conn, owner, &app.keys.jwt, &code, now).await)
        .await?;
    mail::send(&app.config.mail, letter(&app, &user.email, &code)).await?;
    Ok(HttpResponse::Ok().json(json!({ "message": "Mail sent." })))
}

fn letter<'a>(app: &App, to: &'a str, code: &str) -> Letter<'a> {
    let minutes = CODE_LIFE.num_minutes();
    let page = format!("{}/forgetpsw", app.config.public_url());
    Letter {
        to,
        subject: "Redefinição de senha",
        text: format!(
            "Olá!\n\nRecebemos um pedido para redefinir a sua senha.\n\nCódigo: {code}\n\n\
             Informe este código em {page} nos próximos {minutes} minutos. Ele vale uma única vez.\n\n\
             Se o pedido não foi seu, ignore esta mensagem: a sua senha continua a mesma.\n"
        ),
    }
}

/// Sets a new password for a code; every sign-in of the user ends.
#[utoipa::path(
    tag = "passwords",
    security(()),
    request_body = PasswordReset,
    responses(
        (status = 200, body = Done),
        (status = 400, description = "ERR_VALIDATION"),
        (status = 404, description = "ERR_RESET_CODE: wrong, used, too old or tried too often; also for an unknown e-mail"),
        (status = 503, description = "ERR_BUSY")
    )
)]
#[post("/resetpasswords")]
pub(super) async fn reset(
    app: web::Data<App>,
    body: Valid<PasswordReset>,
) -> Result<web::Json<Done>, ApiError> {
    let Valid(body) = body;
    set(&app, body).await
}

/// The same for clients that put it all into the address. Logs name the route only.
#[utoipa::path(
    tag = "passwords",
    security(()),
    params(
        ("email" = String, Path, description = "Whose"),
        ("token" = String, Path, description = "The code from the mail"),
        ("newPassword" = String, Path, description = "The new password")
    ),
    responses(
        (status = 200, body = Done),
        (status = 400, description = "ERR_VALIDATION"),
        (status = 404, description = "ERR_RESET_CODE"),
        (status = 503, description = "ERR_BUSY")
    )
)]
#[post("/resetpasswords/{email}/{token}/{newPassword}")]
pub(super) async fn reset_by_address(
    app: web::Data<App>,
    path: web::Path<(String, String, String)>,
) -> Result<web::Json<Done>, ApiError> {
    let (email, token, new_password) = path.into_inner();
    let body = PasswordReset {
        email,
        token,
        new_password,
    };
    body.validate().map_err(ApiError::from)?;
    set(&app, body).await
}

async fn set(app: &App, body: PasswordReset) -> Result<web::Json<Done>, ApiError> {
    let now = app.clock.now();
    let email = users::normal_email(&body.email);
    let user = find(app, &email).await?.ok_or(ErrorCode::ResetCode)?;
    let owner = owner(&user);
    // committed: a wrong code is a try that counts
    let asked = app.db.write(async |conn| {
        password_resets::is_right(conn, owner, &app.keys.jwt, &body.token, now).await
    });
    if !asked.await? {
        return Err(ErrorCode::ResetCode.into());
    }
    let hash = app.passwords.hash(body.new_password).await?;
    app.db
        .write(async |conn| -> Result<(), ApiError> {
            // with the new password or not at all
            if !password_resets::use_up(conn, owner.company_id, owner.user_id).await? {
                return Err(ErrorCode::ResetCode.into());
            }
            users::update_password(conn, owner.company_id, owner.user_id, now, &hash).await?;
            sign_ins::revoke_all(conn, owner, now).await?;
            Ok(())
        })
        .await?;
    app.actors
        .control()
        .sign_out(owner.company_id, owner.user_id, Ended::All);
    Ok(web::Json(Done {
        message: "Password changed.",
    }))
}

/// Somebody who may sign in, or could if his company paid.
async fn find(app: &App, email: &str) -> Result<Option<Credentials>, ApiError> {
    // no database stores such a text
    if email.contains('\0') {
        return Ok(None);
    }
    let mut reader = app.db.read().await?;
    let found = users::find_by_email(&mut reader.conn(), email).await?;
    Ok(found.filter(|user| user.active))
}

fn owner(user: &Credentials) -> Owner {
    Owner {
        company_id: user.company_id,
        user_id: user.id,
    }
}
