//! Who is calling: from the access token to a user as he is now.
//!
//! Every request reads the sign-in, user, company and plan by their keys, so that a revoked sign-in, a lost role or a
//! left queue counts at once and not after the token's 15 minutes.

use std::{future::Future, pin::Pin, sync::Arc};

use actix_web::{FromRequest, HttpMessage as _, HttpRequest, dev::Payload, http::header, web};
use chrono::{DateTime, Utc};
use guiche_actors::rules::calendar::{Zone, zone_or_default};
use guiche_storage::{
    callers::{self, CallerRow},
    companies::{Feature, plan_has},
    contacts::Numbers,
    model::{CompanyId, ErrorCode, QueueId, UserId, company::Plan, user::Profile},
};
use uuid::Uuid;

use crate::{app::App, error::ApiError, numbers::NumbersHidden, tokens::Claims};

/// The user behind a request. As a handler's parameter it lets in only who is signed in and whose company has paid.
#[derive(Debug, Clone)]
pub struct Caller {
    /// Company: goes first into every storage function.
    pub company: CompanyId,
    /// User.
    pub user: UserId,
    /// His name.
    pub name: String,
    /// What he is now.
    pub profile: Profile,
    /// Manages companies and plans.
    pub is_super: bool,
    /// His queues now, ascending.
    pub queue_ids: Vec<QueueId>,
    /// Sees tickets without a queue.
    pub all_ticket: bool,
    /// Whether he sees the numbers of contacts: those who lead always, attendants unless the company hides them.
    pub sees_numbers: bool,
    /// His sign-in.
    pub session: Uuid,
    /// What his company may use.
    pub plan: Plan,
    /// Where his company is: its days begin at midnight there.
    pub zone: Zone,
    /// Until when his company has paid; `None` is without end.
    pub due_date: Option<DateTime<Utc>>,
    /// When his token ends.
    pub expires_at: DateTime<Utc>,
}

/// A caller whose company may be overdue: for billing and signing out only.
#[derive(Debug, Clone)]
pub struct OverdueCaller(pub Caller);

impl Caller {
    /// # Errors
    /// `NoPermission` unless he is an admin.
    pub fn require_admin(&self) -> Result<(), ApiError> {
        allow(self.profile == Profile::Admin, ErrorCode::NoPermission)
    }

    /// # Errors
    /// `NoPermission` unless he is a supervisor or an admin.
    pub fn require_supervisor(&self) -> Result<(), ApiError> {
        allow(self.sees_all_of_queues(), ErrorCode::NoPermission)
    }

    /// # Errors
    /// `NoPermission` unless he is super: 403 and not the family's 401, which would sign the browser out (B0).
    pub fn require_super(&self) -> Result<(), ApiError> {
        allow(self.is_super, ErrorCode::NoPermission)
    }

    /// # Errors
    /// `PlanFeature` unless the company's plan has it.
    pub fn require_plan(&self, feature: Feature) -> Result<(), ApiError> {
        allow(plan_has(&self.plan, feature), ErrorCode::PlanFeature)
    }

    /// Whether he is an admin.
    pub fn is_admin(&self) -> bool {
        self.profile == Profile::Admin
    }

    /// Whether `showAll` means anything for him: admins, and supervisors within their queues (B18).
    pub fn sees_all_of_queues(&self) -> bool {
        matches!(self.profile, Profile::Admin | Profile::Supervisor)
    }

    /// How his searches meet the numbers of contacts.
    pub fn numbers(&self) -> Numbers {
        if self.sees_numbers {
            Numbers::Parts
        } else {
            Numbers::Whole
        }
    }

    fn new(claims: &Claims, row: CallerRow) -> Option<Self> {
        Some(Self {
            company: claims.company_id,
            user: claims.id,
            name: row.name,
            profile: row.profile,
            is_super: row.is_super,
            queue_ids: row.queue_ids,
            all_ticket: row.all_ticket,
            sees_numbers: !row.numbers_hidden || row.profile != Profile::User,
            session: claims.sid,
            plan: row.plan,
            zone: zone_or_default(row.time_zone.as_deref()),
            due_date: row.due_date,
            expires_at: DateTime::from_timestamp(claims.exp, 0)?,
        })
    }
}

