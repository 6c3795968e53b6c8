//! What admins write about connections, and the rules that keep one default, unique names and the plan.

use chrono::{DateTime, Utc};

use super::{find, get, history, keys, outages, programs};
use crate::{
    Conn, Result, StorageError, bots, campaigns,
    companies::{self, plan_changes},
    connections::message_templates,
    delivery::outbox,
    model::{
        CompanyId, ConnectionId, ErrorCode, PromptId, QueueId, QueueIntegrationId,
        connection::{Connection, ConnectionStatus, ConnectionTexts, ProviderKind},
    },
    on,
};

/// Letters of a token that are shown.
const TOKEN_CHARS_SHOWN: usize = 5;

/// What an admin decides about a connection.
#[derive(Debug, Clone)]
pub struct ConnectionForm {
    /// Its name, unique in a company.
    pub name: String,
    /// Used when nothing else is chosen.
    pub is_default: bool,
    /// Its queues; doubles count once.
    pub queue_ids: Vec<QueueId>,
    /// Texts and times.
    pub texts: ConnectionTexts,
    /// Meta's id of the number, for the Cloud API.
    pub phone_number_id: Option<String>,
    /// Meta's id of the business account, for the Cloud API.
    pub waba_id: Option<String>,
    /// The prompt that answers on it.
    pub prompt_id: Option<PromptId>,
    /// The integration that answers on it.
    pub integration_id: Option<QueueIntegrationId>,
}

/// A written connection, and the one that stopped being the default because of it.
#[derive(Debug, Clone)]
pub struct Written {
    /// The connection as it is now.
    pub connection: Connection,
    /// The former default, as it is now.
    pub former_default: Option<Connection>,
}

/// Adds a connection; the first of a company is its default whatever the form says.
///
/// # Errors
/// `PlanFull(PlanLimitConnections)`; `Refused`: `WappNameTaken`, `WappInUse` (the company has this Cloud API number),
/// `WappGreetingRequired`, `NoQueueFound`.
pub async fn insert(
    conn: &mut Conn<'_>,
    company: CompanyId,
    provider: ProviderKind,
    form: &ConnectionForm,
    now: DateTime<Utc>,
) -> Result<Written> {
    companies::take_turn(conn, company).await?;
    check_plan(conn, company).await?;
    check(conn, company, None, form).await?;
    let former = default_id(conn, company).await?;
    let becomes_default = form.is_default || former.is_none();
    if becomes_default {
        clear_default(conn, company, now).await?;
    }
    let id: ConnectionId = on!(conn, |c| sqlx::query_scalar(
        "INSERT INTO connections (company_id, name, provider, status, is_default, phone_number_id, waba_id,
           greeting_message, complation_message, out_of_hours_message, rating_message, transfer_queue_id,
           time_to_transfer, expires_ticket, expires_inactive_message, time_use_bot_queues,
           max_use_bot_queues, created_at, updated_at, prompt_id, integration_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $18, $19, $20)
         RETURNING id"
    )
    .bind(company)
    .bind(&form.name)
    .bind(provider)
    .bind(ConnectionStatus::Opening)
    .bind(becomes_default)
    .bind(&form.phone_number_id)
    .bind(&form.waba_id)
    .bind(&form.texts.greeting_message)
    .bind(&form.texts.complation_message)
    .bind(&form.texts.out_of_hours_message)
    .bind(&form.texts.rating_message)
    .bind(form.texts.transfer_queue_id)
    .bind(form.texts.time_to_transfer)
    .bind(form.texts.expires_ticket)
    .bind(&form.texts.expires_inactive_message)
    .bind(form.texts.time_use_bot_queues)
    .bind(form.texts.max_use_bot_queues)
    .bind(now)
    .bind(form.prompt_id)
    .bind(form.integration_id)
    .fetch_one(c)
    .await)
    .map_err(name_taken)?;
    replace_queues(conn, company, id, &form.queue_ids).await?;
    written(conn, company, id, former.filter(|_| becomes_default)).await
}

