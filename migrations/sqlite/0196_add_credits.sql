-- What of an odd payment counts toward invoices to come: one credit a payment. `used_cents` is the sum of its uses; no credit is used beyond
-- what it is, whoever writes at the same time. A use of an invoice that is not paid is only set aside.
CREATE TABLE credits (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL REFERENCES companies (id),
    invoice_id BIGINT NOT NULL,
    end_to_end_id TEXT NOT NULL UNIQUE REFERENCES pix_payments (end_to_end_id),
    cents BIGINT NOT NULL CHECK (cents > 0),
    used_cents BIGINT NOT NULL DEFAULT 0 CHECK (used_cents >= 0),
    taken_back_cents BIGINT NOT NULL DEFAULT 0 CHECK (taken_back_cents >= 0),
    given_by TEXT NOT NULL,
    created_at TEXT NOT NULL,
    UNIQUE (company_id, id),
    CHECK (used_cents + taken_back_cents <= cents),
    FOREIGN KEY (company_id, invoice_id) REFERENCES invoices (company_id, id)
);

CREATE TABLE credit_uses (
    company_id BIGINT NOT NULL REFERENCES companies (id),
    credit_id BIGINT NOT NULL,
    invoice_id BIGINT NOT NULL,
    cents BIGINT NOT NULL CHECK (cents > 0),
    created_at TEXT NOT NULL,
    PRIMARY KEY (company_id, credit_id, invoice_id),
    FOREIGN KEY (company_id, credit_id) REFERENCES credits (company_id, id),
    FOREIGN KEY (company_id, invoice_id) REFERENCES invoices (company_id, id)
);
CREATE INDEX credit_uses_of_invoice ON credit_uses (company_id, invoice_id);
