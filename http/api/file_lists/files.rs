//! `POST /files/uploadList/{id}`: the files of a list (A116, rule B17).

use actix_web::{HttpRequest, post, web};
use guiche_storage::{
    Conn,
    audit::Entry,
    media::{
        self, MediaLimits, MediaStore, StoredMedia,
        file_lists::{self, FileListForm, OPTIONS_MAX},
    },
    model::{
        CompanyId, ErrorCode, FileListId, FileOptionId, MediaId, audit::Subject, event::Written,
        file_list::FileList,
    },
};
use serde::Serialize;

use super::{list::shown, written};
use crate::{
    api::attachments,
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    uploads::{self, Upload, UploadLimits},
};

/// Files for the options of a list.
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "describes what is read field by field")]
pub(super) struct ListFilesForm {
    /// Up to ten files; what each is is found out from its bytes.
    #[schema(value_type = Vec<String>, format = Binary)]
    files: Vec<u8>,
    /// For each file the number of its option, or nothing for a new one.
    #[schema(nullable = false)]
    id: Option<Vec<String>>,
    /// For each file the name of its new option; the file's own if absent.
    #[schema(nullable = false)]
    name: Option<Vec<String>>,
    /// Accepted, means nothing.
    #[serde(rename = "fileId")]
    #[schema(nullable = false)]
    file_id: Option<String>,
    /// Accepted, means nothing.
    #[serde(rename = "typeArch")]
    #[schema(nullable = false)]
    type_arch: Option<String>,
    /// Accepted, means nothing.
    #[serde(rename = "mediaType")]
    #[schema(nullable = false)]
    media_type: Option<Vec<String>>,
}

/// What became of the files.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct FilesUploaded {
    /// What was done, in the words of the family of products.
    mensagem: &'static str,
    /// The list with its files.
    file_list: FileList,
}

/// Where a file goes, and its bytes.
struct Placed {
    option: Option<FileOptionId>,
    name: String,
    stored: StoredMedia,
}

/// Brings files for options of a list, in the place of those that they have. Admins only.
#[utoipa::path(
    tag = "files",
    params(("id" = i64, Path)),
    request_body(content = ListFilesForm, content_type = "multipart/form-data"),
    responses(
        (status = 200, body = FilesUploaded),
        (status = 400, description = "ERR_VALIDATION: no file, too many"),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_FILE_LIST_FOUND, ERR_NO_FILE_OPTION_FOUND"),
        (status = 413, description = "ERR_PAYLOAD_TOO_LARGE")
    )
)]
#[post("/uploadList/{id}")]
pub(super) async fn upload(
    request: HttpRequest,
    payload: web::Payload,
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    id: web::Path<FileListId>,
) -> Result<web::Json<FilesUploaded>, ApiError> {
    caller.require_admin()?;
    let company = caller.company;
    {
        let mut reader = app.db.read().await?;
        file_lists::get(&mut reader.conn(), company, *id, shown(&app, &media)).await?;
    }
    let missing = || ApiError::field("files", "is missing");
    if !uploads::is_multipart(&request) {
        return Err(missing());
    }
    let bytes_max = u64::try_from(app.config.limits.upload_bytes_max).unwrap_or(u64::MAX);
    let limits = UploadLimits::new(bytes_max);
    let form = uploads::receive(&request, payload, &media, limits).await?;
    if form.files.is_empty() {
        return Err(missing());
    }
    let placed = keep(&form, &media, company, MediaLimits::all(bytes_max)).await?;
    match place(&app, &media, &caller, *id, &placed).await {
        Ok(file_list) => {
            attachments::clear(&app, &media, company).await;
            Ok(web::Json(FilesUploaded {
                mensagem: "Arquivos atualizados",
                file_list,
            }))
        }
        Err(error) => {
            for file in &placed {
                media.remove(company, &file.stored.path).await?;
            }
            Err(error)
        }
    }
}

/// Moves the files into the company's folder: all of them, or none.
async fn keep(
    form: &Upload,
    store: &MediaStore,
    company: CompanyId,
    limits: MediaLimits,
) -> Result<Vec<Placed>, ApiError> {
    let mut options = Vec::with_capacity(form.files.len());
    let (mut ids, mut names) = (form.all("id"), form.all("name"));
    for file in &form.files {
        let name = names.next().map(str::trim).filter(|name| !name.is_empty());
        let name = name.unwrap_or(&file.name).chars().take(100).collect();
        options.push((option_of(ids.next())?, name));
    }
    let mut placed: Vec<Placed> = Vec::with_capacity(form.files.len());
    for (file, (option, name)) in form.files.iter().zip(options) {
        match file.keep(store, company, limits).await {
            Ok(stored) => placed.push(Placed {
                option,
                name,
                stored,
            }),
            Err(error) => {
                for earlier in &placed {
                    store.remove(company, &earlier.stored.path).await?;
                }
                return Err(error);
            }
        }
    }
    Ok(placed)
}

/// The family's page sends `undefined` for an option that is new.
fn option_of(text: Option<&str>) -> Result<Option<FileOptionId>, ApiError> {
    match text.map(str::trim) {
        None | Some("" | "null" | "undefined") => Ok(None),
        Some(text) => match text.parse() {
            Ok(id) => Ok(Some(FileOptionId(id))),
            Err(_) => Err(ErrorCode::NoFileOptionFound.into()),
        },
    }
}

/// Writes the rows of the files in the transaction that lets the old ones go.
async fn place(
    app: &App,
    store: &MediaStore,
    caller: &Caller,
    id: FileListId,
    placed: &[Placed],
) -> Result<FileList, ApiError> {
    let (company, now) = (caller.company, app.clock.now());
    app.change(company, now, async |conn, told| {
        let before = file_lists::get(conn, company, id, shown(app, store)).await?;
        let form = FileListForm {
            name: before.name.clone(),
            message: before.message.clone(),
        };
        file_lists::update(conn, company, id, &form, now).await?;
        let new = placed.iter().filter(|file| file.option.is_none()).count();
        if before.options.len() + new > OPTIONS_MAX {
            return Err(ApiError::field("files", "at most 50 in a list"));
        }
        let mut last = i64::try_from(before.options.len()).unwrap_or(i64::MAX);
        let mut former: Vec<MediaId> = Vec::new();
        for file in placed {
            let media = media::insert_ready(conn, company, now, &file.stored).await?;
            let option = match file.option {
                Some(option) => option,
                None => append(conn, company, id, (&file.name, &mut last)).await?,
            };
            former.extend(file_lists::set_media(conn, company, (id, option), media).await?);
        }
        media::release(conn, company, &former, now).await?;
        let record = file_lists::get(conn, company, id, shown(app, store)).await?;
        let entry = Entry::updated(Subject::FileList, id, &before, &record);
        caller.note(conn, &entry, now).await?;
        told.push(written(Written::Changed, &record));
        Ok::<_, ApiError>(record)
    })
    .await
}

async fn append(
    conn: &mut Conn<'_>,
    company: CompanyId,
    list: FileListId,
    (name, last): (&str, &mut i64),
) -> Result<FileOptionId, ApiError> {
    let id = file_lists::insert_option(conn, company, list, (name, *last)).await?;
    *last += 1;
    Ok(id)
}
