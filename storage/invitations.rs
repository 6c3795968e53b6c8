//! Invitations into a company: by a link that is good once and for a week. A row is an invitation that nobody has accepted;
//! what the link says is stored as a hash only.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, TimeDelta, Utc};
use rand::{TryRngCore as _, rngs::OsRng};
use sha2::{Digest as _, Sha256};

use crate::{
    Conn, Result, StorageError, companies,
    model::{
        CompanyId, ErrorCode, InvitationId, QueueId, invitation::Invitation, ticket::TicketQueue,
        user::Profile,
    },
    on,
};

/// How long an invitation is good.
pub const LIFE: TimeDelta = TimeDelta::days(7);
/// Invitations of one company that wait at once.
pub const INVITATIONS_MAX: i64 = 50;

/// Somebody to invite.
#[derive(Debug, Clone, Copy)]
pub struct NewInvitation<'a> {
    /// Whom; `None` is whoever has the link.
    pub email: Option<&'a str>,
    /// What he will be.
    pub profile: Profile,
    /// His queues.
    pub queues: &'a [QueueId],
    /// The name of who invites.
    pub invited_by: &'a str,
}

/// An invitation as the one who has its link finds it.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct Invited {
    /// Its number.
    pub id: InvitationId,
    /// Into which company.
    pub company_id: CompanyId,
    /// Only for this e-mail.
    pub email: Option<String>,
    /// What he will be.
    pub profile: Profile,
    /// Until when it is good.
    pub expires_at: DateTime<Utc>,
}

/// What a link says: 256 bits that nobody guesses.
///
/// # Errors
/// `File` when the machine gives no randomness.
pub fn random_token() -> Result<String> {
    let mut bytes = [0; 32];
    OsRng
        .try_fill_bytes(&mut bytes)
        .map_err(std::io::Error::other)?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}

fn hash(token: &str) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}

/// A company's invitations that wait, the newest first; at most 50.
///
/// # Errors
/// `Database`.
pub async fn list(
    conn: &mut Conn<'_>,
    company: CompanyId,
    now: DateTime<Utc>,
) -> Result<Vec<Invitation>> {
    #[derive(sqlx::FromRow)]
    struct Row {
        id: InvitationId,
        email: Option<String>,
        profile: Profile,
        invited_by: String,
        created_at: DateTime<Utc>,
        expires_at: DateTime<Utc>,
    }
    let rows: Vec<Row> = on!(&mut *conn, |c| sqlx::query_as(
        "SELECT id, email, profile, invited_by, created_at, expires_at FROM invitations
         WHERE company_id = $1 AND expires_at > $2 ORDER BY id DESC LIMIT $3"
    )
    .bind(company)
    .bind(now)
    .bind(INVITATIONS_MAX)
    .fetch_all(c)
    .await)?;
    let mut invitations = Vec::with_capacity(rows.len());
    for row in rows {
        invitations.push(Invitation {
            queues: list_queues(conn, company, row.id).await?,
            id: row.id,
            email: row.email,
            profile: row.profile,
            invited_by: row.invited_by,
            created_at: row.created_at,
            expires_at: row.expires_at,
        });
    }
    Ok(invitations)
}

/// The queues that go with an invitation, by name; those that are gone since are not among them.
///
/// # Errors
/// `Database`.
pub async fn list_queues(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: InvitationId,
) -> Result<Vec<TicketQueue>> {
    let rows: Vec<(QueueId, String, String)> = on!(conn, |c| sqlx::query_as(
        "SELECT q.id, q.name, q.color FROM invitation_queues iq
         JOIN queues q ON q.company_id = iq.company_id AND q.id = iq.queue_id
         WHERE iq.company_id = $1 AND iq.invitation_id = $2 ORDER BY q.name, q.id LIMIT 100"
    )
    .bind(company)
    .bind(id)
    .fetch_all(c)
    .await)?;
    let queues = rows
        .into_iter()
        .map(|(id, name, color)| TicketQueue { id, name, color });
    Ok(queues.collect())
}

/// An invitation that waits.
///
/// # Errors
/// `Refused(NoInvitationFound)`.
pub async fn get(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: InvitationId,
    now: DateTime<Utc>,
) -> Result<Invitation> {
    let all = list(conn, company, now).await?;
    let found = all.into_iter().find(|one| one.id == id);
    found.ok_or_else(|| ErrorCode::NoInvitationFound.into())
}

/// Invites somebody; an earlier invitation of the same e-mail is good no more, and those that are over go.
///
/// # Errors
/// `Refused(InvitationsFull)`; `Database` when a queue is not the company's.
pub async fn insert(
    conn: &mut Conn<'_>,
    company: CompanyId,
    new: &NewInvitation<'_>,
    token: &str,
    now: DateTime<Utc>,
) -> Result<Invitation> {
    // two at once must not both find room
    companies::take_turn(conn, company).await?;
    on!(&mut *conn, |c| sqlx::query(
        "DELETE FROM invitations WHERE company_id = $1 AND (expires_at <= $2 OR email = $3)"
    )
    .bind(company)
    .bind(now)
    .bind(new.email)
    .execute(c)
    .await
    .map(drop))?;
    let waiting: i64 = on!(&mut *conn, |c| sqlx::query_scalar(
        "SELECT COUNT(*) FROM invitations WHERE company_id = $1"
    )
    .bind(company)
    .fetch_one(c)
    .await)?;
    if waiting >= INVITATIONS_MAX {
        return Err(StorageError::Refused(ErrorCode::InvitationsFull));
    }
    let id: InvitationId = on!(&mut *conn, |c| {
        sqlx::query_scalar(
        "INSERT INTO invitations (company_id, token_hash, email, profile, invited_by, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id"
    )
    .bind(company)
    .bind(hash(token))
    .bind(new.email)
    .bind(new.profile)
    .bind(new.invited_by)
    .bind(now)
    .bind(now + LIFE)
    .fetch_one(c)
    .await
    })?;
    for queue in new.queues {
        on!(&mut *conn, |c| {
            sqlx::query(
            "INSERT INTO invitation_queues (company_id, invitation_id, queue_id) VALUES ($1, $2, $3)"
        )
        .bind(company)
        .bind(id)
        .bind(queue)
        .execute(c)
        .await
        .map(drop)
        })?;
    }
    get(conn, company, id, now).await
}

/// The invitation of a link, while it is good. The link says of which company it is.
///
/// # Errors
/// `Refused(NoInvitationFound)` for one that was used, taken back, is over or never was.
pub async fn get_by_token(conn: &mut Conn<'_>, token: &str, now: DateTime<Utc>) -> Result<Invited> {
    let found: Option<Invited> = on!(conn, |c| sqlx::query_as(
        "SELECT i.id, i.company_id, i.email, i.profile, i.expires_at FROM invitations i
         JOIN companies co ON co.id = i.company_id AND co.deleted_at IS NULL
         WHERE i.token_hash = $1 AND i.expires_at > $2"
    )
    .bind(hash(token))
    .bind(now)
    .fetch_optional(c)
    .await)?;
    found.ok_or_else(|| ErrorCode::NoInvitationFound.into())
}

/// Ends an invitation: it was accepted, or is taken back. Of two who do it at once, one finds none.
///
/// # Errors
/// `Refused(NoInvitationFound)`.
pub async fn delete(conn: &mut Conn<'_>, company: CompanyId, id: InvitationId) -> Result<()> {
    let gone = on!(conn, |c| sqlx::query(
        "DELETE FROM invitations WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    if gone == 1 {
        Ok(())
    } else {
        Err(StorageError::Refused(ErrorCode::NoInvitationFound))
    }
}
