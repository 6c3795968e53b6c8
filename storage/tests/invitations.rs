//! Invitations: whom they are good for, and for how long.

use chrono::TimeDelta;

use super::{
    fixtures::{refusal, two_companies},
    support::{both, now, queue},
};
use crate::{
    invitations::{self, INVITATIONS_MAX, LIFE, NewInvitation},
    model::{QueueId, user::Profile},
};

const NONE: &str = "ERR_NO_INVITATION_FOUND";

fn invitation<'a>(email: Option<&'a str>, queues: &'a [QueueId]) -> NewInvitation<'a> {
    NewInvitation {
        email,
        profile: Profile::Supervisor,
        queues,
        invited_by: "Paula",
    }
}

#[tokio::test]
async fn an_invitation_is_good_for_seven_days_and_is_used_up_once() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let sales = queue(&db, ours, "Vendas").await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let token = invitations::random_token().unwrap();
        let queues = [sales];
        let wish = invitation(Some("ana@aurora.example"), &queues);
        let made = invitations::insert(conn, ours, &wish, &token, now())
            .await
            .unwrap();
        assert_eq!((made.queues.len(), made.profile), (1, Profile::Supervisor));
        assert_eq!(made.expires_at, now() + LIFE);

        let last = now() + LIFE - TimeDelta::microseconds(1);
        let found = invitations::get_by_token(conn, &token, last).await.unwrap();
        assert_eq!((found.company_id, found.id), (ours, made.id));
        let over = invitations::get_by_token(conn, &token, now() + LIFE).await;
        assert_eq!(refusal(over), NONE);
        let other = invitations::get_by_token(conn, "x", now()).await;
        assert_eq!(refusal(other), NONE);
        assert!(
            invitations::list(conn, ours, now() + LIFE)
                .await
                .unwrap()
                .is_empty()
        );

        assert!(
            invitations::list(conn, theirs, now())
                .await
                .unwrap()
                .is_empty()
        );
        assert_eq!(
            refusal(invitations::get(conn, theirs, made.id, now()).await),
            NONE
        );
        assert!(
            invitations::list_queues(conn, theirs, made.id)
                .await
                .unwrap()
                .is_empty()
        );
        assert_eq!(
            refusal(invitations::delete(conn, theirs, made.id).await),
            NONE
        );

        invitations::delete(conn, ours, made.id).await.unwrap();
        assert_eq!(
            refusal(invitations::delete(conn, ours, made.id).await),
            NONE
        );
        assert_eq!(
            refusal(invitations::get_by_token(conn, &token, now()).await),
            NONE
        );
    })
    .await;
}

#[tokio::test]
async fn the_newest_invitation_of_an_email_counts_and_fifty_wait_at_most() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let ana = invitation(Some("ana@aurora.example"), &[]);
        for token in ["first", "second"] {
            invitations::insert(conn, ours, &ana, token, now())
                .await
                .unwrap();
        }
        assert_eq!(
            refusal(invitations::get_by_token(conn, "first", now()).await),
            NONE
        );
        invitations::get_by_token(conn, "second", now())
            .await
            .unwrap();
        // of another company it is another invitation
        invitations::insert(conn, theirs, &ana, "theirs", now())
            .await
            .unwrap();
        invitations::get_by_token(conn, "second", now())
            .await
            .unwrap();

        for place in 1..INVITATIONS_MAX {
            let link = invitation(None, &[]);
            invitations::insert(conn, ours, &link, &format!("link {place}"), now())
                .await
                .unwrap();
        }
        let more = invitations::insert(conn, ours, &invitation(None, &[]), "more", now()).await;
        assert_eq!(refusal(more), "ERR_INVITATIONS_FULL");
        // those that are over make room
        let later = now() + LIFE;
        invitations::insert(conn, ours, &invitation(None, &[]), "later", later)
            .await
            .unwrap();
        assert_eq!(invitations::list(conn, ours, later).await.unwrap().len(), 1);
    })
    .await;
}
