//! The browser's session: moves bytes between one WebSocket, the rules in `connection.rs` and the
//! application's gate. The only file that knows actix-web-actors, so that it can be exchanged.
//!
//! *Owns* one connection, its bounded out-queue and the calls its browser waits for.
//! *Parent*: the web server, per WebSocket; a browser that lost it connects anew.
//! *Never* reads the database, and never does two things of one browser at once.

use std::cell::Cell;
use std::collections::VecDeque;
use std::future::Future as _;
use std::rc::Rc;
use std::task::{Context, Poll};
use std::time::Duration;

use actix::{
    Actor, ActorContext as _, ActorFutureExt as _, AsyncContext as _, Handler, StreamHandler,
    WrapFuture as _,
};
use actix_web::{HttpRequest, HttpResponse, web};
use actix_web_actors::ws;
use bytestring::ByteString;
use futures_util::StreamExt as _;
use guiche_actors::room::browser::{Browser, Deliver, Farewell};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::time::error::Elapsed;
use tokio::time::{Instant, timeout};
use uuid::Uuid;

use super::connection::{Connection, Ending, Event, Input, Output, Settings};
use super::engine_io::{self, Frame};
use super::fragments::{Fragments, Piece};
use super::gate::{Gate, Reply, Verdict};
use super::socket_io::{self, Body, MAIN, Packet};

/// Deliveries that wait for the browser; one more and `try_send` says `Full`.
const MAILBOX: usize = 256;

/// Bytes written to the browser that its socket has not taken yet; one more and it is closed.
const OUT_BYTES_MAX: usize = 1024 * 1024;

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
    payload: web::Payload,
    settings: Settings,
    make: impl FnOnce(Browser) -> G + 'static,
) -> Result<HttpResponse, actix_web::Error> {
    if let Some((code, message)) = objection(request) {
        return Ok(HttpResponse::BadRequest().json(json!({"code": code, "message": message})));
    }
    let mut response = ws::handshake(request)?;
    let waiting_bytes = Rc::new(Cell::new(0));
    let codec = actix_http::ws::Codec::new().max_size(settings.payload_bytes_max);
    let session = BrowserSession::new(settings, Rc::clone(&waiting_bytes), Box::new(make));
    let frames = ws::WebsocketContext::with_codec(session, payload, codec);
    Ok(response.streaming(frames.inspect(move |_| waiting_bytes.set(0))))
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
    waiting_bytes: Rc<Cell<usize>>,
    make: Option<MakeGate<G>>,
    // away while it works on a call
    gate: Option<G>,
    work: VecDeque<Work>,
    ended: bool,
}

impl<G: Gate> BrowserSession<G> {
    fn new(settings: Settings, waiting_bytes: Rc<Cell<usize>>, make: MakeGate<G>) -> Self {
        let (connection, open_packet) = Connection::open(settings, Uuid::new_v4().to_string());
        Self {
            connection,
            opened_at: Instant::now(),
            open_packet: Some(open_packet),
            fragments: Fragments::new(settings.payload_bytes_max),
            waiting_bytes,
            make: Some(make),
            gate: None,
            work: VecDeque::new(),
            ended: false,
        }
    }

