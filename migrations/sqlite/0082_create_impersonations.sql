-- A super user at work in a company, for a while and for a reason. His way in is a sign-in of the company's user that
-- names him (`actor_…`); it lives and ends by itself, whatever becomes of the user's own sign-in. Names are copies: the
-- record outlives those whom it names.
ALTER TABLE sign_ins ADD COLUMN actor_company_id BIGINT;
ALTER TABLE sign_ins ADD COLUMN actor_id BIGINT;

CREATE TABLE impersonations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL REFERENCES companies (id),
    sign_in_id BLOB NOT NULL UNIQUE,
    user_id BIGINT NOT NULL,
    user_name TEXT NOT NULL,
    actor_company_id BIGINT NOT NULL,
    actor_id BIGINT NOT NULL,
    actor_name TEXT NOT NULL,
    reason TEXT NOT NULL,
    started_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    ended_at TEXT,
    ended_by TEXT,
    UNIQUE (company_id, id)
);
CREATE INDEX impersonations_running ON impersonations (company_id, expires_at) WHERE ended_at IS NULL;
