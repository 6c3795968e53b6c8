//! The way from a commit to the company's room on this node.

use super::actor::Room;
use super::messages::Publish;
use crate::registry::{Registry, try_tell};
use crate::tell::Tell;

/// Gives events to the room of their company, if it has one here. A room that is too busy to take
/// them finds them in storage; a company without browsers has no room and needs none.
pub fn tell_rooms(rooms: Registry<Room>) -> Tell {
    Tell::new(move |events| {
        let Some(company) = events.first().map(|event| event.company_id) else {
            return;
        };
        let Some(room) = rooms.find(&company) else {
            return;
        };
        if try_tell(&room, Publish(events.into())).is_err() {
            tracing::warn!(company.id = %company, "a room is busy and will read its events");
        }
    })
}
