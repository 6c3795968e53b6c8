//! The browser's session: moves messages between one WebSocket, the rules in `connection.rs` and the application's gate.
//!
//! *Owns* one connection, what waits for its browser (`wire.rs`) and the calls its browser waits for.
//! *Parent*: the web server, per WebSocket; a browser that lost it connects anew.
//! *Never* reads the database, and never does two things of one browser at once.

use std::collections::VecDeque;
use std::future::{Future, poll_fn};
use std::rc::Rc;
use std::task::Poll;
use std::time::Duration;

use actix::{
    Actor, ActorContext as _, ActorFutureExt as _, AsyncContext as _, Context, Handler,
    StreamHandler, WrapFuture as _,
};
use actix_codec::Encoder as _;
use actix_http::ws::{self, CloseCode, ProtocolError};
use actix_web::rt::net::TcpStream;
use actix_web::{HttpMessage as _, HttpRequest, HttpResponse, web};
use bytes::BytesMut;
use bytestring::ByteString;
use guiche_actors::room::SessionId;
use guiche_actors::room::browser::{Browser, Dismiss, Farewell};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::time::error::Elapsed;
use tokio::time::{Instant, timeout};
use uuid::Uuid;

use super::connection::{Connection, Ending, Event, Input, Output, Settings};
use super::engine_io::{self, Frame};
use super::fragments::{Fragments, Piece};
use super::gate::{Gate, Reply, Verdict};
use super::handover::Handover;
use super::herald::Entry;
use super::socket_io::{self, Body, MAIN, Packet};
use super::wire::{Incoming, Wire};

/// Time a browser has to read what it was told last.
const LAST_WORDS_WITHIN: Duration = Duration::from_secs(5);

/// Calls of the browser that wait for the application; one more and it is closed.
const WORK_MAX: usize = 256;

/// Time the application has for one call.
const WORK_DEADLINE: Duration = Duration::from_secs(10);

/// Answers the upgrade request of a browser; `make` builds its gate when the session runs.
///
/// # Errors
/// An answer with status 400 for another protocol revision, transport or session id, and for a
/// request that is no WebSocket upgrade.
pub fn open<G: Gate>(
    request: &HttpRequest,
    settings: Settings,
    make: impl FnOnce(Browser) -> G + 'static,
) -> Result<HttpResponse, actix_web::Error> {
    if let Some((code, message)) = objection(request) {
        return Ok(HttpResponse::BadRequest().json(json!({"code": code, "message": message})));
    }
    let mut response = actix_web_actors::ws::handshake(request)?;
    let make = Box::new(make);
    let handover = Handover::new(move |stream, first| run(stream, &first, settings, make));
    request.extensions_mut().insert(handover);
    Ok(response.finish())
}

/// Runs a session on the connection of a browser, until it has ended and the browser has read why. `first` is what came
/// with the handshake.
fn run<G: Gate>(
    stream: TcpStream,
    first: &[u8],
    settings: Settings,
    make: MakeGate<G>,
) -> impl Future<Output = ()> + use<G> {
    let (incoming, outgoing) = stream.into_split();
    let wire = Rc::new(Wire::new(outgoing));
    let codec = ws::Codec::new().max_size(settings.payload_bytes_max);
    let mut ctx = Context::new();
    ctx.add_stream(Incoming::new(incoming, codec, first));
    let session = BrowserSession::new(settings, Rc::clone(&wire), make);
    let mut session = Box::pin(ctx.into_future(session));
    async move {
        poll_fn(|cx| {
            let ended = session.as_mut().poll(cx);
            match wire.poll_flush(cx) {
                Poll::Ready(Err(_)) => Poll::Ready(()),
                Poll::Ready(Ok(())) | Poll::Pending => ended,
            }
        })
        .await;
        drop(session);
        let _ = timeout(LAST_WORDS_WITHIN, wire.finish()).await;
    }
}

#[derive(Deserialize)]
struct Query {
    #[serde(rename = "EIO")]
    revision: Option<String>,
    transport: Option<String>,
    sid: Option<String>,
}

