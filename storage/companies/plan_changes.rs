//! Plans that companies have chosen and do not have yet: a smaller one counts from the end of what is paid, a dearer one of
//! a company that has nothing paid with its next payment (rule B12).

use chrono::{DateTime, Utc};

use crate::{
    Conn, Result,
    companies::{PlanColumns, plan_columns},
    model::{CompanyId, ErrorCode, PlanId, company::Plan},
    on,
};

/// A plan that a company will have.
#[derive(Debug, Clone)]
pub struct Planned {
    /// Which.
    pub plan: Plan,
    /// From when on; with the next payment if nothing.
    pub at: Option<DateTime<Utc>>,
}

/// Most that a company may have now of what its plan counts: while a smaller plan is planned, no more than that allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Most users.
    pub users: i64,
    /// Most connections.
    pub connections: i64,
    /// Most queues.
    pub queues: i64,
    /// Most GB in files; 0 is without a limit.
    pub storage_gb: i64,
}

#[derive(sqlx::FromRow)]
struct PlannedRow {
    next_plan_at: Option<DateTime<Utc>>,
    #[sqlx(flatten)]
    plan: PlanColumns,
}

#[derive(sqlx::FromRow)]
struct LimitsRow {
    users: i64,
    connections: i64,
    queues: i64,
    storage_gb: i64,
    next_users: Option<i64>,
    next_connections: Option<i64>,
    next_queues: Option<i64>,
    next_storage_gb: Option<i64>,
}

/// The plan that a company will have instead of its own.
///
/// # Errors
/// `Database`.
pub async fn find(conn: &mut Conn<'_>, company: CompanyId) -> Result<Option<Planned>> {
    let row: Option<PlannedRow> = on!(conn, |c| {
        sqlx::query_as(concat!(
        "SELECT c.next_plan_at, ",
        plan_columns!(),
        " FROM companies c JOIN plans p ON p.id = c.next_plan_id WHERE c.id = $1 AND c.deleted_at IS NULL"
    ))
    .bind(company)
    .fetch_optional(c)
    .await
    })?;
    Ok(row.map(|row| Planned {
        plan: row.plan.into(),
        at: row.next_plan_at,
    }))
}

/// Notes which plan a company will have, and from when on.
///
/// # Errors
/// `Refused(NoCompanyFound)`; `Database` when there is no such plan.
pub async fn set(
    conn: &mut Conn<'_>,
    company: CompanyId,
    plan: PlanId,
    at: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> Result<()> {
    let changed = on!(conn, |c| {
        sqlx::query(
        "UPDATE companies SET next_plan_id = $2, next_plan_at = $3, updated_at = $4 WHERE id = $1 AND deleted_at IS NULL"
    )
    .bind(company)
    .bind(plan)
    .bind(at)
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    found(changed)
}

/// A company keeps the plan that it has. `false`: it was to have no other.
///
/// # Errors
/// `Database`.
pub async fn clear(conn: &mut Conn<'_>, company: CompanyId, now: DateTime<Utc>) -> Result<bool> {
    let changed = on!(conn, |c| {
        sqlx::query(
            "UPDATE companies SET next_plan_id = NULL, next_plan_at = NULL, updated_at = $2
         WHERE id = $1 AND (next_plan_id IS NOT NULL OR next_plan_at IS NOT NULL)",
        )
        .bind(company)
        .bind(now)
        .execute(c)
        .await
        .map(|done| done.rows_affected())
    })?;
    Ok(changed == 1)
}

/// A company has another plan from now on, and none is planned any more.
///
/// # Errors
/// `Refused(NoCompanyFound)`; `Database` when there is no such plan.
pub async fn apply(
    conn: &mut Conn<'_>,
    company: CompanyId,
    plan: PlanId,
    now: DateTime<Utc>,
) -> Result<()> {
    let changed = on!(conn, |c| {
        sqlx::query(
        "UPDATE companies SET plan_id = $2, next_plan_id = NULL, next_plan_at = NULL, updated_at = $3
         WHERE id = $1 AND deleted_at IS NULL"
    )
    .bind(company)
    .bind(plan)
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    found(changed)
}

/// Companies whose other plan counts from now on.
///
/// # Errors
/// `Database`.
pub async fn list_due(
    conn: &mut Conn<'_>,
    now: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<CompanyId>> {
    Ok(on!(conn, |c| sqlx::query_scalar(
        "SELECT id FROM companies
         WHERE next_plan_at IS NOT NULL AND next_plan_at <= $1 AND deleted_at IS NULL
         ORDER BY next_plan_at, id LIMIT $2"
    )
    .bind(now)
    .bind(limit)
    .fetch_all(c)
    .await)?)
}

/// Most that a company may have now.
///
/// # Errors
/// `Refused(NoCompanyFound)`.
pub async fn limits(conn: &mut Conn<'_>, company: CompanyId) -> Result<Limits> {
    let row: Option<LimitsRow> = on!(conn, |c| {
        sqlx::query_as(
        "SELECT p.users, p.connections, p.queues, p.storage_gb, n.users AS next_users,
           n.connections AS next_connections, n.queues AS next_queues, n.storage_gb AS next_storage_gb
         FROM companies c JOIN plans p ON p.id = c.plan_id LEFT JOIN plans n ON n.id = c.next_plan_id
         WHERE c.id = $1 AND c.deleted_at IS NULL"
    )
    .bind(company)
    .fetch_optional(c)
    .await
    })?;
    let row = row.ok_or(ErrorCode::NoCompanyFound)?;
    let least = |now: i64, next: Option<i64>| next.map_or(now, |next| next.min(now));
    let bounds = [Some(row.storage_gb), row.next_storage_gb];
    let bound = bounds.into_iter().flatten().filter(|gb| *gb > 0).min();
    Ok(Limits {
        users: least(row.users, row.next_users),
        connections: least(row.connections, row.next_connections),
        queues: least(row.queues, row.next_queues),
        storage_gb: bound.unwrap_or(0),
    })
}

fn found(changed: u64) -> Result<()> {
    if changed == 1 {
        Ok(())
    } else {
        Err(ErrorCode::NoCompanyFound.into())
    }
}
