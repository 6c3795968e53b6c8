//! Which rows of a statement are tied to the company that is given to it.

use super::{
    UNKNOWN,
    rust::{
        Node::{self, Group, Sign, Word},
        any, between_commas,
    },
    sql::{self, Condition, Kind, Names, Row, is_name, is_query},
};

/// What tells one row from all others, whosever they are.
const KEYS: &[&str] = &["company_id", "id", "rowid"];

/// The rows of a statement that nothing ties to the company that is given, by table, and how many rows of companies it speaks of.
/// `bound` says for each of `$1`, `$2` … whether it is that company; it is empty where nobody knows.
pub(super) fn loose_rows(
    statement: &[Node],
    bound: &[bool],
    names: &Names<'_>,
) -> (Vec<String>, usize) {
    let mut check = Check {
        bound,
        loose: Vec::new(),
        seen: 0,
    };
    check.query(statement, None, names);
    (check.loose, check.seen)
}

struct Check<'b> {
    bound: &'b [bool],
    loose: Vec<String>,
    seen: usize,
}

/// The rows of a part, inside of those of the part around it.
struct Scope<'o> {
    rows: Vec<Row>,
    outer: Option<&'o Scope<'o>>,
}

/// What a side of a comparison is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    /// The company that is given, or one of a row that is known to be its.
    Given,
    /// The company of this row.
    Of(usize),
    /// Anything else.
    Other,
}

