//! Writing announcements: super users only. The rooms of the companies that a change concerns hear of it, each under its
//! own numbers.

use actix_web::{HttpRequest, delete, post, put, web};
use chrono::{DateTime, Utc};
use garde::Validate;
use guiche_storage::{
    Conn,
    audit::Entry,
    companies::{
        self,
        announcements::{self, AnnouncementForm},
    },
    model::{
        AnnouncementId, CompanyId,
        announcement::Announcement,
        audit::Subject,
        event::{AnnouncementEvent, CommittedEvent, Event, Written},
    },
};
use serde::Deserialize;

use super::{list::shown, picture};
use crate::{
    api::{
        everywhere::{announce_each, tell},
        fields::{Done, present},
        moments::Moment,
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
#[serde(rename_all = "camelCase")]
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
    /// The one company that it is for; every company if absent.
    #[garde(skip)]
    company_id: Option<CompanyId>,
    /// Shown from here on; at once if absent.
    #[garde(skip)]
    #[schema(value_type = Option<DateTime<Utc>>)]
    visible_from: Option<Moment>,
    /// No longer shown from here on; later than `visibleFrom`.
    #[garde(skip)]
    #[schema(value_type = Option<DateTime<Utc>>)]
    visible_until: Option<Moment>,
}

/// A changed announcement; what is absent stays.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
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
    /// The one company that it is for; `null` is every company.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<CompanyId>)]
    #[garde(skip)]
    company_id: Option<Option<CompanyId>>,
    /// Shown from here on; `null` is at once.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<DateTime<Utc>>)]
    #[garde(skip)]
    visible_from: Option<Option<Moment>>,
    /// No longer shown from here on; `null` is without end.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<DateTime<Utc>>)]
    #[garde(skip)]
    visible_until: Option<Option<Moment>>,
}

/// Announces something to everybody, or to one company. Super users only.
#[utoipa::path(
    tag = "announcements",
    request_body = NewAnnouncement,
    responses(
        (status = 200, body = Announcement),
        (status = 403, description = "ERR_NO_PERMISSION: not super"),
        (status = 404, description = "ERR_NO_COMPANY_FOUND")
    )
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
        company: body.company_id,
        visible_from: body.visible_from.map(|from| from.at(caller.zone)),
        visible_until: body.visible_until.map(|until| until.at(caller.zone)),
    };
    let work = async |conn: &mut Conn<'_>| {
        check(conn, &form).await?;
        let id = announcements::insert(conn, caller.company, &form, now).await?;
        let record = announcements::get(conn, id, shown(&request, now)).await?;
        let entry = Entry::created(Subject::Announcement, id, &record);
        caller.note(conn, &entry, now).await?;
        let told = tell_readers(conn, &caller, (Written::New, None, &record), now).await?;
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
        (status = 404, description = "ERR_NO_ANNOUNCEMENT_FOUND, ERR_NO_COMPANY_FOUND")
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
        let at = |moment: Option<Moment>| moment.map(|moment| moment.at(caller.zone));
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
            company: body.company_id.unwrap_or(known.company_id),
            visible_from: body.visible_from.map_or(known.visible_from, at),
            visible_until: body.visible_until.map_or(known.visible_until, at),
        };
        check(conn, &form).await?;
        announcements::update(conn, *id, &form, now).await?;
        let record = announcements::get(conn, *id, shown(&request, now)).await?;
        let entry = Entry::updated(Subject::Announcement, *id, &before, &record);
        caller.note(conn, &entry, now).await?;
        let told = tell_readers(
            conn,
            &caller,
            (Written::Changed, Some(&before), &record),
            now,
        )
        .await?;
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
        let told = announce_each(conn, now, |company| {
            concerns(&gone, company, &caller).then(|| away(*id))
        })
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

/// Refuses what is for an unknown company, and what would never be shown.
async fn check(conn: &mut Conn<'_>, form: &AnnouncementForm) -> Result<(), ApiError> {
    if let Some(company) = form.company {
        companies::get_details(conn, company).await?;
    }
    match (form.visible_from, form.visible_until) {
        (Some(from), Some(until)) if until <= from => {
            Err(ApiError::field("visibleUntil", "is not after visibleFrom"))
        }
        _ => Ok(()),
    }
}

/// Tells those whom a record is, or was, for. Where it is not shown now, it is gone.
pub(super) async fn tell_readers(
    conn: &mut Conn<'_>,
    author: &Caller,
    (how, before, record): (Written, Option<&Announcement>, &Announcement),
    now: DateTime<Utc>,
) -> Result<Vec<Vec<CommittedEvent>>, ApiError> {
    announce_each(conn, now, |company| {
        if record.is_seen_by(company, now) {
            return Some(AnnouncementEvent::written(how, record).into());
        }
        let concerned = [Some(record), before];
        let mut concerned = concerned.into_iter().flatten();
        concerned
            .any(|it| concerns(it, company, author))
            .then(|| away(record.id))
    })
    .await
}

/// Whether a company hears of a record: it is for it, or its author sits there and has it in his list.
fn concerns(record: &Announcement, company: CompanyId, author: &Caller) -> bool {
    company == author.company || record.company_id.is_none_or(|only| only == company)
}

fn away(id: AnnouncementId) -> Event {
    AnnouncementEvent::Delete { id }.into()
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
