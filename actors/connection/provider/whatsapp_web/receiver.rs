//! Hears what the library tells: messages by a hook that waits until they are stored, the rest one after another.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, Weak},
    time::Duration,
};

use async_trait::async_trait;
use tokio::{
    sync::{mpsc, oneshot},
    time::{Instant, timeout_at},
};
use whatsapp_rust::{
    InboundDurabilityHook, anyhow,
    pair_code::PairCodeOptions,
    prelude::{Client, Event, EventHandler, InboundMessage},
    wacore::{
        time::now_millis,
        types::events::{
            ChatPresenceUpdate, ConnectFailureReason, LazyHistorySync, ServerAck, UnavailableType,
            UndecryptableMessage,
        },
    },
};

use crate::{
    calls::{Rang, Ringing},
    gate::Gate,
    inbound::{self, Arrival},
    keys::KeyStore,
    outbound::remember,
    past,
    said::{Ended, Said},
    writing,
};

/// How long the library may hear nothing while it connects, before the session is opened anew.
const ANSWER: Duration = Duration::from_mins(2);
/// The same after a pairing: the phone hands over what the account knows before messages may go.
const AFTER_PAIRING: Duration = Duration::from_mins(4);

/// Why a line is lost, as the pages know it.
const UNREACHABLE: &str = "unreachable";
const BROKEN: &str = "broken";

fn lost(reason: &str) -> Said {
    Said::Lost {
        reason: reason.to_owned(),
    }
}

/// What is to be looked at next.
pub(crate) enum Note {
    Event(Arc<Event>),
    /// A socket is being opened, at first or again.
    Opens,
    /// The socket could not be opened.
    Unreachable(String),
}

/// Who waits for the server's word on a message of ours. It is an error's number, or none.
#[derive(Default)]
pub(crate) struct Acks(Mutex<HashMap<String, oneshot::Sender<Option<String>>>>);

impl Acks {
    /// Waits for the word on a message from now on.
    pub fn expect(&self, id: &str) -> oneshot::Receiver<Option<String>> {
        let (said, word) = oneshot::channel();
        self.all().insert(id.to_owned(), said);
        word
    }

    /// Waits no longer.
    pub fn give_up(&self, id: &str) {
        self.all().remove(id);
    }

    /// Whether somebody waited for it.
    fn tell(&self, ack: &ServerAck) -> bool {
        let waits = self.all().remove(&ack.id);
        waits.is_some_and(|waits| waits.send(ack.error.clone()).is_ok())
    }

    fn all(&self) -> std::sync::MutexGuard<'_, HashMap<String, oneshot::Sender<Option<String>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes events off the library's hands without making it wait.
pub(crate) struct EventReceiver {
    pub notes: mpsc::UnboundedSender<Note>,
    pub acks: Arc<Acks>,
    pub gate: Arc<Gate>,
}

impl EventHandler for EventReceiver {
    fn handle_event(&self, event: Arc<Event>) {
        if let Event::OfflineSyncCompleted(_) = &*event {
            self.gate.is_live();
        }
        if let Event::ServerAck(ack) = &*event {
            let is_of_message = ack.class.as_deref().is_none_or(|class| class == "message");
            if !is_of_message || self.acks.tell(ack) || ack.error.is_none() {
                return;
            }
        }
        let _unheard = self.notes.send(Note::Event(event));
    }
}

/// Hands messages over, and has them acknowledged when they are stored.
pub(crate) struct Hook {
    pub said: mpsc::Sender<Said>,
    pub keys: Arc<dyn KeyStore>,
}

#[async_trait]
impl InboundDurabilityHook for Hook {
    async fn on_messages(&self, _: Arc<Client>, batch: &[InboundMessage]) -> anyhow::Result<()> {
        hand_over(&self.said, &self.keys, batch.iter()).await
    }
}

/// Hands messages over; returns when all of them are stored.
async fn hand_over<'m>(
    said: &mpsc::Sender<Said>,
    keys: &Arc<dyn KeyStore>,
    messages: impl Iterator<Item = &'m InboundMessage>,
) -> anyhow::Result<()> {
    let mut waiting = Vec::new();
    for heard in messages {
        let Some(mut arrival) = inbound::message(&heard.message, &heard.info) else {
            continue;
        };
        crate::link::complete(&**keys, &mut arrival.heard).await?;
        remember(&**keys, &heard.message, &heard.info).await?;
        waiting.push(say(said, arrival).await?);
    }
    for stored in waiting {
        stored.await?;
    }
    Ok(())
}

async fn say(said: &mpsc::Sender<Said>, arrival: Arrival) -> anyhow::Result<oneshot::Receiver<()>> {
    let (stored, is_stored) = oneshot::channel();
    let arrival = Box::new(arrival);
    said.send(Said::Heard { arrival, stored }).await?;
    Ok(is_stored)
}

