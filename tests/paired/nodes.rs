//! Two nodes with one paired number, which its node loses to the other: killed, frozen, or without its lease. There is one set
//! of keys: whoever has the number goes on with them, and whoever had it spoils nothing when he wakes up.

use serde_json::json;

use super::{
    is_long,
    kills::texts_in,
    note,
    peer::Peer,
    support::{Backend, TestDesk, backends, redis_url, unique, until, until_within},
    world::{Number, PAIRING_MAX, Talk, start},
};

/// What happens to the node that has the number.
#[derive(Debug, Clone, Copy)]
enum Blow {
    Kill,
    /// It stands still for longer than its lease lasts, and wakes up again.
    Freeze,
    /// Another node took the lease, and nobody told it.
    Lose,
}

/// A number as each of two nodes has it.
struct Pair<'n> {
    nodes: &'n [TestDesk; 2],
    at: [Number<'n>; 2],
}

impl<'n> Pair<'n> {
    async fn new(nodes: &'n [TestDesk; 2], peer: &'static Peer) -> Self {
        let first = Number::new(&nodes[0], peer).await;
        first.pair().await;
        let second = first.at(&nodes[1]);
        Self {
            nodes,
            at: [first, second],
        }
    }

    /// The node that has the number; `None` while nobody has it.
    fn owner(&self) -> Option<usize> {
        let sql = format!(
            "SELECT owner FROM leases WHERE resource = 'connection:{}' AND expires_at > clock_timestamp()",
            self.at[0].id
        );
        let rows = self.nodes[0].rows(&sql);
        let (node, _) = rows.first()?.first()?.split_once('/')?;
        self.nodes.iter().position(|one| one.name() == node)
    }

    async fn until_owned(&self) -> usize {
        until("somebody has the number", async || self.owner().is_some()).await;
        self.owner().expect("somebody")
    }

    /// Ends its lease, as if fifteen seconds had passed.
    fn end_lease(&self) {
        self.nodes[0].rows(&format!(
            "UPDATE leases SET expires_at = clock_timestamp() WHERE resource = 'connection:{}'",
            self.at[0].id
        ));
    }

    /// Strikes the owner, and has both sides write before, meanwhile and afterwards; by way of the other node, which is always there.
    async fn strike(&self, blow: Blow, talk: &Talk, name: &str) {
        let owner = self.until_owned().await;
        let other = &self.at[1 - owner];
        write(other, talk, &format!("{name} antes")).await;
        match blow {
            Blow::Kill => {
                self.nodes[owner].kill();
                self.end_lease();
                write(other, talk, &format!("{name} durante")).await;
                self.nodes[owner].run().await;
            }
            Blow::Freeze => {
                self.nodes[owner].signal("-STOP");
                self.end_lease();
                until("the other one has it", async || {
                    self.owner() == Some(1 - owner)
                })
                .await;
                write(other, talk, &format!("{name} durante")).await;
                until_both_have(other, talk, &format!("{name} durante")).await;
                self.nodes[owner].signal("-CONT");
            }
            Blow::Lose => {
                self.end_lease();
                write(other, talk, &format!("{name} durante")).await;
            }
        }
        write(other, talk, &format!("{name} depois")).await;
        until_both_have(other, talk, &format!("{name} depois")).await;
    }
}

/// The customer and Marina write the same, one after the other.
async fn write(number: &Number<'_>, talk: &Talk, what: &str) {
    let text = json!({ "text": format!("{what}, diz o cliente") });
    number.says(&talk.customer, text).await;
    let body = json!({ "body": format!("{what}, diz Marina") });
    number.answer(talk, &body).await;
}

async fn until_both_have(number: &Number<'_>, talk: &Talk, what: &str) {
    number
        .until_shown(talk, &format!("{what}, diz o cliente"))
        .await;
    let text = format!("{what}, diz Marina");
    until(&format!("“{text}” is on the phone"), async || {
        let got = number.peer.got(&talk.customer).await;
        texts_in(&got).contains(&text)
    })
    .await;
}

/// Each text is there once on both sides, nothing stayed closed, and nobody had to ask again.
async fn assert_each_once(number: &Number<'_>, talk: &Talk, names: &[String]) {
    let shown = number.everything(talk).await;
    let got = texts_in(&number.peer.got(&talk.customer).await);
    for name in names {
        for part in ["antes", "durante", "depois"] {
            for (side, said) in [("diz o cliente", &shown), ("diz Marina", &got)] {
                let text = format!("{name} {part}, {side}");
                let times = said.iter().filter(|it| **it == text).count();
                assert_eq!(times, 1, "{text}");
            }
        }
    }
    for phone in [&talk.customer, &number.digits] {
        let unread = number.peer.unread(phone).await;
        assert!(unread.is_empty(), "{unread:?}");
    }
    until("everything is acknowledged", async || {
        number.device().await["waiting"] == json!([])
    })
    .await;
    assert_eq!(number.device().await["retries"], json!([]));
}

#[tokio::test]
async fn a_number_goes_on_at_the_other_node_with_the_same_keys() {
    let Some(redis) = redis_url().filter(|_| backends().contains(&Backend::Postgres)) else {
        return;
    };
    let Some(peer) = Peer::shared().await else {
        return;
    };
    let prefix = unique();
    let shared = [
        ("GUICHE__REDIS__URL", redis.as_str()),
        ("GUICHE__REDIS__PREFIX", prefix.as_str()),
    ];
    let first = start(Backend::Postgres, peer, &shared).await;
    let second = first.start_peer("1").await;
    let nodes = [first, second];
    let pair = Pair::new(&nodes, peer).await;
    let talk = pair.at[0].talk(json!({ "text": "Oi" })).await;
    let blows = if is_long() { 60 } else { 3 };
    let mut names = Vec::new();
    for round in 0..blows {
        let blow = [Blow::Freeze, Blow::Kill, Blow::Lose][round % 3];
        let name = format!("{round} {blow:?}");
        pair.strike(blow, &talk, &name).await;
        names.push(name);
    }
    let number = &pair.at[0];
    assert_each_once(number, &talk, &names).await;
    until_within(PAIRING_MAX, "it is on", async || {
        number.shown().await["status"] == "CONNECTED" && number.device().await["isOnline"] == true
    })
    .await;
    // it is the same device all the time: nobody had to scan a code
    assert_eq!(number.devices().await.len(), 1);
    note(&format!(
        "a paired number changed its node {blows} times: 0 lost, 0 doubled, 0 not opened"
    ));
}
