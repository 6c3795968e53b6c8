//! What time does.

use super::*;

fn timed(change: impl FnOnce(&mut State)) -> Stage {
    let mut state = shop();
    change(&mut state);
    Stage::new(state)
}

fn transfers(state: &mut State) {
    state.line.texts.transfer_queue_id = Some(SUPORTE);
    state.line.texts.time_to_transfer = Some(5);
    state.company.greets_transfer = true;
}

#[test]
fn whoever_chooses_no_queue_is_given_one_however_much_he_writes() {
    // spec: B9
    let mut stage = timed(transfers);
    stage.plays(&[("oi", &[MENU])]);
    stage.wait(4).plays(&[("x", &[INVALID])]);
    assert!(stage.ticks(0).is_empty());
    assert_eq!(stage.ticks(1), ["Suporte aqui."]);
    // he waits there, no tree begins
    assert_eq!(
        (stage.talk().queue, stage.talk().chatbot),
        (Some(SUPORTE), false)
    );
    stage.plays(&[("1", &[])]);
    assert!(stage.ticks(10).is_empty());
}

#[test]
fn a_lead_is_transferred_too_and_others_are_not() {
    let mut stage = timed(|state| {
        transfers(state);
        state.talk.status = TicketStatus::Lead;
        state.company.greets_transfer = false;
    });
    assert!(stage.ticks(5).is_empty());
    assert_eq!(
        (stage.talk().queue, stage.talk().status),
        (Some(SUPORTE), TicketStatus::Pending)
    );
    for change in [
        (|state| state.talk.queue = Some(VENDAS)) as fn(&mut State),
        |state| state.talk.is_attended = true,
        |state| state.talk.is_group = true,
        |state| state.talk.status = TicketStatus::Open,
        |state| state.talk.status = TicketStatus::Closed,
        |state| state.line.texts.time_to_transfer = Some(0),
        |state| state.line.texts.time_to_transfer = None,
        |state| state.line.texts.transfer_queue_id = None,
        |state| state.line.texts.transfer_queue_id = Some(QueueId(9)),
    ] {
        let mut stage = timed(|state| {
            transfers(state);
            change(state);
        });
        stage.ticks(60);
        assert!(stage.actions.is_empty(), "{:?}", stage.actions);
    }
}

#[test]
fn the_transfer_asks_about_hours_only_where_the_company_wants_it() {
    let given_at = |time: &str, waits: bool| {
        let mut stage = timed(|state| {
            transfers(state);
            state.company.schedule = Schedule::Queue;
            state.company.transfers_in_hours_only = waits;
        });
        stage = stage.at(time);
        stage.ticks(5)
    };
    let (open, closed) = ("2026-11-20T11:00", "2026-11-20T19:00");
    assert_eq!(given_at(closed, false), ["Suporte aqui."]);
    assert!(given_at(closed, true).is_empty());
    assert_eq!(given_at(open, true), ["Suporte aqui."]);
}

#[test]
fn an_attended_conversation_without_an_answer_ends_with_a_word() {
    // spec: B8
    let expiring = |change: fn(&mut State)| {
        timed(|state| {
            state.line.texts.expires_ticket = 30;
            state.talk.status = TicketStatus::Open;
            state.talk.is_attended = true;
            state.talk.last_is_ours = true;
            change(state);
        })
    };
    let mut stage = expiring(|_| {});
    assert!(stage.ticks(29).is_empty());
    assert_eq!(stage.ticks(1), ["Encerrado por inatividade."]);
    assert_eq!(stage.talk().status, TicketStatus::Closed);
    assert_eq!(stage.actions.last(), Some(&Action::Close));
    // silently where the number has no words for it
    let mut stage = expiring(|state| state.line.texts.expires_inactive_message.clear());
    assert!(stage.ticks(30).is_empty());
    assert_eq!(stage.talk().status, TicketStatus::Closed);
    for change in [
        (|state| state.talk.last_is_ours = false) as fn(&mut State),
        |state| state.talk.is_group = true,
        |state| state.line.texts.expires_ticket = 0,
    ] {
        let mut stage = expiring(change);
        stage.ticks(600);
        assert!(stage.actions.is_empty());
    }
}

#[test]
fn an_attended_conversation_in_which_nobody_speaks_waits_again_or_ends() {
    let idle = |then: ThenOpen| {
        let mut stage = timed(|state| {
            state.company.idle.open = Some((TimeDelta::minutes(60), then));
            state.talk.status = TicketStatus::Open;
            state.talk.is_attended = true;
        });
        assert!(stage.ticks(59).is_empty());
        let heard = stage.ticks(1);
        (heard, stage)
    };
    let (heard, mut stage) = idle(ThenOpen::Wait);
    assert!(heard.is_empty());
    assert_eq!(
        (stage.talk().status, stage.talk().is_attended),
        (TicketStatus::Pending, false)
    );
    stage.is_first = false;
    stage.plays(&[("oi", &[MENU])]);
    let (heard, stage) = idle(ThenOpen::Close);
    assert_eq!(heard, ["Encerrado por inatividade."]);
    assert_eq!(stage.talk().status, TicketStatus::Closed);
}

#[test]
fn a_conversation_with_the_bot_ends_or_waits_in_a_queue() {
    let with_bot = |then: Then| {
        let mut stage =
            timed(|state| state.company.idle.bot = Some((TimeDelta::minutes(15), then)));
        stage.plays(&[("oi", &[MENU])]);
        assert!(stage.ticks(14).is_empty());
        let heard = stage.ticks(1);
        (heard, stage)
    };
    let (heard, stage) = with_bot(Then::Close);
    assert_eq!(heard, ["Encerrado por inatividade."]);
    assert_eq!(stage.talk().status, TicketStatus::Closed);
    let (heard, mut stage) = with_bot(Then::Queue(VENDAS));
    assert!(heard.is_empty());
    assert_eq!(
        (stage.talk().queue, stage.talk().chatbot),
        (Some(VENDAS), false)
    );
    // nothing more happens there
    assert!(stage.ticks(600).is_empty() && stage.actions.is_empty());
    // a queue that is gone takes nobody
    let (_, stage) = with_bot(Then::Queue(QueueId(9)));
    assert_eq!(stage.talk().queue, None);
    // in the tree too
    let mut stage = timed(|state| {
        state.company.idle.bot = Some((TimeDelta::minutes(15), Then::Queue(SUPORTE)));
    });
    stage.plays(&[("2", &[ROOT])]);
    stage.ticks(15);
    assert_eq!(
        (stage.talk().queue, stage.talk().chatbot),
        (Some(SUPORTE), false)
    );
}

#[test]
fn a_conversation_without_a_queue_ends_or_waits_in_one() {
    let mut stage = timed(|state| {
        state.line.menu = Vec::new();
        state.company.idle.no_queue = Some((TimeDelta::minutes(15), Then::Queue(VENDAS)));
    });
    stage.plays(&[("oi", &["Olá!"])]);
    stage.ticks(14);
    assert_eq!(stage.talk().queue, None);
    stage.ticks(1);
    assert_eq!(stage.talk().queue, Some(VENDAS));
    stage.ticks(600);
    assert!(stage.actions.is_empty());
}
