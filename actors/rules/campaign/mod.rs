//! When a campaign may write to whom, and what (rule B11): pace, hours, people a day, texts in turn, words of refusal.

mod failures;
pub mod forecast;
mod looks;

pub use failures::{is_restriction, stops_for};
pub use looks::next_look;

use chrono::{DateTime, TimeDelta, Utc};
use guiche_storage::{
    contacts::fold,
    model::{
        campaign::{CampaignSettings, CampaignVariable, SendingWindow},
        hours::{DayHours, Holiday, WEEKDAYS, minute},
    },
};

use super::{calendar::Zone, hours::Hours};

/// People a day where nobody has said another number.
pub const USUAL_CAP: i64 = 200;
/// People a day in the first weeks of a number.
const WARM_UP: [i64; 3] = [20, 50, 100];
/// Never sooner after another message, in seconds: a number that hurries is closed.
const SECONDS_MIN: f64 = 5.0;
/// How far an interval varies: people do not write by the clock.
const JITTER: f64 = 0.3;
/// A campaign that nobody could start for so long waits for a person.
pub const TOO_LATE: TimeDelta = TimeDelta::hours(24);
/// How long after the last question a campaign waits for answers.
pub const ANSWERS_FOR: TimeDelta = TimeDelta::hours(48);
/// Seconds in which the text follows a yes.
pub const ANSWER_SECONDS: f64 = 10.0;

/// Words that end all writing in bulk, as [`fold`] leaves them.
const OPT_OUT: [&str; 11] = [
    "sair",
    "parar",
    "pare",
    "stop",
    "baja",
    "cancelar",
    "descadastrar",
    "remover",
    "unsubscribe",
    "nao quero receber",
    "no quiero recibir",
];
/// What else says no to a question.
const NO: [&str; 5] = ["nao", "no", "n", "nao quero", "no quiero"];

/// How long a campaign waits after its `sent`th message. `dice` is between 0 and 1. A number that may hurry is one
/// that nobody closes for it.
pub fn wait(settings: &CampaignSettings, sent: i64, may_hurry: bool, dice: f64) -> TimeDelta {
    let after = settings.longer_interval_after;
    let seconds = if after > 0 && sent >= after {
        settings.greater_interval
    } else {
        settings.message_interval
    };
    let seconds = f64::from(u32::try_from(seconds).unwrap_or_default());
    let seconds = seconds * (1.0 - JITTER + 2.0 * JITTER * dice.clamp(0.0, 1.0));
    let least = if may_hurry { 0.0 } else { SECONDS_MIN };
    milliseconds(seconds.max(least))
}

/// How long the text waits after a yes.
pub fn wait_after_yes(dice: f64) -> TimeDelta {
    milliseconds(ANSWER_SECONDS * dice.clamp(0.0, 1.0))
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "at most some hours in milliseconds"
)]
fn milliseconds(seconds: f64) -> TimeDelta {
    TimeDelta::milliseconds((seconds * 1000.0).round() as i64)
}

/// To how many people a number may write today. `age`: how long the company has it.
pub fn cap(wanted: Option<i64>, age: TimeDelta, no_warm_up: bool) -> i64 {
    let wanted = wanted.unwrap_or(USUAL_CAP);
    if no_warm_up {
        return wanted;
    }
    let week = usize::try_from(age.num_weeks().max(0)).unwrap_or(usize::MAX);
    WARM_UP
        .get(week)
        .map_or(wanted, |&warm_up| wanted.min(warm_up))
}

/// How a young number is warmed up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WarmUp {
    /// Which of its weeks this is, from 1.
    pub week: i64,
    /// People a day from the next week on; none where its warming up ends then.
    pub next_cap: Option<i64>,
    /// When the next week begins.
    pub until: DateTime<Utc>,
}

/// Whether a number that a company has since then is still warmed up.
pub fn warm_up(created_at: DateTime<Utc>, now: DateTime<Utc>, no_warm_up: bool) -> Option<WarmUp> {
    let week = (now - created_at).num_weeks().max(0);
    let place = usize::try_from(week).ok()?;
    if no_warm_up || place >= WARM_UP.len() {
        return None;
    }
    Some(WarmUp {
        week: week + 1,
        next_cap: WARM_UP.get(place + 1).copied(),
        until: created_at + TimeDelta::weeks(week + 1),
    })
}

