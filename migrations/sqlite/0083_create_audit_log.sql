-- Who changed what in administration, when and from where. Written in the transaction of the change. People are named by
-- copies and by numbers that are no keys: the record outlives them. `search` holds all words in small letters without accents.
CREATE TABLE audit_log (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL REFERENCES companies (id),
    at TEXT NOT NULL,
    user_id BIGINT,
    user_name TEXT NOT NULL,
    actor_name TEXT,
    action TEXT NOT NULL,
    entity TEXT NOT NULL,
    entity_id TEXT NOT NULL,
    label TEXT NOT NULL,
    route TEXT NOT NULL,
    changes TEXT NOT NULL,
    ip TEXT,
    user_agent TEXT,
    request_id TEXT,
    search TEXT NOT NULL
);
CREATE INDEX audit_log_in_order ON audit_log (company_id, at, id);
