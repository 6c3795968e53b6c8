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
mod tests {
    use guiche_storage::model::{
        CompanyId, ContactId, QueueId, TicketId, ticket::TicketContact, user::Profile,
    };

    use super::*;
    use crate::rules::Viewer;

    const MARINA: UserId = UserId(7);
    const RAFAEL: UserId = UserId(8);

    fn viewer(user_id: UserId, profile: Profile) -> Principal {
        let name = "Alguém".to_owned();
        Principal::User(Viewer {
            user_id,
            name,
            profile,
            queue_ids: vec![QueueId(1)],
            all_ticket: false,
        })
    }

    fn ticket(status: TicketStatus, user_id: Option<UserId>) -> Ticket {
        let at = chrono::DateTime::UNIX_EPOCH;
        let contact = TicketContact {
            id: ContactId(1),
            name: "Beatriz".into(),
            number: "5511988887777".into(),
            email: String::new(),
            profile_pic_url: String::new(),
            is_group: false,
            extra_info: Vec::new(),
            whatsapp: None,
        };
        Ticket {
            id: TicketId(1),
            uuid: uuid::Uuid::nil(),
            company_id: CompanyId(1),
            status,
            unread_messages: 2,
            last_message: String::new(),
            from_me: false,
            last_message_user: None,
            is_group: false,
            chatbot: false,
            queue_id: Some(QueueId(1)),
            user_id,
            contact_id: contact.id,
            whatsapp_id: None,
            informations: None,
            use_integration: false,
            prompt_id: None,
            integration_id: None,
            crm_order: None,
            snooze: None,
            priority: guiche_storage::model::ticket::TicketPriority::None,
            created_at: at,
            updated_at: at,
            last_message_at: None,
            closed_at: None,
            closing_reason: None,
            contact,
            queue: None,
            user: None,
            whatsapp: None,
            tags: Vec::new(),
            window: None,
        }
    }

    fn wish(status: TicketStatus) -> TicketPatch {
        TicketPatch {
            status: Some(status),
            ..TicketPatch::default()
        }
    }

    #[test]
    fn accepting_assigns_the_viewer_and_reads_the_messages() {
        // spec: S059
        let pending = ticket(TicketStatus::Pending, None);
        let marina = viewer(MARINA, Profile::User);
        let (kind, patch) = decide(&pending, wish(TicketStatus::Open), &marina).unwrap();
        assert_eq!(kind, Move::Accept);
        assert_eq!(
            (patch.user_id, patch.unread_messages),
            (Some(Some(MARINA)), Some(0))
        );
    }

    #[test]
    fn only_who_has_a_ticket_or_leads_returns_it() {
        // spec: S060
        let open = ticket(TicketStatus::Open, Some(MARINA));
        let back = || TicketPatch {
            user_id: Some(None),
            ..wish(TicketStatus::Pending)
        };
        let rafael = viewer(RAFAEL, Profile::User);
        let refused = decide(&open, back(), &rafael);
        assert_eq!(refused.unwrap_err(), Refusal::Code(ErrorCode::NoPermission));
        for by in [
            viewer(MARINA, Profile::User),
            viewer(RAFAEL, Profile::Supervisor),
        ] {
            assert_eq!(decide(&open, back(), &by).unwrap().0, Move::Return);
        }
    }

    #[test]
    fn closing_keeps_the_queue_and_stops_the_bot() {
        // spec: S061
        let open = ticket(TicketStatus::Open, Some(MARINA));
        let marina = viewer(MARINA, Profile::User);
        let (kind, patch) = decide(&open, wish(TicketStatus::Closed), &marina).unwrap();
        assert_eq!((kind, patch.queue_id), (Move::Close, None));
        assert_eq!(
            (patch.use_integration, patch.chatbot),
            (Some(false), Some(false))
        );
    }

    #[test]
    fn reopening_assigns_who_reopens_or_lets_it_wait() {
        // spec: S062
        let closed = ticket(TicketStatus::Closed, Some(RAFAEL));
        let marina = viewer(MARINA, Profile::User);
        let (kind, patch) = decide(&closed, wish(TicketStatus::Open), &marina).unwrap();
        assert_eq!((kind, patch.user_id), (Move::Reopen, Some(Some(MARINA))));
        let (_, patch) = decide(&closed, wish(TicketStatus::Pending), &marina).unwrap();
        assert_eq!(
            (patch.status, patch.user_id),
            (Some(TicketStatus::Pending), Some(None))
        );
    }

