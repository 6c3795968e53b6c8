//! Companies as those who run the server see and change them (A036, A102).

use chrono::{DateTime, Utc};

use super::{PlanColumns, plan_columns};
use crate::{
    Conn, Result, StorageError,
    companies::settings,
    contacts::containing,
    model::{
        CompanyId, ErrorCode, PlanId,
        company::{Billing, Company, CompanyDetails, Recurrence, Usage},
        page::{Page, Rows},
    },
    on,
};

/// Companies of one page (rule B0).
pub const COMPANIES_A_PAGE: i64 = 20;
/// Companies listed at once.
const LISTED_MAX: i64 = 10_000;

/// What a company is to be.
#[derive(Debug, Clone)]
pub struct CompanyForm {
    /// Its name, unique.
    pub name: String,
    /// Contact address.
    pub email: Option<String>,
    /// Phone.
    pub phone: Option<String>,
    /// What it subscribes to.
    pub plan: PlanId,
    /// Whether its people may change anything.
    pub status: bool,
    /// Paid until; `None` is without end.
    pub due_date: Option<DateTime<Utc>>,
    /// How often it pays.
    pub recurrence: Recurrence,
    /// Until when it tries the product out.
    pub trial_expiration: Option<DateTime<Utc>>,
    /// Who is billed.
    pub billing: Billing,
}

/// When days begin that count for the colours of due dates (A061), in the zone of whoever looks.
#[derive(Debug, Clone, Copy)]
pub struct DueDays {
    /// Due before this: overdue for four days and more.
    pub red_until: DateTime<Utc>,
    /// Due before this, and not red: from three days overdue to four days ahead.
    pub orange_until: DateTime<Utc>,
    /// Due before this, and not orange: five days remain.
    pub yellow_until: DateTime<Utc>,
    /// Now, for trials.
    pub now: DateTime<Utc>,
}

/// How companies stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Four days overdue and more.
    Overdue,
    /// From three days overdue to four days ahead.
    Due,
    /// Five days remain.
    Soon,
    /// Trying it out.
    Trial,
    /// Switched off.
    Inactive,
}

/// Which companies.
#[derive(Debug, Clone, Copy)]
pub struct CompanyFilter<'a> {
    /// Part of a name, e-mail or phone.
    pub search: &'a str,
    /// Of this plan only.
    pub plan: Option<PlanId>,
    /// Standing so only.
    pub standing: Option<Standing>,
    /// When days begin.
    pub days: DueDays,
}

/// How many of the companies that a search finds stand how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct StandingCounts {
    /// All.
    pub every: i64,
    /// Four days overdue and more.
    pub overdue: i64,
    /// From three days overdue to four days ahead.
    pub due: i64,
    /// Five days remain.
    pub soon: i64,
    /// Trying it out.
    pub trial: i64,
    /// Switched off.
    pub inactive: i64,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: CompanyId,
    name: String,
    email: Option<String>,
    phone: Option<String>,
    status: bool,
    due_date: Option<DateTime<Utc>>,
    recurrence: Recurrence,
    created_at: DateTime<Utc>,
    trial_expires_at: Option<DateTime<Utc>>,
    document: Option<String>,
    billing_name: Option<String>,
    address: Option<String>,
    address2: Option<String>,
    city: Option<String>,
    state: Option<String>,
    zipcode: Option<String>,
    country: Option<String>,
    campaigns: Option<String>,
    used_users: i64,
    used_connections: i64,
    used_queues: i64,
    used_bytes: i64,
    #[sqlx(flatten)]
    plan: PlanColumns,
}

/// What [`Row`] reads, the key of the switch for campaigns as `$1`, up to the conditions.
macro_rules! select_companies {
    () => {
        concat!(
            "SELECT c.id, c.name, c.email, c.phone, c.status, c.due_date, c.recurrence, c.created_at, c.trial_expires_at,
               c.document, c.billing_name, c.address, c.address2, c.city, c.state, c.zipcode, c.country,
               (SELECT s.value FROM settings s WHERE s.company_id = c.id AND s.key = $1) AS campaigns,
               (SELECT COUNT(*) FROM users u WHERE u.company_id = c.id AND u.active AND u.deleted_at IS NULL) AS used_users,
               (SELECT COUNT(*) FROM connections w WHERE w.company_id = c.id AND w.deleted_at IS NULL) AS used_connections,
               (SELECT COUNT(*) FROM queues q WHERE q.company_id = c.id) AS used_queues,
               (SELECT CAST(COALESCE(SUM(m.size), 0) AS BIGINT) FROM media m
                WHERE m.company_id = c.id AND m.size IS NOT NULL) AS used_bytes, ",
            plan_columns!(),
            " FROM companies c JOIN plans p ON p.id = c.plan_id WHERE c.deleted_at IS NULL"
        )
    };
}

