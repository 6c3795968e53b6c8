//! Browsers that may be told while no page is open: whose they are, and when they are not told.

use chrono::TimeDelta;
use uuid::Uuid;

use super::{
    fixtures::{refusal, two_companies},
    support::{both, now, queue, user},
};
use crate::{
    Conn, Db,
    identity::{
        presences,
        push_subscriptions::{self as push, NewSubscription, Receiver, SUBSCRIPTIONS_MAX},
        sign_ins::{self, Owner, RefreshToken, SIGN_IN_LIFE},
        users,
    },
    model::{CompanyId, QueueId, UserId, user::Profile},
    on,
    security::seal::Sealer,
};

const PHONE: &str = "https://push.example/phone";

fn sealer() -> Sealer {
    Sealer::new(&[7; 32])
}

async fn sign_in(conn: &mut Conn<'_>, company: CompanyId, user: UserId) -> Uuid {
    let token = RefreshToken::random(Uuid::now_v7()).unwrap();
    let owner = Owner {
        company_id: company,
        user_id: user,
    };
    sign_ins::insert(conn, owner, now(), &token, 0)
        .await
        .unwrap();
    token.sign_in()
}

async fn save(conn: &mut Conn<'_>, owner: (CompanyId, UserId, Uuid), endpoint: &str, second: i64) {
    let new = NewSubscription {
        endpoint,
        p256dh: &[4; 65],
        auth: &[5; 16],
    };
    let at = now() + TimeDelta::seconds(second);
    push::save(conn, owner, &sealer(), new, at).await.unwrap();
}

async fn away(
    conn: &mut Conn<'_>,
    company: CompanyId,
    holder: Option<UserId>,
    queue: Option<QueueId>,
) -> Vec<Receiver> {
    push::list_away(conn, company, (holder, queue), &sealer(), (now(), 100))
        .await
        .unwrap()
}

async fn two_users(db: &Db, company: CompanyId) -> (UserId, UserId, QueueId) {
    let sales = queue(db, company, "Vendas").await;
    let marina = user(db, company, "marina@a.example", Profile::User, &[sales]).await;
    let rafael = user(db, company, "rafael@a.example", Profile::User, &[]).await;
    (marina, rafael, sales)
}

#[tokio::test]
async fn a_browser_is_told_with_its_keys_and_what_its_user_may_see() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let (marina, rafael, sales) = two_users(&db, ours).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let at = sign_in(conn, ours, marina).await;
        save(conn, (ours, marina, at), PHONE, 0).await;
        let found = away(conn, ours, None, Some(sales)).await;
        let [one] = &found[..] else {
            panic!("{found:?}")
        };
        assert_eq!((one.user_id, one.endpoint.as_str()), (marina, PHONE));
        assert_eq!(
            (&one.p256dh[..], &one.auth[..]),
            (&[4; 65][..], &[5; 16][..])
        );
        assert!(one.serves && !one.all_ticket && one.profile == Profile::User);
        assert!(!away(conn, ours, Some(marina), None).await[0].serves);
        assert!(away(conn, ours, Some(rafael), Some(sales)).await.is_empty());
        assert!(away(conn, theirs, None, Some(sales)).await.is_empty());
        assert!(away(conn, theirs, Some(marina), None).await.is_empty());

        // what is stored does not open with another key, nor would it be worth anything elsewhere
        let other = Sealer::new(&[8; 32]);
        let locked = push::list_away(conn, ours, (None, None), &other, (now(), 100)).await;
        assert!(locked.unwrap().is_empty());
        let stored: Vec<u8> = on!(&mut *conn, |c| sqlx::query_scalar(
            "SELECT sealed_auth FROM push_subscriptions"
        )
        .fetch_one(c)
        .await)
        .unwrap();
        assert!(!stored.windows(16).any(|part| part == [5; 16]));

        for (company, user) in [(ours, rafael), (theirs, marina)] {
            assert!(!push::delete(conn, company, user, PHONE).await.unwrap());
        }
        assert!(push::delete(conn, ours, marina, PHONE).await.unwrap());
        assert!(away(conn, ours, None, None).await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_browser_is_one_person_s_at_a_time() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let (marina, rafael, _) = two_users(&db, ours).await;
        let foreign = user(&db, theirs, "admin@v.example", Profile::Admin, &[]).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let hers = sign_in(conn, ours, marina).await;
        save(conn, (ours, marina, hers), PHONE, 0).await;
        save(conn, (ours, marina, hers), PHONE, 1).await;
        assert_eq!(away(conn, ours, None, None).await.len(), 1);
        let his = sign_in(conn, ours, rafael).await;
        save(conn, (ours, rafael, his), PHONE, 2).await;
        let users: Vec<UserId> = away(conn, ours, None, None)
            .await
            .iter()
            .map(|it| it.user_id)
            .collect();
        assert_eq!(users, [rafael]);
        let elsewhere = sign_in(conn, theirs, foreign).await;
        save(conn, (theirs, foreign, elsewhere), PHONE, 3).await;
        assert!(away(conn, ours, None, None).await.is_empty());
        assert_eq!(away(conn, theirs, None, None).await.len(), 1);
        let new = NewSubscription {
            endpoint: PHONE,
            p256dh: &[4; 65],
            auth: &[5; 16],
        };
        let stranger = push::save(conn, (theirs, marina, hers), &sealer(), new, now()).await;
        assert_eq!(refusal(stranger), "ERR_NO_USER_FOUND");
    })
    .await;
}

