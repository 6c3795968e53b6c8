-- What those who run the server tell everybody. An announcement belongs to its author's company, where its picture is
-- kept; every company reads it.
CREATE TABLE announcements (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL REFERENCES companies (id),
    title TEXT NOT NULL,
    text TEXT NOT NULL,
    priority BIGINT NOT NULL DEFAULT 3 CHECK (priority BETWEEN 1 AND 3),
    status BOOLEAN NOT NULL DEFAULT TRUE,
    media_id BIGINT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    FOREIGN KEY (company_id, media_id) REFERENCES media (company_id, id)
);
CREATE INDEX announcements_in_order ON announcements (status, priority, created_at);
