//! Writing and deleting lists of files.

use actix_web::{delete, post, put, web};
use garde::Validate;
use guiche_storage::{
    audit::Entry,
    media::{
        self, MediaStore,
        file_lists::{self, FileListForm, OPTIONS_MAX, OptionForm},
    },
    model::{
        FileListId, FileOptionId,
        audit::Subject,
        event::{FileEvent, Written},
        file_list::FileList,
    },
};
use serde::Deserialize;

use super::{event, list::shown, written};
use crate::{
    api::{attachments, fields::Done},
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    valid::Valid,
};

/// Characters of a list's name (A085).
const NAME_CHARS: std::ops::RangeInclusive<usize> = 3..=100;
/// Characters of an option's name.
const OPTION_CHARS: std::ops::RangeInclusive<usize> = 1..=100;
/// Characters of a text: what one message may have.
const MESSAGE_CHARS: std::ops::RangeInclusive<usize> = 1..=4096;

/// A new list.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
pub(super) struct NewFileList {
    /// 3 to 100 characters.
    #[garde(custom(name_text))]
    name: String,
    /// 1 to 4,096 characters.
    #[garde(custom(message_text))]
    message: String,
    /// At most 50, in their order. Their files are uploaded afterwards.
    #[garde(custom(few), dive)]
    options: Option<Vec<OptionBody>>,
}

/// A changed list; what is absent stays.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
pub(super) struct FileListChange {
    /// 3 to 100 characters.
    #[garde(inner(custom(name_text)))]
    name: Option<String>,
    /// 1 to 4,096 characters.
    #[garde(inner(custom(message_text)))]
    message: Option<String>,
    /// At most 50, in their order. One that is not named goes with its file.
    #[garde(custom(few), dive)]
    options: Option<Vec<OptionBody>>,
}

/// A file's place in a list.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
pub(super) struct OptionBody {
    /// The one that is there already; a new one without.
    #[garde(skip)]
    id: Option<FileOptionId>,
    /// 1 to 100 characters.
    #[garde(custom(option_text))]
    name: String,
}

fn forms(options: &[OptionBody]) -> Vec<OptionForm> {
    let form = |option: &OptionBody| OptionForm {
        id: option.id,
        name: option.name.trim().to_owned(),
    };
    options.iter().map(form).collect()
}

/// Adds a list of files. Admins only.
#[utoipa::path(
    tag = "files",
    request_body = NewFileList,
    responses(
        (status = 200, body = FileList),
        (status = 400, description = "ERR_VALIDATION"),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_FILE_OPTION_FOUND")
    )
)]
#[post("")]
pub(super) async fn create(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    body: Valid<NewFileList>,
) -> Result<web::Json<FileList>, ApiError> {
    caller.require_admin()?;
    let Valid(body) = body;
    let form = FileListForm {
        name: body.name.trim().to_owned(),
        message: body.message.trim().to_owned(),
    };
    let options = forms(body.options.as_deref().unwrap_or_default());
    let (company, now) = (caller.company, app.clock.now());
    let done = app
        .change(company, now, async |conn, told| {
            let id = file_lists::insert(conn, company, &form, now).await?;
            file_lists::set_options(conn, company, id, &options).await?;
            let record = file_lists::get(conn, company, id, shown(&app, &media)).await?;
            let entry = Entry::created(Subject::FileList, id, &record);
            caller.note(conn, &entry, now).await?;
            told.push(written(Written::New, &record));
            Ok::<_, ApiError>(record)
        })
        .await?;
    Ok(web::Json(done))
}

/// Changes a list of files. Admins only.
#[utoipa::path(
    tag = "files",
    params(("id" = i64, Path)),
    request_body = FileListChange,
    responses(
        (status = 200, body = FileList),
        (status = 400, description = "ERR_VALIDATION"),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_FILE_LIST_FOUND, ERR_NO_FILE_OPTION_FOUND")
    )
)]
#[put("/{id}")]
pub(super) async fn update(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    id: web::Path<FileListId>,
    body: Valid<FileListChange>,
) -> Result<web::Json<FileList>, ApiError> {
    caller.require_admin()?;
    let Valid(body) = body;
    let (company, now) = (caller.company, app.clock.now());
    let done = app
        .change(company, now, async |conn, told| {
            let before = file_lists::get(conn, company, *id, shown(&app, &media)).await?;
            let written_text =
                |new: &Option<String>, old: &str| new.as_deref().unwrap_or(old).trim().to_owned();
            let form = FileListForm {
                name: written_text(&body.name, &before.name),
                message: written_text(&body.message, &before.message),
            };
            file_lists::update(conn, company, *id, &form, now).await?;
            if let Some(options) = &body.options {
                let files = file_lists::set_options(conn, company, *id, &forms(options)).await?;
                media::release(conn, company, &files, now).await?;
            }
            let record = file_lists::get(conn, company, *id, shown(&app, &media)).await?;
            let entry = Entry::updated(Subject::FileList, *id, &before, &record);
            caller.note(conn, &entry, now).await?;
            told.push(written(Written::Changed, &record));
            Ok::<_, ApiError>(record)
        })
        .await?;
    attachments::clear(&app, &media, company).await;
    Ok(web::Json(done))
}

/// Deletes a list with its files. Admins only.
#[utoipa::path(
    tag = "files",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Done),
        (status = 400, description = "ERR_CAMPAIGN_RUNNING: a campaign sends them"),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_FILE_LIST_FOUND")
    )
)]
#[delete("/{id}")]
pub(super) async fn remove(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    id: web::Path<FileListId>,
) -> Result<web::Json<Done>, ApiError> {
    caller.require_admin()?;
    let (company, now) = (caller.company, app.clock.now());
    app.change(company, now, async |conn, told| {
        let gone = file_lists::get(conn, company, *id, shown(&app, &media)).await?;
        let files = file_lists::delete(conn, company, *id).await?;
        let entry = Entry::deleted(Subject::FileList, *id, &gone);
        caller.note(conn, &entry, now).await?;
        media::release(conn, company, &files, now).await?;
        told.push(event(FileEvent::Delete { file_list_id: *id }));
        Ok::<_, ApiError>(())
    })
    .await?;
    attachments::clear(&app, &media, company).await;
    Ok(web::Json(Done {
        message: "File list deleted.",
    }))
}

#[expect(
    clippy::ref_option,
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
fn few(options: &Option<Vec<OptionBody>>, _: &()) -> garde::Result {
    if options.as_ref().is_some_and(|it| it.len() > OPTIONS_MAX) {
        return Err(garde::Error::new("must be at most 50"));
    }
    Ok(())
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
fn name_text(text: &str, _: &()) -> garde::Result {
    check(text, &NAME_CHARS, "must have 3 to 100 characters")
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
fn option_text(text: &str, _: &()) -> garde::Result {
    check(text, &OPTION_CHARS, "must have 1 to 100 characters")
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
fn message_text(text: &str, _: &()) -> garde::Result {
    check(text, &MESSAGE_CHARS, "must have 1 to 4,096 characters")
}

fn check(text: &str, chars: &std::ops::RangeInclusive<usize>, why: &str) -> garde::Result {
    if chars.contains(&text.trim().chars().count()) {
        Ok(())
    } else {
        Err(garde::Error::new(why))
    }
}
