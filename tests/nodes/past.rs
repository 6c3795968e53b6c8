//! What Meta tells of the past of a number is told to whichever node, and stored by the one that has the number, also when that
//! is another one meanwhile.

use serde_json::{Value, json};

use super::{
    cluster::Cluster,
    support::until,
    world::{World, new_number, seconds_ago, unique},
};

const MESSAGES: usize = 3_000;

fn told(customer: &str) -> Value {
    let message = |place: usize| {
        let minutes = i64::try_from(5_000 - place).expect("small");
        json!({ "from": customer, "id": format!("wamid.{}", unique()), "timestamp": seconds_ago(minutes * 60),
            "type": "text", "text": { "body": format!("Linha {place}") }, "history_context": { "status": "READ" } })
    };
    let messages: Vec<_> = (0..MESSAGES).map(message).collect();
    json!({ "history": [{ "metadata": { "phase": 0, "chunk_order": 1, "progress": 100 },
        "threads": [{ "id": customer, "messages": messages }] }] })
}

#[tokio::test]
async fn the_past_of_a_number_is_stored_once_though_its_node_is_killed_meanwhile() {
    let Some(cluster) = Cluster::start(2).await else {
        return;
    };
    let owner = cluster.until_owned().await;
    let other = 1 - owner;
    let (line, customer) = (cluster.line.connection, new_number());
    let world = World::of(&cluster.nodes[other], cluster.line.clone()).await;
    let desk = &cluster.nodes[other];
    let stored = || {
        desk.number(&format!(
            "SELECT history_brought FROM connections WHERE id = {line}"
        ))
    };
    // by one look: it is stored meanwhile
    let kept = || {
        desk.number(&format!(
            "SELECT history_brought + (SELECT COUNT(*) FROM past_messages WHERE connection_id = {line})
             FROM connections WHERE id = {line}"
        ))
    };
    let waiting = || {
        desk.number(&format!(
            "SELECT COUNT(*) FROM past_messages WHERE connection_id = {line}"
        ))
    };

    // the node that has not the number takes it in, and the one that has it stores it
    world
        .take(&world.line.envelope("history", told(&customer)))
        .await;
    until("some are stored", async || stored() >= 100).await;
    // the lease is lost and taken again, and in the end it is the other one's
    cluster.end_lease();
    let owner = cluster.until_owned().await;
    let all = i64::try_from(MESSAGES).expect("small");
    assert!(stored() < all, "it is not over yet");
    if owner != other {
        cluster.nodes[owner].kill();
    }
    assert_eq!(kept(), all, "each is kept or stored");
    // so many take long on a busy machine: it has to go on, a tenth a minute
    for tenth in 1..=10 {
        until("more are stored", async || stored() >= all * tenth / 10).await;
    }
    assert_eq!(cluster.owner(), Some(other));
    assert_eq!(waiting(), 0);
    let bodies = desk.rows(&format!(
        "SELECT body FROM messages WHERE connection_id = {line} ORDER BY id"
    ));
    assert_eq!(bodies.len(), MESSAGES);
    let in_order = |(place, row): (usize, &Vec<String>)| row[0] == format!("Linha {place}");
    assert!(bodies.iter().enumerate().all(in_order));
    let tickets = desk.rows(&format!(
        "SELECT status FROM tickets WHERE connection_id = {line}"
    ));
    assert_eq!(tickets, [["closed"]]);
}
