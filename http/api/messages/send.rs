//! `POST /messages/{ticketId}`: text, several files with captions, reply, whisper (S101, rule B17).

use actix_web::{HttpRequest, post, web};
use futures_util::StreamExt as _;
use guiche_actors::desk::{Piece, SendMessages};
use guiche_storage::{
    media::{self, MediaLimits, MediaStore, StoredMedia},
    model::{
        CompanyId, ErrorCode, MediaId, MessageId, TicketId,
        message::{Location, MediaKind, Message},
        outgoing::ContactCard,
        ticket::Ticket,
    },
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{
    repeated::{self, Asked},
    things::thing,
};
use crate::{
    api::{attachments, tickets::one::visible},
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    uploads::{self, Upload, UploadLimits, store_of},
    valid,
};

/// Characters of a text message, as the official API takes them (external 2.3).
pub(in crate::api) const TEXT_CHARS_MAX: usize = 4096;
/// Characters of a caption.
pub(in crate::api) const CAPTION_CHARS_MAX: usize = 1024;
/// Characters of a client id.
const CLIENT_ID_CHARS_MAX: usize = 100;
/// How a whisper begins when the client marks it by text (S036).
const WHISPER_PREFIX: &str = "Sussurro(";

/// A message to send.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewMessage {
    /// Text; 1 to 4,096 characters. Variables such as `{{firstName}}` are filled.
    body: String,
    /// The message it answers: its id, or an object with `id`.
    quoted_msg: Option<Quoted>,
    /// Empty: files are sent as a form.
    media_url: Option<String>,
    /// `true`: only messages of ours are sent.
    from_me: Option<bool>,
    /// A whisper: stays in the desk. Also when the text begins with `Sussurro(name)`.
    #[serde(default)]
    is_private: bool,
    /// A place on the map instead of a text; `body` is then empty.
    location: Option<Location>,
    /// Somebody's name and number instead of a text; `body` is then empty.
    card: Option<ContactCard>,
    /// The client's id for the message; a repeated one is stored once. The header `Idempotency-Key` does the same.
    client_id: Option<String>,
}

/// The same as a form, with files.
#[derive(utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes what is read field by field")]
pub(super) struct MessageForm {
    /// Up to ten files; what they are is found out from their bytes.
    #[schema(value_type = Option<Vec<String>>, format = Binary, nullable = false)]
    medias: Option<Vec<Vec<u8>>>,
    /// Captions: one for the first file, or one for each in their order; at most 1,024 characters. Without files a text.
    #[schema(nullable = false)]
    body: Option<Vec<String>>,
    /// JSON text of an id or of an object with `id`.
    #[schema(nullable = false)]
    quoted_msg: Option<String>,
    /// `true` for a whisper.
    #[schema(nullable = false)]
    is_private: Option<String>,
    /// `true`: only messages of ours are sent.
    #[schema(nullable = false)]
    from_me: Option<String>,
    /// `true` for a recording of speech: an MP3 becomes a voice note where the server can make one.
    #[schema(nullable = false)]
    voice: Option<String>,
    /// The client's id for the first; the others get it with `:1`, `:2` …
    #[schema(nullable = false)]
    client_id: Option<String>,
}

/// What was stored.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(untagged)]
pub(super) enum Sent {
    /// Of a text or one file.
    One {
        /// The message.
        message: Box<Message>,
    },
    /// Of several files.
    Several {
        /// The messages, in the order of their files.
        messages: Vec<Message>,
    },
}

/// The message that another answers.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(untagged)]
pub(super) enum Quoted {
    /// Its id.
    Id(MessageId),
    /// An object with its id.
    Object {
        /// The id.
        id: MessageId,
    },
}

impl Quoted {
    fn id(&self) -> MessageId {
        match self {
            Self::Id(id) | Self::Object { id } => *id,
        }
    }
}

/// What is read of either form.
struct Wish {
    pieces: Vec<Piece>,
    quoted_id: Option<MessageId>,
    is_private: bool,
}

