//! The desk behind the gate: who comes in, what he may join, and what he missed. Room names are
//! never taken from a browser; it names a ticket or a status, the room does the rest.

use std::sync::Arc;
use std::time::Duration;

use actix::Addr;
use chrono::{DateTime, Utc};
use futures_util::future::LocalBoxFuture;
use guiche_actors::ActorError;
use guiche_actors::presence::{Depart, Here, Presence};
use guiche_actors::registry::{Registry, ask, try_tell};
use guiche_actors::room::browser::{Browser, CloseReason};
use guiche_actors::room::{
    Join, Leave, Resume, Resumed, Room, SessionId, Subscribe, Unsubscribe, Write,
};
use guiche_actors::rules::Viewer;
use guiche_actors::rules::audience::Wish;
use guiche_storage::model::ticket::TicketStatus;
use guiche_storage::model::{CompanyId, ErrorCode, TicketId};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::connection::Event;
use super::engine_io::Frame;
use super::gate::{Admission, Gate, Reply, Verdict};
use super::socket_io;

/// Whose browser it is, as the door found it.
#[derive(Debug, Clone)]
pub struct Visitor {
    /// Company.
    pub company: CompanyId,
    /// What he may see.
    pub viewer: Viewer,
    /// His sign-in.
    pub sign_in: Uuid,
    /// Whether a super user works in his place.
    pub is_actor: bool,
    /// When his token was found good.
    pub verified_at: DateTime<Utc>,
    /// How long it stays so.
    pub expires_in: Duration,
}

/// Checks access tokens.
pub trait Doorkeeper: Send + Sync {
    /// Who comes with this token, as he is now.
    fn verify(&self, token: String) -> LocalBoxFuture<'_, Result<Visitor, ErrorCode>>;
}

/// What the gate of every browser needs. Cheap to clone.
#[derive(Clone)]
pub struct Desk {
    /// Checks tokens.
    pub doorkeeper: Arc<dyn Doorkeeper>,
    /// Rooms by company.
    pub rooms: Registry<Room>,
    /// Presences by user.
    pub presences: Registry<Presence>,
}

impl std::fmt::Debug for Desk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Desk").finish_non_exhaustive()
    }
}

/// One browser at the desk.
pub(super) struct DeskGate {
    desk: Desk,
    browser: Browser,
    // from the address; the auth object goes first
    query_token: Option<String>,
    inside: Option<Inside>,
}

struct Inside {
    token: String,
    visitor: Visitor,
    // once it has joined
    room: Option<Addr<Room>>,
    presence: Option<Addr<Presence>>,
}

impl DeskGate {
    pub(super) fn new(desk: Desk, browser: Browser, query_token: Option<String>) -> Self {
        Self {
            desk,
            browser,
            query_token,
            inside: None,
        }
    }

    /// Joins the room, says that the user is there, and looks at the token once more: a sign-in
    /// that ended meanwhile did not find this socket to close.
    async fn enter(&mut self) -> Result<i64, Refused> {
        let (desk, browser) = (self.desk.clone(), self.browser.clone());
        let inside = self.inside.as_mut().ok_or(ActorError::Busy)?;
        let (company, viewer) = (inside.visitor.company, inside.visitor.viewer.clone());
        let user = viewer.user_id;
        let room = desk.rooms.find_or_start(&company)?;
        inside.room = Some(room.clone());
        let verified_at = if inside.visitor.is_actor {
            // a sign-in of the user, now or later, is none of his
            DateTime::<Utc>::MAX_UTC
        } else {
            inside.visitor.verified_at
        };
        let join = Join {
            browser: browser.clone(),
            viewer,
            verified_at,
        };
        let joined = ask(&room, join).await??;
        let presence = desk.presences.find_or_start(&(company, user))?;
        inside.presence = Some(presence.clone());
        let here = Here {
            browser,
            sign_in: inside.visitor.sign_in,
            is_actor: inside.visitor.is_actor,
        };
        ask(&presence, here).await?;
        desk.doorkeeper.verify(inside.token.clone()).await?;
        Ok(joined.last_seq)
    }

    async fn call(&mut self, name: &str, argument: Option<&Value>) -> Result<Value, Refused> {
        let session = self.browser.id();
        let inside = self.inside.as_ref().ok_or(ActorError::Busy)?;
        let room = inside.room.as_ref().ok_or(ActorError::Busy)?;
        match (name, wish_of(name, argument)) {
            ("joinChatBox" | "joinNotification" | "joinTickets", Some(wish)) => {
                ask(room, Subscribe { session, wish }).await??;
            }
            ("leaveChatBox" | "leaveNotification" | "leaveTickets", Some(wish)) => {
                ask(room, Unsubscribe { session, wish }).await?;
            }
            ("typing", _) => {
                let write = typing_of(session, argument).ok_or(Refused(ErrorCode::Validation))?;
                ask(room, write).await?;
            }
            ("userStatus", _) => self.say_here(inside).await?,
            ("resume", _) => {
                let answer = resume(room, session, argument).await?;
                // what comes back comes after the gap
                self.browser.settled().await.map_err(ActorError::from)?;
                return Ok(answer);
            }
            _ => return Err(Refused(ErrorCode::Validation)),
        }
        Ok(json!({"ok": true}))
    }

