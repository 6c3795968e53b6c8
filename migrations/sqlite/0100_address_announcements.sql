-- Whom an announcement is for (every company if NULL), and between which times it is shown.
ALTER TABLE announcements ADD COLUMN for_company_id BIGINT REFERENCES companies (id) ON DELETE CASCADE;
ALTER TABLE announcements ADD COLUMN visible_from TEXT;
ALTER TABLE announcements ADD COLUMN visible_until TEXT;
CREATE INDEX announcements_for_company ON announcements (for_company_id) WHERE for_company_id IS NOT NULL;
