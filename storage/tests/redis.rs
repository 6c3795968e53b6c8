//! The bus on a real Redis, named by `GUICHE_TEST_REDIS_URL`.

use std::time::{Duration, Instant};

use uuid::Uuid;

use super::support::told;
use crate::{
    cluster::redis::{ClusterBus, ClusterMessage, Receiver},
    identity::sign_ins::Ended,
    model::{CompanyId, ConnectionId, UserId},
};

const PATIENCE: Duration = Duration::from_secs(20);

/// A Redis for tests; where none is required the test is left out with a note.
fn server() -> Option<String> {
    told("GUICHE_TEST_REDIS_URL", "no Redis")
}

async fn open(url: &str, prefix: &str) -> (ClusterBus, Receiver) {
    let (bus, receiver) = ClusterBus::open(url, prefix, Uuid::now_v7()).unwrap();
    let started = Instant::now();
    while !bus.is_up() {
        assert!(started.elapsed() < PATIENCE, "not up");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    (bus, receiver)
}

async fn next(receiver: &mut Receiver) -> ClusterMessage {
    let message = tokio::time::timeout(PATIENCE, receiver.recv()).await;
    message.expect("a message in time").expect("an open bus")
}

#[tokio::test]
async fn what_one_node_says_the_others_hear_and_not_itself() {
    let Some(url) = server() else { return };
    let prefix = Uuid::now_v7().to_string();
    let (one, mut receiver_of_one) = open(&url, &prefix).await;
    let (two, mut receiver_of_two) = open(&url, &prefix).await;
    let (_stranger, mut receiver_of_stranger) = open(&url, "somebody else").await;
    let company = CompanyId(7);
    let messages = [
        ClusterMessage::Events { company, seq: 12 },
        ClusterMessage::Work {
            company,
            connection: ConnectionId(3),
            inbox: true,
        },
        ClusterMessage::Free {
            company,
            connection: ConnectionId(3),
        },
        ClusterMessage::SignedOut {
            company,
            user: UserId(4),
            which: Ended::One(Uuid::now_v7()),
        },
    ];
    for message in messages {
        one.say(message);
        assert_eq!(next(&mut receiver_of_two).await, message);
    }
    let last = ClusterMessage::Events { company, seq: 13 };
    two.say(last);
    assert_eq!(next(&mut receiver_of_one).await, last);
    assert!(receiver_of_stranger.try_recv().is_err());
}

#[tokio::test]
async fn attempts_are_counted_over_all_nodes() {
    let Some(url) = server() else { return };
    let prefix = Uuid::now_v7().to_string();
    let (one, _receiver) = open(&url, &prefix).await;
    let (two, _receiver_of_two) = open(&url, &prefix).await;
    let (stranger, _receiver_of_stranger) = open(&url, &Uuid::now_v7().to_string()).await;
    for bus in [&one, &two, &one] {
        assert_eq!(bus.count("door", 3).await, Some(Duration::ZERO));
    }
    let wait = two.count("door", 3).await.unwrap();
    assert!(
        wait > Duration::from_secs(10) && wait <= Duration::from_secs(20),
        "the fourth waits for a third of a minute: {wait:?}"
    );
    assert_eq!(two.count("window", 3).await, Some(Duration::ZERO));
    assert_eq!(stranger.count("door", 3).await, Some(Duration::ZERO));
}

#[tokio::test]
async fn without_redis_nothing_is_heard_nothing_is_counted_and_nobody_waits() {
    let (bus, mut receiver) =
        ClusterBus::open("redis://127.0.0.1:1", "desk", Uuid::now_v7()).unwrap();
    bus.say(ClusterMessage::Beat);
    assert_eq!(bus.count("door", 1).await, None);
    assert!(!bus.is_up() && receiver.try_recv().is_err());
    let nobody = ClusterBus::nobody();
    nobody.say(ClusterMessage::Beat);
    assert_eq!(nobody.count("door", 1).await, None);
    assert!(ClusterBus::open("http://127.0.0.1", "desk", Uuid::now_v7()).is_err());
}
