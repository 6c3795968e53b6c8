//! Making, changing, moving and deleting options. Admins only.

use actix_web::{delete, post, put, web};
use garde::Validate;
use guiche_storage::{
    audit::Entry,
    media::{self, MediaStore},
    model::{QueueId, QueueOptionId, audit::Subject, queue::QueueOption},
    queues::{self, options::OptionForm},
};
use serde::Deserialize;

use super::{MESSAGE_CHARS_MAX, TITLE_CHARS_MAX, changed, parent, shown};
use crate::{
    api::{
        attachments,
        fields::{self, Done},
    },
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    valid::Valid,
};

/// A new option.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct NewOption {
    /// What the customer reads in the list; 1 to 50 characters in one line.
    #[garde(custom(option_title))]
    title: String,
    /// Said when it is chosen; at most 2,000 characters.
    #[garde(inner(length(chars, max = MESSAGE_CHARS_MAX)))]
    message: Option<String>,
    /// Its place among its siblings, from 1; otherwise the last.
    #[garde(inner(range(min = 1)))]
    option: Option<i64>,
    /// Of which queue.
    #[garde(skip)]
    queue_id: QueueId,
    /// Below which option; `null` or -1 at the root.
    #[garde(skip)]
    parent_id: Option<i64>,
}

/// A changed option; what is absent stays.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct OptionChange {
    /// What the customer reads in the list; 1 to 50 characters in one line.
    #[garde(inner(custom(option_title)))]
    title: Option<String>,
    /// Said when it is chosen; at most 2,000 characters.
    #[garde(inner(length(chars, max = MESSAGE_CHARS_MAX)))]
    message: Option<String>,
    /// Its place among its siblings, from 1.
    #[garde(inner(range(min = 1)))]
    option: Option<i64>,
    /// Below which option; `null` or -1 at the root.
    #[serde(default, deserialize_with = "fields::present")]
    #[garde(skip)]
    parent_id: Option<Option<i64>>,
}

/// Adds an option. Admins only.
#[utoipa::path(
    tag = "queue options",
    request_body = NewOption,
    responses(
        (status = 200, body = QueueOption),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_QUEUE_FOUND, ERR_NO_QUEUE_OPTION_FOUND: its parent"),
        (status = 409, description = "ERR_QUEUE_OPTIONS_FULL: 200 in a queue, 30 beside each other, 10 levels")
    )
)]
#[post("")]
pub(in crate::api) async fn create(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    body: Valid<NewOption>,
) -> Result<web::Json<QueueOption>, ApiError> {
    caller.require_admin()?;
    let (Valid(body), now) = (body, app.clock.now());
    let form = OptionForm {
        title: body.title.trim().to_owned(),
        message: body.message.unwrap_or_default(),
        parent_id: body.parent_id.and_then(parent),
        position: body.option,
    };
    let done = app
        .change(caller.company, now, async |conn, told| {
            let (company, queue) = (caller.company, body.queue_id);
            let id = queues::options::insert(conn, company, queue, &form, now).await?;
            told.push(changed(queue));
            let made = queues::options::get(conn, company, id, shown(&app, &media)).await?;
            let entry = Entry::created(Subject::QueueOption, id, &made);
            caller.note(conn, &entry, now).await?;
            Ok::<_, ApiError>(made)
        })
        .await?;
    Ok(web::Json(done))
}

/// Changes an option, or moves it with all that stands below. Admins only.
#[utoipa::path(
    tag = "queue options",
    params(("id" = i64, Path)),
    request_body = OptionChange,
    responses(
        (status = 200, body = QueueOption),
        (status = 400, description = "ERR_QUEUE_OPTION_LOOP: below itself"),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_QUEUE_OPTION_FOUND"),
        (status = 409, description = "ERR_QUEUE_OPTIONS_FULL")
    )
)]
#[put("/{id}")]
pub(in crate::api) async fn update(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    id: web::Path<QueueOptionId>,
    body: Valid<OptionChange>,
) -> Result<web::Json<QueueOption>, ApiError> {
    caller.require_admin()?;
    let (Valid(body), now) = (body, app.clock.now());
    let done = app
        .change(caller.company, now, async |conn, told| {
            let (company, links) = (caller.company, shown(&app, &media));
            let stored = queues::options::get(conn, company, *id, links).await?;
            let before = stored.clone();
            let form = OptionForm {
                title: body
                    .title
                    .as_deref()
                    .map_or(stored.title, |it| it.trim().to_owned()),
                message: body.message.clone().unwrap_or(stored.message),
                parent_id: match body.parent_id {
                    Some(sent) => sent.and_then(parent),
                    None => stored.parent_id,
                },
                position: body.option,
            };
            let queue = queues::options::update(conn, company, *id, &form, now).await?;
            told.push(changed(queue));
            let after = queues::options::get(conn, company, *id, links).await?;
            let entry = Entry::updated(Subject::QueueOption, *id, &before, &after);
            caller.note(conn, &entry, now).await?;
            Ok::<_, ApiError>(after)
        })
        .await?;
    Ok(web::Json(done))
}

/// Deletes an option with all that stands below it. Admins only.
#[utoipa::path(
    tag = "queue options",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Done),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_QUEUE_OPTION_FOUND")
    )
)]
#[delete("/{id}")]
pub(in crate::api) async fn remove(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    id: web::Path<QueueOptionId>,
) -> Result<web::Json<Done>, ApiError> {
    caller.require_admin()?;
    let (company, now) = (caller.company, app.clock.now());
    app.change(company, now, async |conn, told| {
        let gone = queues::options::get(conn, company, *id, shown(&app, &media)).await?;
        let (queue, files) = queues::options::delete(conn, company, *id).await?;
        let entry = Entry::deleted(Subject::QueueOption, *id, &gone);
        caller.note(conn, &entry, now).await?;
        media::release(conn, company, &files, now).await?;
        told.push(changed(queue));
        Ok::<_, ApiError>(())
    })
    .await?;
    attachments::clear(&app, &media, company).await;
    Ok(web::Json(Done {
        message: "Option deleted.",
    }))
}

/// A title in one line of 1 to 50 characters without the spaces around it.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
pub(super) fn option_title(text: &str, _: &()) -> garde::Result {
    let is_line = !text.chars().any(char::is_control);
    if is_line && (1..=TITLE_CHARS_MAX).contains(&text.trim().chars().count()) {
        Ok(())
    } else {
        Err(garde::Error::new(
            "must have 1 to 50 characters in one line",
        ))
    }
}
