//! One person's data, handed over or erased at his wish (LGPD articles 18 V and VI). Admins only.

use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, delete, get, http::header, web};
use bytes::Bytes;
use futures_util::{StreamExt as _, future::ready, stream};
use guiche_actors::desk::EraseContact;
use guiche_storage::{
    Conn, contacts,
    delivery::schedules,
    media::MediaStore,
    messages::{self, ConversationFilter, Shown},
    model::{CompanyId, ContactId, MessageId, TicketId, UserId, page::Page},
    tickets::{self, notes::NoteFilter},
};
use serde::Serialize;
use serde_json::{Value, json};

use crate::{
    api::{attachments, fields::Done},
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    uploads::store_of,
};

/// Messages that are held at once.
const AT_ONCE: i64 = 500;

/// Everything that is kept of a contact: one JSON object a line, `{type, data}` with the types `contact`, `ticket`,
/// `note`, `schedule` and, newest first, `message`. Links to files hold for some hours.
#[utoipa::path(
    tag = "contacts",
    operation_id = "hand_over_contact_data",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = String, content_type = "application/jsonl"),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_CONTACT_FOUND")
    )
)]
#[get("/{id}/data")]
pub(super) async fn hand_over(
    request: HttpRequest,
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    id: web::Path<ContactId>,
) -> Result<HttpResponse, ApiError> {
    caller.require_admin()?;
    let (company, contact) = (caller.company, *id);
    // read before anything is answered: what is refused is refused in the usual way
    app.limiter.give_back(&request);
    let head = {
        let _turn = app.limiter.dear(company, caller.user).await?;
        let mut reader = app.db.read().await?;
        about(&mut reader.conn(), company, contact).await?
    };
    let reading = Reading {
        app,
        media,
        company,
        user: caller.user,
        contact,
        before: None,
    };
    let messages = stream::try_unfold(Some(reading), |reading| async move {
        match reading {
            Some(reading) => reading.piece().await,
            None => Ok(None),
        }
    });
    let name = format!("attachment; filename=\"contato-{contact}.jsonl\"");
    Ok(HttpResponse::Ok()
        .content_type("application/jsonl; charset=utf-8")
        .insert_header((header::CONTENT_DISPOSITION, name))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .streaming(stream::once(ready(Ok(head))).chain(messages)))
}

/// Erases a contact with his tickets, messages, files, notes and schedules. It cannot be undone.
#[utoipa::path(
    tag = "contacts",
    operation_id = "erase_contact_data",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Done),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_CONTACT_FOUND")
    )
)]
#[delete("/{id}/data")]
pub(super) async fn erase(
    request: HttpRequest,
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ContactId>,
) -> Result<web::Json<Done>, ApiError> {
    caller.require_admin()?;
    let erasing = EraseContact {
        contact: *id,
        origin: Arc::clone(&caller.origin),
    };
    app.actors.desk(caller.company, erasing).await?;
    attachments::clear(&app, store_of(&request)?, caller.company).await;
    Ok(web::Json(Done {
        message: "Contact erased.",
    }))
}

/// All but the messages.
async fn about(conn: &mut Conn<'_>, company: CompanyId, id: ContactId) -> Result<Bytes, ApiError> {
    let mut text = line("contact", &contacts::get(conn, company, id).await?)?;
    for ticket in contacts::ticket_ids(conn, company, id).await? {
        text.extend(line("ticket", &tickets::get(conn, company, ticket).await?)?);
    }
    let notes = NoteFilter {
        contact: Some(id),
        ..NoteFilter::default()
    };
    for note in tickets::notes::list(conn, company, &notes).await? {
        text.extend(line("note", &note)?);
    }
    for schedule in contacts::schedule_ids(conn, company, id).await? {
        text.extend(line(
            "schedule",
            &schedules::get(conn, company, schedule).await?,
        )?);
    }
    Ok(text.into())
}

/// Where the messages stand.
struct Reading {
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    company: CompanyId,
    user: UserId,
    contact: ContactId,
    before: Option<MessageId>,
}

impl Reading {
    /// The next messages and where to go on. A database that fails ends the download, so that nobody takes a part for
    /// the whole.
    async fn piece(self) -> Result<Option<(Bytes, Option<Self>)>, ApiError> {
        let filter = ConversationFilter {
            contact: self.contact,
            ticket: TicketId(0),
            scope: None,
            before: self.before,
        };
        let shown = Shown {
            links: self.media.links(),
            now: self.app.clock.now(),
        };
        let found = {
            // one for each piece: who takes his time to read keeps nobody waiting
            let _turn = self.app.limiter.dear(self.company, self.user).await?;
            let mut reader = self.app.db.read().await?;
            let page = Page::new(None, AT_ONCE);
            messages::list(&mut reader.conn(), self.company, &filter, page, shown).await?
        };
        let Some(oldest) = found.rows.first().map(|message| message.id) else {
            return Ok(None);
        };
        let mut text = Vec::new();
        for message in found.rows.iter().rev() {
            text.extend(line("message", message)?);
        }
        let next = Self {
            before: Some(oldest),
            ..self
        };
        Ok(Some((text.into(), found.has_more.then_some(next))))
    }
}

fn line(kind: &str, data: &impl Serialize) -> Result<Vec<u8>, ApiError> {
    let data: Value = serde_json::to_value(data).map_err(ApiError::internal)?;
    let mut text = json!({ "type": kind, "data": data })
        .to_string()
        .into_bytes();
    text.push(b'\n');
    Ok(text)
}
