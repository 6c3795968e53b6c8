//! Refresh tokens: rotation, two tabs, copies, revocation.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::support::{both, company, now, user};
use crate::{
    Db,
    identity::{
        sign_ins::{self, GRACE, Owner, RefreshToken, Rotation, SIGN_IN_LIFE},
        users,
    },
    model::user::Profile,
    security::secrets::Key,
};

fn key() -> Key {
    Key::new([9; 32])
}

async fn start(db: &Db) -> (Owner, RefreshToken) {
    let company_id = company(db, "Aurora").await;
    let user_id = user(db, company_id, "marina@aurora.example", Profile::User, &[]).await;
    let owner = Owner {
        company_id,
        user_id,
    };
    let token = RefreshToken::random(Uuid::now_v7()).unwrap();
    db.write(async |conn| sign_ins::insert(conn, owner, now(), &token, 0).await)
        .await
        .unwrap();
    (owner, token)
}

async fn rotate(db: &Db, at: DateTime<Utc>, token: &RefreshToken) -> Rotation {
    db.write(async |conn| sign_ins::rotate(conn, &key(), at, token).await)
        .await
        .unwrap()
}

async fn renewed(db: &Db, at: DateTime<Utc>, token: &RefreshToken) -> RefreshToken {
    match rotate(db, at, token).await {
        Rotation::Renewed { next, .. } => next,
        other => panic!("not renewed: {other:?}"),
    }
}

#[tokio::test]
async fn a_token_is_exchanged_for_another_one_that_works() {
    // spec: S090
    both(async |db| {
        let (owner, first) = start(&db).await;
        let at = now() + TimeDelta::minutes(15);
        let Rotation::Renewed { owner: found, next } = rotate(&db, at, &first).await else {
            panic!("refused")
        };
        assert_eq!(found, owner);
        assert_ne!(next, first);
        let mut reader = db.read().await.unwrap();
        let holder = sign_ins::find_owner(&mut reader.conn(), at, &next)
            .await
            .unwrap();
        assert_eq!(holder, Some(owner));
        renewed(&db, at + TimeDelta::minutes(15), &next).await;
    })
    .await;
}

#[tokio::test]
async fn two_tabs_that_refresh_at_once_get_the_same_token() {
    both(async |db| {
        let (_, first) = start(&db).await;
        let at = now() + TimeDelta::minutes(15);
        let one = renewed(&db, at, &first).await;
        let other = renewed(&db, at + GRACE, &first).await;
        assert!(one == other);
        renewed(&db, at + TimeDelta::minutes(15), &one).await;
    })
    .await;
}

#[tokio::test]
async fn a_copied_token_ends_the_sign_in_for_both_holders() {
    both(async |db| {
        let (owner, first) = start(&db).await;
        let at = now() + TimeDelta::minutes(15);
        let next = renewed(&db, at, &first).await;
        let late = at + GRACE + TimeDelta::microseconds(1);
        assert!(matches!(rotate(&db, late, &first).await, Rotation::Reused(of) if of == owner));
        assert!(matches!(rotate(&db, late, &next).await, Rotation::Gone));
        assert!(matches!(rotate(&db, late, &first).await, Rotation::Gone));
    })
    .await;
}

#[tokio::test]
async fn a_token_before_the_last_one_is_a_copy_even_within_the_grace() {
    both(async |db| {
        let (_, first) = start(&db).await;
        let second = renewed(&db, now(), &first).await;
        renewed(&db, now(), &second).await;
        assert!(matches!(
            rotate(&db, now(), &first).await,
            Rotation::Reused(_)
        ));
    })
    .await;
}

#[tokio::test]
async fn an_unknown_a_guessed_and_an_old_sign_in_renew_nothing() {
    both(async |db| {
        let (_, first) = start(&db).await;
        let unknown = RefreshToken::random(Uuid::now_v7()).unwrap();
        assert!(matches!(rotate(&db, now(), &unknown).await, Rotation::Gone));
        let over = now() + SIGN_IN_LIFE;
        assert!(matches!(rotate(&db, over, &first).await, Rotation::Gone));
        let guessed = RefreshToken::random(first.sign_in()).unwrap();
        let mut reader = db.read().await.unwrap();
        let holder = sign_ins::find_owner(&mut reader.conn(), now(), &guessed)
            .await
            .unwrap();
        assert_eq!(holder, None);
    })
    .await;
}

#[tokio::test]
async fn use_keeps_a_sign_in_alive() {
    both(async |db| {
        let (_, mut token) = start(&db).await;
        let mut at = now();
        for _ in 0..4 {
            at += TimeDelta::days(6);
            token = renewed(&db, at, &token).await;
        }
    })
    .await;
}

