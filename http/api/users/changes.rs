//! Making, changing and deleting users.

use std::sync::Arc;

use actix_web::{HttpRequest, delete, post, put, web};
use chrono::{DateTime, Utc};
use guiche_actors::desk::DeleteUser;
use guiche_storage::{
    Conn,
    audit::Entry,
    companies::plan_changes,
    connections,
    identity::{
        sign_ins::{self, Ended, Owner},
        users::{self, NewUser, UserForm},
    },
    model::{
        CompanyId, ErrorCode, UserId,
        audit::Subject,
        event::{NewEvent, Room, UserEvent, Written},
        user::{AllTicket, Profile, User},
    },
    queues,
};

use super::body::{UserBody, check_allowed, form_of, nobody};
use crate::{
    api::{fields::Done, second_factor::counted},
    app::App,
    error::ApiError,
    limits::sign_in::client_address,
    middleware::caller::Caller,
    second_factor,
    valid::Valid,
};

/// Adds a user. Admins only.
#[utoipa::path(
    tag = "users",
    request_body = UserBody,
    responses(
        (status = 200, body = User),
        (status = 400, description = "ERR_VALIDATION, ERR_EMAIL_ALREADY_EXISTS, ERR_PLAN_LIMIT_USERS"),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_QUEUE_FOUND, ERR_NO_WAPP_FOUND")
    )
)]
#[post("")]
pub(super) async fn create(
    app: web::Data<App>,
    caller: Caller,
    body: Valid<UserBody>,
) -> Result<web::Json<User>, ApiError> {
    caller.require_admin()?;
    let (Valid(body), company, now) = (body, caller.company, app.clock.now());
    body.require_all()?;
    let password = body.password().unwrap_or_default();
    if caller.actor.is_some() {
        // support never has a password of the company
        return Err(ErrorCode::NoPermission.into());
    }
    let form = body.over(nobody());
    let hash = app.passwords.hash(password).await?;
    let done = app
        .change(company, now, async |conn, told| {
            let most = plan_changes::limits(conn, company).await?.users;
            if users::count_active(conn, company).await? >= most {
                return Err(ApiError::plan_full(ErrorCode::PlanLimitUsers, most));
            }
            require_known(conn, company, &form).await?;
            let new = NewUser {
                name: &form.name,
                email: &form.email,
                password_hash: &hash,
                profile: form.profile,
                is_super: false,
                all_ticket: form.all_ticket == AllTicket::Enabled,
                connection: form.connection,
                queues: &form.queues,
            };
            let id = users::insert_user(conn, company, now, &new).await?;
            let user = users::get_user(conn, company, id).await?;
            let entry = Entry::created(Subject::User, id, &user).with_secret("password");
            caller.note(conn, &entry, now).await?;
            told.push(event(Written::New, &user, vec![Room::Main]));
            Ok::<_, ApiError>(user)
        })
        .await?;
    Ok(web::Json(done))
}

/// Changes a user: admins everything, everybody his own name, e-mail and password. Whoever changes his own e-mail or
/// password shows the present one: a browser that was left open is not enough. A new password, e-mail or profile ends
/// his sign-ins.
#[utoipa::path(
    tag = "users",
    params(("id" = i64, Path)),
    request_body = UserBody,
    responses(
        (status = 200, body = User),
        (status = 400, description = "ERR_VALIDATION, ERR_EMAIL_ALREADY_EXISTS, ERR_CURRENT_PASSWORD: wrong or missing; ERR_SECOND_FACTOR_NEEDED, ERR_SECOND_FACTOR_INVALID: one's own password or e-mail is changed"),
        (status = 403, description = "ERR_NO_PERMISSION"),
        (status = 404, description = "ERR_NO_USER_FOUND, ERR_NO_QUEUE_FOUND, ERR_NO_WAPP_FOUND"),
        (status = 409, description = "ERR_LAST_ADMIN"),
        (status = 429, description = "ERR_TOO_MANY_REQUESTS: the present password was tried too often")
    )
)]
#[put("/{id}")]
pub(super) async fn update(
    request: HttpRequest,
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<UserId>,
    body: Valid<UserBody>,
) -> Result<web::Json<User>, ApiError> {
    let (Valid(body), company, now) = (body, caller.company, app.clock.now());
    let stored = {
        let mut reader = app.db.read().await?;
        users::get_user(&mut reader.conn(), company, *id).await?
    };
    let password = body.password();
    if password.is_some() && caller.actor.is_some() {
        // support never has a password of the company
        return Err(ErrorCode::NoPermission.into());
    }
    // before the password costs work
    let form = body.over(form_of(&stored));
    check_allowed(&caller, &stored, &form)?;
    let changes_sign_in = password.is_some() || form.email != stored.email;
    if caller.user == *id && changes_sign_in {
        check_current_password(
            &app,
            &request,
            &caller,
            (&stored.email, body.current_password()),
        )
        .await?;
    }
    let hash = match password {
        Some(password) => Some(app.passwords.hash(password).await?),
        None => None,
    };
    let owner = Owner {
        company_id: company,
        user_id: caller.user,
    };
    let given = (body.code(), body.passkey());
    let shown = second_factor::shown(&app, owner, given, now).await?;
    let done = app
        .change(company, now, async |conn, told| {
            if caller.user == *id && changes_sign_in {
                second_factor::check(conn, &app, owner, &shown, now).await?;
            }
            let (user, ends, event) =
                change(conn, &caller, *id, (&body, hash.as_deref()), now).await?;
            told.push(event);
            Ok::<_, ApiError>((user, ends))
        })
        .await;
    let (user, ends) = counted(&app, owner, done, now).await?;
    if ends {
        end(&app, company, *id);
    }
    Ok(web::Json(user))
}

