-- A ticket that is put off: since when, and until when; without an end only its customer brings it back. Of four ranks the
-- second is the plain one.
ALTER TABLE tickets ADD COLUMN snoozed_at TIMESTAMPTZ;
ALTER TABLE tickets ADD COLUMN snoozed_until TIMESTAMPTZ;
ALTER TABLE tickets ADD COLUMN priority BIGINT NOT NULL DEFAULT 1;
CREATE INDEX tickets_snoozed ON tickets (company_id, status, snoozed_at) WHERE snoozed_at IS NOT NULL;
CREATE INDEX tickets_to_wake ON tickets (snoozed_until) WHERE snoozed_until IS NOT NULL;
CREATE INDEX tickets_by_rank ON tickets (company_id, status, priority, updated_at, id);