#[tokio::test]
async fn revoking_ends_one_sign_in_or_all_of_a_user() {
    both(async |db| {
        let (owner, first) = start(&db).await;
        let second = RefreshToken::random(Uuid::now_v7()).unwrap();
        let third = RefreshToken::random(Uuid::now_v7()).unwrap();
        let other = user(
            &db,
            owner.company_id,
            "rafael@aurora.example",
            Profile::User,
            &[],
        )
        .await;
        let other = Owner {
            user_id: other,
            ..owner
        };
        db.write(async |conn| {
            sign_ins::insert(conn, owner, now(), &second, 0).await?;
            sign_ins::insert(conn, other, now(), &third, 0).await?;
            // not his: nothing happens
            sign_ins::revoke(conn, other, first.sign_in(), now()).await
        })
        .await
        .unwrap();
        let first = renewed(&db, now(), &first).await;
        db.write(async |conn| sign_ins::revoke(conn, owner, first.sign_in(), now()).await)
            .await
            .unwrap();
        assert!(matches!(rotate(&db, now(), &first).await, Rotation::Gone));
        let second = renewed(&db, now(), &second).await;
        let ended = db
            .write(async |conn| sign_ins::revoke_all(conn, owner, now()).await)
            .await;
        assert_eq!(ended.unwrap(), 1);
        assert!(matches!(rotate(&db, now(), &second).await, Rotation::Gone));
        renewed(&db, now(), &third).await;
    })
    .await;
}

#[tokio::test]
async fn a_raised_token_version_ends_the_refresh_token_too() {
    both(async |db| {
        let (owner, first) = start(&db).await;
        let version = db
            .write(async |conn| {
                users::raise_token_version(conn, owner.company_id, owner.user_id, now()).await
            })
            .await
            .unwrap();
        assert_eq!(version, 1);
        assert!(matches!(rotate(&db, now(), &first).await, Rotation::Gone));
    })
    .await;
}

#[tokio::test]
async fn sign_ins_that_are_over_are_forgotten() {
    both(async |db| {
        let (owner, _) = start(&db).await;
        let young = RefreshToken::random(Uuid::now_v7()).unwrap();
        let later = now() + TimeDelta::days(1);
        db.write(async |conn| sign_ins::insert(conn, owner, later, &young, 0).await)
            .await
            .unwrap();
        let at = now() + SIGN_IN_LIFE;
        let forget = async || {
            db.write(async |conn| sign_ins::delete_expired(conn, at, 100).await)
                .await
                .unwrap()
        };
        assert_eq!(forget().await, 1);
        assert_eq!(forget().await, 0);
        renewed(&db, at, &young).await;
    })
    .await;
}

#[test]
fn a_token_reads_back_from_its_text_and_hides_its_secret() {
    let token = RefreshToken::random(Uuid::now_v7()).unwrap();
    assert!(RefreshToken::parse(&token.to_text()).as_ref() == Some(&token));
    let secret = token.to_text().split('.').nth(1).unwrap().to_owned();
    assert!(!format!("{token:?}").contains(&secret));
    let id = token.sign_in();
    for text in [
        "",
        ".",
        "x.y",
        &format!("{id}."),
        &format!("{id}.AAAA"),
        &secret,
    ] {
        assert!(RefreshToken::parse(text).is_none(), "{text:?} was read");
    }
}

#[tokio::test]
async fn what_ended_a_moment_ago_is_listed_but_not_what_made_room_for_a_new_sign_in() {
    both(async |db| {
        let (owner, token) = start(&db).await;
        let later = now() + TimeDelta::seconds(30);
        let revoked = async |since| {
            let mut reader = db.read().await.unwrap();
            let listed = sign_ins::list_revoked(&mut reader.conn(), since, 10).await;
            let ids = listed.unwrap().into_iter().map(|one| {
                assert_eq!(one.owner, owner);
                one.id
            });
            ids.collect::<Vec<_>>()
        };
        assert!(revoked(now()).await.is_empty());
        let second = RefreshToken::random(Uuid::now_v7()).unwrap();
        db.write(async |conn| {
            sign_ins::revoke_all(conn, owner, now()).await?;
            sign_ins::insert(conn, owner, now(), &second, 0).await
        })
        .await
        .unwrap();
        assert!(revoked(now()).await.is_empty(), "{}", token.sign_in());
        let ended = second.sign_in();
        db.write(async |conn| sign_ins::revoke(conn, owner, ended, later).await)
            .await
            .unwrap();
        assert_eq!(revoked(now()).await, [ended]);
        assert!(revoked(later + TimeDelta::seconds(1)).await.is_empty());
    })
    .await;
}
