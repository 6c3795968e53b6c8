//! A contact list as a text that a spreadsheet opens.

use actix_web::{HttpRequest, HttpResponse, get, http::header, web};
use bytes::Bytes;
use futures_util::{StreamExt as _, future::ready, stream};
use guiche_storage::{
    contacts::lists::{self, items},
    model::{CompanyId, ContactListId, ContactListItemId, contact_list::ContactListItem},
};

use super::require;
use crate::{
    api::csv_text::{BYTE_ORDER_MARK, harmless, line},
    app::App,
    error::ApiError,
    limits::{DearStay, Turn},
    middleware::caller::Caller,
};

/// People that are held at once.
const AT_ONCE: i64 = 500;
/// The heading; the first three columns are those that an import reads.
const HEADING: [&str; 4] = ["nome", "numero", "email", "whatsapp"];

/// A contact list as CSV, everybody in it. Admins only.
#[utoipa::path(
    tag = "contact lists",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = String, content_type = "text/csv"),
        (status = 403, description = "ERR_PLAN_FEATURE: no campaigns; ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_CONTACT_LIST_FOUND")
    )
)]
#[get("/{id}/export")]
pub(super) async fn export(
    request: HttpRequest,
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ContactListId>,
) -> Result<HttpResponse, ApiError> {
    require(&caller)?;
    let company = caller.company;
    lists::get(&mut app.db.read().await?.conn(), company, *id).await?;
    app.limiter.give_back(&request);
    let stay = app.limiter.dear_stay(company, caller.user).await?;
    let turn = stay.first_turn().await?;
    let reading = Reading {
        app,
        company,
        stay,
        list: *id,
        after: ContactListItemId(0),
    };
    let heading = line(&HEADING.map(str::to_owned))?;
    let mut text = [BYTE_ORDER_MARK.as_bytes(), &heading].concat();
    // read before anything is answered: what is refused is refused in the usual way
    let first = reading.piece(turn).await?;
    text.extend_from_slice(&first.text);
    let head = stream::once(ready(Ok(Bytes::from(text))));
    let rest = stream::try_unfold(first.rest, |rest: Option<Reading>| async move {
        let Some(reading) = rest else { return Ok(None) };
        let turn = reading.stay.next_turn().await?;
        let piece = reading.piece(turn).await?;
        Ok::<_, ApiError>(Some((piece.text, piece.rest)))
    });
    let name = format!("attachment; filename=\"lista-{id}.csv\"");
    Ok(HttpResponse::Ok()
        .content_type("text/csv; charset=utf-8")
        .insert_header((header::CONTENT_DISPOSITION, name))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .streaming(head.chain(rest)))
}

/// Where an export stands.
struct Reading {
    app: web::Data<App>,
    company: CompanyId,
    /// One turn for each piece: who takes his time to read keeps nobody waiting.
    stay: DearStay,
    list: ContactListId,
    /// The last one that was read.
    after: ContactListItemId,
}

/// A part of the text, and where it goes on, unless it is the last one.
struct Piece {
    text: Bytes,
    rest: Option<Reading>,
}

impl Reading {
    /// The next piece of the text. A database that fails ends the download, so that nobody takes a part for the whole.
    async fn piece(self, turn: Turn) -> Result<Piece, ApiError> {
        let mut reader = self.app.db.read().await?;
        let conn = &mut reader.conn();
        let found = items::list_after(conn, self.company, self.list, self.after, AT_ONCE).await?;
        drop((reader, turn));
        let is_full = i64::try_from(found.len()).is_ok_and(|count| count == AT_ONCE);
        let mut text = Vec::new();
        for item in &found {
            text.extend(line(&cells(item))?);
        }
        let last = found.last().map(|item| item.id);
        let rest = last.filter(|_| is_full).map(|after| Self { after, ..self });
        Ok(Piece {
            text: text.into(),
            rest,
        })
    }
}

fn cells(item: &ContactListItem) -> [String; 4] {
    let valid = match item.is_whatsapp_valid {
        Some(true) => "sim",
        Some(false) => "não",
        None => "",
    };
    [
        harmless(&item.name),
        item.number.clone(),
        harmless(&item.email),
        valid.to_owned(),
    ]
}
