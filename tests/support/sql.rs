//! Looking into a desk's tables from outside, without its own code.

use std::{path::Path, thread, time::Duration};

use sqlx::{
    AssertSqlSafe, ConnectOptions as _, Connection as _, Error, PgConnection, Row as _,
    ValueRef as _, sqlite::SqliteConnectOptions,
};
use tokio::runtime;

use super::TestDesk;

/// As long as a busy desk may hold its file.
const SQLITE_PATIENCE: Duration = Duration::from_secs(30);

impl TestDesk {
    /// The rows that a query answers, as text; what is `NULL` is empty. Writes nothing.
    pub fn rows(&self, sql: &str) -> Vec<Vec<String>> {
        self.ask_database(sql, true)
    }

    /// Changes the tables behind the desk's back.
    pub fn execute(&self, sql: &str) {
        self.ask_database(sql, false);
    }

    fn ask_database(&self, sql: &str, is_reading: bool) -> Vec<Vec<String>> {
        let Some(url) = &self.database_url else {
            let file = self.data_dir().join("guiche.db");
            let asked = wait_for(ask_sqlite(&file, sql, is_reading));
            return asked.unwrap_or_else(|error| panic!("{sql}: {error}"));
        };
        ask_postgres(url, sql)
    }

    /// The number that a query answers.
    pub fn number(&self, sql: &str) -> i64 {
        let rows = self.rows(sql);
        rows[0][0].parse().expect("a number")
    }
}

/// What a database answers to one or more statements.
pub(super) fn ask_postgres(url: &str, sql: &str) -> Vec<Vec<String>> {
    let asked = wait_for(async {
        let mut conn = PgConnection::connect(url).await?;
        let rows = sqlx::raw_sql(AssertSqlSafe(sql))
            .fetch_all(&mut conn)
            .await?;
        conn.close().await?;
        // the simple protocol answers in text
        let cell = |row: &sqlx::postgres::PgRow, at| match row.try_get_raw(at)? {
            value if value.is_null() => Ok(String::new()),
            value => value.as_str().map(str::to_owned).map_err(Error::Decode),
        };
        let cells = |row| columns(row).map(|at| cell(row, at)).collect();
        rows.iter().map(cells).collect::<Result<_, Error>>()
    });
    asked.unwrap_or_else(|error| panic!("{sql}: {error}"))
}

async fn ask_sqlite(file: &Path, sql: &str, is_reading: bool) -> Result<Vec<Vec<String>>, Error> {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .read_only(is_reading)
        .foreign_keys(false)
        .busy_timeout(SQLITE_PATIENCE);
    let mut conn = options.connect().await?;
    let rows = sqlx::raw_sql(AssertSqlSafe(sql))
        .fetch_all(&mut conn)
        .await?;
    conn.close().await?;
    // whatever it is, the database has a text for it
    let cell = |row: &sqlx::sqlite::SqliteRow, at| {
        let text: Option<String> = row.try_get_unchecked(at)?;
        Ok(text.unwrap_or_default())
    };
    let cells = |row| columns(row).map(|at| cell(row, at)).collect();
    rows.iter().map(cells).collect()
}

fn columns<R: sqlx::Row>(row: &R) -> impl Iterator<Item = usize> {
    row.columns().iter().map(sqlx::Column::ordinal)
}

/// Runs something that waits where the caller cannot, on a thread of its own.
fn wait_for<T: Send>(what: impl Future<Output = T> + Send) -> T {
    let run = || {
        let mut runtime = runtime::Builder::new_current_thread();
        let runtime = runtime.enable_all().build().expect("a runtime");
        runtime.block_on(what)
    };
    thread::scope(|scope| scope.spawn(run).join().expect("the database is asked"))
}