/// Writes the form; status, secrets and provider stay as they are.
///
/// # Errors
/// `Refused`: `NoWappFound`, `NoOtherWhatsapp` (it would leave the company without a default), and those of `insert`
/// but for the plan.
pub async fn update(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ConnectionId,
    form: &ConnectionForm,
    now: DateTime<Utc>,
) -> Result<Written> {
    companies::take_turn(conn, company).await?;
    get(conn, company, id).await?;
    let former = default_id(conn, company).await?;
    if former == Some(id) && !form.is_default {
        return Err(ErrorCode::NoOtherWhatsapp.into());
    }
    check(conn, company, Some(id), form).await?;
    let former = former.filter(|former| form.is_default && *former != id);
    if former.is_some() {
        clear_default(conn, company, now).await?;
    }
    let done = on!(conn, |c| sqlx::query(
        "UPDATE connections SET name = $3, is_default = $4, phone_number_id = $5, waba_id = $6,
           greeting_message = $7, complation_message = $8, out_of_hours_message = $9, rating_message = $10,
           transfer_queue_id = $11, time_to_transfer = $12, expires_ticket = $13,
           expires_inactive_message = $14, time_use_bot_queues = $15, max_use_bot_queues = $16,
           updated_at = $17, prompt_id = $18, integration_id = $19
         WHERE company_id = $1 AND id = $2 AND deleted_at IS NULL"
    )
    .bind(company)
    .bind(id)
    .bind(&form.name)
    .bind(form.is_default)
    .bind(&form.phone_number_id)
    .bind(&form.waba_id)
    .bind(&form.texts.greeting_message)
    .bind(&form.texts.complation_message)
    .bind(&form.texts.out_of_hours_message)
    .bind(&form.texts.rating_message)
    .bind(form.texts.transfer_queue_id)
    .bind(form.texts.time_to_transfer)
    .bind(form.texts.expires_ticket)
    .bind(&form.texts.expires_inactive_message)
    .bind(form.texts.time_use_bot_queues)
    .bind(form.texts.max_use_bot_queues)
    .bind(now)
    .bind(form.prompt_id)
    .bind(form.integration_id)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))
    .map_err(name_taken)?;
    if done != 1 {
        return Err(ErrorCode::NoWappFound.into());
    }
    replace_queues(conn, company, id, &form.queue_ids).await?;
    written(conn, company, id, former).await
}

