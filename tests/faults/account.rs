//! Somebody who is signed in for longer than a token lives, at a desk that comes and goes.

use std::{collections::BTreeMap, sync::Mutex, time::Duration};

use reqwest::Method;
use serde_json::Value;
use tokio::sync::RwLock;

use super::support::{Session, TestDesk, until_within};

pub use super::support::ADMIN;

const PASSWORD: &str = "Aurora123";
/// A call goes through within this, however often the desk is killed meanwhile.
const INSIST_MAX: Duration = Duration::from_mins(20);

/// An administrator who does not give up.
pub struct Account<'d> {
    desk: &'d TestDesk,
    session: RwLock<Session>,
    /// How calls were answered; 0 is "not at all".
    pub answers: Mutex<BTreeMap<u16, u64>>,
}

impl<'d> Account<'d> {
    pub async fn of(desk: &'d TestDesk) -> Self {
        Self {
            desk,
            session: RwLock::new(desk.session(ADMIN).await),
            answers: Mutex::default(),
        }
    }

    /// The access token now.
    pub async fn token(&self) -> String {
        self.session.read().await.token.clone().expect("signed in")
    }

    /// The user's number.
    pub async fn id(&self) -> i64 {
        self.session.read().await.id()
    }

    /// Makes a call until it is answered well; a repeated one has the same key.
    pub async fn insist(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        key: &str,
    ) -> Value {
        let done = Mutex::new(None);
        until_within(INSIST_MAX, path, async || {
            let answer = self.once(method.clone(), path, body, key).await;
            *done.lock().expect("no panic") = answer;
            done.lock().expect("no panic").is_some()
        })
        .await;
        done.into_inner().expect("no panic").expect("an answer")
    }

    /// Makes a call; `None` when it has to be made again.
    async fn once(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        key: &str,
    ) -> Option<Value> {
        let (token, answer) = {
            let session = self.session.read().await;
            let answer = session.try_call(method, path, body, key).await;
            (session.token.clone(), answer)
        };
        let status = answer.as_ref().map_or(0, |answer| answer.status.as_u16());
        *self
            .answers
            .lock()
            .expect("no panic")
            .entry(status)
            .or_default() += 1;
        match (status, answer) {
            (200..300, Some(answer)) => return Some(answer.body),
            (401, _) => self.renew(token).await,
            // its 15 minutes are over
            (403, Some(answer)) if answer.body["error"] == "ERR_TOKEN_INVALID" => {
                self.renew(token).await;
            }
            (0, _) => {}
            (503, Some(answer)) => {
                assert!(answer.retry_after(), "503 without Retry-After: {path}");
            }
            (status, answer) => panic!("{path}: {status} {answer:?}"),
        }
        None
    }

    /// Signs in again, unless somebody else just did.
    pub async fn renew(&self, old: Option<String>) {
        let mut session = self.session.write().await;
        if session.token != old {
            return;
        }
        if let Some(fresh) = Session::try_sign_in(&self.desk.base, ADMIN, PASSWORD).await {
            *session = fresh;
        }
    }
}
