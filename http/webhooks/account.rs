//! What Meta tells of an account counts for each of the company's numbers in it that belongs to the app that signed: one that has
//! ended is switched off and says why, and what is told of quality and templates is kept and shown.

use chrono::{DateTime, Utc};
use guiche_actors::{
    connection::provider::cloud::{AccountEvent, AccountSays, Ending},
    rules::pairing::tell_session,
};
use guiche_storage::{
    Conn, Result,
    connections::{
        self, StatusChange,
        message_templates::{self, TemplateName},
    },
    model::{
        ConnectionId, ErrorCode,
        cloud_health::TemplateState,
        connection::{Connection, ConnectionStatus},
        event::NewEvent,
    },
    security::seal::CloudAccess,
};

use super::whatsapp::{Webhooks, count, is_of_app, later};
use crate::{cloud_templates::tell_templates, error::ApiError};

/// Applies what is told of accounts. Told twice, the second time says nothing new.
///
/// # Errors
/// `Busy`: to be sent again.
pub(super) async fn apply(
    hooks: &Webhooks,
    signed: &CloudAccess,
    told: &[AccountEvent],
) -> std::result::Result<(), ApiError> {
    let (company, now) = (signed.company_id, hooks.clock.now());
    for event in told {
        let numbers = {
            let mut reader = hooks.directory.db().read().await.map_err(later)?;
            let conn = &mut reader.conn();
            connections::of_account(conn, company, &event.waba_id).await
        };
        for id in meant(numbers.map_err(later)?, event) {
            let access = hooks.directory.find(id).await.map_err(later)?;
            if !access.is_some_and(|access| is_of_app(&access, signed)) {
                continue;
            }
            let apply = async |c: &mut Conn<'_>, events: &mut Vec<NewEvent>| {
                apply_to(c, (signed, id), &event.says, now, events).await
            };
            let done = hooks.directory.db().change(company, now, apply).await;
            let done = done.map_err(later)?;
            hooks.tell.tell(done.events);
        }
        count("account", 1);
    }
    Ok(())
}

/// The connections that an event is about. A number that none of them has shown yet can be that of an only one.
fn meant(numbers: Vec<(ConnectionId, Option<String>)>, event: &AccountEvent) -> Vec<ConnectionId> {
    let ends = matches!(event.says, AccountSays::Ended(_));
    let is_only = numbers.len() == 1;
    let is_meant = |known: &Option<String>| match (&event.number, known) {
        // an account ends with all its numbers, whichever of them is named
        _ if ends => true,
        (None, _) => true,
        (Some(told), Some(known)) => told == known,
        (Some(_), None) => is_only,
    };
    let meant = numbers.into_iter().filter(|(_, known)| is_meant(known));
    meant.map(|(id, _)| id).collect()
}

async fn apply_to(
    c: &mut Conn<'_>,
    (signed, id): (&CloudAccess, ConnectionId),
    says: &AccountSays,
    now: DateTime<Utc>,
    events: &mut Vec<NewEvent>,
) -> Result<()> {
    let company = signed.company_id;
    let changed: Option<Connection> = match says {
        AccountSays::Ended(why) => {
            let reason = reason(*why).as_str();
            // whichever node has the session lets it go at its next renewal, and nobody takes it up again
            let change = StatusChange {
                reason: Some(reason),
                ..StatusChange::to(ConnectionStatus::Disconnected)
            };
            // a number that comes back may be asked for its past again
            connections::change_health(c, company, id, now, |health| {
                health.history_asked_of = None;
            })
            .await?;
            let changed = connections::set_status(c, company, id, change, now).await?;
            if changed.is_some() {
                tracing::error!(connection.id = %id, reason, "Meta has ended the account of a number");
                metrics::counter!("guiche_cloud_accounts_ended_total", "reason" => reason)
                    .increment(1);
            }
            changed
        }
        AccountSays::Quality { quality, limit } => {
            let is_new = connections::change_health(c, company, id, now, |health| {
                health.quality = quality.clone().or(health.quality.take());
                health.limit = limit.clone().or(health.limit.take());
            });
            found(is_new.await?, c, (signed, id)).await?
        }
        AccountSays::Template {
            name,
            language,
            status,
            reason,
        } => {
            let state = TemplateState {
                name: name.clone(),
                language: language.clone(),
                status: status.clone(),
                reason: reason.clone(),
                at: now,
            };
            let which = TemplateName { name, language };
            let told = (status.as_str(), reason.as_deref());
            if message_templates::set_status(c, company, id, which, told, now).await? {
                events.push(tell_templates(id));
            }
            let is_new = connections::change_health(c, company, id, now, |health| {
                health.note_template(state);
            });
            found(is_new.await?, c, (signed, id)).await?
        }
    };
    events.extend(changed.map(tell_session).into_iter().flatten());
    Ok(())
}

async fn found(
    is_new: bool,
    c: &mut Conn<'_>,
    (signed, id): (&CloudAccess, ConnectionId),
) -> Result<Option<Connection>> {
    if is_new {
        connections::find(c, signed.company_id, id).await
    } else {
        Ok(None)
    }
}

fn reason(why: Ending) -> ErrorCode {
    match why {
        Ending::Disabled => ErrorCode::WappAccountDisabled,
        Ending::PartnerRemoved => ErrorCode::WappPartnerRemoved,
        Ending::AppUninstalled => ErrorCode::WappAppUninstalled,
    }
}
