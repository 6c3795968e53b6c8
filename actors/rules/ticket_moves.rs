//! How a ticket moves (S058-S064, rule B4): what a wished change means, and whether it is allowed.

use guiche_storage::{
    model::{
        ErrorCode, UserId,
        ticket::{Ticket, TicketStatus},
    },
    tickets::write::TicketPatch,
};

use super::Principal;

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
/// `Code(NoPermission)` when who asks may not do it; `Held` when another attendant has the ticket already.
pub fn decide(
    ticket: &Ticket,
    wish: TicketPatch,
    by: &Principal,
) -> Result<(Move, TicketPatch), Refusal> {
    if !by.sees_ticket(ticket) {
        return Err(ErrorCode::NoPermission.into());
    }
    let kind = kind_of(ticket, &wish);
    let mut patch = wish;
    match kind {
        Move::Accept => {
            let taker = accepting_user(ticket, &patch, by)?;
            patch.status = Some(TicketStatus::Open);
            patch.user_id = Some(Some(taker));
            let is_given = Some(taker) != by.user_id();
            patch.unread_messages = Some(if is_given { unread_anew(ticket) } else { 0 });
            patch.end_bots();
        }
        Move::Return => {
            require_handler(ticket, by)?;
            patch.user_id = Some(None);
        }
        Move::Transfer => transfer(ticket, &mut patch, by)?,
        Move::Close => {
            if ticket.status == TicketStatus::Open {
                require_handler(ticket, by)?;
            }
            // whoever resolves it holds it from now on (S061)
            patch.user_id = Some(by.user_id().or(ticket.user_id));
            patch.unread_messages = Some(0);
            patch.end_bots();
        }
        Move::Reopen => {
            let waits = patch.status != Some(TicketStatus::Open);
            let taker = if waits {
                None
            } else {
                Some(reopening_user(&patch, by)?)
            };
            patch.status = Some(if waits {
                TicketStatus::Pending
            } else {
                TicketStatus::Open
            });
            patch.user_id = Some(taker);
            patch.closed_at = Some(None);
            patch.closing_reason = Some(None);
            patch.end_bots();
        }
        // nothing moves: saying again what is so already is harmless
        Move::Stay => match patch.use_integration {
            Some(true) if ticket.user_id.is_none() => patch.chatbot = Some(true),
            Some(false) if ticket.use_integration => patch.end_bots(),
            _ => {}
        },
    }
    Ok((kind, patch))
}

/// Another queue, connection or holder; whoever is given the ticket so finds it marked as unread.
fn transfer(ticket: &Ticket, patch: &mut TicketPatch, by: &Principal) -> Result<(), Refusal> {
    if ticket.user_id.is_some() {
        require_handler(ticket, by)?;
    }
    let taker = patch.user_id.unwrap_or(ticket.user_id);
    let kept = patch.status.unwrap_or(ticket.status);
    patch.status = Some(match (taker, kept) {
        (Some(_), _) => TicketStatus::Open,
        (None, TicketStatus::Lead | TicketStatus::Open) => TicketStatus::Pending,
        (None, other) => other,
    });
    let goes_on =
        taker != ticket.user_id || patch.queue_id.is_some_and(|queue| queue != ticket.queue_id);
    let is_given = by.user_id().is_none_or(|user| taker != Some(user));
    if goes_on && is_given {
        patch.unread_messages = Some(unread_anew(ticket));
    }
    patch.user_id = Some(taker);
    // a tree begins with the customer's own choice only, and no bot follows into another queue
    patch.end_bots();
    Ok(())
}

/// Whoever is given a ticket finds it marked as unread, also after having been away.
fn unread_anew(ticket: &Ticket) -> i64 {
    ticket.unread_messages.max(1)
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

/// Who gets an accepted ticket: who asks, unless he may give it to somebody else. Others than users have to name him.
fn accepting_user(ticket: &Ticket, patch: &TicketPatch, by: &Principal) -> Result<UserId, Refusal> {
    let taker = named_or_self(patch, by)?;
    let transfers = patch.queue_id.is_some_and(|queue| queue != ticket.queue_id);
    if Some(taker) == by.user_id() || by.is_supervisor() || transfers {
        Ok(taker)
    } else {
        Err(ErrorCode::NoPermission.into())
    }
}

/// Who gets a ticket that is taken up again.
fn reopening_user(patch: &TicketPatch, by: &Principal) -> Result<UserId, Refusal> {
    let taker = named_or_self(patch, by)?;
    if Some(taker) == by.user_id() || by.is_supervisor() {
        Ok(taker)
    } else {
        Err(ErrorCode::NoPermission.into())
    }
}

fn named_or_self(patch: &TicketPatch, by: &Principal) -> Result<UserId, Refusal> {
    let taker = patch.user_id.flatten().or(by.user_id());
    taker.ok_or_else(|| ErrorCode::NoPermission.into())
}

fn require_handler(ticket: &Ticket, by: &Principal) -> Result<(), Refusal> {
    if by.handles_ticket(ticket) {
        Ok(())
    } else {
        Err(ErrorCode::NoPermission.into())
    }
}

/// An open ticket that somebody else holds cannot be accepted again: the loser of two at once hears who has it.
///
/// # Errors
/// `Held`.
pub fn check_not_held(ticket: &Ticket, wish: &TicketPatch, by: &Principal) -> Result<(), Refusal> {
    let Some(user) = by.user_id() else {
        return Ok(());
    };
    let accepts = wish.status == Some(TicketStatus::Open)
        && wish.user_id.flatten() == Some(user)
        && wish.queue_id.is_none();
    let held =
        ticket.status == TicketStatus::Open && ticket.user_id.is_some_and(|holder| holder != user);
    if accepts && held {
        Err(Refusal::Held)
    } else {
        Ok(())
    }
}

#[cfg(test)]
#[path = "ticket_moves_tests.rs"]
mod tests;
