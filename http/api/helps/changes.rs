//! Writing help videos: super users only. Every company's rooms hear of a change.

use actix_web::{delete, post, put, web};
use garde::Validate;
use guiche_storage::{
    Conn,
    audit::Entry,
    companies::helps::{self, HelpForm},
    model::{
        HelpId,
        audit::Subject,
        event::{HelpEvent, Written},
        help::Help,
    },
};
use serde::Deserialize;

use super::video;
use crate::{
    api::{
        everywhere::{announce, tell},
        fields::Done,
    },
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    valid::Valid,
};

/// A help video.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
pub(super) struct HelpBody {
    /// 1 to 100 characters in one line.
    #[garde(custom(title_line))]
    title: String,
    /// The video's code, or a link to it.
    #[garde(custom(known_video))]
    video: String,
    /// At most 1,000 characters.
    #[garde(inner(length(chars, max = 1_000)))]
    description: Option<String>,
}

impl HelpBody {
    fn form(&self) -> HelpForm {
        let description = self.description.as_deref().unwrap_or_default();
        HelpForm {
            title: self.title.trim().to_owned(),
            video: video::code(&self.video).unwrap_or_default().to_owned(),
            description: description.trim().to_owned(),
        }
    }
}

/// Adds a help video. Super users only.
#[utoipa::path(
    tag = "helps",
    request_body = HelpBody,
    responses((status = 200, body = Help), (status = 403, description = "ERR_NO_PERMISSION: not super"))
)]
#[post("")]
pub(super) async fn create(
    app: web::Data<App>,
    caller: Caller,
    body: Valid<HelpBody>,
) -> Result<web::Json<Help>, ApiError> {
    caller.require_super()?;
    let (Valid(body), now) = (body, app.clock.now());
    let work = async |conn: &mut Conn<'_>| {
        let record = helps::insert(conn, &body.form(), now).await?;
        let entry = Entry::created(Subject::Help, record.id, &record);
        caller.note(conn, &entry, now).await?;
        let news = HelpEvent::written(Written::New, &record);
        Ok::<_, ApiError>((record, announce(conn, now, news).await?))
    };
    let (record, told) = app.db.write(work).await?;
    tell(&app, told);
    Ok(web::Json(record))
}

/// Changes a help video. Super users only.
#[utoipa::path(
    tag = "helps",
    params(("id" = i64, Path)),
    request_body = HelpBody,
    responses(
        (status = 200, body = Help),
        (status = 403, description = "ERR_NO_PERMISSION: not super"),
        (status = 404, description = "ERR_NO_HELP_FOUND")
    )
)]
#[put("/{id}")]
pub(super) async fn update(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<HelpId>,
    body: Valid<HelpBody>,
) -> Result<web::Json<Help>, ApiError> {
    caller.require_super()?;
    let (Valid(body), now) = (body, app.clock.now());
    let work = async |conn: &mut Conn<'_>| {
        let before = helps::get(conn, *id).await?;
        let record = helps::update(conn, *id, &body.form(), now).await?;
        let entry = Entry::updated(Subject::Help, record.id, &before, &record);
        caller.note(conn, &entry, now).await?;
        let news = HelpEvent::written(Written::Changed, &record);
        Ok::<_, ApiError>((record, announce(conn, now, news).await?))
    };
    let (record, told) = app.db.write(work).await?;
    tell(&app, told);
    Ok(web::Json(record))
}

/// Deletes a help video. Super users only.
#[utoipa::path(
    tag = "helps",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Done),
        (status = 403, description = "ERR_NO_PERMISSION: not super"),
        (status = 404, description = "ERR_NO_HELP_FOUND")
    )
)]
#[delete("/{id}")]
pub(super) async fn remove(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<HelpId>,
) -> Result<web::Json<Done>, ApiError> {
    caller.require_super()?;
    let now = app.clock.now();
    let work = async |conn: &mut Conn<'_>| {
        let gone = helps::get(conn, *id).await?;
        helps::delete(conn, *id).await?;
        let entry = Entry::deleted(Subject::Help, *id, &gone);
        caller.note(conn, &entry, now).await?;
        let news = HelpEvent::Delete { id: *id };
        announce(conn, now, news).await
    };
    let told = app.db.write(work).await?;
    tell(&app, told);
    Ok(web::Json(Done {
        message: "Help deleted.",
    }))
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
fn title_line(text: &str, _: &()) -> garde::Result {
    let is_line = !text.chars().any(char::is_control);
    if is_line && (1..=100).contains(&text.trim().chars().count()) {
        Ok(())
    } else {
        Err(garde::Error::new(
            "must have 1 to 100 characters in one line",
        ))
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
fn known_video(text: &str, _: &()) -> garde::Result {
    match video::code(text) {
        Some(_) => Ok(()),
        None => Err(garde::Error::new("is no video's code or link")),
    }
}
