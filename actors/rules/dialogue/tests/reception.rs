//! The way to a queue.

use super::*;

#[test]
fn the_menu_is_said_then_that_an_answer_is_none_then_nothing_until_home() {
    // spec: B5
    let mut stage = Stage::new(shop());
    stage.plays(&[
        ("Bom dia", &[MENU]),
        ("vocês abrem sábado?", &[INVALID]),
        ("alô?", &[]),
        ("", &[]),
        (" # ", &[MENU]),
        ("7", &[INVALID]),
        ("7", &[]),
    ]);
    assert!(stage.talk().chatbot);
    assert_eq!(stage.talk().queue, None);
}

#[test]
fn a_choice_leads_to_the_queue_which_greets() {
    let mut stage = Stage::new(shop());
    stage.plays(&[("oi", &[MENU]), ("1", &["Vendas às ordens."])]);
    assert_eq!(
        (stage.talk().queue, stage.talk().chatbot),
        (Some(VENDAS), false)
    );
    // it waits there in silence, until he asks for the menu
    stage.plays(&[("1", &[]), ("oi?", &[]), ("#", &[MENU])]);
    assert_eq!((stage.talk().queue, stage.talk().chatbot), (None, true));
}

#[test]
fn a_choice_counts_at_once_also_as_the_first_text_and_after_an_invalid_one() {
    // spec: B21
    for first in ["1", "Vendas", "①", "um"] {
        let mut stage = Stage::new(shop());
        stage.plays(&[(first, &["Vendas às ordens."])]);
        assert_eq!(stage.talk().queue, Some(VENDAS));
    }
    let mut stage = Stage::new(shop());
    stage.plays(&[
        ("oi", &[MENU]),
        ("x", &[INVALID]),
        ("x", &[]),
        ("suporte", &[ROOT]),
    ]);
    assert_eq!(
        (stage.talk().queue, stage.talk().chatbot),
        (Some(SUPORTE), true)
    );
}

#[test]
fn a_lead_stays_one_until_it_has_a_queue_and_is_none_again_after_home() {
    let mut state = shop();
    state.talk.status = TicketStatus::Lead;
    let mut stage = Stage::new(state);
    stage.plays(&[("oi", &[MENU]), ("#", &[MENU])]);
    assert_eq!(stage.talk().status, TicketStatus::Lead);
    stage.plays(&[("2", &[ROOT])]);
    assert_eq!(stage.talk().status, TicketStatus::Pending);
    stage.plays(&[("#", &[MENU])]);
    assert_eq!(stage.talk().status, TicketStatus::Pending);
}

#[test]
fn so_many_menus_come_as_the_number_allows_and_a_choice_counts_all_the_same() {
    let mut state = shop();
    state.line.texts.max_use_bot_queues = 2;
    let mut stage = Stage::new(state);
    stage.plays(&[
        ("oi", &[MENU]),
        ("x", &[INVALID]),
        ("#", &[MENU]),
        ("x", &[]),
        ("#", &[]),
        ("1", &["Vendas às ordens."]),
        // a choice counts anew
        ("#", &[MENU]),
        ("#", &[MENU]),
        ("#", &[]),
    ]);
    stage.accepts();
    stage.state.talk.queue = None;
    stage.returns();
    // and so does a person
    stage.plays(&[("oi", &[MENU])]);
}

#[test]
fn between_two_menus_the_minutes_of_the_number_pass() {
    let mut state = shop();
    state.line.texts.time_use_bot_queues = 10;
    let mut stage = Stage::new(state);
    stage.plays(&[("oi", &[MENU])]);
    stage.wait(9).plays(&[("x", &[]), ("#", &[])]);
    stage.wait(1).plays(&[("x", &[MENU])]);
    stage
        .wait(1)
        .plays(&[("1", &["Vendas às ordens."]), ("#", &[MENU])]);
}

#[test]
fn a_number_with_one_queue_takes_the_conversation_and_greets_if_it_shall() {
    let one = |greets: bool, greeting: &str, queue: QueueId| {
        let mut state = shop();
        state.line.menu = vec![queue];
        state.company.greets_one_queue = greets;
        state.line.texts.greeting_message = greeting.into();
        Stage::new(state)
    };
    let mut stage = one(true, "Olá!", VENDAS);
    stage.plays(&[("1", &["Olá!"]), ("oi", &[]), ("#", &[])]);
    assert_eq!(
        (stage.talk().queue, stage.talk().chatbot),
        (Some(VENDAS), false)
    );
    one(false, "Olá!", VENDAS).plays(&[("oi", &[])]);
    one(true, "!", VENDAS).plays(&[("oi", &[])]);
    // the tree begins, and the first text is no choice in it
    let mut stage = one(true, "Olá!", SUPORTE);
    stage.plays(&[
        ("1", &["Olá!", ROOT]),
        ("0", &[ROOT]),
        ("x", &[ROOT]),
        ("#", &[ROOT]),
        ("1", &[BOLETO]),
    ]);
}