impl Check<'_> {
    fn query(&mut self, level: &[Node], outer: Option<&Scope<'_>>, names: &Names<'_>) {
        let mut names = names.clone();
        let rest = self.named(level, outer, &mut names);
        for part in sql::parts(rest) {
            if part[0].is_word("WITH") {
                self.query(part, outer, &names);
            } else {
                self.part(part, outer, &names);
            }
        }
    }

    /// Looks at the queries that `WITH` names. Answers what stands behind them.
    fn named<'n>(
        &mut self,
        level: &'n [Node],
        outer: Option<&Scope<'_>>,
        names: &mut Names<'_>,
    ) -> &'n [Node] {
        let mut rest = match level {
            [with, recursive, rest @ ..]
                if with.is_word("WITH") && recursive.is_word("RECURSIVE") =>
            {
                rest
            }
            [with, rest @ ..] if with.is_word("WITH") => rest,
            _ => return level,
        };
        while let [Word(name), behind @ ..] = rest
            && let Some((body, after)) = body_behind_as(behind)
        {
            // it may name itself
            names.queries.insert(name.clone(), false);
            let before = self.seen;
            self.query(body, outer, names);
            let reads = self.seen > before || mentions(body, names);
            names.queries.insert(name.clone(), reads);
            match after {
                [Sign(','), next @ ..] => rest = next,
                _ => return after,
            }
        }
        rest
    }

    fn part(&mut self, part: &[Node], outer: Option<&Scope<'_>>, names: &Names<'_>) {
        if let [Group(_, inner)] = part {
            self.query(inner, outer, names);
            return;
        }
        let (rows, conditions) = names.rows(part);
        let mut scope = Scope { rows, outer };
        while let Some(at) = self.next_tied(&scope, &conditions, names) {
            scope.rows[at].is_tied = true;
        }
        for row in &scope.rows {
            if matches!(row.kind, Kind::OfCompanies | Kind::Companies) {
                self.seen += 1;
                if !row.is_tied {
                    self.loose.push(row.table.clone());
                }
            }
        }
        self.insert(part, names);
        for inner in sql::queries(part) {
            self.query(inner, Some(&scope), names);
        }
    }

    /// A row of which a condition says that it is the company's.
    fn next_tied(
        &self,
        scope: &Scope<'_>,
        conditions: &[Condition<'_>],
        names: &Names<'_>,
    ) -> Option<usize> {
        scope.rows.iter().enumerate().position(|(at, row)| {
            let mut of_row = conditions
                .iter()
                .filter(|it| it.joined.is_none_or(|joined| joined == at));
            !row.is_tied && of_row.any(|it| self.ties(scope, at, it.words, names))
        })
    }

    fn ties(&self, scope: &Scope<'_>, row: usize, words: &[Node], names: &Names<'_>) -> bool {
        // what only one of two must hold for says nothing
        if words.iter().any(|node| node.is_word("OR")) {
            return false;
        }
        words.iter().enumerate().any(|(at, node)| {
            let before = at.checked_sub(1).map(|before| &words[before]);
            match node {
                Group(_, inner) if !is_query(node) && before.is_none_or(|it| it.is_word("AND")) => {
                    self.ties(scope, row, inner, names)
                }
                _ if node.is_sign('=') || node.is_word("IN") => {
                    let sides = (side_before(words, at), side_behind(words, at + 1));
                    before.is_some_and(|it| !it.is_word("NOT"))
                        && self.compares(scope, row, sides, names)
                }
                _ => false,
            }
        })
    }

    fn compares(
        &self,
        scope: &Scope<'_>,
        row: usize,
        (left, right): (&[Node], &[Node]),
        names: &Names<'_>,
    ) -> bool {
        match (left, right) {
            (_, [query @ Group(_, inner)]) if is_query(query) => {
                is_key(scope, row, left) && self.finds_own(scope, inner, names)
            }
            ([Group(_, left)], [Group(_, right)]) => {
                let left = between_commas(left).into_iter();
                let mut pairs = left.zip(between_commas(right));
                pairs.any(|(one, other)| self.is_same(scope, row, one, other))
            }
            _ => self.is_same(scope, row, left, right),
        }
    }

    /// Whether a query finds nothing but what is the company's.
    fn finds_own(&self, scope: &Scope<'_>, query: &[Node], names: &Names<'_>) -> bool {
        let mut inner = Check {
            bound: self.bound,
            loose: Vec::new(),
            seen: 0,
        };
        inner.query(query, Some(scope), names);
        inner.loose.is_empty() && (inner.seen > 0 || mentions(query, names))
    }

    fn is_same(&self, scope: &Scope<'_>, row: usize, one: &[Node], other: &[Node]) -> bool {
        let sides = [self.side(scope, one), self.side(scope, other)];
        let is_given = |side: Side| match side {
            Side::Given => true,
            Side::Of(at) => scope.rows[at].is_tied,
            Side::Other => false,
        };
        sides.contains(&Side::Of(row)) && sides.into_iter().any(is_given)
    }

    fn side(&self, scope: &Scope<'_>, words: &[Node]) -> Side {
        match words {
            [Word(word)] if self.is_company(word) => Side::Given,
            [column] => scope.company_of(None, column.word()),
            [row, Sign('.'), column] => scope.company_of(Some(row.word()), column.word()),
            _ => Side::Other,
        }
    }

    /// Whether a parameter is the company that is given.
    fn is_company(&self, word: &str) -> bool {
        let Some(name) = word.strip_prefix('$') else {
            return false;
        };
        let number: Option<usize> = name.parse().ok();
        let bound = number.and_then(|number| self.bound.get(number.checked_sub(1)?));
        name == "company" || bound == Some(&true) || (number.is_some() && self.bound.is_empty())
    }

    /// What is stored gets the company that is given, and changes no row of another one.
    fn insert(&mut self, part: &[Node], names: &Names<'_>) {
        let Some(into) = part.iter().position(|node| node.is_word("INTO")) else {
            return;
        };
        let rest = &part[into + 1..];
        let table = rest.first().map_or("", Node::word);
        let table = if is_name(table) { table } else { UNKNOWN };
        if names.kind(table) == Kind::OfCompanies {
            self.seen += 1;
            if !self.gives_company(rest) || meets_others(rest) {
                self.loose.push(table.to_owned());
            }
        }
    }

    fn gives_company(&self, rest: &[Node]) -> bool {
        let columns = rest.iter().find_map(|node| match node {
            Group(_, inner) => Some(inner.as_slice()),
            _ => None,
        });
        let columns = between_commas(columns.unwrap_or_default());
        let place = columns
            .iter()
            .position(|column| matches!(column, [only] if only.is_word("company_id")));
        let value = place.and_then(|place| values(rest).get(place).copied());
        match value {
            Some([Word(word)]) => word == "company_id" || self.is_company(word),
            Some([_, Sign('.'), column]) => column.is_word("company_id"),
            _ => false,
        }
    }
}

