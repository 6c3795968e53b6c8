//! Prompts for a language model, as they go over the wire (A050).

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::{PromptId, QueueId, ticket::TicketQueue};

/// The word of a prompt that writes and does not speak.
pub const NO_VOICE: &str = "texto";
/// Voices that a prompt may speak with, without the language before and the kind after them (A143).
pub const VOICES: [&str; 18] = [
    "Francisca",
    "Antonio",
    "Brenda",
    "Donato",
    "Elza",
    "Fabio",
    "Giovanna",
    "Humberto",
    "Julio",
    "Leila",
    "Leticia",
    "Manuela",
    "Nicolau",
    "Thalita",
    "ThalitaMultilingual",
    "MacerioMultilingual",
    "Valerio",
    "Yara",
];

/// Whether a word is [`NO_VOICE`] or the whole name of one of [`VOICES`].
pub fn is_voice(word: &str) -> bool {
    let name = word
        .strip_prefix("pt-BR-")
        .and_then(|rest| rest.strip_suffix("Neural"));
    word == NO_VOICE || name.is_some_and(|name| VOICES.contains(&name))
}

/// A prompt. Its keys are shown by their last letters alone.
#[derive(Debug, Clone, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Prompt {
    /// Its number.
    pub id: PromptId,
    /// Its name, unique in a company.
    pub name: String,
    /// What the model is told to be.
    pub prompt: String,
    /// `texto`, or the voice that speaks its answers.
    pub voice: String,
    /// The key of the voice service, masked; empty without one.
    pub voice_key: String,
    /// The region of the voice service.
    pub voice_region: String,
    /// Most tokens of an answer.
    pub max_tokens: i64,
    /// From 0, precise, to 2.
    pub temperature: f64,
    /// The key of the model's service, masked.
    pub api_key: String,
    /// Where a conversation goes that needs people.
    pub queue_id: QueueId,
    /// That queue.
    pub queue: TicketQueue,
    /// Messages of the conversation that the model reads.
    pub max_messages: i64,
    /// Base of a service like `OpenAI`'s; empty is the installation's.
    pub base_url: String,
    /// The model; empty is the installation's.
    pub model: String,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it last changed.
    pub updated_at: DateTime<Utc>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_voices_of_the_list_are_voices() {
        assert!(is_voice("texto") && is_voice("pt-BR-FranciscaNeural"));
        for bad in ["", "Francisca", "pt-BR-'/>Neural", "en-US-JennyNeural"] {
            assert!(!is_voice(bad), "{bad}");
        }
    }
}