/// What Engine.IO says against a request, with its code.
fn objection(request: &HttpRequest) -> Option<(u8, &'static str)> {
    let query = web::Query::<Query>::from_query(request.query_string()).ok();
    let query = query.as_deref();
    if query.and_then(|query| query.transport.as_deref()) != Some("websocket") {
        return Some((0, "Transport unknown"));
    }
    if query.and_then(|query| query.revision.as_deref()) != Some(engine_io::REVISION) {
        return Some((5, "Unsupported protocol version"));
    }
    // sessions begin here and are never upgraded from polling
    query
        .and_then(|query| query.sid.as_ref())
        .map(|_| (1, "Session ID unknown"))
}

type MakeGate<G> = Box<dyn FnOnce(Browser) -> G>;

/// One call to the application.
enum Work {
    Connect(ByteString, Map<String, Value>),
    Joined(ByteString),
    Event(Event),
    Left(ByteString),
    Message(Frame),
}

/// What came of it.
enum Done {
    Verdict(ByteString, Verdict),
    Reply(Option<(ByteString, u64)>, Reply),
}

struct BrowserSession<G: Gate> {
    connection: Connection,
    opened_at: Instant,
    open_packet: Option<Frame>,
    fragments: Fragments,
    wire: Rc<Wire>,
    // while the herald of its thread knows it
    entry: Option<Entry>,
    make: Option<MakeGate<G>>,
    // away while it works on a call
    gate: Option<G>,
    work: VecDeque<Work>,
    ended: bool,
}

impl<G: Gate> BrowserSession<G> {
    fn new(settings: Settings, wire: Rc<Wire>, make: MakeGate<G>) -> Self {
        let (connection, open_packet) = Connection::open(settings, Uuid::new_v4().to_string());
        Self {
            connection,
            opened_at: Instant::now(),
            open_packet: Some(open_packet),
            fragments: Fragments::new(settings.payload_bytes_max),
            wire,
            entry: None,
            make: Some(make),
            gate: None,
            work: VecDeque::new(),
            ended: false,
        }
    }

    fn step(&mut self, input: Input, ctx: &mut Context<Self>) {
        if self.ended {
            return;
        }
        for output in self.connection.step(self.opened_at.elapsed(), input) {
            match output {
                Output::Send(frame) => self.write(frame, ctx),
                Output::Connect { namespace, auth } => {
                    self.work.push_back(Work::Connect(namespace, auth));
                }
                Output::Event(event) => self.work.push_back(Work::Event(event)),
                Output::Left(namespace) => self.work.push_back(Work::Left(namespace)),
                Output::Message(frame) => self.work.push_back(Work::Message(frame)),
                Output::Close(ending) => self.end(&ending, ctx),
            }
        }
        self.next_work(ctx);
    }

    fn write(&mut self, frame: Frame, ctx: &mut Context<Self>) {
        if self.ended {
            return;
        }
        let message = match frame {
            Frame::Text(text) => ws::Message::Text(text),
            Frame::Binary(bytes) => ws::Message::Binary(bytes),
        };
        if !self.add(message) {
            self.dismiss(Farewell::TooSlow, ctx);
        }
    }

    /// False when too much waits for the browser.
    fn add(&self, message: ws::Message) -> bool {
        let mut bytes = BytesMut::new();
        let encoded = ws::Codec::new().encode(message, &mut bytes);
        encoded.is_ok() && self.wire.add(bytes.freeze()).is_ok()
    }

    /// Wakes at the hour the connection names; it names a new one then.
    fn set_alarm(&self, ctx: &mut Context<Self>) {
        let wait = self
            .connection
            .due()
            .saturating_sub(self.opened_at.elapsed());
        ctx.run_later(wait, |session, ctx| {
            session.step(Input::Tick, ctx);
            if !session.ended {
                session.set_alarm(ctx);
            }
        });
    }

