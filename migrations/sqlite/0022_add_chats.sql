-- Colleagues talk among themselves; only the members of a chat see it.
CREATE TABLE chats (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL REFERENCES companies (id),
    uuid BLOB NOT NULL UNIQUE,
    title TEXT NOT NULL,
    owner_id BIGINT NOT NULL,
    last_message TEXT NOT NULL DEFAULT '',
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (company_id, id),
    FOREIGN KEY (company_id, owner_id) REFERENCES users (company_id, id)
);

CREATE TABLE chat_users (
    company_id BIGINT NOT NULL,
    chat_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    unreads BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (company_id, chat_id, user_id),
    FOREIGN KEY (company_id, chat_id) REFERENCES chats (company_id, id) ON DELETE CASCADE,
    FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id) ON DELETE CASCADE
);
CREATE INDEX chat_users_of_user ON chat_users (company_id, user_id, chat_id);

CREATE TABLE chat_messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL,
    chat_id BIGINT NOT NULL,
    sender_id BIGINT NOT NULL,
    message TEXT NOT NULL,
    created_at TEXT NOT NULL,
    FOREIGN KEY (company_id, chat_id) REFERENCES chats (company_id, id) ON DELETE CASCADE,
    FOREIGN KEY (company_id, sender_id) REFERENCES users (company_id, id)
);
CREATE INDEX chat_messages_of_chat ON chat_messages (company_id, chat_id, id);
