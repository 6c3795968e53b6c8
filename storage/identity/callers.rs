//! Who is behind a sign-in, as he is now: read at every request.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::{
    Conn, Result,
    audit::Actor,
    companies::{
        PlanColumns, plan_columns,
        settings::{self, CAMPAIGNS_ENABLED, HIDE_NUMBERS, TIME_ZONE},
    },
    model::{
        CompanyId, QueueId, UserId,
        company::Plan,
        user::{AllTicket, Profile},
    },
    on,
};

/// A user at work in a live sign-in, as he is now.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a column of its own")]
pub struct CallerRow {
    /// Name.
    pub name: String,
    /// Profile.
    pub profile: Profile,
    /// Manages companies and plans. Never in somebody else's place.
    pub is_super: bool,
    /// The super user who works in his place.
    pub actor: Option<Actor>,
    /// Sees tickets without a queue.
    pub all_ticket: bool,
    /// When his sign-in ends unless it is used.
    pub ends_at: DateTime<Utc>,
    /// Rises when every token of the user must die.
    pub token_version: i64,
    /// Whether his company is switched on.
    pub company_status: bool,
    /// Until when his company has paid.
    pub due_date: Option<DateTime<Utc>>,
    /// Where his company says that it is.
    pub time_zone: Option<String>,
    /// Whether his company hides numbers from those who do not lead.
    pub numbers_hidden: bool,
    /// Whether his company has switched campaigns on; its plan has to have them as well.
    pub campaigns_on: bool,
    /// What his company may use.
    pub plan: Plan,
    /// His queues, by number.
    pub queue_ids: Vec<QueueId>,
}

#[derive(sqlx::FromRow)]
struct Row {
    name: String,
    profile: Profile,
    is_super: bool,
    all_ticket: AllTicket,
    token_version: i64,
    expires_at: DateTime<Utc>,
    actor_company_id: Option<CompanyId>,
    actor_id: Option<UserId>,
    actor_name: Option<String>,
    company_status: bool,
    due_date: Option<DateTime<Utc>>,
    time_zone: Option<String>,
    numbers_hidden: bool,
    campaigns: Option<String>,
    // divided by commas: one statement is cheaper than two
    queues: Option<String>,
    #[sqlx(flatten)]
    plan: PlanColumns,
}

impl Row {
    fn caller(self) -> CallerRow {
        let actor = match (self.actor_company_id, self.actor_id, self.actor_name) {
            (Some(company), Some(user), Some(name)) => Some(Actor {
                company,
                user,
                name,
            }),
            _ => None,
        };
        let queues = self.queues.unwrap_or_default();
        let mut queue_ids: Vec<QueueId> = queues
            .split(',')
            .filter_map(|queue| queue.parse().ok())
            .collect();
        queue_ids.sort_unstable();
        CallerRow {
            name: self.name,
            profile: self.profile,
            is_super: self.is_super && actor.is_none(),
            actor,
            ends_at: self.expires_at,
            all_ticket: self.all_ticket == AllTicket::Enabled,
            token_version: self.token_version,
            company_status: self.company_status,
            due_date: self.due_date,
            time_zone: self.time_zone,
            numbers_hidden: self.numbers_hidden,
            campaigns_on: settings::is_on(self.campaigns.as_deref()),
            plan: self.plan.into(),
            queue_ids,
        }
    }
}

/// The user behind a sign-in, if the sign-in is neither revoked nor over, the user is active and the company is there. A
/// super user in somebody's place must still be one, under the tokens with which he came.
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
    let row: Option<Row> = on!(conn, |c| {
        sqlx::query_as(concat!(
        "SELECT u.name, u.profile, u.is_super, u.all_ticket, s.token_version, s.expires_at, s.actor_company_id,
           s.actor_id,
           a.name AS actor_name, c.status AS company_status, c.due_date, z.value AS time_zone,
           COALESCE(h.value, '') = 'enabled' AS numbers_hidden, e.value AS campaigns,
           (SELECT string_agg(CAST(q.queue_id AS TEXT), ',') FROM user_queues q
            WHERE q.company_id = u.company_id AND q.user_id = u.id) AS queues, ",
        plan_columns!(),
        " FROM sign_ins s
         JOIN users u ON u.company_id = s.company_id AND u.id = s.user_id
         JOIN companies c ON c.id = u.company_id
         JOIN plans p ON p.id = c.plan_id
         LEFT JOIN users a ON a.company_id = s.actor_company_id AND a.id = s.actor_id
         LEFT JOIN settings z ON z.company_id = c.id AND z.key = $5
         LEFT JOIN settings h ON h.company_id = c.id AND h.key = $6
         LEFT JOIN settings e ON e.company_id = c.id AND e.key = $7
         WHERE s.id = $1 AND s.company_id = $2 AND s.user_id = $3 AND s.revoked_at IS NULL AND s.expires_at > $4
           AND u.active AND c.deleted_at IS NULL
           AND CASE WHEN s.actor_id IS NULL THEN s.token_version = u.token_version
                    ELSE a.active AND a.is_super AND s.token_version = a.token_version END"
    ))
    .bind(sign_in)
    .bind(company)
    .bind(user)
    .bind(now)
    .bind(TIME_ZONE)
    .bind(HIDE_NUMBERS)
    .bind(CAMPAIGNS_ENABLED)
    .fetch_optional(c)
    .await
    })?;
    Ok(row.map(Row::caller))
}
