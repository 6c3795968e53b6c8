//! Plans that were chosen for later, invoices for a difference, and mails about due dates: each of one company, each once.

use chrono::TimeDelta;

use super::{
    fixtures::two_companies,
    support::{both, now},
};
use crate::{
    Conn, StorageError,
    billing::{
        differences::{self, NewDifference},
        invoices, notices,
    },
    companies::{
        self, NewPlan,
        plan_changes::{self, Limits},
        plans,
    },
    model::{CompanyId, PlanId, invoice::InvoiceKind},
};

async fn small(conn: &mut Conn<'_>) -> PlanId {
    let plan = NewPlan {
        name: "Pequeno",
        users: 1,
        connections: 99,
        queues: 1,
        value: 49.9,
        features: &[],
    };
    companies::insert_plan(conn, now(), &plan).await.unwrap()
}

async fn limits(conn: &mut Conn<'_>, company: CompanyId) -> Limits {
    plan_changes::limits(conn, company).await.unwrap()
}

#[tokio::test]
async fn a_plan_for_later_bounds_and_bills_only_its_company_and_counts_when_it_is_due() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let plan = small(conn).await;
        let before = (limits(conn, ours).await, limits(conn, theirs).await);
        let at = now() + TimeDelta::days(3);
        plan_changes::set(conn, ours, plan, Some(at), now())
            .await
            .unwrap();
        let after = limits(conn, ours).await;
        assert_eq!((after.users, after.queues), (1, 1));
        assert_eq!(
            after.connections, before.0.connections,
            "the smaller one counts"
        );
        assert_eq!(limits(conn, theirs).await, before.1);
        let planned = plan_changes::find(conn, ours).await.unwrap().unwrap();
        assert_eq!((planned.plan.id, planned.at), (plan, Some(at)));
        assert!(plan_changes::find(conn, theirs).await.unwrap().is_none());
        let billed = invoices::get_billed(conn, ours).await.unwrap();
        assert_eq!(billed.plan_name, "Pequeno", "what is paid next");
        let refused = plans::delete(conn, plan).await;
        assert!(
            matches!(refused, Err(StorageError::Refused(_))),
            "it is chosen"
        );
        for (days, expected) in [(2, vec![]), (3, vec![ours])] {
            let due = plan_changes::list_due(conn, now() + TimeDelta::days(days), 10).await;
            assert_eq!(due.unwrap(), expected);
        }
        assert!(!plan_changes::clear(conn, theirs, now()).await.unwrap());
        plan_changes::apply(conn, ours, plan, now()).await.unwrap();
        assert_eq!(companies::get(conn, ours).await.unwrap().plan.id, plan);
        assert!(plan_changes::find(conn, ours).await.unwrap().is_none());
        assert!(
            !plan_changes::clear(conn, ours, now()).await.unwrap(),
            "nothing is left"
        );
    })
    .await;
}

#[tokio::test]
async fn one_difference_of_a_company_is_open_and_lapses() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let plan = small(conn).await;
        let new = NewDifference {
            plan,
            detail: "Pequeno",
            value_cents: 1_234,
            due_date: now() + TimeDelta::days(3),
        };
        let first = differences::insert(conn, ours, new, now()).await.unwrap();
        let open = differences::find_open(conn, ours).await.unwrap().unwrap();
        assert_eq!((open.id, open.kind), (first, InvoiceKind::Difference));
        assert_eq!(
            differences::find_plan(conn, ours, first).await.unwrap(),
            Some(plan)
        );
        assert_eq!(
            differences::find_plan(conn, theirs, first).await.unwrap(),
            None
        );
        assert_eq!(differences::find_open(conn, theirs).await.unwrap(), None);
        assert!(
            invoices::list_open_renewals(conn, ours)
                .await
                .unwrap()
                .is_empty()
        );
        for (days, expected) in [(3, vec![]), (4, vec![ours])] {
            let before = now() + TimeDelta::days(days);
            let found = differences::list_lapsed(conn, before, 10).await.unwrap();
            assert_eq!(found, expected);
        }
        let cancelled = invoices::cancel_open(conn, ours, InvoiceKind::Renewal, now()).await;
        assert_eq!(cancelled.unwrap(), 0, "of another kind");
        let cancelled = invoices::cancel_open(conn, ours, InvoiceKind::Difference, now()).await;
        assert_eq!(cancelled.unwrap(), 1);
        // and again, on the same day
        differences::insert(conn, ours, new, now()).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn a_mail_is_noted_once_taken_once_and_tried_again_when_nobody_had_it() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let day = now().date_naive();
        for expected in [true, false] {
            let made = notices::insert(conn, ours, day, 5, now()).await.unwrap();
            assert_eq!(made, expected);
        }
        let due = notices::list_due(conn, now(), 10).await.unwrap();
        let [notice] = &due[..] else {
            panic!("{due:?}")
        };
        assert_eq!((notice.company_id, notice.days), (ours, 5));
        assert!(!notices::claim(conn, theirs, notice, now()).await.unwrap());
        for expected in [true, false] {
            let taken = notices::claim(conn, ours, notice, now()).await.unwrap();
            assert_eq!(taken, expected);
        }
        notices::mailed(conn, ours, notice, (0, 2), now())
            .await
            .unwrap();
        let soon = notices::list_due(conn, now() + TimeDelta::minutes(1), 10).await;
        assert_eq!(soon.unwrap(), []);
        let again = notices::list_due(conn, now() + TimeDelta::minutes(2), 10)
            .await
            .unwrap();
        assert_eq!(again[0].mail_attempts, 1);
        notices::mailed(conn, ours, &again[0], (2, 2), now())
            .await
            .unwrap();
        let never = notices::list_due(conn, now() + TimeDelta::days(9), 10).await;
        assert_eq!(never.unwrap(), []);
        for (days, expected) in [(0, 0), (1, 1)] {
            let before = now() + TimeDelta::days(days);
            assert_eq!(
                notices::forget_before(conn, before, 10).await.unwrap(),
                expected
            );
        }
    })
    .await;
}
