//! The program as an operator starts it: settings, secrets, the first administrator, one process a data folder, a clean
//! stop.

#![cfg(test)]

use std::{
    io::{BufRead as _, BufReader, Read as _},
    process::{Child, Command, Output, Stdio},
    time::{Duration, Instant},
};

use serde_json::{Value, json};

const PASSWORD: &str = "segredo-forte-9";

/// The program in a folder of its own, with nothing of the caller's environment.
struct Place {
    dir: tempfile::TempDir,
}

/// A server that answers; stopped when the test ends, however it ends.
struct Running {
    child: Child,
    url: String,
    operator: String,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Place {
    fn new() -> Self {
        Self {
            dir: tempfile::tempdir().unwrap(),
        }
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_guiche"));
        command
            .args(arguments)
            .current_dir(self.dir.path())
            .env_clear()
            .env("GUICHE__HTTP__PORT", "0")
            .env("GUICHE__OPERATOR__PORT", "0")
            .stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &[&str], variables: &[(&str, &str)]) -> Output {
        self.command(arguments)
            .envs(variables.iter().copied())
            .output()
            .unwrap()
    }

    fn make_admin(&self, email: &str) -> Output {
        let person = ["--company", "Loja", "--name", "Ana", "--email", email];
        let arguments = [&["admin", "create"][..], &person].concat();
        self.run(&arguments, &[("GUICHE_ADMIN_PASSWORD", PASSWORD)])
    }

    fn serve(&self, arguments: &[&str]) -> Running {
        let arguments = [&["serve"][..], arguments].concat();
        let mut child = self
            .command(&arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        // "Guichê is at http://127.0.0.1:1234 (operator: http://127.0.0.1:5678)"
        let mut urls = line
            .split([' ', ')', '\n'])
            .filter(|word| word.starts_with("http://"))
            .map(str::to_owned);
        let (url, operator) = (
            urls.next().unwrap_or_default(),
            urls.next().unwrap_or_default(),
        );
        let running = Running {
            child,
            url,
            operator,
        };
        assert!(!running.operator.is_empty(), "no addresses: {line:?}");
        running
    }
}

fn complaint(output: &Output) -> String {
    assert!(!output.status.success(), "it started");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn shown(output: &Output) -> String {
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// One HTTP/1.1 exchange without a client library: status and body.
fn ask(url: &str, method: &str, path: &str, body: &str) -> (u16, String) {
    use std::io::Write as _;
    let host = url.strip_prefix("http://").unwrap();
    let mut stream = std::net::TcpStream::connect(host).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(20)))
        .unwrap();
    let length = body.len();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-type: application/json\r\n\
         content-length: {length}\r\n\r\n{body}"
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    let status = text
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok())
        .unwrap_or(0);
    let body = text
        .split_once("\r\n\r\n")
        .map_or("", |(_, body)| body)
        .to_owned();
    (status, body)
}

#[test]
fn the_first_administrator_is_made_and_signs_in() {
    // spec: S089 S090
    let place = Place::new();
    assert!(shown(&place.make_admin("Ana@loja.example")).contains("ana@loja.example"));
    assert!(complaint(&place.make_admin("ana@loja.example")).contains("exists already"));
    let running = place.serve(&[]);
    assert_eq!(ask(&running.operator, "GET", "/readyz", "").0, 200);
    let login = json!({ "email": "ana@loja.example", "password": PASSWORD }).to_string();
    let (status, body) = ask(&running.url, "POST", "/api/auth/login", &login);
    assert_eq!(status, 200, "{body}");
    let body: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(body["user"]["profile"], "admin");
    assert_eq!(body["user"]["company"]["name"], "Loja");
    // no demonstration, so no log-ins to offer
    assert_eq!(ask(&running.url, "GET", "/api/demo", "").0, 404);
}

#[test]
fn a_short_password_and_a_missing_email_make_nobody() {
    let place = Place::new();
    let person = [
        "admin",
        "create",
        "--company",
        "Loja",
        "--name",
        "Ana",
        "--email",
        "a@b.example",
    ];
    let short = place.run(&person, &[("GUICHE_ADMIN_PASSWORD", "1234567")]);
    assert!(complaint(&short).contains("at least 8"));
    let without = place.run(&person[..6], &[("GUICHE_ADMIN_PASSWORD", PASSWORD)]);
    assert!(complaint(&without).contains("E-mail is missing"));
}

#[test]
fn a_second_process_is_refused_and_the_first_stops_cleanly() {
    let place = Place::new();
    let mut running = place.serve(&[]);
    let message = complaint(&place.run(&["serve"], &[]));
    assert!(message.contains("another process uses"), "{message}");
    assert!(complaint(&place.run(&["migrate"], &[])).contains("another process uses"));
    let id = running.child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-TERM", &id])
            .status()
            .unwrap()
            .success()
    );
    let deadline = Instant::now() + Duration::from_secs(20);
    let status = loop {
        if let Some(status) = running.child.try_wait().unwrap() {
            break status;
        }
        assert!(Instant::now() < deadline, "it does not stop");
        std::thread::yield_now();
    };
    assert!(status.success(), "{status}");
    drop(running);
    assert!(shown(&place.run(&["migrate"], &[])).contains("at this version"));
}