/// Sends one message, or several files. JSON, or multipart with `medias[]` and `body` (one, or one a file).
#[utoipa::path(
    tag = "messages",
    params(
        ("id" = i64, Path, description = "Ticket number"),
        ("Idempotency-Key" = Option<String>, Header, description = "Like `clientId`"),
    ),
    request_body(content(
        (NewMessage = "application/json"),
        (MessageForm = "multipart/form-data")
    )),
    responses(
        (status = 200, body = Sent, description = "`messages` for several files"),
        (status = 400, description = "ERR_VALIDATION, ERR_TICKET_PENDING, ERR_TICKET_CLOSED, ERR_WINDOW_CLOSED"),
        (status = 403, description = "ERR_NO_PERMISSION: somebody else has the ticket"),
        (status = 404, description = "ERR_NO_TICKET_FOUND, ERR_NO_MESSAGE_FOUND"),
        (status = 413, description = "ERR_PAYLOAD_TOO_LARGE"),
        (status = 422, description = "ERR_IDEMPOTENCY_KEY: the client id is that of another message")
    )
)]
#[post("/{id}")]
pub(super) async fn send(
    request: HttpRequest,
    payload: web::Payload,
    caller: Caller,
    id: web::Path<TicketId>,
    app: web::Data<App>,
) -> Result<web::Json<Sent>, ApiError> {
    let ticket = visible(&app, &caller, *id).await?;
    let key = key_of(&request);
    let multipart = uploads::is_multipart(&request);
    let wish = if multipart {
        let store = store_of(&request)?;
        let limits = UploadLimits::new(upload_bytes_max(&app));
        let upload = uploads::receive(&request, payload, store, limits).await?;
        with_files(&app, store, &caller, upload, key).await?
    } else if valid::is_json(&request) {
        from_json(read_json(payload, &app).await?, key)?
    } else {
        return Err(ApiError::field("body", "must be application/json"));
    };
    let work = sending(&caller, &ticket, wish);
    let files = work
        .pieces
        .iter()
        .filter_map(|piece| piece.media)
        .collect::<Vec<_>>();
    let asked = Asked::of(&work);
    match app.actors.desk(caller.company, work).await {
        Ok(mut messages) => {
            asked.check(&messages)?;
            Ok(web::Json(match messages.pop() {
                Some(message) if messages.is_empty() => Sent::One {
                    message: Box::new(message),
                },
                last => {
                    messages.extend(last);
                    Sent::Several { messages }
                }
            }))
        }
        Err(error) => {
            discard(&app, store_of(&request)?, caller.company, &files).await?;
            Err(error.into())
        }
    }
}

pub(in crate::api) fn upload_bytes_max(app: &App) -> u64 {
    u64::try_from(app.config.limits.upload_bytes_max).unwrap_or(u64::MAX)
}

fn sending(caller: &Caller, ticket: &Ticket, wish: Wish) -> SendMessages {
    SendMessages {
        ticket_id: ticket.id,
        contact_id: ticket.contact_id,
        pieces: wish.pieces,
        quoted_id: wish.quoted_id,
        is_private: wish.is_private,
        by: caller.viewer().into(),
    }
}

pub(in crate::api) async fn read_json<T: DeserializeOwned>(
    mut payload: web::Payload,
    app: &App,
) -> Result<T, ApiError> {
    let mut bytes = web::BytesMut::new();
    let bytes_max = app.config.limits.json_bytes_max;
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|_| ErrorCode::Validation)?;
        if bytes.len() + chunk.len() > bytes_max {
            return Err(ErrorCode::PayloadTooLarge.into());
        }
        bytes.extend_from_slice(&chunk);
    }
    valid::read(&bytes)
}

fn from_json(body: NewMessage, key: Option<String>) -> Result<Wish, ApiError> {
    let thing = thing(&body.body, body.location.as_ref(), body.card.as_ref())?;
    if body.body.trim().is_empty() && thing.is_none() {
        return Err(ApiError::field("body", "is empty"));
    }
    check_length(&body.body, TEXT_CHARS_MAX)?;
    if body.media_url.is_some_and(|url| !url.is_empty()) {
        return Err(ApiError::field("mediaUrl", "send files as a form"));
    }
    if body.from_me == Some(false) {
        return Err(ApiError::field("fromMe", "only customers write these"));
    }
    let is_private = body.is_private || is_whisper(&body.body);
    if is_private && thing.is_some() {
        return Err(ApiError::field("isPrivate", "is for texts"));
    }
    let client_id = checked_client_id(body.client_id.or(key))?;
    Ok(Wish {
        quoted_id: body.quoted_msg.as_ref().map(Quoted::id),
        is_private,
        pieces: vec![Piece {
            body: body.body,
            is_literal: false,
            template: None,
            thing,
            media: None,
            client_id,
        }],
    })
}

