-- What a bill says of a company, until when it tries the product out, and whether it is on its way out: a deleted company
-- answers like an unknown one at once, and its rows go piece by piece.
ALTER TABLE companies ADD COLUMN document TEXT;
ALTER TABLE companies ADD COLUMN billing_name TEXT;
ALTER TABLE companies ADD COLUMN address TEXT;
ALTER TABLE companies ADD COLUMN address2 TEXT;
ALTER TABLE companies ADD COLUMN city TEXT;
ALTER TABLE companies ADD COLUMN state TEXT;
ALTER TABLE companies ADD COLUMN zipcode TEXT;
ALTER TABLE companies ADD COLUMN country TEXT;
ALTER TABLE companies ADD COLUMN trial_expires_at TEXT;
ALTER TABLE companies ADD COLUMN deleted_at TEXT;
CREATE INDEX companies_deleted ON companies (id) WHERE deleted_at IS NOT NULL;
CREATE INDEX companies_of_plan ON companies (plan_id);
