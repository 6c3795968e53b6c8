//! Codes for those who forgot their password.

use chrono::TimeDelta;

use super::support::{both, company, now, user};
use crate::{
    identity::{
        password_resets::{self, CODE_LIFE},
        sign_ins::Owner,
    },
    model::user::Profile,
    on,
    security::secrets::Key,
};

#[tokio::test]
async fn a_code_is_good_once_and_in_any_case() {
    // spec: A073
    both(async |db| {
        let company_id = company(&db, "Aurora").await;
        let user_id = user(&db, company_id, "ana@aurora.example", Profile::User, &[]).await;
        let (owner, key) = (
            Owner {
                company_id,
                user_id,
            },
            Key::new([7; 32]),
        );
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let code = password_resets::random_code().unwrap();
        assert_eq!(code.len(), 8);
        password_resets::insert(conn, owner, &key, &code, now())
            .await
            .unwrap();
        // what is stored is not the code, and is worth nothing without the server's key
        let kept: Vec<u8> = on!(&mut *conn, |c| sqlx::query_scalar(
            "SELECT code_hash FROM password_resets WHERE company_id = $1"
        )
        .bind(company_id)
        .fetch_one(c)
        .await)
        .unwrap();
        assert_eq!(kept.len(), 32);
        let shown = String::from_utf8_lossy(&kept).to_uppercase();
        assert!(!shown.contains(&code), "{shown}");
        let other = Key::new([8; 32]);
        let is_right = password_resets::is_right(conn, owner, &other, &code, now()).await;
        assert!(!is_right.unwrap());

        let typed = format!(" {} ", code.to_lowercase());
        for is_first in [true, false] {
            let is_right = password_resets::is_right(conn, owner, &key, &typed, now()).await;
            assert_eq!(is_right.unwrap(), is_first);
            let used = password_resets::use_up(conn, company_id, user_id).await;
            assert_eq!(used.unwrap(), is_first);
        }
    })
    .await;
}

#[tokio::test]
async fn a_code_ends_after_15_minutes_or_5_tries_or_with_the_next_one() {
    both(async |db| {
        let company_id = company(&db, "Aurora").await;
        let user_id = user(&db, company_id, "ana@aurora.example", Profile::User, &[]).await;
        let other_id = user(&db, company_id, "bia@aurora.example", Profile::User, &[]).await;
        let (owner, key) = (
            Owner {
                company_id,
                user_id,
            },
            Key::new([7; 32]),
        );
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        for code in ["AAAAAAAA", "BBBBBBBB"] {
            password_resets::insert(conn, owner, &key, code, now())
                .await
                .unwrap();
        }
        let late = now() + CODE_LIFE;
        let other = Owner {
            company_id,
            user_id: other_id,
        };
        for (owner, code, at) in [
            (owner, "AAAAAAAA", now()),
            (owner, "BBBBBBBB", late),
            (other, "BBBBBBBB", now()),
        ] {
            assert!(
                !password_resets::is_right(conn, owner, &key, code, at)
                    .await
                    .unwrap()
            );
        }
        let almost = late - TimeDelta::seconds(1);
        assert!(
            password_resets::is_right(conn, owner, &key, "BBBBBBBB", almost)
                .await
                .unwrap()
        );

        password_resets::insert(conn, owner, &key, "CCCCCCCC", now())
            .await
            .unwrap();
        for _ in 0..5 {
            assert!(
                !password_resets::is_right(conn, owner, &key, "DDDDDDDD", now())
                    .await
                    .unwrap()
            );
        }
        assert!(
            !password_resets::is_right(conn, owner, &key, "CCCCCCCC", now())
                .await
                .unwrap(),
            "five wrong ones make the right one wrong"
        );
    })
    .await;
}
