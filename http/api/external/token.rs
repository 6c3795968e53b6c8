//! Who has the token of a number. It opens what programs may do and nothing else, and no user's token opens that.

use std::{future::Future, pin::Pin};

use actix_web::{FromRequest, HttpRequest, dev::Payload, http::header, web};
use chrono::{DateTime, Utc};
use guiche_actors::rules::{
    calendar::zone_or_default,
    subscription::{ReadOnly, read_only},
};
use guiche_storage::{
    companies::{Feature, plan_has},
    connections::programs::{self, Program},
    model::{ErrorCode, company::Plan},
};

use crate::{app::App, error::ApiError};

/// What the family of products says to who has no token.
const REFUSED: &str = "Acesso não permitido";

/// A program with the token of a number. As a handler's parameter it lets in nobody else, and gives the request its turn.
#[derive(Debug, Clone)]
pub struct ByToken(pub Program);

impl ByToken {
    /// # Errors
    /// `CompanyInactive`, `CompanyExpired` and `PlanFeature`: its company may not use this now.
    pub(super) fn require_right(&self, app: &App) -> Result<(), ApiError> {
        let Self(program) = self;
        let zone = program.time_zone.as_deref();
        let standing = (program.company_status, program.due_date, zone);
        require_right(standing, &program.plan, app.clock.now())
    }
}

impl FromRequest for ByToken {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let app = request.app_data::<web::Data<App>>();
            let app = app.ok_or_else(|| ApiError::internal("the application is not there"))?;
            let token = bearer(&request).ok_or_else(refused)?;
            let mut reader = app.db.read().await?;
            let program = programs::find_by_token(&mut reader.conn(), token).await?;
            drop(reader);
            let program = program.ok_or_else(refused)?;
            let (company, line) = (program.company, program.connection);
            app.limiter.admit_program(&request, company, line).await?;
            Ok(Self(program))
        })
    }
}

/// That a company which is switched on or not, has paid until then and is in this zone may use the API now.
///
/// # Errors
/// `CompanyInactive`, `CompanyExpired` and `PlanFeature`.
pub(in crate::api) fn require_right(
    (status, due_date, zone): (bool, Option<DateTime<Utc>>, Option<&str>),
    plan: &Plan,
    now: DateTime<Utc>,
) -> Result<(), ApiError> {
    let zone = zone_or_default(zone);
    match read_only(status, due_date, now, zone) {
        Some(ReadOnly::Suspended) => return Err(ErrorCode::CompanyInactive.into()),
        Some(ReadOnly::Overdue(due)) => return Err(ApiError::company_expired(due, zone)),
        None => {}
    }
    if plan_has(plan, Feature::ExternalApi) {
        Ok(())
    } else {
        Err(ErrorCode::PlanFeature.into())
    }
}

/// What stands behind `Bearer`.
pub(in crate::api) fn bearer(request: &HttpRequest) -> Option<&str> {
    let text = request
        .headers()
        .get(header::AUTHORIZATION)?
        .to_str()
        .ok()?;
    let (scheme, token) = text.split_once(' ')?;
    let token = token.trim();
    (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then_some(token)
}

/// `error` is the text that programs of the family know; the code stands beside it.
fn refused() -> ApiError {
    ApiError::new(ErrorCode::ApiToken)
        .and_body("error", REFUSED)
        .and_body("code", ErrorCode::ApiToken.as_str())
}
