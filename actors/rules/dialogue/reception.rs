//! The way to a queue (rule B5): numbers without queues, with one, and with a menu of several.

use chrono::TimeDelta;
use guiche_storage::model::QueueId;

use super::{
    action::{Action, Say, Shows},
    choice::Reply,
    input::Said,
    memory::Last,
    menus::queue_choice,
    state::Department,
    turn::Turn,
};
use crate::rules::texts;

impl Turn<'_> {
    /// A number without queues greets once a ticket.
    pub(super) fn greet(&mut self) {
        if self.talk.memory.is_greeted {
            return;
        }
        if self.say(self.text(&self.line.texts.greeting_message, None)) {
            self.act(Action::NoteGreeting);
        }
    }

    /// The only queue of a number takes the conversation, and begins its tree if it has one.
    pub(super) fn arrive(&mut self, only: QueueId) {
        if self.talk.memory.arrives {
            self.act(Action::PutOffArrival(false));
        }
        self.move_to(Some(only));
        let greeting = self.line.texts.greeting_message.trim();
        let is_greeting = self.company.greets_one_queue && greeting.chars().count() > 1;
        if is_greeting && !self.talk.memory.is_greeted && self.say(self.text(greeting, None)) {
            self.act(Action::NoteGreeting);
        }
        if let Some(queue) = self.line.department(only) {
            self.begin(queue);
        }
    }

    /// A number with several queues shows them, and hears which one is chosen.
    pub(super) fn select(&mut self, said: &Said<'_>, reply: &Reply) {
        if let Some(queue) = self.chosen_queue(said, reply) {
            return self.choose(queue);
        }
        if !self.may_show_menu() {
            return;
        }
        let screen = self.talk.memory.screen(self.line.id);
        match screen.map_or(Last::Other, |screen| screen.last) {
            Last::Invalid => {}
            Last::Menu if !self.has_waited_for_menu() => {
                let invalid = Say {
                    shows: Shows::Invalid,
                    ..self.text(texts::INVALID_OPTION, None)
                };
                self.say(invalid);
            }
            Last::Menu | Last::Other => self.show_menu(),
        }
    }

    /// `#`: back to where the conversation began.
    pub(super) fn go_home(&mut self) {
        let only = self.line.only();
        self.move_to(only);
        if let Some(closed) = self.closed(only) {
            self.notice(&closed);
            if !self.company.bot_out_of_hours {
                return self.set_bot(false, None);
            }
        }
        let Some(only) = only else {
            self.set_bot(true, None);
            if self.may_show_menu() {
                self.show_menu();
            }
            return;
        };
        let Some(queue) = self.line.department(only) else {
            return;
        };
        if let Some(bot) = queue.bot {
            return self.ask(bot);
        }
        let has_tree = !queue.options.is_empty();
        self.set_bot(has_tree, None);
        if has_tree && self.may_show_menu() && self.say(self.root(queue)) {
            self.act(Action::CountMenu);
        }
    }

    fn show_menu(&mut self) {
        self.set_bot(true, None);
        if self.say(self.queue_menu()) {
            self.act(Action::CountMenu);
        }
    }

    /// The queue that an answer chooses: by the numbers of the menu that the customer sees, else of the one that he would
    /// see. A queue that is gone chooses nothing.
    fn chosen_queue(&self, said: &Said<'_>, reply: &Reply) -> Option<QueueId> {
        if let Some(choice) = said.choice {
            let mut offered = self.line.menu.iter();
            if let Some(queue) = offered.find(|id| queue_choice(**id) == choice) {
                return Some(*queue);
            }
        }
        let shown = self.talk.memory.screen(self.line.id);
        let shown = shown.map(|screen| screen.queues.as_slice());
        let shown = shown.filter(|queues| !queues.is_empty());
        let name = |id: &QueueId| self.line.department(*id).map_or("", |queue| &queue.name);
        let offered: Vec<(QueueId, &str)> = shown
            .unwrap_or(&self.line.menu)
            .iter()
            .map(|id| (*id, name(id)))
            .collect();
        let new = self
            .line
            .menu
            .iter()
            .filter(|id| !offered.iter().any(|(it, _)| it == *id));
        let named: Vec<(QueueId, &str)> = new.map(|id| (*id, name(id))).collect();
        let chosen = reply.pick(&offered).or_else(|| reply.pick_by_title(&named));
        chosen.filter(|queue| self.line.menu.contains(queue))
    }

    /// The customer wants this queue. A closed one is answered each time, and he stays in the menu.
    fn choose(&mut self, id: QueueId) {
        let Some(queue) = self.line.department(id) else {
            return;
        };
        if self.is_queue_closed(queue) {
            self.set_bot(true, None);
            let notice = [queue.out_of_hours.trim(), texts::HOME_HINT];
            let notice: Vec<&str> = notice.into_iter().filter(|part| !part.is_empty()).collect();
            self.say(self.text(&notice.join("\n\n"), None));
            return;
        }
        self.move_to(Some(id));
        match queue.bot {
            Some(bot) => {
                self.say(self.text(&queue.greeting, queue.file));
                self.ask(bot);
            }
            None if queue.options.is_empty() => {
                self.set_bot(false, None);
                self.say(self.text(&queue.greeting, queue.file));
            }
            None => self.begin(queue),
        }
    }

    /// The beginning of a queue's tree, if it has one, or of what answers in its place.
    fn begin(&mut self, queue: &Department) {
        if let Some(bot) = queue.bot {
            return self.ask(bot);
        }
        let has_tree = !queue.options.is_empty();
        self.set_bot(has_tree, None);
        if has_tree {
            self.say(self.root(queue));
        }
    }

    /// Whether the number's limits allow another menu.
    fn may_show_menu(&self) -> bool {
        let (texts, memory) = (&self.line.texts, &self.talk.memory);
        let is_used_up = texts.max_use_bot_queues > 0 && memory.menus >= texts.max_use_bot_queues;
        let is_too_soon =
            memory.menus > 0 && texts.time_use_bot_queues > 0 && !self.has_waited_for_menu();
        !is_used_up && !is_too_soon
    }

    /// Whether the last menu is so long ago that another one is due, where the number has such a time.
    fn has_waited_for_menu(&self) -> bool {
        let minutes = TimeDelta::try_minutes(self.line.texts.time_use_bot_queues);
        let wait = minutes.filter(|wait| *wait > TimeDelta::zero());
        match (wait, self.talk.memory.menu_at) {
            (Some(wait), Some(at)) => at + wait <= self.now,
            _ => false,
        }
    }
}
