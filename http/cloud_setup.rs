//! After a number of the Cloud API was saved: Meta is told of it, beside the answer to the admin, and what Meta says is kept and
//! shown.

use std::{fmt, sync::Arc, time::Duration};

use actix_web::rt;
use guiche_actors::{
    connection::provider::cloud::{Account, CloudSettings, SetUp, SetUpReport, Step, set_up},
    egress::Egress,
    publisher::EventPublisher,
    rules::pairing::tell_session,
};
use guiche_storage::{
    Conn, Db, StorageError, connections,
    model::{Clock, CompanyId, ConnectionId, cloud_health::CloudHealth, event::NewEvent},
    security::seal::{self, Sealer},
};

/// How often Meta is asked when it does not answer.
const TRIES: u32 = 5;
/// Wait before the second try; each next one waits twice as long.
const PAUSE: Duration = Duration::from_secs(4);

/// Sets numbers up. Cheap to clone.
#[derive(Clone)]
pub struct CloudSetup {
    /// Where connections are.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Opens their secrets.
    pub sealer: Arc<Sealer>,
    /// Base of the Graph API.
    pub graph_url: String,
    /// Its version.
    pub graph_version: String,
    /// Where the world reaches this server over TLS, without a slash at the end.
    pub public_url: Option<String>,
    /// Carries the calls.
    pub egress: Egress,
    /// Tells the rooms what was committed.
    pub tell: EventPublisher,
}

impl fmt::Debug for CloudSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CloudSetup")
    }
}

impl CloudSetup {
    /// Sets a number up in a task of its own.
    pub(crate) fn begin(&self, company: CompanyId, id: ConnectionId) {
        let setup = self.clone();
        rt::spawn(async move {
            if let Err(error) = setup.run(company, id).await {
                tracing::warn!(connection.id = %id, %error, "a number could not be set up with Meta");
            }
        });
    }

    async fn run(&self, company: CompanyId, id: ConnectionId) -> Result<(), StorageError> {
        let Some(wish) = self.wish(company, id).await? else {
            return Ok(());
        };
        let mut pause = PAUSE;
        for _ in 0..TRIES {
            match set_up(&wish, self.egress.clone()).await {
                Ok(report) => {
                    self.keep((company, id), &wish, &report).await?;
                    self.ask_for_templates(company, &wish).await;
                    return Ok(());
                }
                Err(error) => {
                    tracing::info!(connection.id = %id, %error, "Meta is asked again later");
                    rt::time::sleep(pause).await;
                    pause *= 2;
                }
            }
        }
        Ok(())
    }

    /// A number that works may have templates already; without them it works too.
    async fn ask_for_templates(&self, company: CompanyId, wish: &SetUp) {
        let account = Account {
            settings: wish.settings.clone(),
            access_token: wish.access_token.clone(),
            waba_id: wish.waba_id.clone(),
        };
        if let Err(error) = self.refresh_templates(company, &account).await {
            tracing::warn!(%error, "Meta did not say which templates a number has");
        }
    }

    async fn wish(
        &self,
        company: CompanyId,
        id: ConnectionId,
    ) -> Result<Option<SetUp>, StorageError> {
        let fresh = seal::random_pin();
        let found = self.db.write(async |conn: &mut Conn<'_>| {
            let access = seal::find_cloud_access(conn, company, id, &self.sealer).await?;
            let connection = connections::get(conn, company, id).await?;
            let Some((access, cloud)) = access.zip(connection.cloud) else {
                return Ok(None);
            };
            let pin = seal::registration_pin(conn, company, id, &self.sealer, &fresh).await?;
            Ok::<_, StorageError>(Some((access, cloud, pin)))
        });
        Ok(found.await?.map(|(access, cloud, pin)| SetUp {
            wants_history: cloud.health.history_asked_of.as_ref() != Some(&access.phone_number_id),
            settings: CloudSettings {
                graph_url: self.graph_url.clone(),
                graph_version: self.graph_version.clone(),
                phone_number_id: access.phone_number_id,
            },
            access_token: access.secrets.access_token,
            waba_id: cloud.waba_id,
            pin,
            webhook: self.public_url.as_ref().map(|base| {
                (
                    format!("{base}{}", cloud.webhook_url),
                    access.secrets.verify_token,
                )
            }),
        }))
    }

    async fn keep(
        &self,
        (company, id): (CompanyId, ConnectionId),
        wish: &SetUp,
        report: &SetUpReport,
    ) -> Result<(), StorageError> {
        let now = self.clock.now();
        let keep = async |conn: &mut Conn<'_>, events: &mut Vec<NewEvent>| {
            let note = |health: &mut CloudHealth| {
                note(health, wish, report);
                health.checked_at = Some(now);
            };
            if connections::change_health(conn, company, id, now, note).await? {
                let changed = connections::find(conn, company, id).await?;
                events.extend(changed.map(tell_session).into_iter().flatten());
            }
            Ok::<_, StorageError>(())
        };
        let done = self.db.change(company, now, keep).await?;
        self.tell.tell(done.events);
        Ok(())
    }
}

fn note(health: &mut CloudHealth, wish: &SetUp, report: &SetUpReport) {
    let kept = |told: &Option<String>, known: &mut Option<String>| {
        if told.is_some() {
            known.clone_from(told);
        }
    };
    kept(&report.quality, &mut health.quality);
    kept(&report.limit, &mut health.limit);
    kept(&report.throughput, &mut health.throughput);
    health.webhook.clone_from(&report.webhook);
    match &report.history {
        Some(Ok(())) => {
            health.history_asked_of = Some(wish.settings.phone_number_id.clone());
            health.history_refused = None;
        }
        Some(Err(why)) => health.history_refused = Some(why.chars().take(300).collect()),
        None => {}
    }
    let (step, why) = report.refused.clone().unzip();
    health.refused = step.map(|step| word(step).to_owned());
    health.refused_because = why;
}

fn word(step: Step) -> &'static str {
    match step {
        Step::Token => "token",
        Step::Number => "number",
        Step::Register => "register",
        Step::Subscribe => "subscribe",
    }
}
