//! What the provider says of its session: written down and told while the lease is held, then acted upon (rule B16).

use std::{sync::Arc, time::Duration};

use actix::{ActorFutureExt as _, AsyncContext as _, Context, WrapFuture as _};
use guiche_storage::{
    Conn,
    cluster::leases,
    companies::settings,
    connections::{
        self, StatusChange,
        history::{self, PastEvent},
    },
    delivery::inbox::{self, Arrival},
    model::{
        connection::{Connection as Row, ConnectionStatus},
        inbound::RawEvent,
    },
};
use tokio::sync::{mpsc, oneshot};

use super::{
    ConnectionContext,
    actor::{Connection, Wish},
    provider::{EVENTS_WAITING_MAX, ProviderEvent},
    pumps::Lane,
    session::{self, Session},
    writing,
};
use crate::{
    ActorError,
    rules::pairing::{LOGGED_OUT, UNSCANNED, may_show_code},
};

/// Wait before what could not be written is written again.
const AGAIN: Duration = Duration::from_secs(1);

/// What an event means for the actor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Heard {
    /// It is written, and that is all.
    Noted,
    /// A code is shown: letters can be had instead.
    Code,
    /// Messages may go.
    Connected,
    /// Something is in the inbox.
    CameIn,
    /// Something of the past is kept.
    Past,
    /// The session is over and comes back by itself.
    Lost,
    /// It is over until a person acts.
    Off,
    /// The number is not this node's any more: nothing was written.
    Elsewhere,
}

impl Heard {
    fn ends(self) -> bool {
        matches!(self, Self::Lost | Self::Off | Self::Elsewhere)
    }
}

impl Connection {
    /// Hears what the provider says next, one after another, until the session is another one.
    pub(super) fn listen(
        &self,
        mut events: mpsc::Receiver<ProviderEvent>,
        ctx: &mut Context<Self>,
    ) {
        let Some(session) = self.session.clone() else {
            return;
        };
        let (context, owner) = (self.context.clone(), Arc::clone(&session.owner));
        let heard = async move {
            let mut said = Vec::new();
            if events.recv_many(&mut said, EVENTS_WAITING_MAX).await == 0 {
                let reason = "the session has ended without a word".to_owned();
                said.push(ProviderEvent::Lost { reason });
            }
            (hear(&context, &session, said).await, events)
        };
        ctx.spawn(
            heard
                .into_actor(self)
                .map(move |(heard, events), connection, ctx| {
                    let is_of_now =
                        |one: &Self| one.session.as_ref().is_some_and(|it| it.owner == owner);
                    for heard in heard {
                        if is_of_now(connection) {
                            connection.act_on(heard, ctx);
                        }
                    }
                    if is_of_now(connection) {
                        connection.listen(events, ctx);
                    }
                }),
        );
    }

    fn act_on(&mut self, heard: Heard, ctx: &mut Context<Self>) {
        match heard {
            Heard::Noted => {}
            Heard::Code => self.look_for_wishes(ctx),
            Heard::Connected => {
                (self.is_connected, self.attempt) = (true, 0);
                for lane in Lane::ALL {
                    self.pump(lane, ctx);
                }
            }
            Heard::CameIn => self.pump(Lane::In, ctx),
            Heard::Past => self.pump(Lane::Past, ctx),
            Heard::Lost => self.pause(ctx),
            Heard::Off => {
                self.want(Wish::Off);
                let (context, session) = (self.context.clone(), self.take_session());
                let ended = async move {
                    if let Some(session) = session {
                        session::end(&context, &session).await;
                    }
                };
                ctx.spawn(ended.into_actor(self));
            }
            Heard::Elsewhere => self.lost(ctx),
        }
    }

    /// Asks the provider for the letters that a person wants, if one does.
    pub(super) fn look_for_wishes(&self, ctx: &mut Context<Self>) {
        let Some(session) = self.session.clone().filter(|_| !self.is_connected) else {
            return;
        };
        let context = self.context.clone();
        let asked = async move {
            if let Err(error) = ask_letters(&context, &session).await {
                tracing::warn!(connection.id = %context.connection, %error, "letters could not be asked for");
            }
        };
        ctx.spawn(asked.into_actor(self));
    }
}

async fn ask_letters(context: &ConnectionContext, session: &Session) -> Result<(), ActorError> {
    let (company, id) = (context.company, context.connection);
    let wanted = {
        let mut reader = context.db.read().await?;
        connections::pairing_number(&mut reader.conn(), company, id).await?
    };
    let Some(number) = wanted else { return Ok(()) };
    let taken = context
        .db
        .write(async |c| connections::take_pairing_number(c, company, id, &number).await);
    if !taken.await? {
        return Ok(());
    }
    if let Err(error) = session.provider.ask_pairing_code(&number).await {
        tracing::warn!(connection.id = %id, %error, "the provider gives no letters");
    }
    Ok(())
}

