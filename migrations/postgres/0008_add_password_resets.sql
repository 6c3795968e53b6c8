-- A code that was mailed to somebody who forgot his password: one a user, the newest. Only its keyed hash is stored.
CREATE TABLE password_resets (
    company_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    code_hash BYTEA NOT NULL,
    tries BIGINT NOT NULL DEFAULT 0,
    expires_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (company_id, user_id),
    FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id) ON DELETE CASCADE
);
