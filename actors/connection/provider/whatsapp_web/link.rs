//! The session of one number: opened with the keys that are stored, or with codes for a phone.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tokio::{
    sync::{mpsc, watch},
    task::AbortHandle,
    time::timeout,
};
use whatsapp_rust::{
    Jid, TokioRuntime,
    prelude::{Bot, BotHandle, Client},
    wacore::store::{DevicePropsOverride, traits::LidPnMappingEntry},
    waproto::whatsapp::device_props::PlatformType,
};

use crate::{
    backend::{Backend, People},
    calls::Ringing,
    fence::Fenced,
    gate::Gate,
    heard::{Heard, Who},
    keys::{KeyError, KeyStore, Space},
    receiver::{Acks, EventReceiver, Hook, Relay, letters_for},
    said::Said,
    wire::{Calls, Http, Socket},
};

/// Where `WhatsApp` Web is.
pub const WEB_URL: &str = "wss://web.whatsapp.com/ws/chat";
/// How long a session may take to end by itself.
const END: Duration = Duration::from_secs(15);
/// How long a session that is opened to be signed out may take to connect.
const CONNECT: Duration = Duration::from_secs(15);

/// What a link works with.
#[derive(Clone)]
pub struct Settings {
    /// The socket's address.
    pub url: String,
    /// The version of `WhatsApp` Web that is named; asked for at `WhatsApp` where it is not given.
    pub version: Option<(u32, u32, u32)>,
    /// What the phone's list of linked devices calls us.
    pub device: String,
    /// Makes calls for files.
    pub http: Arc<dyn Http>,
}

impl std::fmt::Debug for Settings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Settings").finish_non_exhaustive()
    }
}

/// Why a link cannot do what it is asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// There is no session.
    #[error("there is no session")]
    Closed,
    /// The keys cannot be read or written.
    #[error(transparent)]
    Keys(#[from] KeyError),
    /// The library.
    #[error("{0}")]
    Other(String),
}

/// The session of one number, or none.
pub struct Link {
    pub(crate) keys: Arc<dyn KeyStore>,
    settings: Settings,
    pub(crate) acks: Arc<Acks>,
    pub(crate) ringing: Arc<Ringing>,
    lettered: Arc<Mutex<Option<String>>>,
    /// What the phone hands over of its past is wanted.
    wants_past: AtomicBool,
    running: Mutex<Option<Running>>,
    /// Numbers that were looked up in this session, and where they are.
    known: Mutex<HashMap<String, Option<Jid>>>,
}

struct Running {
    handle: BotHandle,
    relay: AbortHandle,
    gate: Arc<Gate>,
    backend: Arc<Backend>,
    fence: Arc<Fenced>,
}

impl Link {
    /// A session that is not open.
    pub fn new(keys: Arc<dyn KeyStore>, settings: Settings) -> Self {
        Self {
            keys,
            settings,
            acks: Arc::default(),
            ringing: Arc::default(),
            lettered: Arc::default(),
            wants_past: AtomicBool::new(false),
            running: Mutex::new(None),
            known: Mutex::default(),
        }
    }

    /// Opens it; what happens is said. One that is open is closed before.
    ///
    /// # Errors
    /// When the keys cannot be read.
    pub async fn open(&self, said: mpsc::Sender<Said>) -> Result<(), LinkError> {
        self.close().await;
        let running = self.start(said).await?;
        *self.slot() = Some(running);
        Ok(())
    }

    /// Asks for letters to be typed on the phone of this number; they are said.
    ///
    /// # Errors
    /// `Closed`, or what the phone's server says.
    pub async fn ask_letters(&self, number: &str) -> Result<(), LinkError> {
        let client = self.client().ok_or(LinkError::Closed)?;
        *self.lettered.lock().unwrap_or_else(PoisonError::into_inner) = Some(number.to_owned());
        let asked = client.pair_with_code(letters_for(number.to_owned())).await;
        asked
            .map(drop)
            .map_err(|error| LinkError::Other(error.to_string()))
    }

    /// Whether what the phone hands over of its past is taken, from now on.
    pub fn bring_past(&self, wanted: bool) {
        self.wants_past.store(wanted, Ordering::Relaxed);
        if let Some(client) = self.client() {
            client.set_skip_history_sync(!wanted);
        }
    }

    /// Ends it; the keys stay.
    pub async fn close(&self) {
        let running = self.slot().take();
        if let Some(running) = running {
            running.relay.abort();
            let _late = end(running).await;
        }
    }

