//! Opening, changing and deleting tickets (rule B4).

use guiche_storage::{
    Conn, StorageError, bots,
    companies::settings::ClosingReasonMode,
    connections, contacts,
    identity::users,
    model::{
        ClosingReasonId, ConnectionId, ContactId, ErrorCode, QueueId, TicketId, UserId,
        step::StepAction,
        ticket::{Ticket, TicketStatus},
    },
    queues,
    tickets::{
        self, closing_reasons,
        steps::NewStep,
        write::{NewTicket, TicketPatch},
    },
};
use uuid::Uuid;

use super::{
    Changes, DeskContext, DeskWork, Lane, moves,
    outgoing::{self, Author, Draft},
};
use crate::{
    ActorError,
    rules::{
        Principal, Viewer,
        placement::{tell_ticket, tell_ticket_deleted},
        ticket_moves::{Move, Refusal, check_not_held, decide},
    },
};

/// Opens a ticket for a contact. Replies the ticket, or the one that is in the way.
#[derive(Debug)]
pub struct OpenTicket {
    /// The customer.
    pub contact_id: ContactId,
    /// His queue.
    pub queue_id: Option<QueueId>,
    /// The connection; the default one if not given.
    pub connection_id: Option<ConnectionId>,
    /// The attendant; the user who asks if not given and the ticket is open.
    pub user_id: Option<UserId>,
    /// `open` or `pending`.
    pub status: TicketStatus,
    /// Who asks.
    pub by: Principal,
}

/// How a ticket is closed.
#[derive(Debug, Clone, Copy, Default)]
pub struct Closing {
    /// Why.
    pub reason: Option<ClosingReasonId>,
    /// The customer is told and asked nothing.
    pub silently: bool,
}

/// Changes a ticket. Replies it as it then stands. Doing it twice is doing it once.
#[derive(Debug)]
pub struct UpdateTicket {
    /// Which.
    pub ticket_id: TicketId,
    /// Whose: the lane.
    pub contact_id: ContactId,
    /// The wished fields.
    pub wish: TicketPatch,
    /// How it is closed; of no meaning for other moves.
    pub closing: Closing,
    /// What whoever gets it reads first: kept in the conversation as a whisper. Of no meaning for other moves.
    pub note: Option<String>,
    /// Who asks.
    pub by: Principal,
}

/// Removes a ticket with its messages.
#[derive(Debug)]
pub struct DeleteTicket {
    /// Which.
    pub ticket_id: TicketId,
    /// Whose: the lane.
    pub contact_id: ContactId,
}

impl DeskWork for OpenTicket {
    type Answer = Ticket;

    fn lane(&self) -> Lane {
        Lane::Contact(self.contact_id)
    }

    async fn run(self, desk: DeskContext) -> Result<Ticket, ActorError> {
        let now = desk.now();
        let answer = desk
            .change(now, async |c, changes| self.open(&desk, c, changes).await)
            .await;
        match answer {
            Err(ActorError::Storage(StorageError::Taken(_))) => {
                let mut reader = desk.db.read().await?;
                in_the_way(&mut reader.conn(), &desk, self.contact_id).await
            }
            answer => answer,
        }
    }
}

impl OpenTicket {
    /// That queue, holder and connection are the company's, and that caller and holder see the queue.
    async fn require_right(&self, desk: &DeskContext, c: &mut Conn<'_>) -> Result<(), ActorError> {
        require_known(c, desk, self.queue_id, self.user_id, self.connection_id).await?;
        if !self.by.opens_in(self.queue_id) {
            return Err(ErrorCode::NoPermission.into());
        }
        if let Some(taker) = self.user_id {
            require_sight(c, desk, taker, self.queue_id).await?;
        }
        Ok(())
    }

