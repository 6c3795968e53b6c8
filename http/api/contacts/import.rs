//! Contacts from a spreadsheet: first what would happen, row by row, then the import itself.

use std::collections::HashSet;

use actix_web::{HttpRequest, post, web};
use guiche_storage::{
    contacts::{self, ContactForm, fold},
    model::{ErrorCode, contact::Contact, event::ContactEvent},
};
use serde::Serialize;

use super::{event, phone_digits};
use crate::{
    api::fields,
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    sheet::{self, Rows},
    uploads::{self, store_of},
};

/// Bytes of a file of contacts.
const FILE_BYTES_MAX: u64 = 5 * 1024 * 1024;
/// Rows of it below the heading.
const ROWS_MAX: usize = 5_000;
/// Contacts written in one transaction and told by one event.
const AT_ONCE: usize = 200;
/// Good rows that the preview shows.
const SHOWN_MAX: usize = 20;
/// Rows with a problem that the preview shows.
pub(in crate::api) const PROBLEMS_MAX: usize = 200;
/// Words for a column, folded, in the three languages of the pages.
const NAME_WORDS: [&str; 4] = ["nome", "name", "nombre", "contato"];
const NUMBER_WORDS: [&str; 8] = [
    "numero", "number", "telefone", "telefono", "phone", "celular", "whatsapp", "fone",
];
const EMAIL_WORDS: [&str; 4] = ["email", "e-mail", "e_mail", "correo"];

/// A spreadsheet: `.xlsx`, `.xls` or `.csv`, at most 5 MB and 5,000 rows below the heading.
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "describes what is read part by part")]
pub(in crate::api) struct ImportForm {
    /// Its first sheet has the columns nome and numero, and maybe email.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Why a row is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) enum ImportProblem {
    /// The name has not 2 to 50 characters.
    Name,
    /// The number is no phone number of 8 to 15 digits.
    Number,
    /// The e-mail is none.
    Email,
    /// The number stands further up already.
    Repeated,
    /// The company has the number already.
    Known,
}

/// A row of the file.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(in crate::api) struct ImportRow {
    /// Its line in the sheet, from 1; the heading is the first.
    line: usize,
    /// What stands under the name.
    pub(in crate::api) name: String,
    /// What stands under the number; its digits where it is one.
    pub(in crate::api) number: String,
    /// What stands under the e-mail.
    pub(in crate::api) email: String,
    /// Why it is left out, if it is.
    pub(in crate::api) problem: Option<ImportProblem>,
}

/// What an import of the file would do.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(in crate::api) struct ImportPreview {
    /// Filled rows below the heading.
    count: usize,
    /// Those that would become contacts.
    ready: usize,
    /// The first of those, at most 20.
    rows: Vec<ImportRow>,
    /// Those that are left out, at most 200.
    problems: Vec<ImportRow>,
}

/// What an import of a file would do; nothing is stored. Supervisors and admins only.
#[utoipa::path(
    tag = "contacts",
    request_body(content = ImportForm, content_type = "multipart/form-data"),
    responses(
        (status = 200, body = ImportPreview),
        (status = 400, description = "ERR_VALIDATION, ERR_IMPORT_UNREADABLE, ERR_IMPORT_COLUMNS, ERR_IMPORT_ROWS"),
        (status = 403, description = "ERR_NO_PERMISSION: an attendant"),
        (status = 413, description = "ERR_PAYLOAD_TOO_LARGE"),
        (status = 503, description = "ERR_BUSY: somebody else imports")
    )
)]
#[post("/import/preview")]
pub(super) async fn preview(
    request: HttpRequest,
    payload: web::Payload,
    app: web::Data<App>,
    caller: Caller,
) -> Result<web::Json<ImportPreview>, ApiError> {
    let rows = judged(&request, payload, &app, &caller).await?;
    Ok(web::Json(ImportPreview::of(rows)))
}

impl ImportPreview {
    /// What an import of these rows would do.
    pub(in crate::api) fn of(rows: Vec<ImportRow>) -> Self {
        let count = rows.len();
        let (good, bad): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| row.problem.is_none());
        Self {
            count,
            ready: good.len(),
            rows: good.into_iter().take(SHOWN_MAX).collect(),
            problems: bad.into_iter().take(PROBLEMS_MAX).collect(),
        }
    }
}

