-- A company changes its plan by itself: to a smaller one from a time on, or with its next payment if there is no time; to a
-- dearer one by an invoice for the difference, which names it. The `due_day` of a difference is a name of its own, so that
-- it never meets the day of a renewal.
ALTER TABLE companies ADD COLUMN next_plan_id BIGINT REFERENCES plans (id) ON DELETE SET NULL;
ALTER TABLE companies ADD COLUMN next_plan_at TEXT;
CREATE INDEX companies_changing_plan ON companies (next_plan_at) WHERE next_plan_at IS NOT NULL;
ALTER TABLE invoices ADD COLUMN kind TEXT NOT NULL DEFAULT 'renewal';
ALTER TABLE invoices ADD COLUMN plan_id BIGINT REFERENCES plans (id) ON DELETE SET NULL;
CREATE UNIQUE INDEX invoices_one_difference ON invoices (company_id) WHERE kind = 'difference' AND status = 'open';
CREATE INDEX invoices_of_plans ON invoices (plan_id) WHERE plan_id IS NOT NULL AND status = 'open';
