//! Starting, killing and watching the real binary.

use std::{
    collections::HashMap,
    future::Future,
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        Arc, LazyLock, Mutex,
        atomic::{AtomicU16, Ordering},
    },
    time::{Duration, Instant},
};

use guiche_storage::{
    companies::{hours, settings},
    identity::users,
    model::{Clock as _, SystemClock},
};
use serde_json::Value;
use tokio::sync::OnceCell;

use super::{ADMIN, Backend, Session, VIDA, database, demo::password, told};

/// Longest wait for a condition. Generous: it only ends tests that would fail anyway.
const PATIENCE: Duration = Duration::from_mins(1);
/// What a desk says that cannot have its ports.
const NO_PORT: &str = "cannot listen";
/// Lines of a desk's log that a failed test shows.
const SHOWN_LINES: usize = 60;
/// How often a condition of another process is looked at: it has no clock that a test could pause, and tells nobody.
const LOOK_EVERY: Duration = Duration::from_millis(25);

/// A running desk.
pub struct TestDesk {
    pub backend: Backend,
    pub base: String,
    pub operator: String,
    pub extra: Vec<(String, String)>,
    // log and process id under the node's name; the data folder is inside
    root: Arc<tempfile::TempDir>,
    data: PathBuf,
    node: String,
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
        cell.get_or_init(async || {
            let desk = TestDesk::start(backend, &[]).await;
            // tests beside each other have more numbers than the demonstration's plan
            desk.execute("UPDATE plans SET connections = 100");
            desk
        })
        .await
    }

    /// A demo desk of its own, with more settings; its bots say nothing.
    pub async fn start(backend: Backend, extra: &[(&str, &str)]) -> TestDesk {
        Self::copied(backend, extra).await.started().await
    }

    /// Lets the demo's companies be closed at all hours without a notice: their bot says nothing, so that tests of other
    /// things find only what they did. [`TestDesk::open`] is for tests of the bot.
    pub async fn close(&self) {
        self.set_hours("company").await;
    }

    /// Lets the bots of the demo's companies answer at all hours.
    pub async fn open(&self) {
        self.set_hours("disabled").await;
    }

    async fn set_hours(&self, of: &str) {
        let (db, now) = (self.db().await, SystemClock.now());
        for email in [ADMIN, VIDA] {
            let set = db
                .write(async |c| {
                    let user = users::find_by_email(c, email).await?;
                    let company = user.expect("an admin of the demo").company_id;
                    hours::set_week(c, company, &[], now).await?;
                    settings::set(c, company, now, "scheduleType", of).await
                })
                .await;
            set.expect("the hours are set");
        }
        db.close().await;
    }

    /// A place for a desk, with nothing in it and nothing running.
    pub fn prepare(backend: Backend, extra: &[(&str, &str)]) -> TestDesk {
        Self::on(database::fresh(backend, None), backend, extra)
    }

    /// A place for a desk on a database.
    pub(super) fn on(url: Option<String>, backend: Backend, extra: &[(&str, &str)]) -> TestDesk {
        // the client of the tests; it fails only where another test was faster
        let _ = rustls::crypto::ring::default_provider().install_default();
        let root = tempfile::tempdir().expect("a temporary folder");
        let data = root.path().join("data");
        std::fs::create_dir(&data).expect("a folder");
        TestDesk {
            backend,
            base: format!("http://127.0.0.1:{}", free_port()),
            operator: format!("http://127.0.0.1:{}", free_port()),
            extra: extra
                .iter()
                .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))
                .collect(),
            root: Arc::new(root),
            data,
            node: String::new(),
            database_url: url,
            process: Mutex::new(None),
            sessions: tokio::sync::Mutex::default(),
        }
    }

    /// One more node: the same database and the same data folder, ports of its own.
    pub async fn start_peer(&self, name: &str) -> TestDesk {
        let peer = TestDesk {
            backend: self.backend,
            base: format!("http://127.0.0.1:{}", free_port()),
            operator: format!("http://127.0.0.1:{}", free_port()),
            extra: self.extra.clone(),
            root: Arc::clone(&self.root),
            data: self.data.clone(),
            node: name.to_owned(),
            database_url: self.database_url.clone(),
            process: Mutex::new(None),
            sessions: tokio::sync::Mutex::default(),
        };
        peer.started().await
    }

    pub(super) async fn started(mut self) -> Self {
        while !self.is_started().await {
            // somebody else was faster on one of the ports
            self.base = format!("http://127.0.0.1:{}", free_port());
            self.operator = format!("http://127.0.0.1:{}", free_port());
        }
        self
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
        let started = Instant::now();
        while !self.is_ready().await {
            let log = self.log();
            if log.get(before..).is_some_and(|log| log.contains(NO_PORT)) {
                return false;
            }
            assert!(started.elapsed() < PATIENCE, "the desk is not ready: {log}");
            tokio::time::sleep(LOOK_EVERY).await;
        }
        true
    }

    /// Whether both ports answer well.
    pub async fn is_ready(&self) -> bool {
        let answers = async |url: String| {
            let answer = reqwest::get(url).await;
            answer.is_ok_and(|it| it.status().is_success())
        };
        answers(format!("{}/readyz", self.operator)).await
            && answers(format!("{}/api/version", self.base)).await
    }

    /// Ends the process without warning, as a power cut would end it.
    pub fn kill(&self) {
        self.signal("-KILL");
        self.wait();
    }

    /// Sends the process a signal, as `kill` names it.
    pub fn signal(&self, signal: &str) {
        let sent = Command::new("kill")
            .args([signal, &self.pid()])
            .status()
            .expect("kill runs");
        assert!(sent.success());
    }

    /// Waits until the process has ended.
    pub fn wait(&self) {
        if let Some(mut child) = self.process.lock().unwrap().take() {
            child.wait().expect("it ends");
        }
    }

    /// The process's number.
    pub fn pid(&self) -> String {
        let pid = std::fs::read_to_string(self.own_file("pid")).expect("a pid");
        pid.trim().to_owned()
    }

    /// Its database on the test server.
    pub fn postgres_url(&self) -> String {
        self.database_url.clone().expect("a desk on PostgreSQL")
    }

    /// Everything the process wrote.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.own_file("log")).unwrap_or_default()
    }

    /// What it counts and measures, as an operator reads it.
    pub async fn metrics(&self) -> String {
        let answer = reqwest::get(format!("{}/metrics", self.operator)).await;
        answer.expect("an answer").text().await.expect("a text")
    }

    fn own_file(&self, kind: &str) -> PathBuf {
        self.root.path().join(format!("{kind}{}", self.node))
    }

    /// The name by which the process is known to the other nodes.
    pub fn name(&self) -> String {
        let log = self.log();
        let (_, named) = log.rsplit_once("this node is called ").expect("a name");
        named.split_whitespace().next().expect("a name").to_owned()
    }

    /// The data folder.
    pub fn data_dir(&self) -> &Path {
        &self.data
    }

    /// The sign-in of a demo user; the same one for all tests, since a new sign-in ends the old one. It is renewed in time, at the
    /// next call where the desk is away just now.
    pub async fn session(&self, email: &str) -> Session {
        let mut sessions = self.sessions.lock().await;
        if let Some(session) = sessions.get_mut(email) {
            if session.is_old() {
                let renewed = match session.on_this_runtime().try_renewed().await {
                    None => Session::try_sign_in(&self.base, email, password(email)).await,
                    renewed => renewed,
                };
                *session = renewed.unwrap_or_else(|| session.on_this_runtime());
            }
            return session.on_this_runtime();
        }
        let session = Session::sign_in(&self.base, email, password(email)).await;
        sessions.insert(email.to_owned(), session.on_this_runtime());
        session
    }

    /// Lets go of the sign-in of somebody who is deleted; he may come back under his address.
    pub async fn forget_session(&self, email: &str) {
        self.sessions.lock().await.remove(email);
    }

    /// Lets go of all sign-ins: the next call of `session` makes a new one.
    pub async fn forget_sessions(&self) {
        self.sessions.lock().await.clear();
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

    /// The phones that have written to a connection.
    pub async fn phones(&self, connection: i64) -> Vec<Value> {
        let url = format!("{}/simulator/{connection}/phones", self.operator);
        let answer = reqwest::get(url).await.expect("an answer");
        answer.json().await.expect("a list")
    }

    /// The business's phone of a new connection scans its code as soon as it is shown.
    pub async fn pair(&self, connection: i64) {
        let url = format!("{}/simulator/{connection}/session", self.operator);
        until("a code is shown", async || {
            let phone: Value = reqwest::get(&url)
                .await
                .expect("an answer")
                .json()
                .await
                .expect("a phone");
            phone["qrcode"] != ""
        })
        .await;
        self.simulator_post(connection, "session/scan", &serde_json::json!({}))
            .await;
    }

    /// The business's phone scans the code, if one is still shown.
    pub async fn try_scan(&self, connection: i64) {
        let url = format!("{}/simulator/{connection}/session/scan", self.operator);
        let scan = reqwest::Client::new()
            .post(url)
            .json(&serde_json::json!({}));
        scan.send().await.expect("an answer");
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
        let script = r#""$0" serve --demo >>"$1" 2>&1 & echo $! >"$2"; cat >/dev/null; kill -9 $! 2>/dev/null; wait"#;
        let mut command = Command::new("sh");
        command
            .args(["-c", script, &binary()])
            .args([self.own_file("log"), self.own_file("pid")]);
        self.told(&mut command);
        command
            .stdin(Stdio::piped())
            .spawn()
            .expect("the desk starts")
    }

    /// The program with this desk's settings, to run another command of it.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(binary());
        command.args(arguments).stdin(Stdio::null());
        self.told(&mut command);
        command
    }

    fn told(&self, command: &mut Command) {
        let port = |url: &str| url.rsplit(':').next().unwrap_or_default().to_owned();
        command
            .env("GUICHE__DATA_DIR", &self.data)
            .env("GUICHE__HTTP__PORT", port(&self.base))
            .env("GUICHE__OPERATOR__PORT", port(&self.operator))
            .env("GUICHE__LIMITS__LOGIN_PER_IP_PER_MINUTE", "100000")
            .env("GUICHE__LIMITS__SIGNUP_PER_IP_PER_HOUR", "100000")
            .env("GUICHE__LIMITS__INVITATIONS_PER_HOUR", "100000")
            .env("GUICHE__LIMITS__FORGOT_PER_HOUR", "100000")
            // nothing here may reach WhatsApp: a port where nobody listens
            .env("GUICHE__WHATSAPP__WEB_URL", "ws://127.0.0.1:9/ws/chat")
            .env("GUICHE__LOG__LEVEL", "info");
        if let Some(url) = &self.database_url {
            command.env("GUICHE__DATABASE__URL", url);
        }
        for (key, value) in &self.extra {
            command.env(key, value);
        }
    }
}

