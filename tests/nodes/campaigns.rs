//! A campaign that runs on one of two nodes, which is killed, stands still or loses its lease meanwhile: the other one goes
//! on, nobody is written to twice and nobody is left out.

use std::{collections::HashMap, time::Duration};

use guiche_storage::model::{Clock as _, SystemClock};
use serde_json::{Value, json};

use super::{
    cluster::Cluster,
    note,
    support::{ADMIN, connection, new_number, unique, until, until_within},
    times,
};

/// What happens to the node that has the campaign.
#[derive(Clone, Copy, Debug)]
enum Blow {
    /// It is killed and started again.
    Kill,
    /// It stands still, loses the campaign, and wakes up when another one has it.
    Freeze,
    /// Its lease goes, while it is well.
    Lose,
}

/// How long it may take to come from one blow to the next on a machine that has other work.
const STEP_MAX: Duration = Duration::from_mins(3);

/// A campaign of the simulated phone of the company.
struct Run<'c> {
    cluster: &'c Cluster,
    line: i64,
    id: Value,
    people: Vec<String>,
}

impl<'c> Run<'c> {
    /// Begins one to so many people, at the first node.
    async fn begin(cluster: &'c Cluster, count: usize) -> Self {
        let node = &cluster.nodes[0];
        let admin = node.session(ADMIN).await;
        let line = connection(&admin, "Matriz").await;
        let pace = json!({ "settings": {
            "messageInterval": 0, "longerIntervalAfter": 0, "greaterInterval": 0, "variables": [],
        } });
        admin.post("/campaign-settings", &pace).await.ok();
        let people: Vec<String> = (0..count).map(|_| new_number()).collect();
        let list = list_of(cluster, admin.company(), &people);
        let wish = json!({
            "name": format!("Campanha {}", unique()), "message1": "Oi {nome}", "dailyCap": 10_000,
            "whatsappId": line, "contactListId": list,
        });
        let made = admin.post("/campaigns", &wish).await.ok();
        let id = made["id"].clone();
        let begun = admin
            .post(&format!("/campaigns/{id}/start"), &json!({}))
            .await;
        begun.ok();
        Self {
            cluster,
            line,
            id,
            people,
        }
    }

    /// The node that has the campaign; `None` while nobody has it.
    fn owner(&self) -> Option<usize> {
        let sql = format!(
            "SELECT owner FROM leases WHERE resource = 'campaign:{}' AND expires_at > clock_timestamp()",
            self.id
        );
        let rows = self.cluster.nodes[0].rows(&sql);
        let (node, _) = rows.first()?.first()?.split_once('/')?;
        let mut nodes = self.cluster.nodes.iter();
        nodes.position(|one| one.name() == node)
    }

    /// Ends its lease, and that of its number if that is to go as well, as if fifteen seconds had passed.
    fn end_leases(&self, with_number: bool) {
        let number = if with_number {
            format!("'connection:{}'", self.line)
        } else {
            "'none'".to_owned()
        };
        self.cluster.nodes[0].rows(&format!(
            "UPDATE leases SET expires_at = clock_timestamp() WHERE resource IN ('campaign:{}', {number})",
            self.id
        ));
    }

    fn count(&self, of: &str) -> usize {
        let sql = format!(
            "SELECT count(*) FROM campaign_recipients WHERE campaign_id = {} AND {of}",
            self.id
        );
        self.cluster.nodes[0].rows(&sql)[0][0]
            .parse()
            .expect("a count")
    }

    /// How somebody and what was written to him stand.
    fn state_of(&self, number: &str) -> Vec<Vec<String>> {
        self.cluster.nodes[0].rows(&format!(
            "SELECT to_jsonb(r), to_jsonb(m) FROM campaign_recipients r
             LEFT JOIN messages m ON m.company_id = r.company_id AND m.id = r.message_id
             WHERE r.campaign_id = {} AND r.number = '{number}'",
            self.id
        ))
    }

    fn written(&self) -> usize {
        self.count("state <> 'pending'")
    }

    fn is_over(&self) -> bool {
        let sql = format!("SELECT status FROM campaigns WHERE id = {}", self.id);
        self.cluster.nodes[0].rows(&sql)[0][0] == "FINALIZADA"
    }

    /// Waits until it has written to so many, or to all.
    async fn until_written(&self, count: usize) {
        let count = count.min(self.people.len());
        until_within(STEP_MAX, "it goes on", async || self.written() >= count).await;
    }

