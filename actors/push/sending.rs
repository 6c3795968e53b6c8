//! The work: who is away, one encrypted call for each of his browsers, and what the push service's answer means.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use guiche_storage::{
    Db, StorageError,
    companies::settings,
    identity::push_subscriptions::{self, Receiver},
    model::{Clock, CompanyId, UserId},
    security::seal::Sealer,
};
use reqwest::{
    Method, StatusCode, Url,
    header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE},
};
use tokio::sync::{Semaphore, mpsc};

use super::{
    PushError,
    door::{Service, auth, public_key},
    notice::Notice,
};
use crate::egress::Limits;

/// Calls to push services at once; while there are so many, messages wait in their queue.
const SENDS_AT_ONCE: usize = 64;
/// Of them for one user: addresses that never answer must not take all places. What is more is dropped.
const SENDS_TO_USER: usize = 10;
/// Browsers that are told of one message.
const RECEIVERS_MAX: i64 = 500;
/// So long a company without any such browser is not looked at again: most companies have none, and every message of a
/// customer would ask.
const NOBODY_FOR: Duration = Duration::from_secs(2);
/// Companies of which that is remembered.
const NOBODY_MAX: usize = 10_000;
/// Seconds that a push service keeps a notice for a browser that is off: later the bell tells the same.
const TTL_SECONDS: u32 = 3_600;
/// Push services answer in a few words.
const LIMITS: Limits = Limits {
    total: Duration::from_secs(5),
    body_bytes_max: 64 << 10,
};

/// What is to be run beside the server.
pub struct PushWork {
    pub(super) sender: Sender,
    pub(super) sealer: Arc<Sealer>,
    pub(super) waiting: mpsc::Receiver<Notice>,
}

impl std::fmt::Debug for PushWork {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PushWork")
    }
}

/// What one call needs.
#[derive(Clone)]
pub(super) struct Sender {
    pub(super) db: Db,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) service: Arc<Service>,
}

impl PushWork {
    /// Tells browsers until the process ends.
    pub async fn run(mut self) {
        let places = Arc::new(Semaphore::new(SENDS_AT_ONCE));
        let on_the_way = OnTheWay::default();
        while let Some(mut notice) = self.waiting.recv().await {
            match self.has_any(notice.company).await {
                Ok(true) => {}
                Ok(false) => continue,
                Err(error) => {
                    tracing::warn!(%error, "nobody could be told of a message by push");
                    continue;
                }
            }
            let receivers = match self.receivers(&mut notice).await {
                Ok(receivers) => receivers,
                Err(error) => {
                    tracing::warn!(%error, "nobody could be told of a message by push");
                    continue;
                }
            };
            let notice = Arc::new(notice);
            for receiver in receivers {
                let Some(one) = on_the_way.begin(receiver.user_id) else {
                    count("crowded_out");
                    continue;
                };
                let Ok(place) = Arc::clone(&places).acquire_owned().await else {
                    return;
                };
                let (sender, notice) = (self.sender.clone(), Arc::clone(&notice));
                actix_rt::spawn(async move {
                    sender.tell(&notice, &receiver).await;
                    drop((place, one));
                });
            }
        }
    }

    /// Whether a company has any browser to tell.
    async fn has_any(&self, company: CompanyId) -> Result<bool, StorageError> {
        let nobody = &self.sender.service.nobody;
        if nobody.is_of(company) {
            return Ok(false);
        }
        let mut reader = self.sender.db.read().await?;
        let has_any = push_subscriptions::has_any(&mut reader.conn(), company).await?;
        if !has_any {
            nobody.note(company);
        }
        Ok(has_any)
    }

    /// Who is told. The notice learns whether numbers are hidden.
    async fn receivers(&self, notice: &mut Notice) -> Result<Vec<Receiver>, StorageError> {
        let (company, what) = (notice.company, (notice.holder, notice.queue));
        let bounds = (self.sender.clock.now(), RECEIVERS_MAX);
        let mut reader = self.sender.db.read().await?;
        let conn = &mut reader.conn();
        let mut all =
            push_subscriptions::list_away(conn, company, what, &self.sealer, bounds).await?;
        all.retain(|receiver| notice.is_for(receiver));
        if !all.is_empty() {
            notice.hides_numbers =
                settings::is_enabled(conn, company, settings::HIDE_NUMBERS).await?;
        }
        Ok(all)
    }
}

/// Companies in which nobody wants to be told, and when that was seen.
#[derive(Default)]
pub(super) struct Nobody(Mutex<HashMap<CompanyId, Instant>>);

