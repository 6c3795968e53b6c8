//! Who hears what: which rooms a browser is in, and which events of a room reach it. Room names
//! are made here, from the viewer's rights, and never from what a client says.

use guiche_storage::model::event::{Room, Scope};
use guiche_storage::model::ticket::TicketStatus;
use guiche_storage::model::{QueueId, TicketId};

use super::Viewer;

/// What a browser asks to hear besides the news for everybody (rule B2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Wish {
    /// `joinChatBox`: one ticket; the caller has seen that the viewer may see it.
    Ticket(TicketId),
    /// `joinNotification`: new messages and tickets.
    Notification,
    /// `joinTickets`: the list of a status.
    Tickets(TicketStatus),
}

/// The rooms every browser is in.
pub fn base_rooms(viewer: &Viewer) -> Vec<Room> {
    let rank = if viewer.is_supervisor() {
        Room::Supervisors
    } else {
        Room::Attendants
    };
    vec![Room::Main, rank, Room::User(viewer.user_id)]
}

/// The rooms a wish stands for: the company's for an admin, those of his queues for others.
pub fn rooms_of(viewer: &Viewer, wish: Wish) -> Vec<Room> {
    match wish {
        Wish::Ticket(ticket) => vec![Room::Ticket(ticket)],
        Wish::Notification if viewer.is_admin() => vec![Room::Notification],
        Wish::Notification => queues(viewer).map(Room::QueueNotification).collect(),
        Wish::Tickets(status) if viewer.is_admin() => {
            vec![Room::Status(status.as_str().to_owned())]
        }
        Wish::Tickets(status) => {
            let status = status.as_str();
            queues(viewer)
                .map(|queue| Room::Queue(queue, status.to_owned()))
                .collect()
        }
    }
}

/// Whether an event may reach the viewer at all, whatever rooms he is in.
pub fn may_hear(viewer: &Viewer, scope: Option<Scope>) -> bool {
    scope.is_none_or(|scope| viewer.sees(scope.queue_id, scope.user_id))
}

fn queues(viewer: &Viewer) -> impl Iterator<Item = Option<QueueId>> {
    let without = viewer.all_ticket.then_some(None);
    viewer.queue_ids.iter().copied().map(Some).chain(without)
}

#[cfg(test)]
mod tests {
    use guiche_storage::model::UserId;
    use guiche_storage::model::user::Profile;

    use super::*;

    fn viewer(profile: Profile, all_ticket: bool) -> Viewer {
        Viewer {
            user_id: UserId(7),
            name: "Marina".into(),
            profile,
            queue_ids: vec![QueueId(1), QueueId(2)],
            all_ticket,
        }
    }

    fn names(rooms: Vec<Room>) -> Vec<String> {
        rooms.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn everybody_hears_the_company_his_like_and_himself() {
        let base = |profile| names(base_rooms(&viewer(profile, false)));
        assert_eq!(base(Profile::User), ["main", "attendants", "user:7"]);
        assert_eq!(base(Profile::Supervisor), ["main", "leads", "user:7"]);
        assert_eq!(base(Profile::Admin), ["main", "leads", "user:7"]);
    }

    #[test]
    fn an_admin_hears_the_company_and_others_their_queues() {
        // spec: S113
        let (admin, marina) = (viewer(Profile::Admin, false), viewer(Profile::User, false));
        let open = Wish::Tickets(TicketStatus::Open);
        assert_eq!(names(rooms_of(&admin, open)), ["status:open"]);
        assert_eq!(
            names(rooms_of(&marina, open)),
            ["queue:1:open", "queue:2:open"]
        );
        assert_eq!(
            names(rooms_of(&admin, Wish::Notification)),
            ["notification"]
        );
        assert_eq!(
            names(rooms_of(&marina, Wish::Notification)),
            ["queue-notification:1", "queue-notification:2"]
        );
        let ticket = Wish::Ticket(TicketId(9));
        assert_eq!(rooms_of(&admin, ticket), rooms_of(&marina, ticket));
    }

    #[test]
    fn a_supervisor_hears_his_queues_only() {
        let lead = viewer(Profile::Supervisor, false);
        assert_eq!(rooms_of(&lead, Wish::Notification).len(), 2);
        assert!(!may_hear(
            &lead,
            Some(Scope {
                queue_id: Some(QueueId(3)),
                user_id: None
            })
        ));
    }

    #[test]
    fn all_ticket_adds_what_has_no_queue() {
        // spec: S086
        let marina = viewer(Profile::User, true);
        let pending = names(rooms_of(&marina, Wish::Tickets(TicketStatus::Pending)));
        assert_eq!(
            pending,
            ["queue:1:pending", "queue:2:pending", "queue:null:pending"]
        );
        assert!(may_hear(
            &marina,
            Some(Scope {
                queue_id: None,
                user_id: None
            })
        ));
    }

    #[test]
    fn nothing_of_a_foreign_queue_reaches_an_attendant() {
        // spec: S087
        let marina = viewer(Profile::User, false);
        let of = |queue| {
            Some(Scope {
                queue_id: queue,
                user_id: None,
            })
        };
        assert!(may_hear(&marina, of(Some(QueueId(1)))));
        assert!(!may_hear(&marina, of(Some(QueueId(3)))));
        assert!(!may_hear(&marina, of(None)));
        assert!(
            may_hear(&marina, None),
            "news without a ticket are for everybody in the room"
        );
    }
}
