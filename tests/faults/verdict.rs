//! What really happened against what the desk believes: the invariants I1 to I5 of rule P4.

use std::{
    collections::{BTreeMap, HashMap},
    fmt,
    time::Duration,
};

use super::{
    support::{Backend, TestDesk, until_within},
    traffic::{Class, Traffic, Wire},
};

/// Nothing is on its way for so long without anything happening.
const STUCK: Duration = Duration::from_mins(1);

/// The figures of a run in which every invariant held.
#[derive(Debug, Default)]
pub struct Found {
    outbound: usize,
    inbound: usize,
    accepted: usize,
    doubts: usize,
    unknown_sent: usize,
    unknown_not_sent: usize,
    /// Sends that were refused with 429 and sent again.
    too_fast: u64,
    requests: BTreeMap<u16, u64>,
    webhooks: BTreeMap<u16, u64>,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} outbound ({} accepted, 0 lost, 0 with two effects), {} inbound (each once, in order); {} sends in doubt \
             after a kill, never two of a number; left for a person {} ({} of them had gone out); {} sends refused \
             with 429 first; answers to the attendant {:?}, to webhooks {:?}",
            self.outbound,
            self.accepted,
            self.inbound,
            self.doubts,
            self.unknown_sent + self.unknown_not_sent,
            self.unknown_sent,
            self.too_fast,
            self.requests,
            self.webhooks,
        )
    }
}

/// What is still on its way inside the desk.
fn unfinished(traffic: &Traffic<'_>) -> i64 {
    let on_the_way = "SELECT (SELECT COUNT(*) FROM outbox WHERE state IN ('queued', 'attempting'))
                           + (SELECT COUNT(*) FROM inbox WHERE state = 'new')";
    traffic.desk.number(on_the_way)
}

/// Waits until everything that was begun has ended: something of it ends at least once a minute (invariant I3).
pub async fn until_finished(traffic: &Traffic<'_>) {
    let mut left = unfinished(traffic);
    while left > 0 {
        let what = format!("something ends of the {left} that are left");
        until_within(STUCK, &what, async || unfinished(traffic) < left).await;
        left = unfinished(traffic);
    }
}

/// Checks everything; panics where something is wrong.
pub async fn of(traffic: &Traffic<'_>, inbound: usize) -> Found {
    let mut found = Found {
        outbound: traffic.outbound(),
        requests: traffic.account.answers.lock().expect("no panic").clone(),
        ..Found::default()
    };
    let states = states(traffic);
    assert_eq!(
        states.len(),
        traffic.outbound(),
        "each accepted request is stored once"
    );
    for (place, wire) in traffic.wires.iter().enumerate() {
        outbound_of(traffic, (place, wire), &states, &mut found).await;
        inbound_of(traffic, wire, &mut found).await;
    }
    let greetings = traffic
        .chats
        .iter()
        .filter(|chat| traffic.wires[chat.wire].line.is_some());
    assert_eq!(
        found.inbound,
        inbound + greetings.count(),
        "every event that was taken"
    );
    doubts(traffic, &mut found);
    let left = traffic
        .desk
        .rows("SELECT state, COUNT(*) FROM inbox WHERE state <> 'done' GROUP BY state");
    assert!(left.is_empty(), "left in the inbox: {left:?}");
    tables_are_sound(traffic.desk);
    found
}

/// How each text of the attendant stands, in the outbox and on the screen.
fn states(traffic: &Traffic<'_>) -> HashMap<(usize, usize), String> {
    let rows = traffic.desk.rows(&format!(
        "SELECT m.body, o.state, m.send_state, m.client_id FROM messages m
         LEFT JOIN outbox o ON o.company_id = m.company_id AND o.message_id = m.id
         WHERE m.client_id LIKE '{}%' ORDER BY m.id",
        traffic.word
    ));
    let mut states = HashMap::new();
    for row in rows {
        assert_eq!(row[1], row[2], "outbox and message of {}", row[0]);
        assert_eq!(row[0], row[3], "the text of its key");
        let place = traffic.place_of(&row[0]).expect("a text of this run");
        let before = states.insert(place, row[1].clone());
        assert_eq!(before, None, "{} is stored twice", row[0]);
    }
    states
}

