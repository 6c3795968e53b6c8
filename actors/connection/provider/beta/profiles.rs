//! What a business says of itself, from the words of the protocol to the desk's.

use guiche_storage::model::business_profile::{
    BusinessDay, BusinessHours, BusinessMode, BusinessProfile,
};
use guiche_whatsapp_web::{OpenHow, Opening, Profile};

const DAYS: [BusinessDay; 7] = [
    BusinessDay::Sunday,
    BusinessDay::Monday,
    BusinessDay::Tuesday,
    BusinessDay::Wednesday,
    BusinessDay::Thursday,
    BusinessDay::Friday,
    BusinessDay::Saturday,
];

pub(super) fn understood(said: Profile) -> BusinessProfile {
    BusinessProfile {
        name: said.name,
        description: Some(said.description),
        address: said.address,
        email: said.email,
        websites: said.websites,
        categories: said.categories,
        time_zone: said.time_zone,
        hours: said.hours.iter().filter_map(hours).collect(),
    }
}

fn hours(opening: &Opening) -> Option<BusinessHours> {
    let day = *DAYS.get(usize::from(opening.day))?;
    let (mode, opens, closes) = match opening.how {
        OpenHow::AllDay => (BusinessMode::AllDay, None, None),
        OpenHow::Appointment => (BusinessMode::Appointment, None, None),
        OpenHow::Between(opens, closes) => (BusinessMode::Hours, Some(opens), Some(closes)),
    };
    Some(BusinessHours {
        day,
        mode,
        opens: opens.map(i64::from),
        closes: closes.map(i64::from),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hours_are_told_by_day_and_a_day_that_is_none_is_left_out() {
        let opening = |day, how| Opening { day, how };
        let said = Profile {
            name: Some("Padaria".to_owned()),
            description: "Pães".to_owned(),
            hours: vec![
                opening(0, OpenHow::Appointment),
                opening(1, OpenHow::Between(480, 1_080)),
                opening(6, OpenHow::AllDay),
                opening(7, OpenHow::AllDay),
            ],
            ..Profile::default()
        };
        let profile = understood(said);
        assert_eq!(profile.description.as_deref(), Some("Pães"));
        let hours: Vec<_> = profile
            .hours
            .iter()
            .map(|it| (it.day, it.mode, it.opens, it.closes))
            .collect();
        assert_eq!(
            hours,
            [
                (BusinessDay::Sunday, BusinessMode::Appointment, None, None),
                (
                    BusinessDay::Monday,
                    BusinessMode::Hours,
                    Some(480),
                    Some(1_080)
                ),
                (BusinessDay::Saturday, BusinessMode::AllDay, None, None),
            ]
        );
    }
}
