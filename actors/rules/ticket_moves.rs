//! How a ticket moves (S058-S064, server-behaviour B4): what a wished change means, and whether it is allowed.

use guiche_storage::{
    model::{
        ErrorCode, UserId,
        ticket::{Ticket, TicketStatus},
    },
    ticket_changes::TicketPatch,
};

use super::Viewer;

/// What a wished change does to a ticket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// Its status, attendant, queue and connection stay.
    Stay,
    /// Somebody takes it from those that wait.
    Accept,
    /// It goes back to those that wait, in its queue.
    Return,
    /// It goes to another queue, attendant or connection.
    Transfer,
    /// It is done.
    Close,
    /// A done one is taken up again.
    Reopen,
}

/// Why a change is not made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// A rule says no.
    Code(ErrorCode),
    /// Somebody else was faster: answer with the ticket as it stands.
    Held,
}

impl From<ErrorCode> for Refusal {
    fn from(code: ErrorCode) -> Self {
        Self::Code(code)
    }
}

/// Decides a wished change and completes its fields. `wish.closed_at` and `wish.unread_messages` are set here.
///
/// # Errors
/// `Code(NoPermission)` when the viewer may not do it; `Held` when another attendant has the ticket already.
pub fn decide(
    ticket: &Ticket,
    wish: TicketPatch,
    viewer: &Viewer,
) -> Result<(Move, TicketPatch), Refusal> {
    if !viewer.sees_ticket(ticket) {
        return Err(ErrorCode::NoPermission.into());
    }
    let kind = kind_of(ticket, &wish);
    let mut patch = wish;
    match kind {
        Move::Accept => {
            let taker = accepting_user(ticket, &patch, viewer)?;
            patch.status = Some(TicketStatus::Open);
            patch.user_id = Some(Some(taker));
            patch.unread_messages = Some(0);
            patch.chatbot = Some(false);
        }
        Move::Return => {
            require_handler(ticket, viewer)?;
            patch.user_id = Some(None);
        }
        Move::Transfer => {
            if ticket.user_id.is_some() {
                require_handler(ticket, viewer)?;
            }
            let taker = patch.user_id.unwrap_or(ticket.user_id);
            let kept = patch.status.unwrap_or(ticket.status);
            patch.status = Some(match (taker, kept) {
                (Some(_), _) => TicketStatus::Open,
                (None, TicketStatus::Lead | TicketStatus::Open) => TicketStatus::Pending,
                (None, other) => other,
            });
            patch.user_id = Some(taker);
        }
        Move::Close => {
            if ticket.status == TicketStatus::Open {
                require_handler(ticket, viewer)?;
            }
            patch.user_id = Some(ticket.user_id.or(Some(viewer.user_id)));
            patch.unread_messages = Some(0);
            patch.chatbot = Some(false);
            patch.use_integration = Some(false);
        }
        Move::Reopen => {
            let taker = patch.user_id.flatten().unwrap_or(viewer.user_id);
            if taker != viewer.user_id && !viewer.leads() {
                return Err(ErrorCode::NoPermission.into());
            }
            patch.user_id = Some(Some(taker));
            patch.closed_at = Some(None);
        }
        Move::Stay => {
            if wishes_more_than_fields(&patch) && !viewer.handles_ticket(ticket) {
                return Err(ErrorCode::NoPermission.into());
            }
        }
    }
    Ok((kind, patch))
}

fn kind_of(ticket: &Ticket, wish: &TicketPatch) -> Move {
    let status = wish.status.unwrap_or(ticket.status);
    let moves_queue = wish.queue_id.is_some_and(|queue| queue != ticket.queue_id);
    let moves_connection = wish
        .connection_id
        .is_some_and(|connection| Some(connection) != ticket.whatsapp_id);
    let moves_user = wish.user_id.is_some_and(|user| user != ticket.user_id);
    match (ticket.status, status) {
        (TicketStatus::Closed, TicketStatus::Closed) => Move::Stay,
        (_, TicketStatus::Closed) => Move::Close,
        (TicketStatus::Closed, _) => Move::Reopen,
        (TicketStatus::Pending | TicketStatus::Lead, TicketStatus::Open) => Move::Accept,
        (TicketStatus::Open, TicketStatus::Pending) if !moves_queue => Move::Return,
        (from, to) if moves_queue || moves_connection || moves_user || from != to => Move::Transfer,
        _ => Move::Stay,
    }
}

/// Who gets an accepted ticket: the viewer, unless he may give it to somebody else.
fn accepting_user(
    ticket: &Ticket,
    patch: &TicketPatch,
    viewer: &Viewer,
) -> Result<UserId, Refusal> {
    let taker = patch.user_id.flatten().unwrap_or(viewer.user_id);
    let transfers = patch.queue_id.is_some_and(|queue| queue != ticket.queue_id);
    if taker == viewer.user_id || viewer.leads() || transfers {
        Ok(taker)
    } else {
        Err(ErrorCode::NoPermission.into())
    }
}

fn require_handler(ticket: &Ticket, viewer: &Viewer) -> Result<(), Refusal> {
    if viewer.handles_ticket(ticket) {
        Ok(())
    } else {
        Err(ErrorCode::NoPermission.into())
    }
}

fn wishes_more_than_fields(patch: &TicketPatch) -> bool {
    patch.user_id.is_some() || patch.status.is_some()
}

/// An open ticket that somebody else holds cannot be accepted again: the loser of two at once hears who has it.
///
/// # Errors
/// `Held`.
pub fn check_not_held(ticket: &Ticket, wish: &TicketPatch, viewer: &Viewer) -> Result<(), Refusal> {
    let accepts = wish.status == Some(TicketStatus::Open)
        && wish.user_id.flatten() == Some(viewer.user_id)
        && wish.queue_id.is_none();
    let held = ticket.status == TicketStatus::Open
        && ticket
            .user_id
            .is_some_and(|holder| holder != viewer.user_id);
    if accepts && held {
        Err(Refusal::Held)
    } else {
        Ok(())
    }
}
