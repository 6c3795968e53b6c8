-- What a person has to know of a payment: how much more than asked came with it, how much went back, when its bank was last asked about that, and
-- who said what became of it. `outcome` keeps its words: the release before knows no others.
ALTER TABLE pix_payments ADD COLUMN excess_cents BIGINT NOT NULL DEFAULT 0;
ALTER TABLE pix_payments ADD COLUMN returned_cents BIGINT NOT NULL DEFAULT 0;
ALTER TABLE pix_payments ADD COLUMN returned_at TIMESTAMPTZ;
ALTER TABLE pix_payments ADD COLUMN looked_at TIMESTAMPTZ;
ALTER TABLE pix_payments ADD COLUMN settled_at TIMESTAMPTZ;
ALTER TABLE pix_payments ADD COLUMN settled_by TEXT;
ALTER TABLE pix_payments ADD COLUMN settled_note TEXT;
CREATE INDEX pix_payments_by_time ON pix_payments (paid_at);
CREATE INDEX pix_payments_of_charge ON pix_payments (txid);
UPDATE pix_payments SET excess_cents = value_cents - (SELECT i.value_cents FROM invoices i
        WHERE i.company_id = pix_payments.company_id AND i.id = pix_payments.invoice_id)
    WHERE outcome = 'paid' AND value_cents > (SELECT i.value_cents FROM invoices i
        WHERE i.company_id = pix_payments.company_id AND i.id = pix_payments.invoice_id);
