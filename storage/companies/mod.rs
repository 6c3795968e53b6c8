//! Companies and their plans.

pub mod announcements;
mod details;
mod erase;
pub mod first_hour;
pub mod helps;
pub mod holidays;
pub mod hours;
pub mod plan_changes;
pub mod plans;
pub mod settings;
pub mod sign_ups;

use chrono::{DateTime, Utc};

use crate::{
    Conn, Result,
    model::{
        CompanyId, ErrorCode, PlanId,
        company::{Company, Plan},
    },
    on,
};

pub use details::{
    COMPANIES_A_PAGE, CompanyFilter, CompanyForm, DueDays, Standing, StandingCounts, get_details,
    list_details, list_names, update, update_billing,
};
#[cfg(test)]
pub(crate) use erase::erased_tables;
pub use erase::{Erased, delete, erase_deleted, erase_some};

/// A feature that a plan has or has not (S042).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Feature {
    /// Campaigns.
    Campaigns,
    /// Schedules.
    Schedules,
    /// Internal chat.
    InternalChat,
    /// External message API.
    ExternalApi,
    /// CRM board.
    Kanban,
    /// AI prompts.
    OpenAi,
    /// Queue integrations.
    Integrations,
}

/// What a plan is to be, without its number.
#[derive(Debug, Clone)]
pub struct NewPlan<'a> {
    /// Its name, unique.
    pub name: &'a str,
    /// Most users.
    pub users: i64,
    /// Most connections.
    pub connections: i64,
    /// Most queues.
    pub queues: i64,
    /// Price a month, in BRL.
    pub value: f64,
    /// What it has.
    pub features: &'a [Feature],
}

/// What a company is to be, without its number.
#[derive(Debug, Clone, Copy)]
pub struct NewCompany<'a> {
    /// Its name, unique.
    pub name: &'a str,
    /// Contact address.
    pub email: Option<&'a str>,
    /// Phone.
    pub phone: Option<&'a str>,
    /// What it subscribes to.
    pub plan: PlanId,
    /// Paid until; `None` is without end.
    pub due_date: Option<DateTime<Utc>>,
}

impl Feature {
    /// Every feature.
    pub const ALL: &'static [Self] = &[
        Self::Campaigns,
        Self::Schedules,
        Self::InternalChat,
        Self::ExternalApi,
        Self::Kanban,
        Self::OpenAi,
        Self::Integrations,
    ];
}

/// Whether `plan` has `feature`.
pub fn plan_has(plan: &Plan, feature: Feature) -> bool {
    match feature {
        Feature::Campaigns => plan.use_campaigns,
        Feature::Schedules => plan.use_schedules,
        Feature::InternalChat => plan.use_internal_chat,
        Feature::ExternalApi => plan.use_external_api,
        Feature::Kanban => plan.use_kanban,
        Feature::OpenAi => plan.use_open_ai,
        Feature::Integrations => plan.use_integrations,
    }
}

/// The columns of a plan joined as `p`, named so that they stand beside those of another table.
#[derive(Debug, Clone, sqlx::FromRow)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the specification's seven flags, S042"
)]
pub(crate) struct PlanColumns {
    pub(crate) plan_id: PlanId,
    plan_name: String,
    plan_users: i64,
    plan_connections: i64,
    plan_queues: i64,
    storage_gb: i64,
    plan_value: f64,
    use_campaigns: bool,
    use_schedules: bool,
    use_internal_chat: bool,
    use_external_api: bool,
    use_kanban: bool,
    use_open_ai: bool,
    use_integrations: bool,
}

/// What [`PlanColumns`] reads.
macro_rules! plan_columns {
    () => {
        "p.id AS plan_id, p.name AS plan_name, p.users AS plan_users, p.connections AS plan_connections,
         p.queues AS plan_queues, p.storage_gb, p.value AS plan_value, p.use_campaigns, p.use_schedules, p.use_internal_chat,
         p.use_external_api, p.use_kanban, p.use_open_ai, p.use_integrations"
    };
}
pub(crate) use plan_columns;

impl From<PlanColumns> for Plan {
    fn from(row: PlanColumns) -> Self {
        Self {
            id: row.plan_id,
            name: row.plan_name,
            users: row.plan_users,
            connections: row.plan_connections,
            queues: row.plan_queues,
            storage_gb: row.storage_gb,
            value: row.plan_value,
            use_campaigns: row.use_campaigns,
            use_schedules: row.use_schedules,
            use_internal_chat: row.use_internal_chat,
            use_external_api: row.use_external_api,
            use_kanban: row.use_kanban,
            use_open_ai: row.use_open_ai,
            use_integrations: row.use_integrations,
        }
    }
}

#[derive(sqlx::FromRow)]
struct Row {
    id: CompanyId,
    name: String,
    email: Option<String>,
    phone: Option<String>,
    status: bool,
    due_date: Option<DateTime<Utc>>,
    created_at: DateTime<Utc>,
    #[sqlx(flatten)]
    plan: PlanColumns,
}

