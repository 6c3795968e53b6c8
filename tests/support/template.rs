//! A demo desk that has run once. To make its tables and its people takes longer than most tests: all others begin with a
//! copy of what it left.

use std::process::Command;

use tokio::sync::OnceCell;

use super::{Backend, TestDesk, database};

impl TestDesk {
    /// A place for a demo desk, with its tables and people, and nothing running. Its bots say nothing.
    pub(super) async fn copied(backend: Backend, extra: &[(&str, &str)]) -> TestDesk {
        let template = template(backend).await;
        let url = database::fresh(backend, template.database_url.as_deref());
        let desk = TestDesk::on(url, backend, extra);
        let copied = Command::new("cp")
            .arg("-a")
            .arg(template.data_dir().join("."))
            .arg(desk.data_dir())
            .status();
        assert!(copied.expect("cp runs").success(), "the folder is copied");
        desk
    }
}

/// The one that others are copied from, which runs no more.
async fn template(backend: Backend) -> &'static TestDesk {
    static SQLITE: OnceCell<TestDesk> = OnceCell::const_new();
    static POSTGRES: OnceCell<TestDesk> = OnceCell::const_new();
    let cell = match backend {
        Backend::Sqlite => &SQLITE,
        Backend::Postgres => &POSTGRES,
    };
    cell.get_or_init(async || {
        let desk = TestDesk::prepare(backend, &[]);
        let desk = desk.started().await;
        desk.close().await;
        desk.signal("-TERM");
        desk.wait();
        desk
    })
    .await
}
