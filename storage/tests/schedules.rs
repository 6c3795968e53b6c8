//! Schedules: taken once, following their message, invisible to other companies.

use chrono::TimeDelta;

use super::{
    fixtures::{refusal, two_companies},
    support::{both, now, user},
};
use crate::{
    Conn,
    contacts::{self, ContactForm, Numbers},
    delivery::schedules::{self, ScheduleFilter, ScheduleForm},
    model::{
        CompanyId, ContactId, MessageId, ScheduleId, UserId,
        outgoing::SendState,
        page::Page,
        schedule::{Repeat, Repeats, Schedule, ScheduleStatus},
        user::Profile,
    },
};

async fn contact(conn: &mut Conn<'_>, company: CompanyId, name: &str, number: &str) -> ContactId {
    let form = ContactForm {
        name: name.into(),
        number: number.into(),
        email: String::new(),
        extra_info: Vec::new(),
    };
    contacts::insert(conn, company, &form, now())
        .await
        .unwrap()
        .id
}

fn form(contact_id: ContactId, minutes: i64) -> ScheduleForm {
    ScheduleForm {
        template: None,
        body: "Até 100%_certo".into(),
        contact_id,
        send_at: now() + TimeDelta::minutes(minutes),
        connection_id: None,
        repeats: None,
    }
}

async fn schedule(
    conn: &mut Conn<'_>,
    (company, owner): (CompanyId, UserId),
    contact: ContactId,
    minutes: i64,
) -> Schedule {
    schedules::insert(conn, company, owner, &form(contact, minutes), now())
        .await
        .unwrap()
}

#[tokio::test]
async fn a_schedule_is_taken_once_and_not_before_its_time() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let marina = user(&db, ours, "marina@aurora.example", Profile::User, &[]).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let beatriz = contact(conn, ours, "Beatriz", "5511988887777").await;
        let made = schedule(conn, (ours, marina), beatriz, 5).await;
        let later = now() + TimeDelta::minutes(5);
        assert!(
            schedules::list_due(conn, now(), 10)
                .await
                .unwrap()
                .is_empty()
        );
        assert!(
            schedules::claim_due(conn, ours, made.id, now())
                .await
                .unwrap()
                .is_none()
        );
        let due = schedules::list_due(conn, later, 10).await.unwrap();
        assert_eq!(due, [(ours, made.id, beatriz)]);
        let taken = schedules::claim_due(conn, ours, made.id, later)
            .await
            .unwrap();
        assert_eq!(taken.map(|due| due.body).as_deref(), Some("Até 100%_certo"));
        assert!(
            schedules::claim_due(conn, ours, made.id, later)
                .await
                .unwrap()
                .is_none()
        );
        assert!(
            schedules::list_due(conn, later, 10)
                .await
                .unwrap()
                .is_empty()
        );
        let changed = schedules::update(conn, ours, made.id, &form(beatriz, 60), later).await;
        assert_eq!(refusal(changed), "ERR_SCHEDULE_SENT");
        let picture = schedules::set_media(conn, ours, made.id, None, later).await;
        assert_eq!(refusal(picture), "ERR_SCHEDULE_SENT");
    })
    .await;
}

#[tokio::test]
async fn a_schedule_follows_its_own_message_and_no_other() {
    // spec: S068
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let marina = user(&db, ours, "marina@aurora.example", Profile::User, &[]).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let beatriz = contact(conn, ours, "Beatriz", "5511988887777").await;
        let id = schedule(conn, (ours, marina), beatriz, 0).await.id;
        schedules::claim_due(conn, ours, id, now())
            .await
            .unwrap()
            .unwrap();
        schedules::note_message(conn, ours, id, MessageId(7), now())
            .await
            .unwrap();
        let settle = async |conn: &mut Conn<'_>, message, state, error| {
            let end = (state, error);
            let settled = schedules::settle(conn, ours, (id, MessageId(message)), end, now());
            settled
                .await
                .unwrap()
                .map(|it| (it.status, it.sent_at, it.error))
        };
        assert_eq!(settle(conn, 8, SendState::Accepted, None).await, None);
        assert_eq!(
            settle(conn, 7, SendState::Unknown, None).await,
            None,
            "on its way"
        );
        let failed = settle(conn, 7, SendState::Rejected, Some("131026")).await;
        assert_eq!(
            failed,
            Some((ScheduleStatus::Erro, None, Some("131026".into())))
        );
        let again = settle(conn, 7, SendState::Queued, None).await;
        assert_eq!(again, Some((ScheduleStatus::Agendada, None, None)));
        let sent = settle(conn, 7, SendState::Accepted, None).await;
        assert_eq!(sent, Some((ScheduleStatus::Enviada, Some(now()), None)));
        assert_eq!(
            settle(conn, 7, SendState::Accepted, None).await,
            None,
            "no news"
        );
        let picture = schedules::set_media(conn, ours, id, None, now()).await;
        assert_eq!(refusal(picture), "ERR_SCHEDULE_SENT");
    })
    .await;
}

