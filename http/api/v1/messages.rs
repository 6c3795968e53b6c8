//! Messages of a ticket: read, sent, and what became of them. What colleagues write to each other is none of a program's.

use std::time::Duration;

use actix_web::{HttpRequest, HttpResponse, get, post, web};
use chrono::{DateTime, Utc};
use garde::Validate;
use guiche_actors::{
    desk::{Once, Piece, SendByKey, SendMessages},
    egress::Limits,
};
use guiche_storage::{
    connections::notices::NOTICE,
    media::{MediaLimits, MediaStore},
    messages::{self, OfTicket, Shown},
    model::{
        CompanyId, ErrorCode, MediaId, MessageId, TicketId,
        message::{MediaKind, Message},
        public::PublicMessage,
    },
};
use serde::{Deserialize, Serialize};

use super::{
    key::{ByKey, MessagesRead, MessagesWrite},
    once::{self, Asked, made, once},
    pages,
    tickets::ticket,
};
use crate::{
    api::messages::send::{
        CAPTION_CHARS_MAX, TEXT_CHARS_MAX, check_length, discard, insert_media, upload_bytes_max,
    },
    app::App,
    error::ApiError,
    uploads::{UploadedFile, store_of},
    valid::Query,
};

/// How long a file may take; the answer has to begin within eight seconds.
const FETCHED_WITHIN: Duration = Duration::from_secs(6);
/// What a file without a name is called.
const NAMELESS: &str = "arquivo";

/// Which messages.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
pub(super) struct MessageQuery {
    /// `desc`, the newest first, unless it is said.
    #[param(inline)]
    order: Option<Order>,
    /// `next_cursor` of the page before, in the same order.
    cursor: Option<String>,
    /// 1 to 100; 50 if not said.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<i64>,
}

/// In which order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Order {
    /// The oldest first.
    Asc,
    /// The newest first.
    Desc,
}

/// A message with the address of its file.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct MessageShown {
    /// The message, as webhooks tell it.
    #[serde(flatten)]
    message: PublicMessage,
    /// Where its file is, for some hours; `null` without one, or while it is not here yet.
    #[schema(required)]
    media_url: Option<String>,
}

/// A page of messages.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct MessagePage {
    /// The messages.
    data: Vec<MessageShown>,
    /// Where the next page begins; `null` on the last one.
    #[schema(required)]
    next_cursor: Option<String>,
}

/// A message to send: a text, or a file with or without a caption.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
pub(super) struct NewMessage {
    /// Text of 1 to 4,096 characters, or the caption of a file, at most 1,024. Variables such as `{{firstName}}` are filled.
    #[serde(default)]
    #[garde(skip)]
    body: String,
    /// Public https address of a file that is fetched and sent; what it is is found out from its bytes.
    #[garde(inner(length(chars, max = 2_000)))]
    media_url: Option<String>,
    /// The file's name for the customer; the end of its address if absent.
    #[garde(inner(length(chars, min = 1, max = 200)))]
    media_name: Option<String>,
    /// The message that it answers.
    #[garde(skip)]
    quoted_message_id: Option<MessageId>,
}

/// The messages of a ticket, without what colleagues write to each other.
#[utoipa::path(
    tag = "messages",
    params(("id" = i64, Path, description = "Ticket number"), MessageQuery),
    security(("key" = ["messages:read"])),
    responses(
        (status = 200, body = MessagePage),
        (status = 404, description = "ERR_NO_TICKET_FOUND")
    )
)]
#[get("/tickets/{id}/messages")]
pub(super) async fn list(
    by: ByKey<MessagesRead>,
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    id: web::Path<TicketId>,
    query: Query<MessageQuery>,
) -> Result<web::Json<MessagePage>, ApiError> {
    let limit = pages::limit(query.limit)?;
    let filter = OfTicket {
        ticket: ticket(&app, by.company, *id).await?.id,
        after: pages::after(query.cursor.as_deref())?.map(MessageId),
        newest_first: query.order != Some(Order::Asc),
    };
    let shown = Shown {
        links: media.links(),
        now: app.clock.now(),
    };
    let mut found = {
        let mut reader = app.db.read().await?;
        let conn = &mut reader.conn();
        messages::list_of_ticket(conn, by.company, filter, limit + 1, shown).await?
    };
    let has_more = pages::cut(&mut found, limit);
    let view = View::new(&app, &media, by.company);
    let last = found.last().filter(|_| has_more);
    Ok(web::Json(MessagePage {
        next_cursor: last.map(|last| pages::behind(last.id.0)),
        data: found.iter().map(|it| view.show(it)).collect(),
    }))
}

/// One message, and how far it is.
#[utoipa::path(
    tag = "messages",
    params(("id" = i64, Path)),
    security(("key" = ["messages:read"])),
    responses(
        (status = 200, body = MessageShown),
        (status = 404, description = "ERR_NO_MESSAGE_FOUND")
    )
)]
#[get("/messages/{id}")]
pub(super) async fn show(
    by: ByKey<MessagesRead>,
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    id: web::Path<MessageId>,
) -> Result<web::Json<MessageShown>, ApiError> {
    let shown = Shown {
        links: media.links(),
        now: app.clock.now(),
    };
    let mut reader = app.db.read().await?;
    let message = messages::get(&mut reader.conn(), by.company, *id, shown).await?;
    if message.is_private || message.media_type.as_deref() == Some(NOTICE) {
        return Err(ErrorCode::NoMessageFound.into());
    }
    Ok(web::Json(
        View::new(&app, &media, by.company).show(&message),
    ))
}

