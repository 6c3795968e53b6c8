//! Every way in which a provider can answer badly (rule P1): what certainly did not happen is sent again, what
//! nobody can know is never sent again.

use std::time::Duration;

use reqwest::Method;
use serde_json::json;

use super::{
    note,
    provider::Provider,
    stub::Knobs,
    support::{Backend, TestDesk, backends, until, until_within},
    traffic::{Class, Traffic},
};

/// Each time, for certain.
const ALWAYS: u64 = 1000;
/// A send that is refused again and again is through after this.
const PHASE_MAX: Duration = Duration::from_mins(3);
/// Texts of each phase in each chat.
const TEXTS: usize = 2;

/// A bad answer, and what becomes of a text.
#[derive(Clone)]
struct Phase {
    what: &'static str,
    knobs: Knobs,
    /// How often a text reaches the customer.
    effects: usize,
    /// Where statuses come, and where not.
    states: (&'static str, &'static str),
}

fn phase_of(
    what: &'static str,
    effects: usize,
    states: (&'static str, &'static str),
    knobs: Knobs,
) -> Phase {
    Phase {
        what,
        knobs,
        effects,
        states,
    }
}

/// Calls of which nobody knows what became.
fn doubts() -> Vec<Phase> {
    let none = Knobs::default();
    let (doubt, lost) = (("accepted", "unknown"), ("unknown", "unknown"));
    let late = Knobs {
        effect_then_500: ALWAYS,
        late_ms_max: 300,
        ..none
    };
    let reset = Knobs {
        effect_then_reset: ALWAYS,
        shuffle: true,
        ..none
    };
    vec![
        phase_of("sent, then 500", 1, doubt, late),
        phase_of("sent, then reset", 1, doubt, reset),
        phase_of(
            "not sent, 500",
            0,
            lost,
            Knobs {
                no_effect_500: ALWAYS,
                ..none
            },
        ),
        phase_of(
            "not sent, reset",
            0,
            lost,
            Knobs {
                no_effect_reset: ALWAYS,
                ..none
            },
        ),
    ]
}

/// Calls that end well.
fn certainties() -> Vec<Phase> {
    let fine = ("accepted", "accepted");
    let bursts = Knobs {
        too_many: 150,
        too_many_burst: 2,
        retry_after: 1,
        duplicates: 500,
        ..Knobs::default()
    };
    let weather = Knobs {
        slow_ms_max: 50,
        duplicates: ALWAYS,
        shuffle: true,
        late_ms_max: 800,
        forged: ALWAYS,
        ..Knobs::default()
    };
    vec![
        phase_of("429 in bursts", 1, fine, bursts),
        phase_of(
            "slow, statuses twice, late, shuffled, forged",
            1,
            fine,
            weather,
        ),
    ]
}

async fn phase(traffic: &Traffic<'_>, place: usize, phase: &Phase) {
    for wire in &traffic.wires {
        let line = wire.line.as_ref().expect("at the stub's");
        traffic.provider.knobs(line, phase.knobs).await;
    }
    let begun = place * TEXTS;
    for at in begun..begun + TEXTS {
        for chat in 0..traffic.chats.len() {
            let text = traffic.text(chat, at);
            let path = format!("/messages/{}", traffic.chats[chat].ticket);
            let body = json!({ "body": text });
            traffic
                .account
                .insist(Method::POST, &path, Some(&body), &text)
                .await;
        }
    }
    let state = |chat: usize, at: usize| {
        let text = traffic.text(chat, at);
        let rows = traffic.desk.rows(&format!(
            "SELECT send_state FROM messages WHERE client_id = '{text}'"
        ));
        rows[0][0].clone()
    };
    for chat in 0..traffic.chats.len() {
        let wire = &traffic.wires[traffic.chats[chat].wire];
        let expected = if wire.class == Class::B {
            phase.states.0
        } else {
            phase.states.1
        };
        for at in begun..begun + TEXTS {
            let what = format!("{}: class {:?} is {expected}", phase.what, wire.class);
            until_within(PHASE_MAX, &what, async || state(chat, at) == expected).await;
            let text = traffic.text(chat, at);
            let effects = traffic.effects(wire).await;
            let effects = effects.iter().filter(|(_, body)| *body == text).count();
            assert_eq!(effects, phase.effects, "{}", phase.what);
        }
    }
    traffic.provider.until_all_taken().await;
    note(&format!(
        "{:?}: {}: as promised",
        traffic.desk.backend, phase.what
    ));
}

