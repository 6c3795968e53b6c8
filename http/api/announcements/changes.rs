//! Writing announcements: super users only. Every company's rooms hear of a change, under their own numbers.

use actix_web::{HttpRequest, delete, post, put, web};
use garde::Validate;
use guiche_storage::{
    Conn,
    audit::Entry,
    companies::announcements::{self, AnnouncementForm},
    model::{AnnouncementId, announcement::Announcement, audit::Subject, event::Entity},
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{list::shown, picture};
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

/// A new announcement is of low priority unless it says so (A142).
const PRIORITY: i64 = 3;

/// A new announcement.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
pub(super) struct NewAnnouncement {
    /// 1 to 100 characters.
    #[garde(length(chars, min = 1, max = 100), custom(not_blank))]
    title: String,
    /// 1 to 4,096 characters.
    #[garde(length(chars, min = 1, max = 4096), custom(not_blank))]
    text: String,
    /// 1 high, 2 medium, 3 low, which it is if absent.
    #[garde(inner(range(min = 1, max = 3)))]
    priority: Option<i64>,
    /// Whether it is shown; it is if absent.
    #[garde(skip)]
    status: Option<bool>,
}

/// A changed announcement; what is absent stays.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
pub(super) struct AnnouncementChange {
    /// 1 to 100 characters.
    #[garde(inner(length(chars, min = 1, max = 100), custom(not_blank)))]
    title: Option<String>,
    /// 1 to 4,096 characters.
    #[garde(inner(length(chars, min = 1, max = 4096), custom(not_blank)))]
    text: Option<String>,
    /// 1 high, 2 medium, 3 low.
    #[garde(inner(range(min = 1, max = 3)))]
    priority: Option<i64>,
    /// Whether it is shown.
    #[garde(skip)]
    status: Option<bool>,
}

/// Announces something to everybody. Super users only.
#[utoipa::path(
    tag = "announcements",
    request_body = NewAnnouncement,
    responses((status = 200, body = Announcement), (status = 403, description = "ERR_NO_PERMISSION: not super"))
)]
#[post("")]
pub(super) async fn create(
    request: HttpRequest,
    app: web::Data<App>,
    caller: Caller,
    body: Valid<NewAnnouncement>,
) -> Result<web::Json<Announcement>, ApiError> {
    caller.require_super()?;
    let (Valid(body), now) = (body, app.clock.now());
    let form = AnnouncementForm {
        title: body.title.trim().to_owned(),
        text: body.text.trim().to_owned(),
        priority: body.priority.unwrap_or(PRIORITY),
        status: body.status.unwrap_or(true),
    };
    let work = async |conn: &mut Conn<'_>| {
        let id = announcements::insert(conn, caller.company, &form, now).await?;
        let record = announcements::get(conn, id, shown(&request, now)).await?;
        let entry = Entry::created(Subject::Announcement, id, &record);
        caller.note(conn, &entry, now).await?;
        let told = announce(conn, now, Entity::Announcement, news("create", &record)).await?;
        Ok::<_, ApiError>((record, told))
    };
    let (record, told) = app.db.write(work).await?;
    tell(&app, told);
    Ok(web::Json(record))
}

/// Changes an announcement. Super users only.
#[utoipa::path(
    tag = "announcements",
    params(("id" = i64, Path)),
    request_body = AnnouncementChange,
    responses(
        (status = 200, body = Announcement),
        (status = 403, description = "ERR_NO_PERMISSION: not super"),
        (status = 404, description = "ERR_NO_ANNOUNCEMENT_FOUND")
    )
)]
#[put("/{id}")]
pub(super) async fn update(
    request: HttpRequest,
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<AnnouncementId>,
    body: Valid<AnnouncementChange>,
) -> Result<web::Json<Announcement>, ApiError> {
    caller.require_super()?;
    let (Valid(body), now) = (body, app.clock.now());
    let work = async |conn: &mut Conn<'_>| {
        let known = announcements::get(conn, *id, None).await?;
        let before = known.clone();
        let form = AnnouncementForm {
            title: body
                .title
                .as_deref()
                .map_or(known.title, |it| it.trim().to_owned()),
            text: body
                .text
                .as_deref()
                .map_or(known.text, |it| it.trim().to_owned()),
            priority: body.priority.unwrap_or(known.priority),
            status: body.status.unwrap_or(known.status),
        };
        announcements::update(conn, *id, &form, now).await?;
        let record = announcements::get(conn, *id, shown(&request, now)).await?;
        let entry = Entry::updated(Subject::Announcement, *id, &before, &record);
        caller.note(conn, &entry, now).await?;
        let told = announce(conn, now, Entity::Announcement, news("update", &record)).await?;
        Ok::<_, ApiError>((record, told))
    };
    let (record, told) = app.db.write(work).await?;
    tell(&app, told);
    Ok(web::Json(record))
}

/// Deletes an announcement. Super users only.
#[utoipa::path(
    tag = "announcements",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Done),
        (status = 403, description = "ERR_NO_PERMISSION: not super"),
        (status = 404, description = "ERR_NO_ANNOUNCEMENT_FOUND")
    )
)]
#[delete("/{id}")]
pub(super) async fn remove(
    request: HttpRequest,
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<AnnouncementId>,
) -> Result<web::Json<Done>, ApiError> {
    caller.require_super()?;
    let now = app.clock.now();
    let work = async |conn: &mut Conn<'_>| {
        let gone = announcements::get(conn, *id, None).await?;
        let old = announcements::delete(conn, *id).await?;
        let entry = Entry::deleted(Subject::Announcement, *id, &gone);
        caller.note(conn, &entry, now).await?;
        picture::release(conn, old, now).await?;
        let told = announce(
            conn,
            now,
            Entity::Announcement,
            json!({ "action": "delete", "id": *id }),
        )
        .await?;
        Ok::<_, ApiError>((old, told))
    };
    let (old, told) = app.db.write(work).await?;
    tell(&app, told);
    picture::clear(&request, &app, old).await?;
    Ok(web::Json(Done {
        message: "Announcement deleted.",
    }))
}

/// What everybody hears of a record. One that is switched off is gone for those who may not see it.
pub(super) fn news(action: &'static str, record: &Announcement) -> Value {
    if record.status {
        json!({ "action": action, "record": record })
    } else {
        json!({ "action": "delete", "id": record.id })
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
fn not_blank(text: &str, _: &()) -> garde::Result {
    if text.trim().is_empty() {
        Err(garde::Error::new("is empty"))
    } else {
        Ok(())
    }
}
