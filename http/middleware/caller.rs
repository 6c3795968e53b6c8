//! Who is calling: from the access token to a user as he is now.
//!
//! Every request reads the sign-in, user, company and plan by their keys, so that a revoked sign-in, a lost role or a
//! left queue counts at once and not after the token's 15 minutes.

use std::{future::Future, pin::Pin, sync::Arc};

use actix_web::{FromRequest, HttpMessage as _, HttpRequest, dev::Payload, http::header, web};
use chrono::{DateTime, Utc};
use guiche_actors::rules::{
    calendar::{Zone, zone_or_default},
    subscription::{ReadOnly, read_only},
};
use guiche_storage::{
    Conn, StorageError,
    audit::{self, Actor, Entry, Origin},
    companies::{Feature, plan_has},
    contacts::Numbers,
    identity::callers::{self, CallerRow},
    model::{CompanyId, ErrorCode, QueueId, UserId, audit::Subject, company::Plan, user::Profile},
};
use uuid::Uuid;

use crate::{
    app::App,
    error::ApiError,
    limits::sign_in::client_address,
    middleware::{frame::RequestId, numbers::NumbersHidden},
    tokens::Claims,
};

/// Addresses whose reading hands out what a company has: noted like a change while a super user is there.
const HANDED_OUT: [&str; 2] = ["/export", "/data"];

/// The user behind a request. As a handler's parameter it lets in only who is signed in, and to change something only whose
/// company is switched on and has paid.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each says something else")]
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
    /// The super user who works in his place.
    pub actor: Option<Actor>,
    /// Who acts, and from where, for what is noted of changes.
    pub origin: Arc<Origin>,
    /// His queues now, ascending.
    pub queue_ids: Vec<QueueId>,
    /// Sees tickets without a queue.
    pub all_ticket: bool,
    /// Whether he sees the numbers of contacts: those who lead always, attendants unless the company hides them.
    pub sees_numbers: bool,
    /// Whether his company has switched campaigns on.
    pub campaigns_on: bool,
    /// His sign-in.
    pub session: Uuid,
    /// The version of his tokens.
    pub version: i64,
    /// What his company may use.
    pub plan: Plan,
    /// Where his company is: its days begin at midnight there.
    pub zone: Zone,
    /// Why his company may only look, if it may no more.
    pub read_only: Option<ReadOnly>,
    /// When his token ends.
    pub expires_at: DateTime<Utc>,
}

/// A caller whose company may be overdue or switched off also where something changes: for billing and signing out only.
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

    /// # Errors
    /// `PlanFeature` unless the company's plan has campaigns and the company has switched them on.
    pub fn require_campaigns(&self) -> Result<(), ApiError> {
        self.require_plan(Feature::Campaigns)?;
        allow(self.campaigns_on, ErrorCode::PlanFeature)
    }

    /// Notes a change of his company in the transaction of the change: the one helper for every handler.
    ///
    /// # Errors
    /// A storage error; then nothing is changed either.
    pub(crate) async fn note(
        &self,
        conn: &mut Conn<'_>,
        entry: &Entry,
        now: DateTime<Utc>,
    ) -> Result<(), StorageError> {
        audit::record(conn, self.company, &self.origin, entry, now).await
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

    /// # Errors
    /// `CompanyInactive`, `CompanyExpired` where the company may only look. Whoever runs the server always may.
    fn require_writable(&self) -> Result<(), ApiError> {
        match self.read_only {
            Some(ReadOnly::Suspended) if !self.is_super => Err(ErrorCode::CompanyInactive.into()),
            Some(ReadOnly::Overdue(due)) if !self.is_super => {
                Err(ApiError::company_expired(due, self.zone))
            }
            _ => Ok(()),
        }
    }

    fn new(claims: &Claims, row: CallerRow, now: DateTime<Utc>) -> Option<Self> {
        let zone = zone_or_default(row.time_zone.as_deref());
        let origin = Origin {
            company: claims.company_id,
            user: claims.id,
            user_name: row.name.clone(),
            actor: row.actor.clone(),
            route: String::new(),
            ip: None,
            user_agent: None,
            request_id: None,
        };
        Some(Self {
            company: claims.company_id,
            user: claims.id,
            name: row.name,
            profile: row.profile,
            is_super: row.is_super,
            actor: row.actor,
            origin: Arc::new(origin),
            queue_ids: row.queue_ids,
            all_ticket: row.all_ticket,
            sees_numbers: !row.numbers_hidden || row.profile != Profile::User,
            campaigns_on: row.campaigns_on,
            session: claims.sid,
            version: claims.ver,
            plan: row.plan,
            zone,
            read_only: read_only(row.company_status, row.due_date, now, zone),
            expires_at: DateTime::from_timestamp(claims.exp, 0)?,
        })
    }
}

/// The caller of an access token, from a header or from a socket's handshake: the one door for both. The sockets' gate
/// keeps `session` and `expires_at` to close the socket in time.
///
/// # Errors
/// `TokenInvalid` (403, the browser refreshes) for a bad or ended token; `SessionExpired` (401, the browser signs out)
/// when the sign-in, the user or the company has ended; `Busy`.
pub async fn verify_socket_token(app: &App, token: &str) -> Result<Caller, ApiError> {
    verify(app, &read(app, token)?).await
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
    row.and_then(|row| Caller::new(claims, row, now))
        .ok_or_else(|| ErrorCode::SessionExpired.into())
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
            let caller = seated(&app, &request).await?;
            if !request.method().is_safe() {
                caller.require_writable()?;
            }
            note_actor(&app, &request, &caller).await?;
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
    app.limiter.admit_request(request, &claims).await?;
    let caller = verify(app, &claims).await?;
    let origin = origin(app, request, &caller.origin);
    Ok(Caller {
        origin: Arc::new(origin),
        ..caller
    })
}

/// Where a request comes from and what it asks for.
pub(crate) fn origin(app: &App, request: &HttpRequest, of: &Origin) -> Origin {
    let agent = request.headers().get(header::USER_AGENT);
    let agent = agent.and_then(|agent| agent.to_str().ok());
    let id = request.extensions().get::<RequestId>().cloned();
    let route = request.match_pattern().unwrap_or_default();
    Origin {
        route: format!("{} {route}", request.method()),
        ip: client_address(request, &app.config).map(|address| address.to_string()),
        user_agent: agent.map(str::to_owned),
        request_id: id.map(|id| id.0),
        ..of.clone()
    }
}

/// Notes what a super user asks for in somebody's place, before it is done: also what is refused was tried.
async fn note_actor(app: &App, request: &HttpRequest, caller: &Caller) -> Result<(), ApiError> {
    let path = request.path();
    let hands_out = HANDED_OUT.iter().any(|end| path.ends_with(end));
    if caller.actor.is_none() || (request.method().is_safe() && !hands_out) {
        return Ok(());
    }
    let label = format!("{} {path}", request.method());
    let entry = Entry::called(Subject::Request, path, &label, &());
    let now = app.clock.now();
    app.db
        .write(async |conn| caller.note(conn, &entry, now).await)
        .await?;
    Ok(())
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
