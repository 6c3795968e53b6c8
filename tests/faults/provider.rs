//! The stub provider as a test holds it.

use std::{
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    dice::Dice,
    is_long, note,
    stub::{self, Effect, Knobs, Told},
    support::{Line, TestDesk, told, until, until_within},
};

/// Sends in a second of CPU time that the stub must manage, so that it is never what is measured.
const SENDS_PER_SECOND_MIN: f64 = 2_000.0;

/// Questions between the point of a kill and the kill, at most; each takes some tenths of a millisecond.
const ASKS_MAX: u64 = 40;
/// A thousand webhooks, with a desk that was killed in between and other tests beside, are taken within this.
const TAKEN_MAX: Duration = Duration::from_mins(4);

/// The process; it ends with the test.
pub struct Provider {
    pub url: String,
    process: Child,
    client: reqwest::Client,
    _folder: tempfile::TempDir,
}

/// What really happened at a number.
#[derive(Debug, Default, Deserialize)]
pub struct Ledger {
    pub effects: Vec<Effect>,
    pub told: Vec<Told>,
    /// How sends were answered.
    pub answers: std::collections::BTreeMap<String, u64>,
    /// How webhooks were answered.
    pub webhooks: std::collections::BTreeMap<u16, u64>,
    /// Forged webhooks that were taken for real.
    pub fooled: u64,
}

impl Provider {
    pub async fn start() -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let folder = tempfile::tempdir().expect("a temporary folder");
        let address = folder.path().join("address");
        let process = Command::new(std::env::current_exe().expect("this binary"))
            .args([
                "--exact",
                "provider::the_stub_is_fast_enough",
                "--nocapture",
            ])
            .env(stub::ADDRESS_FILE, &address)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .expect("the stub starts");
        until("the stub listens", async || address.is_file()).await;
        let address = std::fs::read_to_string(&address).expect("an address");
        Self {
            url: format!("http://{address}"),
            process,
            client: reqwest::Client::new(),
            _folder: folder,
        }
    }

    /// A number at the provider's that the desk has too. `statuses`: class B, otherwise C.
    pub async fn line(&self, desk: &TestDesk, statuses: bool, seed: u64) -> Line {
        let line = Line::unknown();
        let number = json!({ "number": line.number_id, "token": line.access_token, "secret": line.app_secret,
            "statuses": statuses, "seed": seed });
        self.control("number", &number).await;
        let line = line.enter(&desk.session(super::account::ADMIN).await).await;
        let url = format!("{}/api/webhooks/whatsapp/{}", desk.base, line.connection);
        let webhook = json!({ "number": line.number_id, "url": url });
        self.control("webhook", &webhook).await;
        line
    }

    /// How a number misbehaves from now on.
    pub async fn knobs(&self, line: &Line, knobs: Knobs) {
        let wish = json!({ "number": line.number_id, "knobs": knobs });
        self.control("knobs", &wish).await;
    }

    /// Customers write to a number: who and what.
    pub async fn say(&self, line: &Line, said: &[(String, String)]) {
        let wish = json!({ "number": line.number_id, "said": said });
        self.control("say", &wish).await;
    }

    /// Effects so far and webhooks taken so far.
    pub async fn done(&self) -> u64 {
        let progress = self.control("progress", &Value::Null).await;
        let of = |name: &str| progress[name].as_u64().expect("a number");
        of("effects") + of("taken")
    }

    /// Asks the provider some times, so that the next thing happens at any moment between two effects.
    pub async fn let_some_happen(&self, dice: &mut Dice) {
        for _ in 0..dice.below(ASKS_MAX) {
            self.done().await;
        }
    }

    /// Waits until every webhook was taken.
    pub async fn until_all_taken(&self) {
        let waiting = async || self.control("progress", &Value::Null).await["waiting"] == 0;
        until_within(TAKEN_MAX, "every webhook is taken", waiting).await;
    }

    pub async fn ledger(&self, line: &Line) -> Ledger {
        let ledger = self
            .control("ledger", &json!({ "number": line.number_id }))
            .await;
        serde_json::from_value(ledger).expect("a ledger")
    }

    /// CPU time that the process has used.
    fn cpu(&self) -> Duration {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.process.id()));
        let stat = stat.expect("the process runs");
        let (_, rest) = stat.rsplit_once(')').expect("a name");
        let ticks = rest.split_whitespace().skip(11).take(2);
        let ticks: u64 = ticks.map(|word| word.parse::<u64>().expect("ticks")).sum();
        // Linux counts a hundred a second
        Duration::from_millis(ticks * 10)
    }

    async fn control(&self, what: &str, body: &Value) -> Value {
        let request = self.client.post(format!("{}/control/{what}", self.url));
        let answer = request.json(body).send().await.expect("the stub answers");
        answer.json().await.expect("JSON")
    }
}

impl Drop for Provider {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        let _ = self.process.wait();
    }
}

#[tokio::test]
async fn the_stub_is_fast_enough() {
    if let Some(address_file) = told(stub::ADDRESS_FILE) {
        // this process is the stub of a test in another one
        std::thread::spawn(move || stub::serve(&address_file))
            .join()
            .expect("it ends with the process");
        return;
    }
    let provider = Provider::start().await;
    let number =
        json!({ "number": "1", "token": "T", "secret": "S", "statuses": false, "seed": 1 });
    provider.control("number", &number).await;
    let sends = if is_long() { 40_000 } else { 4_000 };
    let url = format!("{}/v23.0/1/messages", provider.url);
    let (before, started) = (provider.cpu(), Instant::now());
    let senders = (0..8).map(async |sender| {
        for at in 0..sends / 8 {
            let body = json!({ "to": "5511", "type": "text", "text": { "body": format!("{sender} {at}") },
                "biz_opaque_callback_data": "i" });
            let request = provider.client.post(&url).bearer_auth("T").json(&body);
            assert_eq!(request.send().await.expect("an answer").status(), 200);
        }
    });
    futures_util::future::join_all(senders).await;
    let (cpu, took) = (provider.cpu().saturating_sub(before), started.elapsed());
    let ledger = provider.control("ledger", &json!({ "number": "1" })).await;
    let effects = ledger["effects"].as_array().expect("effects").len();
    assert_eq!(effects, usize::try_from(sends).expect("small"));
    let per_second = f64::from(sends) / cpu.as_secs_f64();
    note(&format!(
        "stub: {per_second:.0} sends per second of its CPU time; {:.0} sends/s with one client on this machine",
        f64::from(sends) / took.as_secs_f64()
    ));
    assert!(
        per_second >= SENDS_PER_SECOND_MIN,
        "{per_second:.0} sends/s"
    );
}
