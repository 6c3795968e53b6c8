//! Who is there, over several nodes.

use chrono::{DateTime, TimeDelta, Utc};

use super::support::{both, company, now, user};
use crate::{
    Db,
    identity::{presences, users},
    model::{CompanyId, UserId, user::Profile},
};

struct Watch {
    db: Db,
    company: CompanyId,
    user: UserId,
}

impl Watch {
    async fn new(db: Db) -> Self {
        let company = company(&db, "Aurora").await;
        let user = user(&db, company, "marina@aurora.example", Profile::User, &[]).await;
        let watch = Self { db, company, user };
        for node in ["north", "south"] {
            watch.live(node, now()).await;
        }
        watch
    }

    async fn live(&self, node: &str, at: DateTime<Utc>) {
        self.db
            .write(async |c| presences::keep_node(c, node, at).await)
            .await
            .unwrap();
    }

    async fn arrive(&self, node: &str) -> bool {
        let (company, user) = (self.company, self.user);
        self.db
            .write(async |c| presences::arrive(c, company, user, node, now()).await)
            .await
            .unwrap()
    }

    async fn depart(&self, node: &str) -> bool {
        let (company, user) = (self.company, self.user);
        self.db
            .write(async |c| presences::depart(c, company, user, node, now()).await)
            .await
            .unwrap()
    }

    async fn end_node(&self, node: &str) {
        self.db
            .write(async |c| presences::end_node(c, node).await)
            .await
            .unwrap();
    }

    async fn is_online(&self) -> bool {
        let mut reader = self.db.read().await.unwrap();
        let all = users::list_colleagues(&mut reader.conn(), self.company).await;
        all.unwrap()[0].online
    }

    async fn gone(&self, silent: i64, alone: i64) -> usize {
        let ago = |seconds| now() - TimeDelta::seconds(seconds);
        let mut reader = self.db.read().await.unwrap();
        let before = (ago(silent), ago(alone));
        let gone = presences::list_gone(&mut reader.conn(), before, now(), 10).await;
        gone.unwrap().len()
    }
}

#[tokio::test]
async fn a_user_is_there_while_one_living_node_has_a_socket_of_his() {
    // spec: S113
    both(async |db| {
        let watch = Watch::new(db).await;
        assert!(watch.arrive("north").await);
        assert!(!watch.arrive("north").await, "no news");
        assert!(!watch.arrive("south").await, "no news");
        assert!(!watch.depart("north").await, "the south has one");
        assert!(watch.is_online().await);
        assert!(!watch.depart("north").await, "twice is once");
        assert!(watch.depart("south").await);
        assert!(!watch.is_online().await);

        assert!(watch.arrive("north").await);
        watch.arrive("south").await;
        watch.end_node("south").await;
        assert!(watch.depart("north").await, "the south has ended");
    })
    .await;
}

#[tokio::test]
async fn a_user_whose_nodes_have_all_ended_is_found() {
    both(async |db| {
        let watch = Watch::new(db).await;
        watch.arrive("north").await;
        watch.arrive("south").await;
        assert_eq!(watch.gone(60, -1).await, 0, "heard of, and two nodes");
        assert_eq!(watch.gone(-1, 60).await, 1, "silent for too long");
        watch.end_node("north").await;
        assert_eq!(watch.gone(60, -1).await, 0);
        watch.end_node("south").await;
        assert_eq!(watch.gone(60, 60).await, 0, "has time to come back");
        assert_eq!(watch.gone(60, -1).await, 1);
        let (company, user) = (watch.company, watch.user);
        let end = async || {
            let end = watch
                .db
                .write(async |c| presences::end(c, company, user, now()).await);
            end.await.unwrap()
        };
        assert!(end().await);
        assert!(!end().await);
        assert!(!watch.is_online().await);
    })
    .await;
}

#[tokio::test]
async fn a_node_that_was_not_heard_of_for_long_is_forgotten() {
    both(async |db| {
        let watch = Watch::new(db).await;
        watch.arrive("north").await;
        let forget = async |before| {
            let forgotten = watch
                .db
                .write(async |c| presences::forget_nodes(c, before, 10).await);
            forgotten.await.unwrap()
        };
        assert_eq!(forget(now() - TimeDelta::days(365)).await, 0);
        assert_eq!(forget(now() + TimeDelta::days(3_650)).await, 2);
        assert_eq!(watch.gone(60, -1).await, 1);
    })
    .await;
}

#[tokio::test]
async fn presence_is_of_the_company_s_own_users_only() {
    both(async |db| {
        let watch = Watch::new(db).await;
        let vida = company(&watch.db, "Vida").await;
        let foreign = async |arrives| {
            let write = watch.db.write(async |c| {
                if arrives {
                    presences::arrive(c, vida, watch.user, "north", now()).await
                } else {
                    presences::end(c, vida, watch.user, now()).await
                }
            });
            write.await
        };
        watch.arrive("north").await;
        assert!(foreign(true).await.is_err() && foreign(false).await.is_err());
        assert!(watch.is_online().await);
    })
    .await;
}
