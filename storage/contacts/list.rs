//! One page of a company's contacts.

use chrono::{DateTime, Utc};
use sqlx::{Database, Encode, Postgres, QueryBuilder, Sqlite, Type};

use super::{
    Numbers, Row, fold,
    search::{containing, phone_digits},
};
use crate::{
    Conn, Result,
    model::{
        CompanyId, ContactId,
        contact::{Contact, ContactName},
        message::Named,
        page::{Page, Rows},
    },
    on,
};

/// Shorter texts are in no index of parts.
const PART_CHARS_MIN: usize = 3;
/// Bits of a contact's id in the index of parts; its company's stand above.
const ID_BITS: u32 = 32;
/// Names listed at once, for a choice among them.
const NAMES_MAX: i64 = 1_000;

/// Which contacts a list shows. Everything given must hold.
#[derive(Debug, Clone, Copy, Default)]
pub struct ContactFilter<'f> {
    /// Part of name, number or e-mail, without case and accents; digits in any phone notation meet numbers.
    pub search: &'f str,
    /// Whether a part of a number is enough.
    pub numbers: Numbers,
    /// Made from here on.
    pub from: Option<DateTime<Utc>>,
    /// Made before.
    pub until: Option<DateTime<Utc>>,
}

impl ContactFilter<'_> {
    fn is_everybody(&self) -> bool {
        self.search.trim().is_empty() && self.from.is_none() && self.until.is_none()
    }
}

/// How a database finds parts of texts.
pub(crate) trait Parts: Database {
    /// A contact's folded text without its number, and without a name that is nothing but a number.
    const SEEN: &'static str;

    /// Adds the condition that the folded text of a company's contact contains one of these, none of which is empty.
    fn push_contains(query: &mut QueryBuilder<Self>, company: CompanyId, texts: &[String]);

    /// The company's column, as it stands beside that condition.
    fn company_column(_texts: &[String]) -> &'static str {
        "company_id"
    }
}

impl Parts for Sqlite {
    const SEEN: &'static str = "REPLACE(REPLACE(search, number, ''),
        CASE WHEN name GLOB '*[^0-9 +().-]*' THEN '' ELSE name END, '')";

    fn push_contains(query: &mut QueryBuilder<Self>, company: CompanyId, texts: &[String]) {
        if !has_index(texts) {
            return push_like(query, texts);
        }
        let phrases = texts
            .iter()
            .map(|text| format!("\"{}\"", text.replace('"', "\"\"")));
        // in the index the company stands above its contacts' ids, so that those of others are not read (migration 0046)
        let (first, others) = (company.0 << ID_BITS, (1_i64 << ID_BITS) - 1);
        query.push("id IN (SELECT rowid & ").push_bind(others);
        query.push(" FROM contact_parts WHERE contact_parts MATCH ");
        query.push_bind(phrases.collect::<Vec<_>>().join(" OR "));
        query.push(" AND rowid BETWEEN ").push_bind(first);
        query.push(" AND ").push_bind(first | others).push(")");
    }

    /// With the plus `SQLite` goes by the index of parts; otherwise it looks at everybody of the company, which took four
    /// times as long among 20,000.
    fn company_column(texts: &[String]) -> &'static str {
        if !texts.is_empty() && has_index(texts) {
            "+company_id"
        } else {
            "company_id"
        }
    }
}

/// Whether the index of parts knows texts of this length.
fn has_index(texts: &[String]) -> bool {
    texts
        .iter()
        .all(|text| text.chars().count() >= PART_CHARS_MIN)
}

impl Parts for Postgres {
    const SEEN: &'static str = "REPLACE(REPLACE(search, number, ''),
        CASE WHEN name ~ '[^0-9 +().-]' THEN '' ELSE name END, '')";

    fn push_contains(query: &mut QueryBuilder<Self>, _: CompanyId, texts: &[String]) {
        push_like(query, texts);
    }
}

