//! What businesses say of themselves.

use whatsapp_rust::{
    request::IqError,
    wacore::iq::business::{BusinessHourMode, BusinessHoursConfig, BusinessProfile, DayOfWeek},
};

use crate::{files::FetchError, link::Link, outbound::SendFailure};

/// What a business says of itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Profile {
    /// The name that `WhatsApp` vouches for.
    pub name: Option<String>,
    /// What it does.
    pub description: String,
    /// Where it is.
    pub address: Option<String>,
    /// Its e-mail address.
    pub email: Option<String>,
    /// Its pages.
    pub websites: Vec<String>,
    /// Its lines of business.
    pub categories: Vec<String>,
    /// The time zone of its hours.
    pub time_zone: Option<String>,
    /// When it is open.
    pub hours: Vec<Opening>,
}

/// When a business is open on a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    /// From Sunday, 0.
    pub day: u8,
    /// How.
    pub how: OpenHow,
}

/// How a business is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpenHow {
    /// From one minute of the day to another.
    Between(u32, u32),
    /// All day and night.
    AllDay,
    /// By appointment.
    Appointment,
}

impl Link {
    /// What somebody says of himself. `None`: he is no business.
    ///
    /// # Errors
    /// See [`FetchError`].
    pub async fn profile_of(&self, of: &str) -> Result<Option<Profile>, FetchError> {
        let later = |text: String| FetchError::Later(text);
        let client = self
            .client()
            .ok_or_else(|| later("there is no line".to_owned()))?;
        let found = self.address(&client, of).await;
        let (jid, _) = found.map_err(|error| match error {
            SendFailure::Rejected { text, .. } => FetchError::Refused(text),
            other => FetchError::Later(other.to_string()),
        })?;
        let said = match client.get_business_profile(&jid).await {
            Ok(Some(said)) => said,
            // that is how it says that there is none
            Ok(None)
            | Err(IqError::ServerError {
                code: 401 | 404, ..
            }) => return Ok(None),
            Err(error) => return Err(later(error.to_string())),
        };
        let known = client
            .contacts()
            .get_user_info(std::slice::from_ref(&jid))
            .await;
        // the rest is of use without it
        let known = known.unwrap_or_default().into_values();
        let mut names = known.filter_map(|one| one.verified_name?.name);
        Ok(Some(Profile {
            name: names.next(),
            ..profile(said)
        }))
    }
}

/// What the library says, in our words.
pub(crate) fn profile(said: BusinessProfile) -> Profile {
    let hours = said.business_hours;
    Profile {
        name: None,
        description: said.description,
        address: said.address,
        email: said.email,
        websites: said.website,
        categories: said.categories.into_iter().map(|it| it.name).collect(),
        time_zone: hours.timezone,
        hours: hours
            .business_config
            .iter()
            .flatten()
            .filter_map(opening)
            .collect(),
    }
}

/// One that is of no day, or does not say when, is left out.
fn opening(said: &BusinessHoursConfig) -> Option<Opening> {
    let day = match said.day_of_week {
        DayOfWeek::Sunday => 0,
        DayOfWeek::Monday => 1,
        DayOfWeek::Tuesday => 2,
        DayOfWeek::Wednesday => 3,
        DayOfWeek::Thursday => 4,
        DayOfWeek::Friday => 5,
        DayOfWeek::Saturday => 6,
        DayOfWeek::Other(_) => return None,
    };
    let how = match said.mode {
        BusinessHourMode::Open24H => OpenHow::AllDay,
        BusinessHourMode::AppointmentOnly => OpenHow::Appointment,
        BusinessHourMode::SpecificHours => OpenHow::Between(said.open_time?, said.close_time?),
        BusinessHourMode::Other(_) => return None,
    };
    Some(Opening { day, how })
}
