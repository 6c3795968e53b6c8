-- Several nodes: which node has a socket of which user, and a quick look at sign-ins that ended a moment ago.

CREATE TABLE presences (
    company_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    node TEXT NOT NULL,
    since TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (company_id, user_id, node),
    FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id) ON DELETE CASCADE
);

CREATE INDEX sign_ins_revoked ON sign_ins (revoked_at) WHERE revoked_at IS NOT NULL;
