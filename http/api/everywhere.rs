//! What every company is told: each under its own numbers.

use chrono::{DateTime, Utc};
use guiche_storage::{
    Conn, companies,
    delivery::events,
    model::{
        CompanyId,
        event::{CommittedEvent, Event, NewEvent},
    },
};

use super::fields::EVERYBODY;
use crate::{app::App, error::ApiError};

/// Companies that are told in one transaction; a server of ours has far fewer.
const COMPANIES_MAX: i64 = 100_000;

/// Stores the event of a change for every company.
pub(super) async fn announce(
    conn: &mut Conn<'_>,
    now: DateTime<Utc>,
    event: impl Into<Event>,
) -> Result<Vec<Vec<CommittedEvent>>, ApiError> {
    let event = event.into();
    announce_each(conn, now, |_| Some(event.clone())).await
}

/// Stores the event of a change for those companies that have something to hear of it, in the order of their numbers so
/// that two authors cannot wait for each other in a circle.
pub(super) async fn announce_each(
    conn: &mut Conn<'_>,
    now: DateTime<Utc>,
    event_for: impl Fn(CompanyId) -> Option<Event>,
) -> Result<Vec<Vec<CommittedEvent>>, ApiError> {
    let mut told = Vec::new();
    for company in companies::list_ids(conn, COMPANIES_MAX).await? {
        let Some(event) = event_for(company) else {
            continue;
        };
        let event = NewEvent::to(EVERYBODY, event);
        told.push(events::append(conn, company, now, vec![event]).await?);
    }
    Ok(told)
}

/// Gives each company its own.
pub(super) fn tell(app: &App, told: Vec<Vec<CommittedEvent>>) {
    for events in told {
        app.actors.control().tell(events);
    }
}
