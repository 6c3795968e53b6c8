-- A customer has several names on WhatsApp: his number, and ids that stand for it where it is hidden. The contact's number is
-- where he is written to; these are the other names under which he comes.
CREATE TABLE contact_identities (
    company_id BIGINT NOT NULL,
    identity TEXT NOT NULL,
    contact_id BIGINT NOT NULL,
    PRIMARY KEY (company_id, identity),
    FOREIGN KEY (company_id, contact_id) REFERENCES contacts (company_id, id) ON DELETE CASCADE
);
CREATE INDEX contact_identities_of_contact ON contact_identities (company_id, contact_id);

-- The name that he chose on WhatsApp, and whether he wants no advertisements.
ALTER TABLE contacts ADD COLUMN username TEXT;
ALTER TABLE contacts ADD COLUMN marketing_opt_out BOOLEAN NOT NULL DEFAULT FALSE;

-- Who wrote a message in a group, and what came with a message besides its text: the advertisement it answers, marks, a form.
ALTER TABLE messages ADD COLUMN author_id BIGINT;
ALTER TABLE messages ADD COLUMN details JSONB;
CREATE INDEX messages_of_author ON messages (company_id, author_id) WHERE author_id IS NOT NULL;