/// Makes contacts of a file's rows, without those that the preview leaves out. Answers the new ones. Supervisors and
/// admins only.
#[utoipa::path(
    tag = "contacts",
    request_body(content = ImportForm, content_type = "multipart/form-data"),
    responses(
        (status = 200, body = [Contact]),
        (status = 400, description = "ERR_VALIDATION, ERR_IMPORT_UNREADABLE, ERR_IMPORT_COLUMNS, ERR_IMPORT_ROWS"),
        (status = 403, description = "ERR_NO_PERMISSION: an attendant"),
        (status = 413, description = "ERR_PAYLOAD_TOO_LARGE"),
        (status = 503, description = "ERR_BUSY: somebody else imports")
    )
)]
#[post("/import")]
pub(super) async fn import(
    request: HttpRequest,
    payload: web::Payload,
    app: web::Data<App>,
    caller: Caller,
) -> Result<web::Json<Vec<Contact>>, ApiError> {
    let rows = judged(&request, payload, &app, &caller).await?;
    make(&app, &caller, rows).await
}

/// The same where older front ends look for it.
#[utoipa::path(
    tag = "contacts",
    operation_id = "upload_contacts",
    request_body(content = ImportForm, content_type = "multipart/form-data"),
    responses(
        (status = 200, body = [Contact]),
        (status = 400, description = "ERR_VALIDATION, ERR_IMPORT_UNREADABLE, ERR_IMPORT_COLUMNS, ERR_IMPORT_ROWS"),
        (status = 403, description = "ERR_NO_PERMISSION: an attendant"),
        (status = 413, description = "ERR_PAYLOAD_TOO_LARGE"),
        (status = 503, description = "ERR_BUSY: somebody else imports")
    )
)]
#[post("/upload")]
pub(super) async fn upload(
    request: HttpRequest,
    payload: web::Payload,
    app: web::Data<App>,
    caller: Caller,
) -> Result<web::Json<Vec<Contact>>, ApiError> {
    let rows = judged(&request, payload, &app, &caller).await?;
    make(&app, &caller, rows).await
}

async fn make(
    app: &App,
    caller: &Caller,
    rows: Vec<ImportRow>,
) -> Result<web::Json<Vec<Contact>>, ApiError> {
    let good = rows.into_iter().filter(|row| row.problem.is_none());
    let forms: Vec<ContactForm> = good.map(ContactForm::from).collect();
    let mut made = Vec::with_capacity(forms.len());
    for some in forms.chunks(AT_ONCE) {
        let _turn = app.limiter.dear(caller.company, caller.user).await?;
        let now = app.clock.now();
        let done = app
            .change(caller.company, now, async |conn, told| {
                let new = contacts::insert_unknown(conn, caller.company, some, now).await?;
                if !new.is_empty() {
                    let records = new.clone();
                    told.push(event(ContactEvent::CreateMany { records }));
                }
                Ok::<_, ApiError>(new)
            })
            .await?;
        made.extend(done);
    }
    Ok(web::Json(made))
}

impl From<ImportRow> for ContactForm {
    fn from(row: ImportRow) -> Self {
        Self {
            name: row.name,
            number: row.number,
            email: row.email,
            extra_info: Vec::new(),
        }
    }
}

/// The rows of the uploaded file, each with its problem.
async fn judged(
    request: &HttpRequest,
    payload: web::Payload,
    app: &App,
    caller: &Caller,
) -> Result<Vec<ImportRow>, ApiError> {
    caller.require_supervisor()?;
    let store = store_of(request)?;
    let file = uploads::receive_one(request, payload, store, FILE_BYTES_MAX).await?;
    // begins when the file is there: until then it takes as long as its sender needs
    let _turn = app.limiter.dear(caller.company, caller.user).await?;
    let table = app.sheets.read(file.temp.path()).await?;
    if table.len() > ROWS_MAX + 1 {
        return Err(ErrorCode::ImportRows.into());
    }
    let mut rows = read(table)?;
    let good = rows.iter().filter(|row| row.problem.is_none());
    let numbers: Vec<&str> = good.map(|row| row.number.as_str()).collect();
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    let known = contacts::list_known_numbers(conn, caller.company, &numbers).await?;
    for row in rows.iter_mut().filter(|row| row.problem.is_none()) {
        if known.contains(&row.number) {
            row.problem = Some(ImportProblem::Known);
        }
    }
    Ok(rows)
}

