//! A server under measurement: the released binary in its own folder, on a database that `guiche seed` filled.

use std::{
    fs,
    io::{Error, Result},
    net::TcpListener,
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::{client::Http, graph, watch::Watched};

/// Password of everybody in the seeded companies.
pub const PASSWORD: &str = "Medida-123";
const PATIENCE: Duration = Duration::from_mins(1);
const LOOK_EVERY: Duration = Duration::from_millis(2);

/// `psql` for the embedded database.
const SQLITE: &str = "\
import sqlite3, sys
_, statement, path = sys.argv
with sqlite3.connect(path, timeout=60) as database:
    for row in database.execute(statement):
        print(*row, sep='|')";

/// How much to seed.
#[derive(Debug, Clone, Copy)]
pub struct Size {
    pub users: u32,
    pub queues: u32,
    pub companies: u32,
    pub small: u32,
    pub contacts: u32,
    pub tickets: u32,
    pub messages: u32,
}

/// A server that runs.
pub struct Server {
    pub base: String,
    pub operator: String,
    /// From start to the first good answer.
    pub started_in: Duration,
    child: Child,
    postgres: Option<u32>,
}

/// A folder with a seeded database.
pub struct Seeded {
    folder: tempfile::TempDir,
    postgres: Option<Postgres>,
    /// How long the seeding took.
    pub took: Duration,
}

/// The test server's address of one database, and its first process.
#[derive(Debug, Clone)]
struct Postgres {
    url: String,
    pid: u32,
}

impl Seeded {
    /// Fills a new database. `on_postgres` needs the servers of `scripts/test-services`.
    pub fn new(on_postgres: bool, size: Size) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let postgres = on_postgres.then(new_database).transpose()?;
        let started = Instant::now();
        let mut command = Command::new(env!("CARGO_BIN_EXE_guiche"));
        command.arg("seed").args(["--password", PASSWORD]);
        for (name, count) in [
            ("--users", size.users),
            ("--queues", size.queues),
            ("--companies", size.companies),
            ("--small", size.small),
            ("--contacts", size.contacts),
            ("--tickets", size.tickets),
            ("--messages", size.messages),
        ] {
            command.args([name, &count.to_string()]);
        }
        configure(&mut command, folder.path(), postgres.as_ref());
        let done = command.stdout(Stdio::null()).status()?;
        if !done.success() {
            return Err(Error::other("the database could not be seeded"));
        }
        Ok(Self {
            folder,
            postgres,
            took: started.elapsed(),
        })
    }

    /// What the database says to a statement, a line a row; also while a server runs on it.
    pub fn sql(&self, statement: &str) -> Result<String> {
        let mut command;
        if let Some(postgres) = &self.postgres {
            command = Command::new("psql");
            command.args([&postgres.url, "-q", "-A", "-t", "-c", statement]);
        } else {
            command = Command::new("python3");
            command.args(["-c", SQLITE, statement]);
            command.arg(self.folder.path().join("guiche.db"));
        }
        let done = command.stderr(Stdio::inherit()).output()?;
        if !done.status.success() {
            return Err(Error::other(format!("refused: {statement}")));
        }
        String::from_utf8(done.stdout).map_err(Error::other)
    }

    /// Starts a server on it.
    pub async fn serve(&self) -> Result<Server> {
        let (port, operator_port) = (free_port()?, free_port()?);
        let started = Instant::now();
        let log = fs::File::create(self.folder.path().join("log"))?;
        let mut command = Command::new(env!("CARGO_BIN_EXE_guiche"));
        command.args(["serve", "--demo"]);
        configure(&mut command, self.folder.path(), self.postgres.as_ref());
        command
            .env("GUICHE__HTTP__PORT", port.to_string())
            .env("GUICHE__OPERATOR__PORT", operator_port.to_string())
            .env("GUICHE__WHATSAPP__GRAPH_URL", graph::start().await?)
            .env("GUICHE__WHATSAPP__WEB_URL", "ws://127.0.0.1:9/ws/chat")
            .env("GUICHE__LIMITS__LOGIN_PER_IP_PER_MINUTE", "1000000")
            .env("GUICHE__LIMITS__LOGIN_PER_ACCOUNT_PER_MINUTE", "1000000")
            .stdout(Stdio::null())
            .stderr(log);
        let mut server = Server {
            base: format!("http://127.0.0.1:{port}"),
            operator: format!("http://127.0.0.1:{operator_port}"),
            started_in: Duration::ZERO,
            child: command.spawn()?,
            postgres: self.postgres.as_ref().map(|it| it.pid),
        };
        while !server.is_ready().await {
            if started.elapsed() > PATIENCE || server.child.try_wait()?.is_some() {
                let log = fs::read_to_string(self.folder.path().join("log"))?;
                return Err(Error::other(format!("the server did not start: {log}")));
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
        server.started_in = started.elapsed();
        Ok(server)
    }
}

impl Server {
    async fn is_ready(&self) -> bool {
        let Ok(mut http) = Http::open(&self.operator, None).await else {
            return false;
        };
        http.call("GET", "/readyz", "")
            .await
            .is_ok_and(|came| came.status == 200)
    }

    /// Its processes and those of its database.
    pub fn watched(&self) -> Vec<Watched> {
        let server = Watched {
            name: "server",
            pid: self.child.id(),
        };
        let database = self.postgres.map(|pid| Watched {
            name: "postgres",
            pid,
        });
        std::iter::once(server).chain(database).collect()
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Signs somebody of the first company in; `user1` is the admin. Answers the access token.
    pub async fn sign_in(&self, user: &str) -> Result<String> {
        self.sign_in_at(user, 1).await
    }

    /// The same of another company.
    pub async fn sign_in_at(&self, user: &str, company: u32) -> Result<String> {
        let answer = self.log_in(user, company).await?;
        let token = answer.get("token").and_then(Value::as_str);
        token
            .map(str::to_owned)
            .ok_or_else(|| Error::other(answer.to_string()))
    }

    /// The id of a user of the standard company.
    pub async fn id_of(&self, user: &str) -> Result<i64> {
        let answer = self.log_in(user, 1).await?;
        let id = answer.pointer("/user/id").and_then(Value::as_i64);
        id.ok_or_else(|| Error::other(answer.to_string()))
    }

    async fn log_in(&self, user: &str, company: u32) -> Result<Value> {
        let email = format!("{user}@empresa{company}.example");
        let credentials = json!({ "email": email, "password": PASSWORD });
        self.ask(None, "POST", "/api/auth/login", &credentials)
            .await
    }

    /// One call, for preparations.
    pub async fn ask(
        &self,
        token: Option<&str>,
        method: &str,
        path: &str,
        body: &Value,
    ) -> Result<Value> {
        let mut http = Http::open(&self.base, token).await?;
        let body = if body.is_null() {
            String::new()
        } else {
            body.to_string()
        };
        let came = http.call(method, path, &body).await?;
        Ok(serde_json::from_slice(http.body(came)).unwrap_or_default())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let pid = self.child.id().to_string();
        let asked = Command::new("kill").arg(pid).status();
        if !asked.is_ok_and(|done| done.success()) {
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}

fn configure(command: &mut Command, folder: &Path, postgres: Option<&Postgres>) {
    command
        .env("GUICHE__DATA_DIR", folder)
        .env("GUICHE__LOG__LEVEL", "warn");
    if let Some(postgres) = postgres {
        command.env("GUICHE__DATABASE__URL", &postgres.url);
    }
}

fn new_database() -> Result<Postgres> {
    let told = |name: &str| {
        #[expect(clippy::disallowed_methods, reason = "told by scripts/test-services")]
        std::env::var(name)
            .map_err(|_| Error::other(format!("{name} is missing: run `make bench`")))
    };
    let (url, pid) = (
        told("GUICHE_TEST_POSTGRES_URL")?,
        told("GUICHE_TEST_POSTGRES_PID")?,
    );
    let name = format!("bench_{}", uuid::Uuid::new_v4().simple());
    let made = Command::new("psql")
        .args([&url, "-q", "-c", &format!("CREATE DATABASE {name}")])
        .status()?;
    let server = url.rsplit_once('/').map(|(server, _)| server);
    match (made.success(), server) {
        (true, Some(server)) => Ok(Postgres {
            url: format!("{server}/{name}"),
            pid: pid.parse().map_err(Error::other)?,
        }),
        _ => Err(Error::other("the database could not be made")),
    }
}

/// A port that nobody has now.
pub fn free_port() -> Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}
