//! Pages of lists: as many as are wished, and where the next one begins.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, SecondsFormat, Utc};

use crate::error::ApiError;

/// Things a page, unless it is said.
const USUAL: i64 = 50;
/// Things a page at most.
const MOST: i64 = 100;

/// How many things a page has.
///
/// # Errors
/// `Validation`.
pub(super) fn limit(wished: Option<i64>) -> Result<i64, ApiError> {
    match wished {
        None => Ok(USUAL),
        Some(limit) if (1..=MOST).contains(&limit) => Ok(limit),
        Some(_) => Err(ApiError::field("limit", "must be 1 to 100")),
    }
}

/// Behind which change a page begins.
///
/// # Errors
/// `Validation`.
pub(super) fn changed_after(
    cursor: Option<&str>,
) -> Result<Option<(DateTime<Utc>, i64)>, ApiError> {
    let Some(cursor) = cursor else {
        return Ok(None);
    };
    let place = text_of(cursor).and_then(|text| {
        let (at, id) = text.split_once(' ')?;
        let at = DateTime::parse_from_rfc3339(at).ok()?.with_timezone(&Utc);
        Some((at, id.parse().ok()?))
    });
    place.map(Some).ok_or_else(unknown)
}

/// The cursor behind a change.
pub(super) fn after_change(at: DateTime<Utc>, id: i64) -> String {
    let at = at.to_rfc3339_opts(SecondsFormat::Nanos, true);
    URL_SAFE_NO_PAD.encode(format!("{at} {id}"))
}

/// Behind which number a page begins.
///
/// # Errors
/// `Validation`.
pub(super) fn after(cursor: Option<&str>) -> Result<Option<i64>, ApiError> {
    let Some(cursor) = cursor else {
        return Ok(None);
    };
    let id = text_of(cursor).and_then(|text| text.parse().ok());
    id.map(Some).ok_or_else(unknown)
}

/// The cursor behind a number.
pub(super) fn behind(id: i64) -> String {
    URL_SAFE_NO_PAD.encode(id.to_string())
}

/// Cuts the one that says whether there is more off. Answers whether there is.
pub(super) fn cut<T>(found: &mut Vec<T>, limit: i64) -> bool {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = found.len() > limit;
    found.truncate(limit);
    has_more
}

fn text_of(cursor: &str) -> Option<String> {
    let bytes = URL_SAFE_NO_PAD.decode(cursor).ok()?;
    String::from_utf8(bytes).ok()
}

fn unknown() -> ApiError {
    ApiError::field("cursor", "is none that was answered here")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_says_where_it_was_to_the_last_digit() {
        let at = DateTime::parse_from_rfc3339("2026-11-25T12:00:00.123456789Z").unwrap();
        let cursor = after_change(at.with_timezone(&Utc), 7);
        assert_eq!(
            changed_after(Some(&cursor)).unwrap(),
            Some((at.with_timezone(&Utc), 7))
        );
        assert_eq!(after(Some(&behind(9))).unwrap(), Some(9));
        for bad in ["", "x", "!!", "MQ==", &behind(1)] {
            assert!(changed_after(Some(bad)).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_page_has_fifty_things_and_never_more_than_a_hundred() {
        assert_eq!(limit(None).unwrap(), 50);
        assert_eq!(limit(Some(100)).unwrap(), 100);
        assert!(limit(Some(0)).is_err() && limit(Some(101)).is_err());
    }
}
