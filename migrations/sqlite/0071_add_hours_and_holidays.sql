-- When a company and its queues are open: a week as the page writes it (empty: the default one), and days on which other
-- hours hold, for the whole company or one queue.
ALTER TABLE queues ADD COLUMN schedules TEXT;

CREATE TABLE company_hours (
    company_id BIGINT PRIMARY KEY REFERENCES companies (id),
    schedules TEXT NOT NULL,
    updated_at TEXT NOT NULL
);

CREATE TABLE holidays (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL REFERENCES companies (id),
    date TEXT NOT NULL,
    yearly BOOLEAN NOT NULL,
    name TEXT NOT NULL,
    queue_id BIGINT,
    start_time TEXT,
    end_time TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (company_id, id),
    FOREIGN KEY (company_id, queue_id) REFERENCES queues (company_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX holidays_by_date ON holidays (company_id, date, COALESCE(queue_id, 0));