    /// Tells the phone that this device is gone, if it can be told, and forgets the keys.
    ///
    /// # Errors
    /// When the keys cannot be read or forgotten.
    pub async fn log_out(&self) -> Result<(), LinkError> {
        let running = self.slot().take();
        let running = match running {
            Some(running) => Some(running),
            None => self.open_silently().await?,
        };
        if let Some(running) = running {
            running.relay.abort();
            let client = running.handle.client();
            let _late = timeout(END, client.logout()).await;
            end(running).await?;
        }
        Ok(self.keys.forget().await?)
    }

    /// A session with the keys of a paired phone, only to be signed out. `None`: there is no phone, or its keys do not open.
    async fn open_silently(&self) -> Result<Option<Running>, LinkError> {
        let (said, heard) = mpsc::channel(1);
        // nobody listens: what comes in stays unacknowledged
        drop(heard);
        let backend = Backend::new(Arc::clone(&self.keys));
        match backend.is_paired().await {
            Ok(true) => {}
            // with keys that do not open nobody signs out, and they are to be forgotten
            Ok(false) | Err(KeyError::Unreadable(_)) => return Ok(None),
            Err(error) => return Err(error.into()),
        }
        match self.start(said).await {
            Ok(running) => {
                let _late = running.handle.client().wait_for_connected(CONNECT).await;
                Ok(Some(running))
            }
            Err(error) => {
                tracing::warn!(%error, "a phone keeps a device that could not be signed out");
                Ok(None)
            }
        }
    }

    /// Which of these numbers are on `WhatsApp`, each with its own digits there.
    ///
    /// # Errors
    /// `Closed`, or what the server says.
    pub async fn check_numbers(
        &self,
        numbers: &[String],
    ) -> Result<Vec<(String, Option<String>)>, LinkError> {
        let client = self.client().ok_or(LinkError::Closed)?;
        let mut checked = Vec::with_capacity(numbers.len());
        // one after another: an answer does not say which question it is for where the digits are others
        for number in numbers {
            let jid = self.look_up(&client, number).await?;
            let digits = jid.map(|jid| jid.user_base().to_owned());
            checked.push((number.clone(), digits));
        }
        Ok(checked)
    }

    /// Where a number is on `WhatsApp`, asked once in a session. `None`: it is not there.
    ///
    /// # Errors
    /// What the server says.
    pub(crate) async fn look_up(
        &self,
        client: &Client,
        number: &str,
    ) -> Result<Option<Jid>, LinkError> {
        let known = self.known().get(number).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let found = client.contacts().is_on_whatsapp(&[Jid::pn(number)]).await;
        let found = found.map_err(|error| LinkError::Other(error.to_string()))?;
        let one = found.into_iter().find(|it| it.is_registered);
        let jid = one.map(|it| it.pn_jid.unwrap_or(it.jid).to_non_ad());
        self.known().insert(number.to_owned(), jid.clone());
        Ok(jid)
    }

    fn known(&self) -> std::sync::MutexGuard<'_, HashMap<String, Option<Jid>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What makes calls for files.
    pub(crate) fn http(&self) -> &dyn Http {
        &*self.settings.http
    }

    /// The library's client, while there is a session.
    pub(crate) fn client(&self) -> Option<Arc<Client>> {
        self.slot().as_ref().map(|running| running.handle.client())
    }

    /// What stands between the library and its socket, while there is a session.
    pub(crate) fn gate(&self) -> Option<Arc<Gate>> {
        self.slot()
            .as_ref()
            .map(|running| Arc::clone(&running.gate))
    }

