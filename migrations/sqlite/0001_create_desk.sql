-- The tables of the main job. Keys and foreign keys begin with the company, so that a row can never point into another
-- company. Times are UTC with microseconds, written by the server, never by the database.

CREATE TABLE plans (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    users BIGINT NOT NULL,
    connections BIGINT NOT NULL,
    queues BIGINT NOT NULL,
    value DOUBLE PRECISION NOT NULL DEFAULT 0,
    use_campaigns BOOLEAN NOT NULL DEFAULT FALSE,
    use_schedules BOOLEAN NOT NULL DEFAULT FALSE,
    use_internal_chat BOOLEAN NOT NULL DEFAULT FALSE,
    use_external_api BOOLEAN NOT NULL DEFAULT FALSE,
    use_kanban BOOLEAN NOT NULL DEFAULT FALSE,
    use_open_ai BOOLEAN NOT NULL DEFAULT FALSE,
    use_integrations BOOLEAN NOT NULL DEFAULT FALSE,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
);

CREATE TABLE companies (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    email TEXT,
    phone TEXT,
    plan_id BIGINT NOT NULL REFERENCES plans (id),
    status BOOLEAN NOT NULL DEFAULT TRUE,
    due_date TEXT,
    recurrence TEXT NOT NULL DEFAULT 'MENSAL',
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
);

-- The last event number of a company: one row, raised in the transaction that writes the events.
CREATE TABLE company_sequences (
    company_id BIGINT PRIMARY KEY REFERENCES companies (id),
    seq BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE settings (
    company_id BIGINT NOT NULL REFERENCES companies (id),
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (company_id, key)
);

CREATE TABLE queues (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL REFERENCES companies (id),
    name TEXT NOT NULL,
    color TEXT NOT NULL,
    order_queue BIGINT,
    greeting_message TEXT NOT NULL DEFAULT '',
    out_of_hours_message TEXT NOT NULL DEFAULT '',
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (company_id, id),
    UNIQUE (company_id, color),
    UNIQUE (company_id, name)
);

CREATE TABLE connections (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL REFERENCES companies (id),
    name TEXT NOT NULL,
    provider TEXT NOT NULL,
    status TEXT NOT NULL,
    status_reason TEXT,
    is_default BOOLEAN NOT NULL DEFAULT FALSE,
    number TEXT,
    qrcode TEXT NOT NULL DEFAULT '',
    retries BIGINT NOT NULL DEFAULT 0,
    greeting_message TEXT NOT NULL DEFAULT '',
    complation_message TEXT NOT NULL DEFAULT '',
    out_of_hours_message TEXT NOT NULL DEFAULT '',
    rating_message TEXT NOT NULL DEFAULT '',
    transfer_queue_id BIGINT,
    time_to_transfer BIGINT,
    expires_ticket BIGINT NOT NULL DEFAULT 0,
    expires_inactive_message TEXT NOT NULL DEFAULT '',
    time_use_bot_queues BIGINT NOT NULL DEFAULT 0,
    max_use_bot_queues BIGINT NOT NULL DEFAULT 3,
    phone_number_id TEXT,
    waba_id TEXT,
    sealed_secrets BLOB,
    last_event_at TEXT,
    deleted_at TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (company_id, id),
    FOREIGN KEY (company_id, transfer_queue_id) REFERENCES queues (company_id, id)
);
CREATE UNIQUE INDEX connections_name ON connections (company_id, name) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX connections_one_default ON connections (company_id) WHERE is_default;
CREATE INDEX connections_phone_number ON connections (phone_number_id);

CREATE TABLE connection_queues (
    company_id BIGINT NOT NULL,
    connection_id BIGINT NOT NULL,
    queue_id BIGINT NOT NULL,
    PRIMARY KEY (company_id, connection_id, queue_id),
    FOREIGN KEY (company_id, connection_id) REFERENCES connections (company_id, id) ON DELETE CASCADE,
    FOREIGN KEY (company_id, queue_id) REFERENCES queues (company_id, id) ON DELETE CASCADE
);

CREATE TABLE users (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL REFERENCES companies (id),
    name TEXT NOT NULL,
    email TEXT NOT NULL UNIQUE,
    password_hash TEXT NOT NULL,
    profile TEXT NOT NULL,
    is_super BOOLEAN NOT NULL DEFAULT FALSE,
    active BOOLEAN NOT NULL DEFAULT TRUE,
    all_ticket TEXT NOT NULL DEFAULT 'desabled',
    connection_id BIGINT,
    token_version BIGINT NOT NULL DEFAULT 0,
    online BOOLEAN NOT NULL DEFAULT FALSE,
    last_seen_at TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (company_id, id),
    FOREIGN KEY (company_id, connection_id) REFERENCES connections (company_id, id)
);
CREATE INDEX users_of_company ON users (company_id, name, id);

CREATE TABLE user_queues (
    company_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    queue_id BIGINT NOT NULL,
    PRIMARY KEY (company_id, user_id, queue_id),
    FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id) ON DELETE CASCADE,
    FOREIGN KEY (company_id, queue_id) REFERENCES queues (company_id, id) ON DELETE CASCADE
);

