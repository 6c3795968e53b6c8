//! Customers who write for the first time while the desk is killed: the bot answers each with one menu, stored once and
//! sent once at most.

use std::collections::HashMap;

use super::{
    support::TestDesk,
    traffic::{Class, Traffic, Wire},
};

/// Begins the list of a menu.
const LIST: &str = "[ 1 ] - ";

/// Customers, by the place of the number that they write to.
#[derive(Debug, Default)]
pub struct Newcomers(Vec<(usize, String)>);

impl Newcomers {
    /// Gives every number the company's queues, so that it has a menu.
    pub fn expect(traffic: &Traffic<'_>) {
        for wire in &traffic.wires {
            traffic.desk.execute(&format!(
                "INSERT INTO connection_queues (company_id, connection_id, queue_id)
                 SELECT q.company_id, w.id, q.id FROM connections w JOIN queues q ON q.company_id = w.company_id
                 WHERE w.id = {} ON CONFLICT DO NOTHING",
                wire.connection
            ));
        }
    }

    /// One more customer writes to each number.
    pub async fn come(&mut self, traffic: &Traffic<'_>) {
        for (place, wire) in traffic.wires.iter().enumerate() {
            let number = format!("55319{:08}", 10_000_000 + self.0.len());
            let said = (number.clone(), "Oi".to_owned());
            if let Some(line) = &wire.line {
                traffic.provider.say(line, &[said]).await;
            } else {
                let desk = traffic.desk;
                desk.say(wire.connection, &number, "Novo", "Oi").await;
            }
            self.0.push((place, number));
        }
    }

    /// How many of them the provider has told of.
    pub fn told(&self, traffic: &Traffic<'_>) -> usize {
        let by_line = self
            .0
            .iter()
            .filter(|(place, _)| traffic.wires[*place].line.is_some());
        by_line.count()
    }

    /// Each of them was answered with one menu: no menu twice, none missing.
    pub async fn check(&self, traffic: &Traffic<'_>) {
        let stored = stored(traffic.desk);
        for (place, wire) in traffic.wires.iter().enumerate() {
            let effects = effects(traffic, wire).await;
            for (_, number) in self.0.iter().filter(|(at, _)| *at == place) {
                let states = stored.get(number).map_or(&[][..], Vec::as_slice);
                let [state] = states else {
                    panic!("{number} was answered with {states:?}");
                };
                let count = effects.get(number).copied().unwrap_or_default();
                let is_right = match (state.as_str(), wire.class) {
                    ("accepted", _) => count == 1,
                    ("unknown", Class::C) => count < 2,
                    ("unknown", Class::B) => count == 0,
                    _ => false,
                };
                assert!(
                    is_right,
                    "the menu of {number} is {state} with {count} effects"
                );
            }
        }
    }
}

/// How the menus of each customer stand.
fn stored(desk: &TestDesk) -> HashMap<String, Vec<String>> {
    let rows = desk.rows(
        "SELECT c.number, m.send_state FROM messages m
         JOIN contacts c ON c.company_id = m.company_id AND c.id = m.contact_id
         WHERE m.author = 'bot' AND m.body LIKE '%[ 1 ] - %' ORDER BY m.id",
    );
    let mut stored: HashMap<String, Vec<String>> = HashMap::new();
    for row in rows {
        stored
            .entry(row[0].clone())
            .or_default()
            .push(row[1].clone());
    }
    stored
}

/// How many menus reached each customer of a number.
async fn effects(traffic: &Traffic<'_>, wire: &Wire) -> HashMap<String, usize> {
    let mut effects: HashMap<String, usize> = HashMap::new();
    if wire.line.is_some() {
        for (to, body) in traffic.effects(wire).await {
            if body.contains(LIST) || body.contains("Escolha") {
                *effects.entry(to).or_default() += 1;
            }
        }
        return effects;
    }
    // rows of several lines are no rows of the tool
    let rows = traffic.desk.rows(&format!(
        "SELECT number, COUNT(*) FROM simulator_messages
         WHERE connection_id = {} AND NOT incoming AND body LIKE '%{LIST}%' GROUP BY number",
        wire.connection
    ));
    for row in rows {
        effects.insert(row[0].clone(), row[1].parse().expect("a count"));
    }
    effects
}
