//! Campaigns: copied once, taken once, following their messages, and invisible to other companies.

use chrono::TimeDelta;

use super::{
    fixtures::{connection, refusal, shown, talk, two_companies},
    support::{both, now},
};
use crate::{
    Conn,
    campaigns::{
        self, Begun, CampaignForm, do_not_contact, recipients,
        running::{self, Turn},
    },
    cluster::leases::{self, Resource},
    contacts::one_form,
    model::{
        CampaignId, CompanyId, ConnectionId, ContactListId,
        campaign::{CampaignStatus, CampaignTexts, PausedReason, RecipientState},
        page::Page,
    },
    on,
};

pub(super) const ANA: &str = "5511988887777";
pub(super) const BIA: &str = "5511977776666";
const CAIO: &str = "5511966665555";
const DORA: &str = "5511955554444";

async fn list(
    conn: &mut Conn<'_>,
    company: CompanyId,
    people: &[(&str, Option<bool>)],
) -> ContactListId {
    let list: ContactListId = on!(&mut *conn, |c| sqlx::query_scalar(
        "INSERT INTO contact_lists (company_id, name, search, created_at, updated_at)
         VALUES ($1, 'Clientes', 'clientes', $2, $2) RETURNING id"
    )
    .bind(company)
    .bind(now())
    .fetch_one(c)
    .await)
    .unwrap();
    for (number, is_valid) in people {
        on!(&mut *conn, |c| sqlx::query(
            "INSERT INTO contact_list_items (company_id, contact_list_id, name, number, number_key, email, search,
               is_whatsapp_valid, created_at, updated_at)
             VALUES ($1, $2, 'Pessoa', $3, $4, '', '', $5, $6, $6)"
        )
        .bind(company)
        .bind(list)
        .bind(*number)
        .bind(one_form(number))
        .bind(*is_valid)
        .bind(now())
        .execute(c)
        .await
        .map(drop))
        .unwrap();
    }
    list
}

fn form(name: &str, line: Option<ConnectionId>, list: Option<ContactListId>) -> CampaignForm {
    CampaignForm {
        name: name.into(),
        texts: CampaignTexts {
            message1: "Oi {nome}".into(),
            ..CampaignTexts::default()
        },
        confirmation: false,
        scheduled_at: None,
        connections: line.into_iter().collect(),
        contact_list_id: list,
        tag_list_id: None,
        file_list_id: None,
        window: None,
        daily_cap: None,
    }
}

pub(super) async fn running(
    conn: &mut Conn<'_>,
    company: CompanyId,
    people: &[(&str, Option<bool>)],
) -> (CampaignId, ConnectionId) {
    let line = connection(conn, company, "Matriz").await;
    let list = list(conn, company, people).await;
    let form = form("Natal", Some(line), Some(list));
    let id = campaigns::insert(conn, company, &form, now())
        .await
        .unwrap();
    let by_hand = (id, Begun::ByHand);
    assert!(
        campaigns::begin(conn, company, by_hand, now())
            .await
            .unwrap()
    );
    while !running::copy_some(conn, company, id, 2, now())
        .await
        .unwrap()
    {}
    (id, line)
}

pub(super) async fn states(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: CampaignId,
) -> Vec<(String, String)> {
    let page = Page::new(None, 50);
    let found = recipients::list(conn, company, id, (None, ""), page)
        .await
        .unwrap();
    let rows = found.rows.into_iter();
    rows.map(|row| {
        (
            row.state.as_str().to_owned(),
            row.reason.unwrap_or_default(),
        )
    })
    .collect()
}

#[tokio::test]
async fn good_numbers_are_copied_once_and_the_others_say_why_not() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        do_not_contact::add(conn, ours, (DORA, do_not_contact::PERSON), now())
            .await
            .unwrap();
        let people = [
            (ANA, Some(true)),
            (BIA, Some(false)),
            (CAIO, None),
            (DORA, Some(true)),
        ];
        let (id, _) = running(conn, ours, &people).await;
        let expected = [
            ("pending", ""),
            ("skipped", "invalid"),
            ("skipped", "unchecked"),
            ("skipped", "doNotContact"),
        ]
        .map(|(state, reason)| (state.to_owned(), reason.to_owned()));
        assert_eq!(states(conn, ours, id).await, expected);
        let known = campaigns::get(conn, ours, id, true, shown()).await.unwrap();
        assert_eq!((known.counts.total, known.counts.valid), (4, 1));

        // what was found out in the meantime counts when it goes on
        on!(&mut *conn, |c| sqlx::query(
            "UPDATE contact_list_items SET is_whatsapp_valid = TRUE WHERE company_id = $1"
        )
        .bind(ours)
        .execute(c)
        .await
        .map(drop))
        .unwrap();
        assert!(campaigns::cancel(conn, ours, id, now()).await.unwrap());
        assert!(
            running::take_back(conn, ours, id, now())
                .await
                .unwrap()
                .is_all
        );
        assert!(
            running::end_taking_back(conn, ours, id, now())
                .await
                .unwrap()
        );
        let again = (id, Begun::Again);
        assert!(campaigns::begin(conn, ours, again, now()).await.unwrap());
        while !running::copy_some(conn, ours, id, 2, now()).await.unwrap() {}
        let known = states(conn, ours, id).await;
        let pending = known.iter().filter(|(state, _)| state == "pending").count();
        assert_eq!((known.len(), pending), (4, 3));
        assert!(running::find(conn, theirs, id).await.unwrap().is_none());
    })
    .await;
}

