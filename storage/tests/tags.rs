//! Tags.

use super::{
    fixtures::{refusal, two_companies},
    support::{both, now},
};
use crate::{
    Conn,
    model::{CompanyId, TagId, page::Page},
    tickets::tags::{self, TagForm},
};

fn form(name: &str) -> TagForm {
    TagForm {
        name: name.into(),
        color: "#00aa55".into(),
        kanban: false,
        priority: 0,
        category: String::new(),
    }
}

async fn insert(conn: &mut Conn<'_>, company: CompanyId, name: &str) -> TagId {
    let tag = tags::insert(conn, company, None, &form(name), now()).await;
    tag.unwrap().id
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
        let page = Page::new(None, 10);
        let listed = tags::list_details(conn, theirs, "", page).await.unwrap();
        assert_eq!((listed.count, listed.rows), (0, Vec::new()));
        for refused in [
            refusal(tags::get_details(conn, theirs, tag).await),
            refusal(tags::update(conn, theirs, tag, &form("delas"), now()).await),
            refusal(tags::delete(conn, theirs, tag).await),
        ] {
            assert_eq!(refused, "ERR_NO_TAG_FOUND");
        }
        assert_eq!(tags::get(conn, ours, tag).await.unwrap().name, "vip");
    })
    .await;
}

#[tokio::test]
async fn names_are_searched_without_accents_and_taken_once_in_a_company() {
    // spec: S052
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        insert(conn, ours, "Devolução").await;
        insert(conn, ours, "Troca").await;
        insert(conn, theirs, "Devolução").await;
        let page = Page::new(None, 10);
        let found = tags::list_details(conn, ours, " LUCAO ", page)
            .await
            .unwrap();
        let names: Vec<_> = found.rows.iter().map(|tag| tag.name.as_str()).collect();
        assert_eq!((found.count, names), (1, vec!["Devolução"]));
        let first = tags::list_details(conn, ours, "", Page::new(None, 1))
            .await
            .unwrap();
        assert!(first.has_more && first.count == 2);
        assert_eq!(
            refusal(tags::insert(conn, ours, None, &form("Troca"), now()).await),
            "ERR_TAG_NAME_TAKEN"
        );
    })
    .await;
}
