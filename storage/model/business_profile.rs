//! What a business says of itself on `WhatsApp`.

use serde::{Deserialize, Serialize};

/// Characters that are kept of a text.
const TEXT_CHARS_MAX: usize = 1_000;
/// Entries that are kept of a list.
const ENTRIES_MAX: usize = 10;
/// Entries of hours that are kept: some for each day.
const HOURS_MAX: usize = 28;

/// What a business says of itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct BusinessProfile {
    /// Its name, as far as `WhatsApp` vouches for it.
    pub name: Option<String>,
    /// What it does.
    pub description: Option<String>,
    /// Where it is.
    pub address: Option<String>,
    /// Its e-mail address.
    pub email: Option<String>,
    /// Its pages; at most 10.
    pub websites: Vec<String>,
    /// Its lines of business; at most 10.
    pub categories: Vec<String>,
    /// The time zone of its hours.
    pub time_zone: Option<String>,
    /// When it is open.
    pub hours: Vec<BusinessHours>,
}

/// When a business is open on a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BusinessHours {
    /// Which day.
    pub day: BusinessDay,
    /// How it is open.
    pub mode: BusinessMode,
    /// From which minute of the day, where it says so.
    pub opens: Option<i64>,
    /// Until which minute of the day.
    pub closes: Option<i64>,
}

/// A day of the week.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum BusinessDay {
    /// Sunday.
    Sunday,
    /// Monday.
    Monday,
    /// Tuesday.
    Tuesday,
    /// Wednesday.
    Wednesday,
    /// Thursday.
    Thursday,
    /// Friday.
    Friday,
    /// Saturday.
    Saturday,
}

/// How a business is open on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum BusinessMode {
    /// Between two times.
    Hours,
    /// All day and night.
    AllDay,
    /// By appointment.
    Appointment,
}

impl BusinessProfile {
    /// The same without blanks, and no longer than is kept. `None`: it says nothing but a name, as who is no business does.
    #[must_use]
    pub fn tidied(self) -> Option<Self> {
        let some = |text: Option<String>| text.and_then(|text| tidy(&text));
        let all = |texts: Vec<String>| {
            let tidied = texts.iter().filter_map(|text| tidy(text));
            tidied.take(ENTRIES_MAX).collect::<Vec<_>>()
        };
        let mut hours = self.hours;
        hours.truncate(HOURS_MAX);
        let tidied = Self {
            name: some(self.name),
            description: some(self.description),
            address: some(self.address),
            email: some(self.email),
            websites: all(self.websites),
            categories: all(self.categories),
            time_zone: some(self.time_zone),
            hours,
        };
        let is_business = tidied.description.is_some()
            || tidied.address.is_some()
            || tidied.email.is_some()
            || !tidied.websites.is_empty()
            || !tidied.categories.is_empty()
            || !tidied.hours.is_empty();
        is_business.then_some(tidied)
    }
}

fn tidy(text: &str) -> Option<String> {
    let text = text.replace('\0', "");
    let text = text.trim();
    (!text.is_empty()).then(|| text.chars().take(TEXT_CHARS_MAX).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_says_nothing_is_no_business_and_who_says_too_much_is_cut() {
        let named = BusinessProfile {
            name: Some("Ana".to_owned()),
            description: Some(" \0 ".to_owned()),
            ..BusinessProfile::default()
        };
        assert_eq!(named.tidied(), None);
        let long = BusinessProfile {
            description: Some("é".repeat(2_000)),
            websites: vec![" a ".to_owned(); 30],
            email: Some(String::new()),
            ..BusinessProfile::default()
        };
        let tidied = long.tidied().unwrap();
        assert_eq!(tidied.description.unwrap().chars().count(), TEXT_CHARS_MAX);
        assert_eq!(tidied.websites, vec!["a".to_owned(); ENTRIES_MAX]);
        assert_eq!(tidied.email, None);
    }
}
