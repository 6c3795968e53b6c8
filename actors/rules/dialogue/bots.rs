//! Bots of others (rules B14, B15): when one is asked, and when it leads a conversation no more. What it answers comes
//! later and is applied by the desk.

use guiche_storage::model::bot::Bot;

use super::{action::Action, turn::Turn};

impl Turn<'_> {
    /// Lets a bot answer: the one that leads the conversation, or the number's where no queue was chosen yet. `false`: it is
    /// for the menus to answer.
    pub(super) fn let_bot_answer(&mut self, is_call: bool, is_unplaced: bool) -> bool {
        let begins = self.line.bot.filter(|_| is_unplaced);
        let begins = begins.filter(|_| !self.talk.memory.bot_ended);
        let Some(bot) = self.talk.bot.or(begins) else {
            return false;
        };
        // nobody can be asked about a call
        if !is_call {
            if self.talk.memory.arrives {
                self.act(Action::PutOffArrival(false));
            }
            self.ask(bot);
        }
        true
    }

    /// Asks a bot, unless it was asked too much lately.
    pub(super) fn ask(&mut self, bot: Bot) {
        if self.talk.memory.may_ask(self.now) {
            self.act(Action::AskBot(bot));
        }
    }

    /// Takes the conversation from the bot that leads it.
    pub(super) fn end_bot(&mut self) {
        if self.talk.bot.is_some() {
            self.act(Action::EndBot);
        }
    }
}
