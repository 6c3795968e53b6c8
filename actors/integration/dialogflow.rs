//! Dialogflow ES: an agent of Google's is asked by the key of a service account (rule B14).

use std::collections::HashMap;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use bytes::Bytes;
use chrono::{DateTime, TimeDelta, Utc};
use guiche_storage::{
    bots::integrations::IntegrationSecrets,
    model::{
        bot::{CallStep, QueueIntegration},
        message::MediaKind,
    },
};
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use reqwest::Method;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::{
    BotTurn, Bots,
    calls::{address, below, failed, send},
    hearing::recording,
    journal::Journal,
};
use crate::rules::bots::{BotAnswer, BotCommand, BotError, BotSay};

/// What the key is to open.
const SCOPE: &str = "https://www.googleapis.com/auth/dialogflow";
/// Characters of a question that the API takes.
const TEXT_CHARS_MAX: usize = 256;
/// The voice notes that the API listens to, and bytes of one: it takes 10 MB of a question, and they grow by a third.
const VOICE_NOTE: &str = "audio/ogg";
const VOICE_BYTES_MAX: usize = 7 << 20;
const VOICE_HERTZ: i64 = 16_000;
/// How long a token may live, and how much sooner it is asked for anew.
const TOKEN_LIFE: TimeDelta = TimeDelta::hours(1);
const TOKEN_SPARE: TimeDelta = TimeDelta::minutes(1);
/// Tokens that are kept.
const TOKENS_MAX: usize = 1_000;
/// Of a message that is for no platform of its own, where that is said at all.
const NO_PLATFORM: &str = "PLATFORM_UNSPECIFIED";
/// Said where the agent has no answer.
const NOT_UNDERSTOOD: &str = "não consegui entender. Pode escrever de outro jeito?";
/// Before each text, in milliseconds: the customer sees meanwhile that he is being written to.
const PAUSE: i64 = 1_000;

/// Tokens by what names their key.
pub(super) type Tokens = tokio::sync::Mutex<HashMap<[u8; 32], (String, DateTime<Utc>)>>;

/// The key of a service account, as Google gives it.
#[derive(Deserialize)]
struct Account {
    client_email: String,
    private_key: String,
    #[serde(default)]
    private_key_id: Option<String>,
    token_uri: String,
}

#[derive(Serialize)]
struct Claims<'a> {
    iss: &'a str,
    scope: &'a str,
    aud: &'a str,
    iat: i64,
    exp: i64,
}

#[derive(Deserialize)]
struct TokenAnswer {
    access_token: String,
    #[serde(default)]
    expires_in: Option<i64>,
}

/// What an agent is asked.
pub(super) struct Question<'a> {
    /// The project.
    pub project: &'a str,
    /// The language.
    pub language: &'a str,
    /// The conversation.
    pub session: &'a str,
    /// What was said.
    pub said: Said<'a>,
}

