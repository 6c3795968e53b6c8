-- Mails to admins about a due date: one row for each of the days on which they are told, whichever node takes it. `due_day` is
-- the day in the company's zone.
CREATE TABLE billing_notices (
    company_id BIGINT NOT NULL REFERENCES companies (id),
    due_day TEXT NOT NULL,
    days BIGINT NOT NULL,
    due_at TEXT,
    mail_attempts BIGINT NOT NULL DEFAULT 0,
    mailed_to BIGINT NOT NULL DEFAULT 0,
    created_at TEXT NOT NULL,
    PRIMARY KEY (company_id, due_day, days)
);
CREATE INDEX billing_notices_due ON billing_notices (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX billing_notices_old ON billing_notices (created_at);
