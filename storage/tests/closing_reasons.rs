//! Reasons for closing.

use super::{
    fixtures::{refusal, two_companies},
    support::{both, now},
};
use crate::tickets::closing_reasons::{self, REASONS_MAX};

#[tokio::test]
async fn reasons_have_one_name_each_and_belong_to_one_company() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        assert!(!closing_reasons::has_any(conn, ours).await.unwrap());
        let sold = closing_reasons::insert(conn, ours, "Venda", now())
            .await
            .unwrap();
        let other = closing_reasons::insert(conn, ours, "Outro", now())
            .await
            .unwrap();
        let again = closing_reasons::insert(conn, ours, "Venda", now()).await;
        assert_eq!(refusal(again), "ERR_CLOSING_REASON_TAKEN");
        let taken = closing_reasons::rename(conn, ours, other.id, "Venda", now()).await;
        assert_eq!(refusal(taken), "ERR_CLOSING_REASON_TAKEN");
        let same = closing_reasons::rename(conn, ours, sold.id, "Venda", now()).await;
        assert_eq!(same.unwrap(), sold);

        let none = "ERR_NO_CLOSING_REASON_FOUND";
        assert_eq!(
            refusal(closing_reasons::get(conn, theirs, sold.id).await),
            none
        );
        let renamed = closing_reasons::rename(conn, theirs, sold.id, "X", now()).await;
        assert_eq!(refusal(renamed), none);
        assert_eq!(
            refusal(closing_reasons::delete(conn, theirs, sold.id).await),
            none
        );
        assert_eq!(closing_reasons::list(conn, theirs).await.unwrap(), []);
        assert!(!closing_reasons::has_any(conn, theirs).await.unwrap());

        closing_reasons::delete(conn, ours, sold.id).await.unwrap();
        assert_eq!(closing_reasons::list(conn, ours).await.unwrap(), [other]);
    })
    .await;
}

#[tokio::test]
async fn a_company_offers_fifty_reasons_and_no_more() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        for place in 0..REASONS_MAX {
            let name = format!("Motivo {place}");
            closing_reasons::insert(conn, ours, &name, now())
                .await
                .unwrap();
        }
        let more = closing_reasons::insert(conn, ours, "Mais um", now()).await;
        assert_eq!(refusal(more), "ERR_CLOSING_REASONS_FULL");
    })
    .await;
}
