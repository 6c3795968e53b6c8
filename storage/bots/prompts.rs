//! The prompts of a company (A050, rule B15). Their keys are sealed, bound to their prompt; only their last letters are
//! shown.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::ASSIST_PROMPT_SETTING;
use crate::{
    Conn, Result, StorageError, companies,
    contacts::fold,
    model::{
        CompanyId, ErrorCode, PromptId, QueueId,
        page::{Page, Rows},
        prompt::Prompt,
        ticket::TicketQueue,
    },
    on,
    security::seal::Sealer,
};

/// Prompts of one page (rule B0).
pub const PAGE_SIZE: i64 = 20;
/// Most prompts of a company that are looked through.
const PROMPTS_MAX: i64 = 1_000;
/// Stands for the letters of a key that are not shown.
pub const HIDDEN: &str = "••••••••";
/// Letters of a key that are shown, and how long it must be for that.
const SHOWN_CHARS: usize = 4;
const SHOWN_FROM: usize = 16;

/// What an admin writes, but for keys.
#[derive(Debug, Clone, PartialEq)]
pub struct PromptForm {
    /// Its name.
    pub name: String,
    /// What the model is told to be.
    pub prompt: String,
    /// `texto` or a voice.
    pub voice: String,
    /// The region of the voice service.
    pub voice_region: String,
    /// Most tokens of an answer.
    pub max_tokens: i64,
    /// How free it is.
    pub temperature: f64,
    /// Messages that the model reads.
    pub max_messages: i64,
    /// Base of the service; empty is the installation's.
    pub base_url: String,
    /// The model; empty is the installation's.
    pub model: String,
    /// Where a conversation goes that needs people.
    pub queue_id: QueueId,
}

/// The keys of a prompt. Its debug text shows nothing.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct PromptKeys {
    /// Of the model's service.
    pub api_key: String,
    /// Of the voice service.
    pub voice_key: String,
}

impl std::fmt::Debug for PromptKeys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PromptKeys")
    }
}

/// A key as it may be shown: nothing for none, the last letters of a long one.
pub fn masked(key: &str) -> String {
    let count = key.chars().count();
    match count {
        0 => String::new(),
        1..SHOWN_FROM => HIDDEN.to_owned(),
        _ => {
            let end: String = key.chars().skip(count - SHOWN_CHARS).collect();
            format!("{HIDDEN}{end}")
        }
    }
}

#[derive(sqlx::FromRow)]
struct Row {
    id: PromptId,
    name: String,
    prompt: String,
    voice: String,
    voice_region: String,
    sealed_secrets: Option<Vec<u8>>,
    max_tokens: i64,
    temperature: f64,
    max_messages: i64,
    base_url: String,
    model: String,
    queue_id: QueueId,
    queue_name: String,
    queue_color: String,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

macro_rules! select_prompts {
    () => {
        "SELECT p.id, p.name, p.prompt, p.voice, p.voice_region, p.sealed_secrets, p.max_tokens, p.temperature,
           p.max_messages, p.base_url, p.model, p.queue_id, q.name AS queue_name, q.color AS queue_color,
           p.created_at, p.updated_at
         FROM prompts p JOIN queues q ON q.company_id = p.company_id AND q.id = p.queue_id
         WHERE p.company_id = $1"
    };
}

impl Row {
    fn keys(&self, company: CompanyId, sealer: &Sealer) -> Result<PromptKeys> {
        match &self.sealed_secrets {
            Some(sealed) => {
                let opened = sealer.open(&context(company, self.id), sealed)?;
                Ok(serde_json::from_slice(&opened)?)
            }
            None => Ok(PromptKeys::default()),
        }
    }

