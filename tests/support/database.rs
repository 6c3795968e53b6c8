//! A fresh `PostgreSQL` database per desk.

use std::process::Command;

use super::Backend;

/// The server for tests, given by `make test`.
pub fn postgres_url() -> Option<String> {
    #[expect(
        clippy::disallowed_methods,
        reason = "tests are told by the environment"
    )]
    std::env::var("GUICHE_TEST_POSTGRES_URL").ok()
}

/// The URL of a new database; `None` means the embedded file.
pub fn fresh(backend: Backend) -> Option<String> {
    if backend == Backend::Sqlite {
        return None;
    }
    let server = postgres_url().expect("a PostgreSQL for tests");
    let name = format!("desk_{}", uuid::Uuid::new_v4().simple());
    let made = Command::new("psql")
        .args([&server, "-q", "-c", &format!("CREATE DATABASE {name}")])
        .status()
        .expect("psql runs");
    assert!(made.success(), "the database could not be made");
    let (base, query) = server
        .split_once('?')
        .map_or((server.as_str(), ""), |parts| parts);
    let (server, _) = base.rsplit_once('/').expect("a database in the URL");
    let query = if query.is_empty() {
        String::new()
    } else {
        format!("?{query}")
    };
    Some(format!("{server}/{name}{query}"))
}
