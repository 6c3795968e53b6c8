//! Rules of fields that several resources share.

use chrono::{DateTime, Utc};
use guiche_actors::rules::calendar::{self, Zone};
use guiche_storage::model::{CompanyId, ErrorCode, event::Room};
use serde::{Deserialize, Deserializer, Serialize, de::DeserializeOwned};

use crate::{error::ApiError, middleware::caller::Caller};

/// Characters of a name (A076, S108).
const NAME_CHARS: std::ops::RangeInclusive<usize> = 2..=50;
/// Characters of an e-mail address (RFC 5321: a path of 256 with its brackets).
const EMAIL_CHARS_MAX: usize = 254;
/// Characters of a password in the user form and at sign-up (S072, S076).
const PASSWORD_CHARS: std::ops::RangeInclusive<usize> = 5..=50;
/// Characters of a new password that somebody chooses for himself (rulings on security).
const STRONG_CHARS: std::ops::RangeInclusive<usize> = 8..=50;
/// Characters of a text to search for.
const SEARCH_CHARS_MAX: usize = 200;
/// Ids in one list of an address.
const IDS_MAX: usize = 200;

/// Who hears of a changed configuration: everybody in the company.
pub(super) const EVERYBODY: [Room; 1] = [Room::Main];

/// `?companyId=`: accepted and compared, never used (rule P7).
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct OwnCompany {
    /// The caller's own company, if given.
    company_id: Option<i64>,
}

impl OwnCompany {
    /// As part of a longer query.
    pub(super) fn of(company_id: Option<i64>) -> Self {
        Self { company_id }
    }

    /// # Errors
    /// `NoCompanyFound` for another company, unless the caller is super.
    pub(super) fn check(&self, caller: &Caller) -> Result<(), ApiError> {
        match self.company_id {
            Some(id) if id != caller.company.0 && !caller.is_super => {
                Err(ErrorCode::NoCompanyFound.into())
            }
            _ => Ok(()),
        }
    }

    /// The company that is asked about: the caller's own, for a super user also another.
    ///
    /// # Errors
    /// `NoCompanyFound` for another company, unless the caller is super.
    pub(super) fn reached(&self, caller: &Caller) -> Result<CompanyId, ApiError> {
        self.check(caller)?;
        Ok(self.company_id.map_or(caller.company, CompanyId))
    }
}

/// What is answered when there is nothing else to say.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(in crate::api) struct Done {
    /// What was done; English.
    pub message: &'static str,
}

/// An empty object.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(in crate::api) struct Empty {}

/// A name in one line of 2 to 50 characters without the spaces around it.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
pub(super) fn name(text: &str, _: &()) -> garde::Result {
    if text.chars().any(char::is_control) {
        return Err(garde::Error::new("must be one line"));
    }
    if NAME_CHARS.contains(&text.trim().chars().count()) {
        Ok(())
    } else {
        Err(garde::Error::new("must have 2 to 50 characters"))
    }
}

/// Digits of a number with its country's code (E.164).
const PHONE_DIGITS: std::ops::RangeInclusive<usize> = 8..=15;

/// A phone number without what people write between its digits.
pub(super) fn phone_digits(number: &str) -> String {
    let is_kept = |c: &char| !matches!(c, '+' | ' ' | '-' | '(' | ')' | '.');
    number.chars().filter(is_kept).collect()
}

/// A phone number, however it is written.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
pub(super) fn phone(text: &str, _: &()) -> garde::Result {
    let digits = phone_digits(text);
    if PHONE_DIGITS.contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_digit()) {
        Ok(())
    } else {
        Err(garde::Error::new("must be 8 to 15 digits"))
    }
}

/// An e-mail address, or nothing.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
pub(super) fn email_or_empty(text: &str, _: &()) -> garde::Result {
    let text = text.trim();
    let is_email =
        text.chars().count() <= EMAIL_CHARS_MAX && garde::rules::email::parse_email(text).is_ok();
    if text.is_empty() || is_email {
        Ok(())
    } else {
        Err(garde::Error::new("is not an e-mail"))
    }
}

/// An e-mail address.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
pub(super) fn email(text: &str, context: &()) -> garde::Result {
    if text.trim().is_empty() {
        return Err(garde::Error::new("is not an e-mail"));
    }
    email_or_empty(text, context)
}

/// A password of 5 to 50 characters (S076).
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
pub(super) fn password(text: &str, context: &()) -> garde::Result {
    if text.is_empty() {
        return Err(garde::Error::new("must have 5 to 50 characters"));
    }
    password_or_empty(text, context)
}

