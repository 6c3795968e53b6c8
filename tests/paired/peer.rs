//! The network of phones: a process of its own, and what a test has phones do.

use std::{
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use serde_json::{Value, json};
use tokio::sync::OnceCell;

use super::{note, support::told};

/// Where it is, and where `scripts/install-test-peers` installs what it needs.
const FOLDER: &str = "tests/paired/peer";

/// A running network. It ends with its standard input, which closes when the test's process ends, however it ends.
pub struct Peer {
    pub socket: String,
    control: String,
    _process: Child,
}

impl Peer {
    /// The network that the tests of this binary share; every test has numbers of its own. `None`: it cannot run here, which
    /// `make test` does not take.
    pub async fn shared() -> Option<&'static Self> {
        static PEER: OnceCell<Option<Peer>> = OnceCell::const_new();
        let start = async || {
            let folder = installed()?;
            let started = tokio::task::spawn_blocking(move || Self::start(&folder));
            Some(started.await.expect("the network starts"))
        };
        PEER.get_or_init(start).await.as_ref()
    }

    fn start(folder: &Path) -> Self {
        let mut process = Command::new("node")
            .arg("main.mjs")
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("node starts");
        let said = process.stdout.take().expect("an output");
        let mut line = String::new();
        BufReader::new(said).read_line(&mut line).expect("a line");
        let places: Value = serde_json::from_str(&line).expect("its addresses");
        let text = |name: &str| places[name].as_str().expect("an address").to_owned();
        Self {
            socket: text("socket"),
            control: text("control"),
            _process: process,
        }
    }

    /// Has the network do something that it can refuse.
    pub async fn attempt(&self, verb: &str, asked: &Value) -> Result<Value, String> {
        let url = format!("{}/{verb}", self.control);
        let sent = reqwest::Client::new().post(url).json(asked).send().await;
        let answer = sent.expect("an answer");
        let is_done = answer.status().is_success();
        let body: Value = answer.json().await.expect("JSON");
        if is_done {
            Ok(body)
        } else {
            Err(body["error"].to_string())
        }
    }

    /// Has the network do something.
    pub async fn run(&self, verb: &str, asked: Value) -> Value {
        let done = self.attempt(verb, &asked).await;
        done.unwrap_or_else(|error| panic!("{verb} {asked}: {error}"))
    }

    /// What a phone has got, oldest first: each with its id, how often it came, and what is in it.
    pub async fn got(&self, number: &str) -> Vec<Value> {
        let phone = self.run("phone", json!({ "number": number })).await;
        phone["got"].as_array().expect("a list").clone()
    }

    /// What a phone has got and could not open.
    pub async fn unread(&self, number: &str) -> Vec<Value> {
        let phone = self.run("phone", json!({ "number": number })).await;
        phone["unread"].as_array().expect("a list").clone()
    }
}

fn installed() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(FOLDER);
    let has_node = Command::new("node")
        .arg("--version")
        .output()
        .is_ok_and(|it| it.status.success());
    if has_node && folder.join("node_modules/baileys").is_dir() {
        return Some(folder);
    }
    assert!(
        told("GUICHE_TEST_REQUIRE_ALL").is_none(),
        "node or the packages of {FOLDER} are missing although everything is required: scripts/install-test-peers"
    );
    note(&format!(
        "paired numbers were not tested: npm --prefix {FOLDER} ci --ignore-scripts"
    ));
    None
}
