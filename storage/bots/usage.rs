//! What language models took, by company, day and use. A day is the company's; months are days that begin alike.

use chrono::NaiveDate;

use crate::{
    Conn, Result,
    model::{
        CompanyId,
        ai::{AiUse, Tokens},
    },
    on,
};

/// Setting: most tokens of a month; empty for none.
pub const CAP_SETTING: &str = "aiMonthlyCap";
/// Setting: what a million tokens cost, for an estimate; empty where nobody says.
pub const PRICE_SETTING: &str = "aiPricePerMillion";
/// Largest cap.
pub const CAP_MAX: i64 = 1_000_000_000_000;
/// Rows of a month: days and uses, with room.
const ROWS_MAX: i64 = 400;

/// What was taken on a day for one use.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct DayUse {
    /// `2026-11-25`
    pub day: String,
    /// For what.
    pub used_for: AiUse,
    /// Calls that were answered.
    pub calls: i64,
    /// Tokens that were read.
    pub prompt_tokens: i64,
    /// Tokens that were written.
    pub completion_tokens: i64,
}

/// Counts one call.
///
/// # Errors
/// `Database`, also where the company is gone.
pub async fn count(
    conn: &mut Conn<'_>,
    company: CompanyId,
    (day, used_for): (NaiveDate, AiUse),
    tokens: Tokens,
) -> Result<()> {
    on!(conn, |c| {
        sqlx::query(
            "INSERT INTO ai_usage (company_id, day, used_for, calls, prompt_tokens, completion_tokens)
             VALUES ($1, $2, $3, 1, $4, $5)
             ON CONFLICT (company_id, day, used_for) DO UPDATE SET calls = ai_usage.calls + 1,
               prompt_tokens = ai_usage.prompt_tokens + excluded.prompt_tokens,
               completion_tokens = ai_usage.completion_tokens + excluded.completion_tokens",
        )
        .bind(company)
        .bind(day.to_string())
        .bind(used_for)
        .bind(tokens.prompt)
        .bind(tokens.completion)
        .execute(c)
        .await
        .map(drop)
    })?;
    Ok(())
}

/// The tokens of the month in which a day is.
///
/// # Errors
/// `Database`.
pub async fn of_month(conn: &mut Conn<'_>, company: CompanyId, day: NaiveDate) -> Result<i64> {
    let (first, last) = month(day);
    Ok(on!(conn, |c| {
        sqlx::query_scalar(
            "SELECT CAST(COALESCE(SUM(prompt_tokens + completion_tokens), 0) AS BIGINT) FROM ai_usage
             WHERE company_id = $1 AND day >= $2 AND day <= $3",
        )
        .bind(company)
        .bind(&first)
        .bind(&last)
        .fetch_one(c)
        .await
    })?)
}

/// The month in which a day is, day by day and use by use.
///
/// # Errors
/// `Database`.
pub async fn list(conn: &mut Conn<'_>, company: CompanyId, day: NaiveDate) -> Result<Vec<DayUse>> {
    let (first, last) = month(day);
    Ok(on!(conn, |c| {
        sqlx::query_as(
            "SELECT day, used_for, calls, prompt_tokens, completion_tokens FROM ai_usage
             WHERE company_id = $1 AND day >= $2 AND day <= $3 ORDER BY day, used_for LIMIT $4",
        )
        .bind(company)
        .bind(&first)
        .bind(&last)
        .bind(ROWS_MAX)
        .fetch_all(c)
        .await
    })?)
}

/// A price as it is written: up to 6 digits, with a point and up to 4 more.
pub fn price(text: &str) -> Option<f64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = |text: &str, most: usize| {
        (1..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    if !is_number(whole, 6) || !is_number(part, 4) {
        return None;
    }
    text.parse().ok()
}

/// The first and the last day that a month may have.
fn month(day: NaiveDate) -> (String, String) {
    let month = day.format("%Y-%m");
    (format!("{month}-01"), format!("{month}-31"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_is_a_plain_number() {
        assert_eq!(price("0.60"), Some(0.6));
        assert_eq!(price("999999"), Some(999_999.0));
        for bad in [
            "", ".5", "5.", "1,5", "-1", "1e9", "NaN", "1000000", "0.12345",
        ] {
            assert_eq!(price(bad), None, "{bad}");
        }
    }
}
