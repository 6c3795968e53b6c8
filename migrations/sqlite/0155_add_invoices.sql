-- What a company owes for its desk, the Pix charges made for it and the payments that came. Money is whole cents. `due_day` is the day
-- in the company's zone: one invoice each, not counting those that were cancelled.
CREATE TABLE invoices (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL REFERENCES companies (id),
    detail TEXT NOT NULL,
    value_cents BIGINT NOT NULL,
    due_date TEXT NOT NULL,
    due_day TEXT NOT NULL,
    status TEXT NOT NULL,
    paid_at TEXT,
    paid_by TEXT,
    paid_reason TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (company_id, id)
);
CREATE UNIQUE INDEX invoices_one_a_day ON invoices (company_id, due_day) WHERE status <> 'cancelled';
CREATE INDEX invoices_by_date ON invoices (company_id, due_date, id);

CREATE TABLE pix_charges (
    txid TEXT PRIMARY KEY,
    company_id BIGINT NOT NULL REFERENCES companies (id),
    invoice_id BIGINT NOT NULL,
    value_cents BIGINT NOT NULL,
    qrcode TEXT NOT NULL,
    state TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    asked_at TEXT NOT NULL,
    FOREIGN KEY (company_id, invoice_id) REFERENCES invoices (company_id, id)
);
CREATE INDEX pix_charges_of_invoice ON pix_charges (company_id, invoice_id, created_at);
CREATE INDEX pix_charges_to_ask ON pix_charges (asked_at) WHERE state = 'open';

CREATE TABLE pix_payments (
    end_to_end_id TEXT PRIMARY KEY,
    company_id BIGINT NOT NULL REFERENCES companies (id),
    invoice_id BIGINT NOT NULL,
    txid TEXT NOT NULL REFERENCES pix_charges (txid),
    value_cents BIGINT NOT NULL,
    outcome TEXT NOT NULL,
    paid_at TEXT NOT NULL,
    created_at TEXT NOT NULL,
    FOREIGN KEY (company_id, invoice_id) REFERENCES invoices (company_id, id)
);
CREATE INDEX pix_payments_of_invoice ON pix_payments (company_id, invoice_id, paid_at);
