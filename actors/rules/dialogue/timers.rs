//! What time does to conversations (rules B8, B9): those that chose no queue are given one, and those in which nobody speaks
//! come to an end.

use chrono::TimeDelta;
use guiche_storage::model::{QueueId, ticket::TicketStatus};

use super::{
    action::{Action, Say},
    state::{Then, ThenOpen},
    turn::Turn,
};

impl Turn<'_> {
    /// Time has passed. At most one thing happens: what it made of the conversation is looked at next time.
    pub(super) fn tick(&mut self) {
        match self.talk.status {
            TicketStatus::Closed => {}
            TicketStatus::Open => self.end_open(),
            TicketStatus::Pending | TicketStatus::Lead if self.talk.is_attended => {}
            TicketStatus::Pending | TicketStatus::Lead => {
                if let Some(queue) = self.transfer_due() {
                    return self.wait_in(queue, self.company.greets_transfer);
                }
                match self.idle_end() {
                    Some(Then::Close) => self.end_idle(),
                    Some(Then::Queue(queue)) => self.wait_in(queue, false),
                    None => {}
                }
            }
        }
    }

    /// The number's queue for those who choose none, when its minutes since the conversation waits are over, however
    /// much the customer wrote meanwhile.
    fn transfer_due(&self) -> Option<QueueId> {
        let texts = &self.line.texts;
        let queue = texts
            .transfer_queue_id
            .filter(|_| self.talk.queue.is_none())?;
        let wait = minutes(texts.time_to_transfer?)?;
        let department = self.line.department(queue)?;
        let waits = self.company.transfers_in_hours_only && self.is_closed_now(department.id);
        (!waits && self.talk.waits_since + wait <= self.now).then_some(queue)
    }

    /// What becomes of a conversation in which neither the customer nor the desk has spoken for long.
    fn idle_end(&self) -> Option<Then> {
        let idle = self.company.idle;
        let bot = idle.bot.filter(|_| self.talk.chatbot);
        let no_queue = idle.no_queue.filter(|_| self.talk.queue.is_none());
        let over = |(wait, then): (TimeDelta, Then)| self.is_silent(wait).then_some(then);
        let then = bot.and_then(over).or_else(|| no_queue.and_then(over))?;
        match then {
            // a queue that is gone takes nobody
            Then::Queue(queue) => self.line.department(queue).map(|_| then),
            Then::Close => Some(then),
        }
    }

    /// An attended conversation whose customer did not answer, or in which nobody spoke.
    fn end_open(&mut self) {
        let wait = minutes(self.line.texts.expires_ticket);
        if self.talk.last_is_ours && wait.is_some_and(|wait| self.is_silent(wait)) {
            return self.end_idle();
        }
        match self.company.idle.open {
            Some((wait, then)) if self.is_silent(wait) => match then {
                ThenOpen::Close => self.end_idle(),
                ThenOpen::Wait => {
                    self.act(Action::Return);
                    self.act(Action::Forget);
                }
            },
            _ => {}
        }
    }

    fn is_silent(&self, wait: TimeDelta) -> bool {
        self.talk.last_at + wait <= self.now
    }

    fn is_closed_now(&self, queue: QueueId) -> bool {
        self.closed(Some(queue)).is_some()
    }

    /// Says why, and ends it. Nobody is asked how it was.
    fn end_idle(&mut self) {
        let text = self.line.texts.expires_inactive_message.clone();
        self.say_once(&text, format!("inactive:{}", self.talk.episode));
        self.act(Action::Close);
    }

    /// The conversation waits for a person in a queue; no tree begins.
    fn wait_in(&mut self, id: QueueId, greets: bool) {
        self.end_bot();
        self.move_to(Some(id));
        self.set_bot(false, None);
        let queue = self.line.department(id).filter(|_| greets);
        if let Some(queue) = queue {
            let since = self.talk.waits_since.timestamp_micros();
            let greeting = Say {
                key: format!("transfer-timer:{}:{since}", self.talk.episode),
                ..self.text(&queue.greeting, None)
            };
            self.say(greeting);
        }
    }
}

/// Minutes of a setting; 0 is never.
fn minutes(count: i64) -> Option<TimeDelta> {
    TimeDelta::try_minutes(count).filter(|minutes| *minutes > TimeDelta::zero())
}
