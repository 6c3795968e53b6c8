//! A super user at work in another company: for a while and for a reason, seen by everybody there, ended by either side.
//! Every call that he makes there is noted (see `caller.rs`).

use actix_web::{HttpResponse, delete, get, post, web};
use chrono::{DateTime, TimeDelta, Utc};
use garde::Validate;
use guiche_storage::{
    Conn,
    audit::{self, Entry},
    companies,
    identity::{
        impersonations::{self, NewImpersonation, Stay},
        sign_ins::{Ended, Owner},
    },
    model::{
        CompanyId, ErrorCode, ImpersonationId, UserId,
        audit::Subject,
        event::{ImpersonationEvent, NewEvent},
        impersonation::Impersonation,
        user::SignedInUser,
    },
};
use serde::{Deserialize, Serialize};

use super::{
    auth,
    fields::{Done, EVERYBODY},
};
use crate::{
    app::App,
    error::ApiError,
    middleware::{caller::Caller, media_pass},
    route_list::RouteList,
    valid::Valid,
};

/// Minutes of a stay that says nothing else.
const MINUTES: i64 = 30;
/// Most minutes of a stay.
const MINUTES_MAX: i64 = 60;

/// Mounts the routes of `/impersonations`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(list)
        .service(create)
        .service(token)
        .service(remove);
}

/// A stay that is to begin.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewStay {
    /// In which company.
    #[garde(skip)]
    company_id: CompanyId,
    /// Why; everybody in the company reads it. 5 to 300 characters.
    #[garde(custom(reason_text))]
    reason: String,
    /// For how long, 1 to 60; 30 if absent.
    #[garde(inner(range(min = 1, max = MINUTES_MAX)))]
    minutes: Option<i64>,
    /// In whose place; the company's first admin if absent.
    #[garde(skip)]
    user_id: Option<UserId>,
}

/// A stay with the way in.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct StaySignedIn {
    /// Access token, good for 15 minutes and never longer than the stay.
    token: String,
    /// In whose place.
    user: SignedInUser,
    /// The stay.
    impersonation: Impersonation,
}

/// Who of those who run the server is at work in the company now.
#[utoipa::path(tag = "impersonations", responses((status = 200, body = [Impersonation])))]
#[get("")]
pub(super) async fn list(
    app: web::Data<App>,
    caller: Caller,
) -> Result<web::Json<Vec<Impersonation>>, ApiError> {
    let now = app.clock.now();
    let mut reader = app.db.read().await?;
    Ok(web::Json(
        impersonations::list_running(&mut reader.conn(), caller.company, now).await?,
    ))
}

/// Begins a stay in another company; a former one of the caller there ends. Super users only.
#[utoipa::path(
    tag = "impersonations",
    request_body = NewStay,
    responses(
        (status = 200, body = StaySignedIn),
        (status = 400, description = "ERR_VALIDATION"),
        (status = 403, description = "ERR_NO_PERMISSION: not super"),
        (status = 404, description = "ERR_NO_COMPANY_FOUND, ERR_NO_USER_FOUND"),
        (status = 409, description = "ERR_OWN_COMPANY")
    )
)]
#[post("")]
pub(super) async fn create(
    app: web::Data<App>,
    caller: Caller,
    body: Valid<NewStay>,
) -> Result<HttpResponse, ApiError> {
    caller.require_super()?;
    let (Valid(body), now) = (body, app.clock.now());
    if body.company_id == caller.company {
        return Err(ErrorCode::OwnCompany.into());
    }
    let minutes = TimeDelta::minutes(body.minutes.unwrap_or(MINUTES));
    let company = body.company_id;
    let (signed_in, ended) = app
        .change(company, now, async |conn, told| {
            companies::take_turn(conn, company).await?;
            let user = impersonations::choose_user(conn, company, body.user_id).await?;
            let new = NewImpersonation {
                owner: owner(company, user),
                actor: owner(caller.company, caller.user),
                actor_name: &caller.name,
                actor_version: caller.version,
                reason: body.reason.trim(),
                expires_at: now + minutes,
            };
            let (stay, ended) = impersonations::insert(conn, &new, now).await?;
            for former in &ended {
                told.push(event(ImpersonationEvent::Delete {
                    id: former.shown.id,
                }));
            }
            let shown = &stay.shown;
            let impersonation = Box::new(shown.clone());
            told.push(event(ImpersonationEvent::Create { impersonation }));
            let entry = Entry::created(Subject::Impersonation, shown.id, shown);
            note(conn, &caller, company, &entry, now).await?;
            Ok::<_, ApiError>((sign_in(&app, conn, stay, now).await?, ended))
        })
        .await?;
    for former in &ended {
        close(&app, former);
    }
    Ok(signed_in)
}

