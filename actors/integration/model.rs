//! One call to a language model by the protocol of `OpenAI`, which many servers speak, and to the voices of Azure. What comes
//! back is bounded and nothing but text or sound (rule B15).

use std::time::Duration;

use bytes::Bytes;
use guiche_storage::{
    bots::prompts::PromptKeys,
    model::{
        CompanyId,
        ai::{AiUse, Tokens},
    },
};
use reqwest::{
    Method, RequestBuilder, Url,
    header::CONTENT_TYPE,
    multipart::{Form, Part},
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    Bots,
    calls::{address, below, failed},
    meter::{estimate, said_usage},
};
use crate::{
    egress::{Egress, Limits},
    rules::bots::BotError,
};

/// How long one call may take, and how much it may answer.
const LIMITS: Limits = Limits {
    total: Duration::from_secs(30),
    body_bytes_max: 1 << 20,
};
/// The same for speech.
const SPEECH_LIMITS: Limits = Limits {
    total: Duration::from_secs(15),
    body_bytes_max: 4 << 20,
};
/// Waits between the tries of one call.
const WAITS: [Duration; 2] = [Duration::from_millis(300), Duration::from_secs(1)];
/// Turns what customers say into text.
const SPEECH_MODEL: &str = "whisper-1";
/// Beginnings of the names of models that count all tokens that they think, and have one temperature.
const THINKING: [&str; 4] = ["o1", "o3", "o4", "gpt-5"];

/// What a model is asked with.
#[derive(Debug, Clone)]
pub(super) struct Model<'a> {
    /// Who pays.
    pub company: CompanyId,
    /// For what.
    pub used_for: AiUse,
    /// Base of the service; empty is the installation's.
    pub base_url: &'a str,
    /// Its name; empty is the installation's.
    pub name: &'a str,
    /// The keys.
    pub keys: &'a PromptKeys,
    /// Most tokens of its answer.
    pub max_tokens: i64,
    /// How free it is.
    pub temperature: f64,
}

/// A file of a customer's voice.
pub(super) struct Recording {
    /// Its bytes.
    pub bytes: Bytes,
    /// What it is called.
    pub name: String,
    /// Its type.
    pub mime: String,
}

#[derive(Deserialize)]
struct Completion {
    choices: Vec<Choice>,
    usage: Option<Value>,
}

#[derive(Deserialize)]
struct Choice {
    message: Said,
}

#[derive(Deserialize)]
struct Said {
    content: Option<String>,
}

#[derive(Deserialize)]
struct Transcript {
    text: String,
    usage: Option<Value>,
}

/// Asks for the next message of a conversation.
///
/// # Errors
/// See [`BotError`].
pub(super) async fn complete(
    bots: &Bots,
    model: &Model<'_>,
    messages: &[Value],
) -> Result<String, BotError> {
    bots.may_spend(model.company).await?;
    let body = wish(bots, model, messages).to_string();
    let (egress, url) = door(bots, model, &["chat", "completions"])?;
    let answer = again(|| {
        let request = authorized(egress, &url, model)?
            .header(CONTENT_TYPE, "application/json")
            .body(body.clone());
        Ok(request)
    })
    .calling(egress, LIMITS)
    .await?;
    let read: Completion = serde_json::from_slice(&answer).map_err(|_| BotError::Unreadable)?;
    let said = read.choices.into_iter().next();
    let said = said.and_then(|choice| choice.message.content);
    let tokens = said_usage(read.usage.as_ref());
    let tokens = tokens.unwrap_or_else(|| estimate(messages, said.as_deref().unwrap_or_default()));
    bots.spent(model.company, model.used_for, tokens).await;
    said.filter(|text| !text.trim().is_empty())
        .ok_or(BotError::Unreadable)
}

/// What a model is sent.
pub(super) fn wish(bots: &Bots, model: &Model<'_>, messages: &[Value]) -> Value {
    let name = if model.name.is_empty() {
        &*bots.deps().model
    } else {
        model.name
    };
    let most = model.max_tokens;
    if THINKING.iter().any(|start| name.starts_with(start)) {
        return json!({ "model": name, "messages": messages, "max_completion_tokens": most });
    }
    let warmth = model.temperature;
    json!({ "model": name, "messages": messages, "max_tokens": most, "temperature": warmth })
}

