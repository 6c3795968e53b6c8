-- What a message said before its text was changed.
CREATE TABLE message_versions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL,
    message_id BIGINT NOT NULL,
    body TEXT NOT NULL,
    replaced_at TEXT NOT NULL,
    FOREIGN KEY (company_id, message_id) REFERENCES messages (company_id, id) ON DELETE CASCADE
);
CREATE INDEX message_versions_of_message ON message_versions (company_id, message_id, id);