/// The next access token of a stay. The super user whose stay it is only.
#[utoipa::path(
    tag = "impersonations",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = StaySignedIn),
        (status = 403, description = "ERR_NO_PERMISSION: not super"),
        (status = 404, description = "ERR_NO_IMPERSONATION_FOUND: also one that is over, or somebody else's")
    )
)]
#[post("/{id}/token")]
pub(super) async fn token(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ImpersonationId>,
) -> Result<HttpResponse, ApiError> {
    caller.require_super()?;
    let now = app.clock.now();
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    let stay = impersonations::get_running(conn, *id, now).await?;
    if (stay.actor_company_id, stay.actor_id) != (caller.company, caller.user) {
        return Err(ErrorCode::NoImpersonationFound.into());
    }
    sign_in(&app, conn, stay, now).await
}

/// Ends a stay: its access tokens and sockets end at once. Any super user, and any admin of the company.
#[utoipa::path(
    tag = "impersonations",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Done),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_IMPERSONATION_FOUND: also one that is over")
    )
)]
#[delete("/{id}")]
pub(super) async fn remove(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ImpersonationId>,
) -> Result<web::Json<Done>, ApiError> {
    let now = app.clock.now();
    let found = {
        let mut reader = app.db.read().await?;
        impersonations::get_running(&mut reader.conn(), *id, now).await?
    };
    let company = found.shown.company_id;
    if !caller.is_super {
        if company != caller.company {
            return Err(ErrorCode::NoImpersonationFound.into());
        }
        caller.require_admin()?;
    }
    app.change(company, now, async |conn, told| {
        if !impersonations::end(conn, &found, &caller.name, now).await? {
            return Err(ErrorCode::NoImpersonationFound.into());
        }
        told.push(event(ImpersonationEvent::Delete { id: *id }));
        let entry = Entry::deleted(Subject::Impersonation, *id, &found.shown);
        note(conn, &caller, company, &entry, now).await
    })
    .await?;
    close(&app, &found);
    Ok(web::Json(Done {
        message: "Impersonation ended.",
    }))
}

/// The way in, with the cookie for the company's files.
async fn sign_in(
    app: &App,
    conn: &mut Conn<'_>,
    stay: Stay,
    now: DateTime<Utc>,
) -> Result<HttpResponse, ApiError> {
    let of = owner(stay.shown.company_id, stay.shown.user_id);
    let signed_in = auth::answer(app, conn, of, stay.sign_in_id, now).await?;
    let cookie = media_pass::stay_cookie(app, of, stay.sign_in_id);
    Ok(HttpResponse::Ok().cookie(cookie).json(StaySignedIn {
        token: signed_in.token,
        user: signed_in.user,
        impersonation: stay.shown,
    }))
}

/// Closes the sockets of a stay that is over.
fn close(app: &App, stay: &Stay) {
    let (company, user) = (stay.shown.company_id, stay.shown.user_id);
    let which = Ended::One(stay.sign_in_id);
    app.actors.control().sign_out(company, user, which);
}

/// Notes it in the company's record, and in that of those who run the server.
async fn note(
    conn: &mut Conn<'_>,
    caller: &Caller,
    company: CompanyId,
    entry: &Entry,
    now: DateTime<Utc>,
) -> Result<(), ApiError> {
    audit::record(conn, company, &caller.origin, entry, now).await?;
    if caller.company != company {
        caller.note(conn, entry, now).await?;
    }
    Ok(())
}

fn owner(company_id: CompanyId, user_id: UserId) -> Owner {
    Owner {
        company_id,
        user_id,
    }
}

fn event(event: ImpersonationEvent) -> NewEvent {
    NewEvent::to(EVERYBODY, event)
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
fn reason_text(text: &str, _: &()) -> garde::Result {
    if (5..=300).contains(&text.trim().chars().count()) {
        Ok(())
    } else {
        Err(garde::Error::new("must have 5 to 300 characters"))
    }
}
