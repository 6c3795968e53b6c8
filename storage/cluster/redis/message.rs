//! What one node says to the others.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{
    identity::sign_ins::Ended,
    model::{CampaignId, CompanyId, ConnectionId, TicketId, UserId},
};

/// What somebody does in a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Looking {
    /// Has it open.
    Reads,
    /// Has it open and writes.
    Writes,
    /// Has left it.
    Gone,
}

/// A wake-up: numbers only. Losing or repeating one is harmless.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "camelCase")]
pub enum ClusterMessage {
    /// The company's events reach up to this number.
    Events {
        /// Whose.
        company: CompanyId,
        /// Up to which.
        seq: i64,
    },
    /// Whoever has the connection looks for work.
    Work {
        /// Whose.
        company: CompanyId,
        /// Which.
        connection: ConnectionId,
        /// At what came in rather than at what has to go out.
        inbox: bool,
    },
    /// Nobody has the connection any more.
    Free {
        /// Whose.
        company: CompanyId,
        /// Which.
        connection: ConnectionId,
    },
    /// Whoever has the campaign looks at it.
    Campaign {
        /// Whose.
        company: CompanyId,
        /// Which.
        campaign: CampaignId,
        /// There is something to tell rather than something to do.
        news: bool,
    },
    /// Sockets have lost their right.
    SignedOut {
        /// Whose.
        company: CompanyId,
        /// Of which user.
        user: UserId,
        /// Of which of his sign-ins.
        which: Ended,
    },
    /// Somebody looks at a conversation on this node, or does not any more. Repeated while it is true.
    Looks {
        /// Whose.
        company: CompanyId,
        /// At which.
        ticket: TicketId,
        /// Who.
        user: UserId,
        /// What he does.
        how: Looking,
    },
    /// Somebody writes in a conversation, or has stopped: its customer, or, where a connection is named, the team to him.
    Writes {
        /// Whose.
        company: CompanyId,
        /// In which.
        ticket: TicketId,
        /// By which number he is to be shown it.
        connection: Option<ConnectionId>,
        /// Or has stopped.
        is_writing: bool,
    },
    /// The bus works. Whoever hears nothing for long has lost his connection.
    Beat,
}

/// A message and who sends it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Envelope {
    pub from: Uuid,
    // nodes of two versions work side by side: its name on the wire stays
    #[serde(rename = "word")]
    pub message: ClusterMessage,
}

impl Envelope {
    /// The message of another node; `None` for an own one and for what a later version may say.
    pub(super) fn read(text: &str, own: Uuid) -> Option<ClusterMessage> {
        let envelope: Self = serde_json::from_str(text).ok()?;
        (envelope.from != own).then_some(envelope.message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_others_are_read_and_nothing_else() {
        let (own, other) = (Uuid::now_v7(), Uuid::now_v7());
        let message = ClusterMessage::SignedOut {
            company: CompanyId(3),
            user: UserId(7),
            which: Ended::AllBut(other),
        };
        let text = serde_json::to_string(&Envelope {
            from: other,
            message,
        })
        .unwrap();
        assert_eq!(Envelope::read(&text, own), Some(message));
        assert_eq!(Envelope::read(&text, other), None);
        let later = format!(r#"{{"from":"{other}","word":{{"is":"dance","steps":3}}}}"#);
        assert_eq!(Envelope::read(&later, own), None);
        assert_eq!(Envelope::read("company 3 is at 7", own), None);
    }
}