    async fn start(&self, said: mpsc::Sender<Said>) -> Result<Running, LinkError> {
        let (notes, next) = mpsc::unbounded_channel();
        let device = DevicePropsOverride::new()
            .with_os(self.settings.device.clone())
            .with_platform_type(PlatformType::DESKTOP);
        let fence = Arc::new(Fenced::new(Arc::clone(&self.keys)));
        let keys: Arc<dyn KeyStore> = Arc::<Fenced>::clone(&fence);
        let backend = Arc::new(Backend::new(Arc::clone(&keys)));
        let people = backend.people();
        let gate = Arc::new(Gate::new(Arc::clone(&backend)));
        let socket = Socket::to(&self.settings.url, notes.clone(), Arc::clone(&gate));
        let mut builder = Bot::builder()
            .with_backend_arc(Arc::clone(&backend) as _)
            .with_transport_factory(socket)
            .with_http_client(Calls(Arc::clone(&self.settings.http)))
            .with_runtime(TokioRuntime)
            .with_device_props(device)
            .with_inbound_durability_hook(Hook {
                said: said.clone(),
                keys: Arc::clone(&keys),
            })
            .with_event_handler(EventReceiver {
                notes,
                acks: Arc::clone(&self.acks),
                gate: Arc::clone(&gate),
            });
        if !self.wants_past.load(Ordering::Relaxed) {
            builder = builder.skip_history_sync();
        }
        if let Some(version) = self.settings.version {
            builder = builder.with_version(version);
        }
        let bot = builder.build().await;
        let bot = bot.map_err(|error| LinkError::Other(error.to_string()))?;
        gate.is_of(&bot.client());
        know_people(&bot.client(), people).await?;
        let relay = Relay {
            client: Arc::downgrade(&bot.client()),
            keys,
            said,
            lettered: Arc::clone(&self.lettered),
            ringing: Arc::clone(&self.ringing),
        };
        let relay = tokio::spawn(relay.run(next)).abort_handle();
        fence.open();
        Ok(Running {
            handle: bot.spawn(),
            relay,
            gate,
            backend,
            fence,
        })
    }

    fn slot(&self) -> std::sync::MutexGuard<'_, Option<Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Link {
    /// One that is let go of without a word writes and sends nothing any more.
    fn drop(&mut self) {
        if let Some(running) = self.slot().take() {
            running.relay.abort();
            running.backend.stop();
            running.fence.close();
            running.handle.client().signal_shutdown_sync();
            running.handle.abort();
        }
    }
}

impl std::fmt::Debug for Link {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Link").finish_non_exhaustive()
    }
}

/// Waits until the library knows the numbers behind all ids. It reads them beside everything else, and the keys of a
/// conversation are found by the id: a message that waits for the line would come before, and could not be opened.
async fn know_people(
    client: &Client,
    mut people: watch::Receiver<People>,
) -> Result<(), LinkError> {
    let given = timeout(END, people.wait_for(|it| *it != People::Unread)).await;
    let given = given.ok().and_then(Result::ok).map(|it| it.clone());
    let Some(People::Given(last)) = given else {
        return Err(LinkError::Other("the addresses cannot be read".to_owned()));
    };
    if let Some(last) = last {
        // waits for those that are being taken in
        let known = client.get_lid_pn_entry(&Jid::lid(last)).await;
        known.map_err(|error| LinkError::Other(error.to_string()))?;
    }
    Ok(())
}

/// Ends a session: it writes nothing any more.
///
/// # Errors
/// When what it had begun to write was not written in time, and may be later.
async fn end(running: Running) -> Result<(), LinkError> {
    let client = running.handle.client();
    if timeout(END, running.handle.shutdown()).await.is_err() {
        client.signal_shutdown_sync();
    }
    let _late = timeout(END, running.backend.until_stored()).await;
    running.backend.stop();
    running.fence.close();
    let quiet = timeout(END, running.fence.until_quiet()).await;
    quiet.map_err(|_| LinkError::Other("the keys are still being written".to_owned()))
}

/// Adds to the people of an event what is known of them: the number behind an id, and the id of a number.
///
/// # Errors
/// See [`KeyError`].
pub(crate) async fn complete(keys: &dyn KeyStore, heard: &mut Heard) -> Result<(), KeyError> {
    let people: Vec<&mut Who> = match heard {
        Heard::Message(message) => vec![&mut message.customer],
        Heard::Edit { by, .. } | Heard::Revoke { by, .. } => by.iter_mut().collect(),
        Heard::Moved { from, to, .. } => vec![from, to],
        Heard::Pictured { who, .. } => vec![who],
        Heard::Status { .. } | Heard::Reaction { .. } | Heard::Nothing { .. } => Vec::new(),
    };
    for who in people {
        complete_who(keys, who).await?;
    }
    Ok(())
}

/// The same for one person.
///
/// # Errors
/// See [`KeyError`].
pub(crate) async fn complete_who(keys: &dyn KeyStore, who: &mut Who) -> Result<(), KeyError> {
    match (&who.number, &who.lid) {
        (None, Some(lid)) => {
            let known = keys.get(Space::Lid, lid).await?;
            let known: Option<LidPnMappingEntry> =
                known.and_then(|entry| serde_json::from_slice(&entry).ok());
            who.number = known.map(|entry| entry.phone_number);
        }
        (Some(number), None) => {
            let lid = keys.get(Space::Number, number).await?;
            who.lid = lid.map(|lid| String::from_utf8_lossy(&lid).into_owned());
        }
        _ => {}
    }
    Ok(())
}