/// What is stored: what stands behind `SELECT`, or in the brackets behind `VALUES`.
fn values(rest: &[Node]) -> Vec<&[Node]> {
    let place = |word: &str| rest.iter().position(|node| node.is_word(word));
    let given = match (place("SELECT"), place("VALUES")) {
        (Some(select), _) => rest.get(select + 1..place("FROM").unwrap_or(rest.len())),
        (None, Some(values)) => rest.get(values + 1).and_then(|node| match node {
            Group(_, inner) => Some(inner.as_slice()),
            _ => None,
        }),
        (None, None) => None,
    };
    between_commas(given.unwrap_or_default())
}

/// Whether a row that is there already is changed, and it may be another company's.
fn meets_others(rest: &[Node]) -> bool {
    let conflict = rest.iter().position(|node| node.is_word("CONFLICT"));
    let behind = conflict.and_then(|at| rest.get(at + 1..));
    let behind = behind.unwrap_or_default();
    let is_own = match behind {
        [Group(_, columns), ..] => columns.iter().any(|column| column.is_word("company_id")),
        _ => false,
    };
    !is_own && behind.iter().any(|node| node.is_word("UPDATE"))
}

impl Scope<'_> {
    /// The row whose company a column is, here or around.
    fn company_of(&self, row: Option<&str>, column: &str) -> Side {
        let here = match row {
            Some(alias) => self.rows.iter().position(|it| it.alias == alias),
            None => self.only_with(column),
        };
        if let Some(at) = here {
            return if self.rows[at].is_company(column) {
                Side::Of(at)
            } else {
                Side::Other
            };
        }
        let is_said = row.is_some() || column == "company_id";
        let Some(outer) = self.outer.filter(|_| is_said) else {
            return Side::Other;
        };
        let is_given = match outer.company_of(row, column) {
            Side::Of(at) => outer.rows[at].is_tied,
            side => side == Side::Given,
        };
        if is_given { Side::Given } else { Side::Other }
    }

    /// The row to which a column belongs that is said without one: the table's before that of a query, which may lack it.
    fn only_with(&self, column: &str) -> Option<usize> {
        let rows = self.rows.iter().enumerate();
        let rows = rows.filter(|(_, row)| row.is_company(column));
        let (found, own): (Vec<_>, Vec<_>) = rows.partition(|(_, row)| row.kind == Kind::Found);
        match (own.as_slice(), found.as_slice()) {
            ([(at, _)], _) | ([], [(at, _), ..]) => Some(*at),
            _ => None,
        }
    }
}

/// Whether one of the columns that are compared tells one row from all others.
fn is_key(scope: &Scope<'_>, row: usize, columns: &[Node]) -> bool {
    match columns {
        [Group(_, columns)] => between_commas(columns)
            .into_iter()
            .any(|column| is_key(scope, row, column)),
        [alias, Sign('.'), column] => {
            scope.rows[row].alias == alias.word() && KEYS.contains(&column.word())
        }
        [column] => KEYS.contains(&column.word()) && scope.only_with("company_id") == Some(row),
        _ => false,
    }
}

/// What is said behind `AS`, and what stands behind that.
fn body_behind_as(nodes: &[Node]) -> Option<(&[Node], &[Node])> {
    let named = nodes.iter().position(|node| node.is_word("AS"))?;
    let mut rest = &nodes[named..];
    while let [node, after @ ..] = rest {
        if let Group(_, body) = node {
            return Some((body.as_slice(), after));
        }
        rest = after;
    }
    None
}

/// Whether a query reads what the statement has named and found among rows of companies.
fn mentions(nodes: &[Node], names: &Names<'_>) -> bool {
    any(nodes, &|node| names.queries.get(node.word()) == Some(&true))
}

fn side_before(words: &[Node], at: usize) -> &[Node] {
    let is_long = at >= 3 && words[at - 2].is_sign('.');
    &words[at.saturating_sub(if is_long { 3 } else { 1 })..at]
}

fn side_behind(words: &[Node], at: usize) -> &[Node] {
    let is_long = words.get(at + 1).is_some_and(|node| node.is_sign('.'));
    let end = (at + if is_long { 3 } else { 1 }).min(words.len());
    &words[at..end]
}
