//! All contacts as a text that a spreadsheet opens.

use actix_web::{HttpRequest, HttpResponse, get, http::header, web};
use bytes::Bytes;
use futures_util::{StreamExt as _, future::ready, stream};
use guiche_storage::{
    contacts::{self, ContactFilter, Numbers, Place},
    model::{CompanyId, UserId, contact::Contact},
};
use serde::Deserialize;

use crate::{
    api::{
        csv_text::{BYTE_ORDER_MARK, harmless, line},
        fields,
    },
    app::App,
    caller::Caller,
    error::ApiError,
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
    query: web::Query<ExportQuery>,
) -> Result<HttpResponse, ApiError> {
    caller.require_admin()?;
    let search = fields::search_text(query.search_param.as_deref())?.to_owned();
    app.limiter.give_back(&request);
    let reading = Reading {
        app,
        company: caller.company,
        user: caller.user,
        search,
        place: None,
    };
    let mut text = [
        BYTE_ORDER_MARK.as_bytes(),
        &line(&HEADING.map(str::to_owned))?,
    ]
    .concat();
    // read before anything is answered: what is refused is refused in the usual way
    let first = reading.piece().await?;
    let rest = first.map(|(piece, rest)| {
        text.extend_from_slice(&piece);
        rest
    });
    let head = stream::once(ready(Ok(Bytes::from(text))));
    let rest = stream::try_unfold(rest, |rest: Option<Reading>| async move {
        let Some(reading) = rest else { return Ok(None) };
        let piece = reading.piece().await?;
        Ok::<_, ApiError>(piece.map(|(text, rest)| (text, Some(rest))))
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
    user: UserId,
    search: String,
    /// The last contact that was read.
    place: Option<Place>,
}

impl Reading {
    /// The next piece of the text. A database that fails ends the download, so that nobody takes a part for the whole.
    async fn piece(self) -> Result<Option<(Bytes, Self)>, ApiError> {
        let filter = ContactFilter {
            search: &self.search,
            numbers: Numbers::Parts,
            ..ContactFilter::default()
        };
        let found = {
            // one for each piece: who takes his time to read keeps nobody waiting
            let _turn = self.app.limiter.dear(self.company, self.user).await?;
            let mut reader = self.app.db.read().await?;
            let conn = &mut reader.conn();
            contacts::list_after(conn, self.company, &filter, self.place.as_ref(), AT_ONCE).await?
        };
        let (mut text, mut last) = (Vec::new(), None);
        for (contact, place) in found {
            text.extend(line(&cells(&contact))?);
            last = Some(place);
        }
        Ok(last.map(|place| {
            let next = Self {
                place: Some(place),
                ..self
            };
            (text.into(), next)
        }))
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