    /// Calls the application for what waits, one after the other; what it answers at once is done
    /// at once, so that a burst from a quick browser does not pile up.
    fn next_work(&mut self, ctx: &mut Context<Self>) {
        if self.work.len() > WORK_MAX {
            self.dismiss(Farewell::Overloaded, ctx);
        }
        while !self.ended && !self.work.is_empty() {
            let Some(mut gate) = self.gate.take() else {
                return;
            };
            let Some(work) = self.work.pop_front() else {
                return;
            };
            let mut call = Box::pin(async move {
                let done = timeout(WORK_DEADLINE, perform(&mut gate, work)).await;
                (gate, done)
            });
            let waker = futures_util::task::noop_waker_ref();
            let mut look = std::task::Context::from_waker(waker);
            let first_look = call.as_mut().poll(&mut look);
            if let Poll::Ready((gate, done)) = first_look {
                self.worked(gate, done, ctx);
                continue;
            }
            ctx.spawn(call.into_actor(self).map(|(gate, done), session, ctx| {
                session.worked(gate, done, ctx);
                session.next_work(ctx);
            }));
        }
        // silent browsers are many
        if self.work.is_empty() {
            self.work = VecDeque::new();
        }
    }

    fn worked(&mut self, gate: G, done: Result<Done, Elapsed>, ctx: &mut Context<Self>) {
        self.gate = Some(gate);
        match done {
            Ok(Done::Verdict(namespace, verdict)) => self.decide(namespace, verdict, ctx),
            Ok(Done::Reply(ack, reply)) => self.reply(ack, reply, ctx),
            Err(_) => self.dismiss(Farewell::Overloaded, ctx),
        }
    }

    fn decide(&mut self, namespace: ByteString, verdict: Verdict, ctx: &mut Context<Self>) {
        let admission = match verdict {
            Ok(admission) => admission,
            Err(error) => return self.step(Input::Refuse { namespace, error }, ctx),
        };
        if let Some(time) = admission.expires_in {
            ctx.run_later(time, |session, ctx| {
                session.dismiss(Farewell::TokenExpired, ctx);
            });
        }
        // before what the browser may have sent meanwhile
        self.work.push_front(Work::Joined(namespace.clone()));
        let sid = Uuid::new_v4().to_string();
        self.step(Input::Accept { namespace, sid }, ctx);
    }

    fn reply(&mut self, ack: Option<(ByteString, u64)>, reply: Reply, ctx: &mut Context<Self>) {
        for frame in reply.frames {
            self.write(frame, ctx);
        }
        if let (Some((namespace, id)), Some(payload)) = (ack, reply.ack) {
            let packet = Packet {
                namespace,
                body: Body::Ack { id, payload },
            };
            for frame in socket_io::encode(&packet) {
                self.write(frame, ctx);
            }
        }
        if let Some(farewell) = reply.close {
            self.dismiss(farewell, ctx);
        }
    }

    /// The browser, or the protocol, ended the connection.
    fn end(&mut self, ending: &Ending, ctx: &mut Context<Self>) {
        let (code, reason) = match ending {
            Ending::ClientLeft => (CloseCode::Normal, "client_left"),
            Ending::PingTimeout => (CloseCode::Normal, "ping_timeout"),
            Ending::NotJoined => (CloseCode::Policy, "not_joined"),
            Ending::Engine(_) | Ending::Socket(_) => (CloseCode::Protocol, "malformed"),
            Ending::OutOfPlace => (CloseCode::Protocol, "out_of_place"),
        };
        tracing::debug!(reason = %ending, "a browser's connection ended");
        self.close(code, reason, ctx);
    }

    /// The server sends the browser away.
    fn dismiss(&mut self, farewell: Farewell, ctx: &mut Context<Self>) {
        if self.ended {
            return;
        }
        let code = match farewell {
            Farewell::TooSlow | Farewell::Overloaded => CloseCode::Again,
            Farewell::SignedOut | Farewell::TokenExpired => CloseCode::Policy,
            Farewell::Shutdown => CloseCode::Away,
        };
        if farewell == Farewell::SignedOut && self.connection.is_joined(&MAIN) {
            // the client library does not come back by itself after this packet
            let goodbye = Packet {
                namespace: MAIN,
                body: Body::Disconnect,
            };
            for frame in socket_io::encode(&goodbye) {
                self.write(frame, ctx);
            }
        }
        self.close(code, farewell.label(), ctx);
    }

