//! Points in time as forms send them: with a zone, or as the clock on the company's wall shows them.

use chrono::{DateTime, LocalResult, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Utc};
use guiche_actors::rules::calendar::Zone;
use serde::{Deserialize, Deserializer, de::Error as _};

/// How a browser's field for date and time writes, and what older pages make of it.
const LOCAL: [&str; 4] = [
    "%Y-%m-%dT%H:%M",
    "%Y-%m-%dT%H:%M:%S%.f",
    "%Y-%m-%d %H:%M",
    "%Y-%m-%d %H:%M:%S%.f",
];

/// A point in time. Without a zone it is the company's time; a day alone is its midnight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::api) enum Moment {
    /// With a zone.
    Exact(DateTime<Utc>),
    /// Without.
    Local(NaiveDateTime),
}

impl Moment {
    /// What it is where the company is. An hour that the clocks skip is the next one, one that comes twice the first.
    pub(in crate::api) fn at(self, zone: Zone) -> DateTime<Utc> {
        let local = match self {
            Self::Exact(at) => return at,
            Self::Local(local) => local,
        };
        let found = |local: NaiveDateTime| match local.and_local_timezone(zone) {
            LocalResult::Single(at) | LocalResult::Ambiguous(at, _) => Some(at.with_timezone(&Utc)),
            LocalResult::None => None,
        };
        found(local)
            .or_else(|| found(local + TimeDelta::hours(1)))
            .unwrap_or_else(|| local.and_utc())
    }

    fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Ok(at) = DateTime::parse_from_rfc3339(text) {
            return Some(Self::Exact(at.with_timezone(&Utc)));
        }
        let local = LOCAL
            .iter()
            .find_map(|form| NaiveDateTime::parse_from_str(text, form).ok());
        let day = || {
            let day = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()?;
            Some(day.and_time(NaiveTime::MIN))
        };
        local.or_else(day).map(Self::Local)
    }
}

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::read(&text).ok_or_else(|| D::Error::custom("not a point in time"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, zone: Zone) -> Option<String> {
        Moment::read(text).map(|moment| moment.at(zone).to_rfc3339())
    }

    #[test]
    fn a_time_without_a_zone_is_the_companys() {
        let zone = Zone::America__Sao_Paulo;
        for text in [
            "2033-03-01T09:30",
            "2033-03-01T09:30:00",
            "2033-03-01 09:30",
            "2033-03-01T09:30:00-03:00",
            "2033-03-01T12:30:00.000Z",
        ] {
            let told = at(text, zone);
            assert_eq!(told.as_deref(), Some("2033-03-01T12:30:00+00:00"), "{text}");
        }
        assert_eq!(
            at("2033-03-01", zone).as_deref(),
            Some("2033-03-01T03:00:00+00:00")
        );
        for wrong in ["", "amanhã", "2033-03-01T25:00", "09:30"] {
            assert_eq!(at(wrong, zone), None, "{wrong}");
        }
    }

    #[test]
    fn an_hour_that_the_clocks_skip_is_the_next_one() {
        let zone = Zone::America__New_York;
        let told = at("2033-03-13T02:30", zone);
        assert_eq!(told.as_deref(), Some("2033-03-13T07:30:00+00:00"));
    }
}