    /// The work, within a transaction of the caller's.
    pub(super) async fn open(
        &self,
        desk: &DeskContext,
        c: &mut Conn<'_>,
        changes: &mut Changes,
    ) -> Result<Ticket, ActorError> {
        let now = desk.now();
        let contact = contacts::find(c, desk.company, self.contact_id)
            .await?
            .ok_or(ErrorCode::NoContactFound)?;
        if contact.blocked {
            return Err(ErrorCode::ContactBlocked.into());
        }
        self.require_right(desk, c).await?;
        if tickets::find_running_id(c, desk.company, contact.id)
            .await?
            .is_some()
        {
            return in_the_way(c, desk, contact.id).await;
        }
        let connection = match (self.connection_id, self.by.user_id()) {
            (Some(id), _) => id,
            (None, Some(user)) => connections::default_of(c, desk.company, user).await?.id,
            (None, None) => connections::default_for(c, desk.company).await?.id,
        };
        let user_id = match self.status {
            TicketStatus::Open => {
                let taker = self.user_id.or(self.by.user_id());
                Some(taker.ok_or(ErrorCode::NoPermission)?)
            }
            _ => None,
        };
        let id = tickets::write::insert(
            c,
            desk.company,
            &NewTicket {
                uuid: Uuid::new_v4(),
                status: self.status,
                contact_id: contact.id,
                user_id,
                queue_id: self.queue_id,
                connection_id: Some(connection),
                is_group: contact.is_group,
            },
            now,
        )
        .await?;
        let step = tickets::episodes::Step {
            connection_id: Some(connection),
            queue_id: self.queue_id,
            user_id,
        };
        tickets::episodes::begin(c, desk.company, id, step, now).await?;
        let opened = NewStep {
            action: StepAction::Opened,
            by: self.by.user_id(),
            user: user_id,
            queue: self.queue_id,
            reason: None,
        };
        tickets::steps::insert(c, desk.company, id, opened, now).await?;
        let ticket = tickets::get(c, desk.company, id).await?;
        changes.extend(tell_ticket(None, &ticket));
        Ok(ticket)
    }
}

impl DeskWork for UpdateTicket {
    type Answer = Ticket;

    fn lane(&self) -> Lane {
        Lane::Contact(self.contact_id)
    }

    async fn run(self, desk: DeskContext) -> Result<Ticket, ActorError> {
        let now = desk.now();
        let answer = desk
            .change(now, async |c, changes| self.apply(&desk, c, changes).await)
            .await;
        match answer {
            Err(ActorError::Storage(StorageError::Taken(_))) => {
                let mut reader = desk.db.read().await?;
                in_the_way(&mut reader.conn(), &desk, self.contact_id).await
            }
            answer => answer,
        }
    }
}

impl UpdateTicket {
    /// The work, within a transaction of the caller's.
    pub(super) async fn apply(
        &self,
        desk: &DeskContext,
        c: &mut Conn<'_>,
        changes: &mut Changes,
    ) -> Result<Ticket, ActorError> {
        let now = desk.now();
        tickets::write::lock(c, desk.company, self.ticket_id).await?;
        let old = tickets::get(c, desk.company, self.ticket_id).await?;
        let decided = check_not_held(&old, &self.wish, &self.by)
            .and_then(|()| decide(&old, self.wish.clone(), &self.by));
        let (kind, mut patch) = match decided {
            Ok(decided) => decided,
            Err(Refusal::Held) => return Err(ActorError::OtherOpenTicket(Box::new(old))),
            Err(Refusal::Code(code)) => return Err(code.into()),
        };
        self.check_snooze(&old)?;
        let wish = &self.wish;
        let (queue, user) = (wish.queue_id.flatten(), wish.user_id.flatten());
        require_known(c, desk, queue, user, wish.connection_id).await?;
        let chosen = (wish.prompt_id.flatten(), wish.integration_id.flatten());
        bots::check(c, desk.company, chosen).await?;
        if matches!(kind, Move::Accept | Move::Transfer | Move::Reopen)
            && let Some(taker) = patch.user_id.flatten()
        {
            require_sight(c, desk, taker, patch.queue_id.unwrap_or(old.queue_id)).await?;
        }
        let running = tickets::find_running(c, desk.company, old.contact_id).await?;
        if let Some(other) = running.filter(|other| other.id != old.id)
            && patch
                .status
                .is_some_and(|status| status != TicketStatus::Closed)
        {
            return Err(ActorError::OtherOpenTicket(Box::new(other)));
        }
        if kind == Move::Close {
            patch.closing_reason = Some(self.reason_for_closing(desk, c, changes).await?);
        }
        if kind == Move::Transfer {
            self.leave_note(desk, c, changes, &old).await?;
        }
        moves::complete(kind, &mut patch, now);
        tickets::write::update(c, desk.company, old.id, &patch, now).await?;
        moves::follow(
            desk,
            c,
            changes,
            moves::Moved {
                kind,
                old: &old,
                by: self.by.user_id(),
                silently: self.closing.silently,
                note: self.note.as_deref(),
            },
        )
        .await
    }
}

