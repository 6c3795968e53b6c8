-- How often a number of a list was asked for in vain, and when it is asked for again. `checked_at` ends the asking, with an answer or
-- without one.
ALTER TABLE contact_list_items ADD COLUMN check_tries BIGINT NOT NULL DEFAULT 0;
ALTER TABLE contact_list_items ADD COLUMN check_due_at TIMESTAMPTZ;