    fn close(&mut self, code: CloseCode, reason: &'static str, ctx: &mut Context<Self>) {
        if self.ended {
            return;
        }
        self.ended = true;
        self.work.clear();
        metrics::counter!("guiche_socket_closed_total", "reason" => reason).increment(1);
        // what would follow the farewell does not come
        self.entry = None;
        self.wire.say_last(ws::CloseReason::from((code, reason)));
        ctx.stop();
    }
}

async fn perform<G: Gate>(gate: &mut G, work: Work) -> Done {
    let (ack, reply) = match work {
        Work::Connect(namespace, auth) => {
            let verdict = gate.connect(&namespace, auth).await;
            return Done::Verdict(namespace, verdict);
        }
        Work::Joined(namespace) => (None, gate.joined(&namespace).await),
        Work::Left(namespace) => (None, gate.left(&namespace).await),
        Work::Message(frame) => (None, gate.message(frame).await),
        Work::Event(event) => {
            let ack = event.ack.map(|id| (event.namespace.clone(), id));
            (ack, gate.event(event).await)
        }
    };
    Done::Reply(ack, reply)
}

impl<G: Gate> Actor for BrowserSession<G> {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        metrics::gauge!("guiche_actor_live", "kind" => "browser_session").increment(1.0);
        let id = SessionId::new();
        let session = ctx.address().recipient();
        let (entry, herald) = Entry::new(id, Rc::clone(&self.wire), session.clone());
        self.entry = Some(entry);
        let browser = Browser::new(id, herald, session);
        self.gate = self.make.take().map(|make| make(browser));
        if let Some(frame) = self.open_packet.take() {
            self.write(frame, ctx);
        }
        self.set_alarm(ctx);
    }

    fn stopped(&mut self, _: &mut Self::Context) {
        metrics::gauge!("guiche_actor_live", "kind" => "browser_session").decrement(1.0);
    }
}

impl<G: Gate> StreamHandler<Result<ws::Frame, ProtocolError>> for BrowserSession<G> {
    fn handle(&mut self, frame: Result<ws::Frame, ProtocolError>, ctx: &mut Self::Context) {
        if self.ended {
            return;
        }
        let piece = match frame {
            Ok(ws::Frame::Text(bytes)) => {
                let Ok(text) = ByteString::try_from(bytes) else {
                    return self.close(CloseCode::Protocol, "malformed", ctx);
                };
                return self.step(Input::Received(Frame::Text(text)), ctx);
            }
            Ok(ws::Frame::Binary(bytes)) => {
                return self.step(Input::Received(Frame::Binary(bytes)), ctx);
            }
            Ok(ws::Frame::Ping(bytes)) => {
                if !self.add(ws::Message::Pong(bytes)) {
                    self.dismiss(Farewell::TooSlow, ctx);
                }
                return;
            }
            Ok(ws::Frame::Pong(_)) => return,
            Ok(ws::Frame::Close(_)) => {
                return self.close(CloseCode::Normal, "client_left", ctx);
            }
            Ok(ws::Frame::Continuation(item)) => item,
            Err(ProtocolError::Overflow) => {
                return self.close(CloseCode::Size, "too_large", ctx);
            }
            Err(ProtocolError::Io(_)) => return self.close(CloseCode::Normal, "cut", ctx),
            Err(_) => return self.close(CloseCode::Protocol, "malformed", ctx),
        };
        let piece = match piece {
            ws::Item::FirstText(bytes) => Piece::FirstText(bytes),
            ws::Item::FirstBinary(bytes) => Piece::FirstBinary(bytes),
            ws::Item::Continue(bytes) => Piece::Next(bytes),
            ws::Item::Last(bytes) => Piece::Last(bytes),
        };
        match self.fragments.add(piece) {
            Ok(None) => {}
            Ok(Some(frame)) => self.step(Input::Received(frame), ctx),
            Err(_) => self.close(CloseCode::Protocol, "malformed", ctx),
        }
    }
}

impl<G: Gate> Handler<Dismiss> for BrowserSession<G> {
    type Result = ();

    fn handle(&mut self, Dismiss(farewell): Dismiss, ctx: &mut Self::Context) {
        self.dismiss(farewell, ctx);
    }
}
