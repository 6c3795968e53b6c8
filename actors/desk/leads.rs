//! A lead that nobody took up, and whose customer says nothing any more, is closed without a word.

use guiche_storage::{
    model::ticket::TicketStatus,
    tickets::{self, leads::Expired, write::TicketPatch},
};

use super::{
    DeskContext, DeskWork, Lane,
    moves::{self, Moved},
};
use crate::{ActorError, rules::ticket_moves::Move};

/// Closes a lead. Done twice, the second time finds that it is none any more.
#[derive(Debug)]
pub struct ExpireLead(pub Expired);

impl DeskWork for ExpireLead {
    type Answer = ();

    fn lane(&self) -> Lane {
        Lane::Contact(self.0.contact)
    }

    async fn run(self, desk: DeskContext) -> Result<(), ActorError> {
        let (company, now) = (desk.company, desk.now());
        let Expired { ticket, since, .. } = self.0;
        desk.change(now, async |c, changes| {
            tickets::write::lock(c, company, ticket).await?;
            let old = tickets::get(c, company, ticket).await?;
            let heard_at = old.last_message_at.unwrap_or(old.created_at);
            if old.status != TicketStatus::Lead || heard_at >= since {
                return Ok(());
            }
            let mut patch = TicketPatch {
                status: Some(TicketStatus::Closed),
                unread_messages: Some(0),
                ..TicketPatch::default()
            };
            moves::complete(Move::Close, &mut patch, now);
            tickets::write::update(c, company, old.id, &patch, now).await?;
            let moved = Moved {
                kind: Move::Close,
                old: &old,
                by: None,
                silently: true,
                note: None,
            };
            moves::follow(&desk, c, changes, moved).await?;
            Ok(())
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use guiche_storage::{
        Conn,
        companies::settings,
        tickets::{self, leads},
    };

    use super::*;
    use crate::test_company::TestCompany;

    async fn expire(company: &TestCompany, hours: i64) -> Vec<Expired> {
        let now = company.now() + TimeDelta::hours(hours);
        let desk = company.desk_at(now);
        let found = {
            let mut reader = company.db.read().await.unwrap();
            leads::list_expired(&mut reader.conn(), now, 10)
                .await
                .unwrap()
        };
        for &lead in &found {
            ExpireLead(lead).run(desk.clone()).await.unwrap();
        }
        found
    }

    #[actix::test]
    async fn a_lead_that_nobody_takes_up_is_closed_after_its_hours_and_only_then() {
        let company = TestCompany::new().await;
        let ticket = company.ticket().await;
        let as_lead = async |c: &mut Conn<'_>| {
            let patch = TicketPatch {
                status: Some(TicketStatus::Lead),
                ..TicketPatch::default()
            };
            tickets::write::update(c, company.id, ticket, &patch, company.now()).await?;
            let hours = (leads::EXPIRES_SETTING, "24");
            settings::set(c, company.id, company.now(), hours.0, hours.1).await
        };
        company.db.write(as_lead).await.unwrap();
        assert!(expire(&company, 24).await.is_empty(), "not a minute early");
        assert_eq!(expire(&company, 25).await.len(), 1);
        assert!(expire(&company, 26).await.is_empty(), "once");

        let mut reader = company.db.read().await.unwrap();
        let conn = &mut reader.conn();
        let closed = tickets::get(conn, company.id, ticket).await.unwrap();
        assert_eq!(closed.status, TicketStatus::Closed);
        assert_eq!(closed.user_id, None, "nobody attended");
        let steps = tickets::steps::list(conn, company.id, ticket)
            .await
            .unwrap();
        let said: Vec<_> = steps.iter().map(|step| step.action).collect();
        assert_eq!(said, [guiche_storage::model::step::StepAction::Expired]);
    }

    #[actix::test]
    async fn a_company_that_keeps_its_leads_loses_none() {
        let company = TestCompany::new().await;
        company.ticket().await;
        let never = async |c: &mut Conn<'_>| {
            settings::set(c, company.id, company.now(), leads::EXPIRES_SETTING, "0").await
        };
        company.db.write(never).await.unwrap();
        assert!(expire(&company, 10_000).await.is_empty());
    }
}
