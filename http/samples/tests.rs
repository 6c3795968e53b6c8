//! Points are what happened between two readings, and there are never more than a ring holds.

use super::*;

const BEGIN: DateTime<Utc> = DateTime::UNIX_EPOCH;

/// What `/metrics` says of desks that have handled so many messages and died so often.
fn text(messages: u32, restarts: u32) -> String {
    format!(
        r#"guiche_actor_live{{kind="desk"}} 2
guiche_actor_messages_total{{kind="desk"}} {messages}
guiche_actor_restarts_total{{kind="desk"}} {restarts}
guiche_actor_handling_seconds_bucket{{kind="desk",le="0.01"}} {messages}
guiche_actor_handling_seconds_bucket{{kind="desk",le="+Inf"}} {messages}
guiche_thread_delay_seconds_bucket{{thread="requests",le="0.001"}} {messages}
guiche_thread_delay_seconds_bucket{{thread="requests",le="+Inf"}} {messages}
guiche_thread_delay_seconds_bucket{{thread="actors-0",le="0.001"}} 0
guiche_thread_delay_seconds_bucket{{thread="actors-0",le="0.025"}} {messages}
guiche_thread_delay_seconds_bucket{{thread="actors-0",le="+Inf"}} {messages}
"#
    )
}

/// Samples with a reading every five seconds, at each of which ten messages more were handled and half a processor was busy.
fn sampled(begin: Instant, readings: u32) -> Samples {
    let mut samples = Samples::new();
    for number in 0..readings {
        let after = Range::Quarter.every() * number;
        let process = Process {
            cpu_seconds: Some(2.5 * f64::from(number)),
            memory: Some(1_024),
        };
        let reading = Reading::read(&text(10 * number, number), process, begin + after);
        samples.take(&reading, BEGIN + after);
    }
    samples
}

#[test]
fn a_point_is_what_happened_between_two_readings() {
    let samples = sampled(Instant::now(), 2);
    let point = samples.quarter.points.front().unwrap();
    assert_eq!(samples.quarter.points.len(), 1);
    assert_eq!(point.at, BEGIN + Range::Quarter.every());
    assert_eq!((point.cpu, point.memory), (Some(0.5), Some(1_024)));
    let desk = KindPoint {
        live: 2.0,
        handled: 2.0,
        p99: Some(0.01),
        full: 0.0,
        restarts: 1.0,
    };
    assert_eq!(point.kinds.get("desk"), Some(&desk));
    let delay = point.delay.as_ref().unwrap();
    assert_eq!((delay.thread.as_str(), delay.seconds), ("actors-0", 0.025));
    assert!(samples.hour.points.is_empty() && samples.day.points.is_empty());
}

#[test]
fn each_range_has_points_as_far_apart_as_it_says_and_no_more_than_180() {
    let samples = sampled(Instant::now(), 1_000);
    let of = |range| samples.ring(range).points.len();
    assert_eq!((of(Range::Quarter), of(Range::Hour)), (180, 180));
    assert_eq!(of(Range::Day), 10);
    let hour = &samples.hour.points;
    let apart = hour.back().unwrap().at - hour.front().unwrap().at;
    assert_eq!(apart.num_seconds(), 179 * 20);
    let handled = |point: &Point| point.kinds.get("desk").unwrap().handled;
    assert!(hour.iter().all(|point| (handled(point) - 2.0).abs() < 1e-9));
}

#[test]
fn a_reading_before_its_time_is_left_out() {
    let begin = Instant::now();
    let mut samples = sampled(begin, 2);
    let soon = begin + Range::Quarter.every() + Duration::from_secs(1);
    samples.take(
        &Reading::read(&text(500, 9), Process::default(), soon),
        BEGIN,
    );
    assert_eq!(samples.quarter.points.len(), 1);
}

#[test]
fn restarts_of_the_last_day_are_those_of_its_points_and_of_the_time_since() {
    let samples = sampled(Instant::now(), 100);
    assert_eq!(samples.day.points.len(), 1);
    let desks = samples.day().remove("desk").unwrap();
    assert!((desks.restarts - 99.0).abs() < 1e-9);
}
