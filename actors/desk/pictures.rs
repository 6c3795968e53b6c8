//! Pictures that customers show of themselves: due when they are heard, and told when they are here.

use guiche_storage::{
    Conn, contacts,
    contacts::{pictures, profiles},
    media::StoredMedia,
    model::{ConnectionId, ContactId, event::Written, inbound::Person},
};

use super::{
    DeskContext, DeskWork, Lane,
    inbound::{Arrived, Received},
    inbound_message::tell_contact,
};
use crate::ActorError;

/// A customer's picture, kept: the contact has it from now on, or none any more. Replies whether there is such a contact.
#[derive(Debug)]
pub struct PictureArrived {
    /// By which connection it came: the lane.
    pub connection_id: ConnectionId,
    /// Whose.
    pub contact: ContactId,
    /// The file, the link to it and what the provider calls it.
    pub picture: Option<(StoredMedia, String, String)>,
}

impl DeskWork for PictureArrived {
    type Answer = bool;

    fn lane(&self) -> Lane {
        Lane::Inbound(self.connection_id)
    }

    async fn run(self, desk: DeskContext) -> Result<bool, ActorError> {
        let now = desk.now();
        desk.change(now, async |c, changes| {
            let picture = self.picture.as_ref();
            let picture = picture.map(|(file, link, mark)| (file, link.as_str(), mark.as_str()));
            let contact = pictures::replace(c, desk.company, self.contact, picture, now).await?;
            if let Some(contact) = &contact {
                changes.push(tell_contact(Written::Changed, contact));
            }
            Ok(contact.is_some())
        })
        .await
    }
}

/// Somebody writes. Answers whether his picture, or what he says of himself, is to be asked for.
///
/// # Errors
/// `Storage`.
pub(super) async fn heard(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    received: Received<'_>,
    (contact, is_group): (ContactId, bool),
) -> Result<bool, ActorError> {
    if !received.pictures {
        return Ok(false);
    }
    let of = (contact, received.connection);
    let picture = pictures::want(c, desk.company, of, received.now).await?;
    let profile = !is_group && profiles::want(c, desk.company, of, received.now).await?;
    Ok(picture || profile)
}

/// Somebody shows another picture: of interest where he is known.
///
/// # Errors
/// `Storage`.
pub(super) async fn shown(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    received: Received<'_>,
    person: &Person,
) -> Result<Arrived, ActorError> {
    let contact = contacts::find_person(c, desk.company, person).await?;
    let Some(contact) = contact.filter(|_| received.pictures) else {
        return Ok(Arrived::default());
    };
    let of = (contact.id, received.connection);
    pictures::want_again(c, desk.company, of, received.now).await?;
    Ok(Arrived {
        wants_picture: true,
        ..Arrived::default()
    })
}
