-- Who speaks in a message: contact, user, phone, bot, schedule, campaign, api or integration. Rows of before, and those that the
-- previous release still writes, name nobody; `storage/messages/derived.rs` reads it from what they say.
ALTER TABLE messages ADD COLUMN author TEXT;