-- A sign-in: one refresh token that changes at every use. `previous_hash` finds a token used twice.
CREATE TABLE sign_ins (
    id BLOB PRIMARY KEY,
    company_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    token_version BIGINT NOT NULL,
    refresh_hash BLOB NOT NULL,
    previous_hash BLOB,
    rotated_at TEXT,
    created_at TEXT NOT NULL,
    last_used_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    revoked_at TEXT,
    FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id) ON DELETE CASCADE
);
CREATE INDEX sign_ins_of_user ON sign_ins (company_id, user_id);
CREATE INDEX sign_ins_expired ON sign_ins (expires_at);

CREATE TABLE tags (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL REFERENCES companies (id),
    name TEXT NOT NULL,
    color TEXT NOT NULL,
    kanban BOOLEAN NOT NULL DEFAULT FALSE,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (company_id, id),
    UNIQUE (company_id, name)
);

CREATE TABLE contacts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL REFERENCES companies (id),
    name TEXT NOT NULL,
    number TEXT NOT NULL,
    email TEXT NOT NULL DEFAULT '',
    profile_pic_url TEXT NOT NULL DEFAULT '',
    is_group BOOLEAN NOT NULL DEFAULT FALSE,
    extra_info TEXT NOT NULL,
    search TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (company_id, id),
    UNIQUE (company_id, number)
);
CREATE INDEX contacts_by_name ON contacts (company_id, search, id);

-- When a customer last wrote to a connection: opens the official API's 24-hour window.
CREATE TABLE contact_windows (
    company_id BIGINT NOT NULL,
    contact_id BIGINT NOT NULL,
    connection_id BIGINT NOT NULL,
    last_customer_message_at TEXT NOT NULL,
    PRIMARY KEY (company_id, contact_id, connection_id),
    FOREIGN KEY (company_id, contact_id) REFERENCES contacts (company_id, id) ON DELETE CASCADE,
    FOREIGN KEY (company_id, connection_id) REFERENCES connections (company_id, id) ON DELETE CASCADE
);

CREATE TABLE tickets (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL REFERENCES companies (id),
    uuid BLOB NOT NULL UNIQUE,
    status TEXT NOT NULL,
    contact_id BIGINT NOT NULL,
    user_id BIGINT,
    queue_id BIGINT,
    connection_id BIGINT,
    unread_messages BIGINT NOT NULL DEFAULT 0,
    last_message TEXT NOT NULL DEFAULT '',
    from_me BOOLEAN NOT NULL DEFAULT FALSE,
    is_group BOOLEAN NOT NULL DEFAULT FALSE,
    chatbot BOOLEAN NOT NULL DEFAULT FALSE,
    use_integration BOOLEAN NOT NULL DEFAULT FALSE,
    informations TEXT,
    crm_order BIGINT,
    last_message_at TEXT,
    closed_at TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (company_id, id),
    FOREIGN KEY (company_id, contact_id) REFERENCES contacts (company_id, id),
    FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id),
    FOREIGN KEY (company_id, queue_id) REFERENCES queues (company_id, id),
    FOREIGN KEY (company_id, connection_id) REFERENCES connections (company_id, id)
);
CREATE UNIQUE INDEX tickets_one_open_per_contact ON tickets (company_id, contact_id)
    WHERE status IN ('open', 'pending', 'lead');
CREATE INDEX tickets_of_contact ON tickets (company_id, contact_id, id);
CREATE INDEX tickets_by_status ON tickets (company_id, status, updated_at, id);
CREATE INDEX tickets_by_user ON tickets (company_id, user_id, status, updated_at, id);
CREATE INDEX tickets_by_queue ON tickets (company_id, queue_id, status, updated_at, id);

