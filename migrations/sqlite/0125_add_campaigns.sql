-- Messages to everybody of a contact list. A pause is a time and a reason on a campaign that runs, no status of its own. `sending_window` is
-- JSON; `paused_reason` is `person` or the name of what stopped it by itself.
CREATE TABLE campaigns (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL REFERENCES companies (id),
    name TEXT NOT NULL,
    -- the name in small letters without accents
    search TEXT NOT NULL,
    status TEXT NOT NULL,
    message1 TEXT NOT NULL,
    message2 TEXT NOT NULL,
    message3 TEXT NOT NULL,
    message4 TEXT NOT NULL,
    message5 TEXT NOT NULL,
    confirmation BOOLEAN NOT NULL,
    confirmation_message1 TEXT NOT NULL,
    confirmation_message2 TEXT NOT NULL,
    confirmation_message3 TEXT NOT NULL,
    confirmation_message4 TEXT NOT NULL,
    confirmation_message5 TEXT NOT NULL,
    scheduled_at TEXT,
    started_at TEXT,
    completed_at TEXT,
    paused_at TEXT,
    paused_reason TEXT,
    connection_id BIGINT,
    contact_list_id BIGINT,
    tag_list_id BIGINT,
    file_list_id BIGINT,
    media_id BIGINT,
    media_name TEXT,
    sending_window TEXT,
    daily_cap BIGINT,
    -- when the next recipient is due, and how many were prepared: what the pace goes on from after a restart
    next_at TEXT,
    sent_count BIGINT NOT NULL DEFAULT 0,
    failures_in_row BIGINT NOT NULL DEFAULT 0,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (company_id, id),
    FOREIGN KEY (company_id, connection_id) REFERENCES connections (company_id, id),
    FOREIGN KEY (company_id, contact_list_id) REFERENCES contact_lists (company_id, id),
    FOREIGN KEY (company_id, tag_list_id) REFERENCES tags (company_id, id),
    FOREIGN KEY (company_id, file_list_id) REFERENCES file_lists (company_id, id),
    FOREIGN KEY (company_id, media_id) REFERENCES media (company_id, id)
);
CREATE INDEX campaigns_newest ON campaigns (company_id, id);
CREATE INDEX campaigns_to_start ON campaigns (scheduled_at) WHERE status = 'PROGRAMADA';
CREATE INDEX campaigns_running ON campaigns (next_at) WHERE status = 'EM_ANDAMENTO';
CREATE INDEX campaigns_of_list ON campaigns (company_id, contact_list_id);

-- One row per recipient, copied from the list when the campaign starts. `variant` is which of the five texts, 1 to 5.
CREATE TABLE campaign_recipients (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL REFERENCES companies (id),
    campaign_id BIGINT NOT NULL,
    name TEXT NOT NULL,
    number TEXT NOT NULL,
    number_key TEXT NOT NULL,
    email TEXT NOT NULL,
    state TEXT NOT NULL,
    variant BIGINT,
    reason TEXT,
    contact_id BIGINT,
    message_id BIGINT,
    confirmation_requested_at TEXT,
    confirmed_at TEXT,
    content_due_at TEXT,
    sent_at TEXT,
    delivered_at TEXT,
    read_at TEXT,
    answered_at TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (company_id, id),
    UNIQUE (company_id, campaign_id, number_key),
    FOREIGN KEY (company_id, campaign_id) REFERENCES campaigns (company_id, id)
);
CREATE INDEX campaign_recipients_in_order ON campaign_recipients (company_id, campaign_id, state, id);
CREATE INDEX campaign_recipients_of_number ON campaign_recipients (company_id, number_key, state);
CREATE INDEX campaign_recipients_of_message ON campaign_recipients (company_id, message_id) WHERE message_id IS NOT NULL;

-- Numbers that nothing in bulk may write to any more, in the form that stands for both Brazilian ones.
CREATE TABLE do_not_contact (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL REFERENCES companies (id),
    number_key TEXT NOT NULL,
    reason TEXT NOT NULL,
    created_at TEXT NOT NULL,
    UNIQUE (company_id, id),
    UNIQUE (company_id, number_key)
);