/// Companies that a search finds, its part of a text as `$2` and its plan as `$3`.
macro_rules! found {
    () => {
        concat!(
            " AND (c.name",
            like!(),
            r"$2 ESCAPE '\' OR c.email",
            like!(),
            r"$2 ESCAPE '\' OR c.phone",
            like!(),
            r"$2 ESCAPE '\') AND ($3 IS NULL OR c.plan_id = $3)"
        )
    };
}

impl From<Row> for CompanyDetails {
    fn from(row: Row) -> Self {
        let plan_id = row.plan.plan_id;
        Self {
            company: Company {
                id: row.id,
                name: row.name,
                email: row.email,
                phone: row.phone,
                status: row.status,
                due_date: row.due_date,
                created_at: row.created_at,
                plan: row.plan.into(),
            },
            plan_id,
            recurrence: row.recurrence,
            campaigns_enabled: settings::is_on(row.campaigns.as_deref()),
            trial_expiration: row.trial_expires_at,
            billing: Billing {
                document: row.document,
                billing_name: row.billing_name,
                address: row.address,
                address2: row.address2,
                city: row.city,
                state: row.state,
                zipcode: row.zipcode,
                country: row.country,
            },
            usage: Usage {
                users: row.used_users,
                connections: row.used_connections,
                queues: row.used_queues,
                storage_bytes: row.used_bytes,
            },
        }
    }
}

/// A page of companies: those first whose due date comes first, those without one last.
///
/// # Errors
/// `Database`.
pub async fn list_details(
    conn: &mut Conn<'_>,
    filter: &CompanyFilter<'_>,
    page: Page,
) -> Result<(Rows<CompanyDetails>, StandingCounts)> {
    let counts = count_standings(conn, filter).await?;
    let word = filter.standing.map_or("", Standing::word);
    let rows: Vec<Row> = on!(conn, |c| sqlx::query_as(concat!(
        select_companies!(),
        found!(),
        " AND ($4 = '' OR ($4 = 'overdue' AND c.due_date < $5)
            OR ($4 = 'due' AND c.due_date >= $5 AND c.due_date < $6)
            OR ($4 = 'soon' AND c.due_date >= $6 AND c.due_date < $7)
            OR ($4 = 'trial' AND c.trial_expires_at > $8) OR ($4 = 'inactive' AND NOT c.status))
          ORDER BY c.due_date IS NULL, c.due_date, c.id LIMIT $9 OFFSET $10"
    ))
    .bind(settings::CAMPAIGNS_ENABLED)
    .bind(containing(filter.search))
    .bind(filter.plan)
    .bind(word)
    .bind(filter.days.red_until)
    .bind(filter.days.orange_until)
    .bind(filter.days.yellow_until)
    .bind(filter.days.now)
    .bind(page.size)
    .bind(page.offset())
    .fetch_all(c)
    .await)?;
    let rows = rows.into_iter().map(CompanyDetails::from).collect();
    let count = match filter.standing {
        None => counts.every,
        Some(Standing::Overdue) => counts.overdue,
        Some(Standing::Due) => counts.due,
        Some(Standing::Soon) => counts.soon,
        Some(Standing::Trial) => counts.trial,
        Some(Standing::Inactive) => counts.inactive,
    };
    Ok((Rows::new(rows, count, page), counts))
}

async fn count_standings(
    conn: &mut Conn<'_>,
    filter: &CompanyFilter<'_>,
) -> Result<StandingCounts> {
    Ok(on!(conn, |c| sqlx::query_as(concat!(
        "SELECT COUNT(*) AS every,
           COUNT(CASE WHEN c.due_date < $4 THEN 1 END) AS overdue,
           COUNT(CASE WHEN c.due_date >= $4 AND c.due_date < $5 THEN 1 END) AS due,
           COUNT(CASE WHEN c.due_date >= $5 AND c.due_date < $6 THEN 1 END) AS soon,
           COUNT(CASE WHEN c.trial_expires_at > $1 THEN 1 END) AS trial,
           COUNT(CASE WHEN NOT c.status THEN 1 END) AS inactive
         FROM companies c WHERE c.deleted_at IS NULL",
        found!()
    ))
    .bind(filter.days.now)
    .bind(containing(filter.search))
    .bind(filter.plan)
    .bind(filter.days.red_until)
    .bind(filter.days.orange_until)
    .bind(filter.days.yellow_until)
    .fetch_one(c)
    .await)?)
}

