-- Since when a number is connected, or down; whether people were told that it is; and what was heard of it last.
ALTER TABLE connections ADD COLUMN first_connected_at TEXT;
ALTER TABLE connections ADD COLUMN connected_since TEXT;
ALTER TABLE connections ADD COLUMN down_since TEXT;
ALTER TABLE connections ADD COLUMN down_told_at TEXT;
ALTER TABLE connections ADD COLUMN last_event_kind TEXT;
UPDATE connections SET first_connected_at = created_at;

-- Each time that a number was down. `due_at` is when somebody has to be told of it; nobody is told of what a person switched off.
CREATE TABLE connection_outages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL,
    connection_id BIGINT NOT NULL,
    began_at TEXT NOT NULL,
    ended_at TEXT,
    reason TEXT,
    is_planned BOOLEAN NOT NULL,
    due_at TEXT,
    told_at TEXT,
    back_told_at TEXT,
    mailed_to BIGINT NOT NULL DEFAULT 0,
    mail_attempts BIGINT NOT NULL DEFAULT 0,
    FOREIGN KEY (company_id, connection_id) REFERENCES connections (company_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX connection_outages_now ON connection_outages (company_id, connection_id) WHERE ended_at IS NULL;
CREATE INDEX connection_outages_past ON connection_outages (company_id, connection_id, ended_at);
CREATE INDEX connection_outages_due ON connection_outages (due_at) WHERE due_at IS NOT NULL;