/// Says a piece of the past; returns when it is kept.
async fn say_past(
    said: &mpsc::Sender<Said>,
    keys: &Arc<dyn KeyStore>,
    mut arrivals: Vec<Arrival>,
) -> anyhow::Result<()> {
    for arrival in &mut arrivals {
        crate::link::complete(&**keys, &mut arrival.heard).await?;
    }
    let (kept, is_kept) = oneshot::channel();
    said.send(Said::Past { arrivals, kept }).await?;
    Ok(is_kept.await?)
}

/// Says what the library tells, until the session is over or nobody listens.
pub(crate) struct Relay {
    pub client: Weak<Client>,
    pub keys: Arc<dyn KeyStore>,
    pub said: mpsc::Sender<Said>,
    /// The number for which letters were asked.
    pub lettered: Arc<Mutex<Option<String>>>,
    /// The calls that ring.
    pub ringing: Arc<Ringing>,
}

impl Relay {
    /// Goes on until the end.
    pub async fn run(self, mut notes: mpsc::UnboundedReceiver<Note>) {
        let mut patience = ANSWER;
        // by which an answer is expected; `None`: the line is answered
        let mut due = Some(Instant::now() + patience);
        loop {
            let next = match due {
                None => notes.recv().await,
                Some(due) => match timeout_at(due, notes.recv()).await {
                    Ok(next) => next,
                    Err(_) => Some(Note::Unreachable("no answer".to_owned())),
                },
            };
            let Some(note) = next else { return };
            match &note {
                // the library opens a dead line again, and again, without a word
                Note::Opens => due = due.or(Some(Instant::now() + patience)),
                Note::Event(event) => match &**event {
                    Event::PairingQrCode(_) | Event::Connected(_) => {
                        (due, patience) = (None, ANSWER);
                    }
                    // the line is opened anew with the keys of the pairing
                    Event::PairSuccess(_) => {
                        patience = AFTER_PAIRING;
                        due = Some(Instant::now() + patience);
                    }
                    _ => due = due.map(|_| Instant::now() + patience),
                },
                Note::Unreachable(_) => {}
            }
            if self.pass_on(note).await.is_break() {
                return;
            }
        }
    }

    async fn pass_on(&self, note: Note) -> std::ops::ControlFlow<()> {
        use std::ops::ControlFlow::{Break, Continue};

        let said = match note {
            Note::Opens => None,
            Note::Unreachable(why) => {
                tracing::warn!(why, "WhatsApp cannot be reached");
                Some(lost(UNREACHABLE))
            }
            Note::Event(event) => match self.understand(&event).await {
                Ok(said) => said,
                Err(error) => {
                    tracing::warn!(%error, "what a session said could not be kept");
                    Some(lost(BROKEN))
                }
            },
        };
        let Some(said) = said else {
            return Continue(());
        };
        let is_end = matches!(said, Said::Lost { .. } | Said::Ended(_) | Said::LoggedOut);
        let is_heard = self.said.send(said).await.is_ok();
        if is_heard && !is_end {
            Continue(())
        } else {
            Break(())
        }
    }

    async fn understand(&self, event: &Event) -> anyhow::Result<Option<Said>> {
        Ok(match event {
            Event::PairingQrCode(qr) => Some(Said::Qr {
                code: qr.code.clone(),
                lasts: qr.timeout,
            }),
            Event::PairingQrCodesExhausted(_) => Some(Said::Ended(Ended::Unscanned)),
            Event::PairingCode(letters) => Some(Said::Letters {
                code: letters.code.clone(),
            }),
            Event::PairingCodeRefresh(_) => {
                self.ask_again();
                None
            }
            Event::PairSuccess(paired) => {
                // what the phone knows of us now must not be forgotten by us
                if let Some(client) = self.client.upgrade() {
                    client.persistence_manager().flush().await?;
                }
                Some(Said::Paired {
                    number: paired.id.user_base().to_owned(),
                    name: Some(paired.business_name.clone()).filter(|name| !name.is_empty()),
                })
            }
            Event::PairError(_) => Some(Said::Ended(Ended::PairingFailed)),
            Event::Connected(_) => Some(Said::Connected {
                number: self
                    .client
                    .upgrade()
                    .and_then(|client| client.pn())
                    .map(|jid| jid.user_base().to_owned()),
            }),
            event => return self.understand_other(event).await,
        })
    }

