//! One connection with its actor, on a database of its own.

mod phone;
mod script;

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use actix::Addr;
use async_trait::async_trait;
use chrono::TimeDelta;
use guiche_storage::{
    Db,
    cluster::{
        leases::{self, Resource},
        redis::ClusterBus,
    },
    connections,
    fixtures::simulator::{self, Break, Shown},
    media::{LinkSigner, MediaStore},
    model::{
        CompanyId, ConnectionId,
        connection::{Connection as Row, ConnectionStatus as Status},
    },
};

use super::{
    Connection, ConnectionContext, LeaseKeeper, PollWork, ProviderMaker, StartSession,
    provider::{
        Provider, StartError,
        simulator::{Network, Simulator},
    },
};
use crate::{
    desk::{Desk, DeskContext},
    publisher::{EventPublisher, ShowWriting as ShowCustomer, Wake, WorkKind},
    registry::Registry,
    room::{Room, RoomSettings},
    test_company::TestCompany,
};

const DEADLINE: Duration = Duration::from_secs(10);

/// Makes what the test says.
struct Maker(Box<dyn Fn(CompanyId, ConnectionId) -> Arc<dyn Provider> + Send + Sync>);

#[async_trait]
impl ProviderMaker for Maker {
    async fn make(
        &self,
        company: CompanyId,
        connection: ConnectionId,
    ) -> Result<Arc<dyn Provider>, StartError> {
        Ok((self.0)(company, connection))
    }
}

/// One connection and its actor.
struct Line {
    company: TestCompany,
    id: ConnectionId,
    actor: Addr<Connection>,
    told: Arc<Mutex<Vec<String>>>,
    _files: tempfile::TempDir,
}

impl Line {
    /// A number whose phone has still to be paired.
    async fn unpaired() -> Self {
        let company = TestCompany::new().await;
        let id = company.connection("Loja").await;
        let unpaired = company
            .db
            .write(async |c| simulator::unpair(c, company.id, id).await);
        unpaired.await.unwrap();
        let files = tempfile::tempdir().unwrap();
        let (db, clock) = (company.db.clone(), company.clock.clone());
        let media = MediaStore::open(files.path(), "node", b"key").unwrap();
        let maker = Maker(Box::new(move |company, connection| {
            Arc::new(Simulator::new(Network {
                db: db.clone(),
                clock: clock.clone(),
                media: media.clone(),
                company,
                connection,
                wake_inbox: Arc::new(|_, _| ()),
            }))
        }));
        Self::with((company, id, files), maker)
    }

    fn with(
        (company, id, files): (TestCompany, ConnectionId, tempfile::TempDir),
        maker: Maker,
    ) -> Self {
        let told = Arc::<Mutex<Vec<String>>>::default();
        let heard = Arc::clone(&told);
        let tell = EventPublisher::new(move |events| {
            let events = events.iter().map(|event| event.payload.get().to_owned());
            heard.lock().unwrap().extend(events);
        });
        let context = ConnectionContext {
            company: company.id,
            connection: id,
            db: company.db.clone(),
            clock: company.clock.clone(),
            media: MediaStore::open(files.path(), "node", b"key").unwrap(),
            media_bytes_max: 1_000,
            node: "node".into(),
            sends_at_once: 1,
            first_rest: TimeDelta::zero(),
            keeper: Arc::<LeaseKeeper>::default(),
            desks: desks(&company),
            tell,
            rooms: rooms(&company),
            bus: ClusterBus::nobody(),
            // the shortest wait
            jitter: Arc::new(|| 0.0),
            maker: Arc::new(maker),
        };
        let actor = actix::Actor::start(Connection::new(context));
        Self {
            company,
            id,
            actor,
            told,
            _files: files,
        }
    }

    async fn start(&self) {
        let is_asked = true;
        self.actor.send(StartSession { is_asked }).await.unwrap();
    }

    async fn row(&self) -> Row {
        let mut reader = self.company.db.read().await.unwrap();
        connections::get(&mut reader.conn(), self.company.id, self.id)
            .await
            .unwrap()
    }

