//! All contacts as a text that a spreadsheet opens.

use actix_web::{HttpRequest, HttpResponse, get, http::header, web};
use bytes::Bytes;
use futures_util::{StreamExt as _, future::ready, stream};
use guiche_storage::{
    contacts::{self, ContactFilter, Cursor, Numbers},
    model::{CompanyId, contact::Contact},
};
use serde::Deserialize;

use crate::{
    api::{
        csv_text::{BYTE_ORDER_MARK, harmless, line},
        fields,
    },
    app::App,
    error::ApiError,
    limits::{DearStay, Turn},
    middleware::caller::Caller,
    valid::Query,
};

/// Contacts that are held at once.
const AT_ONCE: i64 = 500;
/// The heading; the first three columns are those that an import reads.
const HEADING: [&str; 5] = ["nome", "numero", "email", "informacoes", "bloqueado"];

/// What to export.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct ExportQuery {
    /// Part of a name, number or e-mail; without it everybody.
    search_param: Option<String>,
}

/// The company's contacts as CSV, all that match. Admins only: it is the whole book of customers.
#[utoipa::path(
    tag = "contacts",
    params(ExportQuery),
    responses(
        (status = 200, body = String, content_type = "text/csv"),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin")
    )
)]
#[get("/export")]
pub(super) async fn export(
    request: HttpRequest,
    app: web::Data<App>,
    caller: Caller,
    query: Query<ExportQuery>,
) -> Result<HttpResponse, ApiError> {
    caller.require_admin()?;
    let search = fields::search_text(query.search_param.as_deref())?.to_owned();
    app.limiter.give_back(&request);
    let stay = app.limiter.dear_stay(caller.company, caller.user).await?;
    let turn = stay.first_turn().await?;
    let reading = Reading {
        app,
        company: caller.company,
        stay,
        search,
        place: None,
    };
    let mut text = [
        BYTE_ORDER_MARK.as_bytes(),
        &line(&HEADING.map(str::to_owned))?,
    ]
    .concat();
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
    Ok(HttpResponse::Ok()
        .content_type("text/csv; charset=utf-8")
        .insert_header((
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"contatos.csv\"",
        ))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .streaming(head.chain(rest)))
}

/// Where an export stands.
struct Reading {
    app: web::Data<App>,
    company: CompanyId,
    /// One turn for each piece: who takes his time to read keeps nobody waiting.
    stay: DearStay,
    search: String,
    /// The last contact that was read.
    place: Option<Cursor>,
}

/// A part of the text, and where it goes on, unless it is the last one.
struct Piece {
    text: Bytes,
    rest: Option<Reading>,
}

impl Reading {
    /// The next piece of the text. A database that fails ends the download, so that nobody takes a part for the whole.
    async fn piece(self, turn: Turn) -> Result<Piece, ApiError> {
        let filter = ContactFilter {
            search: &self.search,
            numbers: Numbers::Parts,
            ..ContactFilter::default()
        };
        let mut reader = self.app.db.read().await?;
        let conn = &mut reader.conn();
        let after = self.place.as_ref();
        let found = contacts::list_after(conn, self.company, &filter, after, AT_ONCE).await?;
        drop((reader, turn));
        let is_full = i64::try_from(found.len()).is_ok_and(|count| count == AT_ONCE);
        let (mut text, mut last) = (Vec::new(), None);
        for (contact, place) in found {
            text.extend(line(&cells(&contact))?);
            last = Some(place);
        }
        let rest = last.filter(|_| is_full).map(|place| Self {
            place: Some(place),
            ..self
        });
        Ok(Piece {
            text: text.into(),
            rest,
        })
    }
}

fn cells(contact: &Contact) -> [String; 5] {
    let pairs = contact.extra_info.iter();
    let pairs = pairs.map(|pair| format!("{}: {}", pair.name, pair.value));
    let blocked = if contact.blocked { "sim" } else { "" };
    [
        harmless(&contact.name),
        contact.number.clone(),
        harmless(&contact.email),
        harmless(&pairs.collect::<Vec<_>>().join("; ")),
        blocked.to_owned(),
    ]
}
