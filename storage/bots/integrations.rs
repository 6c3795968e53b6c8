//! The integrations of a company (A051). What is secret of one is sealed, bound to it, and opened only to call it.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::{
    Conn, Result, StorageError, companies,
    contacts::fold,
    model::{
        CompanyId, ErrorCode, QueueIntegrationId,
        bot::{IntegrationKind, QueueIntegration},
        page::{Page, Rows},
    },
    on,
    security::seal::Sealer,
};

/// Integrations of one page (rule B0).
pub const PAGE_SIZE: i64 = 20;
/// Most integrations of a company.
pub(super) const INTEGRATIONS_MAX: i64 = 1_000;

/// What an admin writes, but for secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IntegrationForm {
    /// What it calls.
    pub kind: IntegrationKind,
    /// Its name, unique in a company.
    pub name: String,
    /// Of Dialogflow: the project.
    pub project_name: String,
    /// Of Dialogflow: the language.
    pub language: String,
    /// The address.
    pub url_n8n: String,
    /// Of Typebot: the public id of the flow.
    pub typebot_slug: String,
    /// Of Typebot: minutes of silence after which it begins anew; 0 is never.
    pub typebot_expires: i64,
    /// Of Typebot: milliseconds before each message.
    pub typebot_delay_message: i64,
    /// Of Typebot: ends the conversation.
    pub typebot_keyword_finish: String,
    /// Of Typebot: begins anew.
    pub typebot_keyword_restart: String,
    /// Of Typebot: said where the flow has no answer.
    pub typebot_unknown_message: String,
    /// Of Typebot: said when it begins anew.
    pub typebot_restart_message: String,
}

/// What is secret of an integration. Its debug text shows nothing.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct IntegrationSecrets {
    /// Of Dialogflow: the key of a service account, as Google gives it.
    pub json_content: Option<String>,
    /// Of n8n and webhook: signs the calls.
    pub secret: Option<String>,
}

impl std::fmt::Debug for IntegrationSecrets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("IntegrationSecrets")
    }
}

