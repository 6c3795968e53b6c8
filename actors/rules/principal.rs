//! Who acts: not everything that happens in a company is done by one of its users. The one place for what others may.

use guiche_storage::model::{ApiKeyId, ConnectionId, QueueId, UserId, ticket::Ticket};

use super::Viewer;

/// Who asks the desk to do something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Principal {
    /// A signed-in user, with what he may see.
    User(Viewer),
    /// A program of the company's that has the token of one of its connections: what it does is the company's own wish.
    ApiToken {
        /// By which it sends.
        connection: ConnectionId,
    },
    /// A program with a key of the company's (rule B25): the same, by the numbers of the tickets.
    ApiKey(ApiKeyId),
    /// The server by itself: its clock, its bot.
    System,
}

impl Principal {
    /// The user, where one acts.
    pub fn user_id(&self) -> Option<UserId> {
        match self {
            Self::User(viewer) => Some(viewer.user_id),
            Self::ApiToken { .. } | Self::ApiKey(_) | Self::System => None,
        }
    }

    /// Whether he may see this ticket.
    pub fn sees_ticket(&self, ticket: &Ticket) -> bool {
        self.may(|viewer| viewer.sees_ticket(ticket))
    }

    /// Whether he may answer in, close, return or transfer this ticket.
    pub fn handles_ticket(&self, ticket: &Ticket) -> bool {
        self.may(|viewer| viewer.handles_ticket(ticket))
    }

    /// Whether he may give tickets to others and act on those of others.
    pub fn is_supervisor(&self) -> bool {
        self.may(Viewer::is_supervisor)
    }

    /// Whether he may put a ticket into this queue.
    pub fn opens_in(&self, queue: Option<QueueId>) -> bool {
        self.may(|viewer| viewer.sees_queue(queue))
    }

    /// Whether he answers only in tickets that somebody has taken up. A program and the server speak in any.
    pub fn answers_open_tickets_only(&self) -> bool {
        matches!(self, Self::User(_))
    }

    fn may(&self, asked: impl FnOnce(&Viewer) -> bool) -> bool {
        match self {
            Self::User(viewer) => asked(viewer),
            Self::ApiToken { .. } | Self::ApiKey(_) | Self::System => true,
        }
    }
}

impl From<Viewer> for Principal {
    fn from(viewer: Viewer) -> Self {
        Self::User(viewer)
    }
}

#[cfg(test)]
mod tests {
    use guiche_storage::model::user::Profile;

    use super::*;

    #[test]
    fn a_user_may_what_his_profile_says_and_a_program_what_the_company_may() {
        let marina = Principal::from(Viewer {
            user_id: UserId(7),
            name: "Marina".into(),
            profile: Profile::User,
            queue_ids: vec![QueueId(1)],
            all_ticket: false,
        });
        assert!(marina.opens_in(Some(QueueId(1))));
        assert!(!marina.opens_in(Some(QueueId(2))));
        assert!(!marina.is_supervisor() && marina.answers_open_tickets_only());
        let token = Principal::ApiToken {
            connection: ConnectionId(1),
        };
        for other in [token, Principal::ApiKey(ApiKeyId(1)), Principal::System] {
            assert!(other.opens_in(Some(QueueId(2))) && other.is_supervisor());
            assert!(!other.answers_open_tickets_only());
            assert_eq!(other.user_id(), None);
        }
    }
}
