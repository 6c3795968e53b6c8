//! Every pair of writing routes side by side, about the same things and while their customer writes: whatever wins, nobody
//! hears of an error of the server. The routes are those of the description, so that a new one is in the pairs by being
//! described.

use std::{collections::BTreeSet, sync::Mutex};

use futures_util::future::{join, join_all};

use super::{
    figure, is_full,
    support::{
        Answer, Backend, Request, Session, Things,
        dice::Dice,
        document::{Route, Thing, routes},
        told,
        world::{Role, World, on_both_worlds},
    },
};

/// Who may do what; those who may are who calls.
const TABLE: &str = include_str!("../api/roles.txt");
/// Routes that are called at once.
const AT_ONCE: usize = 6;
/// Calls of each of them.
const COPIES: usize = 2;
/// Rounds of the short form; each has every pair of its routes.
const ROUNDS: usize = 12;
/// Ends what the others need, or is about the sign-in alone.
const LEFT_OUT: [&str; 2] = ["DELETE /auth/logout", "POST /auth/login"];

type Pair = (usize, usize);

/// A route that writes, and who may call it.
struct Writer {
    route: Route,
    callers: Vec<Role>,
}

fn writers() -> Vec<Writer> {
    let rows: Vec<Vec<&str>> = TABLE
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_whitespace().collect())
        .collect();
    let callers = |route: &Route| {
        let row = rows.iter().find(|row| row[..2].join(" ") == route.name());
        let cells = row.expect("a row in roles.txt")[2..].iter();
        let mine = Role::ALL.into_iter().zip(cells);
        let mine = mine.filter(|(_, heard)| **heard == "ok");
        // the foreign admin changes other things
        mine.map(|(role, _)| role)
            .filter(|role| *role != Role::Foreign)
            .collect::<Vec<_>>()
    };
    let writing = routes().into_iter().filter(|route| {
        !route.only_reads() && !route.is_public && !LEFT_OUT.contains(&route.name().as_str())
    });
    writing
        .map(|route| Writer {
            callers: callers(&route),
            route,
        })
        .filter(|writer| !writer.callers.is_empty())
        .collect()
}

/// A pair as it is kept: the lower place first.
fn pair(one: usize, other: usize) -> Pair {
    (one.min(other), one.max(other))
}

/// The routes of a round: one pair that has not met, and those that have met the fewest of the ones already chosen.
fn choose(left: &BTreeSet<Pair>, count: usize, dice: &mut Dice) -> Vec<usize> {
    let at = dice.below(left.len() as u64);
    let first = left.iter().nth(usize::try_from(at).expect("an index"));
    let (one, other) = *first.expect("a pair is left");
    let mut chosen = if one == other {
        vec![one]
    } else {
        vec![one, other]
    };
    let mut others: Vec<usize> = (0..count).filter(|it| !chosen.contains(it)).collect();
    dice.shuffle(&mut others);
    while chosen.len() < AT_ONCE {
        let news = |place: &usize| {
            let meets = chosen
                .iter()
                .filter(|it| left.contains(&pair(**it, *place)));
            meets.count()
        };
        let best = others.iter().copied().max_by_key(|it| news(it));
        let best = best.expect("more routes than a round has");
        others.retain(|it| *it != best);
        chosen.push(best);
    }
    chosen
}

/// Calls the chosen routes at once, each more than once, while the ticket's customer writes.
async fn meet(
    world: &World,
    writers: &[&Writer],
    things: &Things,
    number: &str,
) -> Vec<(String, Answer)> {
    let mut calls: Vec<(&Writer, Session)> = Vec::new();
    for copy in 0..COPIES {
        for writer in writers {
            let role = writer.callers[copy % writer.callers.len()];
            calls.push((writer, world.session(role).await));
        }
    }
    let calls = calls.iter().map(|(writer, session)| async move {
        let request = Request::fitting(&writer.route, things);
        let answer = request.send(session).await;
        (writer.route.name(), answer)
    });
    let admin = world.session(Role::Admin).await;
    let matriz = super::support::connection(&admin, "Matriz").await;
    let customer = world.desk.say(matriz, number, "Beatriz", "Alguém aí?");
    join(join_all(calls), customer).await.0
}

/// The number of a ticket's customer.
async fn number_of(world: &World, things: &Things) -> String {
    let admin = world.session(Role::Admin).await;
    let path = format!("/tickets/{}", things[&Thing::Ticket]);
    let ticket = admin.get(&path).await.ok();
    let number = ticket["contact"]["number"].as_str();
    number.expect("a number").to_owned()
}

/// Transactions that `PostgreSQL` gave up for the sake of others.
fn given_up(world: &World) -> i64 {
    if world.desk.backend == Backend::Sqlite {
        return 0;
    }
    world
        .desk
        .number("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
}

#[tokio::test]
async fn routes_that_write_at_once_are_answered_whatever_they_meet() {
    // spec: S122
    let seed = told("GUICHE_PROBE_SEED").and_then(|seed| seed.parse().ok());
    let seed: u64 = seed.unwrap_or_else(|| uuid::Uuid::new_v4().as_u64_pair().0);
    figure(&format!(
        "pairs of writing routes, GUICHE_PROBE_SEED={seed}"
    ));
    let all_wrong = Mutex::new(Vec::new());
    on_both_worlds(async |world| {
        let (writers, mut dice) = (writers(), Dice::new(seed));
        let count = writers.len();
        let mut left: BTreeSet<Pair> = (0..count)
            .flat_map(|one| (one..count).map(move |other| (one, other)))
            .collect();
        let (all, mut rounds, mut wrong) = (left.len(), 0, Vec::new());
        while !left.is_empty() && (is_full() || rounds < ROUNDS) {
            let chosen = choose(&left, count, &mut dice);
            let things = world.things().await;
            let number = number_of(world, &things).await;
            let meeting: Vec<&Writer> = chosen.iter().map(|place| &writers[*place]).collect();
            for (name, answer) in meet(world, &meeting, &things, &number).await {
                if answer.status.is_server_error() {
                    let beside: Vec<_> = meeting.iter().map(|it| it.route.name()).collect();
                    wrong.push(format!("{name}: {:?} beside {beside:?}", answer.refusal()));
                }
            }
            for one in &chosen {
                for other in &chosen {
                    left.remove(&pair(*one, *other));
                }
            }
            rounds += 1;
        }
        world.clear_lines().await;
        figure(&format!(
            "{:?}: {} of {all} pairs in {rounds} rounds, {} errors of the server, {} transactions given up and run again",
            world.desk.backend,
            all - left.len(),
            wrong.len(),
            given_up(world),
        ));
        all_wrong.lock().expect("a list").extend(wrong);
    })
    .await;
    let wrong = all_wrong.into_inner().expect("a list");
    assert!(wrong.is_empty(), "seed {seed}:\n{}", wrong.join("\n"));
}
