//! Out of hours: who is closed, and who was told already (rule B6).

use chrono::{DateTime, Utc};
use guiche_storage::model::QueueId;

use super::{
    action::Action,
    memory::Notice,
    state::{Department, Schedule},
    turn::Turn,
};
use crate::rules::hours::Hours;

/// Who is closed now.
pub(super) struct Closed<'s> {
    /// The queue; `None` for the company.
    queue: Option<QueueId>,
    hours: &'s Hours,
    text: &'s str,
}

impl<'s> Turn<'s> {
    /// Whether the company or a conversation's queue is closed, whichever counts.
    pub(super) fn closed(&self, queue: Option<QueueId>) -> Option<Closed<'s>> {
        match &self.company.schedule {
            Schedule::Disabled => None,
            Schedule::Company(hours) => Some(Closed {
                queue: None,
                hours,
                text: &self.line.texts.out_of_hours_message,
            }),
            Schedule::Queue => {
                let queue = self.line.department(queue?)?;
                let hours = queue.hours.as_ref()?;
                Some(Closed {
                    queue: Some(queue.id),
                    hours,
                    text: &queue.out_of_hours,
                })
            }
        }
        .filter(|closed| !closed.hours.is_open(self.now))
    }

    /// Whether a queue that is asked for is closed, where its own hours count.
    pub(super) fn is_queue_closed(&self, queue: &Department) -> bool {
        matches!(self.company.schedule, Schedule::Queue)
            && queue
                .hours
                .as_ref()
                .is_some_and(|hours| !hours.is_open(self.now))
    }

    /// Says that it is closed, once a closed period.
    pub(super) fn notice(&mut self, closed: &Closed<'_>) {
        let said = self.talk.memory.notices.iter();
        let last = said.copied().find(|notice| notice.queue == closed.queue);
        let is_new = last.is_none_or(|last| is_over(&last, closed.hours, self.now));
        if is_new && self.say(self.text(closed.text, None)) {
            self.act(Action::NoteNotice(Notice {
                queue: closed.queue,
                at: self.now,
                until: closed.hours.opens_after(self.now),
            }));
        }
    }
}

/// Whether it was open since a notice. Hours that were edited meanwhile make no new period: it must have opened by the
/// hours of now, and also by those of then.
fn is_over(last: &Notice, hours: &Hours, now: DateTime<Utc>) -> bool {
    last.until.is_none_or(|until| until <= now) && hours.opened_between(last.at, now)
}
