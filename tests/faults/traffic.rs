//! Customers and an attendant who write all the time: what they wrote is known, however often the desk is killed.

use std::{
    collections::{HashMap, HashSet},
    time::Duration,
};

use reqwest::Method;
use serde_json::json;
use tokio::sync::Semaphore;

use super::{
    account::Account,
    provider::Provider,
    support::{Line, TestDesk, connection, unique, until_within},
};

/// Requests of attendants under way at once.
const HANDS: usize = 16;

/// Thousands of tickets are there after this.
const TICKETS_MAX: Duration = Duration::from_mins(10);

/// How a number tells what became of a send.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// The same id is sent once: the simulator, whose phones are in the desk's own database.
    A,
    /// Statuses bring the intent back.
    B,
    /// Nothing comes.
    C,
}

/// A number of the desk.
pub struct Wire {
    pub class: Class,
    pub connection: i64,
    /// At the stub's; `None` is the simulator.
    pub line: Option<Line>,
}

/// A customer and his open ticket.
#[derive(Debug, Clone)]
pub struct Chat {
    pub wire: usize,
    pub number: String,
    pub ticket: i64,
}

/// Everybody who writes.
pub struct Traffic<'d> {
    pub desk: &'d TestDesk,
    pub provider: &'d Provider,
    pub account: Account<'d>,
    pub wires: Vec<Wire>,
    pub chats: Vec<Chat>,
    /// Texts of the attendant in each chat.
    pub per_chat: usize,
    /// What the attendant may still send.
    quota: Semaphore,
    /// A word that only this run's keys have.
    pub word: String,
}

impl<'d> Traffic<'d> {
    /// Opens `chats` tickets over the given numbers, one after another.
    pub async fn open(
        desk: &'d TestDesk,
        provider: &'d Provider,
        classes: &[Class],
        chats: usize,
        per_chat: usize,
    ) -> Self {
        let mut traffic = Self {
            desk,
            provider,
            account: Account::of(desk).await,
            wires: Vec::new(),
            chats: Vec::new(),
            per_chat,
            quota: Semaphore::new(0),
            word: unique(),
        };
        for (seed, class) in (1..).zip(classes) {
            traffic.wires.push(wire(desk, provider, *class, seed).await);
        }
        for at in 0..chats {
            let wire = at % traffic.wires.len();
            let number = format!("55219{:08}", 10_000_000 + at);
            traffic.chats.push(Chat {
                wire,
                number,
                ticket: 0,
            });
        }
        traffic.greet().await;
        traffic.accept().await;
        traffic
    }

    /// Each customer writes for the first time.
    async fn greet(&self) {
        for (place, wire) in self.wires.iter().enumerate() {
            let mine = self.chats.iter().filter(|chat| chat.wire == place);
            let said: Vec<_> = mine
                .map(|chat| (chat.number.clone(), "Oi".to_owned()))
                .collect();
            match &wire.line {
                Some(line) => self.provider.say(line, &said).await,
                None => {
                    for (number, body) in said {
                        self.desk
                            .say(wire.connection, &number, "Cliente", &body)
                            .await;
                    }
                }
            }
        }
        self.provider.until_all_taken().await;
    }

    /// The administrator takes every ticket.
    async fn accept(&mut self) {
        let tickets = tokio::sync::Mutex::new(HashMap::new());
        until_within(TICKETS_MAX, "every customer has a ticket", async || {
            let mut cursor = String::new();
            loop {
                let path = format!("/tickets?status=pending&showAll=true&cursor={cursor}");
                let page = self.account.insist(Method::GET, &path, None, "").await;
                let mut tickets = tickets.lock().await;
                for ticket in page["tickets"].as_array().expect("tickets") {
                    let number = ticket["contact"]["number"].as_str().expect("a number");
                    tickets.insert(number.to_owned(), ticket["id"].as_i64().expect("an id"));
                }
                match page["nextCursor"].as_str() {
                    Some(next) if page["hasMore"] == true => next.clone_into(&mut cursor),
                    _ => break,
                }
            }
            let tickets = tickets.lock().await;
            self.chats
                .iter()
                .all(|chat| tickets.contains_key(&chat.number))
        })
        .await;
        let tickets = tickets.into_inner();
        for chat in &mut self.chats {
            chat.ticket = tickets[&chat.number];
        }
        let accept = json!({ "status": "open", "userId": self.account.id().await });
        let hands = (0..HANDS).map(async |hand| {
            for chat in self.chats.iter().skip(hand).step_by(HANDS) {
                let path = format!("/tickets/{}", chat.ticket);
                self.account
                    .insist(Method::PUT, &path, Some(&accept), "")
                    .await;
            }
        });
        futures_util::future::join_all(hands).await;
    }

