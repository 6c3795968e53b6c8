//! What Meta tells of the past of a number is kept before the call is acknowledged, apart from what comes in live: in pieces, so
//! that live messages are stored between them. The connection stores it as closed history.

use guiche_actors::{connection::provider::cloud::Past, rules::pairing::tell_session};
use guiche_storage::{
    Conn, Result,
    connections::{self, history},
    model::{CompanyId, ConnectionId, event::NewEvent},
    security::seal::CloudAccess,
};

use super::whatsapp::{Webhooks, count, later};
use crate::error::ApiError;

/// Messages that are kept by one transaction. Meta may tell thousands at once.
const PIECE: usize = 200;

/// Keeps what is told and notes how far it is. Told twice, nothing is kept twice.
///
/// # Errors
/// `Busy`: to be sent again, as a whole.
pub(super) async fn keep(
    hooks: &Webhooks,
    access: &CloudAccess,
    told: &Past,
) -> std::result::Result<(), ApiError> {
    let (company, id, now) = (access.company_id, access.id, hooks.clock.now());
    let db = hooks.directory.db();
    let mut new = 0;
    for piece in told.messages.chunks(PIECE) {
        let keep = async |c: &mut Conn<'_>| history::keep_told(c, company, id, piece, now).await;
        new += db.write(keep).await.map_err(later)?;
    }
    count("past", new);
    let note = async |c: &mut Conn<'_>, events: &mut Vec<NewEvent>| {
        let is_new = connections::change_health(c, company, id, now, |health| {
            health.note_history(told.progress, told.refused.clone());
        });
        if is_new.await? {
            tell(c, (company, id), events).await?;
        }
        Ok(())
    };
    let noted = db.change(company, now, note).await.map_err(later)?;
    hooks.tell.tell(noted.events);
    if new > 0 {
        (hooks.wake_past)(company, id);
    }
    Ok(())
}

async fn tell(
    c: &mut Conn<'_>,
    (company, id): (CompanyId, ConnectionId),
    events: &mut Vec<NewEvent>,
) -> Result<()> {
    let changed = connections::find(c, company, id).await?;
    events.extend(changed.map(tell_session).into_iter().flatten());
    Ok(())
}
