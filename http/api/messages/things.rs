//! What is sent instead of a text: a place on the map, somebody's name and number.

use guiche_actors::desk::Thing;
use guiche_storage::model::{message::Location, outgoing::ContactCard};

use super::send::CAPTION_CHARS_MAX;
use crate::error::ApiError;

/// Characters of the name on a contact card.
const PERSON_CHARS_MAX: usize = 100;

/// The place or the person that is sent instead of a text, if it is one.
///
/// # Errors
/// `Validation` when it is no such thing, or there is a text beside it.
pub(super) fn thing(
    body: &str,
    location: Option<&Location>,
    card: Option<&ContactCard>,
) -> Result<Option<Thing>, ApiError> {
    if (location.is_some() || card.is_some()) && !body.is_empty() {
        return Err(ApiError::field(
            "body",
            "is not empty beside `location` or `card`",
        ));
    }
    match (location, card) {
        (None, None) => Ok(None),
        (Some(_), Some(_)) => Err(ApiError::field("card", "is given beside `location`")),
        (Some(place), None) => place_of(place).map(Some),
        (None, Some(card)) => person_of(card).map(Some),
    }
}

fn place_of(place: &Location) -> Result<Thing, ApiError> {
    if !(-90.0..=90.0).contains(&place.latitude) || !(-180.0..=180.0).contains(&place.longitude) {
        return Err(ApiError::field("location", "is not on the map"));
    }
    let line = |text: &Option<String>| -> Result<Option<String>, ApiError> {
        let text = text.as_deref().map(str::trim).unwrap_or_default();
        if text.chars().count() > CAPTION_CHARS_MAX {
            return Err(ApiError::field("location", "has a text that is too long"));
        }
        Ok(Some(text.to_owned()).filter(|text| !text.is_empty()))
    };
    Ok(Thing::Place(Location {
        name: line(&place.name)?,
        address: line(&place.address)?,
        ..place.clone()
    }))
}

fn person_of(card: &ContactCard) -> Result<Thing, ApiError> {
    let name = card.name.trim();
    if name.is_empty() || name.chars().count() > PERSON_CHARS_MAX {
        return Err(ApiError::field(
            "card",
            "needs a name of at most 100 characters",
        ));
    }
    let number: String = card.number.chars().filter(char::is_ascii_digit).collect();
    if !(8..=15).contains(&number.len()) {
        return Err(ApiError::field("card", "needs a number of 8 to 15 digits"));
    }
    Ok(Thing::Person(ContactCard {
        name: name.to_owned(),
        number,
    }))
}
