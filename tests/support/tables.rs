//! The rows behind the server, as a test that trusts no answer looks at them.

use std::collections::BTreeMap;

use super::TestDesk;

/// The rows of a company, by table.
pub type Rows = BTreeMap<String, Vec<String>>;

impl TestDesk {
    /// The columns of all tables that hold rows of companies: table, column, type in capitals.
    pub fn columns(&self) -> Vec<[String; 3]> {
        let statement = if self.database_url.is_some() {
            "SELECT table_name, column_name, upper(data_type) FROM information_schema.columns
             WHERE table_schema = 'public' ORDER BY table_name, ordinal_position"
        } else {
            "SELECT t.name, c.name, upper(c.type) FROM sqlite_master t JOIN pragma_table_info(t.name) c
             WHERE t.type = 'table' ORDER BY t.name, c.cid"
        };
        let columns = self.rows(statement).into_iter();
        let columns = columns.map(|row| row.try_into().expect("three columns"));
        let columns: Vec<[String; 3]> = columns.collect();
        let of_companies = |table: &str| {
            let key = key(table);
            columns
                .iter()
                .any(|[of, name, _]| of == table && name == key)
        };
        let kept = columns.iter().filter(|[table, ..]| of_companies(table));
        kept.cloned().collect()
    }

    /// Everything that a company has stored.
    pub fn rows_of(&self, company: i64) -> Rows {
        let mut tables: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for [table, column, _] in self.columns() {
            let quoted = format!("quote(t.\"{column}\")");
            tables.entry(table).or_default().push(quoted);
        }
        assert!(tables.len() > 10, "{tables:?}");
        let parts = tables.iter().map(|(table, columns)| {
            let row = if self.database_url.is_some() {
                "t::text".to_owned()
            } else {
                columns.join(" || ',' || ")
            };
            // one row is one cell of one line
            let row = format!("replace(replace({row}, '\n', '\\n'), '\t', '\\t')");
            let key = key(table);
            format!("SELECT '{table}', {row} FROM {table} t WHERE t.{key} = {company}")
        });
        let statement = parts.collect::<Vec<_>>().join(" UNION ALL ");
        let mut rows = Rows::new();
        for row in self.rows(&statement) {
            let [table, row]: [String; 2] = row.try_into().expect("two columns");
            rows.entry(table).or_default().push(row);
        }
        for rows in rows.values_mut() {
            rows.sort_unstable();
        }
        assert!(!rows.is_empty(), "company {company} has nothing");
        rows
    }
}

/// The column that says whose a row is.
fn key(table: &str) -> &'static str {
    if table == "companies" {
        "id"
    } else {
        "company_id"
    }
}

/// The desk looks after pictures and profiles by itself, whatever is asked of it meanwhile.
const BY_ITSELF: [&str; 2] = ["contact_pictures", "contact_profiles"];

/// What differs between two looks at a company's rows; empty when nothing does.
pub fn difference(before: &Rows, after: &Rows) -> Vec<String> {
    let mut differences = Vec::new();
    for (sign, these, those) in [('-', before, after), ('+', after, before)] {
        for (table, rows) in these
            .iter()
            .filter(|(table, _)| !BY_ITSELF.contains(&table.as_ref()))
        {
            let others = those.get(table).map(Vec::as_slice).unwrap_or_default();
            let only = rows.iter().filter(|row| others.binary_search(row).is_err());
            differences.extend(only.map(|row| format!("{sign} {table}: {row}")));
        }
    }
    differences
}
