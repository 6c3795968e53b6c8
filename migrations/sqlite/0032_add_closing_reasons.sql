-- Why tickets are closed. A ticket and its step keep the name that the reason had: reasons are renamed and deleted.
CREATE TABLE closing_reasons (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL REFERENCES companies (id),
    name TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (company_id, id),
    UNIQUE (company_id, name)
);
ALTER TABLE tickets ADD COLUMN closing_reason TEXT;
ALTER TABLE ticket_steps ADD COLUMN reason TEXT;
