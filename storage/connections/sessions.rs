//! Where the sessions of connections stand: written by whoever has the number, read by everybody.

use chrono::{DateTime, Utc};

use super::{find, outages};
use crate::{
    Conn, Result,
    model::{
        CompanyId, ConnectionId, ErrorCode,
        connection::{Connection, ConnectionStatus},
    },
    on,
};

/// What a connection's session says about itself.
#[derive(Debug, Clone, Copy)]
pub struct StatusChange<'a> {
    /// Where it stands.
    pub status: ConnectionStatus,
    /// Why, when something is wrong.
    pub reason: Option<&'a str>,
    /// The code to scan, or empty.
    pub qrcode: &'a str,
    /// Until when it holds.
    pub qrcode_expires_at: Option<DateTime<Utc>>,
    /// The phone number, when learned; `None` keeps the known one.
    pub number: Option<&'a str>,
    /// The name of the account, when learned; `None` keeps the known one.
    pub account_name: Option<&'a str>,
}

impl StatusChange<'_> {
    /// It stands here, and that is all.
    pub fn to(status: ConnectionStatus) -> Self {
        Self {
            status,
            reason: None,
            qrcode: "",
            qrcode_expires_at: None,
            number: None,
            account_name: None,
        }
    }
}

/// Writes what the session says. `None` when it says nothing new, or the connection is gone. A new code counts as a
/// retry; a session that begins or is connected sets the count to 0 (rule B16). Letters to type end with the code that they
/// were shown beside. A connection that is not connected any more is down until it is again.
///
/// # Errors
/// `Database`.
pub async fn set_status(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ConnectionId,
    change: StatusChange<'_>,
    now: DateTime<Utc>,
) -> Result<Option<Connection>> {
    let before: Option<ConnectionStatus> = on!(conn, |c| {
        sqlx::query_scalar(concat!(
        "SELECT status FROM connections WHERE company_id = $1 AND id = $2 AND deleted_at IS NULL",
        for_update!()
    ))
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await
    })?;
    let Some(before) = before else {
        return Ok(None);
    };
    if !write_status(conn, company, id, change, now).await? {
        return Ok(None);
    }
    outages::follow(conn, (company, id), before, change, now).await?;
    find(conn, company, id).await
}

/// `false` when it says nothing new.
async fn write_status(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ConnectionId,
    change: StatusChange<'_>,
    now: DateTime<Utc>,
) -> Result<bool> {
    use ConnectionStatus::{Connected, Disconnected, Opening};

    let begins = matches!(change.status, Opening | Connected);
    // nobody waits for letters any more
    let ends = matches!(change.status, Disconnected | Connected);
    let changed = on!(conn, |c| {
        sqlx::query(
            "UPDATE connections SET status = $3, status_reason = $4, qrcode = $5, qrcode_expires_at = $6,
           pairing_code = '', pairing_number = CASE WHEN $11 THEN NULL ELSE pairing_number END,
           number = COALESCE($7, number), account_name = COALESCE($8, account_name),
           retries = CASE WHEN $9 THEN 0 WHEN $5 <> '' AND $5 <> qrcode THEN retries + 1 ELSE retries END,
           last_event_at = $10, last_event_kind = 'status', updated_at = $10
         WHERE company_id = $1 AND id = $2 AND deleted_at IS NULL
           AND (status <> $3 OR status_reason IS DISTINCT FROM $4 OR qrcode <> $5 OR pairing_code <> ''
                OR number IS DISTINCT FROM COALESCE($7, number)
                OR account_name IS DISTINCT FROM COALESCE($8, account_name))",
        )
        .bind(company)
        .bind(id)
        .bind(change.status)
        .bind(change.reason)
        .bind(change.qrcode)
        .bind(change.qrcode_expires_at)
        .bind(change.number)
        .bind(change.account_name)
        .bind(begins)
        .bind(now)
        .bind(ends)
        .execute(c)
        .await
        .map(|done| done.rows_affected())
    })?;
    Ok(changed == 1)
}

/// Notes that something was heard of a connection: `message`, `receipt`. What is older than what is known changes nothing.
///
/// # Errors
/// `Database`.
pub async fn note_event(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ConnectionId,
    (kind, at): (&str, DateTime<Utc>),
) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "UPDATE connections SET last_event_at = $3, last_event_kind = $4
         WHERE company_id = $1 AND id = $2 AND deleted_at IS NULL
           AND (last_event_at IS NULL OR last_event_at < $3)"
    )
    .bind(company)
    .bind(id)
    .bind(at)
    .bind(kind)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

/// Notes that somebody wants letters to type on the phone of this number. The session asks the provider for them as soon as
/// it shows a code.
///
/// # Errors
/// `Refused(WappNotInitialized)` for a connection that is paired and on.
pub async fn ask_pairing_code(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ConnectionId,
    number: &str,
) -> Result<()> {
    let done = on!(conn, |c| sqlx::query(
        "UPDATE connections SET pairing_number = $3
         WHERE company_id = $1 AND id = $2 AND deleted_at IS NULL AND status <> $4"
    )
    .bind(company)
    .bind(id)
    .bind(number)
    .bind(ConnectionStatus::Connected)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    if done == 1 {
        Ok(())
    } else {
        Err(ErrorCode::WappNotInitialized.into())
    }
}

/// Since when a number is connected, if it is.
///
/// # Errors
/// `Database`.
pub async fn connected_since(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ConnectionId,
) -> Result<Option<DateTime<Utc>>> {
    let since: Option<Option<DateTime<Utc>>> = on!(conn, |c| sqlx::query_scalar(
        "SELECT connected_since FROM connections WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    Ok(since.flatten())
}

/// The number for which letters are wanted, if they are.
///
/// # Errors
/// `Database`.
pub async fn pairing_number(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ConnectionId,
) -> Result<Option<String>> {
    let wanted: Option<Option<String>> = on!(conn, |c| sqlx::query_scalar(
        "SELECT pairing_number FROM connections WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    Ok(wanted.flatten())
}

/// The wish for letters is being fulfilled. `false` when somebody else does, or it is another one now.
///
/// # Errors
/// `Database`.
pub async fn take_pairing_number(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ConnectionId,
    number: &str,
) -> Result<bool> {
    let taken = on!(conn, |c| sqlx::query(
        "UPDATE connections SET pairing_number = NULL
         WHERE company_id = $1 AND id = $2 AND pairing_number = $3"
    )
    .bind(company)
    .bind(id)
    .bind(number)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    Ok(taken == 1)
}

/// Writes the letters that the provider gave; the code to scan stays beside them. `None` when they are not new, or the
/// connection shows no code.
///
/// # Errors
/// `Database`.
pub async fn set_pairing_code(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ConnectionId,
    code: &str,
    now: DateTime<Utc>,
) -> Result<Option<Connection>> {
    let changed = on!(conn, |c| {
        sqlx::query(
        "UPDATE connections SET pairing_code = $3, last_event_at = $4, updated_at = $4
         WHERE company_id = $1 AND id = $2 AND deleted_at IS NULL AND status = $5 AND pairing_code <> $3"
    )
    .bind(company)
    .bind(id)
    .bind(code)
    .bind(now)
    .bind(ConnectionStatus::Qrcode)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    if changed == 0 {
        Ok(None)
    } else {
        find(conn, company, id).await
    }
}
