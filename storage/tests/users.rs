//! Users and their rights.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::{
    fixtures::connection,
    support::{both, company, now, queue, user},
};
use crate::{
    Db, StorageError,
    companies::{self, settings},
    identity::{
        callers::{self, CallerRow},
        sign_ins::{self, Owner, RefreshToken},
        users::{self, NewUser},
    },
    model::{
        CompanyId, ErrorCode, QueueId, UserId,
        user::{AllTicket, Profile},
    },
};

async fn sign_in(db: &Db, company_id: CompanyId, user_id: UserId, version: i64) -> Uuid {
    let token = RefreshToken::random(Uuid::now_v7()).unwrap();
    let owner = Owner {
        company_id,
        user_id,
    };
    db.write(async |conn| sign_ins::insert(conn, owner, now(), &token, version).await)
        .await
        .unwrap();
    token.sign_in()
}

async fn caller(
    db: &Db,
    company: CompanyId,
    user: UserId,
    sign_in: Uuid,
    at: DateTime<Utc>,
) -> Option<CallerRow> {
    let mut reader = db.read().await.unwrap();
    callers::find(&mut reader.conn(), company, user, sign_in, at)
        .await
        .unwrap()
}

#[tokio::test]
async fn an_email_is_found_in_any_case_and_given_once() {
    both(async |db| {
        let aurora = company(&db, "Aurora").await;
        let vida = company(&db, "Vida").await;
        let marina = user(&db, aurora, " Marina@Aurora.example", Profile::User, &[]).await;
        let mut reader = db.read().await.unwrap();
        let found = users::find_by_email(&mut reader.conn(), "MARINA@aurora.example ").await;
        let found = found.unwrap().unwrap();
        assert_eq!((found.id, found.company_id), (marina, aurora));
        assert_eq!(found.email, "marina@aurora.example");
        assert!(found.active);
        let nobody = users::find_by_email(&mut reader.conn(), "nobody@aurora.example").await;
        assert!(nobody.unwrap().is_none());
        let again = NewUser {
            name: "Outra",
            email: "marina@aurora.example",
            password_hash: "-",
            profile: Profile::User,
            is_super: false,
            all_ticket: false,
            connection: None,
            queues: &[],
        };
        let taken = db
            .write(async |conn| users::insert_user(conn, vida, now(), &again).await)
            .await;
        assert!(matches!(
            taken,
            Err(StorageError::Refused(ErrorCode::EmailAlreadyExists))
        ));
    })
    .await;
}

#[tokio::test]
async fn a_user_cannot_be_given_a_queue_of_another_company() {
    both(async |db| {
        let aurora = company(&db, "Aurora").await;
        let vida = company(&db, "Vida").await;
        let foreign = [queue(&db, vida, "Recepção").await];
        let new = NewUser {
            name: "Marina",
            email: "marina@aurora.example",
            password_hash: "-",
            profile: Profile::User,
            is_super: false,
            all_ticket: true,
            connection: None,
            queues: &foreign,
        };
        let refused = db
            .write(async |conn| users::insert_user(conn, aurora, now(), &new).await)
            .await;
        assert!(
            matches!(refused, Err(StorageError::Refused(ErrorCode::NotFound))),
            "{refused:?}"
        );
        let mut reader = db.read().await.unwrap();
        assert!(
            !users::has_any(&mut reader.conn()).await.unwrap(),
            "nothing may be stored"
        );
    })
    .await;
}

