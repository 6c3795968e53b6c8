//! The tree of a queue's options (rule B5).

use guiche_storage::model::QueueOptionId;

use super::{
    choice::Reply,
    input::Said,
    menus::{BACK, option_choice},
    state::{Choice, Department},
    turn::Turn,
};

impl Turn<'_> {
    /// An answer to what the tree said last.
    pub(super) fn walk(&mut self, queue: &Department, said: &Said<'_>, reply: &Reply) {
        let at = self.talk.memory.option.and_then(|id| queue.option(id));
        let below = queue.below(at.map(|option| option.id));
        if below.is_empty() {
            // the tree was taken away meanwhile
            return self.set_bot(false, None);
        }
        let goes_back = reply.is_back() || said.choice == Some(BACK);
        if let Some(at) = at.filter(|_| goes_back) {
            let parent = at.parent.and_then(|id| queue.option(id));
            return self.stand_at(queue, parent);
        }
        let next = self.chosen_option(queue, &below, said, reply).or_else(|| {
            let only = below.first().filter(|_| below.len() == 1 && at.is_some());
            only.copied().filter(|_| !reply.is_empty() && !goes_back)
        });
        self.stand_at(queue, next.or(at));
    }

    /// Goes to an option, or to the root, and says it. Who stands at a leaf waits for a person.
    fn stand_at(&mut self, queue: &Department, option: Option<&Choice>) {
        let Some(option) = option else {
            self.set_bot(true, None);
            self.say(self.root(queue));
            return;
        };
        let below = queue.below(Some(option.id));
        if below.is_empty() {
            self.set_bot(false, None);
            self.say(self.text(&option.message, option.file));
        } else {
            self.set_bot(true, Some(option.id));
            self.say(self.node(option, &below));
        }
    }

    /// The option that an answer chooses, by the list that the customer sees.
    fn chosen_option<'q>(
        &self,
        queue: &'q Department,
        below: &[&'q Choice],
        said: &Said<'_>,
        reply: &Reply,
    ) -> Option<&'q Choice> {
        let of = |id: QueueOptionId| below.iter().find(|option| option.id == id).copied();
        if let Some(choice) = said.choice {
            let pressed = below
                .iter()
                .find(|option| option_choice(option.id) == choice);
            if let Some(option) = pressed {
                return Some(option);
            }
        }
        let screen = self.talk.memory.screen(self.line.id);
        let shown = screen.map(|screen| screen.options.as_slice());
        let is_here = |ids: &&[QueueOptionId]| ids.iter().any(|id| of(*id).is_some());
        let title = |id: QueueOptionId| queue.option(id).map_or("", |option| &option.title);
        let offered: Vec<(QueueOptionId, &str)> = match shown.filter(is_here) {
            Some(shown) => shown.iter().map(|id| (*id, title(*id))).collect(),
            None => below
                .iter()
                .map(|option| (option.id, option.title.as_str()))
                .collect(),
        };
        let new = below
            .iter()
            .filter(|option| !offered.iter().any(|(id, _)| *id == option.id));
        let named: Vec<_> = new
            .map(|option| (option.id, option.title.as_str()))
            .collect();
        let chosen = reply.pick(&offered).or_else(|| reply.pick_by_title(&named));
        chosen.and_then(of)
    }
}