    async fn say_here(&self, inside: &Inside) -> Result<(), Refused> {
        let key = (inside.visitor.company, inside.visitor.viewer.user_id);
        let presence = self.desk.presences.find_or_start(&key)?;
        let browser = self.browser.clone();
        ask(
            &presence,
            Here {
                browser,
                sign_in: inside.visitor.sign_in,
                is_actor: inside.visitor.is_actor,
            },
        )
        .await?;
        Ok(())
    }
}

async fn resume(
    room: &Addr<Room>,
    session: SessionId,
    argument: Option<&Value>,
) -> Result<Value, Refused> {
    let last_seq = argument
        .and_then(|argument| argument.get("lastSeq"))
        .and_then(Value::as_i64);
    let last_seq = last_seq
        .filter(|seq| *seq >= 0)
        .ok_or(Refused(ErrorCode::Validation))?;
    Ok(match ask(room, Resume { session, last_seq }).await?? {
        Resumed::Gap { last_seq, missed } => {
            json!({"ok": true, "lastSeq": last_seq, "missed": missed})
        }
        Resumed::Resync => json!({"resync": true}),
    })
}

/// What a join or leave is about.
fn wish_of(name: &str, argument: Option<&Value>) -> Option<Wish> {
    match name {
        "joinChatBox" | "leaveChatBox" => ticket_of(argument?).map(Wish::Ticket),
        "joinNotification" | "leaveNotification" => Some(Wish::Notification),
        "joinTickets" | "leaveTickets" => {
            TicketStatus::parse(argument?.as_str()?).map(Wish::Tickets)
        }
        _ => None,
    }
}

/// `{ticketId, isTyping, isForCustomer}`. A page that does not say for whom it is may be writing to the team.
fn typing_of(session: SessionId, argument: Option<&Value>) -> Option<Write> {
    let argument = argument?;
    let for_customer = argument.get("isForCustomer").and_then(Value::as_bool);
    Some(Write {
        session,
        ticket: ticket_of(argument.get("ticketId")?)?,
        is_writing: argument.get("isTyping")?.as_bool()?,
        is_for_customer: for_customer == Some(true),
    })
}

/// Pages say the number of a ticket as a number or, from an address, as text.
fn ticket_of(argument: &Value) -> Option<TicketId> {
    let number = argument
        .as_i64()
        .or_else(|| argument.as_str()?.parse().ok())?;
    (number > 0).then_some(TicketId(number))
}

/// Why a call is refused, as the browser sees it.
#[derive(Debug, PartialEq, Eq)]
struct Refused(ErrorCode);

impl From<ErrorCode> for Refused {
    fn from(code: ErrorCode) -> Self {
        Self(code)
    }
}

impl From<ActorError> for Refused {
    fn from(error: ActorError) -> Self {
        match error {
            ActorError::Refused(code) => Self(code),
            ActorError::OtherOpenTicket(_) => Self(ErrorCode::OtherOpenTicket),
            ActorError::Busy => Self(ErrorCode::Busy),
            ActorError::Storage(error) => {
                tracing::warn!(%error, "a browser's call failed in storage");
                Self(ErrorCode::Busy)
            }
        }
    }
}

/// Why a socket that is refused this way is closed.
fn close_reason(code: ErrorCode) -> CloseReason {
    match code {
        ErrorCode::TokenInvalid => CloseReason::TokenExpired,
        ErrorCode::SessionExpired => CloseReason::SignedOut,
        _ => CloseReason::Overloaded,
    }
}

impl Gate for DeskGate {
    async fn connect(&mut self, _: &str, auth: Map<String, Value>) -> Verdict {
        let refuse =
            |code: ErrorCode| json!({"message": code.as_str(), "data": {"error": code.as_str()}});
        let token = auth.get("token").and_then(Value::as_str).map(str::to_owned);
        let token = token.or_else(|| self.query_token.clone());
        let token = token.ok_or(ErrorCode::SessionExpired).map_err(refuse)?;
        let visitor = self
            .desk
            .doorkeeper
            .verify(token.clone())
            .await
            .map_err(refuse)?;
        let expires_in = Some(visitor.expires_in);
        self.leave();
        self.inside = Some(Inside {
            token,
            visitor,
            room: None,
            presence: None,
        });
        Ok(Admission { expires_in })
    }

    async fn joined(&mut self, _: &str) -> Reply {
        match self.enter().await {
            Ok(last_seq) => {
                let ready =
                    socket_io::encode_event("ready", &json!({"lastSeq": last_seq}).to_string());
                Reply {
                    frames: vec![Frame::Text(ready)],
                    ..Reply::default()
                }
            }
            Err(Refused(code)) => Reply {
                close: Some(close_reason(code)),
                ..Reply::default()
            },
        }
    }

    async fn event(&mut self, event: Event) -> Reply {
        match self.call(&event.name, event.payload.args.first()).await {
            Ok(answer) => Reply::ack(answer),
            Err(Refused(code)) => Reply::ack(json!({"error": code.as_str()})),
        }
    }

    async fn left(&mut self, _: &str) -> Reply {
        self.leave();
        Reply::default()
    }
}

impl DeskGate {
    /// A mailbox that is full forgets this browser when it finds it closed.
    fn leave(&mut self) {
        let Some(inside) = self.inside.take() else {
            return;
        };
        let session = self.browser.id();
        if let Some(room) = inside.room {
            let _ = try_tell(&room, Leave { session });
        }
        if let Some(presence) = inside.presence {
            let _ = try_tell(&presence, Depart { session });
        }
    }
}

impl Drop for DeskGate {
    fn drop(&mut self) {
        self.leave();
    }
}