fn push_like<DB: Database>(query: &mut QueryBuilder<DB>, texts: &[String])
where
    String: for<'q> Encode<'q, DB> + Type<DB>,
{
    query.push("(");
    for (place, text) in texts.iter().enumerate() {
        query.push(if place == 0 {
            "search LIKE "
        } else {
            " OR search LIKE "
        });
        query.push_bind(containing(text)).push(r" ESCAPE '\'");
    }
    query.push(")");
}

/// Adds the condition that a search finds a contact by one of these texts, none of which is empty.
fn push_found<DB: Parts>(
    query: &mut QueryBuilder<DB>,
    company: CompanyId,
    texts: &[String],
    numbers: Numbers,
) where
    String: for<'q> Encode<'q, DB> + Type<DB>,
{
    DB::push_contains(query, company, texts);
    if numbers == Numbers::Parts {
        return;
    }
    query.push(" AND (number IN (");
    let mut whole = query.separated(", ");
    for text in texts {
        whole.push_bind(text.clone());
    }
    query.push(")");
    for text in texts {
        query.push(" OR ").push(DB::SEEN).push(" LIKE ");
        query.push_bind(containing(text)).push(r" ESCAPE '\'");
    }
    query.push(")");
}

/// Adds the ids of the contacts that a search finds by one of these texts, none of which is empty.
pub(crate) fn push_ids_of<DB: Parts>(
    query: &mut QueryBuilder<DB>,
    company: CompanyId,
    texts: &[String],
    numbers: Numbers,
) where
    i64: for<'q> Encode<'q, DB> + Type<DB>,
    String: for<'q> Encode<'q, DB> + Type<DB>,
{
    query.push("SELECT id FROM contacts WHERE ");
    query.push(DB::company_column(texts)).push(" = ");
    query.push_bind(company.0).push(" AND ");
    push_found(query, company, texts, numbers);
}

/// What a search text may look like in a contact: as it is, and as the digits of a number.
pub(crate) fn looks(search: &str) -> Vec<String> {
    let text = fold(search.trim());
    let digits = phone_digits(search).filter(|digits| *digits != text);
    let texts = std::iter::once(text).chain(digits);
    texts.filter(|text| !text.is_empty()).collect()
}

#[derive(sqlx::FromRow)]
struct Found {
    #[sqlx(flatten)]
    row: Row,
    total: i64,
    line_id: Option<i64>,
    line_name: Option<String>,
}

impl From<Found> for Contact {
    fn from(found: Found) -> Self {
        let line = found.line_id.zip(found.line_name);
        Self {
            whatsapp: line.map(|(id, name)| Named { id, name }),
            ..Self::from(found.row)
        }
    }
}

/// One page of a company's contacts by name.
///
/// # Errors
/// `Database`.
pub async fn list(
    conn: &mut Conn<'_>,
    company: CompanyId,
    filter: ContactFilter<'_>,
    page: Page,
) -> Result<Rows<Contact>> {
    let found = read(conn, company, &filter, page).await?;
    let count = match found.first() {
        Some(first) => first.total,
        None if page.offset() == 0 => 0,
        // behind the end
        None => {
            let first = read(conn, company, &filter, Page::new(None, 1)).await?;
            first.first().map_or(0, |first| first.total)
        }
    };
    let rows = found.into_iter().map(Contact::from);
    Ok(Rows::new(rows.collect(), count, page))
}

/// Where a reading of all contacts stands: the last one that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor {
    search: String,
    id: ContactId,
}

#[derive(sqlx::FromRow)]
struct Placed {
    #[sqlx(flatten)]
    row: Row,
    search: String,
}

