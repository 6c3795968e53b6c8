//! What a company knows: kept by its admins, found by words for language models.

use chrono::{DateTime, Utc};

use crate::{
    Conn, Result, companies,
    contacts::fold,
    model::{
        ArticleId, CompanyId, ErrorCode,
        article::{Article, ArticleHead},
    },
    on,
};

/// Articles of a company at most.
pub const ARTICLES_MAX: i64 = 200;
/// Articles that a model is told of at once.
const FOUND_MAX: i64 = 3;
/// Words of a question that are looked for.
const WORDS_MAX: usize = 12;
/// Shorter words say little.
const WORD_CHARS_MIN: usize = 3;
/// Ends of longer words change with number, gender and time: so many letters are not looked at, but this many are.
const END_CHARS: usize = 2;
const STEM_CHARS_MIN: usize = 4;
/// Words that say nothing, folded, in the languages of the desk.
const EMPTY_WORDS: [&str; 64] = [
    "agora", "ainda", "algum", "alguma", "aqui", "boa", "bom", "buenas", "buenos", "como", "con",
    "dia", "dias", "dos", "das", "ela", "ele", "esse", "essa", "esta", "este", "eu", "fazer",
    "favor", "gostaria", "hola", "isso", "isto", "mais", "mas", "meu", "minha", "muito", "nao",
    "nos", "noite", "obrigada", "obrigado", "ola", "para", "pode", "podem", "pois", "por",
    "porque", "posso", "preciso", "quais", "qual", "quando", "que", "quem", "quero", "sem", "ser",
    "seu", "sua", "sobre", "tarde", "tem", "uma", "voce", "voces", "the",
];

/// What an admin writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArticleForm {
    /// What it is about.
    pub title: String,
    /// What it says.
    pub text: String,
    /// Whether models are told of it.
    pub is_on: bool,
}

/// The company's articles by title, without their texts.
///
/// # Errors
/// `Database`.
pub async fn list(conn: &mut Conn<'_>, company: CompanyId) -> Result<Vec<ArticleHead>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(
            "SELECT id, title, is_on, updated_at FROM articles WHERE company_id = $1 ORDER BY title, id LIMIT $2",
        )
        .bind(company)
        .bind(ARTICLES_MAX)
        .fetch_all(c)
        .await
    })?)
}

/// An article.
///
/// # Errors
/// `Refused(NoArticleFound)`.
pub async fn get(conn: &mut Conn<'_>, company: CompanyId, id: ArticleId) -> Result<Article> {
    let found: Option<Article> = on!(conn, |c| {
        sqlx::query_as(
            "SELECT id, title, body, is_on, created_at, updated_at FROM articles WHERE company_id = $1 AND id = $2",
        )
        .bind(company)
        .bind(id)
        .fetch_optional(c)
        .await
    })?;
    found.ok_or_else(|| ErrorCode::NoArticleFound.into())
}

/// Adds an article.
///
/// # Errors
/// `Refused(ArticlesFull)`.
pub async fn insert(
    conn: &mut Conn<'_>,
    company: CompanyId,
    form: &ArticleForm,
    now: DateTime<Utc>,
) -> Result<Article> {
    // two at once must not both find room
    companies::take_turn(conn, company).await?;
    let known: i64 = on!(&mut *conn, |c| sqlx::query_scalar(
        "SELECT COUNT(*) FROM articles WHERE company_id = $1"
    )
    .bind(company)
    .fetch_one(c)
    .await)?;
    if known >= ARTICLES_MAX {
        return Err(ErrorCode::ArticlesFull.into());
    }
    Ok(on!(conn, |c| {
        sqlx::query_as(
            "INSERT INTO articles (company_id, title, body, is_on, title_search, search, created_at, updated_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $7) RETURNING id, title, body, is_on, created_at, updated_at",
        )
        .bind(company)
        .bind(&form.title)
        .bind(&form.text)
        .bind(form.is_on)
        .bind(words_of(&form.title))
        .bind(words_of(&form.text))
        .bind(now)
        .fetch_one(c)
        .await
    })?)
}