/// A password of 5 to 50 characters, or nothing (S072).
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
pub(super) fn password_or_empty(text: &str, _: &()) -> garde::Result {
    if text.is_empty() || PASSWORD_CHARS.contains(&text.chars().count()) {
        Ok(())
    } else {
        Err(garde::Error::new("must have 5 to 50 characters"))
    }
}

/// A password of 8 to 50 characters with an upper and a lower case letter and a digit.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
pub(super) fn strong_password(text: &str, _: &()) -> garde::Result {
    let has = |kind: fn(char) -> bool| text.chars().any(kind);
    let is_mixed =
        has(char::is_uppercase) && has(char::is_lowercase) && has(|c| c.is_ascii_digit());
    if is_mixed && STRONG_CHARS.contains(&text.chars().count()) {
        Ok(())
    } else {
        Err(garde::Error::new(
            "must have 8 to 50 characters with upper and lower case and a digit",
        ))
    }
}

/// The text to search for, or the refusal of one that is too long.
pub(in crate::api) fn search_text(text: Option<&str>) -> Result<&str, ApiError> {
    let text = text.unwrap_or_default();
    if text.chars().nth(SEARCH_CHARS_MAX).is_some() {
        return Err(ApiError::field(
            "searchParam",
            "must have at most 200 characters",
        ));
    }
    Ok(text)
}

/// The start of a day and of the next one.
pub(in crate::api) type Span = (DateTime<Utc>, DateTime<Utc>);

/// The day that a filter names, if it names one.
pub(in crate::api) fn day(
    field: &'static str,
    text: Option<&str>,
    zone: Zone,
) -> Result<Option<Span>, ApiError> {
    let Some(text) = text.filter(|text| !text.is_empty()) else {
        return Ok(None);
    };
    let span =
        calendar::day(text, zone).ok_or_else(|| ApiError::field(field, "is not yyyy-MM-dd"))?;
    Ok(Some(span))
}

/// Reads a field whose `null` means something else than its absence: `Some(None)` is `null`.
pub(super) fn present<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(deserializer).map(Some)
}

/// Reads a field that may be absent, but not empty: nothing has no meaning there.
pub(super) fn filled<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(deserializer).map(Some)
}

/// Reads a field whose nothing is 0.
pub(super) fn or_zero<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Option::<T>::deserialize(deserializer).map(|value| Some(value.unwrap_or_default()))
}

/// A switch as forms and settings say it: yes or no, or `enabled` and `disabled`, and `t` at sign-up.
pub(super) fn switch<'de, D>(deserializer: D) -> Result<Option<bool>, D::Error>
where
    D: Deserializer<'de>,
{
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Said {
        Yes(bool),
        Word(String),
    }
    match Said::deserialize(deserializer)? {
        Said::Yes(yes) => Ok(Some(yes)),
        Said::Word(word) => match word.trim() {
            "true" | "enabled" | "t" | "1" => Ok(Some(true)),
            "false" | "disabled" | "desabled" | "f" | "0" => Ok(Some(false)),
            _ => Err(serde::de::Error::custom("not a switch")),
        },
    }
}

/// 1 or 0, also said as yes or no; nothing is 0.
pub(super) fn one_or_zero<'de, D>(deserializer: D) -> Result<Option<i64>, D::Error>
where
    D: Deserializer<'de>,
{
    let yes = Option::<bool>::deserialize(deserializer)?;
    Ok(Some(i64::from(yes.unwrap_or_default())))
}

/// A JSON list of ids in an address, at most 200; none of them is no list.
///
/// # Errors
/// `Validation`.
pub(super) fn ids<T: DeserializeOwned>(
    field: &'static str,
    text: Option<&str>,
) -> Result<Option<Vec<T>>, ApiError> {
    let Some(text) = text.filter(|text| !text.is_empty()) else {
        return Ok(None);
    };
    let ids: Vec<T> = serde_json::from_str(text)
        .map_err(|_| ApiError::field(field, "is not a JSON list of ids"))?;
    if ids.len() > IDS_MAX {
        return Err(ApiError::field(field, "has more than 200 ids"));
    }
    Ok(Some(ids).filter(|ids| !ids.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_password_is_long_and_mixed() {
        for weak in ["Abcdef1", "abcdefg1", "ABCDEFG1", "Abcdefgh", ""] {
            assert!(strong_password(weak, &()).is_err(), "{weak}");
        }
        assert!(strong_password("Abcdefg1", &()).is_ok());
        assert!(strong_password(&format!("Aa1{}", "x".repeat(48)), &()).is_err());
    }
}
