-- An event waits for an earlier one of its chat that is to be tried later. Nearly always there is none: by time that is
-- found at once, by number all that was applied and not yet tidied away was gone through for each.
DROP INDEX inbox_lane;
CREATE INDEX inbox_later ON inbox (connection_id, chat, next_at) WHERE state = 'new';
