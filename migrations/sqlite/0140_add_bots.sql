-- What answers customers beside the desk's own menus: services of others (rule B14) and prompts for a language model (rule B15).
-- What is secret of them is sealed. A row of `bot_turns` is a customer's message that one of them is still to be asked about: asked
-- outside the lanes, claimed until a time, answered once. `bot_sessions` is what a service remembers a conversation by.
CREATE TABLE queue_integrations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL REFERENCES companies (id),
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    project_name TEXT NOT NULL DEFAULT '',
    language TEXT NOT NULL DEFAULT '',
    url_n8n TEXT NOT NULL DEFAULT '',
    sealed_secrets BLOB,
    typebot_slug TEXT NOT NULL DEFAULT '',
    typebot_expires BIGINT NOT NULL DEFAULT 1,
    typebot_delay_message BIGINT NOT NULL DEFAULT 1000,
    typebot_keyword_finish TEXT NOT NULL DEFAULT '',
    typebot_keyword_restart TEXT NOT NULL DEFAULT '',
    typebot_unknown_message TEXT NOT NULL DEFAULT '',
    typebot_restart_message TEXT NOT NULL DEFAULT '',
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (company_id, id),
    UNIQUE (company_id, name)
);

CREATE TABLE prompts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL REFERENCES companies (id),
    name TEXT NOT NULL,
    prompt TEXT NOT NULL,
    voice TEXT NOT NULL DEFAULT 'texto',
    voice_region TEXT NOT NULL DEFAULT '',
    sealed_secrets BLOB,
    max_tokens BIGINT NOT NULL DEFAULT 100,
    temperature DOUBLE PRECISION NOT NULL DEFAULT 1,
    max_messages BIGINT NOT NULL DEFAULT 10,
    base_url TEXT NOT NULL DEFAULT '',
    model TEXT NOT NULL DEFAULT '',
    queue_id BIGINT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (company_id, id),
    UNIQUE (company_id, name),
    FOREIGN KEY (company_id, queue_id) REFERENCES queues (company_id, id)
);

ALTER TABLE connections ADD COLUMN integration_id BIGINT;
ALTER TABLE queues ADD COLUMN prompt_id BIGINT;
ALTER TABLE queues ADD COLUMN integration_id BIGINT;
ALTER TABLE tickets ADD COLUMN prompt_id BIGINT;
ALTER TABLE tickets ADD COLUMN integration_id BIGINT;

CREATE TABLE bot_sessions (
    company_id BIGINT NOT NULL,
    ticket_id BIGINT NOT NULL,
    session TEXT,
    failures BIGINT NOT NULL DEFAULT 0,
    talked_at TEXT NOT NULL,
    PRIMARY KEY (company_id, ticket_id),
    FOREIGN KEY (company_id, ticket_id) REFERENCES tickets (company_id, id) ON DELETE CASCADE
);

CREATE TABLE bot_turns (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL,
    ticket_id BIGINT NOT NULL,
    contact_id BIGINT NOT NULL,
    message_id BIGINT NOT NULL,
    attempts BIGINT NOT NULL DEFAULT 0,
    due_at TEXT NOT NULL,
    created_at TEXT NOT NULL,
    UNIQUE (company_id, message_id),
    FOREIGN KEY (company_id, ticket_id) REFERENCES tickets (company_id, id) ON DELETE CASCADE
);
CREATE INDEX bot_turns_due ON bot_turns (due_at, id);
CREATE INDEX bot_turns_of_ticket ON bot_turns (company_id, ticket_id, id);
