//! Two contacts become one, with their tickets; one is erased, with all that is kept of him.

use std::sync::Arc;

use guiche_storage::{
    Conn,
    audit::{self, Entry, Origin},
    contacts::{self, Joined, Merged, lists},
    delivery::schedules,
    model::{
        ContactId,
        audit::Subject,
        contact::Contact,
        event::{ContactEvent, NewEvent, Room, Written},
    },
    tickets,
};

use super::{Changes, DeskContext, DeskWork, Lane, tell_schedule, tell_schedule_gone};
use crate::{
    ActorError,
    rules::lists::tell_changed,
    rules::placement::{Placement, tell_ticket, tell_ticket_deleted},
};

/// Gives everything of one contact to another and removes it. Replies the contact that stays. Done twice, the second
/// time finds nothing.
#[derive(Debug)]
pub struct MergeContacts {
    /// The one that stays.
    pub kept: ContactId,
    /// The one that goes: the lane.
    pub gone: ContactId,
}

impl DeskWork for MergeContacts {
    type Answer = Contact;

    fn lane(&self) -> Lane {
        Lane::Contact(self.gone)
    }

    async fn run(self, desk: DeskContext) -> Result<Contact, ActorError> {
        let now = desk.now();
        desk.change(now, async |c, changes| {
            let moved = contacts::schedule_ids(c, desk.company, self.gone).await?;
            let merged = contacts::merge(c, desk.company, self.kept, self.gone, now).await?;
            let Merged { contact, tickets } = merged;
            let joined = Joined {
                gone: self.gone,
                tickets,
                schedules: moved,
            };
            tell_joined(&desk, c, changes, &contact, &joined).await?;
            Ok(contact)
        })
        .await
    }
}

/// Erases a contact with all that is kept of him; his files are let go of, and whoever asks has them removed. Done twice, the
/// second time finds nothing.
#[derive(Debug)]
pub struct EraseContact {
    /// Who is erased.
    pub contact: ContactId,
    /// Who says so, for what is noted of it: never a name of who was erased.
    pub origin: Arc<Origin>,
}

impl DeskWork for EraseContact {
    type Answer = ();

    fn lane(&self) -> Lane {
        Lane::Contact(self.contact)
    }

    async fn run(self, desk: DeskContext) -> Result<(), ActorError> {
        let (company, id, now) = (desk.company, self.contact, desk.now());
        desk.change(now, async |c, changes| {
            for ticket in contacts::ticket_ids(c, company, id).await? {
                changes.push(tell_ticket_deleted(
                    &tickets::get(c, company, ticket).await?,
                ));
            }
            for schedule in contacts::schedule_ids(c, company, id).await? {
                changes.push(tell_schedule_gone(schedule));
            }
            let stood_in = contacts::erase(c, company, id, now).await?;
            for list in stood_in {
                let record = lists::get(c, company, list).await?;
                changes.extend(tell_changed(&record));
            }
            let entry = Entry::deleted(Subject::Contact, id, &());
            audit::record(c, company, &self.origin, &entry, now).await?;
            changes.push(told(ContactEvent::Delete { contact_id: id }));
            Ok(())
        })
        .await
    }
}

/// Tells that a contact went into another one.
///
/// # Errors
/// `Storage`.
pub(super) async fn tell_joined(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    contact: &Contact,
    joined: &Joined,
) -> Result<(), ActorError> {
    changes.push(told(ContactEvent::written(Written::Changed, contact)));
    for id in &joined.tickets {
        let ticket = tickets::get(c, desk.company, *id).await?;
        changes.extend(tell_ticket(Some(Placement::from(&ticket)), &ticket));
    }
    for id in &joined.schedules {
        let schedule = schedules::get(c, desk.company, *id).await?;
        changes.push(tell_schedule(Written::Changed, &schedule));
    }
    changes.push(told(ContactEvent::Delete {
        contact_id: joined.gone,
    }));
    Ok(())
}

fn told(event: ContactEvent) -> NewEvent {
    NewEvent::to([Room::Main], event)
}
