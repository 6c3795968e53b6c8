//! The online flag in storage, and the event that tells the company of its change.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use guiche_storage::model::event::{Entity, NewEvent, Room};
use guiche_storage::model::{Clock, CompanyId, UserId};
use guiche_storage::{Db, Result, StorageError, users};
use serde_json::json;

use crate::tell::Tell;

/// A browser says every 300 s that it is there; two may get lost (server-behaviour B1).
const GONE_AFTER: TimeDelta = TimeDelta::minutes(11);

/// Users put offline in one sweep.
const SWEEP_MAX: i64 = 100;

/// What every presence needs. Cheap to clone.
#[derive(Debug, Clone)]
pub struct PresenceSettings {
    /// Where the flag is.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Who hears of a change.
    pub tell: Tell,
}

/// Notes that a user is there or gone, and tells his company if that is news. True if it was.
pub(super) async fn note(
    settings: PresenceSettings,
    company: CompanyId,
    user: UserId,
    online: bool,
) -> Result<bool> {
    let now: DateTime<Utc> = settings.clock.now();
    let told = settings
        .db
        .change(company, now, async |conn, told| {
            if !users::update_online(conn, company, user, now, online).await? {
                return Ok::<_, StorageError>(false);
            }
            let name = users::get_signed_in(conn, company, user).await?.name;
            told.push(NewEvent {
                entity: Entity::User,
                rooms: vec![Room::Main],
                scope: None,
                payload: json!({
                    "action": "update", "user": {"id": user, "name": name, "online": online}
                }),
            });
            Ok(true)
        })
        .await?;
    settings.tell.tell(told.events);
    Ok(told.value)
}

/// Puts users offline whose browser has not been heard of for eleven minutes, on whichever node:
/// a node that died could not. For a job every minute; answers how many.
///
/// # Errors
/// `Database`, `Unavailable`.
pub async fn sweep_gone(settings: &PresenceSettings) -> Result<usize> {
    let before = settings.clock.now() - GONE_AFTER;
    let mut reader = settings.db.read().await?;
    let gone = users::list_gone(&mut reader.conn(), before, SWEEP_MAX).await?;
    drop(reader);
    let mut noted = 0;
    for (company, user) in gone {
        noted += usize::from(note(settings.clone(), company, user, false).await?);
    }
    Ok(noted)
}