/// Changes an article.
///
/// # Errors
/// `Refused(NoArticleFound)`.
pub async fn update(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ArticleId,
    form: &ArticleForm,
    now: DateTime<Utc>,
) -> Result<Article> {
    let changed: Option<Article> = on!(conn, |c| {
        sqlx::query_as(
            "UPDATE articles SET title = $3, body = $4, is_on = $5, title_search = $6, search = $7, updated_at = $8
             WHERE company_id = $1 AND id = $2 RETURNING id, title, body, is_on, created_at, updated_at",
        )
        .bind(company)
        .bind(id)
        .bind(&form.title)
        .bind(&form.text)
        .bind(form.is_on)
        .bind(words_of(&form.title))
        .bind(words_of(&form.text))
        .bind(now)
        .fetch_optional(c)
        .await
    })?;
    changed.ok_or_else(|| ErrorCode::NoArticleFound.into())
}

/// Deletes an article.
///
/// # Errors
/// `Refused(NoArticleFound)`.
pub async fn delete(conn: &mut Conn<'_>, company: CompanyId, id: ArticleId) -> Result<()> {
    let gone = on!(conn, |c| sqlx::query(
        "DELETE FROM articles WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    if gone == 0 {
        return Err(ErrorCode::NoArticleFound.into());
    }
    Ok(())
}

/// The articles that are about a question, best first: those with most of its words, a word of the title thrice. At most
/// three, and none of those that are switched off.
///
/// # Errors
/// `Database`.
pub async fn about(
    conn: &mut Conn<'_>,
    company: CompanyId,
    question: &str,
) -> Result<Vec<Article>> {
    let stems = stems(question);
    if stems.is_empty() {
        return Ok(Vec::new());
    }
    Ok(on!(conn, |c| {
        let mut query = sqlx::QueryBuilder::<Driver>::new(
            "SELECT id, title, body, is_on, created_at, updated_at FROM (SELECT a.*, 0",
        );
        for stem in &stems {
            let pattern = format!("% {stem}%");
            query.push(" + CASE WHEN title_search LIKE ");
            query.push_bind(pattern.clone());
            query.push(" THEN 3 WHEN search LIKE ");
            query.push_bind(pattern).push(" THEN 1 ELSE 0 END");
        }
        query.push(" AS score FROM articles a WHERE company_id = ");
        query.push_bind(company).push(" AND is_on) AS found");
        query.push(" WHERE score > 0 ORDER BY score DESC, id LIMIT ");
        query.push_bind(FOUND_MAX);
        query.build_query_as().fetch_all(c).await
    })?)
}

/// The words of a text, each with a space before it.
fn words_of(text: &str) -> String {
    let folded = fold(text);
    let words = folded.split(|c: char| !c.is_alphanumeric());
    words
        .filter(|word| !word.is_empty())
        .fold(String::new(), |all, word| all + " " + word)
}

/// The beginnings of a question's words that say something. Letters and digits alone: nothing else gets into a pattern.
fn stems(question: &str) -> Vec<String> {
    let folded = fold(question);
    let mut stems: Vec<String> = Vec::new();
    for word in folded.split(|c: char| !c.is_alphanumeric()) {
        let count = word.chars().count();
        if count < WORD_CHARS_MIN || EMPTY_WORDS.contains(&word) {
            continue;
        }
        let kept = count.saturating_sub(END_CHARS).max(STEM_CHARS_MIN);
        let stem: String = word.chars().take(kept).collect();
        if !stems.contains(&stem) {
            stems.push(stem);
        }
        if stems.len() == WORDS_MAX {
            break;
        }
    }
    stems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_looked_for_by_the_beginnings_of_its_words() {
        assert_eq!(
            stems("Olá! Qual é o prazo das TROCAS, e a troca por defeito?"),
            ["praz", "troc", "defei"]
        );
        assert_eq!(stems("boa tarde, tudo?"), ["tudo"]);
        assert_eq!(stems("% _ ' \" --"), Vec::<String>::new());
        assert_eq!(stems(&"palavra1 outra2 ".repeat(50)).len(), 2);
        assert_eq!(
            words_of("Política de trocas: 30 dias!"),
            " politica de trocas 30 dias"
        );
    }
}
