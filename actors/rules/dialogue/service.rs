//! What accompanies people's work: who takes over, where a conversation goes, how it ends (rules B4, B7).

use chrono::{DateTime, TimeDelta, Utc};

use super::{
    action::{Action, Say},
    turn::Turn,
};
use crate::rules::texts;

/// A farewell is said this long after the end of the wait and no later: who comes back to a server that was down for
/// hours is not told that an old conversation is over.
const FAREWELL: TimeDelta = TimeDelta::minutes(5);

impl Turn<'_> {
    /// A person takes over: the desk is silent, and introduces him once an episode.
    pub(super) fn introduce(&mut self, attendant: &str) {
        self.act(Action::Forget);
        if self.company.greets_acceptance {
            let key = format!("greeting-accepted:{}", self.talk.episode);
            self.say_once(&texts::accept_greeting(attendant), key);
        }
    }

    /// Asks who called to write. His first message is then his arrival.
    pub(super) fn refuse_call(&mut self, is_first: bool) {
        self.say(self.text(texts::CALLS_REFUSED, None));
        if is_first && self.line.only().is_some() {
            self.put_off_arrival();
        }
    }

    /// Tells where the conversation was moved.
    pub(super) fn tell_transfer(&mut self, queue: Option<&str>, attendant: Option<&str>) {
        let notice = texts::transfer_notice(&self.company.transfer_texts, queue, attendant);
        if let Some(notice) = notice.filter(|_| self.company.tells_transfers) {
            let key = format!("transfer:{}", self.cause());
            self.say_once(&notice, key);
        }
    }

    /// Asks how it was, where the company asks and somebody attended, or says goodbye at once.
    pub(super) fn part(&mut self, was_attended: bool) {
        self.act(Action::Forget);
        match self.company.rating.filter(|_| was_attended) {
            Some(wait) => {
                let episode = self.talk.episode;
                let question = texts::rating_question(&self.line.texts.rating_message);
                // who is asked about this one is asked about no other
                self.act(Action::StopAsking);
                self.act(Action::Ask {
                    episode,
                    until: self.now + wait,
                });
                self.say_once(&question, format!("rating:{episode}"));
            }
            None => self.say_goodbye(self.talk.episode),
        }
    }

    /// Nobody said how it was.
    pub(super) fn end_asking(&mut self, until: DateTime<Utc>, talks_again: bool) {
        if !talks_again && self.now <= until + FAREWELL {
            self.say_goodbye(self.talk.episode);
        }
    }

    /// The number's completion message, once an episode.
    pub(super) fn say_goodbye(&mut self, episode: i64) {
        let goodbye = self.line.texts.complation_message.clone();
        self.say_once(&goodbye, format!("completion:{episode}"));
    }

    /// A text that belongs to what people did: no robot's answer, so that no guard holds it back.
    pub(super) fn say_once(&mut self, text: &str, key: String) {
        let say = Say {
            key,
            ..self.text(text, None)
        };
        if say.messages() > 0 {
            self.act(Action::Say(say));
        }
    }
}
