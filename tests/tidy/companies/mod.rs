//! No statement reaches the rows of another company. Every text of SQL in `storage/` is read, its macros written out, and for
//! every row of a table with the column `company_id` that it reads, changes or stores, one of these must stand in it, on the
//! same level and not as one of two that an `OR` chooses from:
//!
//! 1. `company_id = $1`, where what is bound to `$1` is called company;
//! 2. `company_id = other.company_id`, where the other row is such a one (of the company itself, its `id`);
//! 3. `id IN (SELECT …)` or `id = (SELECT …)`, where that reads nothing but such rows;
//! 4. `company_id` among the columns of an `INSERT`, with such a value, and in the target of its `ON CONFLICT … DO UPDATE`.
//!
//! Functions that speak of rows of any company have their place, with the reason, in `exceptions.rs`. What a builder pushes under
//! an `if` counts as said. Which company is given is the caller's business: `tests/probe/tenants.rs` asks by HTTP.

mod examples;
mod exceptions;
mod macros;
mod rust;
mod sql;
mod texts;
mod ties;

use std::collections::{BTreeMap, BTreeSet};

use super::{assert_none, is_test, read, sources};
use exceptions::EXCEPTIONS;
use macros::Sources;
use sql::Names;
use texts::Statement;

/// A table of which nobody knows the name: whoever reads from it must name the company.
const UNKNOWN: &str = "some_table";
/// Where the words of the two databases are; there is no statement about companies in it.
const DIALECTS: &str = "storage/core/db.rs";

/// The tables of a database with the column `company_id`, after its last migration.
fn tables_of_companies(database: &str) -> BTreeSet<String> {
    let folder = format!("migrations/{database}/");
    let mut tables = BTreeSet::new();
    for path in sources(&[".sql"]) {
        if !path.starts_with(&folder) {
            continue;
        }
        let text = read(&path);
        let lines = text.lines().map(|line| line.split("--").next());
        let code: Vec<&str> = lines.map(Option::unwrap_or_default).collect();
        for statement in code.join("\n").split(';') {
            follow(statement, &mut tables);
        }
    }
    tables
}

/// Notes what a step does to the tables of companies.
fn follow(statement: &str, tables: &mut BTreeSet<String>) {
    let words = statement.split(|letter: char| !rust::is_letter(letter));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    match words.as_slice() {
        ["CREATE", "TABLE", name, columns @ ..] if columns.contains(&"company_id") => {
            tables.insert((*name).to_owned());
        }
        ["ALTER", "TABLE", name, "ADD", "COLUMN", "company_id", ..] => {
            tables.insert((*name).to_owned());
        }
        ["ALTER", "TABLE", name, "RENAME", "TO", new] if tables.remove(*name) => {
            tables.insert((*new).to_owned());
        }
        ["DROP", "TABLE", name] => {
            tables.remove(*name);
        }
        _ => {}
    }
}

/// The statements of the storage, tests aside.
fn statements() -> Vec<Statement> {
    let paths = sources(&[".rs"])
        .into_iter()
        .filter(|path| path.starts_with("storage/") && path != DIALECTS && !is_test(path));
    let files = paths.map(|path| {
        let text = read(&path);
        (path, text)
    });
    texts::statements(&Sources::new(files))
}

/// The tables whose rows a text reads without a company, and how many rows of companies it speaks of.
fn loose_tables(text: &str, bound: &[bool], tables: &BTreeSet<String>) -> (Vec<String>, usize) {
    let nodes = sql::read(text);
    let is_word = |words: &[&str]| rust::any(&nodes, &|node| words.contains(&node.word()));
    if !is_word(&["FROM", "INTO", "JOIN", "UPDATE"]) {
        return (Vec::new(), 0);
    }
    let names = Names {
        tables,
        queries: BTreeMap::new(),
    };
    if sql::begins_statement(&nodes) {
        return ties::loose_rows(&nodes, bound, &names);
    }
    // a part that is put into a statement in a way that nobody here knows
    let named = tables.iter().filter(|table| is_word(&[table.as_str()]));
    let named: Vec<String> = named.cloned().collect();
    let seen = named.len();
    (named, seen)
}

#[test]
fn every_statement_names_the_company_whose_rows_it_reaches() {
    let tables = tables_of_companies("sqlite");
    let mut violations = Vec::new();
    let (mut rows, mut used) = (0, BTreeSet::new());
    let excepted = excepted();
    for statement in statements() {
        let (loose, seen) = loose_tables(&statement.text, &statement.bound, &tables);
        rows += seen;
        if loose.is_empty() {
            continue;
        }
        let who = format!("{}: {}", statement.file, statement.function);
        if excepted.contains_key(&who) {
            used.insert(who);
        } else {
            let words: Vec<&str> = statement.text.split_whitespace().collect();
            let beginning: String = words.join(" ").chars().take(200).collect();
            violations.push(format!("{who}: {}: {beginning}", loose.join(", ")));
        }
    }
    assert!(rows > 1_200, "of some 1,400 rows {rows} are seen");
    assert_none(
        "name the company of these tables' rows, or say in tests/tidy/companies/exceptions.rs why not",
        &violations,
    );
    let unused = excepted.iter().filter(|(who, _)| !used.contains(*who));
    let unused: Vec<String> = unused.map(|(who, why)| format!("{who} ({why})")).collect();
    assert_none("nothing needs this exception", &unused);
}

/// Functions that may speak of rows of any company, with the reason.
fn excepted() -> BTreeMap<String, &'static str> {
    let mut excepted = BTreeMap::new();
    for (why, files) in EXCEPTIONS {
        for (file, functions) in *files {
            let functions = functions.iter();
            excepted.extend(functions.map(|name| (format!("storage/{file}: {name}"), *why)));
        }
    }
    excepted
}

#[test]
fn both_databases_have_the_same_tables_of_companies() {
    let (sqlite, postgres) = (
        tables_of_companies("sqlite"),
        tables_of_companies("postgres"),
    );
    assert!(sqlite.len() > 80, "{sqlite:?}");
    let differences: Vec<String> = sqlite.symmetric_difference(&postgres).cloned().collect();
    assert_none("in one database only", &differences);
}
