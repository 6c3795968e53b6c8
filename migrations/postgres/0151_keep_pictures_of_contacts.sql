-- What is known of a contact's picture: when it is to be asked for next, by which number, and the file of the one there is.
CREATE TABLE contact_pictures (
    company_id BIGINT NOT NULL,
    contact_id BIGINT NOT NULL,
    connection_id BIGINT NOT NULL,
    -- the provider's word for the picture: the same again is not fetched again
    mark TEXT NOT NULL DEFAULT '',
    media_id BIGINT,
    attempts BIGINT NOT NULL DEFAULT 0,
    next_at TIMESTAMPTZ,
    asked_at TIMESTAMPTZ,
    PRIMARY KEY (company_id, contact_id),
    FOREIGN KEY (company_id, contact_id) REFERENCES contacts (company_id, id) ON DELETE CASCADE,
    FOREIGN KEY (company_id, connection_id) REFERENCES connections (company_id, id) ON DELETE CASCADE,
    FOREIGN KEY (company_id, media_id) REFERENCES media (company_id, id)
);
CREATE INDEX contact_pictures_due ON contact_pictures (company_id, connection_id, next_at) WHERE next_at IS NOT NULL;
CREATE INDEX contact_pictures_of_media ON contact_pictures (company_id, media_id) WHERE media_id IS NOT NULL;

ALTER TABLE simulator_phones ADD COLUMN picture_path TEXT;
ALTER TABLE simulator_phones ADD COLUMN picture_mime TEXT;