/// Sends a text or a file in a running ticket, by the ticket's number. It is queued when this answers.
#[utoipa::path(
    tag = "messages",
    params(
        ("id" = i64, Path, description = "Ticket number"),
        ("Idempotency-Key" = Option<String>, Header, description = "Sent once under this name, and answered the same for 24 hours; 1 to 100 characters")
    ),
    request_body = NewMessage,
    security(("key" = ["messages:write"])),
    responses(
        (status = 201, body = MessageShown),
        (status = 400, description = "ERR_VALIDATION, also when the file cannot be fetched; ERR_TICKET_CLOSED, ERR_WINDOW_CLOSED, ERR_CONTACT_BLOCKED, ERR_WAPP_INVALID_CONTACT"),
        (status = 404, description = "ERR_NO_TICKET_FOUND, ERR_NO_MESSAGE_FOUND, ERR_NO_WAPP_FOUND"),
        (status = 409, description = "ERR_IDEMPOTENCY_RUNNING: it is being done"),
        (status = 422, description = "ERR_IDEMPOTENCY_KEY: the name is that of another request")
    )
)]
#[post("/tickets/{id}/messages")]
pub(super) async fn send(
    by: ByKey<MessagesWrite>,
    request: HttpRequest,
    app: web::Data<App>,
    id: web::Path<TicketId>,
    asked: Asked<NewMessage>,
) -> Result<HttpResponse, ApiError> {
    let Asked { body, named } = asked;
    check(&body)?;
    let ticket = ticket(&app, by.company, *id).await?;
    let store = store_of(&request)?;
    let view = View::new(&app, store, by.company);
    once(&app, named, async |named| {
        let media = match &body.media_url {
            Some(url) => Some(fetch(&app, store, by.company, (url, &body)).await?),
            None => None,
        };
        let send = SendMessages {
            ticket_id: ticket.id,
            contact_id: ticket.contact_id,
            pieces: vec![Piece {
                body: body.body.clone(),
                is_literal: false,
                template: None,
                thing: None,
                media,
                client_id: None,
            }],
            quoted_id: body.quoted_message_id,
            is_private: false,
            by: by.principal(),
        };
        let view_of_answer = view.clone();
        let once = named.map(|named| Once {
            named,
            write: Box::new(move |message: &Message| {
                once::answer(&view_of_answer.show(message), message.contact_id)
            }),
        });
        match app.actors.desk(by.company, SendByKey { send, once }).await {
            Ok(message) => Ok(made(&view.show(&message))),
            Err(error) => {
                let files: Vec<_> = media.into_iter().collect();
                discard(&app, store, by.company, &files).await?;
                Err(error.into())
            }
        }
    })
    .await
}

fn check(body: &NewMessage) -> Result<(), ApiError> {
    if body.media_url.is_some() {
        return check_length(&body.body, CAPTION_CHARS_MAX);
    }
    if body.body.trim().is_empty() {
        return Err(ApiError::field("body", "is empty"));
    }
    check_length(&body.body, TEXT_CHARS_MAX)
}

/// How messages are shown to a program: it has no session, so that the links of its files are good for whoever has them.
#[derive(Clone)]
struct View {
    base: String,
    store: MediaStore,
    company: CompanyId,
    now: DateTime<Utc>,
}

impl View {
    fn new(app: &App, store: &MediaStore, company: CompanyId) -> Self {
        Self {
            base: app.config.public_url(),
            store: store.clone(),
            company,
            now: app.clock.now(),
        }
    }

    fn show(&self, message: &Message) -> MessageShown {
        MessageShown {
            message: PublicMessage::from(message),
            media_url: self.link(message),
        }
    }

    fn link(&self, message: &Message) -> Option<String> {
        let is_here = message.media_url.is_some() && !message.is_deleted;
        let path = message.media_path.as_deref().filter(|_| is_here)?;
        let name = message.media_name.as_deref().unwrap_or(NAMELESS);
        let mime = message.media_mime.as_deref()?;
        let links = self.store.links();
        let link = links.sign_open(self.company, path, name, mime, self.now);
        Some(format!("{}{link}", self.base))
    }
}

/// Fetches the file that is to be sent, through the door for addresses of others.
async fn fetch(
    app: &App,
    store: &MediaStore,
    company: CompanyId,
    (address, body): (&str, &NewMessage),
) -> Result<(MediaId, MediaKind), ApiError> {
    let not_fetched = || ApiError::field("media_url", "could not be fetched");
    let url = address.trim().parse().map_err(|_| not_public())?;
    let doors = app.actors.webhooks().doors();
    doors.check(&url).map_err(|_| not_public())?;
    let last = url.path().rsplit('/').next().filter(|it| !it.is_empty());
    let name = body.media_name.as_deref().or(last).unwrap_or(NAMELESS);
    let name = name.to_owned();
    let bytes_max = upload_bytes_max(app);
    let limits = Limits {
        total: FETCHED_WITHIN,
        body_bytes_max: bytes_max,
    };
    let reply = doors.of(&url).get(url, None, limits).await;
    let mut reply = reply.map_err(|_| not_fetched())?;
    if !reply.status().is_success() {
        return Err(not_fetched());
    }
    let mime = reply.header("content-type").map(str::to_owned);
    let mut temp = store.create_temp().await?;
    while let Some(piece) = reply.piece().await.map_err(|_| not_fetched())? {
        temp.write(&piece).await?;
    }
    temp.finish().await?;
    if temp.size() == 0 {
        return Err(not_fetched());
    }
    let file = UploadedFile {
        field: "media_url".to_owned(),
        temp,
        name,
        mime,
    };
    let stored = file
        .keep(store, company, MediaLimits::all(bytes_max))
        .await?;
    insert_media(app, company, &stored).await
}

fn not_public() -> ApiError {
    ApiError::field("media_url", "must be a public https address")
}
