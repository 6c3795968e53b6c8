-- The episodes of a ticket, also the ended ones: whom the desk waits for is asked with every first message.
CREATE INDEX ticket_tracking_of_ticket ON ticket_tracking (company_id, ticket_id);
-- Rows of these wait for milliseconds: what they leave in the indexes of waiting rows must go before it is a tenth of
-- all rows that are kept.
ALTER TABLE inbox SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
ALTER TABLE outbox SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
-- Entries that wait beside an index of words or parts are read by every search and sorted in by whoever is unlucky: a
-- search among contacts took five times as long, and a message now and then 400 ms.
ALTER INDEX contacts_parts SET (fastupdate = off);
ALTER INDEX messages_words SET (fastupdate = off);
SELECT gin_clean_pending_list('contacts_parts');
SELECT gin_clean_pending_list('messages_words');