/// Deletes a connection. Its row stays for the tickets and messages that name it; its secrets, queues and users' choices
/// of it go, and what it had to send is cancelled.
///
/// # Errors
/// `Refused(NoWappFound)`; `Refused(NoOtherWhatsapp)` for the default: another one has to be made default first; `Refused(CampaignRunning)`
/// while a campaign writes by it.
pub async fn delete(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ConnectionId,
    now: DateTime<Utc>,
) -> Result<()> {
    companies::take_turn(conn, company).await?;
    get(conn, company, id).await?;
    if default_id(conn, company).await? == Some(id) {
        return Err(ErrorCode::NoOtherWhatsapp.into());
    }
    if campaigns::is_running_by(conn, company, id).await? {
        return Err(ErrorCode::CampaignRunning.into());
    }
    let done = on!(conn, |c| {
        sqlx::query(
        "UPDATE connections SET deleted_at = $3, updated_at = $3, status = $4, status_reason = NULL,
           qrcode = '', pairing_code = '', sealed_secrets = NULL, token_hash = NULL, token_prefix = NULL
         WHERE company_id = $1 AND id = $2 AND deleted_at IS NULL"
    )
    .bind(company)
    .bind(id)
    .bind(now)
    .bind(ConnectionStatus::Disconnected)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    if done != 1 {
        return Err(ErrorCode::NoWappFound.into());
    }
    outages::forget(conn, company, id, now).await?;
    message_templates::forget_all(conn, company, id).await?;
    keys::forget(conn, company, id).await?;
    history::forget(conn, company, id).await?;
    replace_queues(conn, company, id, &[]).await?;
    outbox::cancel_waiting(conn, company, id, now).await?;
    on!(conn, |c| sqlx::query(
        "UPDATE users SET connection_id = NULL, updated_at = $3
         WHERE company_id = $1 AND connection_id = $2"
    )
    .bind(company)
    .bind(id)
    .bind(now)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

/// Stores the token with which programs speak for a connection, as its first letters and a hash; without one it has none.
///
/// # Errors
/// `Refused(WappTokenTaken)` when another connection has it.
pub async fn set_token(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ConnectionId,
    token: Option<&str>,
) -> Result<()> {
    let hash = token.map(programs::hash);
    let prefix: Option<String> = token.map(|token| token.chars().take(TOKEN_CHARS_SHOWN).collect());
    on!(conn, |c| sqlx::query(
        "UPDATE connections SET token_hash = $3, token_prefix = $4, token_used_at = NULL
         WHERE company_id = $1 AND id = $2 AND deleted_at IS NULL"
    )
    .bind(company)
    .bind(id)
    .bind(hash)
    .bind(prefix)
    .execute(c)
    .await
    .map(drop))
    .map_err(|error| match StorageError::from(error) {
        StorageError::Taken(_) => ErrorCode::WappTokenTaken.into(),
        other => other,
    })
}

/// Gives a connection exactly these queues.
///
/// # Errors
/// `Refused(NoQueueFound)` when one is not the company's.
pub async fn replace_queues(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ConnectionId,
    queues: &[QueueId],
) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "DELETE FROM connection_queues WHERE company_id = $1 AND connection_id = $2"
    )
    .bind(company)
    .bind(id)
    .execute(c)
    .await
    .map(drop))?;
    for queue in distinct(queues) {
        let done = on!(conn, |c| sqlx::query(
            "INSERT INTO connection_queues (company_id, connection_id, queue_id)
             SELECT company_id, $2, id FROM queues WHERE company_id = $1 AND id = $3"
        )
        .bind(company)
        .bind(id)
        .bind(queue)
        .execute(c)
        .await
        .map(|done| done.rows_affected()))?;
        if done != 1 {
            return Err(ErrorCode::NoQueueFound.into());
        }
    }
    Ok(())
}

async fn check_plan(conn: &mut Conn<'_>, company: CompanyId) -> Result<()> {
    let most = plan_changes::limits(conn, company).await?.connections;
    let count: i64 = on!(conn, |c| sqlx::query_scalar(
        "SELECT COUNT(*) FROM connections WHERE company_id = $1 AND deleted_at IS NULL"
    )
    .bind(company)
    .fetch_one(c)
    .await)?;
    if count >= most {
        Err(StorageError::PlanFull(
            ErrorCode::PlanLimitConnections,
            most,
        ))
    } else {
        Ok(())
    }
}

/// The rules that hold for a new connection and a changed one.
async fn check(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: Option<ConnectionId>,
    form: &ConnectionForm,
) -> Result<()> {
    if distinct(&form.queue_ids).len() > 1 && form.texts.greeting_message.trim().is_empty() {
        return Err(ErrorCode::WappGreetingRequired.into());
    }
    let queues = form
        .queue_ids
        .iter()
        .copied()
        .chain(form.texts.transfer_queue_id)
        .collect::<Vec<_>>();
    check_queues(conn, company, &distinct(&queues)).await?;
    bots::check(conn, company, (form.prompt_id, form.integration_id)).await?;
    let others: Vec<(String, Option<String>)> = on!(conn, |c| sqlx::query_as(
        "SELECT name, phone_number_id FROM connections
         WHERE company_id = $1 AND deleted_at IS NULL AND id <> $2
           AND (name = $3 OR phone_number_id = $4) LIMIT 2"
    )
    .bind(company)
    .bind(id.unwrap_or(ConnectionId(0)))
    .bind(&form.name)
    .bind(&form.phone_number_id)
    .fetch_all(c)
    .await)?;
    if others.iter().any(|(name, _)| *name == form.name) {
        return Err(ErrorCode::WappNameTaken.into());
    }
    if others.is_empty() {
        Ok(())
    } else {
        Err(ErrorCode::WappInUse.into())
    }
}

/// `queues` are distinct.
async fn check_queues(conn: &mut Conn<'_>, company: CompanyId, queues: &[QueueId]) -> Result<()> {
    if queues.is_empty() {
        return Ok(());
    }
    let found: i64 = on!(conn, |c| {
        let mut query =
            sqlx::QueryBuilder::<Driver>::new("SELECT COUNT(*) FROM queues WHERE company_id = ");
        query.push_bind(company).push(" AND id IN (");
        let mut ids = query.separated(", ");
        for queue in queues {
            ids.push_bind(*queue);
        }
        query.push(")");
        query.build_query_scalar().fetch_one(c).await
    })?;
    if i64::try_from(queues.len()) == Ok(found) {
        Ok(())
    } else {
        Err(ErrorCode::NoQueueFound.into())
    }
}

async fn default_id(conn: &mut Conn<'_>, company: CompanyId) -> Result<Option<ConnectionId>> {
    Ok(on!(conn, |c| sqlx::query_scalar(
        "SELECT id FROM connections WHERE company_id = $1 AND is_default AND deleted_at IS NULL"
    )
    .bind(company)
    .fetch_optional(c)
    .await)?)
}

async fn clear_default(conn: &mut Conn<'_>, company: CompanyId, now: DateTime<Utc>) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "UPDATE connections SET is_default = FALSE, updated_at = $2
         WHERE company_id = $1 AND is_default"
    )
    .bind(company)
    .bind(now)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

async fn written(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ConnectionId,
    former: Option<ConnectionId>,
) -> Result<Written> {
    let connection = get(conn, company, id).await?;
    let former_default = match former {
        Some(former) => find(conn, company, former).await?,
        None => None,
    };
    Ok(Written {
        connection,
        former_default,
    })
}

fn distinct(queues: &[QueueId]) -> Vec<QueueId> {
    let mut distinct = queues.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    distinct
}

fn name_taken(error: sqlx::Error) -> StorageError {
    match StorageError::from(error) {
        StorageError::Taken(_) => ErrorCode::WappNameTaken.into(),
        other => other,
    }
}
