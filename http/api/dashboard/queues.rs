//! Of which queues the figures are: of all that the caller sees, or of some of them.

use guiche_storage::{
    Conn, dashboard,
    model::{ErrorCode, QueueId},
    queues,
};
use serde::Deserialize;

use super::leader;
use crate::{api::fields, error::ApiError, middleware::caller::Caller};

/// Which queues count.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct QueueFilter {
    /// JSON list of queue ids: only what is in these counts. Without them all that the caller sees does.
    queue_ids: Option<String>,
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
        let Some(chosen) = fields::ids::<QueueId>("queueIds", self.queue_ids.as_deref())? else {
            return Ok(None);
        };
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
}
