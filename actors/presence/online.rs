//! The online flag in storage, and the event that tells the company of its change.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use guiche_storage::model::event::{NewEvent, Presence, Room, UserEvent};
use guiche_storage::model::{Clock, CompanyId, UserId};
use guiche_storage::{
    Conn, Db, Result, StorageError,
    identity::{presences, users},
};

use crate::publisher::EventPublisher;

/// A browser says every 300 s that it is there; two may get lost (rule B1).
const GONE_AFTER: TimeDelta = TimeDelta::minutes(11);

/// Time a browser has to come back to another node after its own has ended.
const ALONE_AFTER: TimeDelta = TimeDelta::seconds(30);

/// Users put offline in one sweep.
const SWEEP_MAX: i64 = 100;

/// What every presence needs. Cheap to clone.
#[derive(Debug, Clone)]
pub struct PresenceSettings {
    /// Where the flag is.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// The name of this node.
    pub node: Arc<str>,
    /// Who hears of a change.
    pub tell: EventPublisher,
}

/// Notes that a user is there or gone from this node, and tells his company if that is news. True if it was.
pub(super) async fn note(
    settings: PresenceSettings,
    company: CompanyId,
    user: UserId,
    online: bool,
) -> Result<bool> {
    let (node, now) = (Arc::clone(&settings.node), settings.clock.now());
    change(&settings, (company, user), online, async |conn| {
        if online {
            presences::arrive(conn, company, user, &node, now).await
        } else {
            presences::depart(conn, company, user, &node, now).await
        }
    })
    .await
}

/// Writes a user's presence, and tells his company if that is news. True if it was.
async fn change(
    settings: &PresenceSettings,
    (company, user): (CompanyId, UserId),
    online: bool,
    mut write: impl AsyncFnMut(&mut Conn<'_>) -> Result<bool>,
) -> Result<bool> {
    let now: DateTime<Utc> = settings.clock.now();
    let told = settings
        .db
        .change(company, now, async |conn, told| {
            if !write(conn).await? {
                return Ok::<_, StorageError>(false);
            }
            let name = users::get_signed_in(conn, company, user).await?.name;
            let user = Presence {
                id: user,
                name,
                online,
            };
            told.push(NewEvent::to([Room::Main], UserEvent::Seen { user }));
            Ok(true)
        })
        .await?;
    settings.tell.tell(told.events);
    Ok(told.value)
}

/// Puts users offline whose browser has not been heard of for eleven minutes, or whose nodes have all ended. For a job
/// every minute, on every node; answers how many.
///
/// # Errors
/// `Database`, `Unavailable`.
pub async fn sweep_gone(settings: &PresenceSettings) -> Result<usize> {
    let now = settings.clock.now();
    let before = (now - GONE_AFTER, now - ALONE_AFTER);
    let mut reader = settings.db.read().await?;
    let gone = presences::list_gone(&mut reader.conn(), before, now, SWEEP_MAX).await?;
    drop(reader);
    let mut noted = 0;
    for (company, user) in gone {
        let end = async |conn: &mut Conn<'_>| presences::end(conn, company, user, now).await;
        noted += usize::from(change(settings, (company, user), false, end).await?);
    }
    Ok(noted)
}