-- The times of an episode (server-behaviour B4).
CREATE TABLE ticket_tracking (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL,
    ticket_id BIGINT NOT NULL,
    connection_id BIGINT,
    queue_id BIGINT,
    user_id BIGINT,
    chatbot_at TEXT,
    queued_at TEXT,
    started_at TEXT,
    rating_at TEXT,
    rated BOOLEAN NOT NULL DEFAULT FALSE,
    closed_at TEXT,
    finished_at TEXT,
    created_at TEXT NOT NULL,
    FOREIGN KEY (company_id, ticket_id) REFERENCES tickets (company_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX ticket_tracking_one_running ON ticket_tracking (company_id, ticket_id)
    WHERE finished_at IS NULL;
CREATE INDEX ticket_tracking_queued ON ticket_tracking (company_id, queued_at);

CREATE TABLE ticket_tags (
    company_id BIGINT NOT NULL,
    ticket_id BIGINT NOT NULL,
    tag_id BIGINT NOT NULL,
    PRIMARY KEY (company_id, ticket_id, tag_id),
    FOREIGN KEY (company_id, ticket_id) REFERENCES tickets (company_id, id) ON DELETE CASCADE,
    FOREIGN KEY (company_id, tag_id) REFERENCES tags (company_id, id) ON DELETE CASCADE
);
CREATE INDEX ticket_tags_by_tag ON ticket_tags (company_id, tag_id);

CREATE TABLE media (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL REFERENCES companies (id),
    state TEXT NOT NULL,
    path TEXT,
    name TEXT NOT NULL DEFAULT '',
    mime TEXT NOT NULL DEFAULT '',
    kind TEXT NOT NULL,
    size BIGINT,
    width BIGINT,
    height BIGINT,
    duration DOUBLE PRECISION,
    remote TEXT,
    connection_id BIGINT,
    attempts BIGINT NOT NULL DEFAULT 0,
    next_at TEXT,
    last_error TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (company_id, id)
);
CREATE INDEX media_to_fetch ON media (company_id, connection_id, next_at) WHERE state = 'pending';

CREATE TABLE messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL REFERENCES companies (id),
    uuid BLOB NOT NULL,
    ticket_id BIGINT NOT NULL,
    contact_id BIGINT NOT NULL,
    connection_id BIGINT,
    provider_id TEXT,
    body TEXT NOT NULL,
    -- the body in small letters without accents
    search TEXT NOT NULL DEFAULT '',
    from_me BOOLEAN NOT NULL,
    read BOOLEAN NOT NULL DEFAULT FALSE,
    media_id BIGINT,
    media_type TEXT,
    location TEXT,
    ack BIGINT NOT NULL DEFAULT 0,
    is_deleted BOOLEAN NOT NULL DEFAULT FALSE,
    is_edited BOOLEAN NOT NULL DEFAULT FALSE,
    is_private BOOLEAN NOT NULL DEFAULT FALSE,
    quoted_id BIGINT,
    user_id BIGINT,
    client_id TEXT,
    send_state TEXT,
    error TEXT,
    sent_at TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (company_id, id),
    FOREIGN KEY (company_id, ticket_id) REFERENCES tickets (company_id, id) ON DELETE CASCADE,
    FOREIGN KEY (company_id, contact_id) REFERENCES contacts (company_id, id),
    FOREIGN KEY (company_id, connection_id) REFERENCES connections (company_id, id),
    FOREIGN KEY (company_id, media_id) REFERENCES media (company_id, id),
    FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
);
CREATE UNIQUE INDEX messages_by_provider_id ON messages (company_id, connection_id, provider_id)
    WHERE provider_id IS NOT NULL;
CREATE UNIQUE INDEX messages_by_client_id ON messages (company_id, user_id, client_id)
    WHERE client_id IS NOT NULL;
CREATE INDEX messages_of_contact ON messages (company_id, contact_id, id);
CREATE INDEX messages_of_ticket ON messages (company_id, ticket_id, id);
CREATE INDEX messages_of_media ON messages (company_id, media_id) WHERE media_id IS NOT NULL;
CREATE INDEX messages_unknown ON messages (company_id, id) WHERE send_state = 'unknown';

CREATE TABLE reactions (
    company_id BIGINT NOT NULL,
    message_id BIGINT NOT NULL,
    from_me BOOLEAN NOT NULL,
    emoji TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (company_id, message_id, from_me),
    FOREIGN KEY (company_id, message_id) REFERENCES messages (company_id, id) ON DELETE CASCADE
);

-- What happened, in commit order per company, for browsers that were away.
CREATE TABLE events (
    company_id BIGINT NOT NULL REFERENCES companies (id),
    seq BIGINT NOT NULL,
    entity TEXT NOT NULL,
    rooms TEXT NOT NULL,
    scope TEXT,
    payload TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (company_id, seq)
);
CREATE INDEX events_old ON events (at);

-- Raw events of providers: stored before they are acknowledged, applied once.
CREATE TABLE inbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL,
    connection_id BIGINT NOT NULL,
    event_key TEXT NOT NULL,
    chat TEXT NOT NULL,
    subject TEXT,
    raw TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts BIGINT NOT NULL DEFAULT 0,
    next_at TEXT NOT NULL,
    received_at TEXT NOT NULL,
    done_at TEXT,
    last_error TEXT,
    UNIQUE (connection_id, event_key),
    FOREIGN KEY (company_id, connection_id) REFERENCES connections (company_id, id) ON DELETE CASCADE
);
CREATE INDEX inbox_due ON inbox (connection_id, id) WHERE state = 'new';
CREATE INDEX inbox_lane ON inbox (connection_id, chat, id) WHERE state = 'new';
CREATE INDEX inbox_parked ON inbox (connection_id, subject) WHERE state = 'parked';
CREATE INDEX inbox_old ON inbox (done_at) WHERE state = 'done';

