//! Customers who write, an attendant who answers and reads lists, and a browser that hears all of it, until told to end.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use reqwest::Method;
use serde_json::json;
use tokio::time::{MissedTickBehavior, interval};

use super::{
    cluster::{Cluster, arrived},
    front::{Ask, Front},
    support::{TestSocket, until},
    world::{Talk, text, unique},
};

/// Customers with an open ticket, for each round of restarts: Meta takes only some 45 messages in a row to one person, and
/// those after them wait.
const TALKS: usize = 6;
/// Between two rounds: one message in, one out, one list.
const PACE: Duration = Duration::from_millis(100);
/// Time for the last event to reach the browser.
const QUIET: Duration = Duration::from_secs(2);

pub struct Load<'c> {
    cluster: &'c Cluster,
    // where browsers knock
    doors: Vec<String>,
    pub front: Front,
    talks: Vec<Talk>,
    is_over: AtomicBool,
    // text and the number it is for or from
    sent: Mutex<Vec<(String, String)>>,
    taken: Mutex<Vec<(String, String)>>,
}

impl<'c> Load<'c> {
    /// Browsers and callers come to the nodes themselves.
    pub async fn prepare(cluster: &'c Cluster, rounds: usize) -> Self {
        let doors = cluster.nodes.iter().map(|node| node.base.clone()).collect();
        Self::through(doors, cluster, rounds).await
    }

    /// Browsers and callers come to other addresses, behind which the nodes are.
    pub async fn through(doors: Vec<String>, cluster: &'c Cluster, rounds: usize) -> Self {
        let world = cluster.world().await;
        let mut talks = Vec::new();
        for _ in 0..TALKS * rounds {
            talks.push(world.talk().await);
        }
        Self {
            cluster,
            front: Front::new(doors.clone()),
            doors,
            talks,
            is_over: AtomicBool::new(false),
            sent: Mutex::default(),
            taken: Mutex::default(),
        }
    }

    pub fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    fn goes_on(&self) -> bool {
        !self.is_over.load(Ordering::Relaxed)
    }

    /// Messages in, messages out and lists, side by side, until the end.
    pub async fn run(&self) {
        let mut pace = interval(PACE);
        pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut round = 0;
        while self.goes_on() {
            pace.tick().await;
            let talk = &self.talks[round % self.talks.len()];
            tokio::join!(
                self.customer_writes(talk, round),
                self.marina_answers(talk, round),
                self.marina_reads()
            );
            round += 1;
        }
    }

    async fn customer_writes(&self, talk: &Talk, round: usize) {
        let body = format!("Pergunta {round}");
        let value = text(&talk.number, &format!("wamid.{}", unique()), &body);
        let line = &self.cluster.line;
        let body_text = line.envelope("messages", value).to_string();
        let ask = Ask {
            method: Method::POST,
            path: format!("/api/webhooks/whatsapp/{}", line.connection),
            headers: vec![("x-hub-signature-256", line.sign(&body_text))],
            body: Some(body_text),
        };
        if self.front.ask(&ask).await.is_some() {
            self.taken.lock().unwrap().push((talk.number.clone(), body));
        }
    }

    async fn marina_answers(&self, talk: &Talk, round: usize) {
        let body = format!("Resposta {round}");
        let ask = Ask {
            method: Method::POST,
            path: format!("/api/messages/{}", talk.ticket["id"]),
            headers: vec![self.bearer()],
            body: Some(json!({ "body": body }).to_string()),
        };
        if self.front.ask(&ask).await.is_some() {
            self.sent.lock().unwrap().push((talk.number.clone(), body));
        }
    }

    async fn marina_reads(&self) {
        let ask = Ask {
            method: Method::GET,
            path: "/api/tickets?status=open".to_owned(),
            headers: vec![self.bearer()],
            body: None,
        };
        self.front.ask(&ask).await;
    }

    fn bearer(&self) -> (&'static str, String) {
        let token = self.cluster.marina.token.as_deref().unwrap_or_default();
        ("authorization", format!("Bearer {token}"))
    }

