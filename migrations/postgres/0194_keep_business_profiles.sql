-- What a contact that is a business says of itself: when it is to be asked for next, by which number, and the last answer.
CREATE TABLE contact_profiles (
    company_id BIGINT NOT NULL,
    contact_id BIGINT NOT NULL,
    connection_id BIGINT NOT NULL,
    -- JSON; nothing of who is no business
    profile TEXT,
    attempts BIGINT NOT NULL DEFAULT 0,
    next_at TIMESTAMPTZ,
    asked_at TIMESTAMPTZ,
    PRIMARY KEY (company_id, contact_id),
    FOREIGN KEY (company_id, contact_id) REFERENCES contacts (company_id, id) ON DELETE CASCADE,
    FOREIGN KEY (company_id, connection_id) REFERENCES connections (company_id, id) ON DELETE CASCADE
);
CREATE INDEX contact_profiles_due ON contact_profiles (company_id, connection_id, next_at) WHERE next_at IS NOT NULL;

-- The same of a number itself.
ALTER TABLE connections ADD COLUMN profile TEXT;
ALTER TABLE connections ADD COLUMN profile_asked_at TIMESTAMPTZ;

ALTER TABLE simulator_phones ADD COLUMN profile TEXT;