-- One row per wire send. Marked before the wire; what nobody can know becomes 'unknown'.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    intent_id BLOB NOT NULL UNIQUE,
    company_id BIGINT NOT NULL,
    connection_id BIGINT NOT NULL,
    message_id BIGINT,
    dedupe_key TEXT NOT NULL,
    recipient TEXT NOT NULL,
    priority BIGINT NOT NULL DEFAULT 0,
    payload TEXT NOT NULL,
    state TEXT NOT NULL,
    not_before TEXT NOT NULL,
    expires_at TEXT,
    attempts BIGINT NOT NULL DEFAULT 0,
    epoch BIGINT,
    provider_id TEXT,
    last_error TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (company_id, dedupe_key),
    FOREIGN KEY (company_id, connection_id) REFERENCES connections (company_id, id),
    FOREIGN KEY (company_id, message_id) REFERENCES messages (company_id, id) ON DELETE CASCADE
);
CREATE INDEX outbox_due ON outbox (connection_id, priority, id) WHERE state = 'queued';
CREATE INDEX outbox_attempting ON outbox (connection_id, epoch) WHERE state = 'attempting';
CREATE INDEX outbox_lane ON outbox (connection_id, recipient, priority, id) WHERE state IN ('queued', 'attempting');
CREATE INDEX outbox_of_message ON outbox (company_id, message_id);

-- Who owns a connection, a campaign, a clock. The epoch rises with every new owner.
CREATE TABLE leases (
    resource TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    epoch BIGINT NOT NULL,
    expires_at TEXT NOT NULL
);

-- The simulator's phones: what a customer's phone shows, and so the truth about what reached it.
CREATE TABLE simulator_phones (
    company_id BIGINT NOT NULL,
    connection_id BIGINT NOT NULL,
    number TEXT NOT NULL,
    push_name TEXT NOT NULL,
    read_receipts BOOLEAN NOT NULL DEFAULT TRUE,
    last_at TEXT NOT NULL,
    PRIMARY KEY (company_id, connection_id, number),
    FOREIGN KEY (company_id, connection_id) REFERENCES connections (company_id, id) ON DELETE CASCADE
);

CREATE TABLE simulator_messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL,
    connection_id BIGINT NOT NULL,
    number TEXT NOT NULL,
    provider_id TEXT NOT NULL,
    incoming BOOLEAN NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    media_path TEXT,
    media_name TEXT,
    media_mime TEXT,
    quoted_id TEXT,
    deleted BOOLEAN NOT NULL DEFAULT FALSE,
    ack BIGINT NOT NULL DEFAULT 2,
    at TEXT NOT NULL,
    UNIQUE (connection_id, provider_id),
    FOREIGN KEY (company_id, connection_id) REFERENCES connections (company_id, id) ON DELETE CASCADE
);
CREATE INDEX simulator_messages_of_phone ON simulator_messages (company_id, connection_id, number, id);