    /// Ends, and what comes in beside messages.
    async fn understand_other(&self, event: &Event) -> anyhow::Result<Option<Said>> {
        let ended = |why| Ok(Some(Said::Ended(why)));
        match event {
            Event::Disconnected(_) => Ok(Some(lost(BROKEN))),
            Event::LoggedOut(out) if out.reason == ConnectFailureReason::AccountLocked => {
                ended(Ended::Locked)
            }
            Event::LoggedOut(_) => Ok(Some(Said::LoggedOut)),
            Event::StreamReplaced(_) => ended(Ended::Replaced),
            Event::TemporaryBan(ban) => {
                ended(Ended::Banned(ban.expire.to_std().unwrap_or_default()))
            }
            Event::ClientOutdated(_) => ended(Ended::Outdated),
            Event::ConnectFailure(failure) if failure.reason.should_reconnect() => {
                Ok(Some(lost(UNREACHABLE)))
            }
            Event::ConnectFailure(failure) => {
                ended(Ended::Refused(format!("{:?}", failure.reason)))
            }
            Event::Messages(batch) if !batch.hook_committed => {
                hand_over(&self.said, &self.keys, batch.iter()).await?;
                Ok(None)
            }
            Event::HistorySync(sync) => {
                if past::brings_conversations(sync) {
                    self.read_past(LazyHistorySync::clone(sync));
                }
                Ok(None)
            }
            Event::ChatPresence(update) => {
                self.note_writing(update).await?;
                Ok(None)
            }
            Event::IncomingCall(call) => match self.ringing.note(call) {
                Rang::Rings(call) => Ok(Some(Said::Rings { call })),
                Rang::Missed(mut missed) => {
                    crate::link::complete(&*self.keys, &mut missed.heard).await?;
                    let _stored = say(&self.said, *missed).await?;
                    Ok(None)
                }
                Rang::Nothing => Ok(None),
            },
            event => {
                for mut arrival in arrivals(event) {
                    crate::link::complete(&*self.keys, &mut arrival.heard).await?;
                    // a receipt that is lost is not said again: what follows it says more
                    let _stored = say(&self.said, arrival).await?;
                }
                Ok(None)
            }
        }
    }

    /// Reads a piece of the past beside everything else: it may be long, and nobody waits for it.
    fn read_past(&self, sync: LazyHistorySync) {
        let (said, keys) = (self.said.clone(), Arc::clone(&self.keys));
        let (found, mut pieces) = mpsc::channel(1);
        tokio::task::spawn_blocking(move || {
            past::read(&sync, |piece| found.blocking_send(piece).is_ok());
        });
        tokio::spawn(async move {
            while let Some(piece) = pieces.recv().await {
                if let Err(error) = say_past(&said, &keys, piece).await {
                    tracing::warn!(%error, "a piece of a phone's past could not be kept");
                    return;
                }
            }
        });
    }

    /// Says that a customer writes; who has no time to hear it now does not hear it.
    async fn note_writing(&self, update: &ChatPresenceUpdate) -> anyhow::Result<()> {
        if let Some((mut who, is_writing)) = writing::heard(update) {
            crate::link::complete_who(&*self.keys, &mut who).await?;
            let _unheard = self.said.try_send(Said::Writes { who, is_writing });
        }
        Ok(())
    }

    /// The phone wants other letters.
    fn ask_again(&self) {
        let number = self
            .lettered
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let (Some(number), Some(client)) = (number, self.client.upgrade()) else {
            return;
        };
        tokio::spawn(async move {
            if client.pair_with_code(letters_for(number)).await.is_err() {
                tracing::warn!("letters could not be asked for again");
            }
        });
    }
}

/// How letters are asked for.
pub(crate) fn letters_for(phone_number: String) -> PairCodeOptions {
    PairCodeOptions {
        phone_number,
        ..PairCodeOptions::default()
    }
}

/// What an event tells that is stored.
fn arrivals(event: &Event) -> Vec<Arrival> {
    match event {
        Event::Receipt(receipt) => inbound::receipts(receipt),
        Event::ServerAck(ack) => {
            let now = chrono::DateTime::from_timestamp_millis(now_millis()).unwrap_or_default();
            let code = ack.error.as_deref().unwrap_or_default();
            vec![inbound::refused(
                &ack.id,
                code,
                ack.timestamp.unwrap_or(now),
            )]
        }
        Event::MissedCall(call) => {
            let caller = inbound::who(&call.from, None);
            let missed = inbound::missed_call(caller, &call.call_id, call.timestamp);
            missed.into_iter().collect()
        }
        Event::ContactNumberChanged(change) => vec![inbound::moved(change)],
        Event::PictureUpdate(update) => inbound::pictured(update).into_iter().collect(),
        // what can still be read comes again by itself
        Event::UndecryptableMessage(UndecryptableMessage {
            info,
            is_unavailable: true,
            unavailable_type: UnavailableType::ViewOnce,
            ..
        }) => inbound::unreadable(info, "view_once").into_iter().collect(),
        _ => Vec::new(),
    }
}
