//! Browsers that may be told of messages while no page of their user is open (web push): each by its address at the push
//! service of its maker, and by the two keys with which only that browser can read. A subscription is good as long as the
//! sign-in in which it was made.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::{
    Conn, Result,
    model::{
        CompanyId, ErrorCode, QueueId, UserId,
        user::{AllTicket, Profile},
    },
    on,
    security::seal::Sealer,
};

/// Browsers that a user keeps at most; the oldest goes for one more.
pub const SUBSCRIPTIONS_MAX: i64 = 10;

/// What a browser says of itself. Its debug text shows nothing.
#[derive(Clone, Copy)]
pub struct NewSubscription<'a> {
    /// Its address at the push service. Who knows it and our key can reach the browser.
    pub endpoint: &'a str,
    /// Its public key: a point of P-256, 65 bytes.
    pub p256dh: &'a [u8],
    /// What it shares with us alone, 16 bytes; stored sealed.
    pub auth: &'a [u8],
}

impl std::fmt::Debug for NewSubscription<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("NewSubscription")
    }
}

/// A browser to be told, and what its user may see. Its debug text names the user alone.
#[derive(Clone)]
pub struct Receiver {
    /// Whose browser.
    pub user_id: UserId,
    /// His profile now.
    pub profile: Profile,
    /// Whether he sees tickets without a queue.
    pub all_ticket: bool,
    /// Whether he serves the queue that was asked for.
    pub serves: bool,
    /// As in [`NewSubscription`].
    pub endpoint: String,
    /// As in [`NewSubscription`].
    pub p256dh: Vec<u8>,
    /// As in [`NewSubscription`].
    pub auth: Vec<u8>,
}

impl std::fmt::Debug for Receiver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Receiver")
            .field("user_id", &self.user_id)
            .finish_non_exhaustive()
    }
}

