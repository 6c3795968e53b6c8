//! What answers customers beside the desk's own menus: integrations and what was called of them, prompts, the messages that bots are
//! still to be asked about, and what they remember a conversation by (rules B14, B15).

pub mod articles;
pub mod calls;
pub mod history;
pub mod integrations;
pub mod prompts;
pub mod sessions;
pub mod turns;
pub mod usage;

use crate::{
    Conn, Result,
    model::{CompanyId, ErrorCode, PromptId, QueueIntegrationId},
    on,
};

/// Setting: whether attendants are helped by a model.
pub const ASSIST_SETTING: &str = "aiAssist";
/// Setting: whose key, service and model they are helped with.
pub const ASSIST_PROMPT_SETTING: &str = "aiAssistPromptId";

/// Whether a connection or queue may have these: they are the company's.
///
/// # Errors
/// `Refused(NoPromptFound)`, `Refused(NoIntegrationFound)`.
pub async fn check(
    conn: &mut Conn<'_>,
    company: CompanyId,
    (prompt, integration): (Option<PromptId>, Option<QueueIntegrationId>),
) -> Result<()> {
    if let Some(prompt) = prompt {
        let found: Option<PromptId> = on!(&mut *conn, |c| sqlx::query_scalar(
            "SELECT id FROM prompts WHERE company_id = $1 AND id = $2"
        )
        .bind(company)
        .bind(prompt)
        .fetch_optional(c)
        .await)?;
        found.ok_or(ErrorCode::NoPromptFound)?;
    }
    if let Some(integration) = integration {
        let found: Option<QueueIntegrationId> = on!(conn, |c| sqlx::query_scalar(
            "SELECT id FROM queue_integrations WHERE company_id = $1 AND id = $2"
        )
        .bind(company)
        .bind(integration)
        .fetch_optional(c)
        .await)?;
        found.ok_or(ErrorCode::NoIntegrationFound)?;
    }
    Ok(())
}
