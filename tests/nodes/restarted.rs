//! Three nodes are restarted one after the other while customers write and an attendant answers.

use super::{cluster::Cluster, load::Load, note, support::until, times};

#[tokio::test]
async fn restarting_one_node_after_the_other_loses_and_doubles_nothing() {
    // spec: S045 S069 S132
    let Some(cluster) = Cluster::start(3).await else {
        return;
    };
    let rounds = times(1, 10);
    let load = Load::prepare(&cluster, rounds).await;
    let restart = async {
        for _ in 0..rounds {
            for node in &cluster.nodes {
                node.signal("-TERM");
                let ended = node.log().matches("stopped").count() + 1;
                until("the node has ended", async || {
                    node.log().matches("stopped").count() >= ended
                })
                .await;
                node.wait();
                node.run().await;
            }
        }
        load.end();
    };
    let browser = load.enter(0).await.expect("a socket");
    let ((), (), (moves, heard)) = tokio::join!(restart, load.run(), load.browse(browser));
    load.check(&heard).await;
    note(&format!(
        "{} restarts of three nodes under load; a browser was sent away {moves} times and missed nothing",
        rounds * cluster.nodes.len()
    ));
    assert!(moves > 0, "the browser was at a node that was restarted");
}
