//! A scheduled message whose time has come: it leaves the list, becomes a message of the contact's newest ticket and is
//! queued, all in one transaction (rule B10). The ticket stays as it is but for its last message.

use chrono::TimeDelta;
use guiche_storage::{
    Conn, StorageError,
    companies::{self, Feature, plan_has, settings},
    connections, contacts,
    delivery::schedules::{self, Due},
    media,
    model::{
        ConnectionId, ContactId, ErrorCode, ScheduleId,
        connection::Connection,
        event::{NewEvent, Room, ScheduleEvent, Written},
        message::Message,
        schedule::Schedule,
        ticket::{Ticket, TicketStatus},
    },
    tickets::{
        self,
        write::{NewTicket, TicketPatch},
    },
};
use uuid::Uuid;

use super::{
    Changes, DeskContext, DeskWork, Lane,
    outgoing::{Author, Draft, Key, TemplateSend, enqueue, takes_free_text},
    templates,
};
use crate::{
    ActorError,
    rules::{
        calendar::zone_or_default,
        recurrence,
        subscription::{ReadOnly, read_only},
    },
};

/// A message that nobody could send for so long is of no use any more.
const TOO_LATE: TimeDelta = TimeDelta::hours(24);
/// Begins the client id of a message that was scheduled; the schedule's number and time follow.
const CLIENT_ID: &str = "schedule:";

/// Sends a schedule whose time has come, or notes why not. Twice is once: it is taken in the same transaction.
#[derive(Debug)]
pub struct SendScheduled {
    /// Which.
    pub schedule_id: ScheduleId,
    /// For whom: the lane.
    pub contact_id: ContactId,
}

impl DeskWork for SendScheduled {
    type Answer = ();

    fn lane(&self) -> Lane {
        Lane::Contact(self.contact_id)
    }

    async fn run(self, desk: DeskContext) -> Result<(), ActorError> {
        let now = desk.now();
        desk.change(now, async |c, changes| {
            // before the schedule, as whoever erases him does
            contacts::lock(c, desk.company, self.contact_id).await?;
            let taken = schedules::claim_due(c, desk.company, self.schedule_id, now).await?;
            let Some(due) = taken else { return Ok(()) };
            carry_on(&desk, c, changes, &due).await?;
            let refused = match way(&desk, c, &due).await? {
                Ok((ticket, connection)) => {
                    let way = (&ticket, connection);
                    match template(&desk, c, changes, &due, way).await? {
                        Ok(template) => return queue(&desk, c, changes, &due, way, template).await,
                        Err(code) => code,
                    }
                }
                Err(code) => code,
            };
            let error = refused.as_str();
            let failed = schedules::fail(c, desk.company, due.id, error, now).await?;
            changes.push(tell_schedule(Written::Changed, &failed));
            Ok(())
        })
        .await
    }
}

/// Schedules the next occurrence of what comes again. Occurrences that are too late already are passed over.
async fn carry_on(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    due: &Due,
) -> Result<(), ActorError> {
    let Some(repeats) = due.repeats() else {
        return Ok(());
    };
    let zone = settings::find(c, desk.company, settings::TIME_ZONE).await?;
    let zone = zone_or_default(zone.as_deref());
    let after = due.send_at.max(desk.now() - TOO_LATE);
    let next = recurrence::next(&repeats, after, zone);
    let made = schedules::carry_on(c, desk.company, due.id, next, desk.now()).await?;
    changes.extend(made.map(|schedule| tell_schedule(Written::New, &schedule)));
    Ok(())
}

/// What a new or changed schedule tells everybody of the company.
pub fn tell_schedule(how: Written, schedule: &Schedule) -> NewEvent {
    NewEvent::to([Room::Main], ScheduleEvent::written(how, schedule))
}

/// What a schedule that is gone tells everybody of the company.
pub fn tell_schedule_gone(schedule: ScheduleId) -> NewEvent {
    let schedule_id = schedule;
    NewEvent::to([Room::Main], ScheduleEvent::Delete { schedule_id })
}

