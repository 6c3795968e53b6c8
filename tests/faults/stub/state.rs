//! What the stub knows: its numbers, what they sent, what their customers wrote.

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard},
    time::Instant,
};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::super::dice::Dice;

/// How a number misbehaves; chances in a thousand.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Knobs {
    /// Sent, and then HTTP 500.
    pub effect_then_500: u64,
    /// Sent, and then never answered.
    pub effect_then_hang: u64,
    /// Sent, and then the connection is cut off.
    pub effect_then_reset: u64,
    /// Not sent, and HTTP 500.
    pub no_effect_500: u64,
    /// Not sent, and the connection is cut off.
    pub no_effect_reset: u64,
    /// A burst of 429 begins.
    pub too_many: u64,
    /// Answers of such a burst.
    pub too_many_burst: u32,
    /// Seconds that 429 asks to wait.
    pub retry_after: u64,
    /// Milliseconds before an answer, at most.
    pub slow_ms_max: u64,
    /// A webhook is brought once more.
    pub duplicates: u64,
    /// Statuses go out in any order.
    pub shuffle: bool,
    /// Milliseconds by which a status is late, at most.
    pub late_ms_max: u64,
    /// Before a webhook comes one that somebody else has made.
    pub forged: u64,
}

/// Something that really reached a customer.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Effect {
    pub intent: String,
    pub to: String,
    pub body: String,
    pub wamid: String,
    /// How the call was answered: `ok`, `500`, `hang`, `reset`.
    pub answer: String,
    /// Milliseconds since the stub started.
    pub at: u64,
}

/// Something that a customer wrote.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Told {
    pub wamid: String,
    pub chat: String,
    pub body: String,
    /// The server has answered 2xx.
    pub taken: bool,
}

/// One number.
#[derive(Debug)]
pub struct Number {
    pub id: String,
    pub token: String,
    pub secret: String,
    pub webhook: String,
    /// Statuses come, with the intent in them (class B); otherwise nothing comes (class C).
    pub statuses: bool,
    pub knobs: Knobs,
    pub dice: Dice,
    pub effects: Vec<Effect>,
    pub told: Vec<Told>,
    /// How much of that the server has taken.
    pub taken: usize,
    /// What each chat still has to bring; the key is there while somebody brings it.
    pub chats: HashMap<String, VecDeque<usize>>,
    /// Statuses and when they are due.
    pub due: Vec<(Instant, Value)>,
    /// Calls that bring statuses and have not been taken.
    pub flying: usize,
    /// Answers of a burst of 429 still to be given.
    pub burst: u32,
    /// How sends were answered.
    pub answers: BTreeMap<String, u64>,
    /// How webhooks were answered; 0 is "not at all".
    pub webhooks: BTreeMap<u16, u64>,
    /// Forged webhooks that were taken for real.
    pub fooled: u64,
}

/// The stub.
#[derive(Debug)]
pub struct State {
    numbers: Mutex<HashMap<String, Number>>,
    pub started: Instant,
    pub client: reqwest::Client,
    /// Webhooks under way at once.
    pub slots: Arc<tokio::sync::Semaphore>,
}

impl Default for State {
    fn default() -> Self {
        let client = reqwest::Client::builder().timeout(std::time::Duration::from_secs(20));
        Self {
            numbers: Mutex::default(),
            started: Instant::now(),
            client: client.build().expect("a client"),
            slots: Arc::new(tokio::sync::Semaphore::new(24)),
        }
    }
}

impl State {
    /// All numbers.
    pub fn numbers(&self) -> MutexGuard<'_, HashMap<String, Number>> {
        self.numbers.lock().expect("no panic before")
    }

    /// Works with one number; `None` when it is unknown.
    pub fn with<T>(&self, id: &str, work: impl FnOnce(&mut Number) -> T) -> Option<T> {
        self.numbers().get_mut(id).map(work)
    }

    /// Milliseconds since the start.
    pub fn elapsed(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}
