//! A browser's socket: Socket.IO 5 over WebSocket, as far as the tests need it.

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async, tungstenite::Message};

use super::{Session, TestDesk, described};

/// Longest silence of an open socket.
const PATIENCE: Duration = Duration::from_secs(20);
/// Longest wait for an event, however much else comes meanwhile.
const EVENT_MAX: Duration = Duration::from_mins(2);

/// An open socket that has said hello.
pub struct TestSocket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    acks: u64,
    /// Events that came while something else was waited for.
    pub seen: Vec<(String, Value)>,
    /// The number of the last event.
    pub last_seq: i64,
}

impl TestSocket {
    /// Opens a socket and waits for `ready`.
    pub async fn open(desk: &TestDesk, session: &Session) -> Self {
        let mut socket = Self::connect(desk, session.token.as_deref().unwrap_or_default())
            .await
            .expect("a socket");
        let ready = socket.event("ready").await;
        socket.last_seq = ready["lastSeq"].as_i64().unwrap_or_default();
        socket
    }

    /// Opens a socket with a token; the refusal otherwise.
    pub async fn connect(desk: &TestDesk, token: &str) -> Result<Self, String> {
        Self::connect_at(&desk.base, token).await
    }

    /// The same at any address, such as that of a proxy.
    pub async fn connect_at(base: &str, token: &str) -> Result<Self, String> {
        Self::knock_at(base, &format!("&token={token}"), "").await
    }

    /// Opens a socket with a token in the `auth` object; the refusal otherwise.
    pub async fn connect_by_auth(desk: &TestDesk, token: &str) -> Result<Self, String> {
        Self::knock(desk, "", &json!({ "token": token }).to_string()).await
    }

    /// Opens a socket with more in its address, and with the text of an `auth` object.
    pub async fn knock(desk: &TestDesk, query: &str, auth: &str) -> Result<Self, String> {
        Self::knock_at(&desk.base, query, auth).await
    }

    async fn knock_at(base: &str, query: &str, auth: &str) -> Result<Self, String> {
        let base = base.replace("http://", "ws://");
        let url = format!("{base}/socket.io/?EIO=4&transport=websocket{query}");
        let (stream, _) = connect_async(&url)
            .await
            .map_err(|error| error.to_string())?;
        let mut socket = Self {
            stream,
            acks: 0,
            seen: Vec::new(),
            last_seq: 0,
        };
        let open = socket.packet().await.ok_or("closed at once")?;
        assert!(open.starts_with('0'), "{open}");
        socket
            .try_send(&format!("40{auth}"))
            .await
            .ok_or("closed at hello")?;
        let connected = socket.packet().await.ok_or("closed at connect")?;
        if connected.starts_with("40") {
            Ok(socket)
        } else {
            Err(connected)
        }
    }

    /// Emits an event and waits for its acknowledgement.
    pub async fn ask(&mut self, name: &str, argument: Value) -> Value {
        let answer = self.ask_if_open(name, argument).await;
        answer.expect("an acknowledgement")
    }

    /// The same; `None` when the socket is closed before.
    pub async fn ask_if_open(&mut self, name: &str, argument: Value) -> Option<Value> {
        self.acks += 1;
        let id = self.acks;
        self.try_send(&format!("42{id}{}", json!([name, argument])))
            .await?;
        let head = format!("43{id}");
        loop {
            let packet = self.packet().await?;
            if let Some(rest) = packet.strip_prefix(&head) {
                let arguments: Value = serde_json::from_str(rest).expect("JSON");
                return Some(arguments[0].clone());
            }
            self.keep(&packet);
        }
    }

    /// The next event of this name, also one that came before.
    pub async fn event(&mut self, name: &str) -> Value {
        self.event_where(name, |_| true).await
    }