/// Lets the schedule of a message follow what became of its sending.
pub(super) async fn follow(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    message: &Message,
) -> Result<(), ActorError> {
    let of = message.client_id.as_deref().and_then(schedule_of);
    let (Some(id), Some(state)) = (of, message.send_state) else {
        return Ok(());
    };
    let end = (state, message.error.as_deref());
    let settled = schedules::settle(c, desk.company, (id, message.id), end, desk.now()).await?;
    changes.extend(settled.map(|schedule| tell_schedule(Written::Changed, &schedule)));
    Ok(())
}

/// The schedule whose message has this client id. A browser may send such an id too: a schedule knows its message.
fn schedule_of(client_id: &str) -> Option<ScheduleId> {
    let (id, _) = client_id.strip_prefix(CLIENT_ID)?.split_once(':')?;
    id.parse().ok()
}

/// In which ticket and by which connection a due schedule goes, or why it cannot.
async fn way(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    due: &Due,
) -> Result<Result<(Ticket, ConnectionId), ErrorCode>, ActorError> {
    if due.send_at + TOO_LATE < desk.now() {
        return Ok(Err(ErrorCode::ScheduleTooLate));
    }
    if contacts::get(c, desk.company, due.contact_id)
        .await?
        .blocked
    {
        return Ok(Err(ErrorCode::ContactBlocked));
    }
    if let Some(code) = refused_by_standing(desk, c, Feature::Schedules).await? {
        return Ok(Err(code));
    }
    let last = tickets::find_last(c, desk.company, due.contact_id).await?;
    let wanted = due
        .connection_id
        .or(last.as_ref().and_then(|ticket| ticket.whatsapp_id));
    let connection = match connection(desk, c, wanted).await {
        Ok(connection) => connection,
        Err(StorageError::Refused(code)) => return Ok(Err(code)),
        Err(error) => return Err(error.into()),
    };
    if due.template.is_none() && !takes_free_text(desk, c, &connection, due.contact_id).await? {
        return Ok(Err(ErrorCode::WindowClosed));
    }
    let ticket = match last {
        Some(ticket) => ticket,
        None => closed_ticket(desk, c, due.contact_id, connection.id).await?,
    };
    Ok(Ok((ticket, connection.id)))
}

/// Why the company may send nothing by itself now, if it may not: switched off, not paid, another plan.
pub(super) async fn refused_by_standing(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    feature: Feature,
) -> Result<Option<ErrorCode>, ActorError> {
    let company = companies::get(c, desk.company).await?;
    let zone = settings::find(c, desk.company, settings::TIME_ZONE).await?;
    let zone = zone_or_default(zone.as_deref());
    let read_only = read_only(company.status, company.due_date, desk.now(), zone);
    Ok(match read_only {
        Some(ReadOnly::Suspended) => Some(ErrorCode::CompanyInactive),
        Some(ReadOnly::Overdue(_)) => Some(ErrorCode::CompanyExpired),
        None if !plan_has(&company.plan, feature) => Some(ErrorCode::PlanFeature),
        None => None,
    })
}

/// The connection that is wanted while it exists, otherwise the default; one that is not connected keeps it until it is.
async fn connection(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    wanted: Option<ConnectionId>,
) -> Result<Connection, StorageError> {
    if let Some(id) = wanted
        && let Some(found) = connections::find(c, desk.company, id).await?
    {
        return Ok(found);
    }
    connections::default_to_wait_for(c, desk.company).await
}

/// History for a contact who has none: nobody has to work on it.
pub(super) async fn closed_ticket(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    contact: ContactId,
    connection: ConnectionId,
) -> Result<Ticket, ActorError> {
    let now = desk.now();
    let is_group = contacts::get(c, desk.company, contact).await?.is_group;
    let ticket = NewTicket {
        uuid: Uuid::new_v4(),
        status: TicketStatus::Closed,
        contact_id: contact,
        user_id: None,
        queue_id: None,
        connection_id: Some(connection),
        is_group,
    };
    let id = tickets::write::insert(c, desk.company, &ticket, now).await?;
    let patch = TicketPatch {
        closed_at: Some(Some(now)),
        ..TicketPatch::default()
    };
    tickets::write::update(c, desk.company, id, &patch, now).await?;
    Ok(tickets::get(c, desk.company, id).await?)
}

