//! Users: who they are, what they may see, whether they are there.

mod changes;
mod list;

use chrono::{DateTime, Utc};

use crate::{
    Conn, Result,
    companies::{self, settings},
    model::{
        CompanyId, ConnectionId, ErrorCode, QueueId, UserId,
        user::{AllTicket, Colleague, Profile, SignedInCompany, SignedInUser, UserQueue},
    },
    on,
};

pub use self::changes::{UserForm, count_active, delete, has_other_admin, update};
pub use self::list::{USERS_A_PAGE, find_user, get_user, list, list_admin_addresses};

/// Colleagues listed at once; plans allow far fewer users.
const COLLEAGUES_MAX: i64 = 500;

/// What a sign-in checks.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct Credentials {
    /// Number.
    pub id: UserId,
    /// Company.
    pub company_id: CompanyId,
    /// As stored: lower case.
    pub email: String,
    /// PHC text.
    pub password_hash: String,
    /// Whether he may sign in.
    pub active: bool,
}

/// What a user is to be, without his number.
#[derive(Debug, Clone, Copy)]
pub struct NewUser<'a> {
    /// Name.
    pub name: &'a str,
    /// E-mail; kept in lower case, unique on this server.
    pub email: &'a str,
    /// PHC text.
    pub password_hash: &'a str,
    /// Profile.
    pub profile: Profile,
    /// Manages companies and plans.
    pub is_super: bool,
    /// Sees tickets without a queue.
    pub all_ticket: bool,
    /// Default connection.
    pub connection: Option<ConnectionId>,
    /// His queues.
    pub queues: &'a [QueueId],
}

/// The form in which e-mails are stored and compared.
pub fn normal_email(email: &str) -> String {
    email.trim().to_lowercase()
}

/// What a sign-in with this e-mail has to check.
///
/// # Errors
/// `Database`.
pub async fn find_by_email(conn: &mut Conn<'_>, email: &str) -> Result<Option<Credentials>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(
            "SELECT id, company_id, email, password_hash, active FROM users WHERE email = $1",
        )
        .bind(normal_email(email))
        .fetch_optional(c)
        .await
    })?)
}

