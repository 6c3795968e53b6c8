//! Companies, plans and settings.

use chrono::TimeDelta;

use super::support::{both, company, now};
use crate::{
    StorageError,
    companies::{
        self, Feature, NewCompany, NewPlan, plan_has,
        settings::{self, Reader},
        sign_ups::{self, NewSignUp},
    },
    model::{CompanyId, ErrorCode, company::Setting},
};

#[tokio::test]
async fn a_company_comes_back_with_its_plan() {
    both(async |db| {
        let due = now() + TimeDelta::days(30);
        let id = db
            .write(async |conn| {
                let plan = NewPlan {
                    name: "Essencial",
                    users: 3,
                    connections: 1,
                    queues: 2,
                    value: 149.9,
                    features: &[Feature::Kanban, Feature::Schedules],
                };
                let plan = companies::insert_plan(conn, now(), &plan).await?;
                let company = NewCompany {
                    name: "Clínica Vida",
                    email: Some("contato@vida.example"),
                    phone: None,
                    plan,
                    due_date: Some(due),
                };
                companies::insert(conn, now(), &company).await
            })
            .await
            .unwrap();
        let mut reader = db.read().await.unwrap();
        let found = companies::get(&mut reader.conn(), id).await.unwrap();
        assert_eq!((found.id, found.name.as_str()), (id, "Clínica Vida"));
        assert_eq!(found.due_date, Some(due));
        assert_eq!(found.created_at, now());
        assert!(found.status);
        assert_eq!(
            (found.plan.users, found.plan.connections, found.plan.queues),
            (3, 1, 2)
        );
        assert!((found.plan.value - 149.9).abs() < f64::EPSILON);
        for feature in Feature::ALL {
            let expected = matches!(feature, Feature::Kanban | Feature::Schedules);
            assert_eq!(plan_has(&found.plan, *feature), expected, "{feature:?}");
        }
        let by_name = companies::find_by_name(&mut reader.conn(), "Clínica Vida")
            .await
            .unwrap();
        assert_eq!(by_name, Some(id));
        assert_eq!(
            companies::find_by_name(&mut reader.conn(), "vida")
                .await
                .unwrap(),
            None
        );
        let plan = companies::find_first_plan(&mut reader.conn())
            .await
            .unwrap();
        assert_eq!(plan, Some(found.plan.id));
        assert!(matches!(
            companies::get(&mut reader.conn(), CompanyId(99)).await,
            Err(StorageError::Refused(ErrorCode::NoCompanyFound))
        ));
    })
    .await;
}

#[tokio::test]
async fn who_signs_up_tries_three_days_and_has_campaigns_where_the_plan_has_them() {
    // spec: S141
    both(async |db| {
        let plans: [(&str, &[Feature]); 2] = [
            ("Profissional", &[Feature::Campaigns]),
            ("Essencial", &[Feature::Schedules]),
        ];
        for (name, features) in plans {
            let email = format!("{name}@padaria.example");
            let (made, _) = db
                .write(async |conn| {
                    let plan = NewPlan {
                        name,
                        users: 3,
                        connections: 1,
                        queues: 2,
                        value: 149.9,
                        features,
                    };
                    let new = NewSignUp {
                        name,
                        email: &email,
                        phone: None,
                        password_hash: "none",
                        plan: companies::insert_plan(conn, now(), &plan).await?,
                    };
                    sign_ups::insert(conn, &new, now()).await
                })
                .await
                .unwrap();
            let ends = Some(now() + TimeDelta::days(3));
            let mut reader = db.read().await.unwrap();
            let conn = &mut reader.conn();
            let kept = companies::get_details(conn, made.id).await.unwrap();
            assert_eq!((kept.company.due_date, kept.trial_expiration), (ends, ends));
            let campaigns = settings::find(conn, made.id, settings::CAMPAIGNS_ENABLED).await;
            let expected = plan_has(&kept.company.plan, Feature::Campaigns).to_string();
            assert_eq!(campaigns.unwrap(), Some(expected), "{name}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_company_can_be_switched_off() {
    both(async |db| {
        let aurora = company(&db, "Aurora").await;
        let vida = company(&db, "Vida").await;
        db.write(async |conn| {
            companies::update_standing(conn, aurora, now(), false, Some(now())).await
        })
        .await
        .unwrap();
        let mut reader = db.read().await.unwrap();
        let off = companies::get(&mut reader.conn(), aurora).await.unwrap();
        assert_eq!((off.status, off.due_date), (false, Some(now())));
        assert!(
            companies::get(&mut reader.conn(), vida)
                .await
                .unwrap()
                .status
        );
        let unknown = db
            .write(async |conn| {
                companies::update_standing(conn, CompanyId(99), now(), true, None).await
            })
            .await;
        assert!(matches!(
            unknown,
            Err(StorageError::Refused(ErrorCode::NoCompanyFound))
        ));
    })
    .await;
}

#[tokio::test]
async fn a_setting_is_written_over_and_stays_in_its_company() {
    both(async |db| {
        let aurora = company(&db, "Aurora").await;
        let vida = company(&db, "Vida").await;
        db.write(async |conn| {
            settings::set(conn, aurora, now(), "call", "disabled").await?;
            settings::set(conn, aurora, now(), "call", "enabled").await?;
            settings::set(conn, vida, now(), "call", "disabled").await
        })
        .await
        .unwrap();
        let mut reader = db.read().await.unwrap();
        assert!(
            settings::is_enabled(&mut reader.conn(), aurora, "call")
                .await
                .unwrap()
        );
        assert!(
            !settings::is_enabled(&mut reader.conn(), vida, "call")
                .await
                .unwrap()
        );
        assert!(
            !settings::is_enabled(&mut reader.conn(), aurora, "userRating")
                .await
                .unwrap()
        );
        assert_eq!(
            settings::find(&mut reader.conn(), aurora, "chatBotType")
                .await
                .unwrap(),
            None
        );
    })
    .await;
}

#[tokio::test]
async fn a_secret_setting_is_masked_for_admins_and_absent_for_others() {
    both(async |db| {
        let aurora = company(&db, "Aurora").await;
        db.write(async |conn| {
            settings::set(conn, aurora, now(), "userRating", "enabled").await?;
            settings::set(
                conn,
                aurora,
                now(),
                "asaas",
                "token-of-the-payment-provider",
            )
            .await
        })
        .await
        .unwrap();
        let mut reader = db.read().await.unwrap();
        let rating = Setting {
            key: "userRating".into(),
            value: "enabled".into(),
        };
        let anybody = settings::list(&mut reader.conn(), aurora, Reader::Anybody)
            .await
            .unwrap();
        assert_eq!(anybody, std::slice::from_ref(&rating));
        let admin = settings::list(&mut reader.conn(), aurora, Reader::Admin)
            .await
            .unwrap();
        let masked = Setting {
            key: "asaas".into(),
            value: "********".into(),
        };
        assert_eq!(admin, [masked, rating]);
        let stored = settings::find(&mut reader.conn(), aurora, "asaas")
            .await
            .unwrap();
        assert_eq!(stored.as_deref(), Some("token-of-the-payment-provider"));
    })
    .await;
}
