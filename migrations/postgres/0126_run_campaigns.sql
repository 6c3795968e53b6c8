-- What a campaign that runs goes on from: how far its list was copied, whether sends are still to be taken back, and
-- whether there is news of it that nobody was told.
ALTER TABLE campaigns ADD COLUMN copied_item_id BIGINT NOT NULL DEFAULT 0;
ALTER TABLE campaigns ADD COLUMN is_copied BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE campaigns ADD COLUMN taking_back BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE campaigns ADD COLUMN untold BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE campaigns ADD COLUMN told_at TIMESTAMPTZ;
CREATE INDEX campaigns_untold ON campaigns (told_at) WHERE untold;
CREATE INDEX campaigns_to_take_back ON campaigns (id) WHERE taking_back;

-- `ticket_id` is where he was written to, or where he has answered.
ALTER TABLE campaign_recipients ADD COLUMN ticket_id BIGINT;
ALTER TABLE campaign_recipients ADD COLUMN failed_at TIMESTAMPTZ;
CREATE INDEX campaign_recipients_confirmed ON campaign_recipients (company_id, campaign_id, content_due_at) WHERE state = 'confirmed';
CREATE INDEX campaign_recipients_of_contact ON campaign_recipients (company_id, contact_id) WHERE contact_id IS NOT NULL;

-- Which message is which part of what a recipient gets: 0 is the question for his consent, 1 the text, from 2 on files.
CREATE TABLE campaign_messages (
    company_id BIGINT NOT NULL REFERENCES companies (id),
    message_id BIGINT NOT NULL,
    campaign_id BIGINT NOT NULL,
    recipient_id BIGINT NOT NULL,
    part BIGINT NOT NULL,
    PRIMARY KEY (company_id, message_id),
    FOREIGN KEY (company_id, campaign_id) REFERENCES campaigns (company_id, id)
);
CREATE INDEX campaign_messages_of_recipient ON campaign_messages (company_id, campaign_id, recipient_id, part);

-- The lane of a number: all its campaigns write one after another, and so many people a day (`day` is the company's).
CREATE TABLE campaign_lanes (
    company_id BIGINT NOT NULL REFERENCES companies (id),
    connection_id BIGINT NOT NULL,
    next_at TIMESTAMPTZ NOT NULL,
    day TEXT NOT NULL,
    day_count BIGINT NOT NULL,
    PRIMARY KEY (company_id, connection_id),
    FOREIGN KEY (company_id, connection_id) REFERENCES connections (company_id, id)
);