/// Hears events in order; what comes in together is stored together. Nothing is heard after the end of the session.
async fn hear(
    context: &ConnectionContext,
    session: &Session,
    said: Vec<ProviderEvent>,
) -> Vec<Heard> {
    let (mut heard, mut came_in) = (Vec::new(), Vec::new());
    for event in said {
        let event = match event {
            ProviderEvent::Inbound { raw, acknowledge } => {
                came_in.push((raw, acknowledge));
                continue;
            }
            event => event,
        };
        if !came_in.is_empty() {
            heard.push(store(context, std::mem::take(&mut came_in)).await);
        }
        if let ProviderEvent::Past {
            messages,
            acknowledge,
        } = event
        {
            heard.push(keep_past(context, &messages, acknowledge).await);
            continue;
        }
        let one = until_written(context, async || hear_one(context, session, &event).await).await;
        heard.push(one);
        if one.ends() {
            return heard;
        }
    }
    if !came_in.is_empty() {
        heard.push(store(context, came_in).await);
    }
    heard
}

/// What a provider has said, or a person wants of a number, is not said again: it is written when the database takes it.
pub(super) async fn until_written<T>(
    context: &ConnectionContext,
    mut write: impl AsyncFnMut() -> Result<T, ActorError>,
) -> T {
    loop {
        match write().await {
            Ok(written) => return written,
            Err(error) => {
                tracing::error!(connection.id = %context.connection, %error, "what is said of a number could not be written; once more");
                tokio::time::sleep(AGAIN).await;
            }
        }
    }
}

/// Stored before it is acknowledged, and applied by the inbound lane.
async fn store(
    context: &ConnectionContext,
    came_in: Vec<(RawEvent, oneshot::Sender<()>)>,
) -> Heard {
    let (raws, acknowledges): (Vec<_>, Vec<_>) = came_in.into_iter().unzip();
    until_written(context, async || {
        let at = context.now();
        let arrivals: Vec<_> = raws
            .iter()
            .map(|event| Arrival {
                company: context.company,
                connection: context.connection,
                at,
                event,
            })
            .collect();
        let stored = context
            .db
            .write(async |c| inbox::insert_all(c, &arrivals).await);
        stored.await?;
        Ok(())
    })
    .await;
    for acknowledge in acknowledges {
        // one that does not wait any more says it again, under the same key
        let _ = acknowledge.send(());
    }
    Heard::CameIn
}

/// Keeps a piece of a phone's past, for the lane that stores it behind what comes in live.
async fn keep_past(
    context: &ConnectionContext,
    messages: &[PastEvent],
    kept: oneshot::Sender<()>,
) -> Heard {
    let (company, id) = (context.company, context.connection);
    until_written(context, async || {
        let keep = async |c: &mut Conn<'_>| history::keep(c, company, id, messages).await;
        Ok(context.db.write(keep).await?)
    })
    .await;
    // one that does not wait any more says it again, under the same keys
    let _ = kept.send(());
    Heard::Past
}

async fn hear_one(
    context: &ConnectionContext,
    session: &Session,
    event: &ProviderEvent,
) -> Result<Heard, ActorError> {
    use ConnectionStatus as Status;

    let because = |status, reason| StatusChange {
        reason: Some(reason),
        ..StatusChange::to(status)
    };
    let (change, heard) = match event {
        ProviderEvent::Qr { code, expires } => {
            let change = StatusChange {
                qrcode: code,
                qrcode_expires_at: Some(*expires),
                ..StatusChange::to(Status::Qrcode)
            };
            return show_code(context, session, change).await;
        }
        ProviderEvent::PairingCode { code } => {
            let (company, id) = (context.company, context.connection);
            let letters = async |c: &mut Conn<'_>| {
                Ok(connections::set_pairing_code(c, company, id, code, context.now()).await?)
            };
            return write(context, session, letters, Heard::Noted).await;
        }
        ProviderEvent::Pairing => (StatusChange::to(Status::Pairing), Heard::Noted),
        ProviderEvent::Paired { number, name } => {
            let change = StatusChange {
                number: Some(number)
                    .filter(|number| !number.is_empty())
                    .map(String::as_str),
                account_name: name.as_deref(),
                ..StatusChange::to(Status::Pairing)
            };
            return hear_paired(context, session, change).await;
        }
        ProviderEvent::Connected { number } => {
            session::settle(context, session).await?;
            let change = StatusChange {
                number: number.as_deref(),
                ..StatusChange::to(Status::Connected)
            };
            (change, Heard::Connected)
        }
        ProviderEvent::Lost { reason } => (because(Status::Timeout, reason), Heard::Lost),
        ProviderEvent::Disconnected { reason } => {
            (because(Status::Disconnected, reason), Heard::Off)
        }
        ProviderEvent::LoggedOut => {
            return write_end(context, session, LOGGED_OUT).await;
        }
        ProviderEvent::Rings { call } => return refuse_call(context, session, call).await,
        ProviderEvent::Writes {
            customer,
            is_writing,
        } => {
            writing::tell(context, customer, *is_writing).await;
            return Ok(Heard::Noted);
        }
        // stored elsewhere, together with others
        ProviderEvent::Inbound { .. } | ProviderEvent::Past { .. } => return Ok(Heard::Noted),
    };
    write_status(context, session, change, heard).await
}

