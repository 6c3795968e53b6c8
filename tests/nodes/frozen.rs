//! The node that has a number stands still in the middle of a send, loses the number, and wakes up again: whatever it
//! still does has no second effect.

use serde_json::json;

use super::{
    cluster::{Cluster, arrived},
    graph::{Answer, Graph},
    note,
    support::until,
    times,
    world::status,
};

#[tokio::test]
async fn a_node_that_stood_still_sends_nothing_twice() {
    let Some(cluster) = Cluster::start(2).await else {
        return;
    };
    let world = cluster.world().await;
    let rounds = times(3, 50);
    for round in 0..rounds {
        let talk = world.talk().await;
        let owner = cluster.until_owned().await;
        let other = 1 - owner;
        // one send is marked and at the provider, one waits behind it, when the node stands still
        Graph::shared().script(&talk.number, &[Answer::Held]);
        let bodies = [format!("Primeira {round}"), format!("Segunda {round}")];
        for body in &bodies {
            cluster.send(other, &talk.ticket, body).await;
        }
        until("it is on its way", async || {
            arrived(&talk.number, &bodies[0]) == 1
        })
        .await;
        cluster.nodes[owner].signal("-STOP");
        if round > 0 {
            // the first time its lease really ends by itself; fifteen seconds each time would be all that is measured
            cluster.end_lease();
        }
        let third = format!("Terceira {round}");
        cluster.send(other, &talk.ticket, &third).await;
        until("the other node has the number", async || {
            cluster.owner() == Some(other) && arrived(&talk.number, &third) == 1
        })
        .await;
        Graph::shared().release(&talk.number);
        cluster.nodes[owner].signal("-CONT");
        cluster.until_settled().await;
        // who made the call knows how it ended; if he was frozen for longer than he waits for answers, Meta tells
        let call = Graph::shared().tries(&talk.number).remove(0);
        let intent = json!({ "biz_opaque_callback_data": call.intent() });
        world
            .told(status(&call.wamid, "sent", &talk.number, intent))
            .await;
        until("the doubt is settled", async || {
            cluster
                .states()
                .iter()
                .all(|(state, _)| state == "accepted")
        })
        .await;
        for body in bodies.iter().chain([&third]) {
            assert_eq!(arrived(&talk.number, body), 1, "{body}");
        }
        assert_eq!(cluster.owner(), Some(other));
    }
    note(&format!(
        "{rounds} times stood still with a send on its way: 0 doubled, 0 lost"
    ));
}
