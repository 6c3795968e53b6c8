//! Plain types of the desk: ids, entities as they go over the wire, events, error codes. No IO, no clock reading.

pub mod clock;
pub mod company;
pub mod connection;
pub mod contact;
pub mod error_code;
pub mod event;
pub mod ids;
pub mod inbound;
pub mod message;
pub mod outgoing;
pub mod page;
pub mod queue;
pub mod ticket;
pub mod user;

pub use clock::{Clock, SystemClock};
pub use error_code::ErrorCode;
pub use ids::{
    CompanyId, ConnectionId, ContactId, MediaId, MessageId, PlanId, QueueId, TagId, TicketId,
    UserId,
};
