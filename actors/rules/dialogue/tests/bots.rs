//! Bots of others: when one is asked, and when no more.

use guiche_storage::model::bot::Bot;
use guiche_storage::model::{PromptId, QueueIntegrationId};

use super::*;

const FLOW: Bot = Bot::Integration(QueueIntegrationId(3));
const PROMPT: Bot = Bot::Prompt(PromptId(4));

/// The same number with a bot of its own.
fn with_bot(mut state: State) -> State {
    state.line.bot = Some(FLOW);
    state
}

/// A number without queues.
fn bare() -> State {
    let mut state = with_bot(shop());
    state.line.menu.clear();
    state
}

/// The same number, one queue of which is answered by a bot.
fn with_bot_in(queue: QueueId, mut state: State) -> State {
    for department in &mut state.line.departments {
        department.bot = (department.id == queue).then_some(PROMPT);
    }
    state
}

impl Stage {
    fn asked(&self) -> Option<Bot> {
        self.actions.iter().find_map(|action| match action {
            Action::AskBot(bot) => Some(*bot),
            _ => None,
        })
    }
}

#[test]
fn the_numbers_bot_answers_before_its_menus_and_goes_on() {
    for state in [bare(), with_bot(shop())] {
        let mut stage = Stage::new(state);
        for text in ["Oi", "1", "Vendas", "\u{1f600}", ""] {
            assert_eq!(stage.says(text), [""; 0], "{text}");
            assert_eq!(stage.asked(), Some(FLOW), "{text}");
        }
        assert!(stage.state.talk.chatbot, "somebody talks");
        assert_eq!(stage.state.talk.queue, None);
    }
}

#[test]
fn a_queues_bot_answers_when_the_queue_is_chosen() {
    for (queue, choice) in [(VENDAS, "1"), (SUPORTE, "2")] {
        let mut stage = Stage::new(with_bot_in(queue, shop()));
        assert_eq!(stage.says("Oi"), [MENU]);
        assert_eq!(stage.asked(), None);
        let greeting = if queue == VENDAS {
            "Vendas às ordens."
        } else {
            "Suporte aqui."
        };
        assert_eq!(stage.says(choice), [greeting], "its greeting, and no tree");
        assert_eq!(
            (stage.asked(), stage.state.talk.queue),
            (Some(PROMPT), Some(queue))
        );
        assert_eq!(stage.says("1"), [""; 0]);
        assert_eq!(
            stage.asked(),
            Some(PROMPT),
            "a number is no choice any more"
        );
    }
    let mut other = Stage::new(with_bot_in(VENDAS, shop()));
    other.plays(&[("Oi", &[MENU]), ("2", &[ROOT])]);
    assert_eq!(other.asked(), None, "the other queue has its tree");
}

#[test]
fn the_only_queue_of_a_number_hands_on_to_its_bot_at_once() {
    let mut state = with_bot_in(VENDAS, shop());
    state.line.menu = vec![VENDAS];
    let mut stage = Stage::new(state.clone());
    stage.says("Oi");
    assert_eq!(
        (stage.asked(), stage.state.talk.queue),
        (Some(PROMPT), Some(VENDAS))
    );
    // the number's own goes first
    state.line.bot = Some(FLOW);
    state.talk.queue = Some(VENDAS);
    let mut stage = Stage::new(state.clone());
    stage.says("Oi");
    assert_eq!(stage.asked(), Some(FLOW));
    // but not to somebody who waits there for a person
    let mut stage = Stage::new(state);
    stage.is_first = false;
    stage.says("Oi");
    assert_eq!(stage.asked(), None);
}

#[test]
fn home_takes_the_conversation_from_a_bot_and_it_does_not_come_back() {
    let mut stage = Stage::new(with_bot(shop()));
    stage.says("Oi");
    assert_eq!(stage.says("#"), [MENU]);
    assert_eq!((stage.asked(), stage.state.talk.bot), (None, None));
    assert_eq!(stage.says("1"), ["Vendas às ordens."]);
    assert_eq!(stage.says("Tem azul?"), [""; 0]);
    assert_eq!(stage.asked(), None, "a person is waited for");
    // where there is no menu it is a text like others
    let mut stage = Stage::new(bare());
    stage.says("Oi");
    stage.says("#");
    assert_eq!(stage.asked(), Some(FLOW));
    // a number with one queue begins its bot anew
    let mut state = with_bot_in(VENDAS, shop());
    state.line.menu = vec![VENDAS];
    let mut stage = Stage::new(state);
    stage.says("Oi");
    stage.says("#");
    assert!(stage.actions.contains(&Action::EndBot));
    assert_eq!(stage.asked(), Some(PROMPT));
}

#[test]
fn hours_come_first() {
    let mut state = with_bot(shop());
    state.company.schedule =
        Schedule::Company(Hours::new(zone_or_default(None), &default_week(), &[]));
    let mut stage = Stage::new(state).at("2026-11-20T22:00");
    assert_eq!(stage.says("Oi"), ["Estamos fechados."]);
    assert_eq!(stage.asked(), None);
    stage.state.company.bot_out_of_hours = true;
    stage.says("Tem alguém?");
    assert_eq!(stage.asked(), Some(FLOW));
    // one that leads the conversation waits too, and goes on when it is open
    stage.state.company.bot_out_of_hours = false;
    stage.says("Oi?");
    assert_eq!(stage.asked(), None);
    let mut stage = stage.at("2026-11-23T10:00");
    stage.says("Bom dia");
    assert_eq!(stage.asked(), Some(FLOW));
}

#[test]
fn nobody_asks_a_bot_for_groups_calls_and_what_a_person_has() {
    let mut group = with_bot(shop());
    group.talk.is_group = true;
    let mut stage = Stage::new(group);
    stage.says("Oi");
    assert_eq!(stage.actions, []);
    let mut stage = Stage::new(with_bot(shop()));
    stage.calls();
    assert_eq!(stage.asked(), None);
    stage.says("Oi");
    assert_eq!(stage.asked(), Some(FLOW));
    stage.accepts();
    assert_eq!(stage.state.talk.bot, None);
    stage.says("Oi");
    assert_eq!(stage.actions, []);
    // and it does not come back in this ticket
    stage.returns();
    assert_eq!(stage.says("Oi"), [MENU]);
    assert_eq!(stage.asked(), None);
}

#[test]
fn two_robots_do_not_talk_for_ever() {
    let mut stage = Stage::new(with_bot(shop()));
    for _ in 0..GUARD_ASKED {
        stage.says("Oi");
        assert_eq!(stage.asked(), Some(FLOW));
    }
    stage.says("Oi");
    assert_eq!(stage.asked(), None);
    stage.wait(GUARD_MINUTES);
    stage.says("Oi");
    assert_eq!(stage.asked(), Some(FLOW));
}

#[test]
fn a_conversation_that_is_moved_by_the_clock_has_no_bot_any_more() {
    let mut state = with_bot(shop());
    state.line.texts.transfer_queue_id = Some(VENDAS);
    state.line.texts.time_to_transfer = Some(5);
    let mut stage = Stage::new(state);
    stage.says("Oi");
    stage.ticks(5);
    let talk = &stage.state.talk;
    assert_eq!(
        (talk.bot, talk.chatbot, talk.queue),
        (None, false, Some(VENDAS))
    );
}
