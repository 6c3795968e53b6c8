//! Notes on tickets: for the team only, never sent (S103).

use actix_web::{delete, get, post, web};
use garde::Validate;
use guiche_actors::rules::{
    mentions,
    placement::{tell_mention, tell_note},
};
use guiche_storage::{
    Conn, contacts,
    identity::users,
    model::{
        ContactId, ErrorCode, TicketId, TicketNoteId,
        event::{NewEvent, TicketNoteEvent},
        note::TicketNote,
        ticket::Ticket,
    },
    tickets::{self, notes::NoteFilter},
};
use serde::Deserialize;

use super::{fields::Done, tickets::one::visible};
use crate::{
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    route_list::RouteList,
    valid::{Query, Valid},
};

/// Characters of a note: at least two (S074).
const NOTE_CHARS: std::ops::RangeInclusive<usize> = 2..=5000;

/// Which notes to list: of a ticket, or of all tickets of a contact that the caller may see.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListQuery {
    /// Ticket number.
    ticket_id: Option<TicketId>,
    /// Contact; with a ticket it must be that ticket's.
    contact_id: Option<ContactId>,
}

/// A new note.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewNote {
    /// 2 to 5,000 characters.
    #[garde(custom(note_text))]
    note: String,
    /// Ticket number.
    #[garde(skip)]
    ticket_id: TicketId,
    /// The ticket's contact, if given.
    #[garde(skip)]
    contact_id: Option<ContactId>,
}

/// Mounts the routes of `/ticket-notes`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(list).service(create).service(remove);
}

/// Notes, newest first.
#[utoipa::path(
    tag = "notes",
    params(ListQuery),
    responses(
        (status = 200, body = [TicketNote]),
        (status = 400, description = "ERR_VALIDATION: neither ticket nor contact"),
        (status = 403, description = "ERR_NO_PERMISSION: in none of the caller's queues"),
        (status = 404, description = "ERR_NO_TICKET_FOUND, ERR_NO_CONTACT_FOUND")
    )
)]
#[get("/list")]
pub(super) async fn list(
    app: web::Data<App>,
    caller: Caller,
    query: Query<ListQuery>,
) -> Result<web::Json<Vec<TicketNote>>, ApiError> {
    let filter = match (query.ticket_id, query.contact_id) {
        (None, None) => return Err(ApiError::field("ticketId", "is missing")),
        (Some(ticket), contact) => {
            let ticket = visible(&app, &caller, ticket).await?;
            check_contact(&ticket, contact)?;
            NoteFilter {
                ticket: Some(ticket.id),
                ..NoteFilter::default()
            }
        }
        (None, Some(contact)) => NoteFilter {
            contact: Some(contact),
            scope: caller.viewer().scope(),
            ..NoteFilter::default()
        },
    };
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    if let Some(contact) = filter.contact {
        contacts::get(conn, caller.company, contact).await?;
    }
    Ok(web::Json(
        tickets::notes::list(conn, caller.company, &filter).await?,
    ))
}

/// Writes a note on a ticket.
#[utoipa::path(
    tag = "notes",
    request_body = NewNote,
    responses(
        (status = 200, body = TicketNote),
        (status = 403, description = "ERR_NO_PERMISSION: in none of the caller's queues"),
        (status = 404, description = "ERR_NO_TICKET_FOUND, ERR_NO_CONTACT_FOUND: not the ticket's")
    )
)]
#[post("")]
pub(super) async fn create(
    app: web::Data<App>,
    caller: Caller,
    body: Valid<NewNote>,
) -> Result<web::Json<TicketNote>, ApiError> {
    let (Valid(body), now) = (body, app.clock.now());
    let ticket = visible(&app, &caller, body.ticket_id).await?;
    check_contact(&ticket, body.contact_id)?;
    let text = body.note.trim();
    let done = app
        .change(caller.company, now, async |conn, told| {
            let (company, user) = (caller.company, caller.user);
            tickets::write::lock(conn, company, ticket.id).await?;
            let note = tickets::notes::insert(conn, company, ticket.id, user, text, now).await?;
            let ticket_note = Box::new(note.clone());
            let created = TicketNoteEvent::Create { ticket_note };
            told.push(event(conn, &caller, &ticket, created).await?);
            if text.contains('@') {
                let colleagues = users::list_colleagues(conn, company).await?;
                let named = colleagues
                    .iter()
                    .map(|colleague| (colleague.id, colleague.name.as_str()));
                let mut meant = mentions::of(text, named);
                meant.retain(|id| *id != user);
                told.extend(tell_mention(&note, &ticket, &meant));
            }
            Ok::<_, ApiError>(note)
        })
        .await?;
    Ok(web::Json(done))
}

/// Deletes a note: its author or an admin.
#[utoipa::path(
    tag = "notes",
    params(("id" = i64, Path, description = "Note number")),
    responses(
        (status = 200, body = Done),
        (status = 403, description = "ERR_NO_PERMISSION: neither author nor admin"),
        (status = 404, description = "ERR_NO_NOTE_FOUND")
    )
)]
#[delete("/{id}")]
pub(super) async fn remove(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<TicketNoteId>,
) -> Result<web::Json<Done>, ApiError> {
    app.change(caller.company, app.clock.now(), async |conn, told| {
        let note = tickets::notes::get(conn, caller.company, *id).await?;
        if note.user_id != caller.user {
            caller.require_admin()?;
        }
        let ticket = tickets::get(conn, caller.company, note.ticket_id).await?;
        tickets::notes::delete(conn, caller.company, note.id).await?;
        let gone = TicketNoteEvent::Delete {
            ticket_note_id: note.id,
            contact_id: note.contact_id,
        };
        told.push(event(conn, &caller, &ticket, gone).await?);
        Ok::<_, ApiError>(())
    })
    .await?;
    Ok(web::Json(Done {
        message: "Note deleted.",
    }))
}

fn check_contact(ticket: &Ticket, contact: Option<ContactId>) -> Result<(), ApiError> {
    match contact {
        Some(contact) if contact != ticket.contact_id => Err(ErrorCode::NoContactFound.into()),
        _ => Ok(()),
    }
}

async fn event(
    conn: &mut Conn<'_>,
    caller: &Caller,
    ticket: &Ticket,
    told: TicketNoteEvent,
) -> Result<NewEvent, ApiError> {
    let running = tickets::standing(conn, caller.company, ticket.id)
        .await?
        .running;
    Ok(tell_note(told, ticket, running))
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
fn note_text(text: &str, _: &()) -> garde::Result {
    if NOTE_CHARS.contains(&text.trim().chars().count()) {
        Ok(())
    } else {
        Err(garde::Error::new("must have 2 to 5,000 characters"))
    }
}