    /// The next event of this name for which the condition holds.
    pub async fn event_where(&mut self, name: &str, holds: impl Fn(&Value) -> bool) -> Value {
        let mut looked = 0;
        let by = tokio::time::Instant::now() + EVENT_MAX;
        loop {
            while let Some((seen, payload)) = self.seen.get(looked) {
                if seen == name && holds(payload) {
                    return self.seen.remove(looked).1;
                }
                looked += 1;
            }
            let packet = tokio::time::timeout_at(by, self.packet()).await;
            let packet = packet.unwrap_or_else(|_| panic!("in vain: {name}"));
            let packet = packet.unwrap_or_else(|| panic!("closed while waiting for {name}"));
            self.keep(&packet);
        }
    }

    /// The next event of this name; `None` when the socket is closed before.
    pub async fn event_if_open(&mut self, name: &str) -> Option<Value> {
        loop {
            if let Some(at) = self.seen.iter().position(|(seen, _)| seen == name) {
                return Some(self.seen.remove(at).1);
            }
            if !self.is_there().await {
                return None;
            }
        }
    }

    /// Waits for one more packet, an event goes to `seen`; `false` when the socket is closed instead.
    pub async fn is_there(&mut self) -> bool {
        match self.packet().await {
            Some(packet) if packet != "41" && packet != "1" => {
                self.keep(&packet);
                true
            }
            _ => false,
        }
    }

    /// Waits for one more packet; an event goes to `seen`.
    pub async fn next(&mut self) {
        assert!(self.is_there().await, "an open socket");
    }

    /// Joins as a page does; each join is granted.
    pub async fn join(&mut self, name: &str, argument: Value) {
        let answer = self.ask(name, argument.clone()).await;
        assert_eq!(answer, json!({ "ok": true }), "{name} {argument}");
    }

    /// Lets go of everything that came, and answers it.
    pub fn take_seen(&mut self) -> Vec<(String, Value)> {
        std::mem::take(&mut self.seen)
    }

    /// What came about one ticket and was not taken yet, as `entity action`, oldest first.
    pub fn told_of(&self, ticket: &Value) -> Vec<String> {
        let is_about = |payload: &Value| {
            [
                &payload["ticketId"],
                &payload["ticket"]["id"],
                &payload["message"]["ticketId"],
            ]
            .contains(&ticket)
        };
        let told = self.seen.iter().filter(|(_, payload)| is_about(payload));
        told.map(|(name, payload)| {
            let entity = name.rsplit('-').next().unwrap_or_default();
            format!(
                "{entity} {}",
                payload["action"].as_str().unwrap_or_default()
            )
        })
        .collect()
    }

    /// Ends the connection without a word, as a cut cable does.
    pub fn cut(self) {
        drop(self);
    }

    /// Whether the server closes the socket.
    pub async fn is_closed(&mut self) -> bool {
        loop {
            match self.packet().await {
                None => return true,
                Some(packet) if packet == "41" || packet == "1" => return true,
                Some(packet) => self.keep(&packet),
            }
        }
    }

    fn keep(&mut self, packet: &str) {
        let Some(rest) = packet.strip_prefix("42") else {
            return;
        };
        let event: Value = serde_json::from_str(rest).expect("JSON");
        let payload = event[1].clone();
        self.last_seq = payload["seq"].as_i64().unwrap_or(self.last_seq);
        let name = event[0].as_str().unwrap_or_default().to_owned();
        if let Some(difference) = described::difference(&name, &payload) {
            panic!("{difference}");
        }
        self.seen.push((name, payload));
    }

    async fn try_send(&mut self, text: &str) -> Option<()> {
        self.stream.send(Message::text(text.to_owned())).await.ok()
    }

    /// The next packet that is no ping; those are answered. `None` when the socket is closed.
    async fn packet(&mut self) -> Option<String> {
        loop {
            let frame = tokio::time::timeout(PATIENCE, self.stream.next()).await;
            match frame.expect("a packet in time") {
                Some(Ok(Message::Text(text))) if text.as_str() == "2" => self.try_send("3").await?,
                Some(Ok(Message::Text(text))) => return Some(text.to_string()),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }
}
