//! n8n and any other webhook: the message goes out as the family sends it, with ours beside it, and what is answered is
//! done (rule B14).

use std::time::Duration;

use guiche_storage::{
    bots::integrations::IntegrationSecrets,
    model::{
        bot::{CallStep, QueueIntegration},
        message::{MediaKind, Message},
    },
};
use hmac::{Hmac, Mac as _};
use reqwest::Url;
use serde_json::{Map, Value, json};
use sha2::Sha256;

use super::{
    BotTurn, Bots,
    calls::{Way, address, post, send},
    journal::Journal,
};
use crate::rules::bots::{BotAnswer, BotError, BotSay, read_commands};

/// Waits between the tries of one call.
const WAITS: [Duration; 2] = [Duration::from_millis(300), Duration::from_secs(1)];
/// Holds the signature of the body.
const SIGNATURE: &str = "X-Guiche-Signature";
/// Names the message: the same in every try.
const DELIVERY: &str = "X-Guiche-Delivery";

/// Tells a flow of a message, at most three times, and reads what it answers.
///
/// # Errors
/// See [`BotError`].
pub(super) async fn ask(
    (bots, journal): (&Bots, &Journal),
    turn: &BotTurn,
    integration: &QueueIntegration,
    secrets: &IntegrationSecrets,
) -> Result<BotAnswer, BotError> {
    let body = payload(turn, turn.link(bots).as_deref()).to_string();
    let delivery = turn.claimed.id.to_string();
    let doors = &bots.deps().doors;
    call(
        Way { doors, journal },
        &integration.url_n8n,
        (&body, &delivery),
        secrets.secret.as_deref(),
    )
    .await
}

/// Posts a body, and again while it was not taken.
pub(super) async fn call(
    way: Way<'_>,
    url: &str,
    (body, delivery): (&str, &str),
    secret: Option<&str>,
) -> Result<BotAnswer, BotError> {
    let url = address(url)?;
    let mut waits = WAITS.iter();
    loop {
        let error = match try_once(way, &url, (body, delivery), secret).await {
            Ok(answer) => return Ok(answer),
            Err(error) => error,
        };
        let is_passing = match error {
            BotError::NoAnswer => true,
            BotError::Status(status) => status >= 500 || status == 429,
            _ => false,
        };
        match waits.next().filter(|_| is_passing) {
            Some(wait) => tokio::time::sleep(*wait).await,
            None => return Err(error),
        }
    }
}

/// Posts a body, once.
pub(super) async fn try_once(
    way: Way<'_>,
    url: &Url,
    (body, delivery): (&str, &str),
    secret: Option<&str>,
) -> Result<BotAnswer, BotError> {
    let request = post(way.doors, url.clone(), body.to_owned())?;
    let mut request = request.header(DELIVERY, delivery);
    if let Some(secret) = secret {
        request = request.header(SIGNATURE, signature(secret, body));
    }
    let begun = way.journal.begin(CallStep::Told);
    let (status, answer) = send(way.doors.of(url), request, begun).await?;
    if !(200..300).contains(&status) {
        return Err(BotError::Status(status));
    }
    Ok(read(&answer))
}

/// `sha256=` and the HMAC of the body in hexadecimal digits.
fn signature(secret: &str, body: &str) -> String {
    // any length of key will do
    let mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes());
    let bytes = mac.map(|mac| mac.chain_update(body.as_bytes()).finalize().into_bytes());
    format!("sha256={}", hex::encode(bytes.unwrap_or_default()))
}

/// What the family sends, with ours in it; and the family's alone once more, as `raw`.
fn payload(turn: &BotTurn, media_url: Option<&str>) -> Value {
    let (ticket, contact, message) = (&turn.ticket, &turn.contact, &turn.message);
    let engine = raw(message, media_url);
    let key = json!({
        "remoteJid": format!("{}@s.whatsapp.net", contact.number),
        "fromMe": message.from_me,
        "id": turn.provider_id,
    });
    let at = message.created_at.timestamp();
    let mut content = engine.clone();
    let own = json!({
        "id": message.id,
        "body": message.body,
        "mediaType": message.media_type,
        "mediaUrl": media_url,
        "fromMe": message.from_me,
        "timestamp": message.created_at.timestamp(),
    });
    if let Value::Object(own) = own {
        content.extend(own);
    }
    json!({
        "event": "message.received",
        "key": key,
        "messageTimestamp": at,
        "pushName": contact.name,
        "message": content,
        "company": { "id": turn.company },
        "companyId": turn.company,
        "connection": turn.connection.as_ref().map(|(id, name)| json!({ "id": id, "name": name })),
        "whatsappId": turn.connection.as_ref().map(|(id, _)| id),
        "ticket": {
            "id": ticket.id, "uuid": ticket.uuid, "status": ticket.status, "queueId": ticket.queue_id,
        },
        "contact": { "id": contact.id, "name": contact.name, "number": contact.number },
        "mediaUrl": media_url,
        "raw": { "key": key, "messageTimestamp": at, "pushName": contact.name, "message": engine },
    })
}