/// The same phone further up, in either Brazilian form.
fn mark_repeated(rows: &mut [ImportRow]) {
    let mut seen = HashSet::new();
    for row in rows.iter_mut().filter(|row| row.problem.is_none()) {
        if !seen.insert(contacts::one_form(&row.number)) {
            row.problem = Some(ImportProblem::Repeated);
        }
    }
}

/// The filled rows below the heading, judged one by one and against those further up.
pub(in crate::api) fn read(table: Rows) -> Result<Vec<ImportRow>, ApiError> {
    let mut lines = (1..).zip(table);
    let (_, heading) = lines.next().ok_or(ErrorCode::ImportColumns)?;
    let heading: Vec<String> = heading.iter().map(|word| fold(word)).collect();
    let column = |words: &[&str]| {
        let mut names = heading.iter();
        names.position(|name| words.contains(&name.as_str()))
    };
    let name = column(&NAME_WORDS).ok_or(ErrorCode::ImportColumns)?;
    let number = column(&NUMBER_WORDS).ok_or(ErrorCode::ImportColumns)?;
    let email = column(&EMAIL_WORDS);
    let filled = lines.filter(|(_, row)| !sheet::is_empty(row));
    let read = filled.map(|(line, row)| {
        let cell = |column: usize| row.get(column).cloned().unwrap_or_default();
        let email = email.map(cell).unwrap_or_default();
        judge(line, cell(name), &cell(number), email)
    });
    let mut rows: Vec<ImportRow> = read.collect();
    mark_repeated(&mut rows);
    Ok(rows)
}

fn judge(line: usize, name: String, number: &str, email: String) -> ImportRow {
    let digits = phone_digits(number);
    let problem = if fields::name(&name, &()).is_err() {
        Some(ImportProblem::Name)
    } else if digits.is_none() {
        Some(ImportProblem::Number)
    } else if fields::email_or_empty(&email, &()).is_err() {
        Some(ImportProblem::Email)
    } else {
        None
    };
    ImportRow {
        line,
        name,
        number: digits.unwrap_or_else(|| number.to_owned()),
        email,
        problem,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: &[&[&str]]) -> Rows {
        let row = |cells: &&[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect();
        rows.iter().map(row).collect()
    }

    #[test]
    fn every_row_says_what_is_wrong_with_it() {
        let rows = read(table(&[
            &["Número", "E-mail", "Nome"],
            &["+55 (11) 98888-7777", "bia@exemplo.com", "Beatriz"],
            &[],
            &["5511977776666", "", "B"],
            &["1234", "", "Caio"],
            &["5511966665555", "caio@", "Caio"],
            &["551188887777", "", "Bia de novo"],
        ]))
        .unwrap();
        let problems: Vec<_> = rows.iter().map(|row| (row.line, row.problem)).collect();
        assert_eq!(
            problems,
            [
                (2, None),
                (4, Some(ImportProblem::Name)),
                (5, Some(ImportProblem::Number)),
                (6, Some(ImportProblem::Email)),
                (7, Some(ImportProblem::Repeated)),
            ]
        );
        assert_eq!(rows[0].number, "5511988887777");
        assert_eq!(
            rows[2].number, "1234",
            "what is wrong is shown as it stands"
        );
    }

    #[test]
    fn a_table_without_its_columns_is_refused() {
        for heading in [&["nome", "idade"][..], &["numero"], &[]] {
            let refused = read(table(&[heading, &["Bia", "5511988887777"]])).unwrap_err();
            assert_eq!(refused.code(), ErrorCode::ImportColumns);
        }
        assert!(read(Rows::new()).is_err());
    }
}