/// The user as the browser gets him after signing in, with company, plan and settings.
///
/// # Errors
/// `Refused(NoUserFound)`.
pub async fn get_signed_in(
    conn: &mut Conn<'_>,
    company: CompanyId,
    user: UserId,
) -> Result<SignedInUser> {
    #[derive(sqlx::FromRow)]
    struct Row {
        name: String,
        email: String,
        profile: Profile,
        is_super: bool,
        all_ticket: AllTicket,
        connection_id: Option<ConnectionId>,
    }
    let row: Option<Row> = on!(conn, |c| sqlx::query_as(
        "SELECT name, email, profile, is_super, all_ticket, connection_id FROM users
         WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(user)
    .fetch_optional(c)
    .await)?;
    let row = row.ok_or(ErrorCode::NoUserFound)?;
    let whole = companies::get(conn, company).await?;
    let switch = settings::find(conn, company, settings::CAMPAIGNS_ENABLED).await?;
    let campaigns_on = settings::is_on(switch.as_deref());
    let trial_expiration: Option<DateTime<Utc>> = on!(&mut *conn, |c| sqlx::query_scalar(
        "SELECT trial_expires_at FROM companies WHERE id = $1"
    )
    .bind(company)
    .fetch_one(c)
    .await)?;
    Ok(SignedInUser {
        id: user,
        name: row.name,
        email: row.email,
        profile: row.profile,
        is_super: row.is_super,
        company_id: company,
        all_ticket: row.all_ticket,
        whatsapp_id: row.connection_id,
        queues: list_queues(conn, company, user).await?,
        company: SignedInCompany {
            campaigns_enabled: whole.plan.use_campaigns && campaigns_on,
            company: whole,
            settings: settings::list(conn, company, settings::Reader::Anybody).await?,
            trial_expiration,
        },
    })
}

/// Active users of a company by name, at most 500, each with his queues.
///
/// # Errors
/// `Database`.
pub async fn list_colleagues(conn: &mut Conn<'_>, company: CompanyId) -> Result<Vec<Colleague>> {
    #[derive(sqlx::FromRow)]
    struct Row {
        id: UserId,
        name: String,
        profile: Profile,
        online: bool,
    }
    #[derive(sqlx::FromRow)]
    struct OfUser {
        user_id: UserId,
        id: QueueId,
        name: String,
        color: String,
    }
    let rows: Vec<Row> = on!(conn, |c| {
        sqlx::query_as(
        "SELECT id, name, profile, online FROM users WHERE company_id = $1 AND active ORDER BY name, id LIMIT $2"
    )
    .bind(company)
    .bind(COLLEAGUES_MAX)
    .fetch_all(c)
    .await
    })?;
    let queues: Vec<OfUser> = on!(conn, |c| sqlx::query_as(
        "SELECT uq.user_id, q.id, q.name, q.color FROM user_queues uq
         JOIN queues q ON q.company_id = uq.company_id AND q.id = uq.queue_id
         WHERE uq.company_id = $1 AND uq.user_id IN
           (SELECT id FROM users WHERE company_id = $1 AND active ORDER BY name, id LIMIT $2)
         ORDER BY q.name, q.id"
    )
    .bind(company)
    .bind(COLLEAGUES_MAX)
    .fetch_all(c)
    .await)?;
    let of = |user: UserId| {
        let his = queues.iter().filter(|queue| queue.user_id == user);
        his.map(|queue| UserQueue::new(queue.id, queue.name.clone(), queue.color.clone()))
            .collect()
    };
    Ok(rows
        .into_iter()
        .map(|row| Colleague {
            queues: of(row.id),
            id: row.id,
            name: row.name,
            profile: row.profile,
            online: row.online,
        })
        .collect())
}

/// The queues of a user, by name.
///
/// # Errors
/// `Database`.
pub async fn list_queues(
    conn: &mut Conn<'_>,
    company: CompanyId,
    user: UserId,
) -> Result<Vec<UserQueue>> {
    let rows: Vec<(QueueId, String, String)> = on!(conn, |c| sqlx::query_as(
        "SELECT q.id, q.name, q.color FROM user_queues uq
         JOIN queues q ON q.company_id = uq.company_id AND q.id = uq.queue_id
         WHERE uq.company_id = $1 AND uq.user_id = $2 ORDER BY q.name, q.id LIMIT $3"
    )
    .bind(company)
    .bind(user)
    .bind(COLLEAGUES_MAX)
    .fetch_all(c)
    .await)?;
    Ok(rows
        .into_iter()
        .map(|(id, name, color)| UserQueue::new(id, name, color))
        .collect())
}

/// The numbers of a user's queues, ascending.
///
/// # Errors
/// `Database`.
pub async fn list_queue_ids(
    conn: &mut Conn<'_>,
    company: CompanyId,
    user: UserId,
) -> Result<Vec<QueueId>> {
    Ok(on!(conn, |c| {
        sqlx::query_scalar(
        "SELECT queue_id FROM user_queues WHERE company_id = $1 AND user_id = $2 ORDER BY queue_id LIMIT $3"
    )
    .bind(company)
    .bind(user)
    .bind(COLLEAGUES_MAX)
    .fetch_all(c)
    .await
    })?)
}

/// What an active user may see, as far as his own data say.
#[derive(Debug, Clone)]
pub struct Reach {
    /// Name.
    pub name: String,
    /// Profile.
    pub profile: Profile,
    /// Sees tickets without a queue.
    pub all_ticket: bool,
    /// His queues, by number.
    pub queue_ids: Vec<QueueId>,
}

/// What an active user of the company may see.
///
/// # Errors
/// `Refused(NoUserFound)` when the company has no such active user.
pub async fn get_reach(conn: &mut Conn<'_>, company: CompanyId, id: UserId) -> Result<Reach> {
    let found: Option<(String, Profile, AllTicket)> = on!(&mut *conn, |c| sqlx::query_as(
        "SELECT name, profile, all_ticket FROM users
         WHERE company_id = $1 AND id = $2 AND active = TRUE"
    )
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    let (name, profile, all_ticket) = found.ok_or(ErrorCode::NoUserFound)?;
    Ok(Reach {
        name,
        profile,
        all_ticket: all_ticket == AllTicket::Enabled,
        queue_ids: list_queue_ids(conn, company, id).await?,
    })
}

/// Whether any user exists on this server.
///
/// # Errors
/// `Database`.
pub async fn has_any(conn: &mut Conn<'_>) -> Result<bool> {
    Ok(on!(conn, |c| sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM users)"
    )
    .fetch_one(c)
    .await)?)
}

