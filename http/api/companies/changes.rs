//! Making, changing and deleting companies: those who run the server only. The company hears of it at once, and both its
//! own record and that of those who run the server note it.

use actix_web::{delete, post, put, web};
use chrono::{DateTime, Utc};

use guiche_actors::{
    billing::{bill_anew, ensure_invoice, forget},
    mail::{self, Letter},
    rules::subscription::next_due,
};
use guiche_storage::{
    Conn, StorageError,
    audit::{self, Entry},
    companies::{self, CompanyForm, NewCompany, plans, settings, sign_ups},
    connections,
    identity::{
        sign_ins::Ended,
        users::{self, NewUser},
    },
    model::{
        CompanyId, ErrorCode, UserId,
        audit::Subject,
        company::{CompanyDetails, Setting},
        event::{NewEvent, SettingsEvent},
        user::Profile,
    },
};
use serde::Serialize;
use uuid::Uuid;

use super::{
    body::{CompanyBody, form_of},
    news::company_changed,
};
use crate::{
    api::fields::{Done, EVERYBODY},
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    valid::Valid,
};

/// A company that was made.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MadeCompany {
    /// The company.
    #[serde(flatten)]
    company: CompanyDetails,
    /// Whether its first admin was invited by mail; `null` if he has a password.
    invitation_sent: Option<bool>,
}

/// Makes a company with its first admin, who has the given password or is invited by mail to set one. Super users only.
#[utoipa::path(
    tag = "companies",
    request_body = CompanyBody,
    responses(
        (status = 200, body = MadeCompany),
        (status = 400, description = "ERR_VALIDATION, ERR_COMPANY_NAME_ALREADY_EXISTS, ERR_EMAIL_ALREADY_EXISTS"),
        (status = 403, description = "ERR_NO_PERMISSION: not super"),
        (status = 404, description = "ERR_NO_PLAN_FOUND")
    )
)]
#[post("")]
pub(super) async fn create(
    app: web::Data<App>,
    caller: Caller,
    body: Valid<CompanyBody>,
) -> Result<web::Json<MadeCompany>, ApiError> {
    caller.require_super()?;
    let (Valid(body), now) = (body, app.clock.now());
    let form = body.for_new(now, caller.zone)?;
    let email = body.admin_email()?.to_owned();
    let is_invited = body.password().is_none();
    if is_invited
        && app
            .config
            .mail
            .host
            .as_deref()
            .unwrap_or_default()
            .is_empty()
    {
        return Err(ApiError::field(
            "password",
            "is missing: this server sends no mail",
        ));
    }
    // an invited admin begins with one that nobody knows
    let password = body.password().map_or_else(random_password, str::to_owned);
    let hash = app.passwords.hash(password).await?;
    let admin = NewUser {
        name: body.admin_name.as_deref().unwrap_or(&form.name).trim(),
        email: &email,
        password_hash: &hash,
        profile: Profile::Admin,
        is_super: false,
        all_ticket: true,
        connection: None,
        queues: &[],
    };
    let campaigns = body.campaigns_enabled;
    let company = app
        .db
        .write(async |conn| insert(conn, &caller, (&form, campaigns), &admin, now).await)
        .await?;
    let invitation_sent = if is_invited {
        Some(invite(&app, &email, &form.name).await)
    } else {
        None
    };
    Ok(web::Json(MadeCompany {
        company,
        invitation_sent,
    }))
}

fn random_password() -> String {
    Uuid::new_v4().simple().to_string()
}

