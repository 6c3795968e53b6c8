//! The way from an ended sign-in to its sockets on this node.

use guiche_storage::model::{CompanyId, UserId};
use uuid::Uuid;

use super::actor::{Presence, SignedOut};
use crate::registry::{Registry, try_tell};

/// Closes the sockets of a sign-in, or of every sign-in that the user had until now. Never waits.
pub fn sign_out(
    presences: &Registry<Presence>,
    company: CompanyId,
    user: UserId,
    sign_in: Option<Uuid>,
) {
    let Some(presence) = presences.find(&(company, user)) else {
        return;
    };
    if try_tell(&presence, SignedOut { sign_in }).is_err() {
        tracing::warn!(company.id = %company, "the sockets of an ended sign-in were not closed");
    }
}
