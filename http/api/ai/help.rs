//! A model helps an attendant, piece by piece: `POST /tickets/{id}/ai/suggest`, `/tickets/{id}/ai/summary`, `/ai/rewrite`
//! and `/messages/{id}/transcribe` answer events (`text/event-stream`): `read` with how many messages were read and the titles of articles, `text` with
//! more of the text, and at the end `done` or `error`. Whoever closes the answer ends the call to the model.

use std::{convert::Infallible, time::Duration};

use actix_web::{
    HttpRequest, HttpResponse,
    http::header::{self, ContentEncoding},
    post, web,
};
use bytes::Bytes;
use futures_util::stream;
use garde::Validate;
use guiche_actors::integration::{Help, HelpPiece, HelpWish, Style};
use guiche_storage::{
    companies::Feature,
    media::MediaStore,
    model::{
        ErrorCode, MessageId, TicketId,
        message::{MediaKind, Message},
        ticket::Ticket,
    },
};
use serde::Deserialize;
use serde_json::json;
use tokio::{sync::mpsc, time::timeout};

use crate::{
    api::{messages::changes::seen, tickets::one::visible},
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    valid::Valid,
};

/// A silent answer says that it is still there, by which a reader who has gone is noticed.
const STILL_THERE: Duration = Duration::from_secs(1);

/// How a text is to be said.
#[derive(Debug, Clone, Copy, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum RewriteStyle {
    /// Without mistakes, clear and kind.
    Improve,
    /// More formal.
    Formal,
    /// Shorter.
    Shorter,
    /// In Portuguese.
    Pt,
    /// In English.
    En,
    /// In Spanish.
    Es,
}

/// A text, and how it is to be said.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
pub(super) struct RewriteBody {
    /// 1 to 4,096 characters.
    #[garde(length(chars, min = 1, max = 4_096))]
    text: String,
    /// How.
    #[garde(skip)]
    style: RewriteStyle,
}

/// A draft of the next answer in a ticket. It is sent to nobody.
#[utoipa::path(
    tag = "ai",
    params(("id" = i64, Path, description = "Ticket number")),
    responses(
        (status = 200, body = String, content_type = "text/event-stream"),
        (status = 400, description = "ERR_AI_NOTHING: nobody has said anything; ERR_AI_KEY"),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: somebody else has the ticket; ERR_AI_ASSIST_OFF"),
        (status = 404, description = "ERR_NO_TICKET_FOUND"),
        (status = 409, description = "ERR_AI_CAP: the month's tokens are used up")
    )
)]
#[post("/{id}/ai/suggest")]
pub(in crate::api) async fn suggest(
    request: HttpRequest,
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<TicketId>,
) -> Result<HttpResponse, ApiError> {
    let ticket = handled(&app, &caller, *id).await?;
    let wish = HelpWish::Suggest(Box::new(ticket));
    begin(&request, &app, &caller, wish).await
}

/// What a ticket's conversation is about. It is sent to nobody.
#[utoipa::path(
    tag = "ai",
    params(("id" = i64, Path, description = "Ticket number")),
    responses(
        (status = 200, body = String, content_type = "text/event-stream"),
        (status = 400, description = "ERR_AI_NOTHING: nobody has said anything; ERR_AI_KEY"),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: somebody else has the ticket; ERR_AI_ASSIST_OFF"),
        (status = 404, description = "ERR_NO_TICKET_FOUND"),
        (status = 409, description = "ERR_AI_CAP: the month's tokens are used up")
    )
)]
#[post("/{id}/ai/summary")]
pub(in crate::api) async fn summary(
    request: HttpRequest,
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<TicketId>,
) -> Result<HttpResponse, ApiError> {
    let ticket = handled(&app, &caller, *id).await?;
    let wish = HelpWish::Summary(Box::new(ticket));
    begin(&request, &app, &caller, wish).await
}

/// A text of the caller's, better said or in another language.
#[utoipa::path(
    tag = "ai",
    request_body = RewriteBody,
    responses(
        (status = 200, body = String, content_type = "text/event-stream"),
        (status = 400, description = "ERR_VALIDATION, ERR_AI_KEY"),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_AI_ASSIST_OFF"),
        (status = 409, description = "ERR_AI_CAP: the month's tokens are used up")
    )
)]
#[post("/rewrite")]
pub(super) async fn rewrite(
    request: HttpRequest,
    app: web::Data<App>,
    caller: Caller,
    body: Valid<RewriteBody>,
) -> Result<HttpResponse, ApiError> {
    caller.require_plan(Feature::OpenAi)?;
    let Valid(RewriteBody { text, style }) = body;
    if text.trim().is_empty() {
        return Err(ApiError::field("text", "is empty"));
    }
    let style = match style {
        RewriteStyle::Improve => Style::Improve,
        RewriteStyle::Formal => Style::Formal,
        RewriteStyle::Shorter => Style::Shorter,
        RewriteStyle::Pt => Style::Portuguese,
        RewriteStyle::En => Style::English,
        RewriteStyle::Es => Style::Spanish,
    };
    let wish = HelpWish::Rewrite(text, style);
    begin(&request, &app, &caller, wish).await
}

