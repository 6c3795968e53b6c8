-- The menu of a queue: a tree of options, each with its place among those beside it, counted from 1. A file goes with what a
-- queue or an option says.
ALTER TABLE queues ADD COLUMN media_id BIGINT;
CREATE INDEX queues_of_media ON queues (company_id, media_id) WHERE media_id IS NOT NULL;

CREATE TABLE queue_options (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL,
    queue_id BIGINT NOT NULL,
    parent_id BIGINT,
    position BIGINT NOT NULL,
    title TEXT NOT NULL,
    message TEXT NOT NULL DEFAULT '',
    media_id BIGINT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (company_id, id),
    UNIQUE (company_id, queue_id, id),
    FOREIGN KEY (company_id, queue_id) REFERENCES queues (company_id, id) ON DELETE CASCADE,
    FOREIGN KEY (company_id, queue_id, parent_id) REFERENCES queue_options (company_id, queue_id, id) ON DELETE CASCADE,
    FOREIGN KEY (company_id, media_id) REFERENCES media (company_id, id)
);
CREATE INDEX queue_options_in_order ON queue_options (company_id, queue_id, parent_id, position, id);
CREATE INDEX queue_options_of_media ON queue_options (company_id, media_id) WHERE media_id IS NOT NULL;
