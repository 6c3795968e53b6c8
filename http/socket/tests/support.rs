//! A server with the gate on a free port, an echoing application behind it, and a plain
//! WebSocket client that waits with a deadline.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use actix_http::Request;
use actix_http::body::MessageBody;
use actix_service::{IntoServiceFactory, ServiceFactory};
use actix_web::dev::{AppConfig, ServiceResponse};
use actix_web::{App, web};
use futures_util::{SinkExt as _, StreamExt as _};
use guiche_actors::room::browser::Browser;
use serde_json::{Map, Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use crate::listener::{self, Limits};
use crate::socket::engine_io::Frame;
use crate::socket::socket_io::{self, Body, MAIN, Packet};
use crate::socket::{Admission, Budget, Event, Gate, Layer, Reply, Settings, Verdict};

const DEADLINE: Duration = Duration::from_secs(5);

pub const RULES: Settings = Settings {
    ping_interval: Duration::from_millis(300),
    ping_timeout: Duration::from_millis(200),
    connect_timeout: Duration::from_secs(10),
    payload_bytes_max: 1_000_000,
    layer: Layer::Socket {
        namespaces: &["/", "/custom"],
    },
};

/// More than these tests need.
static BUDGET: Budget = Budget::new(64_000_000, 64_000_000);

/// A running server.
pub struct TestServer {
    pub address: SocketAddr,
    /// Every session that began, by what reaches it.
    pub browsers: mpsc::UnboundedReceiver<Browser>,
    /// Gates that live.
    pub gates: Arc<AtomicUsize>,
}

struct Echo {
    auth: Value,
    gates: Arc<AtomicUsize>,
}

impl Drop for Echo {
    fn drop(&mut self) {
        self.gates.fetch_sub(1, Ordering::SeqCst);
    }
}

fn emit(namespace: bytestring::ByteString, name: &str, payload: socket_io::Payload) -> Reply {
    let body = Body::Event {
        ack: None,
        name: name.into(),
        payload,
    };
    Reply {
        frames: socket_io::encode(&Packet { namespace, body }),
        ..Reply::default()
    }
}

impl Gate for Echo {
    async fn connect(&mut self, _: &str, auth: Map<String, Value>) -> Verdict {
        if auth.contains_key("refuse") {
            return Err(json!({"message": "unauthorized"}));
        }
        let expires_in = auth
            .get("expires_ms")
            .and_then(Value::as_u64)
            .map(Duration::from_millis);
        self.auth = auth.into();
        Ok(Admission { expires_in })
    }

    async fn joined(&mut self, namespace: &str) -> Reply {
        emit(namespace.into(), "auth", vec![self.auth.take()].into())
    }

    async fn event(&mut self, event: Event) -> Reply {
        match event.name.as_str() {
            "message" => emit(event.namespace, "message-back", event.payload),
            "message-with-ack" => Reply {
                ack: Some(event.payload),
                ..Reply::default()
            },
            "later" => {
                tokio::time::sleep(Duration::from_millis(50)).await;
                Reply::ack(json!("later"))
            }
            "never" => std::future::pending().await,
            _ => Reply::default(),
        }
    }

    async fn left(&mut self, namespace: &str) -> Reply {
        emit(MAIN, "left", vec![json!(namespace)].into())
    }

    async fn message(&mut self, frame: Frame) -> Reply {
        Reply {
            frames: vec![frame],
            ..Reply::default()
        }
    }
}

/// Answers on a free port; it ends with the test's runtime.
pub fn serve<F, I, S, B>(stalled_max: Duration, app: F) -> SocketAddr
where
    F: Fn() -> I + Send + Clone + 'static,
    I: IntoServiceFactory<S, Request>,
    S: ServiceFactory<
            Request,
            Config = AppConfig,
            Response = ServiceResponse<B>,
            Error = actix_web::Error,
        > + 'static,
    S::InitError: std::fmt::Debug,
    B: MessageBody + 'static,
{
    let limits = Limits {
        workers: 1,
        connections_per_worker: 100,
        head_within: DEADLINE,
        keep_alive: DEADLINE,
        shutdown_secs: 1,
        stalled_max,
    };
    let listener = listener::bind(([127, 0, 0, 1], 0).into()).unwrap();
    let address = listener.local_addr().unwrap();
    actix_web::rt::spawn(listener::serve(listener, limits, app).unwrap());
    address
}

/// Starts a server on a free port; it ends with the test's runtime.
pub fn server(rules: Settings, stalled_max: Duration) -> TestServer {
    server_with(rules, stalled_max, &BUDGET)
}

/// The same with a bound of what all its sockets keep together.
pub fn server_with(rules: Settings, stalled_max: Duration, budget: &'static Budget) -> TestServer {
    let (tell, browsers) = mpsc::unbounded_channel();
    let gates = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&gates);
    let address = serve(stalled_max, move || {
        let (tell, counter) = (tell.clone(), Arc::clone(&counter));
        let handler = move |request: actix_web::HttpRequest| {
            let (tell, gates) = (tell.clone(), Arc::clone(&counter));
            async move {
                crate::socket::open(&request, rules, budget, move |browser| {
                    tell.send(browser).unwrap();
                    gates.fetch_add(1, Ordering::SeqCst);
                    Echo {
                        auth: Value::Null,
                        gates,
                    }
                })
            }
        };
        App::new().route("/socket.io/", web::route().to(handler))
    });
    TestServer {
        address,
        browsers,
        gates,
    }
}

