//! A user goes: his tickets wait for somebody else.

use guiche_storage::{
    model::{
        ErrorCode, UserId,
        event::{Entity, NewEvent, Room},
        ticket::TicketStatus,
    },
    sign_ins::{self, Owner},
    ticket_changes::{self, TicketPatch},
    tickets, users,
};
use serde_json::json;

use super::{
    DeskContext, DeskWork, Lane,
    moves::{self, Moved},
};
use crate::{ActorError, rules::ticket_moves::Move};

/// Deletes a user: his running tickets go back to those who wait, his sign-ins end. Done twice, the second time finds
/// nothing.
#[derive(Debug)]
pub struct DeleteUser {
    /// Who goes.
    pub user_id: UserId,
    /// Who says so.
    pub by: UserId,
}

impl DeskWork for DeleteUser {
    type Answer = ();

    fn lane(&self) -> Lane {
        Lane::User(self.user_id)
    }

    async fn run(self, desk: DeskContext) -> Result<(), ActorError> {
        let (company, user, now) = (desk.company, self.user_id, desk.now());
        desk.change(now, async |c, events| {
            if !users::has_other_admin(c, company, user).await? {
                return Err(ErrorCode::LastAdmin.into());
            }
            for id in tickets::list_held(c, company, user).await? {
                ticket_changes::lock(c, company, id).await?;
                let old = tickets::get(c, company, id).await?;
                if old.user_id != Some(user) || old.status == TicketStatus::Closed {
                    continue;
                }
                let (kind, status) = match old.status {
                    TicketStatus::Open => (Move::Return, Some(TicketStatus::Pending)),
                    _ => (Move::Stay, None),
                };
                let waits = TicketPatch {
                    status,
                    user_id: Some(None),
                    ..TicketPatch::default()
                };
                ticket_changes::update(c, company, id, &waits, now).await?;
                let moved = Moved {
                    kind,
                    old: &old,
                    by: Some(self.by),
                    silently: false,
                };
                moves::follow(&desk, c, events, moved).await?;
            }
            let owner = Owner {
                company_id: company,
                user_id: user,
            };
            sign_ins::revoke_all(c, owner, now).await?;
            users::delete(c, company, user, now).await?;
            events.push(NewEvent {
                entity: Entity::User,
                rooms: vec![Room::Main],
                scope: None,
                payload: json!({ "action": "delete", "userId": user }),
            });
            Ok(())
        })
        .await
    }
}