#[derive(sqlx::FromRow)]
struct Row {
    id: QueueIntegrationId,
    kind: IntegrationKind,
    name: String,
    project_name: String,
    language: String,
    url_n8n: String,
    has_secrets: bool,
    typebot_slug: String,
    typebot_expires: i64,
    typebot_delay_message: i64,
    typebot_keyword_finish: String,
    typebot_keyword_restart: String,
    typebot_unknown_message: String,
    typebot_restart_message: String,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

macro_rules! select_integrations {
    () => {
        "SELECT id, kind, name, project_name, language, url_n8n, sealed_secrets IS NOT NULL AS has_secrets, typebot_slug,
           typebot_expires, typebot_delay_message, typebot_keyword_finish, typebot_keyword_restart,
           typebot_unknown_message, typebot_restart_message, created_at, updated_at
         FROM queue_integrations WHERE company_id = $1"
    };
}

impl From<Row> for QueueIntegration {
    fn from(row: Row) -> Self {
        // the key is all that Dialogflow has of secrets, and the signature all that the others have
        let is_key = row.kind == IntegrationKind::Dialogflow;
        Self {
            id: row.id,
            kind: row.kind,
            name: row.name,
            project_name: row.project_name,
            has_json_content: row.has_secrets && is_key,
            language: row.language,
            url_n8n: row.url_n8n,
            has_secret: row.has_secrets && !is_key,
            typebot_slug: row.typebot_slug,
            typebot_expires: row.typebot_expires,
            typebot_delay_message: row.typebot_delay_message,
            typebot_keyword_finish: row.typebot_keyword_finish,
            typebot_keyword_restart: row.typebot_keyword_restart,
            typebot_unknown_message: row.typebot_unknown_message,
            typebot_restart_message: row.typebot_restart_message,
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}

/// A page of a company's integrations by name. A search text meets any part of a name, without case and accents.
///
/// # Errors
/// `Database`.
pub async fn list(
    conn: &mut Conn<'_>,
    company: CompanyId,
    search: &str,
    page: Page,
) -> Result<Rows<QueueIntegration>> {
    let rows: Vec<Row> = on!(conn, |c| sqlx::query_as(concat!(
        select_integrations!(),
        " ORDER BY name, id LIMIT $2"
    ))
    .bind(company)
    .bind(INTEGRATIONS_MAX)
    .fetch_all(c)
    .await)?;
    let part = fold(search.trim());
    let found: Vec<QueueIntegration> = rows
        .into_iter()
        .filter(|row| fold(&row.name).contains(&part))
        .map(QueueIntegration::from)
        .collect();
    let count = i64::try_from(found.len()).unwrap_or(i64::MAX);
    let skipped = usize::try_from(page.offset()).unwrap_or(usize::MAX);
    let size = usize::try_from(page.size).unwrap_or(usize::MAX);
    let shown = found.into_iter().skip(skipped).take(size).collect();
    Ok(Rows::new(shown, count, page))
}

/// An integration.
///
/// # Errors
/// `Refused(NoIntegrationFound)`.
pub async fn get(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: QueueIntegrationId,
) -> Result<QueueIntegration> {
    let row: Option<Row> = on!(conn, |c| sqlx::query_as(concat!(
        select_integrations!(),
        " AND id = $2"
    ))
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    row.map(QueueIntegration::from)
        .ok_or_else(|| ErrorCode::NoIntegrationFound.into())
}

/// What is secret of an integration.
///
/// # Errors
/// `Refused(NoIntegrationFound)`; `Unreadable` when it does not open (another key).
pub async fn secrets(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: QueueIntegrationId,
    sealer: &Sealer,
) -> Result<IntegrationSecrets> {
    let sealed: Option<Option<Vec<u8>>> = on!(conn, |c| {
        sqlx::query_scalar(
            "SELECT sealed_secrets FROM queue_integrations WHERE company_id = $1 AND id = $2",
        )
        .bind(company)
        .bind(id)
        .fetch_optional(c)
        .await
    })?;
    match sealed.ok_or(ErrorCode::NoIntegrationFound)? {
        Some(sealed) => {
            let opened = sealer.open(&context(company, id), &sealed)?;
            Ok(serde_json::from_slice(&opened)?)
        }
        None => Ok(IntegrationSecrets::default()),
    }
}

/// Stores secrets over the old ones; none at all takes them away.
///
/// # Errors
/// `Refused(NoIntegrationFound)`.
pub async fn set_secrets(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: QueueIntegrationId,
    sealer: &Sealer,
    secrets: &IntegrationSecrets,
) -> Result<()> {
    let sealed = if *secrets == IntegrationSecrets::default() {
        None
    } else {
        Some(sealer.seal(&context(company, id), &serde_json::to_vec(secrets)?)?)
    };
    let changed = on!(conn, |c| {
        sqlx::query(
            "UPDATE queue_integrations SET sealed_secrets = $3 WHERE company_id = $1 AND id = $2",
        )
        .bind(company)
        .bind(id)
        .bind(&sealed)
        .execute(c)
        .await
        .map(|done| done.rows_affected())
    })?;
    found(changed)
}

/// Adds an integration without secrets.
///
/// # Errors
/// `Refused(IntegrationNameTaken)`.
pub async fn insert(
    conn: &mut Conn<'_>,
    company: CompanyId,
    form: &IntegrationForm,
    now: DateTime<Utc>,
) -> Result<QueueIntegrationId> {
    check(conn, company, None, form).await?;
    Ok(on!(conn, |c| {
        sqlx::query_scalar(
            "INSERT INTO queue_integrations (company_id, kind, name, project_name, language, url_n8n, typebot_slug,
               typebot_expires, typebot_delay_message, typebot_keyword_finish, typebot_keyword_restart,
               typebot_unknown_message, typebot_restart_message, created_at, updated_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14) RETURNING id",
        )
        .bind(company)
        .bind(form.kind)
        .bind(&form.name)
        .bind(&form.project_name)
        .bind(&form.language)
        .bind(&form.url_n8n)
        .bind(&form.typebot_slug)
        .bind(form.typebot_expires)
        .bind(form.typebot_delay_message)
        .bind(&form.typebot_keyword_finish)
        .bind(&form.typebot_keyword_restart)
        .bind(&form.typebot_unknown_message)
        .bind(&form.typebot_restart_message)
        .bind(now)
        .fetch_one(c)
        .await
    })?)
}

/// Changes an integration; its secrets stay.
///
/// # Errors
/// `Refused(NoIntegrationFound)`, `Refused(IntegrationNameTaken)`.
pub async fn update(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: QueueIntegrationId,
    form: &IntegrationForm,
    now: DateTime<Utc>,
) -> Result<()> {
    check(conn, company, Some(id), form).await?;
    let changed = on!(conn, |c| {
        sqlx::query(
            "UPDATE queue_integrations SET kind = $3, name = $4, project_name = $5, language = $6, url_n8n = $7,
               typebot_slug = $8, typebot_expires = $9, typebot_delay_message = $10, typebot_keyword_finish = $11,
               typebot_keyword_restart = $12, typebot_unknown_message = $13, typebot_restart_message = $14,
               updated_at = $15
             WHERE company_id = $1 AND id = $2",
        )
        .bind(company)
        .bind(id)
        .bind(form.kind)
        .bind(&form.name)
        .bind(&form.project_name)
        .bind(&form.language)
        .bind(&form.url_n8n)
        .bind(&form.typebot_slug)
        .bind(form.typebot_expires)
        .bind(form.typebot_delay_message)
        .bind(&form.typebot_keyword_finish)
        .bind(&form.typebot_keyword_restart)
        .bind(&form.typebot_unknown_message)
        .bind(&form.typebot_restart_message)
        .bind(now)
        .execute(c)
        .await
        .map(|done| done.rows_affected())
    })?;
    found(changed)
}

/// Deletes an integration that no connection and no queue uses. Conversations that it leads go on without it.
///
/// # Errors
/// `Refused(NoIntegrationFound)`, `Refused(IntegrationInUse)`.
pub async fn delete(conn: &mut Conn<'_>, company: CompanyId, id: QueueIntegrationId) -> Result<()> {
    companies::take_turn(conn, company).await?;
    let is_used: bool = on!(&mut *conn, |c| {
        sqlx::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM connections
                WHERE company_id = $1 AND integration_id = $2 AND deleted_at IS NULL)
               OR EXISTS (SELECT 1 FROM queues WHERE company_id = $1 AND integration_id = $2)",
        )
        .bind(company)
        .bind(id)
        .fetch_one(c)
        .await
    })?;
    if is_used {
        return Err(ErrorCode::IntegrationInUse.into());
    }
    let gone = on!(conn, |c| sqlx::query(
        "DELETE FROM queue_integrations WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    found(gone)
}

/// Whether the name is free. Writers of one company take turns, so that it stays free until the end.
async fn check(
    conn: &mut Conn<'_>,
    company: CompanyId,
    own: Option<QueueIntegrationId>,
    form: &IntegrationForm,
) -> Result<()> {
    companies::take_turn(conn, company).await?;
    let other: Option<QueueIntegrationId> = on!(conn, |c| {
        sqlx::query_scalar(
            "SELECT id FROM queue_integrations
             WHERE company_id = $1 AND name = $2 AND ($3 IS NULL OR id <> $3) LIMIT 1",
        )
        .bind(company)
        .bind(&form.name)
        .bind(own)
        .fetch_optional(c)
        .await
    })?;
    match other {
        Some(_) => Err(ErrorCode::IntegrationNameTaken.into()),
        None => Ok(()),
    }
}

fn found(rows: u64) -> Result<()> {
    if rows == 0 {
        Err(StorageError::Refused(ErrorCode::NoIntegrationFound))
    } else {
        Ok(())
    }
}

/// Binds sealed secrets to their integration.
fn context(company: CompanyId, id: QueueIntegrationId) -> Vec<u8> {
    format!("queue-integration:{company}:{id}").into_bytes()
}