/// The approved text that a schedule is, filled, or why it cannot be sent. `Ok(None)`: it is a text of its own.
async fn template(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    due: &Due,
    way: (&Ticket, ConnectionId),
) -> Result<Result<Option<(String, TemplateSend)>, ErrorCode>, ActorError> {
    let Some(choice) = &due.template else {
        return Ok(Ok(None));
    };
    match templates::prepare(desk, c, changes, way, (&choice.0, due.media_id)).await {
        Ok(prepared) => Ok(Ok(Some(prepared))),
        Err(ActorError::Refused(code) | ActorError::Storage(StorageError::Refused(code))) => {
            Ok(Err(code))
        }
        Err(error) => Err(error),
    }
}

/// Stores the message and its send. What nobody has read stays unread.
async fn queue(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    due: &Due,
    (ticket, connection): (&Ticket, ConnectionId),
    template: Option<(String, TemplateSend)>,
) -> Result<(), ActorError> {
    let now = desk.now();
    // before what points to it
    tickets::write::lock(c, desk.company, ticket.id).await?;
    let media = match due.media_id {
        Some(id) => Some((id, media::get(c, desk.company, id).await?.kind)),
        None => None,
    };
    let (body, template) = match &template {
        Some((text, send)) => (text.as_str(), Some(send)),
        None => (due.body.as_str(), None),
    };
    let draft = Draft {
        connection: Some(connection),
        template,
        media,
        key: Key::Client(client_id(due)),
        ..Draft::new(ticket, Author::Schedule(due.user_id), body)
    };
    let id = enqueue(desk, c, changes, draft)
        .await?
        .ok_or(ErrorCode::CreatingMessage)?;
    let schedule = schedules::note_message(c, desk.company, due.id, id, now).await?;
    changes.push(tell_schedule(Written::Changed, &schedule));
    Ok(())
}

fn client_id(due: &Due) -> String {
    format!("{CLIENT_ID}{}:{}", due.id, due.send_at.timestamp_micros())
}

#[cfg(test)]
mod tests {
    use guiche_storage::{delivery::schedules::ScheduleForm, model::schedule::ScheduleStatus};

    use super::*;
    use crate::test_company::TestCompany;

    /// What becomes of a schedule without a number, a minute after its time.
    async fn sent_by(company: &TestCompany) -> (ScheduleStatus, Option<String>) {
        let (of, now) = (company.id, company.now());
        let (ticket, owner) = (company.ticket().await, company.user("Marina").await);
        let insert = async |c: &mut Conn<'_>| {
            let form = ScheduleForm {
                body: "Até amanhã".into(),
                contact_id: tickets::get(c, of, ticket).await?.contact_id,
                send_at: now,
                connection_id: None,
                repeats: None,
                template: None,
            };
            schedules::insert(c, of, owner, &form, now).await
        };
        let made = company.db.write(insert).await.unwrap();
        let work = SendScheduled {
            schedule_id: made.id,
            contact_id: made.contact_id,
        };
        let desk = company.desk_at(now + TimeDelta::minutes(1));
        work.run(desk).await.unwrap();
        let mut reader = company.db.read().await.unwrap();
        let row = schedules::get(&mut reader.conn(), of, made.id)
            .await
            .unwrap();
        (row.status, row.error)
    }

    #[actix::test]
    async fn a_schedule_waits_for_a_number_that_is_down_and_fails_where_there_is_none() {
        // spec: B10
        let company = TestCompany::with(&[Feature::Schedules]).await;
        company.connection("Loja").await;
        assert_eq!(sent_by(&company).await, (ScheduleStatus::Agendada, None));
        let bare = TestCompany::with(&[Feature::Schedules]).await;
        let none = Some("ERR_NO_DEF_WAPP_FOUND".to_owned());
        assert_eq!(sent_by(&bare).await, (ScheduleStatus::Erro, none));
    }

    #[test]
    fn only_the_client_id_of_a_schedule_names_one() {
        assert_eq!(
            schedule_of("schedule:7:1785762000000000"),
            Some(ScheduleId(7))
        );
        for other in ["", "schedule:", "schedule:7", "schedule:x:1", "7:1"] {
            assert_eq!(schedule_of(other), None, "{other}");
        }
    }
}
