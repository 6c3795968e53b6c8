-- The keys of numbers that are paired with a phone by a code: one row for each, sealed for its place. `stamp` is a time in
-- seconds by which rows that are of use for a while only are swept; 0 is for ever.
CREATE TABLE whatsapp_keys (
    company_id BIGINT NOT NULL,
    connection_id BIGINT NOT NULL,
    namespace TEXT NOT NULL,
    name TEXT NOT NULL,
    sealed BLOB NOT NULL,
    stamp BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (company_id, connection_id, namespace, name),
    FOREIGN KEY (company_id, connection_id) REFERENCES connections (company_id, id) ON DELETE CASCADE
);
CREATE INDEX whatsapp_keys_by_stamp ON whatsapp_keys (company_id, connection_id, namespace, stamp) WHERE stamp > 0;