    fn step(&mut self, input: Input, ctx: &mut ws::WebsocketContext<Self>) {
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

    fn write(&mut self, frame: Frame, ctx: &mut ws::WebsocketContext<Self>) {
        let waiting = self.waiting_bytes.get().saturating_add(frame.len());
        if self.ended || waiting > OUT_BYTES_MAX {
            self.dismiss(Farewell::TooSlow, ctx);
            return;
        }
        self.waiting_bytes.set(waiting);
        match frame {
            Frame::Text(text) => ctx.text(text),
            Frame::Binary(bytes) => ctx.binary(bytes),
        }
    }

    /// Wakes at the hour the connection names; it names a new one then.
    fn set_alarm(&self, ctx: &mut ws::WebsocketContext<Self>) {
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
    fn next_work(&mut self, ctx: &mut ws::WebsocketContext<Self>) {
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
            let first_look = call.as_mut().poll(&mut Context::from_waker(waker));
            if let Poll::Ready((gate, done)) = first_look {
                self.worked(gate, done, ctx);
                continue;
            }
            ctx.spawn(call.into_actor(self).map(|(gate, done), session, ctx| {
                session.worked(gate, done, ctx);
                session.next_work(ctx);
            }));
        }
    }

    fn worked(
        &mut self,
        gate: G,
        done: Result<Done, Elapsed>,
        ctx: &mut ws::WebsocketContext<Self>,
    ) {
        self.gate = Some(gate);
        match done {
            Ok(Done::Verdict(namespace, verdict)) => self.decide(namespace, verdict, ctx),
            Ok(Done::Reply(ack, reply)) => self.reply(ack, reply, ctx),
            Err(_) => self.dismiss(Farewell::Overloaded, ctx),
        }
    }

    fn decide(
        &mut self,
        namespace: ByteString,
        verdict: Verdict,
        ctx: &mut ws::WebsocketContext<Self>,
    ) {
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

    fn reply(
        &mut self,
        ack: Option<(ByteString, u64)>,
        reply: Reply,
        ctx: &mut ws::WebsocketContext<Self>,
    ) {
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
    fn end(&mut self, ending: &Ending, ctx: &mut ws::WebsocketContext<Self>) {
        let (code, reason) = match ending {
            Ending::ClientLeft => (ws::CloseCode::Normal, "client_left"),
            Ending::PingTimeout => (ws::CloseCode::Normal, "ping_timeout"),
            Ending::NotJoined => (ws::CloseCode::Policy, "not_joined"),
            Ending::Engine(_) | Ending::Socket(_) => (ws::CloseCode::Protocol, "malformed"),
            Ending::OutOfPlace => (ws::CloseCode::Protocol, "out_of_place"),
        };
        tracing::debug!(reason = %ending, "a browser's connection ended");
        self.close(code, reason, ctx);
    }

    /// The server sends the browser away.
    fn dismiss(&mut self, farewell: Farewell, ctx: &mut ws::WebsocketContext<Self>) {
        if self.ended {
            return;
        }
        let code = match farewell {
            Farewell::TooSlow | Farewell::Overloaded => ws::CloseCode::Again,
            Farewell::SignedOut | Farewell::TokenExpired => ws::CloseCode::Policy,
            Farewell::Shutdown => ws::CloseCode::Away,
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

    fn close(
        &mut self,
        code: ws::CloseCode,
        reason: &'static str,
        ctx: &mut ws::WebsocketContext<Self>,
    ) {
        if self.ended {
            return;
        }
        self.ended = true;
        self.work.clear();
        metrics::counter!("guiche_socket_closed_total", "reason" => reason).increment(1);
        ctx.close(Some(ws::CloseReason::from((code, reason))));
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
    type Context = ws::WebsocketContext<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        ctx.set_mailbox_capacity(MAILBOX);
        metrics::gauge!("guiche_actor_live", "kind" => "browser_session").increment(1.0);
        let browser = ctx.address().recipient();
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

impl<G: Gate> StreamHandler<Result<ws::Message, ws::ProtocolError>> for BrowserSession<G> {
    fn handle(&mut self, message: Result<ws::Message, ws::ProtocolError>, ctx: &mut Self::Context) {
        let piece = match message {
            Ok(ws::Message::Text(text)) => {
                return self.step(Input::Received(Frame::Text(text)), ctx);
            }
            Ok(ws::Message::Binary(bytes)) => {
                return self.step(Input::Received(Frame::Binary(bytes)), ctx);
            }
            Ok(ws::Message::Ping(bytes)) => return ctx.pong(&bytes),
            Ok(ws::Message::Pong(_) | ws::Message::Nop) => return,
            Ok(ws::Message::Close(_)) => {
                return self.close(ws::CloseCode::Normal, "client_left", ctx);
            }
            Ok(ws::Message::Continuation(item)) => item,
            Err(ws::ProtocolError::Overflow) => {
                return self.close(ws::CloseCode::Size, "too_large", ctx);
            }
            Err(_) => return self.close(ws::CloseCode::Protocol, "malformed", ctx),
        };
        let piece = match piece {
            actix_http::ws::Item::FirstText(bytes) => Piece::FirstText(bytes),
            actix_http::ws::Item::FirstBinary(bytes) => Piece::FirstBinary(bytes),
            actix_http::ws::Item::Continue(bytes) => Piece::Next(bytes),
            actix_http::ws::Item::Last(bytes) => Piece::Last(bytes),
        };
        match self.fragments.add(piece) {
            Ok(None) => {}
            Ok(Some(frame)) => self.step(Input::Received(frame), ctx),
            Err(_) => self.close(ws::CloseCode::Protocol, "malformed", ctx),
        }
    }
}

impl<G: Gate> Handler<Deliver> for BrowserSession<G> {
    type Result = ();

    fn handle(&mut self, message: Deliver, ctx: &mut Self::Context) {
        match message {
            Deliver::Frame(frame) => self.write(Frame::Text(frame), ctx),
            Deliver::Frames(frames) => {
                for frame in frames {
                    self.write(Frame::Text(frame), ctx);
                }
            }
            Deliver::Close(farewell) => self.dismiss(farewell, ctx),
        }
    }
}
