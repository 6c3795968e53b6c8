//! Contacts: the customers of a company.

mod changes;
mod export;
pub(super) mod import;
mod list;
mod personal;
mod profile;

pub(super) use profile::ShownProfile;

use guiche_storage::{
    contacts,
    model::event::{ContactEvent, NewEvent},
};

use super::fields::EVERYBODY;
use crate::{error::ApiError, route_list::RouteList};

/// Digits of a phone number with its country code (E.164 has at most 15).
const NUMBER_DIGITS: std::ops::RangeInclusive<usize> = 8..=15;

/// Characters of a number in any notation (S073).
const NUMBER_CHARS_MAX: usize = 50;

/// Mounts the routes of `/contacts`; those with a word of their own come before those with an id.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(list::list)
        .service(changes::create)
        .service(list::names)
        .service(export::export)
        .service(import::preview)
        .service(import::import)
        .service(import::upload)
        .service(changes::merge)
        .service(personal::hand_over)
        .service(personal::erase)
        .service(profile::profile)
        .service(list::show)
        .service(changes::update)
        .service(changes::remove);
}

pub(in crate::api) fn event(event: ContactEvent) -> NewEvent {
    NewEvent::to(EVERYBODY, event)
}

/// The digits of a phone number written in any notation; `None` for what is none.
pub(super) fn phone_digits(number: &str) -> Option<String> {
    contacts::phone_digits(number).filter(|digits| NUMBER_DIGITS.contains(&digits.len()))
}

pub(in crate::api) fn digits(number: &str) -> Result<String, ApiError> {
    Some(number)
        .filter(|number| number.chars().count() <= NUMBER_CHARS_MAX)
        .and_then(phone_digits)
        .ok_or_else(|| ApiError::field("number", "must be a phone number of 8 to 15 digits"))
}
