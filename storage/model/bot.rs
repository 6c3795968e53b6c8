//! Bots of others: what answers a customer beside the desk's own menus, and the integrations as they go over the wire
//! (A051).

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::{PromptId, QueueIntegrationId};

/// What answers a customer instead of the desk's own menus.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bot {
    /// A prompt for a language model (rule B15).
    Prompt(PromptId),
    /// A service of others (rule B14).
    Integration(QueueIntegrationId),
}

impl Bot {
    /// The one that counts where both may be chosen: a prompt goes first (rule B3).
    pub fn of(prompt: Option<PromptId>, integration: Option<QueueIntegrationId>) -> Option<Self> {
        prompt
            .map(Self::Prompt)
            .or(integration.map(Self::Integration))
    }

    /// Its number, if it is a prompt.
    pub fn prompt(self) -> Option<PromptId> {
        match self {
            Self::Prompt(id) => Some(id),
            Self::Integration(_) => None,
        }
    }

    /// Its number, if it is an integration.
    pub fn integration(self) -> Option<QueueIntegrationId> {
        match self {
            Self::Integration(id) => Some(id),
            Self::Prompt(_) => None,
        }
    }
}

/// What kind of service an integration calls.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "TEXT", rename_all = "lowercase")]
pub enum IntegrationKind {
    /// Google's Dialogflow ES.
    Dialogflow,
    /// A flow of n8n: the same as a webhook.
    N8n,
    /// Any address that takes what customers write.
    Webhook,
    /// A flow of Typebot.
    Typebot,
}

/// An integration, without its secrets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QueueIntegration {
    /// Its number.
    pub id: QueueIntegrationId,
    /// What it calls.
    #[serde(rename = "type")]
    pub kind: IntegrationKind,
    /// Its name, unique in a company.
    pub name: String,
    /// Of Dialogflow: the project.
    pub project_name: String,
    /// Of Dialogflow: a key of a service account is stored; it is never shown again.
    pub has_json_content: bool,
    /// Of Dialogflow: the language.
    pub language: String,
    /// The address that is called; of Typebot the viewer's.
    #[serde(rename = "urlN8N")]
    pub url_n8n: String,
    /// Of n8n and webhook: a secret that signs calls is stored; it is never shown again.
    pub has_secret: bool,
    /// Of Typebot: the public id of the flow.
    pub typebot_slug: String,
    /// Of Typebot: minutes of silence after which it begins anew; 0 is never.
    pub typebot_expires: i64,
    /// Of Typebot: milliseconds before each message.
    pub typebot_delay_message: i64,
    /// Of Typebot: ends the conversation.
    pub typebot_keyword_finish: String,
    /// Of Typebot: begins the flow anew.
    pub typebot_keyword_restart: String,
    /// Of Typebot: said where the flow has no answer.
    pub typebot_unknown_message: String,
    /// Of Typebot: said when it begins anew.
    pub typebot_restart_message: String,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it last changed.
    pub updated_at: DateTime<Utc>,
}
