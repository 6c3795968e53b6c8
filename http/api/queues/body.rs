//! What admins send about queues, and its rules (A077, A080).

use garde::Validate;
use guiche_storage::model::{
    PromptId, QueueId, QueueIntegrationId,
    hours::{DayHours, WEEKDAYS, minute},
};
use serde::Deserialize;

use crate::api::fields;

/// A new queue.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct NewQueue {
    /// 2 to 50 characters, unique in the company.
    #[garde(custom(fields::name))]
    pub name: String,
    /// `#rgb`, `#rrggbb` or `#rrggbbaa`; unique in the company.
    #[garde(custom(css_color))]
    pub color: String,
    /// Place in the bot's menu.
    #[garde(inner(range(min = 0, max = 10_000)))]
    pub order_queue: Option<i64>,
    /// Said when the queue is chosen.
    #[garde(inner(length(chars, max = 4096)))]
    pub greeting_message: Option<String>,
    /// Said out of hours.
    #[garde(inner(length(chars, max = 4096)))]
    pub out_of_hours_message: Option<String>,
    /// Its week; otherwise Monday to Friday 08:00 to 18:00, Saturday until 12:00.
    #[garde(inner(custom(week)))]
    pub schedules: Option<Vec<DayHours>>,
    /// Whether its tickets are shared out among those who serve it and are online.
    #[garde(skip)]
    pub auto_assign: Option<bool>,
    /// Open tickets with which somebody is given no more; 1 to 100.
    #[garde(inner(range(min = 1, max = 100)))]
    pub assign_max: Option<i64>,
    /// The prompt that answers in it; `null` for none.
    #[garde(skip)]
    #[serde(default, deserialize_with = "fields::present")]
    #[schema(value_type = Option<PromptId>)]
    pub prompt_id: Option<Option<PromptId>>,
    /// The integration that answers in it; `null` for none.
    #[garde(skip)]
    #[serde(default, deserialize_with = "fields::present")]
    #[schema(value_type = Option<QueueIntegrationId>)]
    pub integration_id: Option<Option<QueueIntegrationId>>,
}

/// A changed queue; what is absent stays.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct QueueChange {
    /// 2 to 50 characters, unique in the company.
    #[garde(inner(custom(fields::name)))]
    pub name: Option<String>,
    /// `#rgb`, `#rrggbb` or `#rrggbbaa`; unique in the company.
    #[garde(inner(custom(css_color)))]
    pub color: Option<String>,
    /// Place in the bot's menu; `null` is behind those that have one.
    #[serde(default, deserialize_with = "fields::present")]
    #[garde(inner(inner(range(min = 0, max = 10_000))))]
    pub order_queue: Option<Option<i64>>,
    /// Said when the queue is chosen.
    #[garde(inner(length(chars, max = 4096)))]
    pub greeting_message: Option<String>,
    /// Said out of hours.
    #[garde(inner(length(chars, max = 4096)))]
    pub out_of_hours_message: Option<String>,
    /// Its week, as a whole.
    #[garde(inner(custom(week)))]
    pub schedules: Option<Vec<DayHours>>,
    /// Whether its tickets are shared out among those who serve it and are online.
    #[garde(skip)]
    pub auto_assign: Option<bool>,
    /// Open tickets with which somebody is given no more; 1 to 100.
    #[garde(inner(range(min = 1, max = 100)))]
    pub assign_max: Option<i64>,
    /// The prompt that answers in it; `null` for none.
    #[garde(skip)]
    #[serde(default, deserialize_with = "fields::present")]
    #[schema(value_type = Option<PromptId>)]
    pub prompt_id: Option<Option<PromptId>>,
    /// The integration that answers in it; `null` for none.
    #[garde(skip)]
    #[serde(default, deserialize_with = "fields::present")]
    #[schema(value_type = Option<QueueIntegrationId>)]
    pub integration_id: Option<Option<QueueIntegrationId>>,
}

/// An order of the bot's menu.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct QueueOrder {
    /// The queues that come first, in their order; others follow as they are.
    #[garde(length(max = 500))]
    pub queue_ids: Vec<QueueId>,
}

/// A colour as it is stored: small letters, six digits where there were three.
pub(super) fn stored_color(color: &str) -> String {
    let color = color.trim().to_ascii_lowercase();
    match color.strip_prefix('#') {
        Some(digits) if digits.len() == 3 => {
            let doubled = digits.chars().flat_map(|digit| [digit, digit]);
            std::iter::once('#').chain(doubled).collect()
        }
        _ => color,
    }
}

/// A week as it is stored: all seven days from Monday, a missing one closed.
pub(in crate::api) fn whole_week(days: &[DayHours]) -> Vec<DayHours> {
    let day = |(english, name): (&str, &str)| {
        let known = days.iter().find(|day| day.weekday_en == english);
        known.cloned().unwrap_or_else(|| DayHours {
            weekday: name.to_owned(),
            weekday_en: english.to_owned(),
            start_time: String::new(),
            end_time: String::new(),
            ranges: Vec::new(),
        })
    };
    WEEKDAYS.into_iter().map(day).collect()
}

/// A colour that a page can show (A077).
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
fn css_color(text: &str, _: &()) -> garde::Result {
    let text = text.trim();
    let digits = text.strip_prefix('#').unwrap_or_default();
    let is_color =
        matches!(digits.len(), 3 | 6 | 8) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_color {
        Ok(())
    } else {
        Err(garde::Error::new("must be a colour as #rrggbb"))
    }
}

/// Days of a week, each once, with `HH:MM` or nothing (A080).
#[expect(
    clippy::trivially_copy_pass_by_ref,
    clippy::ptr_arg,
    reason = "the form of garde's rules"
)]
pub(in crate::api) fn week(days: &Vec<DayHours>, _: &()) -> garde::Result {
    let is_time = |text: &str| text.is_empty() || minute(text).is_some();
    for (index, day) in days.iter().enumerate() {
        let is_day = WEEKDAYS
            .iter()
            .any(|(english, _)| *english == day.weekday_en);
        let is_again = days
            .iter()
            .take(index)
            .any(|it| it.weekday_en == day.weekday_en);
        if !is_day || is_again || day.weekday.chars().count() > 50 {
            return Err(garde::Error::new("must name each weekday once, in English"));
        }
        if !is_time(&day.start_time) || !is_time(&day.end_time) {
            return Err(garde::Error::new("must have times as HH:MM"));
        }
        if !day.is_sound() {
            let problem = "must have at most three ranges a day, each after the one before";
            return Err(garde::Error::new(problem));
        }
    }
    Ok(())
}