async fn insert(
    conn: &mut Conn<'_>,
    caller: &Caller,
    (form, campaigns): (&CompanyForm, Option<bool>),
    admin: &NewUser<'_>,
    now: DateTime<Utc>,
) -> Result<CompanyDetails, ApiError> {
    let new = NewCompany {
        name: &form.name,
        email: form.email.as_deref(),
        phone: form.phone.as_deref(),
        plan: form.plan,
        due_date: form.due_date,
    };
    let plan = plans::get(conn, form.plan).await?.plan;
    let id = companies::insert(conn, now, &new)
        .await
        .map_err(|error| match error {
            StorageError::Taken(_) => ErrorCode::CompanyNameAlreadyExists.into(),
            other => other,
        })?;
    companies::update(conn, id, form, now).await?;
    users::insert_user(conn, id, now, admin).await?;
    sign_ups::set_defaults(conn, id, campaigns.unwrap_or(plan.use_campaigns), now).await?;
    ensure_invoice(conn, id, now).await?;
    let made = companies::get_details(conn, id).await?;
    note(
        conn,
        caller,
        id,
        &Entry::created(Subject::Company, id, &made),
        now,
    )
    .await?;
    Ok(made)
}

/// Tells a first admin where to set his password. The company is made whether or not the letter can be sent.
async fn invite(app: &App, email: &str, company: &str) -> bool {
    let page = format!("{}/forgetpsw", app.config.public_url());
    let letter = Letter {
        to: email,
        subject: "Sua empresa está pronta",
        text: format!(
            "Olá!\n\nA empresa {company} foi criada no Guichê e você é o administrador dela.\n\n\
             Para definir a sua senha, abra {page} e informe este e-mail. Depois é só entrar.\n"
        ),
    };
    let sent = mail::send(&app.config.mail, letter).await;
    if let Err(error) = &sent {
        tracing::warn!(error.code = %error, "a first admin could not be invited");
    }
    sent.is_ok()
}

/// Changes a company. Super users only; they cannot switch off their own.
#[utoipa::path(
    tag = "companies",
    params(("id" = i64, Path)),
    request_body = CompanyBody,
    responses(
        (status = 200, body = CompanyDetails),
        (status = 400, description = "ERR_VALIDATION, ERR_COMPANY_NAME_ALREADY_EXISTS"),
        (status = 403, description = "ERR_NO_PERMISSION: not super"),
        (status = 404, description = "ERR_NO_COMPANY_FOUND, ERR_NO_PLAN_FOUND"),
        (status = 409, description = "ERR_OWN_COMPANY")
    )
)]
#[put("/{id}")]
pub(super) async fn update(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<CompanyId>,
    body: Valid<CompanyBody>,
) -> Result<web::Json<CompanyDetails>, ApiError> {
    caller.require_super()?;
    let (Valid(body), id, now) = (body, id.into_inner(), app.clock.now());
    let done = app
        .change(id, now, async |conn, told| {
            companies::take_turn(conn, id).await?;
            let before = companies::get_details(conn, id).await?;
            let form = body.over(form_of(&before), caller.zone);
            if id == caller.company && !form.status {
                return Err(ErrorCode::OwnCompany.into());
            }
            companies::update(conn, id, &form, now).await?;
            if pays_otherwise(&before, &form) {
                forget(conn, id, now).await?;
            }
            if let Some(on) = body.campaigns_enabled
                && on != before.campaigns_enabled
            {
                told.push(switch_campaigns(conn, id, on, now).await?);
            }
            finish(conn, &caller, &before, told, now).await
        })
        .await?;
    Ok(web::Json(done))
}

/// Moves a company's due date by one payment (A062). Super users only.
#[utoipa::path(
    tag = "companies",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = CompanyDetails),
        (status = 403, description = "ERR_NO_PERMISSION: not super"),
        (status = 404, description = "ERR_NO_COMPANY_FOUND")
    )
)]
#[post("/{id}/renew")]
pub(super) async fn renew(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<CompanyId>,
) -> Result<web::Json<CompanyDetails>, ApiError> {
    caller.require_super()?;
    let (id, now) = (id.into_inner(), app.clock.now());
    let done = app
        .change(id, now, async |conn, told| {
            companies::take_turn(conn, id).await?;
            let before = companies::get_details(conn, id).await?;
            let mut form = form_of(&before);
            form.due_date = Some(next_due(form.due_date, form.recurrence, now, caller.zone));
            companies::update(conn, id, &form, now).await?;
            finish(conn, &caller, &before, told, now).await
        })
        .await?;
    Ok(web::Json(done))
}

