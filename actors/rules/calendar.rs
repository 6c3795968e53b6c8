//! Days as the companies count them.

use chrono::{DateTime, Days, FixedOffset, NaiveDate, NaiveTime, Utc};

/// Seconds behind UTC of the companies' zone: São Paulo, which has no summer time since 2019.
pub const SAO_PAULO_SECONDS_WEST: i32 = 3 * 3600;

/// The start of a day and of the next one, or `None` for a text that is no `yyyy-MM-dd`.
pub fn day(text: &str) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
    let date = NaiveDate::parse_from_str(text.get(..10).unwrap_or(text), "%Y-%m-%d").ok()?;
    Some((
        midnight(date)?,
        midnight(date.checked_add_days(Days::new(1))?)?,
    ))
}

fn midnight(date: NaiveDate) -> Option<DateTime<Utc>> {
    let zone = FixedOffset::west_opt(SAO_PAULO_SECONDS_WEST)?;
    let local = date
        .and_time(NaiveTime::MIN)
        .and_local_timezone(zone)
        .single()?;
    Some(local.with_timezone(&Utc))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_begins_at_the_companys_midnight() {
        let (from, until) = day("2026-11-20").unwrap();
        assert_eq!(from.to_rfc3339(), "2026-11-20T03:00:00+00:00");
        assert_eq!((until - from).num_hours(), 24);
        assert_eq!(day("20/11/2026"), None);
        assert_eq!(day("é"), None);
    }
}
