-- A second factor of signing in: the secret that an app on somebody's phone makes codes of, sealed, and the last step of time
-- whose code was used, so that none is good twice. Codes on paper are kept as hashes until each is used.
CREATE TABLE second_factors (
    company_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    sealed_secret BYTEA NOT NULL,
    last_step BIGINT NOT NULL,
    failures BIGINT NOT NULL DEFAULT 0,
    failed_at TIMESTAMPTZ,
    created_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (company_id, user_id),
    FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id) ON DELETE CASCADE
);

CREATE TABLE recovery_codes (
    company_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    hash BYTEA NOT NULL,
    PRIMARY KEY (company_id, user_id, hash),
    FOREIGN KEY (company_id, user_id) REFERENCES second_factors (company_id, user_id) ON DELETE CASCADE
);
