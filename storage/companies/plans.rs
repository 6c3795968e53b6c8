//! Plans: the same for every company, written by super users only. A plan that a company has cannot be deleted.

use chrono::{DateTime, Utc};

use crate::{
    Conn, Result, StorageError,
    companies::{Feature, PlanColumns, plan_columns},
    model::{
        CompanyId, ErrorCode, PlanId,
        company::{Plan, PlanDetails},
    },
    on,
};

/// Plans listed at once.
pub const PLANS_LISTED_MAX: i64 = 200;
/// Companies of one plan that are told of its change.
const COMPANIES_MAX: i64 = 100_000;

/// What a plan is to be.
#[derive(Debug, Clone)]
pub struct PlanForm {
    /// Its name, unique.
    pub name: String,
    /// Most users.
    pub users: i64,
    /// Most connections.
    pub connections: i64,
    /// Most queues.
    pub queues: i64,
    /// Most GB in files; 0 is without a limit.
    pub storage_gb: i64,
    /// Price a month, in BRL.
    pub value: f64,
    /// What it has.
    pub features: Vec<Feature>,
}

#[derive(sqlx::FromRow)]
struct Row {
    #[sqlx(flatten)]
    plan: PlanColumns,
    companies: i64,
}

/// What [`Row`] reads.
macro_rules! select_plans {
    () => {
        concat!(
            "SELECT ",
            plan_columns!(),
            ", (SELECT COUNT(*) FROM companies c WHERE c.plan_id = p.id AND c.deleted_at IS NULL) AS companies
             FROM plans p"
        )
    };
}

impl From<Row> for PlanDetails {
    fn from(row: Row) -> Self {
        Self {
            plan: row.plan.into(),
            companies: row.companies,
        }
    }
}

/// Every plan, the cheapest first; at most 200.
///
/// # Errors
/// `Database`.
pub async fn list(conn: &mut Conn<'_>) -> Result<Vec<PlanDetails>> {
    let rows: Vec<Row> = on!(conn, |c| sqlx::query_as(concat!(
        select_plans!(),
        " ORDER BY p.value, p.id LIMIT $1"
    ))
    .bind(PLANS_LISTED_MAX)
    .fetch_all(c)
    .await)?;
    Ok(rows.into_iter().map(PlanDetails::from).collect())
}

/// A plan.
///
/// # Errors
/// `Refused(NoPlanFound)`.
pub async fn get(conn: &mut Conn<'_>, id: PlanId) -> Result<PlanDetails> {
    let row: Option<Row> = on!(conn, |c| sqlx::query_as(concat!(
        select_plans!(),
        " WHERE p.id = $1"
    ))
    .bind(id)
    .fetch_optional(c)
    .await)?;
    row.map(PlanDetails::from)
        .ok_or_else(|| ErrorCode::NoPlanFound.into())
}

/// Adds a plan.
///
/// # Errors
/// `Refused(PlanNameAlreadyExists)`.
pub async fn insert(conn: &mut Conn<'_>, form: &PlanForm, now: DateTime<Utc>) -> Result<PlanId> {
    on!(conn, |c| {
        let has = |feature| form.features.contains(&feature);
        sqlx::query_scalar(
            "INSERT INTO plans (name, users, connections, queues, value, use_campaigns, use_schedules,
                use_internal_chat, use_external_api, use_kanban, use_open_ai, use_integrations, storage_gb, created_at,
                updated_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14) RETURNING id",
        )
        .bind(&form.name)
        .bind(form.users)
        .bind(form.connections)
        .bind(form.queues)
        .bind(form.value)
        .bind(has(Feature::Campaigns))
        .bind(has(Feature::Schedules))
        .bind(has(Feature::InternalChat))
        .bind(has(Feature::ExternalApi))
        .bind(has(Feature::Kanban))
        .bind(has(Feature::OpenAi))
        .bind(has(Feature::Integrations))
        .bind(form.storage_gb)
        .bind(now)
        .fetch_one(c)
        .await
    })
    .map_err(taken)
}

