//! What bots of others answer (rules B14, B15): what is said, what is commanded, and how asking them fails. Bounded, whatever
//! they send.

use std::fmt;

use guiche_storage::model::{ErrorCode, QueueId, TagId, UserId};
use serde_json::Value;

/// Messages of one answer.
pub const SAYS_MAX: usize = 20;
/// Characters of one message, as the official API takes them.
pub const SAY_CHARS_MAX: usize = 4096;
/// Longest wait before one message, in milliseconds.
pub const DELAY_MAX: i64 = 20_000;

/// A message that a bot says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BotSay {
    /// Its text, or the caption of its file.
    pub text: String,
    /// Where its file is to be had.
    pub media_url: Option<String>,
    /// Its sound, as a voice note in place of the text.
    pub sound: Option<bytes::Bytes>,
    /// Milliseconds before it.
    pub delay: i64,
}

impl BotSay {
    /// A text.
    pub fn text(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }
}

/// What a bot wants to happen with the conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BotCommand {
    /// It leads the conversation no more.
    Stop,
    /// It goes to this queue.
    Queue(QueueId),
    /// It goes to this attendant.
    User(UserId),
    /// It is over.
    Close,
    /// It gets this tag.
    Tag(TagId),
}

impl fmt::Display for BotCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stop => f.write_str("stop"),
            Self::Queue(id) => write!(f, "queueId {id}"),
            Self::User(id) => write!(f, "userId {id}"),
            Self::Close => f.write_str("close"),
            Self::Tag(id) => write!(f, "tagId {id}"),
        }
    }
}

/// What a bot answers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BotAnswer {
    /// What it says, in this order.
    pub says: Vec<BotSay>,
    /// What it wants.
    pub commands: Vec<BotCommand>,
    /// What it remembers the conversation by; `None` begins anew.
    pub session: Option<String>,
    /// Titles of the company's articles that it was told of.
    pub sources: Vec<String>,
}

impl BotAnswer {
    /// The same within its bounds: nothing empty, nothing endless.
    #[must_use]
    pub fn bounded(mut self) -> Self {
        self.says.retain(|say| {
            !say.text.trim().is_empty() || say.media_url.is_some() || say.sound.is_some()
        });
        self.says.truncate(SAYS_MAX);
        for say in &mut self.says {
            if let Some((end, _)) = say.text.char_indices().nth(SAY_CHARS_MAX) {
                say.text.truncate(end);
            }
            say.delay = say.delay.clamp(0, DELAY_MAX);
        }
        self.commands.truncate(SAYS_MAX);
        self
    }
}

/// Reads the commands of a JSON object: `stop` or `stopBot`, `queueId`, `userId`, `close`, `tagId`. A number may be written
/// as a text.
pub fn read_commands(object: &Value) -> Vec<BotCommand> {
    let number = |name: &str| {
        let value = object.get(name)?;
        let number = value.as_i64();
        number.or_else(|| value.as_str()?.trim().parse().ok())
    };
    let flag = |name: &str| object.get(name).and_then(Value::as_bool) == Some(true);
    let tag = number("tagId").map(|id| BotCommand::Tag(TagId(id)));
    let queue = number("queueId").map(|id| BotCommand::Queue(QueueId(id)));
    let user = number("userId").map(|id| BotCommand::User(UserId(id)));
    let stop = (flag("stop") || flag("stopBot")).then_some(BotCommand::Stop);
    let close = flag("close").then_some(BotCommand::Close);
    [tag, queue, user, stop, close]
        .into_iter()
        .flatten()
        .collect()
}

/// Why a bot gave no answer. The texts are for the company's people: no address, no secret, nothing that was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BotError {
    /// It is not there any more, or not complete.
    Unknown,
    /// The company's plan has it no more, or the company may only look.
    NotAllowed,
    /// Its address leads where nothing may be called.
    Forbidden,
    /// It cannot be reached, or did not answer in time.
    NoAnswer,
    /// It answered with this status.
    Status(u16),
    /// What it answered is too large or cannot be read.
    Unreadable,
    /// Its key is none, or was refused.
    Key,
    /// The company's tokens of this month are used up.
    Cap,
}

impl BotError {
    /// Whether asking again can help.
    pub fn may_pass(&self) -> bool {
        !matches!(
            self,
            Self::Unknown | Self::NotAllowed | Self::Forbidden | Self::Cap
        )
    }
}

