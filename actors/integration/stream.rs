//! A model's answer piece by piece, as its service sends it (rule B15): lines of events, of which only text and what it took
//! are read. A service that knows no streams answers at once, and that is read too.

use std::time::Duration;

use guiche_storage::model::ai::Tokens;
use reqwest::header::CONTENT_TYPE;
use serde_json::{Value, json};

use super::{
    Bots,
    calls::failed,
    meter::said_usage,
    model::{Model, authorized, door, wish},
};
use crate::{
    egress::{Limits, Reply},
    rules::bots::BotError,
};

/// How long an answer may take with all its pieces, and how much may come around its text.
const LIMITS: Limits = Limits {
    total: Duration::from_secs(30),
    body_bytes_max: 1 << 20,
};
/// A longer line is none.
const LINE_BYTES_MAX: usize = 64 << 10;
/// What ends a stream.
const END: &str = "[DONE]";

/// An answer that is on its way.
pub(super) struct Answering {
    reply: Reply,
    lines: Lines,
}

/// What was read of an answer since the last time.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Read {
    /// More of its text.
    pub text: String,
    /// What it took, if that was said.
    pub tokens: Option<Tokens>,
    /// Whether nothing follows.
    pub is_end: bool,
}

/// Asks for the next message of a conversation, piece by piece. Asked once: who waits sees that nothing comes.
///
/// # Errors
/// See [`BotError`].
pub(super) async fn begin(
    bots: &Bots,
    model: &Model<'_>,
    messages: &[Value],
) -> Result<Answering, BotError> {
    bots.may_spend(model.company).await?;
    let mut body = wish(bots, model, messages);
    if let Some(fields) = body.as_object_mut() {
        fields.insert("stream".to_owned(), json!(true));
        let options = json!({ "include_usage": true });
        fields.insert("stream_options".to_owned(), options);
    }
    let (egress, url) = door(bots, model, &["chat", "completions"])?;
    let request = authorized(egress, &url, model)?
        .header(CONTENT_TYPE, "application/json")
        .body(body.to_string());
    let reply = egress.send(request, LIMITS).await.map_err(failed)?;
    match reply.status().as_u16() {
        200..300 => {}
        401 | 403 => return Err(BotError::Key),
        status => return Err(BotError::Status(status)),
    }
    let is_whole = reply
        .header(CONTENT_TYPE.as_str())
        .is_some_and(|kind| kind.starts_with("application/json"));
    Ok(Answering {
        reply,
        lines: Lines {
            is_whole,
            ..Lines::default()
        },
    })
}

impl Answering {
    /// What comes next.
    ///
    /// # Errors
    /// `NoAnswer` or `Unreadable` when it breaks off before its end.
    pub(super) async fn next(&mut self) -> Result<Read, BotError> {
        match self.reply.piece().await.map_err(failed)? {
            Some(piece) => self.lines.take(&piece),
            None => self.lines.end(),
        }
    }
}

/// Bytes on their way to lines.
#[derive(Debug, Default)]
struct Lines {
    /// One JSON text instead of events.
    is_whole: bool,
    rest: Vec<u8>,
    /// Whether a reason to end was named: what follows is at most what it took.
    is_ending: bool,
}

