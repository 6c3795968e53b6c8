//! Days as the companies count them.

use chrono::{DateTime, Days, NaiveDate, NaiveTime, TimeDelta, Utc};

pub use chrono_tz::Tz as Zone;

/// Where a company is that has not said so.
const DEFAULT: Zone = Zone::America__Sao_Paulo;

/// The zone of a name of the IANA database, as `America/Manaus`.
pub fn zone(name: &str) -> Option<Zone> {
    name.parse().ok()
}

/// The zone that a company's setting names.
pub fn zone_or_default(name: Option<&str>) -> Zone {
    name.and_then(zone).unwrap_or(DEFAULT)
}

/// The start of a day and of the next one, or `None` for a text that is no `yyyy-MM-dd`.
pub fn day(text: &str, zone: Zone) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
    let date = NaiveDate::parse_from_str(text.get(..10).unwrap_or(text), "%Y-%m-%d").ok()?;
    Some((
        start_of(date, zone)?,
        start_of(date.checked_add_days(Days::new(1))?, zone)?,
    ))
}

/// When a day begins. Where clocks skip midnight it begins an hour later.
pub fn start_of(date: NaiveDate, zone: Zone) -> Option<DateTime<Utc>> {
    let midnight = date.and_time(NaiveTime::MIN);
    let first = |time: chrono::NaiveDateTime| time.and_local_timezone(zone).earliest();
    let local = first(midnight).or_else(|| first(midnight + TimeDelta::hours(1)))?;
    Some(local.with_timezone(&Utc))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_begins_at_the_companys_midnight() {
        let (from, until) = day("2026-11-20", DEFAULT).unwrap();
        assert_eq!(from.to_rfc3339(), "2026-11-20T03:00:00+00:00");
        assert_eq!((until - from).num_hours(), 24);
        let (there, _) = day("2026-11-20", zone("America/Manaus").unwrap()).unwrap();
        assert_eq!(there.to_rfc3339(), "2026-11-20T04:00:00+00:00");
        assert_eq!(day("20/11/2026", DEFAULT), None);
        assert_eq!(day("é", DEFAULT), None);
    }

    #[test]
    fn a_day_may_have_no_midnight_and_23_or_25_hours() {
        // summer time began at midnight in São Paulo in 2018
        let (from, until) = day("2018-11-04", DEFAULT).unwrap();
        assert_eq!(from.to_rfc3339(), "2018-11-04T03:00:00+00:00");
        assert_eq!((until - from).num_hours(), 23);
        let (from, until) = day("2026-10-25", zone("Europe/Lisbon").unwrap()).unwrap();
        assert_eq!((until - from).num_hours(), 25);
    }

    #[test]
    fn a_name_that_is_no_zone_is_none() {
        assert_eq!(zone("America/Aurora"), None);
        assert_eq!(zone_or_default(Some("")), DEFAULT);
    }
}
