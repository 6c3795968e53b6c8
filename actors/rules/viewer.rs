//! Who looks at or changes something, and what he may see (rule B18). The one place for it.

use guiche_storage::{
    model::{QueueId, UserId, ticket::Ticket, user::Profile},
    tickets::ViewerScope,
};

/// A signed-in user as the rules see him.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Viewer {
    /// Number.
    pub user_id: UserId,
    /// Name.
    pub name: String,
    /// Profile.
    pub profile: Profile,
    /// His queues.
    pub queue_ids: Vec<QueueId>,
    /// S041 allTicket: also sees tickets without a queue.
    pub all_ticket: bool,
}

impl Viewer {
    /// Everything in the company.
    pub fn is_admin(&self) -> bool {
        self.profile == Profile::Admin
    }

    /// May see and act on tickets of colleagues.
    pub fn is_supervisor(&self) -> bool {
        matches!(self.profile, Profile::Admin | Profile::Supervisor)
    }

    /// Whether tickets of this queue are his to see. `None` is "no queue yet".
    pub fn sees_queue(&self, queue: Option<QueueId>) -> bool {
        self.is_admin()
            || match queue {
                Some(queue) => self.queue_ids.contains(&queue),
                None => self.all_ticket,
            }
    }

    /// Whether he may see a ticket of this queue and attendant (S080, S087): his own, or one of his queues.
    pub fn sees(&self, queue: Option<QueueId>, attendant: Option<UserId>) -> bool {
        self.sees_queue(queue) || (queue.is_none() && attendant == Some(self.user_id))
    }

    /// Whether he may see this ticket.
    pub fn sees_ticket(&self, ticket: &Ticket) -> bool {
        self.sees(ticket.queue_id, ticket.user_id)
    }

    /// Whether he may answer in, close, return or transfer this ticket: he has it, or he leads.
    pub fn handles_ticket(&self, ticket: &Ticket) -> bool {
        self.sees_ticket(ticket) && (self.is_supervisor() || ticket.user_id == Some(self.user_id))
    }

    /// The same as a condition for lists; `None` is everything.
    pub fn scope(&self) -> Option<ViewerScope> {
        (!self.is_admin()).then(|| ViewerScope {
            user_id: Some(self.user_id),
            queues: self.queue_ids.clone(),
            without_queue: self.all_ticket,
        })
    }
}

#[cfg(test)]
mod tests {
    use guiche_storage::model::ticket::TicketStatus;

    use super::*;
    use crate::rules::samples::ticket;

    fn viewer(profile: Profile) -> Viewer {
        Viewer {
            user_id: UserId(7),
            name: "Marina".into(),
            profile,
            queue_ids: vec![QueueId(1)],
            all_ticket: false,
        }
    }

    #[test]
    fn an_attendant_sees_his_queues_and_no_others() {
        // spec: S080 S087
        let marina = viewer(Profile::User);
        assert!(marina.sees(Some(QueueId(1)), None));
        assert!(!marina.sees(Some(QueueId(2)), None));
        assert!(!marina.sees(Some(QueueId(2)), Some(UserId(7))));
        assert!(!marina.sees(None, None));
        assert!(marina.sees(None, Some(UserId(7))));
    }

    #[test]
    fn all_ticket_adds_tickets_without_a_queue() {
        // spec: S086
        let marina = Viewer {
            all_ticket: true,
            ..viewer(Profile::User)
        };
        assert!(marina.sees(None, None));
    }

    #[test]
    fn what_is_seen_one_by_one_is_what_lists_are_cut_to() {
        let marina = viewer(Profile::User);
        let mut other = ticket(TicketStatus::Pending, None);
        assert!(marina.sees_ticket(&other));
        other.queue_id = Some(QueueId(2));
        assert!(!marina.sees_ticket(&other));
        let scope = marina.scope().unwrap();
        assert_eq!(scope.user_id, Some(UserId(7)));
        assert_eq!(scope.queues, [QueueId(1)]);
        assert!(!scope.without_queue);
    }

    #[test]
    fn an_admin_sees_everything() {
        assert!(viewer(Profile::Admin).sees(Some(QueueId(99)), None));
        assert!(viewer(Profile::Admin).scope().is_none());
    }
}
