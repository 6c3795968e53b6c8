//! Connections: the company's `WhatsApp` numbers. Everybody lists them, admins change them.

mod body;
mod health;
mod profile;
mod templates;
mod trial;

use actix_web::{delete, get, post, put, web};
use guiche_actors::rules::pairing;
use guiche_storage::{
    Conn,
    audit::Entry,
    companies,
    connections::{self, Written},
    fixtures::simulator,
    model::{
        CompanyId, ConnectionId, ErrorCode,
        audit::Subject,
        connection::{Connection, ProviderKind},
        event::{NewEvent, WhatsappEvent},
    },
    security::seal::{self, CloudSecrets},
};

use self::body::WhatsappBody;
use super::fields::{Done, EVERYBODY, OwnCompany};
use crate::{
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    route_list::RouteList,
    valid::{Query, Valid},
};

/// Mounts the routes of `/whatsapp`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(list)
        .service(health::health)
        .service(profile::own_profile)
        .service(trial::send_trial)
        .service(trial::show_trial)
        .service(templates::list)
        .service(templates::create)
        .service(templates::refresh)
        .service(templates::remove)
        .service(templates::attach)
        .service(create)
        .service(show)
        .service(update)
        .service(remove);
}

/// The company's connections, oldest first.
#[utoipa::path(
    tag = "connections",
    params(OwnCompany, ("session" = Option<i64>, Query, description = "Accepted, means nothing")),
    responses((status = 200, body = [Connection]), (status = 404, description = "ERR_NO_COMPANY_FOUND: another company"))
)]
#[get("")]
pub(super) async fn list(
    app: web::Data<App>,
    caller: Caller,
    query: Query<OwnCompany>,
) -> Result<web::Json<Vec<Connection>>, ApiError> {
    query.check(&caller)?;
    let mut reader = app.db.read().await?;
    let all = connections::list(&mut reader.conn(), caller.company).await?;
    Ok(web::Json(
        all.into_iter()
            .map(|one| seen_by(&caller, shown(&app, one)))
            .collect(),
    ))
}

/// A connection.
#[utoipa::path(
    tag = "connections",
    params(("id" = i64, Path)),
    responses((status = 200, body = Connection), (status = 404, description = "ERR_NO_WAPP_FOUND"))
)]
#[get("/{id}")]
pub(super) async fn show(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ConnectionId>,
) -> Result<web::Json<Connection>, ApiError> {
    let mut reader = app.db.read().await?;
    let connection = connections::get(&mut reader.conn(), caller.company, *id).await?;
    Ok(web::Json(seen_by(&caller, shown(&app, connection))))
}

/// Makes a connection and starts it. Admins only.
#[utoipa::path(
    tag = "connections",
    request_body = WhatsappBody,
    responses(
        (status = 200, body = Connection),
        (status = 400, description = "ERR_VALIDATION, ERR_PLAN_LIMIT_CONNECTIONS, ERR_WAPP_PROVIDER_UNKNOWN, \
            ERR_WAPP_NAME_TAKEN, ERR_WAPP_IN_USE, ERR_WAPP_GREETING_REQUIRED"),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_QUEUE_FOUND, ERR_NO_PROMPT_FOUND, ERR_NO_INTEGRATION_FOUND")
    )
)]
#[post("")]
pub(super) async fn create(
    app: web::Data<App>,
    caller: Caller,
    body: Valid<WhatsappBody>,
) -> Result<web::Json<Connection>, ApiError> {
    caller.require_admin()?;
    let Valid(body) = body;
    let provider = provider(&app, body.provider.as_deref())?;
    let token = body.new_token(None)?;
    let (form, secrets) = body.for_new(provider)?;
    let (company, now) = (caller.company, app.clock.now());
    let done = app
        .change(company, now, async |conn, told| {
            let written = connections::insert(conn, company, provider, &form, now).await?;
            let id = written.connection.id;
            if provider == ProviderKind::Simulator {
                // a new phone is paired by a code, like a real one
                simulator::unpair(conn, company, id).await?;
            }
            if let Some(secrets) = &secrets {
                seal::set_cloud_secrets(conn, company, id, &app.sealer, secrets).await?;
            }
            if let Some(token) = &token {
                connections::set_token(conn, company, id, token.as_deref()).await?;
            }
            let made = say(&app, conn, company, &written, told).await?;
            let mut entry = Entry::created(Subject::Connection, id, &made);
            if secrets.is_some() {
                entry = entry.with_secret("accessToken");
            }
            caller.note(conn, &entry, now).await?;
            Ok::<_, ApiError>(made)
        })
        .await?;
    hand_over(app.actors.control().start(company, done.id));
    if provider == ProviderKind::Cloud {
        app.cloud_setup.begin(company, done.id);
    }
    Ok(web::Json(done))
}

