//! The templates of a Cloud API number, here and at Meta's: asked for, made, deleted. They belong to an account, so all of the
//! company's numbers in it have them.

use chrono::{DateTime, Utc};
use guiche_actors::connection::provider::{
    SendError,
    cloud::{Account, CloudSettings},
};
use guiche_storage::{
    Conn, StorageError,
    connections::{self, message_templates},
    model::{
        CompanyId, ConnectionId, ErrorCode,
        event::{MessageTemplatesEvent, NewEvent, Room},
    },
    security::seal,
};

use crate::{cloud_setup::CloudSetup, error::ApiError};

/// What the templates of a number tell everybody of the company when they change: they are to be read again.
pub(crate) fn tell_templates(connection: ConnectionId) -> NewEvent {
    let whatsapp_id = connection;
    NewEvent::to([Room::Main], MessageTemplatesEvent::Update { whatsapp_id })
}

/// What a person reads when Meta did not do what was asked.
pub(crate) fn not_done(error: SendError) -> ApiError {
    match error {
        SendError::Disconnected { .. } => ErrorCode::WappTokenRefused.into(),
        SendError::Rejected { code, text } => {
            ApiError::new(ErrorCode::TemplateRefused).and_field("meta", format!("{code}: {text}"))
        }
        SendError::NotSent { .. } | SendError::Unknown { .. } => {
            ApiError::new(ErrorCode::MetaUnreachable).because(error)
        }
    }
}

impl CloudSetup {
    /// The account of a number. `None` where it has no secrets or they are not to be had.
    pub(crate) async fn account(
        &self,
        company: CompanyId,
        id: ConnectionId,
    ) -> Result<Option<Account>, StorageError> {
        let mut reader = self.db.read().await?;
        let conn = &mut reader.conn();
        let access = seal::find_cloud_access(conn, company, id, &self.sealer).await?;
        let connection = connections::get(conn, company, id).await?;
        Ok(access.zip(connection.cloud).map(|(access, cloud)| Account {
            settings: CloudSettings {
                graph_url: self.graph_url.clone(),
                graph_version: self.graph_version.clone(),
                phone_number_id: access.phone_number_id,
            },
            access_token: access.secrets.access_token,
            waba_id: cloud.waba_id,
        }))
    }

    /// Asks Meta for all templates of an account and keeps them for each of its numbers.
    ///
    /// # Errors
    /// As [`not_done`]; then what was known stays.
    pub(crate) async fn refresh_templates(
        &self,
        company: CompanyId,
        account: &Account,
    ) -> Result<(), ApiError> {
        let asked_at = self.clock.now();
        let told = account.templates(self.egress.clone()).await;
        let told = told.map_err(not_done)?;
        for connection in self.numbers(company, account).await? {
            let keep = async |c: &mut Conn<'_>, events: &mut Vec<NewEvent>| {
                message_templates::replace(c, company, connection, &told, asked_at).await?;
                events.push(tell_templates(connection));
                Ok::<_, StorageError>(())
            };
            let done = self.db.change(company, self.clock.now(), keep).await?;
            self.tell.tell(done.events);
        }
        Ok(())
    }

    /// The company's numbers in an account.
    pub(crate) async fn numbers(
        &self,
        company: CompanyId,
        account: &Account,
    ) -> Result<Vec<ConnectionId>, StorageError> {
        let mut reader = self.db.read().await?;
        let found = connections::of_account(&mut reader.conn(), company, &account.waba_id).await?;
        Ok(found.into_iter().map(|(id, _)| id).collect())
    }

    /// Changes what is kept of an account's templates, for each of its numbers.
    pub(crate) async fn for_each_number(
        &self,
        company: CompanyId,
        account: &Account,
        now: DateTime<Utc>,
        mut change: impl AsyncFnMut(&mut Conn<'_>, ConnectionId) -> Result<(), ApiError>,
    ) -> Result<(), ApiError> {
        let numbers = self.numbers(company, account).await?;
        let work = async |c: &mut Conn<'_>, events: &mut Vec<NewEvent>| {
            for connection in &numbers {
                change(c, *connection).await?;
                events.push(tell_templates(*connection));
            }
            Ok::<_, ApiError>(())
        };
        let done = self.db.change(company, now, work).await?;
        self.tell.tell(done.events);
        Ok(())
    }
}
