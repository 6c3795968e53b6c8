//! Invitations: admins let people come into their company by a link or a mail; whoever has the link comes in once.

mod accepting;
mod inviting;

use guiche_storage::model::event::{InvitationEvent, NewEvent};

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
fn event(event: InvitationEvent) -> NewEvent {
    NewEvent::to(EVERYBODY, event)
}