/// Changes a connection; a Cloud API one starts again when its number or secrets change. Admins only.
#[utoipa::path(
    tag = "connections",
    params(("id" = i64, Path)),
    request_body = WhatsappBody,
    responses(
        (status = 200, body = Connection),
        (status = 400, description = "ERR_VALIDATION, ERR_NO_OTHER_WHATSAPP, ERR_WAPP_NAME_TAKEN, ERR_WAPP_IN_USE, \
            ERR_WAPP_TOKEN_TAKEN, ERR_WAPP_GREETING_REQUIRED"),
        (status = 409, description = "ERR_WAPP_NOT_INITIALIZED: the stored secrets are gone"),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_WAPP_FOUND, ERR_NO_QUEUE_FOUND, ERR_NO_PROMPT_FOUND, ERR_NO_INTEGRATION_FOUND")
    )
)]
#[put("/{id}")]
pub(super) async fn update(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ConnectionId>,
    body: Valid<WhatsappBody>,
) -> Result<web::Json<Connection>, ApiError> {
    caller.require_admin()?;
    let (Valid(body), id) = (body, id.into_inner());
    let (company, now) = (caller.company, app.clock.now());
    let done = app
        .change(company, now, async |conn, told| {
            // before the row of the number, which its secrets hold
            companies::take_turn(conn, company).await?;
            let stored = connections::get(conn, company, id).await?;
            keeps_provider(&body, &stored)?;
            let mut restarts = stored.provider == ProviderKind::Cloud && body.has_secret();
            if restarts {
                let secrets = secrets(&app, conn, company, id, &body).await?;
                seal::set_cloud_secrets(conn, company, id, &app.sealer, &secrets).await?;
            }
            let (before, has_secret) = (shown(&app, stored.clone()), restarts);
            let former_number = stored
                .cloud
                .as_ref()
                .map(|cloud| cloud.phone_number_id.clone());
            let token = body.new_token(stored.token.as_deref())?;
            let form = body.over(stored);
            restarts |= form.phone_number_id != former_number;
            let written = connections::update(conn, company, id, &form, now).await?;
            if let Some(token) = &token {
                connections::set_token(conn, company, id, token.as_deref()).await?;
            }
            let changed = say(&app, conn, company, &written, told).await?;
            let mut entry = Entry::updated(Subject::Connection, id, &before, &changed);
            let secrets = [(has_secret, "accessToken"), (token.is_some(), "token")];
            for (_, name) in secrets.into_iter().filter(|(is_new, _)| *is_new) {
                entry = entry.with_secret(name);
            }
            caller.note(conn, &entry, now).await?;
            Ok::<_, ApiError>((changed, restarts))
        })
        .await?;
    let (connection, restarts) = done;
    if restarts {
        hand_over(app.actors.control().restart(company, id));
    }
    if connection.provider == ProviderKind::Cloud {
        app.cloud_setup.begin(company, id);
    }
    Ok(web::Json(connection))
}