/// What somebody said to an agent.
pub(super) enum Said<'a> {
    /// In writing.
    Text(&'a str),
    /// As a voice note.
    Voice(&'a Bytes),
}

/// Whether a text is a key that can sign.
pub fn is_key(json: &str) -> bool {
    let account: Option<Account> = serde_json::from_str(json).ok();
    account.is_some_and(|account| signing(&account.private_key).is_some())
}

/// Asks an agent about a message.
///
/// # Errors
/// See [`BotError`].
pub(super) async fn ask(
    (bots, journal): (&Bots, &Journal),
    turn: &BotTurn,
    integration: &QueueIntegration,
    secrets: &IntegrationSecrets,
) -> Result<BotAnswer, BotError> {
    let key = secrets.json_content.as_deref().ok_or(BotError::Key)?;
    let session = turn.ticket.uuid.to_string();
    let text = turn.message.body.trim();
    let voice = voice_of(bots, turn).await?;
    let said = match &voice {
        Some(voice) => Some(Said::Voice(voice)),
        None => Some(text).filter(|it| !it.is_empty()).map(Said::Text),
    };
    let answered = match said {
        Some(said) => {
            let question = Question {
                project: &integration.project_name,
                language: &integration.language,
                session: &session,
                said,
            };
            detect((bots, journal), key, &question).await?
        }
        None => json!({}),
    };
    let ends = answered.pointer("/queryResult/diagnosticInfo/end_conversation")
        == Some(&Value::Bool(true));
    Ok(BotAnswer {
        says: said_by(&integration.name, texts_of(&answered)),
        commands: ends.then_some(BotCommand::Stop).into_iter().collect(),
        session: Some(session),
        sources: Vec::new(),
    })
}

/// What an agent says, one text after another under its name.
fn said_by(name: &str, mut texts: Vec<String>) -> Vec<BotSay> {
    if texts.is_empty() {
        texts.push(NOT_UNDERSTOOD.to_owned());
    }
    let name = name.trim();
    let says = texts.iter().map(|text| BotSay {
        delay: PAUSE,
        ..BotSay::text(format!("*{name}:* {text}"))
    });
    says.collect()
}

/// The voice note that a message is. None is what the agent could not listen to.
async fn voice_of(bots: &Bots, turn: &BotTurn) -> Result<Option<Bytes>, BotError> {
    if turn.message.media_type.as_deref() != Some(MediaKind::Audio.as_str()) {
        return Ok(None);
    }
    let recording = recording(bots, turn.company, turn.message.id).await?;
    let is_fine = recording.mime == VOICE_NOTE && recording.bytes.len() <= VOICE_BYTES_MAX;
    Ok(is_fine.then_some(recording.bytes))
}

/// The question as the API takes it.
fn question(said: &Said<'_>, language: &str) -> Value {
    match said {
        Said::Text(text) => {
            let text: String = text.chars().take(TEXT_CHARS_MAX).collect();
            json!({ "queryInput": { "text": { "text": text, "languageCode": language } } })
        }
        Said::Voice(bytes) => json!({
            "queryInput": { "audioConfig": {
                "audioEncoding": "AUDIO_ENCODING_OGG_OPUS",
                "sampleRateHertz": VOICE_HERTZ,
                "languageCode": language,
            } },
            "inputAudio": STANDARD.encode(bytes),
        }),
    }
}

/// Asks the agent once. Answers what it said.
pub(super) async fn detect(
    (bots, journal): (&Bots, &Journal),
    key: &str,
    question: &Question<'_>,
) -> Result<Value, BotError> {
    let token = token((bots, journal), key).await?;
    let deps = bots.deps();
    let session = format!("{}:detectIntent", question.session);
    let url = below(
        &deps.dialogflow_url,
        &[
            "v2",
            "projects",
            question.project,
            "agent",
            "sessions",
            &session,
        ],
    )?;
    let body = self::question(&question.said, question.language);
    let egress = deps.doors.of_operator();
    let request = egress.request(Method::POST, url).map_err(failed)?;
    let request = request.bearer_auth(token).json(&body);
    let begun = journal.begin(CallStep::Asked);
    let (status, body) = send(egress, request, begun).await?;
    match status {
        200..300 => serde_json::from_slice(&body).map_err(|_| journal.unreadable()),
        401 | 403 => Err(journal.key_refused()),
        status => Err(BotError::Status(status)),
    }
}

/// Every text that is for no other platform, else the one text.
pub(super) fn texts_of(answer: &Value) -> Vec<String> {
    let result = &answer["queryResult"];
    let messages = result["fulfillmentMessages"].as_array();
    let messages = messages.into_iter().flatten();
    let own = messages.filter(|it| it.get("platform").is_none_or(|it| it == NO_PLATFORM));
    let texts = own.flat_map(|it| {
        let texts = it.pointer("/text/text").and_then(Value::as_array);
        texts.into_iter().flatten()
    });
    let texts: Vec<String> = texts.filter_map(filled).collect();
    if texts.is_empty() {
        filled(&result["fulfillmentText"]).into_iter().collect()
    } else {
        texts
    }
}

fn filled(text: &Value) -> Option<String> {
    let text = text.as_str()?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// A token for a key: the one that is known while it is good.
async fn token((bots, journal): (&Bots, &Journal), key: &str) -> Result<String, BotError> {
    let name: [u8; 32] = Sha256::digest(key.as_bytes()).into();
    let now = bots.deps().clock.now();
    let known = bots.tokens().lock().await.get(&name).cloned();
    if let Some((token, _)) = known.filter(|(_, until)| *until > now) {
        return Ok(token);
    }
    let account: Account = serde_json::from_str(key).map_err(|_| BotError::Key)?;
    let answer = fetch((bots, journal), &account, now).await?;
    let life = TimeDelta::try_seconds(answer.expires_in.unwrap_or(300)).unwrap_or(TOKEN_LIFE);
    let until = now + life.min(TOKEN_LIFE) - TOKEN_SPARE;
    let mut tokens = bots.tokens().lock().await;
    if tokens.len() >= TOKENS_MAX {
        tokens.retain(|_, (_, until)| *until > now);
    }
    if tokens.len() < TOKENS_MAX {
        tokens.insert(name, (answer.access_token.clone(), until));
    }
    Ok(answer.access_token)
}

async fn fetch(
    (bots, journal): (&Bots, &Journal),
    account: &Account,
    now: DateTime<Utc>,
) -> Result<TokenAnswer, BotError> {
    let mut header = Header::new(Algorithm::RS256);
    header.kid.clone_from(&account.private_key_id);
    let claims = Claims {
        iss: &account.client_email,
        scope: SCOPE,
        aud: &account.token_uri,
        iat: now.timestamp(),
        exp: (now + TOKEN_LIFE).timestamp(),
    };
    let key = signing(&account.private_key).ok_or(BotError::Key)?;
    let signed = jsonwebtoken::encode(&header, &claims, &key).map_err(|_| BotError::Key)?;
    let url = address(&account.token_uri).map_err(|_| BotError::Key)?;
    let egress = bots.deps().doors.of(&url);
    let request = egress.request(Method::POST, url).map_err(failed)?.form(&[
        ("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"),
        ("assertion", &signed),
    ]);
    let begun = journal.begin(CallStep::Authorized);
    let (status, body) = send(egress, request, begun).await?;
    match status {
        200..300 => serde_json::from_slice(&body).map_err(|_| journal.unreadable()),
        400..500 => Err(journal.key_refused()),
        status => Err(BotError::Status(status)),
    }
}

/// The signing key in a PEM of PKCS #8, as Google writes it.
fn signing(pem: &str) -> Option<EncodingKey> {
    let begin = "-----BEGIN PRIVATE KEY-----";
    let (_, rest) = pem.split_once(begin)?;
    let (body, _) = rest.split_once("-----END PRIVATE KEY-----")?;
    let body: String = body.chars().filter(|c| !c.is_whitespace()).collect();
    let der = STANDARD.decode(body).ok()?;
    // SEQUENCE { INTEGER 0, SEQUENCE { OID … }, OCTET STRING { the key of PKCS #1 } }
    let (whole, _) = part(&der, 0x30)?;
    let (_, rest) = part(whole, 0x02)?;
    let (algorithm, rest) = part(rest, 0x30)?;
    let (name, _) = part(algorithm, 0x06)?;
    let (key, _) = part(rest, 0x04)?;
    // rsaEncryption
    let is_rsa = name == [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01];
    part(key, 0x30).filter(|_| is_rsa)?;
    Some(EncodingKey::from_rsa_der(key))
}

/// The first value of DER, if it is of this kind, and what follows it.
fn part(der: &[u8], kind: u8) -> Option<(&[u8], &[u8])> {
    let (first, rest) = der.split_first()?;
    if *first != kind {
        return None;
    }
    let (length, rest) = rest.split_first()?;
    let (length, rest) = if *length < 0x80 {
        (usize::from(*length), rest)
    } else {
        let count = usize::from(*length & 0x7f);
        if count > 4 {
            return None;
        }
        let (bytes, rest) = rest.split_at_checked(count)?;
        let length = bytes
            .iter()
            .fold(0, |all, byte| (all << 8) | usize::from(*byte));
        (length, rest)
    };
    rest.split_at_checked(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Made for this test alone.
    pub(super) const PEM: &str = include_str!("test_key.pem");

    #[test]
    fn a_key_of_google_signs_and_anything_else_is_none() {
        let json = json!({
            "type": "service_account", "client_email": "bot@x.iam.gserviceaccount.com", "private_key": PEM,
            "token_uri": "https://oauth2.googleapis.com/token",
        });
        assert!(is_key(&json.to_string()));
        let token = jsonwebtoken::encode(
            &Header::new(Algorithm::RS256),
            &json!({ "iss": "x" }),
            &signing(PEM).unwrap(),
        );
        assert!(token.is_ok());
        for bad in [
            "",
            "{}",
            "[]",
            r#"{"client_email":"a","private_key":"x","token_uri":"y"}"#,
        ] {
            assert!(!is_key(bad), "{bad}");
        }
        for cut in [PEM.len() / 2, 40] {
            let cut: String = PEM.chars().take(cut).collect();
            assert!(signing(&format!("{cut}\n-----END PRIVATE KEY-----")).is_none());
        }
    }

    #[test]
    fn texts_come_one_by_one_under_the_agents_name_after_a_pause() {
        // spec: A051
        let says = said_by(" Fluxo ", vec!["A".to_owned(), "B".to_owned()]);
        let told: Vec<_> = says.iter().map(|say| (&*say.text, say.delay)).collect();
        assert_eq!(told, [("*Fluxo:* A", 1_000), ("*Fluxo:* B", 1_000)]);
        let nothing = said_by("Fluxo", Vec::new());
        assert_eq!(
            nothing[0].text,
            "*Fluxo:* não consegui entender. Pode escrever de outro jeito?"
        );
    }

    #[test]
    fn texts_for_every_platform_go_before_the_one_text() {
        let answer = json!({ "queryResult": {
            "fulfillmentText": "um",
            "fulfillmentMessages": [
                { "text": { "text": ["A", " "] } },
                { "platform": "TELEGRAM", "text": { "text": ["T"] } },
                { "payload": {} },
                { "platform": "PLATFORM_UNSPECIFIED", "text": { "text": ["B"] } },
            ],
        } });
        assert_eq!(texts_of(&answer), ["A", "B"]);
        let plain = json!({ "queryResult": { "fulfillmentText": "um" } });
        assert_eq!(texts_of(&plain), ["um"]);
        assert!(texts_of(&json!({})).is_empty());
    }
}