/// At most `limit` contacts by name behind a place, each with its own place: all contacts without holding them all.
///
/// # Errors
/// `Database`.
pub async fn list_after(
    conn: &mut Conn<'_>,
    company: CompanyId,
    filter: &ContactFilter<'_>,
    after: Option<&Cursor>,
    limit: i64,
) -> Result<Vec<(Contact, Cursor)>> {
    let texts = looks(filter.search);
    let rows: Vec<Placed> = on!(conn, |c| {
        let mut query =
            QueryBuilder::<Driver>::new(concat!("SELECT ", columns!(), ", search FROM contacts"));
        push_conditions(&mut query, company, filter, &texts);
        if let Some(place) = after {
            query.push(" AND (search, id) > (");
            query.push_bind(place.search.clone()).push(", ");
            query.push_bind(place.id).push(")");
        }
        query.push(" ORDER BY search, id LIMIT ").push_bind(limit);
        query.build_query_as().fetch_all(c).await
    })?;
    let placed = rows.into_iter().map(|placed| {
        let place = Cursor {
            search: placed.search,
            id: placed.row.id,
        };
        (Contact::from(placed.row), place)
    });
    Ok(placed.collect())
}

/// The contacts' names in their order, at most 1,000.
///
/// # Errors
/// `Database`.
pub async fn list_names(
    conn: &mut Conn<'_>,
    company: CompanyId,
    filter: &ContactFilter<'_>,
) -> Result<Vec<ContactName>> {
    let texts = looks(filter.search);
    Ok(on!(conn, |c| {
        let mut query = QueryBuilder::<Driver>::new("SELECT id, name, number FROM contacts");
        push_conditions(&mut query, company, filter, &texts);
        query
            .push(" ORDER BY search, id LIMIT ")
            .push_bind(NAMES_MAX);
        query.build_query_as().fetch_all(c).await
    })?)
}

async fn read(
    conn: &mut Conn<'_>,
    company: CompanyId,
    filter: &ContactFilter<'_>,
    page: Page,
) -> Result<Vec<Found>> {
    let texts = looks(filter.search);
    Ok(on!(conn, |c| {
        let mut query = QueryBuilder::<Driver>::new("WITH page AS (");
        if filter.is_everybody() {
            query.push(concat!(
                "SELECT ",
                columns!(),
                ", search, (SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM contact_counts"
            ));
            query.push(" WHERE company_id = ").push_bind(company);
            query.push(") AS total FROM contacts");
            push_conditions(&mut query, company, filter, &texts);
        } else {
            // first those who match and then their order: in the order of names, a rare text is looked for in everybody
            query.push(concat!(
                "WITH found AS MATERIALIZED (SELECT ",
                columns!(),
                ", search FROM contacts"
            ));
            push_conditions(&mut query, company, filter, &texts);
            query.push(") SELECT *, (SELECT COUNT(*) FROM found) AS total FROM found");
        }
        query
            .push(" ORDER BY search, id LIMIT ")
            .push_bind(page.size);
        query.push(" OFFSET ").push_bind(page.offset());
        // the number of each on which the last conversation ran, looked for once
        query.push(
            "), lined AS MATERIALIZED (SELECT page.*, (SELECT t.connection_id FROM tickets t WHERE t.company_id = ",
        );
        query.push_bind(company).push(
            " AND t.contact_id = page.id ORDER BY t.id DESC LIMIT 1) AS line_id FROM page)
             SELECT lined.*, w.name AS line_name FROM lined
             LEFT JOIN connections w ON w.company_id = ",
        );
        query
            .push_bind(company)
            .push(" AND w.id = lined.line_id ORDER BY search, id");
        query.build_query_as().fetch_all(c).await
    })?)
}

fn push_conditions<DB: Parts>(
    query: &mut QueryBuilder<DB>,
    company: CompanyId,
    filter: &ContactFilter<'_>,
    texts: &[String],
) where
    i64: for<'q> Encode<'q, DB> + Type<DB>,
    String: for<'q> Encode<'q, DB> + Type<DB>,
    DateTime<Utc>: for<'q> Encode<'q, DB> + Type<DB>,
{
    query.push(" WHERE ").push(DB::company_column(texts));
    query.push(" = ").push_bind(company.0);
    if !texts.is_empty() {
        query.push(" AND ");
        push_found(query, company, texts, filter.numbers);
    }
    if let Some(from) = filter.from {
        query.push(" AND created_at >= ").push_bind(from);
    }
    if let Some(until) = filter.until {
        query.push(" AND created_at < ").push_bind(until);
    }
}
