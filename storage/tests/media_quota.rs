//! How much a plan lets a company keep in files.

use super::support::{both, company, now};
use crate::{
    StorageError,
    companies::{self, plans},
    media::{self, StoredMedia},
    model::{ErrorCode, message::MediaKind},
};

#[tokio::test]
async fn a_plan_bounds_the_files_that_a_company_adds_and_counts_those_of_its_customers() {
    both(async |db| {
        let ours = company(&db, "Aurora").await;
        let file = |size| StoredMedia {
            path: uuid::Uuid::new_v4().simple().to_string(),
            name: "foto.png".to_owned(),
            mime: "image/png".to_owned(),
            kind: MediaKind::Image,
            size,
            width: None,
            height: None,
            duration: None,
        };
        let add = async |size| {
            let file = file(size);
            db.write(async |conn| media::insert_ready(conn, ours, now(), &file).await)
                .await
        };
        // a plan without a limit
        assert!(add(5_000_000_000).await.is_ok());
        let plan = {
            let mut reader = db.read().await.unwrap();
            let company = companies::get(&mut reader.conn(), ours).await.unwrap();
            company.plan
        };
        let bounded = plans::PlanForm {
            name: plan.name.clone(),
            users: plan.users,
            connections: plan.connections,
            queues: plan.queues,
            storage_gb: 6,
            value: plan.value,
            features: plans::features(&plan),
        };
        db.write(async |conn| plans::update(conn, plan.id, &bounded, now()).await)
            .await
            .unwrap();
        assert!(
            add(1_000_000_000).await.is_ok(),
            "as much as there is room for"
        );
        assert!(matches!(
            add(1).await,
            Err(StorageError::Refused(ErrorCode::PlanLimitStorage))
        ));
        let mut reader = db.read().await.unwrap();
        let used = companies::get_details(&mut reader.conn(), ours).await;
        assert_eq!(used.unwrap().usage.storage_bytes, 6_000_000_000);
    })
    .await;
}
