//! `/api/v1/queues` and `/api/v1/users`: whom a ticket may be given to.

use actix_web::{get, web};
use guiche_storage::{
    identity::users,
    model::{
        QueueId, UserId,
        queue::Queue,
        user::{Colleague, Profile},
    },
    queues,
};
use serde::Serialize;

use super::key::{ByKey, TicketsRead};
use crate::{app::App, error::ApiError};

/// A queue.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct PublicQueue {
    /// Its number: `queue_id` of a ticket.
    id: QueueId,
    /// Its name.
    name: String,
    /// `#rrggbb`
    color: String,
}

impl From<&Queue> for PublicQueue {
    fn from(queue: &Queue) -> Self {
        Self {
            id: queue.id,
            name: queue.name.clone(),
            color: queue.color.clone(),
        }
    }
}

/// All queues: a company has few, so that there is no second page.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct QueuePage {
    /// The queues, in the order of the bot's menu; at most 500.
    data: Vec<PublicQueue>,
    /// Always `null`.
    #[schema(required)]
    next_cursor: Option<String>,
}

/// Somebody who signs in here.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct PublicUser {
    /// His number: `user_id` of a ticket.
    id: UserId,
    /// Name.
    name: String,
    /// What he may do.
    profile: Profile,
    /// Whether he is in the desk now.
    is_online: bool,
    /// The queues that he serves.
    queue_ids: Vec<QueueId>,
}

impl From<Colleague> for PublicUser {
    fn from(one: Colleague) -> Self {
        Self {
            id: one.id,
            name: one.name,
            profile: one.profile,
            is_online: one.online,
            queue_ids: one.queues.iter().map(|queue| queue.id).collect(),
        }
    }
}

/// All users: a company has few, so that there is no second page.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct UserPage {
    /// Those who may sign in, by name; at most 500.
    data: Vec<PublicUser>,
    /// Always `null`.
    #[schema(required)]
    next_cursor: Option<String>,
}

/// The company's queues in the order of the bot's menu.
#[utoipa::path(
    tag = "team",
    security(("key" = ["tickets:read"])),
    responses((status = 200, body = QueuePage))
)]
#[get("/queues")]
pub(super) async fn list_queues(
    by: ByKey<TicketsRead>,
    app: web::Data<App>,
) -> Result<web::Json<QueuePage>, ApiError> {
    let mut reader = app.db.read().await?;
    let all = queues::list(&mut reader.conn(), by.company).await?;
    Ok(web::Json(QueuePage {
        data: all.iter().map(PublicQueue::from).collect(),
        next_cursor: None,
    }))
}

/// Who may sign in, by name, without e-mail addresses.
#[utoipa::path(
    tag = "team",
    security(("key" = ["tickets:read"])),
    responses((status = 200, body = UserPage))
)]
#[get("/users")]
pub(super) async fn list_users(
    by: ByKey<TicketsRead>,
    app: web::Data<App>,
) -> Result<web::Json<UserPage>, ApiError> {
    let mut reader = app.db.read().await?;
    let all = users::list_colleagues(&mut reader.conn(), by.company).await?;
    Ok(web::Json(UserPage {
        data: all.into_iter().map(PublicUser::from).collect(),
        next_cursor: None,
    }))
}