#[tokio::test]
async fn the_oldest_browser_goes_for_one_more() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let (marina, _, _) = two_users(&db, ours).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let at = sign_in(conn, ours, marina).await;
        for number in 0..=SUBSCRIPTIONS_MAX {
            let endpoint = format!("https://push.example/{number}");
            save(conn, (ours, marina, at), &endpoint, number).await;
        }
        let kept = away(conn, ours, None, None).await;
        assert_eq!(kept.len(), 10);
        assert!(
            kept.iter()
                .all(|it| it.endpoint != "https://push.example/0")
        );
    })
    .await;
}

#[tokio::test]
async fn who_signed_out_or_is_there_is_not_told() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let (marina, _, _) = two_users(&db, ours).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let at = sign_in(conn, ours, marina).await;
        save(conn, (ours, marina, at), PHONE, 0).await;
        let told = async |conn: &mut Conn<'_>| !away(conn, ours, None, None).await.is_empty();
        assert!(told(conn).await);

        // a page at a node that lives
        presences::keep_node(conn, "north", now()).await.unwrap();
        presences::arrive(conn, ours, marina, "north", now())
            .await
            .unwrap();
        assert!(!told(conn).await);
        presences::depart(conn, ours, marina, "north", now())
            .await
            .unwrap();
        assert!(told(conn).await);
        // and at one that died
        presences::arrive(conn, ours, marina, "south", now())
            .await
            .unwrap();
        assert!(told(conn).await);

        let late = (now() + SIGN_IN_LIFE, 100);
        let over = push::list_away(conn, ours, (None, None), &sealer(), late).await;
        assert!(over.unwrap().is_empty(), "the sign-in is over");
        let owner = Owner {
            company_id: ours,
            user_id: marina,
        };
        sign_ins::revoke(conn, owner, at, now()).await.unwrap();
        assert!(!told(conn).await);

        let again = sign_in(conn, ours, marina).await;
        save(conn, (ours, marina, again), PHONE, 1).await;
        assert!(told(conn).await);
        users::raise_token_version(conn, ours, marina, now())
            .await
            .unwrap();
        assert!(!told(conn).await);
        let later = now() + SIGN_IN_LIFE;
        sign_ins::delete_expired(conn, later, 100).await.unwrap();
        assert!(!push::delete(conn, ours, marina, PHONE).await.unwrap());
    })
    .await;
}
