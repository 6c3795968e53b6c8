//! The figures of the dashboard as they go over the wire (S055).

use chrono::{DateTime, Utc};
use serde::Serialize;
use uuid::Uuid;

use super::{TicketId, UserId};

/// What the six cards show.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Counters {
    /// Whole minutes from the beginning of service to its end, on average; 0 when nothing ended.
    pub avg_support_time: i64,
    /// Whole minutes from the beginning of waiting to that of service, on average; 0 when nothing began.
    pub avg_wait_time: i64,
    /// Tickets open now.
    pub support_happening: i64,
    /// Tickets waiting now, leads among them.
    pub support_pending: i64,
    /// Episodes of the period that have ended.
    pub support_finished: i64,
    /// Contacts with exactly one episode in the period.
    pub leads: i64,
}

/// An attendant's row.
#[derive(Debug, Clone, PartialEq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AttendantFigures {
    /// Number.
    pub id: UserId,
    /// Name.
    pub name: String,
    /// Whole minutes of service, on average; 0 when nothing ended.
    pub avg_support_time: i64,
    /// Episodes of the period that he had.
    pub tickets: i64,
    /// What his customers said on average, 1 to 3; `null` when none has said anything.
    pub rating: Option<f64>,
    /// Has a browser open.
    pub online: bool,
}

/// How many conversations an attendant has ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema, sqlx::FromRow)]
pub struct UserTotal {
    /// Name.
    pub nome: String,
    /// How many.
    pub quantidade: i64,
}

/// How long the customers of a queue, tag, number or attendant waited.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct TimesOf {
    /// Its number; `null` for what belongs to none.
    pub id: Option<i64>,
    /// Its name; `null` for what belongs to none, or to what is gone.
    pub name: Option<String>,
    /// Its colour, for queues and tags.
    pub color: Option<String>,
    /// Conversations of the period.
    pub tickets: i64,
    /// Those in which a person answered the customer.
    pub answers: i64,
    /// Those that have ended.
    pub endings: i64,
    /// Seconds from the customer's first message to a person's first answer: half of them took no longer.
    pub answer_median: Option<i64>,
    /// The same for nine in ten.
    pub answer_ninth: Option<i64>,
    /// Seconds from the beginning to the end: half of them took no longer.
    pub ending_median: Option<i64>,
    /// The same for nine in ten.
    pub ending_ninth: Option<i64>,
}

/// How soon a person answered customers for the first time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct FirstAnswer {
    /// Conversations in which a person answered.
    pub answers: i64,
    /// Seconds: half of them took no longer.
    pub median: Option<i64>,
    /// The same for nine in ten.
    pub ninth: Option<i64>,
    /// How many took up to 1, 5, 15 and 60 minutes, each without those before it, and how many longer.
    pub within: [i64; 5],
}

/// A ticket that waits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct WaitingTicket {
    /// Number.
    pub id: TicketId,
    /// Its name in links.
    pub uuid: Uuid,
    /// Whose it is.
    pub name: String,
    /// His picture; empty where there is none.
    pub profile_pic_url: String,
    /// Its queue.
    pub queue_name: Option<String>,
    /// The queue's colour.
    pub queue_color: Option<String>,
    /// The number that it came to.
    pub connection_name: Option<String>,
    /// Since when it waits.
    pub since: DateTime<Utc>,
}

/// Whom an attendant serves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Held {
    /// The attendant's number.
    pub id: UserId,
    /// His name.
    pub name: String,
    /// Has a browser open.
    pub online: bool,
    /// Tickets that he has.
    pub open: i64,
    /// With how many the queues that share out their tickets give him no more; `null` where none of his does, and where
    /// not all of his tickets are told.
    pub most: Option<i64>,
    /// Their customers, those of the newest messages first, at most three.
    pub names: Vec<String>,
}
