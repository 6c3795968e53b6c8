-- How often a scheduled message comes again, until when, and the occurrence that the others are counted from. The row that
-- waits carries the series on; those that were sent no longer do.
ALTER TABLE schedules ADD COLUMN repeat_every TEXT;
ALTER TABLE schedules ADD COLUMN repeat_until TIMESTAMPTZ;
ALTER TABLE schedules ADD COLUMN repeat_from TIMESTAMPTZ;
