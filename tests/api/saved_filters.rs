//! Filters of the ticket list that somebody keeps for himself.

use serde_json::json;

use super::{ADMIN, MARINA, new_number, support::on_both};

#[tokio::test]
async fn a_kept_filter_is_found_again_by_its_owner_and_by_nobody_else() {
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let name = format!("VIP {}", new_number());
        let wish = json!({ "name": format!(" {name} "), "view": "tab=search&tags=3" });
        let saved = marina.post("/saved-filters", &wish).await.ok();
        assert_eq!(
            (&saved["name"], &saved["view"]),
            (&json!(name), &wish["view"])
        );
        let again = json!({ "name": name, "view": "tab=search&tags=4" });
        let again = marina.post("/saved-filters", &again).await.ok();
        assert_eq!(again["id"], saved["id"]);
        let kept = marina.get("/saved-filters").await.ok();
        assert!(kept.as_array().unwrap().contains(&again));
        let others = admin.get("/saved-filters").await.ok();
        assert!(!others.as_array().unwrap().contains(&again));

        let path = format!("/saved-filters/{}", saved["id"]);
        let refused = admin.delete(&path).await;
        assert_eq!(refused.refusal(), (404, "ERR_NO_SAVED_FILTER_FOUND"));
        marina.delete(&path).await.ok();
        assert!(
            !marina
                .get("/saved-filters")
                .await
                .ok()
                .as_array()
                .unwrap()
                .contains(&again)
        );
    })
    .await;
}

#[tokio::test]
async fn a_filter_has_a_short_name_in_one_line() {
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        for name in ["  ", "a\nb", &"x".repeat(51)] {
            let wish = json!({ "name": name, "view": "" });
            let answer = marina.post("/saved-filters", &wish).await;
            assert_eq!(answer.refusal(), (400, "ERR_VALIDATION"), "{name:?}");
        }
        let long = json!({ "name": "longo", "view": "x".repeat(1001) });
        let answer = marina.post("/saved-filters", &long).await;
        assert_eq!(answer.refusal(), (400, "ERR_VALIDATION"));
    })
    .await;
}
