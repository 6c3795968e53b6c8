-- When a program last spoke by the token of a number, and its last calls: how each ended, never what was said or to whom.
ALTER TABLE connections ADD COLUMN token_used_at TEXT;
CREATE TABLE api_calls (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL REFERENCES companies (id),
    connection_id BIGINT NOT NULL,
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    status BIGINT NOT NULL,
    code TEXT,
    millis BIGINT NOT NULL,
    FOREIGN KEY (company_id, connection_id) REFERENCES connections (company_id, id)
);
CREATE INDEX api_calls_of_connection ON api_calls (company_id, connection_id, id);
