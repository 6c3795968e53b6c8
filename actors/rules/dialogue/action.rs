//! What is to be done, as values, and what it makes of a conversation.

use chrono::{DateTime, Utc};
use guiche_storage::model::{ConnectionId, QueueId, QueueOptionId, bot::Bot, ticket::TicketStatus};

use super::{
    memory::{Last, Notice},
    state::{File, Talk},
};

/// One thing to do. The order counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Say something.
    Say(Say),
    /// Put the conversation into a queue, or out of one. A lead with a queue is one no more.
    SetQueue(Option<QueueId>),
    /// Let the bot talk from a place of the tree, or be silent.
    SetBot {
        /// Whether it talks.
        talks: bool,
        /// Where the customer stands; `None` at the root, or in the menu of queues.
        at: Option<QueueOptionId>,
    },
    /// A menu was sent: it counts for the number's limits.
    CountMenu,
    /// A notice was said that nobody asked for.
    NoteNotice(Notice),
    /// The greeting was said.
    NoteGreeting,
    /// The arrival is answered later, when it is open.
    PutOffArrival(bool),
    /// Ask a bot of others about this message; it leads the conversation from now on.
    AskBot(Bot),
    /// The bot of others that leads the conversation does so no more.
    EndBot,
    /// A person had the conversation.
    Forget,
    /// End the conversation without asking how it was.
    Close,
    /// Give the conversation back to those that wait.
    Return,
    /// Wait for a rating of an episode until then.
    Ask {
        /// Which.
        episode: i64,
        /// Until when.
        until: DateTime<Utc>,
    },
    /// Keep a rating of an episode.
    Rate {
        /// Which.
        episode: i64,
        /// 1 to 3.
        rate: i64,
    },
    /// Wait for no rating any more.
    StopAsking,
}

/// A text, a file, or both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Say {
    /// The whole text, with its list; variables are not filled.
    pub text: String,
    /// Goes before the text.
    pub file: Option<File>,
    /// The same as choices, where the number can show them.
    pub menu: Option<Menu>,
    /// What the customer sees then.
    pub shows: Shows,
    /// Under which name it is said once in the company.
    pub key: String,
}

/// Choices that a number may show as buttons or as a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Menu {
    /// The text above them.
    pub head: String,
    /// What is chosen.
    pub items: Vec<Item>,
    /// The ways out, `0` and `#`, which may stand in the text too.
    pub ways: Vec<Item>,
}

/// One choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// What its choice is called when it comes back.
    pub id: String,
    /// What the customer reads.
    pub title: String,
}

/// What a customer sees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shows {
    /// Nothing to choose from.
    Text,
    /// That his answer was none.
    Invalid,
    /// The menu of queues.
    Queues(Vec<QueueId>),
    /// A list of options.
    Options(Vec<QueueOptionId>),
}

impl Say {
    /// How many messages it is.
    pub fn messages(&self) -> usize {
        usize::from(!self.text.trim().is_empty()) + usize::from(self.file.is_some())
    }
}

impl Talk {
    /// What an action by a number makes of the conversation.
    pub fn follow(&mut self, action: &Action, by: ConnectionId, now: DateTime<Utc>) {
        match action {
            Action::Say(say) => self.hear(say, by, now),
            Action::SetQueue(queue) => self.put_into(*queue),
            Action::SetBot { talks, at } => {
                self.chatbot = *talks;
                self.memory.option = *at;
            }
            Action::CountMenu => {
                self.memory.menus += 1;
                self.memory.menu_at = Some(now);
            }
            Action::NoteNotice(notice) => {
                let others = self
                    .memory
                    .notices
                    .iter()
                    .filter(|it| it.queue != notice.queue);
                self.memory.notices = others.copied().chain([*notice]).collect();
            }
            Action::NoteGreeting => self.memory.is_greeted = true,
            Action::PutOffArrival(is_put_off) => self.memory.arrives = *is_put_off,
            Action::AskBot(bot) => {
                (self.bot, self.chatbot) = (Some(*bot), true);
                self.memory.option = None;
                self.memory.note_asked(now);
            }
            Action::EndBot => {
                (self.bot, self.chatbot) = (None, false);
                self.memory.bot_ended = true;
            }
            Action::Forget => {
                (self.bot, self.chatbot) = (None, false);
                self.memory = std::mem::take(&mut self.memory).after_person();
            }
            Action::Close => {
                (self.bot, self.chatbot) = (None, false);
                self.status = TicketStatus::Closed;
                self.memory = std::mem::take(&mut self.memory).of_contact();
            }
            Action::Return => {
                self.is_attended = false;
                self.status = TicketStatus::Pending;
            }
            Action::Ask { .. } | Action::Rate { .. } | Action::StopAsking => {}
        }
    }

    fn hear(&mut self, say: &Say, by: ConnectionId, now: DateTime<Utc>) {
        self.memory.note_sent(say.messages(), now);
        (self.last_at, self.last_is_ours) = (now, true);
        let Some(screen) = self.memory.screen_mut(by) else {
            return;
        };
        screen.last = match &say.shows {
            Shows::Text | Shows::Options(_) => Last::Other,
            Shows::Invalid => Last::Invalid,
            Shows::Queues(_) => Last::Menu,
        };
        match &say.shows {
            Shows::Text | Shows::Invalid => {}
            Shows::Queues(queues) => screen.queues.clone_from(queues),
            Shows::Options(options) => screen.options.clone_from(options),
        }
    }

    fn put_into(&mut self, queue: Option<QueueId>) {
        self.queue = queue;
        self.memory.option = None;
        if queue.is_some() {
            self.memory.menus = 0;
            self.memory.menu_at = None;
            if self.status == TicketStatus::Lead {
                self.status = TicketStatus::Pending;
            }
        }
    }
}