/// The binary under test; `make faults` gives the released one.
fn binary() -> String {
    told("GUICHE_BIN").unwrap_or_else(|| env!("CARGO_BIN_EXE_guiche").to_owned())
}

/// A failed test shows the end of what its desk had to say.
#[expect(clippy::print_stderr, reason = "seen only where a test failed")]
impl Drop for TestDesk {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let log = self.log();
            let lines: Vec<&str> = log.lines().rev().take(SHOWN_LINES).collect();
            eprintln!("the desk's log ends:");
            for line in lines.iter().rev() {
                eprintln!("{line}");
            }
        }
    }
}

/// Waits for a condition.
pub async fn until<F: Future<Output = bool>>(what: &str, condition: impl Fn() -> F) {
    until_within(PATIENCE, what, condition).await;
}

/// Waits for a condition that may take longer than usual.
pub async fn until_within<F: Future<Output = bool>>(
    patience: Duration,
    what: &str,
    condition: impl Fn() -> F,
) {
    let started = Instant::now();
    while !condition().await {
        assert!(started.elapsed() < patience, "in vain: {what}");
        tokio::time::sleep(LOOK_EVERY).await;
    }
}

/// A port below the range from which the system gives ports to outgoing connections: it stays free over a restart. Tests
/// run beside each other, so each is given another one.
pub fn free_port() -> u16 {
    static GIVEN: LazyLock<AtomicU16> =
        LazyLock::new(|| AtomicU16::new(uuid::Uuid::new_v4().as_fields().1));
    loop {
        let port = 20_000 + GIVEN.fetch_add(1, Ordering::Relaxed) % 12_000;
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}
