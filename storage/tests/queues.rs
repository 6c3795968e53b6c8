//! Queues.

use super::{
    fixtures::{refusal, two_companies},
    support::{both, queue, user},
};
use crate::{
    Conn,
    model::{CompanyId, QueueId, user::Profile},
    on, queues,
};

async fn order(conn: &mut Conn<'_>, company: CompanyId, queue: QueueId, place: i64) {
    on!(conn, |c| sqlx::query(
        "UPDATE queues SET order_queue = $3 WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(queue)
    .bind(place)
    .execute(c)
    .await
    .map(drop))
    .unwrap();
}

#[tokio::test]
async fn queues_are_listed_in_the_order_of_the_menu() {
    // spec: S094
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        queue(&db, ours, "Adega").await;
        let finance = queue(&db, ours, "Financeiro").await;
        let sales = queue(&db, ours, "Vendas").await;
        queue(&db, theirs, "Alheia").await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        order(conn, ours, sales, 1).await;
        order(conn, ours, finance, 2).await;

        let names: Vec<String> = queues::list(conn, ours)
            .await
            .unwrap()
            .into_iter()
            .map(|queue| queue.name)
            .collect();
        assert_eq!(
            names,
            ["Vendas", "Financeiro", "Adega"],
            "those without a place come last"
        );
    })
    .await;
}

#[tokio::test]
async fn a_user_has_only_the_queues_he_serves() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let sales = queue(&db, ours, "Vendas").await;
        queue(&db, ours, "Financeiro").await;
        let user = user(&db, ours, "marina@aurora.example", Profile::User, &[sales]).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();

        let served = queues::list_of_user(conn, ours, user).await.unwrap();
        assert_eq!(
            served.iter().map(|queue| queue.id).collect::<Vec<_>>(),
            [sales]
        );
        assert_eq!(queues::list_of_user(conn, theirs, user).await.unwrap(), []);
    })
    .await;
}

#[tokio::test]
async fn a_foreign_company_finds_no_queue() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let sales = queue(&db, ours, "Vendas").await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        assert_eq!(queues::get(conn, ours, sales).await.unwrap().name, "Vendas");
        assert_eq!(queues::find(conn, theirs, sales).await.unwrap(), None);
        assert_eq!(
            refusal(queues::get(conn, theirs, sales).await),
            "ERR_NO_QUEUE_FOUND"
        );
    })
    .await;
}
