-- The token with which programs of the company speak for a number: its hash only. And the prompt that answers on it.
ALTER TABLE connections ADD COLUMN token_hash TEXT;
ALTER TABLE connections ADD COLUMN prompt_id BIGINT;
CREATE UNIQUE INDEX connections_token ON connections (token_hash) WHERE token_hash IS NOT NULL;
