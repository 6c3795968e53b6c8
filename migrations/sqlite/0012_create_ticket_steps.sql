-- Who opened, accepted, moved and closed a ticket. Steps outlive people and queues: by_id, user_id and queue_id refer to
-- nothing by force.
CREATE TABLE ticket_steps (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL,
    ticket_id BIGINT NOT NULL,
    action TEXT NOT NULL,
    by_id BIGINT,
    user_id BIGINT,
    queue_id BIGINT,
    at TEXT NOT NULL,
    UNIQUE (company_id, id),
    FOREIGN KEY (company_id, ticket_id) REFERENCES tickets (company_id, id) ON DELETE CASCADE
);
CREATE INDEX ticket_steps_of_ticket ON ticket_steps (company_id, ticket_id, id);
