//! Looking into a desk's tables from outside, as an operator would: with the databases' own tools.

use std::process::Command;

use super::TestDesk;

/// Reads without writing, also beside a running desk. Columns are parted by tabs.
const SQLITE_ROWS: &str = "import sqlite3, sys
db = sqlite3.connect('file:' + sys.argv[1] + '?mode=ro', uri=True, timeout=30)
for row in db.execute(sys.argv[2]):
    print('\\t'.join('' if cell is None else str(cell) for cell in row))";

const SQLITE_SCRIPT: &str = "import sqlite3, sys
sqlite3.connect(sys.argv[1], timeout=30).executescript(sys.argv[2])";

impl TestDesk {
    /// The rows that a query answers, as text. Neither cells with line breaks nor cells with tabs.
    pub fn rows(&self, sql: &str) -> Vec<Vec<String>> {
        let text = self.ask_database(SQLITE_ROWS, sql);
        let cells = |line: &str| line.split('\t').map(str::to_owned).collect();
        text.lines().map(cells).collect()
    }

    /// Changes the tables behind the desk's back.
    pub fn execute(&self, sql: &str) {
        self.ask_database(SQLITE_SCRIPT, sql);
    }

    /// What the database's own tool prints; `on_sqlite` is the program that stands for one there.
    fn ask_database(&self, on_sqlite: &str, sql: &str) -> String {
        let output = match &self.database_url {
            Some(url) => Command::new("psql")
                .args([url, "-v", "ON_ERROR_STOP=1", "-qAt", "-F", "\t", "-c", sql])
                .output(),
            None => Command::new("python3")
                .args(["-c", on_sqlite])
                .arg(self.data_dir().join("guiche.db"))
                .arg(sql)
                .output(),
        };
        let output = output.expect("the tool runs");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{sql}: {complaint}");
        String::from_utf8(output.stdout).expect("text")
    }

    /// The number that a query answers.
    pub fn number(&self, sql: &str) -> i64 {
        let rows = self.rows(sql);
        rows[0][0].parse().expect("a number")
    }
}