    /// A browser that comes back to the next node whenever its own sends it away, and resumes by number. Answers how
    /// often it was sent away and the texts that it heard of, until the end and a little longer.
    pub async fn browse(&self, mut socket: TestSocket) -> (usize, BTreeMap<String, usize>) {
        let (mut heard, mut moves) = (Heard::from(socket.last_seq), 0);
        loop {
            heard.take(&mut socket);
            match tokio::time::timeout(QUIET, socket.is_there()).await {
                Ok(true) => {}
                Ok(false) => {
                    moves += 1;
                    heard.take(&mut socket);
                    socket = self.come_back(moves, &heard).await;
                }
                Err(_) if self.goes_on() => {}
                Err(_) => return (moves, heard.texts),
            }
        }
    }

    async fn come_back(&self, mut place: usize, heard: &Heard) -> TestSocket {
        loop {
            if let Some(socket) = self.enter_and_resume(place, heard).await {
                return socket;
            }
            place += 1;
        }
    }

    async fn enter_and_resume(&self, place: usize, heard: &Heard) -> Option<TestSocket> {
        let mut socket = self.enter(place).await?;
        let known = json!({ "lastSeq": heard.last_seq });
        let answer = socket.ask_if_open("resume", known).await?;
        assert_eq!(answer["ok"], true, "{answer}");
        // what was told before the gap came is in it once more
        socket
            .seen
            .sort_by_key(|(_, payload)| payload["seq"].as_i64());
        socket
            .seen
            .dedup_by_key(|(_, payload)| payload["seq"].as_i64());
        // a node that lags behind may tell what another one told already: a page knows that record by then
        socket.seen.retain(|(_, payload)| {
            payload["seq"]
                .as_i64()
                .is_none_or(|seq| seq > heard.last_seq)
        });
        Some(socket)
    }

    /// A browser at a node; `None` where it is not let in.
    pub async fn enter(&self, place: usize) -> Option<TestSocket> {
        let door = &self.doors[place % self.doors.len()];
        let token = self.cluster.marina.token.as_deref().unwrap_or_default();
        let mut socket = TestSocket::connect_at(door, token).await.ok()?;
        let ready = socket.event_if_open("ready").await?;
        for status in ["open", "pending"] {
            let answer = socket.ask_if_open("joinTickets", json!(status)).await?;
            assert_eq!(answer, json!({ "ok": true }));
        }
        // what was told meanwhile is still to be taken
        socket.last_seq = ready["lastSeq"].as_i64()?;
        Some(socket)
    }

    /// Everything that was taken or promised is there exactly once.
    pub async fn check(&self, heard: &BTreeMap<String, usize>) {
        assert_eq!(*self.front.errors.lock().unwrap(), Vec::<String>::new());
        self.cluster.until_settled().await;
        let sent = self.sent.lock().unwrap().clone();
        for (number, body) in &sent {
            assert_eq!(arrived(number, body), 1, "{body}");
            assert_eq!(heard.get(body), Some(&1), "{body} at the browser");
        }
        let states = self.cluster.states();
        assert!(
            states.iter().all(|(state, _)| state == "accepted"),
            "{states:?}"
        );
        let taken = self.taken.lock().unwrap().clone();
        let of = |body: &str| {
            let sql =
                format!("SELECT count(*) FROM messages WHERE NOT from_me AND body = '{body}'");
            self.cluster.nodes[0].number(&sql)
        };
        for (_, body) in &taken {
            until(&format!("{body} is applied"), async || of(body) == 1).await;
            assert_eq!(heard.get(body), Some(&1), "{body} at the browser");
        }
        let refused = self.front.refused.load(Ordering::Relaxed);
        super::note(&format!(
            "{} messages in, {} out, 0 lost, 0 doubled, 0 errors, {refused} calls refused with 503 and asked elsewhere",
            taken.len(),
            sent.len()
        ));
    }
}

/// What a browser knows.
struct Heard {
    last_seq: i64,
    texts: BTreeMap<String, usize>,
}

impl Heard {
    fn from(last_seq: i64) -> Self {
        let texts = BTreeMap::new();
        Self { last_seq, texts }
    }

    /// Counts the messages that were told, and checks that nothing is told twice or out of order.
    fn take(&mut self, socket: &mut TestSocket) {
        for (name, payload) in socket.take_seen() {
            let Some(seq) = payload["seq"].as_i64() else {
                continue;
            };
            assert!(seq > self.last_seq, "{seq} after {}", self.last_seq);
            self.last_seq = seq;
            if name.ends_with("-appMessage") && payload["action"] == "create" {
                let body = payload["message"]["body"].as_str().unwrap_or_default();
                *self.texts.entry(body.to_owned()).or_default() += 1;
            }
        }
    }
}
