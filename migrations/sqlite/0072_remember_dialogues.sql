-- What the desk remembers of a conversation that it leads by itself: one row a contact, about his last ticket.
CREATE TABLE dialogues (
    company_id BIGINT NOT NULL,
    contact_id BIGINT NOT NULL,
    ticket_id BIGINT NOT NULL,
    memory TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (company_id, contact_id),
    FOREIGN KEY (company_id, contact_id) REFERENCES contacts (company_id, id) ON DELETE CASCADE
);
