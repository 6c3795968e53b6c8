//! One connection as a state machine: what came in goes to [`Connection::step`], what is to be
//! done comes out. No IO, no clock (times are measured from the opening), no randomness: the
//! session around it only moves bytes, and every rule of the two protocols is tested here.

use std::time::Duration;

use bytestring::ByteString;
use serde_json::{Map, Value, json};

use super::engine_io::{self, Frame, Handshake};
use super::heartbeat::{Beat, Heartbeat};
use super::socket_io::{self, Body, Decoder, Packet, Payload};

/// What the frames of a connection carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layer {
    /// Messages as they are, handed to the application.
    Engine,
    /// Socket.IO packets for these namespaces; any other is answered `Invalid namespace`.
    Socket {
        /// Each begins with `/`.
        namespaces: &'static [&'static str],
    },
}

/// Rules of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// Time between two pings of the server.
    pub ping_interval: Duration,
    /// Time a client has to answer one.
    pub ping_timeout: Duration,
    /// Time a client may stay without having joined a namespace.
    pub connect_timeout: Duration,
    /// Largest message in bytes; the attachments of one packet share one such bound.
    pub payload_bytes_max: usize,
    /// What the frames carry.
    pub layer: Layer,
}

/// What happened.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// A complete WebSocket message.
    Received(Frame),
    /// [`Connection::due`] has come; too early is harmless.
    Tick,
    /// The application lets the client into the namespace.
    Accept {
        /// As in [`Output::Connect`].
        namespace: ByteString,
        /// Fresh id of the membership.
        sid: String,
    },
    /// The application does not let the client in.
    Refuse {
        /// As in [`Output::Connect`].
        namespace: ByteString,
        /// What the client reads in `connect_error`.
        error: Value,
    },
}

/// What is to be done, in this order.
#[derive(Debug, Clone, PartialEq)]
pub enum Output {
    /// Write the frame.
    Send(Frame),
    /// Ask the application, then step with `Accept` or `Refuse`.
    Connect {
        /// One of the settings' namespaces.
        namespace: ByteString,
        /// The client's auth object, empty when it sent none.
        auth: Map<String, Value>,
    },
    /// An event of a joined namespace.
    Event(Event),
    /// The client left a namespace it had joined.
    Left(ByteString),
    /// A message of an engine-only connection.
    Message(Frame),
    /// Close the connection; nothing comes out afterwards.
    Close(Ending),
}

/// An event a client sent.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// Joined by the client.
    pub namespace: ByteString,
    /// Never a reserved name.
    pub name: String,
    /// Number of the wanted answer.
    pub ack: Option<u64>,
    /// What follows the name.
    pub payload: Payload,
}

