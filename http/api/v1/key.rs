//! Who calls: a program with a key. Every call is counted, and its scope is asked for before its body is read.

use std::{
    future::{Ready, ready},
    marker::PhantomData,
};

use actix_web::{
    Error, FromRequest, HttpMessage as _, HttpRequest,
    body::{BoxBody, MessageBody},
    dev::{Payload, ServiceRequest, ServiceResponse},
    middleware::Next,
    web,
};
use guiche_actors::rules::Principal;
use guiche_storage::{
    Conn,
    identity::api_keys::{self, KeyHolder},
    model::{ApiKeyId, CompanyId, ErrorCode, api_key::Scope},
};

use crate::{
    api::external::token::{bearer, require_right},
    app::App,
    error::ApiError,
};

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
    if let Err(refusal) = enter(request.request()).await {
        return Ok(request.error_response(refusal));
    }
    next.call(request)
        .await
        .map(ServiceResponse::map_into_boxed_body)
}

async fn enter(request: &HttpRequest) -> Result<(), ApiError> {
    let app = request.app_data::<web::Data<App>>();
    let app = app.ok_or_else(|| ApiError::internal("the application is not there"))?;
    let (key, now) = (bearer(request).ok_or(ErrorCode::ApiToken)?, app.clock.now());
    let holder = {
        let mut reader = app.db.read().await?;
        api_keys::find_holder(&mut reader.conn(), key, now).await?
    };
    let holder = holder.ok_or(ErrorCode::ApiToken)?;
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