    /// Waits until the row is so, and answers it.
    async fn until(&self, what: &str, is: impl Fn(&Row) -> bool) -> Row {
        let wait = async {
            loop {
                let row = self.row().await;
                if is(&row) {
                    return row;
                }
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        };
        match tokio::time::timeout(DEADLINE, wait).await {
            Ok(row) => row,
            Err(late) => panic!("{what}: {late}, {:?}", self.row().await),
        }
    }

    async fn until_status(&self, status: Status) -> Row {
        let is = |row: &Row| row.status == status;
        self.until(status.as_str(), is).await
    }

    async fn until_code(&self, shown: i64) -> Row {
        let is = |row: &Row| row.status == Status::Qrcode && row.retries == shown;
        self.until(&format!("code {shown}"), is).await
    }

    async fn until_nothing_is_shown(&self) {
        let is_shown = async || {
            let mut reader = self.company.db.read().await.unwrap();
            let (company, id) = (self.company.id, self.id);
            let phone = simulator::find_session(&mut reader.conn(), company, id).await;
            !phone.unwrap().qrcode.is_empty()
        };
        let wait = async {
            while is_shown().await {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        };
        tokio::time::timeout(DEADLINE, wait)
            .await
            .expect("the code is taken down");
    }

    /// The phone does something, and the session looks at it.
    async fn phone(
        &self,
        act: impl AsyncFn(&mut guiche_storage::Conn<'_>, CompanyId) -> guiche_storage::Result<bool>,
    ) -> bool {
        let company = self.company.id;
        let done = self.company.db.write(async |c| act(c, company).await);
        let done = done.await.unwrap();
        self.look().await;
        done
    }

    async fn look(&self) {
        let (kind, is_remote) = (WorkKind::Session, false);
        self.actor.send(PollWork { kind, is_remote }).await.unwrap();
    }

    async fn scan(&self) -> bool {
        let id = self.id;
        self.phone(async |c, company| {
            let who = ("5511900000001", "Joana");
            simulator::pair(c, company, id, Shown::Code(None), who).await
        })
        .await
    }

    async fn breaks_off(&self, reason: &str, away: Option<TimeDelta>, is_closed: bool) {
        let (id, now) = (self.id, self.company.now());
        self.phone(async |c, company| {
            let how = Break {
                reason,
                away_until: away.map(|away| now + away),
                is_closed,
            };
            simulator::break_off(c, company, id, how)
                .await
                .map(|()| true)
        })
        .await;
    }

    /// The statuses that everybody was told, in order, each once.
    fn statuses(&self) -> Vec<String> {
        let told = self.told.lock().unwrap();
        let mut all: Vec<String> = told
            .iter()
            .map(|text| serde_json::from_str::<serde_json::Value>(text).unwrap())
            .map(|told| told["session"]["status"].as_str().unwrap().to_owned())
            .collect();
        all.dedup();
        all
    }

    async fn lease_is_free(&self) -> bool {
        let (resource, now) = (Resource::Connection(self.id), self.company.now());
        let taken = self
            .company
            .db
            .write(async |c| leases::acquire(c, &resource, "other", now).await);
        taken.await.unwrap().is_some()
    }
}

fn rooms(company: &TestCompany) -> Registry<Room> {
    let settings = RoomSettings {
        db: company.db.clone(),
        clock: company.clock.clone(),
        encode: |_, payload| payload.into(),
        reconcile_every: Duration::from_secs(1),
        bus: ClusterBus::nobody(),
        show_writing: ShowCustomer::nobody(),
    };
    Registry::new(vec![], move |id: &CompanyId| {
        Room::new(*id, settings.clone())
    })
}

fn desks(company: &TestCompany) -> Registry<Desk> {
    let (db, clock): (Db, _) = (company.db.clone(), company.clock.clone());
    Registry::new(vec![], move |id: &CompanyId| {
        Desk::new(DeskContext {
            company: *id,
            db: db.clone(),
            clock: Arc::clone(&clock),
            links: Arc::new(LinkSigner::new(b"key")),
            tell: EventPublisher::nobody(),
            wake: Wake::nobody(),
        })
    })
}
