//! The way from a commit to the company's room on this node, and to the other nodes.

use guiche_storage::cluster::redis::{ClusterBus, ClusterMessage};

use super::actor::Room;
use super::messages::Publish;
use crate::publisher::EventPublisher;
use crate::registry::{Registry, try_tell};

/// Gives events to the room of their company, if it has one here, and tells the other nodes how far it has come. A room
/// that is too busy to take them finds them in storage; a company without browsers has no room and needs none.
pub fn tell_rooms(rooms: Registry<Room>, bus: ClusterBus) -> EventPublisher {
    EventPublisher::new(move |events| {
        let Some(last) = events.last() else {
            return;
        };
        let (company, seq) = (last.company_id, last.seq);
        bus.say(ClusterMessage::Events { company, seq });
        let Some(room) = rooms.find(&company) else {
            return;
        };
        if try_tell(&room, Publish(events.into())).is_err() {
            tracing::warn!(company.id = %company, "a room is busy and will read its events");
        }
    })
}