/// When a campaign may write: none is always.
#[derive(Debug, Clone, PartialEq)]
pub struct Window(Option<Hours>);

impl Window {
    /// The window of a campaign, by the clock of its company. Holidays are closed days if they are to be, whatever hours
    /// the company has on them.
    pub fn new(window: Option<&SendingWindow>, zone: Zone, holidays: &[Holiday]) -> Self {
        Self(window.map(|window| {
            let week: Vec<DayHours> = (1..=7_u8)
                .zip(WEEKDAYS)
                .filter(|(day, _)| window.weekdays.contains(&(day % 7)))
                .map(|(_, (english, name))| DayHours {
                    weekday: name.to_owned(),
                    weekday_en: english.to_owned(),
                    start_time: window.start.clone(),
                    end_time: last_minute(&window.end),
                    ranges: Vec::new(),
                })
                .collect();
            let closed = holidays
                .iter()
                .filter(|day| window.skip_holidays && day.queue_id.is_none())
                .map(|day| Holiday {
                    start_time: None,
                    end_time: None,
                    ..day.clone()
                });
            Hours::new(zone, &week, &closed.collect::<Vec<_>>())
        }))
    }

    /// Whether it may write now.
    pub fn is_open(&self, now: DateTime<Utc>) -> bool {
        self.0.as_ref().is_none_or(|hours| hours.is_open(now))
    }

    /// When it may write next, after a time at which it may not.
    pub fn opens_after(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.0.as_ref().and_then(|hours| hours.opens_after(now))
    }
}

/// The last minute that belongs to hours which end at this time.
fn last_minute(end: &str) -> String {
    let last = minute(end).unwrap_or_default().saturating_sub(1);
    format!("{:02}:{:02}", last / 60, last % 60)
}

/// Which of the texts that are there is the turn of the `sent`th message, counted from 1, and the text. `None`: there is none.
pub fn turn_of<T: Copy>(texts: &[Option<T>; 5], sent: i64) -> Option<(i64, T)> {
    let written: Vec<(i64, T)> = (1_i64..)
        .zip(texts.iter().copied())
        .filter_map(|(place, text)| Some((place, text?)))
        .collect();
    let count = i64::try_from(written.len()).ok().filter(|&it| it > 0)?;
    let index = usize::try_from(sent.rem_euclid(count)).ok()?;
    written.get(index).copied()
}

/// Who reads a text.
#[derive(Debug, Clone, Copy)]
pub struct Reader<'a> {
    /// Name.
    pub name: &'a str,
    /// E-mail, or empty.
    pub email: &'a str,
    /// Phone number.
    pub number: &'a str,
}

/// Fills `{nome} {email} {numero}` and the company's own words, once: what stands for a word is not filled again. Anything
/// else in braces stays as it is.
pub fn fill(text: &str, reader: Reader<'_>, variables: &[CampaignVariable]) -> String {
    let value = |key: &str| match key {
        "nome" => Some(reader.name),
        "email" => Some(reader.email),
        "numero" => Some(reader.number),
        own => {
            let found = variables.iter().find(|variable| variable.key == own);
            found.map(|variable| variable.value.as_str())
        }
    };
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('{') {
        filled.push_str(before);
        let known = behind
            .split_once('}')
            .and_then(|(key, after)| Some((value(key)?, after)));
        if let Some((value, after)) = known {
            filled.push_str(value);
            rest = after;
        } else {
            filled.push('{');
            rest = behind;
        }
    }
    filled.push_str(rest);
    filled
}

/// Whether a customer says that nothing in bulk shall come any more: the whole message is such a word.
pub fn is_opt_out(text: &str) -> bool {
    OPT_OUT.contains(&said(text).as_str())
}

/// Whether a customer who was asked says no.
pub fn is_refusal(text: &str) -> bool {
    is_opt_out(text) || NO.contains(&said(text).as_str())
}

fn said(text: &str) -> String {
    let letters: String = fold(text)
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { ' ' })
        .collect();
    letters.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