    fn shown(self, keys: &PromptKeys) -> Prompt {
        Prompt {
            id: self.id,
            name: self.name,
            prompt: self.prompt,
            voice: self.voice,
            voice_key: masked(&keys.voice_key),
            voice_region: self.voice_region,
            max_tokens: self.max_tokens,
            temperature: self.temperature,
            api_key: masked(&keys.api_key),
            queue_id: self.queue_id,
            queue: TicketQueue {
                id: self.queue_id,
                name: self.queue_name,
                color: self.queue_color,
            },
            max_messages: self.max_messages,
            base_url: self.base_url,
            model: self.model,
            created_at: self.created_at,
            updated_at: self.updated_at,
        }
    }
}

/// A page of a company's prompts by name. A search text meets any part of a name, without case and accents. Keys that do
/// not open (sealed with another key) are shown as none.
///
/// # Errors
/// `Database`.
pub async fn list(
    conn: &mut Conn<'_>,
    company: CompanyId,
    sealer: &Sealer,
    search: &str,
    page: Page,
) -> Result<Rows<Prompt>> {
    let rows: Vec<Row> = on!(conn, |c| sqlx::query_as(concat!(
        select_prompts!(),
        " ORDER BY p.name, p.id LIMIT $2"
    ))
    .bind(company)
    .bind(PROMPTS_MAX)
    .fetch_all(c)
    .await)?;
    let part = fold(search.trim());
    let found: Vec<Row> = rows
        .into_iter()
        .filter(|row| fold(&row.name).contains(&part))
        .collect();
    let count = i64::try_from(found.len()).unwrap_or(i64::MAX);
    let skipped = usize::try_from(page.offset()).unwrap_or(usize::MAX);
    let size = usize::try_from(page.size).unwrap_or(usize::MAX);
    let shown = found.into_iter().skip(skipped).take(size).map(|row| {
        let keys = row.keys(company, sealer).unwrap_or_default();
        row.shown(&keys)
    });
    Ok(Rows::new(shown.collect(), count, page))
}

/// A prompt and its keys.
///
/// # Errors
/// `Refused(NoPromptFound)`.
pub async fn get(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: PromptId,
    sealer: &Sealer,
) -> Result<(Prompt, PromptKeys)> {
    let row: Option<Row> = on!(conn, |c| sqlx::query_as(concat!(
        select_prompts!(),
        " AND p.id = $2"
    ))
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    let row = row.ok_or(ErrorCode::NoPromptFound)?;
    let keys = row.keys(company, sealer).unwrap_or_default();
    Ok((row.shown(&keys), keys))
}

/// Adds a prompt with its keys.
///
/// # Errors
/// `Refused(PromptNameTaken)`, `Refused(NoQueueFound)`.
pub async fn insert(
    conn: &mut Conn<'_>,
    company: CompanyId,
    form: &PromptForm,
    now: DateTime<Utc>,
) -> Result<PromptId> {
    check(conn, company, None, form).await?;
    Ok(on!(conn, |c| {
        sqlx::query_scalar(
            "INSERT INTO prompts (company_id, name, prompt, voice, voice_region, max_tokens, temperature, max_messages,
               base_url, model, queue_id, created_at, updated_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12) RETURNING id",
        )
        .bind(company)
        .bind(&form.name)
        .bind(&form.prompt)
        .bind(&form.voice)
        .bind(&form.voice_region)
        .bind(form.max_tokens)
        .bind(form.temperature)
        .bind(form.max_messages)
        .bind(&form.base_url)
        .bind(&form.model)
        .bind(form.queue_id)
        .bind(now)
        .fetch_one(c)
        .await
    })?)
}

/// Changes a prompt; its keys stay.
///
/// # Errors
/// `Refused(NoPromptFound)`, `Refused(PromptNameTaken)`, `Refused(NoQueueFound)`.
pub async fn update(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: PromptId,
    form: &PromptForm,
    now: DateTime<Utc>,
) -> Result<()> {
    check(conn, company, Some(id), form).await?;
    let changed = on!(conn, |c| {
        sqlx::query(
            "UPDATE prompts SET name = $3, prompt = $4, voice = $5, voice_region = $6, max_tokens = $7, temperature = $8,
               max_messages = $9, base_url = $10, model = $11, queue_id = $12, updated_at = $13
             WHERE company_id = $1 AND id = $2",
        )
        .bind(company)
        .bind(id)
        .bind(&form.name)
        .bind(&form.prompt)
        .bind(&form.voice)
        .bind(&form.voice_region)
        .bind(form.max_tokens)
        .bind(form.temperature)
        .bind(form.max_messages)
        .bind(&form.base_url)
        .bind(&form.model)
        .bind(form.queue_id)
        .bind(now)
        .execute(c)
        .await
        .map(|done| done.rows_affected())
    })?;
    found(changed)
}

/// Seals keys and stores them over the old ones.
///
/// # Errors
/// `Refused(NoPromptFound)`.
pub async fn set_keys(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: PromptId,
    sealer: &Sealer,
    keys: &PromptKeys,
) -> Result<()> {
    let sealed = sealer.seal(&context(company, id), &serde_json::to_vec(keys)?)?;
    let changed = on!(conn, |c| {
        sqlx::query("UPDATE prompts SET sealed_secrets = $3 WHERE company_id = $1 AND id = $2")
            .bind(company)
            .bind(id)
            .bind(&sealed)
            .execute(c)
            .await
            .map(|done| done.rows_affected())
    })?;
    found(changed)
}

/// Deletes a prompt that no connection, no queue and no help of attendants uses. Conversations that it leads go on without it.
///
/// # Errors
/// `Refused(NoPromptFound)`, `Refused(PromptInUse)`.
pub async fn delete(conn: &mut Conn<'_>, company: CompanyId, id: PromptId) -> Result<()> {
    companies::take_turn(conn, company).await?;
    let is_used: bool = on!(&mut *conn, |c| {
        sqlx::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM connections
                WHERE company_id = $1 AND prompt_id = $2 AND deleted_at IS NULL)
               OR EXISTS (SELECT 1 FROM queues WHERE company_id = $1 AND prompt_id = $2)
               OR EXISTS (SELECT 1 FROM settings WHERE company_id = $1 AND key = $3 AND value = $4)",
        )
        .bind(company)
        .bind(id)
        .bind(ASSIST_PROMPT_SETTING)
        .bind(id.to_string())
        .fetch_one(c)
        .await
    })?;
    if is_used {
        return Err(ErrorCode::PromptInUse.into());
    }
    let gone = on!(conn, |c| sqlx::query(
        "DELETE FROM prompts WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    found(gone)
}

/// A queue goes: its prompts hand over to another one from now on.
///
/// # Errors
/// `Refused(QueueHasPrompt)` when there is no other one for its prompts.
pub async fn leave_queue(
    conn: &mut Conn<'_>,
    company: CompanyId,
    queue: QueueId,
    move_to: Option<QueueId>,
) -> Result<()> {
    let prompts: i64 = match move_to {
        None => on!(conn, |c| {
            sqlx::query_scalar(
                "SELECT COUNT(*) FROM prompts WHERE company_id = $1 AND queue_id = $2",
            )
            .bind(company)
            .bind(queue)
            .fetch_one(c)
            .await
        })?,
        Some(other) => {
            on!(conn, |c| {
                sqlx::query(
                    "UPDATE prompts SET queue_id = $3 WHERE company_id = $1 AND queue_id = $2",
                )
                .bind(company)
                .bind(queue)
                .bind(other)
                .execute(c)
                .await
                .map(drop)
            })?;
            0
        }
    };
    if prompts > 0 {
        return Err(ErrorCode::QueueHasPrompt.into());
    }
    Ok(())
}

/// Whether the name is free and the queue is there. Writers of one company take turns, so that it stays so until the end.
async fn check(
    conn: &mut Conn<'_>,
    company: CompanyId,
    own: Option<PromptId>,
    form: &PromptForm,
) -> Result<()> {
    companies::take_turn(conn, company).await?;
    let queue: Option<QueueId> = on!(&mut *conn, |c| sqlx::query_scalar(
        "SELECT id FROM queues WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(form.queue_id)
    .fetch_optional(c)
    .await)?;
    queue.ok_or(ErrorCode::NoQueueFound)?;
    let other: Option<PromptId> = on!(conn, |c| {
        sqlx::query_scalar(
            "SELECT id FROM prompts WHERE company_id = $1 AND name = $2 AND ($3 IS NULL OR id <> $3) LIMIT 1",
        )
        .bind(company)
        .bind(&form.name)
        .bind(own)
        .fetch_optional(c)
        .await
    })?;
    match other {
        Some(_) => Err(ErrorCode::PromptNameTaken.into()),
        None => Ok(()),
    }
}

fn found(rows: u64) -> Result<()> {
    if rows == 0 {
        Err(StorageError::Refused(ErrorCode::NoPromptFound))
    } else {
        Ok(())
    }
}

/// Binds sealed keys to their prompt.
fn context(company: CompanyId, id: PromptId) -> Vec<u8> {
    format!("prompt:{company}:{id}").into_bytes()
}
