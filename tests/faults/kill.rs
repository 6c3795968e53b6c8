//! `kill -9` at random points, with messages in both directions all the time (rule P4, first two rows).

use std::time::{Duration, Instant};

use tokio::time::timeout;

use super::{
    browser::Browser,
    dice::Dice,
    is_long,
    menus::Newcomers,
    note,
    provider::Provider,
    size,
    stub::Knobs,
    support::{Backend, TestDesk, backends, until},
    traffic::{Class, Traffic},
    verdict,
};

/// A desk that has nothing to do is killed too.
const ROUND_MAX: Duration = Duration::from_secs(3);
/// Web-socket conversations that a browser looks at meanwhile.
const LOOKED_AT: usize = 4;

/// How much.
struct Plan {
    seed: u64,
    kills: usize,
    chats: usize,
    per_chat: usize,
    inbound: usize,
}

impl Plan {
    fn now() -> Self {
        let long = is_long();
        let of = |name: &str, short: u64, full: u64| {
            let usual = if long { full } else { short };
            usize::try_from(size(name, usual)).expect("small")
        };
        Self {
            seed: size("GUICHE_FAULTS_SEED", 20_261_121),
            kills: of("GUICHE_FAULTS_KILLS", 15, 1_000),
            chats: of("GUICHE_FAULTS_CHATS", 36, 2_500),
            per_chat: of("GUICHE_FAULTS_TEXTS", 10, 40),
            inbound: of("GUICHE_FAULTS_INBOUND", 360, 100_000),
        }
    }
}

/// Statuses twice and in any order and late, webhooks twice and forged, and now and then "too fast".
const WEATHER: Knobs = Knobs {
    effect_then_500: 0,
    effect_then_hang: 0,
    effect_then_reset: 0,
    no_effect_500: 0,
    no_effect_reset: 0,
    too_many: 2,
    too_many_burst: 3,
    retry_after: 1,
    slow_ms_max: 4,
    duplicates: 30,
    shuffle: true,
    late_ms_max: 1_500,
    forged: 20,
};

async fn kills(backend: Backend) {
    let plan = Plan::now();
    let provider = Provider::start().await;
    let desk = TestDesk::start(backend, &[("GUICHE__WHATSAPP__GRAPH_URL", &provider.url)]).await;
    let classes = [[Class::B; 7].as_slice(), &[Class::C, Class::A]].concat();
    desk.open().await;
    let mut newcomers = Newcomers::default();
    let traffic = Traffic::open(&desk, &provider, &classes, plan.chats, plan.per_chat).await;
    Newcomers::expect(&traffic);
    for wire in &traffic.wires {
        if let Some(line) = &wire.line {
            provider.knobs(line, WEATHER).await;
        }
    }
    let watched: Vec<i64> = traffic
        .chats
        .iter()
        .take(LOOKED_AT)
        .map(|chat| chat.ticket)
        .collect();
    let browser = Browser::new(&desk, &traffic.account, watched);
    let started = Instant::now();
    let storm = async {
        let restarts = storm(&plan, &traffic, &mut newcomers).await;
        browser.stop();
        restarts
    };
    let (restarts, resumed) = tokio::join!(storm, browser.live());
    let took = started.elapsed();
    let found = verdict::of(&traffic, plan.inbound + newcomers.told(&traffic)).await;
    newcomers.check(&traffic).await;
    browser.compare(resumed).await;
    let (mut slowest, all) = (Duration::ZERO, restarts.len());
    for restart in &restarts {
        slowest = slowest.max(*restart);
    }
    let mean = restarts.iter().sum::<Duration>() / u32::try_from(all.max(1)).expect("small");
    note(&format!(
        "{backend:?}: seed {}, {all} kills in {:.0} s, {found}; restart {} ms on average, {} ms at most",
        plan.seed,
        took.as_secs_f64(),
        mean.as_millis(),
        slowest.as_millis(),
    ));
}

/// Sends, receives and kills; ends when everything has ended. Answers how long each start took.
async fn storm(plan: &Plan, traffic: &Traffic<'_>, newcomers: &mut Newcomers) -> Vec<Duration> {
    let killing = async {
        let mut dice = Dice::new(plan.seed);
        let mut restarts = Vec::with_capacity(plan.kills);
        for round in 0..plan.kills {
            let share = |all: usize| (all * round / plan.kills)..(all * (round + 1) / plan.kills);
            let (out, inn) = (share(traffic.outbound()), share(plan.inbound));
            let point = dice.below((out.len() + inn.len()) as u64 + 1);
            let point = traffic.provider.done().await + point;
            traffic.allow(out.len());
            newcomers.come(traffic).await;
            traffic.say(inn).await;
            let reached = async || traffic.provider.done().await >= point;
            // a round in which less happens is ended all the same
            let _ = timeout(ROUND_MAX, until("the point is reached", reached)).await;
            traffic.provider.let_some_happen(&mut dice).await;
            traffic.desk.kill();
            let killed = Instant::now();
            traffic.desk.run().await;
            restarts.push(killed.elapsed());
            if is_long() && round % 100 == 99 {
                note(&format!("{:?}: {} kills", traffic.desk.backend, round + 1));
            }
        }
        restarts
    };
    let (restarts, ()) = tokio::join!(killing, traffic.send_all());
    for wire in &traffic.wires {
        if let Some(line) = &wire.line {
            traffic.provider.knobs(line, Knobs::default()).await;
        }
    }
    traffic.provider.until_all_taken().await;
    verdict::until_finished(traffic).await;
    // a send that ended last has its statuses to come
    traffic.provider.until_all_taken().await;
    verdict::until_finished(traffic).await;
    restarts
}

#[tokio::test]
async fn kills_lose_nothing_and_send_nothing_twice() {
    // spec: S046 S069
    let each = backends().into_iter().map(kills);
    futures_util::future::join_all(each).await;
}
