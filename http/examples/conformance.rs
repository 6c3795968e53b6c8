//! A server for the public conformance suites of the Engine.IO and Socket.IO protocols, made of
//! the product's own gate: `cargo run -p guiche-http --example conformance`, port 3000.

use std::time::Duration;

use actix_web::{App, HttpRequest, HttpResponse, web};
use bytestring::ByteString;
use guiche_http::listener::{self, Limits};
use guiche_http::socket::engine_io::Frame;
use guiche_http::socket::socket_io::{self, Body, Packet};
use guiche_http::socket::{Admission, Budget, Event, Gate, Layer, Reply, Settings, Verdict};
use serde_json::{Map, Value, json};

const RULES: Settings = Settings {
    ping_interval: Duration::from_millis(300),
    ping_timeout: Duration::from_millis(200),
    connect_timeout: Duration::from_secs(45),
    payload_bytes_max: 1_000_000,
    layer: Layer::Socket {
        namespaces: &["/", "/custom"],
    },
};

static BUDGET: Budget = Budget::new(64_000_000, 64_000_000);

/// Says back what it hears.
#[derive(Default)]
struct Echo {
    auth: Map<String, Value>,
}

impl Gate for Echo {
    async fn connect(&mut self, _: &str, auth: Map<String, Value>) -> Verdict {
        if auth.contains_key("refuse") {
            return Err(json!({"message": "refused"}));
        }
        self.auth = auth;
        Ok(Admission::default())
    }

    async fn joined(&mut self, namespace: &str) -> Reply {
        // the suites' client looks at one message per read and would miss the second
        tokio::time::sleep(Duration::from_millis(5)).await;
        let auth = Value::Object(std::mem::take(&mut self.auth));
        let name = "auth".to_owned();
        let body = Body::Event {
            ack: None,
            name,
            payload: vec![auth].into(),
        };
        let packet = Packet {
            namespace: ByteString::from(namespace),
            body,
        };
        Reply {
            frames: socket_io::encode(&packet),
            ..Reply::default()
        }
    }

    async fn event(&mut self, event: Event) -> Reply {
        match event.name.as_str() {
            "message" => {
                let name = "message-back".to_owned();
                let body = Body::Event {
                    ack: None,
                    name,
                    payload: event.payload,
                };
                let packet = Packet {
                    namespace: event.namespace,
                    body,
                };
                Reply {
                    frames: socket_io::encode(&packet),
                    ..Reply::default()
                }
            }
            "message-with-ack" => Reply {
                ack: Some(event.payload),
                ..Reply::default()
            },
            _ => Reply::default(),
        }
    }

    async fn left(&mut self, _: &str) -> Reply {
        Reply::default()
    }

    async fn message(&mut self, frame: Frame) -> Reply {
        Reply {
            frames: vec![frame],
            ..Reply::default()
        }
    }
}

async fn sockets(request: HttpRequest) -> Result<HttpResponse, actix_web::Error> {
    guiche_http::socket::open(&request, RULES, &BUDGET, |_| Echo::default())
}

async fn engine(request: HttpRequest) -> Result<HttpResponse, actix_web::Error> {
    let rules = Settings {
        layer: Layer::Engine,
        ..RULES
    };
    guiche_http::socket::open(&request, rules, &BUDGET, |_| Echo::default())
}

#[actix_web::main]
async fn main() -> std::io::Result<()> {
    let app = || {
        App::new()
            .route("/socket.io/", web::route().to(sockets))
            .route("/engine.io/", web::route().to(engine))
    };
    let limits = Limits {
        workers: 1,
        connections_per_worker: 1_000,
        head_within: Duration::from_secs(10),
        keep_alive: Duration::from_secs(75),
        shutdown_secs: 1,
        stalled_max: Duration::from_secs(30),
    };
    let port = listener::bind(([127, 0, 0, 1], 3000).into())?;
    listener::serve(port, limits, app)?.await
}
