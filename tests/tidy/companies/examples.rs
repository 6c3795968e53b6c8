//! What the rule says of small statements, and how they are found in a source.

use std::collections::BTreeSet;

use super::{loose_tables, macros::Sources, texts};

/// Statements that say of every row that it is the company's, which is their first parameter.
const TIED: &[&str] = &[
    "SELECT id FROM tickets WHERE company_id = $1 AND id = $2",
    "SELECT t.id FROM tickets AS t JOIN tags g ON g.company_id = t.company_id WHERE t.company_id = $1",
    "SELECT (SELECT COUNT(*) FROM tags WHERE company_id = c.id) FROM companies c WHERE c.id = $1",
    "DELETE FROM ticket_tags WHERE id IN (SELECT id FROM ticket_tags WHERE company_id = $1 LIMIT 9)",
    "WITH due AS (SELECT id FROM tickets WHERE company_id = $1) UPDATE tickets SET status = 'x' WHERE id IN (SELECT id FROM due)",
    "INSERT INTO tags (name, company_id) VALUES ($2, $1) ON CONFLICT (company_id, name) DO UPDATE SET name = $2",
    "INSERT INTO tags (company_id, name) SELECT company_id, name FROM tags WHERE company_id = $1",
    "SELECT 1 FROM tickets WHERE company_id = $1 AND EXISTS (SELECT 1 FROM tags g WHERE g.company_id = tickets.company_id)",
    "SELECT 1 FROM plans WHERE id = $2",
];

/// Statements of rows that may be anybody's, with the tables of these.
const LOOSE: &[(&str, &[&str])] = &[
    ("SELECT id FROM tickets WHERE id = $2", &["tickets"]),
    ("SELECT id FROM tickets WHERE company_id = $2", &["tickets"]),
    (
        "UPDATE tickets SET company_id = $1 WHERE id = $2",
        &["tickets"],
    ),
    (
        "DELETE FROM tickets WHERE company_id = $1 OR id = $2",
        &["tickets"],
    ),
    (
        "SELECT 1 FROM tickets WHERE ($2 IS NULL OR company_id = $1)",
        &["tickets"],
    ),
    (
        "SELECT 1 FROM tickets WHERE NOT (company_id = $1)",
        &["tickets"],
    ),
    ("SELECT 1 FROM tickets WHERE company_id <= $1", &["tickets"]),
    ("SELECT company_id = $1 FROM tickets", &["tickets"]),
    (
        "SELECT 1 FROM tickets t JOIN tags g ON g.id = t.id WHERE t.company_id = $1",
        &["tags"],
    ),
    (
        "SELECT 1 FROM tickets t, tags g WHERE g.company_id = $1",
        &["tickets"],
    ),
    (
        "SELECT 1 FROM tickets t LEFT JOIN tags g ON t.company_id = $1",
        &["tickets", "tags"],
    ),
    (
        "SELECT id FROM tags WHERE company_id = $1 UNION SELECT id FROM tickets",
        &["tickets"],
    ),
    (
        "DELETE FROM tags WHERE id IN (SELECT id FROM tickets WHERE id = $2)",
        &["tags", "tickets"],
    ),
    (
        "WITH some (id) AS (VALUES ($2)) DELETE FROM tags WHERE id IN (SELECT id FROM some)",
        &["tags"],
    ),
    ("INSERT INTO tags (name) VALUES ($2)", &["tags"]),
    (
        "INSERT INTO tags (name, company_id) VALUES ($1, $2)",
        &["tags"],
    ),
    (
        "INSERT INTO tags (id, company_id) VALUES ($2, $1) ON CONFLICT (id) DO UPDATE SET name = $2",
        &["tags"],
    ),
    ("DELETE FROM companies WHERE id = $2", &["companies"]),
    (" AND EXISTS (SELECT 1 FROM tags)", &["tags"]),
];

fn loose(statement: &str) -> Vec<String> {
    let tables = BTreeSet::from(["tickets", "tags", "ticket_tags"].map(str::to_owned));
    let (loose, _) = loose_tables(statement, &[true, false], &tables);
    loose
}

#[test]
fn a_row_is_tied_by_what_must_hold_for_it() {
    for statement in TIED {
        assert_eq!(loose(statement), Vec::<String>::new(), "{statement}");
    }
}

#[test]
fn a_row_is_loose_that_may_be_anybodys() {
    for (statement, tables) in LOOSE {
        assert_eq!(loose(statement), *tables, "{statement}");
    }
}

#[test]
fn texts_are_found_however_a_statement_is_written() {
    let source = r##"
        macro_rules! columns { ($more:literal) => { concat!("id, ", $more) }; }
        macro_rules! remove { ($table:literal) => {
            on!(conn, |c| sqlx::query(concat!("DELETE FROM ", $table)).execute(c).await)
        }; }
        async fn list(company: CompanyId) {
            // "a comment"
            on!(conn, |c| sqlx::query_as(concat!("SELECT ", columns!("name"), r#" FROM "tags" t"#))
                .persistent(true).bind(id).bind(self.company).fetch_all(c).await)
        }
        async fn find() {
            let mut query = QueryBuilder::<Driver>::new("SELECT 1 FROM tags WHERE company_id = ");
            query.push_bind(company);
            push_name(&mut query, " AND name = ");
            query.build().fetch_all(c).await
        }
        fn push_name<DB>(query: &mut QueryBuilder<DB>, before: &str) { query.push(before).push_bind(1); }
        #[cfg(test)]
        mod tests { fn a() { "no"; } }
    "##;
    let sources = Sources::new([("storage/tags.rs".to_owned(), source.to_owned())]);
    let found = texts::statements(&sources).into_iter().map(|it| {
        let words: Vec<&str> = it.text.split_whitespace().collect();
        let text = words.join(" ");
        (it.function, text, it.bound)
    });
    let found: Vec<(String, String, Vec<bool>)> = found.collect();
    let expected = [
        ("remove!", "DELETE FROM some_table", vec![]),
        ("list", "SELECT id, name FROM \"tags\" t", vec![false, true]),
        (
            "find",
            "SELECT 1 FROM tags WHERE company_id = $company AND name = $other",
            vec![],
        ),
    ];
    let expected = expected.map(|(who, text, bound)| (who.to_owned(), text.to_owned(), bound));
    assert_eq!(found, expected);
}
