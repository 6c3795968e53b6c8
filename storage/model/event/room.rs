//! The rooms that an event goes to, and who may hear it there.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize, de::Error as _};

use crate::model::{QueueId, TicketId, UserId};

/// A room inside one company. Built from the token by the server, never from a name a client says.
/// Text form: `main`, `leads`, `attendants`, `user:5`, `ticket:9`, `status:open`, `queue:3:pending`, `queue:null:pending`,
/// `notification`, `queue-notification:3`, `queue-notification:null`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Room {
    /// Everybody of the company.
    Main,
    /// Those who may pair numbers: admins and supervisors.
    Supervisors,
    /// Everybody else.
    Attendants,
    /// One user, all his sockets.
    User(UserId),
    /// Those who look at one ticket.
    Ticket(TicketId),
    /// Those who list every ticket of a status.
    Status(String),
    /// Those who list a queue's tickets of a status; `None` is "no queue yet".
    Queue(Option<QueueId>, String),
    /// Those who are notified of every ticket.
    Notification,
    /// Those who are notified of a queue's tickets.
    QueueNotification(Option<QueueId>),
}

impl fmt::Display for Room {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Main => f.write_str("main"),
            Self::Supervisors => f.write_str("leads"),
            Self::Attendants => f.write_str("attendants"),
            Self::User(id) => write!(f, "user:{id}"),
            Self::Ticket(id) => write!(f, "ticket:{id}"),
            Self::Status(status) => write!(f, "status:{status}"),
            Self::Queue(Some(id), status) => write!(f, "queue:{id}:{status}"),
            Self::Queue(None, status) => write!(f, "queue:null:{status}"),
            Self::Notification => f.write_str("notification"),
            Self::QueueNotification(Some(id)) => write!(f, "queue-notification:{id}"),
            Self::QueueNotification(None) => f.write_str("queue-notification:null"),
        }
    }
}

/// A text that is no room's name.
#[derive(Debug, thiserror::Error)]
#[error("not a room: {0}")]
pub struct NotARoom(String);

impl FromStr for Room {
    type Err = NotARoom;

    fn from_str(text: &str) -> Result<Self, NotARoom> {
        let bad = || NotARoom(text.to_owned());
        let queue = |id: &str| match id {
            "null" => Ok(None),
            id => id.parse().map(Some).map_err(|_| bad()),
        };
        let mut parts = text.splitn(3, ':');
        Ok(match (parts.next(), parts.next(), parts.next()) {
            (Some("main"), None, None) => Self::Main,
            (Some("leads"), None, None) => Self::Supervisors,
            (Some("attendants"), None, None) => Self::Attendants,
            (Some("notification"), None, None) => Self::Notification,
            (Some("user"), Some(id), None) => Self::User(id.parse().map_err(|_| bad())?),
            (Some("ticket"), Some(id), None) => Self::Ticket(id.parse().map_err(|_| bad())?),
            (Some("status"), Some(status), None) => Self::Status(status.to_owned()),
            (Some("queue"), Some(id), Some(status)) => Self::Queue(queue(id)?, status.to_owned()),
            (Some("queue-notification"), Some(id), None) => Self::QueueNotification(queue(id)?),
            _ => return Err(bad()),
        })
    }
}

impl Serialize for Room {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Room {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(D::Error::custom)
    }
}

/// Where the ticket of an event stands: nobody who may not see such a ticket hears the event, whatever rooms he is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Scope {
    /// The ticket's queue.
    pub queue_id: Option<QueueId>,
    /// The ticket's attendant.
    pub user_id: Option<UserId>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_room_reads_back_from_its_text() {
        for room in [
            Room::Main,
            Room::Supervisors,
            Room::Attendants,
            Room::User(UserId(5)),
            Room::Ticket(TicketId(9)),
            Room::Status("open".into()),
            Room::Queue(Some(QueueId(3)), "pending".into()),
            Room::Queue(None, "pending".into()),
            Room::Notification,
            Room::QueueNotification(Some(QueueId(3))),
            Room::QueueNotification(None),
        ] {
            assert_eq!(room.to_string().parse::<Room>().unwrap(), room);
        }
        assert!("queue:x:open".parse::<Room>().is_err());
    }
}
