-- Receipts name several messages at once. With the connection in front PostgreSQL may read all messages of a connection that it
-- believes to be new instead of looking up each id; a provider's id in front leaves nothing else to do.
DROP INDEX messages_by_provider_id;
CREATE UNIQUE INDEX messages_by_provider_id ON messages (provider_id, connection_id, company_id)
    WHERE provider_id IS NOT NULL;
