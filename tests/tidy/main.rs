//! Rules about the source tree that no compiler checks: file length, module docs, import direction, migration
//! pairs, unfinished work, error codes that the server and the web UI share, what has to be written down, and whose
//! rows a statement reaches.

#![cfg(test)]

mod arrows;
mod companies;
mod written;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// A longer file tells more than one story.
const FILE_LINES_MAX: usize = 500;

/// Names that a crate's sources must not contain, because the arrow points the other way.
const CRATE_ARROWS: &[(&str, &[&str])] = &[
    (
        "config/",
        &["guiche_storage", "guiche_actors", "guiche_http"],
    ),
    (
        "storage/",
        &["guiche_actors", "guiche_http", "actix_web", "actix::"],
    ),
    ("actors/", &["guiche_http", "actix_web"]),
];

/// Crates that only one place may use.
const OWNED_CRATES: &[(&str, &str)] = &[
    ("sqlx::", "storage/"),
    ("bb8_redis", "storage/"),
    ("actix_web_actors", "http/socket/session"),
];

/// The two places that list the wire's error codes; a test of the web UI compares its three languages.
const ERROR_CODES_SERVER: &str = "storage/model/error_code.rs";
const ERROR_CODES_WEB: &str = "webui/src/i18n/locales/pt/errors.json";
/// Made by the browser itself, never sent by the server.
const ERROR_CODES_WEB_ONLY: &[&str] = &["ERR_NETWORK", "ERR_NO_ANSWER", "ERR_SIGNED_OUT"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The files that git knows or would add, sorted, without generated ones.
fn sources(endings: &[&str]) -> BTreeSet<String> {
    let output = Command::new("git")
        // a checkout may belong to another account than the one that tests it
        .args(["-c", "safe.directory=*"])
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .expect("git lists the sources");
    assert!(
        output.status.success(),
        "git ls-files: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout)
        .expect("file names are UTF-8")
        .lines()
        .filter(|path| endings.iter().any(|ending| path.ends_with(ending)))
        .filter(|path| !path.contains(".gen."))
        .filter(|path| root().join(path).is_file())
        .map(str::to_owned)
        .collect()
}

fn assert_none(rule: &str, violations: &[String]) {
    assert!(
        violations.is_empty(),
        "{rule}:\n  {}",
        violations.join("\n  ")
    );
}

/// A line without its `//` comment; good enough to look for imports and calls.
fn code_of(line: &str) -> &str {
    line.split_once("//").map_or(line, |(code, _)| code)
}

/// `path:number` and the text of each line whose code contains the word.
fn lines_with(path: &str, text: &str, word: &str) -> Vec<String> {
    text.lines()
        .enumerate()
        .filter(|(_, line)| code_of(line).contains(word))
        .map(|(at, line)| format!("{path}:{}: {}", at + 1, line.trim()))
        .collect()
}

#[test]
fn every_source_file_is_at_most_500_lines() {
    let violations: Vec<String> = sources(&[".rs", ".ts", ".tsx", ".mjs"])
        .into_iter()
        .map(|path| (read(&path).lines().count(), path))
        .filter(|(lines, _)| *lines > FILE_LINES_MAX)
        .map(|(lines, path)| format!("{path}: {lines} lines"))
        .collect();
    assert_none("split these files", &violations);
}

#[test]
fn every_rust_file_begins_with_a_module_doc() {
    let violations: Vec<String> = sources(&[".rs"])
        .into_iter()
        .filter(|path| !path.ends_with("build.rs") && !read(path).starts_with("//!"))
        .collect();
    assert_none("begin with `//!`: what the file is for", &violations);
}

#[test]
fn crates_import_in_one_direction() {
    let mut violations = Vec::new();
    // a test may play the server on the other side
    for path in sources(&[".rs"]).into_iter().filter(|path| !is_test(path)) {
        let text = read(&path);
        for (folder, forbidden) in CRATE_ARROWS {
            if path.starts_with(folder) {
                violations.extend(
                    forbidden
                        .iter()
                        .flat_map(|name| lines_with(&path, &text, name)),
                );
            }
        }
    }
    assert_none("config <- storage <- actors <- http <- main", &violations);
}

#[test]
fn some_crates_are_used_in_one_place_only() {
    let mut violations = Vec::new();
    for path in sources(&[".rs"]) {
        let text = read(&path);
        for (name, home) in OWNED_CRATES {
            // tests look from outside
            if !path.starts_with(home) && !path.starts_with("tests/") {
                violations.extend(lines_with(&path, &text, name));
            }
        }
    }
    assert_none("each of these crates has one home", &violations);
}

/// The word at the start of a text: letters, digits and underscores.
fn first_word(text: &str) -> &str {
    let end = text.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
    text.get(..end.unwrap_or(text.len())).unwrap_or_default()
}

fn is_test(path: &str) -> bool {
    path.ends_with("/tests.rs") || path.ends_with("_tests.rs") || path.contains("/tests/")
}

fn migrations(folder: &str) -> BTreeSet<String> {
    sources(&[".sql"])
        .iter()
        .filter_map(|path| path.strip_prefix(folder))
        .map(str::to_owned)
        .collect()
}

#[test]
fn migrations_of_both_databases_have_the_same_names() {
    let (sqlite, postgres) = (
        migrations("migrations/sqlite/"),
        migrations("migrations/postgres/"),
    );
    let unpaired: Vec<String> = sqlite.symmetric_difference(&postgres).cloned().collect();
    assert_none("in one folder only", &unpaired);

    let mut numbers = BTreeSet::new();
    let misnamed: Vec<String> = sqlite
        .into_iter()
        .filter(|name| {
            let (number, rest) = name.split_once('_').unwrap_or_default();
            let is_number = number.len() == 4 && number.bytes().all(|digit| digit.is_ascii_digit());
            !is_number || rest.is_empty() || !numbers.insert(number.to_owned())
        })
        .collect();
    assert_none(
        "name migrations NNNN_verb_object.sql, each number once",
        &misnamed,
    );
}

fn is_rust(path: &str) -> bool {
    Path::new(path)
        .extension()
        .is_some_and(|extension| extension == "rs")
}

/// Whether the text contains the word on its own, not as a part of a longer one.
fn contains_word(text: &str, word: &str) -> bool {
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text.get(..at).unwrap_or_default();
        let after = text.get(at + word.len()..).unwrap_or_default();
        (!word.starts_with(is_letter) || !before.ends_with(is_letter))
            && (!word.ends_with(is_letter) || !after.starts_with(is_letter))
    })
}

