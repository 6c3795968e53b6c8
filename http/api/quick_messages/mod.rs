//! Quick messages: each user sees his own and those for everybody; the latter are written by supervisors and admins.

mod changes;
mod files;
mod list;

use guiche_storage::model::{
    event::{NewEvent, QuickMessageEvent, Room, Written},
    quick_message::QuickMessage,
};

use super::fields::EVERYBODY;
use crate::{error::ApiError, middleware::caller::Caller, route_list::RouteList};

/// Mounts the routes of `/quick-messages`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(list::offered)
        .service(list::list)
        .service(list::show)
        .service(changes::create)
        .service(changes::update)
        .service(changes::remove)
        .service(files::attach)
        .service(files::detach);
}

/// Whether the caller may write one that he sees: his own, or as a supervisor one for everybody.
fn allow_writing(caller: &Caller, record: &QuickMessage) -> Result<(), ApiError> {
    if record.geral {
        caller.require_supervisor()
    } else {
        Ok(())
    }
}

/// What a written quick message tells. Those who no longer see it hear that it is gone.
fn tell_written(how: Written, was_geral: bool, record: &QuickMessage) -> Vec<NewEvent> {
    let mut events = Vec::new();
    if was_geral && !record.geral {
        events.push(tell_deleted(was_geral, record));
    }
    let written = QuickMessageEvent::written(how, record);
    events.push(event(record.geral, record, written));
    events
}

/// What a deleted quick message tells.
fn tell_deleted(was_geral: bool, record: &QuickMessage) -> NewEvent {
    event(
        was_geral,
        record,
        QuickMessageEvent::Delete { id: record.id },
    )
}

fn event(is_geral: bool, record: &QuickMessage, event: QuickMessageEvent) -> NewEvent {
    let rooms = if is_geral {
        EVERYBODY.to_vec()
    } else {
        vec![Room::User(record.user_id)]
    };
    NewEvent::to(rooms, event)
}
