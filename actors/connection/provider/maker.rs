//! Makes the provider of a connection out of what is stored about it.

use std::{fmt, sync::Arc};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use guiche_storage::{
    Db, StorageError, connections,
    delivery::outbox,
    media::MediaStore,
    model::{Clock, CompanyId, ConnectionId, connection::ProviderKind},
    security::seal::{self, Sealer},
};

use super::{
    Provider, StartError,
    beta::{Beta, Calls, HumanPace, LineKeys, Rows},
    cloud::{self, CloudProvider, CloudSettings},
    simulator::{Network, Simulator},
};
use crate::{
    connection::ProviderMaker,
    egress::Egress,
    publisher::{Wake, WorkKind},
};

/// Knows every kind of provider.
pub struct Providers {
    /// Where connections are.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Media files.
    pub media: MediaStore,
    /// Opens the secrets of connections.
    pub sealer: Arc<Sealer>,
    /// Base of the Graph API.
    pub graph_url: String,
    /// Its version.
    pub graph_version: String,
    /// Where `WhatsApp` Web is.
    pub web_url: String,
    /// How many times faster than a person numbers write there.
    pub web_haste: u32,
    /// Largest file, in bytes.
    pub media_bytes_max: u64,
    /// For addresses of the configuration.
    pub trusted: Egress,
    /// For addresses that others give.
    pub public: Egress,
    /// Wakes connections.
    pub wake: Wake,
}

impl fmt::Debug for Providers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Providers")
    }
}

impl Providers {
    /// A number that is paired with a phone, which was connected here first at a time.
    fn beta(&self, company: CompanyId, id: ConnectionId, first: Option<DateTime<Utc>>) -> Beta {
        let rows = Rows {
            clock: Arc::clone(&self.clock),
            sealer: Arc::clone(&self.sealer),
            company,
            connection: id,
        };
        let keys = LineKeys::new(self.db.clone(), rows);
        let calls = Calls {
            egress: self.public.clone(),
            body_bytes_max: self.media_bytes_max,
            #[cfg(feature = "mock-peer")]
            peer: super::beta::Peer::at(&self.web_url, &self.trusted),
        };
        let clock = Arc::clone(&self.clock);
        let pace = HumanPace::new(first, self.web_haste);
        Beta::new(keys, calls, clock, (&self.web_url, pace))
    }
}

#[async_trait]
impl ProviderMaker for Providers {
    async fn make(
        &self,
        company: CompanyId,
        id: ConnectionId,
    ) -> Result<Arc<dyn Provider>, StartError> {
        let later = |error: StorageError| StartError::Later(error.to_string());
        let mut reader = self.db.read().await.map_err(later)?;
        let connection = connections::find(&mut reader.conn(), company, id)
            .await
            .map_err(later)?;
        let gone = || StartError::Refused("the connection is not there any more".to_owned());
        match connection.ok_or_else(gone)?.provider {
            ProviderKind::Simulator => {
                let wake = self.wake.clone();
                Ok(Arc::new(Simulator::new(Network {
                    db: self.db.clone(),
                    clock: Arc::clone(&self.clock),
                    media: self.media.clone(),
                    company,
                    connection: id,
                    wake_inbox: Arc::new(move |company, connection| {
                        wake.wake(company, connection, WorkKind::Inbox);
                    }),
                })))
            }
            ProviderKind::Beta => {
                let mut conn = reader.conn();
                let first = connections::outages::first_connected(&mut conn, company, id).await;
                Ok(Arc::new(self.beta(company, id, first.map_err(later)?)))
            }
            ProviderKind::Cloud => {
                let access = seal::find_cloud_access(&mut reader.conn(), company, id, &self.sealer)
                    .await
                    .map_err(unusable)?;
                let missing = || StartError::Refused("no credentials are stored".to_owned());
                let access = access.ok_or_else(missing)?;
                let settings = CloudSettings {
                    graph_url: self.graph_url.clone(),
                    graph_version: self.graph_version.clone(),
                    phone_number_id: access.phone_number_id,
                };
                let since = self.clock.now() - cloud::REMEMBERED;
                let sent = outbox::sent_since(&mut reader.conn(), id, since).await;
                let (trusted, public) = (self.trusted.clone(), self.public.clone());
                let provider = CloudProvider::new(&settings, access.secrets, trusted, public)?;
                Ok(Arc::new(provider.remembering(&sent.map_err(later)?)))
            }
        }
    }
}

/// Secrets that do not open stay so until an admin enters them again; whatever else storage says may pass.
fn unusable(error: StorageError) -> StartError {
    match error {
        StorageError::Unreadable(_) => StartError::Refused(
            "the stored credentials do not open with this server's key".to_owned(),
        ),
        other => StartError::Later(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_secrets_that_do_not_open_need_a_person() {
        let unreadable = serde_json::from_str::<u8>("x").unwrap_err();
        let refused = unusable(StorageError::Unreadable(unreadable));
        assert!(matches!(refused, StartError::Refused(_)));
        let gone = unusable(StorageError::Unavailable("gone".to_owned()));
        assert!(matches!(gone, StartError::Later(_)));
    }
}