impl BotError {
    /// Whether the other side says that it was asked too much.
    pub fn is_limit(&self) -> bool {
        matches!(self, Self::Status(429 | 402))
    }

    /// The code of it, where somebody waits for the answer.
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::Cap => ErrorCode::AiCap,
            Self::Key => ErrorCode::AiKey,
            _ if self.is_limit() => ErrorCode::AiLimit,
            _ => ErrorCode::AiUnavailable,
        }
    }

    /// Its word for programs.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::NotAllowed => "notAllowed",
            Self::Forbidden => "forbidden",
            Self::NoAnswer => "noAnswer",
            Self::Status(_) => "status",
            Self::Unreadable => "unreadable",
            Self::Key => "key",
            Self::Cap => "cap",
        }
    }
}

impl fmt::Display for BotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("não existe mais ou está incompleto"),
            Self::NotAllowed => f.write_str("não está no plano ou a empresa está em atraso"),
            Self::Forbidden => f.write_str("o endereço não é público"),
            Self::NoAnswer => f.write_str("não respondeu a tempo"),
            Self::Status(status) => write!(f, "respondeu com o erro {status}"),
            Self::Unreadable => f.write_str("a resposta não pôde ser lida"),
            Self::Key => f.write_str("a chave não foi aceita"),
            Self::Cap => f.write_str("o limite mensal de IA da empresa foi atingido"),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_answer_has_bounds() {
        let long = "é".repeat(SAY_CHARS_MAX + 5);
        let mut says = vec![BotSay::text("  "), BotSay::text(long)];
        says.extend((0..50).map(|place| BotSay {
            delay: i64::MAX,
            ..BotSay::text(place.to_string())
        }));
        let answer = BotAnswer {
            says,
            ..BotAnswer::default()
        };
        let bounded = answer.bounded();
        assert_eq!(bounded.says.len(), SAYS_MAX);
        assert_eq!(bounded.says[0].text.chars().count(), SAY_CHARS_MAX);
        assert_eq!(bounded.says[1].delay, DELAY_MAX);
    }

    #[test]
    fn commands_are_read_from_numbers_texts_and_flags() {
        let read = |value: Value| read_commands(&value);
        assert_eq!(
            read(json!({ "queueId": 3, "userId": "7" })),
            [BotCommand::Queue(QueueId(3)), BotCommand::User(UserId(7))]
        );
        assert_eq!(read(json!({ "stopBot": true })), [BotCommand::Stop]);
        assert_eq!(
            read(json!({ "close": true, "tagId": 2 })),
            [BotCommand::Tag(TagId(2)), BotCommand::Close]
        );
        for nothing in [
            json!({ "queueId": null, "stop": false, "close": "yes" }),
            json!([1]),
            json!("x"),
        ] {
            assert_eq!(read(nothing), []);
        }
    }

    #[test]
    fn each_reason_has_a_code_a_word_and_says_whether_asking_again_can_help() {
        use BotError::{Cap, Forbidden, Key, NoAnswer, NotAllowed, Status, Unknown, Unreadable};
        for (error, may_pass, is_limit, code, word) in [
            (Unknown, false, false, ErrorCode::AiUnavailable, "unknown"),
            (
                NotAllowed,
                false,
                false,
                ErrorCode::AiUnavailable,
                "notAllowed",
            ),
            (
                Forbidden,
                false,
                false,
                ErrorCode::AiUnavailable,
                "forbidden",
            ),
            (NoAnswer, true, false, ErrorCode::AiUnavailable, "noAnswer"),
            (Status(500), true, false, ErrorCode::AiUnavailable, "status"),
            (Status(429), true, true, ErrorCode::AiLimit, "status"),
            (Status(402), true, true, ErrorCode::AiLimit, "status"),
            (
                Unreadable,
                true,
                false,
                ErrorCode::AiUnavailable,
                "unreadable",
            ),
            (Key, true, false, ErrorCode::AiKey, "key"),
            (Cap, false, false, ErrorCode::AiCap, "cap"),
        ] {
            let said = (
                error.may_pass(),
                error.is_limit(),
                error.code(),
                error.word(),
            );
            assert_eq!(said, (may_pass, is_limit, code, word), "{error}");
        }
    }
}
