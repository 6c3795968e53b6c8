//! `POST /messages/send`: a program of the company's sends text or files by the number whose token it has (A108, rule B13).

use actix_web::{HttpRequest, post, web};
use chrono::{DateTime, Utc};
use guiche_actors::desk::{Piece, SendByProgram, key_of_program};
use guiche_storage::{
    Conn, connections,
    connections::programs::{CallKind, NewCall, note_call},
    contacts,
    delivery::outbox,
    media::{MediaLimits, MediaStore},
    messages::{self, Shown},
    model::{
        CompanyId, ContactId, ErrorCode, MediaId, MessageId, TicketId,
        connection::ConnectionStatus,
        event::{ContactEvent, NewEvent, Room, Written},
        message::{MediaKind, Message},
    },
};
use serde::Serialize;

use super::{
    form::{ExternalForm, ExternalMessage, Wish},
    status::{Delivery, delivery},
    token::ByToken,
};
use crate::{
    api::messages::send::{
        checked_client_id, discard, insert_media, key_of, of_piece, read_json, upload_bytes_max,
    },
    app::App,
    error::ApiError,
    uploads::{self, UploadLimits, UploadedFile, store_of},
    valid,
};

/// What the family of products answers.
const SENT: &str = "Mensagem enviada";

/// What was taken.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ExternalSent {
    /// `Mensagem enviada`, in the words of the family of products.
    mensagem: &'static str,
    /// The message; of several files the first.
    id: MessageId,
    /// All messages, in the order of their files.
    ids: Vec<MessageId>,
    /// The ticket in which it stands.
    ticket_id: TicketId,
    /// To whom it goes.
    contact_id: ContactId,
    /// `queued`, unless the key was used before and `WhatsApp` has the message.
    status: Delivery,
}

/// Sends a text, or files with captions, by the number whose token comes as `Bearer`. JSON, or multipart with `medias[]`.
#[utoipa::path(
    tag = "messages api",
    params(("Idempotency-Key" = Option<String>, Header, description = "The same key is sent once; at most 100 characters")),
    security(("connectionToken" = [])),
    request_body(content(
        (ExternalMessage = "application/json"),
        (ExternalForm = "multipart/form-data")
    )),
    responses(
        (status = 200, body = ExternalSent),
        (status = 400, description = "ERR_VALIDATION, ERR_WAPP_INVALID_CONTACT: not on WhatsApp; ERR_CONTACT_BLOCKED, \
            ERR_WINDOW_CLOSED, ERR_PLAN_LIMIT_STORAGE"),
        (status = 401, description = "ERR_API_TOKEN: no token of a connection, or an unknown one"),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_COMPANY_INACTIVE, ERR_COMPANY_EXPIRED"),
        (status = 409, description = "ERR_WAPP_NOT_INITIALIZED: the number is not connected"),
        (status = 413, description = "ERR_PAYLOAD_TOO_LARGE"),
        (status = 422, description = "ERR_IDEMPOTENCY_KEY: the key is that of another message"),
        (status = 429, description = "ERR_TOO_MANY_REQUESTS with Retry-After"),
        (status = 503, description = "ERR_BUSY with Retry-After")
    )
)]
#[post("/send")]
pub(in crate::api) async fn send(
    request: HttpRequest,
    payload: web::Payload,
    program: ByToken,
    app: web::Data<App>,
) -> Result<web::Json<ExternalSent>, ApiError> {
    app.rare_limits.check_program(program.0.connection)?;
    let begun = app.clock.now();
    let said = say(&request, payload, &program, &app).await;
    note(&app, &program, (&request, begun), said.as_ref().err()).await;
    said.map(web::Json)
}

async fn say(
    request: &HttpRequest,
    payload: web::Payload,
    program: &ByToken,
    app: &App,
) -> Result<ExternalSent, ApiError> {
    program.require_right(app)?;
    let key = checked_client_id(key_of(request))?;
    let store = store_of(request)?;
    let wish = if uploads::is_multipart(request) {
        let limits = UploadLimits::new(upload_bytes_max(app));
        Wish::of_form(uploads::receive(request, payload, store, limits).await?)?
    } else if valid::is_json(request) {
        Wish::of_json(read_json::<ExternalMessage>(payload, app).await?)?
    } else {
        return Err(ApiError::field("body", "must be application/json"));
    };
    if let Some(key) = &key
        && let Some(known) = said_before(app, store, program, key, &wish).await?
    {
        return Ok(known);
    }
    let contact_id = recipient(app, program, &wish).await?;
    let kept = keep(app, store, program.0.company, &wish.files).await?;
    let work = SendByProgram {
        connection_id: program.0.connection,
        contact_id,
        pieces: pieces(&wish, &kept, key.as_deref()),
        closes: wish.closes,
    };
    let said = app.actors.desk(program.0.company, work).await;
    let said = said.map_err(ApiError::from).and_then(|said| {
        let is_same = said.len() == wish.bodies.len() && is_said(&wish, &said);
        if is_same {
            Ok(said)
        } else {
            Err(ErrorCode::IdempotencyKey.into())
        }
    });
    match said {
        Ok(said) => sent(&said),
        Err(error) => {
            discard(app, store, program.0.company, &kept).await?;
            Err(error)
        }
    }
}

