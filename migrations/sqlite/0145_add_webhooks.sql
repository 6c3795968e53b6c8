-- Addresses of a company's own systems that are told what happens (rule B24). A delivery is stored in the transaction of what
-- it tells; it waits until it is taken, tried again by `due_at`, claimed until a time by whoever calls. `dedupe` keeps what
-- can happen once from being told twice.
CREATE TABLE webhooks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL REFERENCES companies (id),
    name TEXT NOT NULL,
    url TEXT NOT NULL,
    events TEXT NOT NULL,
    sealed_secret BLOB,
    sealed_previous BLOB,
    previous_until TEXT,
    active BOOLEAN NOT NULL DEFAULT TRUE,
    failing_since TEXT,
    off_reason TEXT,
    off_at TEXT,
    mail_due_at TEXT,
    mail_attempts BIGINT NOT NULL DEFAULT 0,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (company_id, id)
);
CREATE INDEX webhooks_mail_due ON webhooks (mail_due_at) WHERE mail_due_at IS NOT NULL;

CREATE TABLE webhook_deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL,
    webhook_id BIGINT NOT NULL,
    uuid BLOB NOT NULL,
    event TEXT NOT NULL,
    subject TEXT NOT NULL DEFAULT '',
    contact_id BIGINT,
    dedupe TEXT,
    body TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting',
    attempts BIGINT NOT NULL DEFAULT 0,
    due_at TEXT NOT NULL,
    claimed_by TEXT,
    last_at TEXT,
    last_status BIGINT,
    last_error TEXT,
    last_millis BIGINT,
    answer TEXT,
    created_at TEXT NOT NULL,
    UNIQUE (company_id, id),
    UNIQUE (company_id, webhook_id, dedupe),
    FOREIGN KEY (company_id, webhook_id) REFERENCES webhooks (company_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (due_at) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_of_hook ON webhook_deliveries (company_id, webhook_id, id);
CREATE INDEX webhook_deliveries_of_contact ON webhook_deliveries (company_id, contact_id);
CREATE INDEX webhook_deliveries_recent ON webhook_deliveries (company_id, created_at);
CREATE INDEX webhook_deliveries_old ON webhook_deliveries (created_at);

CREATE TABLE webhook_attempts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL,
    delivery_id BIGINT NOT NULL,
    at TEXT NOT NULL,
    status BIGINT,
    error TEXT,
    millis BIGINT NOT NULL,
    FOREIGN KEY (company_id, delivery_id) REFERENCES webhook_deliveries (company_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_attempts_of_delivery ON webhook_attempts (company_id, delivery_id, id);
