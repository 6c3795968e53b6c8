//! Leases: one owner at a time, a higher epoch for each, and a takeover that waits for a mark.

use std::time::Duration;

use super::support::{both, now};
use crate::{
    Db,
    cluster::leases::{self, OwnedLease, Resource},
    model::ConnectionId,
};

const NUMBER: Resource = number(1);

const fn number(id: i64) -> Resource {
    Resource::Connection(ConnectionId(id))
}

async fn acquire(db: &Db, owner: &str) -> Option<i64> {
    db.write(async |c| leases::acquire(c, &NUMBER, owner, now()).await)
        .await
        .unwrap()
}

async fn holds(db: &Db, owner: &str, epoch: i64) -> bool {
    db.write(async |c| leases::holds(c, &NUMBER, owner, epoch, now()).await)
        .await
        .unwrap()
}

async fn renew(db: &Db, owner: &str, epoch: i64) -> bool {
    let one = held(NUMBER, owner, epoch);
    renew_all(db, std::slice::from_ref(&one)).await == [one]
}

fn held(resource: Resource, owner: &str, epoch: i64) -> OwnedLease {
    OwnedLease {
        resource,
        owner: owner.to_owned(),
        epoch,
    }
}

async fn renew_all(db: &Db, held: &[OwnedLease]) -> Vec<OwnedLease> {
    let renewed = db.write(async |c| leases::renew(c, held, now()).await);
    let mut renewed = renewed.await.unwrap();
    renewed.sort_by(|one, other| one.resource.cmp(&other.resource));
    renewed
}

#[tokio::test]
async fn a_lease_has_one_owner_and_each_owner_a_higher_epoch() {
    both(async |db| {
        assert_eq!(acquire(&db, "one").await, Some(1));
        assert_eq!(acquire(&db, "one").await, Some(1), "kept");
        assert_eq!(acquire(&db, "two").await, None);
        assert!(renew(&db, "one", 1).await && holds(&db, "one", 1).await);
        assert!(!renew(&db, "two", 1).await && !holds(&db, "two", 1).await);

        let release = async |owner| {
            db.write(async |c| leases::release(c, &NUMBER, owner, now()).await)
                .await
                .unwrap();
        };
        release("two").await;
        assert!(holds(&db, "one", 1).await, "not his to give back");
        release("one").await;
        assert!(!holds(&db, "one", 1).await);
        assert!(!renew(&db, "one", 1).await, "what has ended is not renewed");
        assert_eq!(acquire(&db, "two").await, Some(2));

        db.write(async |c| leases::take_away(c, &NUMBER, now()).await)
            .await
            .unwrap();
        assert!(!renew(&db, "two", 2).await && !holds(&db, "two", 2).await);
        assert_eq!(
            acquire(&db, "two").await,
            Some(3),
            "a new epoch, also for him"
        );
    })
    .await;
}

#[tokio::test]
async fn a_takeover_waits_until_the_mark_of_the_owner_is_written() {
    both(async |db| {
        // on the embedded database transactions take turns anyway
        if !db.is_shared() {
            return;
        }
        assert_eq!(acquire(&db, "one").await, Some(1));
        let mut marking = db.begin().await.unwrap();
        let held = leases::holds(&mut marking.conn(), &NUMBER, "one", 1, now()).await;
        assert!(held.unwrap());
        let taking = async {
            db.write(async |c| leases::take_away(c, &NUMBER, now()).await)
                .await
                .unwrap();
            acquire(&db, "two").await
        };
        let mut taking = std::pin::pin!(taking);
        let early = tokio::time::timeout(Duration::from_millis(300), &mut taking).await;
        assert!(early.is_err(), "taken while a mark was being written");
        marking.commit().await.unwrap();
        assert_eq!(taking.await, Some(2));
        assert!(!holds(&db, "one", 1).await);
    })
    .await;
}

#[tokio::test]
async fn a_node_that_comes_back_ends_what_it_held_and_no_more() {
    both(async |db| {
        let take = async |resource, owner| {
            db.write(async |c| leases::acquire(c, &resource, owner, now()).await)
                .await
                .unwrap()
        };
        for (resource, owner) in [(number(1), "a/1"), (number(2), "ab/1"), (number(3), "b/1")] {
            assert_eq!(take(resource, owner).await, Some(1));
        }
        let ended = db.write(async |c| leases::release_node(c, "a", now()).await);
        assert_eq!(ended.await.unwrap(), 1);
        // with a higher epoch, so that what the killed process marked is known as its
        assert_eq!(take(number(1), "a/2").await, Some(2));
        assert_eq!(take(number(2), "a/2").await, None);
        assert_eq!(take(number(3), "a/2").await, None);
    })
    .await;
}

#[tokio::test]
async fn of_many_leases_those_are_renewed_that_are_still_held() {
    both(async |db| {
        let mut all = Vec::new();
        for id in 0..300 {
            let (resource, owner) = (number(id), format!("owner {id}"));
            let got = db.write(async |c| leases::acquire(c, &resource, &owner, now()).await);
            let epoch = got.await.unwrap().unwrap();
            all.push(held(resource, &owner, epoch));
        }
        assert_eq!(renew_all(&db, &all).await, all);
        assert_eq!(renew_all(&db, &[]).await, []);

        let taken = db.write(async |c| leases::take_away(c, &number(0), now()).await);
        taken.await.unwrap();
        let others_epoch = held(number(1), "owner 1", 2);
        let others_name = held(number(2), "owner 3", 1);
        let mut asked = all.clone();
        asked[1] = others_epoch;
        asked[2] = others_name;
        assert_eq!(renew_all(&db, &asked).await, all[3..]);
    })
    .await;
}

#[tokio::test]
async fn what_a_lease_is_of_can_be_read_from_its_row() {
    both(async |db| {
        let all = [
            number(7),
            Resource::Campaign(7),
            Resource::Clock,
            Resource::Node("desk:1".into()),
        ];
        for resource in &all {
            let got = db.write(async |c| leases::acquire(c, resource, "one", now()).await);
            assert_eq!(got.await.unwrap(), Some(1), "{resource}");
        }
        let asked = all.clone().map(|resource| held(resource, "one", 1));
        let renewed = renew_all(&db, &asked).await;
        assert_eq!(renewed.len(), all.len());
        for one in asked {
            assert!(renewed.contains(&one), "{one:?}");
        }
    })
    .await;
}
