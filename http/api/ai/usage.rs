//! `GET /ai/usage`: what models took this month, the cap and what it may have cost.

use actix_web::{get, web};
use guiche_actors::rules::calendar::zone_or_default;
use guiche_storage::{
    bots::usage::{self, DayUse},
    companies::{Feature, settings},
    model::ai::AiUse,
};
use serde::Serialize;

use crate::{app::App, error::ApiError, middleware::caller::Caller};

/// Tokens of which a price is one.
const MILLION: f64 = 1_000_000.0;
/// Every use, in the order in which they are shown.
const USES: [AiUse; 5] = [
    AiUse::Bot,
    AiUse::Suggest,
    AiUse::Summary,
    AiUse::Rewrite,
    AiUse::Transcribe,
];

/// What models took in a month of the company's zone.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AiUsage {
    /// `2026-11`
    month: String,
    /// All tokens of the month.
    tokens: i64,
    /// Most tokens of a month; `null` for none.
    cap: Option<i64>,
    /// What a million tokens cost, as an admin says.
    price_per_million: Option<f64>,
    /// What the month may have cost so far; `null` without a price.
    cost: Option<f64>,
    /// By what models were asked for; each is there.
    uses: Vec<AiUseCount>,
    /// Days on which models were asked, oldest first.
    days: Vec<AiDay>,
}

/// What one use took.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AiUseCount {
    /// Which.
    used_for: AiUse,
    /// Calls that were answered.
    calls: i64,
    /// Tokens that were read.
    prompt_tokens: i64,
    /// Tokens that were written.
    completion_tokens: i64,
}

/// What a day took.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct AiDay {
    /// `2026-11-25`
    day: String,
    /// All its tokens.
    tokens: i64,
}

/// What language models took this month. Admins only.
#[utoipa::path(
    tag = "ai",
    responses(
        (status = 200, body = AiUsage),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin")
    )
)]
#[get("/usage")]
pub(super) async fn show(
    app: web::Data<App>,
    caller: Caller,
) -> Result<web::Json<AiUsage>, ApiError> {
    caller.require_plan(Feature::OpenAi)?;
    caller.require_admin()?;
    let company = caller.company;
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    let zone = settings::find(conn, company, settings::TIME_ZONE).await?;
    let zone = zone_or_default(zone.as_deref());
    let today = app.clock.now().with_timezone(&zone).date_naive();
    let rows = usage::list(conn, company, today).await?;
    let cap = settings::find(conn, company, usage::CAP_SETTING).await?;
    let price = settings::find(conn, company, usage::PRICE_SETTING).await?;
    let tokens: i64 = rows.iter().map(all).sum();
    let price = price.as_deref().and_then(usage::price);
    Ok(web::Json(AiUsage {
        month: today.format("%Y-%m").to_string(),
        tokens,
        cap: cap.and_then(|cap| cap.parse().ok()),
        price_per_million: price,
        cost: price.map(|price| price * as_number(tokens) / MILLION),
        uses: USES
            .iter()
            .map(|used_for| count(&rows, *used_for))
            .collect(),
        days: days(&rows),
    }))
}

fn all(row: &DayUse) -> i64 {
    row.prompt_tokens + row.completion_tokens
}

#[expect(clippy::cast_precision_loss, reason = "an estimate of money")]
fn as_number(tokens: i64) -> f64 {
    tokens as f64
}

fn count(rows: &[DayUse], used_for: AiUse) -> AiUseCount {
    let mut count = AiUseCount {
        used_for,
        calls: 0,
        prompt_tokens: 0,
        completion_tokens: 0,
    };
    for row in rows.iter().filter(|row| row.used_for == used_for) {
        count.calls += row.calls;
        count.prompt_tokens += row.prompt_tokens;
        count.completion_tokens += row.completion_tokens;
    }
    count
}

fn days(rows: &[DayUse]) -> Vec<AiDay> {
    let mut days: Vec<AiDay> = Vec::new();
    for row in rows {
        match days.last_mut().filter(|last| last.day == row.day) {
            Some(last) => last.tokens += all(row),
            None => days.push(AiDay {
                day: row.day.clone(),
                tokens: all(row),
            }),
        }
    }
    days
}
