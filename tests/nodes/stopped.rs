//! A node is asked to stop: it ends what it is doing, gives its numbers away, sends its browsers elsewhere, and is gone.

use std::time::{Duration, Instant};

use super::{
    cluster::{Cluster, DRAIN_SECONDS, arrived},
    graph::{Answer, Graph},
    note,
    support::{Session, TestDesk, TestSocket, until},
};

/// Browsers of the node that stops.
const SOCKETS: usize = 8;
/// A number that was given back is taken long before its lease would have run out.
const TAKEN_WITHIN: Duration = Duration::from_secs(10);

#[tokio::test]
async fn a_node_that_stops_ends_its_sends_and_gives_its_numbers_and_browsers_away() {
    // spec: S132
    let Some(cluster) = Cluster::start(2).await else {
        return;
    };
    let world = cluster.world().await;
    let (talk, other_talk) = (world.talk().await, world.talk().await);
    let owner = cluster.until_owned().await;
    let (leaving, staying) = (&cluster.nodes[owner], &cluster.nodes[1 - owner]);
    let mut tabs = open(leaving, &cluster.marina).await;
    let mut safe = TestSocket::open(staying, &cluster.marina).await;

    // a send is on its way while the node is asked to stop
    Graph::shared().script(&talk.number, &[Answer::Held]);
    let held = cluster.send(owner, &talk.ticket, "Quase lá").await;
    until("it is on its way", async || {
        arrived(&talk.number, "Quase lá") == 1
    })
    .await;
    let asked = Instant::now();
    leaving.signal("-TERM");
    until("the node is not ready", async || {
        let ready = format!("{}/readyz", leaving.operator);
        reqwest::get(ready)
            .await
            .is_ok_and(|it| it.status().as_u16() == 503)
    })
    .await;
    cluster
        .send(1 - owner, &other_talk.ticket, "Pelo outro")
        .await;
    assert_eq!(
        cluster.owner(),
        Some(owner),
        "not before its send has an end"
    );

    let released = Instant::now();
    Graph::shared().release(&talk.number);
    until("the other node sends", async || {
        arrived(&other_talk.number, "Pelo outro") == 1
    })
    .await;
    let taken = released.elapsed();
    note(&format!(
        "asked to stop: after its last send the other node sends within {} ms",
        taken.as_millis()
    ));
    assert!(taken < TAKEN_WITHIN, "{taken:?}: {}", logs(&cluster));
    assert_eq!(cluster.owner(), Some(1 - owner));

    let last = last_closed(&mut tabs, asked).await;
    until("the node has ended", async || {
        leaving.log().contains("stopped")
    })
    .await;
    note(&format!(
        "{SOCKETS} browsers sent away within {last:.1?} (asked for {DRAIN_SECONDS} s), ended after {:.1?}",
        asked.elapsed()
    ));
    leaving.wait();
    cluster.until_settled().await;
    let shown = world_message(&cluster, 1 - owner, &talk.ticket, &held).await;
    assert_eq!(shown["sendState"], "accepted");
    assert_eq!(arrived(&talk.number, "Quase lá"), 1);
    safe.join("userStatus", serde_json::Value::Null).await;
}

/// What the nodes have said, one after the other.
fn logs(cluster: &Cluster) -> String {
    cluster.nodes.iter().map(TestDesk::log).collect()
}

async fn open(node: &TestDesk, marina: &Session) -> Vec<TestSocket> {
    let mut tabs = Vec::new();
    for _ in 0..SOCKETS {
        tabs.push(TestSocket::open(node, marina).await);
    }
    tabs
}

/// Waits until every browser is sent away. Answers when the last one was.
async fn last_closed(tabs: &mut [TestSocket], since: Instant) -> Duration {
    for tab in tabs {
        assert!(tab.is_closed().await);
    }
    since.elapsed()
}

/// A message as a node shows it.
async fn world_message(
    cluster: &Cluster,
    node: usize,
    ticket: &serde_json::Value,
    message: &serde_json::Value,
) -> serde_json::Value {
    let page = cluster
        .marina_at(node)
        .get(&format!("/messages/{}", ticket["id"]))
        .await
        .ok();
    let all = page["messages"].as_array().expect("messages").clone();
    let mut all = all.into_iter();
    all.find(|one| one["id"] == message["id"])
        .expect("the message")
}
