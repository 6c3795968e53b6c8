//! A company signs itself up: company, first admin and settings, all or nothing.

use chrono::{DateTime, TimeDelta, Utc};

use crate::{
    Conn, Result, StorageError,
    companies::{
        self, NewCompany, PlanColumns, plan_columns,
        settings::{self, CAMPAIGNS_ENABLED, DEFAULTS},
    },
    identity::users::{self, NewUser},
    model::{
        CompanyId, ErrorCode, PlanId, UserId,
        company::{Company, Plan},
        user::Profile,
    },
    on,
};

/// How long a new company may try everything out (S141).
pub const TRIAL: TimeDelta = TimeDelta::days(3);
/// Plans that are offered at once.
const PLANS_MAX: i64 = 100;

/// Who signs up.
#[derive(Debug, Clone, Copy)]
pub struct NewSignUp<'a> {
    /// The company's name, and its first admin's.
    pub name: &'a str,
    /// His e-mail, and the company's.
    pub email: &'a str,
    /// Digits of the phone.
    pub phone: Option<&'a str>,
    /// PHC text.
    pub password_hash: &'a str,
    /// What it subscribes to.
    pub plan: PlanId,
}

/// The plans that a new company can choose, the cheapest first.
///
/// # Errors
/// `Database`.
pub async fn list_plans(conn: &mut Conn<'_>) -> Result<Vec<Plan>> {
    let rows: Vec<PlanColumns> = on!(conn, |c| sqlx::query_as(concat!(
        "SELECT ",
        plan_columns!(),
        " FROM plans p ORDER BY p.value, p.id LIMIT $1"
    ))
    .bind(PLANS_MAX)
    .fetch_all(c)
    .await)?;
    Ok(rows.into_iter().map(Plan::from).collect())
}

/// Makes a company that is on trial, with its admin and settings. Answers it and him.
///
/// # Errors
/// `Refused(NoPlanFound)`, `Refused(CompanyNameAlreadyExists)`, `Refused(EmailAlreadyExists)`.
pub async fn insert(
    conn: &mut Conn<'_>,
    new: &NewSignUp<'_>,
    now: DateTime<Utc>,
) -> Result<(Company, UserId)> {
    let has_campaigns: Option<bool> = on!(&mut *conn, |c| sqlx::query_scalar(
        "SELECT use_campaigns FROM plans WHERE id = $1"
    )
    .bind(new.plan)
    .fetch_optional(c)
    .await)?;
    let has_campaigns = has_campaigns.ok_or(ErrorCode::NoPlanFound)?;
    let company = NewCompany {
        name: new.name,
        email: Some(new.email),
        phone: new.phone,
        plan: new.plan,
        due_date: Some(now + TRIAL),
    };
    let company = companies::insert(conn, now, &company)
        .await
        .map_err(taken)?;
    set_trial(conn, company, now + TRIAL).await?;
    let admin = NewUser {
        name: new.name,
        email: new.email,
        password_hash: new.password_hash,
        profile: Profile::Admin,
        is_super: false,
        all_ticket: true,
        connection: None,
        queues: &[],
    };
    let admin = users::insert_user(conn, company, now, &admin).await?;
    set_defaults(conn, company, has_campaigns, now).await?;
    Ok((companies::get(conn, company).await?, admin))
}

/// Notes until when a new company tries everything out.
async fn set_trial(conn: &mut Conn<'_>, company: CompanyId, until: DateTime<Utc>) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "UPDATE companies SET trial_expires_at = $2 WHERE id = $1"
    )
    .bind(company)
    .bind(until)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

/// The settings that a new company begins with.
///
/// # Errors
/// `Database`.
pub async fn set_defaults(
    conn: &mut Conn<'_>,
    company: CompanyId,
    has_campaigns: bool,
    now: DateTime<Utc>,
) -> Result<()> {
    for (key, value) in DEFAULTS {
        settings::set(conn, company, now, key, value).await?;
    }
    let campaigns = if has_campaigns { "true" } else { "false" };
    settings::set(conn, company, now, CAMPAIGNS_ENABLED, campaigns).await
}

fn taken(error: StorageError) -> StorageError {
    match error {
        StorageError::Taken(_) => ErrorCode::CompanyNameAlreadyExists.into(),
        other => other,
    }
}
