-- When the customer of an episode first asked for something, and when a person first answered.
ALTER TABLE ticket_tracking ADD COLUMN asked_at TIMESTAMPTZ;
ALTER TABLE ticket_tracking ADD COLUMN answered_at TIMESTAMPTZ;
