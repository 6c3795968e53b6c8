-- Files whose rows went with what referred to them, until their bytes are gone too: whoever lets go of a file notes it in the
-- same transaction. And the way from a stored file to its row.
CREATE TABLE released_files (
    company_id BIGINT NOT NULL REFERENCES companies (id),
    path TEXT NOT NULL,
    released_at TEXT NOT NULL,
    PRIMARY KEY (company_id, path)
);
CREATE INDEX media_by_path ON media (company_id, path) WHERE path IS NOT NULL;
