//! People of a contact list from a spreadsheet: first what would happen, row by row, then the import itself. It writes in
//! pieces; one that was cut off is done again with the same file, and who stands in the list already is left out.

use actix_web::{HttpRequest, post, web};
use guiche_actors::rules::lists::{tell_changed, tell_imported};
use guiche_storage::{
    audit::Entry,
    contacts::{
        lists::{self, AT_ONCE, items::ItemForm},
        one_form,
    },
    model::{ContactListId, audit::Subject, contact_list::ContactListItem},
};
use serde::Serialize;
use serde_json::json;

use super::require;
use crate::{
    api::contacts::import::{
        ImportForm, ImportPreview, ImportProblem, ImportRow, PROBLEMS_MAX, read,
    },
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    sheet::FILE_BYTES_MAX,
    uploads::{self, store_of},
};

/// New people that the answer holds.
const SHOWN_MAX: usize = 200;
/// After so many pieces, and at the end, it is told that the list is longer.
const TOLD_EVERY: usize = 10;

/// What an import came to.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListImport {
    /// Filled rows below the heading.
    count: usize,
    /// Those that came into the list.
    created: usize,
    /// The first of those, at most 200.
    contacts: Vec<ContactListItem>,
    /// Rows that are left out, at most 200.
    problems: Vec<ImportRow>,
}

/// What an import of a file into the list would do; nothing is stored. Admins only.
#[utoipa::path(
    tag = "contact lists",
    params(("id" = i64, Path)),
    request_body(content = ImportForm, content_type = "multipart/form-data"),
    responses(
        (status = 200, body = ImportPreview),
        (status = 400, description = "ERR_VALIDATION, ERR_IMPORT_UNREADABLE, ERR_IMPORT_COLUMNS, ERR_IMPORT_ROWS"),
        (status = 403, description = "ERR_PLAN_FEATURE: no campaigns; ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_CONTACT_LIST_FOUND"),
        (status = 413, description = "ERR_PAYLOAD_TOO_LARGE"),
        (status = 503, description = "ERR_BUSY: somebody else imports")
    )
)]
#[post("/{id}/upload/preview")]
pub(super) async fn preview(
    request: HttpRequest,
    payload: web::Payload,
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ContactListId>,
) -> Result<web::Json<ImportPreview>, ApiError> {
    let rows = judged(&request, payload, &app, &caller, *id).await?;
    Ok(web::Json(ImportPreview::of(rows)))
}

/// Brings the people of a file's rows into the list, without those that the preview leaves out. `.xlsx`, `.xls` or `.csv`
/// with at most 100,000 rows and 16 MB. Admins only.
#[utoipa::path(
    tag = "contact lists",
    params(("id" = i64, Path)),
    request_body(content = ImportForm, content_type = "multipart/form-data"),
    responses(
        (status = 200, body = ListImport),
        (status = 400, description = "ERR_VALIDATION, ERR_IMPORT_UNREADABLE, ERR_IMPORT_COLUMNS, ERR_IMPORT_ROWS"),
        (status = 403, description = "ERR_PLAN_FEATURE: no campaigns; ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_CONTACT_LIST_FOUND"),
        (status = 413, description = "ERR_PAYLOAD_TOO_LARGE"),
        (status = 503, description = "ERR_BUSY: somebody else imports")
    )
)]
#[post("/{id}/upload")]
pub(super) async fn import(
    request: HttpRequest,
    payload: web::Payload,
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ContactListId>,
) -> Result<web::Json<ListImport>, ApiError> {
    let rows = judged(&request, payload, &app, &caller, *id).await?;
    let count = rows.len();
    let (good, mut problems): (Vec<_>, Vec<_>) =
        rows.into_iter().partition(|row| row.problem.is_none());
    problems.truncate(PROBLEMS_MAX);
    let forms: Vec<ItemForm> = good.into_iter().map(ItemForm::from).collect();
    let (created, contacts) = write(&app, &caller, *id, &forms).await?;
    let done = ListImport {
        count,
        created,
        contacts,
        problems,
    };
    note(&app, &caller, *id, &done).await?;
    Ok(web::Json(done))
}

impl From<ImportRow> for ItemForm {
    fn from(row: ImportRow) -> Self {
        Self {
            name: row.name,
            number: row.number,
            email: row.email,
        }
    }
}

/// Writes the pieces. Answers how many are new, and the first of them.
async fn write(
    app: &App,
    caller: &Caller,
    list: ContactListId,
    forms: &[ItemForm],
) -> Result<(usize, Vec<ContactListItem>), ApiError> {
    let company = caller.company;
    let (mut created, mut shown) = (0, Vec::new());
    for (piece, some) in (1..).zip(forms.chunks(AT_ONCE)) {
        let _turn = app.limiter.dear(company, caller.user).await?;
        let now = app.clock.now();
        let made = app
            .change(company, now, async |conn, told| {
                let made = lists::insert_unknown(conn, company, list, some, now).await?;
                if piece % TOLD_EVERY == 0 {
                    told.extend(tell_changed(&lists::get(conn, company, list).await?));
                }
                Ok::<_, ApiError>(made)
            })
            .await?;
        created += made.len();
        let room = SHOWN_MAX.saturating_sub(shown.len());
        shown.extend(made.into_iter().take(room));
    }
    Ok((created, shown))
}

/// Notes the import and tells that the list is longer, and by whom.
async fn note(
    app: &App,
    caller: &Caller,
    list: ContactListId,
    done: &ListImport,
) -> Result<(), ApiError> {
    let (company, now) = (caller.company, app.clock.now());
    app.change(company, now, async |conn, told| {
        let record = lists::get(conn, company, list).await?;
        let about = json!({ "rows": done.count, "created": done.created });
        let entry = Entry::called(Subject::ContactList, list, &record.name, &about);
        caller.note(conn, &entry, now).await?;
        told.extend(tell_imported(&record, done.contacts.clone()));
        Ok::<_, ApiError>(())
    })
    .await
}

/// The rows of the uploaded file, each with its problem.
async fn judged(
    request: &HttpRequest,
    payload: web::Payload,
    app: &App,
    caller: &Caller,
    list: ContactListId,
) -> Result<Vec<ImportRow>, ApiError> {
    require(caller)?;
    // before anything is taken in: what comes into nothing need not come
    lists::get(&mut app.db.read().await?.conn(), caller.company, list).await?;
    let file = uploads::receive_one(request, payload, store_of(request)?, FILE_BYTES_MAX).await?;
    // begins when the file is there: until then it takes as long as its sender needs
    let _turn = app.limiter.dear(caller.company, caller.user).await?;
    let table = app.sheets.read(file.temp.path()).await?;
    // a hundred thousand rows take their time: not on a thread that answers requests
    let read = tokio::task::spawn_blocking(move || read(table)).await;
    let mut rows = read.map_err(ApiError::internal)??;
    let good = rows.iter().filter(|row| row.problem.is_none());
    let numbers: Vec<&str> = good.map(|row| row.number.as_str()).collect();
    let mut reader = app.db.read().await?;
    let known = lists::list_known_keys(&mut reader.conn(), caller.company, list, &numbers).await?;
    for row in rows.iter_mut().filter(|row| row.problem.is_none()) {
        if known.contains(&one_form(&row.number)) {
            row.problem = Some(ImportProblem::Known);
        }
    }
    Ok(rows)
}
