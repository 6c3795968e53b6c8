//! nginx before the nodes, with the file that the deployment example gives it and only its addresses changed.

use std::{
    path::Path,
    process::{Child, Command, Stdio},
};

use super::{
    cluster::Cluster,
    note,
    support::{TestDesk, free_port, told, until},
};

/// Where Debian keeps it, which is not in everybody's path.
const PLACES: [&str; 3] = ["/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/sbin/nginx"];

/// What stands in the way of two nodes as they are deployed.
const EXAMPLE: &str = "config/deploy/two-nodes/nginx.conf";

/// Ends with the test.
pub struct Nginx {
    pub base: String,
    process: Child,
    folder: tempfile::TempDir,
}

impl Nginx {
    /// Before the nodes of a cluster; `None` where it is not installed, which the long form does not allow.
    pub async fn start(cluster: &Cluster) -> Option<Self> {
        let Some(program) = PLACES.iter().map(Path::new).find(|place| place.exists()) else {
            let is_long = told("GUICHE_FAULTS").is_some_and(|form| form == "long");
            assert!(!is_long, "nginx is missing");
            note("nodes behind nginx were left out: there is no nginx");
            return None;
        };
        let folder = tempfile::tempdir().expect("a temporary folder");
        let port = free_port();
        let settings = settings(folder.path(), port, cluster);
        let main = folder.path().join("nginx.conf");
        std::fs::write(&main, settings).expect("a file");
        let process = Command::new(program)
            .args([Path::new("-c"), &main, Path::new("-p"), folder.path()])
            .stderr(Stdio::null())
            .spawn()
            .expect("nginx");
        let nginx = Self {
            base: format!("http://127.0.0.1:{port}"),
            process,
            folder,
        };
        until("nginx answers", async || {
            reqwest::get(format!("{}/readyz", nginx.base))
                .await
                .is_ok_and(|answer| answer.status().is_success())
        })
        .await;
        Some(nginx)
    }

    /// Waits until it gives calls to a node again, which it left alone while that was restarted.
    pub async fn asks_again(&self, node: &TestDesk) {
        let answer = format!("200 {} 200", node.base.trim_start_matches("http://"));
        let known = self.log().matches(&answer).count();
        until("nginx asks the node again", async || {
            self.log().matches(&answer).count() > known
        })
        .await;
    }

    /// What it wrote of calls and troubles.
    pub fn log(&self) -> String {
        let of = |name| std::fs::read_to_string(self.folder.path().join(name)).unwrap_or_default();
        of("access.log") + &of("error.log")
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        // its workers end with it when it is asked to end, not when it is killed
        let _ = Command::new("kill")
            .arg(self.process.id().to_string())
            .status();
        let _ = self.process.wait();
    }
}

/// What Debian's main file says, in a folder of its own, around the example.
fn settings(folder: &Path, port: u16, cluster: &Cluster) -> String {
    let of = |name: &str| folder.join(name).display().to_string();
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join(EXAMPLE);
    let mut example = std::fs::read_to_string(example).expect("the example");
    let mut put = |old: &str, new: &str| {
        assert_eq!(example.matches(old).count(), 1, "{old}");
        example = example.replace(old, new);
    };
    put("listen 80;", &format!("listen 127.0.0.1:{port};"));
    put("/var/log/nginx/guiche.log", &of("access.log"));
    put("/var/log/nginx/guiche-error.log", &of("error.log"));
    for (place, node) in cluster.nodes.iter().enumerate() {
        let address = node.base.trim_start_matches("http://");
        put(&format!("guiche-{}:8080", place + 1), address);
    }
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|name| format!("{name}_temp_path {};\n", of(name)));
    format!(
        "daemon off;\nerror_log {} crit;\npid {};\nevents {{}}\nhttp {{\n{}{example}}}\n",
        of("error.log"),
        of("pid"),
        temporary.concat()
    )
}
