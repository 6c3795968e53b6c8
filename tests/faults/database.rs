//! A database that is slow, silent or gone: 503 in time, nothing lost, and back by itself.

use std::time::{Duration, Instant};

use reqwest::{Method, StatusCode};

use super::{
    account::Account,
    browser::Browser,
    note,
    provider::Provider,
    proxy::{Proxy, Wire},
    support::{Backend, Session, TestDesk, backends, until},
    traffic::{Class, Traffic},
    verdict,
};

/// An answer without a database comes within this.
const ANSWER_MAX: Duration = Duration::from_secs(9);
/// The desk is as before so long after its database.
const BACK_MAX: Duration = Duration::from_secs(10);
/// Commits in a row whose answers are lost.
const UNHEARD: u64 = 20;

/// A desk on `PostgreSQL` with a wire in between; `None` where there is no `PostgreSQL`.
async fn desk_on_a_wire(provider: &Provider) -> Option<(TestDesk, Proxy)> {
    if !backends().contains(&Backend::Postgres) {
        note("slow and missing databases were left out: there is no PostgreSQL");
        return None;
    }
    let extra = [("GUICHE__WHATSAPP__GRAPH_URL", provider.url.as_str())];
    let mut desk = TestDesk::prepare(Backend::Postgres, &extra);
    let url = desk.postgres_url();
    let host = url
        .split('@')
        .nth(1)
        .and_then(|rest| rest.split('/').next());
    let host = host.expect("postgres://user@host:port/name").to_owned();
    let proxy = Proxy::to(host.clone()).await;
    let through = url.replace(&host, &proxy.address);
    desk.extra
        .push(("GUICHE__DATABASE__URL".to_owned(), through));
    desk.run().await;
    Some((desk, proxy))
}

/// Reads once; the answer comes in time and is either there or "later".
async fn look(session: &Session) -> (StatusCode, Duration) {
    let begun = Instant::now();
    let answer = session
        .try_call(Method::GET, "/tickets?status=open", None, "")
        .await;
    let (answer, took) = (answer.expect("the desk is there"), begun.elapsed());
    assert!(took < ANSWER_MAX, "an answer after {took:?}");
    if answer.status != StatusCode::OK {
        assert_eq!(answer.refusal(), (503, "ERR_BUSY"));
        assert!(answer.retry_after());
    }
    (answer.status, took)
}

/// Waits until the desk works again, and answers how long it took.
async fn back(session: &Session) -> Duration {
    let begun = Instant::now();
    until("the desk works again", async || {
        look(session).await.0 == StatusCode::OK
    })
    .await;
    let took = begun.elapsed();
    assert!(took < BACK_MAX, "back after {took:?}");
    took
}

/// Three looks at a desk without its database, which are refused; answers how long the slowest took.
async fn look_in_vain(desk: &TestDesk, session: &Session) -> Duration {
    let mut slowest = Duration::ZERO;
    for _ in 0..3 {
        let (status, took) = look(session).await;
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
        slowest = slowest.max(took);
    }
    let ready = reqwest::get(format!("{}/readyz", desk.operator)).await;
    assert_eq!(
        ready.expect("an answer").status(),
        StatusCode::SERVICE_UNAVAILABLE
    );
    slowest
}

/// Everybody writes while the wire breaks in these ways, one after the other; nothing may be lost or done twice.
async fn breaks(which: &[Wire]) {
    let provider = Provider::start().await;
    let Some((desk, proxy)) = desk_on_a_wire(&provider).await else {
        return;
    };
    let traffic = Traffic::open(&desk, &provider, &[Class::B, Class::B, Class::C], 24, 10).await;
    let session = desk.session(super::account::ADMIN).await;
    let watched = traffic.chats.iter().take(6).map(|chat| chat.ticket);
    let browser = Browser::new(&desk, &traffic.account, watched.collect());
    let pid = desk.pid();
    let breaking = async {
        let mut told = Vec::new();
        for (round, state) in which.iter().enumerate() {
            let share = |all: usize| (all * round / which.len())..(all * (round + 1) / which.len());
            let point = provider.done().await + 20;
            traffic.allow(share(traffic.outbound()).len());
            traffic.say(share(200)).await;
            until("some of it is done", async || {
                provider.done().await >= point
            })
            .await;
            let unheard = proxy.unheard();
            proxy.set(*state);
            let what = if *state == Wire::Unheard {
                until("commits go unheard", async || {
                    proxy.unheard() >= unheard + UNHEARD
                })
                .await;
                format!("{} commits", proxy.unheard() - unheard)
            } else {
                let slowest = look_in_vain(&desk, &session).await;
                format!("503 within {} ms", slowest.as_millis())
            };
            proxy.set(Wire::Whole);
            let back = back(&session).await;
            told.push(format!(
                "{state:?}: {what}, back after {} ms",
                back.as_millis()
            ));
        }
        told
    };
    let life = async {
        let (told, ()) = tokio::join!(breaking, traffic.send_all());
        for _ in 0..2 {
            provider.until_all_taken().await;
            verdict::until_finished(&traffic).await;
        }
        browser.stop();
        told
    };
    let (told, shown) = tokio::join!(life, browser.live());
    assert_eq!(desk.pid(), pid, "without a restart");
    let found = verdict::of(&traffic, 200).await;
    browser.compare(shown).await;
    note(&format!("database: {}; {found}", told.join("; ")));
}

#[tokio::test]
async fn a_database_that_goes_away_takes_nothing_with_it() {
    breaks(&[Wire::Cut, Wire::Silent, Wire::Cut, Wire::Silent]).await;
}

#[tokio::test]
async fn a_commit_whose_answer_is_lost_is_neither_lost_nor_done_twice() {
    breaks(&[Wire::Unheard; 4]).await;
}

#[tokio::test]
async fn a_slow_database_makes_answers_slow_or_refused_and_nothing_else() {
    let provider = Provider::start().await;
    let Some((desk, proxy)) = desk_on_a_wire(&provider).await else {
        return;
    };
    let account = Account::of(&desk).await;
    let session = desk.session(super::account::ADMIN).await;
    for delay in [20, 250] {
        proxy.delay(Duration::from_millis(delay));
        let looks = (0..40).map(|_| look(&session));
        let mut looks = futures_util::future::join_all(looks).await;
        looks.sort_by_key(|(_, took)| *took);
        let served = looks
            .iter()
            .filter(|(status, _)| *status == StatusCode::OK)
            .count();
        let slowest = looks.last().expect("looks").1;
        note(&format!(
            "database {delay} ms away in each direction: 40 requests at once, {served} served, the rest 503, slowest {} ms",
            slowest.as_millis()
        ));
    }
    proxy.delay(Duration::ZERO);
    back(&session).await;
    account
        .insist(Method::GET, "/tickets?status=open", None, "")
        .await;
}
