//! A number whose provider fails again and again rests, and then tries with one message (rule P4): each try could
//! leave a doubt for a person.

use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};

/// Rounds in a row that fail before the number rests.
const FAILURES_MAX: u32 = 3;
/// Longest rest, in seconds.
const REST_SECONDS_MAX: i64 = 60;

/// What a send says about the provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    /// It answers, be it with a refusal of this message.
    Works,
    /// It cannot be reached, or nobody can know what it did.
    Fails,
    /// Nothing: it was not asked, or it asked for time.
    Neither,
}

/// What a number may send now.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Leave {
    /// As much as usual.
    Usual,
    /// One message, to find out.
    One,
    /// Nothing before this time.
    NotBefore(DateTime<Utc>),
}

/// How often the provider of one session has failed.
#[derive(Debug)]
pub(super) struct Outage {
    first_rest: TimeDelta,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    failures: u32,
    rests_until: Option<DateTime<Utc>>,
}

impl Outage {
    /// None yet. Without a first rest the number never rests.
    pub(super) fn new(first_rest: TimeDelta) -> Self {
        Self {
            first_rest,
            state: Mutex::default(),
        }
    }

    /// What may be sent now.
    pub(super) fn leave(&self, now: DateTime<Utc>) -> Leave {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match state.rests_until {
            Some(until) if until > now => Leave::NotBefore(until),
            Some(_) => Leave::One,
            None => Leave::Usual,
        }
    }

    /// Takes what the sends of a round said. Answers how long the number rests now, if it does.
    pub(super) fn note(
        &self,
        signs: impl IntoIterator<Item = Sign>,
        now: DateTime<Utc>,
    ) -> Option<TimeDelta> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let mut fails = false;
        for sign in signs {
            if sign == Sign::Works {
                *state = State::default();
                return None;
            }
            fails |= sign == Sign::Fails;
        }
        if !fails {
            return None;
        }
        state.failures = state.failures.saturating_add(1);
        let further = state.failures.checked_sub(FAILURES_MAX)?;
        let doubled = self.first_rest * (1 << further.min(8));
        let rest = doubled.min(TimeDelta::seconds(REST_SECONDS_MAX));
        if rest.is_zero() {
            return None;
        }
        state.rests_until = Some(now + rest);
        Some(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noon() -> DateTime<Utc> {
        "2026-11-20T12:00:00Z".parse().unwrap()
    }

    fn seconds(rest: Option<TimeDelta>) -> Option<i64> {
        rest.map(|rest| rest.num_seconds())
    }

    #[test]
    fn three_failures_in_a_row_bring_a_rest_and_each_further_one_a_longer_one() {
        let outage = Outage::new(TimeDelta::seconds(5));
        let fail = || seconds(outage.note([Sign::Fails], noon()));
        assert_eq!([fail(), fail()], [None, None]);
        assert_eq!(outage.leave(noon()), Leave::Usual);
        assert_eq!(fail(), Some(5));
        let end = noon() + TimeDelta::seconds(5);
        assert_eq!(outage.leave(noon()), Leave::NotBefore(end));
        assert_eq!(outage.leave(end), Leave::One);
        let next: Vec<_> = std::iter::repeat_with(fail).take(6).collect();
        assert_eq!(next, [10, 20, 40, 60, 60, 60].map(Some));
    }

    #[test]
    fn one_answer_ends_it_and_a_wait_that_was_asked_for_says_nothing() {
        let outage = Outage::new(TimeDelta::seconds(5));
        for _ in 0..4 {
            outage.note([Sign::Fails], noon());
        }
        assert_eq!(outage.note([Sign::Neither], noon()), None);
        assert!(matches!(outage.leave(noon()), Leave::NotBefore(_)));
        outage.note([Sign::Fails, Sign::Works], noon());
        assert_eq!(outage.leave(noon()), Leave::Usual);
        // and the count begins anew
        assert_eq!(outage.note([Sign::Fails], noon()), None);
    }

    #[test]
    fn without_a_first_rest_there_is_none() {
        let outage = Outage::new(TimeDelta::zero());
        for _ in 0..20 {
            assert_eq!(outage.note([Sign::Fails], noon()), None);
        }
        assert_eq!(outage.leave(noon()), Leave::Usual);
    }
}