    #[test]
    fn whoever_resolves_a_ticket_holds_it_from_then_on() {
        // spec: S061
        let of_marina = ticket(TicketStatus::Open, Some(MARINA));
        let leader = viewer(RAFAEL, Profile::Supervisor);
        let (kind, patch) = decide(&of_marina, wish(TicketStatus::Closed), &leader).unwrap();
        assert_eq!((kind, patch.user_id), (Move::Close, Some(Some(RAFAEL))));
        assert_eq!(patch.queue_id, None, "the queue is kept");
        assert_eq!(patch.use_integration, Some(false));
        let waiting = ticket(TicketStatus::Pending, None);
        let (_, patch) = decide(&waiting, wish(TicketStatus::Closed), &leader).unwrap();
        assert_eq!(patch.user_id, Some(Some(RAFAEL)));
    }

    #[test]
    fn a_transfer_to_a_queue_makes_the_ticket_wait_there() {
        // spec: S064
        let open = ticket(TicketStatus::Open, Some(MARINA));
        let marina = viewer(MARINA, Profile::User);
        let to_queue = TicketPatch {
            queue_id: Some(Some(QueueId(2))),
            user_id: Some(None),
            ..TicketPatch::default()
        };
        let (kind, patch) = decide(&open, to_queue, &marina).unwrap();
        assert_eq!(
            (kind, patch.status),
            (Move::Transfer, Some(TicketStatus::Pending))
        );
    }

    #[test]
    fn a_given_ticket_is_unread_for_whoever_gets_it() {
        // spec: S064
        let unread = |old: &Ticket, patch: TicketPatch, by: &Principal| {
            decide(old, patch, by).unwrap().1.unread_messages
        };
        let to = |user| TicketPatch {
            user_id: Some(Some(user)),
            ..TicketPatch::default()
        };
        let mut open = ticket(TicketStatus::Open, Some(MARINA));
        open.unread_messages = 0;
        let marina = viewer(MARINA, Profile::User);
        assert_eq!(unread(&open, to(RAFAEL), &marina), Some(1));
        open.unread_messages = 4;
        assert_eq!(unread(&open, to(RAFAEL), &marina), Some(4));
        let to_queue = TicketPatch {
            queue_id: Some(Some(QueueId(2))),
            user_id: Some(None),
            ..wish(TicketStatus::Pending)
        };
        assert_eq!(unread(&open, to_queue, &marina), Some(4));
        // who takes a ticket over, or gives it another connection, has it before the eyes
        let leader = viewer(RAFAEL, Profile::Supervisor);
        assert_eq!(unread(&open, to(RAFAEL), &leader), None);
        let elsewhere = TicketPatch {
            connection_id: Some(guiche_storage::model::ConnectionId(2)),
            ..TicketPatch::default()
        };
        assert_eq!(unread(&open, elsewhere, &marina), None);
        let pending = ticket(TicketStatus::Pending, None);
        let given = TicketPatch {
            user_id: Some(Some(MARINA)),
            ..wish(TicketStatus::Open)
        };
        assert_eq!(unread(&pending, given, &leader), Some(2));
    }

    #[test]
    fn who_is_too_late_hears_who_has_it() {
        let taken = ticket(TicketStatus::Open, Some(RAFAEL));
        let marina = viewer(MARINA, Profile::User);
        let accept = TicketPatch {
            user_id: Some(Some(MARINA)),
            ..wish(TicketStatus::Open)
        };
        assert_eq!(check_not_held(&taken, &accept, &marina), Err(Refusal::Held));
        let own = ticket(TicketStatus::Open, Some(MARINA));
        assert_eq!(check_not_held(&own, &accept, &marina), Ok(()));
    }

    #[test]
    fn a_program_moves_any_ticket_and_takes_none_for_itself() {
        let token = Principal::ApiToken {
            connection: guiche_storage::model::ConnectionId(1),
        };
        let held = ticket(TicketStatus::Open, Some(RAFAEL));
        let close = TicketPatch {
            status: Some(TicketStatus::Closed),
            ..TicketPatch::default()
        };
        let (kind, patch) = decide(&held, close, &token).unwrap();
        assert_eq!((kind, patch.user_id), (Move::Close, Some(Some(RAFAEL))));
        let waiting = ticket(TicketStatus::Pending, None);
        let accept = TicketPatch {
            status: Some(TicketStatus::Open),
            ..TicketPatch::default()
        };
        let refused = decide(&waiting, accept.clone(), &token);
        assert_eq!(refused.unwrap_err(), ErrorCode::NoPermission.into());
        let given = TicketPatch {
            user_id: Some(Some(MARINA)),
            ..accept
        };
        let (kind, patch) = decide(&waiting, given, &token).unwrap();
        assert_eq!((kind, patch.user_id), (Move::Accept, Some(Some(MARINA))));
    }
}