/// Deletes a connection that is not the default. Admins only.
#[utoipa::path(
    tag = "connections",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Done),
        (status = 400, description = "ERR_NO_OTHER_WHATSAPP: it is the default"),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_WAPP_FOUND")
    )
)]
#[delete("/{id}")]
pub(super) async fn remove(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ConnectionId>,
) -> Result<web::Json<Done>, ApiError> {
    caller.require_admin()?;
    let (company, now) = (caller.company, app.clock.now());
    app.change(company, now, async |conn, told| {
        let gone = connections::get(conn, company, *id).await?;
        connections::delete(conn, company, *id, now).await?;
        let entry = Entry::deleted(Subject::Connection, *id, &gone);
        caller.note(conn, &entry, now).await?;
        told.push(NewEvent::to(
            EVERYBODY,
            WhatsappEvent::Delete { whatsapp_id: *id },
        ));
        Ok::<_, ApiError>(())
    })
    .await?;
    hand_over(app.actors.control().stop(company, *id));
    Ok(web::Json(Done {
        message: "Whatsapp deleted.",
    }))
}

/// The kind that a client asked for, otherwise a phone (A137); the simulator exists in the demo only.
fn provider(app: &App, asked: Option<&str>) -> Result<ProviderKind, ApiError> {
    let kind = asked.map_or(Some(ProviderKind::Beta), ProviderKind::parse);
    kind.filter(|kind| app.demo || *kind != ProviderKind::Simulator)
        .ok_or_else(|| ErrorCode::WappProviderUnknown.into())
}

/// A form that says again what the provider is changes nothing; another provider is another connection.
fn keeps_provider(body: &WhatsappBody, stored: &Connection) -> Result<(), ApiError> {
    match body.provider.as_deref() {
        Some(asked) if ProviderKind::parse(asked) != Some(stored.provider) => {
            Err(ApiError::field("provider", "cannot be changed"))
        }
        _ => Ok(()),
    }
}

/// The stored secrets with those that the body brings. Stored ones that no longer open are needed only if one is missing.
async fn secrets(
    app: &App,
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ConnectionId,
    body: &WhatsappBody,
) -> Result<CloudSecrets, ApiError> {
    if let Some(secrets) = body.every_secret() {
        return Ok(secrets);
    }
    let known = seal::find_cloud_access(conn, company, id, &app.sealer).await?;
    Ok(body.secrets_over(known.ok_or(ErrorCode::WappNotInitialized)?.secrets))
}

/// Adds the events of every connection that was written and answers the one that was asked for.
async fn say(
    app: &App,
    conn: &mut Conn<'_>,
    company: CompanyId,
    written: &Written,
    told: &mut Vec<NewEvent>,
) -> Result<Connection, ApiError> {
    let connection = connections::get(conn, company, written.connection.id).await?;
    let connection = shown(app, connection);
    for changed in written
        .former_default
        .clone()
        .into_iter()
        .chain([connection.clone()])
    {
        told.extend(pairing::tell_connection(shown(app, changed)));
    }
    Ok(connection)
}

/// The connection with its webhook below the address that Meta reaches.
pub(super) fn shown(app: &App, mut connection: Connection) -> Connection {
    let public_url = app.config.http.public_url.as_deref().unwrap_or_default();
    if let Some(cloud) = &mut connection.cloud {
        let path = format!("/api/webhooks/whatsapp/{}", connection.id);
        cloud.webhook_url = format!("{}{path}", public_url.trim_end_matches('/'));
    }
    connection
}

/// Whoever has the code can take the number: attendants do not see it (rule B18). The token is the business of who may
/// change it.
pub(super) fn seen_by(caller: &Caller, mut connection: Connection) -> Connection {
    if !caller.is_admin() {
        connection.token = None;
    }
    if caller.sees_all_of_queues() {
        connection
    } else {
        connection.without_code()
    }
}

/// The change is committed; a session that did not hear of it finds it at its next start.
fn hand_over(handed: Result<(), guiche_actors::ActorError>) {
    if let Err(error) = handed {
        tracing::warn!(%error, "A connection's session could not be told of a change.");
    }
}