#[test]
fn nothing_is_left_undone_or_skipped() {
    // in two parts each, so that this file does not find itself
    let rust = [
        concat!("to", "do!("),
        concat!("unimpl", "emented!("),
        concat!("#[ig", "nore"),
    ];
    let web = [".only(", ".skip(", ".todo(", "xit(", "xdescribe("];
    let both = [concat!("TO", "DO"), concat!("FIX", "ME")];

    let mut violations = Vec::new();
    for path in sources(&[".rs", ".ts", ".tsx", ".mjs"]) {
        let own: &[&str] = if is_rust(&path) { &rust } else { &web };
        for (at, line) in read(&path).lines().enumerate() {
            for word in own
                .iter()
                .chain(&both)
                .filter(|word| contains_word(line, word))
            {
                violations.push(format!("{path}:{}: {word}", at + 1));
            }
        }
    }
    assert_none("finish or remove", &violations);
}

/// Every `ERR_…` word of a file.
fn error_codes(path: &str) -> BTreeSet<String> {
    read(path)
        .split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
        .filter(|word| word.starts_with("ERR_"))
        .map(str::to_owned)
        .collect()
}

#[test]
fn error_codes_of_server_and_web_ui_are_the_same() {
    let exists = |path: &str| root().join(path).is_file();
    assert_eq!(
        exists(ERROR_CODES_SERVER),
        exists(ERROR_CODES_WEB),
        "{ERROR_CODES_SERVER} and {ERROR_CODES_WEB} come together"
    );
    if !exists(ERROR_CODES_SERVER) {
        return;
    }
    let (server, mut web) = (
        error_codes(ERROR_CODES_SERVER),
        error_codes(ERROR_CODES_WEB),
    );
    web.retain(|code| !ERROR_CODES_WEB_ONLY.contains(&code.as_str()));
    let differences: Vec<String> = server
        .symmetric_difference(&web)
        .map(|code| {
            let home = if server.contains(code) {
                ERROR_CODES_SERVER
            } else {
                ERROR_CODES_WEB
            };
            format!("{code}: only in {home}")
        })
        .collect();
    assert_none("error codes", &differences);
}

#[test]
fn what_is_told_is_a_type() {
    let of_server = |path: &String| {
        let is_server = ["actors/", "http/", "storage/"]
            .iter()
            .any(|folder| path.starts_with(folder));
        is_server && !is_test(path)
    };
    let mut violations = Vec::new();
    for path in sources(&[".rs"]).into_iter().filter(of_server) {
        let text = read(&path);
        let code = text.split("#[cfg(test)]\nmod tests {").next();
        let mut lines = lines_with(&path, code.unwrap_or_default(), "\"action\":");
        // a menu of the Cloud API has one too
        lines.retain(|line| !line.contains("\"action\": {"));
        violations.extend(lines);
    }
    assert_none(
        "bodies of events are types of storage/model/event",
        &violations,
    );
}
