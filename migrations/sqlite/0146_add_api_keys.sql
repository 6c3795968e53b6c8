-- Keys by which a company's own programs read and write (rule B25): only their hash is known, and how they begin. What was answered
-- to a request with an `Idempotency-Key` is kept, so that its repetition is answered
-- the same and does nothing: `claim` says who is at it, and only he may store the answer, in the transaction of what he does.
CREATE TABLE api_keys (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL REFERENCES companies (id),
    name TEXT NOT NULL,
    key_hash TEXT NOT NULL UNIQUE,
    prefix TEXT NOT NULL,
    scopes TEXT NOT NULL,
    expires_at TEXT,
    revoked_at TEXT,
    used_at TEXT,
    created_at TEXT NOT NULL,
    UNIQUE (company_id, id)
);

CREATE TABLE api_requests (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL,
    key_id BIGINT NOT NULL,
    idempotency_key TEXT NOT NULL,
    request_hash TEXT NOT NULL,
    claim TEXT NOT NULL,
    contact_id BIGINT,
    status BIGINT,
    body TEXT,
    created_at TEXT NOT NULL,
    UNIQUE (company_id, key_id, idempotency_key),
    FOREIGN KEY (company_id, key_id) REFERENCES api_keys (company_id, id) ON DELETE CASCADE
);
CREATE INDEX api_requests_old ON api_requests (created_at);
CREATE INDEX api_requests_of_contact ON api_requests (company_id, contact_id) WHERE contact_id IS NOT NULL;

-- a program asks for the contacts that have changed since its last look
CREATE INDEX contacts_by_change ON contacts (company_id, updated_at, id);