#[tokio::test]
async fn a_caller_is_who_he_is_now() {
    both(async |db| {
        let aurora = company(&db, "Aurora").await;
        let vida = company(&db, "Vida").await;
        let queues = [
            queue(&db, aurora, "Vendas").await,
            queue(&db, aurora, "Suporte").await,
        ];
        let marina = user(
            &db,
            aurora,
            "marina@aurora.example",
            Profile::Supervisor,
            &queues,
        )
        .await;
        let session = sign_in(&db, aurora, marina, 0).await;
        let found = caller(&db, aurora, marina, session, now()).await.unwrap();
        assert_eq!(found.name, "marina");
        assert_eq!(found.profile, Profile::Supervisor);
        assert_eq!(found.queue_ids, queues);
        assert!(found.plan.use_campaigns && !found.is_super && !found.all_ticket);
        // another company, another sign-in, a sign-in that is over
        assert!(caller(&db, vida, marina, session, now()).await.is_none());
        assert!(
            caller(&db, aurora, marina, Uuid::now_v7(), now())
                .await
                .is_none()
        );
        let late = now() + TimeDelta::days(7);
        assert!(caller(&db, aurora, marina, session, late).await.is_none());
    })
    .await;
}

#[tokio::test]
async fn a_new_password_and_a_deactivation_end_the_sign_in_at_once_and_an_inactive_company_does_not()
 {
    // spec: S070
    both(async |db| {
        let aurora = company(&db, "Aurora").await;
        let marina = user(&db, aurora, "marina@aurora.example", Profile::User, &[]).await;
        let session = sign_in(&db, aurora, marina, 0).await;
        db.write(async |conn| users::update_password(conn, aurora, marina, now(), "new").await)
            .await
            .unwrap();
        assert!(caller(&db, aurora, marina, session, now()).await.is_none());

        let session = sign_in(&db, aurora, marina, 1).await;
        assert!(caller(&db, aurora, marina, session, now()).await.is_some());
        db.write(async |conn| companies::update_standing(conn, aurora, now(), false, None).await)
            .await
            .unwrap();
        let off = caller(&db, aurora, marina, session, now()).await;
        assert!(off.is_some_and(|row| !row.company_status), "he may look");
        db.write(async |conn| companies::update_standing(conn, aurora, now(), true, None).await)
            .await
            .unwrap();
        assert!(caller(&db, aurora, marina, session, now()).await.is_some());

        db.write(async |conn| users::update_active(conn, aurora, marina, now(), false).await)
            .await
            .unwrap();
        assert!(caller(&db, aurora, marina, session, now()).await.is_none());
        let raise = db
            .write(async |conn| users::raise_token_version(conn, aurora, marina, now()).await)
            .await;
        assert!(matches!(
            raise,
            Err(StorageError::Refused(ErrorCode::NoUserFound))
        ));
    })
    .await;
}

#[tokio::test]
async fn the_signed_in_user_carries_company_plan_and_settings() {
    // spec: S018 S041 S042 S089
    both(async |db| {
        let aurora = company(&db, "Aurora").await;
        let queues = [queue(&db, aurora, "Vendas").await];
        let marina = user(
            &db,
            aurora,
            "marina@aurora.example",
            Profile::Admin,
            &queues,
        )
        .await;
        for (switch, expected) in [(None, false), (Some("true"), true), (Some("enabled"), true)] {
            if let Some(value) = switch {
                db.write(async |conn| {
                    settings::set(conn, aurora, now(), "campaignsEnabled", value).await
                })
                .await
                .unwrap();
            }
            let mut reader = db.read().await.unwrap();
            let view = users::get_signed_in(&mut reader.conn(), aurora, marina)
                .await
                .unwrap();
            assert_eq!(view.company.campaigns_enabled, expected, "{switch:?}");
            assert_eq!(view.all_ticket, AllTicket::Desabled);
            assert_eq!(view.queues[0].name, "Vendas");
            let json = serde_json::to_value(&view).unwrap();
            assert_eq!(json["super"], false);
            assert_eq!(json["companyId"], aurora.0);
            for feature in ["useKanban", "useInternalChat"] {
                assert_eq!(json["company"]["plan"][feature], true, "{feature}");
            }
            assert_eq!(json["company"]["name"], "Aurora");
            assert_eq!(json["company"]["dueDate"], serde_json::Value::Null);
            let settings = json["company"]["settings"].as_array().unwrap();
            let told = switch
                .map(|value| serde_json::json!({ "key": "campaignsEnabled", "value": value }));
            assert_eq!(settings.first(), told.as_ref());
        }
        let due = now() + TimeDelta::days(30);
        db.write(async |conn| {
            companies::update_standing(conn, aurora, now(), true, Some(due)).await
        })
        .await
        .unwrap();
        let mut reader = db.read().await.unwrap();
        let view = users::get_signed_in(&mut reader.conn(), aurora, marina)
            .await
            .unwrap();
        assert_eq!(view.company.company.due_date, Some(due));
        assert_eq!(
            (view.name.as_str(), view.email.as_str(), view.profile),
            ("marina", "marina@aurora.example", Profile::Admin)
        );
    })
    .await;
}