    /// Texts that the attendant sends altogether.
    pub fn outbound(&self) -> usize {
        self.chats.len() * self.per_chat
    }

    /// The attendant's text in a chat.
    pub fn text(&self, chat: usize, at: usize) -> String {
        format!("{} {chat} {at}", self.word)
    }

    /// Chat and place of a text of this run's.
    pub fn place_of(&self, text: &str) -> Option<(usize, usize)> {
        let (chat, at) = text.strip_prefix(&self.word)?.trim().split_once(' ')?;
        Some((chat.parse().ok()?, at.parse().ok()?))
    }

    /// Lets the attendant send so many more.
    pub fn allow(&self, more: usize) {
        self.quota.add_permits(more);
    }

    /// The customers write: text number `at` of the run, in turn over the chats that the stub brings.
    pub async fn say(&self, range: std::ops::Range<usize>) {
        let mut by_wire: HashMap<usize, Vec<(String, String)>> = HashMap::new();
        let told: Vec<_> = self
            .chats
            .iter()
            .filter(|chat| self.wires[chat.wire].line.is_some())
            .collect();
        for at in range {
            let chat = told[at % told.len()];
            let said = (chat.number.clone(), format!("in {} {at}", self.word));
            by_wire.entry(chat.wire).or_default().push(said);
        }
        for (wire, said) in by_wire {
            let line = self.wires[wire].line.as_ref().expect("at the stub's");
            self.provider.say(line, &said).await;
        }
    }

    /// The attendant sends everything, each chat in order, as far as the quota goes.
    pub async fn send_all(&self) {
        let hands = (0..HANDS).map(async |hand| {
            for at in 0..self.per_chat {
                for chat in (hand..self.chats.len()).step_by(HANDS) {
                    self.quota.acquire().await.expect("open").forget();
                    let text = self.text(chat, at);
                    let path = format!("/messages/{}", self.chats[chat].ticket);
                    let body = json!({ "body": text });
                    self.account
                        .insist(Method::POST, &path, Some(&body), &text)
                        .await;
                }
            }
        });
        futures_util::future::join_all(hands).await;
    }

    /// What really reached the customers of a number, oldest first: who and what.
    pub async fn effects(&self, wire: &Wire) -> Vec<(String, String)> {
        if let Some(line) = &wire.line {
            let ledger = self.provider.ledger(line).await;
            let intents: HashSet<_> = ledger.effects.iter().map(|it| &it.intent).collect();
            assert_eq!(
                intents.len(),
                ledger.effects.len(),
                "an intent had two effects"
            );
            ledger
                .effects
                .into_iter()
                .map(|it| (it.to, it.body))
                .collect()
        } else {
            // its page of what was sent ends after 500
            let sql = format!(
                "SELECT number, body FROM simulator_messages
                 WHERE connection_id = {} AND NOT incoming AND body LIKE '{}%' ORDER BY id",
                wire.connection, self.word
            );
            let rows = self.desk.rows(&sql).into_iter();
            rows.map(|row| (row[0].clone(), row[1].clone())).collect()
        }
    }
}

async fn wire(desk: &TestDesk, provider: &Provider, class: Class, seed: u64) -> Wire {
    if class == Class::A {
        let session = desk.session(super::account::ADMIN).await;
        let connection = connection(&session, "Matriz").await;
        return Wire {
            class,
            connection,
            line: None,
        };
    }
    let line = provider.line(desk, class == Class::B, seed).await;
    Wire {
        class,
        connection: line.connection,
        line: Some(line),
    }
}
