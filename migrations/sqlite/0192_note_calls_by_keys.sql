-- The last calls by each key of a company's own programs: what was asked for and how it ended, never what was said.
CREATE TABLE key_calls (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL,
    key_id BIGINT NOT NULL,
    at TEXT NOT NULL,
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    status BIGINT NOT NULL,
    code TEXT,
    millis BIGINT NOT NULL,
    request_id TEXT NOT NULL,
    FOREIGN KEY (company_id, key_id) REFERENCES api_keys (company_id, id) ON DELETE CASCADE
);
CREATE INDEX key_calls_of_key ON key_calls (company_id, key_id, id);