async fn outbound_of(
    traffic: &Traffic<'_>,
    (place, wire): (usize, &Wire),
    states: &HashMap<(usize, usize), String>,
    found: &mut Found,
) {
    let mut effects: HashMap<(usize, usize), usize> = HashMap::new();
    let mut last: HashMap<usize, usize> = HashMap::new();
    for (to, body) in traffic.effects(wire).await {
        let Some((chat, at)) = traffic.place_of(&body) else {
            continue;
        };
        assert_eq!(
            traffic.chats[chat].number, to,
            "{body} reached somebody else"
        );
        *effects.entry((chat, at)).or_default() += 1;
        let before = last.insert(chat, at);
        assert!(before < Some(at), "{body} came after {before:?}");
    }
    let mine = states
        .iter()
        .filter(|((chat, _), _)| traffic.chats[*chat].wire == place);
    for (text, state) in mine {
        let count = effects.get(text).copied().unwrap_or_default();
        assert!(count < 2, "{text:?} had {count} effects");
        match (state.as_str(), count, wire.class) {
            ("accepted", 1, _) => found.accepted += 1,
            ("unknown", 1, Class::C) => found.unknown_sent += 1,
            ("unknown", 0, Class::B | Class::C) => found.unknown_not_sent += 1,
            _ => panic!(
                "{text:?} is {state} with {count} effects, class {:?}",
                wire.class
            ),
        }
    }
}

async fn inbound_of(traffic: &Traffic<'_>, wire: &Wire, found: &mut Found) {
    let Some(line) = &wire.line else { return };
    let ledger = traffic.provider.ledger(line).await;
    assert_eq!(ledger.fooled, 0, "a forged webhook was taken");
    found.too_fast += ledger.answers.get("429").copied().unwrap_or_default();
    for (status, count) in &ledger.webhooks {
        assert!(
            [0, 200, 503].contains(status),
            "a webhook was answered {status}"
        );
        *found.webhooks.entry(*status).or_default() += count;
    }
    assert!(ledger.told.iter().all(|told| told.taken));
    let rows = traffic.desk.rows(&format!(
        "SELECT m.provider_id, c.number, m.body FROM messages m
         JOIN contacts c ON c.company_id = m.company_id AND c.id = m.contact_id
         WHERE NOT m.from_me AND m.connection_id = {} ORDER BY m.id",
        wire.connection
    ));
    assert_eq!(
        rows.len(),
        ledger.told.len(),
        "every event once, and no other"
    );
    let by_chat = |of: Vec<(String, String, String)>| {
        let mut chats: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
        for (id, chat, body) in of {
            chats.entry(chat).or_default().push((id, body));
        }
        chats
    };
    let shown = rows
        .into_iter()
        .map(|row| (row[0].clone(), row[1].clone(), row[2].clone()));
    let told = ledger
        .told
        .iter()
        .map(|told| (told.wamid.clone(), told.chat.clone(), told.body.clone()));
    assert_eq!(
        by_chat(shown.collect()),
        by_chat(told.collect()),
        "each chat in its order"
    );
    found.inbound += ledger.told.len();
}

/// Each restart says in the log how many sends it found in doubt.
fn doubts(traffic: &Traffic<'_>, found: &mut Found) {
    let log = traffic.desk.log();
    assert!(!log.contains("panicked"), "something panicked");
    for line in log
        .lines()
        .filter(|line| line.contains("sends of an earlier owner were settled"))
    {
        let of = |name: &str| {
            let value = line
                .split(name)
                .nth(1)
                .and_then(|rest| rest.split_whitespace().next());
            value
                .unwrap_or_else(|| panic!("no {name} in {line}"))
                .to_owned()
        };
        if of("resend=") == "false" {
            assert_eq!(
                of("swept="),
                "1",
                "at most one send of a number is in doubt after a kill"
            );
            found.doubts += 1;
        }
    }
    assert!(
        found.doubts >= found.unknown_sent + found.unknown_not_sent,
        "a doubt without a kill"
    );
}

/// The tables are sound: no gap in the events, one open ticket a contact, no damage.
pub fn tables_are_sound(desk: &TestDesk) {
    let gaps = desk.rows(
        "SELECT e.company_id, COUNT(*), MIN(e.seq), MAX(e.seq), MAX(s.seq) FROM events e
         JOIN company_sequences s ON s.company_id = e.company_id GROUP BY e.company_id
         HAVING COUNT(*) <> MAX(e.seq) - MIN(e.seq) + 1 OR MAX(e.seq) <> MAX(s.seq)",
    );
    assert!(gaps.is_empty(), "gaps in the events: {gaps:?}");
    let twice = desk.rows(
        "SELECT contact_id FROM tickets WHERE status IN ('open', 'pending', 'lead') GROUP BY contact_id HAVING COUNT(*) > 1",
    );
    assert!(
        twice.is_empty(),
        "contacts with two open tickets: {twice:?}"
    );
    if desk.backend == Backend::Sqlite {
        assert_eq!(desk.rows("PRAGMA integrity_check"), [["ok"]]);
        assert!(desk.rows("PRAGMA foreign_key_check").is_empty());
    }
}
