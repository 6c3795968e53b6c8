//! The session with the business's own phone: codes until it is paired, then whatever the phone does to the connection.
//! What the phone does is in its row, and a word or a look makes this see it.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use chrono::{DateTime, TimeDelta, Utc};
use guiche_storage::{
    StorageError,
    connections::history,
    fixtures::simulator::{self, PhoneSession},
    model::inbound::Person,
};
use rand::seq::IndexedRandom as _;
use tokio::{
    sync::{Notify, oneshot},
    task::AbortHandle,
    time::{Instant, sleep, sleep_until, timeout},
};

use super::Network;
use crate::connection::provider::{ProviderEvent, ProviderEvents, StartError};

/// How long the first code of a session is shown, and each further one, as `WhatsApp` does.
const FIRST_CODE: Duration = Duration::from_mins(1);
const NEXT_CODE: Duration = Duration::from_secs(20);
/// How long letters state. The code beside them stays meanwhile.
const LETTERS: Duration = Duration::from_secs(160);
/// How long a phone takes to exchange its keys.
const PAIRING: Duration = Duration::from_secs(1);
/// How often the row is looked at when nobody says anything.
const LOOK_EVERY: Duration = Duration::from_secs(15);
/// Messages of the past that are handed over at once.
const PAST_AT_ONCE: i64 = 100;
/// What letters are made of: none looks like another.
const LETTERS_OF: &[u8] = b"123456789ABCDEFGHJKLMNPQRSTVWXYZ";

/// One session, or none.
#[derive(Debug, Default)]
pub(super) struct Line {
    look: Arc<Notify>,
    // the number for which letters are wanted
    asked: Arc<Mutex<Option<String>>>,
    task: Mutex<Option<AbortHandle>>,
}

impl Line {
    /// Begins the session.
    ///
    /// # Errors
    /// `Later` while the phone is away.
    pub(super) async fn open(
        &self,
        net: &Network,
        events: ProviderEvents,
    ) -> Result<(), StartError> {
        let session = Session {
            net: net.clone(),
            look: Arc::clone(&self.look),
            asked: Arc::clone(&self.asked),
            events,
        };
        let later = |error: StorageError| StartError::Later(error.to_string());
        let phone = session.phone().await.map_err(later)?;
        if phone
            .away_until
            .is_some_and(|until| until > net.clock.now())
        {
            return Err(StartError::Later("the phone cannot be reached".to_owned()));
        }
        let task = tokio::spawn(async move {
            if let Err(Over::Storage(error)) = session.live(phone).await {
                let reason = error.to_string();
                let _unheard = session.events.send(ProviderEvent::Lost { reason }).await;
            }
        });
        self.keep(Some(task.abort_handle()));
        Ok(())
    }

    /// Looks at the row.
    pub(super) fn look(&self) {
        self.look.notify_one();
    }

    /// Shows letters for this number, if a code is shown.
    pub(super) fn ask_letters(&self, number: &str) {
        *self.asked.lock().unwrap_or_else(PoisonError::into_inner) = Some(number.to_owned());
        self.look();
    }

    /// Ends the session, if there is one.
    pub(super) fn close(&self) {
        self.keep(None);
    }

    fn keep(&self, task: Option<AbortHandle>) {
        let mut kept = self.task.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(former) = std::mem::replace(&mut *kept, task) {
            former.abort();
        }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.close();
    }
}

struct Session {
    net: Network,
    look: Arc<Notify>,
    asked: Arc<Mutex<Option<String>>>,
    events: ProviderEvents,
}

/// Why a session does not go on.
enum Over {
    /// Nobody listens any more.
    Unheard,
    Storage(StorageError),
}

impl From<StorageError> for Over {
    fn from(error: StorageError) -> Self {
        Self::Storage(error)
    }
}

impl Session {
    async fn live(&self, phone: PhoneSession) -> Result<(), Over> {
        let is_new = !phone.is_paired;
        let phone = if is_new { self.pair().await? } else { phone };
        let (number, breaks) = (phone.number, phone.breaks);
        self.say(ProviderEvent::Connected { number }).await?;
        if is_new {
            self.hand_over().await?;
        }
        let mut writers = HashMap::new();
        loop {
            self.wait(LOOK_EVERY).await;
            self.tell_writers(&mut writers).await?;
            let phone = self.phone().await?;
            if !phone.is_paired {
                return self.say(ProviderEvent::LoggedOut).await;
            }
            if phone.breaks != breaks {
                let reason = phone.break_reason;
                let broken = if phone.is_closed {
                    ProviderEvent::Disconnected { reason }
                } else {
                    ProviderEvent::Lost { reason }
                };
                return self.say(broken).await;
            }
        }
    }