/// Keeps a browser of a user for as long as this sign-in lives. Whoever used the browser before is not told on it any more.
///
/// # Errors
/// `Refused(NoUserFound)`; `Database` when the sign-in is not the user's.
pub async fn save(
    conn: &mut Conn<'_>,
    (company, user, sign_in): (CompanyId, UserId, Uuid),
    sealer: &Sealer,
    new: NewSubscription<'_>,
    now: DateTime<Utc>,
) -> Result<()> {
    // two at once must not both find room
    let owner: Option<UserId> = on!(&mut *conn, |c| sqlx::query_scalar(concat!(
        "SELECT id FROM users WHERE company_id = $1 AND id = $2",
        for_update!()
    ))
    .bind(company)
    .bind(user)
    .fetch_optional(c)
    .await)?;
    owner.ok_or(ErrorCode::NoUserFound)?;
    let stored = sealer.seal(&context(company, user, new.endpoint), new.auth)?;
    // also another user's, of another company: a browser is one person's at a time, and knows its address alone
    on!(&mut *conn, |c| sqlx::query(
        "DELETE FROM push_subscriptions WHERE endpoint = $1"
    )
    .bind(new.endpoint)
    .execute(c)
    .await
    .map(drop))?;
    on!(&mut *conn, |c| {
        sqlx::query(
            "INSERT INTO push_subscriptions (company_id, user_id, endpoint, sign_in_id, p256dh, sealed_auth, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(company)
        .bind(user)
        .bind(new.endpoint)
        .bind(sign_in)
        .bind(new.p256dh)
        .bind(&stored)
        .bind(now)
        .execute(c)
        .await
        .map(drop)
    })?;
    on!(conn, |c| {
        sqlx::query(
        "DELETE FROM push_subscriptions WHERE company_id = $1 AND user_id = $2 AND endpoint NOT IN (
           SELECT endpoint FROM push_subscriptions WHERE company_id = $1 AND user_id = $2
           ORDER BY created_at DESC, endpoint LIMIT $3)"
    )
    .bind(company)
    .bind(user)
    .bind(SUBSCRIPTIONS_MAX)
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(())
}

/// Forgets a browser of a user. Answers whether it was known.
///
/// # Errors
/// `Database`.
pub async fn delete(
    conn: &mut Conn<'_>,
    company: CompanyId,
    user: UserId,
    endpoint: &str,
) -> Result<bool> {
    let gone = on!(conn, |c| {
        sqlx::query(
        "DELETE FROM push_subscriptions WHERE company_id = $1 AND user_id = $2 AND endpoint = $3"
    )
    .bind(company)
    .bind(user)
    .bind(endpoint)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    Ok(gone > 0)
}

/// Whether anybody of a company may be told at all.
///
/// # Errors
/// `Database`.
pub async fn has_any(conn: &mut Conn<'_>, company: CompanyId) -> Result<bool> {
    let one: Option<i64> = on!(conn, |c| sqlx::query_scalar(
        "SELECT company_id FROM push_subscriptions WHERE company_id = $1 LIMIT 1"
    )
    .bind(company)
    .fetch_optional(c)
    .await)?;
    Ok(one.is_some())
}

/// The browsers of those who are away: who may work, is still signed in there, and has no page open at any node that lives.
/// Of `holder` alone if there is one, else of everybody in the company; who of them may see a ticket of `queue` is for the
/// caller to say. At most `limit`.
///
/// # Errors
/// `Database`.
pub async fn list_away(
    conn: &mut Conn<'_>,
    company: CompanyId,
    (holder, queue): (Option<UserId>, Option<QueueId>),
    sealer: &Sealer,
    (now, limit): (DateTime<Utc>, i64),
) -> Result<Vec<Receiver>> {
    #[derive(sqlx::FromRow)]
    struct Row {
        user_id: UserId,
        profile: Profile,
        all_ticket: AllTicket,
        serves: bool,
        endpoint: String,
        p256dh: Vec<u8>,
        sealed_auth: Vec<u8>,
    }
    let rows: Vec<Row> = on!(conn, |c| {
        sqlx::query_as(concat!(
        "SELECT p.user_id, u.profile, u.all_ticket, p.endpoint, p.p256dh, p.sealed_auth,
           EXISTS (SELECT 1 FROM user_queues q
                   WHERE q.company_id = p.company_id AND q.user_id = p.user_id AND q.queue_id = $3) AS serves
         FROM push_subscriptions p
         JOIN sign_ins s ON s.company_id = p.company_id AND s.user_id = p.user_id AND s.id = p.sign_in_id
         JOIN users u ON u.company_id = p.company_id AND u.id = p.user_id
         JOIN companies c ON c.id = p.company_id
         WHERE p.company_id = $1 AND (CAST($2 AS BIGINT) IS NULL OR p.user_id = $2)
           AND s.revoked_at IS NULL AND s.expires_at > $4 AND s.token_version = u.token_version
           AND u.active AND c.status AND (c.due_date IS NULL OR c.due_date > $4)
           AND NOT EXISTS (
             SELECT 1 FROM presences h JOIN leases l ON l.resource = 'node:' || h.node
             WHERE h.company_id = p.company_id AND h.user_id = p.user_id AND l.expires_at > ",
        now!("$4"),
        ") ORDER BY p.user_id, p.created_at DESC, p.endpoint LIMIT $5"
    ))
    .bind(company)
    .bind(holder)
    .bind(queue)
    .bind(now)
    .bind(limit)
    .fetch_all(c)
    .await
    })?;
    // what another encryption key has sealed is nobody's any more; the page says it anew
    let opened = rows.into_iter().filter_map(|row| {
        let place = context(company, row.user_id, &row.endpoint);
        Some(Receiver {
            user_id: row.user_id,
            profile: row.profile,
            all_ticket: row.all_ticket == AllTicket::Enabled,
            serves: row.serves,
            auth: sealer.open(&place, &row.sealed_auth).ok()?,
            endpoint: row.endpoint,
            p256dh: row.p256dh,
        })
    });
    Ok(opened.collect())
}

/// Binds a sealed secret to its row, so that it cannot be moved to another user or browser.
fn context(company: CompanyId, user: UserId, endpoint: &str) -> Vec<u8> {
    [
        b"push-subscription".as_slice(),
        &company.0.to_be_bytes(),
        &user.0.to_be_bytes(),
        endpoint.as_bytes(),
    ]
    .concat()
}