#[test]
fn a_certificate_of_a_bank_that_cannot_be_read_refuses_to_start() {
    let place = Place::new();
    let broken = place.dir.path().join("broken.pem");
    std::fs::write(&broken, "-----BEGIN CERTIFICATE-----\n").unwrap();
    let broken = broken.display().to_string();
    for (file, problem) in [
        ("missing.pem", "missing.pem cannot be read"),
        (broken.as_str(), "holds no certificate with its key"),
    ] {
        let variables = [
            ("GUICHE__BILLING__URL", "https://pix.example.com/v2"),
            ("GUICHE__BILLING__CLIENT_ID", "desk"),
            (
                "GUICHE__BILLING__CLIENT_SECRET",
                "a-secret-of-the-bank-9f31",
            ),
            ("GUICHE__BILLING__PIX_KEY", "pix@guiche.example"),
            (
                "GUICHE__BILLING__WEBHOOK_SECRET",
                "9c1f0d7be64a4c58a1d2e35f7086b9421f",
            ),
            ("GUICHE__BILLING__CERTIFICATE", file),
        ];
        let said = complaint(&place.run(&["serve"], &variables));
        assert!(said.contains("billing.certificate"), "{said}");
        assert!(said.contains(problem), "{said}");
    }
}

#[test]
fn a_guessable_secret_an_unknown_key_and_a_broken_key_file_refuse_to_start() {
    let place = Place::new();
    for secret in [
        "",
        "secret",
        "mysecret",
        "myanothersecret",
        "changeme",
        "too-short-7f3a",
    ] {
        let message = complaint(&place.run(&["serve"], &[("GUICHE__SECRETS__JWT_KEY", secret)]));
        assert!(message.contains("secrets.jwt_key"), "{secret}: {message}");
    }
    let message = complaint(&place.run(&["serve"], &[("GUICHE__HTTP__PROT", "1")]));
    assert!(message.contains("unknown field"), "{message}");
    let secrets = place.dir.path().join("data/secrets");
    std::fs::create_dir_all(&secrets).unwrap();
    std::fs::write(secrets.join("jwt_key"), "abcd").unwrap();
    let message = complaint(&place.run(&["serve"], &[]));
    assert!(message.contains("jwt_key"), "{message}");
}

#[test]
fn the_demonstration_listens_on_loopback_only() {
    let place = Place::new();
    for name in ["GUICHE__HTTP__HOST", "GUICHE__OPERATOR__HOST"] {
        let message = complaint(&place.run(&["serve", "--demo"], &[(name, "0.0.0.0")]));
        assert!(message.contains("loopback"), "{message}");
    }
    let running = place.serve(&["--demo"]);
    let (status, body) = ask(&running.url, "GET", "/api/demo", "");
    assert_eq!(status, 200);
    assert!(body.contains("admin@aurora.example"), "{body}");
}

#[test]
fn the_settings_in_force_are_printed_without_secrets() {
    let place = Place::new();
    let key = "5fa1c8b70e6d43299b7e8a1d60f3c2547d09";
    let variables = [
        ("GUICHE__SECRETS__MEDIA_KEY", key),
        (
            "GUICHE__DATABASE__URL",
            "postgres://desk:pa55word@db.example/desk",
        ),
    ];
    let text = shown(&place.run(&["check-config"], &variables));
    assert!(
        text.contains("db.example") && text.contains("# media_key: configured"),
        "{text}"
    );
    assert!(!text.contains(key) && !text.contains("pa55word"), "{text}");
}

#[test]
fn the_description_and_the_help_are_printed() {
    let place = Place::new();
    let description: Value = serde_json::from_str(&shown(&place.run(&["openapi"], &[]))).unwrap();
    assert!(description["paths"]["/api/auth/login"].is_object());
    let help = shown(&place.run(&["--help"], &[]));
    for command in [
        "serve",
        "migrate",
        "admin",
        "backup",
        "restore",
        "openapi",
        "check-config",
    ] {
        assert!(help.contains(command), "{help}");
    }
}