/// Changes a plan. What a company has beyond a lower limit stays; it gets nothing more.
///
/// # Errors
/// `Refused(NoPlanFound)`, `Refused(PlanNameAlreadyExists)`.
pub async fn update(
    conn: &mut Conn<'_>,
    id: PlanId,
    form: &PlanForm,
    now: DateTime<Utc>,
) -> Result<()> {
    let changed = on!(conn, |c| {
        let has = |feature| form.features.contains(&feature);
        sqlx::query(
            "UPDATE plans SET name = $2, users = $3, connections = $4, queues = $5, value = $6, use_campaigns = $7,
                use_schedules = $8, use_internal_chat = $9, use_external_api = $10, use_kanban = $11,
                use_open_ai = $12, use_integrations = $13, storage_gb = $14, updated_at = $15
             WHERE id = $1",
        )
        .bind(id)
        .bind(&form.name)
        .bind(form.users)
        .bind(form.connections)
        .bind(form.queues)
        .bind(form.value)
        .bind(has(Feature::Campaigns))
        .bind(has(Feature::Schedules))
        .bind(has(Feature::InternalChat))
        .bind(has(Feature::ExternalApi))
        .bind(has(Feature::Kanban))
        .bind(has(Feature::OpenAi))
        .bind(has(Feature::Integrations))
        .bind(form.storage_gb)
        .bind(now)
        .execute(c)
        .await
        .map(|done| done.rows_affected())
    })
    .map_err(taken)?;
    if changed == 1 {
        Ok(())
    } else {
        Err(ErrorCode::NoPlanFound.into())
    }
}

/// Deletes a plan that no company has or has chosen; a company that is on its way out counts until it is gone.
///
/// # Errors
/// `Refused(NoPlanFound)`, `Refused(PlanInUse)`.
pub async fn delete(conn: &mut Conn<'_>, id: PlanId) -> Result<()> {
    // a company that takes it meanwhile waits, and then finds no plan
    let found: Option<PlanId> = on!(&mut *conn, |c| sqlx::query_scalar(concat!(
        "SELECT id FROM plans WHERE id = $1",
        for_removal!()
    ))
    .bind(id)
    .fetch_optional(c)
    .await)?;
    found.ok_or(ErrorCode::NoPlanFound)?;
    let gone = on!(conn, |c| {
        sqlx::query(
            "DELETE FROM plans WHERE id = $1
           AND NOT EXISTS (SELECT 1 FROM companies WHERE plan_id = $1 OR next_plan_id = $1)
           AND NOT EXISTS (SELECT 1 FROM invoices WHERE plan_id = $1 AND status = 'open')",
        )
        .bind(id)
        .execute(c)
        .await
        .map(|done| done.rows_affected())
    })?;
    if gone == 1 {
        Ok(())
    } else {
        Err(ErrorCode::PlanInUse.into())
    }
}

/// The companies of a plan, by number.
///
/// # Errors
/// `Database`.
pub async fn list_companies(conn: &mut Conn<'_>, id: PlanId) -> Result<Vec<CompanyId>> {
    Ok(on!(conn, |c| sqlx::query_scalar(
        "SELECT id FROM companies WHERE plan_id = $1 AND deleted_at IS NULL ORDER BY id LIMIT $2"
    )
    .bind(id)
    .bind(COMPANIES_MAX)
    .fetch_all(c)
    .await)?)
}

/// What a plan has.
pub fn features(plan: &Plan) -> Vec<Feature> {
    let all = Feature::ALL.iter().copied();
    all.filter(|feature| crate::companies::plan_has(plan, *feature))
        .collect()
}

fn taken(error: sqlx::Error) -> StorageError {
    match StorageError::from(error) {
        StorageError::Taken(_) => ErrorCode::PlanNameAlreadyExists.into(),
        other => other,
    }
}