impl Nobody {
    fn is_of(&self, company: CompanyId) -> bool {
        let seen_at = self.companies().get(&company).copied();
        seen_at.is_some_and(|seen_at| seen_at.elapsed() < NOBODY_FOR)
    }

    fn note(&self, company: CompanyId) {
        let mut companies = self.companies();
        if companies.len() >= NOBODY_MAX {
            companies.clear();
        }
        companies.insert(company, Instant::now());
    }

    /// Somebody wants to.
    pub(super) fn forget(&self, company: CompanyId) {
        self.companies().remove(&company);
    }

    fn companies(&self) -> MutexGuard<'_, HashMap<CompanyId, Instant>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The calls of each user that have not ended.
#[derive(Clone, Default)]
struct OnTheWay(Arc<Mutex<HashMap<UserId, usize>>>);

/// One call of a user, until it is dropped.
struct OneCall {
    all: OnTheWay,
    user: UserId,
}

impl OnTheWay {
    /// `None` when the user has as many as he may.
    fn begin(&self, user: UserId) -> Option<OneCall> {
        let mut counts = self.counts();
        let count = counts.entry(user).or_default();
        if *count >= SENDS_TO_USER {
            return None;
        }
        *count += 1;
        let all = self.clone();
        Some(OneCall { all, user })
    }

    fn counts(&self) -> MutexGuard<'_, HashMap<UserId, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for OneCall {
    fn drop(&mut self) {
        let mut counts = self.all.counts();
        match counts.get_mut(&self.user) {
            Some(count) if *count > 1 => *count -= 1,
            _ => drop(counts.remove(&self.user)),
        }
    }
}

/// What became of a notice.
pub(super) fn count(outcome: &'static str) {
    metrics::counter!("guiche_push_total", "outcome" => outcome).increment(1);
}

impl Sender {
    /// Tells one browser, once. Neither the address nor what is told goes to the log.
    async fn tell(&self, notice: &Notice, receiver: &Receiver) {
        let outcome = match self.post(notice, receiver).await {
            Ok(status) if status.is_success() => "sent",
            Ok(StatusCode::NOT_FOUND | StatusCode::GONE) => {
                self.forget(notice, receiver).await;
                "gone"
            }
            Ok(status) => {
                let status = status.as_u16();
                tracing::warn!(status, "a push service refused a notice");
                "refused"
            }
            Err(_) => "failed",
        };
        count(outcome);
    }

    async fn post(&self, notice: &Notice, receiver: &Receiver) -> Result<StatusCode, PushError> {
        let url: Url = receiver
            .endpoint
            .parse()
            .map_err(|_| PushError::BrowserKeys)?;
        let keys = public_key(&receiver.p256dh).zip(auth(&receiver.auth));
        let (public, secret) = keys.ok_or(PushError::BrowserKeys)?;
        let body = web_push_native::encrypt(notice.payload(receiver), &public, &secret)
            .map_err(|_| PushError::BrowserKeys)?;
        let vapid = &self.service.vapid;
        let origin = url.origin().ascii_serialization();
        let authorization = vapid.authorization(&origin, self.clock.now())?;
        let egress = self.service.egress(&url);
        let request = egress
            .request(Method::POST, url)?
            .header(AUTHORIZATION, authorization)
            .header(CONTENT_ENCODING, "aes128gcm")
            .header(CONTENT_TYPE, "application/octet-stream")
            .header("ttl", TTL_SECONDS)
            .header("topic", vapid.topic(notice.ticket))
            .header("urgency", "high")
            .body(body);
        let reply = egress.send(request, LIMITS).await?;
        let status = reply.status();
        // read to its end, so that the connection can be used again
        drop(reply.bytes().await);
        Ok(status)
    }

    async fn forget(&self, notice: &Notice, receiver: &Receiver) {
        let (company, user, endpoint) = (notice.company, receiver.user_id, &receiver.endpoint);
        let gone = self
            .db
            .write(async |conn| push_subscriptions::delete(conn, company, user, endpoint).await);
        if let Err(error) = gone.await {
            tracing::warn!(%error, "a browser that is gone could not be forgotten");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_has_a_bounded_share_and_gets_it_back() {
        let on_the_way = OnTheWay::default();
        let begin = |user| on_the_way.begin(UserId(user));
        let calls: Vec<_> = (0..SENDS_TO_USER).filter_map(|_| begin(7)).collect();
        assert_eq!(calls.len(), SENDS_TO_USER);
        assert!(begin(7).is_none());
        assert!(begin(8).is_some());
        drop(calls);
        assert!(begin(7).is_some());
        assert!(on_the_way.counts().is_empty());
    }
}
