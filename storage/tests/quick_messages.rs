//! Quick messages.

use super::{
    fixtures::{refusal, shown, two_companies},
    support::{both, now, user},
};
use crate::{
    messages::quick_messages::{self, QuickMessageForm},
    model::{page::Page, user::Profile},
};

fn form(shortcode: &str, geral: bool) -> QuickMessageForm {
    QuickMessageForm {
        shortcode: shortcode.into(),
        message: "Promoção de 100% à vista".into(),
        geral,
        status: true,
    }
}

#[tokio::test]
async fn a_search_takes_its_signs_literally_and_sees_ones_own_only() {
    // spec: S050 S105
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let marina = user(&db, ours, "marina@a.example", Profile::User, &[]).await;
        let rafael = user(&db, ours, "rafael@a.example", Profile::User, &[]).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        for (author, code, geral) in [
            (marina, "a", false),
            (rafael, "b", false),
            (rafael, "c", true),
        ] {
            let form = form(code, geral);
            quick_messages::insert(conn, ours, author, &form, now())
                .await
                .unwrap();
        }
        let page = Page::new(None, 20);
        for (search, expected) in [("", "ac"), ("PROMOCAO", "ac"), ("100%", "ac"), ("1_0", "")] {
            let found = quick_messages::list(conn, ours, marina, search, page, shown())
                .await
                .unwrap();
            let codes: String = found
                .rows
                .iter()
                .map(|one| one.shortcode.as_str())
                .collect();
            assert_eq!(codes, expected, "{search}");
        }
        let offered = quick_messages::list_offered(conn, ours, rafael, shown())
            .await
            .unwrap();
        let codes: String = offered.iter().map(|one| one.shortcode.as_str()).collect();
        assert_eq!(codes, "bc");
    })
    .await;
}

#[tokio::test]
async fn a_foreign_company_finds_no_quick_message() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let marina = user(&db, ours, "marina@a.example", Profile::User, &[]).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let id = quick_messages::insert(conn, ours, marina, &form("a", true), now())
            .await
            .unwrap();
        let page = Page::new(None, 20);
        let found = quick_messages::list(conn, theirs, marina, "", page, shown())
            .await
            .unwrap();
        assert_eq!((found.count, found.rows.len()), (0, 0));
        let offered = quick_messages::list_offered(conn, theirs, marina, shown())
            .await
            .unwrap();
        assert!(offered.is_empty());
        for refused in [
            refusal(quick_messages::get(conn, theirs, marina, id, shown()).await),
            refusal(quick_messages::update(conn, theirs, id, &form("b", true), now()).await),
            refusal(quick_messages::set_media(conn, theirs, id, None, now()).await),
            refusal(quick_messages::delete(conn, theirs, id).await),
        ] {
            assert_eq!(refused, "ERR_NO_QUICK_MESSAGE_FOUND");
        }
        let kept = quick_messages::get(conn, ours, marina, id, shown())
            .await
            .unwrap();
        assert_eq!(kept.shortcode, "a");
    })
    .await;
}
