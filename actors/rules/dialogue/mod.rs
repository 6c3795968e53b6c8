//! Everything that answers a customer by itself, decided in one place (rules B3 to B9): hours, greetings, menus, the tree of a
//! queue, ratings, notices, and what becomes of conversations in which nobody speaks. Values in, values out: the desk
//! applies what is decided, the editor of a tree plays it, and tests ask it.

mod action;
mod bots;
mod choice;
mod closed;
mod input;
mod memory;
mod menus;
pub mod play;
mod rating;
mod reception;
mod service;
mod state;
mod timers;
mod tree;
mod turn;

#[cfg(test)]
mod tests;

pub use action::{Action, Item, Menu, Say, Shows};
pub use choice::Reply;
pub use input::{Input, Said};
pub use memory::{GUARD_ASKED, GUARD_MESSAGES, GUARD_MINUTES, Last, Memory, Notice, Screen};
pub use state::{
    Choice, Company, Department, File, Idle, Line, Schedule, State, Talk, Then, ThenOpen,
};

use chrono::{DateTime, Utc};
use turn::Turn;

/// What is to be done about something that happened, in this order.
pub fn decide(state: &State, input: &Input<'_>, now: DateTime<Utc>) -> Vec<Action> {
    let cause = match input {
        Input::Said(Said { key, .. })
        | Input::Answered { key, .. }
        | Input::Transferred { key, .. } => key,
        _ => "",
    };
    let mut turn = Turn::new(state, cause, now);
    if turn.talk.is_group {
        return Vec::new();
    }
    match *input {
        Input::Said(said) => hear(&mut turn, &said),
        Input::Answered { episode, text, .. } => turn.rate(episode, text),
        Input::Accepted { attendant } => turn.introduce(attendant),
        Input::Transferred {
            queue, attendant, ..
        } => turn.tell_transfer(queue, attendant),
        Input::Closed { was_attended } => turn.part(was_attended),
        Input::RatingOver { until, talks_again } => turn.end_asking(until, talks_again),
        Input::Tick => turn.tick(),
    }
    turn.done()
}

/// Whether anything is decided about a customer's message at all: spares reading what the decision would look at. `false`
/// only where the conversation is a person's.
pub fn may_answer(is_group: bool, is_attended: bool) -> bool {
    !is_group && !is_attended
}

fn hear(turn: &mut Turn<'_>, said: &Said<'_>) {
    if !may_answer(turn.talk.is_group, turn.talk.is_attended) {
        return;
    }
    if said.is_call && turn.company.refuses_calls {
        return turn.refuse_call(said.is_first);
    }
    let reply = Reply::read(said.text);
    let goes_home = reply.is_home() || said.choice == Some(menus::HOME);
    if goes_home && !turn.line.menu.is_empty() {
        turn.end_bot();
        return turn.go_home();
    }
    let only = turn.line.only();
    let arrives = said.is_first || turn.talk.memory.arrives;
    let queue = turn.talk.queue;
    if let Some(closed) = turn.closed(queue.or(only)) {
        turn.notice(&closed);
        if !turn.company.bot_out_of_hours {
            if let Some(only) =
                only.filter(|only| queue.is_none_or(|queue| arrives && queue == *only))
            {
                turn.move_to(Some(only));
                turn.put_off_arrival();
            }
            return;
        }
    }
    let is_unplaced = queue.is_none() || (arrives && queue == only);
    if turn.let_bot_answer(said.is_call, is_unplaced) {
        return;
    }
    match (queue, only) {
        (None, Some(only)) => turn.arrive(only),
        (Some(queue), Some(only)) if arrives && queue == only => turn.arrive(only),
        (None, None) if turn.line.menu.is_empty() => turn.greet(),
        (None, None) => turn.select(said, &reply),
        (Some(queue), _) if turn.talk.chatbot => {
            let line = turn.line;
            match line.department(queue) {
                Some(queue) => turn.walk(queue, said, &reply),
                None => turn.set_bot(false, None),
            }
        }
        (Some(_), _) => {}
    }
}