impl UpdateTicket {
    /// Only what runs is put off, by those who handle it.
    fn check_snooze(&self, old: &Ticket) -> Result<(), ActorError> {
        if self.wish.snooze.flatten().is_none() {
            return Ok(());
        }
        if old.status == TicketStatus::Closed {
            return Err(ErrorCode::TicketClosed.into());
        }
        if self.by.handles_ticket(old) {
            Ok(())
        } else {
            Err(ErrorCode::NoPermission.into())
        }
    }

    /// Leaves what its receiver is to know in the conversation, where the team alone reads it.
    async fn leave_note(
        &self,
        desk: &DeskContext,
        c: &mut Conn<'_>,
        changes: &mut Changes,
        old: &Ticket,
    ) -> Result<(), ActorError> {
        let (Some(note), Principal::User(viewer)) = (&self.note, &self.by) else {
            return Ok(());
        };
        let body = format!("Sussurro({}) {note}", viewer.name);
        let draft = Draft {
            is_private: true,
            ..Draft::new(old, Author::User(viewer.user_id), &body)
        };
        outgoing::enqueue(desk, c, changes, draft).await?;
        Ok(())
    }

    /// The name of the reason, as the company asks for one or not.
    async fn reason_for_closing(
        &self,
        desk: &DeskContext,
        c: &mut Conn<'_>,
        changes: &mut Changes,
    ) -> Result<Option<String>, ActorError> {
        let named = match self.closing.reason {
            Some(id) => Some(closing_reasons::get(c, desk.company, id).await?.name),
            None => None,
        };
        match desk.settings(c, changes).await?.closing_reason {
            // a company that offers none cannot ask for one, and no program knows them
            ClosingReasonMode::Required
                if named.is_none()
                    && self.by.user_id().is_some()
                    && closing_reasons::has_any(c, desk.company).await? =>
            {
                Err(ErrorCode::ClosingReasonRequired.into())
            }
            ClosingReasonMode::Optional | ClosingReasonMode::Required => Ok(named),
            ClosingReasonMode::Disabled => Ok(None),
        }
    }
}

impl DeskWork for DeleteTicket {
    type Answer = ();

    fn lane(&self) -> Lane {
        Lane::Contact(self.contact_id)
    }

    async fn run(self, desk: DeskContext) -> Result<(), ActorError> {
        desk.change(desk.now(), async |c, changes| {
            let ticket = tickets::get(c, desk.company, self.ticket_id).await?;
            tickets::write::delete(c, desk.company, self.ticket_id, desk.now()).await?;
            changes.push(tell_ticket_deleted(&ticket));
            Ok(())
        })
        .await
    }
}

pub(super) async fn in_the_way(
    c: &mut Conn<'_>,
    desk: &DeskContext,
    contact: ContactId,
) -> Result<Ticket, ActorError> {
    match tickets::find_running(c, desk.company, contact).await? {
        Some(ticket) => Err(ActorError::OtherOpenTicket(Box::new(ticket))),
        // it was in the way a moment ago (S123)
        None => Err(ErrorCode::CreatingTicket.into()),
    }
}

/// Ids that a caller names must be the company's own.
async fn require_known(
    c: &mut Conn<'_>,
    desk: &DeskContext,
    queue: Option<QueueId>,
    user: Option<UserId>,
    connection: Option<ConnectionId>,
) -> Result<(), ActorError> {
    if let Some(queue) = queue {
        queues::find(c, desk.company, queue)
            .await?
            .ok_or(ErrorCode::NoQueueFound)?;
    }
    if let Some(user) = user {
        users::get_reach(c, desk.company, user).await?;
    }
    if let Some(connection) = connection {
        connections::find(c, desk.company, connection)
            .await?
            .ok_or(ErrorCode::NoWappFound)?;
    }
    Ok(())
}

/// A ticket is given only to somebody who can see it where it then is; otherwise it would be gone from every list but
/// the admins' (S064, S087).
pub(super) async fn require_sight(
    c: &mut Conn<'_>,
    desk: &DeskContext,
    taker: UserId,
    queue: Option<QueueId>,
) -> Result<(), ActorError> {
    let reach = users::get_reach(c, desk.company, taker).await?;
    let taker = Viewer {
        user_id: taker,
        name: reach.name,
        profile: reach.profile,
        queue_ids: reach.queue_ids,
        all_ticket: reach.all_ticket,
    };
    if taker.sees(queue, Some(taker.user_id)) {
        Ok(())
    } else {
        Err(ErrorCode::NoPermission.into())
    }
}