async fn answers(backend: Backend) {
    let provider = Provider::start().await;
    let extra = [
        ("GUICHE__WHATSAPP__GRAPH_URL", provider.url.as_str()),
        ("GUICHE__WHATSAPP__REST_SECONDS", "0"),
    ];
    let desk = TestDesk::start(backend, &extra).await;
    let phases = [doubts(), certainties()].concat();
    let texts = phases.len() * TEXTS;
    let traffic = Traffic::open(&desk, &provider, &[Class::B, Class::C], 4, texts).await;
    for (place, it) in phases.iter().enumerate() {
        phase(&traffic, place, it).await;
    }
    for wire in &traffic.wires {
        let ledger = provider
            .ledger(wire.line.as_ref().expect("at the stub's"))
            .await;
        assert_eq!(ledger.fooled, 0, "a forged webhook was taken");
        assert!(
            ledger.webhooks.keys().all(|status| *status == 200),
            "{:?}",
            ledger.webhooks
        );
    }
}

#[tokio::test]
async fn no_bad_answer_makes_a_double() {
    // spec: S046
    let each = backends().into_iter().map(answers);
    futures_util::future::join_all(each).await;
}

#[tokio::test]
async fn a_provider_that_never_answers_leaves_a_doubt_and_holds_up_only_its_number() {
    let provider = Provider::start().await;
    let extra = [("GUICHE__WHATSAPP__GRAPH_URL", provider.url.as_str())];
    let desk = TestDesk::start(Backend::Sqlite, &extra).await;
    let traffic = Traffic::open(&desk, &provider, &[Class::C, Class::B], 2, 1).await;
    let silent = Knobs {
        effect_then_hang: ALWAYS,
        ..Knobs::default()
    };
    let line = traffic.wires[0].line.as_ref().expect("at the stub's");
    provider.knobs(line, silent).await;
    traffic.allow(traffic.outbound());
    traffic.send_all().await;
    let state = |chat: usize| {
        let text = traffic.text(chat, 0);
        desk.rows(&format!(
            "SELECT send_state FROM messages WHERE client_id = '{text}'"
        ))[0][0]
            .clone()
    };
    until("the other number sends", async || state(1) == "accepted").await;
    assert_eq!(state(0), "queued");
    until("the silent one is in doubt", async || state(0) == "unknown").await;
    assert_eq!(traffic.effects(&traffic.wires[0]).await.len(), 1);
}

#[tokio::test]
async fn a_number_whose_provider_fails_rests_and_keeps_the_rest_of_its_messages() {
    // spec: S120
    let provider = Provider::start().await;
    let extra = [
        ("GUICHE__WHATSAPP__GRAPH_URL", provider.url.as_str()),
        ("GUICHE__WHATSAPP__REST_SECONDS", "2"),
    ];
    let desk = TestDesk::start(Backend::Sqlite, &extra).await;
    let traffic = Traffic::open(&desk, &provider, &[Class::C], 1, 20).await;
    let line = traffic.wires[0].line.as_ref().expect("at the stub's");
    let failing = Knobs {
        no_effect_500: ALWAYS,
        ..Knobs::default()
    };
    provider.knobs(line, failing).await;
    traffic.allow(traffic.outbound());
    traffic.send_all().await;
    let amount = |state: &str| {
        let found = desk.rows(&format!(
            "SELECT COUNT(*) FROM messages WHERE send_state = '{state}' AND client_id LIKE '{}%'",
            traffic.word
        ));
        found[0][0].parse::<usize>().expect("a number")
    };
    until("the number rests", async || {
        desk.log().contains("its number rests")
    })
    .await;
    provider.knobs(line, Knobs::default()).await;
    until("the others are sent", async || amount("queued") == 0).await;
    // three sends brought the rest, some of which may be read marks; a try at its end may have met the failing provider
    let doubts = amount("unknown");
    assert!((1..=5).contains(&doubts), "{doubts}");
    let effects = traffic.effects(&traffic.wires[0]).await;
    let is_text = |(_, body): &&(String, String)| body.starts_with(&traffic.word);
    let sent = effects.iter().filter(is_text).count();
    assert_eq!(sent, traffic.outbound() - doubts);
    assert_eq!(amount("accepted"), sent);
}

#[tokio::test]
async fn a_number_that_starts_anew_remembers_how_much_one_person_got() {
    let provider = Provider::start().await;
    let extra = [("GUICHE__WHATSAPP__GRAPH_URL", provider.url.as_str())];
    let desk = TestDesk::start(Backend::Sqlite, &extra).await;
    // 45 in a row, then one in 6 seconds
    let traffic = Traffic::open(&desk, &provider, &[Class::B], 1, 60).await;
    let killing = async {
        traffic.allow(45);
        until("the burst is through", async || {
            traffic.effects(&traffic.wires[0]).await.len() == 45
        })
        .await;
        desk.kill();
        desk.run().await;
        traffic.allow(15);
        // where it had forgotten, each would go as soon as it is written
        let waiting = "SELECT COUNT(*) FROM outbox WHERE state = 'queued'";
        until("one goes and the next ones wait", async || {
            traffic.effects(&traffic.wires[0]).await.len() > 45 && desk.number(waiting) > 10
        })
        .await;
    };
    tokio::join!(killing, traffic.send_all());
}
