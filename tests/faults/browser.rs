//! A browser that loses its server again and again, takes up where it was, and must not be able to tell (invariant I6).

use std::{
    collections::BTreeMap,
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use reqwest::Method;
use serde_json::{Value, json};

use super::{
    account::Account,
    note,
    support::{TestDesk, TestSocket, until},
};

/// What is on the screen of each message: text, ticks, how its sending stands.
type Screen = BTreeMap<i64, (String, i64, String)>;

/// A browser with some conversations open.
pub struct Browser<'d> {
    desk: &'d TestDesk,
    account: &'d Account<'d>,
    tickets: Vec<i64>,
    stopped: AtomicBool,
    resumes: AtomicUsize,
    resyncs: AtomicUsize,
    /// What kept it from taking up again, the last time.
    refusal: Mutex<String>,
}

impl<'d> Browser<'d> {
    pub fn new(desk: &'d TestDesk, account: &'d Account<'d>, tickets: Vec<i64>) -> Self {
        Self {
            desk,
            account,
            tickets,
            stopped: AtomicBool::new(false),
            resumes: AtomicUsize::new(0),
            resyncs: AtomicUsize::new(0),
            refusal: Mutex::default(),
        }
    }

    /// Everything has happened; what was missed is still fetched.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::SeqCst);
    }

    /// Lives until it is stopped, and answers what it shows then.
    pub async fn live(&self) -> Screen {
        let mut screen = self.fresh().await;
        let mut known = None;
        loop {
            let last = self.stopped.load(Ordering::SeqCst);
            let Some(mut socket) = self.connect(&mut known, &mut screen).await else {
                until("the desk is ready", async || self.desk.is_ready().await).await;
                continue;
            };
            if last {
                return screen;
            }
            while !self.stopped.load(Ordering::SeqCst) {
                // pings come, so that a quiet desk is looked at too
                let next =
                    tokio::time::timeout(Duration::from_millis(200), socket.is_there()).await;
                self.take(&mut socket, &mut screen);
                known = Some(socket.last_seq);
                if next == Ok(false) {
                    break;
                }
            }
        }
    }

    /// Compares what the browser shows with what a fresh one shows.
    pub async fn compare(&self, shown: Screen) {
        let fresh = self.fresh().await;
        for (id, message) in &fresh {
            assert_eq!(
                shown.get(id),
                Some(message),
                "message {id} on the screen that resumed"
            );
        }
        assert_eq!(shown.len(), fresh.len());
        note(&format!(
            "{:?}: a browser resumed {} times ({} times it read everything anew; last refused: {:?}) and shows {} messages \
             like a fresh one",
            self.desk.backend,
            self.resumes.load(Ordering::SeqCst),
            self.resyncs.load(Ordering::SeqCst),
            self.refusal.lock().expect("no panic"),
            fresh.len()
        ));
    }

    /// Connects, joins, and gets what was missed.
    async fn connect(&self, known: &mut Option<i64>, screen: &mut Screen) -> Option<TestSocket> {
        let token = self.account.token().await;
        let mut socket = match TestSocket::connect(self.desk, &token).await {
            Ok(socket) => socket,
            Err(refusal) => {
                if refusal.starts_with("44") {
                    self.account.renew(Some(token)).await;
                }
                return self.refused(refusal);
            }
        };
        for ticket in &self.tickets {
            let answer = socket.ask_if_open("joinChatBox", json!(ticket)).await?;
            if answer != json!({ "ok": true }) {
                return self.refused(format!("joinChatBox: {answer}"));
            }
        }
        match *known {
            None => {
                let ready = socket.seen.iter().find(|(name, _)| name == "ready");
                socket.last_seq = ready?.1["lastSeq"].as_i64()?;
                self.read_anew(&mut socket, screen).await;
            }
            Some(seq) => {
                let answer = socket
                    .ask_if_open("resume", json!({ "lastSeq": seq }))
                    .await?;
                self.resumes.fetch_add(1, Ordering::SeqCst);
                if answer["resync"] == true {
                    self.resyncs.fetch_add(1, Ordering::SeqCst);
                    self.read_anew(&mut socket, screen).await;
                } else if answer["ok"] != true {
                    return self.refused(format!("resume: {answer}"));
                } else if let Some(last) = answer["lastSeq"].as_i64() {
                    socket.last_seq = socket.last_seq.max(last);
                }
            }
        }
        self.take(&mut socket, screen);
        *known = Some(socket.last_seq);
        Some(socket)
    }

    /// What came before is older than what is read now: some of it was told before the conversation was joined, so that
    /// what followed was not.
    async fn read_anew(&self, socket: &mut TestSocket, screen: &mut Screen) {
        socket.take_seen();
        *screen = self.fresh().await;
    }

    fn refused(&self, why: String) -> Option<TestSocket> {
        *self.refusal.lock().expect("no panic") = why;
        None
    }

    /// Lays what came over what is shown.
    fn take(&self, socket: &mut TestSocket, screen: &mut Screen) {
        for (name, payload) in socket.take_seen() {
            if name.ends_with("-appMessage") && self.is_open(&payload["message"]) {
                show(screen, &payload["message"]);
            }
        }
    }

    fn is_open(&self, message: &Value) -> bool {
        message["ticketId"]
            .as_i64()
            .is_some_and(|id| self.tickets.contains(&id))
    }

    /// What a browser shows that was never there before.
    async fn fresh(&self) -> Screen {
        let mut screen = Screen::new();
        for ticket in &self.tickets {
            let mut before = String::new();
            loop {
                let path = format!("/messages/{ticket}{before}");
                let page = self.account.insist(Method::GET, &path, None, "").await;
                let messages = page["messages"].as_array().expect("messages");
                for message in messages {
                    show(&mut screen, message);
                }
                if page["hasMore"] != true {
                    break;
                }
                before = format!("?before={}", messages[0]["id"]);
            }
        }
        screen
    }
}

fn show(screen: &mut Screen, message: &Value) {
    let text = |name: &str| message[name].as_str().unwrap_or_default().to_owned();
    let (id, ack) = (
        message["id"].as_i64().expect("an id"),
        message["ack"].as_i64(),
    );
    screen.insert(
        id,
        (text("body"), ack.unwrap_or_default(), text("sendState")),
    );
}