impl Lines {
    fn take(&mut self, bytes: &[u8]) -> Result<Read, BotError> {
        let mut read = Read::default();
        self.rest.extend_from_slice(bytes);
        if self.is_whole {
            return Ok(read);
        }
        while let Some(place) = self.rest.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.rest.drain(..=place).collect();
            self.line(&line, &mut read)?;
        }
        if self.rest.len() > LINE_BYTES_MAX {
            return Err(BotError::Unreadable);
        }
        Ok(read)
    }

    /// Nothing more comes.
    fn end(&mut self) -> Result<Read, BotError> {
        let mut read = Read::default();
        let rest = std::mem::take(&mut self.rest);
        if self.is_whole {
            let whole: Value = serde_json::from_slice(&rest).map_err(|_| BotError::Unreadable)?;
            let text = whole.pointer("/choices/0/message/content");
            text.and_then(Value::as_str)
                .unwrap_or_default()
                .clone_into(&mut read.text);
            read.tokens = said_usage(whole.get("usage"));
            self.is_ending = true;
        } else {
            self.line(&rest, &mut read)?;
        }
        if !self.is_ending {
            return Err(BotError::NoAnswer);
        }
        read.is_end = true;
        Ok(read)
    }

    fn line(&mut self, line: &[u8], read: &mut Read) -> Result<(), BotError> {
        let line = std::str::from_utf8(line).map_err(|_| BotError::Unreadable)?;
        // comments and names of events say nothing
        let Some(data) = line.trim().strip_prefix("data:").map(str::trim) else {
            return Ok(());
        };
        if data == END {
            read.is_end = true;
            self.is_ending = true;
            return Ok(());
        }
        let event: Value = serde_json::from_str(data).map_err(|_| BotError::Unreadable)?;
        if event.get("error").is_some_and(|error| !error.is_null()) {
            return Err(BotError::Status(500));
        }
        if let Some(text) = event.pointer("/choices/0/delta/content") {
            read.text.push_str(text.as_str().unwrap_or_default());
        }
        let reason = event.pointer("/choices/0/finish_reason");
        self.is_ending |= reason.is_some_and(Value::is_string);
        if let Some(tokens) = said_usage(event.get("usage")) {
            read.tokens = Some(tokens);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(text: &str) -> String {
        format!(
            "data: {}\n\n",
            json!({ "choices": [{ "delta": { "content": text } }] })
        )
    }

    #[test]
    fn text_is_read_wherever_the_bytes_are_cut() {
        let all = format!(
            ": hello\n\n{}{}data: {}\n\ndata: {END}\n\n",
            event("Olá, "),
            event("Bia 😊"),
            json!({ "choices": [], "usage": { "prompt_tokens": 9, "completion_tokens": 3 } })
        );
        for size in [1, 2, 3, 7, 4096] {
            let mut lines = Lines::default();
            let (mut text, mut tokens, mut is_end) = (String::new(), None, false);
            for bytes in all.as_bytes().chunks(size) {
                let read = lines.take(bytes).unwrap();
                text.push_str(&read.text);
                tokens = tokens.or(read.tokens);
                is_end |= read.is_end;
            }
            assert_eq!(text, "Olá, Bia 😊", "{size}");
            assert!(is_end);
            let three = Tokens {
                prompt: 9,
                completion: 3,
            };
            assert_eq!(tokens, Some(three));
        }
    }

    #[test]
    fn half_a_stream_is_no_answer_and_a_named_end_is_one() {
        let mut half = Lines::default();
        half.take(event("Ol").as_bytes()).unwrap();
        assert_eq!(half.end(), Err(BotError::NoAnswer));
        let mut ended = Lines::default();
        let last = json!({ "choices": [{ "delta": {}, "finish_reason": "stop" }] });
        ended.take(format!("data: {last}\n\n").as_bytes()).unwrap();
        assert!(ended.end().unwrap().is_end);
    }

    #[test]
    fn what_is_no_event_is_refused_and_no_line_is_endless() {
        for bad in ["data: {\n", "data: {\"error\":{\"message\":\"no\"}}\n"] {
            assert!(Lines::default().take(bad.as_bytes()).is_err(), "{bad}");
        }
        let mut lines = Lines::default();
        assert!(lines.take(&vec![b'x'; LINE_BYTES_MAX + 1]).is_err());
    }

    #[test]
    fn an_answer_that_comes_at_once_is_read_too() {
        let mut lines = Lines {
            is_whole: true,
            ..Lines::default()
        };
        let whole = json!({ "choices": [{ "message": { "content": "Oi" } }] }).to_string();
        assert_eq!(lines.take(whole.as_bytes()).unwrap(), Read::default());
        assert_eq!(lines.end().unwrap().text, "Oi");
    }
}
