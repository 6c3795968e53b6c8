//! Bots of others: what answers a customer beside the desk's own menus, and the integrations as they go over the wire
//! (A051).

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::{BotTurnId, ContactId, IntegrationCallId, PromptId, QueueIntegrationId, TicketId};

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

/// What an integration was called for.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "TEXT", rename_all = "lowercase")]
pub enum CallStep {
    /// Nothing yet: its address or key could not be used.
    Prepared,
    /// Of n8n and webhook: it was told of the message.
    Told,
    /// Of Typebot: its flow began.
    Started,
    /// Of Typebot: its flow went on with what the customer wrote.
    Answered,
    /// Of Dialogflow: the key was changed for a token.
    Authorized,
    /// Of Dialogflow: its agent was asked.
    Asked,
}

/// How a call to an integration ended.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "TEXT", rename_all = "lowercase")]
pub enum CallOutcome {
    /// It was taken.
    Taken,
    /// It was refused by the status of the answer.
    Refused,
    /// The address could not be reached: nothing was sent.
    Unreachable,
    /// No answer came in time, or it was lost.
    Silent,
    /// The address leads where nothing may be called.
    Forbidden,
    /// What was answered is too large or cannot be read.
    Unreadable,
    /// The key is none, or was refused.
    Key,
    /// It is not complete.
    Unknown,
}

/// A call to an integration. Neither what was sent nor what was answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IntegrationCall {
    /// Its number.
    pub id: IntegrationCallId,
    /// When it began.
    pub at: DateTime<Utc>,
    /// For what.
    pub step: CallStep,
    /// How it ended.
    pub outcome: CallOutcome,
    /// The status of the answer; `null` where none came.
    pub status: Option<i64>,
    /// How long it took, in milliseconds.
    pub millis: i64,
    /// Which one it is of its step about the same message, from 1.
    pub attempt: i64,
    /// Messages for the customer that it answered.
    pub messages: i64,
    /// The message that it was asked about, as `X-Guiche-Delivery` names it.
    pub delivery: BotTurnId,
    /// The ticket; `null` when it is gone.
    pub ticket_id: Option<TicketId>,
    /// The customer; `null` when he is gone.
    pub contact_id: Option<ContactId>,
    /// His name.
    pub contact_name: Option<String>,
}

/// Where an integration is used, and how it did in the last 24 hours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IntegrationUse {
    /// The integration.
    pub integration_id: QueueIntegrationId,
    /// Names of the queues that it answers for.
    pub queues: Vec<String>,
    /// Names of the connections that it answers for.
    pub connections: Vec<String>,
    /// Calls.
    pub calls: i64,
    /// Those of them that failed.
    pub failed: i64,
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
