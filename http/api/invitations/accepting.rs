//! What a stranger with a link does: see who invites him, and come in.

use actix_web::{HttpRequest, post, web};
use chrono::{DateTime, Utc};
use garde::Validate;
use guiche_actors::rules::{
    calendar::zone_or_default,
    subscription::{ReadOnly, read_only},
};
use guiche_storage::{
    Conn,
    audit::{self, Entry, Origin},
    companies::{self, plan_changes, settings},
    identity::{
        invitations::{self, Invited},
        users::{self, NewUser},
    },
    model::{
        CompanyId, ErrorCode, QueueId,
        audit::Subject,
        company::Company,
        event::{InvitationEvent, NewEvent, UserEvent, Written},
        user::{Profile, User},
    },
};
use serde::{Deserialize, Serialize};

use super::event;
use crate::{
    api::fields::{self, Done, EVERYBODY},
    app::App,
    error::ApiError,
    limits::sign_in::client_address,
    middleware::caller::origin,
    valid::Valid,
};

/// What a link says.
#[derive(Deserialize, Validate, utoipa::ToSchema)]
pub(super) struct Link {
    /// The part of the link behind `#`.
    #[garde(length(chars, min = 1, max = 64))]
    #[schema(write_only)]
    token: String,
}

/// Who invites whom.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OpenInvitation {
    /// Into which company.
    company: String,
    /// Only for this e-mail; `null` is for any.
    email: Option<String>,
    /// What one will be.
    profile: Profile,
    /// Until when it is good.
    expires_at: DateTime<Utc>,
}

/// Who comes in.
#[derive(Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Newcomer {
    /// The part of the link behind `#`.
    #[garde(length(chars, min = 1, max = 64))]
    #[schema(write_only)]
    token: String,
    /// 2 to 50 characters.
    #[garde(custom(fields::name))]
    name: String,
    /// Unique on this server; not read where the invitation names one.
    #[garde(inner(custom(fields::email)))]
    email: Option<String>,
    /// 8 to 50 characters with an upper and a lower case letter and a digit.
    #[garde(custom(fields::strong_password))]
    #[schema(write_only)]
    password: String,
}

/// Says who invites, as long as the link is good. For strangers, some times an hour.
#[utoipa::path(
    tag = "invitations",
    security(()),
    request_body = Link,
    responses(
        (status = 200, body = OpenInvitation),
        (status = 404, description = "ERR_NO_INVITATION_FOUND: used, taken back or over"),
        (status = 429, description = "ERR_TOO_MANY_REQUESTS with Retry-After")
    )
)]
#[post("/open")]
pub(super) async fn look(
    request: HttpRequest,
    app: web::Data<App>,
    body: Valid<Link>,
) -> Result<web::Json<OpenInvitation>, ApiError> {
    let (Valid(body), now) = (body, app.clock.now());
    app.rare_limits
        .check_accepting(client_address(&request, &app.config))?;
    let mut reader = app.db.read().await?;
    let invited = invitations::get_by_token(&mut reader.conn(), &body.token, now).await?;
    let company = companies::get(&mut reader.conn(), invited.company_id).await?;
    Ok(web::Json(OpenInvitation {
        company: company.name,
        email: invited.email,
        profile: invited.profile,
        expires_at: invited.expires_at,
    }))
}

/// Comes into the company as the invitation says; the link is used up. For strangers, some times an hour.
#[utoipa::path(
    tag = "invitations",
    security(()),
    request_body = Newcomer,
    responses(
        (status = 200, body = Done),
        (status = 400, description = "ERR_VALIDATION, ERR_EMAIL_ALREADY_EXISTS, ERR_PLAN_LIMIT_USERS"),
        (status = 403, description = "ERR_COMPANY_INACTIVE, ERR_COMPANY_EXPIRED"),
        (status = 404, description = "ERR_NO_INVITATION_FOUND: used, taken back or over"),
        (status = 429, description = "ERR_TOO_MANY_REQUESTS with Retry-After")
    )
)]
#[post("/accept")]
pub(super) async fn accept(
    request: HttpRequest,
    app: web::Data<App>,
    body: Valid<Newcomer>,
) -> Result<web::Json<Done>, ApiError> {
    let (Valid(body), now) = (body, app.clock.now());
    app.rare_limits
        .check_accepting(client_address(&request, &app.config))?;
    // before the password costs work
    let invited = {
        let mut reader = app.db.read().await?;
        invitations::get_by_token(&mut reader.conn(), &body.token, now).await?
    };
    let email = match (&invited.email, &body.email) {
        (Some(email), _) | (None, Some(email)) => users::normal_email(email),
        (None, None) => return Err(ApiError::field("email", "is missing")),
    };
    let hash = app.passwords.hash(body.password).await?;
    let company = invited.company_id;
    app.change(company, now, async |conn, told| {
        // two at once must not both find the last place
        companies::take_turn(conn, company).await?;
        // as it is now: it may have been used or taken back meanwhile
        let invited = invitations::get_by_token(conn, &body.token, now).await?;
        require_room(conn, &invited, now).await?;
        let queues = invitations::list_queues(conn, company, invited.id).await?;
        let queues: Vec<QueueId> = queues.into_iter().map(|queue| queue.id).collect();
        invitations::delete(conn, company, invited.id).await?;
        let new = NewUser {
            name: body.name.trim(),
            email: &email,
            password_hash: &hash,
            profile: invited.profile,
            is_super: false,
            all_ticket: invited.profile == Profile::Admin,
            connection: None,
            queues: &queues,
        };
        let id = users::insert_user(conn, company, now, &new).await?;
        let user = users::get_user(conn, company, id).await?;
        let entry = Entry::created(Subject::User, id, &user).with_secret("password");
        let by_himself = origin(&app, &request, &himself(company, &user));
        audit::record(conn, company, &by_himself, &entry, now).await?;
        let invitation_id = invited.id;
        told.push(event(InvitationEvent::Delete { invitation_id }));
        let colleague = UserEvent::written(Written::New, &user.colleague());
        told.push(NewEvent::to(EVERYBODY, colleague));
        Ok::<_, ApiError>(())
    })
    .await?;
    Ok(web::Json(Done {
        message: "Invitation accepted.",
    }))
}

/// Whoever comes in acts for himself.
fn himself(company: CompanyId, user: &User) -> Origin {
    Origin {
        company,
        user: user.id,
        user_name: user.name.clone(),
        actor: None,
        route: String::new(),
        ip: None,
        user_agent: None,
        request_id: None,
    }
}

/// # Errors
/// `CompanyInactive`, `CompanyExpired` where nobody may change anything; `PlanLimitUsers`.
async fn require_room(
    conn: &mut Conn<'_>,
    invited: &Invited,
    now: DateTime<Utc>,
) -> Result<(), ApiError> {
    let id = invited.company_id;
    let users = users::count_active(conn, id).await?;
    let Company {
        status, due_date, ..
    } = companies::get(conn, id).await?;
    let most = plan_changes::limits(conn, id).await?.users;
    let zone = settings::find(conn, id, settings::TIME_ZONE).await?;
    let zone = zone_or_default(zone.as_deref());
    match read_only(status, due_date, now, zone) {
        Some(ReadOnly::Suspended) => Err(ErrorCode::CompanyInactive.into()),
        Some(ReadOnly::Overdue(due)) => Err(ApiError::company_expired(due, zone)),
        None if users >= most => Err(ApiError::plan_full(ErrorCode::PlanLimitUsers, most)),
        None => Ok(()),
    }
}
