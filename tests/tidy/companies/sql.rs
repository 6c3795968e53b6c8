//! SQL as far as it matters for whose rows a statement speaks of: its parts, the rows that they read, and the conditions that
//! hold for these.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    UNKNOWN,
    rust::{
        Node::{self, Group, Sign, Word},
        is_letter,
    },
};

/// What a statement, or a part of one in brackets, begins with.
const VERBS: &[&str] = &["DELETE", "INSERT", "SELECT", "UPDATE", "VALUES", "WITH"];
/// Words that end a condition and a list of tables.
const ENDS: &[&str] = &[
    "CONFLICT",
    "CROSS",
    "FOR",
    "GROUP",
    "HAVING",
    "INNER",
    "LEFT",
    "LIMIT",
    "OFFSET",
    "ON",
    "ORDER",
    "RETURNING",
    "SELECT",
    "SET",
    "VALUES",
    "WHERE",
    "WINDOW",
];
/// Words that stand where the name of a table would be if it were not pushed by itself.
const INSTEAD_OF_NAMES: &[&str] = &["JOIN", "ON", "ORDER", "SET", "VALUES", "WHERE"];

/// A statement as words, signs, and what stands in brackets. Texts and numbers are signs.
pub(super) fn read(statement: &str) -> Vec<Node> {
    let mut open = vec![Vec::new()];
    let mut letters = statement.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '(' => open.push(Vec::new()),
            ')' => close(&mut open),
            '\'' => {
                for other in letters.by_ref() {
                    if other == '\'' {
                        break;
                    }
                }
                put(&mut open, Sign(letter));
            }
            // not to be taken for the comparison that matters
            '<' | '>' | '!' => {
                letters.next_if(|other| matches!(other, '=' | '>'));
                put(&mut open, Sign(letter));
            }
            _ if letter == '$' || is_letter(letter) => {
                let mut word = String::from(letter);
                while let Some(other) = letters.next_if(|other| is_letter(*other)) {
                    word.push(other);
                }
                let is_number = letter.is_ascii_digit();
                put(&mut open, if is_number { Sign('0') } else { Word(word) });
            }
            _ if letter.is_whitespace() => {}
            _ => put(&mut open, Sign(letter)),
        }
    }
    while open.len() > 1 {
        close(&mut open);
    }
    open.pop().unwrap_or_default()
}

fn put(open: &mut [Vec<Node>], node: Node) {
    if let Some(level) = open.last_mut() {
        level.push(node);
    }
}

/// A bracket closes, if one is open: what a builder chooses between stands here one behind the other.
fn close(open: &mut Vec<Vec<Node>>) {
    if open.len() > 1 {
        let inner = open.pop().unwrap_or_default();
        put(open, Group('(', inner));
    }
}

/// Keywords are written in capitals, names are not.
pub(super) fn is_name(word: &str) -> bool {
    !word.starts_with('$') && word.chars().any(char::is_lowercase)
}

pub(super) fn begins_statement(nodes: &[Node]) -> bool {
    nodes
        .first()
        .is_some_and(|first| VERBS.contains(&first.word()))
}

pub(super) fn is_query(node: &Node) -> bool {
    matches!(node, Group(_, inner) if begins_statement(inner))
}

/// The queries in brackets of a part, those within them left to them.
pub(super) fn queries(nodes: &[Node]) -> Vec<&[Node]> {
    let mut found = Vec::new();
    for node in nodes {
        if let Group(_, inner) = node {
            if is_query(node) {
                found.push(inner.as_slice());
            } else {
                found.extend(queries(inner));
            }
        }
    }
    found
}

/// The parts of a level that read rows of their own: those of a `UNION`, and those between which a builder chooses.
pub(super) fn parts(level: &[Node]) -> Vec<&[Node]> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, node) in level.iter().enumerate() {
        let part = &level[start..at];
        match node.word() {
            "UNION" | "INTERSECT" | "EXCEPT" => {
                parts.push(part);
                start = at + 1;
            }
            "ALL" if part.is_empty() => start = at + 1,
            "SELECT" if !part.is_empty() && !is_insert(part) => {
                parts.push(part);
                start = at;
            }
            "WITH" if !part.is_empty() => {
                parts.push(part);
                start = at;
                break;
            }
            _ => {}
        }
    }
    parts.push(&level[start..]);
    parts.retain(|part| !part.is_empty());
    parts
}

/// Whether a part waits for the `SELECT` whose rows it stores.
fn is_insert(part: &[Node]) -> bool {
    let has = |word: &str| part.iter().any(|node| node.is_word(word));
    has("INSERT") && !has("SELECT")
}

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A table with the column `company_id`.
    OfCompanies,
    /// The table of companies, of which `id` is the company.
    Companies,
    /// Rows of another query, which is looked at by itself.
    Found,
    /// Anything else.
    Other,
}

