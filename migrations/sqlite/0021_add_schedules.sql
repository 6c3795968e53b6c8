-- Messages to be sent later. `message_id` names what a due schedule became; it is no key, because a ticket may be deleted
-- with its messages and the schedule still tells that it was sent.
CREATE TABLE schedules (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL REFERENCES companies (id),
    contact_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    connection_id BIGINT,
    body TEXT NOT NULL,
    send_at TEXT NOT NULL,
    sent_at TEXT,
    status TEXT NOT NULL,
    error TEXT,
    media_id BIGINT,
    message_id BIGINT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (company_id, id),
    FOREIGN KEY (company_id, contact_id) REFERENCES contacts (company_id, id) ON DELETE CASCADE,
    FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id),
    FOREIGN KEY (company_id, connection_id) REFERENCES connections (company_id, id),
    FOREIGN KEY (company_id, media_id) REFERENCES media (company_id, id)
);
CREATE INDEX schedules_due ON schedules (send_at) WHERE status = 'PENDENTE';
CREATE INDEX schedules_by_time ON schedules (company_id, send_at, id);
CREATE INDEX schedules_of_contact ON schedules (company_id, contact_id);
CREATE INDEX schedules_of_media ON schedules (company_id, media_id) WHERE media_id IS NOT NULL;
