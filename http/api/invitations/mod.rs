//! Invitations: admins let people come into their company by a link or a mail; whoever has the link comes in once.

mod accepting;
mod inviting;

use guiche_storage::model::{
    InvitationId,
    event::{Entity, NewEvent},
};
use serde_json::json;

use super::fields::EVERYBODY;
use crate::route_list::RouteList;

/// Mounts the routes of `/invitations`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(inviting::list)
        .service(inviting::create)
        .service(accepting::look)
        .service(accepting::accept)
        .service(inviting::remove);
}

/// Says that an invitation came or went, and nothing of whom it invites: everybody hears it.
fn event(action: &str, id: InvitationId) -> NewEvent {
    NewEvent {
        entity: Entity::Invitation,
        rooms: EVERYBODY.to_vec(),
        scope: None,
        payload: json!({ "action": action, "invitationId": id }),
    }
}
