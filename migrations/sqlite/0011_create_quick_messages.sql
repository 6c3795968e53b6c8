-- Texts kept for the next time. Those for everybody outlive their authors: user_id refers to nobody by force.
CREATE TABLE quick_messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL REFERENCES companies (id),
    user_id BIGINT NOT NULL,
    shortcode TEXT NOT NULL,
    message TEXT NOT NULL,
    -- shortcode and message in small letters without accents
    search TEXT NOT NULL,
    geral BOOLEAN NOT NULL DEFAULT FALSE,
    status BOOLEAN NOT NULL DEFAULT TRUE,
    media_id BIGINT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (company_id, id),
    FOREIGN KEY (company_id, media_id) REFERENCES media (company_id, id)
);
CREATE INDEX quick_messages_by_shortcode ON quick_messages (company_id, shortcode, id);
