-- Until when a closed episode's customer may say what he thought of it; empty once he did, or nobody waits for it.
ALTER TABLE ticket_tracking ADD COLUMN rating_until TIMESTAMPTZ;
CREATE INDEX ticket_tracking_asked ON ticket_tracking (company_id, rating_until) WHERE rating_until IS NOT NULL;