    /// `false`: it was over before.
    async fn strike(&self, blow: Blow) -> bool {
        until("somebody has it", async || {
            self.owner().is_some() || self.is_over()
        })
        .await;
        let Some(owner) = self.owner() else {
            return false;
        };
        let node = &self.cluster.nodes[owner];
        match blow {
            Blow::Kill => {
                node.kill();
                self.end_leases(true);
                node.run().await;
            }
            Blow::Freeze => {
                node.signal("-STOP");
                self.end_leases(true);
                until("the other one has it", async || {
                    self.owner().is_some_and(|it| it != owner) || self.is_over()
                })
                .await;
                node.signal("-CONT");
            }
            Blow::Lose => self.end_leases(false),
        }
        true
    }

    /// Waits for its end, and sees that everybody was written to once.
    async fn ends_well(&self) {
        until_within(STEP_MAX, "everybody has got it", async || self.is_over()).await;
        // it may have taken longer than a sign-in lasts
        let admin = self.cluster.nodes[0].session(ADMIN).await;
        let shown = admin.get(&format!("/campaigns/{}", self.id)).await;
        assert_eq!(shown.ok()["counts"]["pending"], 0);
        let unknown = self.count("state = 'unknown'");
        // what is on the phones, of which the simulator itself shows only the newest
        let received = format!(
            "SELECT number, count(*) FROM simulator_messages WHERE connection_id = {} AND NOT incoming GROUP BY number",
            self.line
        );
        let received: HashMap<String, String> = self.cluster.nodes[0]
            .rows(&received)
            .into_iter()
            .map(|row| (row[0].clone(), row[1].clone()))
            .collect();
        let (got, missing): (Vec<_>, Vec<_>) = self
            .people
            .iter()
            .partition(|it| received.contains_key(*it));
        for number in &got {
            assert_eq!(received[*number], "1", "nobody gets it twice");
        }
        let reached = got.len();
        let missing: Vec<_> = missing
            .iter()
            .take(20)
            .map(|it| self.state_of(it))
            .collect();
        assert!(
            reached + unknown >= self.people.len(),
            "{reached} have it and {unknown} are unknown, of {}: {missing:?}",
            self.people.len()
        );
        let messages = format!(
            "SELECT count(*), count(DISTINCT recipient_id) FROM campaign_messages WHERE campaign_id = {}",
            self.id
        );
        let rows = self.cluster.nodes[0].rows(&messages);
        let all = self.people.len().to_string();
        assert_eq!(rows[0], [all.clone(), all]);
        note(&format!(
            "campaign to {}: {reached} reached, {unknown} unknown, 0 doubled, 0 left out",
            self.people.len()
        ));
    }
}

/// A list with these numbers, which were found to be good, behind the desks' back.
fn list_of(cluster: &Cluster, company: i64, people: &[String]) -> i64 {
    let node = &cluster.nodes[0];
    let (name, at) = (
        format!("Clientes {}", unique()),
        SystemClock.now().to_rfc3339(),
    );
    node.execute(&format!(
        "INSERT INTO contact_lists (company_id, name, search, created_at, updated_at)
         VALUES ({company}, '{name}', '{name}', '{at}', '{at}')"
    ));
    let list = node.number(&format!(
        "SELECT id FROM contact_lists WHERE company_id = {company} AND name = '{name}'"
    ));
    let rows: Vec<String> = people
        .iter()
        .map(|number| {
            let key = guiche_storage::contacts::one_form(number);
            format!("({company}, {list}, 'Pessoa', '{number}', '{key}', '', '{number}', TRUE, '{at}', '{at}', '{at}')")
        })
        .collect();
    // a command line holds 128 kB
    for some in rows.chunks(500) {
        node.execute(&format!(
            "INSERT INTO contact_list_items (company_id, contact_list_id, name, number, number_key, email, search,
               is_whatsapp_valid, checked_at, created_at, updated_at) VALUES {}",
            some.join(", ")
        ));
    }
    list
}

#[tokio::test]
async fn a_campaign_goes_on_whatever_happens_to_its_node() {
    let Some(cluster) = Cluster::start(2).await else {
        return;
    };
    let (people, blows) = (times(300, 10_000), times(6, 200));
    let run = Run::begin(&cluster, people).await;
    until("its actor shows", async || {
        let mut live = 0;
        for node in &cluster.nodes {
            let measured = node.metrics().await;
            let shows = r#"guiche_actor_live{kind="campaign"} 1"#;
            live += usize::from(measured.lines().any(|line| line == shows));
        }
        live == 1
    })
    .await;
    let mut struck = 0;
    for at in 0..blows {
        run.until_written(people * (at + 1) / (blows + 1)).await;
        let blow = [Blow::Kill, Blow::Freeze, Blow::Lose][at % 3];
        struck += usize::from(run.strike(blow).await);
    }
    run.ends_well().await;
    note(&format!(
        "its node was killed, frozen or lost it {struck} times"
    ));
    assert!(struck * 2 > blows, "it was over too soon: {struck}");
}
