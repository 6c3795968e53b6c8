//! What language models are asked for, and what that took (rule B15).

use serde::{Deserialize, Serialize};

/// What a model was asked for.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "TEXT", rename_all = "lowercase")]
pub enum AiUse {
    /// Answering a customer, also where a prompt is tried out.
    Bot,
    /// A draft of an attendant's answer.
    Suggest,
    /// A summary of a conversation.
    Summary,
    /// An attendant's text, better said.
    Rewrite,
    /// What somebody says in a recording.
    Transcribe,
}

impl AiUse {
    /// Its word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Bot => "bot",
            Self::Suggest => "suggest",
            Self::Summary => "summary",
            Self::Rewrite => "rewrite",
            Self::Transcribe => "transcribe",
        }
    }
}

/// What calls took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tokens {
    /// That were read.
    pub prompt: i64,
    /// That were written.
    pub completion: i64,
}