#[test]
fn the_first_menu_of_a_single_queue_obeys_the_limits_when_it_is_asked_for() {
    let mut state = shop();
    state.line.menu = vec![SUPORTE];
    state.line.texts.max_use_bot_queues = 1;
    Stage::new(state).plays(&[
        ("oi", &[ROOT]),
        ("#", &[ROOT]),
        ("#", &[]),
        ("3", &["Já vamos atender."]),
    ]);
}

#[test]
fn a_number_without_queues_greets_once() {
    let mut state = shop();
    state.line.menu = Vec::new();
    let mut stage = Stage::new(state);
    stage.plays(&[("oi", &["Olá!"]), ("oi", &[]), ("#", &[])]);
    stage.accepts();
    stage.returns();
    stage.plays(&[("oi", &[])]);
}

#[test]
fn groups_and_attended_conversations_are_left_alone() {
    let mut group = shop();
    group.talk.is_group = true;
    Stage::new(group).plays(&[("oi", &[]), ("#", &[]), ("1", &[])]);
    let mut stage = Stage::new(shop());
    stage.plays(&[("oi", &[MENU])]);
    stage.accepts();
    stage.plays(&[("1", &[]), ("#", &[]), ("oi", &[])]);
    assert!(!stage.talk().chatbot);
}

#[test]
fn a_returned_conversation_gets_the_menu_or_stays_silent_in_its_queue() {
    let mut stage = Stage::new(shop());
    stage.plays(&[("oi", &[MENU]), ("x", &[INVALID])]);
    stage.accepts();
    stage.returns();
    stage.plays(&[("oi", &[MENU]), ("2", &[ROOT])]);
    stage.accepts();
    stage.returns();
    stage.plays(&[("1", &[]), ("#", &[MENU])]);
}

#[test]
fn the_menu_that_a_customer_sees_keeps_its_numbers() {
    let mut stage = Stage::new(shop());
    stage.plays(&[("oi", &[MENU])]);
    stage.state.line.menu = vec![SUPORTE, VENDAS];
    stage.plays(&[
        ("1", &["Vendas às ordens."]),
        ("#", &["Olá!\n\n[ 1 ] - Suporte\n[ 2 ] - Vendas"]),
    ]);
    // a queue that is gone is none, and its number is nobody else's
    stage.state.line.menu = vec![VENDAS, QueueId(3)];
    stage.state.line.departments.remove(1);
    let third = department(QueueId(3), "Financeiro", "Financeiro aqui.", Vec::new());
    stage.state.line.departments.push(third);
    stage.plays(&[("1", &[INVALID]), ("Financeiro", &["Financeiro aqui."])]);
}

#[test]
fn each_number_has_one_menu_of_the_same_conversation() {
    let mut stage = Stage::new(shop());
    stage.plays(&[("oi", &[MENU])]);
    stage.state.line.id = ConnectionId(2);
    stage.state.line.menu = vec![SUPORTE, VENDAS];
    let other = "Olá!\n\n[ 1 ] - Suporte\n[ 2 ] - Vendas";
    stage.plays(&[("oi", &[other]), ("x", &[INVALID])]);
    stage.state.line.id = LINE;
    stage.state.line.menu = vec![VENDAS, SUPORTE];
    stage.plays(&[("x", &[INVALID]), ("1", &["Vendas às ordens."])]);
}

#[test]
fn a_button_says_by_its_id_what_it_is() {
    let mut stage = Stage::new(shop());
    stage.says("oi");
    assert_eq!(stage.presses("queue:2", "Sup…"), [ROOT]);
    assert_eq!(stage.presses("option:11", "x"), [BOLETO]);
    assert_eq!(stage.presses("0", "anterior"), [ROOT]);
    // one of an older menu is no answer here
    assert_eq!(stage.presses("queue:1", "Vendas"), [ROOT]);
    assert_eq!(stage.presses("#", "início"), [MENU]);
    assert_eq!(stage.presses("queue:9", "?"), [INVALID]);
}

#[test]
fn what_is_empty_is_not_said_and_the_conversation_moves_on() {
    let mut state = shop();
    state.line.texts.greeting_message = " ".into();
    state.line.departments[0].greeting = String::new();
    let mut stage = Stage::new(state);
    stage.plays(&[("oi", &["[ 1 ] - Vendas\n[ 2 ] - Suporte"]), ("1", &[])]);
    assert_eq!(stage.talk().queue, Some(VENDAS));
}

#[test]
fn the_greeting_of_a_queue_goes_with_its_file() {
    let mut state = shop();
    state.line.departments[0].file = Some((MediaId(9), MediaKind::Image));
    Stage::new(state).plays(&[("1", &["file 9", "Vendas às ordens."])]);
}

#[test]
fn after_ten_messages_in_five_minutes_the_desk_is_silent() {
    let mut stage = Stage::new(shop());
    for _ in 0..10 {
        assert_eq!(stage.says("#"), [MENU]);
    }
    stage.plays(&[("#", &[]), ("x", &[])]);
    // a choice counts although nobody says so
    stage.plays(&[("2", &[])]);
    assert_eq!(
        (stage.talk().queue, stage.talk().chatbot),
        (Some(SUPORTE), true)
    );
    stage.wait(4).plays(&[("x", &[])]);
    stage.wait(1).plays(&[("x", &[ROOT])]);
}
