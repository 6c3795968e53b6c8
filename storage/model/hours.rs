//! Opening hours and holidays as they go over the wire (A013, A136, rule B6).

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::{HolidayId, QueueId};

/// Ranges of times that a day may have.
pub const RANGES_MAX: usize = 3;

/// The hours of one weekday. Empty or equal times: closed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DayHours {
    /// The day's name as people read it.
    pub weekday: String,
    /// The day's name in English, in small letters.
    pub weekday_en: String,
    /// `HH:MM`, or empty.
    pub start_time: String,
    /// `HH:MM`, or empty; earlier than the start: on the next day.
    pub end_time: String,
    /// When it opens again on this day, at most twice, each after the one before; only the last may end on the next day.
    #[serde(default)]
    pub ranges: Vec<DayRange>,
}

/// Another range of a weekday's hours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DayRange {
    /// `HH:MM`.
    pub start_time: String,
    /// `HH:MM`; earlier than the start: on the next day.
    pub end_time: String,
}

impl DayHours {
    /// All of its ranges as they are written, the first times first.
    pub fn all(&self) -> impl Iterator<Item = (&str, &str)> {
        let first = (self.start_time.as_str(), self.end_time.as_str());
        let further = self.ranges.iter();
        std::iter::once(first)
            .chain(further.map(|range| (range.start_time.as_str(), range.end_time.as_str())))
    }

    /// Whether its ranges follow one another: sound times, none before the end of the one before, the last one over before the
    /// day's first begins again.
    pub fn is_sound(&self) -> bool {
        if self.ranges.is_empty() {
            return true;
        }
        if self.ranges.len() >= RANGES_MAX {
            return false;
        }
        let all: Option<Vec<(u16, u16)>> = self
            .all()
            .map(|(start, end)| minute(start).zip(minute(end)))
            .collect();
        let Some(all) = all else { return false };
        let follow = all.iter().zip(all.iter().skip(1));
        let mut follow = follow.map(|(one, next)| one.0 < one.1 && one.1 < next.0);
        let last = all.last().zip(all.first());
        follow.all(|fine| fine)
            && last.is_some_and(|(last, first)| last.0 < last.1 || last.1 < first.0)
    }
}

/// The days of a week by their English names, and what each is called.
pub const WEEKDAYS: [(&str, &str); 7] = [
    ("monday", "Segunda-feira"),
    ("tuesday", "Terça-feira"),
    ("wednesday", "Quarta-feira"),
    ("thursday", "Quinta-feira"),
    ("friday", "Sexta-feira"),
    ("saturday", "Sábado"),
    ("sunday", "Domingo"),
];

/// The week that holds where nobody has said another one (A136).
pub fn default_week() -> Vec<DayHours> {
    WEEKDAYS
        .into_iter()
        .map(|(english, name)| {
            let (start, end) = match english {
                "saturday" => ("08:00", "12:00"),
                "sunday" => ("00:00", "00:00"),
                _ => ("08:00", "18:00"),
            };
            DayHours {
                weekday: name.to_owned(),
                weekday_en: english.to_owned(),
                start_time: start.to_owned(),
                end_time: end.to_owned(),
                ranges: Vec::new(),
            }
        })
        .collect()
}

/// A day on which other hours hold than in its week.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Holiday {
    /// Its number.
    pub id: HolidayId,
    /// The day; of a yearly one the first of its days.
    pub date: NaiveDate,
    /// Every year on this day and month.
    pub yearly: bool,
    /// What it is called.
    pub name: String,
    /// The queue for which it holds; `null` for the whole company.
    pub queue_id: Option<QueueId>,
    /// `HH:MM`: open only from this minute; `null` closed all day.
    pub start_time: Option<String>,
    /// `HH:MM`: open only until this minute.
    pub end_time: Option<String>,
}

/// The minute of the day that `HH:MM` names.
pub fn minute(text: &str) -> Option<u16> {
    let (hours, minutes) = text.split_once(':')?;
    let digits = |text: &str| text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(hours) || !digits(minutes) {
        return None;
    }
    let (hours, minutes): (u16, u16) = (hours.parse().ok()?, minutes.parse().ok()?);
    (hours < 24 && minutes < 60).then_some(hours * 60 + minutes)
}