/// Changes a user as he is now; his sign-ins end with what they were made from.
async fn change(
    conn: &mut Conn<'_>,
    caller: &Caller,
    id: UserId,
    (body, hash): (&UserBody, Option<&str>),
    now: DateTime<Utc>,
) -> Result<(User, bool, NewEvent), ApiError> {
    let company = caller.company;
    let stored = users::get_user(conn, company, id).await?;
    let form = body.over(form_of(&stored));
    check_allowed(caller, &stored, &form)?;
    require_known(conn, company, &form).await?;
    let loses_admin = stored.profile == Profile::Admin && form.profile != Profile::Admin;
    if loses_admin && !users::has_other_admin(conn, company, id).await? {
        return Err(ErrorCode::LastAdmin.into());
    }
    users::update(conn, company, id, &form, now).await?;
    let ends = hash.is_some() || stored.profile != form.profile || stored.email != form.email;
    match hash {
        Some(hash) => users::update_password(conn, company, id, now, hash).await?,
        None if ends => drop(users::raise_token_version(conn, company, id, now).await?),
        None => {}
    }
    if ends {
        let owner = Owner {
            company_id: company,
            user_id: id,
        };
        sign_ins::revoke_all(conn, owner, now).await?;
    }
    let user = users::get_user(conn, company, id).await?;
    let mut entry = Entry::updated(Subject::User, id, &stored, &user);
    if hash.is_some() {
        entry = entry.with_secret("password");
    }
    caller.note(conn, &entry, now).await?;
    let told = event(Written::Changed, &user, rooms(&stored, &user));
    Ok((user, ends, told))
}

/// Deletes a user: his running tickets wait for somebody else, his sign-ins end. Admins only, and nobody himself.
#[utoipa::path(
    tag = "users",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Done),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin, or oneself"),
        (status = 404, description = "ERR_NO_USER_FOUND"),
        (status = 409, description = "ERR_LAST_ADMIN")
    )
)]
#[delete("/{id}")]
pub(super) async fn remove(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<UserId>,
) -> Result<web::Json<Done>, ApiError> {
    caller.require_admin()?;
    let (company, user_id) = (caller.company, *id);
    let stored = {
        let mut reader = app.db.read().await?;
        users::get_user(&mut reader.conn(), company, user_id).await?
    };
    if caller.user == user_id || (stored.is_super && !caller.is_super) {
        return Err(ErrorCode::NoPermission.into());
    }
    let work = DeleteUser {
        user_id,
        by: caller.user,
        origin: Arc::clone(&caller.origin),
    };
    app.actors.desk(company, work).await?;
    end(&app, company, user_id);
    Ok(web::Json(Done {
        message: "User deleted.",
    }))
}

/// Counts as an attempt to sign in, from whatever address it comes.
///
/// # Errors
/// `CurrentPassword` when it is not the one of this account; 429 after some tries.
pub(in crate::api) async fn check_current_password(
    app: &App,
    request: &HttpRequest,
    caller: &Caller,
    (email, password): (&str, String),
) -> Result<(), ApiError> {
    let address = client_address(request, &app.config);
    // whoever is signed in is known
    let session = Some(caller.session);
    app.sign_in_limits.check(address, email, session).await?;
    let stored = {
        let mut reader = app.db.read().await?;
        users::find_by_email(&mut reader.conn(), email).await?
    };
    let stored = stored.map(|user| user.password_hash);
    let turn = app.limiter.sign_in(address, email).await?;
    let is_right = app.passwords.verify(password, stored).await?;
    drop(turn);
    if is_right {
        Ok(())
    } else {
        Err(ErrorCode::CurrentPassword.into())
    }
}

/// Ids that the form names must be the company's own.
async fn require_known(
    conn: &mut Conn<'_>,
    company: CompanyId,
    form: &UserForm,
) -> Result<(), ApiError> {
    for queue in &form.queues {
        let found = queues::find(conn, company, *queue).await?;
        found.ok_or(ErrorCode::NoQueueFound)?;
    }
    if let Some(connection) = form.connection {
        let found = connections::find(conn, company, connection).await?;
        found.ok_or(ErrorCode::NoWappFound)?;
    }
    Ok(())
}

/// Everybody hears of a user. He himself once more where his rights have changed: his browsers come back with them.
fn rooms(before: &User, after: &User) -> Vec<Room> {
    let rights = |user: &User| {
        let form = form_of(user);
        (form.profile, form.all_ticket, form.queues)
    };
    let mut rooms = vec![Room::Main];
    if rights(before) != rights(after) {
        rooms.push(Room::User(after.id));
    }
    rooms
}

fn event(how: Written, user: &User, rooms: Vec<Room>) -> NewEvent {
    NewEvent::to(rooms, UserEvent::written(how, &user.colleague()))
}

fn end(app: &App, company: CompanyId, user: UserId) {
    app.actors.control().sign_out(company, user, Ended::All);
}
