//! Nodes that share everything, with one number of the Cloud API among them.

use serde_json::{Value, json};

use super::{
    graph::Graph,
    support::{Backend, Session, TestDesk, backends, redis_url, until},
    world::{self, ADMIN, Line, MARINA, World},
};

/// Seconds over which a stopping node sends its browsers away; short, so that the tests are.
pub const DRAIN_SECONDS: u64 = 2;

pub struct Cluster {
    pub nodes: Vec<TestDesk>,
    pub line: Line,
    pub marina: Session,
}

impl Cluster {
    /// So many nodes; `None` where the tests run without servers.
    pub async fn start(count: usize) -> Option<Self> {
        let redis = redis_url().filter(|_| backends().contains(&Backend::Postgres))?;
        let prefix = uuid::Uuid::new_v4().to_string();
        let drain = DRAIN_SECONDS.to_string();
        let settings = [
            ("GUICHE__WHATSAPP__GRAPH_URL", Graph::shared().url.as_str()),
            ("GUICHE__REDIS__URL", redis.as_str()),
            ("GUICHE__REDIS__PREFIX", prefix.as_str()),
            ("GUICHE__HTTP__DRAIN_SECONDS", drain.as_str()),
        ];
        let first = TestDesk::start(Backend::Postgres, &settings).await;
        let line = world::new_line(&first).await;
        let marina = first.session(MARINA).await;
        first.session(ADMIN).await;
        let mut nodes = vec![first];
        for place in 1..count {
            let peer = nodes[0].start_peer(&place.to_string()).await;
            nodes.push(peer);
        }
        Some(Self {
            nodes,
            line,
            marina,
        })
    }

    /// The customers' and Marina's side, at the first node.
    pub async fn world(&self) -> World<'_> {
        World::of(&self.nodes[0], self.line.clone()).await
    }

    /// The node that has the number; `None` while nobody has it.
    pub fn owner(&self) -> Option<usize> {
        let sql = format!(
            "SELECT owner FROM leases WHERE resource = 'connection:{}' AND expires_at > clock_timestamp()",
            self.line.connection
        );
        let rows = self.nodes[0].rows(&sql);
        let (node, _) = rows.first()?.first()?.split_once('/')?;
        self.nodes.iter().position(|one| one.name() == node)
    }

    /// Ends the lease of the number, as if fifteen seconds had passed.
    pub fn end_lease(&self) {
        let sql = format!(
            "UPDATE leases SET expires_at = clock_timestamp() WHERE resource = 'connection:{}'",
            self.line.connection
        );
        self.nodes[0].rows(&sql);
    }

    /// Waits until somebody has the number.
    pub async fn until_owned(&self) -> usize {
        until("somebody has the number", async || self.owner().is_some()).await;
        self.owner().expect("somebody")
    }

    /// Marina at a node.
    pub fn marina_at(&self, node: usize) -> Session {
        self.marina.at(&self.nodes[node].base)
    }

    /// Marina asks a node to send. Answers the message.
    pub async fn send(&self, node: usize, ticket: &Value, body: &str) -> Value {
        let path = format!("/messages/{}", ticket["id"]);
        let wish = json!({ "body": body });
        let answer = self.marina_at(node).post(&path, &wish).await;
        answer.ok()["message"].clone()
    }

    /// Sends of the number by state, those that carry a message.
    pub fn states(&self) -> Vec<(String, i64)> {
        let sql = format!(
            "SELECT state, count(*) FROM outbox WHERE connection_id = {} AND message_id IS NOT NULL
             GROUP BY state ORDER BY state",
            self.line.connection
        );
        let rows = self.nodes[0].rows(&sql);
        let counted = rows
            .into_iter()
            .map(|row| (row[0].clone(), row[1].parse().expect("a count")));
        counted.collect()
    }

    /// Waits until nothing of the number waits or is on its way.
    pub async fn until_settled(&self) {
        until("every send has an end", async || {
            let states = self.states();
            !states
                .iter()
                .any(|(state, _)| state == "queued" || state == "attempting")
        })
        .await;
    }
}

/// How often a text really left for somebody.
pub fn arrived(to: &str, body: &str) -> usize {
    let calls = Graph::shared().tries(to);
    let of_it = calls
        .iter()
        .filter(|call| call.json()["text"]["body"] == body);
    of_it.count()
}
