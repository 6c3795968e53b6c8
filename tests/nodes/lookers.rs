//! Two who look at one conversation through different nodes see each other.

use serde_json::{Value, json};

use super::{
    cluster::Cluster,
    support::TestSocket,
    world::{ADMIN, MARINA},
};

/// Who is told to look, each by name and whether he writes.
fn people(told: &Value) -> Vec<(String, bool)> {
    let users = told["users"].as_array().expect("users").iter();
    let mut people: Vec<_> = users
        .map(|user| (user["name"].to_string(), user["isWriting"] == true))
        .collect();
    people.sort();
    people
}

#[tokio::test]
async fn who_looks_and_who_writes_is_told_across_nodes_until_he_leaves_or_his_node_dies() {
    let Some(cluster) = Cluster::start(2).await else {
        return;
    };
    let world = cluster.world().await;
    let ticket = world.talk().await.ticket["id"].clone();
    let (first, second) = (&cluster.nodes[0], &cluster.nodes[1]);
    let (admin, marina) = (first.session(ADMIN).await, first.session(MARINA).await);
    let name = format!("company-{}-lookers", marina.company());
    let of_it = |told: &Value| told["ticketId"] == ticket;
    let both = |is_writing: bool| {
        let mut both = vec![
            (admin.user["name"].to_string(), false),
            (marina.user["name"].to_string(), is_writing),
        ];
        both.sort();
        both
    };

    let mut boss = TestSocket::open(first, &admin).await;
    boss.join("joinChatBox", ticket.clone()).await;
    let mut hers = TestSocket::open(second, &marina).await;
    hers.join("joinChatBox", ticket.clone()).await;
    for socket in [&mut boss, &mut hers] {
        let told = socket.event_where(&name, of_it).await;
        assert_eq!(people(&told), both(false));
    }
    let writing = json!({ "ticketId": ticket, "isTyping": true });
    hers.join("typing", writing).await;
    assert_eq!(people(&boss.event_where(&name, of_it).await), both(true));
    hers.join("leaveChatBox", ticket.clone()).await;
    let told = boss.event_where(&name, of_it).await;
    assert_eq!(people(&told), [(admin.user["name"].to_string(), false)]);

    // a killed node says nothing any more: its people are forgotten by themselves
    hers.join("joinChatBox", ticket.clone()).await;
    assert_eq!(people(&boss.event_where(&name, of_it).await), both(false));
    second.kill();
    let told = boss.event_where(&name, of_it).await;
    assert_eq!(people(&told), [(admin.user["name"].to_string(), false)]);
}
