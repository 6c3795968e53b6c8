//! prism: a server that is not ours. It answers by somebody's own description of his API, and refuses with 422 what does not
//! fit it. `scripts/install-test-peers` installs it (`tests/bank/peer`).

use std::{
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
};

const PROGRAM: &str = "tests/bank/peer/node_modules/@stoplight/prism-cli/dist/index.js";

/// Runs until it is dropped.
pub struct Prism {
    process: Child,
    /// Where it is.
    pub url: String,
}

impl Drop for Prism {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Starts it with a description, both below the repository's root. `None` where it is missing, which `make test` does not
/// allow.
#[expect(
    clippy::print_stderr,
    reason = "somebody should know that less was tested"
)]
#[expect(
    clippy::disallowed_methods,
    reason = "tests are told by the environment"
)]
pub fn start(root: &Path, description: impl AsRef<Path>) -> Option<Prism> {
    let program = root.join(PROGRAM);
    let has_node = Command::new("node").arg("--version").output().is_ok();
    if !has_node || !program.is_file() {
        let is_required = std::env::var("GUICHE_TEST_REQUIRE_ALL").is_ok_and(|it| it == "1");
        assert!(
            !is_required,
            "node or prism is missing although everything is required"
        );
        eprintln!("prism was left out: node or prism is missing (npm --prefix tests/bank/peer ci)");
        return None;
    }
    let mut process = Command::new("node")
        .arg(program)
        .args(["mock", "--port", "0"])
        .arg(root.join(description))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
    let url = lines.by_ref().map_while(Result::ok).find_map(|line| {
        let (_, url) = line.split_once("listening on ")?;
        Some(url.trim().to_owned())
    });
    // what it says later would fill its pipe
    std::thread::spawn(move || lines.for_each(drop));
    let url = url.unwrap();
    Some(Prism { process, url })
}
