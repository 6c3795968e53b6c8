//! How far a new company has come, read off what it has.

use serde::{Deserialize, Serialize};

/// What is there of a first hour.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema, sqlx::FromRow,
)]
#[serde(rename_all = "camelCase")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one step or a part of one"
)]
pub struct FirstSteps {
    /// A number has been connected.
    pub connection: bool,
    /// There is a queue.
    pub queues: bool,
    /// Somebody beside the first admin works here.
    pub team: bool,
    /// Opening hours are in use.
    pub hours: bool,
    /// A number or a queue greets.
    pub greeting: bool,
    /// Somebody has answered a customer.
    pub answer: bool,
    /// There is a ticket.
    pub tickets: bool,
}

/// What becomes of the list of steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum FirstHourState {
    /// It leads the way.
    Open,
    /// An admin put it aside; the menu still shows how far it is.
    Skipped,
    /// A customer was answered, or it was put aside long ago.
    Over,
}