/// Adds an active user with his queues.
///
/// # Errors
/// `Refused(EmailAlreadyExists)`; `Database` when a queue or the connection is not the company's.
pub async fn insert_user(
    conn: &mut Conn<'_>,
    company: CompanyId,
    now: DateTime<Utc>,
    user: &NewUser<'_>,
) -> Result<UserId> {
    let all_ticket = if user.all_ticket {
        AllTicket::Enabled
    } else {
        AllTicket::Desabled
    };
    let id: Option<UserId> = on!(conn, |c| {
        sqlx::query_scalar(
        "INSERT INTO users (company_id, name, email, password_hash, profile, is_super, all_ticket, connection_id,
                            created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) ON CONFLICT (email) DO NOTHING RETURNING id"
    )
    .bind(company)
    .bind(user.name)
    .bind(normal_email(user.email))
    .bind(user.password_hash)
    .bind(user.profile.as_str())
    .bind(user.is_super)
    .bind(all_ticket)
    .bind(user.connection)
    .bind(now)
    .fetch_optional(c)
    .await
    })?;
    let id = id.ok_or(ErrorCode::EmailAlreadyExists)?;
    for queue in user.queues {
        on!(conn, |c| sqlx::query(
            "INSERT INTO user_queues (company_id, user_id, queue_id) VALUES ($1, $2, $3)"
        )
        .bind(company)
        .bind(id)
        .bind(queue)
        .execute(c)
        .await
        .map(drop))?;
    }
    Ok(id)
}

/// Raises the token version, which ends every sign-in of the user, and answers the new one. Only for an active user.
///
/// # Errors
/// `Refused(NoUserFound)` also for one who is not active.
pub async fn raise_token_version(
    conn: &mut Conn<'_>,
    company: CompanyId,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<i64> {
    let version: Option<i64> = on!(conn, |c| sqlx::query_scalar(
        "UPDATE users SET token_version = token_version + 1, updated_at = $3
         WHERE company_id = $1 AND id = $2 AND active RETURNING token_version"
    )
    .bind(company)
    .bind(user)
    .bind(now)
    .fetch_optional(c)
    .await)?;
    Ok(version.ok_or(ErrorCode::NoUserFound)?)
}

/// Sets the password and ends every sign-in of the user.
///
/// # Errors
/// `Refused(NoUserFound)`.
pub async fn update_password(
    conn: &mut Conn<'_>,
    company: CompanyId,
    user: UserId,
    now: DateTime<Utc>,
    password_hash: &str,
) -> Result<()> {
    let changed = on!(conn, |c| {
        sqlx::query(
        "UPDATE users SET password_hash = $3, token_version = token_version + 1, updated_at = $4
         WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(user)
    .bind(password_hash)
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    found(changed)
}

/// Lets a user work or not; either way every sign-in of his ends.
///
/// # Errors
/// `Refused(NoUserFound)`.
pub async fn update_active(
    conn: &mut Conn<'_>,
    company: CompanyId,
    user: UserId,
    now: DateTime<Utc>,
    active: bool,
) -> Result<()> {
    let changed = on!(conn, |c| sqlx::query(
        "UPDATE users SET active = $3, token_version = token_version + 1, updated_at = $4
         WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(user)
    .bind(active)
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    found(changed)
}

/// Notes that a user is there or gone; answers whether that is news.
///
/// # Errors
/// `Refused(NoUserFound)`.
pub async fn update_online(
    conn: &mut Conn<'_>,
    company: CompanyId,
    user: UserId,
    now: DateTime<Utc>,
    online: bool,
) -> Result<bool> {
    let changed = on!(conn, |c| {
        sqlx::query(
        "UPDATE users SET online = $3, last_seen_at = $4 WHERE company_id = $1 AND id = $2 AND online <> $3"
    )
    .bind(company)
    .bind(user)
    .bind(online)
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    if changed > 0 {
        return Ok(true);
    }
    touch_last_seen(conn, company, user, now).await?;
    Ok(false)
}

/// Notes that a user was there.
///
/// # Errors
/// `Refused(NoUserFound)`.
pub async fn touch_last_seen(
    conn: &mut Conn<'_>,
    company: CompanyId,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<()> {
    let changed = on!(conn, |c| sqlx::query(
        "UPDATE users SET last_seen_at = $3 WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(user)
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    found(changed)
}

fn found(rows: u64) -> Result<()> {
    if rows == 0 {
        Err(ErrorCode::NoUserFound.into())
    } else {
        Ok(())
    }
}
