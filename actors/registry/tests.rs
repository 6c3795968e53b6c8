//! Finding, restarting, leaving alone, shutting down.

use std::time::Duration;

use actix::prelude::*;

use super::*;

struct Clerk {
    desk: u8,
    served: u32,
    meter: Meter,
}

impl Actor for Clerk {
    type Context = Context<Self>;
}

impl Keyed for Clerk {
    type Key = u8;
    const KIND: &'static str = "clerk";
    const MAILBOX: usize = 2;
}

impl Handler<Stop> for Clerk {
    type Result = ();

    fn handle(&mut self, _: Stop, ctx: &mut Self::Context) {
        ctx.stop();
    }
}

impl Handler<MayEnd> for Clerk {
    type Result = bool;

    fn handle(&mut self, _: MayEnd, _: &mut Self::Context) -> bool {
        self.meter.rests()
    }
}

#[derive(Message)]
#[rtype(result = "(u8, u32)")]
struct Serve;

impl Handler<Serve> for Clerk {
    type Result = MessageResult<Serve>;

    fn handle(&mut self, _: Serve, _: &mut Self::Context) -> Self::Result {
        let _timer = self.meter.time();
        self.served += 1;
        MessageResult((self.desk, self.served))
    }
}

#[derive(Message)]
#[rtype(result = "()")]
struct Break;

impl Handler<Break> for Clerk {
    type Result = ();

    fn handle(&mut self, _: Break, _: &mut Self::Context) {
        panic!("as asked");
    }
}

fn clerks() -> Registry<Clerk> {
    Registry::new(vec![], |desk| Clerk {
        desk: *desk,
        served: 0,
        meter: Meter::new("clerk"),
    })
}

async fn serve(clerks: &Registry<Clerk>, desk: u8) -> (u8, u32) {
    ask(&clerks.find_or_start(&desk).unwrap(), Serve)
        .await
        .unwrap()
}

#[actix::test]
async fn one_actor_per_key_is_found_again() {
    let clerks = clerks();
    assert!(clerks.find(&1).is_none());
    assert_eq!(serve(&clerks, 1).await, (1, 1));
    assert_eq!(serve(&clerks, 2).await, (2, 1));
    assert_eq!(serve(&clerks.clone(), 1).await, (1, 2));
    assert_eq!(clerks.list().len(), 2);
}

#[actix::test]
async fn a_dead_actor_is_replaced_by_a_fresh_one() {
    let clerks = clerks();
    serve(&clerks, 1).await;
    let old = clerks.find(&1).unwrap();
    assert!(ask(&old, Break).await.is_err());
    assert!(clerks.find(&1).is_none());
    assert_eq!(serve(&clerks, 1).await, (1, 1), "it starts empty");
    assert!(try_tell(&old, Stop).is_err());
}

#[actix::test]
async fn an_actor_that_keeps_dying_is_left_alone_for_a_minute() {
    tokio::time::pause();
    let clerks = clerks();
    for _ in 0..=5 {
        let clerk = clerks.find_or_start(&1).unwrap();
        assert!(ask(&clerk, Break).await.is_err());
    }
    assert!(clerks.find_or_start(&1).is_err());
    assert_eq!(serve(&clerks, 2).await, (2, 1), "others are not concerned");
    tokio::time::advance(Duration::from_secs(61)).await;
    assert_eq!(serve(&clerks, 1).await, (1, 1));
}

#[actix::test]
async fn ten_thousand_panics_leave_nobody_without_an_answer() {
    tokio::time::pause();
    let clerks = clerks();
    for place in 0..10_000_u32 {
        let desk = u8::try_from(place % 200).unwrap();
        let clerk = clerks.find_or_start(&desk).unwrap();
        assert!(ask(&clerk, Break).await.is_err());
        assert_eq!(serve(&clerks, desk).await, (desk, 1), "a fresh one at once");
        tokio::time::advance(Duration::from_millis(100)).await;
    }
    assert_eq!(clerks.list().len(), 200);
}

#[actix::test]
async fn a_full_mailbox_is_said_at_once() {
    let clerks = clerks();
    serve(&clerks, 1).await;
    let clerk = clerks.find_or_start(&1).unwrap();
    let sent = (0..10).filter(|_| try_tell(&clerk, Break).is_ok()).count();
    assert!(sent < 10, "{sent} of 10 went in");
}

#[actix::test]
async fn all_stop_at_shutdown() {
    let clerks = clerks();
    serve(&clerks, 1).await;
    serve(&clerks, 2).await;
    assert!(clerks.shut_down(Duration::from_secs(5)).await);
    assert!(clerks.list().is_empty());
}

#[actix::test]
async fn who_has_nothing_to_do_for_ten_minutes_ends_and_that_is_no_crash() {
    tokio::time::pause();
    let clerks = clerks();
    for _ in 0..20 {
        assert_eq!(serve(&clerks, 1).await, (1, 1), "each time a fresh one");
        serve(&clerks, 2).await;
        tokio::time::advance(Duration::from_secs(599)).await;
        clerks.end_idle().await;
        assert_eq!(clerks.list().len(), 2, "not yet");
        serve(&clerks, 2).await;
        tokio::time::advance(Duration::from_secs(1)).await;
        let idle = clerks.find(&1).unwrap();
        clerks.end_idle().await;
        assert!(clerks.find(&1).is_none(), "nobody is sent to it any more");
        assert!(clerks.find(&2).is_some(), "it has something to do");
        assert!(
            ask(&idle, Serve).await.is_ok(),
            "who has looked it up before is served"
        );
        tokio::time::sleep(Duration::from_secs(6)).await;
        assert!(!idle.connected());
    }
}

#[actix::test]
async fn a_fresh_one_takes_the_place_of_one_that_is_ending_at_once() {
    tokio::time::pause();
    let clerks = clerks();
    serve(&clerks, 1).await;
    tokio::time::advance(Duration::from_mins(10)).await;
    clerks.end_idle().await;
    assert_eq!(serve(&clerks, 1).await, (1, 1));
    tokio::time::sleep(Duration::from_secs(6)).await;
    assert_eq!(serve(&clerks, 1).await, (1, 2), "and it stays");
}

#[actix::test]
async fn what_died_long_ago_is_forgotten_and_what_died_just_now_is_not() {
    tokio::time::pause();
    let clerks = clerks();
    for _ in 0..=5 {
        let clerk = clerks.find_or_start(&1).unwrap();
        assert!(ask(&clerk, Break).await.is_err());
    }
    clerks.end_idle().await;
    assert!(clerks.find_or_start(&1).is_err(), "it is still left alone");
    tokio::time::advance(Duration::from_secs(61)).await;
    clerks.end_idle().await;
    assert_eq!(format!("{clerks:?}"), "Registry<clerk>(0)");
}

#[actix::test]
async fn who_was_told_to_stop_has_not_crashed() {
    tokio::time::pause();
    let clerks = clerks();
    for _ in 0..20 {
        serve(&clerks, 1).await;
        assert!(clerks.shut_down(Duration::from_secs(5)).await);
    }
    assert_eq!(serve(&clerks, 1).await, (1, 1));
}
