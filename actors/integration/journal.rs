//! What was called of an integration while one message was asked about, for the log that its admins read. It holds neither
//! what was sent nor what was answered.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};
use guiche_storage::{
    bots::calls::NewCall,
    model::{
        Clock,
        bot::{CallOutcome, CallStep},
    },
};
use tokio::time::Instant;

use crate::{
    egress::EgressError,
    rules::bots::{BotAnswer, BotError},
};

/// The calls of one asking, in their order.
pub(super) struct Journal {
    clock: Arc<dyn Clock>,
    calls: Mutex<Vec<NewCall>>,
}

/// A call on its way. It is noted when it ends, however it ends: one that nobody waits for any more was silent.
pub(super) struct Begun<'a> {
    journal: &'a Journal,
    step: CallStep,
    at: DateTime<Utc>,
    from: Instant,
    outcome: CallOutcome,
    status: Option<u16>,
}

impl Begun<'_> {
    /// An answer came.
    pub(super) fn answered(mut self, status: u16) {
        self.status = Some(status);
        self.outcome = if (200..300).contains(&status) {
            CallOutcome::Taken
        } else {
            CallOutcome::Refused
        };
    }

    /// None came.
    pub(super) fn failed(mut self, error: &EgressError) {
        self.outcome = match error {
            EgressError::Forbidden(_) => CallOutcome::Forbidden,
            EgressError::NotSent(_) => CallOutcome::Unreachable,
            EgressError::Lost(_) => CallOutcome::Silent,
            EgressError::TooLarge(_) | EgressError::File(_) => CallOutcome::Unreadable,
        };
    }
}

impl Drop for Begun<'_> {
    fn drop(&mut self) {
        let millis = i64::try_from(self.from.elapsed().as_millis()).unwrap_or(i64::MAX);
        self.journal.calls().push(NewCall {
            at: self.at,
            step: self.step,
            outcome: self.outcome,
            status: self.status,
            millis,
            messages: 0,
        });
    }
}

impl Journal {
    /// Nothing was called yet.
    pub(super) fn new(clock: &Arc<dyn Clock>) -> Self {
        Self {
            clock: Arc::clone(clock),
            calls: Mutex::default(),
        }
    }

    fn calls(&self) -> MutexGuard<'_, Vec<NewCall>> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A call begins.
    pub(super) fn begin(&self, step: CallStep) -> Begun<'_> {
        Begun {
            journal: self,
            step,
            at: self.clock.now(),
            from: Instant::now(),
            outcome: CallOutcome::Silent,
            status: None,
        }
    }

    /// What the last call answered cannot be read.
    pub(super) fn unreadable(&self) -> BotError {
        self.blame(CallOutcome::Unreadable);
        BotError::Unreadable
    }

    /// The last call refused the key.
    pub(super) fn key_refused(&self) -> BotError {
        self.blame(CallOutcome::Key);
        BotError::Key
    }

    /// The last call was only told to ask in another way: that is no failure, and what is asked then is noted.
    pub(super) fn take_back(&self) {
        self.calls().pop();
    }

    fn blame(&self, outcome: CallOutcome) {
        if let Some(last) = self.calls().last_mut() {
            last.outcome = outcome;
        }
    }

    /// The calls, with what came of them. Where none could be made, that is noted instead.
    pub(super) fn close(self, asked: &Result<BotAnswer, BotError>) -> Vec<NewCall> {
        let at = self.clock.now();
        let calls = self.calls.into_inner();
        let mut calls = calls.unwrap_or_else(PoisonError::into_inner);
        match asked {
            Ok(answer) => {
                if let Some(last) = calls.last_mut() {
                    last.messages = i64::try_from(answer.says.len()).unwrap_or(i64::MAX);
                }
            }
            Err(error) if calls.is_empty() => calls.extend(unmade(error).map(|outcome| NewCall {
                at,
                step: CallStep::Prepared,
                outcome,
                status: None,
                millis: 0,
                messages: 0,
            })),
            Err(_) => {}
        }
        calls
    }
}

/// Why an integration could not even be called, where that is its own fault.
fn unmade(error: &BotError) -> Option<CallOutcome> {
    match error {
        BotError::Unknown => Some(CallOutcome::Unknown),
        BotError::Forbidden => Some(CallOutcome::Forbidden),
        BotError::Key => Some(CallOutcome::Key),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use guiche_storage::model::SystemClock;

    use super::*;
    use crate::rules::bots::BotSay;

    fn journal() -> Journal {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        Journal::new(&clock)
    }

    fn ends(calls: &[NewCall]) -> Vec<(CallStep, CallOutcome, Option<u16>, i64)> {
        let ends = calls.iter();
        ends.map(|call| (call.step, call.outcome, call.status, call.messages))
            .collect()
    }

    #[test]
    fn every_call_is_noted_and_the_last_one_has_what_was_said() {
        let journal = journal();
        journal.begin(CallStep::Told).answered(500);
        let lost = EgressError::Lost("x".to_owned());
        journal.begin(CallStep::Told).failed(&lost);
        drop(journal.begin(CallStep::Told));
        journal.begin(CallStep::Told).answered(200);
        let answer = BotAnswer {
            says: vec![BotSay::text("A"), BotSay::text("B")],
            ..BotAnswer::default()
        };
        assert_eq!(
            ends(&journal.close(&Ok(answer))),
            [
                (CallStep::Told, CallOutcome::Refused, Some(500), 0),
                (CallStep::Told, CallOutcome::Silent, None, 0),
                (CallStep::Told, CallOutcome::Silent, None, 0),
                (CallStep::Told, CallOutcome::Taken, Some(200), 2),
            ]
        );
    }

    #[test]
    fn what_could_not_be_called_is_noted_once() {
        let noted = journal().close(&Err(BotError::Forbidden));
        let expected = (CallStep::Prepared, CallOutcome::Forbidden, None, 0);
        assert_eq!(ends(&noted), [expected]);
        assert!(journal().close(&Err(BotError::NotAllowed)).is_empty());
        assert!(journal().close(&Ok(BotAnswer::default())).is_empty());
    }

    #[test]
    fn an_answer_that_is_of_no_use_is_no_success() {
        let journal = journal();
        journal.begin(CallStep::Asked).answered(400);
        journal.take_back();
        journal.begin(CallStep::Asked).answered(200);
        assert_eq!(journal.unreadable(), BotError::Unreadable);
        journal.begin(CallStep::Authorized).answered(403);
        assert_eq!(journal.key_refused(), BotError::Key);
        assert_eq!(
            ends(&journal.close(&Err(BotError::Key))),
            [
                (CallStep::Asked, CallOutcome::Unreadable, Some(200), 0),
                (CallStep::Authorized, CallOutcome::Key, Some(403), 0),
            ]
        );
    }
}