/// What a repeated key answers, before files are kept again.
async fn said_before(
    app: &App,
    store: &MediaStore,
    program: &ByToken,
    key: &str,
    wish: &Wish,
) -> Result<Option<ExternalSent>, ApiError> {
    let (company, line) = (program.0.company, program.0.connection);
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    let mut ids = Vec::with_capacity(wish.bodies.len());
    // one more than is asked for: the first time may have been about more
    for place in 0..=wish.bodies.len() {
        let key = key_of_program(line, &of_piece(key, place));
        ids.extend(outbox::message_of(conn, company, &key).await?);
    }
    if ids.is_empty() {
        return Ok(None);
    }
    let shown = Shown {
        links: store.links(),
        now: app.clock.now(),
    };
    let mut said = Vec::with_capacity(ids.len());
    for id in ids {
        said.push(messages::get(conn, company, id, shown).await?);
    }
    let contact = contacts::find_by_number(conn, company, &wish.to.number).await?;
    let is_same = said.len() == wish.bodies.len()
        && contact.is_some_and(|contact| said.iter().all(|it| it.contact_id == contact.id))
        && is_said(wish, &said);
    if is_same {
        sent(&said).map(Some)
    } else {
        Err(ErrorCode::IdempotencyKey.into())
    }
}

/// Whether these are the wished texts and files. One with variables was filled, and one that was taken back is another by now.
fn is_said(wish: &Wish, said: &[Message]) -> bool {
    let texts =
        wish.bodies.iter().zip(said).all(|(body, message)| {
            message.is_deleted || body.contains("{{") || message.body == *body
        });
    let files = if wish.files.is_empty() {
        said.iter().all(|message| message.media_size.is_none())
    } else {
        wish.files.iter().zip(said).all(|(file, message)| {
            let size = message.media_size.and_then(|size| u64::try_from(size).ok());
            message.is_deleted || size == Some(file.size())
        })
    };
    texts && files
}

/// The contact of the number, made when it is unknown and the connection can send.
async fn recipient(app: &App, program: &ByToken, wish: &Wish) -> Result<ContactId, ApiError> {
    let (company, line) = (program.0.company, program.0.connection);
    let now = app.clock.now();
    app.change(company, now, async |conn, told| {
        let connection = connections::get(conn, company, line).await?;
        if connection.status != ConnectionStatus::Connected && !wish.waits {
            return Err(ApiError::from(ErrorCode::WappNotInitialized));
        }
        let (number, is_group) = (wish.to.number.as_str(), wish.to.is_group);
        let found = contacts::find_or_insert(conn, company, number, is_group, now).await?;
        let (contact, is_new) = found;
        if is_new {
            let created = ContactEvent::written(Written::New, &contact);
            told.push(NewEvent::to([Room::Main], created));
        }
        Ok(contact.id)
    })
    .await
}

async fn keep(
    app: &App,
    store: &MediaStore,
    company: CompanyId,
    files: &[UploadedFile],
) -> Result<Vec<(MediaId, MediaKind)>, ApiError> {
    let mut kept = Vec::with_capacity(files.len());
    for file in files {
        let limits = MediaLimits::all(upload_bytes_max(app));
        let one = async {
            let stored = file.keep(store, company, limits).await?;
            insert_media(app, company, &stored).await
        };
        match one.await {
            Ok(one) => kept.push(one),
            Err(error) => {
                discard(app, store, company, &kept).await?;
                return Err(error);
            }
        }
    }
    Ok(kept)
}

fn pieces(wish: &Wish, kept: &[(MediaId, MediaKind)], key: Option<&str>) -> Vec<Piece> {
    let bodies = wish.bodies.iter().enumerate();
    bodies
        .map(|(place, body)| Piece {
            body: body.clone(),
            is_literal: false,
            template: None,
            thing: None,
            media: kept.get(place).copied(),
            client_id: key.map(|key| of_piece(key, place)),
        })
        .collect()
}

fn sent(said: &[Message]) -> Result<ExternalSent, ApiError> {
    let first = said.first().ok_or(ErrorCode::CreatingMessage)?;
    let status = match delivery(first) {
        Delivery::Delivered | Delivery::Read => Delivery::Sent,
        other => other,
    };
    Ok(ExternalSent {
        mensagem: SENT,
        id: first.id,
        ids: said.iter().map(|message| message.id).collect(),
        ticket_id: first.ticket_id,
        contact_id: first.contact_id,
        status,
    })
}

/// Notes how a call ended. One that cannot be noted has ended all the same.
async fn note(
    app: &App,
    program: &ByToken,
    (request, begun): (&HttpRequest, DateTime<Utc>),
    refused: Option<&ApiError>,
) {
    use actix_web::ResponseError as _;
    let now = app.clock.now();
    let call = NewCall {
        kind: if uploads::is_multipart(request) {
            CallKind::Files
        } else {
            CallKind::Text
        },
        status: refused.map_or(200, |error| error.status_code().as_u16()),
        code: refused.map(|error| error.code().as_str()),
        millis: (now - begun).num_milliseconds().max(0),
    };
    let (company, line) = (program.0.company, program.0.connection);
    let noted = app
        .db
        .write(async |conn: &mut Conn<'_>| note_call(conn, company, line, &call, now).await)
        .await;
    if let Err(error) = noted {
        tracing::warn!(%error, "A call of a program could not be noted.");
    }
}
