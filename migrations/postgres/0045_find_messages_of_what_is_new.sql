-- Receipts name several messages at once. With the connection in front PostgreSQL may read all messages of a connection that it
-- believes to be new instead of looking up each id; a provider's id in front leaves nothing else to do.
DROP INDEX messages_by_provider_id;
CREATE UNIQUE INDEX messages_by_provider_id ON messages (provider_id, connection_id, company_id)
    WHERE provider_id IS NOT NULL;
-- The same is so for a company that the statistics do not know: several rows by their numbers were found by reading all that the
-- company has. They are renewed after so many changes, not after a tenth of the table.
ALTER TABLE messages SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 10000);
ALTER TABLE tickets SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 10000);
ALTER TABLE contacts SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 10000);