/// The id of one of several pieces that came under one.
pub(in crate::api) fn of_piece(id: &str, place: usize) -> String {
    if place == 0 {
        id.to_owned()
    } else {
        format!("{id}:{place}")
    }
}

/// The message that files answer, as a form names it.
fn quoted_of(upload: &Upload) -> Result<Option<Quoted>, ApiError> {
    let text = upload.field("quotedMsg").filter(|text| !text.is_empty());
    let quoted = text.map(serde_json::from_str).transpose();
    quoted.map_err(|_| ApiError::field("quotedMsg", "has no id"))
}

async fn with_files(
    app: &App,
    store: &MediaStore,
    caller: &Caller,
    mut upload: Upload,
    key: Option<String>,
) -> Result<Wish, ApiError> {
    if upload.field("fromMe") == Some("false") {
        return Err(ApiError::field("fromMe", "only customers write these"));
    }
    let is_voice = upload.field("voice") == Some("true");
    if is_voice {
        for file in &mut upload.files {
            file.become_voice_note(store).await?;
        }
    }
    let captions: Vec<&str> = upload.all("body").collect();
    for caption in &captions {
        check_length(caption, CAPTION_CHARS_MAX)?;
    }
    let client_id = checked_client_id(upload.field("clientId").map(str::to_owned).or(key))?;
    let quoted = quoted_of(&upload)?;
    let first = captions.first().copied().unwrap_or_default();
    let is_private = whispers(&upload);
    let quoted_id = quoted.as_ref().map(Quoted::id);
    if upload.files.is_empty() {
        let body = NewMessage {
            body: first.to_owned(),
            quoted_msg: quoted,
            media_url: None,
            from_me: None,
            is_private,
            location: None,
            card: None,
            client_id,
        };
        return from_json(body, None);
    }
    let mut pieces = Vec::with_capacity(upload.files.len());
    for (place, file) in upload.files.iter().enumerate() {
        let client_id = client_id.as_deref().map(|id| of_piece(id, place));
        let body = captions.get(place).copied().unwrap_or_default().to_owned();
        let asked = (body.as_str(), (!is_voice).then(|| file.size()));
        let known = repeated::is_stored(app, store, caller, client_id.as_deref(), asked);
        let media = if known.await? {
            None
        } else {
            let limits = MediaLimits::all(upload_bytes_max(app));
            let stored = file.keep(store, caller.company, limits).await?;
            Some(insert_media(app, caller.company, &stored).await?)
        };
        pieces.push(Piece {
            body,
            is_literal: false,
            template: None,
            thing: None,
            media,
            client_id,
        });
    }
    Ok(Wish {
        pieces,
        quoted_id,
        is_private,
    })
}

pub(in crate::api) async fn insert_media(
    app: &App,
    company: CompanyId,
    stored: &StoredMedia,
) -> Result<(MediaId, MediaKind), ApiError> {
    let now = app.clock.now();
    let id = app
        .db
        .write(async |c| media::insert_ready(c, company, now, stored).await)
        .await?;
    Ok((id, stored.kind))
}

/// Removes files whose message was refused.
pub(in crate::api) async fn discard(
    app: &App,
    store: &MediaStore,
    company: CompanyId,
    files: &[(MediaId, MediaKind)],
) -> Result<(), ApiError> {
    if files.is_empty() {
        return Ok(());
    }
    let ids: Vec<MediaId> = files.iter().map(|(id, _)| *id).collect();
    app.db
        .write(async |c| media::release(c, company, &ids, app.clock.now()).await)
        .await?;
    attachments::clear(app, store, company).await;
    Ok(())
}