/// A company with its plan.
///
/// # Errors
/// `Refused(NoCompanyFound)`.
pub async fn get(conn: &mut Conn<'_>, company: CompanyId) -> Result<Company> {
    let row: Option<Row> = on!(conn, |c| {
        sqlx::query_as(concat!(
        "SELECT c.id, c.name, c.email, c.phone, c.status, c.due_date, c.created_at, ",
        plan_columns!(),
        " FROM companies c JOIN plans p ON p.id = c.plan_id WHERE c.id = $1 AND c.deleted_at IS NULL"
    ))
    .bind(company)
    .fetch_optional(c)
    .await
    })?;
    let row = row.ok_or(ErrorCode::NoCompanyFound)?;
    Ok(Company {
        id: row.id,
        name: row.name,
        email: row.email,
        phone: row.phone,
        status: row.status,
        due_date: row.due_date,
        created_at: row.created_at,
        plan: row.plan.into(),
    })
}

/// The company of a name, exactly as written.
///
/// # Errors
/// `Database`.
pub async fn find_by_name(conn: &mut Conn<'_>, name: &str) -> Result<Option<CompanyId>> {
    Ok(on!(conn, |c| sqlx::query_scalar(
        "SELECT id FROM companies WHERE name = $1"
    )
    .bind(name)
    .fetch_optional(c)
    .await)?)
}

/// Companies by number, at most `limit`: for what is told to everybody.
///
/// # Errors
/// `Database`.
pub async fn list_ids(conn: &mut Conn<'_>, limit: i64) -> Result<Vec<CompanyId>> {
    Ok(on!(conn, |c| sqlx::query_scalar(
        "SELECT id FROM companies WHERE deleted_at IS NULL ORDER BY id LIMIT $1"
    )
    .bind(limit)
    .fetch_all(c)
    .await)?)
}

/// The plan of the lowest number, if there is any.
///
/// # Errors
/// `Database`.
pub async fn find_first_plan(conn: &mut Conn<'_>) -> Result<Option<PlanId>> {
    Ok(on!(conn, |c| sqlx::query_scalar(
        "SELECT id FROM plans ORDER BY id LIMIT 1"
    )
    .fetch_optional(c)
    .await)?)
}

/// Adds a plan whose files have no bound.
///
/// # Errors
/// As [`plans::insert`].
pub async fn insert_plan(
    conn: &mut Conn<'_>,
    now: DateTime<Utc>,
    plan: &NewPlan<'_>,
) -> Result<PlanId> {
    let form = plans::PlanForm {
        name: plan.name.to_owned(),
        users: plan.users,
        connections: plan.connections,
        queues: plan.queues,
        storage_gb: 0,
        value: plan.value,
        features: plan.features.to_vec(),
    };
    plans::insert(conn, &form, now).await
}

/// Adds a company, active, with its event counter at 0.
///
/// # Errors
/// `Taken` when the name is; `Database` when the plan does not exist.
pub async fn insert(
    conn: &mut Conn<'_>,
    now: DateTime<Utc>,
    company: &NewCompany<'_>,
) -> Result<CompanyId> {
    let company_id: CompanyId = on!(conn, |c| sqlx::query_scalar(
        "INSERT INTO companies (name, email, phone, plan_id, due_date, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $6) RETURNING id"
    )
    .bind(company.name)
    .bind(company.email)
    .bind(company.phone)
    .bind(company.plan)
    .bind(company.due_date)
    .bind(now)
    .fetch_one(c)
    .await)?;
    on!(conn, |c| sqlx::query(
        "INSERT INTO company_sequences (company_id) VALUES ($1)"
    )
    .bind(company_id)
    .execute(c)
    .await
    .map(drop))?;
    Ok(company_id)
}

/// Lets those who change how a company is set up (its numbers, queues, people, reasons) take turns until their transactions
/// end, so that what they check together stays true: plans, names, the one default, the last admin. Call it first.
///
/// # Errors
/// `Refused(NoCompanyFound)`.
pub async fn take_turn(conn: &mut Conn<'_>, company: CompanyId) -> Result<()> {
    let found: Option<CompanyId> = on!(conn, |c| sqlx::query_scalar(concat!(
        "SELECT id FROM companies WHERE id = $1 AND deleted_at IS NULL",
        for_update!()
    ))
    .bind(company)
    .fetch_optional(c)
    .await)?;
    found
        .map(drop)
        .ok_or_else(|| ErrorCode::NoCompanyFound.into())
}

/// Switches a company on or off and sets until when it has paid.
///
/// # Errors
/// `Refused(NoCompanyFound)`.
pub async fn update_standing(
    conn: &mut Conn<'_>,
    company: CompanyId,
    now: DateTime<Utc>,
    status: bool,
    due_date: Option<DateTime<Utc>>,
) -> Result<()> {
    let changed = on!(conn, |c| {
        sqlx::query(
        "UPDATE companies SET status = $2, due_date = $3, updated_at = $4 WHERE id = $1 AND deleted_at IS NULL"
    )
    .bind(company)
    .bind(status)
    .bind(due_date)
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    if changed == 0 {
        Err(ErrorCode::NoCompanyFound.into())
    } else {
        Ok(())
    }
}