/// Notes and tells a change.
async fn finish(
    conn: &mut Conn<'_>,
    caller: &Caller,
    before: &CompanyDetails,
    told: &mut Vec<NewEvent>,
    now: DateTime<Utc>,
) -> Result<CompanyDetails, ApiError> {
    let id = before.company.id;
    let after = companies::get_details(conn, id).await?;
    if owes_otherwise(before, &after) {
        bill_anew(conn, told, id, now).await?;
    }
    let entry = Entry::updated(Subject::Company, id, before, &after);
    note(conn, caller, id, &entry, now).await?;
    told.push(company_changed(conn, id).await?);
    // credit may have paid for it
    Ok(companies::get_details(conn, id).await?)
}

/// Whether what the company has chosen by itself was chosen for something else.
fn pays_otherwise(before: &CompanyDetails, form: &CompanyForm) -> bool {
    before.company.due_date != form.due_date
        || before.plan_id != form.plan
        || before.recurrence != form.recurrence
}

/// Whether an invoice that is open would not be right any more.
fn owes_otherwise(before: &CompanyDetails, after: &CompanyDetails) -> bool {
    before.company.due_date != after.company.due_date
        || before.company.status != after.company.status
        || before.plan_id != after.plan_id
        || before.recurrence != after.recurrence
}

async fn switch_campaigns(
    conn: &mut Conn<'_>,
    company: CompanyId,
    on: bool,
    now: DateTime<Utc>,
) -> Result<NewEvent, ApiError> {
    let setting = Setting {
        key: settings::CAMPAIGNS_ENABLED.to_owned(),
        value: on.to_string(),
    };
    settings::set(conn, company, now, &setting.key, &setting.value).await?;
    Ok(NewEvent::to(EVERYBODY, SettingsEvent::Update { setting }))
}

/// Deletes a company: at once for its people, whose sign-ins end; its data go piece by piece, within minutes. Super users
/// only, and nobody his own.
#[utoipa::path(
    tag = "companies",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Done),
        (status = 403, description = "ERR_NO_PERMISSION: not super"),
        (status = 404, description = "ERR_NO_COMPANY_FOUND"),
        (status = 409, description = "ERR_OWN_COMPANY")
    )
)]
#[delete("/{id}")]
pub(super) async fn remove(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<CompanyId>,
) -> Result<web::Json<Done>, ApiError> {
    caller.require_super()?;
    let (id, now) = (id.into_inner(), app.clock.now());
    if id == caller.company {
        return Err(ErrorCode::OwnCompany.into());
    }
    let (people, lines) = app
        .db
        .write(async |conn| -> Result<_, ApiError> {
            companies::take_turn(conn, id).await?;
            let gone = companies::get_details(conn, id).await?;
            let people = users::list_colleagues(conn, id).await?;
            let lines = connections::list(conn, id).await?;
            companies::delete(conn, id, now).await?;
            let entry = Entry::deleted(Subject::Company, id, &gone);
            caller.note(conn, &entry, now).await?;
            Ok((people, lines))
        })
        .await?;
    for line in lines {
        if let Err(error) = app.actors.control().stop(id, line.id) {
            tracing::warn!(%error, "A connection's session could not be told that it is deleted.");
        }
    }
    for person in people {
        end(&app, id, person.id);
    }
    Ok(web::Json(Done {
        message: "Company deleted.",
    }))
}

fn end(app: &App, company: CompanyId, user: UserId) {
    app.actors.control().sign_out(company, user, Ended::All);
}

/// Notes a change in the company's own record and in that of those who run the server.
async fn note(
    conn: &mut Conn<'_>,
    caller: &Caller,
    company: CompanyId,
    entry: &Entry,
    now: DateTime<Utc>,
) -> Result<(), ApiError> {
    audit::record(conn, company, &caller.origin, entry, now).await?;
    if company != caller.company {
        caller.note(conn, entry, now).await?;
    }
    Ok(())
}
