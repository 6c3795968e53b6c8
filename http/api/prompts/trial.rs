//! `POST /prompt/test`: a prompt is asked once, as it stands in the dialog. Nothing is stored.

use actix_web::{post, web};
use garde::Validate;
use guiche_actors::integration::PromptTrial;
use guiche_storage::{
    bots::prompts::{self, PromptKeys},
    model::{PromptId, QueueId, prompt::Prompt, ticket::TicketQueue},
};
use serde::{Deserialize, Serialize};

use super::{body::PromptBody, require};
use crate::{app::App, error::ApiError, middleware::caller::Caller, valid::Valid};

/// Asked where nobody says something else.
const GREETING: &str = "Olá";
/// Stand for the name and the queue of one that has none yet.
const NAMELESS: &str = "Teste";
const NO_QUEUE: QueueId = QueueId(0);

/// What is tried out: the fields of the dialog, over those of a stored one.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PromptTest {
    /// A stored one, whose keys count where none are sent.
    #[garde(skip)]
    prompt_id: Option<PromptId>,
    /// What is written to it; a greeting if absent.
    #[garde(inner(length(chars, max = 4_096)))]
    text: Option<String>,
    /// What the model is told to be.
    #[garde(inner(length(chars, max = 20_000)))]
    prompt: Option<String>,
    /// Most tokens of the answer.
    #[garde(inner(range(min = 1, max = 4_096)))]
    max_tokens: Option<i64>,
    /// How free it is.
    #[garde(inner(range(min = 0.0, max = 2.0)))]
    temperature: Option<f64>,
    /// The key of the model's service.
    #[garde(inner(length(chars, max = 400)))]
    api_key: Option<String>,
    /// Base of the service.
    #[garde(inner(length(chars, max = 2_000)))]
    base_url: Option<String>,
    /// The model.
    #[garde(inner(length(chars, max = 200)))]
    model: Option<String>,
}

/// What was answered.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PromptAnswer {
    /// What a customer would read.
    text: String,
    /// Whether people would take over.
    hands_over: bool,
}

/// Asks a prompt once, as a customer would. Admins only.
#[utoipa::path(
    tag = "prompts",
    request_body = PromptTest,
    responses(
        (status = 200, body = PromptAnswer),
        (status = 400, description = "ERR_AI_KEY, ERR_AI_LIMIT, ERR_AI_UNAVAILABLE: no answer, `why` says more; otherwise as for a new one"),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_PROMPT_FOUND"),
        (status = 409, description = "ERR_AI_CAP: the month's tokens are used up")
    )
)]
#[post("/test")]
pub(super) async fn test(
    app: web::Data<App>,
    caller: Caller,
    body: Valid<PromptTest>,
) -> Result<web::Json<PromptAnswer>, ApiError> {
    require(&caller)?;
    let Valid(body) = body;
    let trial = trial(&app, &caller, body).await?;
    match app.actors.bots().try_prompt(&trial).await {
        Ok(answer) => Ok(web::Json(PromptAnswer {
            hands_over: !answer.commands.is_empty(),
            text: answer.says.into_iter().map(|say| say.text).collect(),
        })),
        Err(error) => Err(ApiError::new(error.code()).and_body("why", error.to_string())),
    }
}

async fn trial(app: &App, caller: &Caller, sent: PromptTest) -> Result<PromptTrial, ApiError> {
    let (stored, keys) = match sent.prompt_id {
        Some(id) => {
            let mut reader = app.db.read().await?;
            let conn = &mut reader.conn();
            let (stored, keys) = prompts::get(conn, caller.company, id, &app.sealer).await?;
            (Some(stored), keys)
        }
        None => (None, PromptKeys::default()),
    };
    let text = sent.text.as_deref().map(str::trim);
    let text = text.filter(|it| !it.is_empty()).unwrap_or(GREETING);
    let body = PromptBody {
        name: stored.is_none().then(|| NAMELESS.to_owned()),
        queue_id: stored.is_none().then_some(NO_QUEUE),
        prompt: sent.prompt,
        max_tokens: sent.max_tokens,
        temperature: sent.temperature,
        api_key: sent.api_key,
        base_url: sent.base_url,
        model: sent.model,
        ..PromptBody::default()
    };
    let form = body.over(stored.as_ref(), &app.actors.bots().deps().doors)?;
    let keys = body.keys_over(&form, (stored.as_ref(), keys))?;
    let now = app.clock.now();
    Ok(PromptTrial {
        company: caller.company,
        text: text.to_owned(),
        keys,
        prompt: Prompt {
            id: sent.prompt_id.unwrap_or(PromptId(0)),
            name: form.name,
            prompt: form.prompt,
            voice: form.voice,
            voice_key: String::new(),
            voice_region: form.voice_region,
            max_tokens: form.max_tokens,
            temperature: form.temperature,
            api_key: String::new(),
            queue_id: form.queue_id,
            queue: TicketQueue {
                id: form.queue_id,
                name: String::new(),
                color: String::new(),
            },
            max_messages: form.max_messages,
            base_url: form.base_url,
            model: form.model,
            created_at: now,
            updated_at: now,
        },
    })
}