#[tokio::test]
async fn a_turn_is_taken_once_and_by_the_day() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let (id, line) = running(conn, ours, &[(ANA, Some(true))]).await;
        let turn = |seconds: i64, day: &'static str, cap| Turn {
            now: now() + TimeDelta::seconds(seconds),
            next_at: now() + TimeDelta::seconds(seconds + 10),
            day,
            cap,
        };
        for (one, is_taken) in [
            (turn(0, "2026-08-03", 0), false),
            (turn(0, "2026-08-03", 2), true),
            (turn(9, "2026-08-03", 2), false),
            (turn(10, "2026-08-03", 2), true),
            (turn(20, "2026-08-03", 2), false),
            (turn(20, "2026-08-04", 2), true),
        ] {
            let done = running::claim_lane(conn, ours, line, one).await.unwrap();
            assert_eq!(done, is_taken, "{one:?}");
        }
        let next = Some(now() + TimeDelta::seconds(10));
        for (sent, is_taken) in [(1, false), (0, true), (0, false)] {
            let done = running::claim_turn(conn, ours, (id, sent), next, now()).await;
            assert_eq!(done.unwrap(), is_taken);
        }
        let later = now() + TimeDelta::seconds(10);
        let person = (id, PausedReason::Person);
        assert!(
            campaigns::pause(conn, ours, person, None, later)
                .await
                .unwrap()
        );
        let paused = running::claim_turn(conn, ours, (id, 1), next, later).await;
        assert!(!paused.unwrap(), "a paused campaign has no turn");
        assert!(campaigns::resume(conn, ours, id, later).await.unwrap());
        assert!(campaigns::cancel(conn, ours, id, later).await.unwrap());
        let stopped = running::claim_turn(conn, ours, (id, 1), None, later).await;
        assert!(!stopped.unwrap(), "a cancelled campaign has none");
    })
    .await;
}

#[tokio::test]
async fn a_campaign_ends_when_nobody_waits_and_the_answers_had_their_time() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let (id, line) = running(conn, ours, &[(ANA, Some(true)), (BIA, Some(true))]).await;
        let two_days = TimeDelta::hours(48);
        let finish = async |conn: &mut Conn<'_>, hours| {
            let at = now() + TimeDelta::hours(hours);
            running::finish(conn, ours, id, (at, two_days))
                .await
                .unwrap()
        };
        assert!(!finish(conn, 0).await, "two wait");
        let asked = (RecipientState::Pending, RecipientState::ConfirmRequested);
        let first = running::next_pending(conn, ours, id, 1)
            .await
            .unwrap()
            .remove(0);
        running::claim_recipient(conn, ours, first.id, asked, line, now())
            .await
            .unwrap();
        let second = running::next_pending(conn, ours, id, 1)
            .await
            .unwrap()
            .remove(0);
        let blocked = (RecipientState::Skipped, "blocked");
        running::end_recipient(conn, ours, second.id, blocked, now())
            .await
            .unwrap();
        assert!(!finish(conn, 47).await, "an answer may still come");
        assert!(finish(conn, 48).await);
        let known = campaigns::get(conn, ours, id, false, shown())
            .await
            .unwrap();
        assert_eq!(known.status, CampaignStatus::Finalizada);
        assert!(known.completed_at.is_some());
        assert!(!finish(conn, 49).await, "once");
    })
    .await;
}

#[tokio::test]
async fn what_was_set_aside_with_its_number_was_not_sent() {
    // spec: S120
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let (id, line) = running(conn, ours, &[(ANA, Some(true))]).await;
        let queued = (RecipientState::Pending, RecipientState::Queued);
        let person = running::next_pending(conn, ours, id, 1)
            .await
            .unwrap()
            .remove(0);
        running::claim_recipient(conn, ours, person.id, queued, line, now())
            .await
            .unwrap();
        let over = running::finish(conn, ours, id, (now(), TimeDelta::hours(48))).await;
        assert!(over.unwrap(), "nobody waits any more");
        let failed = ("failed".to_owned(), "ERR_SENDING_WAPP_MSG".to_owned());
        assert_eq!(states(conn, ours, id).await, [failed]);
    })
    .await;
}

