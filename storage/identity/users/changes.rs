//! Changing and deleting users.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::normal_email;
use crate::{
    Conn, Result, StorageError, companies,
    identity::{passkeys, second_factors, sign_ins::Owner},
    model::{
        CompanyId, ConnectionId, ErrorCode, QueueId, UserId,
        user::{AllTicket, Profile},
    },
    on,
};

/// What a user is to be.
#[derive(Debug, Clone, PartialEq)]
pub struct UserForm {
    /// Name.
    pub name: String,
    /// E-mail; kept in lower case, unique on this server.
    pub email: String,
    /// Profile.
    pub profile: Profile,
    /// Sees tickets without a queue.
    pub all_ticket: AllTicket,
    /// Default connection.
    pub connection: Option<ConnectionId>,
    /// His queues.
    pub queues: Vec<QueueId>,
}

/// Users who count for the plan. Holds the company until the transaction ends, so that two who make the last user it
/// allows do so one after the other.
///
/// # Errors
/// `Refused(NoCompanyFound)`.
pub async fn count_active(conn: &mut Conn<'_>, company: CompanyId) -> Result<i64> {
    companies::take_turn(conn, company).await?;
    Ok(on!(conn, |c| sqlx::query_scalar(
        "SELECT COUNT(*) FROM users WHERE company_id = $1 AND active AND deleted_at IS NULL"
    )
    .bind(company)
    .fetch_one(c)
    .await)?)
}

/// Whether the company has an active admin beside this user. Holds the company until the transaction ends, so that the
/// last two admins cannot both go.
///
/// # Errors
/// `Refused(NoCompanyFound)`.
pub async fn has_other_admin(
    conn: &mut Conn<'_>,
    company: CompanyId,
    user: UserId,
) -> Result<bool> {
    companies::take_turn(conn, company).await?;
    Ok(on!(conn, |c| {
        sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM users
           WHERE company_id = $1 AND id <> $2 AND profile = 'admin' AND active AND deleted_at IS NULL)"
    )
    .bind(company)
    .bind(user)
    .fetch_one(c)
    .await
    })?)
}

/// Writes what a user is. His sign-ins stay; ending them is another call.
///
/// # Errors
/// `Refused(NoUserFound)`; `Refused(EmailAlreadyExists)`; `Database` when a queue or the connection is not the company's.
pub async fn update(
    conn: &mut Conn<'_>,
    company: CompanyId,
    user: UserId,
    form: &UserForm,
    now: DateTime<Utc>,
) -> Result<()> {
    let changed = on!(&mut *conn, |c| sqlx::query(
        "UPDATE users SET name = $3, email = $4, profile = $5, all_ticket = $6, connection_id = $7, updated_at = $8
         WHERE company_id = $1 AND id = $2 AND deleted_at IS NULL"
    )
    .bind(company)
    .bind(user)
    .bind(&form.name)
    .bind(normal_email(&form.email))
    .bind(form.profile.as_str())
    .bind(form.all_ticket)
    .bind(form.connection)
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))
    .map_err(taken)?;
    if changed == 0 {
        return Err(ErrorCode::NoUserFound.into());
    }
    remove_queues(conn, company, user).await?;
    for queue in &form.queues {
        on!(&mut *conn, |c| sqlx::query(
            "INSERT INTO user_queues (company_id, user_id, queue_id) VALUES ($1, $2, $3)"
        )
        .bind(company)
        .bind(user)
        .bind(queue)
        .execute(c)
        .await
        .map(drop))?;
    }
    Ok(())
}

/// Takes a user out of everything but the history that names him: he cannot sign in, his e-mail is free again.
///
/// # Errors
/// `Refused(NoUserFound)`.
pub async fn delete(
    conn: &mut Conn<'_>,
    company: CompanyId,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<()> {
    // nobody can sign in with this: no e-mail ends so (RFC 2606)
    let email = format!("{}@deleted.invalid", Uuid::new_v4().simple());
    let changed = on!(&mut *conn, |c| {
        sqlx::query(
        "UPDATE users SET active = FALSE, online = FALSE, email = $3, password_hash = '-', connection_id = NULL,
           token_version = token_version + 1, deleted_at = $4, updated_at = $4
         WHERE company_id = $1 AND id = $2 AND deleted_at IS NULL"
    )
    .bind(company)
    .bind(user)
    .bind(email)
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    if changed == 0 {
        return Err(ErrorCode::NoUserFound.into());
    }
    let owner = Owner {
        company_id: company,
        user_id: user,
    };
    // with his passkeys
    second_factors::delete(conn, owner).await?;
    passkeys::delete_challenges(conn, owner).await?;
    remove_queues(conn, company, user).await
}

async fn remove_queues(conn: &mut Conn<'_>, company: CompanyId, user: UserId) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "DELETE FROM user_queues WHERE company_id = $1 AND user_id = $2"
    )
    .bind(company)
    .bind(user)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

fn taken(error: sqlx::Error) -> StorageError {
    match StorageError::from(error) {
        StorageError::Taken(_) => ErrorCode::EmailAlreadyExists.into(),
        other => other,
    }
}
