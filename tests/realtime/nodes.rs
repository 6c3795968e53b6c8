//! Two nodes on one `PostgreSQL`: what happens at one is seen at the other, at once with Redis and soon without.

use std::time::{Duration, Instant};

use guiche_storage::{
    cluster::leases::{self, Resource},
    model::{Clock as _, ConnectionId, SystemClock},
};
use serde_json::{Value, json};

use super::{
    audience::desk_of,
    event, settle,
    support::{
        ADMIN, Backend, MARINA, Session, TestDesk, TestRedis, TestSocket, backends, connection,
        messages, new_number, open_ticket, redis_url, ticket_of, until,
    },
};

const PASSWORD: &str = "Aurora123";
/// Tried this often.
const ROUNDS: usize = 9;
/// Nodes that hardly ever look for themselves: what one sees of the other came as a word over Redis.
const BY_WORD_ALONE: (&str, &str) = ("GUICHE__REDIS__LOOK_SECONDS", "3600");
/// So long Redis answers nobody.
const SILENCE: Duration = Duration::from_secs(6);

/// Two nodes with a Redis; `None` where the tests run without servers.
async fn two_nodes(redis: &str, extra: &[(&str, &str)]) -> Option<(TestDesk, TestDesk)> {
    if !backends().contains(&Backend::Postgres) {
        return None;
    }
    let prefix = uuid::Uuid::new_v4().to_string();
    let mut settings = vec![
        ("GUICHE__REDIS__URL", redis),
        ("GUICHE__REDIS__PREFIX", prefix.as_str()),
    ];
    settings.extend_from_slice(extra);
    let first = TestDesk::start(Backend::Postgres, &settings).await;
    let matriz = connection(&first.session(ADMIN).await, "Matriz").await;
    until("the first node has the number", async || {
        let all = first.session(ADMIN).await.get("/whatsapp?session=0").await;
        let all = all.ok();
        let mut all = all.as_array().unwrap().iter();
        all.any(|one| one["id"] == matriz && one["status"] == "CONNECTED")
    })
    .await;
    let second = first.start_peer("2").await;
    for node in [&first, &second] {
        hears(node, 1).await;
    }
    Some((first, second))
}

/// Waits until a node can be reached over Redis for the `times`-th time.
async fn hears(node: &TestDesk, times: usize) {
    until("the node hears others", async || {
        node.log().matches("can be heard over Redis").count() >= times
    })
    .await;
}

#[expect(
    clippy::print_stderr,
    reason = "a measured figure is for whoever runs the tests"
)]
fn measured(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let (middle, last) = (times[times.len() / 2], times[times.len() - 1]);
    eprintln!(
        "{what}: {middle:.0?}, at most {last:.0?}, of {}",
        times.len()
    );
}

/// How long it takes until a message that a customer writes at one node is at a browser of the other.
async fn delay(from: &TestDesk, matriz: i64, tab: &mut TestSocket, name: &str) -> Duration {
    let (number, started) = (new_number(), Instant::now());
    from.say(matriz, &number, "Beatriz", "Oi").await;
    tab.event_where(name, |it| it["contact"]["number"] == number.as_str())
        .await;
    started.elapsed()
}

#[tokio::test]
async fn what_comes_in_at_one_node_is_told_to_a_browser_of_the_other() {
    // spec: S069 S132
    let Some(redis) = redis_url() else { return };
    let Some((first, second)) = two_nodes(&redis, &[BY_WORD_ALONE]).await else {
        return;
    };
    let admin = first.session(ADMIN).await;
    let matriz = connection(&admin, "Matriz").await;
    let name = event(&admin, "appMessage");
    let mut tab = desk_of(&second, &admin).await;
    for (what, from) in [
        ("in at the number's node, seen at the other", &first),
        ("in at the other node, seen there", &second),
    ] {
        let mut times = Vec::new();
        for _ in 0..ROUNDS {
            times.push(delay(from, matriz, &mut tab, &name).await);
        }
        measured(what, times);
    }
}