    /// Hands over the past, if the desk wants it.
    async fn hand_over(&self) -> Result<(), Over> {
        let of = (self.net.company, self.net.connection);
        let days = {
            let mut reader = self.net.db.read().await?;
            history::days(&mut reader.conn(), of.0, of.1).await?
        };
        let since = self.net.clock.now() - TimeDelta::days(days);
        let mut after = (days > 0).then_some(0);
        while let Some(last) = after {
            let (messages, next) = {
                let mut reader = self.net.db.read().await?;
                simulator::list_past(&mut reader.conn(), of, since, last, PAST_AT_ONCE).await?
            };
            after = next;
            let (acknowledge, kept) = oneshot::channel();
            self.say(ProviderEvent::Past {
                messages,
                acknowledge,
            })
            .await?;
            // what is not kept is over: nobody listens any more
            kept.await.map_err(|_| Over::Unheard)?;
        }
        Ok(())
    }

    /// Says which customers write, and which have stopped, since the last look.
    async fn tell_writers(
        &self,
        known: &mut HashMap<String, DateTime<Utc>>,
    ) -> Result<(), StorageError> {
        let now = self.net.clock.now();
        let found = {
            let of = (self.net.company, self.net.connection);
            let mut reader = self.net.db.read().await?;
            simulator::list_writers(&mut reader.conn(), of, now).await?
        };
        let found: HashMap<_, _> = found.into_iter().collect();
        let writes = |number: &String, is_writing| ProviderEvent::Writes {
            customer: Person {
                address: number.clone(),
                ..Person::default()
            },
            is_writing,
        };
        let go_on = found
            .iter()
            .filter(|(number, until)| known.get(*number) != Some(*until));
        let stopped = known.keys().filter(|number| !found.contains_key(*number));
        let said = go_on
            .map(|(number, _)| writes(number, true))
            .chain(stopped.map(|number| writes(number, false)));
        for event in said {
            // who has no time for it does not hear it
            let _unheard = self.events.try_send(event);
        }
        *known = found;
        Ok(())
    }

    /// Shows one code after another until a phone takes one. Whoever listens says when there were enough.
    async fn pair(&self) -> Result<PhoneSession, Over> {
        let mut shown_for = FIRST_CODE;
        loop {
            let code = code();
            self.show_code(code.clone()).await?;
            let expires = self.in_a(shown_for);
            let shown = ProviderEvent::Qr {
                code: code.clone(),
                expires,
            };
            self.say(shown).await?;
            if let Some(phone) = self.until_taken(&code, shown_for).await? {
                self.say(ProviderEvent::Pairing).await?;
                sleep(PAIRING).await;
                let number = phone.number.clone().unwrap_or_default();
                let name = phone.name.clone();
                self.say(ProviderEvent::Paired { number, name }).await?;
                return Ok(phone);
            }
            shown_for = NEXT_CODE;
        }
    }

    /// The phone that has taken a code, or `None` when the code is over.
    async fn until_taken(
        &self,
        code: &str,
        shown_for: Duration,
    ) -> Result<Option<PhoneSession>, Over> {
        let mut over_at = Instant::now() + shown_for;
        loop {
            if let Some(number) = self.take_asked() {
                self.show_letters(number).await?;
                over_at = Instant::now() + LETTERS;
            }
            let phone = self.phone().await?;
            if phone.is_paired {
                return Ok(Some(phone));
            }
            if phone.qrcode != code {
                return Ok(None);
            }
            tokio::select! {
                () = sleep_until(over_at) => return Ok(None),
                () = self.wait(LOOK_EVERY) => {}
            }
        }
    }

    async fn show_code(&self, code: String) -> Result<(), StorageError> {
        let (company, connection) = (self.net.company, self.net.connection);
        self.net
            .db
            .write(async move |conn| simulator::show_code(conn, company, connection, &code).await)
            .await
    }

    async fn show_letters(&self, number: String) -> Result<(), Over> {
        let (company, connection, code) = (self.net.company, self.net.connection, letters());
        let shown = code.clone();
        let written = self.net.db.write(async move |conn| {
            let shown = (shown.as_str(), number.as_str());
            simulator::show_letters(conn, company, connection, shown).await
        });
        written.await?;
        self.say(ProviderEvent::PairingCode { code }).await
    }

    fn take_asked(&self) -> Option<String> {
        self.asked
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
    }

    fn in_a(&self, time: Duration) -> DateTime<Utc> {
        self.net.clock.now() + TimeDelta::from_std(time).unwrap_or_default()
    }

    async fn wait(&self, most: Duration) {
        let _looked = timeout(most, self.look.notified()).await;
    }

    async fn say(&self, event: ProviderEvent) -> Result<(), Over> {
        self.events.send(event).await.map_err(|_| Over::Unheard)
    }

    async fn phone(&self) -> Result<PhoneSession, StorageError> {
        let mut reader = self.net.db.read().await?;
        simulator::find_session(&mut reader.conn(), self.net.company, self.net.connection).await
    }
}

/// What a code says: as long as those of `WhatsApp`, so that it looks like one.
fn code() -> String {
    let part = || hex::encode(rand::random::<[u8; 24]>());
    format!("2@{},{},{}", part(), part(), part())
}

fn letters() -> String {
    let mut rng = rand::rng();
    let of = (0..8).filter_map(|_| LETTERS_OF.choose(&mut rng));
    of.map(|letter| char::from(*letter)).collect()
}