#[tokio::test]
async fn lists_are_in_the_order_of_their_time_and_find_signs_as_signs() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let marina = user(&db, ours, "marina@aurora.example", Profile::User, &[]).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let beatriz = contact(conn, ours, "Beatriz São", "5511988887777").await;
        let caio = contact(conn, ours, "Caio", "5511988886666").await;
        let second = schedule(conn, (ours, marina), beatriz, 20).await.id;
        let first = schedule(conn, (ours, marina), caio, 10).await.id;
        let list = async |conn: &mut Conn<'_>, company, filter: ScheduleFilter<'_>| {
            let page = Page::new(None, 20);
            let found = schedules::list(conn, company, &filter, page).await.unwrap();
            let ids: Vec<ScheduleId> = found.rows.iter().map(|row| row.id).collect();
            assert_eq!(usize::try_from(found.count), Ok(ids.len()));
            ids
        };
        let search = |search| ScheduleFilter {
            search,
            numbers: Numbers::Parts,
            ..ScheduleFilter::default()
        };
        assert_eq!(list(conn, ours, search("")).await, [first, second]);
        assert_eq!(list(conn, ours, search("sao")).await, [second]);
        assert_eq!(list(conn, ours, search("6666")).await, [first]);
        assert_eq!(list(conn, ours, search("100%_")).await, [first, second]);
        assert_eq!(list(conn, ours, search("1%0")).await, []);
        assert_eq!(list(conn, theirs, search("")).await, []);
        let whole = |search| ScheduleFilter {
            search,
            ..ScheduleFilter::default()
        };
        assert_eq!(list(conn, ours, whole("6666")).await, []);
        assert_eq!(list(conn, ours, whole("5511988886666")).await, [first]);
        let of_caio = ScheduleFilter {
            contact: Some(caio),
            ..ScheduleFilter::default()
        };
        assert_eq!(list(conn, ours, of_caio).await, [first]);
        let late = ScheduleFilter {
            from: Some(now() + TimeDelta::minutes(15)),
            until: Some(now() + TimeDelta::minutes(20)),
            ..ScheduleFilter::default()
        };
        assert_eq!(list(conn, ours, late).await, []);
    })
    .await;
}

#[tokio::test]
async fn a_series_is_carried_on_by_the_schedule_that_waits_and_by_no_other() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let marina = user(&db, ours, "marina@aurora.example", Profile::User, &[]).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let beatriz = contact(conn, ours, "Beatriz", "5511988887777").await;
        let repeats = Repeats {
            every: Repeat::Daily,
            from: now(),
            until: now() + TimeDelta::days(30),
        };
        let series = ScheduleForm {
            repeats: Some(repeats),
            ..form(beatriz, 0)
        };
        let first = schedules::insert(conn, ours, marina, &series, now())
            .await
            .unwrap();
        let due = schedules::claim_due(conn, ours, first.id, now())
            .await
            .unwrap()
            .unwrap();
        assert_eq!(due.repeats(), Some(repeats));
        let tomorrow = now() + TimeDelta::days(1);
        let foreign = schedules::carry_on(conn, theirs, first.id, Some(tomorrow), now()).await;
        assert_eq!(foreign.unwrap(), None);
        let next = schedules::carry_on(conn, ours, first.id, Some(tomorrow), now())
            .await
            .unwrap()
            .unwrap();
        assert_eq!(
            (next.status, next.send_at, next.repeat, next.repeat_from),
            (
                ScheduleStatus::Pendente,
                tomorrow,
                Some(Repeat::Daily),
                Some(now())
            )
        );
        assert_eq!((&next.body, next.contact_id), (&first.body, beatriz));
        assert_eq!(
            (next.user_id, next.repeat_until),
            (marina, first.repeat_until)
        );
        // sent again after a failure it starts no second series
        let first = schedules::get(conn, ours, first.id).await.unwrap();
        assert_eq!(first.repeat, None);
        let twice = schedules::carry_on(conn, ours, first.id, Some(tomorrow), now()).await;
        assert_eq!(twice.unwrap(), None);
        // the last one has none after it
        let over = schedules::carry_on(conn, ours, next.id, None, now()).await;
        assert_eq!(over.unwrap(), None);
        let next = schedules::get(conn, ours, next.id).await.unwrap();
        assert_eq!((next.repeat, next.repeat_until), (None, None));
    })
    .await;
}

#[tokio::test]
async fn a_foreign_company_finds_no_schedule() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let marina = user(&db, ours, "marina@aurora.example", Profile::User, &[]).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let beatriz = contact(conn, ours, "Beatriz", "5511988887777").await;
        let id = schedule(conn, (ours, marina), beatriz, 0).await.id;
        let none = "ERR_NO_SCHEDULE_FOUND";
        assert_eq!(refusal(schedules::get(conn, theirs, id).await), none);
        let form = form(beatriz, 5);
        assert_eq!(
            refusal(schedules::update(conn, theirs, id, &form, now()).await),
            none
        );
        assert_eq!(
            refusal(schedules::set_media(conn, theirs, id, None, now()).await),
            none
        );
        assert_eq!(refusal(schedules::delete(conn, theirs, id).await), none);
        assert!(
            schedules::claim_due(conn, theirs, id, now())
                .await
                .unwrap()
                .is_none()
        );
        assert_eq!(
            refusal(schedules::fail(conn, theirs, id, "x", now()).await),
            none
        );
        let end = (SendState::Accepted, None);
        let settled = schedules::settle(conn, theirs, (id, MessageId(1)), end, now()).await;
        assert!(settled.unwrap().is_none());
        assert_eq!(
            schedules::get(conn, ours, id).await.unwrap().status,
            ScheduleStatus::Pendente
        );
    })
    .await;
}