#[tokio::test]
async fn a_browser_of_one_node_gets_the_gap_from_the_other() {
    // spec: S069 S132
    let Some(redis) = redis_url() else { return };
    let Some((first, second)) = two_nodes(&redis, &[]).await else {
        return;
    };
    let admin = first.session(ADMIN).await;
    let matriz = connection(&admin, "Matriz").await;
    let mut tab = desk_of(&first, &admin).await;
    settle(&admin, [&mut tab]).await;
    let known = tab.last_seq;
    tab.cut();
    let numbers = [new_number(), new_number()];
    for number in &numbers {
        first.say(matriz, number, "Ana", "Perdida").await;
        ticket_of(&admin, number, "pending").await;
    }
    let mut back = desk_of(&second, &admin).await;
    let answer = back.ask("resume", json!({ "lastSeq": known })).await;
    assert_eq!(answer["ok"], true, "{answer}");
    let name = event(&admin, "appMessage");
    let missed = back.take_seen();
    let missed: Vec<&Value> = missed
        .iter()
        .filter(|(seen, _)| *seen == name)
        .map(|(_, it)| &it["contact"]["number"])
        .collect();
    assert_eq!(missed, numbers.iter().collect::<Vec<_>>());

    // and the other way round, where this browser knows more than that node has told anybody
    let known = back.last_seq;
    back.cut();
    let mut home = desk_of(&first, &admin).await;
    let answer = home.ask("resume", json!({ "lastSeq": known })).await;
    assert_eq!(
        (&answer["ok"], &answer["missed"]),
        (&json!(true), &json!(0))
    );
}

#[tokio::test]
async fn a_send_asked_at_one_node_is_told_to_the_number_of_the_other() {
    let Some(redis) = redis_url() else { return };
    let Some((first, second)) = two_nodes(&redis, &[BY_WORD_ALONE]).await else {
        return;
    };
    let admin = first.session(ADMIN).await;
    let matriz = connection(&admin, "Matriz").await;
    let (ticket, number) = open_ticket(&first, &admin).await;
    let there = admin.at(&second.base);
    let mut times = Vec::new();
    for round in 0..ROUNDS {
        let body = format!("Resposta {round}");
        let path = format!("/messages/{}", ticket["id"]);
        let started = Instant::now();
        there.post(&path, &json!({ "body": body })).await.ok();
        until("the message is at the phone", async || {
            second.reached(matriz, &number).await.contains(&body)
        })
        .await;
        times.push(started.elapsed());
    }
    measured("asked at the other node, at the phone", times);
    let all = messages(&there, &ticket).await;
    let sent = all.iter().filter(|one| one["fromMe"] == true).count();
    assert_eq!(second.reached(matriz, &number).await.len(), sent);
}

