//! Nodes are restarted one after the other while customers write and an attendant answers.

use std::collections::BTreeMap;

use super::{
    cluster::Cluster,
    load::Load,
    nginx::Nginx,
    note,
    support::{TestDesk, until},
    times,
};

#[tokio::test]
async fn restarting_one_node_after_the_other_loses_and_doubles_nothing() {
    // spec: S069 S132
    let Some(cluster) = Cluster::start(3).await else {
        return;
    };
    let rounds = times(1, 10);
    let load = Load::prepare(&cluster, rounds).await;
    let heard = restart_all(&cluster, &load, rounds, async |_| {}).await;
    load.check(&heard).await;
}

#[tokio::test]
async fn restarting_two_nodes_behind_nginx_as_it_is_deployed_loses_and_doubles_nothing() {
    // spec: S069 S132
    let Some(cluster) = Cluster::start(2).await else {
        return;
    };
    let Some(nginx) = Nginx::start(&cluster).await else {
        return;
    };
    let rounds = times(1, 10);
    let load = Load::through(vec![nginx.base.clone()], &cluster, rounds).await;
    let heard = restart_all(&cluster, &load, rounds, async |node| {
        nginx.asks_again(node).await;
    })
    .await;
    let errors = load.front.errors.lock().unwrap().clone();
    assert!(errors.is_empty(), "{errors:#?}\n{}", nginx.log());
    load.check(&heard).await;
    for node in &cluster.nodes {
        node.kill();
    }
    assert!(load.enter(0).await.is_none(), "nobody is there");
    // it writes down a call after it has answered it
    until("nginx found nobody", async || {
        nginx.log().contains("\"GET /socket.io/\" 502")
    })
    .await;
    let log = nginx.log();
    assert!(!log.contains("token"), "{log}");
}

/// Restarts one node after the other, with something to wait for behind each, so many rounds, under load. Answers the texts
/// that a browser heard of, which moved when its node stopped.
async fn restart_all(
    cluster: &Cluster,
    load: &Load<'_>,
    rounds: usize,
    then: impl AsyncFn(&TestDesk),
) -> BTreeMap<String, usize> {
    let restarts = async {
        for _ in 0..rounds {
            for node in &cluster.nodes {
                restart(node).await;
                then(node).await;
            }
        }
        load.end();
    };
    let browser = load.enter(0).await.expect("a socket");
    let ((), (), (moves, heard)) = tokio::join!(restarts, load.run(), load.browse(browser));
    note(&format!(
        "{} restarts of {} nodes under load; a browser was sent away {moves} times",
        rounds * cluster.nodes.len(),
        cluster.nodes.len()
    ));
    assert!(moves > 0, "the browser was at a node that was restarted");
    heard
}

/// As `systemctl restart` does.
async fn restart(node: &TestDesk) {
    let ended = node.log().matches("stopped").count() + 1;
    node.signal("-TERM");
    until("the node has ended", async || {
        node.log().matches("stopped").count() >= ended
    })
    .await;
    node.wait();
    node.run().await;
}
