//! `kill -9` at random points while a paired number sends and receives: what the other library opens afterwards tells whether
//! the keys were kept (rule P4).

use std::{
    cell::Cell,
    time::{Duration, Instant},
};

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::time::timeout;

use super::{
    is_long, note,
    peer::Peer,
    support::{Backend, TestDesk, backends, dice::Dice, told, unique, until, until_within},
    world::{Number, Talk, start},
};

/// A desk that has nothing to do is killed too.
const ROUND_MAX: Duration = Duration::from_secs(8);
/// How long the rest may take after the last kill.
const REST_MAX: Duration = Duration::from_mins(4);

/// How much.
struct Plan {
    seed: u64,
    kills: usize,
    numbers: usize,
    chats: usize,
    /// Texts of each customer in a round, and of the desk to each customer in all.
    inbound: usize,
    outbound: usize,
    /// How many times faster than a person the numbers write: as fast as the kills last.
    haste: usize,
}

impl Plan {
    fn now() -> Self {
        let size = |name: &str, short: usize, full: usize| {
            let usual = if is_long() { full } else { short };
            told(name).map_or(usual, |text| text.parse().expect("a number"))
        };
        Self {
            seed: 20_261_126,
            kills: size("GUICHE_FAULTS_KILLS", 4, 60),
            numbers: size("GUICHE_FAULTS_NUMBERS", 1, 3),
            chats: size("GUICHE_FAULTS_CHATS", 3, 4),
            inbound: size("GUICHE_FAULTS_INBOUND", 2, 3),
            outbound: size("GUICHE_FAULTS_TEXTS", 4, 30),
            haste: size("GUICHE_FAULTS_HASTE", 5, 5),
        }
    }
}

/// One conversation with what goes through it.
struct Chat<'n, 'd> {
    number: &'n Number<'d>,
    talk: Talk,
}

impl Chat<'_, '_> {
    fn inbound(&self, round: usize, turn: usize) -> String {
        format!("{} pergunta {round}.{turn}", self.talk.customer)
    }

    fn outbound(&self, turn: usize) -> String {
        format!("{} resposta {turn}", self.talk.customer)
    }

    /// Marina writes, whether the desk is there or not.
    async fn write(&self, turn: usize) {
        let (body, key) = (json!({ "body": self.outbound(turn) }), unique());
        let path = format!("/messages/{}", self.talk.ticket["id"]);
        until_within(REST_MAX, "the desk takes it", async || {
            let marina = self.number.marina().await;
            let tried = marina.try_call(Method::POST, &path, Some(&body), &key);
            tried.await.is_some_and(|answer| answer.status.is_success())
        })
        .await;
    }
}

