//! Who is behind a sign-in, as he is now: read at every request.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::{
    Conn, Result,
    companies::{PlanColumns, plan_columns},
    model::{
        CompanyId, QueueId, UserId,
        company::Plan,
        user::{AllTicket, Profile},
    },
    on,
    settings::{HIDE_NUMBERS, TIME_ZONE},
};

/// A user at work in a live sign-in, as he is now.
#[derive(Debug, Clone)]
pub struct CallerRow {
    /// Name.
    pub name: String,
    /// Profile.
    pub profile: Profile,
    /// Manages companies and plans.
    pub is_super: bool,
    /// Sees tickets without a queue.
    pub all_ticket: bool,
    /// Rises when every token of the user must die.
    pub token_version: i64,
    /// Until when his company has paid.
    pub due_date: Option<DateTime<Utc>>,
    /// Where his company says that it is.
    pub time_zone: Option<String>,
    /// Whether his company hides numbers from those who do not lead.
    pub numbers_hidden: bool,
    /// What his company may use.
    pub plan: Plan,
    /// His queues, by number.
    pub queue_ids: Vec<QueueId>,
}

/// The user behind a sign-in, if the sign-in is neither revoked nor over and user and company are active.
///
/// # Errors
/// `Database`.
pub async fn find(
    conn: &mut Conn<'_>,
    company: CompanyId,
    user: UserId,
    sign_in: Uuid,
    now: DateTime<Utc>,
) -> Result<Option<CallerRow>> {
    #[derive(sqlx::FromRow)]
    struct Row {
        name: String,
        profile: Profile,
        is_super: bool,
        all_ticket: AllTicket,
        token_version: i64,
        due_date: Option<DateTime<Utc>>,
        time_zone: Option<String>,
        numbers_hidden: bool,
        // divided by commas: one statement is cheaper than two
        queues: Option<String>,
        #[sqlx(flatten)]
        plan: PlanColumns,
    }
    let row: Option<Row> = on!(conn, |c| {
        sqlx::query_as(concat!(
        "SELECT u.name, u.profile, u.is_super, u.all_ticket, u.token_version, c.due_date, z.value AS time_zone,
           COALESCE(h.value, '') = 'enabled' AS numbers_hidden,
           (SELECT string_agg(CAST(q.queue_id AS TEXT), ',') FROM user_queues q
            WHERE q.company_id = u.company_id AND q.user_id = u.id) AS queues, ",
        plan_columns!(),
        " FROM sign_ins s
         JOIN users u ON u.company_id = s.company_id AND u.id = s.user_id
         JOIN companies c ON c.id = u.company_id
         JOIN plans p ON p.id = c.plan_id
         LEFT JOIN settings z ON z.company_id = c.id AND z.key = $5
         LEFT JOIN settings h ON h.company_id = c.id AND h.key = $6
         WHERE s.id = $1 AND s.company_id = $2 AND s.user_id = $3 AND s.revoked_at IS NULL AND s.expires_at > $4
           AND s.token_version = u.token_version AND u.active AND c.status"
    ))
    .bind(sign_in)
    .bind(company)
    .bind(user)
    .bind(now)
    .bind(TIME_ZONE)
    .bind(HIDE_NUMBERS)
    .fetch_optional(c)
    .await
    })?;
    let Some(row) = row else { return Ok(None) };
    let queues = row.queues.unwrap_or_default();
    let mut queue_ids: Vec<QueueId> = queues
        .split(',')
        .filter_map(|queue| queue.parse().ok())
        .collect();
    queue_ids.sort_unstable();
    Ok(Some(CallerRow {
        name: row.name,
        profile: row.profile,
        is_super: row.is_super,
        all_ticket: row.all_ticket == AllTicket::Enabled,
        token_version: row.token_version,
        due_date: row.due_date,
        time_zone: row.time_zone,
        numbers_hidden: row.numbers_hidden,
        plan: row.plan.into(),
        queue_ids,
    }))
}
