-- The first letters of a token for programs, by which people know it again: the rest is kept as a hash only.
ALTER TABLE connections ADD COLUMN token_prefix TEXT;
