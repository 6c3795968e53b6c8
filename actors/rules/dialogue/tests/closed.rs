//! Out of hours.

use super::*;

const CLOSED: &str = "Estamos fechados.";
const QUEUE_CLOSED: &str = "Vendas fechado.\n\n[ # ] voltar ao menu";

fn by_company() -> State {
    let mut state = shop();
    let week = Hours::new(zone_or_default(None), &default_week(), &[]);
    state.company.schedule = Schedule::Company(week);
    state
}

fn by_queue() -> State {
    let mut state = shop();
    state.company.schedule = Schedule::Queue;
    state
}

#[test]
fn a_closed_company_says_so_once_a_closed_period_and_shows_no_menu() {
    // spec: B6
    let mut stage = Stage::new(by_company()).at("2026-11-20T19:00");
    stage.plays(&[("oi", &[CLOSED]), ("1", &[]), ("#", &[]), ("alô?", &[])]);
    assert_eq!((stage.talk().queue, stage.talk().chatbot), (None, false));
    stage = stage.at("2026-11-21T09:00");
    stage.plays(&[("oi", &[MENU])]);
    stage = stage.at("2026-11-21T13:00");
    stage.plays(&[("x", &[CLOSED])]);
    // Sunday is closed all day: still the same period
    stage = stage.at("2026-11-22T13:00");
    stage.plays(&[("x", &[])]);
    stage = stage.at("2026-11-23T20:00");
    stage.plays(&[("x", &[CLOSED])]);
}

#[test]
fn another_ticket_of_the_same_night_hears_no_second_notice() {
    let mut stage = Stage::new(by_company()).at("2026-11-20T19:00");
    stage.plays(&[("oi", &[CLOSED])]);
    stage.state.talk.memory = stage.talk().memory.clone().of_contact();
    stage.is_first = true;
    stage.plays(&[("oi", &[])]);
}

#[test]
fn edited_hours_make_no_new_closed_period() {
    let week = |start: &str, end: &str| {
        let mut week = default_week();
        for day in &mut week {
            (day.start_time, day.end_time) = (start.into(), end.into());
        }
        Schedule::Company(Hours::new(zone_or_default(None), &week, &[]))
    };
    let mut stage = Stage::new(by_company()).at("2026-11-20T19:00");
    stage.plays(&[("oi", &[CLOSED])]);
    // earlier, later, and open in between as if it had been so
    for (start, end) in [("08:00", "16:00"), ("10:00", "16:00"), ("19:30", "19:45")] {
        stage.state.company.schedule = week(start, end);
        stage = stage.at("2026-11-20T20:00");
        stage.plays(&[("oi", &[])]);
    }
    // later than the notice expected
    stage.state.company.schedule = week("10:00", "16:00");
    stage = stage.at("2026-11-21T09:00");
    stage.plays(&[("oi", &[])]);
    stage = stage.at("2026-11-21T16:01");
    stage.plays(&[("oi", &[CLOSED])]);
}

#[test]
fn the_menu_comes_after_the_notice_where_the_company_wants_it() {
    let mut state = by_company();
    state.company.bot_out_of_hours = true;
    Stage::new(state).at("2026-11-20T19:00").plays(&[
        ("oi", &[CLOSED, MENU]),
        ("#", &[MENU]),
        ("1", &["Vendas às ordens."]),
    ]);
}

#[test]
fn a_closed_queue_that_is_chosen_says_so_each_time_and_leaves_the_customer_in_the_menu() {
    // spec: B21
    let mut stage = Stage::new(by_queue()).at("2026-11-20T19:00");
    stage.plays(&[
        ("oi", &[MENU]),
        ("1", &[QUEUE_CLOSED]),
        ("1", &[QUEUE_CLOSED]),
    ]);
    assert_eq!((stage.talk().queue, stage.talk().chatbot), (None, true));
    // its tree does not begin
    stage.plays(&[
        ("2", &["Suporte fechado.\n\n[ # ] voltar ao menu"]),
        ("x", &[MENU]),
    ]);
    stage.state.line.departments[0].out_of_hours = String::new();
    stage.plays(&[("1", &["[ # ] voltar ao menu"])]);
    stage = stage.at("2026-11-21T09:00");
    stage.plays(&[("1", &["Vendas às ordens."])]);
}

