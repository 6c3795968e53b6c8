//! What stands before the nodes, as nginx does: takes the next node when one cannot be reached or says that it is
//! stopping, and never asks twice when nobody can know what the first one did.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use reqwest::{Client, Method, StatusCode, header::RETRY_AFTER};
use serde_json::Value;

use super::support::until;

/// How long a node is left alone that could not be reached or refused; as in `config/deploy/two-nodes/nginx.conf`.
const LEFT_ALONE: Duration = Duration::from_secs(3);

pub struct Front {
    bases: Vec<String>,
    failed: Vec<Mutex<Option<Instant>>>,
    next: AtomicUsize,
    client: Client,
    /// Answers that said 503 with `Retry-After`.
    pub refused: AtomicUsize,
    /// Everything else that should not have been.
    pub errors: Mutex<Vec<String>>,
}

/// Something to ask.
pub struct Ask<'a> {
    pub method: Method,
    pub path: String,
    pub headers: Vec<(&'a str, String)>,
    pub body: Option<String>,
}

impl Front {
    pub fn new(bases: impl IntoIterator<Item = String>) -> Self {
        // a connection for each call: one that is kept may be closed just when it is used
        let client = Client::builder().pool_max_idle_per_host(0);
        let bases: Vec<String> = bases.into_iter().collect();
        Self {
            failed: bases.iter().map(|_| Mutex::default()).collect(),
            bases,
            next: AtomicUsize::new(0),
            client: client.build().expect("a client"),
            refused: AtomicUsize::new(0),
            errors: Mutex::default(),
        }
    }

    /// Asks one node after another until one does it. Answers what it said, or `None` for an error, which is counted.
    pub async fn ask(&self, ask: &Ask<'_>) -> Option<Value> {
        let answer = Mutex::new(None);
        until(
            &format!("{} {} is answered", ask.method, ask.path),
            async || {
                let tried = self.try_once(ask).await;
                let ends = tried.is_some();
                if ends {
                    *answer.lock().unwrap() = tried;
                }
                ends
            },
        )
        .await;
        match answer.into_inner().unwrap()? {
            Ok(body) => Some(body),
            Err(error) => {
                self.errors
                    .lock()
                    .unwrap()
                    .push(format!("{} {}: {error}", ask.method, ask.path));
                None
            }
        }
    }

    /// `None`: another node has to be asked, this one did nothing.
    async fn try_once(&self, ask: &Ask<'_>) -> Option<Result<Value, String>> {
        let place = self.next_node();
        let url = format!("{}{}", self.bases[place], ask.path);
        let mut request = self.client.request(ask.method.clone(), url);
        for (name, value) in &ask.headers {
            request = request.header(*name, value);
        }
        if let Some(body) = &ask.body {
            request = request
                .header("content-type", "application/json")
                .body(body.clone());
        }
        match request.send().await {
            Err(error) if error.is_connect() => self.leave_alone(place),
            Err(error) => Some(Err(format!("{error:?}"))),
            Ok(answer) => {
                let status = answer.status();
                let is_refusal = status == StatusCode::SERVICE_UNAVAILABLE
                    && answer.headers().contains_key(RETRY_AFTER);
                if is_refusal {
                    self.refused.fetch_add(1, Ordering::Relaxed);
                    return self.leave_alone(place);
                }
                let body = answer.json().await.unwrap_or_default();
                if status.is_success() {
                    Some(Ok(body))
                } else {
                    Some(Err(format!("{status} {body}")))
                }
            }
        }
    }

    /// Nodes take turns; one that failed a moment ago is left out, unless all did.
    fn next_node(&self) -> usize {
        let turn = || self.next.fetch_add(1, Ordering::Relaxed) % self.bases.len();
        let is_well = |place: &usize| {
            let failed = self.failed[*place].lock().unwrap();
            failed.is_none_or(|at| at.elapsed() > LEFT_ALONE)
        };
        let mut turns = std::iter::repeat_with(turn).take(self.bases.len());
        turns.find(is_well).unwrap_or_else(turn)
    }

    fn leave_alone<T>(&self, place: usize) -> Option<T> {
        *self.failed[place].lock().unwrap() = Some(Instant::now());
        None
    }
}
