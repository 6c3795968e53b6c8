//! A `PostgreSQL` database per desk.

use super::{Backend, sql::ask_postgres};

/// The server for tests, given by `make test`.
pub fn postgres_url() -> Option<String> {
    #[expect(
        clippy::disallowed_methods,
        reason = "tests are told by the environment"
    )]
    std::env::var("GUICHE_TEST_POSTGRES_URL").ok()
}

/// The URL of a new database, with all that is in `template`, to which nobody is connected; `None` means the embedded file.
pub fn fresh(backend: Backend, template: Option<&str>) -> Option<String> {
    if backend == Backend::Sqlite {
        return None;
    }
    let server = postgres_url().expect("a PostgreSQL for tests");
    let name = format!("desk_{}", uuid::Uuid::new_v4().simple());
    let of = template.map(|url| format!(" TEMPLATE {}", cut(url).1));
    ask_postgres(
        &server,
        &format!("CREATE DATABASE {name}{}", of.unwrap_or_default()),
    );
    let (place, _, query) = cut(&server);
    Some(format!("{place}/{name}{query}"))
}

/// A URL before the database, the database, and what follows with its question mark.
fn cut(url: &str) -> (&str, &str, &str) {
    let end = url.find('?').unwrap_or(url.len());
    let (whole, query) = url.split_at(end);
    let (place, name) = whole.rsplit_once('/').expect("a database in the URL");
    (place, name, query)
}
