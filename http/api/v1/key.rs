//! Who calls: a program with a key. Every call is counted, and its scope is asked for before its body is read.

use std::{
    future::{Ready, ready},
    marker::PhantomData,
};

use actix_web::{
    Error, FromRequest, HttpMessage as _, HttpRequest,
    body::{BoxBody, MessageBody},
    dev::{Payload, ServiceRequest, ServiceResponse},
    http::StatusCode,
    middleware::Next,
    web,
};
use chrono::{DateTime, Utc};
use guiche_actors::rules::Principal;
use guiche_storage::{
    Conn,
    identity::{
        api_keys::{self, KeyHolder},
        key_calls::{self, NewKeyCall},
    },
    model::{ApiKeyId, CompanyId, ErrorCode, api_key::Scope},
};

use crate::{
    api::external::token::{bearer, require_right},
    app::App,
    error::ApiError,
    middleware::frame::RequestId,
};

/// Letters of a method that are kept: anybody may make up a longer one.
const METHOD_MAX: usize = 10;

/// What a route asks of a key.
pub(super) trait Needs {
    /// The scope.
    const SCOPE: Scope;
}

macro_rules! needs {
    ($($name:ident),+ $(,)?) => {
        $(
            /// The scope of the same name.
            #[derive(Debug)]
            pub(super) struct $name;

            impl Needs for $name {
                const SCOPE: Scope = Scope::$name;
            }
        )+
    };
}

needs!(
    ContactsRead,
    ContactsWrite,
    TicketsRead,
    TicketsWrite,
    MessagesRead,
    MessagesWrite,
    TagsRead,
);

/// Who calls, as the requests behind the door know him.
#[derive(Debug, Clone)]
struct Admitted {
    company: CompanyId,
    key: ApiKeyId,
    scopes: Vec<Scope>,
}

/// A program whose key has a scope. As a handler's first parameter it lets in nobody else.
#[derive(Debug)]
pub(super) struct ByKey<N> {
    /// Whose key.
    pub company: CompanyId,
    /// Which key.
    pub key: ApiKeyId,
    scope: PhantomData<N>,
}

impl<N> ByKey<N> {
    /// Who asks the desk.
    pub(super) fn principal(&self) -> Principal {
        Principal::ApiKey(self.key)
    }
}

impl<N: Needs> FromRequest for ByKey<N> {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let extensions = request.extensions();
        ready(match extensions.get::<Admitted>() {
            None => Err(ErrorCode::ApiToken.into()),
            Some(known) if !known.scopes.contains(&N::SCOPE) => {
                Err(ApiError::new(ErrorCode::ApiScope)
                    .and_field("scope", format!("needs {}", N::SCOPE.as_str())))
            }
            Some(known) => Ok(Self {
                company: known.company,
                key: known.key,
                scope: PhantomData,
            }),
        })
    }
}

/// Whose key a request was let in with.
pub(super) fn owner(request: &HttpRequest) -> Option<(CompanyId, ApiKeyId)> {
    let extensions = request.extensions();
    extensions
        .get::<Admitted>()
        .map(|known| (known.company, known.key))
}

/// The door: a good key, whose company may use this now, and which has not asked too much.
pub(super) async fn admit(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let app = request.app_data::<web::Data<App>>().cloned();
    let Some(app) = app else {
        let refusal = ApiError::internal("the application is not there");
        return Ok(request.error_response(refusal));
    };
    let begun = Begun::of(&app, request.request());
    let response = if let Err(refusal) = enter(&app, request.request()).await {
        request.error_response(refusal)
    } else {
        next.call(request).await?.map_into_boxed_body()
    };
    let known = response.request().extensions().get::<Known>().copied();
    if let Some(known) = known {
        let (status, error) = (response.status(), response.response().error());
        note_call(&app, known, &begun, (status, error)).await;
    }
    Ok(response)
}

/// Whose key it is, let in or not.
#[derive(Debug, Clone, Copy)]
struct Known(CompanyId, ApiKeyId);

/// A call as it began: afterwards its request is changed.
struct Begun {
    at: DateTime<Utc>,
    method: String,
    path: String,
    request_id: String,
}

impl Begun {
    fn of(app: &App, request: &HttpRequest) -> Self {
        let extensions = request.extensions();
        let id = extensions.get::<RequestId>();
        Self {
            at: app.clock.now(),
            method: request.method().as_str().chars().take(METHOD_MAX).collect(),
            path: request.path().to_owned(),
            request_id: id.map(|id| id.0.clone()).unwrap_or_default(),
        }
    }
}

/// Notes how a call ended. One that cannot be noted has ended all the same; of those that were too many none is noted: a
/// program that runs wild would write each time, and drive out what an admin looks for.
async fn note_call(
    app: &App,
    Known(company, key): Known,
    begun: &Begun,
    (status, error): (StatusCode, Option<&Error>),
) {
    if status == StatusCode::TOO_MANY_REQUESTS {
        return;
    }
    let now = app.clock.now();
    let refusal = error.and_then(|error| error.as_error::<ApiError>());
    let call = NewKeyCall {
        method: &begun.method,
        path: &begun.path,
        status: status.as_u16(),
        code: refusal.map(|refusal| refusal.code().as_str()),
        millis: (now - begun.at).num_milliseconds().max(0),
        request_id: &begun.request_id,
    };
    let noted = app
        .db
        .write(async |c: &mut Conn<'_>| key_calls::note(c, company, key, &call, now).await)
        .await;
    if let Err(error) = noted {
        tracing::warn!(%error, "a call by a key could not be noted");
    }
}

async fn enter(app: &App, request: &HttpRequest) -> Result<(), ApiError> {
    let (key, now) = (bearer(request).ok_or(ErrorCode::ApiToken)?, app.clock.now());
    let holder = {
        let mut reader = app.db.read().await?;
        api_keys::find_holder(&mut reader.conn(), key, now).await?
    };
    let holder = holder.ok_or(ErrorCode::ApiToken)?;
    let known = Known(holder.company, holder.key);
    request.extensions_mut().insert(known);
    let (left, counted) = app.rare_limits.check_key(holder.key);
    request.extensions_mut().insert(left);
    counted?;
    let limiter = &app.limiter;
    limiter
        .admit_key(request, holder.company, holder.key)
        .await?;
    let zone = holder.time_zone.as_deref();
    let standing = (holder.company_status, holder.due_date, zone);
    require_right(standing, &holder.plan, now)?;
    note_use(app, &holder).await;
    request.extensions_mut().insert(Admitted {
        company: holder.company,
        key: holder.key,
        scopes: holder.scopes,
    });
    Ok(())
}

/// A use that cannot be noted is one all the same.
async fn note_use(app: &App, holder: &KeyHolder) {
    let now = app.clock.now();
    if !holder.is_news(now) {
        return;
    }
    let (company, key) = (holder.company, holder.key);
    let noted = app
        .db
        .write(async |c: &mut Conn<'_>| api_keys::note_use(c, company, key, now).await)
        .await;
    if let Err(error) = noted {
        tracing::warn!(%error, "the use of a key could not be noted");
    }
}
