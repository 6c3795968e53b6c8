//! Records of changes: whose they are, and how long they are kept.

use chrono::TimeDelta;
use serde_json::json;

use super::support::{both, company, now};
use crate::{
    audit::{self, Entry, Filter, Origin},
    companies::settings,
    model::{CompanyId, UserId, audit::Subject, page::Page},
};

fn origin(company: CompanyId) -> Origin {
    Origin {
        company,
        user: UserId(1),
        user_name: "Ana".into(),
        actor: None,
        route: "POST /tags".into(),
        ip: None,
        user_agent: Some("x".repeat(1_000)),
        request_id: None,
    }
}

#[tokio::test]
async fn a_record_is_of_one_company_and_names_who_came_from_outside() {
    both(async |db| {
        let (ours, theirs) = (company(&db, "Aurora").await, company(&db, "Vida").await);
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let entry = Entry::created(Subject::Tag, 7, &json!({ "name": "São João 100%" }));
        audit::record(conn, ours, &origin(ours), &entry, now())
            .await
            .unwrap();
        audit::record(conn, theirs, &origin(ours), &entry, now())
            .await
            .unwrap();
        let page = Page::new(None, audit::RECORDS_A_PAGE);
        let find = |search: &str| Filter {
            search: search.into(),
            ..Filter::default()
        };
        let own = audit::list(conn, ours, &find("sao joao 100%"), page)
            .await
            .unwrap();
        assert_eq!((own.count, own.rows.len()), (1, 1));
        assert_eq!(
            (own.rows[0].user_id, &own.rows[0].actor_name),
            (Some(UserId(1)), &None)
        );
        let outside = audit::list(conn, theirs, &find(""), page).await.unwrap();
        let from = (
            outside.rows[0].user_id,
            outside.rows[0].actor_name.as_deref(),
        );
        assert_eq!(from, (None, Some("Ana")));
        let none = audit::list(conn, ours, &find("100x"), page).await.unwrap();
        assert_eq!(none.count, 0, "a percent sign is a percent sign");
    })
    .await;
}

#[tokio::test]
async fn records_are_kept_as_long_as_their_company_says_and_go_in_pieces() {
    both(async |db| {
        let (ours, theirs) = (company(&db, "Aurora").await, company(&db, "Vida").await);
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        settings::set(conn, theirs, now(), audit::DAYS_SETTING, "30")
            .await
            .unwrap();
        for company in [ours, theirs] {
            for age in [20, 40, 364, 366, 367] {
                let entry = Entry::created(Subject::Tag, age, &json!({ "name": "x" }));
                let at = now() - TimeDelta::days(age);
                audit::record(conn, company, &origin(company), &entry, at)
                    .await
                    .unwrap();
            }
        }
        let mut gone = Vec::new();
        loop {
            match audit::delete_expired(conn, now(), 4).await.unwrap() {
                0 => break,
                some => gone.push(some),
            }
        }
        assert_eq!(gone, [4, 2]);
        let page = Page::new(None, audit::RECORDS_A_PAGE);
        let mut left = Vec::new();
        for company in [ours, theirs] {
            let found = audit::list(conn, company, &Filter::default(), page)
                .await
                .unwrap();
            left.push(
                found
                    .rows
                    .into_iter()
                    .map(|one| one.entity_id)
                    .collect::<Vec<_>>(),
            );
        }
        assert_eq!(left, [vec!["20", "40", "364"], vec!["20"]]);
    })
    .await;
}

#[tokio::test]
async fn an_export_goes_on_where_it_stopped_also_within_one_moment() {
    both(async |db| {
        let ours = company(&db, "Aurora").await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        for number in 0..5 {
            let entry = Entry::created(Subject::Tag, number, &json!({ "name": "x" }));
            audit::record(conn, ours, &origin(ours), &entry, now())
                .await
                .unwrap();
        }
        let (mut place, mut seen) = (None, Vec::new());
        loop {
            let some = audit::list_before(conn, ours, &Filter::default(), place, 2)
                .await
                .unwrap();
            let Some((_, last)) = some.last() else { break };
            place = Some(*last);
            seen.extend(some.into_iter().map(|(record, _)| record.entity_id));
        }
        assert_eq!(seen, ["4", "3", "2", "1", "0"]);
    })
    .await;
}