#[tokio::test]
async fn an_erased_person_is_in_no_campaign() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let (id, line) = running(conn, ours, &[(ANA, Some(true)), (BIA, Some(true))]).await;
        let (_, contact) = talk(conn, ours, line, ANA).await;
        crate::contacts::erase(conn, ours, contact, now())
            .await
            .unwrap();
        let page = Page::new(None, 50);
        let all = recipients::list(conn, ours, id, (None, ""), page)
            .await
            .unwrap();
        let first = &all.rows[0];
        assert_eq!((first.name.as_str(), first.number.as_str()), ("", ""));
        assert_eq!(first.state, RecipientState::Skipped);
        assert_eq!(all.rows[1].number, BIA);
    })
    .await;
}

#[tokio::test]
async fn what_is_due_says_whether_somebody_has_it() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let (id, _) = running(conn, ours, &[(ANA, Some(true))]).await;
        let standing = running::standing(conn, ours, id).await.unwrap().unwrap();
        assert_eq!(
            (standing.next_at, standing.answer_at, standing.is_copied),
            (Some(now()), None, true)
        );
        let due = (now(), TimeDelta::hours(24));
        for (owner, is_free) in [(None, true), (Some("node/1"), false)] {
            if let Some(owner) = owner {
                let lease = Resource::Campaign(id.0);
                leases::acquire(conn, &lease, owner, now()).await.unwrap();
            }
            let found = running::list_due(conn, due, 200).await.unwrap();
            let ours: Vec<bool> = found
                .iter()
                .filter(|it| it.id == id)
                .map(|it| it.is_free)
                .collect();
            assert_eq!(ours, [is_free]);
        }
        running::take_news(conn, ours, id, now()).await.unwrap();
        running::wait_until(conn, ours, id, now() + TimeDelta::seconds(1))
            .await
            .unwrap();
        let found = running::list_due(conn, due, 200).await.unwrap();
        assert!(found.iter().all(|it| it.id != id), "not yet");
    })
    .await;
}

#[tokio::test]
async fn a_foreign_company_finds_no_campaign() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let (id, _) = running(conn, ours, &[(ANA, Some(true))]).await;
        for refused in [
            refusal(campaigns::get(conn, theirs, id, true, shown()).await),
            refusal(campaigns::lock(conn, theirs, id).await),
            refusal(campaigns::delete(conn, theirs, id).await),
            refusal(campaigns::set_media(conn, theirs, id, None, now()).await),
            refusal(
                campaigns::update(
                    conn,
                    theirs,
                    (id, CampaignStatus::Inativa),
                    &form("Deles", None, None),
                    now(),
                )
                .await,
            ),
        ] {
            assert_eq!(refused, "ERR_NO_CAMPAIGN_FOUND");
        }
        assert_eq!(
            refusal(campaigns::delete(conn, ours, id).await),
            "ERR_CAMPAIGN_STATE"
        );
        let page = Page::new(None, 20);
        let none = campaigns::list(conn, theirs, ("", None), page, shown())
            .await
            .unwrap();
        assert_eq!(none.count, 0);
        let none = campaigns::standings(conn, theirs, "").await.unwrap();
        assert!(none.is_empty());
        let none = recipients::list(conn, theirs, id, (None, ""), page)
            .await
            .unwrap();
        assert_eq!(none.count, 0);
    })
    .await;
}

#[tokio::test]
async fn a_foreign_company_moves_no_campaign_and_finds_no_number() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let (id, line) = running(conn, ours, &[(ANA, Some(true))]).await;
        for done in [
            campaigns::cancel(conn, theirs, id, now()).await.unwrap(),
            campaigns::resume(conn, theirs, id, now()).await.unwrap(),
            campaigns::begin(conn, theirs, (id, Begun::ByHand), now())
                .await
                .unwrap(),
            campaigns::is_running_by(conn, theirs, line).await.unwrap(),
            do_not_contact::has(conn, theirs, ANA).await.unwrap(),
            running::take_news(conn, theirs, id, now()).await.unwrap(),
            running::standing(conn, theirs, id).await.unwrap().is_some(),
        ] {
            assert!(!done);
        }
        let number = do_not_contact::add(conn, ours, (ANA, "person"), now())
            .await
            .unwrap();
        assert_eq!(
            refusal(do_not_contact::remove(conn, theirs, number.id).await),
            "ERR_NO_DO_NOT_CONTACT_FOUND"
        );
        let short = "551188887777";
        assert!(
            do_not_contact::has(conn, ours, short).await.unwrap(),
            "either form"
        );
        assert_eq!(
            running::list_heard(conn, theirs, ANA, now())
                .await
                .unwrap()
                .len(),
            0
        );
        assert_eq!(
            running::list_heard(conn, ours, short, now())
                .await
                .unwrap()
                .len(),
            1
        );
        assert!(campaigns::is_running_by(conn, ours, line).await.unwrap());
    })
    .await;
}
