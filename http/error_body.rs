//! The bodies of refusals as they are described to clients.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use guiche_storage::model::{ErrorCode, TicketId, UserId, ticket::Ticket};
use serde::Serialize;
use serde_json::{Map, Value};
use uuid::Uuid;

/// Every refusal.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Error)]
#[serde(rename_all = "camelCase")]
pub struct ErrorBody {
    /// Why, for programs.
    #[schema(schema_with = error_code)]
    error: String,
    /// Why, for people; Portuguese.
    message: String,
    /// The name of the request in the server's log.
    request_id: String,
    /// With `ERR_VALIDATION`: what is wrong with which field.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    details: Option<BTreeMap<String, Vec<String>>>,
    /// With `ERR_COMPANY_EXPIRED`: when the subscription ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    due_date: Option<DateTime<Utc>>,
    /// With `ERR_PLAN_LIMIT_USERS`, `…_CONNECTIONS` and `…_QUEUES`: how many the plan allows.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    limit: Option<i64>,
}

fn error_code() -> utoipa::openapi::Ref {
    utoipa::openapi::Ref::from_schema_name("ErrorCode")
}

/// The contact has another open ticket; whoever reads `error` as JSON finds that ticket in it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TicketConflict {
    /// JSON text of the ticket in the way: `id`, `uuid`, `userId`, `user` and `queue`, nothing else of it.
    error: String,
    /// Always `ERR_OTHER_OPEN_TICKET`.
    code: &'static str,
    /// Who has it; `null` while it waits.
    #[schema(required)]
    user_id: Option<UserId>,
    /// The same.
    #[schema(required)]
    user: Option<Name>,
    /// Its queue.
    #[schema(required)]
    queue: Option<Name>,
    /// The ticket in the way.
    ticket: TicketName,
}

/// Anything with a name.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Name {
    /// Its name.
    name: String,
}

impl Name {
    /// Of this name.
    pub fn of(name: &str) -> Self {
        Self {
            name: name.to_owned(),
        }
    }
}

/// What leads to a ticket.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct TicketName {
    /// Number.
    pub id: TicketId,
    /// Name in links.
    pub uuid: Uuid,
}

/// What is told of the ticket in the way: it may be in a queue that the caller does not see.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct InTheWay<'a> {
    id: TicketId,
    uuid: Uuid,
    user_id: Option<UserId>,
    user: Option<&'a Name>,
    queue: Option<&'a Name>,
}

/// The fields of a conflict with this ticket.
pub(crate) fn conflict(ticket: &Ticket) -> serde_json::Result<Map<String, Value>> {
    let user = ticket.user.as_ref().map(|user| Name::of(&user.name));
    let queue = ticket.queue.as_ref().map(|queue| Name::of(&queue.name));
    let in_the_way = InTheWay {
        id: ticket.id,
        uuid: ticket.uuid,
        user_id: ticket.user_id,
        user: user.as_ref(),
        queue: queue.as_ref(),
    };
    let body = TicketConflict {
        error: serde_json::to_string(&in_the_way)?,
        code: ErrorCode::OtherOpenTicket.as_str(),
        user_id: ticket.user_id,
        user,
        queue,
        ticket: TicketName {
            id: ticket.id,
            uuid: ticket.uuid,
        },
    };
    Ok(match serde_json::to_value(body)? {
        Value::Object(fields) => fields,
        _ => Map::new(),
    })
}
