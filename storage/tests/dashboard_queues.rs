//! The dashboard's figures of chosen queues, against the same episodes.

use super::{
    dashboard::{desk, weekend},
    support::both,
};
use crate::{
    Conn,
    dashboard::{self, Span, TimesBy},
    model::QueueId,
    on,
};

#[test]
fn queues_are_listed_so_that_none_is_found_in_the_number_of_another() {
    assert_eq!(dashboard::listed(&[]), None);
    let listed = dashboard::listed(&[QueueId(1), QueueId(12)]);
    assert_eq!(listed.as_deref(), Some(",1,12,"));
}

#[tokio::test]
async fn chosen_queues_count_alone_and_within_those_of_a_leader() {
    both(async |db| {
        let desk = desk(&db).await;
        let mut reader = db.read().await.unwrap();
        let conn = &mut reader.conn();
        let sales = dashboard::listed(&[desk.sales]);
        let support = dashboard::listed(&[desk.support]);
        let every = dashboard::listed(&[desk.sales, desk.support]);
        for (leader, chosen, slots, finished, leads, answers) in [
            (None, &sales, vec![36, 132, 228], 2, 1, 2),
            (None, &support, vec![191], 1, 1, 0),
            (None, &every, vec![36, 132, 191, 228], 3, 2, 2),
            (Some(desk.bia), &every, vec![36, 132, 228], 2, 1, 2),
            (Some(desk.bia), &support, vec![], 0, 0, 0),
        ] {
            let span = Span {
                chosen: chosen.as_deref(),
                ..weekend(leader)
            };
            let counters = dashboard::get_counters(conn, desk.company, span).await;
            let counters = counters.unwrap();
            assert_eq!(
                (counters.support_finished, counters.leads),
                (finished, leads)
            );
            let told = dashboard::list_slots(conn, desk.company, span).await;
            let told: Vec<i64> = told.unwrap().iter().map(|slot| slot.slot).collect();
            assert_eq!(told, slots);
            let began = dashboard::count_by_slot(conn, desk.company, span).await;
            let began: Vec<i64> = began.unwrap().iter().map(|slot| slot.0).collect();
            assert_eq!(began, slots);
            let once = dashboard::count_once_by_slot(conn, desk.company, span).await;
            assert_eq!(once.unwrap().iter().map(|slot| slot.1).sum::<i64>(), leads);
            let first = dashboard::first_answer(conn, desk.company, span).await;
            assert_eq!(first.unwrap().answers, answers);
            let rows = dashboard::list_times(conn, desk.company, span, TimesBy::Queue).await;
            let tickets: i64 = rows.unwrap().iter().map(|row| row.tickets).sum();
            assert_eq!(usize::try_from(tickets).unwrap(), slots.len());
        }
    })
    .await;
}

#[tokio::test]
async fn of_chosen_queues_those_are_listed_who_work_in_them_or_did() {
    both(async |db| {
        let desk = desk(&db).await;
        let mut reader = db.read().await.unwrap();
        let conn = &mut reader.conn();
        for (queue, attendants, ended, held) in [
            (
                desk.sales,
                vec![("bia", 0), ("caio", 3)],
                vec![("bia", 0), ("caio", 2)],
                vec![("caio", 1, 1), ("bia", 0, 0)],
            ),
            // nobody is of this queue, but she has helped out
            (desk.support, vec![("bia", 1)], vec![("bia", 2)], vec![]),
        ] {
            let chosen = dashboard::listed(&[queue]);
            let span = Span {
                chosen: chosen.as_deref(),
                ..weekend(None)
            };
            let rows = dashboard::list_attendants(conn, desk.company, span).await;
            let rows = rows.unwrap();
            let rows: Vec<_> = rows
                .iter()
                .map(|row| (row.name.as_str(), row.tickets))
                .collect();
            assert_eq!(rows, attendants);
            let rows = dashboard::finished_by_user(conn, desk.company, span).await;
            let rows = rows.unwrap();
            let rows: Vec<_> = rows
                .iter()
                .map(|row| (row.nome.as_str(), row.quantidade))
                .collect();
            assert_eq!(rows, ended);
            let rows = dashboard::list_held(conn, desk.company, None, chosen.as_deref()).await;
            let rows = rows.unwrap();
            let rows: Vec<_> = rows
                .iter()
                .map(|row| (row.name.as_str(), row.open, row.names.len()))
                .collect();
            assert_eq!(rows, held);
            // whoever waits is in no queue yet
            let waiting =
                dashboard::list_waiting(conn, desk.company, None, chosen.as_deref()).await;
            assert_eq!(waiting.unwrap(), []);
        }
    })
    .await;
}

#[tokio::test]
async fn who_is_given_tickets_is_told_with_how_many_he_is_given_no_more() {
    both(async |db| {
        let desk = desk(&db).await;
        db.write(async |conn: &mut Conn<'_>| -> crate::Result<()> {
            on!(conn, |c| sqlx::query(
                "UPDATE queues SET auto_assign = TRUE, assign_max = 6 WHERE company_id = $1 AND id = $2"
            )
            .bind(desk.company)
            .bind(desk.sales)
            .execute(c)
            .await
            .map(drop))?;
            Ok(())
        })
        .await
        .unwrap();
        let mut reader = db.read().await.unwrap();
        let conn = &mut reader.conn();
        let sales = dashboard::listed(&[desk.sales]);
        for (leader, chosen, most) in [
            (None, None, vec![("caio", Some(6)), ("ana", None), ("bia", Some(6))]),
            // of some queues alone his tickets are not all told
            (Some(desk.bia), None, vec![("caio", None), ("bia", None)]),
            (None, sales.as_deref(), vec![("caio", None), ("bia", None)]),
        ] {
            let held = dashboard::list_held(conn, desk.company, leader, chosen).await;
            let held = held.unwrap();
            let held: Vec<_> = held.iter().map(|one| (one.name.as_str(), one.most)).collect();
            assert_eq!(held, most);
        }
    })
    .await;
}
