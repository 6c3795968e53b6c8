//! Super users at work in other companies: for a while, for a reason, and seen by everybody there.
//!
//! The way in is a sign-in of the company's user that names the super user. No password is read or changed for it, and it
//! has no refresh token: whoever has the super user's own sign-in asks for each access token anew.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::{
    Conn, Result,
    identity::sign_ins::{self, Owner, RefreshToken},
    model::{CompanyId, ErrorCode, ImpersonationId, UserId, impersonation::Impersonation},
    on,
};

/// Stays of one company that are listed.
const LISTED_MAX: i64 = 50;

/// A stay that is to begin.
#[derive(Debug, Clone, Copy)]
pub struct NewImpersonation<'a> {
    /// As whom.
    pub owner: Owner,
    /// Who.
    pub actor: Owner,
    /// His name.
    pub actor_name: &'a str,
    /// The version of his tokens: when it rises, the stay is over.
    pub actor_version: i64,
    /// Why.
    pub reason: &'a str,
    /// Until when.
    pub expires_at: DateTime<Utc>,
}

/// A stay with what the server alone knows of it.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct Stay {
    /// What everybody sees.
    #[sqlx(flatten)]
    pub shown: Impersonation,
    /// Its sign-in.
    pub sign_in_id: Uuid,
    /// The super user's company.
    pub actor_company_id: CompanyId,
    /// The super user.
    pub actor_id: UserId,
}

/// What [`Stay`] reads.
macro_rules! select_stays {
    () => {
        "SELECT id, company_id, user_id, user_name, actor_name, reason, started_at, expires_at, sign_in_id,
                actor_company_id, actor_id
         FROM impersonations"
    };
}

/// The user in whose place a super user works where he names none: the first admin.
///
/// # Errors
/// `Refused(NoUserFound)` where the company has no active admin, or not this active user.
pub async fn choose_user(
    conn: &mut Conn<'_>,
    company: CompanyId,
    wanted: Option<UserId>,
) -> Result<UserId> {
    let found: Option<UserId> = on!(conn, |c| {
        sqlx::query_scalar(
        "SELECT id FROM users WHERE company_id = $1 AND active AND deleted_at IS NULL AND NOT is_super
           AND (id = $2 OR ($2 IS NULL AND profile = 'admin')) ORDER BY id LIMIT 1"
    )
    .bind(company)
    .bind(wanted)
    .fetch_optional(c)
    .await
    })?;
    found.ok_or_else(|| ErrorCode::NoUserFound.into())
}

/// Begins a stay; a former one of the same super user in that company ends. Answers the new one and those that ended.
///
/// # Errors
/// `Refused(NoUserFound)`.
pub async fn insert(
    conn: &mut Conn<'_>,
    new: &NewImpersonation<'_>,
    now: DateTime<Utc>,
) -> Result<(Stay, Vec<Stay>)> {
    let company = new.owner.company_id;
    let mut ended = Vec::new();
    for former in list_stays(conn, company, now).await? {
        if (former.actor_company_id, former.actor_id) == (new.actor.company_id, new.actor.user_id)
            && end(conn, &former, new.actor_name, now).await?
        {
            ended.push(former);
        }
    }
    let token = RefreshToken::random(Uuid::now_v7())?;
    sign_ins::insert_of_actor(conn, new.owner, now, &token, new).await?;
    let stay: Option<Stay> = on!(conn, |c| {
        sqlx::query_as(
        "INSERT INTO impersonations (company_id, sign_in_id, user_id, user_name, actor_company_id, actor_id, actor_name,
                                     reason, started_at, expires_at)
         SELECT company_id, $3, id, name, $4, $5, $6, $7, $8, $9 FROM users WHERE company_id = $1 AND id = $2
         RETURNING id, company_id, user_id, user_name, actor_name, reason, started_at, expires_at, sign_in_id,
                   actor_company_id, actor_id"
    )
    .bind(company)
    .bind(new.owner.user_id)
    .bind(token.sign_in())
    .bind(new.actor.company_id)
    .bind(new.actor.user_id)
    .bind(new.actor_name)
    .bind(new.reason)
    .bind(now)
    .bind(new.expires_at)
    .fetch_optional(c)
    .await
    })?;
    Ok((stay.ok_or(ErrorCode::NoUserFound)?, ended))
}

/// The stays in a company that are not over, the oldest first; at most 50.
///
/// # Errors
/// `Database`.
pub async fn list_running(
    conn: &mut Conn<'_>,
    company: CompanyId,
    now: DateTime<Utc>,
) -> Result<Vec<Impersonation>> {
    let stays = list_stays(conn, company, now).await?;
    Ok(stays.into_iter().map(|stay| stay.shown).collect())
}

async fn list_stays(
    conn: &mut Conn<'_>,
    company: CompanyId,
    now: DateTime<Utc>,
) -> Result<Vec<Stay>> {
    Ok(on!(conn, |c| sqlx::query_as(concat!(
        select_stays!(),
        " WHERE company_id = $1 AND ended_at IS NULL AND expires_at > $2 ORDER BY id LIMIT $3"
    ))
    .bind(company)
    .bind(now)
    .bind(LISTED_MAX)
    .fetch_all(c)
    .await)?)
}

/// A stay that is not over.
///
/// # Errors
/// `Refused(NoImpersonationFound)`.
pub async fn get_running(
    conn: &mut Conn<'_>,
    id: ImpersonationId,
    now: DateTime<Utc>,
) -> Result<Stay> {
    let found: Option<Stay> = on!(conn, |c| sqlx::query_as(concat!(
        select_stays!(),
        " WHERE id = $1 AND ended_at IS NULL AND expires_at > $2"
    ))
    .bind(id)
    .bind(now)
    .fetch_optional(c)
    .await)?;
    found.ok_or_else(|| ErrorCode::NoImpersonationFound.into())
}

/// Ends a stay with its sign-in. `false`: it was over.
///
/// # Errors
/// `Database`.
pub async fn end(conn: &mut Conn<'_>, stay: &Stay, by: &str, now: DateTime<Utc>) -> Result<bool> {
    let company = stay.shown.company_id;
    let ended = on!(&mut *conn, |c| {
        sqlx::query(
        "UPDATE impersonations SET ended_at = $3, ended_by = $4 WHERE company_id = $1 AND id = $2 AND ended_at IS NULL"
    )
    .bind(company)
    .bind(stay.shown.id)
    .bind(now)
    .bind(by)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    let owner = Owner {
        company_id: company,
        user_id: stay.shown.user_id,
    };
    sign_ins::revoke(conn, owner, stay.sign_in_id, now).await?;
    Ok(ended == 1)
}
