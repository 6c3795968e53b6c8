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