#[tokio::test]
async fn a_number_is_switched_off_and_on_from_either_node() {
    let Some(redis) = redis_url() else { return };
    let Some((first, second)) = two_nodes(&redis, &[]).await else {
        return;
    };
    let admin = first.session(ADMIN).await;
    let there = admin.at(&second.base);
    let matriz = connection(&admin, "Matriz").await;
    let path = format!("/whatsappsession/{matriz}");
    let status = async || {
        let one = admin.get(&format!("/whatsapp/{matriz}")).await.ok();
        one["status"].as_str().unwrap_or_default().to_owned()
    };
    let db = first.db().await;
    let take = async |owner: &str| {
        let (resource, now) = (
            Resource::Connection(ConnectionId(matriz)),
            SystemClock.now(),
        );
        let taken = db.write(async |c| leases::acquire(c, &resource, owner, now).await);
        taken.await.unwrap()
    };
    assert_eq!(take("test").await, None, "the first node has it");

    there.delete(&path).await.ok();
    until("the first node has let go", async || {
        take("test").await.is_some()
    })
    .await;
    assert_eq!(status().await, "DISCONNECTED");
    let number = new_number();
    first.say(matriz, &number, "Ana", "Alguém aí?").await;

    // nobody starts what a person has switched off, not even now that it is free
    let release = async |owner: &str| {
        let (resource, now) = (
            Resource::Connection(ConnectionId(matriz)),
            SystemClock.now(),
        );
        let released = db.write(async |c| leases::release(c, &resource, owner, now).await);
        released.await.unwrap();
    };
    release("test").await;
    hears_of_one_more_look(&first).await;
    assert_eq!(status().await, "DISCONNECTED");

    // switching it off has signed it out: a phone has to come again, and says so to the other node
    there.post(&path, &json!({})).await.ok();
    first.pair(matriz).await;
    until("it is on again", async || status().await == "CONNECTED").await;
    ticket_of(&admin, &number, "pending").await;

    // new data at the first node: whoever has the session gives it up, and it is taken anew
    let lease = format!(
        "SELECT epoch FROM leases WHERE resource = 'connection:{matriz}' AND expires_at > now()"
    );
    let before = first.rows(&lease);
    admin.put(&path, &json!({})).await.ok();
    second.pair(matriz).await;
    until("it is on again", async || {
        let now = first.rows(&lease);
        !now.is_empty() && now != before && status().await == "CONNECTED"
    })
    .await;
    let number = new_number();
    second.say(matriz, &number, "Ana", "E agora?").await;
    ticket_of(&there, &number, "pending").await;
    db.close().await;
}

/// Waits until every node has said once more that it lives: it has looked around meanwhile, which it does more often.
async fn hears_of_one_more_look(node: &TestDesk) {
    let alive = || {
        node.rows("SELECT expires_at FROM leases WHERE resource LIKE 'node:%' ORDER BY resource")
    };
    let before = alive();
    until("the nodes have looked around", async || {
        alive().iter().zip(&before).all(|(now, then)| now > then)
    })
    .await;
}

#[tokio::test]
async fn a_sign_in_that_ends_at_one_node_takes_its_sockets_at_the_other_along() {
    // spec: S070 S132
    let Some(redis) = redis_url() else { return };
    let Some((first, second)) = two_nodes(&redis, &[BY_WORD_ALONE]).await else {
        return;
    };
    let marina = Session::sign_in(&first.base, MARINA, PASSWORD).await;
    let mut tab = TestSocket::open(&second, &marina).await;
    let again = Session::sign_in(&first.base, MARINA, PASSWORD).await;
    let notice = tab.event(&event(&marina, "auth")).await;
    assert_eq!(notice["user"]["id"], marina.id());
    assert!(tab.is_closed().await);

    let mut tab = TestSocket::open(&second, &again).await;
    let started = Instant::now();
    again.delete("/auth/logout").await.ok();
    assert!(tab.is_closed().await);
    measured(
        "signed out at one node, closed at the other",
        vec![started.elapsed()],
    );
    let there = again.at(&second.base);
    let refusal = there.get("/tickets").await;
    assert_eq!(refusal.refusal(), (401, "ERR_SESSION_EXPIRED"));
}

#[tokio::test]
async fn a_user_is_there_while_either_node_has_a_socket_of_his() {
    // spec: S113 S132
    let Some(redis) = redis_url() else { return };
    let Some((first, second)) = two_nodes(&redis, &[]).await else {
        return;
    };
    let (admin, marina) = (first.session(ADMIN).await, first.session(MARINA).await);
    let name = event(&admin, "user");
    let of_marina = |it: &Value| it["user"]["id"] == marina.id();
    let mut watching = TestSocket::open(&second, &admin).await;
    let leaving = TestSocket::open(&first, &marina).await;
    let online = watching.event_where(&name, of_marina).await;
    assert_eq!(online["user"]["online"], true);
    let there = TestSocket::open(&second, &marina).await;

    let hers = format!(
        "SELECT count(*) FROM presences WHERE user_id = {}",
        marina.id()
    );
    until("both nodes know that she is there", async || {
        first.number(&hers) == 2
    })
    .await;
    // she leaves the first node; that becomes known there and is no news
    leaving.cut();
    until("the first node has no socket of hers", async || {
        first.number(&hers) == 1
    })
    .await;
    settle(&admin, [&mut watching]).await;
    let news = watching.take_seen();
    assert!(!news.iter().any(|(seen, it)| *seen == name && of_marina(it)));
    there.cut();
    let offline = watching.event_where(&name, of_marina).await;
    assert_eq!(offline["user"]["online"], false);
}

