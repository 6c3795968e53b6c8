//! A real desk for black-box tests: the binary on free ports, its own data folder, its own database.
#![expect(dead_code, unused_imports, reason = "each test binary uses its part")]

mod api;
mod billing;
mod bots;
pub mod campaigns;
mod database;
mod demo;
pub mod described;
pub mod dice;
pub mod document;
pub mod keys;
mod line;
pub mod lists;
mod mail;
pub mod prism;
mod process;
mod redis;
mod request;
mod socket;
mod sql;
mod tables;
mod template;
pub mod webhooks;
pub mod world;

pub use api::{Answer, Session};
pub use demo::{
    ADMIN, MARINA, RAFAEL, SUPER, SUPERVISOR, VIDA, connection, messages, new_number, open_ticket,
    ticket_of,
};
pub use line::{Line, unique, until_connection};
pub use mail::MailServer;
pub use process::{TestDesk, free_port, until, until_within};
pub use redis::{TestRedis, redis_url};
pub use request::{HIRED, Request, Things, UNKNOWN};
pub use socket::TestSocket;
pub use tables::{Rows, difference};

/// Which database a desk runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Backend {
    /// The embedded file.
    Sqlite,
    /// A database of its own on the test server.
    Postgres,
}

/// The databases to test on: both where a `PostgreSQL` is given, which `make test` requires.
pub fn backends() -> Vec<Backend> {
    let mut backends = vec![Backend::Sqlite];
    if database::postgres_url().is_some() {
        backends.push(Backend::Postgres);
    } else {
        assert!(
            told("GUICHE_TEST_REQUIRE_ALL").is_none(),
            "GUICHE_TEST_POSTGRES_URL is missing although every database is required"
        );
    }
    backends
}

/// What `make test` tells the tests.
#[expect(
    clippy::disallowed_methods,
    reason = "tests are told by the environment"
)]
pub fn told(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// Runs a test body on the demo desk of each database; desks are shared by the tests of one binary.
pub async fn on_both(body: impl AsyncFn(&TestDesk)) {
    for backend in backends() {
        let desk = TestDesk::shared(backend).await;
        body(desk).await;
    }
}