/// The caller of an access token, from a header or from a socket's handshake: the one door for both. The sockets' gate
/// keeps `session` and `expires_at` to close the socket in time.
///
/// # Errors
/// `TokenInvalid` (403, the browser refreshes) for a bad or ended token; `SessionExpired` (401, the browser signs out)
/// when the sign-in, the user or the company has ended; `CompanyExpired`; `Busy`.
pub async fn verify_socket_token(app: &App, token: &str) -> Result<Caller, ApiError> {
    in_time(app, verify(app, &read(app, token)?).await?)
}

/// What the token of a request says, if it is good; read once for each.
pub(crate) fn claims_of(app: &App, request: &HttpRequest) -> Result<Arc<Claims>, ApiError> {
    if let Some(claims) = request.extensions().get::<Arc<Claims>>() {
        return Ok(Arc::clone(claims));
    }
    let claims = Arc::new(read(app, token_of(request)?)?);
    request.extensions_mut().insert(Arc::clone(&claims));
    Ok(claims)
}

fn read(app: &App, token: &str) -> Result<Claims, ApiError> {
    let claims = app.tokens.read(token, app.clock.now());
    claims.ok_or_else(|| ErrorCode::TokenInvalid.into())
}

async fn verify(app: &App, claims: &Claims) -> Result<Caller, ApiError> {
    let now = app.clock.now();
    let mut reader = app.db.read().await?;
    let row = callers::find(
        &mut reader.conn(),
        claims.company_id,
        claims.id,
        claims.sid,
        now,
    )
    .await?;
    let row = row.filter(|row| row.token_version == claims.ver);
    row.and_then(|row| Caller::new(claims, row))
        .ok_or_else(|| ErrorCode::SessionExpired.into())
}

fn in_time(app: &App, caller: Caller) -> Result<Caller, ApiError> {
    match caller.due_date {
        Some(due_date) if due_date <= app.clock.now() => Err(ApiError::company_expired(due_date)),
        _ => Ok(caller),
    }
}

fn allow(yes: bool, code: ErrorCode) -> Result<(), ApiError> {
    if yes { Ok(()) } else { Err(code.into()) }
}

type Extracting<T> = Pin<Box<dyn Future<Output = Result<T, ApiError>>>>;

impl FromRequest for Caller {
    type Error = ApiError;
    type Future = Extracting<Self>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let app = app_of(&request)?;
            let caller = in_time(&app, seated(&app, &request).await?)?;
            if !caller.sees_numbers {
                request.extensions_mut().insert(NumbersHidden);
            }
            Ok(caller)
        })
    }
}

impl FromRequest for OverdueCaller {
    type Error = ApiError;
    type Future = Extracting<Self>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let app = app_of(&request)?;
            Ok(Self(seated(&app, &request).await?))
        })
    }
}

/// Who calls, with a permit to be worked for.
async fn seated(app: &App, request: &HttpRequest) -> Result<Caller, ApiError> {
    let claims = claims_of(app, request)?;
    app.limiter.seat(request, &claims).await?;
    verify(app, &claims).await
}

fn app_of(request: &HttpRequest) -> Result<web::Data<App>, ApiError> {
    let app = request.app_data::<web::Data<App>>().cloned();
    app.ok_or_else(|| ApiError::internal("the application is not in the request"))
}

fn token_of(request: &HttpRequest) -> Result<&str, ApiError> {
    let text = request
        .headers()
        .get(header::AUTHORIZATION)
        .ok_or(ErrorCode::SessionExpired)?;
    let text = text.to_str().map_err(|_| ErrorCode::TokenInvalid)?;
    text.split_once(' ')
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .map(|(_, token)| token.trim())
        .ok_or_else(|| ErrorCode::TokenInvalid.into())
}

impl Caller {
    /// The caller as the rules see him.
    pub fn viewer(&self) -> guiche_actors::rules::Viewer {
        guiche_actors::rules::Viewer {
            user_id: self.user,
            name: self.name.clone(),
            profile: self.profile,
            queue_ids: self.queue_ids.clone(),
            all_ticket: self.all_ticket,
        }
    }
}
