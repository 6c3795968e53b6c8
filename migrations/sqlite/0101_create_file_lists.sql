-- Lists of files with a text. An option may wait for its file.
CREATE TABLE file_lists (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL REFERENCES companies (id),
    name TEXT NOT NULL,
    message TEXT NOT NULL,
    -- the name in small letters without accents
    search TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (company_id, id)
);
CREATE INDEX file_lists_by_name ON file_lists (company_id, search, id);

CREATE TABLE file_list_options (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL REFERENCES companies (id),
    file_list_id BIGINT NOT NULL,
    name TEXT NOT NULL,
    position BIGINT NOT NULL,
    media_id BIGINT,
    UNIQUE (company_id, id),
    FOREIGN KEY (company_id, file_list_id) REFERENCES file_lists (company_id, id),
    FOREIGN KEY (company_id, media_id) REFERENCES media (company_id, id)
);
CREATE INDEX file_list_options_in_order ON file_list_options (company_id, file_list_id, position, id);
CREATE INDEX file_list_options_of_media ON file_list_options (company_id, media_id) WHERE media_id IS NOT NULL;
