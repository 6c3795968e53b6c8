-- A file of the past that came before the message that it belongs to waits for it, under the provider's id of the message.
ALTER TABLE past_messages ADD COLUMN waits_for TEXT;
CREATE INDEX past_messages_waiting ON past_messages (company_id, connection_id, waits_for) WHERE waits_for IS NOT NULL;
