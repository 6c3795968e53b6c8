//! Sends of campaigns that fail: what is known of them, what stops a campaign, and from where they count anew.

use super::{
    campaigns::{ANA, BIA, running, states},
    fixtures::{sent, shown, talk, two_companies},
    support::{both, now},
};
use crate::{
    Conn,
    campaigns::{
        self,
        running::{self as steps, Failures, Followed, Moved},
    },
    messages,
    model::{
        CampaignId, CompanyId, ConnectionId, MessageId,
        campaign::{FailureKind, PausedFailures, PausedReason, RecipientState},
    },
};

/// The message to the next recipient of a campaign, who is taken once.
async fn written(
    conn: &mut Conn<'_>,
    company: CompanyId,
    (id, line): (CampaignId, ConnectionId),
    number: &str,
) -> MessageId {
    let (ticket, contact) = talk(conn, company, line, number).await;
    let message = sent((ticket, contact), line);
    let message = messages::write::insert(conn, company, &message, now()).await;
    let message = message.unwrap().unwrap();
    let person = steps::next_pending(conn, company, id, 1)
        .await
        .unwrap()
        .remove(0);
    let taken = (RecipientState::Pending, RecipientState::Queued);
    for is_taken in [true, false] {
        let done = steps::claim_recipient(conn, company, person.id, taken, line, now()).await;
        assert_eq!(done.unwrap(), is_taken, "once");
    }
    let whom = (contact, ticket, 1);
    steps::note_message(conn, company, (id, person.id), (message, 1), whom)
        .await
        .unwrap();
    message
}

async fn follow(
    conn: &mut Conn<'_>,
    company: CompanyId,
    message: MessageId,
    state: RecipientState,
) -> Option<Moved> {
    let followed = Followed {
        state,
        error: (state == RecipientState::Failed).then_some("131026"),
    };
    steps::follow(conn, company, message, followed, now())
        .await
        .unwrap()
}

#[tokio::test]
async fn a_recipient_follows_his_message_and_failures_in_a_row_are_counted() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let people = [(ANA, Some(true)), (BIA, Some(true))];
        let (id, line) = running(conn, ours, &people).await;
        let message = written(conn, ours, (id, line), ANA).await;
        assert_eq!(
            follow(conn, theirs, message, RecipientState::Sent).await,
            None
        );
        for (state, word) in [
            (RecipientState::Sent, "sent"),
            (RecipientState::Read, "read"),
        ] {
            let moved = follow(conn, ours, message, state).await.unwrap();
            assert_eq!((moved.campaign, moved.failures), (id, None));
            assert_eq!(states(conn, ours, id).await[0].0, word);
        }
        let again = follow(conn, ours, message, RecipientState::Read).await;
        assert_eq!(again, None, "it was known");
        let mut rows = Vec::new();
        for state in [
            RecipientState::Failed,
            RecipientState::Unknown,
            RecipientState::Failed,
            RecipientState::Sent,
        ] {
            let moved = follow(conn, ours, message, state).await.unwrap();
            rows.push(moved.failures.unwrap().in_row);
        }
        assert_eq!(rows, [1, 1, 2, 0], "what nobody knows ends no row");
        follow(conn, ours, message, RecipientState::Failed).await;
        let failed = ("failed".to_owned(), "131026".to_owned());
        assert_eq!(states(conn, ours, id).await[0], failed);
        assert!(steps::take_news(conn, ours, id, now()).await.unwrap());
        let told = steps::take_news(conn, ours, id, now()).await.unwrap();
        assert!(!told, "told");
    })
    .await;
}

#[tokio::test]
async fn a_campaign_says_which_failures_stopped_it_and_counts_anew_when_it_goes_on() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let people = [(ANA, Some(true)), (BIA, Some(true))];
        let (id, line) = running(conn, ours, &people).await;
        let first = written(conn, ours, (id, line), ANA).await;
        let moved = follow(conn, ours, first, RecipientState::Failed).await;
        let one = Failures {
            in_row: 1,
            failed: 1,
            sent: 1,
        };
        assert_eq!(moved.unwrap().failures, Some(one));
        let why = PausedFailures {
            kind: FailureKind::Share,
            failed: 6,
            sent: 200,
        };
        let foreign = campaigns::pause_for_failures(conn, theirs, id, why, now()).await;
        assert!(!foreign.unwrap());
        for is_new in [true, false] {
            let done = campaigns::pause_for_failures(conn, ours, id, why, now()).await;
            assert_eq!(done.unwrap(), is_new);
        }
        let known = campaigns::get(conn, ours, id, false, shown())
            .await
            .unwrap();
        assert_eq!(known.paused_reason, Some(PausedReason::Failures));
        assert_eq!(known.paused_failures, Some(why));

        assert!(campaigns::resume(conn, ours, id, now()).await.unwrap());
        let known = campaigns::get(conn, ours, id, false, shown())
            .await
            .unwrap();
        assert_eq!((known.paused_reason, known.paused_failures), (None, None));
        // what failed before no longer counts against it
        let second = written(conn, ours, (id, line), BIA).await;
        let moved = follow(conn, ours, second, RecipientState::Failed).await;
        assert_eq!(moved.unwrap().failures, Some(one));
    })
    .await;
}