/// What is said in a message's recording. It is kept with the message and asked for once.
#[utoipa::path(
    tag = "messages",
    params(("id" = i64, Path, description = "Message number")),
    responses(
        (status = 200, body = String, content_type = "text/event-stream"),
        (status = 400, description = "ERR_NO_AUDIO: no recording that is here; ERR_AI_KEY"),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: somebody else has the ticket; ERR_AI_ASSIST_OFF"),
        (status = 404, description = "ERR_NO_MESSAGE_FOUND"),
        (status = 409, description = "ERR_AI_CAP: the month's tokens are used up")
    )
)]
#[post("/{id}/transcribe")]
pub(in crate::api) async fn transcribe(
    request: HttpRequest,
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    id: web::Path<MessageId>,
) -> Result<HttpResponse, ApiError> {
    caller.require_plan(Feature::OpenAi)?;
    let (message, contact) = seen(&app, &media, &caller, *id).await?;
    handled(&app, &caller, message.ticket_id).await?;
    if let Some(text) = known(&message) {
        let (sender, receiver) = mpsc::channel(2);
        for piece in [HelpPiece::Text(text), HelpPiece::End { is_cut: false }] {
            // there is room for both
            sender.try_send(piece).map_err(ApiError::internal)?;
        }
        return Ok(events(receiver));
    }
    let is_audio = message.media_type.as_deref() == Some(MediaKind::Audio.as_str());
    if !is_audio || message.media_url.is_none() || message.is_private || message.is_deleted {
        return Err(ErrorCode::NoAudio.into());
    }
    let wish = HelpWish::Transcribe(message.id, contact);
    begin(&request, &app, &caller, wish).await
}

/// What was heard in a message before.
fn known(message: &Message) -> Option<String> {
    let details = message.details.as_ref().filter(|_| !message.is_deleted)?;
    details.transcript.clone()
}

/// A ticket that the caller may read and write in.
async fn handled(app: &App, caller: &Caller, id: TicketId) -> Result<Ticket, ApiError> {
    caller.require_plan(Feature::OpenAi)?;
    let ticket = visible(app, caller, id).await?;
    if !caller.viewer().handles_ticket(&ticket) {
        return Err(ErrorCode::NoPermission.into());
    }
    Ok(ticket)
}

async fn begin(
    request: &HttpRequest,
    app: &App,
    caller: &Caller,
    wish: HelpWish,
) -> Result<HttpResponse, ApiError> {
    let help = Help {
        company: caller.company,
        user: caller.user,
        wish,
    };
    let pieces = app.actors.bots().help(help).await?;
    // what follows waits for somebody else's server
    app.limiter.give_back(request);
    Ok(events(pieces))
}

fn events(pieces: mpsc::Receiver<HelpPiece>) -> HttpResponse {
    let events = stream::unfold(pieces, |mut pieces| async move {
        let event = match timeout(STILL_THERE, pieces.recv()).await {
            Ok(Some(piece)) => event(piece),
            Ok(None) => return None,
            Err(_) => ": \n\n".to_owned(),
        };
        Some((Ok::<_, Infallible>(Bytes::from(event)), pieces))
    });
    HttpResponse::Ok()
        .content_type("text/event-stream")
        .insert_header((header::CACHE_CONTROL, "no-store"))
        // what is packed would wait until there is enough of it, here and in proxies
        .insert_header(ContentEncoding::Identity)
        .insert_header(("X-Accel-Buffering", "no"))
        .streaming(events)
}

fn event(piece: HelpPiece) -> String {
    let (name, data) = match piece {
        HelpPiece::Read { messages, sources } => {
            ("read", json!({ "messages": messages, "sources": sources }))
        }
        HelpPiece::Text(text) => ("text", json!({ "text": text })),
        HelpPiece::End { is_cut } => ("done", json!({ "isCut": is_cut })),
        HelpPiece::Failed(error) => (
            "error",
            json!({ "error": error.code().to_string(), "why": error.to_string() }),
        ),
    };
    format!("event: {name}\ndata: {data}\n\n")
}
