//! Of which queues the figures are: of all that the caller sees, or of some of them.

use guiche_storage::{
    Conn, dashboard,
    model::{ErrorCode, QueueId},
    queues,
};
use serde::Deserialize;

use super::leader;
use crate::{error::ApiError, middleware::caller::Caller};

/// Most queues in one filter.
const QUEUES_MAX: usize = 200;

/// Which queues count.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
pub(super) struct QueueFilter {
    /// Ids of queues with commas between them: only what is in these counts. Without them all that the caller sees does.
    queues: Option<String>,
}

impl QueueFilter {
    /// The chosen queues as statements take them.
    ///
    /// # Errors
    /// `Validation` for what is no list of ids, `NoQueueFound` for a queue that the caller does not see.
    pub(super) async fn check(
        &self,
        conn: &mut Conn<'_>,
        caller: &Caller,
    ) -> Result<Option<String>, ApiError> {
        let chosen = self.ids()?;
        if chosen.is_empty() {
            return Ok(None);
        }
        let seen = match leader(caller) {
            Some(user) => queues::list_of_user(conn, caller.company, user).await?,
            None => queues::list(conn, caller.company).await?,
        };
        let is_seen = |id: &QueueId| seen.iter().any(|queue| queue.id == *id);
        if chosen.iter().all(is_seen) {
            Ok(dashboard::listed(&chosen))
        } else {
            Err(ErrorCode::NoQueueFound.into())
        }
    }

    fn ids(&self) -> Result<Vec<QueueId>, ApiError> {
        let Some(text) = self.queues.as_deref().filter(|text| !text.is_empty()) else {
            return Ok(Vec::new());
        };
        let ids: Result<Vec<QueueId>, _> = text.split(',').map(str::parse).collect();
        let ids = ids.map_err(|_| ApiError::field("queues", "is not a list of ids"))?;
        if ids.len() > QUEUES_MAX {
            return Err(ApiError::field("queues", "has more than 200 ids"));
        }
        Ok(ids)
    }
}
