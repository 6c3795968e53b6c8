//! Keys of programs: whose they are, while they are good; and the names of requests, which one at a time has.

use chrono::TimeDelta;
use uuid::Uuid;

use super::{
    fixtures::two_companies,
    support::{both, now},
};
use crate::{
    StorageError,
    identity::{
        api_keys::{self, KEYS_MAX, NewKey},
        api_requests::{self, KEPT, Known, NamedRequest, RequestAnswer},
        key_calls::{self, CALLS_KEPT, NewKeyCall},
    },
    model::{ContactId, ErrorCode, api_key::Scope},
};

fn wish() -> NewKey {
    NewKey {
        name: "ERP".to_owned(),
        scopes: vec![Scope::ContactsRead, Scope::TagsRead],
        expires_at: Some(now() + TimeDelta::days(1)),
    }
}

fn refused<T>(answer: Result<T, StorageError>) -> Option<ErrorCode> {
    match answer {
        Err(StorageError::Refused(code)) => Some(code),
        _ => None,
    }
}

#[tokio::test]
async fn a_key_opens_its_company_until_it_ends_or_is_taken_back() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let key = api_keys::random();
        let id = api_keys::insert(conn, ours, (&wish(), &key), now())
            .await
            .unwrap();
        let holder = api_keys::find_holder(conn, &key, now()).await.unwrap();
        let holder = holder.unwrap();
        assert_eq!((holder.company, holder.key), (ours, id));
        assert_eq!(holder.scopes, [Scope::ContactsRead, Scope::TagsRead]);
        assert!(holder.is_news(now()));
        let end = now() + TimeDelta::days(1);
        assert!(
            api_keys::find_holder(conn, &key, end)
                .await
                .unwrap()
                .is_none()
        );
        let mut other = key.clone();
        other.pop();
        assert!(
            api_keys::find_holder(conn, &other, now())
                .await
                .unwrap()
                .is_none()
        );
        // another company knows nothing of it, and changes nothing
        assert!(api_keys::list(conn, theirs).await.unwrap().is_empty());
        for answer in [
            api_keys::get(conn, theirs, id).await.map(drop),
            api_keys::revoke(conn, theirs, id, now()).await,
        ] {
            assert_eq!(refused(answer), Some(ErrorCode::NoApiKeyFound));
        }
        api_keys::note_use(conn, theirs, id, now()).await.unwrap();
        assert_eq!(api_keys::get(conn, ours, id).await.unwrap().used_at, None);
        api_keys::note_use(conn, ours, id, now()).await.unwrap();
        for _ in 1..KEYS_MAX {
            api_keys::insert(conn, ours, (&wish(), &api_keys::random()), now())
                .await
                .unwrap();
        }
        let full = api_keys::insert(conn, ours, (&wish(), &api_keys::random()), now()).await;
        assert_eq!(refused(full), Some(ErrorCode::ApiKeyLimit));
        api_keys::revoke(conn, ours, id, now()).await.unwrap();
        assert!(
            api_keys::find_holder(conn, &key, now())
                .await
                .unwrap()
                .is_none()
        );
        api_keys::insert(conn, ours, (&wish(), &api_keys::random()), now())
            .await
            .unwrap();
    })
    .await;
}

#[tokio::test]
async fn the_last_hundred_calls_of_each_key_are_kept() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let mut keys = Vec::new();
        for _ in 0..2 {
            let (wish, secret) = (wish(), api_keys::random());
            let made = api_keys::insert(conn, ours, (&wish, &secret), now());
            keys.push(made.await.unwrap());
        }
        let (busy, calm) = (keys[0], keys[1]);
        let call = |status: u16| NewKeyCall {
            method: "GET",
            path: "/api/v1/tags",
            status,
            code: None,
            millis: 3,
            request_id: "0193",
        };
        key_calls::note(conn, ours, calm, &call(200), now())
            .await
            .unwrap();
        for second in 0..CALLS_KEPT + 5 {
            let status = if second % 2 == 0 { 200 } else { 404 };
            let at = now() + TimeDelta::seconds(second);
            key_calls::note(conn, ours, busy, &call(status), at)
                .await
                .unwrap();
        }
        let kept = key_calls::list(conn, ours, busy, false).await.unwrap();
        assert_eq!(kept.len(), 100);
        assert_eq!(kept[0].at, now() + TimeDelta::seconds(CALLS_KEPT + 4));
        assert_eq!(kept[99].at, now() + TimeDelta::seconds(5));
        let errors = key_calls::list(conn, ours, busy, true).await.unwrap();
        assert_eq!(errors.len(), 50);
        assert!(errors.iter().all(|call| call.status == 404));
        let rest = key_calls::list(conn, ours, calm, false).await.unwrap();
        assert_eq!(rest.len(), 1, "each key has its own");
        let foreign = key_calls::list(conn, theirs, busy, false).await.unwrap();
        assert!(foreign.is_empty());
        assert!(
            key_calls::note(conn, theirs, busy, &call(200), now())
                .await
                .is_err()
        );
    })
    .await;
}

#[tokio::test]
async fn who_was_given_up_keeps_no_answer_any_more() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let key = api_keys::insert(conn, ours, (&wish(), &api_keys::random()), now())
            .await
            .unwrap();
        let request = |claim: Uuid| NamedRequest {
            company: ours,
            key,
            name: "pedido-1".to_owned(),
            hash: "a".to_owned(),
            claim,
        };
        let answer = RequestAnswer {
            status: 201,
            body: "{}".to_owned(),
            contact: ContactId(1),
        };
        let (slow, quick) = (request(Uuid::new_v4()), request(Uuid::new_v4()));
        let other = NamedRequest {
            hash: "b".to_owned(),
            ..quick.clone()
        };
        let later = now() + TimeDelta::seconds(31);
        assert_eq!(
            api_requests::begin(conn, &slow, now()).await.unwrap(),
            Known::New
        );
        assert_eq!(
            api_requests::begin(conn, &quick, now()).await.unwrap(),
            Known::Running
        );
        assert_eq!(
            api_requests::begin(conn, &other, later).await.unwrap(),
            Known::Other
        );
        assert_eq!(
            api_requests::begin(conn, &quick, later).await.unwrap(),
            Known::New
        );
        let late = api_requests::finish(conn, &slow, &answer).await;
        assert_eq!(refused(late), Some(ErrorCode::IdempotencyRunning));
        api_requests::give_back(conn, &slow).await.unwrap();
        api_requests::finish(conn, &quick, &answer).await.unwrap();
        // what was answered is not given back, and not answered twice
        api_requests::give_back(conn, &quick).await.unwrap();
        let twice = api_requests::finish(conn, &quick, &answer).await;
        assert_eq!(refused(twice), Some(ErrorCode::IdempotencyRunning));
        let known = Known::Done(201, "{}".to_owned());
        assert_eq!(
            api_requests::begin(conn, &slow, later).await.unwrap(),
            known
        );
        let forgotten = later + KEPT + TimeDelta::seconds(1);
        let gone = api_requests::forget_before(conn, forgotten - KEPT, 10).await;
        assert_eq!(gone.unwrap(), 1);
    })
    .await;
}
