-- Who made a tag (null for those that were there before), and under which word lanes of the board are chosen together; empty for none.
ALTER TABLE tags ADD COLUMN user_id BIGINT;
ALTER TABLE tags ADD COLUMN category TEXT NOT NULL DEFAULT '';