pub fn sockets_server() -> TestServer {
    server(RULES, Duration::from_secs(30))
}

pub fn engine_server() -> TestServer {
    server(
        Settings {
            layer: Layer::Engine,
            ..RULES
        },
        Duration::from_secs(30),
    )
}

/// A client that sees every frame, also the server's pings.
pub struct Client {
    pub stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Client {
    /// Opens a WebSocket and reads the open packet.
    pub async fn open(server: &TestServer) -> (Self, Value) {
        Self::open_at(server.address, "").await
    }

    /// The same with more in the query, `&` included.
    pub async fn open_at(address: SocketAddr, query: &str) -> (Self, Value) {
        let url = format!("ws://{address}/socket.io/?EIO=4&transport=websocket{query}");
        let (stream, _) = tokio_tungstenite::connect_async(url).await.unwrap();
        let mut client = Self { stream };
        let open = client.text().await;
        let handshake = serde_json::from_str(open.strip_prefix('0').unwrap()).unwrap();
        (client, handshake)
    }

    /// Opens, joins the main namespace and reads up to the `auth` event.
    pub async fn joined(server: &TestServer) -> Self {
        let (mut client, _) = Self::open(server).await;
        client.send("40").await;
        assert!(client.text().await.starts_with("40{\"sid\":"));
        assert_eq!(client.text().await, "42[\"auth\",{}]");
        client
    }

    pub async fn send(&mut self, text: &str) {
        self.stream.send(Message::text(text)).await.unwrap();
    }

    /// Writes bytes as they are, which need not be a frame.
    pub async fn send_raw(&mut self, bytes: &[u8]) {
        self.stream.get_mut().write_all(bytes).await.unwrap();
    }

    pub async fn send_bytes(&mut self, bytes: &'static [u8]) {
        self.stream.send(Message::binary(bytes)).await.unwrap();
    }

    async fn next(&mut self) -> Option<Message> {
        match timeout(DEADLINE, self.stream.next())
            .await
            .expect("nothing came in time")
        {
            Some(Ok(message)) => Some(message),
            Some(Err(tungstenite::Error::Io(_) | tungstenite::Error::Protocol(_))) | None => None,
            Some(Err(error)) => panic!("{error}"),
        }
    }

    /// The next text frame, pings of the server included.
    pub async fn text_or_ping(&mut self) -> String {
        match self.next().await {
            Some(Message::Text(text)) => text.to_string(),
            other => panic!("no text but {other:?}"),
        }
    }

    /// The next text frame that is no ping; pings are answered on the way.
    pub async fn text(&mut self) -> String {
        loop {
            let text = self.text_or_ping().await;
            if text != "2" {
                return text;
            }
            self.send("3").await;
        }
    }

    /// The next frame must be binary.
    pub async fn bytes(&mut self) -> Vec<u8> {
        loop {
            match self.next().await {
                Some(Message::Binary(bytes)) => return bytes.to_vec(),
                Some(Message::Text(text)) if text.as_str() == "2" => self.send("3").await,
                other => panic!("no bytes but {other:?}"),
            }
        }
    }

    /// Reads to the end of the connection; gives the text frames that came, without pings, and
    /// the code of the close frame, if one came.
    pub async fn end(&mut self) -> (Vec<String>, Option<u16>) {
        let (mut texts, mut code) = (Vec::new(), None);
        while let Some(message) = self.next().await {
            match message {
                Message::Text(text) if text.as_str() != "2" => texts.push(text.to_string()),
                Message::Close(frame) => code = frame.map(|frame| frame.code.into()),
                _ => {}
            }
        }
        (texts, code)
    }
}

/// Waits until the condition holds, with a deadline.
pub async fn until(what: &str, mut condition: impl FnMut() -> bool) {
    let wait = async {
        while !condition() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(DEADLINE, wait)
        .await
        .unwrap_or_else(|_| panic!("{what}: not in time"));
}
