-- The file that goes above the text of a template whose header is a picture, a video or a document, where no other one is given.
ALTER TABLE message_templates ADD COLUMN media_id BIGINT;
CREATE INDEX message_templates_of_media ON message_templates (company_id, media_id) WHERE media_id IS NOT NULL;
