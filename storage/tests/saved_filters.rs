//! Filters that users keep.

use super::{
    fixtures::{refusal, two_companies},
    support::{both, now, user},
};
use crate::{
    model::user::Profile,
    tickets::saved_filters::{self, FILTERS_MAX},
};

#[tokio::test]
async fn a_filter_is_kept_by_name_for_one_user_alone() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let marina = user(&db, ours, "marina@a.example", Profile::User, &[]).await;
        let rafael = user(&db, ours, "rafael@a.example", Profile::User, &[]).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        for view in ["tags=1", "tags=2"] {
            saved_filters::save(conn, ours, marina, ("VIP", view), now())
                .await
                .unwrap();
        }
        let kept = saved_filters::list(conn, ours, marina).await.unwrap();
        assert_eq!(kept.len(), 1, "the same name is the same filter");
        assert_eq!(
            (kept[0].name.as_str(), kept[0].view.as_str()),
            ("VIP", "tags=2")
        );
        let id = kept[0].id;
        assert_eq!(saved_filters::list(conn, ours, rafael).await.unwrap(), []);
        assert_eq!(saved_filters::list(conn, theirs, marina).await.unwrap(), []);
        for (company, user) in [(ours, rafael), (theirs, marina)] {
            let refused = saved_filters::delete(conn, company, user, id).await;
            assert_eq!(refusal(refused), "ERR_NO_SAVED_FILTER_FOUND");
        }
        let foreign = saved_filters::save(conn, theirs, marina, ("VIP", ""), now()).await;
        assert_eq!(refusal(foreign), "ERR_NO_USER_FOUND");
        saved_filters::delete(conn, ours, marina, id).await.unwrap();
        assert_eq!(saved_filters::list(conn, ours, marina).await.unwrap(), []);
    })
    .await;
}

#[tokio::test]
async fn a_user_keeps_twenty_filters_and_may_still_change_them() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let marina = user(&db, ours, "marina@a.example", Profile::User, &[]).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        for place in 0..FILTERS_MAX {
            let name = format!("Filtro {place}");
            saved_filters::save(conn, ours, marina, (&name, ""), now())
                .await
                .unwrap();
        }
        let more = saved_filters::save(conn, ours, marina, ("Mais um", ""), now()).await;
        assert_eq!(refusal(more), "ERR_SAVED_FILTERS_FULL");
        let changed = saved_filters::save(conn, ours, marina, ("Filtro 3", "tags=9"), now()).await;
        assert_eq!(changed.unwrap().view, "tags=9");
    })
    .await;
}
