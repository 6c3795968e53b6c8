//! Tags.

use super::{
    fixtures::{refusal, two_companies},
    support::{both, now},
};
use crate::{
    Conn,
    model::{CompanyId, TagId},
    on, tags,
};

async fn insert(conn: &mut Conn<'_>, company: CompanyId, name: &str) -> TagId {
    on!(conn, |c| sqlx::query_scalar(
        "INSERT INTO tags (company_id, name, color, created_at, updated_at)
         VALUES ($1, $2, '#00aa55', $3, $3) RETURNING id"
    )
    .bind(company)
    .bind(name)
    .bind(now())
    .fetch_one(c)
    .await)
    .unwrap()
}

#[tokio::test]
async fn tags_are_listed_by_name_inside_their_company() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let vip = insert(conn, ours, "vip").await;
        insert(conn, ours, "atraso").await;
        insert(conn, theirs, "secreta").await;

        let names: Vec<String> = tags::list(conn, ours)
            .await
            .unwrap()
            .into_iter()
            .map(|tag| tag.name)
            .collect();
        assert_eq!(names, ["atraso", "vip"]);
        assert_eq!(
            tags::find(conn, ours, vip).await.unwrap().unwrap().color,
            "#00aa55"
        );
    })
    .await;
}

#[tokio::test]
async fn a_foreign_company_finds_no_tag() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let tag = insert(conn, ours, "vip").await;
        assert_eq!(tags::find(conn, theirs, tag).await.unwrap(), None);
        assert_eq!(
            refusal(tags::get(conn, theirs, tag).await),
            "ERR_NO_TAG_FOUND"
        );
        assert_eq!(tags::list(conn, theirs).await.unwrap(), []);
    })
    .await;
}
