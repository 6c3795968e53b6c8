//! How often strangers may ask for what costs others something: a company, a mail; and programs for a message. Counted by each node for itself.

use std::{net::IpAddr, num::NonZeroU32, time::Duration};

use governor::{
    DefaultKeyedRateLimiter, Quota, RateLimiter,
    clock::{Clock as _, DefaultClock},
    middleware::StateInformationMiddleware,
    state::keyed::DefaultKeyedStateStore,
};
use guiche_config::Limits;
use guiche_storage::model::{ApiKeyId, CompanyId, ConnectionId};
use sha2::{Digest as _, Sha256};

use crate::{error::ApiError, limits::sign_in::network};

/// Keys remembered before those at rest are forgotten.
const KEYS_MAX: usize = 50_000;

/// Says with each call how many more are free.
type KeyLimiter = RateLimiter<
    ApiKeyId,
    DefaultKeyedStateStore<ApiKeyId>,
    DefaultClock,
    StateInformationMiddleware,
>;

/// How much a key may still ask; told in the answer's headers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallsLeft {
    /// Calls per minute.
    pub limit: u32,
    /// Calls that are free now.
    pub remaining: u32,
    /// Seconds until all are free again.
    pub reset: u64,
}

/// Counts what is asked for, by the hour; a bucket refills evenly.
#[derive(Debug)]
pub struct RareLimits {
    signups: DefaultKeyedRateLimiter<IpAddr>,
    mails_by_address: DefaultKeyedRateLimiter<IpAddr>,
    /// By a hash, so that no e-mail is kept and none is long.
    mails_by_email: DefaultKeyedRateLimiter<[u8; 32]>,
    inviting: DefaultKeyedRateLimiter<CompanyId>,
    accepting: DefaultKeyedRateLimiter<IpAddr>,
    programs: DefaultKeyedRateLimiter<ConnectionId>,
    keys: KeyLimiter,
    per_key: u32,
    clock: DefaultClock,
}

impl RareLimits {
    /// With the bounds of the settings.
    pub fn new(limits: &Limits) -> Self {
        let quota = |count| Quota::per_hour(NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN));
        Self {
            signups: RateLimiter::keyed(quota(limits.signup_per_ip_per_hour)),
            mails_by_address: RateLimiter::keyed(quota(limits.forgot_per_hour)),
            mails_by_email: RateLimiter::keyed(quota(limits.forgot_per_hour)),
            inviting: RateLimiter::keyed(quota(limits.invitations_per_hour)),
            accepting: RateLimiter::keyed(quota(limits.invitations_per_hour)),
            programs: RateLimiter::keyed(Quota::per_minute(
                NonZeroU32::new(limits.api_per_token_per_minute).unwrap_or(NonZeroU32::MIN),
            )),
            keys: RateLimiter::keyed(Quota::per_minute(
                NonZeroU32::new(limits.api_per_key_per_minute).unwrap_or(NonZeroU32::MIN),
            ))
            .with_middleware::<StateInformationMiddleware>(),
            per_key: limits.api_per_key_per_minute.max(1),
            clock: DefaultClock::default(),
        }
    }

    /// Counts a call with a key. Answers how many more are free; seconds to wait when none is.
    ///
    /// # Errors
    /// 429 with the seconds until the next one is free.
    pub fn check_key(&self, key: ApiKeyId) -> (CallsLeft, Result<(), ApiError>) {
        if self.keys.len() > KEYS_MAX {
            self.keys.retain_recent();
        }
        let (remaining, checked) = match self.keys.check_key(&key) {
            Ok(state) => (state.remaining_burst_capacity(), Ok(())),
            Err(until) => {
                let wait = until.wait_time_from(self.clock.now()).as_secs() + 1;
                (0, Err(ApiError::too_many_requests(wait)))
            }
        };
        let used = u64::from(self.per_key.saturating_sub(remaining));
        let left = CallsLeft {
            limit: self.per_key,
            remaining,
            reset: (used * 60).div_ceil(u64::from(self.per_key)),
        };
        (left, checked)
    }

    /// Counts a company that signs up.
    ///
    /// # Errors
    /// 429 with the seconds until the next one is free.
    pub fn check_signup(&self, address: Option<IpAddr>) -> Result<(), ApiError> {
        self.check(&self.signups, address.map(network))
    }

    /// Counts a mail to somebody who forgot his password.
    ///
    /// # Errors
    /// 429 with the seconds until the next one is free.
    pub fn check_mail(&self, address: Option<IpAddr>, email: &str) -> Result<(), ApiError> {
        self.check(&self.mails_by_address, address.map(network))?;
        let email = Sha256::digest(email.as_bytes()).into();
        self.check(&self.mails_by_email, Some(email))
    }

    /// Counts an invitation: it may be a mail to a stranger.
    ///
    /// # Errors
    /// 429 with the seconds until the next one is free.
    pub fn check_inviting(&self, company: CompanyId) -> Result<(), ApiError> {
        self.check(&self.inviting, Some(company))
    }

    /// Counts a look at an invitation, or its acceptance.
    ///
    /// # Errors
    /// 429 with the seconds until the next one is free.
    pub fn check_accepting(&self, address: Option<IpAddr>) -> Result<(), ApiError> {
        self.check(&self.accepting, address.map(network))
    }

    /// Counts a message that a program sends by the token of a number.
    ///
    /// # Errors
    /// 429 with the seconds until the next one is free.
    pub fn check_program(&self, connection: ConnectionId) -> Result<(), ApiError> {
        self.check(&self.programs, Some(connection))
    }

    fn check<K: Clone + Eq + std::hash::Hash>(
        &self,
        limiter: &DefaultKeyedRateLimiter<K>,
        key: Option<K>,
    ) -> Result<(), ApiError> {
        if limiter.len() > KEYS_MAX {
            limiter.retain_recent();
        }
        let Some(key) = key else { return Ok(()) };
        limiter.check_key(&key).map_err(|until| {
            let wait: Duration = until.wait_time_from(self.clock.now());
            ApiError::too_many_requests(wait.as_secs() + 1)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use guiche_storage::model::ErrorCode;

    use super::*;

    #[test]
    fn mails_to_those_who_forgot_are_five_an_hour_for_an_address_and_for_an_e_mail() {
        // spec: A119
        let config = guiche_config::load(Path::new("no such file")).unwrap();
        let limits = RareLimits::new(&config.limits);
        let from = |last: u8| Some(IpAddr::from([203, 0, 113, last]));
        let refused = |last: u8, email: &str| {
            let checked = limits.check_mail(from(last), email);
            checked.err().map(|error| error.code())
        };
        for last in 1..=5 {
            assert_eq!(refused(last, "ana@aurora.example"), None, "{last}");
        }
        let often = Some(ErrorCode::TooManyRequests);
        assert_eq!(refused(6, "ana@aurora.example"), often, "from anywhere");
        for name in ["bia", "caio", "davi", "eva"] {
            let email = format!("{name}@aurora.example");
            assert_eq!(refused(6, &email), None, "{name}");
        }
        assert_eq!(refused(6, "fabio@aurora.example"), often, "to anybody");
    }
}
