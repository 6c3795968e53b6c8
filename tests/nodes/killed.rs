//! A node is killed: its number sends again by another node, nothing is lost and nothing goes out twice.

use std::time::{Duration, Instant};

use super::{
    cluster::{Cluster, arrived},
    note,
    support::until,
    times,
};

/// A lease lasts 15 s; the rest is for noticing and for opening the session.
const AGAIN_WITHIN: Duration = Duration::from_secs(20);

#[tokio::test]
async fn the_numbers_of_a_killed_node_send_again_by_another() {
    let Some(cluster) = Cluster::start(2).await else {
        return;
    };
    let world = cluster.world().await;
    let talk = world.talk().await;
    let mut waits = Vec::new();
    for round in 0..times(1, 5) {
        let owner = cluster.until_owned().await;
        let other = 1 - owner;
        let before = format!("Antes {round}");
        cluster.send(other, &talk.ticket, &before).await;
        until("it has left", async || arrived(&talk.number, &before) == 1).await;
        cluster.until_settled().await;

        let killed = Instant::now();
        cluster.nodes[owner].kill();
        let after = format!("Depois {round}");
        cluster.send(other, &talk.ticket, &after).await;
        until("it has left", async || arrived(&talk.number, &after) == 1).await;
        let waited = killed.elapsed();
        assert!(waited < AGAIN_WITHIN, "{waited:?}");
        assert_eq!(cluster.owner(), Some(other));
        waits.push(waited);

        cluster.until_settled().await;
        for body in [&before, &after] {
            assert_eq!(arrived(&talk.number, body), 1, "{body}");
        }
        cluster.nodes[owner].run().await;
    }
    note(&format!(
        "killed, and sends again by the other node after: {waits:.1?}"
    ));
    let states = cluster.states();
    assert!(
        states.iter().all(|(state, _)| state == "accepted"),
        "{states:?}"
    );
}
