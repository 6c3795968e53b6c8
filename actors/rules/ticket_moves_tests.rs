//! What becomes of a ticket, wish by wish.

use guiche_storage::model::{ConnectionId, QueueId, user::Profile};

use super::*;
use crate::rules::{Viewer, samples::ticket};

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
        // also where the wish says no more than that it waits
        let (kind, patch) = decide(&open, wish(TicketStatus::Pending), &by).unwrap();
        assert_eq!((kind, patch.user_id), (Move::Return, Some(None)));
        assert_eq!(patch.queue_id, None, "the queue is kept");
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
    assert_eq!(
        (patch.prompt_id, patch.integration_id),
        (Some(None), Some(None))
    );
    assert_eq!(patch.user_id, Some(Some(MARINA)));
}

#[test]
fn reopening_assigns_who_reopens_or_lets_it_wait() {
    // spec: S062
    let closed = ticket(TicketStatus::Closed, Some(RAFAEL));
    let marina = viewer(MARINA, Profile::User);
    let (kind, patch) = decide(&closed, wish(TicketStatus::Open), &marina).unwrap();
    assert_eq!((kind, patch.user_id), (Move::Reopen, Some(Some(MARINA))));
    assert_eq!(patch.queue_id, None, "the queue is kept");
    let (_, patch) = decide(&closed, wish(TicketStatus::Pending), &marina).unwrap();
    assert_eq!(
        (patch.status, patch.user_id, patch.queue_id),
        (Some(TicketStatus::Pending), Some(None), None)
    );
}

