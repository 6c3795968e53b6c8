//! Nodes are restarted one after the other while customers write and an attendant answers.

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
    // spec: S045 S069 S132
    let Some(cluster) = Cluster::start(3).await else {
        return;
    };
    let rounds = times(1, 10);
    let load = Load::prepare(&cluster, rounds).await;
    let restarts = async {
        for _ in 0..rounds {
            for node in &cluster.nodes {
                restart(node).await;
            }
        }
        load.end();
    };
    let browser = load.enter(0).await.expect("a socket");
    let ((), (), (moves, heard)) = tokio::join!(restarts, load.run(), load.browse(browser));
    load.check(&heard).await;
    note(&format!(
        "{} restarts of three nodes under load; a browser was sent away {moves} times and missed nothing",
        rounds * cluster.nodes.len()
    ));
    assert!(moves > 0, "the browser was at a node that was restarted");
}

#[tokio::test]
async fn restarting_two_nodes_behind_nginx_as_it_is_deployed_loses_and_doubles_nothing() {
    // spec: S045 S069 S132
    let Some(cluster) = Cluster::start(2).await else {
        return;
    };
    let Some(nginx) = Nginx::start(&cluster).await else {
        return;
    };
    let rounds = times(1, 10);
    let load = Load::through(vec![nginx.base.clone()], &cluster, rounds).await;
    let restarts = async {
        for _ in 0..rounds {
            for node in &cluster.nodes {
                restart(node).await;
                nginx.asks_again(node).await;
            }
        }
        load.end();
    };
    let browser = load.enter(0).await.expect("a socket");
    let ((), (), (moves, heard)) = tokio::join!(restarts, load.run(), load.browse(browser));
    let errors = load.front.errors.lock().unwrap().clone();
    assert!(errors.is_empty(), "{errors:#?}\n{}", nginx.log());
    load.check(&heard).await;
    for node in &cluster.nodes {
        node.kill();
    }
    assert!(load.enter(0).await.is_none(), "nobody is there");
    let log = nginx.log();
    assert!(log.contains("\"GET /socket.io/\" 502"), "{log}");
    assert!(!log.contains("token"), "{log}");
    note(&format!(
        "{} restarts of two nodes behind nginx; a browser was sent away {moves} times and missed nothing",
        rounds * cluster.nodes.len()
    ));
    assert!(moves > 0, "the browser was at a node that was restarted");
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
