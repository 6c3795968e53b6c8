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
use guiche_actors::room::browser::{Browser, CloseReason, Dismiss};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::time::error::Elapsed;
use tokio::time::{Instant, timeout};
use uuid::Uuid;

use super::budget::{Budget, Share};
use super::connection::{Connection, Ending, Event, Input, Output, Settings};
use super::engine_io::{self, Frame};
use super::fragments::{FragmentError, Fragments, Piece};
use super::gate::{Gate, Reply, Verdict};
use super::handover::Handover;
use super::socket_io::{self, Body, MAIN, Packet};
use super::wire::{Incoming, ReadError, Wire};
use super::writer::Entry;

/// Time a browser has to read what it was told last.
const LAST_WORDS_WITHIN: Duration = Duration::from_secs(5);

/// Calls of the browser that wait for the application; one more and it is closed.
const WORK_MAX: usize = 256;

/// What a call takes while it waits, for each byte of its text: a list of numbers grows most when it is read.
const PARSED_BYTES_PER_BYTE: usize = 16;

/// Time the application has for one call.
const WORK_DEADLINE: Duration = Duration::from_secs(10);

/// Answers the upgrade request of a browser; `make` builds its gate when the session runs. All sockets with the same
/// `budget` share it.
///
/// # Errors
/// An answer with status 400 for another protocol revision, transport or session id, and for a
/// request that is no WebSocket upgrade.
pub fn open<G: Gate>(
    request: &HttpRequest,
    settings: Settings,
    budget: &'static Budget,
    make: impl FnOnce(Browser) -> G + 'static,
) -> Result<HttpResponse, actix_web::Error> {
    if let Some((code, message)) = objection(request) {
        return Ok(HttpResponse::BadRequest().json(json!({"code": code, "message": message})));
    }
    let mut response = actix_web_actors::ws::handshake(request)?;
    let make = Box::new(make);
    let handover = Handover::new(move |stream, first| {
        let share = Rc::new(Share::new(budget));
        run(stream, &first, (settings, share), make)
    });
    request.extensions_mut().insert(handover);
    Ok(response.finish())
}

/// Runs a session on the connection of a browser, until it has ended and the browser has read why. `first` is what came
/// with the handshake.
fn run<G: Gate>(
    stream: TcpStream,
    first: &[u8],
    (settings, share): (Settings, Rc<Share>),
    make: MakeGate<G>,
) -> impl Future<Output = ()> + use<G> {
    let (incoming, outgoing) = stream.into_split();
    let wire = Rc::new(Wire::new(outgoing));
    let bytes_max = settings.payload_bytes_max;
    let mut ctx = Context::new();
    ctx.add_stream(Incoming::new(incoming, bytes_max, Rc::clone(&share), first));
    let session = BrowserSession::new(settings, Rc::clone(&wire), share, make);
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
    share: Rc<Share>,
    // while the writer of its thread knows it
    entry: Option<Entry>,
    make: Option<MakeGate<G>>,
    // away while it works on a call
    gate: Option<G>,
    work: VecDeque<(Work, usize)>,
    // of the work
    work_bytes: usize,
    ended: bool,
}

impl<G: Gate> BrowserSession<G> {
    fn new(settings: Settings, wire: Rc<Wire>, share: Rc<Share>, make: MakeGate<G>) -> Self {
        let (connection, open_packet) = Connection::open(settings, Uuid::new_v4().to_string());
        Self {
            connection,
            opened_at: Instant::now(),
            open_packet: Some(open_packet),
            fragments: Fragments::new(settings.payload_bytes_max),
            wire,
            share,
            entry: None,
            make: Some(make),
            gate: None,
            work: VecDeque::new(),
            work_bytes: 0,
            ended: false,
        }
    }

    fn step(&mut self, input: Input, ctx: &mut Context<Self>) {
        if self.ended {
            return;
        }
        let bytes = match &input {
            Input::Received(frame) => frame.len().saturating_mul(PARSED_BYTES_PER_BYTE),
            _ => 0,
        };
        for output in self.connection.step(self.opened_at.elapsed(), input) {
            match output {
                Output::Send(frame) => self.write(frame, ctx),
                Output::Connect { namespace, auth } => {
                    self.put_off(Work::Connect(namespace, auth), bytes);
                }
                Output::Event(event) => self.put_off(Work::Event(event), bytes),
                Output::Left(namespace) => self.put_off(Work::Left(namespace), bytes),
                Output::Message(frame) => self.put_off(Work::Message(frame), bytes),
                Output::Close(ending) => self.end(&ending, ctx),
            }
        }
        self.next_work(ctx);
    }

    fn put_off(&mut self, work: Work, bytes: usize) {
        self.work_bytes = self.work_bytes.saturating_add(bytes);
        self.work.push_back((work, bytes));
    }

