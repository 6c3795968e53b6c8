-- Those who are invited into a company and have not come yet. Only the hash of what the link says is stored; an invitation that
-- was accepted or taken back is gone.
CREATE TABLE invitations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL REFERENCES companies (id),
    token_hash BLOB NOT NULL UNIQUE,
    -- NULL: whoever has the link
    email TEXT,
    profile TEXT NOT NULL,
    invited_by TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    UNIQUE (company_id, id)
);
CREATE UNIQUE INDEX invitations_by_email ON invitations (company_id, email) WHERE email IS NOT NULL;

CREATE TABLE invitation_queues (
    company_id BIGINT NOT NULL,
    invitation_id BIGINT NOT NULL,
    queue_id BIGINT NOT NULL,
    PRIMARY KEY (company_id, invitation_id, queue_id),
    FOREIGN KEY (company_id, invitation_id) REFERENCES invitations (company_id, id) ON DELETE CASCADE,
    FOREIGN KEY (company_id, queue_id) REFERENCES queues (company_id, id) ON DELETE CASCADE
);
CREATE INDEX invitation_queues_of_queue ON invitation_queues (company_id, queue_id);