#[tokio::test]
async fn the_signed_in_user_carries_his_number_and_whether_he_sees_what_has_no_queue() {
    // spec: S041 S086
    both(async |db| {
        let aurora = company(&db, "Aurora").await;
        let (marina, line) = db
            .write(async |conn| {
                let line = connection(conn, aurora, "Matriz").await;
                let new = NewUser {
                    name: "Marina",
                    email: "marina@aurora.example",
                    password_hash: "-",
                    profile: Profile::User,
                    is_super: false,
                    all_ticket: true,
                    connection: Some(line),
                    queues: &[],
                };
                let id = users::insert_user(conn, aurora, now(), &new).await?;
                Ok::<_, StorageError>((id, line))
            })
            .await
            .unwrap();
        let mut reader = db.read().await.unwrap();
        let view = users::get_signed_in(&mut reader.conn(), aurora, marina)
            .await
            .unwrap();
        assert_eq!(
            (view.whatsapp_id, view.all_ticket),
            (Some(line), AllTicket::Enabled)
        );
    })
    .await;
}

#[tokio::test]
async fn colleagues_are_the_active_users_of_the_company_only() {
    both(async |db| {
        let aurora = company(&db, "Aurora").await;
        let vida = company(&db, "Vida").await;
        let sales = [queue(&db, aurora, "Vendas").await];
        let rafael = user(&db, aurora, "rafael@aurora.example", Profile::User, &sales).await;
        let marina = user(&db, aurora, "marina@aurora.example", Profile::User, &[]).await;
        let gone = user(&db, aurora, "gone@aurora.example", Profile::User, &sales).await;
        let foreign = user(&db, vida, "ana@vida.example", Profile::User, &[]).await;
        db.write(async |conn| users::update_active(conn, aurora, gone, now(), false).await)
            .await
            .unwrap();
        let mut reader = db.read().await.unwrap();
        let list = users::list_colleagues(&mut reader.conn(), aurora)
            .await
            .unwrap();
        let ids: Vec<UserId> = list.iter().map(|colleague| colleague.id).collect();
        assert_eq!(ids, [marina, rafael]);
        assert!(list[0].queues.is_empty());
        assert_eq!(list[1].queues[0].id, sales[0]);
        let none: Vec<QueueId> = users::list_queue_ids(&mut reader.conn(), aurora, foreign)
            .await
            .unwrap();
        assert!(none.is_empty());
    })
    .await;
}

#[tokio::test]
async fn presence_is_news_only_when_it_changes() {
    both(async |db| {
        let aurora = company(&db, "Aurora").await;
        let vida = company(&db, "Vida").await;
        let marina = user(&db, aurora, "marina@aurora.example", Profile::User, &[]).await;
        let set = async |company, at, online| {
            db.write(async |conn| users::update_online(conn, company, marina, at, online).await)
                .await
        };
        assert!(set(aurora, now(), true).await.unwrap());
        assert!(!set(aurora, now(), true).await.unwrap());
        assert!(
            set(vida, now(), false).await.is_err(),
            "not a user of that company"
        );
        assert!(set(aurora, now(), false).await.unwrap());
    })
    .await;
}
