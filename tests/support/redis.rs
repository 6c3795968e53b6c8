//! The Redis for tests, and one that a test may kill.

use std::{
    io::{Read as _, Write as _},
    net::TcpStream,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use super::{free_port, told};

const PATIENCE: Duration = Duration::from_secs(20);

/// The server for tests, given by `make test`.
pub fn redis_url() -> Option<String> {
    let url = told("GUICHE_TEST_REDIS_URL");
    assert!(
        url.is_some() || told("GUICHE_TEST_REQUIRE_ALL").is_none(),
        "GUICHE_TEST_REDIS_URL is missing although every server is required"
    );
    url
}

/// A Redis of one test.
pub struct TestRedis {
    port: u16,
    process: Option<Child>,
}

impl TestRedis {
    /// Starts one that keeps nothing.
    pub fn start() -> Self {
        let mut redis = Self {
            port: free_port(),
            process: None,
        };
        redis.run();
        redis
    }

    /// Where it is.
    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// Starts it, at the same address as before.
    pub fn run(&mut self) {
        // the shell ends the server when this test process ends, however it ends: its standard input closes
        let script = r#"redis-server --bind 127.0.0.1 --port "$0" --save "" --appendonly no >/dev/null 2>&1 &
            pid=$!; cat >/dev/null; kill -9 $pid 2>/dev/null; wait"#;
        let shell = Command::new("sh")
            .args(["-c", script, &self.port.to_string()])
            .stdin(Stdio::piped())
            .spawn();
        self.process = Some(shell.expect("Redis starts"));
        let started = Instant::now();
        while !self.answers() {
            assert!(started.elapsed() < PATIENCE, "Redis does not answer");
        }
    }

    /// Ends it without warning.
    pub fn kill(&mut self) {
        if let Some(mut shell) = self.process.take() {
            drop(shell.stdin.take());
            shell.wait().expect("it ends");
        }
    }

    /// Forgets everything that it knows.
    pub fn forget(&self) {
        assert!(self.says("FLUSHALL", "+OK"), "Redis forgets");
    }

    /// Takes connections and answers nobody for a while.
    pub fn fall_silent(&self, period: Duration) {
        let command = format!("CLIENT PAUSE {} ALL", period.as_millis());
        assert!(self.says(&command, "+OK"), "Redis falls silent");
    }

    fn answers(&self) -> bool {
        self.says("PING", "+PONG")
    }

    fn says(&self, command: &str, wanted: &str) -> bool {
        let ask = || {
            let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
            stream.set_read_timeout(Some(Duration::from_secs(1)))?;
            stream.write_all(format!("{command}\r\n").as_bytes())?;
            let mut answer = vec![0; wanted.len()];
            stream.read_exact(&mut answer)?;
            Ok::<_, std::io::Error>(answer == wanted.as_bytes())
        };
        ask().unwrap_or_default()
    }
}

impl Drop for TestRedis {
    fn drop(&mut self) {
        self.kill();
    }
}
