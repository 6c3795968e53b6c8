-- How many days of a phone's past come with its pairing, from when on, and how many messages came.
ALTER TABLE connections ADD COLUMN history_days BIGINT NOT NULL DEFAULT 0;
ALTER TABLE connections ADD COLUMN history_from TEXT;
ALTER TABLE connections ADD COLUMN history_brought BIGINT NOT NULL DEFAULT 0;

-- The closed ticket that holds what was said before the desk had the number: no episode of the desk.
ALTER TABLE tickets ADD COLUMN is_history BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX tickets_of_history ON tickets (company_id, contact_id) WHERE is_history;

-- The past as it came, until it is stored as messages, behind what comes in live.
CREATE TABLE past_messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL,
    connection_id BIGINT NOT NULL,
    event_key TEXT NOT NULL,
    raw TEXT NOT NULL,
    UNIQUE (connection_id, event_key),
    FOREIGN KEY (company_id, connection_id) REFERENCES connections (company_id, id) ON DELETE CASCADE
);
CREATE INDEX past_messages_of_connection ON past_messages (company_id, connection_id, id);
