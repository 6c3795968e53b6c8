//! For tests of actors: a database with one company in it, and a clock that stands still.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use guiche_storage::companies::{self, Feature, NewCompany, NewPlan};
use guiche_storage::connections::{self, ConnectionForm};
use guiche_storage::contacts::{self, ContactForm};
use guiche_storage::fixtures::migrated::migrated;
use guiche_storage::identity::users::{self, NewUser};
use guiche_storage::model::connection::{ConnectionTexts, ProviderKind};
use guiche_storage::model::event::{
    AuthEvent, CommittedEvent, Entity, Event, NewEvent, Room, Scope, SignedInUserRef, TagEvent,
    TicketEvent,
};
use guiche_storage::model::ticket::TicketStatus;
use guiche_storage::model::user::Profile;
use guiche_storage::model::{Clock, CompanyId, ConnectionId, TagId, TicketId, UserId};
use guiche_storage::tickets::{self, write::NewTicket};
use guiche_storage::{Db, StorageError, media::LinkSigner};

use crate::{
    desk::DeskContext,
    publisher::{EventPublisher, Wake},
};

/// A clock that says one time.
#[derive(Debug, Clone, Copy)]
pub struct StoppedClock(pub DateTime<Utc>);

impl Clock for StoppedClock {
    fn now(&self) -> DateTime<Utc> {
        self.0
    }
}

/// One company on an empty database; the file goes with it.
pub struct TestCompany {
    pub db: Db,
    pub clock: Arc<dyn Clock>,
    pub id: CompanyId,
    _folder: tempfile::TempDir,
}

impl TestCompany {
    pub async fn new() -> Self {
        Self::with(&[]).await
    }

    /// With these features in its plan.
    pub async fn with(features: &[Feature]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let db = migrated(&folder.path().join("desk.sqlite")).await.unwrap();
        let now = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
        let id = db
            .write(async |conn| {
                let plan = NewPlan {
                    name: "All",
                    users: 10,
                    connections: 10,
                    queues: 10,
                    value: 0.0,
                    features,
                };
                let plan = companies::insert_plan(conn, now, &plan).await?;
                let company = NewCompany {
                    name: "Aurora",
                    email: None,
                    phone: None,
                    plan,
                    due_date: None,
                };
                companies::insert(conn, now, &company).await
            })
            .await
            .unwrap();
        Self {
            db,
            clock: Arc::new(StoppedClock(now)),
            id,
            _folder: folder,
        }
    }

    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// Adds an attendant without queues.
    pub async fn user(&self, name: &str) -> UserId {
        let email = format!("{name}@aurora.example");
        let user = NewUser {
            name,
            email: &email,
            password_hash: "none",
            profile: Profile::User,
            is_super: false,
            all_ticket: false,
            connection: None,
            queues: &[],
        };
        let insert = async |conn: &mut guiche_storage::Conn<'_>| {
            users::insert_user(conn, self.id, self.now(), &user).await
        };
        self.db.write(insert).await.unwrap()
    }

    /// Its desk at a time; nobody is told or woken.
    pub fn desk_at(&self, now: DateTime<Utc>) -> DeskContext {
        DeskContext {
            company: self.id,
            db: self.db.clone(),
            clock: Arc::new(StoppedClock(now)),
            links: Arc::new(LinkSigner::new(b"key")),
            tell: EventPublisher::nobody(),
            wake: Wake::nobody(),
        }
    }

    /// Adds a number of the simulator.
    pub async fn connection(&self, name: &str) -> ConnectionId {
        self.number(ProviderKind::Simulator, name).await
    }

    /// Adds a number of this kind.
    pub async fn number(&self, kind: ProviderKind, name: &str) -> ConnectionId {
        let form = ConnectionForm {
            name: name.into(),
            is_default: false,
            queue_ids: Vec::new(),
            texts: ConnectionTexts::default(),
            phone_number_id: None,
            waba_id: None,
            prompt_id: None,
            integration_id: None,
        };
        let insert = async |conn: &mut guiche_storage::Conn<'_>| {
            connections::insert(conn, self.id, kind, &form, self.now()).await
        };
        self.db.write(insert).await.unwrap().connection.id
    }

    /// Adds a waiting ticket without a queue.
    pub async fn ticket(&self) -> TicketId {
        let form = ContactForm {
            name: "Beatriz".into(),
            number: "5511988887777".into(),
            email: String::new(),
            extra_info: Vec::new(),
        };
        let insert = async |conn: &mut guiche_storage::Conn<'_>| {
            let contact = contacts::insert(conn, self.id, &form, self.now()).await?;
            let ticket = NewTicket {
                uuid: uuid::Uuid::new_v4(),
                status: TicketStatus::Pending,
                contact_id: contact.id,
                user_id: None,
                queue_id: None,
                connection_id: None,
                is_group: false,
            };
            tickets::write::insert(conn, self.id, &ticket, self.now()).await
        };
        self.db.write(insert).await.unwrap()
    }

    /// Commits an event and tells nobody.
    pub async fn event(
        &self,
        entity: Entity,
        rooms: &[Room],
        scope: Option<Scope>,
    ) -> CommittedEvent {
        let event = NewEvent {
            rooms: rooms.to_vec(),
            scope,
            event: self.something(entity),
        };
        let work = async |_: &mut guiche_storage::Conn<'_>, told: &mut Vec<NewEvent>| {
            told.push(event.clone());
            Ok::<_, StorageError>(())
        };
        let mut told = self.db.change(self.id, self.now(), work).await.unwrap();
        CommittedEvent {
            entity,
            ..told.events.remove(0)
        }
    }

    /// What an event of the entity may say; a tag that is gone stands for what has too much to say.
    fn something(&self, entity: Entity) -> Event {
        match entity {
            Entity::Ticket => TicketEvent::UpdateUnread {
                ticket_id: TicketId(1),
            }
            .into(),
            Entity::Auth => AuthEvent::Update {
                user: SignedInUserRef {
                    id: UserId(7),
                    email: "marina@exemplo.com".into(),
                    company_id: self.id,
                },
            }
            .into(),
            _ => TagEvent::Delete { tag_id: TagId(1) }.into(),
        }
    }
}
