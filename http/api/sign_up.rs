//! `POST /companies/cadastro`: a company signs itself up (S005 S056 S112, rule B12).

use actix_web::{HttpRequest, post, web};
use garde::Validate;
use guiche_actors::billing::ensure_invoice;
use guiche_storage::{
    StorageError,
    companies::sign_ups::{self, NewSignUp},
    model::{ErrorCode, PlanId, company::Company},
};
use serde::Deserialize;

use super::fields;
use crate::{
    app::App, error::ApiError, limits::sign_in::client_address, route_list::RouteList, valid::Valid,
};

/// Digits of a Brazilian phone with its area code (S076).
const PHONE_DIGITS: std::ops::RangeInclusive<usize> = 10..=11;

/// Mounts the route, below `/companies`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(sign_up);
}

/// Who signs up. What else a client sends (`dueDate`, `status`, `recurrence`, `campaignsEnabled`, `companyId`) is not
/// read: the server decides it.
#[derive(Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SignUp {
    /// Name of the company, 2 to 50 characters, unique on this server.
    #[garde(custom(fields::name))]
    name: String,
    /// E-mail of its first admin, unique on this server.
    #[garde(custom(fields::email))]
    email: String,
    /// Phone with area code, in any notation; 10 or 11 digits, or empty.
    #[garde(inner(custom(phone_or_empty)))]
    phone: Option<String>,
    /// 5 to 50 characters.
    #[garde(custom(fields::password))]
    #[schema(write_only)]
    password: String,
    /// What it subscribes to.
    #[garde(skip)]
    plan_id: PlanId,
}

/// Makes a company on a trial of three days, with its first admin and settings. For strangers, some times an hour.
#[utoipa::path(
    tag = "companies",
    security(()),
    request_body = SignUp,
    responses(
        (status = 200, body = Company),
        (status = 400, description = "ERR_VALIDATION, ERR_COMPANY_NAME_ALREADY_EXISTS, ERR_EMAIL_ALREADY_EXISTS"),
        (status = 403, description = "ERR_USER_CREATION_DISABLED: switched off on this server"),
        (status = 404, description = "ERR_NO_PLAN_FOUND"),
        (status = 429, description = "ERR_TOO_MANY_REQUESTS with Retry-After"),
        (status = 503, description = "ERR_BUSY with Retry-After")
    )
)]
#[post("/cadastro")]
pub(super) async fn sign_up(
    request: HttpRequest,
    app: web::Data<App>,
    body: Valid<SignUp>,
) -> Result<web::Json<Company>, ApiError> {
    let Valid(body) = body;
    if !app.config.signup.enabled {
        return Err(ErrorCode::UserCreationDisabled.into());
    }
    app.rare_limits
        .check_signup(client_address(&request, &app.config))?;
    let hash = app.passwords.hash(body.password).await?;
    let phone = digits(body.phone.as_deref().unwrap_or_default());
    let new = NewSignUp {
        name: body.name.trim(),
        email: body.email.trim(),
        phone: Some(phone.as_str()).filter(|phone| !phone.is_empty()),
        password_hash: &hash,
        plan: body.plan_id,
    };
    let now = app.clock.now();
    let made = app.db.write(async |conn| -> Result<_, StorageError> {
        let made = sign_ups::insert(conn, &new, now).await?;
        ensure_invoice(conn, made.0.id, now).await?;
        Ok(made)
    });
    let (company, admin) = made.await?;
    tracing::info!(
        company.id = company.id.0,
        user.id = admin.0,
        "a company signed up"
    );
    Ok(web::Json(company))
}

fn digits(phone: &str) -> String {
    phone.chars().filter(char::is_ascii_digit).collect()
}

/// `(99) 99999-9999` or the like.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
fn phone_or_empty(text: &str, _: &()) -> garde::Result {
    let is_phone = text
        .chars()
        .all(|c| c.is_ascii_digit() || " +-().".contains(c));
    if text.trim().is_empty() || (is_phone && PHONE_DIGITS.contains(&digits(text).len())) {
        Ok(())
    } else {
        Err(garde::Error::new("must be a phone of 10 or 11 digits"))
    }
}
