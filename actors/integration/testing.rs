//! An integration is tried out: asked once about a text, without a customer and without effect on anybody (A118). Its log
//! hears nothing of it.

use guiche_storage::model::{
    CompanyId,
    bot::{IntegrationKind, QueueIntegration},
};
use serde_json::json;
use tokio::time::timeout;
use uuid::Uuid;

use super::{
    ASK_WITHIN, Bots,
    calls::{Way, address},
    dialogflow::{self, Question, Said},
    flow,
    journal::Journal,
    typebot::{self, Asked},
};
use crate::rules::bots::{BotAnswer, BotError, BotSay};

/// Who writes in a trial.
const NUMBER: &str = "5500000000000";
/// His name.
const NAME: &str = "Teste";

/// What is tried out.
#[derive(Debug)]
pub struct Trial {
    /// Whose.
    pub company: CompanyId,
    /// With these fields.
    pub integration: QueueIntegration,
    /// Of Dialogflow: the key.
    pub json_content: Option<String>,
    /// Of n8n and webhook: signs the call.
    pub secret: Option<String>,
    /// What is written.
    pub text: String,
}

impl Bots {
    /// Asks once and answers what was answered.
    ///
    /// # Errors
    /// See [`BotError`].
    pub async fn try_out(&self, trial: &Trial) -> Result<BotAnswer, BotError> {
        let asked = timeout(ASK_WITHIN, self.ask_trial(trial)).await;
        asked
            .unwrap_or(Err(BotError::NoAnswer))
            .map(BotAnswer::bounded)
    }

    async fn ask_trial(&self, trial: &Trial) -> Result<BotAnswer, BotError> {
        let integration = &trial.integration;
        let journal = &Journal::new(&self.deps().clock);
        let doors = &self.deps().doors;
        let way = Way { doors, journal };
        match integration.kind {
            IntegrationKind::N8n | IntegrationKind::Webhook => {
                let body = body(trial).to_string();
                let delivery = format!("test-{}", Uuid::new_v4());
                let secret = trial.secret.as_deref();
                let url = address(&integration.url_n8n)?;
                flow::try_once(way, &url, (&body, &delivery), secret).await
            }
            IntegrationKind::Typebot => {
                let asked = Asked {
                    text: &trial.text,
                    number: NUMBER,
                    name: NAME,
                    ticket: 0,
                };
                let mut answer = typebot::go_on(way, integration, None, &asked).await?;
                answer.session = None;
                Ok(answer)
            }
            IntegrationKind::Dialogflow => {
                let session = Uuid::new_v4().to_string();
                let question = Question {
                    project: &integration.project_name,
                    language: &integration.language,
                    session: &session,
                    said: Said::Text(&trial.text),
                };
                let key = trial.json_content.as_deref().ok_or(BotError::Key)?;
                let answer = dialogflow::detect((self, journal), key, &question).await?;
                let texts = dialogflow::texts_of(&answer);
                Ok(BotAnswer {
                    says: texts.into_iter().map(BotSay::text).collect(),
                    ..BotAnswer::default()
                })
            }
        }
    }
}

/// The same as of a customer, marked as a trial.
fn body(trial: &Trial) -> serde_json::Value {
    json!({
        "event": "message.test",
        "key": { "remoteJid": format!("{NUMBER}@s.whatsapp.net"), "fromMe": false, "id": "TEST" },
        "pushName": NAME,
        "message": { "conversation": trial.text, "body": trial.text, "fromMe": false },
        "company": { "id": trial.company },
        "companyId": trial.company,
        "contact": { "id": 0, "name": NAME, "number": NUMBER },
    })
}
