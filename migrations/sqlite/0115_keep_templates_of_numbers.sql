-- Texts that Meta has approved for a Cloud API number, as they were told last. Their parts are JSON.
CREATE TABLE message_templates (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL REFERENCES companies (id),
    connection_id BIGINT NOT NULL,
    remote_id TEXT NOT NULL,
    name TEXT NOT NULL,
    language TEXT NOT NULL,
    category TEXT NOT NULL,
    status TEXT NOT NULL,
    components TEXT NOT NULL,
    rejected_reason TEXT,
    refreshed_at TEXT NOT NULL,
    UNIQUE (company_id, id),
    UNIQUE (company_id, connection_id, name, language),
    FOREIGN KEY (company_id, connection_id) REFERENCES connections (company_id, id)
);
-- A message to be sent later may be such a text: which, and what stands for its variables, as JSON.
ALTER TABLE schedules ADD COLUMN template TEXT;
