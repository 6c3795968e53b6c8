//! Typebot: a flow is begun, and goes on with each message (rule B14). Speaks the chat API of its viewer.

use chrono::TimeDelta;
use guiche_storage::model::bot::{CallStep, QueueIntegration};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{
    BotTurn, Bots,
    bubbles::{Read, read},
    calls::{Way, ask as post, below},
    journal::Journal,
};
use crate::rules::bots::{BotAnswer, BotCommand, BotError, BotSay};

/// What a flow says to an answer that it does not take.
const INVALID: &str = "Invalid message. Please, try again.";

/// What a conversation is remembered by.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Session {
    /// The service's name for it.
    id: String,
    /// What was last to be chosen from.
    items: Vec<String>,
}

/// Who writes what to a flow.
pub(super) struct Asked<'a> {
    /// What he wrote.
    pub text: &'a str,
    /// His number.
    pub number: &'a str,
    /// His name.
    pub name: &'a str,
    /// The ticket.
    pub ticket: i64,
}

/// Asks a flow about a message.
///
/// # Errors
/// See [`BotError`].
pub(super) async fn ask(
    (bots, journal): (&Bots, &Journal),
    turn: &BotTurn,
    integration: &QueueIntegration,
) -> Result<BotAnswer, BotError> {
    let link = turn.link(bots);
    let text = match turn.message.body.trim() {
        "" => link.as_deref().unwrap_or_default(),
        text => text,
    };
    if is_word(text, &integration.typebot_keyword_finish) {
        return Ok(BotAnswer {
            commands: vec![BotCommand::Close],
            ..BotAnswer::default()
        });
    }
    if is_word(text, &integration.typebot_keyword_restart) {
        return Ok(BotAnswer {
            says: vec![BotSay::text(&integration.typebot_restart_message)],
            ..BotAnswer::default()
        });
    }
    let asked = Asked {
        text,
        number: &turn.contact.number,
        name: &turn.contact.name,
        ticket: turn.ticket.id.0,
    };
    let known = turn
        .session
        .as_deref()
        .filter(|_| !is_over(turn, integration));
    let doors = &bots.deps().doors;
    go_on(Way { doors, journal }, integration, known, &asked).await
}

/// Whether the customer was silent for so long that the flow begins anew. Counted from what it last answered.
fn is_over(turn: &BotTurn, integration: &QueueIntegration) -> bool {
    let minutes = TimeDelta::try_minutes(integration.typebot_expires);
    let wait = minutes.filter(|wait| *wait > TimeDelta::zero());
    match (wait, turn.talked_at) {
        (Some(wait), Some(at)) => at + wait <= turn.now,
        _ => false,
    }
}

/// Whether a text is a keyword; case and spaces around it do not count.
fn is_word(text: &str, word: &str) -> bool {
    let word = word.trim().to_lowercase();
    !word.is_empty() && text.trim().to_lowercase() == word
}

/// Goes on with a session, or begins one where there is none or the service knows it no more.
pub(super) async fn go_on(
    way: Way<'_>,
    integration: &QueueIntegration,
    known: Option<&str>,
    asked: &Asked<'_>,
) -> Result<BotAnswer, BotError> {
    let known: Option<Session> = known.and_then(|text| serde_json::from_str(text).ok());
    if let Some(known) = known {
        let text = chosen(&known.items, asked.text);
        match proceed(way, integration, &known.id, text).await {
            Err(BotError::Status(404)) => way.journal.take_back(),
            answer => return Ok(answered(integration, known.id, &answer?)),
        }
    }
    let url = below(
        &integration.url_n8n,
        &[
            "api",
            "v1",
            "typebots",
            &integration.typebot_slug,
            "startChat",
        ],
    )?;
    let begin = json!({
        "prefilledVariables": {
            "number": asked.number,
            "pushName": asked.name,
            "remoteJid": format!("{}@s.whatsapp.net", asked.number),
            "ticketId": asked.ticket,
        },
        "textBubbleContentFormat": "richText",
        "isStreamEnabled": false,
    });
    let begun = post(way, CallStep::Started, url, &begin).await?;
    let id = begun.get("sessionId").and_then(Value::as_str);
    let id = id.ok_or_else(|| way.journal.unreadable())?;
    let messages = begun.get("messages").and_then(Value::as_array);
    let has_messages = messages.is_some_and(|it| !it.is_empty());
    if has_messages || asked.text.trim().is_empty() {
        return Ok(answered(integration, id.to_owned(), &begun));
    }
    // a flow that says nothing at first waits for the customer
    let next = proceed(way, integration, id, asked.text).await?;
    Ok(answered(integration, id.to_owned(), &next))
}

/// Older servers take a text where newer ones take an object.
async fn proceed(
    way: Way<'_>,
    integration: &QueueIntegration,
    session: &str,
    text: &str,
) -> Result<Value, BotError> {
    let url = below(
        &integration.url_n8n,
        &["api", "v1", "sessions", session, "continueChat"],
    )?;
    let body =
        |message: Value| json!({ "message": message, "textBubbleContentFormat": "richText" });
    let object = body(json!({ "type": "text", "text": text }));
    match post(way, CallStep::Answered, url.clone(), &object).await {
        Err(BotError::Status(400)) => {
            way.journal.take_back();
            post(way, CallStep::Answered, url, &body(text.into())).await
        }
        answer => answer,
    }
}

/// The item of a list that a number or a title means; anything else as it was written.
fn chosen<'a>(items: &'a [String], text: &'a str) -> &'a str {
    let number: Option<usize> = text.trim().trim_end_matches(['.', ')']).parse().ok();
    let by_number = number.and_then(|number| items.get(number.checked_sub(1)?));
    by_number.map_or(text, String::as_str)
}

fn answered(integration: &QueueIntegration, id: String, answer: &Value) -> BotAnswer {
    let Read {
        mut says,
        commands,
        items,
        waits,
    } = read(answer);
    let unknown = integration.typebot_unknown_message.trim();
    if !unknown.is_empty() {
        for say in says.iter_mut().filter(|say| say.text.trim() == INVALID) {
            unknown.clone_into(&mut say.text);
        }
        if says.is_empty() && commands.is_empty() {
            says.push(BotSay::text(unknown));
        }
    }
    for say in &mut says {
        say.delay = integration.typebot_delay_message;
    }
    let session = serde_json::to_string(&Session { id, items }).ok();
    BotAnswer {
        says,
        commands,
        // a flow that asks nothing more is at its end
        session: session.filter(|_| waits),
        sources: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_or_a_title_chooses() {
        let items = ["Vendas".to_owned(), "Suporte".to_owned()];
        for (text, expected) in [
            ("1", "Vendas"),
            (" 2. ", "Suporte"),
            ("Suporte", "Suporte"),
            ("3", "3"),
            ("0", "0"),
            ("olá", "olá"),
        ] {
            assert_eq!(chosen(&items, text), expected, "{text}");
        }
    }

    #[test]
    fn keywords_ignore_case_and_spaces_and_an_empty_one_is_none() {
        assert!(is_word(" SAIR ", "sair"));
        assert!(!is_word("", "") && !is_word("sair já", "sair"));
    }
}
