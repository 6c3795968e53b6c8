//! The way from an ended sign-in to its sockets on this node.

use guiche_storage::identity::sign_ins::Ended;
use guiche_storage::model::{CompanyId, UserId};

use super::actor::{Presence, SignedOut};
use crate::registry::{Registry, try_tell};

/// Closes the sockets of sign-ins that ended. Never waits.
pub fn sign_out(presences: &Registry<Presence>, company: CompanyId, user: UserId, ended: Ended) {
    let Some(presence) = presences.find(&(company, user)) else {
        return;
    };
    if try_tell(&presence, SignedOut(ended)).is_err() {
        tracing::warn!(company.id = %company, "the sockets of an ended sign-in were not closed");
    }
}
