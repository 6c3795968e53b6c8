//! The episode of a contact that ended last, and the campaign that a ticket answers.

use chrono::TimeDelta;

use super::{
    fixtures::{customer, two_companies, waiting},
    support::{both, now, user},
};
use crate::{
    Conn,
    model::{
        CampaignId, CompanyId, ContactId, TicketId, UserId, ticket::TicketStatus, user::Profile,
    },
    on,
    tickets::{
        self,
        episodes::{self, Step},
        write::TicketPatch,
    },
};

/// A ticket whose episode ends so many minutes after the others.
async fn ended(
    conn: &mut Conn<'_>,
    company: CompanyId,
    contact_id: ContactId,
    (user_id, minutes): (Option<UserId>, i64),
) -> TicketId {
    let id = waiting(conn, company, contact_id).await;
    let step = Step {
        connection_id: None,
        queue_id: None,
        user_id,
    };
    episodes::begin(conn, company, id, step, now())
        .await
        .unwrap();
    let closed = TicketPatch {
        status: Some(TicketStatus::Closed),
        ..TicketPatch::default()
    };
    tickets::write::update(conn, company, id, &closed, now())
        .await
        .unwrap();
    let at = now() + TimeDelta::minutes(minutes);
    episodes::finish(conn, company, id, at).await.unwrap();
    id
}

async fn campaign_of(conn: &mut Conn<'_>, ticket: TicketId) -> Option<CampaignId> {
    on!(conn, |c| sqlx::query_scalar(
        "SELECT campaign_id FROM tickets WHERE id = $1"
    )
    .bind(ticket)
    .fetch_one(c)
    .await)
    .unwrap()
}

#[tokio::test]
async fn the_episode_that_ended_last_is_found_by_its_end_and_says_whether_it_was_attended() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let marina = user(&db, ours, "marina@a.example", Profile::User, &[]).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let contact = customer(conn, ours, "5511988887777").await;
        let none = episodes::last_ended(conn, ours, contact).await.unwrap();
        assert_eq!(none, None);
        // the older ticket was taken up again, and ended later
        let attended = ended(conn, ours, contact, (Some(marina), 9)).await;
        ended(conn, ours, contact, (None, 5)).await;
        let found = episodes::last_ended(conn, ours, contact).await.unwrap();
        let found = found.unwrap();
        assert_eq!((found.ticket_id, found.was_attended), (attended, true));
        assert_eq!(found.ended_at, now() + TimeDelta::minutes(9));
        assert_eq!(found.last_author, None);
        let ignored = ended(conn, ours, contact, (None, 11)).await;
        let found = episodes::last_ended(conn, ours, contact).await.unwrap();
        let found = found.unwrap();
        assert_eq!((found.ticket_id, found.was_attended), (ignored, false));
    })
    .await;
}

#[tokio::test]
async fn a_foreign_company_finds_no_ended_episode_and_notes_no_campaign() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let marina = user(&db, ours, "marina@a.example", Profile::User, &[]).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let contact = customer(conn, ours, "5511988887777").await;
        let ticket = ended(conn, ours, contact, (Some(marina), 5)).await;
        let found = episodes::last_ended(conn, theirs, contact).await.unwrap();
        assert_eq!(found, None);
        let campaign = CampaignId(7);
        tickets::write::note_campaign(conn, theirs, ticket, campaign)
            .await
            .unwrap();
        assert_eq!(campaign_of(conn, ticket).await, None);
        tickets::write::note_campaign(conn, ours, ticket, campaign)
            .await
            .unwrap();
        assert_eq!(campaign_of(conn, ticket).await, Some(campaign));
    })
    .await;
}