/// What a part of a statement reads.
#[derive(Debug)]
pub(super) struct Row {
    /// Its name in here.
    pub alias: String,
    /// Its table.
    pub table: String,
    /// What that is.
    pub kind: Kind,
    /// Whether it is known to be the given company's.
    pub is_tied: bool,
}

/// What has to hold.
#[derive(Debug)]
pub(super) struct Condition<'p> {
    /// What is compared.
    pub words: &'p [Node],
    /// Of a `LEFT JOIN`, which keeps what it does not hold for: the place of the row that is joined.
    pub joined: Option<usize>,
}

/// What names stand for.
#[derive(Debug, Clone)]
pub(super) struct Names<'t> {
    /// Tables whose rows belong to companies.
    pub tables: &'t BTreeSet<String>,
    /// What the statement itself has named, and whether that reads rows of companies.
    pub queries: BTreeMap<String, bool>,
}

impl Names<'_> {
    pub(super) fn kind(&self, name: &str) -> Kind {
        if self.queries.contains_key(name) {
            Kind::Found
        } else if name == UNKNOWN || self.tables.contains(name) {
            Kind::OfCompanies
        } else if name == "companies" {
            Kind::Companies
        } else {
            Kind::Other
        }
    }

    /// The rows that a part reads, and the conditions that hold for them.
    pub(super) fn rows<'p>(&self, part: &'p [Node]) -> (Vec<Row>, Vec<Condition<'p>>) {
        let (mut rows, mut conditions) = (Vec::new(), Vec::new());
        let mut begun: Option<(usize, Option<usize>)> = None;
        let (mut is_left, mut is_list, mut joined) = (false, false, None);
        let mut at = 0;
        while let Some(node) = part.get(at) {
            let word = node.word();
            let before = at.checked_sub(1).map_or("", |before| part[before].word());
            let is_table = match word {
                "FROM" => before != "DISTINCT",
                "JOIN" | "USING" => true,
                "UPDATE" => at == 0,
                _ => is_list && node.is_sign(','),
            };
            let is_end = is_table || ENDS.contains(&word);
            if is_end {
                conditions.extend(begun.take().map(|(from, joined)| Condition {
                    words: &part[from..at],
                    joined,
                }));
                is_list = is_table;
            }
            at += 1;
            if is_table {
                let (row, passed) = self.row(&part[at..]);
                joined = (word == "JOIN" && is_left).then_some(rows.len());
                rows.extend(row);
                is_left = false;
                at += passed;
            }
            match word {
                "LEFT" => is_left = true,
                "ON" => begun = Some((at, joined)),
                "WHERE" => begun = Some((at, None)),
                _ => {}
            }
        }
        conditions.extend(begun.map(|(from, joined)| Condition {
            words: &part[from..],
            joined,
        }));
        (rows, conditions)
    }

    /// The row whose table is named first, and how many pieces that takes.
    fn row(&self, rest: &[Node]) -> (Option<Row>, usize) {
        let first = rest.first();
        let (name, kind) = match first.map(Node::word) {
            _ if first.is_some_and(|first| first.is_group('(')) => ("", Kind::Found),
            Some(word) if is_name(word) => (word, self.kind(word)),
            Some(word) if !INSTEAD_OF_NAMES.contains(&word) => return (None, 0),
            _ => {
                let row = Row::new((UNKNOWN, UNKNOWN), Kind::OfCompanies);
                return (Some(row), 0);
            }
        };
        let has_group = |at: usize| rest.get(at).is_some_and(|node| node.is_group('('));
        let mut passed = 1;
        // what a function is called with
        if kind != Kind::OfCompanies && has_group(passed) {
            passed += 1;
        }
        if rest.get(passed).is_some_and(|node| node.is_word("AS")) {
            passed += 1;
        }
        let mut alias = rest.get(passed).map_or("", Node::word);
        if is_name(alias) {
            passed += 1;
        } else {
            alias = name;
        }
        // names of its columns
        if kind == Kind::Found && has_group(passed) {
            passed += 1;
        }
        (Some(Row::new((alias, name), kind)), passed)
    }
}

impl Row {
    fn new((alias, table): (&str, &str), kind: Kind) -> Self {
        Self {
            alias: alias.to_owned(),
            table: table.to_owned(),
            kind,
            is_tied: kind == Kind::Found,
        }
    }

    /// Whether a column is the company.
    pub(super) fn is_company(&self, column: &str) -> bool {
        match self.kind {
            Kind::OfCompanies | Kind::Found => column == "company_id",
            Kind::Companies => column == "id",
            Kind::Other => false,
        }
    }
}
