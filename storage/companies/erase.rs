//! A company goes: at once for everybody, and row by row for the database.
//!
//! [`delete`] takes it away from people in one transaction. What it has stored is then removed piece by piece, each in a
//! transaction of its own, so that nobody else waits for it; a server that ends in between goes on where it was.

use chrono::{DateTime, Utc};

use crate::{
    Conn, Db, Result,
    media::{self, MediaStore, note_released},
    model::{CompanyId, ErrorCode, MediaId, connection::ConnectionStatus},
    on,
};

/// Tables whose rows belong to a company, those first to which no later one points; a test compares this with the schema.
/// `media` and `released_files` are not among them: their files go with them.
macro_rules! tables {
    ($with:ident) => {
        $with!(
            "api_requests",
            "key_calls",
            "api_keys",
            "webhook_attempts",
            "webhook_deliveries",
            "webhooks",
            "campaign_settings",
            "campaign_messages",
            "campaign_lanes",
            "campaign_connections",
            "credit_uses",
            "credits",
            "pix_payments",
            "pix_charges",
            "invoices",
            "billing_notices",
            "bank_customers",
            "campaign_recipients",
            "campaigns",
            "do_not_contact",
            "contact_list_items",
            "contact_lists",
            "push_subscriptions",
            "password_resets",
            "invitation_queues",
            "invitations",
            "presences",
            "saved_filters",
            "chat_messages",
            "chat_users",
            "chats",
            "reactions",
            "message_versions",
            "outbox",
            "inbox",
            "ticket_notes",
            "ticket_steps",
            "ticket_tags",
            "ticket_tracking",
            "bot_turns",
            "bot_sessions",
            "messages",
            "schedules",
            "quick_messages",
            "announcements",
            "file_list_options",
            "file_lists",
            "tickets",
            "contact_identities",
            "dialogues",
            "contact_windows",
            "contact_pictures",
            "contact_profiles",
            "number_checks",
            "contacts",
            "user_queues",
            "sign_ins",
            "impersonations",
            "recovery_codes",
            "passkeys",
            "passkey_challenges",
            "second_factors",
            "users",
            "connection_outages",
            "connection_queues",
            "connection_outages",
            "simulator_phones",
            "simulator_sessions",
            "message_templates",
            "whatsapp_keys",
            "past_messages",
            "api_calls",
            "connections",
            "holidays",
            "ai_usage",
            "articles",
            "prompts",
            "integration_calls",
            "queue_integrations",
            "queue_options",
            "queues",
            "company_hours",
            "tags",
            "closing_reasons",
            "ticket_counts",
            "contact_counts",
            "settings",
            "events",
            "audit_log",
            "company_sequences"
        )
    };
}

/// Rows removed in one transaction, so that nobody waits long for it.
const ROWS: i64 = 500;
/// Pieces of one company that are removed by one call.
const PIECES_AT_ONCE: usize = 400;
/// Companies looked after by one call.
const COMPANIES_AT_ONCE: i64 = 10;

/// How far the removal of a company has got.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Erased {
    /// Some rows are gone, others are left.
    Some,
    /// Every row is gone; files are still to be removed before the last one goes.
    AllButFiles,
    /// Nothing is left.
    All,
}

