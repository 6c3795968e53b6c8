//! What is remembered of numbers that were asked for.

use chrono::TimeDelta;

use super::{
    contacts::add,
    fixtures::{connection, two_companies},
    support::{both, now},
};
use crate::{
    connections::{self, ConnectionForm, StatusChange},
    contacts::{self, number_checks},
    model::connection::{ConnectionStatus, ProviderKind},
};

const BIA: &str = "5511988887777";
const NOBODY: &str = "5511900000000";

#[tokio::test]
async fn an_answer_is_believed_for_thirty_days_by_the_company_that_asked() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let asked = [BIA, NOBODY, "5511977776666"].map(str::to_owned);
        let answers = [
            (BIA.to_owned(), Some("551188887777".to_owned())),
            (NOBODY.to_owned(), None),
        ];
        number_checks::remember(conn, ours, &answers, now())
            .await
            .unwrap();
        let known = number_checks::known(conn, ours, &asked, now()).await;
        assert_eq!(known.unwrap(), answers.clone().into());
        let foreign = number_checks::known(conn, theirs, &asked, now()).await;
        assert_eq!(foreign.unwrap().len(), 0);
        let last = now() + TimeDelta::days(30) - TimeDelta::seconds(1);
        let known = number_checks::known(conn, ours, &asked, last).await;
        assert_eq!(known.unwrap().len(), 2);
        let over = now() + TimeDelta::days(30);
        let known = number_checks::known(conn, ours, &asked, over).await;
        assert_eq!(known.unwrap().len(), 0);
        // a later answer takes the place of the one before
        let there = [(NOBODY.to_owned(), Some(NOBODY.to_owned()))];
        number_checks::remember(conn, ours, &there, over)
            .await
            .unwrap();
        let known = number_checks::known(conn, ours, &asked, over).await;
        assert_eq!(known.unwrap(), there.into());
    })
    .await;
}

#[tokio::test]
async fn what_is_remembered_of_a_number_goes_with_its_owner() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let contact = add(conn, ours, "Bia", "551188887777").await.id;
        let answers = [
            (BIA.to_owned(), Some("551188887777".to_owned())),
            (NOBODY.to_owned(), None),
        ];
        number_checks::remember(conn, ours, &answers, now())
            .await
            .unwrap();
        contacts::erase(conn, ours, contact, now()).await.unwrap();
        let asked = [BIA, NOBODY].map(str::to_owned);
        let known = number_checks::known(conn, ours, &asked, now()).await;
        assert_eq!(known.unwrap(), [(NOBODY.to_owned(), None)].into());
    })
    .await;
}

#[tokio::test]
async fn a_paired_number_that_is_connected_is_asked_and_no_other() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let other = connection(conn, ours, "Matriz").await;
        let form = ConnectionForm {
            is_default: false,
            ..super::fixtures::connection_form("Celular")
        };
        let paired = connections::insert(conn, ours, ProviderKind::Beta, &form, now())
            .await
            .unwrap()
            .connection
            .id;
        assert_eq!(number_checks::find_asker(conn, ours).await.unwrap(), None);
        for id in [other, paired] {
            let on = StatusChange::to(ConnectionStatus::Connected);
            connections::set_status(conn, ours, id, on, now())
                .await
                .unwrap();
        }
        let asker = number_checks::find_asker(conn, ours).await.unwrap();
        assert_eq!(asker, Some(paired));
        assert_eq!(number_checks::find_asker(conn, theirs).await.unwrap(), None);
    })
    .await;
}
