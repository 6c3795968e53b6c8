//! Message templates of the company's Cloud API numbers, as Meta told them last.

use chrono::{DateTime, Utc};
use sqlx::types::Json;

use crate::{
    Conn, Result,
    model::{
        CompanyId, ConnectionId, ErrorCode, MediaId, MessageTemplateId,
        message_template::{MessageTemplate, TemplateComponent},
    },
    on,
};

/// Templates of a number that are kept at most.
pub const TEMPLATES_MAX: usize = 1000;

/// A template as Meta tells it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemoteTemplate {
    /// Meta's id.
    pub remote_id: String,
    /// Its name.
    pub name: String,
    /// Its language.
    pub language: String,
    /// Its category.
    pub category: String,
    /// Its status.
    pub status: String,
    /// What it is made of.
    pub components: Vec<TemplateComponent>,
    /// Why it was rejected.
    pub rejected_reason: Option<String>,
}

/// Which templates are meant by what Meta says of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TemplateName<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its language; all of them if it is empty.
    pub language: &'a str,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: MessageTemplateId,
    connection_id: ConnectionId,
    name: String,
    language: String,
    category: String,
    status: String,
    components: Json<Vec<TemplateComponent>>,
    rejected_reason: Option<String>,
    header_file: Option<String>,
    refreshed_at: DateTime<Utc>,
}

macro_rules! columns {
    () => {
        "id, connection_id, name, language, category, status, components, rejected_reason, refreshed_at,
         (SELECT m.name FROM media m WHERE m.company_id = message_templates.company_id
            AND m.id = message_templates.media_id) AS header_file"
    };
}

impl From<Row> for MessageTemplate {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            whatsapp_id: row.connection_id,
            name: row.name,
            language: row.language,
            category: row.category,
            status: row.status,
            components: row.components.0,
            rejected_reason: row.rejected_reason,
            header_file: row.header_file,
            refreshed_at: row.refreshed_at,
        }
    }
}

/// The templates of a number by name and language; at most 1000.
///
/// # Errors
/// `Database`.
pub async fn list(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
) -> Result<Vec<MessageTemplate>> {
    let rows: Vec<Row> = on!(conn, |c| sqlx::query_as(concat!(
        "SELECT ",
        columns!(),
        " FROM message_templates WHERE company_id = $1 AND connection_id = $2
         ORDER BY name, language LIMIT $3"
    ))
    .bind(company)
    .bind(connection)
    .bind(i64::try_from(TEMPLATES_MAX).unwrap_or(i64::MAX))
    .fetch_all(c)
    .await)?;
    Ok(rows.into_iter().map(MessageTemplate::from).collect())
}