/// Takes a company away from everybody: its people cannot sign in and their sign-ins end, its connections stop, its name
/// and their e-mails are free again. Its rows are left to [`erase_some`].
///
/// # Errors
/// `Refused(NoCompanyFound)`.
pub async fn delete(conn: &mut Conn<'_>, company: CompanyId, now: DateTime<Utc>) -> Result<()> {
    let gone = on!(&mut *conn, |c| {
        sqlx::query(
        "UPDATE companies SET deleted_at = $2, updated_at = $2, status = FALSE, name = name || ' #' || id
         WHERE id = $1 AND deleted_at IS NULL"
    )
    .bind(company)
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    if gone == 0 {
        return Err(ErrorCode::NoCompanyFound.into());
    }
    // nobody can sign in with such an e-mail: none ends so (RFC 2606)
    on!(&mut *conn, |c| {
        sqlx::query(
        "UPDATE users SET active = FALSE, online = FALSE, email = id || '@deleted.invalid', password_hash = '-',
           token_version = token_version + 1, deleted_at = COALESCE(deleted_at, $2), updated_at = $2
         WHERE company_id = $1"
    )
    .bind(company)
    .bind(now)
    .execute(c)
    .await
    .map(drop)
    })?;
    on!(&mut *conn, |c| sqlx::query(
        "UPDATE sign_ins SET revoked_at = $2 WHERE company_id = $1 AND revoked_at IS NULL"
    )
    .bind(company)
    .bind(now)
    .execute(c)
    .await
    .map(drop))?;
    on!(conn, |c| {
        sqlx::query(
        "UPDATE connections SET deleted_at = COALESCE(deleted_at, $2), updated_at = $2, status = $3, status_reason = NULL,
           is_default = FALSE, qrcode = '', sealed_secrets = NULL
         WHERE company_id = $1"
    )
    .bind(company)
    .bind(now)
    .bind(ConnectionStatus::Disconnected)
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(())
}

/// Removes what deleted companies have left: a bounded number of pieces of each, the next call goes on. Answers how many
/// companies are gone.
///
/// # Errors
/// `Database`, `Unavailable`.
pub async fn erase_deleted(db: &Db, store: &MediaStore, now: DateTime<Utc>) -> Result<usize> {
    let on_their_way = {
        let mut reader = db.read().await?;
        list_deleted(&mut reader.conn(), COMPANIES_AT_ONCE).await?
    };
    let mut gone = 0;
    for company in on_their_way {
        for _ in 0..PIECES_AT_ONCE {
            let piece = async |conn: &mut Conn<'_>| erase_some(conn, company, now, ROWS).await;
            match db.write(piece).await? {
                Erased::Some => {}
                Erased::AllButFiles => {
                    if media::remove_released(db, store, Some(company)).await? == 0 {
                        // a file that cannot be removed now can be later
                        break;
                    }
                }
                Erased::All => {
                    gone += 1;
                    break;
                }
            }
        }
    }
    Ok(gone)
}

/// Companies that are on their way out, by number, at most `limit`.
async fn list_deleted(conn: &mut Conn<'_>, limit: i64) -> Result<Vec<CompanyId>> {
    Ok(on!(conn, |c| sqlx::query_scalar(
        "SELECT id FROM companies WHERE deleted_at IS NOT NULL ORDER BY id LIMIT $1"
    )
    .bind(limit)
    .fetch_all(c)
    .await)?)
}

/// Removes at most `limit` rows of a company that was deleted, of one table. The company's own row goes when nothing else
/// is left, its files included.
///
/// # Errors
/// `Refused(NoCompanyFound)` for one that was not deleted.
pub async fn erase_some(
    conn: &mut Conn<'_>,
    company: CompanyId,
    now: DateTime<Utc>,
    limit: i64,
) -> Result<Erased> {
    let on_its_way: Option<CompanyId> = on!(&mut *conn, |c| sqlx::query_scalar(
        "SELECT id FROM companies WHERE id = $1 AND deleted_at IS NOT NULL"
    )
    .bind(company)
    .fetch_optional(c)
    .await)?;
    on_its_way.ok_or(ErrorCode::NoCompanyFound)?;
    if remove_simulated(conn, company, now, limit).await? > 0 {
        return Ok(Erased::Some);
    }
    macro_rules! remove_from {
        ($($table:literal),+) => {
            $(
                if remove_rows!($table, conn, company, limit) > 0 {
                    return Ok(Erased::Some);
                }
            )+
        };
    }
    macro_rules! remove_rows {
        ($table:literal, $conn:expr, $company:expr, $limit:expr) => {
            on!(&mut *$conn, |c| sqlx::query(concat!(
                "DELETE FROM ",
                $table,
                " WHERE company_id = $1 AND ",
                row_id!(),
                " IN (SELECT ",
                row_id!(),
                " FROM ",
                $table,
                " WHERE company_id = $1 LIMIT $2)"
            ))
            .bind($company)
            .bind($limit)
            .execute(c)
            .await
            .map(|done| done.rows_affected()))?
        };
    }
    tables!(remove_from);
    if release_files(conn, company, now, limit).await? > 0 {
        return Ok(Erased::Some);
    }
    end(conn, company).await
}

/// Removes the company's own row, unless files are left.
async fn end(conn: &mut Conn<'_>, company: CompanyId) -> Result<Erased> {
    let left: bool = on!(&mut *conn, |c| sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM released_files WHERE company_id = $1)"
    )
    .bind(company)
    .fetch_one(c)
    .await)?;
    if left {
        return Ok(Erased::AllButFiles);
    }
    on!(conn, |c| sqlx::query(
        "DELETE FROM companies WHERE id = $1 AND deleted_at IS NOT NULL"
    )
    .bind(company)
    .execute(c)
    .await
    .map(drop))?;
    Ok(Erased::All)
}

/// Lets go of files; whatever referred to them is gone.
async fn release_files(
    conn: &mut Conn<'_>,
    company: CompanyId,
    now: DateTime<Utc>,
    limit: i64,
) -> Result<usize> {
    let files: Vec<MediaId> = on!(&mut *conn, |c| sqlx::query_scalar(
        "SELECT id FROM media WHERE company_id = $1 ORDER BY id LIMIT $2"
    )
    .bind(company)
    .bind(limit)
    .fetch_all(c)
    .await)?;
    media::release(conn, company, &files, now).await
}

/// The simulator's phones keep files of their own.
async fn remove_simulated(
    conn: &mut Conn<'_>,
    company: CompanyId,
    now: DateTime<Utc>,
    limit: i64,
) -> Result<usize> {
    let gone: Vec<Option<String>> = on!(&mut *conn, |c| {
        sqlx::query_scalar(
        "DELETE FROM simulator_messages WHERE id IN
           (SELECT id FROM simulator_messages WHERE company_id = $1 ORDER BY id LIMIT $2) RETURNING media_path"
    )
    .bind(company)
    .bind(limit)
    .fetch_all(c)
    .await
    })?;
    let count = gone.len();
    let paths: Vec<String> = gone.into_iter().flatten().collect();
    note_released(conn, company, &paths, now).await?;
    Ok(count)
}

#[cfg(test)]
pub(crate) fn erased_tables() -> Vec<&'static str> {
    macro_rules! names {
        ($($table:literal),+) => {
            vec!["simulator_messages", "media", "released_files", $($table),+]
        };
    }
    tables!(names)
}
