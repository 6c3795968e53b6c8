//! Places and contact cards as the protocol has them.

use whatsapp_rust::{buffa::MessageField, prelude::wa};

use crate::outbound::Wish;

/// The message of a place or a card; of anything else an empty one.
pub(crate) fn thing(wish: &Wish) -> wa::Message {
    let mut message = wa::Message::default();
    match wish {
        Wish::Place {
            latitude,
            longitude,
            name,
            address,
            ..
        } => {
            message.location_message = MessageField::some(wa::message::LocationMessage {
                degrees_latitude: Some(*latitude),
                degrees_longitude: Some(*longitude),
                name: name.clone(),
                address: address.clone(),
                ..Default::default()
            });
        }
        Wish::Card { name, vcard, .. } => {
            message.contact_message = MessageField::some(wa::message::ContactMessage {
                display_name: Some(name.clone()),
                vcard: Some(vcard.clone()),
                ..Default::default()
            });
        }
        _ => {}
    }
    message
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_and_a_card_are_the_messages_that_phones_send() {
        let place = thing(&Wish::Place {
            latitude: -23.5,
            longitude: -46.6,
            name: Some("Loja Centro".to_owned()),
            address: None,
            quoted: None,
        });
        let place = place.location_message.as_option().expect("a place");
        assert_eq!(place.degrees_latitude, Some(-23.5));
        assert_eq!(place.name.as_deref(), Some("Loja Centro"));
        let card = thing(&Wish::Card {
            name: "Ana".to_owned(),
            vcard: "BEGIN:VCARD".to_owned(),
            quoted: None,
        });
        let card = card.contact_message.as_option().expect("a card");
        assert_eq!(card.display_name.as_deref(), Some("Ana"));
        assert_eq!(card.vcard.as_deref(), Some("BEGIN:VCARD"));
    }
}