/// Asks what somebody says in a recording.
///
/// # Errors
/// See [`BotError`].
pub(super) async fn transcribe(
    bots: &Bots,
    model: &Model<'_>,
    recording: &Recording,
) -> Result<String, BotError> {
    bots.may_spend(model.company).await?;
    let (egress, url) = door(bots, model, &["audio", "transcriptions"])?;
    let answer = again(|| {
        let file = Part::stream(recording.bytes.clone())
            .file_name(recording.name.clone())
            .mime_str(&recording.mime)
            .map_err(|_| BotError::Unreadable)?;
        let form = Form::new()
            .part("file", file)
            .text("model", SPEECH_MODEL)
            .text("language", "pt");
        Ok(authorized(egress, &url, model)?.multipart(form))
    })
    .calling(egress, LIMITS)
    .await?;
    let read: Transcript = serde_json::from_slice(&answer).map_err(|_| BotError::Unreadable)?;
    let tokens: Tokens =
        said_usage(read.usage.as_ref()).unwrap_or_else(|| estimate(&[], &read.text));
    bots.spent(model.company, AiUse::Transcribe, tokens).await;
    Ok(read.text)
}

/// Lets a voice say a text, as a voice note.
///
/// # Errors
/// See [`BotError`].
pub(super) async fn speak(
    bots: &Bots,
    (voice, region): (&str, &str),
    keys: &PromptKeys,
    text: &str,
) -> Result<Bytes, BotError> {
    let url = bots.deps().voices_url.replace("{region}", region);
    let url = below(&url, &["cognitiveservices", "v1"])?;
    let egress = bots.deps().doors.of_operator();
    let body = ssml(voice, text);
    again(|| {
        let request = egress.request(Method::POST, url.clone()).map_err(failed)?;
        Ok(request
            .header("Ocp-Apim-Subscription-Key", &keys.voice_key)
            .header("X-Microsoft-OutputFormat", "ogg-24khz-16bit-mono-opus")
            .header(CONTENT_TYPE, "application/ssml+xml")
            .body(body.clone()))
    })
    .calling(egress, SPEECH_LIMITS)
    .await
}

/// A text for a voice, in which nothing of the text is a mark.
fn ssml(voice: &str, text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '\'' => safe.push_str("&apos;"),
            '"' => safe.push_str("&quot;"),
            '\n' | '\t' => safe.push(' '),
            other if other.is_control() => {}
            other => safe.push(other),
        }
    }
    format!(
        "<speak version='1.0' xmlns='http://www.w3.org/2001/10/synthesis' xml:lang='pt-BR'><voice name='{voice}'>{safe}</voice></speak>"
    )
}

/// The way to a part of a model's service: the operator's own base may be anywhere, a company's only where it may call.
pub(super) fn door<'b>(
    bots: &'b Bots,
    model: &Model<'_>,
    parts: &[&str],
) -> Result<(&'b Egress, Url), BotError> {
    let deps = bots.deps();
    if model.base_url.is_empty() {
        return Ok((deps.doors.of_operator(), below(&deps.model_url, parts)?));
    }
    let base = address(model.base_url)?;
    Ok((deps.doors.of(&base), below(model.base_url, parts)?))
}

pub(super) fn authorized(
    egress: &Egress,
    url: &Url,
    model: &Model<'_>,
) -> Result<RequestBuilder, BotError> {
    let request = egress.request(Method::POST, url.clone()).map_err(failed)?;
    Ok(request.bearer_auth(&model.keys.api_key))
}

/// A call that is made again while it is not taken.
struct Again<F>(F);

fn again<F: Fn() -> Result<RequestBuilder, BotError>>(request: F) -> Again<F> {
    Again(request)
}

impl<F: Fn() -> Result<RequestBuilder, BotError>> Again<F> {
    /// The body of a good answer.
    async fn calling(self, egress: &Egress, limits: Limits) -> Result<Bytes, BotError> {
        let mut waits = WAITS.iter();
        loop {
            let reply = egress.send((self.0)()?, limits).await.map_err(failed)?;
            let status = reply.status().as_u16();
            match status {
                200..300 => return reply.bytes().await.map_err(failed),
                401 | 403 => return Err(BotError::Key),
                _ => {}
            }
            match waits.next().filter(|_| status >= 500 || status == 429) {
                Some(wait) => tokio::time::sleep(*wait).await,
                None => return Err(BotError::Status(status)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_never_a_mark_of_speech() {
        let said = ssml("pt-BR-YaraNeural", "a <b> & \"c\" 'd'\u{0}\n</voice>");
        assert!(
            said.contains("a &lt;b&gt; &amp; &quot;c&quot; &apos;d&apos; &lt;/voice&gt;</voice>")
        );
        assert_eq!(said.matches("<voice").count(), 1);
    }
}