async fn done(numbers: &[Number<'_>]) -> i64 {
    let each = numbers.iter().map(async |number| {
        let devices = number.devices().await;
        devices
            .iter()
            .filter_map(|it| it["done"].as_i64())
            .sum::<i64>()
    });
    join_all(each).await.into_iter().sum()
}

async fn until_online(numbers: &[Number<'_>]) {
    until_within(REST_MAX, "every number has its line", async || {
        let each = numbers.iter().map(Number::device);
        join_all(each).await.iter().all(|it| it["isOnline"] == true)
    })
    .await;
}

async fn storm(plan: &Plan, desk: &TestDesk, numbers: &[Number<'_>], chats: &[Chat<'_, '_>]) {
    let mut dice = Dice::new(plan.seed);
    let share = chats.len() * (plan.inbound + plan.outbound / plan.kills);
    for round in 0..plan.kills {
        until_online(numbers).await;
        let come = chats.iter().map(async |chat| {
            for turn in 0..plan.inbound {
                let text = json!({ "text": chat.inbound(round, turn) });
                chat.number.says(&chat.talk.customer, text).await;
            }
        });
        // half of it on average, so that the last texts are on their way at the last kill
        let point = dice.below(2 * share as u64 + 2);
        let point = done(numbers).await + i64::try_from(point).expect("small");
        let reached = until("the point is reached", async || {
            done(numbers).await >= point
        });
        let killed = async {
            // a round in which less happens is ended all the same
            let _ = timeout(ROUND_MAX, reached).await;
            desk.kill();
            desk.run().await;
        };
        tokio::join!(join_all(come), killed);
    }
}

/// What became of it all.
#[derive(Debug, Default, PartialEq, Eq)]
struct Verdict {
    lost: Vec<String>,
    doubled: Vec<String>,
    unopened: Vec<String>,
    // the same message came again, and a phone shows it once
    repeated: usize,
    texts: usize,
}

impl Verdict {
    fn count(&mut self, text: String, times: usize) {
        self.texts += 1;
        match times {
            0 => self.lost.push(text),
            1 => {}
            _ => self.doubled.push(text),
        }
    }
}

/// The plain texts among what a phone has got.
pub fn texts_in(got: &[Value]) -> Vec<String> {
    let text = |it: &Value| it["message"]["conversation"].as_str().map(str::to_owned);
    got.iter().filter_map(text).collect()
}

async fn verdict(plan: &Plan, chats: &[Chat<'_, '_>]) -> Verdict {
    let mut verdict = Verdict::default();
    for chat in chats {
        let shown = chat.number.everything(&chat.talk).await;
        for round in 0..plan.kills {
            for turn in 0..plan.inbound {
                let text = chat.inbound(round, turn);
                let times = shown.iter().filter(|it| **it == text).count();
                verdict.count(text, times);
            }
        }
        let got = chat.number.peer.got(&chat.talk.customer).await;
        let texts = texts_in(&got);
        for turn in 0..plan.outbound {
            let text = chat.outbound(turn);
            let times = texts.iter().filter(|it| **it == text).count();
            verdict.count(text, times);
        }
        let more = got.iter().filter_map(|it| it["times"].as_u64());
        verdict.repeated += more
            .map(|times| usize::try_from(times).expect("few") - 1)
            .sum::<usize>();
        for phone in [&chat.talk.customer, &chat.number.digits] {
            let unread = chat.number.peer.unread(phone).await;
            verdict.unopened.extend(unread.iter().map(Value::to_string));
        }
        let device = chat.number.device().await;
        let retries = device["retries"].as_array().expect("a list").clone();
        verdict.unopened.extend(
            retries
                .iter()
                .map(|id| format!("the desk asked again for {id}")),
        );
    }
    verdict
}

async fn kills(backend: Backend, peer: &'static Peer) -> Verdict {
    let plan = Plan::now();
    let haste = plan.haste.to_string();
    let more = [("GUICHE__WHATSAPP__WEB_HASTE", haste.as_str())];
    let desk = start(backend, peer, &more).await;
    let mut numbers = Vec::new();
    for _ in 0..plan.numbers {
        let number = Number::new(&desk, peer).await;
        number.pair().await;
        numbers.push(number);
    }
    // new numbers would write a text in six seconds: after the next start these are not new
    desk.execute("UPDATE connections SET first_connected_at = '2026-01-01T00:00:00+00:00'");
    let mut chats = Vec::new();
    for number in &numbers {
        for _ in 0..plan.chats {
            let talk = number.talk(json!({ "text": "Oi" })).await;
            chats.push(Chat { number, talk });
        }
    }
    let began = Instant::now();
    let writing = chats.iter().map(async |chat| {
        for turn in 0..plan.outbound {
            chat.write(turn).await;
        }
    });
    tokio::join!(storm(&plan, &desk, &numbers, &chats), join_all(writing));
    until_online(&numbers).await;
    until_settled(&plan, &numbers, &chats).await;
    let found = verdict(&plan, &chats).await;
    note(&format!(
        "{backend:?}: seed {}, {} kills in {:.0} s, {} numbers, {} texts: {} lost, {} doubled, {} not opened, {} came again under their id",
        plan.seed,
        plan.kills,
        began.elapsed().as_secs_f64(),
        numbers.len(),
        found.texts,
        found.lost.len(),
        found.doubled.len(),
        found.unopened.len(),
        found.repeated,
    ));
    found
}

/// How much is on its way yet: what is not with the desk or the phones and, when all is there, what is not shown or read.
async fn on_the_way(plan: &Plan, numbers: &[Number<'_>], chats: &[Chat<'_, '_>]) -> usize {
    let asked = plan.kills * plan.inbound;
    let most = chats.len() * (asked + plan.outbound);
    let mut outside = 0;
    for number in numbers {
        outside += number.device().await["waiting"]
            .as_array()
            .map_or(0, Vec::len);
    }
    for chat in chats {
        let got = chat.number.peer.got(&chat.talk.customer).await;
        outside += plan.outbound.saturating_sub(texts_in(&got).len());
    }
    if outside > 0 {
        return most + outside;
    }
    let mut inside = 0;
    for chat in chats {
        let shown = chat.number.everything(&chat.talk).await;
        let questions = shown.iter().filter(|it| it.contains(" pergunta "));
        inside += asked.saturating_sub(questions.count());
        let newest = chat.number.messages(&chat.talk).await;
        let is_open = |it: &&Value| it["fromMe"] == true && it["ack"].as_i64() < Some(3);
        inside += newest.iter().filter(is_open).count();
    }
    inside
}

/// Waits until nothing is on its way any more, or nothing moves for as long as that may take.
async fn until_settled(plan: &Plan, numbers: &[Number<'_>], chats: &[Chat<'_, '_>]) {
    let mut left = usize::MAX;
    while left > 0 {
        let now = Cell::new(left);
        let moved = until_within(REST_MAX * 2, "less is on its way", async || {
            now.set(on_the_way(plan, numbers, chats).await);
            now.get() < left
        });
        // what is missing is named by the verdict
        if timeout(REST_MAX, moved).await.is_err() {
            break;
        }
        left = now.get();
    }
}

#[tokio::test]
async fn kills_lose_nothing_and_leave_nothing_that_cannot_be_opened() {
    // spec: S046 S069
    let Some(peer) = Peer::shared().await else {
        return;
    };
    let each = backends().into_iter().map(|backend| kills(backend, peer));
    // one that fails does not keep the other from its end
    for found in join_all(each).await {
        let clean = Verdict {
            repeated: found.repeated,
            texts: found.texts,
            ..Verdict::default()
        };
        assert_eq!(found, clean);
    }
}