#[test]
fn an_attendant_reopens_for_himself_only() {
    // spec: S098
    let closed = ticket(TicketStatus::Closed, Some(MARINA));
    let for_rafael = || TicketPatch {
        user_id: Some(Some(RAFAEL)),
        ..wish(TicketStatus::Open)
    };
    let marina = viewer(MARINA, Profile::User);
    let refused = decide(&closed, for_rafael(), &marina);
    assert_eq!(refused.unwrap_err(), Refusal::Code(ErrorCode::NoPermission));
    let leader = viewer(MARINA, Profile::Supervisor);
    let (kind, patch) = decide(&closed, for_rafael(), &leader).unwrap();
    assert_eq!((kind, patch.user_id), (Move::Reopen, Some(Some(RAFAEL))));
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
fn a_transfer_to_a_user_opens_the_ticket_wherever_it_stood() {
    // spec: S064
    let leader = viewer(RAFAEL, Profile::Supervisor);
    for old in [
        ticket(TicketStatus::Pending, None),
        ticket(TicketStatus::Lead, None),
        ticket(TicketStatus::Open, Some(RAFAEL)),
    ] {
        let to_marina = TicketPatch {
            queue_id: Some(Some(QueueId(2))),
            user_id: Some(Some(MARINA)),
            ..TicketPatch::default()
        };
        let (kind, patch) = decide(&old, to_marina, &leader).unwrap();
        assert_eq!((kind, patch.user_id), (Move::Transfer, Some(Some(MARINA))));
        assert_eq!(patch.status, Some(TicketStatus::Open), "{:?}", old.status);
    }
    let to_marina_alone = TicketPatch {
        user_id: Some(Some(MARINA)),
        ..TicketPatch::default()
    };
    let waiting = ticket(TicketStatus::Pending, None);
    let (_, patch) = decide(&waiting, to_marina_alone, &leader).unwrap();
    assert_eq!(patch.status, Some(TicketStatus::Open));
    assert_eq!(patch.queue_id, None, "the queue is kept");
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
        connection_id: Some(ConnectionId(2)),
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
fn a_waiting_ticket_is_closed_by_who_sees_it_and_an_open_one_by_who_has_it() {
    let rafael = viewer(RAFAEL, Profile::User);
    let close = |ticket: &Ticket| decide(ticket, wish(TicketStatus::Closed), &rafael);
    let waiting = ticket(TicketStatus::Pending, None);
    assert_eq!(close(&waiting).unwrap().0, Move::Close);
    let of_marina = ticket(TicketStatus::Open, Some(MARINA));
    assert_eq!(
        close(&of_marina).unwrap_err(),
        ErrorCode::NoPermission.into()
    );
    let elsewhere = Ticket {
        queue_id: Some(QueueId(2)),
        ..waiting
    };
    assert_eq!(
        close(&elsewhere).unwrap_err(),
        ErrorCode::NoPermission.into()
    );
}

#[test]
fn what_is_so_already_stays_and_what_differs_is_a_transfer() {
    let leader = viewer(RAFAEL, Profile::Supervisor);
    let moved = |old: &Ticket, patch| {
        let (kind, patch) = decide(old, patch, &leader).unwrap();
        (kind, patch.unread_messages)
    };
    let open = Ticket {
        whatsapp_id: Some(ConnectionId(1)),
        ..ticket(TicketStatus::Open, Some(MARINA))
    };
    let by = |connection, queue| TicketPatch {
        connection_id: Some(ConnectionId(connection)),
        queue_id: Some(Some(QueueId(queue))),
        ..TicketPatch::default()
    };
    assert_eq!(moved(&open, by(1, 1)), (Move::Stay, None));
    assert_eq!(moved(&open, by(2, 1)), (Move::Transfer, None));
    assert_eq!(moved(&open, by(1, 2)), (Move::Transfer, Some(2)));
    let lead = ticket(TicketStatus::Lead, None);
    assert_eq!(moved(&lead, wish(TicketStatus::Lead)).0, Move::Stay);
    assert_eq!(moved(&lead, wish(TicketStatus::Pending)).0, Move::Transfer);
    let closed = ticket(TicketStatus::Closed, Some(MARINA));
    assert_eq!(moved(&closed, wish(TicketStatus::Closed)).0, Move::Stay);
}

#[test]
fn a_bot_is_given_back_only_where_nobody_attends() {
    let leader = viewer(RAFAEL, Profile::Supervisor);
    let asked = |old: Ticket, bot: bool| {
        let patch = TicketPatch {
            use_integration: Some(bot),
            ..TicketPatch::default()
        };
        let (kind, patch) = decide(&old, patch, &leader).unwrap();
        assert_eq!(kind, Move::Stay);
        patch.chatbot
    };
    let waiting = ticket(TicketStatus::Pending, None);
    let led = Ticket {
        use_integration: true,
        ..waiting.clone()
    };
    assert_eq!(asked(waiting.clone(), true), Some(true));
    let attended = ticket(TicketStatus::Open, Some(MARINA));
    assert_eq!(asked(attended, true), None);
    assert_eq!(asked(led, false), Some(false));
    assert_eq!(asked(waiting, false), None);
}

#[test]
fn an_attendant_accepts_for_another_only_into_another_queue() {
    let marina = viewer(MARINA, Profile::User);
    let accept = |queue: i64| {
        let patch = TicketPatch {
            user_id: Some(Some(RAFAEL)),
            queue_id: Some(Some(QueueId(queue))),
            ..wish(TicketStatus::Open)
        };
        decide(&ticket(TicketStatus::Pending, None), patch, &marina)
    };
    assert_eq!(accept(1).unwrap_err(), ErrorCode::NoPermission.into());
    assert_eq!(accept(2).unwrap().1.user_id, Some(Some(RAFAEL)));
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
    // giving it to somebody, moving it or closing it is no acceptance
    let into_queue = TicketPatch {
        queue_id: Some(Some(QueueId(2))),
        ..accept.clone()
    };
    let to_rafael = TicketPatch {
        user_id: Some(Some(RAFAEL)),
        ..accept.clone()
    };
    let closed = TicketPatch {
        status: Some(TicketStatus::Closed),
        ..accept
    };
    for other in [into_queue, to_rafael, closed] {
        assert_eq!(check_not_held(&taken, &other, &marina), Ok(()));
    }
}

#[test]
fn a_program_moves_any_ticket_and_takes_none_for_itself() {
    let token = Principal::ApiToken {
        connection: ConnectionId(1),
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