/// A phone is paired: from now on it hands over its past, if that is wanted.
async fn hear_paired(
    context: &ConnectionContext,
    session: &Session,
    change: StatusChange<'_>,
) -> Result<Heard, ActorError> {
    let (company, id, now) = (context.company, context.connection, context.now());
    let mut wanted = false;
    let paired = async |c: &mut Conn<'_>| {
        wanted = history::begin(c, company, id, now).await?;
        Ok(connections::set_status(c, company, id, change, now).await?)
    };
    let heard = write(context, session, paired, Heard::Noted).await?;
    session.provider.bring_past(wanted);
    Ok(heard)
}

/// Refuses a call where the company takes none: it is a missed one from now on. What cannot be refused rings on.
async fn refuse_call(
    context: &ConnectionContext,
    session: &Session,
    call: &str,
) -> Result<Heard, ActorError> {
    let settings = {
        let mut reader = context.db.read().await?;
        settings::read(&mut reader.conn(), context.company).await?
    };
    if settings.takes_calls {
        return Ok(Heard::Noted);
    }
    match session.provider.refuse_call(call).await {
        // it is refused once: nobody would say again that it was missed
        Ok(Some(missed)) => Ok(store(context, vec![(missed, oneshot::channel().0)]).await),
        Ok(None) => Ok(Heard::Noted),
        Err(error) => {
            tracing::warn!(connection.id = %context.connection, %error, "a call could not be refused");
            Ok(Heard::Noted)
        }
    }
}

/// Shows a code, unless enough were shown to nobody: then what there is of the session is forgotten.
async fn show_code(
    context: &ConnectionContext,
    session: &Session,
    change: StatusChange<'_>,
) -> Result<Heard, ActorError> {
    let shown = {
        let mut reader = context.db.read().await?;
        connections::find(&mut reader.conn(), context.company, context.connection).await?
    };
    if shown.is_none_or(|row| row.qrcode == change.qrcode || may_show_code(row.retries)) {
        return write_status(context, session, change, Heard::Code).await;
    }
    write_end(context, session, UNSCANNED).await
}

/// The session is over, and what is stored of it is forgotten, if the number is still this session's: another node may
/// have begun a new one.
async fn write_end(
    context: &ConnectionContext,
    session: &Session,
    reason: &str,
) -> Result<Heard, ActorError> {
    let over = StatusChange {
        reason: Some(reason),
        ..StatusChange::to(ConnectionStatus::Disconnected)
    };
    let heard = write_status(context, session, over, Heard::Off).await?;
    if heard == Heard::Off {
        session::log_out(context, session).await;
    }
    Ok(heard)
}

async fn write_status(
    context: &ConnectionContext,
    session: &Session,
    change: StatusChange<'_>,
    heard: Heard,
) -> Result<Heard, ActorError> {
    let (company, id) = (context.company, context.connection);
    let status = async |c: &mut Conn<'_>| {
        Ok(connections::set_status(c, company, id, change, context.now()).await?)
    };
    write(context, session, status, heard).await
}

/// Writes and tells what a session says of itself, if it still has the number and somebody wants it on.
async fn write(
    context: &ConnectionContext,
    session: &Session,
    mut change: impl AsyncFnMut(&mut Conn<'_>) -> Result<Option<Row>, ActorError>,
    heard: Heard,
) -> Result<Heard, ActorError> {
    let (resource, now, mut is_ours) = (context.resource(), context.now(), false);
    let (company, id) = (context.company, context.connection);
    context
        .tell_change(async |c| {
            is_ours = leases::holds(c, &resource, &session.owner, session.epoch, now).await?
                && connections::is_wanted(c, company, id).await?;
            if is_ours { change(c).await } else { Ok(None) }
        })
        .await?;
    Ok(if is_ours { heard } else { Heard::Elsewhere })
}
