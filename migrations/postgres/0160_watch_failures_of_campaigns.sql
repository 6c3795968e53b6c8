-- A campaign also stops by itself at a share of failures: how many it has had since it was last begun or resumed, behind which message they count,
-- and what made it stop (`inRow`, `share`, `restricted`), with how many of how many.
ALTER TABLE campaigns ADD COLUMN failures_seen BIGINT NOT NULL DEFAULT 0;
ALTER TABLE campaigns ADD COLUMN watched_message_id BIGINT NOT NULL DEFAULT 0;
ALTER TABLE campaigns ADD COLUMN pause_kind TEXT;
ALTER TABLE campaigns ADD COLUMN pause_failed BIGINT;
ALTER TABLE campaigns ADD COLUMN pause_sent BIGINT;
CREATE INDEX campaign_recipients_written ON campaign_recipients (company_id, campaign_id, message_id) WHERE message_id IS NOT NULL;
