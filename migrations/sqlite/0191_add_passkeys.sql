-- Passkeys as a second factor: what a browser, a phone or a key on somebody's ring signs with. Of each the public half is kept.
-- The row in second_factors stands for every second factor of a user: without an app its secret is random and nobody's, so that a
-- server that does not know of passkeys takes codes on paper alone. An open challenge is kept until it is answered, one of each kind.
ALTER TABLE second_factors ADD COLUMN has_app BOOLEAN NOT NULL DEFAULT TRUE;

CREATE TABLE passkeys (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    name TEXT NOT NULL,
    credential BLOB NOT NULL,
    handle BLOB NOT NULL,
    public_key BLOB NOT NULL,
    state BLOB NOT NULL,
    transports BIGINT NOT NULL,
    created_at TEXT NOT NULL,
    used_at TEXT,
    UNIQUE (company_id, credential),
    FOREIGN KEY (company_id, user_id) REFERENCES second_factors (company_id, user_id) ON DELETE CASCADE
);
CREATE INDEX passkeys_of_user ON passkeys (company_id, user_id, id);

CREATE TABLE passkey_challenges (
    company_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    purpose TEXT NOT NULL,
    state BLOB NOT NULL,
    expires_at TEXT NOT NULL,
    PRIMARY KEY (company_id, user_id, purpose),
    FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id) ON DELETE CASCADE
);
