//! A decision in the making: what was decided so far has already happened to the conversation that goes on being asked.

use chrono::{DateTime, Utc};
use guiche_storage::model::{QueueId, QueueOptionId};

use super::{
    action::{Action, Say, Shows},
    state::{Company, File, Line, State, Talk},
};

/// What is decided, step by step.
pub(super) struct Turn<'s> {
    pub company: &'s Company,
    pub line: &'s Line,
    pub talk: Talk,
    pub now: DateTime<Utc>,
    /// What it answers: names what is said.
    cause: &'s str,
    actions: Vec<Action>,
}

impl<'s> Turn<'s> {
    pub fn new(state: &'s State, cause: &'s str, now: DateTime<Utc>) -> Self {
        Self {
            company: &state.company,
            line: &state.line,
            talk: state.talk.clone(),
            now,
            cause,
            actions: Vec::new(),
        }
    }

    pub fn done(self) -> Vec<Action> {
        self.actions
    }

    pub fn act(&mut self, action: Action) {
        self.talk.follow(&action, self.line.id, self.now);
        self.actions.push(action);
    }

    /// Moves the conversation to a queue, if it is not there.
    pub fn move_to(&mut self, queue: Option<QueueId>) {
        if self.talk.queue != queue {
            self.act(Action::SetQueue(queue));
        }
    }

    /// Lets the bot talk or be silent, if it does not already.
    pub fn set_bot(&mut self, talks: bool, at: Option<QueueOptionId>) {
        if self.talk.chatbot != talks || self.talk.memory.option != at {
            self.act(Action::SetBot { talks, at });
        }
    }

    /// Says something, unless there is nothing to say or the desk has said too much lately. Whether it was said.
    pub fn say(&mut self, say: Say) -> bool {
        let messages = say.messages();
        if messages == 0 || messages > self.talk.memory.room(self.now) {
            return false;
        }
        self.act(Action::Say(say));
        true
    }

    /// A text of its own, with a file.
    pub fn text(&self, text: &str, file: Option<File>) -> Say {
        Say {
            text: text.trim().to_owned(),
            file,
            menu: None,
            shows: Shows::Text,
            key: self.key(),
        }
    }

    /// What it answers.
    pub fn cause(&self) -> &'s str {
        self.cause
    }

    /// The next message finds a new arrival.
    pub fn put_off_arrival(&mut self) {
        if !self.talk.memory.arrives {
            self.act(Action::PutOffArrival(true));
        }
    }

    /// The name of what is said next.
    pub fn key(&self) -> String {
        format!("bot:{}:{}", self.cause, self.actions.len())
    }
}