#[test]
fn whoever_waits_in_a_closed_queue_hears_it_once_a_closed_period() {
    let mut stage = Stage::new(by_queue());
    stage.plays(&[("1", &["Vendas às ordens."])]);
    stage = stage.at("2026-11-20T19:00");
    stage.plays(&[("oi", &["Vendas fechado."]), ("oi", &[])]);
    // another queue has its own notice
    stage.state.talk.queue = Some(SUPORTE);
    stage.plays(&[("oi", &["Suporte fechado."]), ("oi", &[])]);
    stage.state.talk.queue = Some(VENDAS);
    stage.plays(&[("oi", &[])]);
    // without a queue nobody is closed
    stage.plays(&[("#", &[MENU])]);
}

#[test]
fn the_only_queue_of_a_number_is_closed_instead_of_greeting_and_begins_when_it_opens() {
    for mut state in [by_company(), by_queue()] {
        let notice = match state.company.schedule {
            Schedule::Company(_) => CLOSED,
            _ => "Suporte fechado.",
        };
        state.line.menu = vec![SUPORTE];
        state.company.greets_one_queue = true;
        let mut stage = Stage::new(state).at("2026-11-20T19:00");
        stage.plays(&[("oi", &[notice]), ("1", &[]), ("#", &[])]);
        assert_eq!(
            (stage.talk().queue, stage.talk().chatbot),
            (Some(SUPORTE), false)
        );
        stage = stage.at("2026-11-21T09:00");
        stage.plays(&[("1", &["Olá!", ROOT]), ("1", &[BOLETO])]);
    }
}

#[test]
fn who_is_in_a_queue_already_stays_there_and_arrives_nowhere_when_it_opens() {
    let mut state = by_company();
    state.line.menu = vec![VENDAS];
    state.company.greets_one_queue = true;
    // somebody put him into a queue that the number does not have
    state.talk.queue = Some(SUPORTE);
    let mut stage = Stage::new(state.clone()).at("2026-11-20T19:00");
    stage.plays(&[("oi", &[CLOSED])]);
    assert_eq!(stage.talk().queue, Some(SUPORTE));
    // he has been in the only queue since long
    state.talk.queue = Some(VENDAS);
    let mut stage = Stage::new(state).at("2026-11-20T19:00");
    stage.is_first = false;
    stage.plays(&[("oi", &[CLOSED])]);
    stage = stage.at("2026-11-21T09:00");
    stage.plays(&[("oi", &[])]);
}

#[test]
fn an_empty_notice_is_not_said_and_nothing_else_is() {
    let mut state = by_company();
    state.line.texts.out_of_hours_message = String::new();
    Stage::new(state)
        .at("2026-11-20T19:00")
        .plays(&[("oi", &[]), ("#", &[])]);
}

#[test]
fn nobody_is_told_in_an_attended_conversation_nor_in_a_group() {
    let mut stage = Stage::new(by_company()).at("2026-11-20T19:00");
    stage.accepts();
    stage.plays(&[("oi", &[])]);
    let mut group = by_company();
    group.talk.is_group = true;
    Stage::new(group)
        .at("2026-11-20T19:00")
        .plays(&[("oi", &[])]);
}

#[test]
fn a_tree_sleeps_while_it_is_closed_and_goes_on_where_it_was() {
    let mut stage = Stage::new(by_company());
    stage.plays(&[("2", &[ROOT]), ("1", &[BOLETO])]);
    stage = stage.at("2026-11-20T19:00");
    stage.plays(&[("2", &[CLOSED]), ("1", &[])]);
    stage = stage.at("2026-11-21T09:00");
    stage.plays(&[("1", &["file 5", "Aqui está."])]);
}