pub(in crate::api) fn check_length(text: &str, chars_max: usize) -> Result<(), ApiError> {
    if text.chars().count() > chars_max {
        return Err(ApiError::field(
            "body",
            format!("is longer than {chars_max} characters"),
        ));
    }
    Ok(())
}

/// The client's id for what a request sends, as its header names it.
pub(in crate::api) fn key_of(request: &HttpRequest) -> Option<String> {
    let key = request.headers().get("Idempotency-Key")?;
    key.to_str().ok().map(str::to_owned)
}

pub(in crate::api) fn checked_client_id(id: Option<String>) -> Result<Option<String>, ApiError> {
    let id = id.filter(|id| !id.is_empty());
    if id
        .as_ref()
        .is_some_and(|id| id.chars().count() > CLIENT_ID_CHARS_MAX)
    {
        return Err(ApiError::field("clientId", "is longer than 100 characters"));
    }
    Ok(id)
}

/// Whether a text is a whisper by its beginning.
pub(super) fn is_whisper(text: &str) -> bool {
    text.trim_start()
        .strip_prefix(WHISPER_PREFIX)
        .is_some_and(|rest| rest.contains(')'))
}

/// Whether a form is a whisper: it says so, or one of its captions begins like one. Then nothing of it is sent.
fn whispers(upload: &Upload) -> bool {
    upload.field("isPrivate") == Some("true") || upload.all("body").any(is_whisper)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn wish(body: Value) -> Result<Wish, ApiError> {
        from_json(serde_json::from_value(body).unwrap(), None)
    }

    #[test]
    fn a_text_without_letters_is_refused_and_one_at_the_bound_is_not() {
        // spec: S079
        assert!(wish(json!({ "body": " \n " })).is_err());
        assert!(wish(json!({ "body": "é".repeat(TEXT_CHARS_MAX) })).is_ok());
        assert!(wish(json!({ "body": "é".repeat(TEXT_CHARS_MAX + 1) })).is_err());
    }

    #[test]
    fn a_whisper_is_known_by_its_flag_and_by_its_prefix() {
        // spec: S036
        assert!(
            wish(json!({ "body": "Sussurro(Marina) cuidado" }))
                .unwrap()
                .is_private
        );
        assert!(
            wish(json!({ "body": "cuidado", "isPrivate": true }))
                .unwrap()
                .is_private
        );
        assert!(
            wish(json!({ "body": "\n Sussurro(Marina) cuidado" }))
                .unwrap()
                .is_private
        );
        assert!(
            !wish(json!({ "body": "Um Sussurro(Marina)" }))
                .unwrap()
                .is_private
        );
    }

    #[test]
    fn files_are_a_whisper_by_their_flag_and_by_any_of_their_captions() {
        // spec: S036 S101
        fn form(fields: &[(&str, &str)]) -> Upload {
            let fields = fields.iter();
            Upload {
                fields: fields
                    .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
                    .collect(),
                files: Vec::new(),
            }
        }
        let (open, secret) = ("A nota", "Sussurro(Marina) não pague");
        for captions in [[secret, open], [open, secret]] {
            let captions = captions.map(|caption| ("body", caption));
            assert!(whispers(&form(&captions)), "{captions:?}");
        }
        assert!(whispers(&form(&[("body[]", open), ("body[]", secret)])));
        assert!(whispers(&form(&[("body", open), ("isPrivate", "true")])));
        assert!(!whispers(&form(&[("body", open), ("isPrivate", "false")])));
    }

    #[test]
    fn a_quote_is_an_id_or_an_object_with_one() {
        assert_eq!(
            wish(json!({ "body": "a", "quotedMsg": 7 }))
                .unwrap()
                .quoted_id,
            Some(MessageId(7))
        );
        assert_eq!(
            wish(json!({ "body": "a", "quotedMsg": { "id": 7 } }))
                .unwrap()
                .quoted_id,
            Some(MessageId(7))
        );
        let wrong = json!({ "body": "a", "quotedMsg": "x" });
        assert!(serde_json::from_value::<NewMessage>(wrong).is_err());
    }
}