/// Every company by name, at most 10,000: for lists to choose from.
///
/// # Errors
/// `Database`.
pub async fn list_names(conn: &mut Conn<'_>) -> Result<Vec<(CompanyId, String)>> {
    Ok(on!(conn, |c| sqlx::query_as(
        "SELECT id, name FROM companies WHERE deleted_at IS NULL ORDER BY name, id LIMIT $1"
    )
    .bind(LISTED_MAX)
    .fetch_all(c)
    .await)?)
}

/// A company with everything about it.
///
/// # Errors
/// `Refused(NoCompanyFound)`.
pub async fn get_details(conn: &mut Conn<'_>, company: CompanyId) -> Result<CompanyDetails> {
    let row: Option<Row> = on!(conn, |c| sqlx::query_as(concat!(
        select_companies!(),
        " AND c.id = $2"
    ))
    .bind(settings::CAMPAIGNS_ENABLED)
    .bind(company)
    .fetch_optional(c)
    .await)?;
    row.map(CompanyDetails::from)
        .ok_or_else(|| ErrorCode::NoCompanyFound.into())
}

/// Writes what a company is.
///
/// # Errors
/// `Refused(NoCompanyFound)`, `Refused(NoPlanFound)`, `Refused(CompanyNameAlreadyExists)`.
pub async fn update(
    conn: &mut Conn<'_>,
    company: CompanyId,
    form: &CompanyForm,
    now: DateTime<Utc>,
) -> Result<()> {
    require_plan(conn, form.plan).await?;
    let billing = &form.billing;
    let changed = on!(conn, |c| sqlx::query(
        "UPDATE companies SET name = $2, email = $3, phone = $4, plan_id = $5, status = $6, due_date = $7,
           recurrence = $8, trial_expires_at = $9, document = $10, billing_name = $11, address = $12, address2 = $13,
           city = $14, state = $15, zipcode = $16, country = $17, updated_at = $18
         WHERE id = $1 AND deleted_at IS NULL"
    )
    .bind(company)
    .bind(&form.name)
    .bind(&form.email)
    .bind(&form.phone)
    .bind(form.plan)
    .bind(form.status)
    .bind(form.due_date)
    .bind(form.recurrence)
    .bind(form.trial_expiration)
    .bind(&billing.document)
    .bind(&billing.billing_name)
    .bind(&billing.address)
    .bind(&billing.address2)
    .bind(&billing.city)
    .bind(&billing.state)
    .bind(&billing.zipcode)
    .bind(&billing.country)
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))
    .map_err(|error| match StorageError::from(error) {
        StorageError::Taken(_) => ErrorCode::CompanyNameAlreadyExists.into(),
        other => other,
    })?;
    if changed == 1 {
        Ok(())
    } else {
        Err(ErrorCode::NoCompanyFound.into())
    }
}

/// Writes who is billed.
///
/// # Errors
/// `Refused(NoCompanyFound)`.
pub async fn update_billing(
    conn: &mut Conn<'_>,
    company: CompanyId,
    billing: &Billing,
    now: DateTime<Utc>,
) -> Result<()> {
    let changed = on!(conn, |c| {
        sqlx::query(
        "UPDATE companies SET document = $2, billing_name = $3, address = $4, address2 = $5, city = $6, state = $7,
           zipcode = $8, country = $9, updated_at = $10 WHERE id = $1 AND deleted_at IS NULL"
    )
    .bind(company)
    .bind(&billing.document)
    .bind(&billing.billing_name)
    .bind(&billing.address)
    .bind(&billing.address2)
    .bind(&billing.city)
    .bind(&billing.state)
    .bind(&billing.zipcode)
    .bind(&billing.country)
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    if changed == 1 {
        Ok(())
    } else {
        Err(ErrorCode::NoCompanyFound.into())
    }
}

/// # Errors
/// `Refused(NoPlanFound)`.
async fn require_plan(conn: &mut Conn<'_>, plan: PlanId) -> Result<()> {
    let found: Option<PlanId> = on!(conn, |c| sqlx::query_scalar(
        "SELECT id FROM plans WHERE id = $1"
    )
    .bind(plan)
    .fetch_optional(c)
    .await)?;
    found.map(drop).ok_or_else(|| ErrorCode::NoPlanFound.into())
}

impl Standing {
    fn word(self) -> &'static str {
        match self {
            Self::Overdue => "overdue",
            Self::Due => "due",
            Self::Soon => "soon",
            Self::Trial => "trial",
            Self::Inactive => "inactive",
        }
    }
}
