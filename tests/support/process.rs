//! Starting, killing and watching the real binary.

use std::{
    collections::HashMap,
    future::Future,
    net::TcpListener,
    process::{Child, Command, Stdio},
    sync::Mutex,
    time::{Duration, Instant},
};

use serde_json::Value;
use tokio::sync::OnceCell;

use super::{Backend, Session, database};

/// Longest wait for a condition. Generous: it only ends tests that would fail anyway.
const PATIENCE: Duration = Duration::from_mins(1);
/// What a desk says that cannot have its ports.
const NO_PORT: &str = "cannot listen";
/// How often a condition is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(25);

/// A running desk.
pub struct TestDesk {
    pub backend: Backend,
    pub base: String,
    pub operator: String,
    pub extra: Vec<(String, String)>,
    data: tempfile::TempDir,
    pub(super) database_url: Option<String>,
    process: Mutex<Option<Child>>,
    sessions: tokio::sync::Mutex<HashMap<String, Session>>,
}

impl TestDesk {
    /// The demo desk that the tests of one binary share.
    pub async fn shared(backend: Backend) -> &'static TestDesk {
        static SQLITE: OnceCell<TestDesk> = OnceCell::const_new();
        static POSTGRES: OnceCell<TestDesk> = OnceCell::const_new();
        let cell = if backend == Backend::Sqlite {
            &SQLITE
        } else {
            &POSTGRES
        };
        cell.get_or_init(|| TestDesk::start(backend, &[])).await
    }

    /// A demo desk of its own, with more settings.
    pub async fn start(backend: Backend, extra: &[(&str, &str)]) -> TestDesk {
        // the client of the tests; it fails only where another test was faster
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut desk = TestDesk {
            backend,
            base: format!("http://127.0.0.1:{}", free_port()),
            operator: format!("http://127.0.0.1:{}", free_port()),
            extra: extra
                .iter()
                .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))
                .collect(),
            data: tempfile::tempdir().expect("a temporary folder"),
            database_url: database::fresh(backend),
            process: Mutex::new(None),
            sessions: tokio::sync::Mutex::default(),
        };
        while !desk.is_started().await {
            // somebody else was faster on one of the ports
            desk.base = format!("http://127.0.0.1:{}", free_port());
            desk.operator = format!("http://127.0.0.1:{}", free_port());
        }
        desk
    }

    /// Starts the process and waits until it is ready.
    pub async fn run(&self) {
        assert!(self.is_started().await, "{}", self.log());
    }

    /// Starts the process; `false` when it cannot have its ports.
    async fn is_started(&self) -> bool {
        let before = self.log().len();
        let child = self.spawn();
        *self.process.lock().unwrap() = Some(child);
        let ready = format!("{}/readyz", self.operator);
        let version = format!("{}/api/version", self.base);
        let started = Instant::now();
        let answers = async |url: &str| {
            reqwest::get(url)
                .await
                .is_ok_and(|it| it.status().is_success())
        };
        while !(answers(&ready).await && answers(&version).await) {
            let log = self.log();
            if log.get(before..).is_some_and(|log| log.contains(NO_PORT)) {
                return false;
            }
            assert!(started.elapsed() < PATIENCE, "the desk is not ready: {log}");
            tokio::time::sleep(LOOK_EVERY).await;
        }
        true
    }

    /// Ends the process without warning, as a power cut would end it.
    pub fn kill(&self) {
        let pid = std::fs::read_to_string(self.data.path().join("pid")).expect("a pid");
        let killed = Command::new("kill")
            .args(["-9", pid.trim()])
            .status()
            .expect("kill runs");
        assert!(killed.success());
        if let Some(mut child) = self.process.lock().unwrap().take() {
            child.wait().expect("it ends");
        }
    }

    /// Everything the process wrote.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.data.path().join("log")).unwrap_or_default()
    }

    /// The data folder.
    pub fn data_dir(&self) -> &std::path::Path {
        self.data.path()
    }

    /// The sign-in of a demo user; the same one for all tests, since a new sign-in ends the old one.
    pub async fn session(&self, email: &str) -> Session {
        let mut sessions = self.sessions.lock().await;
        if let Some(session) = sessions.get(email) {
            return session.on_this_runtime();
        }
        let password = if email.contains("vida") {
            "Vida1234"
        } else if email.contains("super") {
            "Super1234"
        } else {
            "Aurora123"
        };
        let session = Session::sign_in(&self.base, email, password).await;
        sessions.insert(email.to_owned(), session.on_this_runtime());
        session
    }

    /// Somebody who is not signed in.
    pub fn stranger(&self) -> Session {
        Session::stranger(&self.base)
    }

    /// A customer writes text to a connection. Answers the provider's id of the message.
    pub async fn say(&self, connection: i64, from: &str, name: &str, body: &str) -> String {
        let message = serde_json::json!({
            "from": from, "pushName": name, "type": "text", "body": body
        });
        let answer = self.simulator_post(connection, "messages", &message).await;
        answer["id"].as_str().expect("an id").to_owned()
    }

    /// Calls the simulator's face on the operator port.
    pub async fn simulator_post(&self, connection: i64, path: &str, body: &Value) -> Value {
        let url = format!("{}/simulator/{connection}/{path}", self.operator);
        let answer = reqwest::Client::new()
            .post(url)
            .json(body)
            .send()
            .await
            .expect("an answer");
        let status = answer.status();
        let body: Value = answer.json().await.unwrap_or_default();
        assert!(
            status.is_success(),
            "the simulator refused: {status} {body}"
        );
        body
    }

    /// What really reached the phones of a connection.
    pub async fn ledger(&self, connection: i64) -> Vec<Value> {
        let url = format!("{}/simulator/{connection}/ledger", self.operator);
        let answer = reqwest::get(url).await.expect("an answer");
        answer.json().await.expect("a list")
    }

    /// What reached one customer, oldest first.
    pub async fn reached(&self, connection: i64, number: &str) -> Vec<String> {
        let ledger = self.ledger(connection).await;
        let mine = ledger.iter().filter(|entry| entry["to"] == number);
        mine.map(|entry| entry["body"].as_str().unwrap_or_default().to_owned())
            .collect()
    }

    fn spawn(&self) -> Child {
        // the shell ends the desk when this test process ends, however it ends: its standard input closes
        let script = r#""$0" serve --demo >>"$1/log" 2>&1 & echo $! >"$1/pid"; cat >/dev/null; kill -9 $! 2>/dev/null; wait"#;
        let port = |url: &str| url.rsplit(':').next().unwrap_or_default().to_owned();
        let mut command = Command::new("sh");
        command
            .args(["-c", script, env!("CARGO_BIN_EXE_guiche")])
            .arg(self.data.path())
            .env("GUICHE__DATA_DIR", self.data.path())
            .env("GUICHE__HTTP__PORT", port(&self.base))
            .env("GUICHE__OPERATOR__PORT", port(&self.operator))
            .env("GUICHE__LIMITS__LOGIN_PER_IP_PER_MINUTE", "100000")
            .env("GUICHE__LOG__LEVEL", "info")
            .stdin(Stdio::piped());
        if let Some(url) = &self.database_url {
            command.env("GUICHE__DATABASE__URL", url);
        }
        for (key, value) in &self.extra {
            command.env(key, value);
        }
        command.spawn().expect("the desk starts")
    }
}

/// Waits for a condition.
pub async fn until<F: Future<Output = bool>>(what: &str, condition: impl Fn() -> F) {
    let started = Instant::now();
    while !condition().await {
        assert!(started.elapsed() < PATIENCE, "in vain: {what}");
        tokio::time::sleep(LOOK_EVERY).await;
    }
}

/// A port below the range from which the system gives ports to outgoing connections: it stays free over a restart.
fn free_port() -> u16 {
    loop {
        let port = 20_000 + u16::try_from(uuid::Uuid::new_v4().as_u128() % 12_000).expect("small");
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}
