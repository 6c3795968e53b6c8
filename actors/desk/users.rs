//! A user goes: his tickets wait for somebody else.

use std::sync::Arc;

use guiche_storage::{
    Conn,
    audit::{self, Entry, Origin},
    identity::{
        sign_ins::{self, Owner},
        users,
    },
    model::{
        ErrorCode, TicketId, UserId,
        audit::Subject,
        event::{NewEvent, Room, UserEvent},
        ticket::TicketStatus,
    },
    tickets::{self, write::TicketPatch},
};

use super::{
    Changes, DeskContext, DeskWork, Lane,
    moves::{self, Moved},
};
use crate::{ActorError, rules::ticket_moves::Move};

/// Tickets handed back in one transaction.
const AT_ONCE: i64 = 100;

/// Deletes a user: his running tickets go back to those who wait, his sign-ins end. Done twice, the second time finds
/// nothing.
#[derive(Debug)]
pub struct DeleteUser {
    /// Who goes.
    pub user_id: UserId,
    /// Who says so.
    pub by: UserId,
    /// From where, for what is noted of it.
    pub origin: Arc<Origin>,
}

impl DeskWork for DeleteUser {
    type Answer = ();

    fn lane(&self) -> Lane {
        Lane::User(self.user_id)
    }

    async fn run(self, desk: DeskContext) -> Result<(), ActorError> {
        while !self.hand_back_some(&desk).await? {}
        Ok(())
    }
}

impl DeleteUser {
    /// Hands some of his tickets back; with the last of them the user goes. True when he is gone. In pieces, since nobody
    /// else of any company writes meanwhile where there is one writer; a server that ends in between leaves a user with
    /// fewer tickets.
    async fn hand_back_some(&self, desk: &DeskContext) -> Result<bool, ActorError> {
        let (company, user, now) = (desk.company, self.user_id, desk.now());
        desk.change(now, async |c, changes| {
            if !users::has_other_admin(c, company, user).await? {
                return Err(ErrorCode::LastAdmin.into());
            }
            let held = tickets::list_held(c, company, user, AT_ONCE).await?;
            for id in &held {
                self.hand_back(desk, c, changes, *id).await?;
            }
            if i64::try_from(held.len()) == Ok(AT_ONCE) {
                return Ok(false);
            }
            let gone = users::get_user(c, company, user).await?;
            users::delete(c, company, user, now).await?;
            let entry = Entry::deleted(Subject::User, user, &gone);
            audit::record(c, company, &self.origin, &entry, now).await?;
            let owner = Owner {
                company_id: company,
                user_id: user,
            };
            sign_ins::revoke_all(c, owner, now).await?;
            let gone = UserEvent::Delete { user_id: user };
            changes.push(NewEvent::to([Room::Main], gone));
            Ok(true)
        })
        .await
    }

    /// Lets a ticket wait for somebody else.
    async fn hand_back(
        &self,
        desk: &DeskContext,
        c: &mut Conn<'_>,
        changes: &mut Changes,
        id: TicketId,
    ) -> Result<(), ActorError> {
        let (company, now) = (desk.company, desk.now());
        tickets::write::lock(c, company, id).await?;
        let old = tickets::get(c, company, id).await?;
        if old.user_id != Some(self.user_id) || old.status == TicketStatus::Closed {
            return Ok(());
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
        tickets::write::update(c, company, id, &waits, now).await?;
        let moved = Moved {
            kind,
            old: &old,
            by: Some(self.by),
            silently: false,
            note: None,
        };
        moves::follow(desk, c, changes, moved).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use guiche_storage::{
        contacts::{self, ContactForm},
        identity::users::NewUser,
        model::user::Profile,
        tickets::write::NewTicket,
    };

    use super::*;
    use crate::test_company::TestCompany;

    /// An open ticket in somebody's hands.
    async fn held(company: &TestCompany, user: UserId, number: String) -> TicketId {
        let form = ContactForm {
            name: "Cliente".into(),
            number,
            email: String::new(),
            extra_info: Vec::new(),
        };
        let insert = async |c: &mut Conn<'_>| {
            let contact = contacts::insert(c, company.id, &form, company.now()).await?;
            let ticket = NewTicket {
                uuid: uuid::Uuid::new_v4(),
                status: TicketStatus::Open,
                contact_id: contact.id,
                user_id: Some(user),
                queue_id: None,
                connection_id: None,
                is_group: false,
            };
            tickets::write::insert(c, company.id, &ticket, company.now()).await
        };
        company.db.write(insert).await.unwrap()
    }

    #[actix::test]
    async fn a_user_with_many_tickets_goes_piece_by_piece_and_leaves_none_behind() {
        let company = TestCompany::new().await;
        let admin = NewUser {
            name: "Ana",
            email: "ana@aurora.example",
            password_hash: "none",
            profile: Profile::Admin,
            is_super: false,
            all_ticket: true,
            connection: None,
            queues: &[],
        };
        let insert =
            async |c: &mut Conn<'_>| users::insert_user(c, company.id, company.now(), &admin).await;
        let by = company.db.write(insert).await.unwrap();
        let user_id = company.user("marina").await;
        let mut tickets = Vec::new();
        for place in 0..=AT_ONCE {
            tickets.push(held(&company, user_id, format!("55119{place:08}")).await);
        }
        let desk = company.desk_at(company.now());
        let origin = Origin {
            company: company.id,
            user: by,
            user_name: "Ana".into(),
            actor: None,
            route: "DELETE /users/{id}".into(),
            ip: None,
            user_agent: None,
            request_id: None,
        };
        let going = DeleteUser {
            user_id,
            by,
            origin: Arc::new(origin),
        };
        assert!(!going.hand_back_some(&desk).await.unwrap(), "one is left");
        assert!(going.hand_back_some(&desk).await.unwrap());
        let mut reader = company.db.read().await.unwrap();
        let conn = &mut reader.conn();
        for id in tickets {
            let ticket = tickets::get(conn, company.id, id).await.unwrap();
            assert_eq!(
                (ticket.status, ticket.user_id),
                (TicketStatus::Pending, None)
            );
        }
        assert!(users::get_user(conn, company.id, user_id).await.is_err());
    }
}
