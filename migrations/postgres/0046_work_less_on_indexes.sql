-- A message that is sent changes three or four times soon after it was stored: it is taken, sent, delivered and read. With room left
-- in its page most of these changes stay there and leave all indexes as they are. Pages that are full already stay so.
ALTER TABLE messages SET (fillfactor = 80);