    /// Says what is kept for this browser now; one that would be too much for all of them together goes.
    fn account(&mut self, ctx: &mut Context<Self>) {
        let in_pieces = self.fragments.kept();
        let unfinished = self.connection.unfinished_bytes();
        let kept = unfinished.saturating_mul(PARSED_BYTES_PER_BYTE);
        let kept = kept
            .saturating_add(in_pieces)
            .saturating_add(self.work_bytes);
        if self.share.holding(kept, in_pieces).is_err() {
            self.dismiss(CloseReason::Overloaded, ctx);
        }
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
            self.dismiss(CloseReason::TooSlow, ctx);
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
            self.dismiss(CloseReason::Overloaded, ctx);
        }
        while !self.ended && !self.work.is_empty() {
            let Some(mut gate) = self.gate.take() else {
                return;
            };
            let Some((work, bytes)) = self.work.pop_front() else {
                return;
            };
            self.work_bytes = self.work_bytes.saturating_sub(bytes);
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
                session.account(ctx);
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
            Err(_) => self.dismiss(CloseReason::Overloaded, ctx),
        }
    }

    fn decide(&mut self, namespace: ByteString, verdict: Verdict, ctx: &mut Context<Self>) {
        let admission = match verdict {
            Ok(admission) => admission,
            Err(error) => return self.step(Input::Refuse { namespace, error }, ctx),
        };
        if let Some(time) = admission.expires_in {
            ctx.run_later(time, |session, ctx| {
                session.dismiss(CloseReason::TokenExpired, ctx);
            });
        }
        self.share.joined();
        // before what the browser may have sent meanwhile
        self.work.push_front((Work::Joined(namespace.clone()), 0));
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
        if let Some(reason) = reply.close {
            self.dismiss(reason, ctx);
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
    fn dismiss(&mut self, reason: CloseReason, ctx: &mut Context<Self>) {
        if self.ended {
            return;
        }
        let code = match reason {
            CloseReason::TooSlow | CloseReason::Overloaded => CloseCode::Again,
            CloseReason::SignedOut | CloseReason::TokenExpired => CloseCode::Policy,
            CloseReason::Shutdown => CloseCode::Away,
        };
        if reason == CloseReason::SignedOut && self.connection.is_joined(&MAIN) {
            // the client library does not come back by itself after this packet
            let disconnect = Packet {
                namespace: MAIN,
                body: Body::Disconnect,
            };
            for frame in socket_io::encode(&disconnect) {
                self.write(frame, ctx);
            }
        }
        self.close(code, reason.label(), ctx);
    }

    fn close(&mut self, code: CloseCode, reason: &'static str, ctx: &mut Context<Self>) {
        if self.ended {
            return;
        }
        self.ended = true;
        self.work.clear();
        self.work_bytes = 0;
        metrics::counter!("guiche_socket_closed_total", "reason" => reason).increment(1);
        // what would follow the last words does not come
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
        let (entry, writer) = Entry::new(id, Rc::clone(&self.wire), session.clone());
        self.entry = Some(entry);
        let browser = Browser::new(id, writer, session);
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

impl<G: Gate> StreamHandler<Result<ws::Frame, ReadError>> for BrowserSession<G> {
    fn handle(&mut self, frame: Result<ws::Frame, ReadError>, ctx: &mut Self::Context) {
        if self.ended {
            return;
        }
        match frame {
            Ok(frame) => self.receive(frame, ctx),
            Err(ReadError::Full(_)) => self.dismiss(CloseReason::Overloaded, ctx),
            Err(ReadError::Protocol(ProtocolError::Overflow)) => {
                self.close(CloseCode::Size, "too_large", ctx);
            }
            Err(ReadError::Protocol(ProtocolError::Io(_))) => {
                self.close(CloseCode::Normal, "cut", ctx);
            }
            Err(ReadError::Protocol(_)) => self.close(CloseCode::Protocol, "malformed", ctx),
        }
        if !self.ended {
            self.account(ctx);
        }
    }
}

impl<G: Gate> BrowserSession<G> {
    fn receive(&mut self, frame: ws::Frame, ctx: &mut Context<Self>) {
        let piece = match frame {
            ws::Frame::Text(bytes) => {
                let Ok(text) = ByteString::try_from(bytes) else {
                    return self.close(CloseCode::Protocol, "malformed", ctx);
                };
                return self.step(Input::Received(Frame::Text(text)), ctx);
            }
            ws::Frame::Binary(bytes) => {
                return self.step(Input::Received(Frame::Binary(bytes)), ctx);
            }
            ws::Frame::Ping(bytes) => {
                if !self.add(ws::Message::Pong(bytes)) {
                    self.dismiss(CloseReason::TooSlow, ctx);
                }
                return;
            }
            ws::Frame::Pong(_) => return,
            ws::Frame::Close(_) => {
                return self.close(CloseCode::Normal, "client_left", ctx);
            }
            ws::Frame::Continuation(item) => item,
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
            Err(FragmentError::TooLarge) => self.close(CloseCode::Size, "too_large", ctx),
            Err(_) => self.close(CloseCode::Protocol, "malformed", ctx),
        }
    }
}

impl<G: Gate> Handler<Dismiss> for BrowserSession<G> {
    type Result = ();

    fn handle(&mut self, Dismiss(reason): Dismiss, ctx: &mut Self::Context) {
        self.dismiss(reason, ctx);
    }
}
