//! A message to oneself: shows that a number really sends.

use actix_web::{get, post, web};
use chrono::TimeDelta;
use garde::Validate;
use guiche_actors::publisher::WorkKind;
use guiche_storage::{
    connections,
    delivery::outbox::{self, NewIntent},
    model::{
        ConnectionId, ErrorCode,
        connection::ConnectionStatus,
        outgoing::{Outgoing, SendState},
    },
};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{
    api::fields::{phone, phone_digits},
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    valid::{Query, Valid},
};

/// One that could not be sent by then is of no use any more.
const OF_USE_FOR: TimeDelta = TimeDelta::minutes(2);

/// To whom.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
pub(in crate::api) struct TrialBody {
    /// The number of one's own phone, 8 to 15 digits; without it the connection's own.
    #[garde(inner(custom(phone)))]
    pub number: Option<String>,
}

/// A message that was sent to oneself.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(in crate::api) struct Trial {
    /// Its name, to ask for it.
    pub id: Uuid,
    /// How far it is.
    pub state: SendState,
    /// What went wrong, as the provider says it.
    pub error: Option<String>,
}

/// Sends a text by a connection to one's own phone. Admins and supervisors.
#[utoipa::path(
    tag = "connections",
    params(("id" = i64, Path)),
    request_body = TrialBody,
    responses(
        (status = 200, body = Trial),
        (status = 400, description = "ERR_VALIDATION: no number is known"),
        (status = 409, description = "ERR_WAPP_NOT_INITIALIZED: it is not connected"),
        (status = 403, description = "ERR_NO_PERMISSION"),
        (status = 404, description = "ERR_NO_WAPP_FOUND")
    )
)]
#[post("/{id}/test")]
pub(in crate::api) async fn send_trial(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ConnectionId>,
    body: Valid<TrialBody>,
) -> Result<web::Json<Trial>, ApiError> {
    caller.require_supervisor()?;
    let (company, id, now) = (caller.company, id.into_inner(), app.clock.now());
    let Valid(body) = body;
    let intent_id = Uuid::now_v7();
    app.db
        .write(async |conn| {
            let connection = connections::get(conn, company, id).await?;
            if connection.status != ConnectionStatus::Connected {
                return Err(ApiError::from(ErrorCode::WappNotInitialized));
            }
            let asked = body.number.as_deref().map(phone_digits);
            let recipient = asked.or(connection.number);
            let recipient = recipient.ok_or_else(|| ApiError::field("number", "is required"))?;
            let intent = NewIntent {
                intent_id,
                connection_id: id,
                message_id: None,
                dedupe_key: format!("test:{intent_id}"),
                recipient,
                priority: outbox::PRIORITY_ATTENDANT,
                payload: Outgoing::Text {
                    body: format!(
                        "Mensagem de teste do Guichê: a conexão {} envia.",
                        connection.name
                    ),
                    quoted_id: None,
                },
                expires_at: Some(now + OF_USE_FOR),
            };
            outbox::insert(conn, company, &intent, now).await?;
            Ok(())
        })
        .await?;
    app.actors.control().look(company, id, WorkKind::Outbox);
    Ok(web::Json(Trial {
        id: intent_id,
        state: SendState::Queued,
        error: None,
    }))
}

/// Which message to oneself.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
pub(in crate::api) struct Which {
    /// Its name.
    trial: Uuid,
}

/// How far a message to oneself is. Admins and supervisors.
#[utoipa::path(
    tag = "connections",
    params(("id" = i64, Path), Which),
    responses(
        (status = 200, body = Trial),
        (status = 400, description = "ERR_VALIDATION"),
        (status = 403, description = "ERR_NO_PERMISSION"),
        (status = 404, description = "ERR_NO_WAPP_FOUND, ERR_NO_MESSAGE_FOUND")
    )
)]
#[get("/{id}/test")]
pub(in crate::api) async fn show_trial(
    app: web::Data<App>,
    caller: Caller,
    connection: web::Path<ConnectionId>,
    which: Query<Which>,
) -> Result<web::Json<Trial>, ApiError> {
    caller.require_supervisor()?;
    let (connection, id) = (connection.into_inner(), which.trial);
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    connections::get(conn, caller.company, connection).await?;
    let found = outbox::find_bare(conn, caller.company, id).await?;
    let (state, error) = found.ok_or(ErrorCode::NoMessageFound)?;
    Ok(web::Json(Trial { id, state, error }))
}