/// Why a connection ended on the side of the protocol.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Ending {
    /// The client said so.
    #[error("the client left")]
    ClientLeft,
    /// A ping was not answered.
    #[error("the client did not answer a ping")]
    PingTimeout,
    /// No namespace was joined in time.
    #[error("the client joined no namespace in time")]
    NotJoined,
    /// A frame that is no Engine.IO packet.
    #[error("malformed frame: {0}")]
    Engine(#[from] engine_io::DecodeError),
    /// A message that is no Socket.IO packet.
    #[error("malformed packet: {0}")]
    Socket(#[from] socket_io::DecodeError),
    /// A valid packet that has no business here: an event for a namespace that is not joined, a
    /// second connect, a ping from the client.
    #[error("a packet came out of place")]
    OutOfPlace,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Membership {
    Asked,
    Joined,
}

/// State of one connection.
#[derive(Debug)]
pub struct Connection {
    settings: Settings,
    heartbeat: Heartbeat,
    decoder: Decoder,
    // at most one entry per namespace of the settings
    members: Vec<(ByteString, Membership)>,
    // since when nobody is in; None while someone is, or on an engine-only connection
    alone_since: Option<Duration>,
    closed: bool,
}

impl Connection {
    /// Opens at time zero; the open packet is to be written first.
    pub fn open(settings: Settings, sid: String) -> (Self, Frame) {
        let handshake = Handshake {
            sid,
            upgrades: Vec::new(),
            ping_interval: millis(settings.ping_interval),
            ping_timeout: millis(settings.ping_timeout),
            max_payload: settings.payload_bytes_max,
        };
        let alone_since = (settings.layer != Layer::Engine).then_some(Duration::ZERO);
        let connection = Self {
            heartbeat: Heartbeat::new(settings.ping_interval, settings.ping_timeout),
            decoder: Decoder::new(settings.payload_bytes_max),
            members: Vec::new(),
            alone_since,
            closed: false,
            settings,
        };
        (
            connection,
            engine_io::encode(&engine_io::Packet::Open(handshake)),
        )
    }

    /// True between `Accept` and the client's leaving.
    pub fn is_joined(&self, namespace: &str) -> bool {
        self.membership(namespace) == Some(Membership::Joined)
    }

    /// When the next [`Input::Tick`] is wanted at the latest.
    pub fn due(&self) -> Duration {
        let beat = self.heartbeat.due();
        self.alone_since.map_or(beat, |since| {
            beat.min(since + self.settings.connect_timeout)
        })
    }

    /// Bytes that came of a packet that is not complete.
    pub fn unfinished_bytes(&self) -> usize {
        self.decoder.unfinished_bytes()
    }

    /// Takes what happened at `now` (since the opening), says what is to be done.
    pub fn step(&mut self, now: Duration, input: Input) -> Vec<Output> {
        if self.closed {
            return Vec::new();
        }
        let outputs = match input {
            Input::Received(frame) => self.receive(now, frame),
            Input::Tick => self.tick(now),
            Input::Accept { namespace, sid } => Ok(self.accept(namespace, &sid)),
            Input::Refuse { namespace, error } => Ok(self.refuse(now, namespace, error)),
        };
        outputs.unwrap_or_else(|ending| {
            self.closed = true;
            vec![Output::Close(ending)]
        })
    }

    fn tick(&mut self, now: Duration) -> Result<Vec<Output>, Ending> {
        if self
            .alone_since
            .is_some_and(|since| now >= since + self.settings.connect_timeout)
        {
            return Err(Ending::NotJoined);
        }
        match self.heartbeat.poll(now) {
            Beat::Quiet => Ok(Vec::new()),
            Beat::Ping => {
                let ping = engine_io::Packet::Ping(ByteString::new());
                Ok(vec![Output::Send(engine_io::encode(&ping))])
            }
            Beat::Lost => Err(Ending::PingTimeout),
        }
    }

    fn receive(&mut self, now: Duration, frame: Frame) -> Result<Vec<Output>, Ending> {
        use engine_io::Packet as Engine;
        let packet = match engine_io::decode(frame)? {
            Engine::Pong(_) => {
                self.heartbeat.pong();
                return Ok(Vec::new());
            }
            Engine::Noop => return Ok(Vec::new()),
            Engine::Close => return Err(Ending::ClientLeft),
            Engine::Open(_) | Engine::Ping(_) | Engine::Upgrade => return Err(Ending::OutOfPlace),
            message if self.settings.layer == Layer::Engine => {
                return Ok(vec![Output::Message(engine_io::encode(&message))]);
            }
            Engine::Message(text) => self.decoder.text(&text)?,
            Engine::Binary(bytes) => self.decoder.binary(bytes)?,
        };
        packet.map_or_else(|| Ok(Vec::new()), |packet| self.packet(now, packet))
    }

    fn packet(&mut self, now: Duration, packet: Packet) -> Result<Vec<Output>, Ending> {
        let Packet { namespace, body } = packet;
        match (self.membership(&namespace), body) {
            (None, Body::Connect(auth)) => Ok(self.connect(namespace, auth.unwrap_or_default())),
            (Some(Membership::Joined), Body::Event { ack, name, payload }) => {
                Ok(vec![Output::Event(Event {
                    namespace,
                    name,
                    ack,
                    payload,
                })])
            }
            (Some(Membership::Joined), Body::Disconnect) => {
                self.remove(now, &namespace);
                Ok(vec![Output::Left(namespace)])
            }
            // the server asks for no answers, so one that comes means nothing
            (Some(Membership::Joined), Body::Ack { .. }) => Ok(Vec::new()),
            _ => Err(Ending::OutOfPlace),
        }
    }

    fn connect(&mut self, namespace: ByteString, auth: Map<String, Value>) -> Vec<Output> {
        let Layer::Socket { namespaces } = self.settings.layer else {
            return Vec::new();
        };
        if !namespaces.contains(&&*namespace) {
            let body = Body::ConnectError(json!({"message": "Invalid namespace"}));
            return send(Packet { namespace, body });
        }
        self.members.push((namespace.clone(), Membership::Asked));
        vec![Output::Connect { namespace, auth }]
    }

    fn accept(&mut self, namespace: ByteString, sid: &str) -> Vec<Output> {
        let asked = (namespace.clone(), Membership::Asked);
        let Some(member) = self.members.iter_mut().find(|member| **member == asked) else {
            return Vec::new();
        };
        member.1 = Membership::Joined;
        self.alone_since = None;
        let body = Body::Connect(json!({"sid": sid}).as_object().cloned());
        send(Packet { namespace, body })
    }

    fn refuse(&mut self, now: Duration, namespace: ByteString, error: Value) -> Vec<Output> {
        if self.membership(&namespace) != Some(Membership::Asked) {
            return Vec::new();
        }
        self.remove(now, &namespace);
        send(Packet {
            namespace,
            body: Body::ConnectError(error),
        })
    }

    fn membership(&self, namespace: &str) -> Option<Membership> {
        self.members
            .iter()
            .find(|member| member.0 == namespace)
            .map(|member| member.1)
    }

    fn remove(&mut self, now: Duration, namespace: &str) {
        self.members.retain(|member| member.0 != namespace);
        let joined = self
            .members
            .iter()
            .any(|member| member.1 == Membership::Joined);
        if !joined && self.alone_since.is_none() {
            self.alone_since = Some(now);
        }
    }
}

fn send(packet: Packet) -> Vec<Output> {
    socket_io::encode(&packet)
        .into_iter()
        .map(Output::Send)
        .collect()
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
#[path = "connection_tests.rs"]
mod tests;
