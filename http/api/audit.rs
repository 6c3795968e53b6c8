//! `GET /audit`: who changed what in the company's administration, when and from where. Admins only.

use actix_web::{HttpRequest, HttpResponse, get, http::header, web};
use bytes::Bytes;
use futures_util::{StreamExt as _, future::ready, stream};
use guiche_storage::{
    audit::{self, Cursor, Filter, RECORDS_A_PAGE},
    model::{
        CompanyId, UserId,
        audit::{AuditRecord, Subject},
        page::Page,
    },
};
use serde::{Deserialize, Serialize};

use super::{
    csv_text::{BYTE_ORDER_MARK, harmless, line},
    fields,
};
use crate::{
    app::App,
    error::ApiError,
    limits::{DearStay, Turn},
    middleware::caller::Caller,
    route_list::RouteList,
    valid::Query,
};

/// Records that are held at once.
const AT_ONCE: i64 = 500;
/// The heading of an export.
const HEADING: [&str; 11] = [
    "quando",
    "usuario",
    "suporte",
    "acao",
    "entidade",
    "id",
    "nome",
    "rota",
    "alteracoes",
    "ip",
    "navegador",
];

/// Mounts the routes of `/audit`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(list).service(export);
}

/// Which records.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct AuditQuery {
    /// Part of a name, a value, a route; case and accents do not count.
    search_param: Option<String>,
    /// From 1; 20 a page.
    page_number: Option<i64>,
    /// Of this user only.
    user_id: Option<UserId>,
    /// Of this kind of thing only.
    #[param(inline)]
    entity: Option<Subject>,
    /// First day, yyyy-MM-dd, as the company counts days.
    from: Option<String>,
    /// Last day.
    to: Option<String>,
}

impl AuditQuery {
    fn filter(&self, caller: &Caller) -> Result<Filter, ApiError> {
        let from = fields::day("from", self.from.as_deref(), caller.zone)?;
        let to = fields::day("to", self.to.as_deref(), caller.zone)?;
        Ok(Filter {
            search: fields::search_text(self.search_param.as_deref())?.to_owned(),
            user: self.user_id,
            subject: self.entity,
            from: from.map(|(start, _)| start),
            until: to.map(|(_, end)| end),
        })
    }
}

/// A page of records, the newest first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AuditPage {
    /// The records of this page.
    records: Vec<AuditRecord>,
    /// All that match.
    count: i64,
    /// Whether another page follows.
    has_more: bool,
}

/// What was changed in the company's administration. Admins only.
#[utoipa::path(
    tag = "audit",
    params(AuditQuery),
    responses((status = 200, body = AuditPage), (status = 403, description = "ERR_NO_PERMISSION: not an admin"))
)]
#[get("")]
pub(super) async fn list(
    app: web::Data<App>,
    caller: Caller,
    query: Query<AuditQuery>,
) -> Result<web::Json<AuditPage>, ApiError> {
    caller.require_admin()?;
    let filter = query.filter(&caller)?;
    let page = Page::new(query.page_number, RECORDS_A_PAGE);
    let mut reader = app.db.read().await?;
    let found = audit::list(&mut reader.conn(), caller.company, &filter, page).await?;
    Ok(web::Json(AuditPage {
        records: found.rows,
        count: found.count,
        has_more: found.has_more,
    }))
}

/// The records as CSV, all that match. Admins only.
#[utoipa::path(
    tag = "audit",
    params(AuditQuery),
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
    query: Query<AuditQuery>,
) -> Result<HttpResponse, ApiError> {
    caller.require_admin()?;
    let filter = query.filter(&caller)?;
    app.limiter.give_back(&request);
    let stay = app.limiter.dear_stay(caller.company, caller.user).await?;
    let turn = stay.first_turn().await?;
    let reading = Reading {
        app,
        company: caller.company,
        stay,
        filter,
        cursor: None,
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
    Ok(HttpResponse::Ok()
        .content_type("text/csv; charset=utf-8")
        .insert_header((
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"registro-de-acoes.csv\"",
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
    filter: Filter,
    /// The last record that was read.
    cursor: Option<Cursor>,
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
        let found =
            audit::list_before(conn, self.company, &self.filter, self.cursor, AT_ONCE).await?;
        drop((reader, turn));
        let is_full = i64::try_from(found.len()).is_ok_and(|count| count == AT_ONCE);
        let (mut text, mut last) = (Vec::new(), None);
        for (record, cursor) in found {
            text.extend(line(&cells(record))?);
            last = Some(cursor);
        }
        let rest = last.filter(|_| is_full).map(|cursor| Self {
            cursor: Some(cursor),
            ..self
        });
        Ok(Piece {
            text: text.into(),
            rest,
        })
    }
}

fn cells(record: AuditRecord) -> [String; 11] {
    let changes = record.changes.iter().map(|change| {
        let [before, after] = [&change.before, &change.after].map(|value| match value {
            Some(serde_json::Value::String(text)) => text.clone(),
            Some(value) => value.to_string(),
            None => String::new(),
        });
        format!("{}: {before} → {after}", change.field)
    });
    let changes = changes.collect::<Vec<_>>().join("; ");
    [
        record.at.to_rfc3339(),
        record.user_name,
        record.actor_name.unwrap_or_default(),
        record.action,
        record.entity,
        record.entity_id,
        record.label,
        record.route,
        changes,
        record.ip.unwrap_or_default(),
        record.user_agent.unwrap_or_default(),
    ]
    .map(|cell| harmless(&cell))
}
