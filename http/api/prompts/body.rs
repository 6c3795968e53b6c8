//! What an admin sends about a prompt, and its rules (A143, rule B15).

use garde::Validate;
use guiche_actors::integration::Doors;
use guiche_storage::{
    bots::prompts::{HIDDEN, PromptForm, PromptKeys},
    model::{
        ErrorCode, QueueId,
        prompt::{NO_VOICE, Prompt, is_voice},
    },
};
use serde::Deserialize;

use crate::error::ApiError;

/// Where nobody says another number (A143).
const MAX_TOKENS: i64 = 100;
const TEMPERATURE: f64 = 1.0;
const MAX_MESSAGES: i64 = 10;
/// Letters of a name.
const NAME_CHARS: usize = 100;

/// A prompt to make or to change. When changing, what is absent stays.
#[derive(Debug, Clone, Default, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PromptBody {
    /// 1 to 100 characters, unique in the company; required to make one.
    #[garde(skip)]
    pub name: Option<String>,
    /// What the model is told to be; required to make one.
    #[garde(inner(length(chars, max = 20_000)))]
    pub prompt: Option<String>,
    /// `texto`, or the voice that speaks its answers.
    #[garde(inner(length(chars, max = 60)))]
    pub voice: Option<String>,
    /// The key of the voice service; a masked one keeps what is stored.
    #[garde(inner(length(chars, max = 400)))]
    pub voice_key: Option<String>,
    /// The region of the voice service.
    #[garde(inner(length(chars, max = 40)))]
    pub voice_region: Option<String>,
    /// Most tokens of an answer, 1 to 4,096.
    #[garde(inner(range(min = 1, max = 4_096)))]
    pub max_tokens: Option<i64>,
    /// From 0, precise, to 2.
    #[garde(inner(range(min = 0.0, max = 2.0)))]
    pub temperature: Option<f64>,
    /// The key of the model's service; required to make one, a masked one keeps what is stored.
    #[garde(inner(length(chars, max = 400)))]
    pub api_key: Option<String>,
    /// Where a conversation goes that needs people; required to make one.
    #[garde(skip)]
    pub queue_id: Option<QueueId>,
    /// Messages of the conversation that the model reads, 1 to 100.
    #[garde(skip)]
    pub max_messages: Option<i64>,
    /// Base of a service like `OpenAI`'s, public and with https; empty is the installation's.
    #[garde(inner(length(chars, max = 2_000)))]
    pub base_url: Option<String>,
    /// The model; empty is the installation's.
    #[garde(inner(length(chars, max = 200)))]
    pub model: Option<String>,
}

impl PromptBody {
    /// The form over what is stored.
    ///
    /// # Errors
    /// The codes of rule B15; `Validation` for the rest.
    pub(super) fn over(
        &self,
        stored: Option<&Prompt>,
        doors: &Doors,
    ) -> Result<PromptForm, ApiError> {
        let text = |sent: &Option<String>, of: fn(&Prompt) -> &String| {
            let sent = sent.as_deref().or(stored.map(|it| of(it).as_str()));
            sent.unwrap_or_default().trim().to_owned()
        };
        let queue = self.queue_id.or(stored.map(|it| it.queue_id));
        let voice = text(&self.voice, |it| &it.voice);
        let form = PromptForm {
            name: text(&self.name, |it| &it.name),
            prompt: text(&self.prompt, |it| &it.prompt),
            voice: if voice.is_empty() {
                NO_VOICE.to_owned()
            } else {
                voice
            },
            voice_region: text(&self.voice_region, |it| &it.voice_region),
            max_tokens: self
                .max_tokens
                .or(stored.map(|it| it.max_tokens))
                .unwrap_or(MAX_TOKENS),
            temperature: self
                .temperature
                .or(stored.map(|it| it.temperature))
                .unwrap_or(TEMPERATURE),
            max_messages: self
                .max_messages
                .or(stored.map(|it| it.max_messages))
                .unwrap_or(MAX_MESSAGES),
            base_url: text(&self.base_url, |it| &it.base_url),
            model: text(&self.model, |it| &it.model),
            queue_id: queue.ok_or_else(|| ApiError::new(ErrorCode::PromptQueueInvalid))?,
        };
        check(&form, doors)?;
        Ok(form)
    }

    /// The keys over those that are stored; what is absent or masked stays, but goes to no other service.
    ///
    /// # Errors
    /// `PromptApiKeyInvalid` without a key; `Validation` for a voice without one.
    pub(super) fn keys_over(
        &self,
        form: &PromptForm,
        (stored, known): (Option<&Prompt>, PromptKeys),
    ) -> Result<PromptKeys, ApiError> {
        let given = |sent: &Option<String>, stored: String| match sent.as_deref().map(str::trim) {
            Some(sent) if !sent.starts_with(HIDDEN) => sent.to_owned(),
            _ => stored,
        };
        // whoever names another service names its key: the stored one is nobody else's to read
        let is_same = stored.is_none_or(|it| it.base_url == form.base_url);
        let api_key = if is_same {
            known.api_key
        } else {
            String::new()
        };
        let keys = PromptKeys {
            api_key: given(&self.api_key, api_key),
            voice_key: given(&self.voice_key, known.voice_key),
        };
        let is_header = |key: &str| key.bytes().all(|byte| byte.is_ascii_graphic());
        if keys.api_key.is_empty() || !is_header(&keys.api_key) {
            return Err(ApiError::new(ErrorCode::PromptApiKeyInvalid));
        }
        if !is_header(&keys.voice_key) {
            return Err(ApiError::field("voiceKey", "is no key"));
        }
        if form.voice != NO_VOICE && keys.voice_key.is_empty() {
            return Err(ApiError::field("voiceKey", "is missing"));
        }
        Ok(keys)
    }

    /// Names of the keys that it brings.
    pub(super) fn key_names(&self) -> Vec<&'static str> {
        let is_new = |sent: &Option<String>| {
            let sent = sent.as_deref().map(str::trim).unwrap_or_default();
            !sent.is_empty() && !sent.starts_with(HIDDEN)
        };
        [
            (is_new(&self.api_key), "apiKey"),
            (is_new(&self.voice_key), "voiceKey"),
        ]
        .into_iter()
        .filter_map(|(is_new, name)| is_new.then_some(name))
        .collect()
    }
}

fn check(form: &PromptForm, doors: &Doors) -> Result<(), ApiError> {
    let refused = |code| Err(ApiError::new(code));
    let is_line = !form.name.chars().any(char::is_control);
    if form.name.is_empty() || !is_line || form.name.chars().count() > NAME_CHARS {
        return refused(ErrorCode::PromptNameInvalid);
    }
    if form.prompt.is_empty() {
        return refused(ErrorCode::PromptIntelligenceInvalid);
    }
    if !(1..=100).contains(&form.max_messages) {
        return refused(ErrorCode::PromptMaxMessagesInvalid);
    }
    if !is_voice(&form.voice) {
        return Err(ApiError::field("voice", "is no voice"));
    }
    let is_region = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if !is_region(&form.voice_region) || form.voice != NO_VOICE && form.voice_region.is_empty() {
        return Err(ApiError::field("voiceRegion", "is no region"));
    }
    let base = form.base_url.as_str();
    let may_call = base
        .parse()
        .ok()
        .is_some_and(|url| doors.check(&url).is_ok());
    if !base.is_empty() && !may_call {
        return Err(ApiError::field("baseUrl", "must be a public https address"));
    }
    Ok(())
}
