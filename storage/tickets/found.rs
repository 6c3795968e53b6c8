//! Which tickets a search text is about: by their contact, or by the words of their messages.

use sqlx::QueryBuilder;

use crate::{
    Conn, Result,
    contacts::{self, Numbers},
    model::{CompanyId, TicketId},
    on,
};

/// A search looks at so many of the newest messages with its words, and at so many tickets of contacts with its text.
const FOUND_MAX: i64 = 2_000;
/// Messages with the words that are put in order; what is more common is no search.
pub(crate) const MATCHES_MAX: i64 = 20_000;
/// Words that count.
const WORDS_MAX: usize = 10;
/// A shorter last word must be there as it is.
const PREFIX_CHARS_MIN: usize = 3;

/// The tickets that a folded text finds.
pub(super) async fn find(
    conn: &mut Conn<'_>,
    company: CompanyId,
    text: &str,
    numbers: Numbers,
) -> Result<Vec<TicketId>> {
    let mut found = by_contact(conn, company, text, numbers).await?;
    let words = words(text);
    if !words.is_empty() {
        found.extend(by_words(conn, company, &words).await?);
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

async fn by_contact(
    conn: &mut Conn<'_>,
    company: CompanyId,
    text: &str,
    numbers: Numbers,
) -> Result<Vec<TicketId>> {
    let texts = contacts::looks(text);
    if texts.is_empty() {
        return Ok(Vec::new());
    }
    Ok(on!(conn, |c| {
        let mut query = QueryBuilder::<Driver>::new("SELECT id FROM tickets WHERE company_id = ");
        query.push_bind(company);
        query.push(" AND contact_id IN (");
        contacts::push_ids_of(&mut query, company, &texts, numbers);
        query.push(") ORDER BY id DESC LIMIT ").push_bind(FOUND_MAX);
        query.build_query_scalar().fetch_all(c).await
    })?)
}

/// Text search is where the two databases have nothing in common.
async fn by_words(
    conn: &mut Conn<'_>,
    company: CompanyId,
    words: &[&str],
) -> Result<Vec<TicketId>> {
    Ok(match conn {
        Conn::Sqlite(c) => {
            let found = sqlx::query_scalar(
                "SELECT DISTINCT ticket_id FROM (SELECT m.ticket_id FROM message_words w
                   JOIN messages m ON m.company_id = $1 AND m.id = w.rowid
                   WHERE w.message_words MATCH $2 ORDER BY w.rowid DESC LIMIT $3)",
            )
            .bind(company)
            .bind(sqlite_query(company, words))
            .bind(FOUND_MAX)
            .fetch_all(&mut **c)
            .await;
            c.noted(found)?
        }
        Conn::Postgres(c) => {
            let found = sqlx::query_scalar(
                "WITH hits AS MATERIALIZED (SELECT id, ticket_id FROM messages
                   WHERE company_id = $1 AND words @@ CAST($2 AS tsquery) LIMIT $3)
                 SELECT DISTINCT ticket_id FROM (SELECT ticket_id FROM hits ORDER BY id DESC LIMIT $4) newest",
            )
            .bind(company)
            .bind(postgres_query(words))
            .bind(MATCHES_MAX)
            .bind(FOUND_MAX)
            .fetch_all(&mut **c)
            .await;
            c.noted(found)?
        }
    })
}

/// Letters and digits that stand together; nothing else gets into a query.
pub(crate) fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .take(WORDS_MAX)
        .collect()
}

/// The last word may be unfinished, if it is long enough to mean something.
fn with_ends<'w>(words: &'w [&str]) -> impl Iterator<Item = (&'w str, bool)> {
    let last = words.len().saturating_sub(1);
    words.iter().enumerate().map(move |(place, word)| {
        (
            *word,
            place == last && word.chars().count() >= PREFIX_CHARS_MIN,
        )
    })
}

pub(crate) fn sqlite_query(company: CompanyId, words: &[&str]) -> String {
    let company = format!("company : \"c{company}\"");
    let words = with_ends(words).map(|(word, goes_on)| {
        let more = if goes_on { " *" } else { "" };
        format!("search : \"{word}\"{more}")
    });
    let all: Vec<_> = std::iter::once(company).chain(words).collect();
    all.join(" AND ")
}

pub(crate) fn postgres_query(words: &[&str]) -> String {
    let words = with_ends(words).map(|(word, goes_on)| {
        let more = if goes_on { ":*" } else { "" };
        format!("'{word}'{more}")
    });
    words.collect::<Vec<_>>().join(" & ")
}

#[cfg(test)]
mod tests {
    use super::{CompanyId, postgres_query, sqlite_query, words};

    #[test]
    fn signs_of_a_query_language_are_no_words() {
        assert_eq!(
            words(r#"pedido: "48'213" | *ou*"#),
            ["pedido", "48", "213", "ou"]
        );
        assert!(words("?!'").is_empty());
    }

    #[test]
    fn only_the_last_word_may_go_on_and_only_a_long_one() {
        let words = ["48", "pedido"];
        assert_eq!(postgres_query(&words), "'48' & 'pedido':*");
        assert_eq!(postgres_query(&["pedido", "48"]), "'pedido' & '48'");
        assert_eq!(
            sqlite_query(CompanyId(7), &words),
            r#"company : "c7" AND search : "48" AND search : "pedido" *"#
        );
    }
}
