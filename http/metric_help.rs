//! What each metric means, as `/metrics` says it above its values. A metric without a line here fails `tests/tidy/`.

/// What is counted up, what goes up and down, what is sorted into buckets.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Counter,
    Gauge,
    Histogram,
}

use Kind::{Counter, Gauge, Histogram};

/// Every metric of the server.
const HELP: &[(Kind, &str, &str)] = &[
    (
        Counter,
        "guiche_actor_ended_total",
        "Actors that ended because they had nothing to do, by kind.",
    ),
    (
        Histogram,
        "guiche_actor_handling_seconds",
        "How long an actor was busy with one message, by kind.",
    ),
    (
        Gauge,
        "guiche_actor_live",
        "Actors that live on this node now, by kind.",
    ),
    (
        Counter,
        "guiche_actor_mailbox_full_total",
        "Messages to actors whose mailbox was full, by kind.",
    ),
    (
        Counter,
        "guiche_actor_messages_total",
        "Messages that actors have handled, by kind.",
    ),
    (
        Counter,
        "guiche_actor_restarts_total",
        "Actors that were started again after a panic, by kind.",
    ),
    (
        Counter,
        "guiche_cloud_accounts_ended_total",
        "WhatsApp Business accounts that Meta ended, by reason.",
    ),
    (
        Counter,
        "guiche_cloud_tokens_refused_total",
        "Calls to Meta that were refused because of the number's token.",
    ),
    (
        Counter,
        "guiche_http_crowded_out_total",
        "Requests refused because too many were worked on, by lane.",
    ),
    (
        Histogram,
        "guiche_http_request_seconds",
        "How long a request took until its answer began, by route.",
    ),
    (
        Counter,
        "guiche_http_requests_total",
        "Requests that were answered, by method, route and status.",
    ),
    (
        Gauge,
        "guiche_job_every_seconds",
        "How often a job is to run, by job.",
    ),
    (
        Counter,
        "guiche_job_failures_total",
        "Runs of a job that failed, by job.",
    ),
    (
        Gauge,
        "guiche_job_last_failed",
        "1 if the last run of a job failed, by job.",
    ),
    (
        Gauge,
        "guiche_job_last_run_timestamp_seconds",
        "When a job ran last, in seconds since 1970, by job.",
    ),
    (
        Gauge,
        "guiche_job_last_took_seconds",
        "How long the last run of a job took, by job.",
    ),
    (Counter, "guiche_job_runs_total", "Runs of a job, by job."),
    (
        Counter,
        "guiche_push_total",
        "Notices pushed to browsers without an open page, by outcome.",
    ),
    (Gauge, "guiche_redis_up", "1 while this node hears Redis."),
    (
        Counter,
        "guiche_redis_words_dropped_total",
        "Words to other nodes that were dropped; they look again by themselves.",
    ),
    (
        Counter,
        "guiche_send_outcomes_lost_total",
        "Sends whose outcome could not be stored; they become unknown.",
    ),
    (
        Counter,
        "guiche_socket_closed_total",
        "Sockets of browsers that the server closed, by reason.",
    ),
    (
        Counter,
        "guiche_storage_repeated_total",
        "Transactions that the database gave up for another one's sake and that ran again.",
    ),
    (
        Counter,
        "guiche_thread_blocked_total",
        "Times that a thread did not answer in time, by thread.",
    ),
    (
        Histogram,
        "guiche_thread_delay_seconds",
        "How late a thread came round that had nothing else to wait for, by thread.",
    ),
    (
        Counter,
        "guiche_webhook_events_total",
        "Events that a provider's webhooks brought, by outcome.",
    ),
];

/// Tells the recorder. Done once, before anything is measured.
pub(crate) fn describe() {
    for (kind, name, text) in HELP {
        match kind {
            Counter => metrics::describe_counter!(*name, *text),
            Gauge => metrics::describe_gauge!(*name, *text),
            Histogram => metrics::describe_histogram!(*name, *text),
        }
    }
}