/// A template of a number.
///
/// # Errors
/// `Refused(NoTemplateFound)` when the number has none of this id.
pub async fn get(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    id: MessageTemplateId,
) -> Result<MessageTemplate> {
    let row: Option<Row> = on!(conn, |c| sqlx::query_as(concat!(
        "SELECT ",
        columns!(),
        " FROM message_templates WHERE company_id = $1 AND connection_id = $2 AND id = $3"
    ))
    .bind(company)
    .bind(connection)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    Ok(row
        .map(MessageTemplate::from)
        .ok_or(ErrorCode::NoTemplateFound)?)
}

/// Meta's id of a template of a number.
///
/// # Errors
/// `Refused(NoTemplateFound)` when the number has none of this id.
pub async fn remote_id(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    id: MessageTemplateId,
) -> Result<String> {
    let found: Option<String> = on!(conn, |c| sqlx::query_scalar(
        "SELECT remote_id FROM message_templates
         WHERE company_id = $1 AND connection_id = $2 AND id = $3"
    )
    .bind(company)
    .bind(connection)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    Ok(found.ok_or(ErrorCode::NoTemplateFound)?)
}

/// The file of a template of a number that goes where no other one is given.
///
/// # Errors
/// `Database`.
pub async fn file_of(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    id: MessageTemplateId,
) -> Result<Option<MediaId>> {
    let found: Option<Option<MediaId>> = on!(conn, |c| sqlx::query_scalar(
        "SELECT media_id FROM message_templates
         WHERE company_id = $1 AND connection_id = $2 AND id = $3"
    )
    .bind(company)
    .bind(connection)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    Ok(found.flatten())
}

/// Gives a template of a number its file.
///
/// # Errors
/// `Refused(NoTemplateFound)` when the number has none of this id.
pub async fn set_file(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    id: MessageTemplateId,
    file: MediaId,
) -> Result<()> {
    let changed = on!(conn, |c| sqlx::query(
        "UPDATE message_templates SET media_id = $4
         WHERE company_id = $1 AND connection_id = $2 AND id = $3"
    )
    .bind(company)
    .bind(connection)
    .bind(id)
    .bind(file)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    if changed == 1 {
        Ok(())
    } else {
        Err(ErrorCode::NoTemplateFound.into())
    }
}

/// Keeps what Meta says of a template, over what is known of it. Its file here stays.
///
/// # Errors
/// `Database` when the connection is not the company's.
pub async fn put(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    told: &RemoteTemplate,
    now: DateTime<Utc>,
) -> Result<MessageTemplateId> {
    Ok(on!(conn, |c| {
        sqlx::query_scalar(
        "INSERT INTO message_templates (company_id, connection_id, remote_id, name, language, category, status,
           components, rejected_reason, refreshed_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         ON CONFLICT (company_id, connection_id, name, language) DO UPDATE SET remote_id = excluded.remote_id,
           category = excluded.category, status = excluded.status, components = excluded.components,
           rejected_reason = excluded.rejected_reason, refreshed_at = excluded.refreshed_at
         RETURNING id"
    )
    .bind(company)
    .bind(connection)
    .bind(&told.remote_id)
    .bind(&told.name)
    .bind(&told.language)
    .bind(&told.category)
    .bind(&told.status)
    .bind(Json(&told.components))
    .bind(told.rejected_reason.as_deref())
    .bind(now)
    .fetch_one(c)
    .await
    })?)
}

/// Keeps all that Meta has told of a number's templates after it was asked at `asked_at`: what it no longer knows is forgotten,
/// what came to be since then is kept.
///
/// # Errors
/// `Database` when the connection is not the company's.
pub async fn replace(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    told: &[RemoteTemplate],
    asked_at: DateTime<Utc>,
) -> Result<()> {
    for template in told.iter().take(TEMPLATES_MAX) {
        put(conn, company, connection, template, asked_at).await?;
    }
    on!(conn, |c| sqlx::query(
        "DELETE FROM message_templates
         WHERE company_id = $1 AND connection_id = $2 AND refreshed_at < $3"
    )
    .bind(company)
    .bind(connection)
    .bind(asked_at)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

/// Keeps another status of a template. `false`: it is known, or the template is not.
///
/// # Errors
/// `Database`.
pub async fn set_status(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    which: TemplateName<'_>,
    (status, reason): (&str, Option<&str>),
    now: DateTime<Utc>,
) -> Result<bool> {
    let changed = on!(conn, |c| {
        sqlx::query(
            "UPDATE message_templates SET status = $5, rejected_reason = $6, refreshed_at = $7
         WHERE company_id = $1 AND connection_id = $2 AND name = $3 AND (language = $4 OR $4 = '')
           AND (status <> $5 OR COALESCE(rejected_reason, '') <> COALESCE($6, ''))",
        )
        .bind(company)
        .bind(connection)
        .bind(which.name)
        .bind(which.language)
        .bind(status)
        .bind(reason)
        .bind(now)
        .execute(c)
        .await
        .map(|done| done.rows_affected())
    })?;
    Ok(changed > 0)
}

/// Forgets a template. `false`: it is not known.
///
/// # Errors
/// `Database`.
pub async fn forget(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    which: TemplateName<'_>,
) -> Result<bool> {
    let gone = on!(conn, |c| sqlx::query(
        "DELETE FROM message_templates
         WHERE company_id = $1 AND connection_id = $2 AND name = $3 AND (language = $4 OR $4 = '')"
    )
    .bind(company)
    .bind(connection)
    .bind(which.name)
    .bind(which.language)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    Ok(gone > 0)
}

/// Forgets all templates of a number that is deleted.
///
/// # Errors
/// `Database`.
pub(crate) async fn forget_all(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "DELETE FROM message_templates WHERE company_id = $1 AND connection_id = $2"
    )
    .bind(company)
    .bind(connection)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}
