-- What a company knows, as its people wrote it down: found by words and told to language models as data. `search` and `title_search` are
-- the words of text and title, folded, each with a space before it.
CREATE TABLE articles (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL REFERENCES companies (id),
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    is_on BOOLEAN NOT NULL,
    title_search TEXT NOT NULL,
    search TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (company_id, id)
);
