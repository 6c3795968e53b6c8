//! Acceptance, transfers, goodbye and rating.

use guiche_storage::companies::settings::TransferTexts;

use super::*;
use crate::rules::texts;

const QUESTION: &str = "Como foi?\n\nResponda com um número para avaliar o atendimento:\n\n*1* - Insatisfeito\n*2* - Satisfeito\n*3* - Muito satisfeito";

fn closed(was_attended: bool) -> Input<'static> {
    Input::Closed { was_attended }
}

fn answered(text: Option<&str>) -> Input<'_> {
    Input::Answered {
        episode: 7,
        text,
        key: "m1",
    }
}

fn says_keys(actions: &[Action]) -> Vec<&str> {
    let says = actions.iter().filter_map(|action| match action {
        Action::Say(say) => Some(say.key.as_str()),
        _ => None,
    });
    says.collect()
}

#[test]
fn who_accepts_is_introduced_where_the_company_wants_it_and_never_to_a_group() {
    // spec: S093
    let mut stage = Stage::new(shop());
    assert!(stage.accepts().is_empty());
    let mut state = shop();
    state.company.greets_acceptance = true;
    let mut stage = Stage::new(state.clone());
    let heard = stage.accepts();
    assert_eq!(heard, [texts::accept_greeting("Marina")]);
    assert_eq!(says_keys(&stage.actions), ["greeting-accepted:7"]);
    state.talk.is_group = true;
    assert!(Stage::new(state).accepts().is_empty());
}

#[test]
fn who_calls_is_told_to_write_where_the_company_takes_no_calls() {
    // spec: A139
    assert_eq!(Stage::new(shop()).calls(), [MENU]);
    let mut state = shop();
    state.company.refuses_calls = true;
    let mut stage = Stage::new(state.clone());
    assert_eq!(stage.calls(), [texts::CALLS_REFUSED]);
    let put_off = Action::PutOffArrival(true);
    assert!(
        !stage.actions.contains(&put_off),
        "there is none to put off"
    );
    assert_eq!(stage.says("oi"), [MENU]);
    stage.accepts();
    assert!(stage.calls().is_empty(), "a person decides what he says");

    // on a number with one queue his first text is still his arrival
    state.line.menu = vec![SUPORTE];
    state.talk.queue = Some(SUPORTE);
    let mut stage = Stage::new(state);
    assert_eq!(stage.calls(), [texts::CALLS_REFUSED]);
    assert_eq!(stage.says("oi"), [ROOT]);
    assert_eq!(stage.calls(), [texts::CALLS_REFUSED]);
    assert_eq!(stage.says("1"), [BOLETO], "and a later call is none");
}

#[test]
fn where_a_conversation_goes_is_told_where_the_company_wants_it() {
    let moved = Input::Transferred {
        queue: Some("Suporte"),
        attendant: None,
        key: "1:2",
    };
    assert!(Stage::new(shop()).input(&moved).is_empty());
    let mut state = shop();
    state.company.tells_transfers = true;
    let mut stage = Stage::new(state.clone());
    let notice = "Você foi transferido para o departamento *Suporte*, por favor aguarde.";
    assert_eq!(stage.input(&moved), [notice]);
    assert_eq!(says_keys(&stage.actions), ["transfer:1:2"]);
    state.talk.is_group = true;
    assert!(Stage::new(state).input(&moved).is_empty());
}

#[test]
fn each_kind_of_transfer_is_told_in_the_desks_words_or_in_the_companys() {
    let (queue, rafael) = (Some("Suporte"), Some("Rafael"));
    let said = |state: &State, queue, attendant| {
        let key = "1:2";
        let moved = Input::Transferred {
            queue,
            attendant,
            key,
        };
        Stage::new(state.clone()).input(&moved)
    };
    let mut state = shop();
    state.company.tells_transfers = true;
    let to_rafael = "Você foi transferido para o atendente *Rafael*.";
    assert_eq!(said(&state, None, rafael), [to_rafael]);
    let to_both =
        "Você foi transferido para o departamento *Suporte* e será atendido por *Rafael*.";
    assert_eq!(said(&state, queue, rafael), [to_both]);
    assert!(said(&state, None, None).is_empty());
    state.company.transfer_texts = TransferTexts {
        queue: Some("Agora com {{queue}}.".to_owned()),
        user: Some("Agora com {{user}}.".to_owned()),
        both: Some("{{user}}, de {{queue}}, cuida disso.".to_owned()),
    };
    assert_eq!(said(&state, queue, None), ["Agora com Suporte."]);
    assert_eq!(said(&state, None, rafael), ["Agora com Rafael."]);
    let both = "Rafael, de Suporte, cuida disso.";
    assert_eq!(said(&state, queue, rafael), [both]);
    // of one kind alone they are the company's
    state.company.transfer_texts.user = None;
    assert_eq!(said(&state, None, rafael), [to_rafael]);
}

#[test]
fn a_closed_conversation_ends_with_the_question_or_the_goodbye() {
    let mut state = shop();
    assert_eq!(
        Stage::new(state.clone()).input(&closed(true)),
        ["Até logo!"]
    );
    state.company.rating = Some(TimeDelta::minutes(10));
    let mut stage = Stage::new(state.clone());
    assert_eq!(stage.input(&closed(true)), [QUESTION]);
    let until = friday() + TimeDelta::minutes(10);
    assert_eq!(
        stage.actions[1..3],
        [Action::StopAsking, Action::Ask { episode: 7, until }]
    );
    assert_eq!(says_keys(&stage.actions), ["rating:7"]);
    // nobody attended
    let mut stage = Stage::new(state.clone());
    assert_eq!(stage.input(&closed(false)), ["Até logo!"]);
    assert_eq!(says_keys(&stage.actions), ["completion:7"]);
    // without a text nothing is said
    state.line.texts.complation_message.clear();
    let mut stage = Stage::new(state.clone());
    stage.input(&closed(false));
    assert!(says_keys(&stage.actions).is_empty());
    state.talk.is_group = true;
    assert!(Stage::new(state).input(&closed(true)).is_empty());
}

#[test]
fn an_answer_is_a_rating_or_the_end_of_the_wait() {
    let mut stage = Stage::new(shop());
    assert_eq!(stage.input(&answered(Some("nota 2"))), ["Até logo!"]);
    assert_eq!(
        stage.actions[0],
        Action::Rate {
            episode: 7,
            rate: 2
        }
    );
    for text in [Some("4"), Some("obrigado"), None] {
        assert!(stage.input(&answered(text)).is_empty());
        assert_eq!(stage.actions, [Action::StopAsking]);
    }
}

#[test]
fn the_goodbye_comes_up_to_five_minutes_late_and_never_into_another_conversation() {
    let over = |late: i64, talks_again: bool| {
        let until = friday() - TimeDelta::minutes(late);
        Stage::new(shop()).input(&Input::RatingOver { until, talks_again })
    };
    assert_eq!(over(5, false), ["Até logo!"]);
    assert!(over(6, false).is_empty() && over(0, true).is_empty());
}
