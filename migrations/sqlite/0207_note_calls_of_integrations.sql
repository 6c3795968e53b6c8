-- What was called of an integration while one message of a customer was asked about: for the log that admins read (rule B14).
-- Neither bodies nor addresses. `delivery` is the turn that was asked about, as the service knows it too; turn and ticket may be
-- gone before the row is.
CREATE TABLE integration_calls (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL,
    integration_id BIGINT NOT NULL,
    ticket_id BIGINT NOT NULL,
    delivery BIGINT NOT NULL,
    step TEXT NOT NULL,
    attempt BIGINT NOT NULL,
    outcome TEXT NOT NULL,
    status BIGINT,
    millis BIGINT NOT NULL,
    messages BIGINT NOT NULL,
    at TEXT NOT NULL,
    FOREIGN KEY (company_id, integration_id) REFERENCES queue_integrations (company_id, id) ON DELETE CASCADE
);
CREATE INDEX integration_calls_of_integration ON integration_calls (company_id, integration_id, id);
CREATE INDEX integration_calls_of_delivery ON integration_calls (company_id, delivery);
CREATE INDEX integration_calls_recent ON integration_calls (company_id, at);
CREATE INDEX integration_calls_old ON integration_calls (at);
