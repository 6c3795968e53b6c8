//! A whole conversation played from its beginning, as a customer would live it: for the editor of a tree, and for tests.

use chrono::{DateTime, TimeDelta, Utc};

use super::{Action, Input, Menu, Said, Say, State, decide, state::File};

/// Between two messages of a played customer: nobody is held back who only tries something out.
const PACE: TimeDelta = TimeDelta::minutes(2);

/// What the customer sees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Bubble {
    /// He wrote it.
    Customer(String),
    /// The desk's file.
    File(File),
    /// The desk's text, and its choices where it has some.
    Text(String, Option<Menu>),
}

/// Plays what a customer writes and answers what he sees. The state is where it ends.
pub fn play(state: &mut State, texts: &[String], from: DateTime<Utc>) -> Vec<Bubble> {
    let mut bubbles = Vec::new();
    let mut now = from;
    for (index, text) in texts.iter().enumerate() {
        bubbles.push(Bubble::Customer(text.clone()));
        let said = Said {
            text,
            choice: None,
            is_call: false,
            is_first: index == 0,
            key: "",
        };
        for action in decide(state, &Input::Said(said), now) {
            state.talk.follow(&action, state.line.id, now);
            if let Action::Say(say) = action {
                bubbles.extend(seen(say));
            }
        }
        now += PACE;
    }
    bubbles
}

fn seen(say: Say) -> impl Iterator<Item = Bubble> {
    let file = say.file.map(Bubble::File);
    let text = (!say.text.is_empty()).then_some(Bubble::Text(say.text, say.menu));
    file.into_iter().chain(text)
}
