//! `POST /queueIntegration/testSession`: an integration is asked once, as it stands in the dialog (A118). Nothing is stored.

use actix_web::{post, web};
use garde::Validate;
use guiche_actors::integration::Trial;
use guiche_storage::{
    bots::integrations::{self, IntegrationSecrets},
    model::{
        ErrorCode, QueueIntegrationId,
        bot::{IntegrationKind, QueueIntegration},
        event::{NewEvent, QueueIntegrationEvent, Room, TrialAnswer},
    },
};
use serde::{Deserialize, Serialize};

use super::{body::IntegrationBody, require};
use crate::{app::App, error::ApiError, middleware::caller::Caller, valid::Valid};

/// Asked where nobody says something else.
const GREETING: &str = "Olá";
/// Stands for the name of one that has none yet.
const NAMELESS: &str = "Teste";

/// What is tried out: the fields of the dialog, over those of a stored one.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TestSession {
    /// A stored one, whose secrets count where none are sent.
    #[garde(skip)]
    integration_id: Option<QueueIntegrationId>,
    /// What is written to it; a greeting if absent.
    #[garde(inner(length(chars, max = 4_096)))]
    text: Option<String>,
    /// What it calls; Dialogflow if absent.
    #[garde(skip)]
    #[serde(rename = "type")]
    kind: Option<IntegrationKind>,
    /// Of Dialogflow: the project.
    #[garde(inner(length(chars, max = 200)))]
    project_name: Option<String>,
    /// Of Dialogflow: the key of a service account, JSON text.
    #[garde(inner(length(chars, max = 20_000)))]
    #[schema(write_only)]
    json_content: Option<String>,
    /// Of Dialogflow: the language.
    #[garde(inner(length(chars, max = 20)))]
    language: Option<String>,
    /// The address.
    #[garde(inner(length(chars, max = 2_000)))]
    #[serde(rename = "urlN8N")]
    url_n8n: Option<String>,
    /// Of n8n and webhook: signs the call.
    #[garde(inner(length(chars, max = 200)))]
    #[schema(write_only)]
    secret: Option<String>,
    /// Of Typebot: the public id of the flow.
    #[garde(inner(length(chars, max = 200)))]
    typebot_slug: Option<String>,
}

/// What was answered.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct TestAnswer {
    /// What a customer would read.
    messages: Vec<String>,
    /// What would be done.
    commands: Vec<String>,
}

/// Asks an integration once, as a customer would. Admins only.
#[utoipa::path(
    tag = "integrations",
    request_body = TestSession,
    responses(
        (status = 200, body = TestAnswer),
        (status = 400, description = "ERR_VALIDATION; ERR_TEST_SESSION_DIALOG: no answer, `reason` says why"),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_INTEGRATION_FOUND")
    )
)]
#[post("/testSession")]
pub(super) async fn test_session(
    app: web::Data<App>,
    caller: Caller,
    body: Valid<TestSession>,
) -> Result<web::Json<TestAnswer>, ApiError> {
    require(&caller)?;
    let Valid(body) = body;
    let trial = trial(&app, &caller, body).await?;
    let answer = match app.actors.bots().try_out(&trial).await {
        Ok(answer) => answer,
        Err(error) => {
            return Err(ApiError::new(ErrorCode::TestSessionDialog)
                .and_body("reason", error.word())
                .and_body("why", error.to_string()));
        }
    };
    let says = answer.says.into_iter();
    let answer = TestAnswer {
        messages: says.map(|say| say.media_url.unwrap_or(say.text)).collect(),
        commands: answer.commands.iter().map(ToString::to_string).collect(),
    };
    let (messages, user) = (answer.messages.clone(), caller.user);
    app.change(caller.company, app.clock.now(), async |_, told| {
        let response = TrialAnswer {
            messages: messages.clone(),
        };
        let said = QueueIntegrationEvent::TestSession { response };
        told.push(NewEvent::to([Room::User(user)], said));
        Ok::<_, ApiError>(())
    })
    .await?;
    Ok(web::Json(answer))
}

async fn trial(app: &App, caller: &Caller, sent: TestSession) -> Result<Trial, ApiError> {
    let (stored, secrets) = match sent.integration_id {
        Some(id) => {
            let mut reader = app.db.read().await?;
            let conn = &mut reader.conn();
            let stored = integrations::get(conn, caller.company, id).await?;
            let secrets = integrations::secrets(conn, caller.company, id, &app.sealer).await?;
            (Some(stored), secrets)
        }
        None => (None, IntegrationSecrets::default()),
    };
    let default = stored.is_none().then_some(IntegrationKind::Dialogflow);
    let text = sent
        .text
        .as_deref()
        .map(str::trim)
        .filter(|it| !it.is_empty());
    let text = text.unwrap_or(GREETING).to_owned();
    let body = IntegrationBody {
        kind: sent.kind.or(default),
        name: stored.is_none().then(|| NAMELESS.to_owned()),
        project_name: sent.project_name,
        json_content: sent.json_content,
        language: sent.language,
        url_n8n: sent.url_n8n,
        secret: sent.secret,
        typebot_slug: sent.typebot_slug,
        ..IntegrationBody::default()
    };
    let form = body.over(stored.as_ref(), &app.actors.bots().deps().doors)?;
    let secrets = body.secrets_over(form.kind, secrets)?;
    let now = app.clock.now();
    Ok(Trial {
        company: caller.company,
        integration: QueueIntegration {
            id: sent.integration_id.unwrap_or(QueueIntegrationId(0)),
            kind: form.kind,
            name: form.name,
            project_name: form.project_name,
            has_json_content: secrets.json_content.is_some(),
            language: form.language,
            url_n8n: form.url_n8n,
            has_secret: secrets.secret.is_some(),
            typebot_slug: form.typebot_slug,
            typebot_expires: form.typebot_expires,
            typebot_delay_message: form.typebot_delay_message,
            typebot_keyword_finish: form.typebot_keyword_finish,
            typebot_keyword_restart: form.typebot_keyword_restart,
            typebot_unknown_message: form.typebot_unknown_message,
            typebot_restart_message: form.typebot_restart_message,
            created_at: now,
            updated_at: now,
        },
        json_content: secrets.json_content,
        secret: secrets.secret,
        text,
    })
}
