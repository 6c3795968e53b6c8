//! What models take: looked at before each call, counted after it (rule B15). The day is the company's.

use chrono::NaiveDate;
use guiche_storage::{
    bots::usage,
    companies::settings,
    model::{
        CompanyId,
        ai::{AiUse, Tokens},
    },
};
use serde_json::Value;

use super::Bots;
use crate::rules::{bots::BotError, calendar::zone_or_default};

/// Letters of a token, where a service does not say how many there were.
const TOKEN_CHARS: usize = 4;
/// Most that one call is believed to have taken.
const TOKENS_MAX: i64 = 10_000_000;

impl Bots {
    /// Whether the company may ask a model now.
    ///
    /// # Errors
    /// `Cap` when the month's tokens are used up.
    pub(super) async fn may_spend(&self, company: CompanyId) -> Result<(), BotError> {
        let mut reader = self
            .deps()
            .db
            .read()
            .await
            .map_err(|_| BotError::NoAnswer)?;
        let conn = &mut reader.conn();
        let cap = settings::find(conn, company, usage::CAP_SETTING).await;
        let cap = cap.map_err(|_| BotError::NoAnswer)?;
        let Some(cap) = cap.and_then(|text| text.parse::<i64>().ok()) else {
            return Ok(());
        };
        let zone = settings::find(conn, company, settings::TIME_ZONE).await;
        let zone = zone.map_err(|_| BotError::NoAnswer)?;
        let used = usage::of_month(conn, company, self.today(zone.as_deref())).await;
        if used.map_err(|_| BotError::NoAnswer)? >= cap {
            return Err(BotError::Cap);
        }
        Ok(())
    }

    /// Counts a call that was answered. Where that fails the answer counts all the same, and this count is lost.
    pub(super) async fn spent(&self, company: CompanyId, used_for: AiUse, tokens: Tokens) {
        if let Err(error) = self.note(company, used_for, tokens).await {
            tracing::warn!(%error, company.id = company.0, "what a model took was not counted");
        }
    }

    async fn note(
        &self,
        company: CompanyId,
        used_for: AiUse,
        tokens: Tokens,
    ) -> guiche_storage::Result<()> {
        let db = &self.deps().db;
        let zone = {
            let mut reader = db.read().await?;
            settings::find(&mut reader.conn(), company, settings::TIME_ZONE).await?
        };
        let day = self.today(zone.as_deref());
        db.write(async |c| usage::count(c, company, (day, used_for), tokens).await)
            .await
    }

    fn today(&self, zone: Option<&str>) -> NaiveDate {
        let now = self.deps().clock.now();
        now.with_timezone(&zone_or_default(zone)).date_naive()
    }
}

/// What an answer says of itself, by the words of chats or of transcripts; nothing where it says nothing that can be read.
pub(super) fn said_usage(usage: Option<&Value>) -> Option<Tokens> {
    let number = |names: [&str; 2]| {
        let value = names.iter().find_map(|name| usage?.get(name)?.as_i64())?;
        (0..=TOKENS_MAX).contains(&value).then_some(value)
    };
    let prompt = number(["prompt_tokens", "input_tokens"]);
    let completion = number(["completion_tokens", "output_tokens"]);
    if prompt.is_none() && completion.is_none() {
        return None;
    }
    Some(Tokens {
        prompt: prompt.unwrap_or_default(),
        completion: completion.unwrap_or_default(),
    })
}

/// What messages and their answer took, by their length.
pub(super) fn estimate(messages: &[Value], answer: &str) -> Tokens {
    let read: usize = messages
        .iter()
        .filter_map(|message| message["content"].as_str())
        .map(|text| text.chars().count())
        .sum();
    let tokens = |chars: usize| i64::try_from(chars.div_ceil(TOKEN_CHARS)).unwrap_or(TOKENS_MAX);
    Tokens {
        prompt: tokens(read),
        completion: tokens(answer.chars().count()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_an_answer_says_counts_and_otherwise_its_length() {
        let said = |usage: Value| said_usage(Some(&usage));
        let tokens = |prompt, completion| Tokens { prompt, completion };
        assert_eq!(
            said(json!({ "prompt_tokens": 7, "completion_tokens": 2, "total_tokens": 9 })),
            Some(tokens(7, 2))
        );
        assert_eq!(said(json!({ "input_tokens": 5 })), Some(tokens(5, 0)));
        for nothing in [
            json!({}),
            json!("x"),
            json!({ "type": "duration", "seconds": 9 }),
            json!({ "prompt_tokens": -4 }),
            json!({ "prompt_tokens": i64::MAX }),
        ] {
            assert_eq!(said(nothing), None);
        }
        let messages = [json!({ "content": "12345678" }), json!({ "content": "é" })];
        assert_eq!(estimate(&messages, "12345"), tokens(3, 2));
    }
}