/// The message as the family's engine has it.
fn raw(message: &Message, url: Option<&str>) -> Map<String, Value> {
    let body = message.body.as_str();
    let kind = message.media_type.as_deref();
    let (name, content) = match (kind.and_then(MediaKind::parse), kind, &message.location) {
        (Some(kind), ..) => {
            let mime = message.media_mime.as_deref();
            let file_name = message.media_name.as_deref();
            let file_name = file_name.filter(|_| kind == MediaKind::Document);
            let content =
                json!({ "caption": body, "url": url, "mimetype": mime, "fileName": file_name });
            let name = match kind {
                MediaKind::Image => "imageMessage",
                MediaKind::Audio => "audioMessage",
                MediaKind::Video => "videoMessage",
                MediaKind::Document => "documentMessage",
            };
            (name, content)
        }
        (None, Some("locationMessage"), Some(place)) => {
            let content = json!({
                "degreesLatitude": place.latitude,
                "degreesLongitude": place.longitude,
                "name": place.name,
                "address": place.address,
            });
            ("locationMessage", content)
        }
        (None, Some("vcard"), _) => ("contactMessage", json!({ "vcard": body })),
        _ => ("conversation", json!(body)),
    };
    Map::from_iter([(name.to_owned(), content)])
}

/// What a flow answers: an object, or a list of them. Anything else says nothing: flows of the family answer what they like.
pub(super) fn read(body: &[u8]) -> BotAnswer {
    let parts = match serde_json::from_slice(body) {
        Ok(Value::Array(parts)) => parts,
        Ok(part) => vec![part],
        Err(_) => Vec::new(),
    };
    let mut answer = BotAnswer::default();
    for part in &parts {
        let replies = match part.get("replies") {
            Some(Value::Array(replies)) => replies.as_slice(),
            Some(one) => std::slice::from_ref(one),
            None => &[],
        };
        let replies = part.get("reply").into_iter().chain(replies);
        answer.says.extend(replies.filter_map(said));
        answer.commands.extend(read_commands(part));
    }
    answer
}

/// A reply: a text, or an object with `text` or `body`, `mediaUrl` and `delay`.
fn said(reply: &Value) -> Option<BotSay> {
    if let Some(text) = reply.as_str() {
        return Some(BotSay::text(text));
    }
    let word = |name: &str| reply.get(name).and_then(Value::as_str).map(str::to_owned);
    reply.is_object().then(|| BotSay {
        sound: None,
        text: word("text").or_else(|| word("body")).unwrap_or_default(),
        media_url: word("mediaUrl"),
        delay: reply.get("delay").and_then(Value::as_i64).unwrap_or(0),
    })
}

#[cfg(test)]
mod tests {
    use guiche_storage::model::{QueueId, UserId};

    use super::*;
    use crate::rules::bots::BotCommand;

    #[test]
    fn an_answer_is_a_reply_replies_or_a_list_of_both() {
        let read = |value: Value| read(value.to_string().as_bytes());
        let one = read(json!({ "reply": "Olá", "queueId": 4 }));
        assert_eq!(one.says, [BotSay::text("Olá")]);
        assert_eq!(one.commands, [BotCommand::Queue(QueueId(4))]);
        let many = read(json!([
            { "replies": ["A", { "text": "B", "mediaUrl": "https://x.example/b.png", "delay": 50 }, 7] },
            { "reply": "C", "userId": 2, "stop": true },
        ]));
        let texts: Vec<&str> = many.says.iter().map(|say| say.text.as_str()).collect();
        assert_eq!(texts, ["A", "B", "C"]);
        assert_eq!(many.says[1].delay, 50);
        assert_eq!(
            many.commands,
            [BotCommand::User(UserId(2)), BotCommand::Stop]
        );
        for silent in [
            "",
            "ok",
            "{",
            "[]",
            "null",
            r#"{"message":"Workflow was started"}"#,
        ] {
            assert_eq!(
                super::read(silent.as_bytes()),
                BotAnswer::default(),
                "{silent}"
            );
        }
    }

    #[test]
    fn a_signature_is_the_hmac_of_the_body() {
        // RFC 4231, test case 2
        assert_eq!(
            signature("Jefe", "what do ya want for nothing?"),
            "sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        );
    }
}
