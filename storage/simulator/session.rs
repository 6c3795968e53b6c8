//! The business's own phone: whether it is paired with the desk, which codes the desk shows to it, and when it is away.

use chrono::{DateTime, Utc};

use crate::{
    Conn, Result,
    model::{CompanyId, ConnectionId},
    on,
};

/// What the business's own phone knows. A connection of which nothing is stored is paired, as those of the demonstration
/// are from the start.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct PhoneSession {
    /// The desk may speak for it.
    pub is_paired: bool,
    /// Digits of its number, once it is paired.
    pub number: Option<String>,
    /// The name of its account.
    pub name: Option<String>,
    /// The code that the desk shows, or empty.
    pub qrcode: String,
    /// The letters that the desk shows, or empty.
    pub pairing_code: String,
    /// It cannot be reached before this time.
    pub away_until: Option<DateTime<Utc>>,
    /// How often its connection was broken off.
    pub breaks: i64,
    /// Why it was the last time.
    pub break_reason: String,
    /// It was broken off for good: it does not come back by itself.
    pub is_closed: bool,
}

impl Default for PhoneSession {
    fn default() -> Self {
        Self {
            is_paired: true,
            number: None,
            name: None,
            qrcode: String::new(),
            pairing_code: String::new(),
            away_until: None,
            breaks: 0,
            break_reason: String::new(),
            is_closed: false,
        }
    }
}

/// How a phone breaks off.
#[derive(Debug, Clone, Copy)]
pub struct Break<'a> {
    /// Why, for the desk.
    pub reason: &'a str,
    /// It cannot be reached before this time.
    pub away_until: Option<DateTime<Utc>>,
    /// It does not come back by itself.
    pub is_closed: bool,
}

/// The phone of a connection.
///
/// # Errors
/// `Database`.
pub async fn find_session(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
) -> Result<PhoneSession> {
    let found: Option<PhoneSession> = on!(conn, |c| {
        sqlx::query_as(
        "SELECT is_paired, number, name, qrcode, pairing_code, away_until, breaks, break_reason, is_closed
         FROM simulator_sessions WHERE company_id = $1 AND connection_id = $2"
    )
    .bind(company)
    .bind(connection)
    .fetch_optional(c)
    .await
    })?;
    Ok(found.unwrap_or_default())
}

/// The phone is not paired any more, or not yet: what it knew of the desk is forgotten.
///
/// # Errors
/// `Database` when the connection is not of the company.
pub async fn unpair(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
) -> Result<()> {
    on!(conn, |c| {
        sqlx::query(
        "INSERT INTO simulator_sessions (company_id, connection_id, is_paired) VALUES ($1, $2, FALSE)
         ON CONFLICT (company_id, connection_id) DO UPDATE SET
           is_paired = FALSE, number = NULL, name = NULL, qrcode = '', pairing_code = '', is_closed = FALSE"
    )
    .bind(company)
    .bind(connection)
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(())
}

/// The desk shows another code to scan; without one the shown one is over.
///
/// # Errors
/// `Database`.
pub async fn show_code(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    qrcode: &str,
) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "UPDATE simulator_sessions SET qrcode = $3, pairing_code = ''
         WHERE company_id = $1 AND connection_id = $2 AND NOT is_paired"
    )
    .bind(company)
    .bind(connection)
    .bind(qrcode)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

/// The desk shows letters to type for this number, beside the code.
///
/// # Errors
/// `Database`.
pub async fn show_letters(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    (letters, number): (&str, &str),
) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "UPDATE simulator_sessions SET pairing_code = $3, number = $4
         WHERE company_id = $1 AND connection_id = $2 AND NOT is_paired"
    )
    .bind(company)
    .bind(connection)
    .bind(letters)
    .bind(number)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

/// The phone takes the code that is shown, scanned or typed. `false` when that is not shown, or nothing is.
///
/// # Errors
/// `Database`.
pub async fn pair(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    shown: Shown<'_>,
    (number, name): (&str, &str),
) -> Result<bool> {
    let (qrcode, letters) = match shown {
        Shown::Code(code) => (code, None),
        Shown::Letters(letters) => (None, Some(letters)),
    };
    let paired = on!(conn, |c| {
        sqlx::query(
        "UPDATE simulator_sessions SET is_paired = TRUE, qrcode = '', pairing_code = '', is_closed = FALSE,
           number = CASE WHEN $4 IS NULL THEN $5 ELSE COALESCE(number, $5) END, name = $6
         WHERE company_id = $1 AND connection_id = $2 AND NOT is_paired AND qrcode <> ''
           AND ($3 IS NULL OR qrcode = $3) AND ($4 IS NULL OR pairing_code = $4)"
    )
    .bind(company)
    .bind(connection)
    .bind(qrcode)
    .bind(letters)
    .bind(number)
    .bind(name)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    Ok(paired == 1)
}

/// What a phone takes from the desk's page.
#[derive(Debug, Clone, Copy)]
pub enum Shown<'a> {
    /// The code to scan: this one, or whichever is shown.
    Code(Option<&'a str>),
    /// The letters, typed.
    Letters(&'a str),
}

/// The phone breaks off: its session on the desk hears of it when it looks.
///
/// # Errors
/// `Database` when the connection is not of the company.
pub async fn break_off(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    how: Break<'_>,
) -> Result<()> {
    on!(conn, |c| {
        sqlx::query(
        "INSERT INTO simulator_sessions
           (company_id, connection_id, is_paired, breaks, break_reason, away_until, is_closed)
         VALUES ($1, $2, TRUE, 1, $3, $4, $5)
         ON CONFLICT (company_id, connection_id) DO UPDATE SET breaks = simulator_sessions.breaks + 1,
           break_reason = $3, away_until = $4, is_closed = $5"
    )
    .bind(company)
    .bind(connection)
    .bind(how.reason)
    .bind(how.away_until)
    .bind(how.is_closed)
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(())
}

/// The phone can be reached again.
///
/// # Errors
/// `Database`.
pub async fn come_back(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "UPDATE simulator_sessions SET away_until = NULL, is_closed = FALSE
         WHERE company_id = $1 AND connection_id = $2"
    )
    .bind(company)
    .bind(connection)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}