#[tokio::test]
async fn attempts_to_sign_in_are_counted_over_both_nodes() {
    // spec: S090
    let Some(redis) = redis_url() else { return };
    let limit = ("GUICHE__LIMITS__LOGIN_PER_ACCOUNT_PER_MINUTE", "4");
    let Some((first, second)) = two_nodes(&redis, &[limit]).await else {
        return;
    };
    let wrong = json!({ "email": "ninguem@aurora.example", "password": "Errada123" });
    let mut answers = Vec::new();
    for node in [&first, &second, &first, &second, &first, &second] {
        let answer = node.stranger().post("/auth/login", &wrong).await;
        answers.push(answer.status.as_u16());
    }
    assert_eq!(answers, [401, 401, 401, 401, 429, 429]);
}

#[tokio::test]
async fn without_redis_everything_comes_a_little_later() {
    if redis_url().is_none() {
        return;
    }
    let mut redis = TestRedis::start();
    let Some((first, second)) = two_nodes(&redis.url(), &[]).await else {
        return;
    };
    let admin = first.session(ADMIN).await;
    let matriz = connection(&admin, "Matriz").await;
    let name = event(&admin, "appMessage");
    let mut tab = desk_of(&second, &admin).await;
    redis.kill();
    for (what, from) in [
        (
            "without Redis, in at the number's node, seen at the other",
            &first,
        ),
        ("without Redis, in at the other node, seen there", &second),
    ] {
        let mut times = Vec::new();
        for _ in 0..ROUNDS {
            times.push(delay(from, matriz, &mut tab, &name).await);
        }
        measured(what, times);
    }
    let marina = Session::sign_in(&first.base, MARINA, PASSWORD).await;
    let mut hers = TestSocket::open(&second, &marina).await;
    let started = Instant::now();
    marina.delete("/auth/logout").await.ok();
    assert!(hers.is_closed().await);
    measured(
        "without Redis, signed out and closed",
        vec![started.elapsed()],
    );

    redis.run();
    for node in [&first, &second] {
        hears(node, 2).await;
    }
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        times.push(delay(&first, matriz, &mut tab, &name).await);
    }
    measured("with Redis again", times);
}

#[tokio::test]
async fn a_redis_that_forgets_or_falls_silent_loses_nothing() {
    if redis_url().is_none() {
        return;
    }
    let redis = TestRedis::start();
    let Some((first, second)) = two_nodes(&redis.url(), &[]).await else {
        return;
    };
    let mut admin = first.session(ADMIN).await;
    let matriz = connection(&admin, "Matriz").await;
    let name = event(&admin, "appMessage");
    let mut tab = desk_of(&second, &admin).await;

    redis.forget();
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        times.push(delay(&first, matriz, &mut tab, &name).await);
    }
    measured("Redis forgot everything", times);
    // everybody who was signed in still is, at both nodes
    for node in [&second, &first] {
        admin.base.clone_from(&node.base);
        admin.get("/tickets").await.ok();
    }

    redis.fall_silent(SILENCE);
    let silent = Instant::now();
    let mut times = Vec::new();
    while silent.elapsed() < SILENCE {
        times.push(delay(&first, matriz, &mut tab, &name).await);
    }
    measured("Redis says nothing", times);
}
